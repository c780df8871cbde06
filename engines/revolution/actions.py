"""Actions as values, and their notation: answers, forms that hold several, and money handed over."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeAlias, get_args

import msgspec

from data.catalogue import N_
from engines.core.declared import Field, Kind, verb, verbs
from engines.core.memo import MemoLast
from engines.core.notation import AUTO, Alone, Grammar, Verb
from engines.revolution import answers, war_answers
from engines.revolution.answers import DONE, Give
from engines.revolution.words import Words, fold

AnyAnswer: TypeAlias = (
    answers.Done
    | answers.Ally
    | answers.Common
    | answers.Decide
    | answers.Depose
    | answers.Sacrifice
    | answers.Objective
    | answers.Purpose
    | answers.Place
    | answers.Arrest
    | answers.Remove
    | answers.Convince
    | answers.Plot
    | answers.Revolt
    | answers.Pacify
    | answers.Suppress
    | answers.Raise
    | answers.Quell
    | answers.Keep
    | answers.Install
    | answers.Turn
    | answers.Royal
    | answers.Propose
    | answers.Decree
    | answers.Vote
    | answers.Modify
    | answers.Veto
    | answers.Tie
    | answers.Reaction
    | answers.Verdict
    | answers.Pardon
    | answers.Declare
    | war_answers.Land
    | war_answers.Muster
    | war_answers.Levy
    | war_answers.Disband
    | war_answers.Advance
    | war_answers.Escort
    | war_answers.March
    | war_answers.Pin
    | war_answers.Hide
    | war_answers.Wish
    | war_answers.Shift
    | war_answers.Carry
    | war_answers.Spare
    | war_answers.Kidnap
    | war_answers.Capital
)


SEPARATOR = ";"
VERBS: tuple[Verb | Alone, ...] = (
    Alone("done", DONE, ("pass", "end", "nothing"), whole=True),
    *verbs(*[kind for kind in get_args(AnyAnswer) if kind is not answers.Done]),
)
_ANSWERS: Grammar[Words, Any] = Grammar(VERBS, fold=fold, longest=2000)
written = lru_cache(maxsize=4096)(_ANSWERS.notation)
"""An answer in the words that `parse` reads; its hash is kept, and the same few are written all game."""


def _filed(words: Words, rest: str) -> tuple[AnyAnswer, ...]:
    parts = [part.strip() for part in rest.split(SEPARATOR) if rest != AUTO]
    return tuple([_ANSWERS.parse(words, part, list) for part in parts if part])


_FILED = Kind(_filed, write=lambda given: f" {SEPARATOR} ".join(map(written, given)) or AUTO)


class File(msgspec.Struct, frozen=True, tag="file", tag_field="kind", gc=False, cache_hash=True):
    """A form, filled in: answers to what it asks, in order."""

    wants: ClassVar = N_("answers with ; between them, or file auto")
    answers: Annotated[tuple[AnyAnswer, ...], Field(_FILED, always=True)] = ()


Action: TypeAlias = AnyAnswer | File | Give

EMPTY = File()
GRAMMAR: Grammar[Words, Action] = Grammar((*VERBS, verb(File), verb(Give)), fold=fold, longest=4000)
notation: MemoLast[Action, str] = MemoLast(GRAMMAR.notation)
"""An action in the words that `parse` reads; each is written down more than once as it is taken."""
parse = GRAMMAR.parse
