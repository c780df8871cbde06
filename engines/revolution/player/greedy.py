"""The automatic player: it answers every question of its Current, a single one or a whole form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.revolution.actions import Action, AnyAnswer, File
from engines.revolution.answers import DONE, Plot, Quell, Raise, Revolt, Suppress
from engines.revolution.asking import first_legal
from engines.revolution.box import Box
from engines.revolution.frames import Form, Question, Turns
from engines.revolution.player import aims, deeds, people, politics, war
from engines.revolution.player.sight import Sight
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State

Wanted = Callable[[Sight, str], list[AnyAnswer]]
"""A player's answers to a kind of question, the best first: to one, or to all that a form may ask."""

WANTED: Mapping[str, Wanted] = {
    "ally": aims.alliances,
    "common": aims.offers,
    "event": politics.decisions,
    "deposition": politics.depositions,
    "government-objective": aims.purposes,
    "objective": aims.objectives,
    "placement": aims.placement,
    "arrest": people.arrests,
    "remove": people.removals,
    "convince": people.convincing,
    "plot": deeds.of_kind(Plot),
    "revolt": deeds.of_kind(Revolt),
    "pacify": people.pacifying,
    "suppress": deeds.of_kind(Suppress),
    "commune": deeds.of_kind(Raise, Quell),
    "regime": politics.installs,
    "deputies": politics.turning,
    "king": politics.royal,
    "propose": politics.proposals,
    "decree": politics.decrees,
    "vote": politics.votes,
    "modify": politics.modifiers,
    "veto": politics.vetoes,
    "tie": politics.ties,
    "thermidor": politics.reactions,
    "verdict": politics.verdicts,
    "pardon": politics.pardons,
    "critics": politics.debates,
    "muster": war.musters,
    "levy": war.volunteers,
    "advance": war.advances,
    "march": war.marches,
    "hide": war.hiding,
}
"""What chooses the answer to each kind of question; other kinds get the default answer."""
PROMISES = ("ally", "common")
"""A player's words to others, which only the player itself may say."""


def greedy(box: Box, state: State, seat: str) -> Action | None:
    """The best action for a seat, by estimate; None where it owes no decision."""
    frame = state.stack[-1] if state.stack else None
    sight = Sight(box, state, seat)
    if isinstance(frame, Form):
        return _filled(sight, frame.covers)
    if isinstance(frame, Question):
        question = REGISTRY.of[frame.kind]
        said = _wanted(sight, frame.kind, frame.subject)
        answer = first_legal(question, box, sight.state, seat, frame.subject, said)
        return answer or question.default(box, sight.state, seat, frame.subject)
    if isinstance(frame, Turns):
        said = _wanted(sight, frame.kind, "")
        return first_legal(REGISTRY.of[frame.kind], box, sight.state, frame.left[0], "", said) or DONE
    return None


def usual_form(box: Box, state: State, seat: str) -> File:
    """The default for a form: what the automatic player would file, but no promises to others."""
    frame = state.stack[-1]
    assert isinstance(frame, Form)
    answers = filled(box, state, seat, frame.covers).answers
    return File(tuple(answer for answer in answers if answer.question not in PROMISES))


def filled(box: Box, state: State, seat: str, covers: tuple[str, ...]) -> File:
    """All that a seat would file in forms."""
    return _filled(Sight(box, state, seat), covers)


def _wanted(sight: Sight, kind: str, subject: str) -> list[AnyAnswer]:
    return WANTED[kind](sight, subject) if kind in WANTED else []


def _filled(sight: Sight, covers: tuple[str, ...]) -> File:
    """All answers that forms can hold."""
    return File(
        tuple(
            answer
            for note in REGISTRY.asked_in(covers).values()
            for answer in _wanted(sight, note.kind, "")
            if note.refusal_ahead(sight.box, sight.state, sight.seat, answer) is None
        )
    )
