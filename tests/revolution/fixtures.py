"""What the suites that run over every game are told of *La Révolution Française*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engines.core.events import Event
from engines.revolution.actions import Action, File
from engines.revolution.answers import Give
from engines.revolution.forms import FORMS
from engines.revolution.frames import Form
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State
from engines.revolution.title import Revolution
from engines.revolution.war.events import Fought
from tests.revolution import waits
from tests.revolution.rare import rare
from tests.support.fixture import Fixture, Pace

TITLE = Revolution()


class RevolutionFixture(Fixture):
    """Six seats that fill in forms at once; what is on paper, and answers until all are in, are secret."""

    kinds = {*FORMS, *REGISTRY.of}
    at_once = True
    benchmarks = {"forms": waits.run}
    ordered = {
        "SEAT": "gironde",
        "PERSON": "marat",
        "REGION": "lyon",
        "ARMY": "regular-metz",
        "LAW": "civic",
        "TYPE": "economic",
        "EVENT": "legislative-commune-4",
    }
    diced = {"letter": True}
    unlisted = True
    boards = ("regions", "votes")
    rests = ("gironde 100", "all yes", "marat x 2", "lyon by roland", "civic", "auto")
    walks = 1
    fuzzed = 1
    commands = {
        *("arrest", "remove", "convince", "plot", "revolt", "suppress", "pacify", "turn", "royal"),
        *("give", "talk", "plan", "commune", "declare", "event", "law", "war", "form", "show"),
    }
    look_ups = (
        ("revolution show region", {"name": "lyon"}),
        ("revolution show person", {"name": "danton"}),
        ("revolution show law", {"name": "maximum"}),
        ("revolution show current", {"name": "gironde"}),
        ("revolution show map", {}),
        ("revolution form show", {}),
    )
    completed = (("revolution plan objective", "what"), ("revolution plan place", "person"))
    # Headlines and panels that name what something came of take a line more.
    lines = 63.75
    pace = Pace(games=2, rounds=15, least=0.3)

    winners = {
        "revolutionary": "The Revolution",
        "allied": "The Coalition",
        "catholic": "The Catholic Royal army",
        "commune": "The Commune",
    }

    def won(self, events: Sequence[Event]) -> Iterator[str]:
        """The side of the attacker or of the defender, by the letter of the table."""
        for event in events:
            if isinstance(event, Fought):
                ours = (event.attacker == "revolutionary") == (event.result == "A")
                enemies = [TITLE.box.army[army].side for army in event.armies]
                enemy = next((side for side in enemies if side != "revolutionary"), "allied")
                theirs = "commune" if event.box else enemy
                yield "" if event.result == "B" else "revolutionary" if ours else theirs

    def twins(self, state: Any, seat: str | None) -> Iterator[Any]:
        """The same with other papers, and other answers to what is asked, of everybody else."""
        return TITLE.alike(state, seat)

    def in_hand(self, state: Any) -> str | None:
        """It is everybody's turn: nobody interrupts anybody."""
        return None

    def seldom(self, state: Any) -> Iterator[State]:
        """What comes in wars, under the Terror and at ties alone, before the first form of a game."""
        assert isinstance(state, State)
        top = state.stack[-1] if state.stack else None
        if state.turn == 1 and isinstance(top, Form) and top.form == "talk" and not top.given:
            yield from rare(state)

    def typed(self, state: Any, listed: Sequence[Any]) -> Iterator[Any]:
        """Forms with answers of several, and money."""
        answers = [answer for form in listed if isinstance(form, File) for answer in form.answers]
        if answers:
            yield File((answers[0], answers[-1]))
        yield Give("gironde", 50)
        yield Give("royalist", 100_000)

    def parts(self, state: Any, listed: Sequence[Any], action: Action) -> Sequence[Any] | None:
        """Forms of other answers, other numbers of rolls, other places, and gifts stand by themselves."""
        return []


FIXTURE = RevolutionFixture
