"""The name of a proposed law in state, answers and events: `civic/marais`, perhaps with `/helped`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

_SIGN = "/"
_HELPED = f"{_SIGN}helped"


class Proposal(NamedTuple):
    """The parts of a bill's name."""

    law: str
    proposer: str
    """A seat, or the Government; empty where only the law is named."""
    helped: bool


def bill_id(law: str, proposer: str, *, helped: bool = False) -> str:
    """The name of a proposed law with its proposer, as two may propose the same."""
    return f"{law}{_SIGN}{proposer}{_HELPED * helped}"


def proposal(bill: str) -> Proposal:
    """The parts of a bill's name, or a law's."""
    named = unhelped(bill)
    law, _sign, proposer = named.partition(_SIGN)
    return Proposal(law, proposer, named != bill)


def law_of(bill: str) -> str:
    """The law of a bill."""
    return bill.partition(_SIGN)[0]


def unhelped(bill: str) -> str:
    """A bill's name without its lawmaker's bonus."""
    return bill.removesuffix(_HELPED)


def helps(bills: Iterable[str]) -> int:
    """The number of bills with a lawmaker's bonus."""
    return sum(bill.endswith(_HELPED) for bill in bills)
