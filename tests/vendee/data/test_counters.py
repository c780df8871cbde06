"""Generals, markers and armies of the Vendée: everything that is known of them holds."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import data.vendee
from data.cases import load
from data.glossary import spelled
from data.vendee.schema import ROYAL_ARMIES, General
from engines.vendee.box import Box

PACK = data.vendee.load()
BOX = Box(PACK)
GENERALS = BOX.general
CASES = files("data.vendee").joinpath("cases.md").read_text(encoding="utf-8")


def army(name: str) -> set[str]:
    return {id for id, general in GENERALS.items() if general.army == name}


@pytest.mark.case("V-1.1-b")
def test_nobles_and_sans_culottes_are_those_of_the_list() -> None:
    def of(status: str) -> set[str]:
        return {id for id, general in GENERALS.items() if general.status == status}

    assert of("noble") == {"canclaux", "menou", "biron", "d-ayat", "boulard", "aubert-du-bayet"}
    assert of("sans-culotte") == {"rossignol", "ronsin", "santerre", "lechelle"}


@pytest.mark.case("V-1.1-b")
def test_every_other_republican_is_neither_and_no_royalist_is_asked() -> None:
    assert all((general.status is None) == (general.side == "royalist") for general in GENERALS.values())
    assert sum(general.status == "neutral" for general in GENERALS.values()) == 13


@pytest.mark.parametrize(
    ("id", "strategic", "tactical"),
    [
        ("menou", 2, None),
        ("boulard", 2, None),
        ("d-elbee", 2, None),
        ("sapinaud", 2, None),
        ("chalbos", None, 2),
        ("bonchamps", None, 3),
        ("la-rochejaquelein", None, 3),
    ],
)
def test_ratings_of_the_rulebook(id: str, strategic: int | None, tactical: int | None) -> None:
    general = GENERALS[id]
    if strategic is not None:
        assert (general.strategic, general.source["strategic"].origin) == (strategic, "rulebook")
    if tactical is not None:
        assert (general.tactical, general.source["tactical"].origin) == (tactical, "rulebook")


@pytest.mark.case("E-06", title="vendee")
def test_menou_gets_five_points_for_an_eight() -> None:
    assert BOX.charts.action_points(8, GENERALS["menou"].strategic) == 2 * 5


@pytest.mark.case("E-16", title="vendee")
def test_d_elbee_is_the_best_strategist_of_the_march_to_chantonnay() -> None:
    assert GENERALS["la-rochejaquelein"].strategic <= GENERALS["d-elbee"].strategic
    assert BOX.best_strategic(["d-elbee", "la-rochejaquelein"]) == 2


@pytest.mark.case("E-19", title="vendee")
def test_la_rochejaquelein_is_the_best_tactician_at_chantonnay() -> None:
    present = ["d-elbee", "la-rochejaquelein", "royrand"]
    assert BOX.best_tactical(present) == GENERALS["la-rochejaquelein"].tactical == 3


@pytest.mark.case("V-4.3-T1-b")
def test_the_deaths_of_two_royalists_are_felt() -> None:
    great = PACK.tables.morale.great_general
    royalists = {id for id, g in GENERALS.items() if g.side == "royalist" and g.tactical >= great}
    assert royalists == {"bonchamps", "la-rochejaquelein"}


def test_charette_is_no_strategist_but_a_good_tactician() -> None:
    charette = GENERALS["charette"]
    assert charette.strategic == min(g.strategic for g in GENERALS.values() if g.side == "royalist")
    assert charette.tactical == 2


def test_most_mayencais_are_good_tacticians() -> None:
    ratings = [GENERALS[id].tactical for id in army("mayence")]
    assert sum(rating >= 2 for rating in ratings) > len(ratings) / 2


def test_ratings_run_from_nought_to_three() -> None:
    assert {general.strategic for general in GENERALS.values()} <= {0, 1, 2, 3}
    assert {general.tactical for general in GENERALS.values()} == {0, 1, 2, 3}


@pytest.mark.case("V-7.1-c", "V-7.1-f", "A-77", title="vendee")
@pytest.mark.parametrize(
    ("name", "generals"),
    [
        ("nantes", {"canclaux", "beysser"}),
        ("saumur", {"quetineau", "gauvilliers"}),
        ("la-rochelle", {"boulard", "chalbos"}),
        ("mayence", set()),
        ("anjou", {"cathelineau", "stofflet", "d-elbee", "bonchamps"}),
        ("centre", {"royrand", "sapinaud"}),
        ("loroux", {"lyrot"}),
        ("bas-poitou", {"charette", "joly", "la-catheliniere"}),
    ],
)
def test_generals_of_the_setup(name: str, generals: set[str]) -> None:
    assert army(name) & set(BOX.entering["setup"]) == generals


@pytest.mark.case("V-6-E9-a", "V-6-E10-a", "V-6-E11-a", "V-6-E12-a", "V-6-E13-a", "V-6-E2-b", "V-6-E3-a")
@pytest.mark.parametrize(
    ("event", "generals"),
    [
        ("e2", {"la-rochejaquelein"}),
        ("e3", {"lescure"}),
        ("e9", {"vergnes", "berruyer", "leigonyer", "d-ayat"}),
        ("e10", {"menou", "westermann", "biron"}),
        ("e11", {"rossignol", "ronsin", "santerre"}),
        ("e12", {"marceau", "aubert-du-bayet", "kleber", "haxo", "vimeux", "beaupuy"}),
        ("e13", {"lechelle"}),
    ],
)
def test_generals_of_events(event: str, generals: set[str]) -> None:
    assert set(BOX.entering[event]) == generals


@pytest.mark.case("V-6-E10-a", "V-6-E11-a", "V-6-E13-a")
def test_generals_who_leave() -> None:
    assert {event: set(ids) for event, ids in BOX.leaving.items()} == {
        "e10": {"berruyer"},
        "e11": {"biron"},
        "e13": {"canclaux", "aubert-du-bayet"},
    }
    assert BOX.event["e11"].clears == "saumur"


@pytest.mark.case("V-6-E3-a", "A-75", title="vendee")
def test_lescure_appears_at_bressuire_and_lechelle_where_he_is_wanted() -> None:
    assert (GENERALS["lescure"].army, GENERALS["lescure"].at) == ("anjou", "bressuire")
    assert {id for id, general in GENERALS.items() if general.army is None} == {"lechelle"}


@pytest.mark.case("V-3.5-m", "V-3.5-n")
def test_la_catheliniere_is_alone_with_a_fifth_of_his_army() -> None:
    found = GENERALS["la-catheliniere"]
    assert (found.alone, found.quota) == (True, 20)


def test_men_of_the_designers_notes_have_no_counter() -> None:
    assert not {"marce", "la-bourdonnaye", "verteuil"} & set(GENERALS)


def test_every_general_of_the_cases_file_is_there() -> None:
    listed = re.findall(r"^\| (?!I-)([^|]+) \| [RV][ ,][^|]*\|", CASES, flags=re.M)
    names = {general.name for general in GENERALS.values()}
    assert len(listed) >= 30
    assert {name.replace("d’", "d'") for name in listed} - {"Mayençais generals"} <= names


@pytest.mark.parametrize("general", GENERALS.values(), ids=GENERALS)
def test_a_rating_that_is_ours_has_its_reason(general: General) -> None:
    for field in ("strategic", "tactical"):
        provenance = general.source[field]
        assert provenance.note
        assert provenance.origin == "rulebook" or provenance.confidence


# Events and incidents


@pytest.mark.case("V-1.4-a", "A-03", "A-04", title="vendee")
@pytest.mark.parametrize(("side", "ids"), [("royalist", range(1, 7)), ("republican", range(7, 16))])
def test_nine_event_markers_for_each_side(side: str, ids: range) -> None:
    mine = [event for event in BOX.event.values() if event.side == side]
    assert [event.id for event in mine] == [f"e{number}" for number in ids]
    assert sum(event.copies for event in mine) == 9


@pytest.mark.case("A-04", title="vendee")
def test_four_alarms() -> None:
    assert BOX.event["e1"].copies == 4
    assert {event.copies for event in BOX.event.values() if event.id != "e1"} == {1}


@pytest.mark.parametrize(
    ("event", "first", "last"),
    [
        ("e1", 2, 8),
        ("e2", 2, 8),
        ("e3", 1, 8),
        ("e4", 1, 8),
        ("e5", 2, 8),
        ("e6", 1, 8),
        ("e7", 1, 8),
        ("e8", 1, 8),
        ("e9", 2, 8),
        ("e10", 3, 8),
        ("e11", 5, 8),
        ("e12", 7, 8),
        ("e13", 8, 8),
        ("e14", 1, 8),
        ("e15", 1, 8),
    ],
)
def test_turns_of_events(event: str, first: int, last: int) -> None:
    found = BOX.event[event]  # type: ignore[index]
    assert (found.from_turn, found.to_turn) == (first, last)


@pytest.mark.case("V-2.2-r")
def test_groups_of_which_one_is_played_a_turn() -> None:
    groups = {event.group for event in BOX.event.values()} - {""}
    members = {group: {e.id for e in BOX.event.values() if e.group == group} for group in groups}
    assert members == {"alarm": {"e1"}, "mobilisation": {"e9", "e10", "e11", "e12"}}


@pytest.mark.case("V-6-E9-a", "V-6-E10-a", "V-6-E11-a", "V-6-E12-a")
@pytest.mark.parametrize(
    ("event", "rolls"),
    [
        ("e9", {"nantes": "major", "saumur": "major", "la-rochelle": "minor"}),
        ("e10", {"nantes": "minor", "saumur": "minor", "la-rochelle": "major"}),
        ("e11", {"nantes": "minor", "saumur": "major", "la-rochelle": "minor"}),
        ("e12", {"mayence": "major"}),
    ],
)
def test_rolls_of_the_mobilisations(event: str, rolls: dict[str, str]) -> None:
    assert BOX.event[event].rolls == rolls  # type: ignore[index]


@pytest.mark.case("V-6-E1-b")
def test_an_alarm_raises_each_army_on_its_own_column() -> None:
    assert BOX.event["e1"].rolls == {id: BOX.army[id].column for id in ROYAL_ARMIES}


@pytest.mark.case("V-6-E10-b")
def test_biron_comes_at_once_on_a_five() -> None:
    late = BOX.event["e10"].late
    assert late is not None
    assert (late.general, late.at_once) == ("biron", 5)


@pytest.mark.case("V-6-E7-a", "V-6-E8-a", "V-6-E2-b")
def test_what_events_cost_and_give() -> None:
    assert (BOX.event["e7"].costs, BOX.event["e8"].costs) == (["nantes", "la-rochelle"], ["nantes"])
    assert BOX.event["e2"].gift == 4


@pytest.mark.case("V-1.5-a", "V-ER-1", "A-05", title="vendee")
def test_the_pool_of_incidents() -> None:
    pool = BOX.incident_pool
    assert len(pool) == 17
    twice = {id for id in pool if pool.count(id) == 2}
    assert (pool.count("t1"), twice) == (3, {"t3", "t7", "t10"})


@pytest.mark.case("V-4.3-c", "V-CL-5")
def test_only_the_first_incident_adds_up() -> None:
    assert {id for id, incident in BOX.incident.items() if incident.adds_up} == {"t1"}


@pytest.mark.case("V-4.3-d", "A-05", title="vendee")
def test_incidents_that_leave_the_pool_are_single() -> None:
    assert (BOX.incident["t2"].copies, BOX.incident["t5"].copies) == (1, 1)


# Armies and setup


@pytest.mark.case("V-1.3-a")
def test_four_armies_a_side() -> None:
    sides = [entry.side for entry in BOX.army.values()]
    assert (sides.count("royalist"), sides.count("republican")) == (4, 4)


@pytest.mark.case("V-1.3-c")
def test_chouans_belong_to_anjou_and_the_others_to_nobody() -> None:
    assert {id: band.army for id, band in BOX.band.items()} == {
        "chouans": "anjou",
        "deserters": None,
        "emigres": None,
    }


@pytest.mark.case("A-01", "A-07", title="vendee")
def test_armies_that_are_raised_again_and_again_have_a_pool_and_no_others() -> None:
    pools = {id for id, entry in BOX.army.items() if entry.pool is not None}
    assert pools == {"nantes", "saumur", "la-rochelle"}
    assert all(BOX.army[id].source["pool"].origin == "reconstructed" for id in pools)


@pytest.mark.parametrize("side", ["royalist", "republican"])
def test_armies_of_a_side_differ_without_colour(side: str) -> None:
    mine = [entry for entry in BOX.army.values() if entry.side == side]
    assert len({entry.letter for entry in mine}) == 4
    assert len({entry.pattern for entry in mine}) == 4


def _seen(colour: str, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, ...]:
    rgb = [int(colour[index : index + 2], 16) for index in (1, 3, 5)]
    return tuple(sum(weight * part for weight, part in zip(row, rgb, strict=True)) for row in matrix)


DEUTERANOPE = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881))
PROTANOPE = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)


@pytest.mark.parametrize("side", ["royalist", "republican"])
@pytest.mark.parametrize("eye", [DEUTERANOPE, PROTANOPE], ids=["deuteranope", "protanope"])
def test_colours_of_a_side_stay_apart_for_colour_blind_players(
    side: str, eye: tuple[tuple[float, float, float], ...]
) -> None:
    seen = [_seen(entry.colour, eye) for entry in BOX.army.values() if entry.side == side]
    for index, first in enumerate(seen):
        for second in seen[:index]:
            assert sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5 > 30


@pytest.mark.case("V-7.1-a", "V-1.6-a")
def test_how_a_game_starts() -> None:
    scenario = BOX.scenario["campaign"]
    assert (len(scenario.months), scenario.months[0], scenario.months[-1]) == (8, "March", "October")
    assert scenario.morale == {"royalist": 0, "republican": 0}
    assert scenario.powder == -2


@pytest.mark.case("V-7.1-c", "V-7.1-f", "V-7.1-j", "A-77", title="vendee")
def test_first_rolls() -> None:
    rolls = BOX.scenario["campaign"].rolls
    assert {rolls[id] for id in ("nantes", "saumur", "la-rochelle")} == {"national-guards"}
    assert all(rolls[id] == BOX.army[id].column for id in ROYAL_ARMIES)
    assert "mayence" not in rolls


def test_texts_are_not_the_rulebooks_shorthand() -> None:
    texts = [event.text for event in BOX.event.values()] + [i.text for i in BOX.incident.values()]
    assert not [text for text in texts if re.search(r"\b(CP|DRM|AP|IZ|ZOC)\b", text)]


def test_the_glossary_spells_out_the_shorthand_of_every_statement() -> None:
    left = re.compile(r"\b(?:CP|DRM|IZs?|ZOC|SR|TR|AP|A&P|NG|VP|BP)\b")
    for statement in load("vendee"):
        if not statement.id.startswith("V-T-"):
            spelled_out = spelled("vendee", f"{statement.text} {statement.reading}")
            assert not left.search(spelled_out), (statement.id, spelled_out)
