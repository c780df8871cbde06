"""The actions of the player as values; each struct declares its verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import msgspec

from data.catalogue import N_, _
from data.levee.schema import MARKERS, Marker, Unit
from engines.core.declared import Field, Kind, verbs
from engines.core.errors import AmbiguousNotation
from engines.core.memo import MemoLast
from engines.core.notation import Grammar, Vocabulary, fold, joined
from engines.levee.box import HOLDING, PARIS, Box


class Words:
    """What spaces and Liberation markers are called."""

    def __init__(self, box: Box) -> None:
        places = [*((id, fold(space.name)) for id, space in box.space.items()), (PARIS, PARIS)]
        self.spaces = Vocabulary.named(places, "a space")
        self.origins = Vocabulary.named([*places, (HOLDING, HOLDING)], _("a space or holding"))
        self.markers = Vocabulary.of(box.marker_value, _("a Liberation marker"))
        self.powers = Vocabulary.of(box.units(box.kit), _("an Army"))


def _aimed(verb: str, at: Callable[[Words], Vocabulary[Any]]) -> Kind:
    """The target of a verb; what a word cut short could be is told as actions."""

    def read(words: Words, typed: str) -> Any:
        try:
            return at(words).meant(joined(typed))
        except AmbiguousNotation as error:
            choices = tuple(f"{verb} {choice}" for choice in error.choices)
            raise AmbiguousNotation(error.message, choices=choices) from None

    return Kind(read, longest=0)


_TRACKS = Vocabulary.of(MARKERS, "a marker")
_TRACK = _aimed("political", lambda _: _TRACKS)
_MARKER = Kind(lambda words, typed: words.markers.meant(joined(typed)))
_ARMY = Kind(lambda words, typed: words.powers.meant(joined(typed)))


class Political(msgspec.Struct, frozen=True, tag="political", tag_field="kind"):
    """Raise the Republic, or lower Monarchy or Despotism (7.1)."""

    wants: ClassVar = N_("a marker after it")
    marker: Annotated[Marker, Field(_TRACK, about=N_("The marker to act on"))]


class Military(msgspec.Struct, frozen=True, tag="military", tag_field="kind"):
    """Attack an Army; the first attack on each Army in Paris is free (7.2)."""

    wants: ClassVar = N_("an Army after it")
    army: Annotated[
        Unit, Field(_aimed("military", lambda words: words.powers), about=N_("The Army to push back"))
    ]


class Naval(msgspec.Struct, frozen=True, tag="naval", tag_field="kind"):
    """Fight the Royal Navy to throw the British back (7.3)."""


class Liberate(msgspec.Struct, frozen=True, tag="liberate", tag_field="kind"):
    """Place a Liberation marker outside France (7.4)."""

    wants: ClassVar = N_("a space after it")
    space: Annotated[
        str, Field(_aimed("liberate", lambda words: words.spaces), about=N_("The space to liberate"))
    ]
    marker: Annotated[str | None, Field(_MARKER, "with")] = None
    """The marker where values differ (A-17)."""


class RestoreOrder(msgspec.Struct, frozen=True, tag="restore-order", tag_field="kind"):
    """Take the Disorder marker out of Paris (7.5)."""


class Levy(msgspec.Struct, frozen=True, tag="levy", tag_field="kind"):
    """Call a levée en masse: give up a Liberation marker, attack at once (10.1)."""

    wants: ClassVar = N_("a space or holding after it")
    origin: Annotated[
        str,
        Field(
            _aimed("levy", lambda words: words.origins),
            about=N_("Where the Liberation marker is that is given up"),
            option="marker",
        ),
    ]
    marker: Annotated[str | None, Field(_MARKER, "with")] = None
    """The marker where several are held whose values differ (A-17)."""


class Spirit(msgspec.Struct, frozen=True, tag="spirit", tag_field="kind"):
    """Let a liberated space fight for itself in the Spirit of '89 (10.2)."""

    wants: ClassVar = N_("a space after it")
    space: Annotated[
        str,
        Field(
            _aimed("spirit", lambda words: words.spaces),
            about=N_("The liberated space that fights the Army in it"),
        ),
    ]
    army: Annotated[Unit | None, Field(_ARMY, "against")] = None
    """The Army where two could be (A-41)."""


class Deploy(msgspec.Struct, frozen=True, tag="napoleon", tag_field="kind"):
    """Send Napoleon against an Army: +1 to land attacks on it, -1 politics (kit, 5.0)."""

    wants: ClassVar = N_("an Army after it")
    army: Annotated[
        Unit, Field(_aimed("napoleon", lambda words: words.powers), about=N_("The Army that he fights"))
    ]


class Recall(msgspec.Struct, frozen=True, tag="recall", tag_field="kind"):
    """Recall Napoleon, before anything else in the turn (kit, 5.0)."""


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Give up order in Paris for an attack in France, or for +1 to its die (10.5)."""


class Reroll(msgspec.Struct, frozen=True, tag="reroll", tag_field="kind"):
    """Commit the last reserves: roll the attack again (10.4)."""


class Keep(msgspec.Struct, frozen=True, tag="keep", tag_field="kind"):
    """Let the die that waits stand (10.4, 10.5)."""


class End(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """End your turn: Housekeeping, then the next headline (8)."""


Action = (
    Political
    | Military
    | Naval
    | Liberate
    | RestoreOrder
    | Levy
    | Spirit
    | Deploy
    | Recall
    | Commit
    | Reroll
    | Keep
    | End
)

GRAMMAR: Grammar[Words, Action] = Grammar(
    verbs(
        *(Naval, RestoreOrder, End),
        *(Political, Military, Liberate, Levy, Spirit, Deploy),
        *(Recall, Commit, Reroll, Keep),
    ),
    few=True,
)
notation: MemoLast[Action, str] = MemoLast(GRAMMAR.notation)
"""An action in the words that `parse` reads; each is written down twice as it is taken."""
parse = GRAMMAR.parse
