"""Whole wars in the Vendée between two people: one typed, one pressed, from the lobby to the verdict."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

import pytest

from engines.core.contract import AnyTitle
from engines.vendee import frames
from engines.vendee.actions import Action, Move
from engines.vendee.title import Vendee
from tests.support.gateway import Delivery, deliver
from tests.support.life import Life
from tests.support.match import way_through
from tests.support.table import text
from tests.vendee.bot.duel import TITLE, opening, stand
from tests.vendee.bot.general import General, Plan, asked, planned
from tests.vendee.bot.positions import ASKED, prepared
from tests.vendee.bot.war import CLOCK, War, forget_shorter
from tests.vendee.builder import Given
from tests.vendee.fixtures import VendeeFixture

EVERY = {
    *("activation", "commander", "committee", "desertion", "initiative", "occupation", "operations"),
    *("port", "reinforcements", "march", "pursuit", "retreat"),
    *("fortify!", "losses!", "march!", "preemption!", "pursuit!", "refuge!", "retreat!", "withdraw!"),
}
"""What is asked in these wars; those out of turn have a mark. What is seldom asked is tried on its own."""
COMPLETED, LOOKED_AT = 4, 20
"""Every how many actions completion and secrets are looked at."""
OPENING = 40
"""Actions of a war that is begun by day; whole ones are fought by night."""


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Vendée."""
    return [Vendee()]


@cache
def plan(name: str) -> Plan:
    """A war in which everything is asked."""
    return planned(name, EVERY)


async def lobby(life: Life, seed: str) -> War:
    """Camille opens a lobby for a war with this seed."""
    life.seed = seed
    await life.slash(life.camille, "campaign new", game="vendee", clock=CLOCK, images="never")
    return War(life)


async def begun(life: Life, seed: str) -> War:
    """A war for which both have taken their seats."""
    war = await lobby(life, seed)
    await life.types(life.camille, "seat take", seat="royalist")
    await life.types(life.maxime, "seat take", seat="republican")
    await war.asked_each_time()
    await war.as_it_should_be()
    return war


async def is_over(war: War, folder: Path) -> None:
    """Everything was asked, the channel was not flooded, and the end is told."""
    assert war.met >= EVERY
    # Who is asked is called once each time it is somebody else, and a month has its card.
    assert all(posted <= war.turns[month] + 2 for month, posted in war.messages.items())
    await war.is_told(folder)
    forget_shorter(war.table.env.http_requests)


async def test_a_war_that_is_typed_and_pressed_by_turns_begins_as_it_should(life: Life) -> None:
    war = await begun(life, "la-gatine")
    general = General("la-gatine")
    for number in range(OPENING):
        if number % LOOKED_AT == 0:
            await war.secrets_are_kept()
        action = general.choose(war.game)
        if number % 2:
            await war.press(action)
            continue
        if number % COMPLETED == 0:
            await war.completes(action)
        await war.type(action)
    assert len(war.met) > 5


@pytest.mark.nightly(seconds=40)
@pytest.mark.xdist_group("a war that is typed")
async def test_a_whole_war_is_fought_by_slash_commands_alone(life: Life, tmp_path: Path) -> None:
    name, actions = plan("les-blancs")
    war = await begun(life, name)
    for number, action in enumerate(actions):
        if number % COMPLETED == 0:
            await war.completes(action)
        if number % LOOKED_AT == 0:
            await war.secrets_are_kept()
        if isinstance(action, Move) and len(action.path) > 2:
            await war.foretold(action)
        await war.type(action)
    await is_over(war, tmp_path)


@pytest.mark.nightly(seconds=40)
@pytest.mark.xdist_group("a war that is pressed")
async def test_a_whole_war_is_fought_by_buttons_and_selects_alone(life: Life, tmp_path: Path) -> None:
    name, actions = plan("les-bleus")
    war = await lobby(life, name)
    await life.press(life.camille, life.newest("Take Royalists"), "Take Royalists")
    await life.press(life.maxime, life.newest("Take Republicans"), "Take Republicans")
    await war.asked_each_time()
    await war.as_it_should_be()
    for number, action in enumerate(actions):
        if number % LOOKED_AT == 0:
            await war.secrets_are_kept()
        await war.press(action)
    await is_over(war, tmp_path)


def agreed() -> Given:
    """England has agreed to land."""
    return opening("royalist").phase("wounded", frames.Plan())


def landed() -> Given:
    """The English have brought powder for an army of the Royalists' choice."""
    return Given().turn(5).phase("reinforcements", frames.Reinforce("royalist", begun=True), frames.Powder())


def lost() -> Given:
    """The Royalists despair at the end of a month, and the Republic holds all that they fought for."""
    position = Given().turn(7).phase("end", frames.EndOfTurn()).morale(royalist=-2)
    for area in TITLE.box.ground.primary:
        position.points(area, saumur=1)
    return position


SELDOM: dict[str, Callable[[], Given]] = {"landing": agreed, "powder": landed, "galerne": lost}
"""Positions in which something is asked that luck need not bring in a war."""
LATER = {asking.kind: asking for asking in ASKED if f"{asking.kind}!" not in EVERY}
"""What the other side does before something is asked out of turn that luck need not bring."""
Way = Callable[[War, Action], Awaitable[None]]
WAYS = pytest.mark.parametrize("way", [War.type, War.press], ids=["typed", "pressed"])


def test_all_that_can_be_asked_is_asked() -> None:
    assert {kind.removesuffix("!") for kind in EVERY} | set(SELDOM) | set(LATER) == VendeeFixture.kinds


@WAYS
@pytest.mark.parametrize("kind", SELDOM)
async def test_what_is_seldom_asked_is_answered(life: Life, kind: str, way: Way) -> None:
    await begun(life, "seldom")
    state = SELDOM[kind]().state
    await stand(life.table, state, dice_counter=0)
    war = War(life, state)
    assert asked(war.decision) == kind
    await war.secrets_are_kept()
    await way(war, war.legal[0])


@WAYS
@pytest.mark.parametrize("kind", LATER)
async def test_what_is_seldom_asked_out_of_turn_is_answered(life: Life, kind: str, way: Way) -> None:
    asking = LATER[kind]
    ready = prepared(asking)
    await begun(life, ready.seed)
    await stand(life.table, ready.state, dice_counter=0)
    war = War(life, ready.state)
    await war.type(TITLE.parse(ready.state, asking.action, asking.actor))
    assert asked(war.decision) == f"{kind}!"
    await war.secrets_are_kept()
    await way(war, war.legal[0])


async def test_whoever_is_asked_in_the_middle_of_a_combat_reads_on_their_panel_how_it_went(
    life: Life,
) -> None:
    asking = next(asking for asking in ASKED if asking.kind == "losses")
    ready = prepared(asking)
    await begun(life, ready.seed)
    await stand(life.table, ready.state, dice_counter=0)
    war = War(life, ready.state)
    await war.type(TITLE.parse(ready.state, asking.action, asking.actor))
    # The post of the combat hangs below every open panel, and leads to a new one.
    headline = text(life.newest("Play")).splitlines()[0].removeprefix("## ")
    assert headline.endswith(" in Coron")
    panel = text((await war.panel(asking.asked)).message)
    assert f"⚔️ **{headline}.**" in panel
    await war.press(war.legal[0])
    assert "⚔️" not in text((await war.panel(asking.asked)).message)


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_war_goes_on_after_restarts_in_a_combat(life: Life, at_once: bool) -> None:
    """What was shown is gone through with after the first, once however often it is pressed."""
    asking = next(asking for asking in ASKED if asking.kind == "losses")
    ready = prepared(asking)
    await begun(life, ready.seed)
    await stand(life.table, ready.state, dice_counter=0)
    war = War(life, ready.state)
    attack = TITLE.parse(ready.state, asking.action, asking.actor)
    shown = await war.typed(attack)
    go = way_through(shown).custom_id

    await life.reopen()
    await war.as_it_should_be()
    presses = [Delivery.press(life.table, go, life.maxime) for _ in range(2)]
    for delivered in [presses] if at_once else [[press] for press in presses]:
        await deliver(life.table, *delivered)
    await life.table.bot.outbox.drain()
    await war.took(attack)

    assert asked(war.decision) == "losses!"
    await war.panel(asking.asked)
    await life.reopen()
    await war.press(war.legal[0])
