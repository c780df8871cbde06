"""A player's wishes in the Assembly: laws, votes, the King, prisoners, and the Government.

How others vote is guessed by their own tempers, so that a law is proposed where it may pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from data.revolution.bills import bill_id, proposal, unhelped
from data.revolution.effects import Effect
from data.revolution.tables import SEATS, Seat
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import (
    Decide,
    Declare,
    Decree,
    Depose,
    Install,
    Modify,
    Pardon,
    Propose,
    Reaction,
    Royal,
    Tie,
    Turn,
    Verdict,
    Veto,
    Vote,
)
from engines.revolution.box import GOVERNMENT, PARIS
from engines.revolution.deeds.regional import able
from engines.revolution.deeds.roll import cost
from engines.revolution.frames import Bill
from engines.revolution.player.prospects import chance
from engines.revolution.player.sight import Sight, odds
from engines.revolution.politics.critics import rivals
from engines.revolution.politics.king import EFFECTS, king_acts
from engines.revolution.politics.laws import VETOED, most
from engines.revolution.politics.proposals import (
    MOST,
    official,
    proposal_refusal,
    proposers,
    reachable,
)
from engines.revolution.politics.regimes import CASES
from engines.revolution.politics.votes import TRIAL, prisoners, tried
from engines.revolution.state import bonus, deputies, king_holder

_SURE = 4.0
"""Deputies more on one side that make a vote fairly sure."""
_INDIFFERENT = 0.15
"""A worth below which a roll is left alone."""

# Laws.


def law_worth(sight: Sight, law_id: str, proposer: str) -> float:
    """The worth of a law's passing."""
    box, state = sight.box, sight.state
    law = box.law[law_id]
    if law_id == "trial":
        return trial_worth(sight)
    if state.purses[GOVERNMENT] < sight.price(law.cost):
        money = box.tables.money
        spared = state.bankrupt and state.options["bankruptcy-limit"]
        return 0.0 if spared else sight.fame(state.government, money.bankruptcy)
    worth = sum(sight.track(track, by) for track, by in law.tracks.items())
    worth += sight.fame(proposer, law.fame)
    worth += sight.temper.laws.get(law_id, 0.0) + sight.temper.laws.get(law.type, 0.0)
    if law_id == "war":
        worth += sight.track("coalition", box.tables.levels.highest)
    for id, person in state.people.items() if law.outlaws else ():
        if person.state != "dead" and set(law.outlaws) & set(box.person[id].groups):
            worth -= 0.5 * sight.person(id) * sight.weight(person.current)
    return worth + _aimed(sight, law.type, proposer)


def _aimed(sight: Sight, law_type: str, proposer: str) -> float:
    """The worth of a law as an objective, the Current's own or in common."""
    worth = sight.aimed("law", law_type) if proposer == sight.seat else 0.0
    if proposer == GOVERNMENT and sight.governs:
        worth += sight.aimed("law", law_type, GOVERNMENT)
    if any((joint.law_type, joint.proposer) == (law_type, proposer) for joint in sight.state.joints):
        worth += sight.aimed("common")
    return worth


def guilt_worth(sight: Sight) -> float:
    """The worth of a guilty verdict for the King; if innocent, all but his death goes the other way."""
    trial = sight.box.tables.trial
    worth = sum(sight.fame(seat, by) for seat, by in trial.fame.items())
    return worth + sum(sight.track(track, by) for track, by in trial.tracks.items())


def death_worth(sight: Sight) -> float:
    """The worth of the King's death by itself."""
    worth = sight.temper.guilty
    for seat in SEATS:
        tally = sight.box.tally[seat]
        if tally.deputies == "or-king":
            worth += max(tally.king_dead - sight.state.deputies[seat], 0) * sight.weight(seat)
    return worth


def wants_guilty(sight: Sight) -> bool:
    """A seat's vote on the King."""
    return 2 * guilt_worth(sight) + death_worth(sight) > 0


def trial_worth(sight: Sight) -> float:
    """The worth of a trial of the King, as the deputies would vote."""
    guilty = _share(sight, {seat: wants_guilty(sight.through(seat)) for seat in SEATS})
    died, lived = guilt_worth(sight) + death_worth(sight), -guilt_worth(sight)
    return guilty * died + (1 - guilty) * lived


def _share(sight: Sight, votes: Mapping[Seat, bool]) -> float:
    """How likely a majority is, by the expected votes."""
    lead = sum(deputies(sight.state, seat) * (1 if vote else -1) for seat, vote in votes.items())
    return chance(lead, _SURE)


def wants(sight: Sight, law: str, proposer: str) -> float:
    """The worth of a law to a voting seat, with the fall of a Terror whose law is rejected."""
    return law_worth(sight, law, proposer) - _refused(sight, proposer)


def _refused(sight: Sight, proposer: str) -> float:
    """The worth of the rejection of a law of the Terror."""
    if sight.state.regime != "terror" or proposer != GOVERNMENT:
        return 0.0
    # The Marais would have to want Thermidor, after a second rejection.
    wanted = sight.through("marais").regime("thermidor") > 0
    near = 0.6 if sight.state.rejected else 0.3
    return near * sight.regime("thermidor") if wanted else 0.0


def passes(sight: Sight, law: str, proposer: str) -> float:
    """How likely a law is to pass."""
    box, state = sight.box, sight.state
    judged = {seat: wants(sight.through(seat), law, proposer) for seat in SEATS}
    if box.regime[state.regime].vote == "deputies":
        return _share(sight, {seat: worth > 0 for seat, worth in judged.items()})
    added = sum(_push(worth, most(state, box, seat)) for seat, worth in judged.items())
    own = state.government if proposer == GOVERNMENT else proposer
    fame = state.fame[proposer] + added + (bonus(box, state, own) if own == proposer else 0)
    chances = odds(box, box.column(fame))
    return chances.a + chances.b


def _push(worth: float, able: int) -> int:
    """The change to a roll whose success has some worth."""
    return 0 if abs(worth) < _INDIFFERENT else able if worth > 0 else -able


def proposals(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Laws to propose, the best first: of a Government's up to three, and one at least."""
    box, state = sight.box, sight.state
    if not any(sight.seat in proposers(box, regime) for regime in reachable(box, state)):
        return []
    mine = official(box, state) and sight.governs
    proposer = GOVERNMENT if mine else sight.seat
    price = 0.0 if mine else sight.price(box.tables.costs.deed["propose"]) * sight.money(sight.seat)
    rolled = box.regime[state.regime].vote == "fame"
    ranked = []
    for id, law in box.law.items():
        if proposal_refusal(box, state, proposer, law) is None:
            likely = passes(sight, id, proposer)
            failed = sight.fame(proposer, -1) if rolled else 0.0
            worth = likely * law_worth(sight, id, proposer) + (1 - likely) * failed - price
            ranked.append((worth, id))
    ranked.sort(key=lambda entry: -entry[0])
    wanted = [id for worth, id in ranked if worth > 0][: MOST if mine else 2]
    if mine and not wanted and ranked:
        wanted = [ranked[0][1]]
    affordable = mine or sight.purses[sight.seat] >= cost(box, state, "propose")
    return [Propose(id) for id in wanted] if affordable else []


def decrees(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Laws of the Government under the Legislative, by option."""
    box, state = sight.box, sight.state
    if not sight.governs or not state.options["gov-laws-in-legislative"]:
        return []
    able = [id for id, law in box.law.items() if proposal_refusal(box, state, GOVERNMENT, law) is None]
    ranked = sorted(able, key=lambda id: -law_worth(sight, id, GOVERNMENT))
    return [Decree(id) for id in ranked[:MOST] if law_worth(sight, id, GOVERNMENT) > 0]


def _bills(sight: Sight, subject: str) -> list[tuple[str, str, str]]:
    """The laws in question, with law and proposer: the one, or all that were proposed."""
    frames = [bill_id(frame.law, frame.proposer) for frame in sight.state.stack if isinstance(frame, Bill)]
    asked = [subject] if subject else [*frames, *map(unhelped, sight.state.bills)]
    return [(bill, *proposal(bill)[:2]) for bill in asked]


def votes(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Votes for or against each law, and on the King."""
    ballots: list[AnyAnswer] = []
    if subject == TRIAL or (not subject and tried(sight.state)):
        ballots.append(Vote(TRIAL, wants_guilty(sight)))
    if subject != TRIAL:
        ballots += [Vote(bill, wants(sight, law, by) > 0) for bill, law, by in _bills(sight, subject)]
    return ballots


def modifiers(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Modifiers for or against each law that is rolled for."""
    able = most(sight.state, sight.box, sight.seat)
    if not able:
        return []
    return [Modify(bill, _push(wants(sight, law, by), able)) for bill, law, by in _bills(sight, subject)]


def ties(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The seat breaks a tie as it votes."""
    if subject == TRIAL or (not subject and tried(sight.state)):
        return [Tie(TRIAL, wants_guilty(sight))]
    ballots: list[AnyAnswer] = []
    for bill, law, by in _bills(sight, subject):
        if law in sight.box.law:
            ballots.append(Tie(bill, wants(sight, law, by) > 0))
    judged = [subject] if subject in sight.box.person else prisoners(sight.state)
    return [*ballots, *(Tie(id, _guilty(sight, id)) for id in judged)]


def vetoes(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Vetoes of the laws that cost the seat more than a veto does."""
    if not king_acts(sight.state) or king_holder(sight.state) != sight.seat:
        return []
    answers: list[AnyAnswer] = []
    for bill, law, by in _bills(sight, subject):
        kind = sight.box.law[law].type
        if kind in VETOED:
            price = sight.track("commune", 3) + sight.track("clergy", -3)
            price += sight.fame(sight.seat, -2) if kind == "anti-clerical" else 0.0
            answers.append(Veto(bill, price > law_worth(sight, law, by)))
    return answers


# Regimes and the Government.


def installs(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The regime that is worth most, where one is worth more than that in force.

    Only a seat that leads the Commune, or has a person in Paris to raise it, can install one.
    """
    if sight.state.leader != sight.seat and not able(sight.state, sight.seat, PARIS):
        return []
    known = sight.box.regime
    next_ones = [id for id in known if id in CASES and sight.state.regime in known[id].follows]
    ranked = sorted(
        ((sight.regime(id), id) for id in next_ones if sight.seat in known[id].commune), reverse=True
    )
    return [Install(id) for worth, id in ranked if worth > 0]


def reactions(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Thermidor, where it is worth more than the Terror."""
    return [Reaction(sight.regime("thermidor") > 0)]


def _loyal(sight: Sight) -> float:
    """The worth of leaving the Government with its Current."""
    state = sight.state
    others = rivals(sight.box, state)
    return sight.governing(state.government) - max(map(sight.governing, others)) if others else 0.0


def debates(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The seat supports the Current that governs better for it."""
    stake = _loyal(sight)
    stand = "support" if stake > _INDIFFERENT else "criticise" if stake < -_INDIFFERENT else "neutral"
    return [Declare(stand)] if sight.box.regime[sight.state.regime].critics else []


def turning(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Deputies of opponents, where a vote of some worth is expected."""
    box, state, seat = sight.box, sight.state, sight.seat
    if not box.regime[state.regime].turning:
        return []
    stake = abs(_loyal(sight)) if box.regime[state.regime].critics else 0.5
    chances = odds(box, box.column(state.fame[seat] + bonus(box, state, seat)))
    price = cost(box, state, "turn")
    turned: list[AnyAnswer] = []
    for person in able(state, seat, PARIS):
        best, target = 0.0, ""
        for other in box.current[seat].turns:
            against = _loyal(sight.through(other)) * _loyal(sight) < 0
            number = chances.a * min(5, deputies(state, other)) + chances.b * min(3, deputies(state, other))
            worth = sight.common.deputy * stake * number * (1.0 if against else 0.3)
            if worth > best:
                best, target = worth, other
        if target and best > price * sight.money(seat) and sight.purses[seat] >= price:
            sight.purses[seat] -= price
            turned.append(Turn(target, person))
    return turned


# The King and prisoners.


def royal(sight: Sight, subject: str) -> list[AnyAnswer]:
    """His action, where it is worth its price."""
    box, state, seat = sight.box, sight.state, sight.seat
    if not king_acts(state) or king_holder(state) != seat:
        return []
    loser, by = EFFECTS[seat]
    price = sight.price(box.tables.costs.king[seat])
    moved = sight.track("coalition", by, at_war=True)
    worth = sight.fame(loser, -1) + max(moved, 0.0)
    if price > sight.purses[seat] or worth <= price * sight.money(seat):
        return []
    sight.purses[seat] -= price
    return [Royal(moved > 0)]


def _guilty(sight: Sight, person: str) -> bool:
    return sight.weight(sight.state.people[person].current) < 0


def verdicts(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Guilty are prisoners whose absence helps the Current."""
    if sight.state.regime != "legislative":
        return []
    judged = [subject] if subject else prisoners(sight.state)
    return [Verdict(id, _guilty(sight, id)) for id in judged]


def pardons(sight: Sight, subject: str) -> list[AnyAnswer]:
    """All of the Current's own."""
    if not king_acts(sight.state) or king_holder(sight.state) != sight.seat:
        return []
    own = sight.state.people
    return [Pardon(id) for id in prisoners(sight.state) if own[id].current == sight.seat]


# Events.


def _effects(sight: Sight, effects: list[Effect]) -> Iterator[float]:
    """The effects of a row of an event table, as far as they move points."""
    for effect in effects:
        match effect.verb:
            case "fame":
                yield sight.fame(effect.of, effect.by)
            case "track":
                track = next(id for id in sight.state.tracks if id == effect.of)
                yield sight.track(track, effect.by, at_war=True)
            case "treasury":
                yield -effect.by * sight.money(GOVERNMENT)


def _worth(sight: Sight, row: str, *, yes: bool) -> float:
    known = sight.box.row[row]
    return sum(_effects(sight, sight.box.effects(known.yes if yes else known.no)))


def decisions(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Yes, where the Government can pay and it is worth more than no."""
    box, state = sight.box, sight.state
    if not sight.governs:
        return []
    asked = (
        [subject]
        if subject
        else [row.id for row in box.row.values() if row.regime == state.regime and row.yes]
    )
    return [
        Decide(row, _worth(sight, row, yes=True) > _worth(sight, row, yes=False))
        for row in asked
        if "special deposition" not in box.row[row].effects
    ]


def depositions(sight: Sight, subject: str) -> list[AnyAnswer]:
    """The seat's answer for or against the King's deposition."""
    rows = [row.id for row in sight.box.row.values() if "special deposition" in row.effects]
    return [Depose(_worth(sight, row, yes=True) > _worth(sight, row, yes=False)) for row in rows[:1]]
