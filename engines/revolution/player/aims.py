"""A player's declarations before its actions: alliances, common objectives, its own objective."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from data.revolution.tables import SEATS, Deed, Seat
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Ally, Common, Convince, Objective, Pacify, Place, Purpose
from engines.revolution.box import GOVERNMENT, PARIS, strangers
from engines.revolution.chances import prospect
from engines.revolution.deeds.arrest import arrestable
from engines.revolution.phases.objectives import Purposes, possible
from engines.revolution.phases.placement import available
from engines.revolution.player.deeds import named, placed, regional_purse, targets, unplaced
from engines.revolution.player.people import treasury
from engines.revolution.player.politics import passes
from engines.revolution.player.sight import Sight, odds
from engines.revolution.politics.proposals import proposal_refusal
from engines.revolution.state import controlled, seated

_FRIENDLY = 0.15
"""The worth of the other's point to each of two Currents from which they go together."""
_LIKELY = 0.6
"""The chance of a law to pass from which two Currents make it their common objective."""
_NAMED = 2
"""Objectives that go into a form, the second for when the first has become impossible."""
_BETTER = 0.02
"""How much more chance a point more of gain makes up for."""


def _friends(sight: Sight) -> Iterator[tuple[float, Seat, Seat]]:
    """Pairs of Currents that gain by each other, from public facts."""
    for one, other in combinations(SEATS, 2):
        if not strangers(one, other):
            mutual = min(sight.through(one).weight(other), sight.through(other).weight(one))
            if mutual > _FRIENDLY:
                yield mutual, one, other


def alliances(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Alliances with all Currents that gain by this one as this one does by them."""
    allies: list[AnyAnswer] = []
    for _, one, other in sight.once(friends):
        if sight.seat in (one, other):
            allies.append(Ally(other if sight.seat == one else one))
    return allies


def friends(sight: Sight) -> list[tuple[float, Seat, Seat]]:
    """The pairs of Currents that gain by each other, the closest first."""
    return sorted(_friends(sight), key=lambda pair: -pair[0])


def offers(sight: Sight, subject: str) -> list[AnyAnswer]:
    """A law that one of two friends will propose and that is likely to pass; the closest pair first."""
    box, state = sight.box, sight.state
    if box.regime[state.regime].government_proposes:
        return []
    bound: set[Seat] = set()
    for _, one, other in sight.once(friends):
        proposer = next((seat for seat in (one, other) if seated(box, state, seat)), None)
        if proposer is None or bound & {one, other}:
            continue
        likely, law_type = _best_law(sight, proposer)
        if likely < _LIKELY:
            continue
        bound |= {one, other}
        if sight.seat in (one, other):
            return [Common(other if sight.seat == one else one, law_type, proposer)]
    return []


def _best_law(sight: Sight, proposer: str) -> tuple[float, str]:
    """The law that is likeliest to pass, by its type."""
    box, state = sight.box, sight.state
    able = [law for law in box.law.values() if proposal_refusal(box, state, proposer, law) is None]
    ranked = [(passes(sight, law.id, proposer), law.type) for law in able if law.type != "special"]
    return max(ranked, default=(0.0, ""))


def objectives(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The likeliest objectives; of two as likely, the one with the better effect."""
    return [aim for _, aim in sight.once(_ranked)[:_NAMED]]


def _ranked(sight: Sight) -> list[tuple[float, Objective]]:
    box, state, seat = sight.box, sight.state, sight.seat
    aims = [*_regional(unplaced(sight)), *_others(sight)]
    for id in box.person:
        aim = Objective("convince", id)
        if possible(box, state, seat, aim):
            rolls = _rolls(sight, int(sight.purses[seat] * sight.temper.people), "convince")
            known = prospect(box, state, seat, Convince(id, max(rolls, 1)))
            assert known is not None
            aims.append((float(known.a) * (rolls > 0), aim))
    if seated(box, state, seat) and not box.regime[state.regime].government_proposes:
        likely, law_type = _best_law(sight, seat)
        aims.append((likely, Objective("law", law_type)))
    aims += [
        (_best_law(sight, joint.proposer)[0] + 0.1, Objective("common"))
        for joint in state.joints
        if seat in joint.seats
    ]
    aims.sort(key=lambda entry: -entry[0])
    return [(likely, aim) for likely, aim in aims if possible(box, state, seat, aim)]


def _rolls(sight: Sight, purse: int, deed: Deed) -> int:
    """Rolls that a purse can pay for."""
    return min(purse // sight.price(sight.box.tables.costs.deed[deed]), sight.common.most_rolls)


def _regional(sight: Sight) -> Iterator[tuple[float, Objective]]:
    """Regional objectives, each with all of the Current's influence in one region."""
    box, state, seat = sight.box, sight.state, sight.seat
    people, purse = available(state, seat), regional_purse(sight)
    for region in state.regions:
        helpers = sum(region in box.influence[id] for id in people)
        for target in targets(sight, region) if people else ():
            aim, of = named(target.answer)
            rolls = min(purse // target.price, sight.common.most_rolls)
            if rolls:
                column = box.column(target.fame + box.tables.modifiers.person * helpers)
                full, half = odds(box, column, rolls)
                likely = full + half * (aim in ("revolt", "suppress"))
                likely *= sight.common.lasts.get(aim, 1.0)
                if state.options.get("own-objectives", False):
                    likely *= sight.common.own.get(aim, 1.0)
                if (aim, region) == ("plot", PARIS):
                    likely *= sight.common.lasts["paris"]
                yield likely + _BETTER * target.gain.a, Objective(aim, of)


def _others(sight: Sight) -> Iterator[tuple[float, Objective]]:
    """Objectives that others may achieve, which count as well (R-FAME-08)."""
    state = sight.state
    if state.options.get("own-objectives", False):
        return
    yield sight.common.others_raise, Objective("quell" if state.commune else "raise")
    for region, status in state.regions.items():
        if status.revolt and not sight.governs:
            yield sight.common.others_suppress, Objective("suppress", region)


def placement(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Each person where he is worth most, given the objective."""
    ranked = sight.once(_ranked)
    where = placed(sight, ranked[0][1] if ranked else None)
    return [Place(tuple(where.items()))] if where else []


def purposes(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The Government's likeliest objectives."""
    if not sight.governs:
        return []
    box, state = sight.box, sight.state
    rolls = sight.common.most_rolls
    likeliest: list[tuple[float, AnyAnswer]] = []
    for answer in Purposes().legal(box, state, sight.seat, ""):
        assert isinstance(answer, Purpose)
        likely = 0.0
        if answer.aim == "arrest" and arrestable(box, state, answer.of):
            foe = sight.weight(state.people[answer.of].current) < 0
            likely = odds(box, box.column(state.fame[GOVERNMENT] + _cover(sight, answer.of)), rolls).a * foe
        elif answer.aim == "suppress":
            known = prospect(box, state, sight.seat, Pacify(answer.of, rolls))
            assert known is not None
            likely = float(known.a + known.b) * (known.price <= treasury(sight))
        elif answer.aim == "law":
            laws = [
                law
                for law in box.law.values()
                if law.type == answer.of and proposal_refusal(box, state, GOVERNMENT, law) is None
            ]
            likely = max((passes(sight, law.id, GOVERNMENT) for law in laws), default=0.0)
        likeliest.append((likely, answer))
    likeliest.sort(key=lambda entry: -entry[0])
    return [answer for _, answer in likeliest[:_NAMED]]


def _cover(sight: Sight, person: str) -> int:
    """The modifier for the likely region of a personality who will be placed before he is arrested."""
    modifiers, current = sight.box.tables.modifiers, sight.state.people[person].current
    own = controlled(sight.state, current)
    if not own:
        return modifiers.influence
    return modifiers.own_region + modifiers.influence * any(id in sight.box.influence[person] for id in own)
