"""Changes to a campaign that are not yet written: entries that follow from one another, for one commit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

import msgspec

from bot.campaigns import journal
from bot.campaigns.table import Around
from bot.games.shown import THEN, Closing
from bot.store import Absence, Campaign, JournalEntry, JournalRow, Store
from engines.core import table
from engines.core.contract import AnyTitle, Step
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.events import Edited, Event, Source, Undone
from engines.core.game import applied
from engines.core.record import given_for

MOST_ANSWERS = 200
"""Most standing orders that may answer one another in one commit.

A game that needs more goes on with the next sweep, so that no commit grows without bound.
"""


Orders: TypeAlias = Mapping[tuple[str, str], str]
"""Standing orders by seat and kind."""


class Progress:
    """The changes to a campaign in one commit. Nothing is written here.

    :ivar state: the state after the entries so far.
    :ivar entries: the journal entries, in order.
    :ivar events: the events, in order, not redacted.
    :ivar acted: seats that have answered what they were asked.
    :ivar taken_back: seats that took their own actions back.
    :ivar spared: whether these seats get a minimum of time for the decision, which they get once.
    :ivar starts: the chapters that have begun, and the last board before each.
    :ivar script: the automatic player's next actions in a lesson, as long as they are legal.
    :ivar absences: new absences, by seat.
    :ivar around: what stands beside the board; None until it is read.
    :ivar recalled: actions that a moderator took back: a seat that repeats one gets the same draws.
    :ivar followed: entries after which standing orders and the automatic player have gone on.
    :ivar ordered: seats and kinds of decision that had standing orders.
    """

    def __init__(
        self,
        title: AnyTitle,
        campaign: Campaign,
        state: msgspec.Struct | None = None,
        recalled: Iterable[JournalRow] = (),
    ) -> None:
        """Start from a campaign's state; a caller that has decoded it passes it as `state`."""
        self.title = title
        self.campaign = campaign
        self.before = state or msgspec.json.decode(campaign.state, type=title.state_type)
        self.state = self.before
        self.dice = Dice(campaign.seed, campaign.dice_counter)
        self.entries: list[JournalEntry] = []
        self.events: list[Event] = []
        self.acted: set[str] = set()
        self.taken_back: set[str] = set()
        self.spared = True
        self.absences: dict[str, Absence] = {}
        self.around: Around | None = None
        self.recalled = list(recalled)
        self.followed: int | None = None
        self.ordered: Collection[tuple[str, str]] = ()
        self._told: dict[str, JournalEntry] = {}
        self._implicit = {kind.kind: kind.implicit for kind in title.order_kinds if kind.implicit}
        self._kinds = {kind.kind: kind.answers for kind in title.order_kinds}
        self._orders: Orders | None = None
        self._steps: list[tuple[msgspec.Struct, Step[Any]]] = []
        self.script: list[str] = []
        self.chapter = title.chapter(self.before)[0]
        self.chapters = {self.chapter}
        self.starts: dict[int, msgspec.Struct] = {}

    async def look_around(self, store: Store) -> Around:
        """What the commit depends on beside the board; the campaign's only writer reads it once."""
        if self.around is None:
            self.around = await store.look(partial(Around.read, campaign=self.campaign))
        return self.around

    def take(
        self, seat: str, action: str | msgspec.Struct, *, user_id: int | None, source: Source = "player"
    ) -> str:
        """Let a seat take an action, given as a value or in notation; returns its notation.

        :raises EngineError: it can't be read, or the rules refuse it.
        """
        read = self.title.parse(self.state, action, seat) if isinstance(action, str) else action
        written = self.title.notation(read)
        of_then = self._recall(seat, written)
        step = applied(self.title, self.state, seat, read, self.dice)
        self.recalled = [row for row in self.recalled if row is not of_then]
        given = given_for(self.title, self.state, seat, source)
        whole = Step(step.state, [*given, *step.events])
        if not self.title.beside(read):
            self.acted.add(seat)
        self._write(whole, seat=seat, user_id=user_id, action=written, source=source)
        return written

    def _recall(self, seat: str, written: str) -> JournalRow | None:
        """Set the draws that this action had in this chapter before it was taken back."""
        for row in self.recalled:
            if (row.seat, row.action, row.chapter_before) == (seat, written, self.chapter):
                self.dice.recall(row.seq, row.draws)
                return row
        self.dice.recall(0, ())
        return None

    def follow(
        self, seat: str, text: str, closing: Closing | None = None, *, orders: Orders, user_id: int | None
    ) -> None:
        """Let a seat take further actions in order, until one is no longer legal.

        What the seat is asked between two of them its standing orders may answer.

        :param closing: what ends the step after all of them. A step that is over by itself is followed by
            another, which must not be ended unasked.
        """
        with suppress(EngineError):
            for each in text.split(THEN) if text else ():
                while not self._followed(seat, each, user_id):
                    if not self._answered(self.standing(orders), seat):
                        return
            if closing is None:
                return
            if not self._asks(seat, closing.kind):
                self._answered(self.standing(orders), seat)
            if self._asks(seat, closing.kind):
                self._followed(seat, closing.notation, user_id)

    def _asks(self, seat: str, kind: str) -> bool:
        return any((each.seat, each.kind) == (seat, kind) for each in self.title.decisions(self.state))

    def _followed(self, seat: str, text: str, user_id: int | None) -> bool:
        action = self.title.parse(self.state, text, seat)
        legal = self.title.is_legal(self.state, seat, action)
        if legal:
            self.take(seat, action, user_id=user_id)
        return legal

    def standing(self, orders: Orders) -> Orders:
        """The standing orders after the entries so far: plans that are over are gone.

        :param orders: those before the first entry.
        """
        if self._orders is None:
            self._orders = orders
            self.ordered = {
                (seat, each) for seat, kind in orders for each in self._kinds.get(kind, ()) or (kind,)
            }
        for before, step in self._steps:
            plans = {key: text for key, text in self._orders.items() if self._kinds.get(key[1])}
            left = {
                key: self.title.outlasts(*key, text, before, step.state, step.events)
                for key, text in plans.items()
            }
            if left != plans:
                changed = {key: text for key, text in left.items() if text}
                self._orders = {**{k: v for k, v in self._orders.items() if k not in plans}, **changed}
        self._steps.clear()
        return self._orders

    def answer(self, orders: Orders) -> None:
        """Let standing orders answer, until a person has to be asked.

        A person without an order for a kind of decision has the implicit order of that kind, if there is one.

        :param orders: texts by seat and kind of decision.
        """
        for _ in range(MOST_ANSWERS if orders or self._implicit else 0):
            if not self._answered(self.standing(orders)):
                return

    def _answered(self, orders: Orders, only: str | None = None) -> bool:
        for decision in self.title.decisions(self.state):
            if only not in (None, decision.seat):
                continue
            unsaid = {} if self.campaign.seating[decision.seat].automatic else self._implicit
            given = {
                **unsaid,
                **{kind: text for (seat, kind), text in orders.items() if seat == decision.seat},
            }
            action = self.title.by_orders(self.state, decision, given)
            if action is not None:
                self.take(decision.seat, action, user_id=None, source="order")
                return True
        return False

    def edit(self, text: str, *, user_id: int | None) -> None:
        """Edit the board.

        :raises EngineError: the edit can't be read, or leads to an impossible state.
        """
        step = self.title.edit(self.state, text)
        written = next(event.text for event in step.events if isinstance(event, Edited))
        self._write(step, user_id=user_id, action=written, kind="edit", source="moderator")

    def roll(self, count: int, reason: str, *, user_id: int | None) -> None:
        """Roll dice for the table.

        :raises EngineError: too many dice, or too long a reason.
        """
        text = table.roll_notation(count, reason)
        rolled = table.roll(text, self.dice)
        self._write(Step(self.state, [rolled]), user_id=user_id, action=text, kind="roll", source="moderator")

    def undo(
        self,
        back_to: int,
        state: msgspec.Struct,
        taken_back: int,
        *,
        user_id: int | None,
        source: Source,
        seats: Iterable[str] = (),
        again: bool = False,
    ) -> None:
        """Return to the state after an earlier entry.

        :param state: that state, from a replay.
        :param taken_back: number of entries that are taken back.
        :param seats: the seats that took them.
        :param again: players have returned to that entry before.
        """
        if source == "player":
            # After a moderator's undo no seat gains time: each seat that is asked again has a full clock.
            self.taken_back |= set(seats)
            self.spared = not again
        step: Step[Any] = Step(state, [Undone(back_to, taken_back)])
        self._write(step, user_id=user_id, action=table.undo_notation(back_to), kind="undo", source=source)

    def _write(self, step: Step[Any], *, seat: str = "", **written: Any) -> None:
        chapter = self.title.chapter(step.state)[0]
        self._steps.append((self.state, step))
        self.starts = {number: board for number, board in self.starts.items() if number <= chapter}
        if written.get("kind") != "undo":
            self.starts |= dict.fromkeys(range(self.chapter + 1, chapter + 1), self.state)
        entry = journal.entry(
            self.campaign.last_seq + 1 + len(self.entries),
            step,
            (self.chapter, chapter),
            seat=seat,
            draws=self.dice.take(),
            **written,
        )
        self.events += journal.unrepeated(step.events, entry, self._told)
        self.entries.append(entry)
        self.state = step.state
        self.chapters |= set(range(min(self.chapter, chapter), max(self.chapter, chapter) + 1))
        self.chapter = chapter

    @property
    def retract_from(self) -> int | None:
        """The first chapter whose card shows what was taken back; None if no chapter was left."""
        first = self.title.chapter(self.before)[0]
        return self.chapter if self.chapter < first else None

    def shown(self) -> list[int]:
        """Chapters whose cards have something new, in order; those that were taken back have none."""
        return sorted(number for number in self.chapters if number <= self.chapter)

    def finished(self, *, over: bool) -> list[int]:
        """Chapters that are over with these entries, in order.

        :param over: whether the game is, and so the present chapter too.
        """
        first = self.title.chapter(self.before)[0]
        return [*range(first, self.chapter), *([self.chapter] if over else [])]

    def opened(self) -> int:
        """The version at which the present decisions arose.

        If several seats decide at once and one of them decides, or if an action is taken beside what is
        asked, the other seats are still asked the same: a press that they make now is not too late.
        """
        old = {(owed.seat, owed.kind) for owed in self.title.decisions(self.before)}
        new = {(owed.seat, owed.kind) for owed in self.title.decisions(self.state)}
        only_given = len(self.entries) == 1 and self.entries[0].kind == "act"
        if only_given and new and new <= old and all(seat not in self.acted for seat, _ in new):
            return self.campaign.opened
        return self.campaign.version + 1
