"""`/revolution`: a sub-command for each kind of action, put on the form or taken at once, and look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands

from bot.desk.desk import Typed
from bot.games.parts.completion import Offer
from bot.games.revolution import lookups
from bot.games.revolution.completion import Asked
from bot.games.revolution.presenter import RevolutionPresenter
from bot.interactions.board import show_view
from bot.interactions.games import Commands, Field, LongText, SeatContext, command
from bot.interactions.host import Command, Interaction, desk_of, group
from data.revolution.tables import SEATS
from engines.revolution.state import State
from engines.revolution.words import fold

WRITTEN = ("put", "drop", "clear")
"""Verbs that only change a form, and are no actions."""


class _Commands(Commands):
    """A typed action goes on the open form, or is taken at once if its question has no form."""

    async def act(self, interaction: Interaction, action: Typed) -> str | None:
        assert isinstance(action, str), action
        only = action.partition(" ")[0] in WRITTEN
        return await desk_of(interaction).write(interaction, action, title_id="revolution", only=only)


def _made(words: RevolutionPresenter, state: State, seat: str, who: str | None) -> Asked:
    return Asked(words, state, seat)


_REVOLUTION = _Commands("revolution")
_SEATS = SeatContext("revolution", _made)
_completes = _SEATS.completes
_verb, _look_up = _REVOLUTION.verb, _REVOLUTION.look_up
_REGIONS = _REVOLUTION.names(lambda box: box.region, fold)
_PEOPLE = _REVOLUTION.names(lambda box: box.person, fold)
_LAWS = _REVOLUTION.names(lambda box: box.law, fold)
_CURRENTS = _REVOLUTION.names(lambda box: box.current, fold)


def _said(word: str, about: str, field: str, what: str, *, name: str = "", kind: Any = LongText) -> Command:
    """An answer that is typed whole after its verb."""
    complete = _completes(lambda here, _, typed: here.whole((word,), typed))
    return _verb(name or word, about, Field(field, what, complete, kind), word=word)


def _yes(word: str, about: str, *, name: str = "") -> Command:
    """An answer of yes or no."""
    return _verb(name or word, about, Field("answer", "Yes or no", choices=_YES_NO, kind=str), word=word)


_YES_NO = [app_commands.Choice(name="yes", value="yes"), app_commands.Choice(name="no", value="no")]


def _rolls(word: str) -> Field:
    """The number of rolls, each with its price and its chance."""

    def offers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
        before = [options.person, options.region, options.by]
        return here.rolls(word, " ".join(filter(None, before)), typed)

    return Field(
        "rolls", "How many rolls, of which the best counts; one by default", _completes(offers), keyword="x"
    )


def _on(word: str, about: str, field: str, what: str) -> Command:
    """An action on a person or a region that none of the seat's own people takes."""
    complete = _completes(lambda here, _, typed: here.named(word, field, typed))
    return _verb(word, about, Field(field, what, complete), _rolls(word))


def _by(word: str) -> Field:
    def offers(here: Asked, options: Any, typed: str) -> Iterable[Offer]:
        return here.doers(word, options.region, typed)

    return Field("by", "Who of yours does it; the first who can by default", _completes(offers), keyword="by")


def _acts(word: str, about: str, *, region: bool = True) -> Command:
    """An action of one of the seat's own people in his region, or in Paris if no region is chosen."""

    async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
        where, by, rolls = typed.get("region"), typed["by"], typed["rolls"]
        here = await _SEATS.asked(interaction)
        if by is None and here is not None:
            by = here.doer(word, here.region(where or "paris"))
        said = [
            word,
            *([where] if where else []),
            *(["by", by] if by else []),
            *(["x", rolls] if rolls else []),
        ]
        return await _REVOLUTION.act(interaction, " ".join(said))

    complete = _completes(lambda here, _, typed: here.named(word, "region", typed))
    fields = [Field("region", "Where", complete)] if region else []
    return command(word, about, run, *fields, _by(word), _rolls(word))


async def _show(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    desk = desk_of(interaction)
    campaign = await desk.board_of(interaction, "revolution")
    seat = desk.own_seat(campaign, interaction.user.id)
    await desk.screens.show_panel(interaction, campaign, seat)


async def _map(interaction: Interaction, _typed: Mapping[str, Any]) -> None:
    desk = desk_of(interaction)
    await show_view(desk, interaction, await desk.board_of(interaction, "revolution"))


async def _hand_in(interaction: Interaction, _typed: Mapping[str, Any]) -> str | None:
    return await desk_of(interaction).hand_in(interaction, title_id="revolution")


async def _give(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
    text = f"give {typed['to']} {typed['assignats']}"
    return await desk_of(interaction).type(interaction, text, title_id="revolution")


def _one_of(ids: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=id.title(), value=id) for id in ids]


_ACTIONS = (
    _on("arrest", "Arrest somebody for the Government (R-ACT-15).", "person", "Whom"),
    _on("remove", "Drive somebody out of a region of yours, unseated (R-ACT-26).", "person", "Whom"),
    _on("convince", "Win a personality over (R-ACT-31).", "person", "Whom"),
    _acts("plot", "Take a region over by a plot (R-ACT-40)."),
    _acts("revolt", "Raise a region in revolt, unseated (R-ACT-44)."),
    _acts("suppress", "Suppress a revolt and take the region (R-ACT-54)."),
    _on("pacify", "Suppress a revolt for the Government (R-ACT-52).", "region", "Where"),
    _said("turn", "Turn deputies of another Current (R-POL-01).", "whose", "Whose, and by whom"),
    _said("royal", "Act with the King (R-KING-04).", "how", "With the Coalition's marker or without"),
    command(
        "give",
        "Hand assignats to another Current, at any time; it binds nobody (R-SEQ-08).",
        _give,
        Field("to", "To whom", kind=str, choices=_one_of(SEATS)),
        Field("assignats", "How many", kind=app_commands.Range[int, 1, 999_999]),
    ),
    _REVOLUTION.talk(),
)
_PLAN = (
    _said("objective", "Name your objective (R-FAME-03).", "what", "What you mean to bring about"),
    _said("purpose", "Name the Government's objective (R-FAME-04).", "what", "What it means to bring about"),
    _verb(
        "place",
        "Put one of your people on a region (R-SEQ-11).",
        Field("person", "Who", _completes(lambda here, _, typed: here.people(typed))),
        Field("region", "Where", _REGIONS, keyword="in"),
        word="put",
    ),
)
_COMMUNE = (
    _acts("raise", "Raise the Commune of Paris (R-ACT-56).", region=False),
    _acts("quell", "Put the Commune down (R-ACT-62).", region=False),
    _said("install", "Install another regime, as leader of the Commune (R-REGIME-07).", "regime", "Which"),
)
_DECLARE = (
    _said(
        "ally", "Declare an alliance, which binds nobody (R-SEQ-06).", "current", "With whom", name="alliance"
    ),
    _verb(
        "common",
        "Offer a common objective: a type of law, and who proposes it (R-FAME-03).",
        Field("current", "With whom", kind=str, choices=_one_of(SEATS)),
        Field("law", "Which type", _completes(lambda here, _, typed: here.types(typed)), keyword="on"),
        Field("by", "Who proposes it", kind=str, choices=_one_of(SEATS), keyword="by"),
    ),
    _said(
        "declare",
        "Support the Government, criticise it, or neither (R-REGIME-10).",
        "stand",
        "Which",
        name="stand",
    ),
)
_EVENT = (
    _said(
        "decide", "What the Government answers if an event asks it (R-EVENT-12).", "event", "Which, and how"
    ),
    _yes("depose", "For the King's deposition, or against it (R-EVENT-12)."),
    _said("sacrifice", "Which army is given up if an event costs one.", "army", "Which"),
)
_LAW = (
    _said("propose", "Propose a law (R-POL-08).", "law", "Which"),
    _said("decree", "Propose a law for the Government, by option (A-28).", "law", "Which"),
    _said("vote", "Your deputies' vote (R-POL-11).", "question", "On what, and yes or no"),
    _said("modify", "What you add to the roll for a law (R-REGIME-27).", "law", "Which, and by how much"),
    _said("veto", "The King's veto (R-POL-28).", "law", "Which, and yes or no"),
    _said("tie", "How you break a tie (R-REGIME-16).", "question", "On what, and yes or no"),
    _yes("thermidor", "Install Thermidor once enough laws were rejected (R-REGIME-44)."),
    _said("verdict", "Your deputies on a prisoner (R-JUSTICE-02).", "person", "On whom, and how"),
    _said("pardon", "Let the King free a prisoner of yours (R-KING-06).", "person", "Whom"),
)
_WAR = (
    _said("land", "Where a Coalition army lands (R-MIL-08).", "army", "Which, and where"),
    _said("muster", "Raise a Catholic Royal army (R-MIL-12).", "army", "Which, and by which general"),
    _said("levy", "Place volunteers (R-MIL-16).", "region", "Where"),
    _said("disband", "Leave an army unpaid (R-MIL-17).", "army", "Which"),
    _said(
        "advance",
        "Move a Catholic Royal army (R-MIL-26).",
        "way",
        "Army along region > region led by general",
    ),
    _said("march", "March an army of the Government (R-MIL-27).", "way", "Army along region > region"),
    _said(
        "escort", "Whether the kidnapped King goes along (R-KING-10).", "army", "With which, and yes or no"
    ),
    _said("pin", "Hold the enemy in a region (R-MIL-28).", "region", "Where, and yes or no"),
    _said("hide", "Refuse combat (R-MIL-36).", "region", "Where, and yes or no"),
    _said("wish", "Whether your side wants to fight (R-MIL-31).", "region", "Where, and yes or no"),
    _said("shift", "Shift a roll, one for each army more (R-MIL-32).", "region", "Where, and by how much"),
    _said("carnot", "Let Carnot shift a roll (R-REGIME-39).", "region", "Where, and by how much"),
    _said("spare", "What is saved if a fight for Paris is lost (R-MIL-38).", "what", "Commune or armies"),
    _yes("kidnap", "Try to kidnap the King (R-KING-07)."),
    _said("capital", "Where the Government goes (R-MIL-47).", "region", "Where"),
)
_FORM = (
    command("show", "Your panel: the form as it stands, and all that can be put on it.", _show),
    command("hand-in", "Hand the form in; it can be changed until all are in.", _hand_in),
    _verb(
        "drop", "Take a line off the form.", Field("line", "Its number", kind=app_commands.Range[int, 1, 60])
    ),
    _verb("clear", "Take everything off the form."),
    _said("keep", "Which of several rolls is kept; the best by default (R-ACT-06).", "roll", "Its number"),
    _verb("leave", "Nothing, or nothing more, where you are asked by itself.", word="done"),
)


def _id(words: Any, kind: str, typed: str) -> str:
    meant: str = getattr(words.title.words, kind)(fold(typed))
    return meant


_SHOW = (
    command("map", "France as your Current knows it, with the state of affairs.", _map, heavy=True),
    _look_up(
        "region",
        "A region: who controls it, who is there, what it borders on.",
        lambda eyes, name: lookups.region(eyes.words.names, eyes.view, _id(eyes.words, "region", name)),
        Field("name", "Which", _REGIONS),
    ),
    _look_up(
        "person",
        "A personality: life, Currents, influence, and where he is.",
        lambda eyes, name: lookups.person(eyes.words.names, eyes.view, _id(eyes.words, "person", name)),
        Field("name", "Who", _PEOPLE),
    ),
    _look_up(
        "law",
        "A law: what it does and costs, and where it can be proposed.",
        lambda eyes, name: lookups.law(eyes.words.names, eyes.state, eyes.seat, _id(eyes.words, "law", name)),
        Field("name", "Which", _LAWS),
    ),
    _look_up(
        "current",
        "A Current: how it stands, and what it would count today.",
        lambda eyes, name: lookups.current(
            eyes.words.names, eyes.state, eyes.view, _id(eyes.words, "seat", name)
        ),
        Field("name", "Which", _CURRENTS),
    ),
)


def commands() -> app_commands.Group:
    """Actions and look-ups of *La Révolution Française*."""
    made = group("revolution", "Play La Révolution Française: one command for each kind of action.", _ACTIONS)
    for name, about, inside in (
        ("plan", "Your objective, the Government's, and where your people stand.", _PLAN),
        ("commune", "The Commune of Paris, and the regimes that its leader installs.", _COMMUNE),
        ("declare", "Alliances, common objectives, and where you stand to the Government.", _DECLARE),
        ("event", "What you answer if an event asks.", _EVENT),
        ("law", "Laws, votes, verdicts.", _LAW),
        ("war", "Armies, combat and the King on the road.", _WAR),
        ("form", "The form that you are filling in.", _FORM),
        ("show", "Look something up: the map, a region, a person, a law, a Current.", _SHOW),
    ):
        made.add_command(group(name, about, inside))
    return made


COMMANDS = commands
