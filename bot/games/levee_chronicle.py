"""*Levée en Masse* as history: a turn is a paragraph in the past tense, dice in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.games.levee_deeds import PEOPLES, by_play, deeds, recount
from bot.games.presenter import direction, listed, place
from data.levee.schema import Army
from engines.core.events import Event, PhaseBegun
from engines.levee import events as happened
from engines.levee.box import Box


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def turn(self, events: Sequence[Event]) -> str:
        """One turn: what the headline brought, what France did, how it was left."""
        phases: dict[str, list[Event]] = {}
        phase = "headline"
        for event in by_play(events):
            if isinstance(event, PhaseBegun):
                phase = event.phase
            phases.setdefault(phase, []).append(event)
        sentences = [
            *self._headline(phases.get("headline", [])),
            *self._actions(phases.get("actions", [])),
            *self._close(phases.get("housekeeping", [])),
        ]
        return " ".join(sentences)

    def _headline(self, events: Sequence[Event]) -> Iterator[str]:
        yield from self._marches(events)
        yield from self._markers(events)
        for event in events:
            match event:
                case happened.ArmyStayed(army, space, "defended") if space:
                    yield f"A free people barred the way, and {PEOPLES[army]} stayed {self._in(space)}."
                case happened.ArmyStayed(army, _, "rotated"):
                    yield f"{_upper(PEOPLES[army])} would not enter France."
                case happened.DisorderPlaced(already):
                    how = "stayed in" if already else "fell into"
                    yield f"The sections marched, and Paris {how} disorder."
                case happened.ArmyRotated(army, True, True):
                    yield f"{_upper(PEOPLES[army])} held back from then on."
                case happened.ArmyRotated(army, False, True):
                    yield f"{_upper(PEOPLES[army])} were ready to invade again."
                case happened.ArmyRemoved(army, space) if space:
                    yield f"{_upper(PEOPLES[army])} left the war."
                case _:
                    pass
        if any(isinstance(event, happened.LiberationGranted) and event.marker for event in events):
            yield "A sister republic could now be raised."

    def _marches(self, events: Sequence[Event]) -> Iterator[str]:
        """Where each Army came to, those that advanced first; the spaces on its way are left out."""
        moved = [event for event in events if isinstance(event, happened.ArmyMoved)]
        ways: dict[Army, tuple[int, happened.ArmyMoved]] = {}
        for event in moved:
            ways[event.army] = (ways.get(event.army, (event.origin, event))[0], event)
        on = [event for origin, event in ways.values() if event.target < origin]
        back = [event for origin, event in ways.values() if event.target > origin]
        for marched, verb in ((on, "advanced"), (back, "fell back")):
            # The verb is said once: `The British advanced to Rouen, the Prussians to Verdun`.
            told = [
                f"{PEOPLES[event.army]}{'' if number else f' {verb}'} "
                f"{direction(self.box.name(event.target_space))}"
                for number, event in enumerate(marched)
            ]
            if told:
                yield f"{_upper(listed(told))}."

    def _markers(self, events: Sequence[Event]) -> Iterator[str]:
        """Where the political markers came to, before and in the Reaction!"""
        moved = [event for event in events if isinstance(event, happened.MarkerMoved)]
        for reaction, group in groupby(moved, key=lambda event: event.cause == "reaction"):
            ways: dict[str, tuple[int, int]] = {}
            for event in group:
                ways[event.marker] = (ways.get(event.marker, (event.origin, 0))[0], event.target)
            told = [
                f"{_marker(name)} {'rose' if target > origin else 'fell'} to {place(target)}"
                for name, (origin, target) in ways.items()
                if target != origin
            ]
            if told:
                yield f"In the reaction {listed(told)}." if reaction else f"{_upper(listed(told))}."

    def _actions(self, events: Sequence[Event]) -> Iterator[str]:
        done = deeds(events)
        if not done and any(isinstance(event, happened.ActionsEnded) for event in events):
            yield "France did nothing."
        yield from recount(self.box, done)

    def _close(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            match event:
                case happened.ParisFell(armies):
                    yield f"**Paris fell to {listed([PEOPLES[army] for army in armies])}.**"
                case happened.MarkerMoved(_, origin, target) if target != origin:
                    yield f"Disorder cost the Republic a step, to {place(target)}."
                case happened.LiberationReturned(_, space):
                    yield f"{self.box.name(space)} was conquered."
                case _:
                    pass

    def _in(self, space: str) -> str:
        return direction(self.box.name(space), "in")


def _marker(name: str) -> str:
    return "the Republic" if name == "republic" else name.title()


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
