"""What an answer is called, whatever the position: on a button, in a list, on a form and in the story."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple, TypeAlias

import msgspec

from bot.games.revolution.names import Names
from bot.games.wording import signed
from data.catalogue import N_, _
from data.nouns import upper
from engines.core.errors import EngineError
from engines.revolution import actions
from engines.revolution import answers as a
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.words import words_of

STANDS = {
    "support": N_("Support the Government"),
    "criticise": N_("Criticise the Government"),
    "neutral": N_("Neither support nor criticise"),
}
Either: TypeAlias = a.Decide | a.Vote | a.Veto | a.Tie | a.Verdict | a.Escort | a.Pin | a.Hide | a.Wish
"""Yes or no to one question, or to all."""


class Pair(NamedTuple):
    """What yes and no say, and what follows."""

    yes: N_
    no: N_
    reason: N_ | str = ""
    tones: tuple[str, str] = ("secondary", "secondary")


FOR = ("success", "danger")
GUILT = Pair(
    N_("Break a tie on {of}: guilty"), N_("Break a tie on {of}: innocent"), N_("Where the votes are even")
)
EITHER: Mapping[type, Pair] = {
    a.Decide: Pair(N_("Give way: {of}"), N_("Stand firm: {of}"), N_("If that event comes (R-EVENT-12)"), FOR),
    a.Vote: Pair(N_("Yes to {of}"), N_("No to {of}"), tones=FOR),
    a.Veto: Pair(N_("Veto {of}"), N_("No veto of {of}"), N_("Where it has passed (R-POL-28)")),
    a.Tie: Pair(
        N_("Break a tie on {of}: yes"), N_("Break a tie on {of}: no"), N_("Where the votes are even")
    ),
    a.Verdict: Pair(N_("Guilty: {of}"), N_("Innocent: {of}"), tones=FOR[::-1]),
    a.Escort: Pair(N_("The King goes with the {of}"), N_("The King does not go with the {of}")),
    a.Pin: Pair(N_("Hold the enemy in {of}"), N_("Let the enemy leave {of}"), N_("R-MIL-28")),
    a.Hide: Pair(
        N_("Refuse combat in {of}"), N_("Stand and fight in {of}"), N_("Who hides gives it up (R-MIL-36)")
    ),
    a.Wish: Pair(N_("Attack in {of}"), N_("Wait in {of}"), N_("Who wants to fight attacks (R-MIL-31)")),
}


def deed(names: Names, answer: AnyAnswer) -> str | None:
    """What is rolled for, without the number of rolls; None where nothing is."""
    name = names.name
    match answer:
        case a.Arrest(person):
            return _("Arrest {person}", person=name(person))
        case a.Remove(person):
            return _("Drive {person} out", person=name(person))
        case a.Convince(person):
            return _("Win {person} over", person=name(person))
        case a.Plot(region, person):
            return _("Plot for {region} by {person}", region=name(region), person=name(person))
        case a.Revolt(region, person):
            return _("Revolt in {region} by {person}", region=name(region), person=name(person))
        case a.Suppress(region, person):
            return _("Suppress {region} by {person}", region=name(region), person=name(person))
        case a.Pacify(region):
            return _("Suppress {region} for the Government", region=name(region))
        case a.Raise(person):
            return _("Raise the Commune by {person}", person=name(person))
        case a.Quell(person):
            return _("Put the Commune down by {person}", person=name(person))
        case a.Turn(seat, person):
            return _("Turn deputies of {seat} by {person}", seat=names.who(seat), person=name(person))
    return None


def pair(names: Names, answer: Either) -> Pair:
    """What yes and no say to a question; of somebody's guilt other words than of a law."""
    return GUILT if isinstance(answer, a.Tie) and names.tried(answer.about) else EITHER[type(answer)]


def agrees(answer: Either) -> bool:
    """Whether the answer is yes."""
    return bool(msgspec.structs.astuple(answer)[-1])


def said(names: Names, answer: AnyAnswer) -> str:
    """An answer in words."""
    if isinstance(answer, Either):
        both = pair(names, answer)
        return (both.yes if agrees(answer) else both.no)(of=names.question(answer.about))
    rolled = deed(names, answer)
    if rolled is not None:
        rolls = getattr(answer, "rolls", 1)
        return rolled if rolls == 1 else f"{rolled} × {rolls}"
    return _planned(names, answer) or _political(names, answer) or _warlike(names, answer)


def read(names: Names, notation: str) -> str:
    """An answer in its notation, in words; of people, who goes where."""
    with suppress(EngineError):
        answer = actions.parse(words_of(names.box), notation, list)
        if isinstance(answer, a.Place):
            return placed(names, answer)
        if not isinstance(answer, File | a.Give):
            return said(names, answer)
    return upper(names.told(notation))


def placed(names: Names, answer: a.Place) -> str:
    """`Marat: Paris, Danton: Lyon`."""
    return ", ".join(f"{names.name(person)}: {names.name(region)}" for person, region in answer.where)


def _planned(names: Names, answer: AnyAnswer) -> str:
    match answer:
        case a.Done():
            return _("Nothing more")
        case a.Ally(seat):
            return _("Alliance with {seat}", seat=names.who(seat))
        case a.Common(seat, law_type):
            return _(
                "Common objective with {seat}: {law}", seat=names.who(seat), law=names.question(law_type)
            )
        case a.Depose(yes):
            return _("If voted on: depose the King") if yes else _("If voted on: keep the King")
        case a.Sacrifice(army):
            return _("Give up the {army}", army=names.name(army))
        case a.Purpose(aim, of) | a.Objective(aim, of):
            return upper(names.aim(aim, of))
        case a.Place():
            return _("Your people")
        case a.Keep(roll):
            return _("Keep roll {roll}", roll=roll) if roll else _("Keep the best roll")
    return ""


def _political(names: Names, answer: AnyAnswer) -> str:
    match answer:
        case a.Install("none"):
            return _("Install no regime")
        case a.Install(regime):
            return _("Install the {regime}", regime=names.name(regime))
        case a.Royal(marker):
            return _("Act with the King, and move the Coalition") if marker else _("Act with the King")
        case a.Propose(law, helped):
            text = _("Propose: {law}", law=names.name(law))
            helps = _(", with a lawmaker's help") if helped else ""
            return f"{text}{helps}"
        case a.Decree(law):
            return _("Propose for the Government: {law}", law=names.name(law))
        case a.Modify(of, by):
            return _("{by} to the roll for {of}", by=signed(by), of=names.question(of))
        case a.Reaction(yes):
            return _("Install Thermidor") if yes else _("No Thermidor")
        case a.Pardon(person):
            return _("Pardon {person}", person=names.name(person))
        case a.Declare(stand):
            return str(STANDS[stand])
    return ""


def _warlike(names: Names, answer: AnyAnswer) -> str:
    name = names.name
    where = _("all regions") if answer.about == a.ALL else name(answer.about)
    match answer:
        case a.Land(army, region):
            return _("{army} lands in {region}", army=name(army), region=name(region))
        case a.Muster(army, general):
            return _("Raise the {army} by {general}", army=name(army), general=name(general))
        case a.Levy(region):
            return _("Volunteers in {region}", region=name(region))
        case a.Disband(army):
            return _("Leave the {army} unpaid", army=name(army))
        case a.Advance(army, path) | a.March(army, path):
            return f"{name(army)}: {names.path(path)}"
        case a.Capital(region):
            return _("The Government goes to {region}", region=name(region))
        case a.Spare(commune):
            return _("If Paris falls: save the Commune") if commune else _("If Paris falls: save the armies")
        case a.Kidnap(yes):
            return _("Try to kidnap the King") if yes else _("Leave the King where he is")
        case a.Shift(_region, by):
            return _("Shift the roll in {region} by {by}", region=where, by=signed(by))
        case a.Carry(_region, by):
            return _("Carnot: {by} in {region}", region=where, by=signed(by))
    raise AssertionError(answer)
