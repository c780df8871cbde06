"""An opponent of a strength: chosen, shown, changed, and thinking off the loop until a person is asked."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from bot.campaigns import thinking
from bot.campaigns.thinking import Thinking
from bot.campaigns.thought import Decided, Thought
from bot.store import JournalRow
from engines.core.contract import AnyTitle
from engines.core.game import Game
from engines.core.record import digest
from engines.core.search import Budget
from engines.valmy.frames import Activations
from engines.valmy.player.adviser import Adviser
from engines.valmy.state import State
from tests.support.life import Life
from tests.support.table import controls, text
from tests.valmy.bot.campaign import TITLE


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A smaller budget, spent at each activation: nobody attacks in the first turn."""
    monkeypatch.setattr(Adviser, "budgets", {"normal": Budget(20, 2), "hard": Budget(40, 3)})
    monkeypatch.setattr(Adviser, "matters", activates)


def activates(_adviser: Adviser, known: State, _seat: str, _strength: str) -> bool:
    return isinstance(known.stack[-1], Activations)


async def thought_out(life: Life) -> None:
    """Wait until nothing is thought about."""
    while under_way := life.table.bot.thinking._tasks:
        await asyncio.wait([task for _thought, task in under_way.values()])
    await life.table.bot.outbox.drain()


async def begun(life: Life, side: str = "allied", **options: str) -> None:
    life.seed = "strength"
    await life.table.goes_on(off=True)
    await life.slash(life.camille, "campaign new", game="valmy", side=side, images="never", **options)


async def strengths(life: Life) -> dict[str, str]:
    return {
        name: sitting.strength
        for name, sitting in (await life.table.campaign()).seating.items()
        if sitting.automatic
    }


async def asked(life: Life) -> set[str]:
    campaign = await life.table.campaign()
    return set(TITLE.deciding(life.table.bot.campaigns.state_of(campaign)))


@pytest.mark.slow(seconds=60)
async def test_the_opponent_decides_by_its_search_from_what_its_seat_knows(life: Life) -> None:
    await begun(life)
    assert "the automatic player (normal)" in life.told()
    rows: list[JournalRow] = []
    for _ in range(40):
        await thought_out(life)
        rows = [row for row in await life.table.bot.store.journal(1) if row.seat == "french"]
        if sum(row.action.startswith(("activate", "pass")) for row in rows) >= 3:
            break
        assert await asked(life) == {"allied"}
        legal = TITLE.legal_actions(await life.table.state(), "allied")
        await life.slash(life.camille, "play", action=TITLE.notation(legal[-1]))
    assert {row.source for row in rows} == {"automatic"}
    record, searched = await life.table.record(), 0
    game = Game(TITLE, seed=life.seed)
    for entry in record.journal:
        state: Any = game.state
        action = TITLE.parse(state, entry.action, entry.seat)
        if entry.seat == "french":
            known = TITLE.known(state, "french")
            searched += TITLE.searches(known, "french", "normal")
            assert TITLE.decide(known, "french", "normal", digest(known)) == action
        game.act(entry.seat, action)
    assert searched >= 3
    # A record is replayed without any search.
    assert (await life.table.verify()).entries == len(record.journal)


async def test_a_board_that_is_thought_about_waits_without_a_lock_and_is_looked_at_by_the_next_start(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, freed = asyncio.Event(), asyncio.Event()
    think = Thinking._think

    async def slow(thinking: Thinking, campaign_id: int, thought: Thought) -> None:
        held.set()
        await life.env.external_wait(freed.wait(), reason="a search that takes its time")
        await think(thinking, campaign_id, thought)

    with monkeypatch.context() as slowed:
        slowed.setattr(Thinking, "_think", slow)
        await begun(life, "allied")
        while not held.is_set():
            assert await asked(life) == {"allied"}
            legal = TITLE.legal_actions(await life.table.state(), "allied")
            await life.slash(life.camille, "play", action=TITLE.notation(legal[-1]))
        before = (await life.table.campaign()).last_seq
        async with asyncio.timeout(30):
            # A person may act in the meantime, here about the seat; nobody is called for help.
            told = await life.types(life.camille, "seat automatic", seat="french", strength="hard")
            await life.table.bot.sweep()
        assert "now plays French" in told
        assert "stuck" not in life.told()
        assert (await life.table.campaign()).last_seq == before
    assert await strengths(life) == {"french": "hard"}
    assert "from now on the automatic player (hard) plays" in life.told()
    # A bot that is ended at it loses nothing.
    await life.table.restart()
    await life.table.bot.sweep()
    await thought_out(life)
    assert (await life.table.campaign()).last_seq > before


async def test_a_search_that_fails_leaves_the_decision_to_the_quick_player(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(thought: Thought) -> Decided:
        raise OSError("no worker")

    monkeypatch.setattr(thinking, "decided", broken)
    await begun(life, "allied")
    for _ in range(40):
        await thought_out(life)
        rows = [row for row in await life.table.bot.store.journal(1) if row.seat == "french"]
        if any(row.action.startswith(("activate", "pass")) for row in rows):
            break
        legal = TITLE.legal_actions(await life.table.state(), "allied")
        await life.slash(life.camille, "play", action=TITLE.notation(legal[-1]))
    assert life.table.incidents.take()
    game = Game(TITLE, seed=life.seed)
    for entry in (await life.table.record()).journal:
        state: Any = game.state
        action = TITLE.parse(state, entry.action, entry.seat)
        if entry.seat == "french":
            assert TITLE.suggest(state, "french", Random(0)) == action
        game.act(entry.seat, action)


async def test_an_easy_player_that_fails_leaves_the_decision_to_the_quick_one(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_known: object) -> State:
        raise AssertionError("fit under no leaders")

    monkeypatch.setattr(Adviser, "sample", broken)
    await begun(life, "allied", strength="easy")
    rows = [row for row in await life.table.bot.store.journal(1) if row.seat == "french"]
    assert {row.source for row in rows} == {"automatic"}
    assert life.table.incidents.take()
    assert await asked(life) == {"allied"}


async def test_a_strength_is_chosen_in_the_lobby_and_later_by_typing(life: Life) -> None:
    await life.slash(life.camille, "campaign new", game="valmy", images="never")
    card = life.newest("Take French")
    await life.press(life.camille, card, "Allies (easy)")
    assert await strengths(life) == {"allied": "easy"}
    card = life.newest("Take French")
    assert "**Allies** the automatic player (easy)" in text(card)
    labels = {control.label for control in controls(card)}
    assert {"Allies", "Allies (normal)", "Allies (hard)", "French (easy)"} <= labels
    assert "Allies (easy)" not in labels
    await life.press(life.camille, card, "Allies (hard)")
    assert await strengths(life) == {"allied": "hard"}
    told = await life.types(life.camille, "seat automatic", seat="allied", strength="easy")
    assert "The automatic player (easy) takes Allies." in told
    await life.press(life.camille, life.newest("Take French"), "Take French")
    assert await strengths(life) == {"allied": "easy"}
    assert "**Allies** the automatic player (easy)" in await life.types(life.camille, "seat list")
    again = await life.types(life.camille, "seat automatic", seat="allied", strength="easy")
    assert "has Allies already" in again


async def test_a_strength_without_an_opponent_is_refused(life: Life) -> None:
    told = await life.types(life.camille, "campaign new", game="valmy", strength="hard")
    assert "Choose your side" in told
