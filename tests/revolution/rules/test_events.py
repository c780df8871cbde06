"""The sixteen event tables (R-EVENT-01 to 18)."""

from __future__ import annotations

from typing import Any

import pytest

from data.revolution.schema import Row
from data.revolution.tables import REGIMES, SEATS
from engines.core.dice import Dice
from engines.revolution.answers import Decide
from engines.revolution.events import Deposed, RowCame
from engines.revolution.frames import Deposition, Question
from engines.revolution.phases import event_tables
from engines.revolution.politics.events import Cast
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import State, put_army
from engines.revolution.war.events import ArmyGone
from tests.revolution.builder import BOX, TITLE, At, Table

WHEN = "commune-event"
ROWS: dict[str, str] = {
    "legislative": """
economy 2: marseille nobody revolt, clergy -2
economy 3: marseille nobody revolt
economy 4: bordeaux nobody
economy 5: cahors nobody
economy 6: limoges nobody
economy 7: marais -200 cash
economy 8: marais -300 cash
economy 9: amiens nobody
economy 10: lille nobody
economy 11: orleans nobody revolt
economy 12: dijon nobody revolt
politics 2: gironde +1, coalition +2
politics 3: gironde -1
politics 4: gironde -1, coalition +1
politics 5: feuillant +1, coalition +1
politics 6: feuillant -1, coalition -1
politics 7: bonus turn-convince-feuillant +2
politics 8: bonus turn-convince-gironde +2
politics 9: sans-culotte +1
politics 10: gironde -1, mountain +1
politics 11: lille rests
politics 12: gironde +1, mountain +1
counter-revolution 2-3: coalition +2
counter-revolution 4: clergy +1, coalition +1, commune -1
counter-revolution 5: coalition +2
counter-revolution 6: coalition -2
counter-revolution 7: brest nobody
counter-revolution 8: nimes nobody
counter-revolution 9: clergy +2
counter-revolution 10: marseille royalist revolt, clergy +1
counter-revolution 11: event-army asked
counter-revolution 12: clergy +3, commune +3
commune 2: paris gironde, Commune gironde
commune 3 yes: feuillant -1, marais -1, commune -2
commune 3 no: feuillant +1, commune +2
commune 4 yes: government +1, commune -1
commune 4 no: government -1, commune +1
commune 5: commune +2
commune 6: commune +1
commune 7: commune -2
commune 8: commune +1
commune 9: economy +2
commune 10 yes: commune -2, government -300 cash
commune 10 no: government -2, commune +2
commune 11: government -500 cash
commune 12: paris nobody, Commune nobody
""",
    "convention": """
economy 2: lyon sans-culotte revolt
economy 3: orleans sans-culotte revolt
economy 4: tours sans-culotte revolt
economy 5: marais -200 cash
economy 6: marais -100 cash
economy 7: marais -200 cash
economy 8: marais -300 cash
economy 9: dijon nobody revolt
economy 10: montpellier nobody revolt
economy 11: metz nobody revolt
economy 12: rouen nobody revolt
politics 2: bonus trial +4
politics 3: bonus trial -2
politics 4: la-fayette away feuillant, lameth away feuillant, metz shaken
politics 5: gironde -1, commune -2
politics 6: commune +2, bonus arrest-marat +2
politics 7: mountain -1
politics 8: mountain -1
politics 9: gironde -1
politics 10: gironde -1
politics 11: commune -3
politics 12: commune +3, Commune sans-culotte
counter-revolution 2: cholet royalist revolt
counter-revolution 3: bonus trial -2
counter-revolution 4: event-army asked
counter-revolution 5: sardinian off
counter-revolution 6: regular-metz off
counter-revolution 7: marseille nobody
counter-revolution 8: lyon nobody
counter-revolution 9: rouen nobody
counter-revolution 10: nimes royalist revolt
counter-revolution 11: clergy +2
counter-revolution 12: regular-lille off, regular-metz off
commune 2: bonus trial +2
commune 3-4: barnave dead feuillant, charette dead royalist
commune 5: clergy +2
commune 6: commune +1
commune 7-8: commune -1
commune 9 yes: government -300 cash
commune 9 no: gironde -1, government -1, commune +2
commune 10: government -200 cash
commune 11: paris nobody
commune 12: commune +3
""",
    "terror": """
economy 2-3: dijon nobody, marais -100 cash
economy 4-5: tours nobody, marais -100 cash
economy 6-7: orleans nobody, marais -200 cash
economy 8-9: metz nobody, marais -200 cash
economy 10-11: amiens nobody, marais -300 cash
economy 12: marseille nobody revolt
politics 2: marat dead mountain
politics 3: caen gironde revolt
politics 4: later
politics 5-6: later
politics 7-8: bonus outlaw-excessive +2, later
politics 9-10: bonus arrest-suppress +2, bonus outlaw-excessive +2, bonus outlaw-merciful +2
politics 11: mountain +1, bonus laws +2
politics 12: bonus laws -4
counter-revolution 2-3: angers nobody
counter-revolution 4-5: nantes nobody
counter-revolution 6-7: marseille royalist revolt
counter-revolution 8-9: cholet royalist revolt
counter-revolution 10-11-12: lyon royalist revolt
commune 2-3: commune +2
commune 4-5: commune -2
commune 6: temporary paris
commune 7 yes: government +2, commune -3
commune 7 no: government -1, commune +3
commune 8-9: bonus outlaw-merciful +2
commune 10-11 yes: government +1, government -300 cash
commune 10-11 no: paris nobody, government -200 cash
commune 12: paris nobody, government -200 cash
""",
    "thermidor": """
economy 2: nimes nobody
economy 3: strasbourg nobody
economy 4: lyon nobody
economy 5: marseille nobody
economy 6: strasbourg feuillant
economy 7: nimes feuillant
economy 8: marseille feuillant
economy 9: lyon feuillant
economy 10: orleans nobody, government -200 cash
economy 11: rouen nobody, government -300 cash
economy 12: economy +5, commune +5
politics 2-3: bonus turn-convince-feuillant +2
politics 4-5: bonus turn-convince-mountain +2
politics 6: commune +2
politics 7-8: bonus outlaw-terrorists +2
politics 9: bonus arrest-suppress +2
politics 10: barere free mountain, later
politics 11: open True
politics 12: paris mountain, commune -5, Commune down
counter-revolution 2-3: clergy -4
counter-revolution 4-5: clergy -2, coalition -5, brunswick off, spanish-1 off, spanish-2 off
counter-revolution 6-7: clergy -5
counter-revolution 8: clergy +2
counter-revolution 9-10: clergy +4
counter-revolution 11: brest royalist revolt
counter-revolution 12: cholet royalist revolt
commune 2-3: bonus arrest-outlawed +2
commune 4-5: commune -2
commune 6-7: commune -4
commune 8-9-10 yes: government +1, government -300 cash
commune 8-9-10 no: government -1, commune +3
commune 11-12: Commune nobody
""",
}
"""What each row brings, as the data file's tables have it (R-EVENT-15 to 18)."""


def come(at: At, row: str) -> Table:
    """A row comes about in a position; nothing else of the step follows but what it asks."""
    ctx = TITLE.resolution(at.state.copy(), Dice("row"))
    ctx.state.stack.clear()
    event_tables.happen(ctx, BOX.row[row])
    return Table(ctx.state)


def differences(row: Row, said: str = "") -> str:
    """What a row changes where it can change all that it is about."""
    at = At(WHEN).regime(row.regime).region(*BOX.region, control="marais", revolt=False)
    at.army("regular-lille lille", "regular-metz amiens", "regular-strasbourg regular-marseille angers")
    at.army("sardinian spanish-1 spanish-2 brunswick toulouse")
    for prisoner in ("charette", "barnave", "chaumette", "louis"):
        at.person(prisoner, state="prison")
    for seat in (*SEATS, "government"):
        at.state.fame[seat], at.state.purses[seat] = 10, 1000
    at.tracks(economy=10, clergy=10, coalition=10, commune=10).set(former=None)
    if "calm" in " ".join(row.effects):
        at.set(commune=True, leader="mountain")
    before = at.state
    ctx = TITLE.resolution(before.copy(), Dice("row"))
    ctx.state.stack.clear()
    event_tables.happen(ctx, row)
    if said:
        yes = said == "yes"
        ctx.state.stack.clear()
        if "special deposition" in row.effects:
            vote = Deposition("deposition", row.id, dict.fromkeys(SEATS, int(yes)), asked=True)
            ctx.push(vote)
            event_tables.Deposing().go_on(ctx, vote)
        else:
            REGISTRY.of["event"].resolved(ctx, row.id, {before.government: Decide(row.id, yes)})
    return ", ".join(_changed(before, ctx.state))


def _changed(before: State, after: State) -> list[str]:
    found = []
    for id, region in after.regions.items():
        old = before.regions[id]
        if region != old:
            found.append(f"{id} {region.control or 'nobody'}{' revolt' if region.revolt else ''}")
    for name in ("fame", "tracks", "purses"):
        for who, value in getattr(after, name).items():
            by = value - getattr(before, name)[who]
            if by:
                found.append(f"{who} {by:+d}{' cash' if name == 'purses' else ''}")
    for id, person in after.people.items():
        if person != before.people[id]:
            found.append(f"{id} {person.state} {person.current}")
    for id, army in after.armies.items():
        if army != before.armies[id]:
            found.append(f"{id} {army.region or 'off'}")
    found += [f"bonus {what} {by:+d}" for what, by in after.bonuses.items()]
    if (after.commune, after.leader) != (before.commune, before.leader):
        found.append(f"Commune {after.leader or 'nobody' if after.commune else 'down'}")
    found += [f"open {after.open}"] if after.open else []
    found += [f"{id} rests" for id in after.resting] + [f"{id} shaken" for id in after.shaken]
    found += [f"{frame.kind} asked" for frame in after.stack if isinstance(frame, Question)]
    found += ["later"] if after.later else []
    return found


@pytest.mark.case("R-EVENT-14", "R-EVENT-15", "R-EVENT-16", "R-EVENT-17", "R-EVENT-18", "A-71")
@pytest.mark.parametrize("regime", REGIMES)
def test_every_row_of_the_four_tables(regime: str) -> None:
    brought = []
    for row in BOX.row.values():
        if row.regime == regime:
            rolls = "-".join(map(str, row.rolls))
            answers = ("yes", "no") if row.yes else ("",)
            brought += [
                f"{row.table} {rolls}{f' {said}' if said else ''}: {differences(row, said)}"
                for said in answers
            ]
    assert brought == ROWS[regime].split("\n")[1:-1]


def rows(table: Table) -> list[str]:
    return [event.row.removeprefix("legislative-") for event in table.told(RowCame)]


@pytest.mark.case("R-EVENT-01", "R-EVENT-02", "R-EVENT-04")
def test_four_rolls_in_order_each_with_what_it_adds_then() -> None:
    # The third raises the Coalition to its second level; the fourth is changed by what holds then.
    table = At("economy-event").tracks(economy=8, coalition=8).play(3, 4, 5, 6, 1, 1, 4, 3)
    assert rows(table) == ["economy-7", "politics-7", "counter-revolution-2", "commune-10"]
    came = {event.row: event for event in table.told(RowCame)}
    assert came["legislative-politics-7"].modifiers == [("peace", -4)]
    assert came["legislative-commune-10"].modifiers == [("economy", 1), ("peace", 2)]
    assert table.state.tracks["coalition"] == 10
    assert table.asked == [("feuillant", "event")]


@pytest.mark.case("R-EVENT-02")
@pytest.mark.parametrize(
    ("regime", "table", "changes", "added"),
    [
        ("legislative", "politics", {"war": True, "government": "gironde"}, 7),
        ("legislative", "counter-revolution", {"war": True}, 4),
        ("legislative", "commune", {"war": True, "ousted": True}, -5),
        ("convention", "politics", {}, -4),
        ("convention", "economy", {"fame": {"sans-culotte": 10}}, -4),
        ("convention", "counter-revolution", {}, -4),
        ("convention", "commune", {}, -4),
        ("terror", "politics", {"outlawed": ["excessive", "merciful"]}, 0),
        ("terror", "commune", {"tracks": {"economy": 4, "commune": 17}}, 2),
        ("thermidor", "politics", {"tracks": {"economy": 17, "clergy": 9}}, 5),
        ("thermidor", "counter-revolution", {"tracks": {"coalition": 17}}, 2),
    ],
)
def test_what_is_added_to_the_dice(regime: str, table: Any, changes: dict[str, Any], added: int) -> None:
    at = At(WHEN).regime(regime)
    for field, value in changes.items():
        if isinstance(value, dict):
            getattr(at.state, field).update(value)
        else:
            at.set(**{field: value})
    assert sum(by for _, by in event_tables.modifiers(BOX, at.state, table)) == added


@pytest.mark.case("R-EVENT-02")
def test_a_dead_king_changes_the_tables_and_a_roll_stays_within_them() -> None:
    at = At("politics-event").regime("convention").person("louis", state="dead")
    table = at.play(6, 6, 1, 2, 1, 1)
    assert [event.roll for event in table.told(RowCame)][:1] == [12]
    assert At("politics-event").play(1, 1).told(RowCame)[0].roll == 2


@pytest.mark.case("R-EVENT-03", "R-EVENT-04")
def test_the_communes_table_is_passed_over_while_paris_has_fallen() -> None:
    fallen = At(WHEN).army("coburg paris")
    assert fallen.play().told(RowCame) == []
    assert len(At(WHEN).army("coburg paris").set(commune=True).play(5, 4).told(RowCame)) == 1


@pytest.mark.case("R-EVENT-05")
@pytest.mark.parametrize(("state", "fame"), [("dead", 11), ("prison", 11), ("away", 10), ("free", 10)])
def test_a_row_needs_its_person_alive_and_out_of_prison(state: str, fame: int) -> None:
    at = At("politics-event").person("marat", state=state)
    table = at.play(3, 4, 4, 3, 4, 3)
    assert (rows(table)[0], table.state.fame["gironde"]) == ("politics-3", fame)


@pytest.mark.case("R-EVENT-06", "R-EVENT-05")
def test_a_row_marked_once_comes_once_and_another_brings_it_again() -> None:
    at = At("counter-revolution-event").set(fired=["legislative-counter-revolution-5"])
    table = at.play(4, 4, 3, 3)
    assert (rows(table)[0], table.state.tracks["coalition"]) == ("counter-revolution-5", 4)
    assert table.told(RowCame)[0].void == "it has happened already"
    rearmed = come(at, "legislative-counter-revolution-6")
    assert rearmed.state.fired == []
    again = At("counter-revolution-event").play(4, 4, 3, 3)
    assert (again.state.tracks["coalition"], again.state.fired) == (6, ["legislative-counter-revolution-5"])
    # What comes in war alone is not used up in peace.
    peace = At("politics-event").regime("convention").play(4, 4, 3, 3, 3, 3)
    assert (peace.told(RowCame)[0].void, peace.state.fired) == ("there is no foreign war", [])


@pytest.mark.case("R-EVENT-07", "R-EVENT-09")
def test_what_becomes_neutral() -> None:
    for at in (At(WHEN).region("lille", revolt=True), At(WHEN).region("lille", coalition=True)):
        assert come(at, "legislative-economy-10").state.regions["lille"].control == "mountain"
        assert (
            come(at.region("lyon", revolt=True), "thermidor-economy-9").state.regions["lyon"].control
            == "marais"
        )
    royal = At(WHEN).region("nimes", "brest", control="royalist").region("brest", control="gironde")
    assert come(royal, "legislative-counter-revolution-8").state.regions["nimes"].control == "royalist"
    assert come(royal, "legislative-counter-revolution-7").state.regions["brest"].control is None


@pytest.mark.case("R-EVENT-08")
def test_where_revolts_of_events_do_not_come() -> None:
    garrison = At(WHEN)
    assert not come(garrison, "legislative-economy-3").state.regions["marseille"].revolt
    assert not come(garrison, "legislative-counter-revolution-10").state.regions["marseille"].revolt
    held = At(WHEN).army("sardinian marseille").region("marseille", coalition=True)
    held.army("regular-marseille lyon")
    assert not come(held, "legislative-economy-3").state.regions["marseille"].revolt
    rising = come(held, "legislative-counter-revolution-10").state.regions["marseille"]
    assert (rising.revolt, rising.control, rising.coalition) == (True, "royalist", True)
    theirs = At(WHEN).region("lyon", revolt=True, control="gironde")
    assert come(theirs, "convention-economy-2").state.regions["lyon"].control == "gironde"


@pytest.mark.case("R-EVENT-10", "R-ECON-07", "R-ECON-16")
def test_who_pays() -> None:
    neutral = come(At(WHEN), "legislative-economy-7").state
    assert sum(neutral.purses.values()) == sum(At(WHEN).state.purses.values())
    poor = come(At(WHEN).purse(feuillant=120, government=100), "legislative-economy-8").state
    assert (poor.purses["feuillant"], poor.spent) == (0, 0)
    assert come(At(WHEN).purse(government=100), "legislative-commune-11").state.purses["government"] == 0
    spared = come(At(WHEN).region("tours", control="sans-culotte"), "convention-economy-6").state
    assert spared.purses["sans-culotte"] == 350


@pytest.mark.case("R-EVENT-11")
def test_bonuses_of_events_add_up_and_last_for_the_turn() -> None:
    at = At(WHEN).set(bonuses={"trial": 4})
    assert come(at, "convention-commune-2").state.bonuses == {"trial": 6}
    late = At("fame").set(bonuses={"trial": 4}).play()
    assert (late.state.turn, late.state.bonuses) == (2, {})


@pytest.mark.case("R-EVENT-12")
def test_what_the_government_may_answer_beforehand_is_all_that_events_ask_of_it_alone() -> None:
    at = At("talk", "-letter").set(filed=[])
    question = REGISTRY.of["event"]
    asked = [row for row in BOX.row.values() if row.regime == "legislative" and row.yes]
    voted = {row.id for row in asked if "special deposition" in row.effects}
    drafts = question.suggestions(BOX, at.state, "feuillant")
    assert voted
    assert {answer.row for draft in drafts for answer in draft if isinstance(answer, Decide)} >= {
        row.id for row in asked
    } - voted
    for row in asked:
        refusal = question.refusal_ahead(BOX, at.state, "feuillant", Decide(row.id, True))
        assert (refusal is not None) == (row.id in voted)


@pytest.mark.case("R-EVENT-12", "A-20", "A-81")
def test_the_government_decides_and_the_deputies_on_the_deposition() -> None:
    at = At(WHEN).purse(government=250)
    table = At(WHEN).play(4, 3)
    assert table.asked == [("feuillant", "event")]
    table.do("feuillant", "decide legislative-commune-10 yes")
    assert (table.state.purses["government"], table.state.tracks["commune"]) == (2000, 2)
    assert REGISTRY.of["event"].default(BOX, at.state, "feuillant", "legislative-commune-10") == Decide(
        "legislative-commune-10", False
    )
    # Thirteen against thirteen: whoever holds the King decides.
    for king, passed in (("yes", True), ("no", False)):
        table = come(At(WHEN), "legislative-commune-3")
        assert {kind for _, kind in table.asked} == {"deposition"}
        other = {"yes": "no", "no": "yes"}[king]
        for seat in SEATS:
            # The Feuillant 8, the Gironde 4 and a deputy of the Mountain are thirteen.
            table.do(seat, f"depose {king if seat in ('feuillant', 'gironde', 'mountain') else other}")
        told = table.last(Deposed)
        assert (told.yes, told.no, told.passed) == (13, 13, passed)


@pytest.mark.case("A-22", "R-EVENT-12")
def test_open_votes_on_the_deposition_are_cast_in_turn_order_and_seen() -> None:
    table = come(At(WHEN, "open-votes"), "legislative-commune-3")
    for seat in table.state.order:
        assert table.asked == [(seat, "deposition")]
        table.do(seat, f"depose {'yes' if seat in ('feuillant', 'gironde') else 'no'}")
        assert [(cast.seat, cast.value) for cast in table.events if isinstance(cast, Cast)] == [
            (seat, int(seat in ("feuillant", "gironde")))
        ]
    told = table.last(Deposed)
    assert (told.yes, told.no, told.passed) == (12, 14, False)


@pytest.mark.case("R-EVENT-12", "A-58", "A-105")
def test_armies_that_events_cost() -> None:
    table = come(At(WHEN), "legislative-counter-revolution-11")
    assert table.asked == [("royalist", "event-army")]
    table.do("royalist", "sacrifice regular-metz")
    assert table.state.armies["regular-metz"].gone
    back = come(At(WHEN).regime("convention"), "convention-counter-revolution-4")
    back.refused("gironde", "sacrifice regular-metz", "R-EVENT-12")
    back.do("gironde", "sacrifice regular-lille")
    assert back.state.armies["regular-lille"].region == "amiens"
    north = At(WHEN).regime("convention").army("coburg amiens", "brunswick metz", "regular-metz lyon")
    barred = come(north, "convention-counter-revolution-4")
    assert barred.do("gironde", "sacrifice regular-lille").state.armies["regular-lille"].region == "lille"


@pytest.mark.case("R-EVENT-13")
@pytest.mark.parametrize(
    ("row", "averted", "loser", "by"),
    [
        ("terror-politics-4", {"person": "roux"}, "mountain", -1),
        ("terror-politics-5", {"outlawed": ["excessive"]}, "mountain", -2),
        ("terror-politics-7", {"achieved": ["law outlaw-excessive by government"]}, "mountain", -2),
        ("thermidor-politics-10", {"outlawed": ["terrorist"]}, "marais", -2),
    ],
)
def test_what_is_due_at_the_end_of_the_turn(row: str, averted: dict[str, Any], loser: str, by: int) -> None:
    for spared in (False, True):
        at = At("fame").regime(BOX.row[row].regime).set(later=[row])
        if spared and "person" in averted:
            at.person(averted["person"], state="prison")
        elif spared:
            at.set(**averted)
        before = at.state.fame[loser]
        assert at.play().state.fame[loser] - before == (0 if spared else by)


@pytest.mark.case("A-50", "A-51", "R-ACT-61", "R-ACT-64", "A-105")
def test_what_events_do_with_the_commune() -> None:
    led = At(WHEN).set(commune=True, leader="mountain")
    assert come(led, "thermidor-commune-11").state.leader == "mountain"
    assert come(led, "legislative-commune-12").state.leader is None
    calm = come(led, "thermidor-politics-12").state
    assert (calm.commune, calm.regions["paris"].control) == (False, "mountain")
    nobody = come(At(WHEN).set(commune=True), "thermidor-politics-12").state
    assert nobody.regions["paris"].control is None
    fallen = come(At(WHEN).army("coburg paris"), "convention-politics-12").state
    assert not fallen.commune


@pytest.mark.case("R-MIL-19")
def test_the_temporary_army_is_there_for_its_turn_and_costs_nothing() -> None:
    table = come(At(WHEN).regime("terror"), "terror-commune-6")
    assert table.state.armies["temporary"].region == "paris"
    late = At("maintenance").army("temporary paris").play()
    assert late.state.purses["government"] == 1900
    over = At("fame").army("temporary paris").play()
    assert over.state.armies["temporary"].region is None
    assert [(event.army, event.region) for event in over.told(ArmyGone)] == [("temporary", "paris")]


@pytest.mark.case("A-71")
def test_robespierres_speech_by_option() -> None:
    at = At(WHEN, "leg-politics-4")
    assert come(at, "legislative-politics-4").state.tracks["coalition"] == 3


@pytest.mark.case("A-33")
@pytest.mark.parametrize(("option", "at"), [("coalition-in-war", 18), ("-coalition-in-war", 20)])
def test_in_war_events_move_the_coalition_and_laws_do_not(option: str, at: int) -> None:
    war = At(WHEN, option).tracks(coalition=20).set(war=True)
    assert come(war, "legislative-counter-revolution-6").state.tracks["coalition"] == at
    ctx = TITLE.resolution(war.state.copy(), Dice("law"))
    ctx.move("coalition", -2, "POL")
    assert ctx.state.tracks["coalition"] == 20


def test_answers_to_events_are_given_in_the_form_of_the_talk() -> None:
    table = At("talk", "-letter").set(filed=[]).play()
    table.refused("marais", "file decide legislative-commune-10 yes", "R-EVENT-12")
    for seat in SEATS:
        table.do(seat, "file decide all no ; depose yes" if seat == "feuillant" else "file depose yes")
    assert "events" in table.state.filed


@pytest.mark.case("R-EVENT-12", "R-EVENT-15")
@pytest.mark.parametrize(
    ("where", "lost"),
    [
        ("regular-lille marseille; volunteer-1 lyon", "regular-lille"),
        ("regular-lille nimes; volunteer-1 lyon", "volunteer-1"),
        ("regular-lille nimes; regular-metz dijon", "regular-lille"),
        ("volunteer-1 brest; regular-metz strasbourg", "regular-metz"),
        ("sardinian marseille", None),
    ],
)
def test_the_army_that_is_nearest_to_marseille_is_lost(where: str, lost: str | None) -> None:
    at = At(WHEN).regime("convention").set(war=True, entered=True)
    for army in ("lille", "metz", "strasbourg", "marseille"):
        put_army(at.state, f"regular-{army}", region=None)
    table = come(at.army(*where.split("; ")), "convention-counter-revolution-6")
    before, after = at.state.armies, table.state.armies
    assert [id for id in before if before[id] != after[id]] == ([lost] if lost else [])
