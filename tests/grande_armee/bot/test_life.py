"""Campaigns between two people, by commands and panels; the rules alone play the same game beside them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.games.grande_armee.course import CHANGES, CLEAR, Stack
from bot.games.grande_armee.presenter import GrandeArmeePresenter
from bot.games.shown import ADD, HAND_IN, MORE, WRITE
from data.hexes import Hex
from engines.core import declared
from engines.grande_armee import actions
from engines.grande_armee.actions import Plain
from engines.grande_armee.state import State, laid_out
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.bot.test_table import begun
from tests.support.duel import choices, panel_of, played
from tests.support.life import Life
from tests.support.match import Match, Typed
from tests.support.table import text, whispered

TITLE = GrandeArmee()
WORDS = GrandeArmeePresenter(TITLE)
MARCHES = ("move", "march", "triple", "onward", "combine", "break", "eliminate")


class Campaign(Match):
    """A campaign in the hall: Camille leads the French, Maxime the Allies."""

    def __init__(self, life: Life, scenario: str) -> None:
        super().__init__(life, TITLE, {"french": life.camille, "allied": life.maxime})
        self.game = type(self.game)(TITLE, scenario=scenario, seed=life.seed)

    def typed_as(self, action: Any) -> Typed:
        """The sub-command that the verb of an action has, with what the action fills."""
        if isinstance(action, Plain):
            return Typed(action.word, {})
        verb: type[msgspec.Struct] = type(action)
        tag = str(verb.__struct_config__.tag)
        options = {
            name: field.write(value)
            for name, field in declared.fields(verb).items()
            if (value := getattr(action, name)) not in (None, ()) or field.kind.nothing is not None
        }
        return Typed(tag if tag in MARCHES else f"battle {tag}", {k: v for k, v in options.items() if v})

    async def press(self, action: Any) -> None:
        """Take an action on the panel; a march is written alone and handed in."""
        if not isinstance(action, actions.Move | actions.March | actions.Triple):
            await self._cleared()
            await super().press(action)
            return
        await self._cleared()
        hex = self.state.pieces[action.unit].hex
        for each in (
            f"{MORE}{CHANGES.notation(Stack(hex))}",
            f"{WRITE}{ADD} {TITLE.notation(action)}",
            HAND_IN,
        ):
            await self._pressed(each)
        await self.took(action)

    async def _cleared(self) -> None:
        """Nothing is written."""
        if any(
            control.action == f"{WRITE}{CHANGES.notation(CLEAR)}"
            for control in choices(await self.panel(self.decision.seat))
        ):
            await self._pressed(f"{WRITE}{CHANGES.notation(CLEAR)}")

    async def _pressed(self, action: str) -> None:
        """Press what does nothing but change what is written, or hands it in."""
        seat = self.decision.seat
        self._panels[seat] = panel_of(await played(await self.panel(seat), self.player(seat), action))
        await self.table.bot.outbox.drain()

    @property
    def state(self) -> State:
        """The board."""
        state = self.game.state
        assert isinstance(state, State)
        return state

    def offered_now(self) -> list[Any]:
        """What the panel of whoever is asked offers as one action."""
        seat, state = self.decision.seat, self.state
        offered: list[str] = []
        sheet = WORDS.sheet(state, seat, "", {})
        for group in WORDS.groups(state, seat) if sheet is None else sheet.groups:
            for choice in group.choices:
                if choice.notation.startswith(MORE):
                    key = choice.notation.removeprefix(MORE)
                    opened = WORDS.within(state, seat, key)
                    if not opened:
                        further = WORDS.sheet(state, seat, "", {}, key)
                        assert further is not None
                        opened = further.groups
                    offered += [each.notation for part in opened for each in part.choices]
                else:
                    offered.append(choice.notation)
        alone = [each.removeprefix(f"{WRITE}{ADD} ") for each in offered if f"{ADD} stack " not in each]
        return [TITLE.parse(state, each) for each in alone if not each.startswith(WRITE)]


def chosen(campaign: Campaign, chance: random.Random) -> Any:
    """An action of whoever is asked: some march, then all fight who can."""
    offered = campaign.offered_now()
    kinds = {type(action): action for action in chance.sample(offered, len(offered))}
    if campaign.decision.kind == "movement" and actions.END in offered and chance.random() < 0.25:
        return actions.END
    for wanted in (actions.Attack, actions.Eliminate, actions.Resolve, actions.Advance):
        if wanted in kinds:
            return kinds[wanted]
    return chance.choice(offered)


@pytest.mark.parametrize(("scenario", "most"), [("1806", 36), ("1809", 36)])
async def test_a_campaign_that_is_typed_and_pressed_by_turns_begins_as_it_should(
    life: Life, scenario: str, most: int
) -> None:
    await begun(life, scenario)
    campaign = Campaign(life, scenario)
    await campaign.asked_each_time()
    chance = random.Random(scenario)
    for number in range(most):
        action = chosen(campaign, chance)
        if number % 2:
            await campaign.press(action)
        else:
            await campaign.type(action)
    assert {"movement"} < campaign.met


@pytest.fixture
def before_jena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Campaigns of 1806 begin with Napoleon and a corps before Jena, where Hohenlohe stands with a 3-3."""

    def near(box: Any, scenario: str, options: Any) -> State:
        state = laid_out(box, scenario, options)
        at = {"french-5-4-1": "2222", "napoleon": "2222", "french-supply-1": "2222", "hohenlohe": "2322"}
        taken = {id for id, piece in state.pieces.items() if piece.hex == "2222" and id not in at}
        pieces = {id: piece for id, piece in state.pieces.items() if id not in taken}
        for id, hex in at.items() if scenario == "1806" else ():
            pieces[id] = type(pieces[id])(pieces[id].kind, Hex(hex))
        state.pieces = pieces
        return state

    monkeypatch.setattr("engines.grande_armee.title.laid_out", near)


async def attacked(life: Life, images: str = "never") -> Campaign:
    """The French have attacked Jena, and the Allies plan their defence."""
    await begun(life, "1806", images)
    campaign = Campaign(life, "1806")
    await campaign.asked_each_time()
    while campaign.decision.kind != "declare" or campaign.decision.seat != "french":
        await campaign.type(actions.END)
    for line in ("attack 2322 by french-5-4-1 under napoleon", "end"):
        await campaign.type(TITLE.parse(campaign.state, line))
    assert (campaign.decision.seat, campaign.decision.kind) == ("allied", "defence")
    return campaign


@pytest.mark.usefixtures("before_jena")
async def test_a_battle_is_posted_with_its_picture(life: Life) -> None:
    campaign = await attacked(life, "every-action")
    await campaign.type(actions.END)
    await campaign.type(TITLE.parse(campaign.state, "resolve 2322"))
    posts = [message for message in life.public() if text(message).startswith("## Battle at Jena")]
    assert posts
    assert posts[-1].attachments
    assert "under Napoleon" in text(posts[-1])


@pytest.mark.usefixtures("before_jena")
async def test_the_defence_plan_is_sent_off_as_one_form(life: Life) -> None:
    campaign = await attacked(life)
    panel = await life.panel(life.maxime)
    form = await life.press(life.maxime, panel, "Defence plan …")
    assert form.modal is not None
    before = campaign.state
    refused = await life.maxime.submit_modal(form, {"going": "prussian-3-3-9 > 2222", "supply": ""})
    assert "2222" in whispered(refused)
    assert (await life.table.state()) == before
    form = await life.press(life.maxime, await life.panel(life.maxime), "Defence plan …")
    supply = next(
        id for id in before.pieces if id.startswith("prussian-supply") and before.pieces[id].hex == "2322"
    )
    await life.maxime.submit_modal(form, {"going": "", "supply": supply})
    after = await life.table.state()
    assert isinstance(after, State)
    assert supply in after.spent
    assert [decision.seat for decision in TITLE.decisions(after)] == ["french"]


@pytest.mark.usefixtures("before_jena")
@pytest.mark.parametrize("by_order", [True, False])
async def test_others_are_not_told_whether_an_order_has_answered(life: Life, by_order: bool) -> None:
    await attacked(life)
    if by_order:
        await life.slash(life.maxime, "orders set", kind="defence", order="stand supply never")
    else:
        await life.slash(life.maxime, "play", action="end")
    assert [decision.kind for decision in TITLE.decisions(await life.table.state())] == ["resolve"]
    last = (await life.table.bot.store.journal(1))[-1]
    assert (last.action, last.source) == ("end", "order" if by_order else "player")
    for who in (life.camille, life.lucien, life.therese):
        for command in ("campaign log", "campaign show", "campaign status", "campaign view"):
            assert "standing order" not in await life.types(who, command)
    assert "standing order" not in life.told()
    taken_back = await life.types(life.camille, "campaign undo")
    assert taken_back.endswith("**Allies** what only its seat knows · by its player")
