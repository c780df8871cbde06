"""Events, a line each: a template filled with the event's fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Literal, TypeAlias, get_args

from bot.games.grande_armee.names import Names
from bot.games.parts.story import Line, TemplateStory, tells
from bot.games.wording import signed
from data.catalogue import N_, retold
from data.grande_armee import texts
from data.grande_armee.hexes import Hex
from data.grande_armee.results import RESULTS, WALLED
from data.grande_armee.schema import Side
from data.nouns import clauses, listed
from engines.core.events import Event, TableRoll
from engines.grande_armee import events
from engines.grande_armee.position import UnitId

_Marching: TypeAlias = events.Moved | events.SupplySpent | TableRoll | events.Halted | events.Disrupted
_MARCHING: tuple[type[_Marching], ...] = get_args(_Marching)
"""Events that may belong to a march."""
_After: TypeAlias = events.Retreated | events.Scattered | events.Advanced
_AFTER: tuple[type[_After], ...] = get_args(_After)
"""Events that move units in and after combat."""
_Attack: TypeAlias = events.AttackDeclared | events.BattleFought


class GrandeArmeeStory(TemplateStory):
    """Describes the events of a game."""

    phases = texts.PHASES
    templates = texts.STORY

    def __init__(self, names: Names) -> None:
        super().__init__(names.formatter)
        self.box, self.names = names.box, names

    @tells(_MARCHING, together=lambda before, event: _theme(before) == _theme(event) != "")
    def _marched(self, happened: list[_Marching]) -> Iterator[str]:
        """Consecutive marches are a line for each stack; so is supply that is spent at once."""
        spent: dict[Side, list[UnitId]] = {}
        legs: dict[UnitId, list[events.Moved]] = {}
        rolls: dict[UnitId, list[TableRoll | events.Halted]] = {}
        for event in happened:
            match event:
                case events.SupplySpent(unit=id):
                    spent.setdefault(self.box.kind_of(id).side, []).append(id)
                case events.Moved(unit=id):
                    legs.setdefault(id, []).append(event)
                case events.Halted(unit=str(id)) | TableRoll(subject=str(id)):
                    rolls.setdefault(id, []).append(event)
                case TableRoll(purpose="prussia"):
                    text = texts.PRUSSIA_CALLED if event.result == "yes" else texts.PRUSSIA_STAYS
                    yield text(die=event.faces[0])
                case events.Disrupted(cause="retreat" | "battle"):
                    yield self.formatter.filled(texts.DISRUPTED, unit=event.unit)
                case _:
                    # The roll already says that a march disrupts a unit.
                    pass
        said = {id: self._rolled(each) for id, each in rolls.items()}
        yield from self._ways(legs, said)
        for id in [id for id in rolls if id not in legs]:
            yield texts.ON_MARCH(unit=self.names.unit(id), rolls=said[id])
        for side, units in spent.items():
            yield texts.SPENT[_theme(happened[0])](side=texts.THEY[side], units=self.names.brief(units))

    def _ways(
        self, legs: Mapping[UnitId, Sequence[events.Moved]], rolls: Mapping[UnitId, str]
    ) -> Iterator[str]:
        """The ways of each stack, units that go together as one; a unit that rolls goes by itself."""
        stacks: dict[tuple[Side, Hex], dict[tuple[str, ...], list[UnitId]]] = {}
        trains: dict[Side, list[str]] = {}
        for id, moved in legs.items():
            first, last = moved[0], moved[-1]
            end, kind = last.route[-1] if last.route else last.start, self.box.kind_of(id)
            notes = [texts.MANNERS[first.by]] if first.by else []
            notes += [texts.STOPPED] if last.stopped else []
            rolled = f", {rolls[id]}" if id in rolls else ""
            way = (end, rolled, *map(str, notes))
            stacks.setdefault((kind.side, first.start), {}).setdefault(way, []).append(id)
        for (side, start), ways in stacks.items():
            if all(self.box.kind_of(id).arm == "supply" for ids in ways.values() for id in ids):
                ends = listed([self.names.short(Hex(end)) for end, *_notes in ways])
                trains.setdefault(side, []).append(f"{self.names.short(start)} → {ends}")
                continue
            columns = [
                self.names.column(self.names.place(Hex(end)), ids, *notes) + rolled
                for (end, rolled, *notes), ids in ways.items()
            ]
            yield texts.WENT_OUT(side=texts.SEATS[side], start=self.names.place(start), ways=clauses(columns))
        for side, alone in trains.items():
            yield texts.TRAINS(side=texts.SEATS[side], ways=", ".join(alone))

    def _rolled(self, rolls: Sequence[TableRoll | events.Halted]) -> str:
        """`🎲 4−1 rolls again, 🎲 5−1 marches on`: where a roll left a choice, the choice."""
        parts: list[str] = []
        chose = False
        for event, after in zip_longest(rolls, rolls[1:]):
            if isinstance(event, TableRoll):
                terms = "".join(signed(term.value) for term in event.modifiers or ())
                chose = event.result == "op" and after is not None
                chosen = texts.ROLLS_AGAIN if isinstance(after, TableRoll) else texts.HALTS
                text = next(text for result, text in texts.ROLLS.items() if result == event.result)
                come = chosen if chose else text
                parts.append(f"🎲 {event.faces[0]}{terms} {come}")
            elif not chose:
                parts.append(str(texts.HALTS))
        return ", ".join(parts)

    @tells(events.PrussiaEntered)
    def _entered(self, entered: list[events.PrussiaEntered]) -> Iterator[str]:
        """Prussia's army may come after the last turn, and then it does not."""
        rules = self.box.pack.scenarios.prussia
        last = len(self.box.scenarios[rules.scenario].turn) if rules else 0
        for event in entered:
            yield str(texts.PRUSSIA_LATE) if event.turn > last else self.line(event)
            if rules is not None and rules.joining:
                lands = [land.name for land in self.box.pack.board.region if land.id in rules.joining]
                yield texts.OPENED(lands=", ".join(map(retold, lands)))

    @tells(events.Arrived)
    def _arrived(self, arrived: list[events.Arrived]) -> Iterator[str]:
        """Units that arrive on one hex share a line."""
        units: dict[tuple[Side, Hex], list[UnitId]] = {}
        for each in arrived:
            units.setdefault((each.side, each.hex), []).extend(each.units)
        for (side, hex), ids in units.items():
            yield self.formatter.filled(texts.ARRIVED, side=side, hex=hex, units=ids)

    @tells(_AFTER, together=lambda before, event: _way(before) == _way(event))
    def _went(self, went: list[_After]) -> Line:
        """Units that retreat or advance the same way share a line."""
        text, start, end = _way(went[0])
        return self.formatter.filled(text, start=start, end=end, units=[event.unit for event in went])

    @tells(events.Eliminated, lambda one, other: (one.cause, one.hex) == (other.cause, other.hex))
    def _lost(self, lost: list[events.Eliminated]) -> Line:
        """Units that are lost together, and how; a spent supply unit has a line when it is spent."""
        text = texts.LOST.get(lost[0].cause)
        return self.formatter.filled(text, units=[e.unit for e in lost], hex=lost[0].hex) if text else None

    @tells(events.Created)
    def _created(self, created: list[events.Created]) -> Line:
        """Supply units that depots create one after the other share a line."""
        return self.formatter.filled(texts.CREATED, targets=[*dict.fromkeys(e.hex for e in created)])

    def said_twice(self, before: Event, event: Event) -> Literal["second"] | None:
        """A retreat disrupts its units (G-COM-F-3, G-RET-11)."""
        match before, event:
            case ((events.Retreated(unit=id) | events.Scattered(unit=id)), events.Disrupted(unit=same)):
                return "second" if id == same else None
            case _:
                return None

    @tells(events.AttackDeclared)
    def _declared(self, attacks: list[events.AttackDeclared]) -> Iterator[str]:
        """Attacks, a line each with their units."""
        for event in attacks:
            yield texts.DECLARED(targets=self._places(event), units=self._attackers(event))

    @tells(events.BattleFought)
    def _fought(self, battles: list[events.BattleFought]) -> Iterator[str]:
        """Battles, a line each with both sides."""
        for event in battles:
            decided = texts.RIVER if event.die is None else texts.DIE
            yield texts.BATTLE(
                targets=self._places(event),
                side=texts.THEY[event.side],
                units=self._attackers(event),
                defenders=self.names.brief(event.defenders),
                odds=decided(attack=event.attack, defence=event.defence, die=event.die),
                result=(WALLED if self.box.walled(event.targets) else RESULTS)[event.result],
            )

    def _places(self, event: _Attack) -> str:
        return listed([self.names.hex(hex) for hex in event.targets])

    def _attackers(self, event: _Attack) -> str:
        return self.names.brief((*event.units, *event.leaders))


def _theme(event: _Marching) -> str:
    """`march` for events of one; the purpose of spent supply otherwise; empty for all others."""
    match event:
        case events.SupplySpent(use=use):
            return use
        case TableRoll(column=column):
            return "march" if column in texts.MANNERS else ""
        case events.Disrupted(cause=cause):
            return "march" if cause == "march" else ""
        case _:
            return "march"


def _way(event: _After) -> tuple[N_, Hex, Hex]:
    """The manner in which a unit moves in and after combat, from where, and where to."""
    match event:
        case events.Advanced(start=start, end=end):
            return texts.ADVANCED, start, end
        case events.Scattered(start=start, route=route):
            text = texts.SCATTERED
        case events.Retreated(start=start, route=route, before_combat=before):
            text = texts.WITHDREW if before else texts.RETREATED
    return text, start, route[-1] if route else start
