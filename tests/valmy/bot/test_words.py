"""The words of *The Valmy Campaign*: all is told, in names, and each secret to its side alone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bot.games.parts.lines import LONG
from bot.games.registry import presenter_of
from bot.games.valmy import plan
from bot.games.valmy.names import points, victory_points
from bot.games.valmy.plan import ASKED, KEPT, PARTS
from bot.games.valmy.scenes import segments, stages
from bot.replays.playback import Leaf, Replay
from bot.replays.storyboard import storyboard
from bot.surface.layout import DETAIL
from data.valmy.tables import Side
from data.valmy.texts import PHASES
from engines.core.contract import Outcome, Working
from engines.core.dice import Dice
from engines.core.errors import NotationError
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
from engines.valmy import events as happened
from engines.valmy.combat import events as fights
from engines.valmy.orders.sets import PLAN
from engines.valmy.purposes import Purpose
from render.valmy.moves import Blow
from render.valmy.moves import Move as Arrow
from tests.support.depth import depth
from tests.valmy.bot.games import EYES, IDS, TITLE, WORDS, Moment, games, played

SILENT: tuple[type[Event], ...] = (ChapterBegun, PhaseBegun, GameOver, happened.SetUpDone, *TABLE_EVENTS)
"""What the card says around the story, and what `Presenter` tells itself."""
WON = Outcome("allied", "automatic", "The Allies march out on Paris", None, "11.1.1", [])
NEVER = (Roll, TableRoll)
"""What no roll of this game is."""


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of two games."""
    return games()


CHARGE = fights.Charged(
    "french", False, ("2-hus", "7-cav"), ("1-vkohler",), (6, 2), "3:1", 4, [Modifier("Morale", -1)], 3, "DR"
)
RARE: list[Event] = [
    happened.InitiativeRolled({"french": 3, "allied": 4}, {"french": 4, "allied": 3}),
    happened.Exited("allied", "reims", ("1-vkohler",), ("brunswick",)),
    happened.Regrouped("french", ("81-rli",), "leveneur"),
    happened.Regrouped("french", ("81-rli", "29-rl"), None),
    happened.BaseLost("adc", "chalons"),
    happened.HeldBack("french", "grandpre"),
    happened.Barred("allied", "grandpre"),
    happened.CutOff("french", "29-rl"),
    happened.CityTaken("french", "verdun"),
    happened.MoraleChanged("allied", "broken"),
    happened.LeaderLost("french", "dillon", replaced=False),
    happened.Rejoined("french", "2-hus", "valmy"),
    happened.Moved("french", "valmy", "auve", ("dillon",), (), ("dillon",), None, "displacement"),
    fights.BattleBegun("valmy", "allied", 6, 1, overrun=True),
    fights.KindChosen("valmy", "major", chosen=True),
    fights.LossesTaken("french", 2),
    fights.CalledOff("french", ("2-hus",)),
    fights.Pursued("french", "2-hus", [6, 6], 7, pursues=True),
    *(msgspec.structs.replace(CHARGE, result=result) for result in ("AE", "AR*", "AR", "EX", "BR", "DE")),
    *(msgspec.structs.replace(CHARGE, result=result) for result in ("DR", "DR*", "½DE")),
    msgspec.structs.replace(CHARGE, counter=True),
]
"""What random games seldom bring."""


def test_every_kind_of_event_is_among_these(moments: list[Moment]) -> None:
    seen = {type(event) for moment in moments for event in moment.events} | {type(event) for event in RARE}
    assert set(TITLE.event_types()) - seen - set(TABLE_EVENTS) - set(NEVER) == {GameOver} - seen


@pytest.mark.parametrize("eyes", EYES)
def test_every_event_that_is_told_has_words_in_names(moments: list[Moment], eyes: str | None) -> None:
    events = [*RARE, *(event for moment in moments for event in moment.events)]
    for event in TITLE.redact_all(events, eyes):
        lines = WORDS.story([event])
        assert bool(lines) != isinstance(event, SILENT), event
        for line in lines:
            assert not IDS.search(line), line
            assert "{" not in line, line


def test_every_phase_in_which_something_happens_has_a_heading(moments: list[Moment]) -> None:
    begun = {event.phase for moment in moments for event in moment.events if isinstance(event, PhaseBegun)}
    assert begun - {"over", "set-up"} <= set(PHASES)


@pytest.mark.parametrize("eyes", EYES)
def test_every_line_is_short(moments: list[Moment], eyes: str | None) -> None:
    told = [line for moment in moments for line in WORDS.story(TITLE.redact_all(moment.events, eyes))]
    assert max(map(len, told)) <= LONG + 100


@pytest.mark.case("Y-2.3-d", title="valmy")
def test_others_are_told_the_leader_alone_and_his_side_whom_he_takes_along() -> None:
    first = happened.Moved(
        "french",
        "sedan",
        "chemery",
        ("stengel",),
        ("81-rli",),
        ("stengel",),
        1,
        "movement",
    )
    second = msgspec.structs.replace(first, start="chemery", end="la-berliere")
    assert WORDS.story(TITLE.redact_all([first, second], "french")) == [
        "🥾 **The French** go from Sedan by Chémery to La Berlière: Stengel with 81 RLi · 2 movement points."
    ]
    assert WORDS.story(TITLE.redact_all([first, second], "allied")) == [
        "🥾 **The French** go from Sedan by Chémery to La Berlière: Stengel."
    ]
    hidden = msgspec.structs.replace(first, seen=())
    assert WORDS.story(TITLE.redact_all([hidden], None)) == [
        "🥾 **The French** go from Sedan to Chémery: counters of a holding box."
    ]


def test_a_hidden_units_dice_are_told_without_its_name_or_number() -> None:
    tried = happened.Checked(
        Purpose("recovery of 29-rl"), [3, 2], [], 5, 6, success=True, case="10.1", side="french", hidden=True
    )
    assert WORDS.story(TITLE.redact_all([tried], "french")) == [
        "-# Recovery of 29 RL (10.1): 🎲 **3+2** = 5, needs 6 or less: success."
    ]
    assert WORDS.story(TITLE.redact_all([tried], None)) == [
        "-# Recovery of a unit in a holding box (10.1): 🎲 **3+2** = 5, success."
    ]


def test_an_activation_that_fails_is_no_small_print_as_no_other_line_tells_of_it() -> None:
    """By a map small print gives way first."""
    tried = happened.Checked(
        Purpose("activation of galbaud"),
        [5],
        [],
        5,
        2,
        success=False,
        case="8.5",
        side="french",
        hidden=False,
    )
    line = "Activation of Galbaud (8.5): 🎲 **5**, needs 2 or less: failure, no march."
    assert WORDS.story([tried]) == [line]
    assert WORDS.story([msgspec.structs.replace(tried, faces=[2], total=2, success=True)])[0].startswith("-#")


def test_a_volley_is_a_line_with_its_dice_below() -> None:
    shots: list[Event] = [
        fights.Fired("29-rl", "6", [4, 5], [], 9, 0, "9.3.2"),
        fights.Fired("71-rl", "7", [6, 5], [Modifier("Reduced", -1)], 10, 1, "9.3.2"),
    ]
    assert WORDS.story([*shots, fights.LossesTaken("allied", 1)]) == [
        "🔥 **The French** fire with 2 units: **1 hit** (9.3.2).",
        "-# 🎲 71 RL (morale 7, hits from 9) 6+5 −1 = 10: **1 hit** · 29 RL (morale 6, hits from 10) 4+5 = 9",
    ]


def test_a_charge_is_told_with_its_whole_arithmetic() -> None:
    assert WORDS.story([CHARGE]) == [
        "🐎 **French**: 2 Hus and 7 Cav charge 1/vKohler, 6 (doubled) to 2.",
        "-# 🎲 **4** −1 (Morale) = 3 in column 3:1: DR",
        "💥 Those who are charged retreat (9.4.3).",
    ]


def test_a_melee_is_told_with_its_whole_arithmetic() -> None:
    melee = fights.Fought(
        "allied",
        {"allied": "i-kleist", "french": "29-rl"},
        (9, 4),
        "2:1",
        [3, 4],
        [Modifier("Courbière", 1), Modifier("Kellermann", -3)],
        5,
        (1, 1),
    )
    assert WORDS.story([melee]) == [
        "⚔️ **Melee**: the Allies with I Kleist in the lead attack the French with 29 RL in the lead, 9 to 4.",
        "-# 🎲 **3+4** = 7 +1 (Courbière) −3 (Kellermann) = 5 in column 2:1",
        "💥 **The Allies** lose 1 step, the French 1 step (9.5.1).",
    ]


@pytest.mark.parametrize(("allied", "who"), [(5, "the Allies"), (2, "the French")])
def test_the_initiative_is_told_as_a_sum_and_by_whom_it_is_won(allied: int, who: str) -> None:
    rolled = happened.InitiativeRolled({"french": 3, "allied": allied}, {"french": 4, "allied": 3})
    (line,) = WORDS.story([rolled, happened.InitiativeWon("allied", None, "5.2")])
    assert line.endswith(f"{who} have the initiative (5.2).")
    tied = happened.InitiativeRolled({"french": 3, "allied": 4}, {"french": 4, "allied": 3})
    lines = WORDS.story([tied, happened.InitiativeWon("allied", None, "5.2")])
    assert "a tie" in lines[0]
    assert lines[1] == "🎯 **The Allies** have the initiative."


def test_a_battle_is_a_line_of_the_card_and_a_post_of_its_own(moments: list[Moment]) -> None:
    events = TITLE.redact_all([event for moment in moments for event in moment.events], None)
    battles = [segment for segment in segments(events) if segment.battle is not None]
    scenes = WORDS.scenes(events)
    assert len(battles) == len(scenes) > 20
    card = WORDS.on_card(events).lines
    for scene, segment in zip(scenes, battles, strict=True):
        assert scene.over == segment.over == bool(scene.headlines)
        summary = [headline.lines()[0] for headline in scene.headlines]
        goes_on = [line for line in card if line.startswith(f"⚔️ **{scene.title}**")]
        assert set(summary) <= set(card) if scene.over else goes_on
    assert not any(line.startswith("🔥") for line in card)


@pytest.mark.deep(seconds=5)
def test_the_card_is_told_on_as_a_battle_goes_on(moments: list[Moment]) -> None:
    """What is settled of a chapter is told again by nobody, and comes to the same lines."""
    events: list[Event] = []
    for moment in moments[: depth(150, 400)]:
        events += TITLE.redact_all(moment.events, None)
        told = WORDS.on_card(events)
        assert told.events <= len(events)
        assert told.lines[: told.settled] == WORDS.on_card(events[: told.events]).lines[: told.settled]


def test_a_battle_is_told_by_its_stages(moments: list[Moment]) -> None:
    # Few battles come to a second fire.
    events = [event for moment in [*moments, *played("dillon", 2000)] for event in moment.events]
    heads = {stage for segment in segments(events) if segment.battle for stage, _ in stages(segment.events)}
    assert {"Deployment", "Skirmish", "Charges", "Fire", "Melee", "Fire, second round"} <= heads
    assert "Skirmish, second round" not in heads


def test_what_a_player_is_acted_for_is_told_in_the_middle_of_a_battle() -> None:
    begun = fights.BattleBegun("valmy", "allied", 3, 3, overrun=False)
    events: list[Event] = [
        begun,
        GivenFor("french", "default"),
        fights.Stayed("allied", "valmy", False),
        GivenFor("french", "default"),
        fights.Stayed("french", "valmy", False),
        fights.BattleEnded("valmy"),
    ]
    (scene,) = WORDS.scenes(events)
    (given,) = [line for line in scene.lines if line in WORDS.tell([events[1]])]
    assert "French" in given
    (headline,) = scene.headlines
    assert WORDS.on_card(events).lines == headline.lines()[:1]
    # Once for each battle, in a panel too.
    assert WORDS.tell([*events, *events]).count(given) == 2


def test_a_side_that_lost_a_leader_alone_did_not_lose_nobody() -> None:
    events: list[Event] = [
        fights.BattleBegun("sedan", "french", 22, 10, overrun=False),
        happened.LeaderLost("french", "dillon", True),
        fights.BattleEnded("sedan"),
    ]
    told = WORDS.chronicle(events)
    assert "the French lost Dillon; the Allies lost no one" in told


def test_a_turn_is_told_as_history(moments: list[Moment]) -> None:
    for text in (WORDS.chronicle([event]) for event in RARE):
        assert not IDS.search(text), text
    text = WORDS.narrate(TITLE.redact_all([e for moment in moments[:300] for e in moment.events], None))
    assert not IDS.search(text), text
    assert text[0].isupper()
    assert text.endswith(".")
    idle: list[Event] = [happened.Activated("french", "dillon", "sedan", True, None, None)]
    assert WORDS.chronicle(idle) == ""
    assert WORDS.chronicle([*idle, PhaseBegun("recovery", "10.1")]) == "No battle was fought."


def test_arrows_are_marches_attacks_reactions_and_retreats() -> None:
    step = happened.Moved("allied", "verdun", "clermont-en-argonne", ("eben",), None, None, None, "movement")
    back = happened.Moved("french", "les-islettes", "valmy", ("dillon",), None, None, None, "retreat")
    events: list[Event] = [
        happened.Activated("allied", "eben", "verdun", True, None, None),
        step,
        msgspec.structs.replace(step, start="clermont-en-argonne", end="les-islettes"),
        fights.BattleBegun("les-islettes", "allied", 5, 3, overrun=False),
        back,
        happened.Exited("allied", "reims", (), ("brunswick",)),
    ]
    assert WORDS.moves(events) == [
        Arrow("allied", ("verdun", "clermont-en-argonne", "les-islettes"), "attack"),
        Arrow("french", ("les-islettes", "valmy"), "retreat"),
        Arrow("allied", ("reims", "west"), "exit"),
    ]


def test_a_march_out_on_paris_is_a_headline_and_stands_in_the_closing_with_what_it_takes() -> None:
    out = happened.Exited("allied", "vertus", ("1-vkohler",), ("kohler",))
    (headline,) = WORDS.headlines([out])
    assert headline.title == "The Allies march out on Paris from Vertus"
    assert headline.told == "Von Köhler with 1/vKohler left the map by the west edge."
    step = TITLE.setup(TITLE.scenarios[0].id, TITLE.chosen({}), Dice("out"))
    before = TITLE.view(step.state, None)
    assert not any("Out on Paris" in line for line in WORDS.closing(before, before))
    for leaders, chief in ((("kohler",), "Brunswick not yet"), (("kohler", "brunswick"), "Brunswick too")):
        after = msgspec.structs.replace(before, exited=[*leaders, "1-vkohler"])
        told = f"1 unit of Köhler's corps, of 3 commands needed; {chief}"
        assert WORDS.closing(before, after)[-1] == f"**Out on Paris:** {told}"
        assert WORDS.aftermath(WON, after, []) == [
            f"{told}. The road back to Verdun is free, and so the Allies win (11.1.1)."
        ]
    broken = msgspec.structs.replace(before.morale["french"], state="broken")
    fled = msgspec.structs.replace(before, morale=before.morale | {"french": broken})
    assert WORDS.aftermath(WON, fled, []) == []
    assert WORDS.aftermath(Outcome("french", "points", "Points", 3, "11.2", []), before, []) == []


def test_a_winner_of_whom_a_part_retreats_still_holds_the_place() -> None:
    back = happened.Moved("french", "valmy", "auve", (), ("1-car",), (), None, "retreat")
    fought = fights.BattleBegun("valmy", "allied", 5, 5, overrun=False)
    stays: dict[Side, str] = {"french": "a part of them retreats to Auve", "allied": "retreat to Auve"}
    for holder, how in stays.items():
        (headline,) = WORDS.headlines([fought, back, fights.BattleEnded("valmy", (holder,), None)])
        assert f"The French lose no one, and {how}." in headline.told


def test_the_last_exchange_of_a_battle_is_shown_on_its_board() -> None:
    shot = fights.Fired("29-rl", "7", [6, 5], [], 11, 1, "9.3.2")
    events: list[Event] = [
        fights.BattleBegun("valmy", "allied", 5, 5, overrun=False),
        shot,
        msgspec.structs.replace(shot, unit="71-rl"),
        happened.StepLost("allied", "i-kleist", False, "9.3.2"),
        happened.StepLost("allied", "ii-kleist", False, "9.3.2"),
    ]
    volley = Blow("french", "fire", ("29-rl", "71-rl"), "2 hits")
    assert WORDS.moves(events)[1:] == [volley, Blow("allied", "loss", ("i-kleist", "ii-kleist"))]
    assert WORDS.moves([*events, CHARGE])[1:] == [
        Blow("french", "charge", ("2-hus", "7-cav"), "drives them off")
    ]
    assert len(WORDS.moves([*events, fights.BattleEnded("valmy")])) == 1


def test_the_arrows_of_a_game_go_from_neighbour_to_neighbour(moments: list[Moment]) -> None:
    for moment in moments:
        for arrow in WORDS.moves(TITLE.redact_all(moment.events, None)):
            if isinstance(arrow, Arrow):
                for start, end in pairwise(arrow.path):
                    assert end == "west" or end in TITLE.box.cost[start] or arrow.manner == "retreat"


def test_a_turn_is_headed_by_its_days_and_phase() -> None:
    bare = WORDS.heading("campaign", 1, [])
    assert (bare.title, bare.line) == ("1–2 September 1792", "Turn 1 of 12")
    full = WORDS.heading(
        "campaign", 2, [PhaseBegun("activations", "4.2"), happened.InitiativeWon("allied", 2, "5.1")]
    )
    assert (full.title, full.line) == ("3–4 September 1792", "Turn 2 of 12 · Activations")
    assert full.text == TITLE.box.scenario["campaign"].turn[1].history
    assert full.colour != bare.colour


@pytest.mark.case("Y-11.2-g", title="valmy")
def test_the_end_is_told_with_its_working_in_points_and_halves() -> None:
    working = [Working("French: Cities", 28, "11.2"), Working("Allies: Steps", -9, "11.2")]
    lines = WORDS.verdict(Outcome("french", "points", "The French win on points", 19, "11.2", working))
    assert lines == [
        "## The French win on points",
        "**The French** have won (11.2).",
        "**+9½**: the French points less those of the Allies (11.2)",
        "-# +14 · French: Cities",
        "-# −4½ · Allies: Steps",
    ]
    drawn = WORDS.verdict(Outcome(None, "points", "A draw", 0, "11.2", []))
    assert drawn[1:] == ["Nobody has won (11.2).", "**0**: the French points less those of the Allies (11.2)"]


def test_the_provisional_outcome_says_by_how_much_its_winner_leads() -> None:
    now = Outcome("allied", "points", "The Allies win on points", -17, "11.2", [])
    assert WORDS.now(now) == "⚖️ If the game ended now: **The Allies win on points** · lead +8½"
    drawn = Outcome(None, "points", "A draw", 0, "11.2", [])
    assert WORDS.now(drawn) == "⚖️ If the game ended now: **A draw** · score 0"


def test_points_are_told_in_halves() -> None:
    assert [points(halves) for halves in (0, 1, 2, 3, -1, -4)] == ["0", "+½", "+1", "+1½", "−½", "−2"]
    assert [victory_points(score) for score in (0, 0.5, 1, 2.5)] == [
        "0 points",
        "½ points",
        "1 point",
        "2½ points",
    ]


@pytest.mark.case("Y-2.3-b", title="valmy")
def test_a_side_reads_its_own_command_and_the_public_none_of_it(moments: list[Moment]) -> None:
    state = moments[0].state
    own = WORDS.private(TITLE.view(state, "french"), "french")
    sedan = next(line for line in own if "Sedan: " in line)
    assert sedan.startswith("-# Sedan: Dumouriez 0/8 › Leveneur 5/6 › Dietmann 5/6, ")
    public = "\n".join(WORDS.standing(TITLE.view(state, None)))
    assert "Dietmann" not in public
    assert "**French** Sedan: Dumouriez" in public


def test_how_it_stands_says_the_score_morale_chits_and_cities(moments: list[Moment]) -> None:
    view = TITLE.view(moments[0].state, None)
    lines = WORDS.standing(view)
    cities = list(view.cities.values()).count("french")
    assert lines[0] == f"**Score:** **French** {2 * cities} points · **Allies** 2 points"
    assert lines[1] == "**Army morale:** **French** 9 · **Allies** 11"
    assert lines[2] == "**Initiative chits left:** **French** 1, 2 and 3 · **Allies** 1, 2 and 3"
    assert any(line.startswith("**Cities:**") and "**Allies** Verdun" in line for line in lines)
    for moment in moments[::150]:
        for eyes in EYES:
            told = WORDS.standing(TITLE.view(moment.state, eyes), eyes)
            assert not any(IDS.search(line) for line in told), told


def test_every_edit_is_told_in_names(moments: list[Moment]) -> None:
    told = set()
    for moment in moments[::300]:
        for typed in TITLE.edit_choices(moment.state, ""):
            for eyes in EYES:
                line = WORDS.tell(TITLE.redact_all(TITLE.edit(moment.state, typed).events, eyes))[-1]
                assert line.startswith("🛠️ ")
                assert not IDS.search(line), line
                told.add(line)
    for form in ("unit 29-rl eliminated", "chit french 2 spent", "base adc lost", "morale allied shaken"):
        (_, line) = WORDS.tell([Edited(form)])
        told.add(line)
    assert len(told) > 10


def test_the_course_of_a_campaign_has_a_value_for_each_turn(moments: list[Moment]) -> None:
    views: list[Any] = [TITLE.view(moment.state, None) for moment in moments[::400]]
    tracks = WORDS.series(views, [None for _ in views])
    assert 0 < len(tracks) <= 6
    assert all(len(track.values) == len(views) for track in tracks)
    assert list(tracks[0].values) == [view.score["french"] for view in views]


def test_each_abbreviation_on_a_counter_is_explained_below_the_position() -> None:
    """Abbreviations have at most three letters, or are among those of the rulebook (F-6, F-7)."""
    below = "\n".join(WORDS.standing(TITLE.view(games()[40].state, "french"), "french"))
    names = " ".join(card.name for card in TITLE.box.unit.values())
    short = {word for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", names) if len(word) <= 3}
    short |= {"An-Br", "Charnt", "Drag", "Fledjag", "Gren", "Meuth"}
    # Numbers of battalions, and letters within a name.
    rest = {"I", "II", "III", "IV", "V", "VI", "VII", "B", "O"}
    assert {word for word in short - rest if not re.search(rf"(?<!\w){word}(?!\w)", below)} == set()


def test_the_title_finds_its_words() -> None:
    assert type(presenter_of(TITLE)) is type(WORDS)


def test_a_battle_is_one_beat_of_the_story(moments: list[Moment]) -> None:
    steps = [
        Leaf(number, moment.state.turn, "The days", moment.state, moment.events, moment.events, moment.events)
        for number, moment in enumerate(moments)
    ]
    beats = storyboard(TITLE, Replay([], steps, None), None, len(steps))
    fought = [scene.title for scene in WORDS.scenes([event for step in steps for event in step.events])]
    told = [line for beat in beats for line in beat.caption if line.startswith("⚔️ **")]
    # Where the first of the two games breaks off, a battle goes on in the second.
    assert len(fought) - 1 <= len(told) <= len(fought)


def test_each_way_of_a_plan_is_an_order_and_is_shown_again() -> None:
    """A form says in words what each list means; what was chosen is chosen when it is opened again."""
    for id, part in PARTS.items():
        for word in (*part.ways, ASKED):
            read = WORDS.planned({id: word})
            given = {kind: text for kind, text in read.items() if text is not None}
            assert all(read[kind] == PLAN[kind] for kind in ("losses", "sacrifice", "naming", "retreat"))
            form = WORDS.plan(given)
            assert form is not None
            shown = {field.id: field for field in form.fields}
            assert shown[id].value == word
            assert word in {option.value for option in shown[id].options}
            assert len({option.label for option in shown[id].options}) == len(shown[id].options)
            assert all(0 < len(field.hint) <= DETAIL for field in form.fields)
            assert not any("`" in f"{field.label}{field.hint}{field.example}" for field in form.fields)
            assert all(option.value == word or option.value != KEPT for option in shown[id].options)
    first = WORDS.plan({})
    assert first is not None
    filled = {field.id: field.value for field in first.fields}
    assert {kind: text for kind, text in WORDS.planned(filled).items() if PLAN.get(kind) != text} == {}


def test_a_plan_keeps_what_was_ordered_in_other_words() -> None:
    form = WORDS.plan({"melee": "if at least 4:1", "losses": "spare 29-rl"})
    assert form is not None
    shown = {field.id: field.value for field in form.fields}
    assert (shown["melee"], shown["charges"], shown["other"]) == (
        KEPT,
        ASKED,
        "losses: spare 29-rl\nsacrifice: ask me\nnaming: ask me\nretreat: ask me",
    )
    assert "melee" not in WORDS.planned(shown)
    with pytest.raises(NotationError, match="When you withdraw has no tomorrow"):
        WORDS.planned({"leaving": "tomorrow"})


def test_a_plan_of_a_battle_says_the_same_again() -> None:
    values = {
        "posture": "firm",
        "charges": "always",
        "leaving": ASKED,
        "changes": "boosts ask me\nlosses auto",
    }
    order = plan.written(values).removeprefix(f"{plan.OF_BATTLE} ")
    kept = TITLE.read_order(plan.OF_BATTLE, order)
    shown = {field.id: field.value for field in plan.of_battle({plan.OF_BATTLE: kept}, "29 RL").fields}
    assert shown == {**values, "melee": plan.AS_PLANNED}
    blank = {field.id: "" for field in plan.of_battle(None, "29 RL").fields}
    assert plan.written(blank) == f"{plan.OF_BATTLE} best"
