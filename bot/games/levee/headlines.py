"""What a turn of *Levée en Masse* has decided: attacks on Armies, their advances, great days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile

from bot.games.levee.chronicle import Deed, by_play, deeds
from bot.games.levee.names import PEOPLES, direction, marker_name
from bot.games.shown import Headline
from data.catalogue import N_, Plural, _
from data.levee.schema import Unit
from data.nouns import listed, upper
from engines.core.events import Event
from engines.levee import events as happened
from engines.levee.actions import Action, Liberate, Military, Naval, Political, RestoreOrder, Spirit
from engines.levee.box import Box
from engines.levee.title import SEAT, Levee

NEAR = 2
"""Boxes from Paris within which an Army's advance is news."""
_BEATEN_OFF = Plural("{army} beat off an attack", "{army} beat off {n} attacks")
_BOXES = Plural("{n} box from Paris.", "{n} boxes from Paris.")


def headlines(title: Levee, events: Sequence[Event]) -> Iterator[Headline]:
    """The advances that threaten Paris, the attacks of France, and the great days of a turn."""
    played = by_play(events)
    card = list(takewhile(lambda event: not isinstance(event, happened.ActionTaken), played))
    yield from _advances(title.box, played)
    # What the turn's card does comes before what France does about it.
    yield from _days(card)
    for (action, _success), group in groupby(
        deeds(title.words, played), key=lambda deed: (deed.action, deed.success)
    ):
        yield from _done(title.box, action, list(group))
    yield from _days(played[len(card) :])


def _days(events: Iterable[Event]) -> Iterator[Headline]:
    """The great days: Paris in Disorder, its fall, and a King."""
    for event in events:
        match event:
            case happened.DisorderPlaced(already=False):
                yield Headline("day", _("Paris is in Disorder"))
            case happened.ParisFell(armies):
                names = listed(str(PEOPLES[army]) for army in armies)
                yield Headline("day", _("Paris falls to {armies}", armies=names), armies[0], armies[0])
            case happened.KingCrowned(army):
                yield Headline("day", _("{army} crown a King", army=upper(str(PEOPLES[army]))), army)
            case _:
                pass


def failures(title: Levee, events: Sequence[Event]) -> Iterator[str]:
    """What France has tried in vain and no headline tells: politics and order in Paris."""
    for action in [deed.action for deed in deeds(title.words, events) if not deed.success]:
        if isinstance(action, RestoreOrder):
            yield _("Paris stays in Disorder.")
        if isinstance(action, Political):
            raising = N_("The attempt to raise the Republic fails.")
            lowering = N_("The attempt to lower {marker} fails.")
            yield (raising if action.marker == "republic" else lowering)(marker=marker_name(action.marker))


def _advances(box: Box, events: Iterable[Event]) -> Iterator[Headline]:
    """The Armies that the headline brought near Paris, each by the last space of its way."""
    moved = [e for e in events if isinstance(e, happened.ArmyMoved) and e.cause == "headline"]
    ways: dict[Unit, tuple[int, happened.ArmyMoved]] = {}
    for event in moved:
        ways[event.army] = (ways.get(event.army, (event.origin, event))[0], event)
    for origin, event in ways.values():
        if event.target < origin and event.target <= NEAR:
            army, where = upper(str(PEOPLES[event.army])), direction(box, event.target_space)
            near = _BOXES(event.target) if event.target else ""
            yield Headline("march", _("{army} march {where}", army=army, where=where), event.army, told=near)


def _done(box: Box, action: Action, run: Sequence[Deed]) -> Iterator[Headline]:
    """What came of an action that was tried so often with the same result."""
    last = run[-1]
    match action:
        case Military(army) if last.success and last.reached:
            where = direction(box, last.reached)
            title = _("France throws {army} back {where}", army=PEOPLES[army], where=where)
            yield Headline("fight", title, SEAT)
        case Military(army) if last.success:
            yield Headline("fight", _("France beats {army}", army=PEOPLES[army]), SEAT)
        case Military(army):
            yield Headline("fight", _BEATEN_OFF(len(run), army=upper(str(PEOPLES[army]))), army)
        case Naval():
            won = N_("France drives the British back at sea"), SEAT
            how, winner = won if last.success else (N_("The British hold the sea"), "britain")
            yield Headline("fight", str(how), winner)
        case Spirit(space):
            won = N_("{space} beats its invaders by itself"), SEAT
            how, winner = won if last.success else (N_("{space} fights alone and is overrun"), "")
            yield Headline("fight", how(space=box.name(space)), winner)
        case Liberate(space) if last.success:
            yield Headline("march", _("{space} is liberated", space=box.name(space)), SEAT, SEAT)
        case RestoreOrder() if last.success:
            yield Headline("day", _("Order is restored in Paris"), SEAT)
        case Political(marker) if last.success:
            how = N_("{marker} gains ground") if marker == "republic" else N_("{marker} loses ground")
            name = _("The Republic") if marker == "republic" else marker_name(marker)
            yield Headline("vote", how(marker=name), "yes")
        case _:
            pass
