"""Activations queued ahead: what they do, for whom they wait, and what stops them."""

from __future__ import annotations

import random

import pytest

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.core.events import Event, Undone
from engines.core.queue import read
from engines.vendee.actions import STOP, notation
from engines.vendee.events import Shown
from engines.vendee.frames import SIDES, Activation, Operations
from engines.vendee.orders.queue import AHEAD
from engines.vendee.player.greedy import quiet
from engines.vendee.player.outlook import Outlook
from engines.vendee.position.sight import look
from engines.vendee.state import State
from tests.support.depth import depth
from tests.vendee.bot.games import WORDS, games, twins
from tests.vendee.builder import Given, given, title

NEXT = "next"


def front() -> Given:
    """Anjou and the Centre with a general each; Republicans in Saumur, and far away in Nantes."""
    made = given().hand("royalist").points("cholet", anjou=8).general("cathelineau", "cholet")
    made.points("mortagne", centre=4).general("royrand", "mortagne").points("les-herbiers", centre=1)
    return made.points("saumur", saumur=4).general("menou", "saumur").points("nantes", nantes=5)


CORON = "cholet > trementines > coron"
VIHIERS = f"{CORON} > vihiers"


class Laid:
    """A table at which a side has a queue, which answers as the bot lets it.

    :ivar done: what it did.
    """

    def __init__(self, position: Given, text: str, side: Side = "royalist") -> None:
        self.table, self.side, self.done = position.table(), side, list[str]()
        self.order = title().read_order(NEXT, text)

    @property
    def answer(self) -> str | None:
        """What it answers now."""
        decision = title().decisions(self.table.state)[0]
        given_ = {NEXT: self.order} if self.order else {}
        action = title().by_orders(self.table.state, decision, given_) if decision.seat == self.side else None
        return None if action is None else notation(action)

    def act(self, text: str, *faces: int) -> Laid:
        """Whoever is asked does something by hand."""
        before = self.table.state
        self.table.act(text, *faces)
        self._outlasts(before, self.table.state, self.table.events)
        return self

    def rolls(self, text: str) -> Laid:
        """The same with dice of a seed, where they don't matter."""
        before = self.table.state
        self.table.roll_on(text)
        self._outlasts(before, self.table.state, self.table.events)
        return self

    def goes(self, *faces: int) -> Laid:
        """The queue acts, and exactly these faces come up."""
        text = self.answer
        assert text is not None
        self.done.append(text)
        return self.act(text, *faces)

    def _outlasts(self, before: State, now: State, events: list[Event]) -> None:
        if self.order:
            self.order = title().outlasts(self.side, NEXT, self.order, before, now, events)

    def to(self, state: State, *events: Event) -> Laid:
        """The board changes, as by an undo."""
        self._outlasts(self.table.state, state, list(events))
        self.table.state = state
        return self


def in_hand(laid: Laid, side: Side) -> bool:
    frame = laid.table.state.stack[-1]
    return isinstance(frame, Operations) and frame.hand == side


@pytest.mark.case("V-2.4-c", "I-02")
def test_a_queue_activates_one_stack_after_the_other_and_hands_over() -> None:
    """In between the other side may play; the last hand-over stands for each time."""
    laid = Laid(front(), "cathelineau to trementines; hand over; mortagne to cholet; hand over; stop never")
    laid.goes(3, 4)
    assert laid.answer == "end"
    laid.goes()
    assert laid.order == "hand over; mortagne to cholet; hand over; stop never"
    laid.goes()
    assert in_hand(laid, "republican")
    assert laid.order == "mortagne to cholet; hand over; stop never"
    laid.act("pass").goes(3, 4).goes().goes()
    assert laid.done == [
        "move cholet > trementines with all",
        "end",
        "pass",
        "move mortagne > cholet with all",
        "end",
        "pass",
    ]
    assert laid.table.where("royrand") == "cholet"
    assert laid.order == "hand over; stop never"
    laid.act("activate nantes with all").act("decline").act("end").act("pass").goes()
    assert laid.order == "hand over; stop never"
    laid.rolls("pass")
    assert laid.table.state.phase != "operations"
    assert laid.order == ""


def test_the_end_of_the_operations_is_left_to_its_owner_who_wants_that() -> None:
    ends = front().hand("royalist", passed=True)
    assert Laid(ends, "hand over").answer == "pass"
    assert Laid(ends, "hand over unless it ends the phase").answer is None
    assert Laid(front(), "hand over unless it ends the phase").answer == "pass"


@pytest.mark.parametrize(
    ("text", "action"),
    {
        "the cheapest way": ("cholet to vihiers", f"move {VIHIERS} with all"),
        "a general's stack": ("cathelineau to coron", f"move {CORON} with all"),
        "by areas": (
            "cholet to vihiers by maulevrier, coron",
            "move cholet > maulevrier > coron > vihiers with all",
        ),
        "a part": (
            "cholet to trementines with anjou:5 cathelineau",
            "move cholet > trementines with anjou:5 cathelineau",
        ),
        "all but some": ("cholet to coron with all but 3", f"move {CORON} with all but 3"),
        "too far": ("cholet to nantes", None),
        "areas that are not beside each other": ("cholet to vihiers by mortagne", None),
        "more than there are": ("cholet to trementines with all but 9", None),
        "where nobody is": ("challans to machecoul; cholet to coron", None),
        "the enemy's general": ("menou to vihiers", None),
    }.values(),
)
def test_who_goes_where(text: str, action: str | None) -> None:
    assert Laid(front(), text).answer == action


@pytest.mark.case("V-4.1-a")
def test_enemies_who_are_seen_are_met_only_where_an_attack_was_said() -> None:
    position = front().points("coron", saumur=3)
    assert Laid(position, "cholet to coron").answer is None
    assert Laid(position, "cholet to vihiers by trementines, coron").answer is None
    assert Laid(position, "cholet against vihiers by trementines, coron").answer is None
    assert Laid(position, "cholet against coron").answer == f"move {CORON} with all"
    alone = given().hand("royalist").general("cathelineau", "cholet").points("coron", saumur=3).more()
    assert Laid(alone, "cathelineau against coron").answer is None


def test_a_queue_waits_for_what_it_cannot_do_and_goes_on_when_it_can() -> None:
    laid = Laid(front(), "challans to machecoul; cholet to coron")
    assert laid.answer is None
    # Nobody is in Challans; with the next step that is known.
    laid.act("move mortagne > cholet with all", 3, 4).act("end")
    assert laid.order == "cholet to coron"
    assert laid.answer == f"move {CORON} with all"


@pytest.mark.parametrize(
    ("stops", "stopped"),
    [
        ("", "stopped by an enemy in coron"),
        ("; stop within 1", "stopped by an enemy in coron"),
        ("; stop within 2", "stopped by an enemy in coron"),
        ("; stop after a combat", ""),
        ("; stop never", ""),
    ],
)
def test_an_enemy_who_comes_near_those_who_go_stops_a_queue(stops: str, stopped: str) -> None:
    position = front().hand("republican").points("vihiers", saumur=2)
    laid = Laid(position, f"cholet to trementines{stops}")
    laid.act("move vihiers > coron with all")
    assert laid.order == "; ".join(filter(None, [f"cholet to trementines{stops}", stopped]))
    laid.act("end").act("pass")
    assert (laid.answer is None) == bool(stopped)


def test_an_enemy_who_goes_away_or_makes_change_or_stays_far_stops_nothing() -> None:
    position = front().hand("republican").points("coron", saumur=2).points("mauves", nantes=5)
    laid = Laid(position, "cholet to trementines")
    laid.act("move coron > vihiers with all")
    assert laid.order == "cholet to trementines"
    shown = Laid(position.hand("republican").points("beaupreau", anjou=1), "cholet to trementines")
    shown.act("show mauves 4")
    assert any(isinstance(event, Shown) for event in shown.table.events)
    assert shown.order == "cholet to trementines"


def test_with_a_hand_over_an_enemy_near_any_stack_that_could_go_stops_a_queue() -> None:
    def order(position: Given) -> str:
        laid = Laid(position.hand("republican").points("vihiers", saumur=2), "hand over; stop within 2")
        return laid.act("move vihiers > coron with all").order

    assert order(front()) == "hand over; stop within 2; stopped by an enemy in coron"
    spent = given().points("cholet", anjou=8, ready="activated").points("les-herbiers", centre=1)
    assert order(spent) == "hand over; stop within 2"


@pytest.mark.parametrize(
    ("stops", "stopped"), [("", True), ("; stop after a combat", True), ("; stop never", False)]
)
def test_a_combat_stops_a_queue(stops: str, stopped: bool) -> None:
    laid = Laid(front().points("coron", saumur=3), f"cholet against coron; mortagne to cholet{stops}")
    assert laid.answer == f"move {CORON} with all"
    assert laid.rolls(laid.answer).order.endswith("; stopped by a combat in coron") == stopped


@pytest.mark.case("V-3.1-a", "V-3.2-l")
@pytest.mark.parametrize(
    ("stops", "stopped"), [("", True), ("; stop after a short march", True), ("; stop never", False)]
)
def test_a_march_that_falls_short_is_left_to_its_owner(stops: str, stopped: bool) -> None:
    """The group waits where its action points have left it; once it has ended the queue has stopped."""
    laid = Laid(front(), f"cholet to saint-georges; mortagne to cholet{stops}")
    laid.goes(1, 1)
    group = laid.table.group
    assert group.at != "saint-georges"
    assert laid.answer == (None if stopped else "end")
    laid.act("end")
    why = f"; stopped by a march that ended in {group.at}" if stopped else ""
    assert laid.order == f"mortagne to cholet{stops}{why}"
    assert laid.answer == (None if stopped else "move mortagne > cholet with all")


def test_a_group_that_is_not_in_the_queue_is_left_to_its_owner_and_his_orders() -> None:
    laid = Laid(front(), "mortagne to cholet")
    laid.act(f"move {CORON} with all", 3, 4)
    assert laid.answer is None
    decision = title().decisions(laid.table.state)[0]
    both = {NEXT: laid.order, "activation": "stop"}
    assert title().by_orders(laid.table.state, decision, both) == STOP
    laid.act("end")
    assert laid.order == "mortagne to cholet"


def test_who_was_activated_by_hand_is_out_of_the_queue_and_only_once() -> None:
    laid = Laid(
        front(), "cholet to coron with anjou:2 cathelineau; cholet to trementines; mortagne to cholet"
    )
    laid.act(f"move {CORON} with anjou:3 cathelineau", 3, 4).act("end")
    assert laid.order == "cholet to trementines; mortagne to cholet"


@pytest.mark.case("V-2.4-h", "V-2.4-i")
def test_whoever_was_pre_empted_keeps_his_queue() -> None:
    """The stack was not activated; when its side is in hand again it goes."""
    position = front().having(initiative="republican")
    laid = Laid(position, "cholet to coron; stop never")
    laid.goes()
    assert title().decisions(laid.table.state)[0].kind == "preemption"
    laid.act("preempt saumur", 1)
    assert in_hand(laid, "republican")
    assert laid.order == "cholet to coron; stop never"
    laid.rolls("activate saumur with all").act("end").act("pass")
    assert laid.answer == f"move {CORON} with all"


def test_what_was_taken_back_stops_a_queue_and_another_phase_or_month_ends_it() -> None:
    text, undone = "cholet to coron; hand over; stop never", Undone(1, 1)
    start = front().table().state
    laid = Laid(front(), text).to(start, undone)
    assert laid.order == f"{text}; stopped by a correction"
    assert laid.answer is None
    before = front().phase("initiative").state
    assert Laid(front(), text).to(before, undone).order == ""
    assert Laid(front(), text).to(front().turn(1).state, undone).order == ""
    assert Laid(front(), text).to(front().turn(3).state).order == ""


def test_a_queue_that_is_given_before_the_operations_waits_for_them() -> None:
    laid = Laid(front(), "challans to machecoul; cholet to coron")
    laid.table.state = front().phase("initiative").state
    laid.to(front().state)
    assert laid.order == "cholet to coron"
    # What was taken back before them stops it too.
    early = Laid(front(), "cholet to coron")
    early.table.state = front().phase("initiative").state
    early.to(front().phase("reinforcements").state, Undone(1, 1))
    assert early.order == "cholet to coron; stopped by a correction"


@pytest.mark.parametrize(
    "text",
    [
        "cholet",
        "menou",
        "cholet to",
        "anjou to cholet",
        "cholet to coron with",
        "cholet to coron with nobody",
        "cholet to coron; stop within 0",
        "cholet to coron; stopped by a correction; hand over",
        "none; cholet to coron",
        "hand over; none",
    ],
)
def test_what_is_no_queue_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        title().read_order(NEXT, text)
    assert refusal.value.choices or "is not" in refusal.value.message


@pytest.mark.deep(seconds=4)
@pytest.mark.parametrize("side", SIDES)
def test_the_form_s_proposals_can_be_submitted_as_they_stand(side: Side) -> None:
    """They are legal, and lead where no enemy is seen."""
    proposed = 0
    for moment in games()[:: depth(90, 20)]:
        state = moment.state
        if state.phase != "operations" or not isinstance(state.stack[-1], Operations):
            continue
        (form,) = WORDS.ahead(state, side, {})
        going = next(field.value for field in form.fields if field.id == "going").splitlines()
        typed = WORDS.filled(state, side, "next", {field.id: field.value for field in form.fields})
        order = title().read_order(NEXT, typed.partition(" ")[2].removeprefix("next "))
        assert len(read(AHEAD, order).steps) == len(going) > 0
        again = WORDS.ahead(state, side, {NEXT: order})[0]
        assert [field.value for field in again.fields] == [field.value for field in form.fields]
        for area, _who, end in quiet(Outlook(title().box, state, side)):
            assert look(title().box, state, side).own(area)
            assert look(title().box, state, side).enemy(end) not in ("points", "backs")
            proposed += 1
    assert proposed > 10


def test_the_form_proposes_the_same_while_an_enemy_group_is_under_way() -> None:
    table = front().hand("republican").table()
    (before,) = WORDS.ahead(table.state, "royalist", {})
    table.roll_on("activate saumur")
    assert isinstance(table.state.stack[-1], Activation)
    (form,) = WORDS.ahead(table.state, "royalist", {})
    assert form.fields == before.fields


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize("side", SIDES)
def test_a_queue_answers_and_stops_by_what_its_side_sees(side: Side) -> None:
    """Where what the enemy did looked the same."""
    chooser, answered, watched = random.Random("queues"), 0, 0
    box = title().box
    for moment in games()[:: depth(60, 12)]:
        state = moment.state
        if state.phase != "operations":
            continue
        own = [area for area in box.ground.area if look(box, state, side).own(area)]
        goals = [near for area in own for near in box.ground.neighbours[area]]
        verbs = ("to", "against")
        texts = [
            f"{chooser.choice(own)} {chooser.choice(verbs)} {chooser.choice(goals)}" for _nth in range(4)
        ]
        order = title().read_order(NEXT, "; ".join([*texts, "hand over; stop within 3; stop after a combat"]))
        decision = title().decisions(state)[0]
        actions = title().legal_actions(state, decision.seat)
        for twin in twins(state, side):
            if decision.seat == side:
                answers = {title().by_orders(board, decision, {NEXT: order}) for board in (state, twin)}
                assert len(answers) == 1
                answered += answers != {None}
                continue
            both = [action for action in actions if title().is_legal(twin, decision.seat, action)]
            for action in chooser.sample(both, min(3, len(both))):
                told = [title().apply(board, decision.seat, action, Dice("alike")) for board in (state, twin)]
                looks = [(title().view(to.state, side), title().redact_all(to.events, side)) for to in told]
                if looks[0] == looks[1]:
                    now, then = told
                    kept = title().outlasts(side, NEXT, order, state, now.state, now.events)
                    assert kept == title().outlasts(side, NEXT, order, twin, then.state, then.events)
                    watched += kept != order
    assert answered > 10
    assert watched > 10
