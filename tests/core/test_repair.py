"""A record under rules that have changed: what follows is found, the rest can be undone and mended."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engines.core.contract import Step
from engines.core.dice import Dice
from engines.core.errors import IllegalAction, ReplayError
from engines.core.game import Game
from engines.core.record import LOST, Record, digest, replay, verify
from engines.core.repair import mend, repair
from engines.levee.actions import Action, Political
from engines.levee.state import State
from engines.levee.title import Levee
from tests.levee.builder import frozen

TITLE = Levee(frozen())
replace = msgspec.structs.replace


class Dearer(Levee):
    """The present rules: after a political action no further action is left."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Political):
            step.state.actions_left = 0
        return step


class Forbidden(Levee):
    """The present rules: Monarchy can't be lowered."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        if action == Political("monarchy"):
            raise IllegalAction("Monarchy is sacred", case="7.1")
        return super().apply(state, seat, action, dice)


class MoreDice(Levee):
    """The present rules: a political action rolls a die more."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Political):
            dice.roll("heaven")
        return step


def played(*actions: str) -> Game:
    game = Game(TITLE, seed="repair")
    for action in actions:
        game.act("france", action)
    return game


def test_a_record_that_follows_has_no_trouble() -> None:
    game = played("political monarchy", "end", "end")
    found = repair(TITLE, game.record())
    assert (found.trouble, found.changed) == (None, None)
    assert [step.number for step in found.steps] == [0, 1, 2, 3]
    assert found.steps[-1].state == game.state


def test_the_first_entry_with_another_state_is_named() -> None:
    record = played("end", "political monarchy", "end").record()
    found = repair(Dearer(frozen()), record)
    assert (found.trouble, found.changed) == (None, 2)
    assert len(found.steps) == 4


@pytest.mark.parametrize("rules", [Forbidden, MoreDice])
def test_the_first_entry_that_no_longer_follows_is_named(rules: Callable[..., Levee]) -> None:
    record = played("end", "political monarchy", "end").record()
    found = repair(rules(frozen()), record)
    assert found.trouble is not None
    assert found.trouble.entry == 2
    assert [step.number for step in found.steps] == [0, 1]
    assert found.changed is None


def test_what_was_undone_is_not_in_the_way_and_its_draws_count() -> None:
    game = played("end", "political monarchy", "end")
    game.undo(1)
    game.act("france", "end")
    found = repair(Forbidden(frozen()), game.record())
    assert (found.trouble, found.changed) == (None, None)
    assert [step.number for step in found.steps] == [0, 1, 5]
    assert found.steps[-1].state == game.state


def test_a_draw_that_is_not_the_seeds_is_trouble() -> None:
    record = played("end", "end").record()
    found = repair(TITLE, record, seed="another")
    assert found.trouble is not None


def test_an_undo_that_cannot_be_is_trouble() -> None:
    record = played("end").record()
    undo = replace(record.journal[0], kind="undo", action="undo 7", draws=[])
    found = repair(TITLE, replace(record, journal=[*record.journal, undo]))
    assert found.trouble is not None
    assert found.trouble.entry == 2
    assert found.steps == []


def undone_under(rules: Levee) -> Record:
    """A record whose second entry the rules forbid, undone and mended under them."""
    game = played("end", "political monarchy", "end")
    game.roll(2)
    game.undo(3)
    game.undo(1)
    game.act("france", "end")
    return mend(rules, game.record())


def test_a_mended_record_verifies_and_tells_what_was_lost() -> None:
    rules = Forbidden(frozen())
    mended = undone_under(rules)
    verdict = verify(rules, mended)
    assert (verdict.entries, verdict.undone, verdict.lost) == (7, 3, 4)
    assert [entry.digest == LOST for entry in mended.journal] == [False, True, True, True, True, False, False]
    steps = list(replay(rules, mended, seed=mended.seed))
    assert [step.number for step in steps] == list(range(8))
    assert all(not step.events for step in steps[2:6])


def test_mending_what_follows_changes_nothing() -> None:
    game = played("end", "political monarchy")
    game.undo(1)
    assert mend(TITLE, game.record()) == game.record()


def test_mending_writes_the_states_of_the_present_rules() -> None:
    rules = Dearer(frozen())
    game = played("political monarchy", "end")
    mended = mend(rules, game.record())
    assert mended.journal[0].digest != game.journal[0].digest
    assert verify(rules, mended).digest == mended.journal[-1].digest
    with pytest.raises(ReplayError):
        verify(rules, game.record())


def test_what_stands_and_does_not_follow_cannot_be_mended() -> None:
    with pytest.raises(ReplayError, match="Monarchy is sacred") as refusal:
        mend(Forbidden(frozen()), played("end", "political monarchy").record())
    assert refusal.value.entry == 2


def test_what_stands_cannot_be_passed_off_as_lost() -> None:
    record = played("end", "end").record()
    journal = [record.journal[0], replace(record.journal[1], digest=LOST)]
    with pytest.raises(ReplayError, match="never undone") as refusal:
        verify(TITLE, replace(record, journal=journal))
    assert refusal.value.entry == 2


def test_nobody_can_go_back_to_what_is_lost() -> None:
    game = played("end", "end")
    game.undo(1)
    game.undo(0)
    journal = [*(replace(entry, digest=LOST) for entry in game.journal[:2]), *game.journal[2:]]
    with pytest.raises(ReplayError, match="Entry 3: entry 1, which this goes back to, is marked as lost"):
        verify(TITLE, replace(game.record(), journal=journal))


def test_a_mended_game_has_the_state_of_its_last_entry() -> None:
    rules = Forbidden(frozen())
    mended = undone_under(rules)
    *_, last = replay(rules, mended, seed=mended.seed)
    assert digest(last.state) == mended.journal[-1].digest == repair_digest(rules, mended)


def repair_digest(rules: Levee, record: Record) -> str:
    return digest(repair(rules, record).steps[-1].state)
