"""Where cash is private nothing that others can observe tells what a purse holds (A-65)."""

from __future__ import annotations

import random

import pytest

from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.core.hidden import redact_for as redacted
from engines.revolution.events import Lost
from engines.revolution.state import State
from tests.revolution.builder import TITLE, At


def observed(state: State, seat: str | None) -> object:
    """All that a seat, or the public, is shown and asked."""
    owed = [(decision.seat, decision.kind, decision.prompt) for decision in TITLE.decisions(state)]
    legal = TITLE.legal_actions(state, seat) if seat in {who for who, *_ in owed} else None
    return TITLE.view(state, seat), owed, legal


@pytest.mark.case("A-65", "R-SEQ-08")
@pytest.mark.parametrize("game", range(3))
def test_another_purse_changes_nothing_that_is_observed(game: int) -> None:
    rng = random.Random(f"private-{game}")
    state = TITLE.setup("historical", {"private-cash": True, "letter": True}, Dice(f"p{game}")).state
    compared = 0
    for step in range(260):
        owed = TITLE.decisions(state)
        if not owed:
            break
        seat = owed[0].seat
        action = rng.choice(TITLE.legal_actions(state, seat))
        other = rng.choice([one for one in SEATS if one != seat])
        twin = state.copy()
        twin.purses[other] = rng.choice((0, 60, 4000))
        assert observed(state, seat) == observed(twin, seat)
        dice, same = (Dice(f"{game}-{step}") for _ in range(2))
        after, alike = TITLE.apply(state, seat, action, dice), TITLE.apply(twin, seat, action, same)
        armed = state.stage in ("catholic-arrival", "maintenance", "government-arrival")
        # Armies that nobody can pay go off the map, which all see.
        prices = after.state.tracks["economy"] == alike.state.tracks["economy"]
        if not armed and prices and after.state.armies == alike.state.armies:
            for eyes in (None, *(one for one in SEATS if one != other)):
                heard = [
                    [*filter(None, (redacted(event, eyes) for event in one.events))] for one in (after, alike)
                ]
                assert heard[0] == heard[1], (state.stage, action)
                assert observed(after.state, eyes) == observed(alike.state, eyes), (state.stage, action)
            compared += 1
        state = after.state
    assert compared > 150


@pytest.mark.case("A-65")
@pytest.mark.parametrize(("option", "owner"), [("private-cash", "gironde"), ("-private-cash", None)])
def test_what_an_event_takes_is_its_owners_to_know(option: str, owner: str | None) -> None:
    at = At("economy", option).purse(gironde=130)
    ctx = TITLE.resolution(at.state, Dice("lost"))
    ctx.lose("gironde", 300)
    (lost,) = ctx.events
    assert isinstance(lost, Lost)
    assert (lost.amount, lost.owner) == (130, owner)


@pytest.mark.case("A-65", "R-POL-08")
@pytest.mark.parametrize("stage", ["proposals", "king", "plots"])
def test_who_can_pay_nothing_is_asked_all_the_same(stage: str) -> None:
    def asked(purse: int, option: str) -> list[tuple[str, str]]:
        at = At(stage, option).people("barnave nimes").purse(feuillant=purse)
        return at.play().asked

    assert asked(0, "private-cash") == asked(2000, "private-cash") == asked(2000, "-private-cash")
    assert asked(0, "-private-cash") != asked(2000, "-private-cash")


@pytest.mark.case("A-65", "R-KING-07", "R-ACT-10")
def test_the_royalist_is_asked_for_a_kidnapping_that_it_cannot_pay() -> None:
    at = At("kidnapping", "private-cash").army("brunswick paris").region("paris", coalition=True)
    table = at.purse(royalist=10).play()
    assert table.asked == [("royalist", "kidnap")]
    table.refused("royalist", "kidnap yes", "R-ACT-10")
    fallback = TITLE.fallback(table.state, TITLE.decisions(table.state)[0])
    assert fallback is not None
    assert TITLE.notation(fallback) == "kidnap no"
    assert not table.do("royalist", "kidnap no").state.kidnapped


@pytest.mark.case("R-SEQ-08")
def test_money_is_given_while_a_roll_is_to_be_kept() -> None:
    table = At("plots").people("barnave nimes").play()
    table.do("feuillant", "plot nimes by barnave x 2", 1, 2, 6, 5)
    assert table.asked == [("feuillant", "keep")]
    before = {**table.state.purses}
    table.do("feuillant", "give gironde 100").do("marais", "give feuillant 50")
    assert table.state.purses["gironde"] == before["gironde"] + 100
    assert table.state.purses["feuillant"] == before["feuillant"] - 50
    assert table.asked == [("feuillant", "keep")]
    assert table.do("feuillant", "keep 2").state.regions["nimes"].control == "feuillant"
