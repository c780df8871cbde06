"""The kit's optional rules 9.1, 9.2, 10.3 to 10.5, its scenarios and difficulty (X-9 to X-13)."""

from __future__ import annotations

import pytest

from data.levee.schema import COLOURS, Colour, Grant, Remove, Restore
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.fuzz import random_options
from engines.levee.actions import Keep
from engines.levee.box import OUT
from engines.levee.events import KingCrowned, PileBuilt
from engines.levee.reveal import DECK
from engines.levee.score import BANDS
from engines.levee.title import SEAT, Levee
from tests.levee.builder import Position, Result, card, frozen, plain, plain_kit, position, with_kit


@pytest.mark.case("X-9.0-a", "X-10.0-a")
def test_with_all_rules_off_the_game_is_the_base_game() -> None:
    base, kit = Levee(plain()), Levee(plain_kit())
    for seed in ("one", "two"):
        lines = []
        for title in (base, kit):
            dice = Dice(seed)
            state = title.setup("base", {}, dice).state
            for _ in range(40):
                legal = title.legal_actions(state, SEAT)
                action = legal[len(legal) // 2]
                state = title.apply(state, SEAT, action, dice).state
                lines.append(
                    (title.notation(action), state.actions_left, dict(state.boxes), dict(state.tracks))
                )
        assert lines[:40] == lines[40:]
    assert [band.least for band in BANDS] == [1, -7, -15, -25]


@pytest.mark.case("X-9.1-a", "X-9.2-a", "A-42")
@pytest.mark.parametrize(
    ("rule", "colour", "army", "level", "case"),
    [
        ("king-rescued", "blue", "vendee", "crushing-defeat", "9.1"),
        ("king-installed", "white", "austria", "decisive-defeat", "9.2"),
    ],
)
def test_a_king_ends_the_game(rule: str, colour: Colour, army: str, level: str, case: str) -> None:
    def end(here: Position) -> Result:
        return here.play("end")

    for deck in COLOURS:
        here = with_army(position().deck(deck, 1), army, 1)
        assert not end(here).of(KingCrowned)
        crowned = end(here.option(rule))
        assert bool(crowned.of(KingCrowned)) == (deck == colour)
        if deck == colour:
            assert crowned.outcome is not None
            assert (crowned.outcome.level, crowned.outcome.case) == (level, case)
            assert crowned.outcome.winner is None
            assert crowned.outcome.facts == {"paris-fell": False, "king-crowned": True}
        assert not end(with_army(position().deck(deck, 1), army, 2).option(rule)).of(KingCrowned)


def with_army(here: Position, army: str, box: int) -> Position:
    (kind,) = [known for known in ("vendee", "austria", "spain", "korsakov", "support") if known == army]
    return here.army(kind, box)


@pytest.mark.case("X-9.1-b")
def test_only_the_vendee_and_austria_crown_a_king() -> None:
    blue = with_kit().deck("blue", 3).option("king-rescued", "king-installed")
    white = with_kit().deck("white", 3).option("king-rescued", "king-installed")

    for unit in ("spain", "support"):
        assert not with_army(blue, unit, 1).play("end").of(KingCrowned)
    assert not with_army(white, "korsakov", 1).play("end").of(KingCrowned)


@pytest.mark.case("A-42")
def test_paris_is_looked_at_first_and_the_last_blue_headline_is_blue_still() -> None:
    rule = position().deck("blue", 0).option("king-rescued").army("vendee", 1)
    fallen = rule.army("austria", 0).play("end").outcome
    assert fallen is not None
    assert (fallen.level, fallen.facts["paris-fell"]) == ("decisive-defeat", True)

    crowned = rule.play("end").outcome
    assert crowned is not None
    assert (crowned.level, crowned.facts["paris-fell"]) == ("crushing-defeat", False)


@pytest.mark.case("X-10.3-a", "E-d-17")
def test_a_free_victory_feeds_monarchy_and_later_despotism() -> None:
    blue = position().option("nothing-is-free").army("vendee", 0).tracks(m=2, d=0, r=3)
    won = blue.play("military vendee", faces=[6])
    assert won.mdr == (3, 0, 3)
    assert won.state.french_army == 0

    for colour in COLOURS[1:]:
        here = position().deck(colour, 3).option("nothing-is-free").army("vendee", 0)
        assert here.play("military vendee", faces=[6]).mdr == (0, 1, 0)
        assert here.tracks(m=0, d=4, r=0).play("military vendee", faces=[6]).mdr == (0, 4, 0)


@pytest.mark.case("X-10.3-b", "A-43")
def test_nothing_else_has_that_price() -> None:
    here = position().option("nothing-is-free", "levee-en-masse", "spirit-of-89").army("vendee", 0)
    assert here.play("military vendee", faces=[1]).mdr == (0, 0, 0)
    assert here.stormed("vendee").play("military vendee", faces=[6]).mdr == (0, 0, 0)
    assert here.stormed("vendee").holding().play("levy holding", "military vendee", faces=[6]).mdr == (
        0,
        0,
        0,
    )
    spirit = position().option("nothing-is-free", "spirit-of-89").army("austria", 3).liberated("liege")
    assert spirit.play("spirit liege", faces=[6]).mdr == (0, 0, 0)


BATTALION = position().option("single-battalion").army("austria", 3).army("piedmont", 3)


@pytest.mark.case("X-10.4-a")
def test_a_lost_attack_may_be_rolled_anew_and_the_second_die_stands() -> None:
    waits = BATTALION.play("military austria", faces=[2])
    assert waits.state.phase == "die"
    assert waits.legal == ["keep", "reroll"]
    decision = Decision(SEAT, "die", "Accept the die against Austria, or change it", "10.4")
    assert waits.title.decisions(waits.state) == [decision]
    # When time runs out it stands.
    assert waits.title.fallback(waits.state, decision) == Keep()

    won = waits.play("reroll", faces=[5])
    assert (won.boxes["austria"], won.state.committed) == (4, "austria")
    lost = waits.play("reroll", faces=[3])
    assert (lost.boxes["austria"], lost.state.phase) == (3, "actions")
    kept = waits.play("keep")
    assert (kept.boxes["austria"], kept.state.committed, kept.state.actions_left) == (3, None, 2)
    assert waits.refused("political republic").case == "10.4"


@pytest.mark.case("X-10.4-a")
def test_other_rolls_are_not_rolled_anew() -> None:
    here = BATTALION.army("britain", 1).disorder().holding()
    for action in ("naval", "political republic", "restore-order", "liberate brussels"):
        rolled = here.play(action, faces=[1])
        assert rolled.state.phase == "actions"
        assert rolled.refused("reroll").case == "10.4"


@pytest.mark.case("A-60")
def test_a_victory_stands_at_once() -> None:
    assert BATTALION.play("military austria", faces=[5]).state.phase == "actions"


@pytest.mark.case("A-60", "X-10.4-a")
def test_a_victory_may_be_rolled_anew_where_the_campaign_has_it_so() -> None:
    here = BATTALION.option("reserves-any-die", "nothing-is-free").army("austria", 0)
    won = here.play("military austria", faces=[5])
    assert (won.state.phase, won.boxes["austria"]) == ("die", 0)
    kept = won.play("keep")
    assert (kept.boxes["austria"], kept.mdr[0]) == (1, here.start().mdr[0] + 1)
    spent = won.play("reroll", faces=[2])
    assert (spent.boxes["austria"], spent.mdr, spent.state.phase) == (0, here.start().mdr, "actions")
    assert spent.play("military austria", faces=[5]).state.phase == "actions"


@pytest.mark.case("X-10.4-b")
def test_it_is_done_once_in_a_turn() -> None:
    spent = BATTALION.play("military austria", "reroll", faces=[2, 2])

    again = spent.play("military piedmont", faces=[2])
    assert again.state.phase == "actions"
    assert again.refused("reroll").case == "10.4"
    fresh = spent.play("end", "military piedmont", faces=[2])
    assert "reroll" in fresh.legal


@pytest.mark.case("X-10.4-c", "X-10.4-d", "E-d-16", "A-44")
@pytest.mark.parametrize("second", [2, 5])
def test_the_french_army_has_one_less_in_the_next_turn_alone(second: int) -> None:
    spent = BATTALION.tracks(m=0, d=1, r=0).play("military austria", "reroll", faces=[2, second])
    assert spent.state.french_army == 0
    following = spent.play("end")
    assert following.state.french_army == -1
    assert following.play("end").state.french_army == 0

    limit = BATTALION.next(card(military_drm=-2)).play("military austria", "reroll", "end", faces=[2, 2])
    assert limit.state.french_army == -2


@pytest.mark.case("X-10.4-c")
def test_it_is_due_even_when_the_army_has_left_the_map() -> None:
    here = with_kit().option("single-battalion").army("suvorov", 4)
    gone = here.play("military suvorov", "reroll", faces=[2, 6])
    assert gone.boxes["suvorov"] is None
    assert gone.play("end").state.french_army == -1


@pytest.mark.case("X-10.4-d")
def test_without_a_next_turn_nothing_is_due() -> None:
    last = BATTALION.deck("red", 0).play("military austria", "reroll", "end", faces=[2, 2])
    assert last.outcome is not None


@pytest.mark.case("A-45")
def test_only_the_final_die_is_read() -> None:
    both = BATTALION.option("decisive-outcomes").tracks(m=0, d=2, r=0)
    waits = both.play("military austria", faces=[1])
    assert (waits.state.phase, waits.mdr) == ("die", (0, 2, 0))
    anew = waits.play("reroll", faces=[5])
    assert (anew.boxes["austria"], anew.mdr) == (4, (0, 2, 0))

    # A decisive victory may be unwelcome, as it feeds the highest marker.
    won = both.play("military austria", faces=[6])
    assert won.state.phase == "die"
    assert won.play("keep").mdr == (0, 3, 0)
    assert won.play("reroll", faces=[5]).mdr == (0, 2, 0)


FEARS = position().option("he-who-fears").army("vendee", 2).army("austria", 3)


@pytest.mark.case("X-10.5-a")
def test_order_in_paris_can_be_given_up_once_there_is_order() -> None:
    given = FEARS.play("commit")
    assert (given.state.disorder, given.state.extra, given.state.actions_left) == (True, 1, 3)
    assert given.refused("commit").case == "10.5"
    assert FEARS.disorder().refused("commit").case == "10.5"
    assert position().army("vendee", 2).refused("commit").case == "10.0"


@pytest.mark.case("X-10.5-b", "X-10.5-f", "A-61")
def test_it_buys_one_attack_inside_france() -> None:
    here = FEARS.actions(0).play("commit")
    assert here.refused("military austria").case == "10.5"
    fought = here.play("military vendee", faces=[4])
    assert (fought.boxes["vendee"], fought.state.extra, fought.state.actions_left) == (3, 0, 0)
    assert fought.refused("military vendee").case == "4.3"

    assert position().option("he-who-fears").army("austria", 3).refused("commit").case == "10.5"
    assert FEARS.play("commit", "end").state.extra == 0


@pytest.mark.case("X-10.5-c", "X-10.5-e", "E-X-10.5-a")
def test_it_adds_one_to_a_die_that_ties() -> None:
    tied = FEARS.play("military vendee", faces=[3])
    assert tied.legal == ["keep", "commit"]
    won = tied.play("commit")
    assert (won.boxes["vendee"], won.state.disorder, won.state.extra) == (3, True, 0)

    for face in (1, 2, 4):
        assert FEARS.play("military vendee", faces=[face]).state.phase == "actions"
    weak = FEARS.values(vendee=1).play("military vendee", faces=[1])
    assert weak.state.phase == "actions"
    assert FEARS.disorder().play("military vendee", faces=[3]).state.phase == "actions"


@pytest.mark.case("X-10.5-d")
def test_one_placement_buys_one_benefit_and_disorder_stays() -> None:
    tipped = FEARS.play("military vendee", "commit", faces=[3])
    assert tipped.state.extra == 0
    assert tipped.play("end").mdr == (0, 0, -1)
    assert FEARS.play("commit", "restore-order", "end", faces=[6]).mdr == (0, 0, 0)


@pytest.mark.case("X-10.5-f")
def test_it_helps_no_fight_outside_france_and_none_at_sea() -> None:
    assert FEARS.play("military austria", faces=[4]).state.phase == "actions"
    britain = FEARS.army("britain", 1).play("naval", faces=[4])
    assert britain.state.phase == "actions"


@pytest.mark.case("A-46")
def test_it_is_had_again_whenever_paris_is_in_order() -> None:
    twice = FEARS.play("commit", "restore-order", "commit", faces=[6])
    assert twice.state.extra == 2

    paris = position().option("he-who-fears").army("vendee", 0)
    assert paris.refused("commit").case == "10.5"
    free = paris.play("military vendee", faces=[3])
    assert free.play("commit").boxes["vendee"] == 1
    assert (
        paris.stormed("vendee").actions(0).play("commit", "military vendee", faces=[4]).boxes["vendee"] == 1
    )

    both = FEARS.option("single-battalion").play("military vendee", "reroll", faces=[2, 3])
    assert both.legal == ["keep", "commit"]
    assert both.play("commit").boxes["vendee"] == 3


@pytest.mark.case("A-53")
def test_an_attack_in_the_spirit_may_be_rolled_anew() -> None:
    here = position().option("single-battalion", "spirit-of-89").army("austria", 3).liberated("liege")
    waits = here.play("spirit liege", faces=[2])
    assert waits.legal == ["keep", "reroll"]
    assert waits.play("reroll", faces=[6]).boxes["austria"] == 4
    assert waits.play("keep").held == 1


@pytest.mark.case("X-12.2-a", "X-12.2-b", "E-X-12.2-a")
def test_in_the_puree_any_headline_may_come_at_any_time() -> None:
    title = Levee(plain_kit())
    dice = Dice(None)
    dice.stack(DECK, ["60", "21", "8"])
    step = title.setup("base-puree", {}, dice)
    state = step.state
    assert [event.order for event in step.events if isinstance(event, PileBuilt)] == ["puree"]
    assert (state.headline, len(state.pile)) == ("60", 47)
    for number in ("21", "8"):
        state = title.apply(state, SEAT, title.parse(state, "end"), dice).state
        assert state.headline == number

    last = position(plain_kit()).scenario("extended-puree").deck("red", 0).play("end")
    assert last.outcome is not None


@pytest.mark.case("X-12.2-c")
def test_colour_counts_in_the_puree_where_a_rule_asks_for_it() -> None:
    puree = position(plain_kit()).scenario("base-puree").option("nothing-is-free", "king-rescued")
    assert puree.army("austria", 0).play("military austria", faces=[6]).mdr == (1, 0, 0)
    red = puree.deck("red", 3).army("austria", 0).army("vendee", 1)
    assert red.play("military austria", faces=[6]).mdr == (0, 1, 0)
    assert not red.stormed("austria").army("austria", 3).play("end").of(KingCrowned)


@pytest.mark.case("X-12.3-a", "X-12.3-b")
def test_in_the_historical_game_headlines_come_by_number_whatever_the_seed() -> None:
    for scenario, cards in (("base-historical", 48), ("extended-historical", 60)):
        for seed in ("one", "two"):
            title, dice, seen = Levee(plain_kit()), Dice(seed), list[str]()
            state = title.setup(scenario, {}, dice).state
            while title.decisions(state):
                seen.append(state.headline)
                state = title.apply(state, SEAT, title.parse(state, "end"), dice).state
            assert [int(number) for number in seen] == sorted(map(int, seen))
            assert len(seen) == cards


@pytest.mark.case("A-55")
@pytest.mark.parametrize(
    ("scenario", "colour", "left", "level"),
    [
        ("base-historical", "blue", 1, "crushing-defeat"),
        ("base-historical", "blue", 0, "decisive-defeat"),
        ("base-historical", "white", 0, "decisive-defeat"),
        ("base-historical", "red", 10, "minor-defeat"),
        ("base-puree", "blue", 1, "crushing-defeat"),
        ("base-puree", "white", 1, "decisive-defeat"),
    ],
)
def test_the_fall_of_paris_is_told_by_what_is_left_in_the_pile(
    scenario: str, colour: Colour, left: int, level: str
) -> None:
    here = position(plain_kit()).scenario(scenario).deck(colour, left).tracks(0, 0, 4)
    outcome = here.army("austria", 0).play("end").outcome

    assert outcome is not None
    assert outcome.level == level


@pytest.mark.case("A-56")
def test_cards_and_order_are_chosen_apart_and_the_kit_where_it_is_in_the_pack() -> None:
    assert [scenario.id for scenario in Levee(plain_kit()).scenarios] == [
        "base",
        "base-puree",
        "base-historical",
        "extended",
        "extended-puree",
        "extended-historical",
    ]
    assert [scenario.id for scenario in Levee(frozen()).scenarios] == [
        "base",
        "base-puree",
        "base-historical",
    ]
    with pytest.raises(UsageError):
        Levee(frozen()).setup("extended", {}, Dice("any"))


@pytest.mark.case("X-13.0-a", "A-57", "E-d-21")
def test_every_fifth_headline_gives_one_action_more_or_fewer() -> None:
    for rule, change in (("easier", 1), ("harder", -1)):
        title = Levee(plain_kit())
        dice = Dice("any")
        state = title.setup("base", {rule: True}, dice).state
        given = []
        while title.decisions(state) and state.turn < 26:
            given.append(state.actions_left)
            assert title.view(state, None).actions_given == state.actions_left
            state = title.apply(state, SEAT, title.parse(state, "end"), dice).state
        assert given == [3 + (change if turn % 5 == 0 else 0) for turn in range(1, len(given) + 1)]
        assert len(given) > 20

    none = position(plain_kit()).option("harder").deck("blue", 15).next(card(actions=0))
    assert none.play("end").state.actions_left == 0
    assert none.play("end").state.turn == 5


@pytest.mark.case("X-13.0-a")
def test_the_two_levels_exclude_each_other() -> None:
    title = Levee(plain_kit())
    with pytest.raises(UsageError, match="exclude"):
        title.chosen({"easier": True, "harder": True})
    for seed in range(40):
        title.chosen(random_options(title, str(seed)))


@pytest.mark.case("A-63")
def test_the_third_marker_comes_by_its_own_card_alone() -> None:
    state = with_kit().reveal(card(special=[Grant(3)])).state
    assert list(state.markers.values()) == ["holding", "holding", OUT]
    assert (
        with_kit().reveal(card(special=[Grant(1, "liberation-3")])).state.markers["liberation-3"] == "holding"
    )


@pytest.mark.case("A-64")
def test_a_peace_of_the_last_moment_waits_for_it() -> None:
    peace = card(special=[Remove("austria", last=True)])
    here = position().deck("red", 1).army("austria", 3)
    assert here.reveal(peace).boxes["austria"] is None
    assert here.deck("red", 2).reveal(peace).boxes["austria"] == 3
    assert here.deck("white", 1).reveal(peace).boxes["austria"] == 3


@pytest.mark.case("A-65")
def test_a_card_is_carried_out_in_the_order_in_which_it_lists_its_parts() -> None:
    here = position().army("prussia", 2).rotated("prussia")
    lifted = [Restore("prussia")]
    assert here.reveal(card(("prussia", 1), special=lifted)).boxes["prussia"] == 2
    first = card(
        ("prussia", 1),
        special=lifted,
        order=["special", "military", "political", "social"],
    )
    assert here.reveal(first).boxes["prussia"] == 1
    lifts = [number for number, known in Levee().box.cards.items() if Restore("prussia") in known.special]
    assert {"12", "24", "49"} <= set(lifts)
    assert all(Levee().box.cards[number].parts[0] == "special" for number in lifts)
