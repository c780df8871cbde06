"""Orders mean what their sentences say: odds are the true odds, and `always` is whenever any part may go."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, permutations
from typing import NamedTuple, TypeVar

import pytest

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.vendee.actions import DECLINE, Action, Move, Play
from engines.vendee.combat.actions import Guns, Pursue, Withdraw
from engines.vendee.combat.events import Pursued
from engines.vendee.combat.frames import Battle, Pursuit
from engines.vendee.combat.march import guns_refusal, marching
from engines.vendee.combat.reckoning import contingents_of, generals_of, strength
from engines.vendee.events import Stepped
from engines.vendee.frames import Activation, Fortify, Points, as_side, enemy
from engines.vendee.orders.slots import COLUMNS
from engines.vendee.position.groups import standing
from engines.vendee.position.stacking import needs_test
from engines.vendee.procedure import PROCEDURE
from engines.vendee.stacks import exactly
from engines.vendee.state import State, points_in, total
from engines.vendee.view import sees
from tests.support.depth import depth
from tests.vendee.battles import attack
from tests.vendee.builder import given, title
from tests.vendee.rules.test_combat import level
from tests.vendee.rules.test_orders import ordered


@pytest.mark.case("I-04", "I-06")
@pytest.mark.parametrize(
    ("own", "other", "column", "compared"),
    [(10, 10, "1:1", 0), (11, 10, "1:1", 1), (14, 10, "1:1", 1), (9, 10, "1:1", -1), (3, 10, "1:3", -1)],
)
def test_true_odds_are_not_rounded(own: int, other: int, column: str, compared: int) -> None:
    found = title().box.charts.beside(own, other, COLUMNS.index(column))
    assert (found > 0) - (found < 0) == compared


@pytest.mark.case("I-04")
@pytest.mark.parametrize(("attackers", "answer"), [(6, "guns les-essarts with all"), (5, "decline")])
def test_who_is_stronger_is_not_at_most_even(attackers: int, answer: str) -> None:
    """Six defenders against five are better than even, though the table rounds them to 1:1."""
    position = level().points("chantonnay", centre=6).points("les-essarts", centre=2)
    fray = attack(
        position.general("sapinaud", "les-essarts"), "chantonnay", "sainte-hermine", la_rochelle=attackers
    )
    assert ordered(fray, "if at most 1:1") == answer


@pytest.mark.case("I-03")
@pytest.mark.parametrize(("attackers", "answer"), [(4, "event e6"), (3, "decline")])
def test_worse_than_one_to_three_is_not_at_least_one_to_three(attackers: int, answer: str) -> None:
    position = (
        given().hand("republican").points("trementines", saumur=attackers).points("coron", anjou=12).more()
    )
    position.state.options = {**position.state.options, "known-odds": False}
    table = position.table().act("move trementines > coron with all")
    assert table.asked == ("royalist", "fortify")
    decision = title().decisions(table.state)[0]
    found = title().ordered(table.state, decision, title().read_order("fortify", "play if at least 1:3"))
    assert found is not None
    assert title().notation(found) == answer


@pytest.mark.case("I-04", "A-41")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("always leave 2", "guns les-essarts with anjou:5 centre:2 sapinaud"),
        ("always leave 5", "guns les-essarts with centre:4 sapinaud"),
        ("always leave 7", "guns les-essarts with centre:2 sapinaud"),
    ],
)
def test_those_stay_who_may_part(order: str, answer: str) -> None:
    """The Angevins are more, but only the Centre has a general, so that they go together or not at all."""
    position = level().points("chantonnay", centre=4).points("les-essarts", anjou=5, centre=4)
    position.general("sapinaud", "les-essarts")
    assert ordered(attack(position, "chantonnay", "sainte-hermine", la_rochelle=12), order) == answer


@pytest.mark.case("I-04", "I-05", "A-97")
def test_always_is_whenever_a_part_may_go() -> None:
    """Charette has failed his test, or may not spend it: Lyrot and the Loroux beside him go all the same."""
    position = level().points("chantonnay", centre=4, anjou=2).points("les-essarts", bas_poitou=5, loroux=2)
    position.general("charette", "les-essarts").general("lyrot", "les-essarts")
    fray = attack(position, "chantonnay", "sainte-hermine", la_rochelle=12)
    assert fray.asked == ("royalist", "march")
    assert ordered(fray, "always") == "guns les-essarts with loroux:2 lyrot"
    assert ordered(fray, "always leave 2") == "guns les-essarts with loroux:2 lyrot"
    assert ordered(fray, "always leave 6") == "guns les-essarts with loroux:1 lyrot"
    tested = fray.do("guns les-essarts with bas-poitou:5 charette", 1)
    assert tested.asked == ("royalist", "march")
    assert ordered(tested, "always with test") == "guns les-essarts with loroux:2 lyrot"


@pytest.mark.case("I-04")
def test_an_army_that_may_not_leave_home_does_not_keep_the_others() -> None:
    """In the first turn the Centre may go where it is at home, and Anjou beside it may not."""
    position = level().turn(1).points("chantonnay", centre=4).points("les-essarts", centre=3, anjou=5)
    position.general("sapinaud", "les-essarts").general("d-elbee", "les-essarts")
    fray = attack(position, "chantonnay", "sainte-hermine", la_rochelle=9)
    assert ordered(fray, "always") == "guns les-essarts with centre:3 sapinaud"


class Owed(NamedTuple):
    """A decision of a random game to which an order could answer."""

    state: State
    kind: str
    seat: str


def decisions(seed: int) -> Iterator[Owed]:
    """All of a game in which combats are sought."""
    rng, dice = random.Random(f"orders {seed}"), Dice(f"orders {seed}")
    state = title().setup("campaign", {"known-odds": seed % 2 == 0}, dice).state
    while owed := title().decisions(state):
        yield Owed(state, owed[0].kind, owed[0].seat)
        legal = title().legal_actions(state, owed[0].seat)
        fights = [act for act in legal if _fights(state, owed[0].seat, act)]
        state = title().apply(state, owed[0].seat, rng.choice(fights or legal), dice).state


def _fights(state: State, seat: str, action: Action) -> bool:
    match action:
        case Guns() | Pursue():
            return True
        case Move((_, end)):
            return bool(points_in(state, end, enemy(as_side(seat))))
        case _:
            return False


def sentence(kind: str, order: str) -> str:
    """What its owner reads."""
    return title().describe_order(kind, order, lambda name: name)


def limit(said: str) -> Fraction | None:
    """The odds in a sentence."""
    found = re.search(r"at odds of (\d):(\d)", said)
    return Fraction(int(found[1]), int(found[2])) if found else None


def number(said: str, words: str) -> int:
    found = re.search(rf"{words}: (\d+)", said)
    return int(found[1]) if found else 0


def own_odds(state: State, side: str) -> Fraction:
    """The true odds of a side in the combat: so many points to so many."""
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    us = as_side(side)
    own, other = (total(strength(contingents_of(battle, each))) for each in (us, enemy(us)))
    return Fraction(own, other)


T = TypeVar("T")


def some(of: list[T]) -> Iterator[tuple[T, ...]]:
    return chain.from_iterable(combinations(of, size) for size in range(1, len(of) + 1))


def marches(state: State, said: str) -> set[str]:
    """Areas from which somebody could go as a sentence on marches has it, of all armies and generals."""
    battle, box = state.stack[-1], title().box
    assert isinstance(battle, Battle)
    side, leave = marching(battle), number(said, "Leave as many points behind")
    found = set()
    for area in box.ground.guns[battle.area]:
        points, generals = standing(box, state, side, area)
        # Who stays of several armies is for the order to find: any of them may be the first to part.
        for kinds in chain.from_iterable(map(permutations, some(list(points)))):
            spare = max(0, leave - (total(points) - sum(points[kind] for kind in kinds)))
            group: Points = {}
            for kind in kinds:
                stay = min(spare, points[kind])
                spare -= stay
                group[kind] = points[kind] - stay
            group = {kind: count for kind, count in group.items() if count}
            if not group:
                continue
            for leaders in some(list(generals)[:5]):
                tested = side == "royalist" and needs_test(box, state, group, leaders, battle.area)
                if tested and "may spend their test" not in said:
                    continue
                if guns_refusal(box, state, battle, area, exactly(group, leaders)) is None:
                    found.add(area)
    return found


def read_march(state: State, seat: str, said: str, answer: Action) -> bool:
    """Whether an answer is what the sentence says."""
    odds = limit(said)
    if said.startswith("Never do it.") or (odds is not None and own_odds(state, seat) > odds):
        return answer == DECLINE
    open_to = marches(state, said)
    if answer == DECLINE:
        return not open_to
    assert isinstance(answer, Guns)
    stay = total(standing(title().box, state, marching_of(state), answer.area)[0]) - sum(
        count for _, count in answer.who.points
    )
    whole = not answer.who.points
    return answer.area in open_to and (whole or stay >= number(said, "Leave as many points behind"))


def marching_of(state: State) -> Side:
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    return marching(battle)


def read_withdraw(state: State, seat: str, said: str, answer: Action) -> bool:
    odds = limit(said)
    if said.startswith("Fight.") or (odds is not None and own_odds(state, seat) > odds):
        return answer == DECLINE
    return answer == Withdraw(number(said, "count the areas to go"))


def entering(state: State, seat: str) -> int:
    """How many enter when E6 is not played."""
    events = title().apply(state, seat, DECLINE, Dice("entering")).events
    return next(total(event.points or {}) for event in events if isinstance(event, Stepped | Pursued))


def read_fortify(state: State, seat: str, said: str, answer: Action) -> bool:
    group, frame = state.stack[-2], state.stack[-1]
    assert isinstance(frame, Fortify)
    assert isinstance(group, Activation | Pursuit)
    points = entering(state, seat)
    seen = sees(title().box, state, "royalist", "republican", group.at)
    odds, least = limit(said), number(said, "as many points or more")
    conditional = odds is not None or least
    better = odds is None or Fraction(points, points_in(state, frame.area, "royalist")) >= odds
    plays = said.startswith("Play it.") and (not conditional or (seen and points >= least and better))
    return (answer == Play("e6")) == plays


def read_pursuit(state: State, seat: str, said: str, answer: Action) -> bool:
    frame, box = state.stack[-1], title().box
    assert isinstance(frame, Pursuit)
    if said.startswith("Never do it."):
        return answer == DECLINE
    areas = number(said, "count the areas at most")
    most = number(said, "as many points or fewer")
    points, generals = strength(frame.contingents), generals_of(frame.contingents)
    possible = set()
    for way in {path[:length] for path in frame.paths for length in range(1, areas + 1)}:
        foes = [title().view(state, seat).areas.get(area, {}).get(enemy(frame.side)) for area in way]
        known = [foe.points for foe in foes if foe is not None]
        if "as many points or fewer" in said and (
            None in known or sum(held.total for each in known for held in (each or {}).values()) > most
        ):
            continue
        for kinds in some(list(points)):
            for size in range(len(generals) + 1):
                for leaders in combinations(generals[:5], size):
                    group = {kind: points[kind] for kind in kinds}
                    tested = frame.side == "royalist" and any(
                        needs_test(box, state, group, leaders, area) for area in way
                    )
                    who = exactly(group, leaders)
                    if not tested and PROCEDURE.refusal(box, state, seat, Pursue(way, who)) is None:
                        possible.add(way)
    if answer == DECLINE:
        return not possible
    assert isinstance(answer, Pursue)
    return answer.path in possible and len(answer.path) == max(map(len, possible))


READERS = {"march": read_march, "withdraw": read_withdraw, "fortify": read_fortify, "pursuit": read_pursuit}
ORDERS = {
    "march": [
        "never",
        "always",
        "always with test",
        "if at most 1:1",
        "if at most 2:1 leave 1",
        "always leave 3",
    ],
    "withdraw": [
        "fight",
        "withdraw 1",
        "withdraw 2",
        "withdraw 2 if at most 1:1",
        "withdraw 1 if at most 3:2",
    ],
    "fortify": ["decline", "play", "play if at least 4", "play if at least 1:1", "play if at least 1:3"],
    "pursuit": ["never", "pursue 1", "pursue 2", "pursue 2 if at most 2"],
}


@pytest.mark.case("I-03", "I-04", "I-06", "I-10")
@pytest.mark.deep(seconds=20)
def test_what_an_order_answers_is_what_its_sentence_says() -> None:
    """A reader of the English sentence, who knows nothing of how orders are read, judges each answer."""
    met = dict.fromkeys(READERS, 0)
    for seed in range(depth(6, 40)):
        for owed in decisions(seed):
            decision = title().decisions(owed.state)[0]
            for typed in ORDERS.get(owed.kind, ()):
                order = title().read_order(owed.kind, typed)
                said = sentence(owed.kind, order)
                assert said, order
                answer = title().ordered(owed.state, decision, order)
                assert answer is not None, (seed, owed.kind, said)
                assert READERS[owed.kind](owed.state, owed.seat, said, answer), (seed, said, answer)
                met[owed.kind] += 1
    assert all(met.values()), met
