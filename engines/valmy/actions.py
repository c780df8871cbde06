"""The actions outside combat as values, and the notation of all; each struct declares its verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias, get_args

import msgspec

from data.catalogue import N_, _
from engines.core.declared import NUMBER, Field, Kind, verb, verbs
from engines.core.errors import NotationError
from engines.core.notation import AUTO, Alone, Grammar, joined
from engines.valmy.combat import actions
from engines.valmy.combat.actions import STAY, CombatAction
from engines.valmy.words import (
    ALL,
    LEADER,
    PARTY,
    PATH,
    THOSE,
    UNIT,
    Boxes,
    BoxTo,
    Party,
    Those,
    Words,
    boxed,
    boxes_of,
    fold,
)

Arrangement: TypeAlias = Boxes
"""Leaders with the units in their holding boxes; units that are nowhere stand on the map."""


def _arrange(words: Words, typed: str) -> Arrangement:
    wanted = N_("A leader, a colon and his units are wanted, not {typed!r}")
    return boxes_of(typed, words.leader, words.several, wanted)


def _all_or_those(words: Words, typed: str) -> tuple[str, ...] | None:
    return None if typed == "all" else words.those(typed)


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Arrange(msgspec.Struct, frozen=True, tag="arrange", tag_field="kind"):
    """Spread your units over your leaders at the start (3.0)."""

    wants: ClassVar = N_("leaders with their units: arrange leveneur : 29-rl 71-rl ; stengel : 2-hus")
    boxes: Annotated[
        Arrangement | None,
        Field(
            Kind(_arrange, nothing=AUTO, write=boxed, longest=300),
            about=N_("Leader : units ; leader : units, or auto"),
        ),
    ]
    """The boxes of the chits; None spreads them evenly."""


class Bid(msgspec.Struct, frozen=True, tag="bid", tag_field="kind"):
    """Play an initiative chit, or none (5.1)."""

    wants: ClassVar = N_("a chit: bid 2")
    chit: Annotated[int, Field(NUMBER)]


class Activate(msgspec.Struct, frozen=True, tag="activate", tag_field="kind"):
    """Activate a leader with his force, or a single unit through a leader (6)."""

    wants: ClassVar = N_("a leader, or a unit and through whom: activate dillon")
    order: ClassVar = ("who", "party", "through")
    who: Annotated[str, Field(UNIT, about=N_("The leader or unit"))]
    through: Annotated[
        str | None, Field(LEADER, "through", N_("The leader through whom a single unit tries"))
    ] = None
    party: Annotated[
        Party, Field(PARTY, "with", N_("Who goes with the leader; all by default"), option="with")
    ] = ALL
    """The leader's companions; `all` is his holding box, and the leaders whom he controls with theirs."""

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Activate:
        """Leaders go with a party, units through a leader."""
        who, through, party = texts["who"], texts.get("through"), texts.get("party")
        if through is None:
            if joined(who) in words.units:
                raise NotationError(
                    _("A unit is activated through a leader: say through whom {unit} is", unit=joined(who))
                )
            return cls(words.leader(who), None, ALL if party is None else words.party(party))
        if joined(who) in words.leaders:
            raise NotationError(
                _("A leader needs no other leader. Type: activate {leader}", leader=joined(who))
            )
        if party is not None:
            raise NotationError(_("Nobody goes with a unit that is activated through a leader"))
        return cls(words.unit(who), words.leader(through))


class Assign(msgspec.Struct, frozen=True, tag="assign", tag_field="kind"):
    """Put units or leaders under a leader in their box (8.2)."""

    wants: ClassVar = N_("who goes to whom: assign 29-rl to leveneur")
    who: Those
    leader: Annotated[str, Field(LEADER, "to", N_("The leader"), option="to", optional=True)]


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="kind"):
    """Take units out of their holding box onto the map (2.3)."""

    wants: ClassVar = N_("units or leaders: show 29-rl")
    who: Annotated[tuple[str, ...], Field(THOSE, about=N_("Units"))]


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """Go along a path; what it costs with traffic is shown as you type (7.1)."""

    wants: ClassVar = N_("a path: move sedan > chemery")
    path: Annotated[tuple[str, ...], Field(PATH, about=N_("Boxes with > between them, from where they are"))]
    party: Annotated[Party, Field(PARTY, "with", N_("Who goes; all by default"), option="with")] = ALL


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind"):
    """Leave units or leaders of the moving stack where it is (7.1.4)."""

    wants: ClassVar = N_("units or leaders: drop 29-rl")
    who: Those


class React(msgspec.Struct, frozen=True, tag="react", tag_field="kind"):
    """Move into a box that was just entered, or into the Reserve of a battle (7.2)."""

    wants: ClassVar = N_("where from and where to: react sedan > chemery")
    path: Annotated[tuple[str, ...], Field(PATH._replace(longest=100), about=N_("Where from > where to"))]
    party: Annotated[
        Party, Field(PARTY, "with", N_("Who goes; the leader's force by default"), option="with")
    ] = ALL


class Flee(msgspec.Struct, frozen=True, tag="flee", tag_field="kind"):
    """Bring a leader away who is alone with enemies (8.0)."""

    wants: ClassVar = N_("a box: flee sedan")
    box: BoxTo


class Release(msgspec.Struct, frozen=True, tag="release", tag_field="kind"):
    """Choose who leaves the holding box of a replacement (9.5.2)."""

    wants: ClassVar = N_("units: release 29-rl")
    who: Annotated[tuple[str, ...] | None, Field(THOSE._replace(nothing=AUTO), about=N_("Units, or auto"))]
    """The units to release; None releases the last."""


class Recover(msgspec.Struct, frozen=True, tag="recover", tag_field="kind"):
    """Let reduced units try to recover (10.1)."""

    wants: ClassVar = N_("units: recover 29-rl, or recover auto for all that may")
    who: Annotated[
        tuple[str, ...] | None,
        Field(THOSE._replace(read=_all_or_those, nothing=AUTO), about=N_("Units, or auto for all that may")),
    ]
    """The units that recover; None means all that may."""


OwnAction: TypeAlias = (
    Plain | Arrange | Bid | Activate | Assign | Show | Move | Drop | React | Flee | Release | Recover
)
Action: TypeAlias = OwnAction | CombatAction

NO_BID = Plain("no-bid")
PASS = Plain("pass")
END = Plain("end")
OVERRUN = Plain("overrun")
DECLINE = Plain("decline")
ARRANGE_AUTO, RELEASE_AUTO, RECOVER_ALL = Arrange(None), Release(None), Recover(None)

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


WORDS: Mapping[str, Alone] = {
    alone.word: alone
    for alone in (
        Alone("no-bid", NO_BID, ("none",), whole=True),
        Alone("pass", PASS, whole=True, about=N_("Pass; two passes running end the activations (4.3).")),
        Alone(
            "end",
            END,
            ("stop", "done"),
            whole=True,
            about=N_("End the movement, the reaction or the combats."),
        ),
        Alone("overrun", OVERRUN, whole=True),
        Alone("decline", DECLINE, whole=True),
        *actions.WORDS.values(),
    )
}
"""The words that stand alone."""
VERBS = [kind for kind in get_args(Action) if kind not in (Plain, actions.Choice)]
# Charges that answer charges are typed as what they are, and are charges all the same (Y-9.2.6-a).
GRAMMAR: Grammar[Words, Action] = Grammar(
    (verb(actions.Charge, "counter"), *verbs(*VERBS), *WORDS.values()), fold=fold, longest=4000
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
