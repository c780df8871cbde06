"""The words of *For God and For the King*: all is told, in names, and each secret to its side alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bot.games.parts.lines import LONG
from bot.games.registry import presenter_of
from bot.surface import layout
from data.catalogue import speaking
from data.sentences import _l
from data.vendee.texts import PHASES
from engines.core.contract import Outcome, Working
from engines.core.dice import Dice
from engines.core.events import (
    TABLE_EVENTS,
    ChapterBegun,
    Edited,
    Event,
    GameOver,
    GivenFor,
    Modifier,
    PhaseBegun,
    Roll,
    TableRoll,
)
from engines.core.statistics import Stake
from engines.vendee import events as happened
from engines.vendee.combat import events as fights
from engines.vendee.frames import SIDES
from engines.vendee.phases import desertion
from engines.vendee.purposes import Purpose
from engines.vendee.tracks.raising import heading
from render.vendee.moves import Move as Arrow
from tests.vendee.bot.games import EYES, IDS, TITLE, WORDS, Moment, games
from tests.vendee.builder import given

ROUTED = _l("{general}, rout {change}", general="Lescure", change=-1)
SILENT: tuple[type[Event], ...] = (ChapterBegun, PhaseBegun, GameOver, *TABLE_EVENTS)
"""What the card says around the story, and what `Presenter` tells itself."""


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of several whole games."""
    return games()


def fought(**changes: Any) -> fights.Fought:
    """The Royalists of d'Elbée have attacked Menou's Republicans in bocage and have routed them."""
    usual = fights.Fought(
        "chantonnay",
        "royalist",
        {"royalist": {"anjou": 12, "chouans": 1}, "republican": {"saumur": 9}},
        {"royalist": ("d-elbee",), "republican": ("menou",)},
        "1:1",
        [Modifier("Bocage ground", 1)],
        "3:2",
        4,
        5,
        [Modifier("d'Elbée", 1), Modifier("Menou", -2)],
        8,
        "DD3-40",
        "republican",
        True,
        {"royalist": 1, "republican": 4},
    )
    return msgspec.structs.replace(usual, **changes)


def test_whoever_is_pre_empted_is_told_that_their_stack_can_still_go() -> None:
    assert WORDS.tell([happened.Preempted("republican", "cholet", True)]) == [
        (
            "⚡ **Republicans** pre-empt: the stack in **Cholet** goes first. "
            "That of the Royalists is put off: it can still be activated later."
        ),
    ]
    with speaking("fr"):
        lines = WORDS.tell([happened.Preempted("republican", "cholet", True)])
    assert "Celle des Vendéens est remise" in lines[-1]


RARE: list[Event] = [
    happened.MoraleChanged("royalist", 1, 1, 1, "The English land", "6 E5"),
    happened.PowderChanged("anjou", -1, 0, "Thouars taken", "5.2"),
    happened.Attached("nantes"),
    happened.Planned("les-sables", 6),
    happened.FleetCame("landed", "les-sables"),
    happened.FleetCame("left", "les-sables"),
    happened.FleetWaits("royalist", "les-sables"),
    happened.Shown("royalist", "cholet", 5),
    happened.Halted("royalist", "cholet", "mortagne", "2 combat points of Anjou stay", "3.4"),
    happened.Fled("royalist", ("lescure",), "cholet", "mortagne", False),
    happened.PlaceTaken("thouars", "royalist"),
    happened.Risen(),
    happened.BishopExposed(),
    happened.MessengersRolled((6, 6), "accepted"),
    happened.MessengersRolled((1, 1), "captured"),
    happened.Sailed("nantes", "lost", None),
    happened.Sailed("nantes", "delayed", None, "paimboeuf"),
    happened.TestFailed("charette", "cholet"),
    happened.Stopped("royalist", "cholet", "lost"),
    happened.Lost("royalist", "cholet", {"anjou": 2}, "no way out", "4.5"),
    happened.Lost("royalist", None, {"anjou": 2}, "no place", "2.2", True),
    *(
        happened.OfficerFate("lescure", "cholet", fate, 5, "4.3 T1")
        for fate in ("light", "serious", "killed")
    ),
    *(happened.OfficerFate("menou", "cholet", fate, 5, "4.3 T8") for fate in ("tribunal", "removed")),
    *(happened.OfficerFate("menou", None, "arriving", 5, case) for case in ("2.1", "2.2", "2.5", "2.6")),
    happened.OfficerFate("lescure", "cholet", "captured", None, "3.7"),
    happened.Declined("royalist", "pursuit"),
    happened.Declined("republican", "e14"),
    fights.GunsHeard("royalist", "cholet", "mortagne", 2, 3, True, {"anjou": 5}, ("lescure",), False),
    fights.OutOfPowder("cholet", 0, True),
    fights.OutOfPowder("cholet", 0),
    fights.OutOfPowder("cholet", 2),
    fights.DesertersJoined("cholet", 2),
    fights.IncidentSpent("t5"),
    fights.Pursued("royalist", "cholet", "mortagne", {"anjou": 5}, ("lescure",)),
    fights.FellBack("royalist", "cholet", "mortagne", {"anjou": 5}, ("lescure",), False, True),
    fights.BattleEnded("cholet", None),
    Roll("join", [3], [], 3, 4, False, "3.5"),
    Roll("arrival of biron", [5], [], 5, 5, True, "6 E10"),
    Roll("recovery of lescure", [5], [], 5, 5, True, "2.1"),
    TableRoll("bishop", [1, 1], "double one", "found out", "6 E4"),
    TableRoll("fraud", [1], "fraud", "-2", "6 E4"),
    TableRoll("Chouans", [3, 3], "loroux-chouans", "3", "6 E1"),
    TableRoll("voyage", [2], "voyage", "delayed", "6 E15"),
    TableRoll("t1", [3, 4], ROUTED, "killed", "4.3 T1"),
    TableRoll("capture lescure", [1], _l("1 to {highest}", highest=1), "yes", "3.7"),
    TableRoll("Saumur claims the Mayençais", [1], "1 to 2", "yes", "6 E12"),
    TableRoll("combat", [4, 5], "3:2", "DD3-40", "4.1"),
]
"""What random games seldom bring, each with words of its own."""


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (TableRoll("t1", [3, 4], "Lescure", "killed", "4.3 T1"), "7 for Lescure: killed"),
        (TableRoll("t1", [3, 4], ROUTED, "killed", "4.3 T1"), "7 for Lescure (rout −1): killed"),
        (
            TableRoll("reinforcements of anjou", [2, 5], heading("anjou", {}), "9", "2.2"),
            "7 for Anjou: it is filled up to 9",
        ),
        (
            TableRoll(
                "reinforcements of saumur",
                [2, 5],
                heading("major", {"La Gâtine is quiet": -2, "All objectives lost": -1}),
                "9",
                "2.2",
            ),
            "(column Major; La Gâtine is quiet −2; All objectives lost −1): 9 combat points",
        ),
    ],
)
def test_a_column_is_told_with_what_changes_the_dice(event: TableRoll, told: str) -> None:
    assert " ".join(WORDS.tell([event])).endswith(told)


def test_every_kind_of_event_is_among_these(moments: list[Moment]) -> None:
    seen = {type(event) for moment in moments for event in moment.events} | {type(event) for event in RARE}
    assert set(TITLE.event_types()) - seen - set(TABLE_EVENTS) == set()


@pytest.mark.parametrize("eyes", EYES)
def test_every_event_that_is_told_has_words_in_names(moments: list[Moment], eyes: str | None) -> None:
    events = [*RARE, *(event for moment in moments for event in moment.events)]
    for event in TITLE.redact_all(events, eyes):
        lines = WORDS.story([event])
        assert bool(lines) != isinstance(event, SILENT), event
        for line in lines:
            assert not IDS.search(line), line
            assert "{" not in line, line


def test_every_phase_has_a_heading(moments: list[Moment]) -> None:
    begun = {event.phase for moment in moments for event in moment.events if isinstance(event, PhaseBegun)}
    assert begun - {"over"} <= set(PHASES)


def test_a_phase_is_headed_where_something_happened_in_it() -> None:
    lines = WORDS.story(
        [PhaseBegun("wounded", "2.1"), PhaseBegun("operations", "2.4"), happened.Opened("royalist")]
    )
    assert lines == ["__Operations__", "▶️ **Royalists** begin the operations."]


@pytest.mark.parametrize("eyes", EYES)
def test_every_line_is_short(moments: list[Moment], eyes: str | None) -> None:
    told = [line for moment in moments for line in WORDS.story(TITLE.redact_all(moment.events, eyes))]
    assert max(map(len, told)) <= LONG + 100


def test_a_long_line_goes_on_below() -> None:
    met = happened.Met(
        "saint-fulgent",
        {"royalist": {"anjou": 12, "centre": 5, "loroux": 3}, "republican": {"saumur": 9, "mayence": 7}},
        {
            "royalist": ("cathelineau", "stofflet", "d-elbee", "bonchamps"),
            "republican": ("menou", "santerre"),
        },
    )
    assert WORDS.story([met]) == [
        (
            "👁️ Face to face in **Saint-Fulgent**: the Royalists (Anjou 12, Centre 5, Loroux 3, "
            "Cathelineau, Stofflet, "
            "d'Elbée, Bonchamps), the Republicans (Saumur army 9, Mayençais 7, Menou, Santerre)."
        ),
    ]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("points cholet anjou 5", "🛠️ Anjou has 5 in **Cholet** now."),
        ("points cholet anjou 0", "🛠️ Anjou has no combat points left in **Cholet**."),
        ("general lescure cholet", "🛠️ **Lescure** is put in **Cholet**."),
        ("general lescure killed", "🛠️ **Lescure** is put off the map: killed."),
        ("morale royalist -1", "🛠️ Royalist morale is put at **−1**."),
        ("powder bas-poitou 2", "🛠️ Powder of Bas-Poitou is put at **+2**."),
        ("event e1 2", "🛠️ **E1 Alarm** has 2 markers left."),
        ("event e1 0", "🛠️ **E1 Alarm** has no markers left."),
        ("points", "🛠️ A moderator corrects counters. Only their owner sees which ones."),
    ],
)
def test_what_a_moderator_puts_right_is_told_in_names(typed: str, line: str) -> None:
    lines = WORDS.tell([Edited(typed), happened.Opened("royalist")])
    assert lines[0].startswith("🛠️ A moderator sets: ")
    assert lines[1:] == [line, "▶️ **Royalists** begin the operations."]


def test_what_is_stated_twice_in_a_row_is_told_once() -> None:
    stated = happened.Stated("royalist", "cholet", controlled=True, barred=True)
    other = happened.Stated("royalist", "mortagne", controlled=True, barred=True)
    assert WORDS.tell([stated, stated, other]) == [
        "✋ **Republicans** control Cholet and Mortagne, so this step is not allowed. It costs nothing (3.4)."
    ]


def test_a_stack_that_is_all_activated_says_so_once() -> None:
    position = given().points("cholet", ready="activated", anjou=3)
    view = TITLE.view(position.general("stofflet", "cholet", ready="activated").state, "royalist")
    (counters,) = [line for line in WORDS.private(view, "royalist") if line.startswith("**Your counters**")]
    assert counters == "**Your counters** Cholet: Anjou 3, Stofflet (all activated)"


def test_what_is_to_be_placed_is_told_to_its_side_with_the_generals() -> None:
    position = given().reinforcing("royalist", anjou=5).fate("cathelineau", "arriving", 2)
    state = position.fate("stofflet", "arriving", 3).fate("menou", "arriving", 2).state
    view = TITLE.view(state, "royalist")
    own = next(line for line in WORDS.private(view, "royalist") if line.startswith("**To be placed**"))
    assert own == "**To be placed** Anjou 5, Cathelineau"
    off = next(line for line in WORDS.standing(view, "royalist") if line.startswith("**Off the map**"))
    assert "Cathelineau" not in off
    assert "Menou" in off
    assert "Stofflet (May)" in off


@pytest.mark.case("A-60", title="vendee")
def test_an_objective_is_nobodys_while_its_combat_is_undecided() -> None:
    held = given().points("cholet", saumur=9)
    fought_for = given().points("cholet", saumur=9, anjou=12)
    told = [WORDS.standing(TITLE.view(position.state, None))[2] for position in (held, fought_for)]
    assert ["**Objectives of the Republic** Cholet" in line for line in told] == [True, False]
    counted = [TITLE.known_outcome(position.state, None).working for position in (held, fought_for)]
    assert [[str(line.of) for line in lines] for lines in counted] == [
        ["Primary objectives"],
        ["Royalist men"],
    ]


def test_the_card_of_a_month_that_is_over_says_what_changed_hands_and_whose_it_is() -> None:
    began = (
        given()
        .points("cholet", saumur=9)
        .points("bressuire", anjou=5)
        .having(morale={"royalist": 0, "republican": 1})
    )
    ended = (
        given()
        .points("cholet", anjou=9)
        .points("mortagne", saumur=5)
        .having(morale={"royalist": 2, "republican": 1})
    )
    empty = given().points("mortagne", saumur=5)
    left = WORDS.closing(*(TITLE.view(position.state, None) for position in (began, empty)))
    assert "**Lost by the Republic** Cholet (left without troops)" in left
    told = WORDS.closing(*(TITLE.view(position.state, None) for position in (began, ended)))
    assert told == [
        "**Morale** Republicans +1, as before · Royalists +2 (+2 this month)",
        "**Won by the Republic** Mortagne",
        "**Lost by the Republic** Cholet",
        WORDS.standing(TITLE.view(ended.state, None))[2],
    ]


def test_a_narrow_result_says_how_many_points_a_victory_takes() -> None:
    needed = WORDS.names.box.charts.tables.victory.tactical
    for score, level in ((needed - 1, "political"), (needed, "tactical")):
        stands = Outcome(None, level, "Result", score, "7.2", [])
        assert WORDS.now(stands).endswith(f"a victory takes {needed} points") == (level == "political")


def test_places_are_told_from_who_stands_there() -> None:
    # Nantes is a town and an army.
    state = given().points("nantes", nantes=5).general("canclaux", "nantes").state
    told = WORDS.private(TITLE.view(state, "republican"), "republican")
    assert "**Your counters** Nantes: Nantes army 5, Canclaux" in told


def test_every_edit_is_told_in_names(moments: list[Moment]) -> None:
    found = 0
    for moment in moments[::400]:
        for typed in TITLE.edit_choices(moment.state, ""):
            for eyes in EYES:
                events = TITLE.redact_all(TITLE.edit(moment.state, typed).events, eyes)
                line = WORDS.tell(events)[-1]
                assert line.startswith("🛠️ ")
                assert not IDS.search(line), line
                found += 1
    assert found > 100


def test_the_chronicle_is_sentences_in_names(moments: list[Moment]) -> None:
    for text in (WORDS.chronicle([event]) for event in RARE):
        assert not IDS.search(text), text
    for moment in moments:
        text = WORDS.narrate(TITLE.redact_all(moment.events, None))
        assert not IDS.search(text), text
        assert not text or (text[0].isupper() and text.endswith(".")), text


def test_a_month_without_a_fight_says_so_before_the_men_go_home() -> None:
    events: list[Event] = [
        happened.Opened("royalist"),
        happened.HandedOver("republican", False, True),
        happened.Deserted("cholet", False, {"anjou": 2}),
        happened.Tried("menou", False),
    ]
    assert WORDS.chronicle(events) == "Nobody fought. Men of Anjou deserted. The Committee condemned Menou."
    # While the month goes on there may still be a fight.
    assert WORDS.chronicle([happened.Opened("royalist"), happened.HandedOver("royalist", False, False)]) == ""


def test_a_barred_step_says_that_it_is_refused_why_and_what_it_costs() -> None:
    step = happened.Stepped("republican", "vihiers", "coron", {"saumur": 9}, (), 9, 2, 5, False, False)
    entered = happened.Stated("republican", "coron", True)
    barred = happened.Stated("republican", "trementines", True, barred=True)
    asked = "-# 🗣️ Asked, the Royalists say that they control Coron."
    refused = "✋ **Royalists** control Trémentines, so this step is not allowed. It costs nothing (3.4)."
    assert WORDS.story([step, entered])[1:] == [asked]
    assert WORDS.story([step, entered, entered, barred])[1:] == [asked, refused]
    assert WORDS.story([barred]) == [refused]


def test_a_tie_is_called_a_tie_and_whoever_yields_is_told() -> None:
    dice = [
        TableRoll(Purpose.of("initiative", side), [face], "strategic +2; morale +0", total, "2.3")
        for face, total in ((3, "5"), (4, "6"))
        for side in ("republican", "royalist")
    ]
    dice[-1] = msgspec.structs.replace(dice[-1], faces=[5], result="7")
    told = WORDS.story([*dice, happened.InitiativeWon("royalist", {"republican": 6, "royalist": 7})])
    assert told[2] == "🎯 A tie, 5 to 5: both roll again."
    assert sum("tie" in line for line in told) == 1
    won = happened.InitiativeWon("royalist", {"republican": 6, "royalist": 7})
    assert WORDS.story([won, happened.Opened("royalist")])[-1] == "▶️ **Royalists** begin the operations."
    assert WORDS.story([won, happened.Opened("republican", yielded=True)])[-1] == (
        "▶️ **Royalists** let the Republicans go first."
    )


def test_a_combat_is_told_with_its_whole_arithmetic() -> None:
    assert WORDS.story([TableRoll("combat", [4, 5], "3:2", "DD3-40", "4.1"), fought()]) == [
        "⚔️ **Combat in Chantonnay**: the Royalists attack with 13 against 9.",
        "-# Odds 13 to 9: column 1:1 +1 (Bocage ground) = 3:2",
        (
            "-# 🎲 **4+5** +1 (d'Elbée) −2 (Menou) = 8 in column 3:2: DD3-40, the defender is routed "
            "3 areas and loses 40%"
        ),
        "💥 **Republicans** are routed 3 areas and lose 4 combat points; the Royalists lose 1 combat point.",
    ]
    assert WORDS.chronicle([fought()]) == (
        "In Chantonnay the Royalists under d'Elbée attacked the Republicans under Menou, 13 to 9, "
        "and routed them (4+5 in column 3:2)."
    )


def test_steps_of_one_march_are_one_line_and_the_face_down_ones_have_backs_alone() -> None:
    first = happened.Stepped(
        "royalist", "cholet", "mortagne", {"anjou": 8}, ("lescure",), 4, 2, 5, False, True
    )
    second = msgspec.structs.replace(first, start="mortagne", end="tiffauges", left=3)
    assert WORDS.story(TITLE.redact_all([first, second], "royalist")) == [
        "🥾 **Royalists** go from Cholet by Mortagne to Tiffauges: Anjou 8, Lescure · 1½ points left."
    ]
    assert WORDS.story(TITLE.redact_all([first, second], "republican")) == [
        "🥾 **Royalists** go from Cholet by Mortagne to Tiffauges: 4 counters face down."
    ]


def test_men_who_go_home_face_down_are_not_counted_for_others() -> None:
    gone: list[Event] = [
        happened.Deserted("cholet", True, {"anjou": 2}),
        happened.Deserted("cholet", True, {"anjou": 1}),
    ]
    assert WORDS.story(TITLE.redact_all(gone, "royalist")) == ["🏚️ Desertion in Anjou: 3 from Cholet"]
    assert WORDS.story(TITLE.redact_all(gone, None)) == ["🏚️ Desertion (hidden): some from Cholet"]


def test_whose_men_go_home_is_told_of_those_who_lie_face_up() -> None:
    gone: list[Event] = [
        happened.Deserted("doue", False, {"anjou": 2}),
        happened.Deserted("cholet", True, {"anjou": 1, "centre": 1}),
        happened.Deserted("vihiers", False, {"centre": 1}),
    ]
    public = TITLE.redact_all(gone, None)
    assert WORDS.story(public) == [
        "🏚️ Desertion in Anjou: 2 from Doué",
        "🏚️ Desertion in Centre: 1 from Vihiers",
        "🏚️ Desertion (hidden): some from Cholet",
    ]
    assert WORDS.chronicle(public) == "Men of Anjou, Centre and others deserted."
    assert WORDS.chronicle(public[1:2]) == "Men deserted."


OTHERWISE: Mapping[str, Any] = {
    "points": {"anjou": 99},
    "generals": ("lescure",),
    "strategic": 9,
    "halves": 99,
    "left": 99,
    "cost": 99,
}
"""Another secret in each field that may have one."""


def otherwise(event: Event) -> Event:
    """The event with another secret; as it is where it has none."""
    match event:
        case happened.Planned():
            return happened.Planned("pornic", 8)
        case happened.Deserted() if event.hidden:
            return msgspec.structs.replace(event, gone={"centre": 99})
        case happened.Raised():
            return msgspec.structs.replace(event, points=99)
        case _ if getattr(event, "hidden", False):
            fields = {field for field in event.__struct_fields__ if getattr(event, field) is not None}
            changes = {field: value for field, value in OTHERWISE.items() if field in fields}
            return msgspec.structs.replace(event, **changes)
        case _:
            return event


def test_the_public_is_told_the_same_whatever_is_secret(moments: list[Moment]) -> None:
    changed = 0
    for moment in moments:
        other = [otherwise(event) for event in moment.events]
        changed += other != moment.events
        told, twin = (TITLE.redact_all(events, None) for events in (moment.events, other))
        assert WORDS.tell(twin) == WORDS.tell(told)
        assert WORDS.narrate(twin) == WORDS.narrate(told)
        assert WORDS.moves(twin) == WORDS.moves(told)
    assert changed > 100


def test_arrows_are_marches_attacks_and_retreats() -> None:
    step = happened.Stepped("royalist", "cholet", "mortagne", {"anjou": 8}, (), 3, 2, 5, False, True)
    beaten = fights.FellBack("republican", "chantonnay", "lucon", {"saumur": 5}, (), True, False)
    events: list[Event] = [
        happened.Announced("royalist", "cholet", None, None, True),
        step,
        msgspec.structs.replace(step, start="mortagne", end="chantonnay"),
        fought(),
        beaten,
        msgspec.structs.replace(beaten, start="lucon", end="fontenay"),
        happened.Announced("royalist", "chantonnay", None, None, True),
        msgspec.structs.replace(step, start="chantonnay", end="les-herbiers"),
        happened.FleetCame("landed", "les-sables"),
    ]
    assert WORDS.moves(events) == [
        Arrow("royalist", ("cholet", "mortagne", "chantonnay"), "attack"),
        Arrow("republican", ("chantonnay", "lucon", "fontenay"), "rout"),
        Arrow("royalist", ("chantonnay", "les-herbiers"), "march"),
        Arrow("royalist", ("les-sables",), "landing"),
    ]


def test_who_withdraws_without_powder_has_attacked_nobody() -> None:
    """T6: they go back, come again and fight; the first time they only marched."""
    step = happened.Stepped("royalist", "cholet", "chantonnay", {"anjou": 8}, (), 3, 2, 5, False, True)
    events: list[Event] = [
        happened.Announced("royalist", "cholet", None, None, True),
        step,
        fights.OutOfPowder("chantonnay", 1),
        fights.FellBack("royalist", "chantonnay", "cholet", {"anjou": 8}, (), False, True),
        msgspec.structs.replace(step),
        fought(),
    ]
    assert [(arrow.path[0], arrow.manner) for arrow in WORDS.moves(events) if isinstance(arrow, Arrow)] == [
        ("cholet", "march"),
        ("chantonnay", "retreat"),
        ("cholet", "attack"),
    ]


def test_the_arrows_of_a_game_are_hashable_and_go_from_neighbour_to_neighbour(moments: list[Moment]) -> None:
    for moment in moments:
        arrows = WORDS.moves(TITLE.redact_all(moment.events, None))
        assert len(set(arrows)) <= len(arrows)
        for arrow in arrows:
            for pair in pairwise(arrow.path if isinstance(arrow, Arrow) else ()):
                assert pair in TITLE.box.ground.step


def test_a_month_is_headed_by_its_phase_and_its_last_event() -> None:
    bare = WORDS.heading("campaign", 1, [])
    assert (bare.title, bare.line) == ("March 1793", "Turn 1 of 8")
    full = WORDS.heading(
        "campaign",
        2,
        [
            happened.EventPlayed("royalist", "e1", "Alarm"),
            PhaseBegun("operations", "2.4"),
            happened.InitiativeWon("royalist", {"royalist": 8, "republican": 5}),
        ],
    )
    assert (full.title, full.line) == ("April 1793", "Turn 2 of 8 · Operations")
    assert full.text == TITLE.box.event["e1"].history
    assert full.colour != bare.colour


def test_the_end_is_told_with_its_working() -> None:
    working = [Working("Primary objectives of the Republic", 9, "7.2")]
    lines = WORDS.verdict(Outcome("republican", "tactical", "Republican tactical victory", 9, "7.2", working))
    assert lines == [
        "## Republican tactical victory",
        "**Republicans** have won (7.2).",
        "**+9 victory points**, above 0 the Republic leads, below 0 the Royalists (7.2)",
        "-# +9 · Primary objectives of the Republic",
    ]


def test_the_course_of_a_campaign_has_a_value_for_each_month(moments: list[Moment]) -> None:
    views = [TITLE.view(moment.state, None) for moment in moments[::50]]
    scores = [TITLE.provisional_outcome(moment.state).score for moment in moments[::50]]
    tracks = WORDS.series(views, scores)
    assert 0 < len(tracks) <= 6
    assert all(len(track.values) == len(views) for track in tracks)
    assert tracks[0].values == scores
    assert tracks[1].values == [view.morale["republican"] for view in views]


@pytest.mark.parametrize(
    ("purpose", "side"),
    [("trial of menou", "republican"), ("recovery of lescure", "royalist"), ("join", "royalist")],
)
def test_a_die_is_the_luck_of_the_generals_own_side(purpose: str, side: str) -> None:
    for seat in SIDES:
        assert WORDS.stakes(seat, Roll(purpose, [3], [], 3, 4, False)) == Stake(side)


def test_a_side_has_its_article_where_the_table_tells_of_it() -> None:
    told = GivenFor("royalist", "automatic")
    assert WORDS.tell([told]) == ["🤖 The automatic player plays for the Royalists."]
    assert WORDS.tell([GivenFor("republican", "player")]) == ["👤 A person plays for the Republicans."]
    assert WORDS.narrate([told]) == "The automatic player led the Royalists."


def test_months_are_what_a_campaign_is_counted_by() -> None:
    assert str(WORDS.counted_by) == "Month"


def test_the_title_finds_its_words_once_they_are_registered() -> None:
    assert type(presenter_of(TITLE)) is type(WORDS)


def test_a_history_has_all_whom_the_automatic_player_led_in_one_sentence() -> None:
    led = [GivenFor(seat, "automatic") for seat in ("royalist", "republican", "royalist")]
    assert WORDS.narrate(led).endswith("The automatic player led the Royalists and the Republicans.")


def test_armies_that_are_raised_together_are_one_line_for_a_player_who_plays_on() -> None:
    dice = TableRoll("Centre", [3, 4], "Major", "10")
    events = [dice, happened.Raised("anjou", 10, "2.2"), dice, happened.Raised("centre", 5, "2.2")]
    assert WORDS.brief(events)[-1] == "📯 Combat points to place: Anjou 10 and Centre 5."
    public = TITLE.redact_all(events, "republican")
    assert WORDS.brief(public) == WORDS.tell(public)
    # On the card each stands below its dice.
    assert sum(line.startswith("📯") for line in WORDS.tell(events)) == 2


def test_the_score_so_far_says_for_whom_it_is() -> None:
    stands = TITLE.known_outcome(given().state, None)
    assert stands is not None
    against = msgspec.structs.replace(stands, score=-4)
    assert " −4 for the Republic · " in WORDS.balance(against)
    even = msgspec.structs.replace(stands, score=0)
    assert " 0 · " in WORDS.balance(even)


@pytest.mark.case("V-2.5-b", title="vendee")
def test_desertion_is_told_with_its_dice_and_what_is_best_to_both_sides_alike() -> None:
    state = given().points("cholet", anjou=10).points("machecoul", loroux=5).state
    state.morale["royalist"] = 1
    ctx = TITLE.resolution(state, Dice("harvest"))
    desertion.roll(ctx)
    rolls = [event for event in ctx.events if isinstance(event, TableRoll)]
    assert len(rolls) == 4
    (line,) = WORDS.tell(rolls)
    assert line.startswith("🎲 **Desertion**, two dice and morale +1; 6 to 8 is best (20%): ")
    for event in rolls:
        one, other = event.faces
        assert f" {one}+{other} = {one + other + 1}, {event.result}% desert" in line
    # The dice lie open: neither side learns from them what deserts from under face-down counters.
    assert (
        WORDS.tell(TITLE.redact_all(rolls, "republican"))
        == WORDS.tell(TITLE.redact_all(rolls, None))
        == [line]
    )
    # They stay where a panel has no room for small print.
    assert layout.last_lines([line, "-# An aside.", "News."], 4000, most=9, small=False).startswith("🎲")
