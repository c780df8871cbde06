"""Each sentence shown for an order outside the four of `test_order_odds`, read by one who knows no orders.

A reader is given a position, what its owner reads of the order, and the answer, and judges by the position
alone. Where an order has no sentence its owner reads what was typed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeVar

import pytest

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.procedure import Frame
from engines.vendee.actions import (
    BEGIN,
    DECLINE,
    DESERT_AUTO,
    HAND_OVER,
    STOP,
    YIELD,
    Action,
    Choose,
    Desert,
    Flee,
    Land,
    Note,
    Place,
    Play,
    Preempt,
    Spare,
)
from engines.vendee.combat.actions import LOSE_AUTO, RETREAT_AUTO, Retire
from engines.vendee.combat.events import FellBack
from engines.vendee.combat.frames import Losses
from engines.vendee.combat.losses import payers, units
from engines.vendee.frames import (
    KINDS,
    Activation,
    Committee,
    Desertion,
    Kind,
    Lechelle,
    Occupied,
    Operations,
    Sail,
    as_side,
    enemy,
)
from engines.vendee.frames import Preempt as PreemptFrame
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.stacks import exactly
from engines.vendee.state import State, by_kind, generals_in, leads, points_in
from tests.support.depth import depth
from tests.vendee.builder import given, title
from tests.vendee.fixtures import FIXTURE
from tests.vendee.rules.test_order_odds import Owed, decisions, number
from tests.vendee.rules.test_orders import ordered

BOX = title().box
GROUND = BOX.ground
Reader = Callable[[State, str, str, Action | None], bool]
USUAL = "It is done the usual way."
F = TypeVar("F", bound=Frame)


def frame_of(state: State, kind: type[F]) -> F:
    """What is being resolved."""
    frame = state.stack[-1]
    assert isinstance(frame, kind)
    return frame


def after(said: str, words: str) -> list[str]:
    """The names that come after some words in a sentence."""
    matched = re.search(rf"{words} ([^.]*)\.", said)
    return matched[1].split(", ") if matched else []


def silent(state: State) -> Action | None:
    """What silence means."""
    return title().fallback(state, title().decisions(state)[0])


def open_to(state: State, seat: str, action: Action) -> bool:
    """Whether an action is accepted."""
    try:
        title().apply(state, seat, action, Dice("open"))
    except EngineError:
        return False
    return True


def areas_to(start: str) -> dict[str, int]:
    """How far each area is from one, over the Loire by bridges only."""
    far, edge = {start: 0}, [start]
    for area in edge:
        for near in GROUND.neighbours[area]:
            if near not in far and GROUND.step[area, near].way != "loire":
                far[near] = far[area] + 1
                edge.append(near)
    return far


def preferred(
    said: str, open_ones: Sequence[str], state: State, usual: Sequence[str | None]
) -> set[str | None]:
    """Which of some areas a sentence may mean."""
    liked = [area for area in after(said, "Prefer") if area in open_ones]
    if liked:
        return {liked[0]}
    for goal in after(said, "Go towards"):
        place = state.officers[goal].area if goal in BOX.general else goal
        if place is not None:
            far = areas_to(place)
            nearest = min(far.get(area, 99) for area in open_ones)
            return {area for area in open_ones if far.get(area, 99) == nearest}
    return set(usual)


def read_retreat(state: State, seat: str, said: str, answer: Action | None) -> bool:
    legal = title().legal_actions(state, seat)
    ways = [action.area for action in legal if isinstance(action, Retire) and action.area is not None]
    assert isinstance(answer, Retire)
    if said == USUAL:
        events = title().apply(state, seat, RETREAT_AUTO, Dice("usual")).events
        return answer.area == next(event.end for event in events if isinstance(event, FellBack))
    return answer.area in preferred(said, ways, state, ways)


def read_refuge(state: State, seat: str, said: str, answer: Action | None) -> bool:
    ways = [action.area for action in title().legal_actions(state, seat) if isinstance(action, Flee)]
    usual = silent(state)
    assert isinstance(usual, Flee)
    assert isinstance(answer, Flee)
    return answer.area in preferred(said, ways, state, [usual.area])


def read_occupation(state: State, seat: str, said: str, answer: Action | None) -> bool:
    frame = frame_of(state, Occupied)
    top = frame.event == "e4" and state.morale["royalist"] == 2
    plays = said == "Play it." or (said == USUAL and not top)
    return answer == (Play(frame.event) if plays else DECLINE)


def read_army(state: State, seat: str, said: str, answer: Action | None) -> bool:
    """Powder, ties, and a general without an army: the first of those that are offered."""
    offered = [action.army for action in title().legal_actions(state, seat) if isinstance(action, Choose)]
    liked = [army for army in after(said, "Prefer") if army in offered]
    return answer == (Choose(liked[0]) if liked else silent(state))


def read_port(state: State, seat: str, said: str, answer: Action | None) -> bool:
    offered = [action.area for action in title().legal_actions(state, seat) if isinstance(action, Land)]
    liked = [area for area in after(said, "Prefer") if area in offered]
    return answer == (Land(liked[0]) if liked else silent(state))


def read_initiative(state: State, seat: str, said: str, answer: Action | None) -> bool:
    turns = after(said.removesuffix(" alone.") + ".", "Do it on turn")
    yields = said.startswith("Yield.") and (not turns or str(state.turn) in turns)
    return answer == (YIELD if yields else BEGIN)


def read_landing(state: State, seat: str, said: str, answer: Action | None) -> bool:
    (area,), (turn,) = after(said, "They land in"), after(said, "They land on turn")
    note = Note(area, int(turn))
    return answer == (note if open_to(state, seat, note) else None)


def read_galerne(state: State, seat: str, said: str, answer: Action | None) -> bool:
    return answer == (Play("e14") if said == "Play it." else DECLINE)


def read_activation(state: State, seat: str, said: str, answer: Action | None) -> bool:
    frame = frame_of(state, Activation)
    stops = said == "Stop." and frame.steps > 0 and STOP in title().legal_actions(state, seat)
    return answer == (STOP if stops else None)


def read_committee(state: State, seat: str, said: str, answer: Action | None) -> bool:
    frame = frame_of(state, Committee)
    accused = [general for generals in frame.accused.values() for general in generals]
    liked = [general for general in after(said, "Spare") if general in accused]
    return answer == (Spare(liked[0]) if liked else silent(state))


def read_desertion(state: State, seat: str, said: str, answer: Action | None) -> bool:
    """The smallest stacks first, but the last of an area stays while others can go (I-23)."""
    frame = frame_of(state, Desertion)
    if answer != DESERT_AUTO or len(frame.owed) > 1:
        return answer == DESERT_AUTO
    (army,) = frame.owed
    listed = title().legal_actions(state, seat)
    areas = {action.area for action in listed if isinstance(action, Desert) and action.army == army}
    gone = title().apply(state, seat, answer, Dice("home")).state
    before = {area: points_in(state, area, "royalist") for area in areas}
    left = {area: points_in(gone, area, "royalist") for area in areas}
    of_army = {area: by_kind(gone, area, "royalist").get(army, 0) for area in areas}
    return not any(
        left[larger] < before[larger]
        and before[smaller] < before[larger]
        and left[smaller] > 1
        and of_army[smaller]
        for larger in areas
        for smaller in areas
    )


Unit = tuple[int, str]
"""The number of those who came together, and the army of their combat points."""


def sizes(state: State, frame: Losses) -> dict[Unit, int]:
    return {(unit.part, unit.kind): unit.size for unit in units(payers(state, frame))}


def led(state: State, frame: Losses) -> set[Unit]:
    """Those with whom a general of theirs is."""
    return {
        (number, kind)
        for number, part in enumerate(payers(state, frame))
        for kind in part.points
        if any(leads(state, general, kind) for general in part.generals)
    }


def all_paid(state: State, frame: Losses, said: str, answer: Action) -> dict[Unit, int]:
    """What is left of each when the order has answered until all is paid."""
    ctx = Resolution(BOX, state.copy(), Dice(None))
    while True:
        PROCEDURE.handler(frame).act(ctx, frame, answer)
        frame = frame_of(ctx.state, Losses)
        left = sizes(ctx.state, frame)
        if frame.owed == 0 or len(left) < 2 or frame.owed >= sum(left.values()):
            return left
        following = PROCEDURE.handler(frame).ordered(BOX, ctx.state, frame, TYPED[said])
        assert following is not None
        answer = following


def read_losses(state: State, seat: str, said: str, answer: Action | None) -> bool:
    """What is left when all is paid is as the sentence has it."""
    if said == USUAL:
        return answer == LOSE_AUTO
    frame = frame_of(state, Losses)
    assert answer is not None
    before, with_general = sizes(state, frame), led(state, frame)
    left = {**dict.fromkeys(before, 0), **all_paid(state, frame, said, answer)}
    stays = number(said, "keeps as many points with him") or 1
    kept = {unit: stays if unit in with_general else 0 for unit in before}
    spare = {unit for unit in before if left[unit] > kept[unit]}
    lost = {unit for unit in before if left[unit] < before[unit]}
    if any(left[unit] < min(kept[unit], before[unit]) for unit in with_general) and spare:
        return False
    for army in after(said, "Spare"):
        if any(kind == army for _, kind in lost) and any(kind != army for _, kind in spare):
            return False
    smaller_left = any(before[one] < before[other] for one in spare for other in lost)
    return not ("The smallest come first." in said and smaller_left)


def reach(state: State, side: Side, start: str, points: int) -> set[str]:
    """Areas to which a side could get from one with some half action points if nobody was in its way."""
    spent, edge = {start: 0}, [(0, start)]
    while edge:
        cost, area = heappop(edge)
        for near in GROUND.neighbours[area]:
            step = GROUND.step[area, near].cost(side)
            if step is not None and cost + step < spent.get(near, points + 1):
                spent[near] = cost + step
                heappush(edge, (cost + step, near))
    return set(spent) | {near for near in GROUND.neighbours[start] if GROUND.step[start, near].cost(side)}


def read_preemption(state: State, seat: str, said: str, answer: Action | None) -> bool:
    frame = frame_of(state, PreemptFrame)
    side, foe = frame.side, enemy(frame.side)
    if said == "You are asked each time.":
        return answer is None
    if said.startswith("You are asked where"):
        own = {
            area for area in GROUND.area if by_kind(state, area, side) or generals_in(BOX, state, area, side)
        }
        if min(areas_to(frame.area).get(area, 99) for area in own) <= 3:
            return answer is None
        # Within their reach by what is seen of them, which the announced stack may be short of.
        most = 2 * (4 + max(BOX.general[id].strategic for id in BOX.generals_of[foe]))
        return answer == DECLINE or bool(own & reach(state, foe, frame.area, most))
    if said == "Never do it.":
        return answer == DECLINE
    (stack,) = after(said, "Do it with")
    area = state.officers[stack].area if stack in BOX.general else stack
    ready = (
        [id for id in generals_in(BOX, state, area, side) if state.officers[id].ready == "fresh"]
        if area
        else []
    )
    able = bool(ready) and (stack not in BOX.general or stack in ready)
    seen = title().view(state, seat).areas.get(frame.area, {}).get(foe)
    whom = {frame.area, *((seen.generals or {}) if seen else {})}
    against, near = after(said, "Do it only against"), after(said, "Do it only near")
    wanted = not against or bool(whom & {*against})
    wanted &= not near or any(frame.area in (place, *GROUND.neighbours[place]) for place in near)
    return answer == (Preempt(area) if able and wanted and area else DECLINE)


def read_operations(state: State, seat: str, said: str, answer: Action | None) -> bool:
    """Moves in their order, the first that can be made; then perhaps to hand over."""
    frame = frame_of(state, Operations)
    *moves, last = said.split("; ")
    ending = last if "and over" in last else ""
    for clause in moves if ending else [*moves, last]:
        when = re.match(r"on turn (\d) ", clause)
        action = title().parse(state, clause[when.end() :] if when else clause, seat)
        if (when is None or int(when[1]) == state.turn) and open_to(state, seat, action):
            return answer == action
    if not ending or frame.bound:
        return answer is None
    theirs = [
        sides[enemy(frame.hand)]
        for sides in title().view(state, seat).areas.values()
        if len(sides) > (frame.hand in sides)
    ]
    idle = not any(
        stack.points is None
        or any(held.fresh for held in stack.points.values())
        or "fresh" in (stack.generals or {}).values()
        for stack in theirs
    )
    over = title().apply(state, seat, HAND_OVER, Dice("over")).state.phase != "operations"
    # That nothing is left face down cannot be known.
    ends = over and (idle or frame.passed)
    waits = ("unless" in ending and ends) or ("enemy has nothing left" in ending and not idle)
    return answer == (None if waits else HAND_OVER)


def read_reinforcements(state: State, seat: str, said: str, answer: Action | None) -> bool:
    """Events that may be played, then who is placed where, then the rest as by rule."""
    if said == USUAL:
        return answer == silent(state)
    clauses = said.split("; ")
    for clause in clauses:
        event, _, since = clause.partition(" from turn ")
        if event.startswith("event") and state.turn >= int(since or 1):
            play = title().parse(state, event, seat)
            if open_to(state, seat, play):
                return answer == play
    for clause in clauses:
        placed = re.fullmatch(r"place ([a-z-]+) in (.*)", clause)
        if placed is None:
            continue
        who, shares = placed[1], dict(_share(part) for part in placed[2].split(", "))
        if who in BOX.general:
            places = [Place(exactly({}, (who,)), area) for area in shares]
        else:
            places = [Place(exactly({as_kind(who): 1}), area) for area in shares]
        fitting = [place for place in places if open_to(state, seat, place)]
        if fitting and who in BOX.general:
            return answer == fitting[0]
        if fitting:
            return shared_out(
                state, seat, said, as_kind(who), {place.area: shares[place.area] for place in fitting}
            )
    return answer == (silent(state) if "auto" in clauses else None)


def _share(part: str) -> tuple[str, int]:
    area, _, share = part.partition(" ")
    return area, int(share or 1)


def as_kind(name: str) -> Kind:
    return next(kind for kind in KINDS if kind == name)


def shared_out(state: State, seat: str, said: str, kind: Kind, shares: Mapping[str, int]) -> bool:
    """Whether all of an army is placed in these areas, each with its share of what they hold then.

    What an area held before, or has to be given to La Cathelinière, may be more.
    """
    before = {area: points_in(state, area, as_side(seat)) for area in shares}
    while state.arrivals.get(kind):
        decision = title().decisions(state)[0]
        answer = title().ordered(state, decision, TYPED[said])
        if not isinstance(answer, Place) or answer.area not in shares or answer.who.points[0][0] != kind:
            return kind == "bas-poitou"
        state = title().apply(state, seat, answer, Dice("placed")).state
    held = {
        area: state.forces[area][kind].total if kind in state.forces.get(area, {}) else 0 for area in shares
    }
    whole, parts = sum(held.values()), sum(shares.values())
    return any(before.values()) or all(
        abs(held[area] - whole * share / parts) < len(shares) for area, share in shares.items()
    )


READERS: dict[str, Reader] = {
    "preemption": read_preemption,
    "refuge": read_refuge,
    "occupation": read_occupation,
    "powder-tie": read_army,
    "initiative": read_initiative,
    "operations": read_operations,
    "activation": read_activation,
    "committee": read_committee,
    "desertion": read_desertion,
    "reinforcements": read_reinforcements,
    "landing": read_landing,
    "powder": read_army,
    "port": read_port,
    "commander": read_army,
    "galerne": read_galerne,
    "losses": read_losses,
    "retreat": read_retreat,
}
PLAYED = {"march", "withdraw", "fortify", "pursuit", "next"}
"""Those that `test_order_odds` reads, and `test_queues`."""
TYPED: dict[str, str] = {}
"""Orders by what is read of them."""
MOST = depth(12, 150)
"""Decisions of a kind in a game."""


def variants(owed: Owed, chooser: random.Random) -> Iterator[str]:
    """Every form of a kind, with names that may and may not fit the position, and longer ones."""
    side = as_side(owed.seat)
    legal = title().legal_actions(owed.state, owed.seat)
    places = [area for action in legal if (area := getattr(action, "area", None))]
    top = owed.state.stack[-1]
    names: dict[str, Sequence[str]] = {
        "AREA": [*places, *chooser.sample([*GROUND.area], 3)],
        "GENERAL": chooser.sample([*BOX.generals_of[side]], 3),
        "FOE": [*BOX.generals_of[enemy(side)]],
        "ARMY": ["anjou", "centre", "saumur", "nantes", *owed.state.arrivals],
        "AT": [top.area] if isinstance(top, PreemptFrame) else [*GROUND.area],
    }
    kind = next(kind for kind in title().order_kinds if kind.kind == owed.kind)
    for form in (*kind.forms, *MORE.get(owed.kind, ())):
        yield re.sub(r"[A-Z]{2,}", lambda word: chooser.choice(names[word[0]]), form)
    if owed.kind == "operations":
        moves = [title().notation(action) for action in chooser.sample(legal, min(3, len(legal)))]
        stays = [text for text in moves if text.startswith("activate")]
        yield "; ".join([*stays, "hand over unless it ends the phase"])
        yield from (f"on turn {chooser.choice([owed.state.turn, 8])} {text}" for text in stays[:1])


MORE = {
    "preemption": (
        "with GENERAL against AT, FOE",
        "with GENERAL near AT",
        "with AREA near AREA, AT",
        "with AREA against FOE, FOE",
    ),
    "refuge": ("prefer AREA, AREA, AREA",),
    "retreat": ("prefer AREA, AREA, AREA",),
    "losses": ("spare anjou keep 2 with generals", "spare centre", "keep 4 with generals", "spare saumur"),
    "initiative": ("yield on turn 2, 3, 5",),
    "committee": ("spare GENERAL, GENERAL, GENERAL",),
    "powder-tie": ("centre, anjou", "bas-poitou"),
    "powder": ("centre, anjou", "bas-poitou"),
    "commander": ("mayence, saumur", "la-rochelle"),
    "port": ("AREA, AREA, AREA",),
    "landing": ("cholet on turn 3", "pornic on turn 8", "AREA on turn 4"),
    "operations": ("hand over unless it ends the phase if the enemy has nothing left",),
    "reinforcements": (
        "place ARMY in AREA 3, AREA; auto",
        "place ARMY in AREA 2, AREA, AREA 2",
        "place GENERAL in AREA, AREA; auto",
        "event e9; event e1; auto",
        "event e12 nantes; auto",
        "event e2 from turn 3; event e7 nantes; auto",
    ),
}


def seldom(owed: Owed) -> Iterator[Owed]:
    """Decisions that random games hardly ever meet, at a board that was met."""
    for state in FIXTURE().seldom(owed.state):
        decision = title().decisions(state)[0]
        yield Owed(state, decision.kind, decision.seat)
    if owed.kind == "reinforcements" and owed.seat == "republican":
        for frame in (Sail("nantes"), Lechelle("lechelle")):
            state = owed.state.copy()
            state.stack.append(frame)
            yield Owed(state, title().decisions(state)[0].kind, "republican")


@pytest.mark.case(
    *("I-01", "I-02", "I-07", "I-08", "I-12", "I-15", "I-17", "I-21", "I-22", "I-23", "I-24", "I-25")
)
@pytest.mark.deep(seconds=60)
def test_what_each_order_answers_is_what_its_owner_reads() -> None:
    met = dict.fromkeys(READERS, 0)
    for seed in range(depth(3, 20)):
        chooser, in_game = random.Random(f"sentences {seed}"), dict.fromkeys(READERS, 0)
        for played in decisions(seed):
            for owed in (played, *seldom(played)):
                # Of what comes often some is looked at.
                often = owed.kind in ("operations", "activation", "reinforcements") and chooser.random() > 0.1
                if owed.kind in PLAYED or often or in_game[owed.kind] >= MOST:
                    continue
                in_game[owed.kind] += 1
                met[owed.kind] += 1
                judged(owed, chooser)
    print(met)
    assert all(met.values()), met


def judged(owed: Owed, chooser: random.Random) -> None:
    """Each order for a decision, by its reader."""
    decision = title().decisions(owed.state)[0]
    for typed in variants(owed, chooser):
        order = title().read_order(owed.kind, typed)
        said = title().describe_order(owed.kind, order, lambda name: name) or order
        TYPED[said] = order
        answer = title().ordered(owed.state, decision, order)
        assert answer is None or open_to(owed.state, owed.seat, answer), (said, answer)
        assert READERS[owed.kind](owed.state, owed.seat, said, answer), (said, answer)


def test_every_kind_of_order_has_a_reader() -> None:
    assert {*READERS, *PLAYED} == {kind.kind for kind in title().order_kinds}


@pytest.mark.case("I-01", "V-2.4-k")
@pytest.mark.parametrize(("general", "answer"), [("cathelineau", "decline"), ("stofflet", "preempt cholet")])
def test_a_general_who_was_activated_pre_empts_nobody(general: str, answer: str) -> None:
    """Another general of his stack could, but he would not go with it."""
    position = given().points("saumur", saumur=4).points("cholet", anjou=4).having(initiative="royalist")
    position.general("cathelineau", "cholet", ready="activated").general("stofflet", "cholet")
    assert ordered(position.table().roll_on("activate saumur with all"), f"with {general}") == answer


@pytest.mark.case("I-02", "A-14")
@pytest.mark.parametrize(("acted", "answer"), [(False, None), (True, "pass")])
def test_a_careful_order_sees_that_the_enemy_could_but_pass(acted: bool, answer: str | None) -> None:
    """All Royalists lie face up and were activated: a pass of ours would be followed by one of theirs."""
    position = given().hand("republican", acted=acted).points("nantes", nantes=2)
    table = position.points("saint-varent", anjou=2, ready="activated").table()
    assert ordered(table, "hand over unless it ends the phase") == answer
