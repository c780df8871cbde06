"""The sequence of play: phases, arrivals, what each phase ends with, and the end of the game (SEQ, VP)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import SIDES, Action, Force, Post
from engines.core.dice import Dice
from engines.core.events import ChapterBegun, Event, GameOver, PhaseBegun
from engines.grande_armee import TITLE
from engines.grande_armee.actions import END
from engines.grande_armee.events import (
    Arrived,
    Besieged,
    Controlled,
    Delayed,
    Eliminated,
    PrussiaEntered,
    Ratio,
    Recovered,
    Relieved,
    Scored,
)
from engines.grande_armee.frames import Swapping
from engines.grande_armee.phases.arrivals import arrive
from engines.grande_armee.phases.sequence import begin, end, judge, next_phase
from engines.grande_armee.position import Piece
from engines.grande_armee.prussia import closed
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.score import action_points, fortress_points
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import CENTRE, plain
from tests.grande_armee.table import FAR, Table, moving, title_of

REAL = TITLE()


def told(ctx: Resolution, kind: type[Event]) -> list[Event]:
    """The events of a kind."""
    return [event for event in ctx.events if isinstance(event, kind)]


def resolution(title: GrandeArmee, scenario: str, index: int, **fields: object) -> Resolution:
    """A scenario in a phase, with its set-up unless pieces are said."""
    state = title.laid_out(scenario, title.chosen({}))
    return title.resolution(replace(state, index=index, **fields), Dice("phases"))


# ---- the sequence


@pytest.mark.case("G-SEQ-3", "G-SEQ-11", "G-SEQ-1")
def test_phases_follow_one_another_and_turns_begin_with_the_allies() -> None:
    title = title_of(plain())
    step = title.setup("1806", {}, Dice("whole"))
    phases = [event.phase for event in step.events if isinstance(event, PhaseBegun)]
    # Neither side has a unit, so that all turns pass by.
    assert phases == ["movement", "combat", "supply"] * 2 * len(title.box.scenarios["1806"].turn)
    assert (
        len([event for event in step.events if isinstance(event, ChapterBegun)]) == phases.count("supply") / 2
    )


@pytest.mark.case("A-127", "G-GEN-7")
def test_a_side_without_units_plays_on_by_passing_to_the_last_turn() -> None:
    table = Table({"french-2-5-1": CENTRE, "french-depot-9": FAR}, phase="movement", side="allied", turn=1)
    assert table.asked == ("french", "movement")
    while table.asked is not None:
        table.do("end")
    assert table.told(GameOver)
    assert table.state.turn == len(table.title.box.scenarios["1806"].turn)


@pytest.mark.case("G-SEQ-12", "G-DIS-B-1", "G-SUP-B-2")
def test_each_phase_ends_with_what_recovers_and_what_was_used_up() -> None:
    pieces = {
        "french-2-5-1": Piece("french-2-5", CENTRE, 9),
        "french-2-5-2": Piece("french-2-5", CENTRE, 10),
        "french-supply-1": Piece("french-supply", CENTRE),
    }
    ctx = resolution(title_of(plain()), "1806", 9, pieces=pieces)
    ctx.spend("french-supply-1", "march")
    end(ctx)
    assert told(ctx, Recovered) == [Recovered(("french-2-5-1",))]
    assert sorted(ctx.state.pieces) == ["french-2-5-1", "french-2-5-2"]


@pytest.mark.case("G-MOV-M-4")
def test_sharing_a_hex_in_passing_is_always_legal() -> None:
    table = moving({"french-2-5-1": "0610", "french-2-5-2": "0612", "french-2-5-3": "0512"})
    table.do("move french-2-5-1 > 0611 > 0612", "end", "combine french-2-5-1, french-2-5-2")
    assert len(table.on("0612")) == 1


# ---- arrivals


def reinforced(
    post: Post, *, turn: int = 2, called: bool = False, mountains: Sequence[str] = ()
) -> GrandeArmee:
    """A plain to which a French force comes."""
    title = title_of(plain(mountains=mountains))
    force = Force(
        id="corps",
        scenario="1806",
        name="Corps",
        nation="french",
        turn=turn,
        called=called,
        place=[post],
        source={},
    )
    scenarios = replace(title.data.scenarios, force=[force])
    return GrandeArmee(replace(title.data, scenarios=scenarios))


CORPS = Post(hex=Hex("0005"), troops=["french-5-4", "french-5-4"], leaders=["ney"], supplies=1, depots=1)


@pytest.mark.case("A-95")
def test_a_force_arrives_before_the_swaps_of_its_turn_and_may_march() -> None:
    ctx = resolution(reinforced(CORPS), "1806", 9, pieces={})
    begin(ctx)
    (event,) = told(ctx, Arrived)
    units = ("french-5-4-1", "french-5-4-2", "french-supply-1", "french-depot-1", "ney")
    assert event == Arrived("french", "corps", Hex("0005"), units)
    assert ctx.state.stack[-1].step == "swap"


@pytest.mark.case("A-95")
@pytest.mark.parametrize("index", [3, 6, 15])
def test_nobody_arrives_in_another_turn_or_in_the_enemys(index: int) -> None:
    ctx = resolution(reinforced(CORPS), "1806", index, pieces={})
    arrive(ctx)
    assert ctx.state.pieces == {}


@pytest.mark.case("A-95")
def test_a_force_whose_hex_the_enemy_holds_arrives_beside_it_on_the_edge() -> None:
    enemy = {"mack": Piece("mack", Hex("0005"))}
    ctx = resolution(reinforced(CORPS), "1806", 9, pieces=enemy)
    arrive(ctx)
    (event,) = told(ctx, Arrived)
    assert isinstance(event, Arrived)
    assert event.hex == Hex("0004")


@pytest.mark.case("A-95", "G-MOV-F-1")
def test_cavalry_arrives_on_no_mountain() -> None:
    enemy = {"mack": Piece("mack", Hex("0005"))}
    for troops, hex in (["french-5-4"], "0004"), (["french-5-4", "french-1-8"], "0006"):
        title = reinforced(replace(CORPS, troops=troops), mountains=["0004"])
        ctx = resolution(title, "1806", 9, pieces=enemy)
        arrive(ctx)
        (event,) = told(ctx, Arrived)
        assert isinstance(event, Arrived)
        assert event.hex == Hex(hex)


@pytest.mark.case("A-95")
def test_a_force_that_finds_no_room_waits_for_the_next_turn() -> None:
    inland = replace(CORPS, hex=Hex("1012"))
    title = reinforced(inland)
    ctx = resolution(title, "1806", 9, pieces={"mack": Piece("mack", Hex("1012"))})
    arrive(ctx)
    assert told(ctx, Delayed) == [Delayed("french", "corps", Hex("1012"))]
    later = title.resolution(replace(ctx.state, index=15, pieces={}), Dice("later"))
    arrive(later)
    assert len(later.state.pieces) == 5
    assert later.state.waiting == ()


# ---- neutral ground, and Prussia


def region(name: str) -> Hex:
    """A hex of a region of 1805."""
    return min(hex for hex, id in REAL.box.region.items() if id == name)


@pytest.mark.case("A-97")
def test_neutral_ground_is_closed_and_prussias_to_the_allies() -> None:
    state = REAL.laid_out("1805", REAL.chosen({}))
    saxony, prussia, ansbach, hesse = map(region, ("saxony", "prussia", "ansbach", "hesse"))
    allied, french = (closed(REAL.box, state, side) for side in ("allied", "french"))
    assert {saxony, prussia, ansbach, hesse} <= allied
    assert saxony in french
    assert hesse in french
    assert french.isdisjoint({prussia, ansbach})
    # A unit that begins in Hesse may march off in the first two turns.
    assert hesse not in closed(REAL.box, state, "french", hesse)
    assert hesse in closed(REAL.box, replace(state, index=12), "french", hesse)


@pytest.mark.case("A-97")
def test_french_who_enter_prussia_bring_her_in_and_her_army_after_two_turns() -> None:
    ctx = resolution(REAL, "1805", 3)
    ctx.enter("french-2-5-1", region("prussia"))
    assert told(ctx, PrussiaEntered) == [PrussiaEntered(3)]
    assert ctx.state.control["berlin"] == "allied"
    assert region("prussia") not in closed(REAL.box, ctx.state, "allied")
    for index, comes in ((6, False), (12, True)):
        later = REAL.resolution(replace(ctx.state, index=index), Dice("later"))
        arrive(later)
        assert any(piece.kind == "prussian-3-3" for piece in later.state.pieces.values()) is comes


@pytest.mark.case("A-97", "A-124")
def test_saxony_hesse_and_thuringia_open_to_both_sides_with_prussias_entry() -> None:
    """Else her army of Berlin, Magdeburg and Halle is penned in."""
    ctx = resolution(REAL, "1805", 24)
    neutrals = set(map(region, ("saxony", "hesse", "thuringia")))
    for side in SIDES:
        assert neutrals <= closed(REAL.box, ctx.state, side)
    ctx.call_prussia()
    for side in SIDES:
        assert neutrals.isdisjoint(closed(REAL.box, ctx.state, side))
    assert [ctx.state.control[town] for town in ("dresden", "wittenberg")] == ["allied", "allied"]
    # The division of Halle, whose neighbours are Saxon, goes to Leipzig.
    ctx = REAL.resolution(replace(ctx.state, index=36), Dice("Halle"))
    begin(ctx)
    REAL.procedure.resolve(ctx)
    while isinstance(ctx.state.stack[-1], Swapping):
        ctx.state = REAL.apply(ctx.state, "allied", END, Dice("Halle")).state
    (unit,) = (id for id, piece in ctx.state.pieces.items() if piece.hex == "2518")
    assert f"move {unit} > 2719" in map(REAL.notation, REAL.legal_actions(ctx.state, "allied"))


@pytest.mark.case("A-97", "A-124", "G-FOR-H-1")
def test_every_fortress_has_a_holder_and_that_by_which_the_french_come_in_is_theirs() -> None:
    ctx = resolution(REAL, "1805", 3)
    assert ctx.state.control["hameln"] == "french"
    ctx.enter("french-2-5-1", REAL.box.place["schweidnitz"])
    control = ctx.state.control
    assert [control[town] for town in ("schweidnitz", "neisse", "berlin")] == ["french", "allied", "allied"]


@pytest.mark.case("A-97")
@pytest.mark.parametrize(("face", "enters"), [(1, True), (2, False)])
def test_a_die_is_thrown_for_prussia_after_her_border_was_passed(face: int, enters: bool) -> None:
    ctx = resolution(REAL, "1805", 3)
    ctx.dice.feed([face])
    ctx.enter("french-2-5-1", region("ansbach"))
    end(ctx)
    assert bool(told(ctx, PrussiaEntered)) is enters
    assert ctx.state.border
    # It is thrown once for a phase in which the border was passed.
    end(ctx)
    assert ctx.dice.pending()[0] == ()


@pytest.mark.case("A-97")
@pytest.mark.parametrize(
    ("strength", "face", "enters"), [("18-2", 3, True), ("18-2", 4, False), ("5-4", 3, False)]
)
def test_a_defeat_of_napoleon_may_bring_prussia_in(strength: str, face: int, enters: bool) -> None:
    table = defeat(strength, [1, face])
    assert bool(table.told(PrussiaEntered)) is enters


@pytest.mark.case("A-97")
def test_no_die_is_thrown_for_prussia_once_she_has_come_in() -> None:
    table = defeat("18-2", [1], called=True)
    assert table.battles[-1].result == "Ars"
    assert not table.told(PrussiaEntered)
    assert table.state.called


def fallen_back(action: str = "") -> Table:
    """The table after Ney, alone by Silesia, has gone before combat; by default as it is drafted."""
    table = Table.__new__(Table)
    table.title, table.dice, table.events, table.battles = REAL, Dice("Silesia"), [], []
    pieces = {"ney": Piece("ney", Hex("5326")), "austrian-4-3-9": Piece("austrian-4-3", Hex("5427"))}
    ctx = resolution(REAL, "1805", 48, pieces=pieces)
    REAL.procedure.resolve(ctx)
    table.state = ctx.state
    table.do("attack 5326 by austrian-4-3-9", "end")
    drafted = REAL.fallback(table.state, REAL.decisions(table.state)[0])
    assert drafted is not None
    return table.do(action or REAL.notation(drafted))


@pytest.mark.case("A-97", "I-02", "A-36", "A-73")
def test_a_retreat_that_nobody_chose_does_not_bring_prussia_in() -> None:
    table = fallen_back()
    end = table.at("ney")
    assert end is not None
    assert not table.told(PrussiaEntered)
    # On its way it takes a Fortress that lies empty.
    assert table.state.control["koniggratz"] == "french"
    # The end alone means the way by the lowest hexes, which is shorter through Silesia.
    assert fallen_back(f"retreat ney > {end}").told(PrussiaEntered)


def defeat(strength: str, faces: list[int], *, called: bool = False) -> Table:
    """The table after Napoleon has attacked three units, with the faces that are rolled."""
    unit = f"french-{strength}-9"
    hex, target = Hex("2040"), Hex("2039")
    ctx = resolution(REAL, "1805", 4, border=True)
    if called:
        ctx.call_prussia()
    pieces = {
        unit: Piece(f"french-{strength}", hex),
        "napoleon": Piece("napoleon", hex),
        "french-supply-9": Piece("french-supply", hex),
        "austrian-18-2-9": Piece("austrian-18-2", target),
        "austrian-18-2-8": Piece("austrian-18-2", target),
        "austrian-18-2-7": Piece("austrian-18-2", target),
        "austrian-supply-9": Piece("austrian-supply", target),
    }
    state = replace(ctx.state, pieces=pieces)
    table = Table.__new__(Table)
    table.title, table.dice, table.events, table.battles = REAL, Dice("1805"), [], []
    ctx = REAL.resolution(replace(state, index=3), table.dice)
    REAL.procedure.resolve(ctx)
    table.state = ctx.state
    table.do(f"attack {target} by {unit} under napoleon", "end").stand()
    return table.do(f"resolve {target}", faces=faces)


# ---- sieges and the score


@pytest.mark.case("G-VP-0-1", "G-VP-0-2", "G-VP-0-3", "A-80", "A-72")
def test_the_total_follows_control_and_sieges_after_each_phase() -> None:
    box = plain(fortresses=["0612", "1212"])
    title = title_of(box, ["0612", "1212"])
    ring = {
        "french-2-5-1": Piece("french-2-5", Hex("0611")),
        "french-2-5-2": Piece("french-2-5", Hex("0613")),
    }
    ctx = resolution(title, "1806", 9, pieces=ring)
    judge(ctx)
    assert told(ctx, Besieged) == [Besieged("f0612")]
    assert told(ctx, Scored) == [Scored(Ratio(3, 1), Ratio(3, 1))]
    assert ctx.state.control["f0612"] == "allied"
    ctx.events.clear()
    ctx.enter("french-2-5-1", Hex("1212"))
    judge(ctx)
    assert told(ctx, Controlled) == [Controlled("f1212", "french", "french-2-5-1")]
    assert told(ctx, Relieved) == [Relieved("f0612")]
    assert told(ctx, Scored) == [Scored(Ratio(6, 1), Ratio(3, 1))]


@pytest.mark.case("A-125")
def test_a_fortress_that_its_besieger_enters_is_simply_his() -> None:
    title = title_of(plain(fortresses=["0612"]), ["0612"])
    ring = {
        f"french-2-5-{each}": Piece("french-2-5", Hex(hex))
        for each, hex in enumerate(("0611", "0613", "0712"))
    }
    ctx = resolution(title, "1806", 9, pieces=ring)
    judge(ctx)
    assert fortress_points(title.box, ctx.state) == 3
    ctx.enter("french-2-5-2", Hex("0612"))
    assert (ctx.state.control["f0612"], ctx.state.besieged) == ("french", ())
    assert fortress_points(title.box, ctx.state) == 6, "at once, not when the phase is over"
    judge(ctx)
    assert fortress_points(title.box, ctx.state) == 6
    assert not told(ctx, Relieved), "it was taken, and nobody relieved it"


@pytest.mark.case("G-VP-0-2", "A-80")
def test_the_actions_of_1805_score_once_and_by_losses() -> None:
    ctx = resolution(REAL, "1805", 3)
    before = action_points(REAL.box, ctx.state)
    ctx.enter("french-2-5-1", Hex("2243"))
    end(ctx)
    ctx.enter("french-2-5-1", Hex("2244"))
    end(ctx)
    assert action_points(REAL.box, ctx.state) == before + 2
    troops = [id for id, piece in ctx.state.pieces.items() if piece.kind == "austrian-4-3"]
    ctx.eliminate(troops[0], "battle")
    assert action_points(REAL.box, ctx.state) == before + 2
    ctx.eliminate(troops[1], "battle")
    assert action_points(REAL.box, ctx.state) == before + 3


@pytest.mark.case("G-FOR-G-2", "A-79", "A-126", "E-v-52")
def test_besieged_garrisons_go_when_the_last_turn_is_over_and_control_stays() -> None:
    title = title_of(plain(fortresses=["0612", "1212"]), ["0612"])
    turns = len(title.box.scenarios["1806"].turn)
    pieces = {
        "french-2-5-1": Piece("french-2-5", Hex("0611")),
        "french-2-5-2": Piece("french-2-5", Hex("0613")),
        "prussian-3-3-1": Piece("prussian-3-3", Hex("0612")),
        "blucher": Piece("blucher", Hex("0612")),
    }
    ctx = resolution(title, "1806", 6 * turns - 1, pieces=pieces)
    assert not next_phase(ctx)
    assert {event.unit for event in told(ctx, Eliminated) if isinstance(event, Eliminated)} == {
        "prussian-3-3-1",
        "blucher",
    }
    assert ctx.state.control["f0612"] == "allied"
    assert Fraction(ctx.state.halves, 2) == 6 + 3
    assert told(ctx, GameOver)


@pytest.mark.case("A-128", "G-GEN-7", "G-VP-A-1")
@pytest.mark.parametrize(("besiegers", "winner"), [(2, "french"), (1, "allied")])
def test_the_exact_total_decides(besiegers: int, winner: str) -> None:
    title = title_of(plain(fortresses=["0612", "1212"]), ["0612"])
    charts = [replace(chart, threshold=9) for chart in title.data.scenarios.scenario]
    title = GrandeArmee(replace(title.data, scenarios=replace(title.data.scenarios, scenario=charts)))
    stands = [Hex("0611"), Hex("0613")][:besiegers]
    pieces = {f"french-2-5-{each}": Piece("french-2-5", hex) for each, hex in enumerate(stands, 1)}
    ctx = resolution(title, "1806", 6 * len(charts[1].turn) - 1, pieces=pieces)
    next_phase(ctx)
    outcome = title.outcome(ctx.state)
    assert outcome is not None
    assert outcome.winner == winner
    assert outcome.score == sum(line.value for line in outcome.working) == ctx.state.halves


@pytest.mark.case("G-GEN-1", "G-GEN-8")
def test_two_seats_see_the_same_board() -> None:
    state = REAL.setup("1809", {}, Dice("seen")).state
    allied, french, public = (REAL.view(state, seat) for seat in ("allied", "french", None))
    assert replace(allied, orders={}) == replace(french, orders={}) == public


@pytest.mark.case("G-GEN-2", "G-GEN-3", "G-GEN-4")
def test_units_are_what_their_counters_say() -> None:
    kinds = REAL.box.kinds
    assert (kinds["french-5-4"].strength, kinds["french-5-4"].allowance) == (5, 4)
    assert {kind.arm for kind in kinds.values() if kind.combat} == {"infantry", "cavalry"}
    assert {kind.strength for kind in kinds.values() if kind.arm == "supply"} == {0}
    view = REAL.view(REAL.laid_out("1809", REAL.chosen({})), None)
    assert {unit.kind for unit in view.units.values() if unit.parenthesised} == {"leader", "depot"}


def test_the_prizes_of_a_deed_are_of_its_scenario() -> None:
    assert [deed.id for deed in REAL.box.deeds("1805")] == ["munich", "innsbruck", "losses"]
    assert REAL.box.deeds("1806") == list[Action]()
