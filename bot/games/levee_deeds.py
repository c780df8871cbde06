"""What France did in a turn of *Levée en Masse*, told so that what was tried again is one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from bot.games.presenter import direction, place, signed
from data.levee.schema import Army
from engines.core.events import Event, Roll
from engines.levee import events as happened
from engines.levee.box import Box

PEOPLES: dict[Army, str] = {
    "britain": "the British",
    "prussia": "the Prussians",
    "austria": "the Austrians",
    "piedmont": "the Piedmontese",
    "vendee": "the Vendeans",
}

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass
class Deed:
    """An action with what came of it."""

    verb: str
    target: str
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


def deeds(events: Iterable[Event]) -> list[Deed]:
    """The deeds that these events tell, in order."""
    found: list[Deed] = []
    for event in by_play(events):
        match event:
            case happened.ActionTaken(action, _, _, free):
                verb, _, target = action.partition(" ")
                found.append(Deed(verb, target.partition(" ")[0], storm=free == "7.2"))
            case Roll() if found:
                found[-1].roll = event
            case happened.ArmyMoved() if found:
                found[-1].reached = event.target_space
            case happened.MarkerMoved() if found:
                found[-1].box = event.target
            case _:
                pass
    return found


def recount(box: Box, done: Sequence[Deed]) -> Iterator[str]:
    """Sentences for deeds in their order; attempts at the same thing in a row share one."""
    for (verb, target), group in groupby(done, key=lambda deed: (deed.verb, deed.target)):
        runs = [list(same) for _, same in groupby(group, key=lambda deed: (deed.success, deed.storm))]
        text = "; ".join(
            _military(box, run, again=number > 0) if verb == "military" else _TELLERS[verb](box, target, run)
            for number, run in enumerate(runs)
        )
        yield f"{text[:1].upper()}{text[1:]}."


def _military(box: Box, run: Sequence[Deed], *, again: bool) -> str:
    people, times = PEOPLES[cast(Army, run[-1].target)], len(run)
    where = "at the barricades " if run[-1].storm else ""
    dice = _dice(run)
    if run[-1].success:
        whom = "them" if again else people
        then = "then " if again else ""
        to = direction(box.name(run[-1].reached))
        return f"{where}{then}France threw {whom} back{_often(times, ',')} {to} {dice}"
    if again:
        attacks = (
            "a further attack was" if times == 1 else f"{_NUMBERS.get(times, times)} further attacks were"
        )
        return f"{where}{attacks} beaten off {dice}"
    attacks = "an attack" if times == 1 else f"{_NUMBERS.get(times, times)} attacks"
    return f"{where}{attacks} on {people} {'was' if times == 1 else 'were'} beaten off {dice}"


def _political(box: Box, target: str, run: Sequence[Deed]) -> str:
    times, dice = len(run), _dice(run)
    name = "the Republic" if target == "republic" else target.title()
    if run[-1].success:
        verb = "gained ground" if target == "republic" else "lost ground"
        to = "" if run[-1].box is None else f", to {place(run[-1].box)}"
        return f"{name} {verb}{_often(times)}{to} {dice}"
    noun, end = ("motion for", "lost") if target == "republic" else ("blow at", "parried")
    if times == 1:
        return f"a {noun} {name} was {end} {dice}"
    return f"{_NUMBERS.get(times, times)} {noun.replace(' ', 's ')} {name} were {end} {dice}"


def _naval(box: Box, target: str, run: Sequence[Deed]) -> str:
    dice = _dice(run)
    if run[-1].success:
        to = direction(box.name(run[-1].reached))
        return f"the fleet drove the British back{_often(len(run), ',')} {to} {dice}"
    return f"the Royal Navy held the sea{_often(len(run))} {dice}"


def _liberate(box: Box, target: str, run: Sequence[Deed]) -> str:
    name, times, dice = box.name(target), len(run), _dice(run)
    if run[-1].success:
        return f"{name} was liberated {dice}"
    risings = "a rising" if times == 1 else f"{_NUMBERS.get(times, times)} risings"
    return f"{risings} {direction(name, 'in')} failed {dice}"


def _order(box: Box, target: str, run: Sequence[Deed]) -> str:
    if run[-1].roll is None:
        return "order returned to Paris by the Republic's own weight"
    if run[-1].success:
        return f"order was restored in Paris {_dice(run)}"
    return f"Paris would not be quieted {_dice(run)}"


def _spirit(box: Box, target: str, run: Sequence[Deed]) -> str:
    how = "beat its invaders by itself" if run[-1].success else "fought alone and was overrun"
    return f"{box.name(target)} {how} {_dice(run)}"


def _levy(box: Box, target: str, run: Sequence[Deed]) -> str:
    if target == "holding":
        return "the levée en masse was called"
    return f"the levée en masse was called, and {box.name(target)} was given up for it"


_TELLERS = {
    "political": _political,
    "naval": _naval,
    "liberate": _liberate,
    "restore-order": _order,
    "spirit": _spirit,
    "levy": _levy,
}


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
