"""The actions of the player as values, and their notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from data.catalogue import N_, _
from data.levee.schema import MARKERS, Marker, Unit
from engines.core.errors import AmbiguousNotation
from engines.core.memo import MemoLast
from engines.core.notation import Alone, Grammar, Part, Verb, Vocabulary, fold, joined, optional
from engines.levee.box import HOLDING, PARIS, Box


class Political(msgspec.Struct, frozen=True, tag="political", tag_field="kind"):
    """Raise Republic, or lower Monarchy or Despotism (7.1)."""

    marker: Marker


class Military(msgspec.Struct, frozen=True, tag="military", tag_field="kind"):
    """Push an Army back (7.2); free on the first attack on an Army in Paris."""

    army: Unit


class Naval(msgspec.Struct, frozen=True, tag="naval", tag_field="kind"):
    """Fight the Royal Navy (7.3)."""


class Liberate(msgspec.Struct, frozen=True, tag="liberate", tag_field="kind"):
    """Place a Liberation marker (7.4); `marker` names it where values differ (A-17)."""

    space: str
    marker: str | None = None


class RestoreOrder(msgspec.Struct, frozen=True, tag="restore-order", tag_field="kind"):
    """Take the Disorder marker out of Paris (7.5)."""


class Levy(msgspec.Struct, frozen=True, tag="levy", tag_field="kind"):
    """Call a levée en masse: give up a Liberation marker for an Emergency attack (10.1).

    `marker` names it where several are held whose values differ (A-17).
    """

    origin: str
    marker: str | None = None


class Spirit(msgspec.Struct, frozen=True, tag="spirit", tag_field="kind"):
    """A liberated space fights the Army in it by itself (10.2); `army` names it where two could be (A-41)."""

    space: str
    army: Unit | None = None


class Deploy(msgspec.Struct, frozen=True, tag="napoleon", tag_field="kind"):
    """Send Napoleon from the Holding Box to an Army (X-5.N-b)."""

    army: Unit


class Recall(msgspec.Struct, frozen=True, tag="recall", tag_field="kind"):
    """Call Napoleon back to the Holding Box (X-5.N-f)."""


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Commit the forces that keep Paris in order: one more attack, or +1 to the die that waits (X-10.5)."""


class Reroll(msgspec.Struct, frozen=True, tag="reroll", tag_field="kind"):
    """Commit the last reserves: the attack is rolled anew (X-10.4)."""


class Keep(msgspec.Struct, frozen=True, tag="keep", tag_field="kind"):
    """Let the die that waits stand."""


class End(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """Stop acting; unspent actions are lost (A-02)."""


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


class Words:
    """What spaces and Liberation markers are called."""

    def __init__(self, box: Box) -> None:
        places = [*((id, fold(space.name)) for id, space in box.space.items()), (PARIS, PARIS)]
        self.spaces = Vocabulary.named(places, "a space")
        self.origins = Vocabulary.named([*places, (HOLDING, HOLDING)], _("a space or holding"))
        self.markers = Vocabulary.of(box.marker_value, _("a Liberation marker"))
        self.powers = Vocabulary.of(box.units(box.kit), _("an Army"))


def _aimed(verb: str, at: Callable[[Words], Vocabulary[Any]]) -> Part:
    """The target of a verb; what a word cut short could be is told as actions."""

    def read(words: Words, typed: str) -> Any:
        try:
            return at(words).meant(joined(typed))
        except AmbiguousNotation as error:
            choices = tuple(f"{verb} {choice}" for choice in error.choices)
            raise AmbiguousNotation(error.message, choices=choices) from None

    return Part(read)


_TRACKS = Vocabulary.of(MARKERS, "a marker")
_WITH = optional("with", Part(lambda words, typed: words.markers.meant(joined(typed))))
GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        Alone("naval", Naval()),
        Alone("restore-order", RestoreOrder()),
        Alone("end", End()),
        Verb("political", Political, _aimed("political", lambda _: _TRACKS), wants=N_("a marker after it")),
        Verb(
            "military", Military, _aimed("military", lambda words: words.powers), wants=N_("an Army after it")
        ),
        Verb(
            "liberate",
            Liberate,
            _aimed("liberate", lambda words: words.spaces),
            _WITH,
            wants=N_("a space after it"),
        ),
        Verb(
            "levy",
            Levy,
            _aimed("levy", lambda words: words.origins),
            _WITH,
            wants=N_("a space or holding after it"),
        ),
        Verb(
            "spirit",
            Spirit,
            _aimed("spirit", lambda words: words.spaces),
            optional("against", Part(lambda words, typed: words.powers.meant(joined(typed)))),
            wants=N_("a space after it"),
        ),
        Verb(
            "napoleon", Deploy, _aimed("napoleon", lambda words: words.powers), wants=N_("an Army after it")
        ),
        Alone("recall", Recall()),
        Alone("commit", Commit()),
        Alone("reroll", Reroll()),
        Alone("keep", Keep()),
    ),
    few=True,
)
notation: MemoLast[Action, str] = MemoLast(GRAMMAR.notation)
"""An action in the words that `parse` reads; each is written down twice as it is taken."""
parse = GRAMMAR.parse
