"""Battles as posts of their own, cut out of a chapter, in words and a picture; and moves as arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from bot.games.grande_armee.names import Names
from bot.games.shown import Headline, Scene
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.results import COSTLY, RESULTS, TITLES, TITLES_WALLED, WALLED
from data.grande_armee.schema import SIDES, Side
from data.grande_armee.texts import SEATS, THEY
from data.nouns import listed, numbered, upper
from engines.core.events import TABLE_EVENTS, Event, TableRoll
from engines.grande_armee import events
from engines.grande_armee.box import ENEMY
from engines.grande_armee.events import BattleFought
from engines.grande_armee.position import UnitId
from render import CloseUp
from render.battle import Battle, Chief, Force
from render.grande_armee import Manner, Move

ACCENTS = {"french": 0x1E4296, "allied": 0xB01E24}
REPELLED, BEATEN = ("Ae", "Ars"), ("Dr1", "Dr2", "Drs", "De")
"""Results by which the defenders win, and the attackers."""
DECIDED = ("Ae", "De")
"""Results after which no player has a choice."""
NAMED = 2
"""The most hexes that a headline names; it is not cut."""


class Segment(NamedTuple):
    """Events of one battle, or of the time between battles."""

    events: list[Event]
    battle: BattleFought | None
    over: bool


def segments(names: Names, happened: Sequence[Event]) -> list[Segment]:
    """Events cut where battles begin and end; a die of combat belongs to the battle that it decides."""
    parts: list[Segment] = []
    for number, event in enumerate(happened):
        follows = happened[number + 1] if number + 1 < len(happened) else None
        rolls = isinstance(event, TableRoll) and isinstance(follows, BattleFought)
        if isinstance(event, BattleFought):
            rolled = bool(parts and parts[-1].events and isinstance(parts[-1].events[-1], TableRoll))
            before = parts.pop().events if rolled else []
            _close(parts)
            parts.append(Segment(before, event, over=event.result in DECIDED))
        elif not parts or rolls or not _belongs(names, parts[-1].battle, event):
            _close(parts)
            parts.append(Segment([], None, over=True))
        parts[-1].events.append(event)
    return parts


def _close(parts: list[Segment]) -> None:
    """End the last battle: the next event does not belong to it."""
    if parts:
        parts[-1] = parts[-1]._replace(over=True)


def _belongs(names: Names, battle: BattleFought | None, event: Event) -> bool:
    """Whether an event follows from the battle before it, or belongs to the same time between battles."""
    if battle is None:
        return True
    match event:
        case events.Controlled(fortress=fortress):
            return names.box.place[fortress] in battle.targets
        case events.Eliminated(cause=cause):
            return cause in ("battle", "retreat", "disruption")
        case events.Disrupted(cause=cause):
            return cause == "battle"
        case events.Broken(forced=forced):
            return forced
        case events.Retreated(before_combat=before):
            return not before
        case events.Scattered():
            return True
        case _:
            return isinstance(event, TABLE_EVENTS)


def under_way(names: Names, segment: Segment) -> str | None:
    """A battle in one line; None for the time between battles."""
    if segment.battle is None:
        return None
    return _("⚔️ **Battle at {place}**: it is being fought.", place=names.hex(_middle(names, segment.battle)))


def headlines(names: Names, segment: Segment) -> Iterator[Headline]:
    """The result of a battle, and fortresses that changed hands."""
    if (fought := segment.battle) is not None:
        foe, walled = ENEMY[fought.side], names.box.walled(fought.targets)
        # Defenders who could not retreat were destroyed.
        gone = {event.unit for event in segment.events if isinstance(event, events.Eliminated)}
        routed = not walled and gone.issuperset(fought.defenders)
        result = "De" if routed and fought.result in BEATEN else fought.result
        repelled = result != "De" if walled else result in REPELLED
        winner = foe if repelled else fought.side if result in BEATEN else ""
        title = (COSTLY if routed and result == "Ar1Drs" else (TITLES_WALLED if walled else TITLES)[result])(
            attacker=str(THEY[fought.side]), defender=str(THEY[foe]), place=_attacked(names, fought)
        )
        # Beaten defenders leave their hexes, and an attacker may enter them later.
        ground = N_("{side} hold {place}.") if repelled else N_("{side} leave {place}.")
        # Some of the hexes round a Fortress may have been left before the sortie.
        stays = _sortie(fought) if repelled else result not in BEATEN or result == "De"
        sentences = [] if stays else [ground(side=upper(str(THEY[foe])), place=_place(names, fought))]
        lost = [f"{each}." for side in SIDES if (each := _lost(names, segment.events, side))]
        # The attackers of a half exchange may still have to choose what they lose.
        sentences += lost or ([] if result == "1/2ex" else [_("No unit is lost.")])
        sentences.append(_rolled(fought))
        yield Headline("fight", upper(title), winner, foe if repelled else "", " ".join(sentences))
    evaded = dict(_evaded(names, segment.events))
    for event in segment.events:
        if isinstance(event, events.Retreated):
            yield from evaded.pop(names.box.kind_of(event.unit).side, ())
        if isinstance(event, events.PrussiaEntered):
            yield Headline("day", _("Prussia enters the war"))
        if isinstance(event, events.Controlled):
            side, fortress = upper(str(THEY[event.side])), names.name(event.fortress)
            title = _("{side} take {fortress}", side=side, fortress=fortress)
            yield Headline("march", title, event.side, event.side)


def _evaded(names: Names, happened: Iterable[Event]) -> Iterator[tuple[Side, list[Headline]]]:
    """The hexes that each side left before combat."""
    left: dict[Side, dict[Hex, None]] = {}
    for event in happened:
        if isinstance(event, events.Retreated) and event.before_combat:
            left.setdefault(names.box.kind_of(event.unit).side, {})[event.start] = None
    for side, hexes in left.items():
        places, few = listed([names.hex(hex) for hex in hexes]), len(hexes) <= NAMED
        where = places if few else numbered(len(hexes), "hex")
        title = _("{side} fall back from {place} before combat", side=upper(str(THEY[side])), place=where)
        yield side, [Headline("march", title, told="" if few else _("They left {places}.", places=places))]


def _rolled(fought: BattleFought) -> str:
    """The strengths of a battle, and its die."""
    attacked = N_("{side} attacked, {attack} to {defence}.")
    if fought.die is not None:
        attacked = N_("{side} attacked, {attack} to {defence}, and rolled {die}.")
    side = upper(str(THEY[fought.side]))
    return attacked(side=side, attack=fought.attack, defence=fought.defence, die=fought.die)


def _place(names: Names, fought: BattleFought) -> str:
    return listed([names.hex(hex) for hex in fought.targets])


def _attacked(names: Names, fought: BattleFought) -> str:
    """The hexes of a battle, by their figures where it is a sortie, as far as a headline has room."""
    if not _sortie(fought):
        return _place(names, fought)
    if len(fought.targets) <= NAMED:
        return listed(map(names.short, fought.targets))
    hexes = numbered(len(fought.targets), "hex")
    return _("{hexes} round {fortress}", hexes=hexes, fortress=names.hex(_middle(names, fought)))


def _middle(names: Names, fought: BattleFought) -> Hex:
    """The hex of a battle; of a sortie against several hexes the Fortress."""
    forts = (hex for hex in names.box.place.values() if {*fought.targets} <= names.box.crossings[hex].keys())
    return next(forts) if _sortie(fought) else fought.targets[0]


def _called(names: Names, fought: BattleFought) -> str:
    """The name of a battle, for its post and its picture."""
    place = names.hex(_middle(names, fought))
    return _("Sortie from {place}", place=place) if _sortie(fought) else _("Battle at {place}", place=place)


def _sortie(fought: BattleFought) -> bool:
    """Whether several hexes were attacked at once, as is done out of a Fortress alone (G-FOR-F-1)."""
    return len(fought.targets) > 1


def _told(names: Names, fought: BattleFought, after: Sequence[Event]) -> str:
    """A battle and its cost."""
    said = _(
        "{place}: {attacker} attack, {attack} to {defence}: {result}.",
        place=_called(names, fought) if _sortie(fought) else _place(names, fought),
        attacker=THEY[fought.side],
        attack=fought.attack,
        defence=fought.defence,
        result=_result(names, fought),
    )
    return " ".join([said, *(f"{each}." for side in SIDES if (each := _lost(names, after, side)))])


def _result(names: Names, fought: BattleFought) -> str:
    return str((WALLED if names.box.walled(fought.targets) else RESULTS)[fought.result])


def _lost(names: Names, after: Sequence[Event], side: Side) -> str:
    gone = [
        event.unit
        for event in after
        if isinstance(event, events.Eliminated) and names.box.kind_of(event.unit).side == side
    ]
    return _("{side} lose {units}", side=upper(str(THEY[side])), units=names.brief(gone)) if gone else ""


def scenes(
    names: Names, happened: Sequence[Event], tell: Callable[[Sequence[Event]], list[str]]
) -> Iterator[Scene]:
    """The battles of a chapter."""
    for segment in segments(names, happened):
        fought = segment.battle
        if fought is None:
            continue
        middle = _middle(names, fought)
        shown = CloseUp(middle, battle=drawn(names, fought, segment.events))
        yield Scene(
            title=_called(names, fought),
            lines=tell(segment.events),
            close=shown,
            over=segment.over,
            colour=ACCENTS[fought.side],
            events=segment.events,
            headlines=list(headlines(names, segment)) if segment.over else (),
        )


def drawn(names: Names, fought: BattleFought, after: Sequence[Event]) -> Battle:
    """A battle for its picture."""
    percent = f"{100 * fought.attack // fought.defence} %" if fought.defence else "–"
    return Battle(
        title=_called(names, fought),
        forces=(
            _force(names, after, fought.side, (*fought.units, *fought.leaders), fought.attack),
            _force(names, after, ENEMY[fought.side], fought.defenders, fought.defence),
        ),
        dice=() if fought.die is None else (fought.die,),
        sums=((str(fought.attack), _("attack")), (str(fought.defence), _("defence")), (percent, _("odds"))),
        result=upper(_result(names, fought)),
        told=_told(names, fought, after),
    )


def _force(names: Names, after: Sequence[Event], side: Side, units: Iterable[UnitId], total: int) -> Force:
    """A side's force: its combat units by kind, and its leaders with their fates."""
    kinds = {id: names.box.kind_of(id) for id in units}
    gone = {event.unit for event in after if isinstance(event, events.Eliminated)}
    away = [
        names.place(event.route[-1])
        for event in after
        if isinstance(event, events.Retreated | events.Scattered)
        and event.route
        and names.box.kind_of(event.unit).side == side
    ]
    troops, fallen = (
        Counter(kind.id for id, kind in kinds.items() if kind.combat and id in some) for some in (kinds, gone)
    )
    return Force(
        side=side,
        name=str(SEATS[side]),
        points=tuple(sorted(troops.items())),
        fallen=tuple(sorted(fallen.items())),
        chiefs=tuple(
            Chief(names.name(id), "killed" if id in gone else None)
            for id, kind in kinds.items()
            if kind.arm == "leader"
        ),
        total=total,
        lost=_lost(names, after, side),
        went=_("Back to {places}", places=listed(list(dict.fromkeys(away)))) if away else "",
    )


def moves(names: Names, happened: Sequence[Event]) -> list[Move]:
    """Marches in order, those of one unit joined, and the attacks of battles."""
    arrows: dict[str, Move] = {}
    fought: list[Move] = []
    for event in happened:
        match event:
            case events.Moved(unit=unit, start=start, route=route, by=by):
                manner: Manner = "forced" if by in ("double", "triple") else "march"
            case events.Retreated() | events.Scattered():
                unit, start, route, manner = event.unit, event.start, event.route, "retreat"
            case events.Advanced(unit=unit, start=start, end=end):
                route, manner = (end,), "advance"
            case BattleFought(side=side, stands=stands, targets=targets):
                fought += [Move(side, pair, "attack") for pair in product(stands, targets)]
                continue
            case _:
                continue
        if route:
            before = arrows.pop(unit, None)
            goes_on = before is not None and before.path[-1] == start and before.manner == manner
            path = before.path if before is not None and goes_on else (start,)
            arrows[unit] = Move(names.box.kind_of(unit).side, (*path, *route), manner)
    return list(dict.fromkeys([*arrows.values(), *fought]))
