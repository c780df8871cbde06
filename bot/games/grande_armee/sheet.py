"""The marches of a side while they are written: the automatic player's proposals, to be changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from bot.games.grande_armee import course
from bot.games.grande_armee.chances import risk
from bot.games.grande_armee.choices import Choices, changing, in_column, opens
from bot.games.grande_armee.columns import Column, columns, noted, within
from bot.games.grande_armee.course import Along, Change, Course, Drop, Line, Single, Stack, Stay, Written
from bot.games.grande_armee.names import Names
from bot.games.shown import THEN, Choice, Closing, Does, Group, Placed, Sheet
from bot.games.wording import percent
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.texts import BEGUN, CROSSES, DUE, KEPT, UNSUPPLIED
from data.nouns import clauses, listed, numbered
from engines.core.declared import word
from engines.core.dice import Dice
from engines.core.errors import EngineError, NotationError
from engines.core.refusals import illegal
from engines.grande_armee import actions as verbs
from engines.grande_armee.actions import END, HALT, Action, Eliminate, March, Move, Plain, Triple, notation
from engines.grande_armee.box import ENEMY, as_side
from engines.grande_armee.combat.frames import Declaring
from engines.grande_armee.forecast import starving
from engines.grande_armee.frames import Moving, Option, Swapping
from engines.grande_armee.movement.moving import Marching
from engines.grande_armee.movement.plan import idle
from engines.grande_armee.orders.kinds import MARCH
from engines.grande_armee.orders.marches import whole_way
from engines.grande_armee.position import UnitId
from engines.grande_armee.prussia import neutral
from engines.grande_armee.state import State, position
from engines.grande_armee.title import GrandeArmee
from engines.grande_armee.words import Words
from render import CloseUp
from render.grande_armee import Manner
from render.grande_armee import Move as Arrow

W = TypeVar("W", bound=Action)
SHOWN = 6
"""Columns of a plan that its map has to show."""


class Writing(ABC, Generic[W]):
    """The sheet of one side in one state.

    :ivar open: whether it can be written on.
    """

    frame: ClassVar[type[Moving | Declaring]]
    """The step in which it can be."""
    closed: ClassVar[N_]
    """The refusal outside it."""

    def __init__(self, title: GrandeArmee, names: Names, state: State, seat: str) -> None:
        self.title, self.names, self.state, self.seat = title, names, state, seat
        self.box, self.side = title.box, as_side(seat)
        self.top = state.stack[-1] if state.stack else None
        self.open = isinstance(self.top, self.frame) and self.top.side == seat

    def written(self, text: str, change: str) -> str:
        """The actions after a change.

        :raises EngineError: it can't be read, or the rules refuse an action.
        """
        if not self.open:
            raise NotationError(str(self.closed))
        return THEN.join(map(notation, self._changed(self._read(text), change.strip())))

    @abstractmethod
    def _changed(self, actions: Sequence[W], text: str) -> Sequence[W]:
        """The actions after a change; errors as in `written`."""

    @abstractmethod
    def _still(self, action: Action) -> W | None:
        """An action that was written before; None if it was done since, or does not belong here."""

    def _read(self, text: str) -> list[W]:
        """The sheet without actions that were done since, or can't be read any more."""
        actions: list[W] = []
        for each in joined(text):
            with suppress(EngineError):
                if (action := self._still(self.title.parse(self.state, each, self.seat))) is not None:
                    actions.append(action)
        return actions

    def _change(self, text: str) -> Change | None:
        """A change by its notation; None where the text is no change."""
        try:
            return course.CHANGES.parse(Words(self.box, self.state), text, list)
        except NotationError:
            return None


class Marches(Writing[Written]):
    """The sheet of one side in one state of its movement."""

    frame, closed = Moving, N_("There are no marches to write now")

    def __init__(self, title: GrandeArmee, names: Names, state: State, seat: str) -> None:
        self.asked, self.before = state, _before(state, seat)
        for each in self.before:
            state = title.apply(state, seat, each, Dice(None)).state
        super().__init__(title, names, state, seat)
        self.on_move = self.top.unit if isinstance(self.top, Moving) else None

    def sheet(self, kept: str | None, orders: Mapping[str, str], key: str, *, blank: bool) -> Sheet | None:
        if not self.open:
            return None
        self._begun = not blank and kept is None
        order = orders.get(Marching.kind) if self._begun else None
        moves = [*course.by_order(self.title, self.state, self.seat, order)] if order else []
        begun = self._proposed(moves) if self._begun else []
        written = self._run(self._read(kept) if kept is not None else begun)
        # A sheet of proposals needs no button to propose.
        self._proposes = not begun
        opened = self._change(key)
        plan = self._plan(written)
        along = next((each for each in plan if isinstance(opened, Along) and each.end == opened.end), None)
        if along is not None and len(along.starts) == 1:
            # There is nothing to choose between it and its only stack.
            (first,) = along.starts
            opened, along = Stack(first, column=along.end), None
        start, column = (opened.hex, opened.column) if isinstance(opened, Stack) else (None, None)
        alone = opened.unit if isinstance(opened, Single) else None
        if alone is not None and alone in self.state.pieces:
            start = self.state.pieces[alone].hex
        inside = list(self._within(written, start, column, alone)) if start else []
        start = start if inside else None
        shown: Sequence[Line] | None = None
        if start:
            lines = written.able if column is None else within(plan, column, start)
            shown = [line for line in lines if start == line.start]
        elif along is not None:
            inside, shown = list(self._along(along)), along.lines
        able = [line.action for line in written.able]
        whole = [*self.before, *able] if able or self.before == [HALT] else []
        warned = list(self._warnings(written, shown))
        more = [line for line in written.able if line.start is None] if shown is None else shown
        ordered = self._ordered(orders.get(Marching.kind, ""))
        return Sheet(
            THEN.join(map(notation, whole)),
            [*warned, *self._ways(more)],
            inside or list(self._groups(written, plan)),
            self._close(plan, along, start, shown or (), ordered),
            self._due(written),
            len(warned),
            closing=Closing(Marching.kind, notation(END)) if whole else None,
            placed=[Placed(each.end, each.told()) for each in plan] if shown is None else (),
        )

    def _plan(self, written: Course) -> list[Column]:
        """What is written by columns."""
        enemies = position(self.box, self.state).camp(ENEMY[self.side]).troops
        return columns(self.names, written.able, [*enemies])

    def _close(
        self,
        plan: Sequence[Column],
        along: Column | None,
        start: Hex | None,
        shown: Iterable[Line],
        ordered: Iterable[Arrow],
    ) -> CloseUp:
        """Around an opened stack, or a unit that may halt, or where a column or the plan moves; with arrows.

        :param shown: the marches of what is opened.
        """
        # The most important arrow lies above the others.
        lines = [] if along else [line for each in reversed(plan) for line in each.main]
        moves = (*dict.fromkeys(self._arrows([*lines, *shown])), *ordered)
        asked = self.asked.stack[-1]
        if along is None and isinstance(asked, Option):
            start = start or self.asked.pieces[asked.unit].hex
        if start:
            return CloseUp(start, moves=moves)
        ends = [hex for each in plan[:SHOWN] for hex in (each.end, next(iter(each.starts)))]
        ends = [along.end, *along.starts] if along else ends
        return CloseUp(reach=tuple((hex, "") for hex in dict.fromkeys(ends)), moves=moves)

    def _due(self, written: Course) -> str:
        if self.before == [HALT]:
            return self.title.decisions(self.asked)[0].prompt
        if written.able:
            return str(DUE[isinstance(self.asked.stack[-1], Swapping)])
        return _("Plan marches, or press **Done** to end the movement")

    # ---- what is written

    def _still(self, action: Action) -> Written | None:
        if isinstance(action, Eliminate) or (
            isinstance(action, Move | March | Triple)
            and self._may_go(action.unit)
            # The unit that moved last may go on, but not to where it stands.
            and self.state.pieces[action.unit].hex != action.route[-1]
        ):
            return action
        return None

    def _may_go(self, unit: UnitId) -> bool:
        """Whether a unit has still to move."""
        return idle(self.box, self.state, unit, self.on_move) is None

    def _run(self, actions: Sequence[Written]) -> Course:
        return course.run(self.title, self.state, self.seat, actions)

    def _proposed(self, actions: Sequence[Written]) -> list[Written]:
        """The sheet with the automatic player's further proposals."""
        return [*actions, *course.proposed(self.title, self._run(actions).state, self.seat)]

    def _changed(self, actions: Sequence[Written], text: str) -> list[Written]:
        match self._change(text):
            case Plain() as plain:
                return [] if plain == course.CLEAR else self._proposed(actions)
            case Drop(unit):
                return _without(actions, [unit])
            case Stay(hex, column):
                return _without(actions, self._part(self._run(actions), hex, column))
            case Stack(hex, str(end), column):
                at, run = position(self.box, self.state), self._run(actions)
                stack = self._together(run, self._part(run, hex, column))
                others = self._others(run, stack)
                able = {action.unit for action in self._own(others, self._run(others).state)}
                going = [id for id in stack if id in able and at.kind(id).arm != "depot"]
                return self._with(actions, others, [Move(id, (Hex(end),)) for id in going])
        action = self.title.parse(self.state, text, self.seat)
        if not isinstance(action, Move | March | Triple | Eliminate):
            raise NotationError(_("Marches alone are written down"))
        if isinstance(action, Eliminate):
            return self._with(actions, _without(actions, action.units), [action])
        piece = self.state.pieces.get(action.unit)
        stack = [] if piece is None else self._stack(piece.hex)
        return self._with(actions, self._others(self._run(actions), stack), [action])

    def _with(
        self, actions: Sequence[Written], others: Sequence[Written], more: Sequence[Written]
    ) -> list[Written]:
        """Other marches and more, which have to be possible after them; then the rest of the sheet.

        Marches that are on the sheet already stay where they are.
        """
        if all(action in actions for action in more):
            return list(actions)
        after = course.run(self.title, self._run(others).state, self.seat, more)
        for line in after.lines:
            if line.refusal is not None:
                raise illegal(line.refusal)
        anew = {id for action in more for id in course.bound(action)}
        rest = [action for action in _without(actions, anew) if action not in others]
        return [*others, *more, *rest]

    def _others(self, written: Course, stack: Collection[UnitId]) -> list[Written]:
        """The actions of other stacks, after which a stack is offered its marches."""
        return [line.action for line in written.able if not {*stack} & {*line.units}]

    def _own(self, others: Sequence[Written], state: State) -> Iterator[Move | March | Triple]:
        """The possible marches in a state after those of others, for units that have none yet."""
        # A new march replaces the old one: none goes on from another's end.
        bound = {id for action in others for id in course.bound(action)}
        for action in self.title.legal_actions(state, self.seat):
            if isinstance(action, Move | March | Triple) and action.unit not in bound:
                yield action

    def _stack(self, hex: Hex) -> list[UnitId]:
        """The units of a hex that have still to move, in the order in which they leave together."""
        at = position(self.box, self.state)
        units = [id for id in at.stack(hex, self.side) if at.kind(id).allowance and self._may_go(id)]
        return in_column(at, units, self.on_move)

    def _part(self, written: Course, hex: Hex, column: Hex | None) -> list[UnitId]:
        """The units of a stack, or those of them that march in a column."""
        stack = self._stack(hex)
        if column is None:
            return stack
        units = course.units(within(self._plan(written), column, hex))
        return [id for id in stack if id in units]

    def _together(self, written: Course, stack: Sequence[UnitId]) -> list[UnitId]:
        """The units of a stack that have no march yet, where these are several; otherwise all."""
        bound = {id for line in written.able for id in line.units}
        free = [id for id in stack if id not in bound and self.box.kind_of(id).arm != "depot"]
        return free if len(free) > 1 else [*stack]

    # ---- what is shown

    def _warnings(self, written: Course, shown: Sequence[Line] | None) -> Iterator[str]:
        """All that a player has to know before they march; of some of the marches, if they are given."""
        if self.before == [HALT]:
            again = Choices(self.names, self.asked, self.side, ()).choice(verbs.ROLL).reason
            yield _("-# 🎲 If you roll again: {again}", again=again)
        if written.lines:
            yield str(BEGUN if self._begun else KEPT)
        elif shown is None and self.before != [HALT]:
            yield _("-# No march is planned. Choose a stack, or end the movement.")
        for units in starving(self.box, written.state):
            here = self.names.hex(written.state.pieces[units[0]].hex)
            yield UNSUPPLIED(units=self.names.brief(units), hex=here)
        if (war := neutral(self.box, self.state)) is not None:
            if written.state.called is not None:
                yield _("⚠️ A march into Prussia brings Prussia into the war at once (A-97).")
            elif written.state.trespass:
                yield CROSSES(chance=percent(Fraction(war.border_needed, 6)))
        for line in written.lines:
            if line.refusal is not None:
                yield self.names.passed_over(line.action, line.refusal)
        able = written.able if shown is None else shown
        if fed := {line.action.supply for line in able if isinstance(line.action, Move)} - {None}:
            at = [self.names.near(self.state.pieces[id].hex) for id in sorted(filter(None, fed))]
            count = numbered(len(fed), "supply unit")
            if shown is None and len(at) > 1:
                yield _("-# 📦 Longer marches spend {units}.", units=count)
            else:
                hexes = listed(list(dict.fromkeys(at)))
                yield _("-# 📦 Longer marches spend {units}: {hexes}.", units=count, hexes=hexes)
        yield from self._risks(able)

    def _ways(self, lines: Sequence[Line]) -> Iterator[str]:
        """A line for each stack."""
        for hex, ends in course.stacks(lines).items():
            ways = clauses(map(self._column, ends))
            yield f"- {ways}" if hex is None else f"- **{self.names.hex(hex)}** → {ways}"

    def _risks(self, able: Iterable[Line]) -> Iterator[str]:
        """The risk of each forced march, without what a second roll would change, which is asked then."""
        risks: dict[str, list[UnitId]] = {}
        for line in able:
            if isinstance(line.action, March | Triple):
                risks.setdefault(risk(self.box, line.before, line.action), []).append(line.action.unit)
        for said, units in risks.items():
            yield _("-# 🎲 Forced march of {units}: {risk}", units=self.names.brief(units), risk=said)

    def _column(self, column: Sequence[Line]) -> str:
        """Units that go the same way, with what they meet."""
        first = column[0]
        if first.start is None:
            return Choices(self.names, first.before, self.side, ()).said(first.action)
        return self.names.column(self.names.hex(first.route[-1]), course.units(column), *noted(column))

    def _arrows(self, lines: Iterable[Line]) -> Iterator[Arrow]:
        for line in lines:
            if line.start is not None:
                manner: Manner = "rolled" if isinstance(line.action, March | Triple) else "planned"
                yield Arrow(self.side, (line.start, *line.route), manner)

    def _ordered(self, order: str) -> Iterator[Arrow]:
        """Ordered marches of several turns, to their ends."""
        for march in MARCH.read(order) if order else ():
            for id in march.units:
                way = whole_way(self.box, self.state, march, id)
                if len(way) > 1:
                    yield Arrow(self.side, way, "ordered")

    def _along(self, column: Column) -> Iterator[Group]:
        """The stacks of a column."""
        opening = [
            opens(
                Stack(hex, column=column.end),
                hex,
                f"{self.names.hex(hex)} …",
                self.names.brief(course.units(lines)),
            )
            for hex, lines in column.starts.items()
        ]
        yield Group("along", _("Change the march from"), opening, weighed=True)

    def _groups(self, written: Course, plan: Sequence[Column]) -> Iterator[Group]:
        if self.before == [HALT]:
            yield from self._halting(written)
            return
        now = Choices(self.names, self.state, self.side, self.title.legal_actions(self.state, self.seat))
        going = [opens(Along(each.end), each.end, f"{each.headed()} …", each.way()) for each in plan]
        off = [clear()] if written.able else []
        if stacks := now.stacks(going, [id for each in plan for id in each.units], off):
            yield stacks
        if self.before:
            legal = self.title.legal_actions(self.asked, self.seat)
            now = Choices(self.names, self.asked, self.side, legal)
        # An action that ends the step would skip the sheet.
        yield from (group for group in now.groups() if not (written.able and group.id == word(Plain)))
        fights = [line for line in written.able if line.start is None]
        if fights:
            labels = [changing(Drop(each.units[0]), self.names.label(each.action), "") for each in fights]
            yield Group("drop", _("Remove"), labels, weighed=True)
        foot = []
        if written.able:
            done = _("All that is written is done in this order")
            foot.append(Choice("", _("March!"), done, "success", does=Does.HAND_IN))
            over = _("March, then end the movement unless you are asked something first")
            foot.append(Choice("", _("March and end the movement"), over, "success", does=Does.FINISH))
        if self._proposes and any(course.proposed(self.title, written.state, self.seat)):
            foot.append(propose(_("Let the automatic player plan marches for the other units")))
        if foot:
            yield Group("march", _("March!"), foot)

    def _halting(self, written: Course) -> Iterator[Group]:
        """The answers of a unit that may halt or roll again; the rest of the sheet may follow on a halt."""
        legal = self.title.legal_actions(self.asked, self.seat)
        yield from Choices(self.names, self.asked, self.side, legal).groups()
        over = _("March, then end the movement unless you are asked something first")
        end = _("Halt here; end the movement")
        foot = []
        if written.able:
            on = _("The rest of the plan is carried out at once")
            foot.append(Choice("", _("Halt here; the others march on"), on, "success", does=Does.HAND_IN))
            end = _("Halt here; the others march, then end")
        foot.append(Choice("", end, over, "success", does=Does.FINISH))
        yield Group("march", _("March!"), foot)

    def _choices(self, others: Sequence[Written], units: Collection[UnitId]) -> Choices | None:
        """The possible marches of some units after those of others, where they have none yet."""
        state = self._run(others).state
        if not isinstance(state.stack[-1], Moving):
            return None
        own = [action for action in self._own(others, state) if action.unit in units]
        return Choices(self.names, state, self.side, own)

    def _within(self, written: Course, hex: Hex, column: Hex | None, alone: UnitId | None) -> Iterator[Group]:
        """The ends of a stack's units once the rest of the sheet is done.

        :param column: the end of the only column whose units are shown.
        :param alone: the only unit whose marches are shown.
        """
        stack, part = self._stack(hex), self._part(written, hex, column)
        # A march of one unit is written before those of all others of its stack.
        choices = self._choices(self._others(written, stack), part)
        if not part or choices is None:
            return
        if alone in stack:
            yield from choices.alone(alone)
        else:
            rest = self._together(written, part)
            beside = choices if rest == stack else self._choices(self._others(written, rest), part)
            yield from beside.together(hex, column) if beside is not None else ()
            yield from choices.marches(hex)
        one = [alone] if alone in stack else []
        if len(self._others(written, one or part)) < len(written.able):
            change: Change = Drop(one[0]) if one else Stay(hex, column)
            said = _("It stays") if len(one or part) == 1 else _("All stay")
            yield Group("stay", _("Or"), [changing(change, said, _("Its marches are taken off the plan"))])


def joined(text: str) -> list[str]:
    """The actions of a sheet, or of a choice, in notation."""
    return [each for each in text.split(THEN) if each]


def clear() -> Choice:
    """The choice that takes everything off."""
    return changing(course.CLEAR, _("Clear all"), _("Nothing is written then"), "danger")


def propose(reason: str) -> Choice:
    """The choice that adds what the automatic player would do besides."""
    return changing(course.PROPOSE, _("Propose the rest"), reason)


def _before(state: State, seat: str) -> list[Plain]:
    """What is done before the marches of a sheet that is open at another question of the movement."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Swapping | Option) or top.side != seat:
        return []
    return [END if isinstance(top, Swapping) else HALT]


def _without(actions: Sequence[Written], units: Collection[UnitId]) -> list[Written]:
    """Actions without those that move any of these units."""
    return [action for action in actions if not {*course.bound(action)} & {*units}]
