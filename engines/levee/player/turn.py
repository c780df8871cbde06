"""The moves of the rest of a turn with their chances: the rules of the Actions phase on boards.

The tests compare every move on them with the engine's own, die by die.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from data.levee.schema import MARKERS, Unit
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
)
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box
from engines.levee.odds import Test, passes, tipped
from engines.levee.player.board import GONE, REPUBLIC, Board, Move, Rest, put
from engines.levee.player.chances import Chances, share
from engines.levee.state import ROUTED, Fight, Pending, State

Pushes = list[tuple[Action, float, tuple[int, ...]]]
"""Attacks with their chance and the boxes of units after success."""
Cast = tuple[tuple[tuple[float, Board], ...], int]
"""The outcomes of an attack, successes first, and the number of successes."""
Landings = list[tuple[Action, float, tuple[str, ...]]]
"""Liberations with their chance and the places of markers after success."""


class Turn:
    """The Actions phase of one turn. It depends on nothing that an action changes."""

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.chances = Chances(box, state)
        self.reign = self.chances.reign
        self.state = state
        self.units: tuple[Unit, ...] = box.units(state.setting.kit)
        self.ids = box.markers[state.setting.kit]
        self.values = tuple(box.marker_value[id] for id in self.ids)
        self.alike = len(set(self.values)) == 1
        self.tracks = tuple(box.track_of[unit] for unit in self.units)
        self.sharing = [
            [other for other, track in enumerate(self.tracks) if track == self.tracks[unit]]
            for unit in range(len(self.units))
        ]
        self.still = frozenset(i for i, unit in enumerate(self.units) if unit in box.stationary)
        self.owner = {
            space: [i for i, track in enumerate(self.tracks) if track == box.army_of[space]]
            for space in box.round
        }
        self.decisive = state.on("decisive-outcomes")
        self.waits = state.on("single-battalion"), state.on("he-who-fears")
        self.any_die = state.on("reserves-any-die")
        self.plain = not (self.decisive or any(self.waits))
        self.levies, self.spirits = state.on("levee-en-masse"), state.on("spirit-of-89")
        self._pushed: dict[tuple[tuple[int, ...], int, Rest], Pushes] = {}
        self._landed: dict[tuple[tuple[int, ...], tuple[str, ...]], Landings] = {}

    def board(self, state: State) -> Board:
        """A state of this turn, as a position."""
        index = self.units.index
        rest = Rest(
            phase=state.phase,
            stormed=frozenset(map(index, state.stormed)),
            rallied=frozenset(map(index, state.rallied)),
            rotated=frozenset(map(index, state.rotated)),
            conditions=tuple(state.conditions.get(unit, 0) for unit in self.units),
            napoleon=state.napoleon,
            recalled=state.recalled,
            fresh=state.napoleon not in (OUT, HOLDING) and not state.acted,
            committed=state.committed is not None,
            extra=state.extra,
            pending=state.pending,
        )
        boxes = (state.boxes[unit] for unit in self.units)
        return Board(
            tuple(GONE if at is None else at for at in boxes),
            tuple(state.tracks[marker] for marker in MARKERS),
            self._sorted([state.markers[id] for id in self.ids]),
            state.disorder,
            rest,
        )

    def free(self, board: Board) -> Iterator[Move]:
        """Moves that cost no action; all legal ones, where an answer or an attack is owed."""
        boxes, rest = board.boxes, board.rest
        if rest.phase == "die":
            yield from self._answers(board)
            return
        if rest.phase == "emergency":
            for unit in self._targets(board):
                if not self._storms(board, unit):
                    yield self._attack(board, unit, "10.1")
            return
        if 0 in boxes or rest.extra:
            for unit in self._targets(board):
                if self._storms(board, unit):
                    yield self._attack(board, unit, "7.2")
                elif rest.extra and self._in_france(board, unit):
                    yield self._attack(board, unit, "10.5")
        if self.levies:
            yield from self._levies(board)
        if self.spirits:
            yield from self._spirits(board)
        if self.waits[1] and not board.disorder and any(self._exposed(board)):
            after = board._replace(disorder=True, rest=self._acted(rest, extra=rest.extra + 1))
            yield Move(Commit(), 0, ((1.0, after),))
        if rest.napoleon != OUT:
            yield from self._napoleon(board)

    def paid(self, board: Board) -> Iterator[Move]:
        """Moves that cost an action; none where an answer or an attack is owed."""
        boxes, tracks, markers, disorder, rest = board
        if rest.phase != "actions":
            return
        spent = self._acted(rest) if rest.fresh else rest
        missed = board if spent is rest else Board(boxes, tracks, markers, disorder, spent)
        for i, marker in enumerate(MARKERS):
            at, change = tracks[i], 1 if i == REPUBLIC else -1
            if -1 <= at + change <= 4:
                chance = self.chances.political(i, at, rest)
                moved = (*tracks[:i], at + change, *tracks[i + 1 :])
                yield self._move(
                    Political(marker), chance, Board(boxes, moved, markers, disorder, spent), missed
                )
        if self.plain:
            for action, chance, pushed in self._pushes(board):
                yield self._move(action, chance, Board(pushed, tracks, markers, disorder, spent), missed)
        else:
            for unit in self._targets(board):
                if not (self._storms(board, unit) or (rest.extra and self._in_france(board, unit))):
                    yield self._attack(board, unit, None)
        at = boxes[0]
        if at in (1, 2, 4):
            chance = self.chances.naval()
            fled = (at + (1 if at == 4 else 2), *boxes[1:])
            yield self._move(Naval(), chance, Board(fled, tracks, markers, disorder, spent), missed)
        if disorder:
            chance = self.chances.order(tracks)
            yield self._move(RestoreOrder(), chance, Board(boxes, tracks, markers, False, spent), missed)
        if HOLDING in markers:
            for action, chance, placed in self._liberations(boxes, markers):
                yield self._move(action, chance, Board(boxes, tracks, placed, disorder, spent), missed)

    def front(self, boxes: tuple[int, ...], units: Iterable[int]) -> int:
        """The box of the unit nearest Paris among those of a track; `GONE` without any."""
        return min((boxes[unit] for unit in units), default=GONE)

    def _move(self, action: Action, chance: float, won: Board, lost: Board) -> Move:
        if chance == 1:
            return Move(action, 1, ((1.0, won),))
        return Move(action, 1, ((chance, won), (1 - chance, lost)), 1)

    def _acted(self, rest: Rest, **changes: object) -> Rest:
        return rest._replace(fresh=False, **changes)  # type: ignore[arg-type]

    def _sorted(self, markers: list[str]) -> tuple[str, ...]:
        return tuple(sorted(markers)) if self.alike else tuple(markers)

    def _placed(self, markers: tuple[str, ...], which: int, place: str) -> tuple[str, ...]:
        return self._sorted([*markers[:which], place, *markers[which + 1 :]])

    # Targets (7.2, X-7.2).

    def _targets(self, board: Board) -> list[int]:
        boxes = board.boxes
        targets = []
        for unit, at in enumerate(boxes):
            if at == GONE or (at == START and not self._shaken(board, unit)) or (unit == 0 and at == 4):
                continue
            others = self.sharing[unit]
            if len(others) > 1:
                front = self.front(boxes, others)
                if at != front:
                    continue
                first = [other for other in others if boxes[other] == front]
                if unit not in self.still and any(other in self.still for other in first):
                    continue
            targets.append(unit)
        return targets

    def _shaken(self, board: Board, unit: int) -> bool:
        """Whether outcomes against a unit can be decisive (X-10.6-a)."""
        return self.decisive and unit not in board.rest.rotated

    def _storms(self, board: Board, unit: int) -> bool:
        return board.boxes[unit] == 0 and unit not in board.rest.stormed

    def _shape(self, unit: int, at: int) -> str:
        return self.box.shape(self.units[unit], at)

    def _in_france(self, board: Board, unit: int) -> bool:
        return self._shape(unit, board.boxes[unit]) in ("square", PARIS)

    def _exposed(self, board: Board) -> Iterator[bool]:
        for unit in self._targets(board):
            yield self._in_france(board, unit) and not self._storms(board, unit)

    # Attacks and their results (7.2, 10.2, X-10.3 to ).

    def _attack(self, board: Board, unit: int, free: str | None) -> Move:
        rest = board.rest
        changes: dict[str, object] = {"phase": "actions"}
        if free == "7.2":
            changes["stormed"] = rest.stormed | {unit}
        elif free == "10.5":
            changes["extra"] = rest.extra - 1
        if free or rest.fresh:
            board = board._replace(rest=self._acted(rest, **changes))
        cast = self._cast(board, "military", unit, free)
        return Move(Military(self.units[unit]), 0 if free else 1, *cast)

    def _pushes(self, board: Board) -> Pushes:
        """Attacks that cost an action, in games without the rules that add further results."""
        army, _ = self.reign(board.tracks)
        key = board.boxes, army, board.rest
        known = self._pushed.get(key)
        if known is None:
            known = self._pushed[key] = [
                (move.action, move.outcomes[0][0], move.outcomes[0][1].boxes)
                for unit in self._targets(board)
                if not self._storms(board, unit)
                for move in (self._attack(board, unit, None),)
            ]
        return known

    def _cast(self, board: Board, fight: Fight, unit: int, free: str | None) -> Cast:
        test = self.chances.attack(board, fight, unit)
        if self.plain:
            chance = share(test)
            won, lost = self._won(board, unit, free), self._lost(board, fight, unit)
            return ((chance, won), (1 - chance, lost)), 1
        name, at = self.units[unit], board.boxes[unit]
        space = self.box.at[name][at]
        wins: dict[Board, float] = {}
        losses: dict[Board, float] = {}
        for face in range(1, 7):
            pending = Pending(fight, name, face, free, space)
            passed = passes(test, face)
            chances = wins if passed else losses
            shaken = passed and face >= test.sure and self._shaken(board, unit)
            answers = not passed or shaken or self.any_die
            anew = self.waits[0] and not board.rest.committed and answers
            if anew or self._tips(board, unit, pending, test):
                waiting = board._replace(rest=board.rest._replace(phase="die", pending=pending))
                chances[waiting] = chances.get(waiting, 0.0) + 1 / 6
            else:
                for chance, after in self._settled(board, pending, test):
                    chances[after] = chances.get(after, 0.0) + chance / 6
        outcomes = tuple((chance, after) for chances in (wins, losses) for after, chance in chances.items())
        return outcomes, len(wins)

    def _tips(self, board: Board, unit: int, pending: Pending, test: Test) -> bool:
        if not self.waits[1] or board.disorder or pending.fight == "spirit":
            return False
        wins = not passes(test, pending.face) and passes(tipped(test), pending.face)
        return wins and self._in_france(board, unit)

    def _answers(self, board: Board) -> Iterator[Move]:
        pending = board.rest.pending
        assert pending is not None
        unit = self.units.index(pending.army)
        cast = board._replace(rest=board.rest._replace(phase="actions", pending=None))
        test = self.chances.attack(cast, pending.fight, unit)
        yield Move(Keep(), 0, tuple(self._settled(cast, pending, test)))
        if self.waits[0] and not board.rest.committed:
            anew = cast._replace(rest=cast.rest._replace(committed=True))
            yield Move(Reroll(), 0, *self._cast(anew, pending.fight, unit, pending.free))
        if self._tips(cast, unit, pending, test):
            given = cast._replace(disorder=True)
            yield Move(Commit(), 0, tuple(self._settled(given, pending, tipped(test))))

    def _settled(self, board: Board, pending: Pending, test: Test) -> list[tuple[float, Board]]:
        unit = self.units.index(pending.army)
        shaken = self._shaken(board, unit)
        if passes(test, pending.face):
            after = self._won(board, unit, pending.free)
            if shaken and pending.face >= test.sure:
                after = self._routed(after, unit, started=board.boxes[unit] == START, led=test.sure < 6)
            return [(1.0, after)]
        after = self._lost(board, pending.fight, unit)
        return self._blunder(after, unit) if shaken and pending.face == 1 else [(1.0, after)]

    def _won(self, board: Board, unit: int, free: str | None) -> Board:
        at = board.boxes[unit]
        if unit in self.still:
            board = self._removed(board, unit)
        elif at == START:
            board = self._worse(board, unit, +1)
        else:
            board = board._replace(boxes=put(board.boxes, unit, at + 1))
        if free == "7.2" and self.state.on("nothing-is-free"):
            board = self._shifted(board, 0 if self.state.colour == "blue" else 1, +1)
        return board

    def _lost(self, board: Board, fight: Fight, unit: int) -> Board:
        if fight == "military":
            return board
        space = self.box.at[self.units[unit]][board.boxes[unit]]
        back = self._placed(board.markers, board.markers.index(space), HOLDING)
        return self._shifted(board._replace(markers=back), REPUBLIC, -1)

    def _routed(self, board: Board, unit: int, *, started: bool, led: bool) -> Board:
        if unit not in self.still and not started:
            board = self._worse(board, unit, +1)
        _, reign = self.reign(board.tracks)
        raised = MARKERS.index("despotism") if led else reign
        return board if raised is None else self._shifted(board, raised, +1)

    def _blunder(self, board: Board, unit: int) -> list[tuple[float, Board]]:
        stays = (6 - board.boxes[unit]) / 6
        outcomes = [(1.0, board)]
        if unit not in self.still:
            on = self._comes_on(board, unit)
            outcomes = [(stays, board), *(((1 - stays) * chance, after) for chance, after in on)]
        _, reign = self.reign(board.tracks)
        if reign is not None:
            outcomes = [(chance, self._shifted(after, reign, -1)) for chance, after in outcomes]
        return [(chance, after) for chance, after in outcomes if chance]

    def _comes_on(self, board: Board, unit: int) -> list[tuple[float, Board]]:
        """An Army advances or recovers (A-54), through a liberated space by its die (A-03)."""
        at = board.boxes[unit]
        if board.rest.conditions[unit]:
            return [(1.0, self._worse(board, unit, -1))]
        if at == 0:
            return [(1.0, board)]
        on = board._replace(boxes=put(board.boxes, unit, at - 1))
        space = self.box.at[self.units[unit]][at - 1]
        if space not in board.markers:
            return [(1.0, on)]
        holds = min(6, self.values[board.markers.index(space)]) / 6
        return [(holds, board), (1 - holds, on)]

    def _removed(self, board: Board, unit: int) -> Board:
        rest = board.rest
        if rest.napoleon == self.units[unit]:
            rest = rest._replace(napoleon=HOLDING, recalled=not self.state.on("napoleon-at-once"))
        rest = rest._replace(rotated=rest.rotated - {unit}, conditions=put(rest.conditions, unit, 0))
        return board._replace(boxes=put(board.boxes, unit, GONE), rest=rest)

    def _worse(self, board: Board, unit: int, change: int) -> Board:
        conditions = board.rest.conditions
        now = max(0, min(ROUTED, conditions[unit] + change))
        return board._replace(rest=board.rest._replace(conditions=put(conditions, unit, now)))

    def _shifted(self, board: Board, marker: int, change: int) -> Board:
        at = max(-1, min(4, board.tracks[marker] + change))
        return board._replace(tracks=put(board.tracks, marker, at))

    # Markers and Napoleon.

    def _held(self, markers: tuple[str, ...]) -> list[int]:
        """The held markers that an action has to choose from: one where they are interchangeable."""
        held = [i for i, place in enumerate(markers) if place == HOLDING]
        return held[:1] if len({self.values[i] for i in held}) == 1 else held

    def _named(self, markers: tuple[str, ...], which: int) -> str | None:
        return self.ids[which] if len(self._held(markers)) > 1 else None

    def _liberations(self, boxes: tuple[int, ...], markers: tuple[str, ...]) -> Landings:
        known = self._landed.get((boxes, markers))
        if known is None:
            known = self._landed[boxes, markers] = []
            for space in self.box.round:
                if space in markers or not self._french(boxes, space):
                    continue
                for which in self._held(markers):
                    marker = self.ids[which]
                    chance = self.chances.liberation(space, marker)
                    action = Liberate(space, self._named(markers, which))
                    known.append((action, chance, self._placed(markers, which, space)))
        return known

    def _french(self, boxes: tuple[int, ...], space: str) -> bool:
        """Whether France controls a space (L-7.4-g, A-39)."""
        here, units = self.box.space[space].box, self.owner[space]
        if not self.state.on("own-army-controls"):
            return here < self.front(boxes, units)
        own = boxes[self.units.index(self.box.army_of[space])]
        return here < own and all(boxes[unit] != here for unit in units)

    def _levies(self, board: Board) -> Iterator[Move]:
        markers = board.markers
        if not any(not self._storms(board, unit) for unit in self._targets(board)):
            return
        rest = self._acted(board.rest, phase="emergency")
        for which in self._held(markers):
            after = board._replace(markers=self._placed(markers, which, SPENT), rest=rest)
            yield Move(Levy(HOLDING, self._named(markers, which)), 0, ((1.0, after),))
        for which, place in enumerate(markers):
            if place not in (OUT, HOLDING, SPENT):
                after = board._replace(markers=self._placed(markers, which, SPENT), rest=rest)
                yield Move(Levy(place), 0, ((1.0, after),))

    def _spirits(self, board: Board) -> Iterator[Move]:
        boxes, rest = board.boxes, board.rest
        for place in board.markers:
            if place in (OUT, HOLDING, SPENT):
                continue
            at = self.box.space[place].box
            sharing = self.owner[place]
            if self.front(boxes, sharing) != at:
                continue
            first = [unit for unit in sharing if boxes[unit] == at]
            first = [unit for unit in first if unit in self.still] or first
            for unit in first:
                if (unit == 0 and at == 4) or unit in rest.rallied:
                    continue
                cast = board._replace(rest=self._acted(rest, rallied=rest.rallied | {unit}))
                action = Spirit(place, self.units[unit] if len(first) > 1 else None)
                yield Move(action, 0, *self._cast(cast, "spirit", unit, "10.2"))

    def _led(self, board: Board) -> int:
        """The box of the unit that Napoleon is with."""
        return next(
            at for unit, at in zip(self.units, board.boxes, strict=True) if unit == board.rest.napoleon
        )

    def _napoleon(self, board: Board) -> Iterator[Move]:
        rest = board.rest
        if rest.napoleon == HOLDING:
            if rest.recalled:
                return
            for unit, at in enumerate(board.boxes):
                italian = self.tracks[unit] in ("piedmont", "austria")
                if at != GONE and (italian or not self.state.on("napoleon-historical")):
                    sent = self._acted(rest, napoleon=self.units[unit])
                    yield Move(Deploy(self.units[unit]), 0, ((1.0, board._replace(rest=sent)),))
        elif rest.fresh and self._led(board) in (4, START):
            back = self._acted(rest, napoleon=HOLDING, recalled=True)
            yield Move(Recall(), 0, ((1.0, board._replace(rest=back)),))
