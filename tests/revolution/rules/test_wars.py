"""States of war, and armies that come in and are paid (R-MIL-01 to 19)."""

from __future__ import annotations

import pytest

from data.revolution.schema import TABLES
from engines.core.dice import Dice
from engines.revolution.events import Bankrupt, FameChanged, Paid, WarChanged
from engines.revolution.phases.event_tables import modifiers
from engines.revolution.procedure import REGISTRY
from engines.revolution.resolution import Resolution
from engines.revolution.war.armies import bring, remove
from engines.revolution.war.events import ArmyCame, ArmyGone
from engines.revolution.war_answers import Disband
from tests.revolution.builder import BOX, TITLE, At, Table

FIRST = {"coburg": "lille", "brunswick": "metz", "wurmser": "strasbourg"}
SECOND = {"sardinian": "marseille", "spanish-1": "montpellier", "spanish-2": "toulouse", "york": "lille"}


def working(at: At) -> Resolution:
    """The position, to be changed as a chapter changes it."""
    return TITLE.resolution(at.state.copy(), Dice("war"))


def came(table: Table) -> dict[str, str]:
    return {event.army: event.region for event in table.told(ArmyCame)}


def wars(ctx: Resolution) -> list[tuple[str, bool]]:
    return [(event.war, event.on) for event in ctx.events if isinstance(event, WarChanged)]


@pytest.mark.case("R-MIL-01")
def test_war_comes_when_the_marker_reaches_seventeen() -> None:
    ctx = working(At("laws").tracks(coalition=15))
    ctx.move("coalition", 1, "POL")
    assert not ctx.state.war
    ctx.move("coalition", 1, "POL")
    assert (ctx.state.war, ctx.state.tracks["coalition"]) == (True, 20)


@pytest.mark.case("E-29", "R-MIL-01", "R-MIL-09", "R-MIL-07")
def test_a_declaration_brings_the_first_armies_at_the_next_reinforcement() -> None:
    ctx = working(At("laws"))
    ctx.declare_war("POL")
    assert (ctx.state.tracks["coalition"], wars(ctx)) == (20, [("foreign", True)])
    table = At("coalition-arrival").set(war=True).tracks(coalition=20).play()
    assert came(table) == FIRST
    assert table.state.entered
    assert came(At("coalition-arrival").set(war=True, entered=True).play()) == {}
    assert came(At("coalition-arrival").play()) == {}


@pytest.mark.case("R-MIL-02", "R-MIL-03", "A-34", "A-84")
def test_peace_when_none_is_left_and_not_before_the_first_have_come() -> None:
    at = At("battles").tracks(coalition=20).set(war=True, entered=True)
    at.army("coburg lille", "army-retz cholet").region("metz", coalition=True)
    ctx = working(at)
    remove(ctx, ["coburg"], "combat", "MIL")
    assert not ctx.state.war
    # The marker stays, and what the Coalition held; it has to rise again from below 17.
    assert (ctx.state.tracks["coalition"], ctx.state.regions["metz"].coalition) == (20, True)
    ctx.move("coalition", 1, "POL")
    assert not ctx.state.war
    early = working(At("battles").tracks(coalition=20).set(war=True).army("army-retz cholet"))
    remove(early, ["army-retz"], "combat", "MIL")
    assert early.state.war


@pytest.mark.case("R-MIL-02")
@pytest.mark.parametrize(("below", "region"), [(0, "lille"), (1, None)])
def test_a_peace_sends_the_coalition_home_below_the_level_of_its_second_armies(
    below: int, region: str | None
) -> None:
    ctx = working(At("commune-event").set(war=True, entered=True).army("coburg lille"))
    ctx.state.tracks["coalition"] = BOX.tables.levels.second - below
    ctx.make_peace("EVENT")
    assert ctx.state.armies["coburg"].region == region


@pytest.mark.case("R-MIL-02", "A-84")
def test_at_level_one_the_coalition_goes_home_and_political_control_stays() -> None:
    at = At("commune-event").tracks(coalition=10).set(war=True, entered=True, exiled=["lameth"])
    at.army("coburg lille", "brunswick metz").region("lille", coalition=True, control="royalist")
    ctx = working(at)
    remove(ctx, ["brunswick"], "combat", "MIL")
    ctx.move("coalition", -2, "EVENT", at_war=True)
    state = ctx.state
    assert (state.war, state.armies["coburg"].region, state.armies["coburg"].gone) == (False, None, False)
    assert (state.regions["lille"].coalition, state.regions["lille"].control) == (False, "royalist")
    assert state.exiled == []
    # Of the first armies only those come again that were not beaten.
    again = At("coalition-arrival").set(war=True, armies=state.armies).play()
    assert came(again) == {"coburg": "lille", "wurmser": "strasbourg"}


@pytest.mark.case("R-MIL-02", "R-MIL-03")
def test_a_war_for_which_nobody_is_left_ends_when_nobody_comes() -> None:
    at = At("coalition-arrival").set(war=True)
    for id in FIRST:
        at.army(f"{id} lille")
    ctx = working(at)
    ctx.state.war = False
    remove(ctx, FIRST, "combat", "MIL")
    table = At("coalition-arrival").set(war=True, armies=ctx.state.armies).play()
    assert not table.state.war


@pytest.mark.case("R-MIL-04", "R-MIL-05", "A-35", "A-85")
def test_civil_war_by_catholic_armies_or_four_revolts() -> None:
    at = At("battles").region("lyon", "caen", revolt=True)
    ctx = working(at)
    ctx.revolt("nimes", None, "ACT")
    assert wars(ctx) == [("civil", True)]
    ctx.calm("nimes", "ACT")
    assert wars(ctx)[1:] == [("civil", False)]
    # The raised Commune is none of the four.
    three = working(At("battles").region("lyon", revolt=True).set(commune=True))
    three.revolt("nimes", None, "ACT")
    assert wars(three) == []
    # The first Catholic army begins one, which goes on while any is in sight.
    bring(three, "army-retz", "cholet", "MIL")
    bring(three, "army-centre", "cholet", "MIL")
    three.calm("nimes", "ACT")
    remove(three, ["army-retz"], "combat", "MIL")
    assert wars(three) == [("civil", True)]
    remove(three, ["army-centre"], "combat", "MIL")
    assert wars(three)[1:] == [("civil", False)]
    # Neither a later one nor an Allied army begins another: four revolts do.
    bring(three, "army-catholic", "cholet", "MIL")
    bring(three, "coburg", "lille", "MIL")
    assert not three.state.civil
    three.revolt("nimes", None, "ACT")
    three.revolt("caen", None, "ACT")
    assert three.state.civil


@pytest.mark.case("A-31", "A-32")
def test_laws_of_war_lapse_with_it() -> None:
    for rising, kept in ((False, []), (True, ["conscription"])):
        at = (
            At("battles")
            .set(war=True, entered=True, laws=["conscription", "fatherland"])
            .army("coburg lille")
        )
        if rising:
            at.army("army-retz cholet")
        ctx = working(at)
        ctx.see_to_civil_war("MIL", risen=rising)
        remove(ctx, ["coburg"], "combat", "MIL")
        assert ctx.state.laws == kept
        remove(ctx, ["army-retz"], "combat", "MIL")
        assert ctx.state.laws == []
    # What a Catholic army alone prompted lasts as long as civil war; conscription knows foreign war.
    at = At("battles").set(laws=["conscription", "fatherland"], lapsing=["fatherland"], civil=True)
    ctx = working(at.army("army-retz orleans"))
    ctx.declare_war("POL")
    ctx.make_peace("MIL")
    assert ctx.state.laws == ["conscription", "fatherland"]
    peace = working(at)
    remove(peace, ["army-retz"], "combat", "MIL")
    assert peace.state.laws == ["conscription"]


@pytest.mark.case("A-95")
def test_civil_war_changes_no_table() -> None:
    calm, torn = At("commune-event"), At("commune-event").army("army-retz cholet").set(civil=True)
    for table in TABLES:
        assert modifiers(BOX, calm.state, table) == modifiers(BOX, torn.state, table)


@pytest.mark.case("R-MIL-10", "R-REGIME-21", "R-REGIME-35", "A-11", "A-12")
def test_what_a_new_regime_brings_waits_for_war() -> None:
    at = At("coalition-arrival").regime("convention", convention=True, war=True, entered=True)
    at.army("coburg lille").region("nantes", control="gironde")
    assert came(at.play()) == SECOND
    assert came(at.region("marseille", control="royalist").play()) == {**SECOND, "fleet": "marseille"}
    peace = At("coalition-arrival").regime("convention", convention=True)
    assert came(peace.play()) == {}
    first = At("coalition-arrival").set(war=True, entered=True).army("coburg lille")
    assert came(first.play()) == {}
    at_once = At("coalition-arrival", "-regime-armies-need-war").regime("terror", convention=True)
    at_once.region("nantes", control="gironde")
    assert came(at_once.play()) == {}
    assert came(at_once.set(achieved=["regime terror by mountain"]).play()) == SECOND


@pytest.mark.case("R-MIL-08", "R-MIL-10", "A-13")
def test_where_quiberon_lands() -> None:
    def at(*options: str) -> At:
        found = At("coalition-arrival", *options).regime("terror", convention=True, war=True, entered=True)
        return found.army("coburg lille")

    assert came(at().play())["quiberon"] == "nantes"
    assert "quiberon" not in came(at("-quiberon-entry").play())
    both = at().region("brest", control="royalist")
    table = both.play()
    assert table.asked == [("royalist", "land")]
    table.refused("royalist", "land quiberon in rouen", "R-MIL-10")
    assert table.do("royalist", "land quiberon in brest").state.armies["quiberon"].region == "brest"
    assert table.state.war
    assert "quiberon" not in came(at().region("nantes", control="gironde").play())
    form = At("laws", "-letter").regime("terror").play()
    form.refused("marais", "file land quiberon in brest", "R-MIL-08")


@pytest.mark.case("R-MIL-11", "R-MIL-12", "R-MIL-13", "A-37", "R-MIL-04", "A-97")
def test_catholic_armies_rise_by_their_generals_each_once() -> None:
    early = At("catholic-arrival").people("charette cholet", "chouan tours", "cadoudal brest")
    assert ("royalist", "muster") not in early.play().asked
    early.forbids("royalist", "muster army-retz by charette", "R-MIL-11")
    at = early.set(clergy_17=True)
    table = at.play()
    assert table.asked == [("royalist", "muster")]
    table.refused("royalist", "muster army-retz by chouan", "R-MIL-11")
    table.refused("royalist", "muster army-retz by marat", "R-MIL-12")
    table.refused("royalist", "muster coburg by charette", "R-MIL-11")
    table.do("royalist", "muster army-retz by charette")
    assert (table.state.armies["army-retz"].region, table.state.civil) == ("cholet", True)
    table.refused("royalist", "muster army-retz by charette", "R-MIL-13")
    # No limit for a general: he raises the others too.
    table.do("royalist", "muster army-centre by charette").do("royalist", "muster army-catholic by charette")
    assert ("royalist", "muster") not in table.asked
    at.army("army-retz cholet", gone=True)
    at.forbids("royalist", "muster army-retz by charette", "R-MIL-13")
    at.person("charette", current="feuillant").forbids(
        "royalist", "muster army-centre by charette", "R-MIL-12"
    )


@pytest.mark.case("R-MIL-11")
def test_the_clergy_need_have_reached_seventeen_but_once() -> None:
    ctx = working(At("laws").tracks(clergy=16))
    ctx.move("clergy", 1, "POL")
    ctx.move("clergy", -5, "POL")
    assert ctx.state.clergy_17


@pytest.mark.case("R-MIL-15", "R-MIL-16")
def test_volunteers_and_where_they_rise() -> None:
    at = At("government-arrival").set(laws=["conscription"]).army("coburg lille").region("lyon", revolt=True)
    table = at.play()
    table.refused("feuillant", "levy lille", "R-MIL-16")
    table.refused("feuillant", "levy nantes", "R-MIL-16")
    table.refused("feuillant", "levy lyon", "R-MIL-16")
    table.do("feuillant", "levy dijon")
    assert came(table) == {"volunteer-1": "dijon"}
    assert ("feuillant", "levy") not in table.asked
    mass = At("government-arrival").set(laws=["conscription"], levy=3).play()
    for region in ("dijon", "dijon", "metz", "paris"):
        mass.do("feuillant", f"levy {region}")
    assert list(came(mass).values()) == ["dijon", "dijon", "metz", "paris"]
    assert came(At("government-arrival").play()) == {}


@pytest.mark.case("R-MIL-15", "A-89", "R-SETUP-15")
def test_volunteers_without_a_counter_or_a_region_are_lost() -> None:
    at = At("government-arrival").set(levy=3)
    at.army(*(f"volunteer-{number} lyon" for number in range(1, 16)))
    table = at.play().do("feuillant", "levy paris")
    assert (table.state.levy, ("feuillant", "levy") in table.asked) == (0, False)
    nowhere = At("government-arrival").set(levy=3).region(*BOX.region, control="royalist").play()
    assert (nowhere.state.levy, came(nowhere)) == (0, {})


@pytest.mark.case("E-46", "R-MIL-14", "R-MIL-17", "R-MIL-18")
def test_what_armies_cost() -> None:
    def spent(at: At, who: str) -> int:
        return sum(paid.amount for paid in at.play().told(Paid) if (paid.actor, paid.for_) == (who, "armies"))

    assert spent(At("maintenance"), "government") == 400
    assert spent(At("maintenance").tracks(economy=9), "government") == 800
    vendee = At("maintenance").tracks(economy=9).army("army-retz army-centre army-catholic cholet")
    assert spent(vendee.purse(royalist=600), "royalist") == 600
    assert spent(At("maintenance").army("coburg lille").purse(royalist=600), "royalist") == 0


@pytest.mark.case("R-MIL-18", "R-MIL-13", "A-98")
def test_the_royalist_chooses_which_of_his_go_unpaid() -> None:
    at = At("maintenance").army("army-retz army-centre cholet").purse(royalist=150)
    table = at.play()
    assert table.asked == [("royalist", "disband")]
    table.refused("royalist", "disband coburg", "R-MIL-17")
    table.do("royalist", "disband army-centre")
    assert table.state.armies["army-centre"].gone
    assert table.state.armies["army-retz"].region == "cholet"
    assert table.told(Bankrupt) == []
    rich = At("maintenance").army("army-retz cholet")
    rich.forbids("royalist", "disband army-retz", "R-MIL-17")


@pytest.mark.case("R-MIL-17", "R-MIL-18")
def test_who_is_short_of_money_is_offered_its_own_armies_to_disband() -> None:
    poor = At("maintenance").army("army-retz army-centre cholet").purse(royalist=150, government=0).state

    def drafted(seat: str) -> set[str]:
        drafts = REGISTRY.of["disband"].suggestions(BOX, poor, seat)
        return {answer.army for draft in drafts for answer in draft if isinstance(answer, Disband)}

    assert drafted("royalist") == {"army-retz", "army-centre"}
    assert drafted("feuillant") == {id for id in BOX.army if poor.armies[id].region} - {
        "army-retz",
        "army-centre",
    }
    assert drafted("gironde") == set()


@pytest.mark.case("E-50", "R-MIL-17", "A-63", "R-ECON-15", "A-98")
def test_an_unpaid_regular_army_is_bankruptcy_once() -> None:
    at = At("maintenance").army("volunteer-1 lyon").purse(government=250)
    table = at.play().done("feuillant")
    gone = [event.army for event in table.told(ArmyGone)]
    # Volunteers first, then regulars by what their regions pay: Metz and Strasbourg before Lille.
    assert gone[0] == "volunteer-1"
    assert (len(gone), "regular-lille" in gone) == (3, False)
    assert not table.state.armies["volunteer-1"].gone
    assert [event.fame for event in table.told(Bankrupt)] == [True, False]
    lost = [(event.actor, event.by) for event in table.told(FameChanged) if event.case == "MIL"]
    assert lost == [("feuillant", -5), ("government", -2)]
    later = At("maintenance").purse(government=300).set(bankrupt=1, turn=3).play().done("feuillant")
    assert [event.fame for event in later.told(Bankrupt)] == [False]
    yearly = At("maintenance", "-bankruptcy-limit").purse(government=300).set(bankrupt=1, turn=3)
    assert [event.fame for event in yearly.play().done("feuillant").told(Bankrupt)] == [True]


@pytest.mark.case("R-MIL-06")
def test_who_is_whose_enemy() -> None:
    at = At("battles").army("coburg army-retz cholet").play()
    assert ("royalist", "wish") not in at.asked
