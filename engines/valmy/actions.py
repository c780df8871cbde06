"""The actions outside combat as values, and the notation of all."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from data.catalogue import N_, _
from engines.core.errors import NotationError
from engines.core.notation import Alone, Grammar, Part, Verb, joined, number
from engines.valmy.combat import actions
from engines.valmy.combat.actions import STAY, CombatAction
from engines.valmy.words import ALL, THOSE, Party, Words, fold


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Arrange(msgspec.Struct, frozen=True, tag="arrange", tag_field="kind"):
    """Spread units over leaders at the start (Y-3.0-e); None: evenly."""

    boxes: tuple[tuple[str, tuple[str, ...]], ...] | None
    """Leaders with the units in their holding boxes; who is nowhere stands on the map."""


class Bid(msgspec.Struct, frozen=True, tag="bid", tag_field="kind"):
    """Play an initiative chit (5.1)."""

    chit: int


class Activate(msgspec.Struct, frozen=True, tag="activate", tag_field="kind"):
    """Activate a leader with units and leaders (4.2), or a single unit through a leader (6.1)."""

    who: str
    through: str | None = None
    party: Party = ALL
    """With a leader, who goes besides; `all`: his holding box, and whom he controls with theirs."""


class Assign(msgspec.Struct, frozen=True, tag="assign", tag_field="kind"):
    """Put units and leaders under a leader in the same box (A-7.1.3.1-2)."""

    who: tuple[str, ...]
    leader: str


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="kind"):
    """Take units and leaders out of a holding box onto the map (Y-2.3-f, h)."""

    who: tuple[str, ...]


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """Go along a path (Y-7.1.6-a)."""

    path: tuple[str, ...]
    party: Party = ALL


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind"):
    """Leave units or leaders of a stack where it is (Y-7.1.4-a)."""

    who: tuple[str, ...]


class React(msgspec.Struct, frozen=True, tag="react", tag_field="kind"):
    """Move into a box that was just entered (7.2)."""

    path: tuple[str, ...]
    party: Party = ALL


class Flee(msgspec.Struct, frozen=True, tag="flee", tag_field="kind"):
    """Bring a lone leader away (A-8.0-1)."""

    box: str


class Release(msgspec.Struct, frozen=True, tag="release", tag_field="kind"):
    """Choose who leaves the holding box of a replacement (9.5.2); None: the last."""

    who: tuple[str, ...] | None


class Recover(msgspec.Struct, frozen=True, tag="recover", tag_field="kind"):
    """Let reduced units try to recover (10.1); None: all that may."""

    who: tuple[str, ...] | None


OwnAction: TypeAlias = (
    Plain | Arrange | Bid | Activate | Assign | Show | Move | Drop | React | Flee | Release | Recover
)
Action: TypeAlias = OwnAction | CombatAction

NO_BID = Plain("no-bid")
PASS = Plain("pass")
END = Plain("end")
OVERRUN = Plain("overrun")
DECLINE = Plain("decline")
ARRANGE_AUTO = Arrange(None)
RELEASE_AUTO = Release(None)
RECOVER_ALL = Recover(None)

_DECLINES: dict[str, Action] = {
    "bid": NO_BID,
    "overrun": DECLINE,
    "withdrawal": STAY,
    **dict.fromkeys(("movement", "reaction", "reinforcement", "combat", "recovery"), END),
}
"""What `pass`, `end` and `decline` mean by the kind of the decision, where they are no choice themselves."""


def in_place(action: Action, kind: str) -> Action:
    """What a word that declines means where a decision of that kind is asked for."""
    return _DECLINES.get(kind, action) if action in (PASS, END, DECLINE) else action


def _arrange(words: Words, rest: str) -> Arrange:
    boxes = []
    for part in rest.split(";"):
        leader, colon, units = part.partition(":")
        if not colon:
            raise NotationError(
                _("A leader, a colon and his units are wanted, not {typed!r}", typed=part.strip()[:40])
            )
        boxes.append((words.leader(leader.strip()), words.several(units)))
    return Arrange(tuple(boxes))


def _arranged(arrange: Arrange) -> str:
    return " ; ".join(f"{leader} : {' '.join(units)}".strip() for leader, units in arrange.boxes or ())


def _activate(words: Words, rest: str) -> Activate:
    who, through, leader = rest.partition(" through ")
    if through:
        if joined(who) in words.leaders:
            raise NotationError(
                _("Leaders are activated through nobody: activate {leader}", leader=joined(who))
            )
        return Activate(words.unit(who), words.leader(leader))
    who, with_, party = rest.partition(" with ")
    if joined(who) in words.units:
        raise NotationError(
            _("A unit is activated through a leader: say through whom {unit} is", unit=joined(who))
        )
    return Activate(words.leader(who), None, words.party(party) if with_ else ALL)


def _activated(activate: Activate) -> str:
    if activate.through is not None:
        return f"{activate.who} through {activate.through}"
    return activate.who if activate.party == ALL else f"{activate.who} with {activate.party}"


def _assign(words: Words, rest: str) -> Assign:
    who, to, leader = rest.rpartition(" to ")
    if not to:
        raise NotationError(_("Who goes to whom is wanted: assign 29-rl to leveneur"))
    return Assign(words.those(who), words.leader(leader))


def _route(words: Words, rest: str) -> tuple[tuple[str, ...], Party]:
    path, with_, party = rest.partition(" with ")
    return words.path(path), words.party(party) if with_ else ALL


def _routed(action: Move | React) -> str:
    path = " > ".join(action.path)
    return path if action.party == ALL else f"{path} with {action.party}"


GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        Verb(
            "arrange",
            Arrange,
            read=_arrange,
            write=_arranged,
            auto=ARRANGE_AUTO,
            wants=N_("leaders with their units: arrange leveneur : 29-rl 71-rl ; stengel : 2-hus"),
        ),
        Verb("bid", Bid, Part(lambda _, typed: number(typed)), wants=N_("a chit: bid 2")),
        Verb(
            "activate",
            Activate,
            read=_activate,
            write=_activated,
            wants=N_("a leader, or a unit and through whom: activate dillon"),
        ),
        Verb(
            "assign",
            Assign,
            read=_assign,
            write=lambda assign: f"{' '.join(assign.who)} to {assign.leader}",
            wants=N_("who goes to whom: assign 29-rl to leveneur"),
        ),
        Verb("show", Show, THOSE, wants=N_("units or leaders: show 29-rl")),
        Verb(
            "move",
            Move,
            read=lambda words, rest: Move(*_route(words, rest)),
            write=_routed,
            wants=N_("a path: move sedan > chemery"),
        ),
        Verb("drop", Drop, THOSE, wants=N_("units or leaders: drop 29-rl")),
        Verb(
            "react",
            React,
            read=lambda words, rest: React(*_route(words, rest)),
            write=_routed,
            wants=N_("where from and where to: react sedan > chemery"),
        ),
        Verb("flee", Flee, Part(Words.box), wants=N_("a box: flee sedan")),
        Verb("release", Release, THOSE, auto=RELEASE_AUTO, wants=N_("units: release 29-rl")),
        Verb(
            "recover",
            Recover,
            read=lambda words, rest: RECOVER_ALL if rest == "all" else Recover(words.those(rest)),
            write=lambda recover: " ".join(recover.who or ()),
            auto=RECOVER_ALL,
            wants=N_("units: recover 29-rl, or recover auto for all that may"),
        ),
        Alone("no-bid", NO_BID, ("none",), whole=True),
        Alone("pass", PASS, whole=True),
        Alone("end", END, ("stop", "done"), whole=True),
        Alone("overrun", OVERRUN, whole=True),
        Alone("decline", DECLINE, whole=True),
        *actions.VERBS,
    ),
    fold=fold,
    longest=4000,
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
