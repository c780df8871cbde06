"""Actions as values, and their notation: answers, forms that hold several, and money handed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from engines.core.errors import NotationError
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


class File(msgspec.Struct, frozen=True, tag="file", tag_field="kind", gc=False):
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
PATH = Part(Words.path, " > ".join)


def _count(typed: str) -> int:
    if not typed.isdecimal() or not 1 <= int(typed) <= 99:
        raise NotationError(f"{typed!r} is no number of rolls")
    return int(typed)


def _flag(yes: str, no: str) -> Part:
    """A word for true and one for false."""

    def read(_: Words, typed: str) -> bool:
        if typed not in (yes, no):
            raise NotationError(f"{yes} or {no} is wanted, not {typed[:20]!r}")
        return typed == yes

    return Part(read, lambda value: yes if value else no)


def _signed(_: Words, typed: str) -> int:
    try:
        return int(typed)
    except ValueError:
        raise NotationError(f"{typed[:20]!r} is no number") from None


YES = _flag("yes", "no")
NUMBER = Part(_signed, lambda value: f"{value:+d}" if value else "0")
HELPERS = Part(Words.people, " ".join, "with", ())


def _one_of(*known: str) -> Part:
    def read(_: Words, typed: str) -> str:
        if typed not in known:
            raise NotationError(f"{' or '.join(known)} is wanted, not {typed[:20]!r}")
        return typed

    return Part(read)


def _aim(kind: type[Any], aims: Mapping[str, Callable[[Words, str], str] | None]) -> tuple[Any, Any]:
    def read(words: Words, rest: str) -> Any:
        aim, _, of = rest.partition(" ")
        if aim not in aims:
            raise NotationError(f"An objective is one of {', '.join(aims)}, not {aim[:20]!r}")
        named = aims[aim]
        if (named is None) != (not of):
            raise NotationError(f"{aim} {'stands alone' if named is None else 'wants a name'}")
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
            raise NotationError(f"Who goes where is wanted, as marat in paris, not {part.strip()[:40]!r}")
        where.extend((person, words.region(region)) for person in words.people(who))
    if len({person for person, _ in where}) < len(where):
        raise NotationError("Each personality is placed once")
    return answers.Place(tuple(sorted(where, key=lambda pair: words.rank(pair[0]))))


def _placing(place: answers.Place) -> str:
    return ", ".join(f"{person} in {region}" for person, region in place.where)


def _regional(kind: type[Any]) -> tuple[Any, Any]:
    """`lyon by roland x 2 with vergniaud`; without a region, of Paris."""
    names = [field.name for field in msgspec.structs.fields(kind)]

    def read(words: Words, rest: str) -> Any:
        rest, _, helpers = rest.partition(" with ")
        rest, _, rolls = rest.partition(" x ")
        where, by, who = f" {rest}".rpartition(" by ")
        if not by:
            raise NotationError("Who does it is wanted, behind `by`")
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


def _deed(word: str, kind: type[Any], wants: str) -> Verb:
    read, write = _regional(kind)
    return Verb(word, kind, read=read, write=write, wants=wants)


def _number_of_rolls(word: str, kind: type[Any], what: Part, wants: str) -> Verb:
    def read(words: Words, rest: str) -> Any:
        name, _, rolls = rest.partition(" x ")
        return kind(what.read(words, name), _count(rolls) if rolls else 1)

    def write(action: Any) -> str:
        first = msgspec.structs.astuple(action)[0]
        return f"{first} x {action.rolls}" if action.rolls > 1 else f"{first}"

    return Verb(word, kind, read=read, write=write, wants=wants)


def _propose(words: Words, rest: str) -> answers.Propose:
    return answers.Propose(words.law(rest.removesuffix(" helped")), rest.endswith(" helped"))


def _march(words: Words, rest: str) -> answers.March:
    army, along, path = rest.partition(" along ")
    if not along:
        raise NotationError("An army and its way are wanted: march regular-metz along metz > paris")
    path, box, _ = f"{path} ".partition(" box ")
    return answers.March(words.army(army), words.path(path.strip()), bool(box))


def _advance(words: Words, rest: str) -> answers.Advance:
    army, along, path = rest.partition(" along ")
    if not along:
        raise NotationError("An army and its way are wanted: advance army-retz along nantes > angers")
    path, king, _ = f"{path} ".partition(" with the king ")
    path, led, general = path.partition(" led by ")
    leader = words.person(general.strip()) if led else None
    return answers.Advance(words.army(army), words.path(path.strip()), leader, bool(king))


def _advancing(said: answers.Advance) -> str:
    led = f" led by {said.general}" if said.general else ""
    return f"{said.army} along {' > '.join(said.path)}{led}{' with the king' if said.king else ''}"


VERBS: tuple[Verb | Alone, ...] = (
    Alone("done", DONE, ("pass", "end", "nothing"), whole=True),
    Verb("ally", answers.Ally, SEAT, wants="a Current: ally gironde"),
    Verb(
        "common",
        answers.Common,
        SEAT,
        Part(Words.law_type, keyword="on"),
        Part(Words.seat, keyword="by"),
        wants="with whom, on what, by whom: common gironde on economic by marais",
    ),
    Verb("decide", answers.Decide, Part(Words.row), YES, wants="an event, and yes or no"),
    Verb("depose", answers.Depose, YES, wants="yes or no"),
    Verb("sacrifice", answers.Sacrifice, ARMY, wants="an army: sacrifice regular-metz"),
    Verb("objective", answers.Objective, read=_READ_AIM, write=_WRITE_AIM, wants="what: objective raise"),
    Verb("purpose", answers.Purpose, read=_READ_PURPOSE, write=_WRITE_PURPOSE, wants="what: purpose none"),
    Verb("place", answers.Place, read=_placed, write=_placing, wants="who goes where: place marat in paris"),
    _number_of_rolls("arrest", answers.Arrest, PERSON, "whom: arrest marat x 2"),
    _number_of_rolls("remove", answers.Remove, PERSON, "whom: remove barbaroux"),
    _number_of_rolls("convince", answers.Convince, PERSON, "whom: convince danton x 3"),
    _deed("plot", answers.Plot, "where and by whom: plot nimes by barnave x 2"),
    _deed("revolt", answers.Revolt, "where and by whom: revolt caen by cadoudal"),
    _number_of_rolls("pacify", answers.Pacify, REGION, "where: pacify bourges x 2"),
    _deed("suppress", answers.Suppress, "where and by whom: suppress bourges by sieyes"),
    _deed("raise", answers.Raise, "by whom: raise by danton"),
    _deed("quell", answers.Quell, "by whom: quell by la-fayette"),
    Verb("keep", answers.Keep, Part(_signed), wants="a roll: keep 2"),
    Verb(
        "install", answers.Install, Part(Words.regime_or_none), wants="a regime, or none: install convention"
    ),
    Verb("turn", answers.Turn, SEAT, Part(Words.person, keyword="by"), wants="whose and by whom"),
    Verb("royal", answers.Royal, _flag("with-marker", "without"), wants="with-marker or without"),
    Verb(
        "propose",
        answers.Propose,
        read=_propose,
        write=lambda said: said.law + " helped" * said.helped,
        wants="a law: propose civic",
    ),
    Verb("decree", answers.Decree, LAW, wants="a law: decree civic"),
    Verb("vote", answers.Vote, BILL, YES, wants="a question, and yes or no: vote civic yes"),
    Verb("modify", answers.Modify, BILL, NUMBER, wants="a law, and a number: modify civic +1"),
    Verb("veto", answers.Veto, BILL, YES, wants="a law, and yes or no: veto emigres yes"),
    Verb("tie", answers.Tie, BILL, YES, wants="a question, and yes or no: tie civic yes"),
    Verb("thermidor", answers.Reaction, YES, wants="yes or no"),
    Verb(
        "verdict",
        answers.Verdict,
        Part(Words.each_person),
        _flag("guilty", "innocent"),
        wants="on whom: verdict marat guilty",
    ),
    Verb("pardon", answers.Pardon, PERSON, wants="whom: pardon charette"),
    Verb(
        "declare", answers.Declare, _one_of("support", "criticise", "neutral"), wants="support or criticise"
    ),
    Verb("land", answers.Land, ARMY, Part(Words.region, keyword="in"), wants="an army and where"),
    Verb("muster", answers.Muster, ARMY, Part(Words.person, keyword="by"), wants="an army and by whom"),
    Verb("levy", answers.Levy, REGION, wants="where: levy metz"),
    Verb("disband", answers.Disband, ARMY, wants="an army: disband volunteer-1"),
    Verb(
        "advance",
        answers.Advance,
        read=_advance,
        write=_advancing,
        wants="an army and its way: advance army-retz along nantes > angers",
    ),
    Verb(
        "march",
        answers.March,
        read=_march,
        write=lambda said: f"{said.army} along {' > '.join(said.path)}" + (" box" if said.box else ""),
        wants="an army and its way: march regular-metz along metz > paris",
    ),
    Verb("escort", answers.Escort, ARMY, YES, wants="an army, and yes or no: escort coburg yes"),
    Verb("pin", answers.Pin, EACH, YES, wants="where, and yes or no: pin metz yes"),
    Verb("hide", answers.Hide, EACH, YES, wants="where, and yes or no: hide cholet yes"),
    Verb("wish", answers.Wish, EACH, YES, wants="where, and yes or no: wish metz yes"),
    Verb("shift", answers.Shift, EACH, NUMBER, wants="where, and by how much: shift metz +1"),
    Verb("carnot", answers.Carry, EACH, NUMBER, wants="where, and by how much: carnot metz +1"),
    Verb("spare", answers.Spare, _flag("commune", "armies"), wants="commune or armies"),
    Verb("kidnap", answers.Kidnap, YES, wants="yes or no"),
    Verb("capital", answers.Capital, REGION, wants="a region: capital orleans"),
)
_ANSWERS: Grammar[Words, Any] = Grammar(VERBS, fold=fold, longest=2000)
_MEANT: Mapping[type, str] = {verb.kind: verb.word for verb in VERBS if isinstance(verb, Verb)}


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
            write=lambda form: f" {SEPARATOR} ".join(map(_ANSWERS.notation, form.answers)),
            auto=EMPTY,
            wants="answers with ; between them, or file auto",
        ),
        Verb("give", Give, SEAT, Part(lambda words, typed: words.money(typed)), wants="give mountain 100"),
    ),
    fold=fold,
    longest=4000,
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
