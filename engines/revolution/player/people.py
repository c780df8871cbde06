"""Actions against people, and for them: which of them are worth their price."""

from __future__ import annotations

from collections.abc import Iterator

from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import Arrest, Convince, Pacify, Remove
from engines.revolution.box import GOVERNMENT, KING
from engines.revolution.chances import prospect
from engines.revolution.player.deeds import bid, in_turn
from engines.revolution.player.sight import Gain, Sight
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import seated
from engines.revolution.war.maintenance import due

_LEGAL_RESERVE = 300
"""The Government's reserve for laws that pass, before the Economy multiplies it."""


def _by_worth(
    sight: Sight, actor: str, purse: int, tried: Iterator[tuple[AnyAnswer, Gain]]
) -> list[AnyAnswer]:
    """Actions that are worth their price, the best for the money first."""
    ranked: list[tuple[float, int, list[AnyAnswer]]] = []
    for answer, gain in tried:
        known = prospect(sight.box, sight.state, sight.seat, answer)
        assert known is not None
        made = bid(sight, known.column, known.price, gain, actor, purse)
        again = in_turn(sight, known.column, known.price, gain, actor, purse)
        if again.worth > made.worth:
            ranked.append((again.worth / again.price, again.price, [_with(answer, 1)] * again.rolls))
        elif made.rolls:
            ranked.append((made.worth / made.price, made.price, [_with(answer, made.rolls)]))
    ranked.sort(key=lambda entry: -entry[0])
    chosen: list[AnyAnswer] = []
    for _, price, answers in ranked:
        if price <= purse:
            purse -= price
            sight.purses[actor] -= price
            chosen += answers
    return chosen


def _with(answer: AnyAnswer, rolls: int) -> AnyAnswer:
    assert isinstance(answer, Arrest | Remove | Convince | Pacify)
    first = answer.region if isinstance(answer, Pacify) else answer.person
    return type(answer)(first, rolls)


def _allowed(sight: Sight, kind: str, answers: Iterator[AnyAnswer]) -> Iterator[AnyAnswer]:
    question = REGISTRY.of[kind]
    for answer in answers:
        if question.refuses(sight.box, sight.state, sight.seat, "", answer) is None:
            yield answer


def treasury(sight: Sight) -> int:
    """The money that the Government can spend and still pay its armies and laws that pass."""
    kept = due(sight.box, sight.state, GOVERNMENT) + sight.price(_LEGAL_RESERVE)
    return max(sight.purses[GOVERNMENT] - kept, 0)


def arrests(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Arrests of people whose absence helps the Current."""
    if not sight.governs:
        return []

    def tried() -> Iterator[tuple[AnyAnswer, Gain]]:
        for answer in _allowed(sight, "arrest", map(Arrest, sight.box.person)):
            assert isinstance(answer, Arrest)
            foe = -sight.weight(sight.state.people[answer.person].current)
            missed = foe * sight.common.away
            aim = sight.aimed("arrest", answer.person, GOVERNMENT)
            yield answer, Gain(foe * 0.8 * sight.person(answer.person) + missed + aim, missed)

    return _by_worth(sight, GOVERNMENT, treasury(sight), tried())


def removals(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Out of the Current's own regions, where they would plot."""
    if seated(sight.box, sight.state, sight.seat):
        return []

    def tried() -> Iterator[tuple[AnyAnswer, Gain]]:
        for answer in _allowed(sight, "remove", map(Remove, sight.box.person)):
            assert isinstance(answer, Remove)
            person = sight.state.people[answer.person]
            if person.current != sight.seat:
                worth = sight.common.away * (0.6 - sight.weight(person.current))
                yield answer, Gain(worth, worth)

    return _by_worth(sight, sight.seat, _people_purse(sight), tried())


def convincing(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Personalities who are worth more here than in their Current."""

    def tried() -> Iterator[tuple[AnyAnswer, Gain]]:
        for answer in _allowed(sight, "convince", map(Convince, sight.box.person)):
            assert isinstance(answer, Convince)
            status = sight.state.people[answer.person]
            worth = sight.person(answer.person) * (1 - min(sight.weight(status.current), 0.5))
            worth *= 0.4 if status.state == "prison" else 1.0
            away = status.state == "free" and answer.person != KING
            missed = -sight.common.away * sight.weight(status.current) * away
            yield answer, Gain(worth + sight.aimed("convince", answer.person), missed)

    return _by_worth(sight, sight.seat, _people_purse(sight), tried())


def _people_purse(sight: Sight) -> int:
    return int(sight.purses[sight.seat] * sight.temper.people)


def pacifying(sight: Sight, subject: str) -> list[AnyAnswer]:
    """Revolts that cost the Government money, or threaten with civil war."""
    if not sight.governs:
        return []

    def tried() -> Iterator[tuple[AnyAnswer, Gain]]:
        for answer in _allowed(sight, "pacify", map(Pacify, sight.state.regions)):
            assert isinstance(answer, Pacify)
            worth = 0.3 + 0.1 * sight.box.region[answer.region].income / 100 - sight.temper.revolt
            worth += sight.aimed("suppress", answer.region, GOVERNMENT)
            worth += sight.aimed("suppress", answer.region)
            yield answer, Gain(worth, worth)

    return _by_worth(sight, GOVERNMENT, treasury(sight), tried())
