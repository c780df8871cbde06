"""Standing orders in sentences: each part of what is typed is one of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from data.catalogue import N_

_NAMES = r"([a-z0-9][a-z0-9-]*(?:, [a-z0-9-]+)*)"
_PARTS: tuple[tuple[re.Pattern[str], N_], ...] = (
    (re.compile(f"never from {_NAMES}"), N_("Never from {a}.")),
    (re.compile(f"always from {_NAMES}"), N_("Always from {a}.")),
    (re.compile("always"), N_("Always.")),
    (re.compile("decide all yes"), N_("Give way to every event that asks.")),
    (re.compile("decide all no"), N_("Stand firm against every event that asks.")),
    (re.compile("depose yes"), N_("Depose the King, if that is voted on.")),
    (re.compile("depose no"), N_("Keep the King, if that is voted on.")),
    (re.compile("vote all yes"), N_("Vote for every law.")),
    (re.compile("vote all no"), N_("Vote against every law.")),
    (re.compile("veto all yes"), N_("Veto every law.")),
    (re.compile("veto all no"), N_("Veto nothing.")),
    (re.compile("tie all yes"), N_("Break every tie in favour of the law.")),
    (re.compile("tie all no"), N_("Break every tie against the law.")),
    (re.compile("thermidor yes"), N_("Install Thermidor where you may.")),
    (re.compile("thermidor no"), N_("Install no Thermidor.")),
    (re.compile("verdict all guilty"), N_("Find everybody guilty.")),
    (re.compile("verdict all innocent"), N_("Find everybody innocent.")),
    (re.compile("pin all yes"), N_("Hold the enemy wherever you can.")),
    (re.compile("pin all no"), N_("Let the enemy leave.")),
    (re.compile("hide all yes"), N_("Refuse combat wherever you may.")),
    (re.compile("hide all no"), N_("Stand and fight everywhere.")),
    (re.compile("wish all yes"), N_("Attack wherever you may.")),
    (re.compile("wish all no"), N_("Wait everywhere.")),
    (re.compile("kidnap yes"), N_("Kidnap the King where you can.")),
    (re.compile("kidnap no"), N_("Leave the King where he is.")),
    (re.compile("never|none|decline"), N_("Never.")),
    (re.compile("auto"), N_("It is done the usual way.")),
    (re.compile("play"), N_("Play it.")),
    (re.compile("overrun"), N_("Overrun.")),
    (re.compile("minor"), N_("Choose a Minor Battle.")),
    (re.compile("major"), N_("Choose a Major Battle.")),
    (re.compile("ride"), N_("Ride on.")),
    (re.compile("cancel"), N_("Call it off.")),
    (re.compile("stay in minor battles"), N_("Stay in Minor Battles.")),
    (re.compile("stay"), N_("Stay.")),
    (re.compile("fight"), N_("Fight.")),
    (re.compile(r"withdraw (\d)"), N_("Withdraw, and count the areas to go: {a}.")),
    (re.compile(r"pursue (\d)"), N_("Pursue, and count the areas to go: {a}.")),
    (re.compile("begin"), N_("Begin.")),
    (re.compile("yield"), N_("Yield.")),
    (re.compile("hand over unless it ends the phase"), N_("Hand over, unless that ends the operations.")),
    (re.compile("hand over if the enemy has nothing left"), N_("Hand over once the enemy has nothing left.")),
    (re.compile("hand over"), N_("Hand over.")),
    (re.compile("due"), N_("Fight what is due, and no more.")),
    (re.compile(r"outbid up to (\d)"), N_("Outbid with the lowest chit that does, up to {a}.")),
    (re.compile("outbid"), N_("Outbid with the lowest chit that does.")),
    (re.compile(r"chit (\d)"), N_("Play chit {a}.")),
    (re.compile("join"), N_("Join the melee.")),
    (re.compile(r"keep (\d+) with generals"), N_("Each general keeps as many points with him: {a}.")),
    (re.compile("keep"), N_("Stay on the flank.")),
    (re.compile("main"), N_("Go to Main.")),
    (re.compile("smallest first"), N_("The smallest come first.")),
    (
        re.compile(r"line (\d+)"),
        N_("In line stand the strongest, as many as {a}; the rest waits in Reserve."),
    ),
    (re.compile("line"), N_("The line comes first.")),
    (re.compile("cavalry"), N_("The cavalry comes first.")),
    (re.compile("skirmishers"), N_("The skirmishers come first.")),
    (re.compile("horse reserve"), N_("The cavalry waits in Reserve.")),
    (re.compile("horse left"), N_("The cavalry stands on the left.")),
    (re.compile("horse right"), N_("The cavalry stands on the right.")),
    (re.compile("leaders reserve"), N_("The leaders wait in Reserve.")),
    (re.compile(r"hold (\d+) back"), N_("Units held back: {a}.")),
    (re.compile(r"if at least (\d+:\d+)"), N_("Only at odds of {a} or better.")),
    (re.compile(r"if at most (\d+:\d+)"), N_("Only at odds of {a} or worse.")),
    (re.compile(r"if below (\d+:\d+)"), N_("Only at odds below {a}.")),
    (re.compile(r"if at least (\d+)"), N_("Only against as many points or more: {a}.")),
    (re.compile(r"if at most (\d+)"), N_("Only against as many points or fewer: {a}.")),
    (re.compile(r"if fewer than (\d+)"), N_("Only with fewer units than {a}.")),
    (re.compile("if own units are there"), N_("Only where own units are.")),
    (re.compile(r"if (\d+) own units are there"), N_("Only where own units are, at least {a}.")),
    (re.compile("and morale 0"), N_("The morale must be no worse.")),
    (re.compile(r"and morale (-?\d+)"), N_("The morale must be better by as much: {a}.")),
    (re.compile(r"leave (\d+)"), N_("Points that stay behind: {a}.")),
    (re.compile(r"leaders up to (\d)"), N_("Leaders ride with them up to rank {a}.")),
    (re.compile("and elsewhere"), N_("Charge elsewhere, too.")),
    (re.compile("with test"), N_("Charette and Joly may spend their test on it.")),
    (re.compile("in zones"), N_("Within the zones of the armies alone.")),
    (re.compile("not in my own attacks"), N_("In your own attacks you are asked.")),
    (re.compile(r"from turn (\d+)"), N_("From turn {a} on.")),
    (re.compile(r"on turn (\d+)"), N_("On turn {a} alone.")),
    (re.compile(f"prefer {_NAMES}"), N_("By preference {a}.")),
    (re.compile(f"towards {_NAMES}"), N_("Towards {a}.")),
    (re.compile(f"spare {_NAMES}"), N_("Spare {a}.")),
    (re.compile(f"first {_NAMES}"), N_("{a} first.")),
    (re.compile(f"with {_NAMES}"), N_("With {a}.")),
    (re.compile(f"into {_NAMES}"), N_("Into {a}.")),
    (re.compile(f"against {_NAMES}"), N_("Against {a}.")),
    (re.compile(f"near {_NAMES}"), N_("Near {a}.")),
    (re.compile(f"in {_NAMES}"), N_("In {a}.")),
    (re.compile(f"at {_NAMES}"), N_("At {a}.")),
)
"""The first that fits is meant; what stands for a name or a number is told with it."""


def said(order: str, named: Callable[[str], str]) -> str:
    """An order as sentences; empty where a part of it has none.

    :param named: puts names in place of ids.
    """
    sentences, rest = [], order
    while rest:
        matches = ((read.match(rest), words) for read, words in _PARTS)
        part = next(
            ((match, words) for match, words in matches if match and _ends(rest[match.end() :])), None
        )
        if part is None:
            return ""
        match, words = part
        sentences.append(words(a=named(match[1])) if match.re.groups else str(words))
        rest = rest[match.end() :].lstrip(" ;")
    return " ".join(sentences)


def _ends(rest: str) -> bool:
    """Whether a word is over where that follows."""
    return not rest or rest[0] in " ;"
