"""Actions as values, and their notation: answers, forms that hold several, and money handed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from data.catalogue import N_, _
from data.nouns import listed
from engines.core.errors import NotationError
from engines.core.memo import MemoLast
from engines.core.notation import Alone, Grammar, Part, Verb
from engines.revolution import answers
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
    | answers.Land
    | answers.Muster
    | answers.Levy
    | answers.Disband
    | answers.Advance
    | answers.Escort
    | answers.March
    | answers.Pin
    | answers.Hide
    | answers.Wish
    | answers.Shift
    | answers.Carry
    | answers.Spare
    | answers.Kidnap
    | answers.Capital
)


class File(msgspec.Struct, frozen=True, tag="file", tag_field="kind", gc=False, cache_hash=True):
    """A form, filled in: answers to what it asks, in order."""

    answers: tuple[AnyAnswer, ...] = ()


Action: TypeAlias = AnyAnswer | File | Give

EMPTY = File()
SEPARATOR = ";"

REGION = Part(Words.region)
PERSON = Part(Words.person)
EACH = Part(Words.each_region)
SEAT = Part(Words.seat)
ARMY = Part(Words.army)
LAW = Part(Words.law)
BILL = Part(Words.bill)
ROLLS = Part(lambda _, typed: _count(typed), str, "x", 1)
"""`x 3`; one roll where none are said."""
BY = Part(Words.person, keyword="by", needed=True)
PATH = Part(Words.path, " > ".join)


def _count(typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= 99:
        raise NotationError(_("{typed!r} is no number of rolls: 1 to 99", typed=typed))
    return int(typed)


def _flag(yes: str, no: str) -> Part:
    """A word for true and one for false."""

    def read(_words: Words, typed: str) -> bool:
        if typed not in (yes, no):
            raise NotationError(_("{yes} or {no} is wanted, not {typed!r}", yes=yes, no=no, typed=typed[:20]))
        return typed == yes

    return Part(read, lambda value: yes if value else no)


def _signed(_words: Words, typed: str) -> int:
    try:
        return int(typed)
    except ValueError:
        raise NotationError(_("{typed!r} is no number", typed=typed[:20])) from None


YES = _flag("yes", "no")
NUMBER = Part(_signed, lambda value: f"{value:+d}" if value else "0")


def _one_of(*known: str) -> Part:
    def read(_words: Words, typed: str) -> str:
        if typed not in known:
            raise NotationError(
                _("{words} is wanted, not {typed!r}", words=listed(known, "or"), typed=typed[:20])
            )
        return typed

    return Part(read)


def _aim(kind: type[Any], aims: Mapping[str, Callable[[Words, str], str] | None]) -> tuple[Any, Any]:
    def read(words: Words, rest: str) -> Any:
        aim, _space, of = rest.partition(" ")
        if aim not in aims:
            raise NotationError(
                _("An objective is one of {aims}, not {aim!r}", aims=", ".join(aims), aim=aim[:20])
            )
        named = aims[aim]
        if (named is None) != (not of):
            raise NotationError(
                _("{aim} stands alone", aim=aim) if named is None else _("{aim} wants a name", aim=aim)
            )
        return kind(aim, named(words, of) if named else "")

    return read, lambda objective: f"{objective.aim} {objective.of}".strip()


_READ_AIM, _WRITE_AIM = _aim(
    answers.Objective,
    {
        "convince": Words.person,
        "revolt": Words.region,
        "suppress": Words.region,
        "plot": Words.region,
        "raise": None,
        "quell": None,
        "law": Words.law_type,
        "common": None,
        "regime": Words.regime,
        "none": None,
    },
)
_READ_PURPOSE, _WRITE_PURPOSE = _aim(
    answers.Purpose,
    {
        "arrest": Words.person,
        "suppress": Words.region,
        "defeat": Words.region,
        "law": Words.law_type,
        "none": None,
    },
)


def _placed(words: Words, rest: str) -> answers.Place:
    where: list[tuple[str, str]] = []
    for part in rest.split(","):
        who, at, region = part.rpartition(" in ")
        if not at:
            raise NotationError(
                _("Who goes where is wanted, as marat in paris, not {typed!r}", typed=part.strip()[:40])
            )
        where.extend((person, words.region(region)) for person in words.people(who))
    if len({person for person, _ in where}) < len(where):
        raise NotationError(_("Each personality is placed once"))
    return answers.Place(tuple(sorted(where, key=lambda pair: words.rank(pair[0]))))


def _placing(place: answers.Place) -> str:
    return ", ".join(f"{person} in {region}" for person, region in place.where)


def _regional(kind: type[Any]) -> tuple[Any, Any]:
    """`lyon by roland x 2 with vergniaud`; without a region, of Paris."""
    names = [field.name for field in msgspec.structs.fields(kind)]

    def read(words: Words, rest: str) -> Any:
        rest, _with, helpers = rest.partition(" with ")
        rest, _x, rolls = rest.partition(" x ")
        where, by, who = f" {rest}".rpartition(" by ")
        if not by:
            raise NotationError(_("Who does it is wanted, behind `by`"))
        with_ = words.people(helpers) if helpers else ()
        said = (words.person(who), _count(rolls) if rolls else 1, with_)
        return kind(words.region(where.strip()), *said) if "region" in names else kind(*said)

    def write(action: Any) -> str:
        parts = [action.region] if "region" in names else []
        parts += ["by", action.person]
        parts += ["x", str(action.rolls)] if action.rolls > 1 else []
        parts += ["with", *action.helpers] if action.helpers else []
        return " ".join(parts)

    return read, write


def _deed(word: str, kind: type[Any], wants: str | N_) -> Verb:
    read, write = _regional(kind)
    return Verb(word, kind, read=read, write=write, wants=wants)


def _number_of_rolls(word: str, kind: type[Any], what: Part, wants: str | N_) -> Verb:
    def read(words: Words, rest: str) -> Any:
        name, _x, rolls = rest.partition(" x ")
        return kind(what.read(words, name), _count(rolls) if rolls else 1)

    def write(action: Any) -> str:
        first = msgspec.structs.astuple(action)[0]
        return f"{first} x {action.rolls}" if action.rolls > 1 else f"{first}"

    return Verb(word, kind, read=read, write=write, wants=wants)


def _propose(words: Words, rest: str) -> answers.Propose:
    return answers.Propose(words.law(rest.removesuffix(" helped")), rest.endswith(" helped"))


def _way(rest: str, wants: N_) -> tuple[str, str]:
    """An army, and its way or where that ends."""
    for word in (" along ", " to "):
        army, separator, path = rest.partition(word)
        if separator:
            return army, path
    raise NotationError(str(wants))


def _march(words: Words, rest: str) -> answers.March:
    army, path = _way(rest, N_("An army and its way are wanted: march regular-metz along metz > paris"))
    path, box, _rest = f"{path} ".partition(" box ")
    return answers.March(words.army(army), words.path(path.strip()), bool(box))


def _advance(words: Words, rest: str) -> answers.Advance:
    army, path = _way(rest, N_("An army and its way are wanted: advance army-retz along nantes > angers"))
    path, king, _rest = f"{path} ".partition(" with the king ")
    path, led, general = path.partition(" led by ")
    leader = words.person(general.strip()) if led else None
    return answers.Advance(words.army(army), words.path(path.strip()), leader, bool(king))


def _advancing(said: answers.Advance) -> str:
    led = f" led by {said.general}" if said.general else ""
    return f"{said.army} along {' > '.join(said.path)}{led}{' with the king' if said.king else ''}"


VERBS: tuple[Verb | Alone, ...] = (
    Alone("done", DONE, ("pass", "end", "nothing"), whole=True),
    Verb("ally", answers.Ally, SEAT, wants=N_("a Current: ally gironde")),
    Verb(
        "common",
        answers.Common,
        SEAT,
        Part(Words.law_type, keyword="on", needed=True),
        Part(Words.seat, keyword="by", needed=True),
        wants=N_("with whom, on what, by whom: common gironde on economic by marais"),
    ),
    Verb("decide", answers.Decide, Part(Words.row), YES, wants=N_("an event, and yes or no")),
    Verb("depose", answers.Depose, YES, wants=N_("yes or no")),
    Verb("sacrifice", answers.Sacrifice, ARMY, wants=N_("an army: sacrifice regular-metz")),
    Verb("objective", answers.Objective, read=_READ_AIM, write=_WRITE_AIM, wants=N_("what: objective raise")),
    Verb(
        "purpose", answers.Purpose, read=_READ_PURPOSE, write=_WRITE_PURPOSE, wants=N_("what: purpose none")
    ),
    Verb(
        "place", answers.Place, read=_placed, write=_placing, wants=N_("who goes where: place marat in paris")
    ),
    _number_of_rolls("arrest", answers.Arrest, PERSON, N_("whom: arrest marat x 2")),
    _number_of_rolls("remove", answers.Remove, PERSON, N_("whom: remove barbaroux")),
    _number_of_rolls("convince", answers.Convince, PERSON, N_("whom: convince danton x 3")),
    _deed("plot", answers.Plot, N_("where and by whom: plot nimes by barnave x 2")),
    _deed("revolt", answers.Revolt, N_("where and by whom: revolt caen by cadoudal")),
    _number_of_rolls("pacify", answers.Pacify, REGION, N_("where: pacify bourges x 2")),
    _deed("suppress", answers.Suppress, N_("where and by whom: suppress bourges by sieyes")),
    _deed("raise", answers.Raise, N_("by whom: raise by danton")),
    _deed("quell", answers.Quell, N_("by whom: quell by la-fayette")),
    Verb("keep", answers.Keep, Part(_signed), wants=N_("a roll: keep 2")),
    Verb(
        "install",
        answers.Install,
        Part(Words.regime_or_none),
        wants=N_("a regime, or none: install convention"),
    ),
    Verb("turn", answers.Turn, SEAT, BY, wants=N_("whose and by whom: turn marais by barnave")),
    Verb("royal", answers.Royal, _flag("with-marker", "without"), wants=N_("with-marker or without")),
    Verb(
        "propose",
        answers.Propose,
        read=_propose,
        write=lambda said: said.law + " helped" * said.helped,
        wants=N_("a law: propose civic"),
    ),
    Verb("decree", answers.Decree, LAW, wants=N_("a law: decree civic")),
    Verb("vote", answers.Vote, BILL, YES, wants=N_("a question, and yes or no: vote civic yes")),
    Verb("modify", answers.Modify, BILL, NUMBER, wants=N_("a law, and a number: modify civic +1")),
    Verb("veto", answers.Veto, BILL, YES, wants=N_("a law, and yes or no: veto emigres yes")),
    Verb("tie", answers.Tie, Part(Words.tied), YES, wants=N_("a question, and yes or no: tie civic yes")),
    Verb("thermidor", answers.Reaction, YES, wants=N_("yes or no")),
    Verb(
        "verdict",
        answers.Verdict,
        Part(Words.each_person),
        _flag("guilty", "innocent"),
        wants=N_("on whom: verdict marat guilty"),
    ),
    Verb("pardon", answers.Pardon, PERSON, wants=N_("whom: pardon charette")),
    Verb(
        "declare",
        answers.Declare,
        _one_of("support", "criticise", "neutral"),
        wants=N_("support or criticise"),
    ),
    Verb(
        "land",
        answers.Land,
        ARMY,
        Part(Words.region, keyword="in", needed=True),
        wants=N_("an army and where: land quiberon in nantes"),
    ),
    Verb("muster", answers.Muster, ARMY, BY, wants=N_("an army and by whom: muster army-retz by charette")),
    Verb("levy", answers.Levy, REGION, wants=N_("where: levy metz")),
    Verb("disband", answers.Disband, ARMY, wants=N_("an army: disband volunteer-1")),
    Verb(
        "advance",
        answers.Advance,
        read=_advance,
        write=_advancing,
        wants=N_("an army and its way: advance army-retz along nantes > angers"),
    ),
    Verb(
        "march",
        answers.March,
        read=_march,
        write=lambda said: f"{said.army} along {' > '.join(said.path)}" + (" box" if said.box else ""),
        wants=N_("an army and its way: march regular-metz along metz > paris"),
    ),
    Verb("escort", answers.Escort, ARMY, YES, wants=N_("an army, and yes or no: escort coburg yes")),
    Verb("pin", answers.Pin, EACH, YES, wants=N_("where, and yes or no: pin metz yes")),
    Verb("hide", answers.Hide, EACH, YES, wants=N_("where, and yes or no: hide cholet yes")),
    Verb("wish", answers.Wish, EACH, YES, wants=N_("where, and yes or no: wish metz yes")),
    Verb("shift", answers.Shift, EACH, NUMBER, wants=N_("where, and by how much: shift metz +1")),
    Verb("carnot", answers.Carry, EACH, NUMBER, wants=N_("where, and by how much: carnot metz +1")),
    Verb("spare", answers.Spare, _flag("commune", "armies"), wants=N_("commune or armies")),
    Verb("kidnap", answers.Kidnap, YES, wants=N_("yes or no")),
    Verb("capital", answers.Capital, REGION, wants=N_("a region: capital orleans")),
)
_ANSWERS: Grammar[Words, Any] = Grammar(VERBS, fold=fold, longest=2000)
written = lru_cache(maxsize=4096)(_ANSWERS.notation)
"""An answer in the words that `parse` reads; its hash is kept, and the same few are written all game."""


def _filed(words: Words, rest: str) -> File:
    parts = [part.strip() for part in rest.split(SEPARATOR)]
    return File(tuple(_ANSWERS.parse(words, part, list) for part in parts if part))


GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        *VERBS,
        Verb(
            "file",
            File,
            read=_filed,
            write=lambda form: f" {SEPARATOR} ".join(map(written, form.answers)),
            auto=EMPTY,
            wants=N_("answers with ; between them, or file auto"),
        ),
        Verb(
            "give", Give, SEAT, Part(lambda words, typed: words.money(typed)), wants=N_("give mountain 100")
        ),
    ),
    fold=fold,
    longest=4000,
)
notation: MemoLast[Action, str] = MemoLast(GRAMMAR.notation)
"""An action in the words that `parse` reads; each is written down more than once as it is taken."""
parse = GRAMMAR.parse
