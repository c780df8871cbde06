"""The marches of a side while they are written: those that the automatic player proposes, to be changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.games.grande_armee import course
from bot.games.grande_armee.chances import risks
from bot.games.grande_armee.choices import Choices, in_column
from bot.games.grande_armee.course import (
    CHANGES,
    CLEAR,
    PROPOSE,
    Change,
    Course,
    Drop,
    Line,
    Single,
    Stack,
    Stay,
    Written,
)
from bot.games.grande_armee.labels import label
from bot.games.grande_armee.names import Names
from bot.games.shown import ADD, HAND_IN, THEN, WRITE, Choice, Group, Sheet
from data.catalogue import _
from data.hexes import Hex
from data.nouns import numbered
from engines.core.declared import word
from engines.core.errors import EngineError, NotationError
from engines.core.refusals import illegal
from engines.grande_armee.actions import Eliminate, March, Move, Plain, Triple, notation
from engines.grande_armee.forecast import starving
from engines.grande_armee.frames import Moving
from engines.grande_armee.movement.moving import Marching
from engines.grande_armee.movement.plan import idle
from engines.grande_armee.orders.kinds import MARCH
from engines.grande_armee.orders.marches import whole_way
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State, position
from engines.grande_armee.title import GrandeArmee, as_side
from engines.grande_armee.words import Words
from render import CloseUp
from render.grande_armee import Manner
from render.grande_armee import Move as Arrow

END_GROUP = word(Plain)
"""Id of the group that ends the step."""


class Marches:
    """What one side writes in one state of its movement."""

    def __init__(self, title: GrandeArmee, names: Names, state: State, seat: str) -> None:
        self.title, self.names, self.state, self.seat = title, names, state, seat
        self.box, self.side = title.box, as_side(seat)
        top = state.stack[-1] if state.stack else None
        self.open = isinstance(top, Moving) and top.side == seat
        """Whether there is anything to write."""
        self.on_move = top.unit if isinstance(top, Moving) else None

    def sheet(self, kept: str | None, orders: Mapping[str, str], key: str, *, blank: bool) -> Sheet | None:
        """The marches as they are written."""
        if not self.open:
            return None
        begun = [] if blank or kept is not None else self._proposed([])
        written = self._run(self._read(kept) if kept is not None else begun)
        opened = self._change(key)
        start = self._start(opened)
        alone = opened.unit if isinstance(opened, Single) else None
        inside = list(self._within(written, start, alone)) if start else []
        arrows = (*self._arrows(written), *self._ordered(orders.get(Marching.kind, "")))
        return Sheet(
            THEN.join(notation(line.action) for line in written.able),
            list(self._lines(written)),
            inside or list(self._groups(written)),
            CloseUp(start if inside else None, moves=arrows),
            _("Write your marches and press **March**, or end the movement"),
        )

    def _start(self, opened: Change | None) -> Hex | None:
        """The hex of the stack, or the unit, that is opened; None where the whole sheet is shown."""
        match opened:
            case Stack(hex):
                return hex
            case Single(unit) if unit in self.state.pieces:
                return self.state.pieces[unit].hex
            case _:
                return None

    def written(self, text: str, change: str) -> str:
        """The marches after a change.

        :raises EngineError: it can't be read, or the rules refuse a march.
        """
        if not self.open:
            raise NotationError(_("There are no marches to write now"))
        actions = self._changed(self._read(text), change.strip().removeprefix(ADD).strip())
        return THEN.join(map(notation, actions))

    # ---- what is written

    def _read(self, text: str) -> list[Written]:
        """What was written, without what has been done since, or can't be read any more."""
        actions: list[Written] = []
        for each in filter(None, text.split(THEN)):
            try:
                action = self.title.parse(self.state, each, self.seat)
            except EngineError:
                continue
            if isinstance(action, Eliminate) or (
                isinstance(action, Move | March | Triple)
                and self._may_go(action.unit)
                # The unit that moved last may go on, but not to where it stands.
                and self.state.pieces[action.unit].hex != action.route[-1]
            ):
                actions.append(action)
        return actions

    def _may_go(self, unit: UnitId) -> bool:
        """Whether a unit has still to move."""
        return idle(self.box, self.state, unit, self.on_move) is None

    def _run(self, actions: Sequence[Written]) -> Course:
        return course.run(self.title, self.state, self.seat, actions)

    def _proposed(self, actions: Sequence[Written]) -> list[Written]:
        """What is written, with what the automatic player would do beside it."""
        return [*actions, *course.proposed(self.title, self._run(actions).state, self.seat)]

    def _change(self, text: str) -> Change | None:
        """A change by its notation; None where that is of something else."""
        try:
            return CHANGES.parse(Words(self.box, self.state), text, list)
        except NotationError:
            return None

    def _changed(self, actions: Sequence[Written], text: str) -> list[Written]:
        match self._change(text):
            case Plain() as plain:
                return [] if plain == CLEAR else self._proposed(actions)
            case Drop(unit):
                columns = map(_units, _columns(self._run(actions).lines))
                return _without(actions, next((units for units in columns if unit in units), ()))
            case Stay(hex):
                return _without(actions, self._stack(hex))
            case Stack(hex, str(end)):
                at, stack = position(self.box, self.state), self._stack(hex)
                others = self._others(self._run(actions), stack)
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
        """Other marches and more, which have to be possible after them; then the rest of what is written.

        What is written already stays where it is.
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
        """What other stacks do, after which a stack is offered its marches."""
        return [line.action for line in written.able if not {*stack} & {*line.units}]

    def _own(self, others: Sequence[Written], state: State) -> Iterator[Move | March | Triple]:
        """What can be written in a state after the marches of others, by those that have none yet."""
        # A march that is written anew takes the place of the old one: none goes on from another's end.
        bound = {id for action in others for id in course.bound(action)}
        for action in self.title.legal_actions(state, self.seat):
            if isinstance(action, Move | March | Triple) and action.unit not in bound:
                yield action

    def _stack(self, hex: Hex) -> list[UnitId]:
        """The units of a hex that have still to move, in the order in which they leave together."""
        at = position(self.box, self.state)
        units = [id for id in at.stack(hex, self.side) if at.kind(id).allowance and self._may_go(id)]
        return in_column(at, units, self.on_move)

    # ---- what is shown

    def _lines(self, written: Course) -> Iterator[str]:
        yield _("### Marches")
        if not written.lines and self._has_proposals(written):
            yield _("-# No march is written. Choose a stack, or let the automatic player propose.")
        elif not written.lines:
            yield _("-# No march is written. Choose a stack, or end the movement.")
        else:
            yield _("-# Yours alone, and **nothing is done yet**. Change what you like.")
        for column in _columns(written.lines):
            yield f"- {self._column(column)}"
        for line in written.lines:
            if line.refusal is not None:
                yield _(
                    "-# ⚠️ Passed over: {march}. {why} ({case}).",
                    march=self.box.tell(label(line.action)),
                    why=line.refusal.message,
                    case=line.refusal.case,
                )
        yield from warned(self.names, written.state)

    def _column(self, column: Sequence[Line]) -> str:
        """Units that go the same way, with what it costs and what it risks."""
        first = column[0]
        if first.start is None:
            return self.box.tell(label(first.action))
        if first.stopped:
            cost = _("{cost} points, to where a zone stops them", cost=max(line.cost for line in column))
        else:
            cost = numbered(max(line.cost for line in column), "movement point")
        said = _(
            "**{start} → {end}** {units} · {cost}",
            start=self.names.hex(first.start),
            end=self.names.hex(first.route[-1]),
            units=self.names.units(_units(column)),
            cost=cost,
        )
        risk = [
            f"🎲 {risk}"
            for line in column
            if isinstance(line.action, March | Triple)
            for risk in risks(self.box, line.before, line.action)
        ]
        return " · ".join([said, *risk])

    def _arrows(self, written: Course) -> Iterator[Arrow]:
        for column in _columns(written.lines):
            first = column[0]
            if first.start is not None:
                manner: Manner = "rolled" if isinstance(first.action, March | Triple) else "planned"
                yield Arrow(self.side, (first.start, *first.route), manner)

    def _ordered(self, order: str) -> Iterator[Arrow]:
        """The marches of several turns that are ordered, to their ends."""
        for march in MARCH.read(order) if order else ():
            for id in march.units:
                way = whole_way(self.box, self.state, march, id)
                if len(way) > 1:
                    yield Arrow(self.side, way, "ordered")

    def _groups(self, written: Course) -> Iterator[Group]:
        now = Choices(self.names, self.state, self.side, self.title.legal_actions(self.state, self.seat))
        yield from now.stacks()
        columns = _columns(written.lines)
        # What ends the step would pass over what is written.
        yield from (group for group in now.groups() if not (columns and group.id == END_GROUP))
        if len(columns) > 1:
            yield Group("off", _("Take off"), list(self._off(columns)), weighed=True)
        foot = []
        if written.able:
            foot.append(
                Choice(HAND_IN, _("March"), _("All that is written is done in this order"), "success")
            )
        if columns:
            said = _("Take it off") if len(columns) == 1 else _("Begin anew")
            clear = f"{WRITE}{CHANGES.notation(CLEAR)}"
            foot.append(Choice(clear, said, _("Nothing is written then"), "danger"))
        if self._has_proposals(written):
            reason = _("What the automatic player would do with those that have no march")
            foot.append(Choice(f"{WRITE}{CHANGES.notation(PROPOSE)}", _("Propose the rest"), reason))
        if foot:
            yield Group("march", _("March"), foot)

    def _has_proposals(self, written: Course) -> bool:
        """Whether the automatic player would do anything beside what is written."""
        return next(course.proposed(self.title, written.state, self.seat), None) is not None

    def _off(self, columns: Sequence[Sequence[Line]]) -> Iterator[Choice]:
        """What takes each column off; what its units do later goes with it, and is not listed again."""
        listed: set[UnitId] = set()
        for column in columns:
            first, units = column[0], _units(column)
            unit = next((id for id in units if id not in listed), None)
            listed |= {*units}
            if unit is None:
                continue
            way = (
                self.box.tell(label(first.action))
                if first.start is None
                else f"{self.names.hex(first.start)} → {self.names.hex(first.route[-1])}"
            )
            yield Choice(f"{WRITE}{CHANGES.notation(Drop(unit))}", way, self.names.units(units))

    def _within(self, written: Course, hex: Hex, alone: UnitId | None) -> Iterator[Group]:
        """Where the units of a stack can go once all else that is written is done.

        :param alone: the unit whose marches alone are shown.
        """
        stack = self._stack(hex)
        others = self._others(written, stack)
        state = self._run(others).state
        if not stack or not isinstance(state.stack[-1], Moving):
            return
        own = list(self._own(others, state))
        choices = Choices(self.names, state, self.side, own)
        yield from choices.alone(alone) if alone in stack else choices.marches(hex)
        if len(others) < len(written.able):
            stay = Choice(
                f"{WRITE}{CHANGES.notation(Stay(hex))}", _("All stay"), _("Their marches are taken off")
            )
            yield Group("stay", _("Or"), [stay])


def warned(names: Names, state: State) -> Iterator[str]:
    """The stacks that would be destroyed for want of supply, by name."""
    for units in starving(names.box, state):
        yield _(
            "⚠️ No supply is in reach of {units} on {hex}: all but one fall when combat opens (A-14).",
            units=names.units(units),
            hex=names.hex(state.pieces[units[0]].hex),
        )


def _without(actions: Sequence[Written], units: Collection[UnitId]) -> list[Written]:
    """Actions without those that bind any of these units."""
    return [action for action in actions if not {*course.bound(action)} & {*units}]


def _columns(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that can be done, those of one way and manner together."""
    columns: dict[object, list[Line]] = {}
    for line in lines:
        if line.refusal is None:
            same = (type(line.action), line.start, line.route) if line.start else line.action
            columns.setdefault(same, []).append(line)
    return list(columns.values())


def _units(column: Sequence[Line]) -> list[UnitId]:
    return [id for line in column for id in line.units]
