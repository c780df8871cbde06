"""*Levée en Masse* as history: a turn is a paragraph in the past tense, dice in brackets.

Repeated attempts are one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.games.levee.names import BLUNDER, PEOPLES, direction, formatter_of, marker_name, within
from bot.games.parts.story import tag_of
from bot.games.wording import place, signed
from data.catalogue import N_, Plural, _
from data.levee.schema import Unit
from data.levee.texts import CLOSE, HEADLINE
from data.nouns import clauses, listed, upper
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

_NUMBERS = {2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six")}
_ALSO = N_("{army} {where}")


@dataclass
class Deed:
    """An action with its result."""

    action: Action
    """The action; of a liberation without the marker, because only the space is history."""
    storm: bool
    """Free, To the Barricades! (7.2)."""
    roll: Roll | None = None
    reached: str = ""
    """Space that the Army was thrown back to."""
    box: int | None = None
    """Box that the political marker came to."""

    @property
    def success(self) -> bool:
        """Whether it had its intended effect; without a die it did."""
        return self.roll is None or self.roll.success


def by_play(events: Iterable[Event]) -> list[Event]:
    """Events without those of a moderator's edits, which are no history."""
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
        said = (_told(box, action, run, again=number > 0) for number, run in enumerate(runs))
        yield f"{upper(clauses(said))}."


def _told(box: Box, action: Action, run: Sequence[Deed], *, again: bool) -> str:
    """The result of an action that was tried so often with the same result.

    :param again: it follows on another result of the same action.
    """
    last, times, dice = run[-1], len(run), _dice(run)
    match action:
        case Military(army):
            return _attacked(box, army, run, again=again)
        case Political(marker):
            return _acted(marker, run)
        case Naval() if last.success:
            return _(
                "the fleet drove the British back{times} {box} {dice}",
                times=_often(times, ","),
                box=_to(box, last),
                dice=dice,
            )
        case Naval():
            return _("the Royal Navy held the sea{times} {dice}", times=_often(times), dice=dice)
        case Liberate(space) if last.success:
            return _("{space} was liberated {dice}", space=box.name(space), dice=dice)
        case Liberate(space):
            where = within(box, space)
            return _RISINGS(times, times=_number(times), where=where, dice=dice)
        case RestoreOrder() if last.roll is None:
            return _("the Republic restored order in Paris")
        case RestoreOrder():
            done = N_("order was restored in Paris {dice}")
            return (done if last.success else N_("Paris would not be quieted {dice}"))(dice=dice)
        case Spirit(space):
            won, lost = (
                N_("{space} beat its invaders by itself {dice}"),
                N_("{space} fought alone and was overrun {dice}"),
            )
            return (won if last.success else lost)(space=box.name(space), dice=dice)
        case _:
            return _ordered(box, action)


def _ordered(box: Box, action: Action) -> str:
    """An action without a die."""
    match action:
        case Deploy(army):
            return _("Napoleon took the field against {army}", army=PEOPLES[army])
        case Recall():
            return _("Napoleon was called back")
        case Levy("holding"):
            return _("the levée en masse was called")
        case Levy(origin):
            return _(
                "the levée en masse was called, and {origin} was given up for it", origin=box.name(origin)
            )
        case _:
            raise TypeError(f"There are no words for {type(action).__name__}")


def _attacked(box: Box, army: Unit, run: Sequence[Deed], *, again: bool) -> str:
    last, times, dice = run[-1], len(run), _dice(run)
    where = _("at the barricades ") if last.storm else ""
    if last.success:
        whom, then = (_("them"), _("then ")) if again else (str(PEOPLES[army]), "")
        if not last.reached:
            # A beaten Army that goes nowhere has left the map, or is at home already (10.6).
            how = (
                N_("{where}{then}France defeated {whom}{times} {dice}")
                if army in box.stationary
                else N_("{where}{then}France shook {whom} in their own country{times} {dice}")
            )
            return how(where=where, then=then, whom=whom, times=_often(times, ","), dice=dice)
        return _(
            "{where}{then}France threw {whom} back{times} {box} {dice}",
            where=where,
            then=then,
            whom=whom,
            times=_often(times, ","),
            box=_to(box, last),
            dice=dice,
        )
    failed = _FURTHER if again else _ATTACKS
    return failed(times, where=where, times=_number(times), army=PEOPLES[army], dice=dice)


def _acted(marker: str, run: Sequence[Deed]) -> str:
    """The attempts on a political marker."""
    last, times, dice, republic = run[-1], len(run), _dice(run), marker == "republic"
    name = _marker(marker)
    if last.success:
        to = "" if last.box is None else _(", to {box}", box=place(last.box))
        return (
            _("{name} gained ground{times}{to} {dice}", name=name, times=_often(times), to=to, dice=dice)
            if republic
            else _("{name} lost ground{times}{to} {dice}", name=name, times=_often(times), to=to, dice=dice)
        )
    return (_MOTIONS if republic else _BLOWS)(times, name=name, times=_number(times), dice=dice)


def _to(box: Box, deed: Deed) -> str:
    return direction(box, deed.reached)


_RISINGS = Plural("a rising {where} failed {dice}", "{times} risings {where} failed {dice}")
_ATTACKS = Plural(
    "{where}an attack on {army} was beaten off {dice}",
    "{where}{times} attacks on {army} were beaten off {dice}",
)
_FURTHER = Plural(
    "{where}a further attack was beaten off {dice}", "{where}{times} further attacks were beaten off {dice}"
)
_MOTIONS = Plural("a motion for {name} was lost {dice}", "{times} motions for {name} were lost {dice}")
_BLOWS = Plural("an attempt to lower {name} failed {dice}", "{times} attempts to lower {name} failed {dice}")


def _number(times: int) -> str:
    return str(_NUMBERS.get(times, times))


def _often(times: int, end: str = "") -> str:
    if times == 1:
        return ""
    often = _(" twice") if times == 2 else _(" {times} times", times=_number(times))
    return f"{often}{end}"


def _dice(done: Sequence[Deed]) -> str:
    """The dice of deeds: `(1+1 and 4+1 for 5)`, `(3 for 2, 4 for 3)`."""
    throws = []
    for needed, rolls in groupby(
        (deed.roll for deed in done if deed.roll is not None), key=lambda roll: roll.needed
    ):
        thrown = [
            _("a natural {faces}", faces=roll.faces[0])
            if roll.natural
            else str(roll.faces[0]) + "".join(signed(modifier.value) for modifier in roll.modifiers)
            for roll in rolls
        ]
        throws.append(
            _(
                "{thrown} and {thrown_2} for {needed}",
                thrown=", ".join(thrown[:-1]),
                thrown_2=thrown[-1],
                needed=needed,
            )
            if len(thrown) > 1
            else _(
                "{thrown}{thrown_2} for {needed}",
                thrown=", ".join(thrown[:-1]),
                thrown_2=thrown[-1],
                needed=needed,
            )
        )
    return f"({', '.join(throws)})" if throws else ""


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, title: Levee) -> None:
        self.box = title.box
        self._words = title.words
        self._formatter = formatter_of(title.box)

    def turn(self, events: Sequence[Event]) -> str:
        """One turn: the headline's effects, the actions of France, the final position."""
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
            if deed := self._formatter.describe(HEADLINE.get(tag_of(event)), event):
                yield upper(deed)
        if any(isinstance(event, happened.LiberationGranted) and event.marker for event in events):
            yield _("A sister republic could now be raised.")

    def _marches(self, events: Sequence[Event]) -> Iterator[str]:
        """The last space of each Army, those that advanced first; the spaces on its way are left out."""
        moved = [event for event in events if isinstance(event, happened.ArmyMoved)]
        ways: dict[Unit, tuple[int, happened.ArmyMoved]] = {}
        for event in moved:
            ways[event.army] = (ways.get(event.army, (event.origin, event))[0], event)
        on = [event for origin, event in ways.values() if event.target < origin]
        back = [event for origin, event in ways.values() if event.target > origin]
        for marched, went in ((on, N_("{army} advanced {where}")), (back, N_("{army} fell back {where}"))):
            # The verb is said once: `The British advanced to Rouen, the Prussians to Verdun`.
            marches = [
                (went if number == 0 else _ALSO)(
                    army=PEOPLES[event.army], where=direction(self.box, event.target_space)
                )
                for number, event in enumerate(marched)
            ]
            if marches:
                yield f"{upper(listed(marches))}."

    def _markers(self, events: Sequence[Event]) -> Iterator[str]:
        """The last boxes of the political markers, before and in the Reaction!"""
        moved = [event for event in events if isinstance(event, happened.MarkerMoved)]
        for reaction, group in groupby(moved, key=lambda event: event.cause == "reaction"):
            ways: dict[str, tuple[int, int]] = {}
            for event in group:
                ways[event.marker] = (ways.get(event.marker, (event.origin, 0))[0], event.target)
            shifts = [
                (
                    _("{name} rose to {target}", name=_marker(name), target=place(target))
                    if target > origin
                    else _("{name} fell to {target}", name=_marker(name), target=place(target))
                )
                for name, (origin, target) in ways.items()
                if target != origin
            ]
            if shifts:
                yield (
                    _("In the reaction {told}.", told=listed(shifts))
                    if reaction
                    else f"{upper(listed(shifts))}."
                )

    def _actions(self, events: Sequence[Event]) -> Iterator[str]:
        done = deeds(self._words, events)
        if not done and any(isinstance(event, happened.ActionsEnded) for event in events):
            yield _("France did nothing.")
        yield from recount(self.box, done)

    def _close(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            moved = isinstance(event, happened.MarkerMoved) and event.target != event.origin
            if deed := self._formatter.describe(CLOSE.get(tag_of(event)), event, moved=moved):
                yield deed


def _marker(name: str) -> str:
    return _("the Republic") if name == "republic" else marker_name(name)
