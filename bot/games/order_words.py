"""Standing orders in sentences: each part of what is typed is one of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from data.catalogue import N_

_NAMES = r"([a-z0-9][a-z0-9-]*(?:, [a-z0-9-]+)*)"
_PARTS: tuple[tuple[str, N_], ...] = (
    (f"never from {_NAMES}", N_("Never from {a}.")),
    (f"always from {_NAMES}", N_("Always from {a}.")),
    ("always", N_("Always.")),
    ("never|none|decline", N_("Never.")),
    ("auto", N_("It is done the usual way.")),
    ("play", N_("Play it.")),
    ("overrun", N_("Overrun.")),
    ("minor", N_("Choose a Minor Battle.")),
    ("major", N_("Choose a Major Battle.")),
    ("ride", N_("Ride on.")),
    ("cancel", N_("Call it off.")),
    ("stay in minor battles", N_("Stay in Minor Battles.")),
    ("stay", N_("Stay.")),
    ("fight", N_("Fight.")),
    (r"withdraw (\d)", N_("Withdraw, and count the areas to go: {a}.")),
    (r"pursue (\d)", N_("Pursue, and count the areas to go: {a}.")),
    ("begin", N_("Begin.")),
    ("yield", N_("Yield.")),
    ("hand over unless it ends the phase", N_("Hand over, unless that ends the operations.")),
    ("hand over if the enemy has nothing left", N_("Hand over once the enemy has nothing left.")),
    ("hand over", N_("Hand over.")),
    ("due", N_("Fight what is due, and no more.")),
    (r"outbid up to (\d)", N_("Outbid with the lowest chit that does, up to {a}.")),
    ("outbid", N_("Outbid with the lowest chit that does.")),
    (r"chit (\d)", N_("Play chit {a}.")),
    ("join", N_("Join the melee.")),
    (r"keep (\d+) with generals", N_("Each general keeps as many points with him: {a}.")),
    ("keep", N_("Stay on the flank.")),
    ("main", N_("Go to Main.")),
    ("smallest first", N_("The smallest come first.")),
    (r"line (\d+)", N_("In line stand the strongest, as many as {a}; the rest waits in Reserve.")),
    ("line", N_("The line comes first.")),
    ("cavalry", N_("The cavalry comes first.")),
    ("skirmishers", N_("The skirmishers come first.")),
    ("horse reserve", N_("The cavalry waits in Reserve.")),
    ("horse left", N_("The cavalry stands on the left.")),
    ("horse right", N_("The cavalry stands on the right.")),
    ("leaders reserve", N_("The leaders wait in Reserve.")),
    (r"hold (\d+) back", N_("Units held back: {a}.")),
    (r"if at least (\d+:\d+)", N_("Only at odds of {a} or better.")),
    (r"if at most (\d+:\d+)", N_("Only at odds of {a} or worse.")),
    (r"if below (\d+:\d+)", N_("Only at odds below {a}.")),
    (r"if at least (\d+)", N_("Only against as many points or more: {a}.")),
    (r"if at most (\d+)", N_("Only against as many points or fewer: {a}.")),
    (r"if fewer than (\d+)", N_("Only with fewer units than {a}.")),
    ("if own units are there", N_("Only where own units are.")),
    (r"if (\d+) own units are there", N_("Only where own units are, at least {a}.")),
    (r"and morale (-?\d+)", N_("The morale must be better by as much: {a}.")),
    (r"leave (\d+)", N_("Points that stay behind: {a}.")),
    (r"leaders up to (\d)", N_("Leaders ride with them up to rank {a}.")),
    ("and elsewhere", N_("Charge elsewhere, too.")),
    ("with test", N_("Charette and Joly may spend their test on it.")),
    ("in zones", N_("Within the zones of the armies alone.")),
    ("not in my own attacks", N_("In your own attacks you are asked.")),
    (r"from turn (\d+)", N_("From turn {a} on.")),
    (r"on turn (\d+)", N_("On turn {a} alone.")),
    (f"prefer {_NAMES}", N_("By preference {a}.")),
    (f"towards {_NAMES}", N_("Towards {a}.")),
    (f"spare {_NAMES}", N_("Spare {a}.")),
    (f"first {_NAMES}", N_("{a} first.")),
    (f"with {_NAMES}", N_("With {a}.")),
    (f"into {_NAMES}", N_("Into {a}.")),
    (f"against {_NAMES}", N_("Against {a}.")),
    (f"near {_NAMES}", N_("Near {a}.")),
    (f"in {_NAMES}", N_("In {a}.")),
    (f"at {_NAMES}", N_("At {a}.")),
)
"""The first that fits is meant; what stands for a name or a number is told with it."""
_READ = tuple((re.compile(rf"(?:{pattern})(?=$| |;)[ ;]*"), said) for pattern, said in _PARTS)


def said(order: str, named: Callable[[str], str]) -> str:
    """An order as sentences; empty where a part of it has none.

    :param named: puts names in place of ids.
    """
    told, rest = [], order
    while rest:
        found = ((read.match(rest), words) for read, words in _READ)
        part = next(((match, words) for match, words in found if match is not None), None)
        if part is None:
            return ""
        match, words = part
        told.append(words(a=named(match[1])) if match.re.groups else str(words))
        rest = rest[match.end() :]
    return " ".join(told)
