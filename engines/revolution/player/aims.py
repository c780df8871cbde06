"""What a player declares before it acts: alliances, common objectives, and what it means to bring about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from data.revolution.tables import SEATS, Seat
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Ally, Common, Objective, Pacify, Plot, Purpose, Raise, Revolt, Suppress
from engines.revolution.box import GOVERNMENT, strangers
from engines.revolution.chances import prospect
from engines.revolution.deeds.arrest import arrestable
from engines.revolution.phases.objectives import Purposes, possible
from engines.revolution.player.deeds import convincing, plan, treasury
from engines.revolution.player.politics import passes
from engines.revolution.player.sight import Sight, odds
from engines.revolution.politics.proposals import proposal_refusal
from engines.revolution.state import seated

_FRIENDLY = 0.15
"""What the other's point has to be worth to each of two, for them to go together."""
_LIKELY = 0.6
"""How likely a law has to be to pass, for two to make it their common objective."""
_NAMES = {Plot: "plot", Revolt: "revolt", Suppress: "suppress", Raise: "raise"}
_COVER = -3
"""What is taken off for where somebody may be, whom the Government means to arrest before he is placed."""


def _friends(sight: Sight) -> Iterator[tuple[float, Seat, Seat]]:
    """Pairs that gain by each other, as everybody can reckon."""
    for one, other in combinations(SEATS, 2):
        if not strangers(one, other):
            mutual = min(sight.through(one).weight(other), sight.through(other).weight(one))
            if mutual > _FRIENDLY:
                yield mutual, one, other


def alliances(sight: Sight, subject: str) -> list[AnyAnswer]:
    """With all who gain by this one as this one does by them."""
    found: list[AnyAnswer] = []
    for _, one, other in sight.once(friends):
        if sight.seat in (one, other):
            found.append(Ally(other if sight.seat == one else one))
    return found


def friends(sight: Sight) -> list[tuple[float, Seat, Seat]]:
    """The same, the closest first."""
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
    """What is likeliest to be brought about, of what is planned anyhow."""
    box, state, seat = sight.box, sight.state, sight.seat
    found: list[tuple[float, Objective]] = []
    for target, made in sight.once(plan).bids:
        aim = _NAMES.get(type(target.answer))
        if aim is not None:
            of = "" if aim == "raise" else target.region
            full, half = odds(box, box.column(target.fame + 2), made.rolls)
            found.append((full + half * (aim in ("revolt", "suppress")), Objective(aim, of)))
    for answer in convincing(sight.copy(), ""):
        known = prospect(box, state, seat, answer)
        assert known is not None
        found.append((float(known.a), Objective("convince", getattr(answer, "person", ""))))
    if seated(box, state, seat) and not box.regime[state.regime].government_proposes:
        likely, law_type = _best_law(sight, seat)
        found.append((likely, Objective("law", law_type)))
    found += [
        (_best_law(sight, joint.proposer)[0] + 0.1, Objective("common"))
        for joint in state.joints
        if seat in joint.seats
    ]
    found.sort(key=lambda entry: -entry[0])
    return [aim for _, aim in found if possible(box, state, seat, aim)]


def purposes(sight: Sight, subject: str) -> list[AnyAnswer]:
    """What the Government is likeliest to bring about."""
    if not sight.governs:
        return []
    box, state = sight.box, sight.state
    rolls = sight.common.most_rolls
    found: list[tuple[float, AnyAnswer]] = []
    for answer in Purposes().legal(box, state, sight.seat, ""):
        assert isinstance(answer, Purpose)
        likely = 0.0
        if answer.aim == "arrest" and arrestable(box, state, answer.of):
            foe = sight.weight(state.people[answer.of].current) < 0
            likely = odds(box, box.column(state.fame[GOVERNMENT] + _COVER), rolls).a * foe
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
        found.append((likely, answer))
    found.sort(key=lambda entry: -entry[0])
    return [answer for _, answer in found]
