"""A law that is proposed, as state, answers and events call it: `civic/marais`, perhaps with `/helped`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

_SIGN = "/"
_HELPED = f"{_SIGN}helped"


class Proposal(NamedTuple):
    """What a bill is."""

    law: str
    proposer: str
    """A seat, or the Government; empty where the law alone is meant."""
    helped: bool


def bill_id(law: str, proposer: str, *, helped: bool = False) -> str:
    """What a law that is proposed is called, as two may propose the same."""
    return f"{law}{_SIGN}{proposer}{_HELPED * helped}"


def proposal(bill: str) -> Proposal:
    """What is meant by a bill's name, or a law's."""
    named = unhelped(bill)
    law, _sign, proposer = named.partition(_SIGN)
    return Proposal(law, proposer, named != bill)


def law_of(bill: str) -> str:
    """The law of a bill."""
    return bill.partition(_SIGN)[0]


def unhelped(bill: str) -> str:
    """A bill without what helps it."""
    return bill.removesuffix(_HELPED)


def helps(bills: Iterable[str]) -> int:
    """How many of them are helped."""
    return sum(bill.endswith(_HELPED) for bill in bills)
