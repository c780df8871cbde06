"""A player turn on the panel, by real buttons and lists: how many presses it takes."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache, partial

import msgspec
from simcord import ResponseMessage

from bot.games.shown import THEN, Does
from bot.store.rows import campaigns
from engines.core.game import Game
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.bot.test_table import begun, state
from tests.support.duel import panel_of
from tests.support.effort import shared
from tests.support.life import Life, offered
from tests.support.table import Control, text

TITLE = GrandeArmee()
MOST = 15
"""Presses of a player turn with three attacks and two forced marches."""
FIGHTS = 3
FORCED = ("2740", "2536")
"""Ends of the columns of which one unit each makes a forced march instead."""
OTHERS = ("spend ", "lose auto", "retreat auto", "end")
"""What is pressed for the other questions of a turn, the first that is offered."""


@cache
def autumn() -> State:
    """The fourth turn of the French in 1805, after three by the automatic player's choices."""
    with shared():
        game, chance = Game(TITLE, scenario="1805", seed="p2"), random.Random("p2")
        while True:
            assert isinstance(game.state, State)
            decision = game.decisions[0]
            if game.state.turn == 4 and game.state.side == "french":
                return game.state
            action = TITLE.forced(game.state, decision) or TITLE.suggest(game.state, decision.seat, chance)
            assert action is not None
            game.act(decision.seat, action)


class Turn:
    """Camille plays a turn of the French on her panel; Maxime answers as the automatic player would.

    :ivar presses: what Camille has pressed, in order.
    """

    def __init__(self, life: Life) -> None:
        self.life = life
        self.presses: list[str] = []
        self.panel: ResponseMessage

    async def open(self) -> None:
        """Open the panel from the card."""
        self.presses.append("Play")
        self.panel = await self.life.panel(self.life.camille)

    def find(self, *begins: str) -> list[Control]:
        """The controls whose actions begin with the first of these that any begins with."""
        found = ([each for each in offered(self.panel) if each.action.startswith(one)] for one in begins)
        return next(filter(None, found), [])

    async def press(self, control: Control) -> None:
        """Press a control of the panel."""
        self.presses.append(control.label)
        self.panel = panel_of(await self.life._take(self.life.camille, self.panel.message, control))

    async def force(self, end: str) -> None:
        """Write a forced march of a unit of the only stack of a column, both its legs at once."""
        await self.press(self.find(f"{Does.OPEN.value}column {end}")[0])
        march = f"{Does.WRITE.value}march "
        await self.press(next(each for each in self.find(march) if " / " in each.action))

    async def fight(self) -> None:
        """Play on from the end of the movement to the end of the turn: so many attacks, and no more."""
        chance, written = random.Random("answers"), 0
        while (at := await state(self.life)).side == "french" and (owed := TITLE.decisions(at)):
            attacks = self.find(f"{Does.WRITE.value}attack ") if written < FIGHTS else []
            if owed[0].seat == "allied":
                action = TITLE.suggest(at, "allied", chance)
                assert action is not None
                take = self.life.table.bot.campaigns.take
                await take(1, self.life.maxime.id, TITLE.notation(action), seat="allied")
                await self.life.table.bot.outbox.drain()
                if TITLE.deciding(await state(self.life)) == ["french"]:
                    await self.open()
            elif owed[0].kind == "declare" and attacks:
                await self.press(attacks[0])
                written += 1
                # Odds, column and chances of each stand there before anything is declared.
                odds = re.findall(
                    r"^- .+: \d+ to \d+, column \d+ %: ", text(self.panel.message), re.MULTILINE
                )
                assert len(odds) == written
            elif owed[0].kind == "resolve":
                await self.press(next(each for each in self.find("resolve ") if THEN in each.action))
            else:
                await self.press(self.find(Does.FINISH.value, *OTHERS)[0])


async def test_a_turn_with_three_attacks_and_two_forced_marches_takes_fifteen_presses(life: Life) -> None:
    # A panel beside a map has less room: lists whose names are short enough fold without a press more.
    await begun(life, "1805", images="every-turn")
    stands = partial(campaigns.alter, campaign_id=1, state=msgspec.json.encode(autumn()))
    await life.table.bot.store.transact(stands, campaign_id=1)
    turn = Turn(life)
    await turn.open()
    for end in FORCED:
        await turn.force(end)
    # The exact risk is told before it is confirmed.
    (told,) = [line for line in text(turn.panel.message).split("\n") if "Forced march of " in line]
    assert ": 50% arrives" in told
    await turn.press(turn.find(Does.FINISH.value)[0])
    await turn.fight()
    own = [entry for entry in await life.table.bot.store.journal(1) if entry.seat == "french"]
    done = Counter(entry.action.partition(" ")[0] for entry in own)
    assert done["march"] == len(FORCED)
    assert done["attack"] == FIGHTS
    assert (await state(life)).side == "allied"
    assert len(turn.presses) <= MOST, turn.presses


async def test_forced_marches_halt_by_an_order_and_the_rest_of_the_sheet_goes_on(life: Life) -> None:
    # By this seed a march of the first turn may halt.
    await begun(life, "1805", seed="marmont")
    while (await state(life)).side == "allied":
        await life.slash(life.maxime, "play", action="end")
    await life.slash(life.camille, "orders set", kind="option", order="halt")
    turn = Turn(life)
    await turn.open()
    await turn.press(turn.find(Does.FINISH.value)[0])
    own = [entry for entry in await life.table.bot.store.journal(1) if entry.seat == "french"]
    halts = [number for number, entry in enumerate(own) if entry.action == "halt"]
    assert halts
    assert {own[number].source for number in halts} == {"order"}
    after = [entry.action.partition(" ")[0] for entry in own[halts[0] :] if entry.source == "player"]
    assert {"move", "march"} & {*after}
    assert after[-1] == "end"
    assert (await state(life)).side == "allied"
