"""The stages of politics: their beginnings, questions and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.procedure import Frame
from engines.revolution.asking import AnyNote
from engines.revolution.frames import Ballot, Bill
from engines.revolution.handler import Handler
from engines.revolution.politics import (
    critics,
    deputies,
    elections,
    justice,
    king,
    laws,
    proposals,
    regimes,
    votes,
)
from engines.revolution.politics.ballots import Balloting, Kind
from engines.revolution.resolution import Resolution

BEGIN: Mapping[str, Callable[[Resolution], None]] = {
    "regime": regimes.begin,
    "elections": elections.begin,
    "deputies": deputies.begin,
    "king": king.begin,
    "proposals": proposals.begin,
    "laws": laws.begin,
    "justice": justice.begin,
    "critics": critics.begin,
    "return": deputies.give_back,
}
"""The function that begins each stage of the sequence."""
QUESTIONS: tuple[AnyNote, ...] = (
    regimes.Changes(),
    deputies.Turning(),
    king.KingsAction(),
    proposals.Proposing(),
    proposals.Decrees(),
    votes.Votes(),
    votes.Ties(),
    laws.Modifying(),
    laws.Vetoes(),
    laws.Reactions(),
    justice.Pardons(),
    justice.Verdicts(),
    critics.Debates(),
)
HANDLERS: Mapping[type[Frame], Handler[Any]] = {
    Bill: laws.Passing(),
    Ballot: Balloting(
        {
            "verdict": Kind(justice.wanted, justice.decided),
            "critics": Kind(critics.wanted, critics.decided, tie=True),
        }
    ),
}
