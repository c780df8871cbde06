"""Laws that every application of the rules keeps, told by states and events alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from data.revolution.tables import SEATS
from engines.core.contract import Step
from engines.core.events import Event
from engines.core.record import digest
from engines.core.state import CANONICAL
from engines.revolution.box import GOVERNMENT, KING, PARIS
from engines.revolution.events import (
    CommuneEnded,
    CommuneRaised,
    ControlChanged,
    FameChanged,
    Funded,
    Income,
    Lost,
    Paid,
    PersonMoved,
    PersonWon,
    RevoltBegun,
    RevoltEnded,
    TrackMoved,
    WarChanged,
)
from engines.revolution.politics.events import Elected, GovernmentChanged, RegimeInstalled
from engines.revolution.sequence import STAGE
from engines.revolution.state import State, control, deputies, enemy_held, in_arms, royal_army
from engines.revolution.title import Revolution
from engines.revolution.war.events import (
    ArmyCame,
    ArmyGone,
    ArmyMoved,
    CapitalMoved,
    CoalitionHolds,
    KingMoved,
)

TITLE = Revolution()
BOX = TITLE.box
_STAGES = {stage: place for place, stage in enumerate((*STAGE, "over"))}
_FOLLOWS = {"legislative": ("convention", "terror"), "convention": ("terror",), "terror": ("thermidor",)}
_KEPT = ("volunteer", "temporary")
"""Armies that can be raised again."""


def money(before: State, events: Sequence[Event], after: State) -> None:
    """No assignat comes or goes without being told; what was paid lies in the box until prices rise."""
    flow = spent = 0
    for event in events:
        match event:
            case Income(amount=amount):
                flow += amount
            case Funded(returned=returned, amount=amount):
                flow += amount - returned
            case Paid(amount=amount):
                flow -= amount
                spent += amount
            case Lost(amount=amount):
                flow -= amount
    assert sum(after.purses.values()) - sum(before.purses.values()) == flow
    assert all(purse >= 0 for purse in after.purses.values())
    if any(isinstance(event, Income) for event in events):
        assert after.spent <= spent
    else:
        assert after.spent == before.spent + spent


def tracks(before: State, events: Sequence[Event], after: State) -> None:
    """Fame and tracks are where events have said that they went, from 1 to 20."""
    fame, at = {**before.fame}, {**before.tracks}
    for event in events:
        if isinstance(event, FameChanged):
            assert event.by
            assert event.now == fame[event.actor] + event.by, event
            fame[event.actor] = event.now
        elif isinstance(event, TrackMoved):
            assert event.by
            assert event.now == at[event.track] + event.by, event  # type: ignore[index]
            at[event.track] = event.now  # type: ignore[index]
    assert fame == after.fame
    assert at == after.tracks
    assert all(1 <= value <= 20 for value in (*fame.values(), *at.values()))


def assembly(before: State, events: Sequence[Event], after: State) -> None:
    """Deputies add up to the Assembly, which elections and regimes alone change."""
    assert sum(deputies(after, seat) for seat in SEATS) == sum(after.deputies.values())
    assert all(deputies(after, seat) >= 0 for seat in SEATS)
    if not any(isinstance(event, Elected | RegimeInstalled) for event in events):
        assert after.deputies == before.deputies
        assert after.aside == before.aside
    order = BOX.regime[after.regime]
    for seat, number in after.deputies.items():
        assert not number or seat in (*order.seated, *order.hidden), seat
        assert not number or seat != after.former


def people(before: State, events: Sequence[Event], after: State) -> None:
    """The dead stay dead; who changes state or Current does so with an event; nobody is in two places."""
    told = {event.person for event in events if isinstance(event, PersonMoved | PersonWon)}
    told |= {KING} if any(isinstance(event, KingMoved) for event in events) else set()
    for id, person in after.people.items():
        was = before.people[id]
        assert was.state != "dead" or (person.state, person.current) == ("dead", was.current), id
        assert id in told or (person.state, person.current) == (was.state, was.current), id
        assert person.region is None or (person.state == "free" and id != KING), id
        assert person.used or not was.used or before.turn != after.turn, id
    assert not (after.kidnapped and after.people[KING].state != "free")
    if after.stage not in ("military-control", "kidnapping"):
        # Until it is seen whether he is kidnapped he is where the capital was.
        assert after.kidnapped or after.people[KING].state == "dead" or after.king_at == after.capital


def regions(before: State, events: Sequence[Event], after: State) -> None:
    """Control, revolts and the Commune are as events have left them."""
    held = {id: region.control for id, region in before.regions.items()}
    revolt = {id for id, region in before.regions.items() if region.revolt}
    coalition = {id for id, region in before.regions.items() if region.coalition}
    raised, leader = before.commune, before.leader
    capital = before.capital
    for event in events:
        match event:
            case ControlChanged(region, seat, _):
                held[region] = seat  # type: ignore[assignment]
            case RevoltBegun(region, seat, _):
                held[region] = seat  # type: ignore[assignment]
                revolt.add(region)
            case RevoltEnded(region, _):
                revolt.discard(region)
            case CommuneRaised(seat, _):
                raised, leader = True, seat  # type: ignore[assignment]
            case CommuneEnded(seat, _):
                assert raised, event
                raised, leader = False, None
                held[PARIS] = seat  # type: ignore[assignment]
            case CoalitionHolds(region, on):
                (coalition.add if on else coalition.discard)(region)
            case CapitalMoved(region):
                capital = region
    assert held == {id: region.control for id, region in after.regions.items()}
    assert revolt == {id for id, region in after.regions.items() if region.revolt}
    assert coalition == {id for id, region in after.regions.items() if region.coalition}
    assert (raised, leader) == (after.commune, after.leader)
    assert capital == after.capital
    # Paris rises as a Commune, but against enemies who hold it.
    assert PARIS not in revolt or before.regions[PARIS].revolt or enemy_held(BOX, before, PARIS)
    counted = sum(sum(control(after, id) == seat for id in after.regions) for seat in (*SEATS, None))
    assert counted == len(after.regions)


def _risen(state: State) -> bool:
    """Whether a Catholic Royal army was ever raised."""
    known = [army for id, army in state.armies.items() if BOX.army[id].side == "catholic"]
    return any(army.gone or army.region is not None for army in known)


def wars(before: State, events: Sequence[Event], after: State) -> None:
    """Wars begin and end with an event; Allied armies are there in foreign war alone."""
    war = {"foreign": before.war, "civil": before.civil}
    for event in events:
        if isinstance(event, WarChanged):
            war[event.war] = event.on
    assert war == {"foreign": after.war, "civil": after.civil}
    assert after.civil or not in_arms(after)
    assert not after.civil or in_arms(after) or royal_army(BOX, after)
    # What begins civil war is four revolts, or the first Catholic army, and no army that is seen again.
    assert before.civil or not after.civil or in_arms(after) or not _risen(before)
    if after.war and not after.options["coalition-in-war"]:
        assert after.tracks["coalition"] == 20
    for id, army in after.armies.items():
        was, kind = before.armies[id], BOX.army[id].kind
        assert not army.box or army.region == PARIS, id
        assert not army.hidden or BOX.army[id].side == "catholic", id
        assert not (kind in _KEPT and army.gone), id
        if was.region is None and army.region is not None:
            assert any(isinstance(event, ArmyCame) and event.army == id for event in events), id
        if was.region is not None and army.region is None:
            assert any(isinstance(event, ArmyGone) and event.army == id for event in events), id
        if was.gone and kind == "regular":
            assert army.gone, id
        if after.options["regime-armies-need-war"]:
            assert army.region is None or BOX.army[id].side != "allied" or after.war, id
        if any(isinstance(event, ArmyGone) and event.army == id for event in events):
            came = [event for event in events if isinstance(event, ArmyCame | ArmyGone) and event.army == id]
            assert (army.region is not None) == isinstance(came[-1], ArmyCame), id


def routes(before: State, events: Sequence[Event], after: State) -> None:
    """The Coalition's armies go by their routes, and leave no part of them out (R-MIL-21, A-103)."""
    came = {event.army for event in events if isinstance(event, ArmyCame)}
    for event in events:
        if isinstance(event, ArmyMoved) and BOX.army[event.army].side == "allied":
            start, *way = event.path
            route = BOX.army[event.army].route
            behind = 0 if event.army in came else before.armies[event.army].leg
            behind = behind or int(route[0] == start)
            assert [*route[behind : behind + len(way)]] == way, event


def course(before: State, events: Sequence[Event], after: State) -> None:
    """Turns, stages and regimes go one way."""
    assert (before.turn, _STAGES[before.stage]) <= (after.turn, _STAGES[after.stage])
    regime, ruling = before.regime, before.government
    for event in events:
        if isinstance(event, RegimeInstalled):
            assert event.regime in _FOLLOWS[regime], event
            regime, ruling = event.regime, event.government  # type: ignore[assignment]
        elif isinstance(event, GovernmentChanged):
            ruling = event.government  # type: ignore[assignment]
    assert (regime, ruling) == (after.regime, after.government)
    assert sorted(after.order) == sorted(SEATS)
    assert before.turn != after.turn or after.passed[: len(before.passed)] == before.passed
    once = [law for law in after.voted if not BOX.law[law].repeats]
    assert len({*once}) == len(once)
    assert (TITLE.outcome(after) is None) == (after.stage != "over")
    assert bool(TITLE.decisions(after)) == (after.stage != "over")


def objectives(before: State, events: Sequence[Event], after: State) -> None:
    """Nobody has part in two common objectives."""
    assert {*after.objectives} <= {*SEATS, GOVERNMENT}
    paired = [seat for joint in after.joints for seat in joint.seats]
    assert len({*paired}) == len(paired)


LAWS: tuple[Callable[[State, Sequence[Event], State], None], ...] = (
    *(money, tracks, assembly, people, regions, wars, routes, course, objectives),
)


def check(before: State, step: Step[State]) -> None:
    """That a step breaks none, and that what is hashed anew is all that has changed."""
    TITLE.check(step.state)
    assert digest(step.state) == sha256(CANONICAL.encode(step.state)).hexdigest()
    for law in LAWS:
        law(before, step.events, step.state)
