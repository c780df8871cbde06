"""The laws of several seats: simultaneous and secret decisions, interrupts, orders, hidden information."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, Union

import msgspec
import pytest

from data.cases import load
from engines.core.contract import AnyTitle, Step
from engines.core.decisions import Decision
from engines.core.dice import Dice, Draw
from engines.core.errors import IllegalAction, NotationError
from engines.core.game import Game
from engines.core.record import digest, verify
from tests.core.play import TITLES, Position, described, notations, positions, replays, sample, twins
from tests.support.depth import depth
from tests.support.fixture import fixture_of

SOME_CHOICES = depth(40, 60)
"""Seats that decide at once with others and are looked at; six that do so all the time are many."""
SOME_GAMES = depth(2, 6)
"""Games whose every event is looked at through all eyes."""
SEVERAL = [title.id for title in TITLES.values() if len(title.seats) > 1]


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title in turn."""
    return TITLES[request.param]


@pytest.fixture(params=SEVERAL)
def shared(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title of several seats in turn."""
    return TITLES[request.param]


@pytest.fixture(params=[id for id in TITLES if fixture_of(id).at_once])
def at_once(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title in which several seats decide at once."""
    return TITLES[request.param]


def varied(title: AnyTitle, count: int) -> list[Position]:
    """So many positions of each kind of decision."""
    by_kind: dict[str, list[Position]] = {}
    for position in sample(title, len(positions(title.id))):
        by_kind.setdefault(title.decisions(position.state)[0].kind, []).append(position)
    return [position for found in by_kind.values() for position in found[:count]]


def typed(title: AnyTitle, count: int) -> list[str]:
    """So many notations of each verb."""
    by_verb: dict[str, list[str]] = {}
    for notation in random.Random(title.id).sample(notations(title.id), len(notations(title.id))):
        by_verb.setdefault(notation.split(" ")[0], []).append(notation)
    return [notation for found in by_verb.values() for notation in found[:count]]


def some(actions: Sequence[Any], count: int = 4) -> list[Any]:
    """A few of the actions, from the first to the last."""
    return list(actions[:: max(1, len(actions) // count)])


def owed(title: AnyTitle, state: msgspec.Struct, *, interrupt: bool | None = None) -> list[Decision]:
    """What is owed; only the interrupts or only the others, where that is asked for."""
    return [d for d in title.decisions(state) if interrupt is None or d.interrupt == interrupt]


def encoded(value: object) -> bytes:
    """A value as it goes out."""
    return msgspec.json.encode(value)


def met(found: int) -> None:
    """Check that a law had enough to be proved on."""
    assert found >= 20


# Simultaneous and secret decisions


def simultaneous(title: AnyTitle) -> Iterator[tuple[msgspec.Struct, str, list[str]]]:
    """States in which several seats decide at once, with each of them and the others; of many some."""
    several = [position for position in positions(title.id) if len(position.seats) > 1]
    found = [(position, seat) for position in several for seat in position.seats]
    for position, seat in random.Random(title.id).sample(found, min(len(found), SOME_CHOICES)):
        yield position.state, seat, [other for other in position.seats if other != seat]


def test_several_decide_at_once_in_some_titles_alone(title: AnyTitle) -> None:
    assert any(simultaneous(title)) == fixture_of(title.id).at_once


def _in_turn(
    title: AnyTitle, state: msgspec.Struct, acts: Sequence[tuple[str, Any]]
) -> tuple[str, list[Draw]]:
    dice = Dice("simultaneous")
    for seat, action in acts:
        assert action in title.legal_actions(state, seat)
        state = title.apply(state, seat, action, dice).state
    return digest(state), dice.take()


@pytest.mark.deep(seconds=10)
def test_the_order_of_simultaneous_decisions_makes_no_difference(at_once: AnyTitle) -> None:
    found = 0
    for state, seat, others in simultaneous(at_once):
        for other in others:
            for mine in some(at_once.legal_actions(state, seat)):
                for theirs in some(at_once.legal_actions(state, other)):
                    acts = [(seat, mine), (other, theirs)]
                    assert _in_turn(at_once, state, acts) == _in_turn(at_once, state, acts[::-1])
                    found += 1
    met(found)


@pytest.mark.deep(seconds=10)
def test_a_simultaneous_decision_tells_others_only_that_it_was_made(at_once: AnyTitle) -> None:
    """Whatever a seat decides, nobody else can see a difference until the last decision is in."""
    found = 0
    for state, seat, others in simultaneous(at_once):
        for eyes in (None, *(known for known in at_once.seats if known != seat)):
            seen = set()
            for action in at_once.legal_actions(state, seat):
                dice = Dice("secret")
                step = at_once.apply(state, seat, action, dice)
                assert dice.take() == []
                told = at_once.redact_all(step.events, eyes)
                assert told
                seen.add(encoded([told, *_known(at_once, step.state, eyes)]))
                assert [d.seat for d in at_once.decisions(step.state)] == others
                assert seat in [given.seat for given in at_once.given(step.state)]
                assert at_once.legal_actions(step.state, seat) == []
            assert len(seen) == 1
            found += 1
    met(found)


@pytest.mark.deep(seconds=10)
def test_whoever_decided_is_told_what(at_once: AnyTitle) -> None:
    for state, seat, _ in simultaneous(at_once):
        actions = some(at_once.legal_actions(state, seat))
        steps = [at_once.apply(state, seat, action, Dice("own")) for action in actions]
        assert len({encoded(at_once.redact_all(step.events, seat)) for step in steps}) == len(actions)
        assert len({encoded(at_once.view(step.state, seat)) for step in steps}) == len(actions)


def test_given_and_owed_decisions_do_not_meet(title: AnyTitle) -> None:
    for position in positions(title.id):
        given = title.given(position.state)
        assert not {decision.seat for decision in given} & set(position.seats)
        assert not given or position.seats


# Hidden information


def _known(title: AnyTitle, state: msgspec.Struct, eyes: str | None) -> list[Any]:
    """All that a pair of eyes gets from a state, but for refusals."""
    known: list[Any] = [title.view(state, eyes), title.published(state, eyes), title.decisions(state)]
    known.append(title.known_outcome(state, eyes))
    known.append(title.given(state))
    if eyes is not None:
        known.append([title.notation(action) for action in title.legal_actions(state, eyes)])
        known += [_answers(title, state, d) for d in title.decisions(state) if d.seat == eyes]
    return known


def _answers(title: AnyTitle, state: msgspec.Struct, decision: Decision) -> list[str | None]:
    """What fallback and every form of a standing order come to."""
    actions, choices = [title.fallback(state, decision)], fixture_of(title.id).ordered
    for order in title.order_kinds:
        if order.kind == decision.kind:
            texts = [re.sub("[A-Z]+", lambda choice: choices[choice[0]], form) for form in order.forms]
            actions += [title.ordered(state, decision, title.read_order(order.kind, text)) for text in texts]
        elif decision.kind in order.answers:
            plans = [re.sub("[A-Z]+", lambda choice: choices[choice[0]], form) for form in order.forms]
            actions += [
                title.by_orders(state, decision, {order.kind: title.read_order(order.kind, text)})
                for text in plans
            ]
    return [None if action is None else title.notation(action) for action in actions]


@pytest.mark.deep(seconds=4)
def test_nothing_that_a_seat_gets_depends_on_what_it_may_not_know(title: AnyTitle) -> None:
    different, chooser = 0, random.Random(title.id)
    for position in sample(title, depth(30, 200)):
        for eyes in (None, *title.seats):
            known = encoded(_known(title, position.state, eyes))
            for twin in twins(title, position.state, eyes, chooser):
                title.check(twin)
                different += digest(twin) != digest(position.state)
                assert encoded(_known(title, twin, eyes)) == known
    if fixture_of(title.id).hides:
        met(different)


def test_a_title_has_secrets_where_somebody_sees_what_others_do_not(title: AnyTitle) -> None:
    parted = any(
        title.view(position.state, seat) != title.view(position.state, None)
        for position in positions(title.id)
        for seat in title.seats
    )
    assert title.secrets == parted


@pytest.mark.deep(seconds=4)
def test_odds_do_not_depend_on_what_the_acting_seat_may_not_know(title: AnyTitle) -> None:
    chooser = random.Random(title.id)
    for state, seats in sample(title, depth(40, 200)):
        for seat in seats:
            odds = [(action, title.odds(state, action)) for action in some(title.legal_actions(state, seat))]
            for twin in twins(title, state, seat, chooser):
                assert [(action, title.odds(twin, action)) for action, _ in odds] == odds


def _refusal(title: AnyTitle, state: msgspec.Struct, seat: str, text: str) -> tuple[str, ...] | None:
    try:
        title.apply(state, seat, title.parse(state, text, seat), Dice("refusal"))
    except IllegalAction as error:
        return error.message, error.case
    except NotationError as error:
        return error.message, *error.choices
    return None


@pytest.mark.deep(seconds=12)
def test_refusals_and_suggestions_tell_no_secret(shared: AnyTitle) -> None:
    texts, chooser = [*typed(shared, depth(2, 10)), "dance", "move", ""], random.Random(shared.id)
    for position in varied(shared, depth(2, 10)):
        for seat in shared.seats:
            if alike := twins(shared, position.state, seat, chooser):
                refused = [(text, _refusal(shared, position.state, seat, text)) for text in texts]
                for twin in alike:
                    assert [(text, _refusal(shared, twin, seat, text)) for text in texts] == refused


@pytest.mark.deep(seconds=3)
def test_a_seat_is_suggested_nothing_of_another_seats(shared: AnyTitle) -> None:
    for position in sample(shared, depth(40, 80)):
        for seat in (None, *shared.seats):
            legal = [] if seat is None else shared.legal_actions(position.state, seat)
            own = {shared.notation(action) for action in legal}
            with pytest.raises(NotationError) as refusal:
                shared.parse(position.state, "dance", seat)
            assert set(refusal.value.choices) <= own


@pytest.mark.deep(seconds=4)
def test_what_others_are_told_of_an_action_does_not_depend_on_secrets(shared: AnyTitle) -> None:
    """The same action with other secrets behind it, where neither events nor board reveal them."""
    found, chooser = 0, random.Random(shared.id)
    for state, seats in sample(shared, depth(30, 300)):
        for seat in seats:
            steps = {
                shared.notation(action): shared.apply(state, seat, action, Dice("told"))
                for action in some(shared.legal_actions(state, seat))
                if not _for_me(shared, action)
            }
            for eyes in (None, *(known for known in shared.seats if known != seat)):
                for twin in twins(shared, state, eyes, chooser):
                    for action in shared.legal_actions(twin, seat):
                        step = steps.get(shared.notation(action))
                        if step is not None:
                            other = shared.apply(twin, seat, action, Dice("told"))
                            found += _told_alike(shared, [step, other], eyes)
    if fixture_of(shared.id).hides:
        met(found)


def _for_me(title: AnyTitle, action: Any) -> bool:
    """Whether an action leaves the choice to the title, which makes it by what the seat knows."""
    return title.notation(action).endswith(" auto")


def _told_alike(title: AnyTitle, steps: Sequence[Step[Any]], eyes: str | None) -> bool:
    """Check that two steps are told alike; False where the rules have revealed what parts them."""
    one, other = steps
    if any(event.reveals for event in [*one.events, *other.events]):
        return False
    if title.view(one.state, eyes) != title.view(other.state, eyes):
        return False
    assert encoded(title.redact_all(one.events, eyes)) == encoded(title.redact_all(other.events, eyes))
    return True


def test_what_is_told_is_an_event_of_the_title_and_tells_itself(title: AnyTitle) -> None:
    known = msgspec.json.Decoder(list[Union[tuple(title.event_types())]])  # type: ignore[misc]  # noqa: UP007
    hidden = 0
    for _, steps in replays(title.id)[:SOME_GAMES]:
        for step in steps:
            for eyes in (None, *title.seats):
                told = title.redact_all(step.events, eyes)
                assert known.decode(encoded(told)) == told
                assert title.redact_all(told, eyes) == told
                hidden += told != step.events
    assert (hidden > 0) == (title.secrets and fixture_of(title.id).hides)


def test_the_public_is_told_no_more_than_any_seat(title: AnyTitle) -> None:
    for _, steps in replays(title.id)[:SOME_GAMES]:
        for step in steps:
            public = title.redact_all(step.events, None)
            for seat in title.seats:
                assert title.redact_all(title.redact_all(step.events, seat), None) == public


# Interrupts


def test_an_interrupt_is_owed_by_a_seat_that_is_not_in_hand(title: AnyTitle) -> None:
    for position in positions(title.id):
        hand = fixture_of(title.id).in_hand(position.state)
        for decision in title.decisions(position.state):
            assert decision.interrupt == (hand is not None and decision.seat != hand)


@pytest.mark.deep(seconds=4)
def test_nobody_else_may_act_while_an_interrupt_is_owed(shared: AnyTitle) -> None:
    found = 0
    texts = typed(shared, 8)
    for position in positions(shared.id):
        interrupts = owed(shared, position.state, interrupt=True)
        if not interrupts:
            continue
        assert owed(shared, position.state, interrupt=False) == []
        for seat in set(shared.seats) - {decision.seat for decision in interrupts}:
            assert shared.legal_actions(position.state, seat) == []
            for text in texts:
                with pytest.raises(IllegalAction) as refusal:
                    shared.apply(position.state, seat, shared.parse(position.state, text, seat), Dice("x"))
                assert described(refusal.value.case, shared)
        found += 1
    if fixture_of(shared.id).interrupts:
        met(found)
    else:
        assert found == 0


# Standing orders and time that runs out


def test_standing_orders_answer_a_kind_of_decision_once(title: AnyTitle) -> None:
    kinds = [order.kind for order in title.order_kinds]
    assert len(set(kinds)) == len(kinds)
    assert {each for order in title.order_kinds for each in order.answers or (order.kind,)} <= set(
        fixture_of(title.id).kinds
    )
    assert all(load(title.id).by_case(order.case) for order in title.order_kinds)
    unsaid = {order.kind: order.implicit for order in title.order_kinds if order.implicit}
    assert {kind: title.read_order(kind, order) for kind, order in unsaid.items()} == unsaid
    for position in positions(title.id):
        for decision in owed(title, position.state, interrupt=True):
            assert decision.kind in kinds


def test_an_order_that_cannot_be_read_is_refused_with_the_forms(title: AnyTitle) -> None:
    for order in title.order_kinds:
        for text in ("", "dance", "x" * 5000):
            with pytest.raises(NotationError) as refusal:
                title.read_order(order.kind, text)
            assert refusal.value.choices == order.forms
    with pytest.raises(NotationError):
        title.read_order("no-such-kind", "stand")


@pytest.mark.deep(seconds=4)
def test_orders_and_fallbacks_are_legal(title: AnyTitle) -> None:
    answered = 0
    for position in positions(title.id):
        for decision in title.decisions(position.state):
            legal = {title.notation(a) for a in title.legal_actions(position.state, decision.seat)}
            fallback, *orders = _answers(title, position.state, decision)
            assert fallback in legal or not decision.interrupt
            for unlisted in {*orders, fallback} - {None, *legal}:
                assert fixture_of(title.id).unlisted, unlisted
                assert _refusal(title, position.state, decision.seat, str(unlisted)) is None
            answered += any(orders)
    assert (answered > 20) == bool(title.order_kinds)


def test_a_game_that_nobody_plays_passes_to_its_end(title: AnyTitle) -> None:
    game = Game(title, seed="nobody")
    while game.decisions:
        decision = game.decisions[0]
        action = title.fallback(game.state, decision)
        assert action is not None
        game.act(decision.seat, action)
    assert game.outcome is not None
    assert verify(title, game.record()).outcome == game.outcome


# Many small decisions at once


@pytest.mark.deep(seconds=120)
def test_do_it_for_me_is_a_sequence_of_small_decisions(title: AnyTitle) -> None:
    found, for_me = 0, fixture_of(title.id).for_me
    for position in varied(title, 60):
        if found > ENOUGH:
            break
        for seat in position.seats:
            legal = {title.notation(a): a for a in title.legal_actions(position.state, seat)}
            for whole, small in for_me.items():
                if whole not in legal:
                    continue
                dice = Dice("for me")
                step = title.apply(position.state, seat, legal[whole], dice)
                reached = _by_hand(title, position.state, seat, {*for_me}, small)
                if reached is not None:
                    assert (digest(step.state), tuple(dice.take())) in reached, whole
                    found += 1
    if for_me:
        met(found)


ENOUGH = depth(24, 1000)
"""Of them that are compared."""
MANY = 800
"""Ways to decide one by one, of which no more are tried."""


def _by_hand(
    title: AnyTitle, state: msgspec.Struct, seat: str, but: set[str], small: str
) -> dict[tuple[str, tuple[Draw, ...]], msgspec.Struct] | None:
    """Where small decisions can lead to, and what chance gave; None where there are too many ways."""
    kind = title.owes(state, seat).kind
    reached: dict[tuple[str, tuple[Draw, ...]], msgspec.Struct] = {}
    going: list[tuple[msgspec.Struct, tuple[Draw, ...]]] = [(state, ())]
    while going:
        now, drawn = going.pop()
        for action in title.legal_actions(now, seat):
            if title.notation(action) in but or not title.notation(action).startswith(small):
                continue
            dice = Dice("for me")
            dice.restore(dice.pending(), len(drawn))
            after = title.apply(now, seat, action, dice).state
            end = digest(after), (*drawn, *dice.take())
            if end in reached:
                continue
            reached[end] = after
            if len(reached) > MANY:
                return None
            if (seat, kind) in [(owed.seat, owed.kind) for owed in title.decisions(after)]:
                going.append((after, end[1]))
    return reached
