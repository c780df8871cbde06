"""What an expert looks for in the automatic player: the Committee's eye, marches with a purpose, garrisons.

`tests/vendee/conduct.py` measures it; `data/vendee/BALANCE.md` has the figures of the long run.
"""

from __future__ import annotations

import random

import pytest

from engines.vendee.actions import STOP, Move
from engines.vendee.frames import Activation
from engines.vendee.player.outlook import Outlook
from engines.vendee.words import ALL
from tests.support.depth import seed
from tests.vendee.builder import Given, given, title
from tests.vendee.conduct import Conduct, March, watched

GAMES = 16


def eye(position: Given, *generals: str) -> float:
    return Outlook(title().box, position.state, "republican").eye(generals)


def idle() -> Given:
    """Three idle generals of the army of Saumur far from all zones: noble, neutral and sans-culotte."""
    position = given().points("saumur", saumur=9).general("menou", "saumur").general("berruyer", "saumur")
    return position.general("rossignol", "angers").points("les-herbiers", centre=1)


@pytest.mark.case("V-2.6-c", "V-2.6-d")
def test_a_general_is_worth_more_the_likelier_he_is_condemned() -> None:
    assert eye(idle(), "menou") > eye(idle(), "berruyer") > eye(idle(), "rossignol") > 0
    assert eye(idle(), "menou", "berruyer") == eye(idle(), "menou") + eye(idle(), "berruyer")


@pytest.mark.case("V-2.6-c")
def test_the_only_idle_general_of_an_army_has_nothing_to_fear() -> None:
    others = idle().having(fought=["berruyer", "rossignol"])
    assert eye(others, "menou") == 0
    assert 0 < eye(idle().having(fought=["rossignol"]), "menou", "berruyer") < eye(idle(), "menou")


@pytest.mark.case("V-2.6-b")
def test_whoever_fought_has_nothing_to_fear() -> None:
    assert eye(idle().having(fought=["menou"]), "menou") == 0
    assert Outlook(title().box, idle().state, "royalist").eye(("cathelineau",)) == 0


@pytest.mark.case("V-2.6-b")
def test_generals_are_led_into_a_zone_and_not_out_of_it_again() -> None:
    position = idle().points("brissac", saumur=12).general("leigonyer", "brissac").hand("republican")
    table = position.table()
    while table.asked[0] == "republican" and table.state.turn == 2:
        action = title().suggest(table.state, "republican", random.Random(0))
        assert action is not None
        if action == title().parse(table.state, "pass", "republican"):
            break
        table.roll_on(title().notation(action))
    zones = title().box.ground.zones(gatine=False).all
    out = [
        id
        for id in ("menou", "berruyer", "leigonyer", "rossignol")
        if table.state.officers[id].area not in zones and id not in table.state.fought
    ]
    assert len(out) <= 1


@pytest.mark.case("V-2.6-b")
def test_a_group_in_a_zone_does_not_leave_it_because_it_is_in_it() -> None:
    """What its generals risk is judged by where they end, not by where they stand on the way."""
    position = idle().points("chanzeaux", saumur=9, ready="activated")
    position.general("leigonyer", "chanzeaux", ready="activated")
    position.state.stack.append(
        Activation("republican", "chanzeaux", {"saumur": 9}, ("leigonyer",), "brissac", ap=8, rolled=True)
    )
    assert eye(position, "leigonyer") > 0


@pytest.mark.case("V-2.6-b")
def test_a_group_under_way_covers_no_general_whom_it_passes() -> None:
    """An idle general is in danger even while it stands beside him: it does not go back for him."""
    for points in (0, 9):
        position = (
            idle().general("berruyer", "chanzeaux").general("leigonyer", "chanzeaux", ready="activated")
        )
        position.points("chanzeaux", saumur=9 + points, ready="activated").having(
            fought=["menou", "rossignol"]
        )
        position.state.stack.append(
            Activation("republican", "chanzeaux", {"saumur": 9}, ("leigonyer",), "brissac", ap=8, rolled=True)
        )
        assert (eye(position, "leigonyer") > 0) == (points == 0)


@pytest.mark.case("V-3.5-c")
def test_a_general_alone_goes_on_from_where_he_may_not_stay() -> None:
    """He passes an army that is not his, and does not turn back to where he came from."""
    position = idle().points("mortagne", la_rochelle=12).points("cholet", saumur=2)
    position.general("leigonyer", "mortagne", ready="activated")
    position.state.stack.append(
        Activation("republican", "mortagne", {}, ("leigonyer",), "les-herbiers", ap=8, steps=1, rolled=True)
    )
    legal = title().legal_actions(position.state, "republican")
    assert STOP not in legal
    assert title().suggest(position.state, "republican", random.Random(0)) == Move(
        ("mortagne", "cholet"), ALL
    )


def test_nobody_of_a_side_that_may_not_leave_its_zone_is_feared_outside_it() -> None:
    for turn, feared in ((1, False), (2, True)):
        position = given().turn(turn).points("chalonnes", anjou=12).points("brissac", saumur=4)
        assert (Outlook(title().box, position.state, "republican").safety("brissac", 4) < 1) == feared


def march(turn: int, start: str, end: str, *, fought: bool = False, steps: int = 2) -> March:
    return March(turn, "republican", frozenset({"menou"}), start, end, steps, fought)


@pytest.mark.parametrize(
    ("marches", "returns"),
    [
        ([march(2, "saumur", "doue"), march(3, "doue", "saumur")], 1),
        ([march(2, "saumur", "doue"), march(4, "doue", "saumur")], 0),
        ([march(2, "saumur", "doue", fought=True), march(3, "doue", "saumur")], 0),
        ([march(2, "saumur", "doue"), march(3, "doue", "thouars")], 0),
        ([march(2, "saumur", "saumur")], 1),
        ([march(2, "saumur", "saumur", steps=0), march(3, "saumur", "saumur", steps=0)], 0),
    ],
)
def test_marches_that_come_back_are_counted(marches: list[March], returns: int) -> None:
    assert Conduct(marches=marches).returns == returns


@pytest.mark.nightly(seconds=60)
def test_the_automatic_player_keeps_what_an_expert_looks_for() -> None:
    """The mean of a few games; each bound is the law with about three standard errors of so many games."""
    games = [dict(watched(seed(f"conduct {number}")).figures()) for number in range(GAMES)]
    mean = {name: sum(game[name] for game in games) / GAMES for name in games[0]}
    assert mean["bases lost empty"] <= 1 + 0.7
    assert mean["generals guillotined"] <= 2 + 1.5
    assert mean["generals tried who did nothing"] <= 7
    assert mean["marches that come back"] <= 1 + 2
    assert mean["royalist attacks"] >= 5
    assert mean["republican attacks"] >= 6
