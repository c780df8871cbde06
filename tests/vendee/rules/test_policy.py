"""The automatic player: legal, repeatable, blind to what it may not know, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.simulate import play, simulate
from engines.vendee.frames import SIDES, Activation, Initiative
from engines.vendee.player.greedy import greedy
from engines.vendee.player.outlook import Outlook
from engines.vendee.player.plans import reach
from engines.vendee.player.policy import STUDY
from engines.vendee.state import State, points_in
from tests.support.depth import depth, seed
from tests.support.elsewhere import printed_elsewhere
from tests.vendee.battles import attack
from tests.vendee.builder import Given, Table, given, title
from tests.vendee.rules.test_combat import level
from tests.vendee.rules.test_play import moves, twins


@cache
def positions() -> tuple[tuple[State, Side], ...]:
    """Positions of a greedy game, with the side that is asked."""
    dice, rng = Dice("greedy"), random.Random("greedy")
    state = title().setup("campaign", {}, dice).state
    found: list[tuple[State, Side]] = []
    while owed := title().decisions(state):
        side = next(side for side in SIDES if side == owed[0].seat)
        found.append((state, side))
        action = title().suggest(state, side, rng)
        assert action is not None
        state = title().apply(state, side, action, dice).state
    return tuple(found)


def suggested(table: Table) -> str:
    """What the greedy policy does for the seat that is asked."""
    action = title().suggest(table.state, table.asked[0], random.Random(0))
    assert action is not None
    return title().notation(action)


def duel(republican: int, royalist: int) -> Given:
    """Republicans in Saumur's zone next to Royalists in Thouars, who lie face up."""
    return (
        given()
        .points("saint-varent", saumur=republican)
        .general("menou", "saint-varent")
        .points("thouars", anjou=royalist)
        .points("les-herbiers", centre=1)
    )


def reached() -> Iterator[tuple[State, Side]]:
    """Positions of greedy and of random games."""
    yield from positions()[:: depth(5, 1)]
    for number, (state, seat, _, _, _) in enumerate(moves()):
        if number % depth(150, 10) == 0:
            yield state, next(side for side in SIDES if side == seat)


@pytest.mark.deep(seconds=8)
def test_a_suggestion_is_legal_and_the_same_again() -> None:
    for state, side in reached():
        legal = title().legal_actions(state, side)
        one, again = (title().suggest(state, side, random.Random(0)) for _ in range(2))
        assert one in legal
        assert one == again


def test_nothing_is_suggested_to_a_seat_that_is_not_asked() -> None:
    for state, side in reached():
        other = next(other for other in SIDES if other != side)
        assert title().suggest(state, other, random.Random(0)) is None


@pytest.mark.deep(seconds=8)
@pytest.mark.case("V-3.6-a", "V-3.6-d")
def test_a_suggestion_does_not_depend_on_what_lies_face_down() -> None:
    different = 0
    for state, side in reached():
        suggested = title().suggest(state, side, random.Random(0))
        for twin in twins(state, side):
            different += twin != state
            assert title().suggest(twin, side, random.Random(0)) == suggested
    assert different > 20


def test_a_strong_group_attacks_a_weak_one() -> None:
    table = duel(republican=12, royalist=6).table()
    assert suggested(table).startswith("activate saint-varent with")
    table.roll_on("activate saint-varent with all")
    while table.asked[1] == "preemption":
        table.roll_on("decline")
    assert suggested(table) == "move saint-varent > thouars with all"


def test_a_weak_group_does_not_attack_a_strong_one() -> None:
    table = duel(republican=3, royalist=9).table().roll_on("activate saint-varent with all")
    assert "thouars" not in suggested(table)


def test_reinforcements_are_called_as_soon_as_they_may_come() -> None:
    table = given().more().reinforcing("royalist").having(markers={**given().state.markers, "e5": 0}).table()
    assert suggested(table) == "event e1"


@pytest.mark.parametrize(("turn", "alarm"), [(5, False), (8, True)])
def test_the_last_alarm_is_kept_for_the_last_turn(turn: int, alarm: bool) -> None:
    position = given().turn(turn).more().reinforcing("royalist")
    table = position.having(markers={**given().state.markers, "e1": 1, "e5": 0}).table()
    assert (suggested(table) == "event e1") == alarm


def test_an_alarm_waits_until_enough_have_gone_home() -> None:
    position = given().more().points("cholet", anjou=28).points("mortagne", centre=9).reinforcing("royalist")
    assert suggested(position.having(markers={**given().state.markers, "e5": 0}).table()) != "event e1"


@pytest.mark.parametrize("number", range(3))
def test_whoever_comes_to_nantes_in_april_meets_somebody(number: int) -> None:
    """In March nobody leaves his zone (7.1), in April the Republic is reinforced before anybody marches."""
    dice = Dice(f"garrison {number}")
    table = Table(title().setup("campaign", {}, dice).state)
    while table.state.turn == 1 or table.state.phase != "operations":
        owed = title().decisions(table.state)[0]
        action = title().suggest(table.state, owed.seat, random.Random(0))
        assert action is not None
        table.state = title().apply(table.state, owed.seat, action, dice).state
    assert points_in(table.state, "nantes", "republican")


@pytest.mark.parametrize("garrison", [1, 4])
def test_whoever_marches_out_of_a_threatened_base_leaves_a_garrison(garrison: int) -> None:
    """What a garrison keeps is counted for the first point; for bases of the other side it is not."""
    position = given().points("nantes", nantes=garrison).points("vertou", loroux=4, anjou=8)
    outlook = Outlook(title().box, position.state, "republican")
    assert outlook.kept("nantes") > 1
    assert outlook.stand("nantes", garrison) > outlook.stand("nantes", 0)
    assert Outlook(title().box, position.state, "royalist").kept("nantes") == 0
    assert outlook.kept("cholet") == 0


@pytest.mark.parametrize(("turn", "choice"), [(3, "begin"), (8, "yield")])
def test_in_the_last_turn_one_would_be_last(turn: int, choice: str) -> None:
    position = given().turn(turn).more().phase("initiative", Initiative("republican"))
    assert suggested(position.table()) == choice


def test_a_general_without_men_goes_to_men_without_a_general() -> None:
    position = given().general("menou", "saumur").points("doue", saumur=12, ready="activated")
    table = position.points("les-herbiers", centre=1).hand("republican").table()
    assert suggested(table).startswith("activate saumur")
    table.roll_on(suggested(table))
    while table.asked[1] == "preemption":
        table.roll_on("decline")
    assert suggested(table) == "move saumur > doue with all"


@pytest.mark.case("A-32")
@pytest.mark.parametrize(("royalists", "goes"), [(0, True), (4, False)])
def test_a_general_does_not_set_out_where_he_may_have_to_go_cross_country(royalists: int, goes: bool) -> None:
    """By road two half points lead to his men; off it, where face-down Royalists may control, ten."""
    position = given().general("beysser", "nantes").points("aigrefeuille", nantes=12, ready="activated")
    position.points("les-herbiers", centre=1)
    if royalists:
        position.points("vertou", loroux=royalists)
    assert suggested(position.table()) == ("activate nantes with all" if goes else "pass")


@pytest.mark.case("V-3.6-e")
@pytest.mark.parametrize(("stated", "feared"), [({}, {"coron", "cholet"}), ({"vihiers": False}, {"cholet"})])
def test_counters_that_do_not_control_are_taken_for_generals(
    stated: dict[str, bool], feared: set[str]
) -> None:
    position = given().points("vihiers", saumur=9, ready="activated").general("lescure", "coron")
    position.points("cholet", anjou=4)
    group = Activation("republican", "vihiers", {"saumur": 9}, (), "doue", ap=4, rolled=True, stated=stated)
    position.state.stack.append(group)
    assert set(Outlook(title().box, position.state, "republican").enemy) == feared


@pytest.mark.case("V-3.6-e", "V-3.4-g")
@pytest.mark.parametrize(("stated", "passes"), [({}, True), ({"vihiers": True, "coron": True}, False)])
def test_what_was_told_on_the_way_is_not_forgotten_on_it(stated: dict[str, bool], passes: bool) -> None:
    """Royalists lie face down next to Vihiers and to Coron, to which the group has not come by road."""
    position = given().points("vihiers", saumur=9, ready="activated").points("trementines", anjou=2)
    position.points("chanzeaux", anjou=2)
    group = Activation(
        "republican", "vihiers", {"saumur": 9}, (), "argenton", ap=8, rolled=True, stated=stated
    )
    position.state.stack.append(group)
    outlook = Outlook(title().box, position.state, "republican")
    assert ("coron" in reach(outlook, "vihiers", 8, ({"saumur": 9}, ())).ways) == passes


def test_a_few_do_not_wait_for_a_multitude() -> None:
    position = given().points("montaigu", centre=2).general("sapinaud", "montaigu").hand("royalist")
    position.points("aigrefeuille", nantes=28).general("canclaux", "aigrefeuille")
    table = position.having(markers={**given().state.markers, "e5": 0}).table()
    assert suggested(table).startswith("activate montaigu")


def test_in_the_last_turn_a_port_is_taken_while_nobody_is_there() -> None:
    position = (
        given().turn(8).points("machecoul", bas_poitou=4).general("charette", "machecoul").hand("royalist")
    )
    position.points("angers", saumur=1)
    table = position.having(markers={**given().state.markers, "e5": 0}).table()
    assert suggested(table).startswith("activate machecoul")
    while table.asked[0] == "royalist" and suggested(table) != "pass":
        table.roll_on(suggested(table))
    ports = title().box.ground.ports
    assert any(points_in(table.state, port, "royalist") for port in ports)


def test_messengers_go_to_england_at_once() -> None:
    assert suggested(given().more().hand("royalist").table()) == "event e5"


def test_a_hard_pressed_stack_is_helped_from_next_to_it() -> None:
    position = given().powder(centre=0).points("chantonnay", centre=4).points("les-essarts", centre=4)
    position.general("sapinaud", "les-essarts").having(markers={**given().state.markers, "e5": 0})
    fray = attack(position, "chantonnay", "sainte-hermine", force={"la_rochelle": 9})
    assert fray.asked == ("royalist", "march")
    assert suggested(fray).startswith("guns les-essarts")


@pytest.mark.case("V-3.6-a", "V-4.4-b")
def test_help_is_called_without_knowing_whether_face_down_royalists_cut_the_supply() -> None:
    def asked(position: Given) -> str:
        position.points("machecoul", bas_poitou=6).points("saint-philbert", la_rochelle=1)
        position.general("chalbos", "saint-philbert")
        return suggested(attack(position, "machecoul", "challans", force={"la_rochelle": 13}))

    men, general = level().points("saint-fulgent", centre=1), level().general("royrand", "saint-fulgent")
    assert asked(men) == asked(general) == "guns saint-philbert with all"


@pytest.mark.deep(seconds=8)
def test_the_same_seed_is_the_same_game() -> None:
    # That of the other policy is played twice below.
    for policy, number in product(("random", "greedy")[: depth(1, 2)], range(depth(1, 3))):
        first = play(title(), STUDY, policy, seed(f"fraternity {number}"))
        assert play(title(), STUDY, policy, seed(f"fraternity {number}")) == first


def test_every_end_is_counted() -> None:
    summary = simulate(title(), STUDY, "random", 3, "count")
    assert sum(summary.levels.values()) == 3


@pytest.mark.deep(seconds=8)
def test_greedy_republicans_beat_chance() -> None:
    won, games = 0, depth(1, 12)
    for number in range(games):
        dice, rng = Dice(seed(number)), random.Random(seed(number))
        state = title().setup("campaign", {}, dice).state
        while owed := title().decisions(state):
            legal = title().legal_actions(state, owed[0].seat)
            played = owed[0].seat == "republican"
            action = greedy(title().box, state, "republican", legal) if played else rng.choice(legal)
            state = title().apply(state, owed[0].seat, action, dice).state
        outcome = title().outcome(state)
        assert outcome is not None
        won += outcome.winner == "republican"
    assert won >= games * 3 / 4


_CHILD = """
from engines.core.simulate import play
from engines.vendee.player.policy import STUDY
from engines.vendee.title import Vendee
print(play(Vendee(), STUDY, "greedy", "map"))
"""


def test_a_seed_gives_the_same_game_in_every_process() -> None:
    """Python orders sets of words anew in each process, and sums of floats depend on their order."""
    told = printed_elsewhere(_CHILD)
    assert told == f"{play(title(), STUDY, 'greedy', 'map')}\n"
