"""What each side of *For God and For the King* is shown and offered: names, limits, and no secret."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from discord import ui

from bot.games.shown import Choice, Does, Group
from bot.games.vendee.choices import Choices
from bot.games.vendee.names import action_points, points_left
from bot.posts.card import face
from bot.surface import custom_ids, layout
from data.nouns import listed
from data.vendee.schema import EventId, RoyalArmy, Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.procedure import Frame
from engines.vendee.actions import DECLINE, DESERT_AUTO, HAND_OVER, PLACE_AUTO, Move, Play, Show
from engines.vendee.combat.actions import RETREAT_AUTO
from engines.vendee.combat.events import FellBack
from engines.vendee.combat.frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.combat.retreat import ways_out, withdrawal
from engines.vendee.events import Placed
from engines.vendee.frames import SIDES, Activation, Desertion, EndOfTurn, Fortify, Operations
from engines.vendee.state import Landing, State
from engines.vendee.words import ALL
from render import WHOLE
from tests.support.depth import depth
from tests.vendee.bot.games import EYES, IDS, TITLE, WORDS, Moment, games, groups_at, twins
from tests.vendee.bot.positions import ASKED, prepared
from tests.vendee.builder import given

AHEAD = ("move", "go", "pursuit", "end")
"""Groups with choices that are previewed."""


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of several whole games."""
    return games()


def seldom(moments: list[Moment], every: int) -> list[tuple[int, Moment]]:
    """Each so many moments, with their numbers."""
    return [*enumerate(moments)][::every]


def shown(state: State, eyes: str | None) -> list[object]:
    """All text that a side, or the public, is shown of a state."""
    view = TITLE.view(state, eyes)
    texts: list[object] = [WORDS.standing(view), WORDS.due(state), WORDS.awaited(state)]
    if eyes is not None:
        groups = WORDS.groups(state, eyes)
        texts += [WORDS.private(view, eyes), groups, WORDS.due(state, eyes), WORDS.close(state, eyes)]
        ahead = [choice for group in groups for choice in group.choices if group.id in AHEAD]
        offered = [choice.notation for choice in ahead if choice.does is Does.TAKE]
        texts += [WORDS.preview(state, eyes, TITLE.parse(state, notation)) for notation in offered]
    return texts


@pytest.mark.deep(seconds=8)
@pytest.mark.parametrize("eyes", EYES)
def test_no_text_depends_on_what_its_reader_may_not_know(moments: list[Moment], eyes: str | None) -> None:
    found = 0
    for moment in moments[:: depth(80, 3)]:
        expected = shown(moment.state, eyes)
        for twin in twins(moment.state, eyes):
            found += 1
            assert shown(twin, eyes) == expected
    assert found > 20


def test_a_side_is_shown_its_own_counters_and_others_are_not(moments: list[Moment]) -> None:
    state = next(moment.state for moment in moments if moment.state.phase == "operations")
    twin = next(twins(state, "republican"))
    own, other = (WORDS.private(TITLE.view(known, "royalist"), "royalist") for known in (state, twin))
    assert own != other
    assert "face down" in "".join(WORDS.standing(TITLE.view(state, "republican")))
    assert "face down" not in "".join(WORDS.private(TITLE.view(state, "republican"), "republican"))


def test_the_note_of_the_landing_is_the_royalists_alone(moments: list[Moment]) -> None:
    state = moments[-1].state.copy()
    state.landing = Landing("les-sables", 6)
    told = {side: "\n".join(WORDS.private(TITLE.view(state, side), side)) for side in SIDES}
    assert "**The English** land in secret: Les Sables-d'Olonne in August" in told["royalist"]
    assert "English" not in told["republican"].replace("English Assistance", "")


@pytest.mark.deep(seconds=8)
def test_every_legal_choice_has_words_within_the_limits(moments: list[Moment]) -> None:
    for moment in moments[:: depth(29, 1)]:
        for decision in TITLE.decisions(moment.state):
            for action in TITLE.legal_actions(moment.state, decision.seat):
                choice = WORDS.choice(moment.state, decision.seat, action)
                assert choice.notation == TITLE.notation(action)
                assert 0 < len(choice.label) <= layout.DETAIL, choice
                assert choice.detail, choice
                assert not IDS.search(choice.label + choice.detail), choice
                assert choice.tone in face.TONES


@pytest.mark.deep(seconds=8)
def test_all_that_is_legal_is_offered_and_fits_a_panel(moments: list[Moment]) -> None:
    for number, moment in seldom(moments, depth(29, 1)):
        for decision in TITLE.decisions(moment.state):
            groups = groups_at(number, decision.seat)
            legal = {TITLE.notation(action) for action in TITLE.legal_actions(moment.state, decision.seat)}
            first = [choice for group in groups for choice in group.choices]
            keys = [choice.notation for choice in first if choice.does is Does.OPEN]
            inside = [group for key in keys for group in WORDS.within(moment.state, decision.seat, key)]
            assert all(0 < len(group.choices) <= layout.PER_SELECT for group in inside)
            offered = [choice.notation for choice in first if choice.does is Does.TAKE]
            offered += [choice.notation for group in inside for choice in group.choices]
            farther = {text for text in offered if text not in legal}
            assert all(text.startswith("move ") for text in farther)
            assert set(offered) - farther == legal
            assert len({choice.control for choice in first}) == len(first) > 0
            assert len(groups) <= 10
            assert all(len(group.choices) <= layout.PER_SELECT for group in groups)
            stamp = custom_ids.Stamp(1, 1, decision.seat)
            rows = face.rows(groups, stamp, surface="panel", room=layout.COMPONENTS - 12)
            for item in (child for row in rows.shown for child in row.children):
                assert isinstance(item, ui.Button | ui.Select)
                pattern = custom_ids.TAKE if isinstance(item, ui.Button) else custom_ids.CHOOSE
                assert re.fullmatch(pattern, item.custom_id or ""), item.custom_id


@pytest.mark.deep(seconds=5)
def test_what_has_too_many_ways_to_be_listed_can_be_written(moments: list[Moment]) -> None:
    written: Counter[str] = Counter()
    for moment in moments[:: depth(9, 1)]:
        for decision in TITLE.decisions(moment.state):
            for form in WORDS.forms(moment.state, decision.seat):
                values = {field.id: field.value for field in form.fields}
                text = WORDS.filled(moment.state, decision.seat, form.id, values)
                action = TITLE.parse(moment.state, text, decision.seat)
                assert TITLE.is_legal(moment.state, decision.seat, action), text
                written[form.id] += 1
    assert set(written) == {"place", "part", "drop", "pick-up"}


@pytest.mark.deep(seconds=5)
def test_do_it_for_me_comes_first_and_what_ends_a_choice_last(moments: list[Moment]) -> None:
    found: set[str] = set()
    for number, moment in seldom(moments, depth(3, 1)):
        for decision in TITLE.decisions(moment.state):
            groups = groups_at(number, decision.seat)
            for_me = [group.id for group in groups if any(" auto" in c.notation for c in group.choices)]
            if for_me:
                assert for_me == [groups[0].id]
                found.add(decision.kind)
            if "end" in {group.id for group in groups}:
                assert groups[-1].id == "end"
    assert {"reinforcements", "desertion", "retreat", "losses"} <= found


def at(moments: list[Moment], frame: type[Frame]) -> State:
    return next(m.state for m in moments if m.state.stack and isinstance(m.state.stack[-1], frame))


def test_to_hand_over_says_when_it_ends_the_operations(moments: list[Moment]) -> None:
    state = at(moments, Operations).copy()
    for passed, label in (
        (False, "Hand over: you can go on later unless they hand over at once"),
        (True, "Hand over: ends the operations of March"),
    ):
        state.stack[-1] = Operations("royalist", passed)
        assert WORDS.choice(state, "royalist", HAND_OVER).label == label


@pytest.mark.deep(seconds=4)
def test_a_step_says_what_it_costs_and_the_chance_of_its_combat(moments: list[Moment]) -> None:
    labels: list[str] = []
    reasons: list[str] = []
    for moment in moments[:: depth(7, 1)]:
        top = moment.state.stack[-1] if moment.state.stack else None
        if isinstance(top, Activation):
            legal = [a for a in TITLE.legal_actions(moment.state, top.side) if isinstance(a, Move)]
            choices = [WORDS.choice(moment.state, top.side, action) for action in legal]
            labels += [choice.label for choice in choices]
            reasons += [choice.reason for choice in choices]
    assert all(re.search(r" · (all )?[\d½]+ AP", label) for label in labels)
    assert any(re.search(r" · combat, win \d+%$", label) for label in labels)
    assert any(label.endswith("face down: maybe combat") for label in labels)
    assert any("AP left unless you lose" in reason for reason in reasons)


def test_a_step_that_may_be_refused_says_that_it_is_free_then() -> None:
    position = given().points("coron", saumur=4).general("menou", "coron").points("cholet", anjou=2).more()
    position = position.points("maulevrier", saumur=4).having(preempted=True)
    table = position.table().act("activate maulevrier with all")
    step = TITLE.parse(table.state, "move maulevrier > mortagne", "republican")
    assert WORDS.choice(table.state, "republican", step).label.endswith(
        " · refused, free, if they control it"
    )


def test_whoever_can_march_with_nobody_is_told_why(moments: list[Moment]) -> None:
    told: set[str] = set()
    for moment in moments:
        for decision in TITLE.decisions(moment.state):
            choice = WORDS.choice(moment.state, decision.seat, DECLINE) if decision.kind == "march" else None
            if choice is not None and choice.label.startswith("You have no stack that can march"):
                told.add(re.sub(r" in [^,;]+?(?= may|,|;| and )", " in …", choice.reason))
    assert told
    reason = r"(No|Those|The group|You have no counters|.+ has tried).*"
    why = reason + "; asked anyway, to keep your face-down counters secret"
    assert all(re.fullmatch(why, each) for each in told), told


def test_declining_says_what_is_declined(moments: list[Moment]) -> None:
    state = moments[-1].state.copy()
    state.stack = [EndOfTurn()]
    assert WORDS.choice(state, "republican", DECLINE).label == "Go on with the war"


def test_what_is_typed_and_not_offered_has_words_too(moments: list[Moment]) -> None:
    state = at(moments, Operations)
    choices = Choices(WORDS.names, state, "royalist", TITLE.view(state, "royalist"))
    assert choices.label(Show("cholet", 5)).text == "Show 5 counters in Cholet"
    typed = Move(("noirmoutier", "mortagne", "tiffauges"), ALL)
    assert choices.label(typed).text == "Go by Mortagne and Tiffauges"


def moving(moments: list[Moment]) -> list[tuple[int, Activation]]:
    """Groups on the move, with the numbers of some moments; what they are offered is looked at above too."""
    found = [(number, m.state.stack[-1]) for number, m in seldom(moments, 3) if m.state.stack]
    return [(number, top) for number, top in found if isinstance(top, Activation)]


def group_of(groups: list[Group], id: str) -> Group | None:
    return next((group for group in groups if group.id == id), None)


def destinations(number: int, side: str) -> list[Choice]:
    """Those that are offered before the parts of their list."""
    group = group_of(groups_at(number, side), "go")
    return [choice for choice in group.choices if choice.does is not Does.OPEN] if group else []


def test_farther_destinations_can_be_taken_as_they_are_offered(moments: list[Moment]) -> None:
    taken = 0
    for number, top in moving(moments)[::3]:
        state = moments[number].state
        for choice in destinations(number, top.side)[::3]:
            assert len(choice.notation) <= layout.DETAIL
            action = TITLE.parse(state, choice.notation, top.side)
            assert isinstance(action, Move)
            assert len(action.path) > 2
            TITLE.apply(state, top.side, action, Dice("taken"))
            taken += 1
    assert taken > 100


def test_a_long_way_is_offered_with_its_names_cut_short() -> None:
    state = given().state
    choices = Choices(WORDS.names, state, "royalist", TITLE.view(state, "royalist"))
    path = (
        "sainte-hermine",
        "chantonnay",
        "saint-fulgent",
        "les-herbiers",
        "mortagne",
        "cholet",
        "trementines",
    )
    short = choices.carried(Move(path))
    assert len(TITLE.notation(Move(path))) > layout.DETAIL >= len(short)
    assert TITLE.parse(state, short) == Move(path)
    assert choices.carried(Move(path[:2])) == TITLE.notation(Move(path[:2]))


def test_destinations_say_what_they_cost_of_what_there_is(moments: list[Moment]) -> None:
    labels = [choice.label for number, top in moving(moments) for choice in destinations(number, top.side)]
    assert all(re.search(r" · [\d½]+ of [\d½]+ AP", label) for label in labels)
    assert any("combat, win" in label for label in labels)


def test_combats_are_offered_before_other_destinations(moments: list[Moment]) -> None:
    found = 0
    for number, top in moving(moments):
        choices = destinations(number, top.side)
        fights = ["combat, win" in choice.label for choice in choices]
        assert fights == sorted(fights, reverse=True)
        found += any(fights)
    assert found > 2


def test_the_likelier_victory_is_offered_first() -> None:
    position = given().hand("royalist").points("cholet", anjou=12).general("d-elbee", "cholet")
    table = position.points("coron", saumur=9).points("chalonnes", saumur=2).more().table()
    far = group_of(WORDS.groups(table.roll_on("activate cholet with all").state, "royalist"), "go")
    assert far is not None
    assert [choice.label.split(" · ")[0] for choice in far.choices[:2]] == ["Chalonnes", "Coron"]


def test_the_map_is_around_the_group_with_what_its_ways_cost() -> None:
    position = given().hand("royalist").points("cholet", anjou=12).general("d-elbee", "cholet")
    table = position.points("coron", saumur=9).points("bressuire", saumur=2).more().table()
    assert WORDS.close(table.state, "royalist") == WHOLE
    state = table.roll_on("activate cholet with all").state
    close = WORDS.close(state, "royalist")
    costs = dict(close.reach)
    assert close.around == "cholet"
    assert costs["mortagne"] == "½"
    assert re.fullmatch(r"1 · \d+%", costs["coron"])
    assert re.fullmatch(r"[\d½]+ \?", costs["bressuire"])
    assert WORDS.close(state, "republican") == WHOLE


def test_the_map_is_around_a_combat_while_it_is_decided(moments: list[Moment]) -> None:
    seen: set[str] = set()
    for moment in moments:
        for decision in TITLE.decisions(moment.state):
            if decision.kind in ("march", "losses", "retreat", "pursuit", "withdraw", "refuge", "fortify"):
                assert WORDS.close(moment.state, decision.seat).around in TITLE.box.ground.area
                seen.add(decision.kind)
    assert {"march", "losses", "retreat", "pursuit"} <= seen


def test_a_march_to_the_guns_says_what_it_would_change(moments: list[Moment]) -> None:
    details = [
        choice.detail
        for moment in moments
        for decision in TITLE.decisions(moment.state)
        if decision.kind == "march"
        for choice in getattr(group_of(WORDS.groups(moment.state, decision.seat), "guns"), "choices", [])
    ]
    assert details
    assert all(re.search(r"victory .+% without them, .+% with them$", detail) for detail in details)


@pytest.mark.parametrize(
    ("kind", "said"),
    [("march", "A march that fails costs nothing"), ("powder-tie", "Powder below 0 counts against the dice")],
)
def test_what_a_failed_march_costs_and_what_powder_does_is_said_beside_the_question(
    kind: str, said: str
) -> None:
    (asking, *_) = (each for each in ASKED if each.kind == kind)
    (line,) = WORDS.barred(prepared(asking).after, asking.asked)
    assert said in line


def test_a_retreat_that_is_chosen_for_a_side_says_where_it_begins() -> None:
    (asking,) = (each for each in ASKED if each.kind == "retreat")
    state = prepared(asking).after
    said = WORDS.choice(state, "royalist", RETREAT_AUTO).label
    events = TITLE.apply(state, "royalist", RETREAT_AUTO, Dice("way")).events
    first = next(event.end for event in events if isinstance(event, FellBack))
    assert said == f"Choose the way for me: first {TITLE.box.name(first)}"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("e2", "without an Alarm Anjou gets 4 points"),
        ("e5", "morale +1 and a landing"),
        ("e11", "Biron, leave"),
        ("e12", "royalist morale -1"),
        ("e13", "Aubert du Bayet leave"),
        ("e14", "you win at once"),
        ("e15", "On a 1 it is lost"),
    ],
)
def test_a_list_does_not_cut_what_an_event_brings_and_costs(event: EventId, said: str) -> None:
    assert said in layout.cut(TITLE.box.event[event].text, layout.DETAIL)


def test_an_event_says_whose_combat_point_it_costs() -> None:
    state = given().reinforcing("republican").points("nantes", nantes=5).state
    labels = [each.label for group in WORDS.groups(state, "republican") for each in group.choices]
    assert "E8 Loire Flotilla: −1 Nantes army, in Nantes" in labels
    assert "E15 Maritime Move: Nantes army" not in labels


def test_to_fight_without_powder_says_the_chance(moments: list[Moment]) -> None:
    labels = [
        WORDS.choice(moment.state, decision.seat, DECLINE).label
        for moment in moments
        for decision in TITLE.decisions(moment.state)
        if decision.kind == "withdraw"
    ]
    assert labels
    assert all(re.fullmatch(r"Fight anyway · win .+%", label) for label in labels)


def asked(kind: str) -> tuple[State, dict[str, Choice]]:
    """A position in which the Royalists are asked for something, and what they are offered by notation."""
    asking = next(asking for asking in ASKED if asking.kind == kind and asking.asked == "royalist")
    state = prepared(asking).after
    groups = WORDS.groups(state, "royalist")
    return state, {choice.notation: choice for group in groups for choice in group.choices}


def test_losses_say_how_many_and_where() -> None:
    state, choices = asked("losses")
    frame = state.stack[-1]
    assert isinstance(frame, Losses)
    assert choices["lose auto"].label == "Take the losses for me: Anjou 1, Centre 1"


def test_a_retreat_says_who_goes_and_how_far() -> None:
    state, choices = asked("retreat")
    frame = state.stack[-1]
    assert isinstance(frame, Retreat)
    (party,) = frame.parties
    assert TITLE.decisions(state)[0].prompt.endswith(f": choose the next area ({party.left} left)")
    left = party.points["anjou"].total
    far = "one area more" if party.left == 1 else f"{party.left} areas more"
    assert choices["retreat auto"].detail.startswith(
        f"Anjou {left}, {far}; the retreat with the fewest losses"
    )
    ways = [choice for text, choice in choices.items() if re.match("retreat (?!auto)", text)]
    assert ways
    assert all(choice.detail.startswith(f"Anjou {left}, {far}; ") for choice in ways)
    assert all(choice.detail.endswith("they stop there") or "then on to " in choice.detail for choice in ways)
    rings = dict(WORDS.close(state, "royalist").reach)
    assert {text.removeprefix("retreat ") for text in choices if text.startswith("retreat ")} - {
        "auto"
    } <= set(rings)


def test_a_pursuit_says_who_may_pursue() -> None:
    state, choices = asked("pursuit")
    frame = state.stack[-1]
    assert isinstance(frame, Pursuit)
    (part,) = frame.contingents
    ways = [choice for text, choice in choices.items() if text.startswith("pursue")]
    assert ways
    assert all(choice.detail.startswith(f"Anjou {part.points['anjou'].total}; ") for choice in ways)


def test_a_withdrawal_says_where_it_leads_first() -> None:
    state, choices = asked("withdraw")
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    ways = ways_out(TITLE.box, state, withdrawal(state, battle, 1))
    assert choices["withdraw 1"].detail == (
        f"No combat and no losses; first to {listed(map(WORDS.names.name, ways), 'or')}"
    )


def test_who_activates_a_stack_is_told_that_it_may_be_pre_empted() -> None:
    position = given().hand("royalist").points("cholet", anjou=6).general("cathelineau", "cholet")
    position.points("saumur", saumur=4).general("menou", "saumur")
    warning = ["The other side has the initiative and may pre-empt a stack that you activate (2.4)."]
    assert WORDS.barred(position.having(initiative="republican").state, "royalist") == warning
    assert WORDS.barred(position.having(preempted=True).state, "royalist") == []


def test_counters_placed_one_after_another_are_counted_as_they_lie() -> None:
    """7 and 3 combat points of one army lie as one counter of 10."""
    table, placed = given().reinforcing("royalist", anjou=11).table(), list[Event]()
    for count in (7, 3):
        placed += [
            event for event in table.act(f"place anjou:{count} cholet").events if isinstance(event, Placed)
        ]
    hidden = TITLE.redact_all(placed, None)
    (stack,) = TITLE.view(table.state, None).areas["cholet"].values()
    assert stack.counters == 1
    assert WORDS.tell(hidden) == ["📍 **Royalists** place face down: 1 counter in Cholet"]
    assert WORDS.tell(hidden[1:]) == ["📍 **Royalists** place face down: more in Cholet"]


def test_an_active_group_is_told_as_it_stands_after_its_losses() -> None:
    state, _ = asked("retreat")
    frame = next(frame for frame in state.stack if isinstance(frame, Activation))
    told = TITLE.view(state, "royalist").activation
    assert told is not None
    assert sum(frame.points.values()) > sum((told.points or {}).values())
    assert told.points == {"saumur": state.forces["coron"]["saumur"].total}


def test_a_pre_emption_says_whose_stack_goes_first() -> None:
    _, choices = asked("preemption")
    (attempt, *_) = [choice for text, choice in choices.items() if text.startswith("preempt")]
    assert attempt.reason.startswith("Your stack goes first on ")


def test_generals_who_flee_are_named() -> None:
    _, choices = asked("refuge")
    ways = [choice for text, choice in choices.items() if text.startswith("flee")]
    assert ways
    assert all(choice.detail.startswith("Stofflet; ") for choice in ways)


def test_desertion_says_how_many_of_which_army_go_home() -> None:
    owed: dict[RoyalArmy, int] = {"anjou": 3, "centre": 1}
    position = given().points("cholet", anjou=8).points("mortagne", centre=4)
    state = position.phase("desertion", Desertion(owed)).state
    choices = {
        choice.notation: choice.label for group in WORDS.groups(state, "royalist") for choice in group.choices
    }
    assert choices["desert auto"] == "For me: Cholet 3, Mortagne 1"
    assert choices["desert anjou:3 cholet"] == "Anjou: 3 of 3 from Cholet"
    assert choices["desert centre:1 mortagne"] == "Centre: 1 of 1 from Mortagne"
    told = {side: "\n".join(WORDS.private(TITLE.view(state, side), side)) for side in SIDES}
    assert "**Deserting** Anjou 3, Centre 1" in told["royalist"]
    assert "Deserting" not in told["republican"]


def test_deserters_chosen_for_a_player_are_named_with_the_generals_who_leave() -> None:
    position = given().turn(7).points("cholet", anjou=1).general("stofflet", "cholet")
    position = position.points("jallais", anjou=1).general("bonchamps", "jallais")
    state = position.phase("desertion", Desertion({"anjou": 1})).state
    choice = WORDS.choice(state, "royalist", DESERT_AUTO)
    assert choice.label == "For me: Cholet 1; Stofflet leaves until October"
    assert choice.detail == "Stofflet leaves until October"


def test_desertion_says_whose_turn_it_is() -> None:
    state = given().points("cholet", anjou=8).phase("desertion", Desertion({"anjou": 3})).state
    (line,) = WORDS.barred(state, "royalist")
    assert WORDS.choice(state, "royalist", DESERT_AUTO).detail == "No general has to leave"
    assert line.startswith("Those on clear ground desert first, then those outside all zones.")
    assert WORDS.barred(state, "republican") == []


def test_desertion_says_which_generals_it_leaves_alone() -> None:
    position = given().points("cholet", anjou=2).general("stofflet", "cholet").points("jallais", anjou=2)
    state = position.phase("desertion", Desertion({"anjou": 2})).state
    labels = {
        choice.notation: choice.label for group in WORDS.groups(state, "royalist") for choice in group.choices
    }
    assert labels["desert anjou:2 cholet"] == "Anjou: 2 of 2 from Cholet · Stofflet leaves until May"
    assert labels["desert anjou:1 cholet"] == "Anjou: 1 of 2 from Cholet"
    assert labels["desert anjou:2 jallais"] == "Anjou: 2 of 2 from Jallais"


@pytest.mark.parametrize(
    ("points", "told", "left"),
    [
        (0, "no action points", "no points left"),
        (1, "½ action point", "½ point left"),
        (2, "1 action point", "1 point left"),
        (3, "1½ action points", "1½ points left"),
    ],
)
def test_one_point_and_less_are_told_in_the_singular(points: int, told: str, left: str) -> None:
    assert action_points(points) == told
    assert points_left(points) == left


@pytest.mark.deep(seconds=5)
def test_no_text_has_one_of_several(moments: list[Moment]) -> None:
    wrong = re.compile(r"(?<![\d½.:+−-])(?:1|½) (?:action |combat |victory )?(?:points|counters|areas)\b")
    for number, moment in seldom(moments, depth(17, 2)):
        for side in SIDES:
            view = TITLE.view(moment.state, side)
            lines = [*WORDS.standing(view), *WORDS.private(view, side), *WORDS.tell(moment.events)]
            lines += [
                text
                for group in groups_at(number, side)
                for choice in group.choices
                for text in (choice.label, choice.detail)
            ]
            assert [line for line in lines if wrong.search(line)] == []


def test_counters_are_placed_before_events_are_thought_of() -> None:
    state = given().reinforcing("republican", nantes=5, saumur=2).state
    groups = WORDS.groups(state, "republican")
    order = [group.id for group in groups]
    assert order[:3] == ["auto", "place-nantes", "place-saumur"]
    assert "event" in order[3:]
    tones = {choice.tone for group in groups if group.id == "event" for choice in group.choices}
    assert tones == {"secondary"}


def entered(*, face_up: bool) -> State:
    """Republicans who are about to enter the Royalists' bocage, from inside a zone or from outside."""
    origin = "coron" if face_up else "les-aubiers"
    position = given().points("maulevrier", anjou=6).general("d-elbee", "maulevrier").more()
    table = position.points(origin, saumur=9).general("menou", origin).table()
    return table.roll_on(f"move {origin} > maulevrier with all").state


def test_fortifications_say_what_they_are_worth() -> None:
    state = entered(face_up=True)
    assert isinstance(state.stack[-1], Fortify)
    chances = [
        int(re.fullmatch(r".* · win (\d+)%", WORDS.choice(state, "royalist", action).label)[1])  # type: ignore[index]
        for action in (Play("e6"), DECLINE)
    ]
    assert chances[0] > chances[1]


def test_against_whom_fortifications_are_is_not_told() -> None:
    state = entered(face_up=False)
    assert isinstance(state.stack[-1], Fortify)
    assert WORDS.choice(state, "royalist", DECLINE).label == "Keep E6"


def test_a_first_step_that_costs_more_than_there_is_says_so() -> None:
    state = given().more().points("vihiers", saumur=8).having(preempted=True).table()
    state.act("activate vihiers with all")
    (moves,) = (group for group in WORDS.groups(state.state, "republican") if group.id == "move")
    dear, *_ = (choice for choice in moves.choices if choice.label.startswith("Chanzeaux"))
    assert dear.label == "Chanzeaux · all 2 AP, 3 needed"
    assert dear.reason == "No AP left; the first step is always possible; bocage"


def test_a_step_that_is_dearer_than_a_way_round_says_so_and_is_shown_first() -> None:
    act = Activation("republican", "nantes", {"nantes": 2}, (), "nantes", ap=8, rolled=True)
    state = given().points("nantes", nantes=2).state
    state.stack = [*state.stack, act]
    whole, part = (
        TITLE.parse(state, f"move nantes > vertou with {who}", "republican") for who in ("all", "nantes:1")
    )
    assert WORDS.choice(state, "republican", whole).reason.startswith("No AP left; only 1½ AP by Rezé; ")
    preview = WORDS.preview(state, "republican", whole)
    assert preview is not None
    assert "⚠️ This is a direct step: only 1½ AP by Rezé." in preview.lines
    assert "only" not in WORDS.choice(state, "republican", part).reason
    near = TITLE.parse(state, "move nantes > reze", "republican")
    assert WORDS.preview(state, "republican", near) is None


def test_what_is_placed_for_a_side_says_whether_its_step_ends_then() -> None:
    arriving = given().reinforcing("royalist", anjou=2)
    finishing = arriving.having(markers=dict.fromkeys(arriving.state.markers, 0)).state
    playing = given().reinforcing("republican", la_rochelle=5).having(turn=1).state
    for state, side, ends in ((finishing, "royalist", True), (playing, "republican", False)):
        label = WORDS.choice(state, side, PLACE_AUTO).label
        assert label == ("Place the rest for me and finish" if ends else "Place the rest for me")
        after = TITLE.apply(state, side, PLACE_AUTO, Dice("placed")).state
        goes_on = [each.seat for each in TITLE.decisions(after) if each.kind == "reinforcements"] == [side]
        assert goes_on is not ends


def test_what_is_to_be_won_stands_before_bases_of_ones_own_among_the_ways() -> None:
    table = given().more().points("coron", saumur=4).general("menou", "coron").points("cholet", anjou=2)
    moving = table.having(preempted=True).table().act("activate coron with all", 6, 4)
    (halts,) = (group for group in WORDS.groups(moving.state, "republican") if group.id == "halt")
    areas = [choice.label.partition(" ·")[0] for choice in halts.choices]
    assert areas[0] == "Châtillon"
    assert areas.index("Saumur") > areas.index("Vihiers")


@pytest.mark.parametrize("kind", ["fortify", "occupation"])
def test_an_event_that_is_asked_for_by_name_is_a_button_of_its_own(kind: str) -> None:
    (asking,) = (each for each in ASKED if each.kind == kind)
    state = prepared(asking).after
    groups = {group.id: group for group in WORDS.groups(state, "royalist")}
    (answer,) = groups["answer"].choices
    assert answer.label.startswith("Play E")
    assert not groups["answer"].weighed
    assert all(choice.notation != answer.notation for choice in groups["event"].choices)
    # Its effect is said beside the question, once.
    assert not answer.reason
    (line,) = WORDS.barred(state, "royalist")
    assert TITLE.box.event["e6" if kind == "fortify" else "e3"].text in line


def test_what_decides_a_march_stands_before_the_way_that_a_list_may_cut() -> None:
    table = given().more().points("vihiers", saumur=8).having(preempted=True).table()
    table.act("activate vihiers with all")
    (far,) = (group for group in WORDS.groups(table.state, "republican") if group.id == "go")
    assert far.prompt == "Move farther, then go on"
    (reason,) = (choice.reason for choice in far.choices if choice.label.startswith("Mortagne"))
    assert reason == "No AP left; bocage, primary objective; by Coron, Trémentines and Cholet"


@pytest.mark.parametrize("side", ["royalist", "republican"])
def test_what_an_attempt_to_pre_empt_costs_is_said_to_who_is_asked(side: str) -> None:
    (asking,) = (each for each in ASKED if (each.kind, each.asked) == ("preemption", side))
    (said,) = WORDS.barred(prepared(asking).after, side)
    assert said.startswith("You have one attempt a month. If it succeeds, your stack goes first")


@pytest.mark.parametrize("side", ["royalist", "republican"])
def test_a_form_names_counters_of_its_own_side_and_what_is_to_be_placed_is_said(side: Side) -> None:
    arrivals = {"royalist": {"anjou": 3}, "republican": {"saumur": 3}}[side]
    position = given().more().reinforcing(side, **arrivals)
    state = position.table().state
    (form,) = WORDS.forms(state, side)
    hint = {"royalist": "Anjou 3, Cathelineau", "republican": "Nantes army 3, Canclaux"}[side]
    assert form.fields[0].hint == f"Numbers and names, such as {hint}"
    army = {"royalist": "Anjou", "republican": "Saumur army"}[side]
    prompts = [group.prompt for group in WORDS.groups(state, side)]
    assert f"Place {army}, 3 left" in prompts
