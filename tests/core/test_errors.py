"""Refusals carry a sentence, a kind and a case."""

from __future__ import annotations

import pytest

from engines.core import errors


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (errors.IllegalAction, "illegal"),
        (errors.NotationError, "notation"),
        (errors.AmbiguousNotation, "notation"),
        (errors.DiceError, "dice"),
        (errors.StateError, "state"),
        (errors.UsageError, "usage"),
    ],
)
def test_each_error_has_the_referees_word(error: type[errors.EngineError], kind: str) -> None:
    assert error("It can't be").kind == kind
    assert isinstance(error("It can't be"), errors.EngineError)


def test_an_error_reads_as_its_sentence_with_the_case() -> None:
    refusal = errors.IllegalAction("An army in its starting box cannot be attacked", case="7.2")
    assert str(refusal) == "An army in its starting box cannot be attacked (7.2)"
    assert str(errors.UsageError("There is no seat")) == "There is no seat"


def test_a_replay_error_names_its_entry() -> None:
    error = errors.ReplayError(7, "the game is over", case="9.0")
    assert (error.entry, error.kind, error.case) == (7, "illegal", "9.0")
    assert str(error) == "Entry 7: the game is over (9.0)"


def test_an_ambiguity_keeps_its_choices() -> None:
    error = errors.AmbiguousNotation("'p' could be prussia or piedmont", choices=("prussia", "piedmont"))
    assert error.choices == ("prussia", "piedmont")
    assert isinstance(error, errors.NotationError)
