"""*Levée en Masse* as history: a turn is a paragraph in the past tense, dice in brackets.

What was tried again and again is one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.games.levee.names import BLUNDER, PEOPLES
from bot.games.wording import direction, listed, place, signed, upper
from data.levee.schema import Unit
from engines.core.events import Event, PhaseBegun, Roll
from engines.levee import events as happened
from engines.levee.actions import (
    Action,
    Commit,
    Deploy,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Recall,
    Reroll,
    RestoreOrder,
    Spirit,
    Words,
    parse,
)
from engines.levee.box import Box
from engines.levee.title import Levee

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass
class Deed:
    """An action with what came of it."""

    action: Action
    """Of a liberation without the marker: it is history which space, not by which."""
    storm: bool
    """Free, To the Barricades! (7.2)."""
    roll: Roll | None = None
    reached: str = ""
    """Space that the Army was thrown back to."""
    box: int | None = None
    """Box that the political marker came to."""

    @property
    def success(self) -> bool:
        """Whether it did what it was meant to; where no die was rolled it did."""
        return self.roll is None or self.roll.success


def by_play(events: Iterable[Event]) -> list[Event]:
    """Events without what a moderator put right: nobody did that, and it is no history."""
    return [event for event in events if getattr(event, "cause", None) != "edit"]


def deeds(words: Words, events: Iterable[Event]) -> list[Deed]:
    """The deeds that these events tell, in order."""
    done: list[Deed] = []
    for event in by_play(events):
        match event:
            case happened.ActionTaken():
                action = parse(words, event.action, list)
                if isinstance(action, Commit | Reroll | Keep):
                    # An answer to the die of a deed, or an attack to come, which has its own.
                    continue
                if isinstance(action, Liberate):
                    action = Liberate(action.space)
                done.append(Deed(action, storm=event.storms))
            case Roll() if done and event.case != BLUNDER:
                done[-1].roll = event
            case happened.ArmyMoved() if done:
                done[-1].reached = event.target_space
            case happened.MarkerMoved() if done:
                done[-1].box = event.target
            case _:
                pass
    return done


def recount(box: Box, done: Sequence[Deed]) -> Iterator[str]:
    """Sentences for deeds in their order; attempts at the same thing in a row share one."""
    for action, group in groupby(done, key=lambda deed: deed.action):
        runs = [list(same) for _, same in groupby(group, key=lambda deed: (deed.success, deed.storm))]
        told = (_told(box, action, run, again=number > 0) for number, run in enumerate(runs))
        yield f"{upper('; '.join(told))}."


def _told(box: Box, action: Action, run: Sequence[Deed], *, again: bool) -> str:
    """What came of an action that was tried so often with the same result.

    :param again: it follows on another result of the same.
    """
    last, times, dice = run[-1], len(run), _dice(run)
    match action:
        case Military(army):
            return _attacked(box, army, run, again=again)
        case Political(marker):
            return _acted("the Republic" if marker == "republic" else marker.title(), run)
        case Naval() if last.success:
            return f"the fleet drove the British back{_often(times, ',')} {_to(box, last)} {dice}"
        case Naval():
            return f"the Royal Navy held the sea{_often(times)} {dice}"
        case Liberate(space) if last.success:
            return f"{box.name(space)} was liberated {dice}"
        case Liberate(space):
            return f"{_several(times, 'a rising')} {direction(box.name(space), 'in')} failed {dice}"
        case RestoreOrder() if last.roll is None:
            return "order returned to Paris by the Republic's own weight"
        case RestoreOrder():
            return f"{'order was restored in Paris' if last.success else 'Paris would not be quieted'} {dice}"
        case Spirit(space):
            how = "beat its invaders by itself" if last.success else "fought alone and was overrun"
            return f"{box.name(space)} {how} {dice}"
        case _:
            return _ordered(box, action)


def _ordered(box: Box, action: Action) -> str:
    """What was done without a die."""
    match action:
        case Deploy(army):
            return f"Napoleon took the field against {PEOPLES[army]}"
        case Recall():
            return "Napoleon was called back"
        case Levy("holding"):
            return "the levée en masse was called"
        case Levy(origin):
            return f"the levée en masse was called, and {box.name(origin)} was given up for it"
        case _:
            raise TypeError(f"There are no words for {type(action).__name__}")


def _attacked(box: Box, army: Unit, run: Sequence[Deed], *, again: bool) -> str:
    last, times, dice = run[-1], len(run), _dice(run)
    where = "at the barricades " if last.storm else ""
    if last.success:
        whom, then = ("them", "then ") if again else (PEOPLES[army], "")
        if not last.reached:
            # Who is beaten and goes nowhere has left the map, or is at home already (10.6).
            how = "drove {} from the field" if army in box.stationary else "shook {} in their own country"
            return f"{where}{then}France {how.format(whom)}{_often(times, ',')} {dice}"
        return f"{where}{then}France threw {whom} back{_often(times, ',')} {_to(box, last)} {dice}"
    attacks, on = ("a further attack", "") if again else ("an attack", f" on {PEOPLES[army]}")
    return f"{where}{_several(times, attacks)}{on} {'was' if times == 1 else 'were'} beaten off {dice}"


def _acted(name: str, run: Sequence[Deed]) -> str:
    """How a political marker fared."""
    last, times, dice, republic = run[-1], len(run), _dice(run), name == "the Republic"
    if last.success:
        to = "" if last.box is None else f", to {place(last.box)}"
        return f"{name} {'gained' if republic else 'lost'} ground{_often(times)}{to} {dice}"
    noun, at, end = ("a motion", "for", "lost") if republic else ("a blow", "at", "parried")
    return f"{_several(times, noun)} {at} {name} {'was' if times == 1 else 'were'} {end} {dice}"


def _to(box: Box, deed: Deed) -> str:
    return direction(box.name(deed.reached))


def _several(times: int, one: str) -> str:
    """`an attack`, `two attacks`."""
    return one if times == 1 else f"{_NUMBERS.get(times, times)} {one.partition(' ')[2]}s"


def _often(times: int, end: str = "") -> str:
    if times == 1:
        return ""
    return f" {'twice' if times == 2 else f'{_NUMBERS.get(times, times)} times'}{end}"


def _dice(done: Sequence[Deed]) -> str:
    """The dice of deeds: `(1+1 and 4+1 for 5)`, `(3 for 2, 4 for 3)`."""
    told = []
    for needed, rolls in groupby(
        (deed.roll for deed in done if deed.roll is not None), key=lambda roll: roll.needed
    ):
        thrown = [
            f"a natural {roll.faces[0]}"
            if roll.natural
            else str(roll.faces[0]) + "".join(signed(modifier.value) for modifier in roll.modifiers)
            for roll in rolls
        ]
        told.append(f"{', '.join(thrown[:-1])}{' and ' if len(thrown) > 1 else ''}{thrown[-1]} for {needed}")
    return f"({', '.join(told)})" if told else ""


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, title: Levee) -> None:
        self.box = title.box
        self._words = title.words

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
                    yield f"{upper(PEOPLES[army])} would not enter France."
                case happened.DisorderPlaced(already):
                    how = "stayed in" if already else "fell into"
                    yield f"The sections marched, and Paris {how} disorder."
                case happened.UnitPlaced(army, space):
                    yield f"{upper(PEOPLES[army])} appeared {self._in(space)}."
                case happened.NapoleonMoved(None, "headline"):
                    yield "A general of twenty-eight had made his name."
                case happened.ArmyRotated(army, True, True):
                    yield f"{upper(PEOPLES[army])} held back from then on."
                case happened.ArmyRotated(army, False, True):
                    yield f"{upper(PEOPLES[army])} were ready to invade again."
                case happened.ArmyRemoved(army, space) if space:
                    yield f"{upper(PEOPLES[army])} left the war."
                case _:
                    pass
        if any(isinstance(event, happened.LiberationGranted) and event.marker for event in events):
            yield "A sister republic could now be raised."

    def _marches(self, events: Sequence[Event]) -> Iterator[str]:
        """Where each Army came to, those that advanced first; the spaces on its way are left out."""
        moved = [event for event in events if isinstance(event, happened.ArmyMoved)]
        ways: dict[Unit, tuple[int, happened.ArmyMoved]] = {}
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
                yield f"{upper(listed(told))}."

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
                yield f"In the reaction {listed(told)}." if reaction else f"{upper(listed(told))}."

    def _actions(self, events: Sequence[Event]) -> Iterator[str]:
        done = deeds(self._words, events)
        if not done and any(isinstance(event, happened.ActionsEnded) for event in events):
            yield "France did nothing."
        yield from recount(self.box, done)

    def _close(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            match event:
                case happened.KingCrowned(army):
                    yield f"**{upper(PEOPLES[army])} gave France its king again.**"
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
