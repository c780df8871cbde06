"""The words of *Levée en Masse*: every event is told, in names and not in ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from bot.campaigns.journal import Chapter
from bot.games.levee.lookups import effects
from bot.games.levee.names import source, throw
from bot.games.registry import presenter_of
from bot.surface import layout
from data.catalogue import speaking
from data.games import GameError
from data.levee.schema import UNITS, Colour, Unit
from data.sentences import Phrase
from engines.core.contract import Odds
from engines.core.events import (
    ChapterBegun,
    Edited,
    Event,
    GivenFor,
    Learnt,
    Modifier,
    PhaseBegun,
    Roll,
    TableDice,
    Undone,
)
from engines.core.fuzz import random_options
from engines.core.game import Game
from engines.core.record import replay
from engines.levee import events as happened
from engines.levee.actions import Commit, End, Levy, Liberate, Spirit
from engines.levee.odds import french_army_of, of_card
from engines.levee.player.policy import choose_greedy
from engines.levee.state import Pending, State
from engines.levee.title import SEAT, Levee

TITLE = Levee()
CARDS: list[str] = sorted(TITLE.box.cards, key=int)
WORDS = presenter_of(TITLE)
FULL = {id: True for preset in TITLE.presets if preset.id == "full-kit" for id in preset.options}
RULES = {"levee-en-masse": True, "spirit-of-89": True}
IDS = sorted({id for id in TITLE.box.space if "-" in id} | {"restore-order", "holding", "None", *UNITS})
AN_ID = re.compile(rf"(?<![`\w])({'|'.join(IDS)})(?![\w`])")


def test_what_is_lost_is_counted_before_a_turn_ends() -> None:
    begun = Game(TITLE, "base", options={}, seed="unused").state
    assert isinstance(begun, State)
    said = {}
    for language, left in product(("en", "fr"), (1, 2)):
        with speaking(language):
            asked = WORDS.preview(msgspec.structs.replace(begun, actions_left=left), SEAT, End())
            assert asked is not None
            (said[language, left],) = asked.lines
    assert said == {
        ("en", 1): "**1 action unused**: you lose it if you end the turn (4.3).",
        ("en", 2): "**2 actions unused**: you lose them if you end the turn (4.3).",
        ("fr", 1): "**1 action inutilisée**\u00a0: vous la perdez si vous terminez le tour (4.3).",
        ("fr", 2): "**2 actions inutilisées**\u00a0: vous les perdez si vous terminez le tour (4.3).",
    }


def told(seed: str) -> Iterator[Chapter]:
    """A game by turns: greedy play, with a random action now and then so that everything occurs."""
    chooser = random.Random(seed)
    kit = chooser.random() < 0.6
    scenario = chooser.choice(TITLE.scenarios).id if kit else "base"
    game = Game(TITLE, scenario, options=random_options(TITLE, seed) if kit else RULES, seed=seed)
    while game.decisions:
        legal = TITLE.legal_actions(game.state, SEAT)  # type: ignore[arg-type]
        bold = [action for action in legal if isinstance(action, Spirit | Liberate | Commit)]
        levies = [action for action in legal if isinstance(action, Levy)]
        if bold and chooser.random() < 0.4:
            game.act(SEAT, chooser.choice(bold))
        elif levies and chooser.random() < 0.03:
            game.act(SEAT, chooser.choice(levies))
        elif TITLE.decisions(game.state)[0].kind == "emergency":  # type: ignore[arg-type]
            game.act(SEAT, chooser.choice(legal))
        else:
            game.act(SEAT, choose_greedy(TITLE, game.state, legal, chooser))  # type: ignore[arg-type]
    chapters: list[Chapter] = []
    for step in replay(TITLE, game.record()):
        for event in step.events:
            if isinstance(event, ChapterBegun):
                chapters.append(Chapter(event.number, event.title, []))
            elif chapters:
                chapters[-1].events.append(event)
    yield from chapters


@pytest.fixture(scope="module")
def history() -> list[Chapter]:
    """Turns of several whole games."""
    return [chapter for number in range(20) for chapter in told(f"words {number}")]


def test_these_games_have_every_kind_of_event(history: list[Chapter]) -> None:
    seen = {type(event) for chapter in history for event in chapter.events}
    own = {value for value in vars(happened).values() if isinstance(value, type) and issubclass(value, Event)}
    # One pile of all headlines is laid out before the first chapter.
    assert own - {Event, Learnt, happened.PileBuilt} - seen == set()


def test_the_story_tells_names_and_not_ids(history: list[Chapter]) -> None:
    for chapter in history:
        for line in WORDS.story(chapter.events):
            assert line.strip()
            assert not AN_ID.search(line), line


def test_the_chronicle_is_sentences_in_names(history: list[Chapter]) -> None:
    for chapter in history:
        text = WORDS.chronicle(chapter.events)
        assert not AN_ID.search(text), text
        for sentence in re.split(r"(?<=\.)\s+", text):
            if sentence:
                first = sentence.lstrip("*")
                assert first[0].isupper(), text
                assert sentence.rstrip("*").endswith("."), text


def test_every_die_of_a_turn_is_told_with_its_sum(history: list[Chapter]) -> None:
    for chapter in history:
        rolls = [event for event in chapter.events if type(event).__name__ == "Roll"]
        lines = [line for line in WORDS.story(chapter.events) if "🎲" in line]
        assert len(lines) == len(rolls)


def test_arrows_are_made_of_what_moved(history: list[Chapter]) -> None:
    for chapter in history:
        armies = [event for event in chapter.events if isinstance(event, happened.ArmyMoved)]
        moves = [move for move in WORDS.moves(chapter.events) if move.piece not in ("liberation", "disorder")]
        assert [(move.piece, move.origin, move.target) for move in moves] == [
            (event.army, event.origin_space, event.target_space) for event in armies
        ]


def test_everything_that_a_card_does_is_said() -> None:
    for card in TITLE.box.cards.values():
        lines = effects(TITLE.box, card, kit=True)
        parts = len(card.military) + len(card.political) + card.reaction + card.journee
        assert len(lines) == parts + len(card.drm) + len(card.special) + 1, card.title
        assert lines[-1] == f"• **{card.actions} actions**"
        assert not any(AN_ID.search(line) for line in lines), card.title


@pytest.mark.parametrize(
    ("label", "told"),
    [
        (of_card("political"), "headline"),
        (of_card("restore order"), "headline"),
        (of_card("Versailles"), "headline, Versailles"),
        (french_army_of((("Republic reigns", 1),)), "French Army: Republic reigns"),
        (
            french_army_of((("headline", -1), ("Monarchy reigns", -1))),
            "French Army: headline −1, Monarchy reigns −1",
        ),
        (french_army_of(()), "French Army"),
    ],
)
def test_a_modifier_says_where_it_is_from_once(label: Phrase, told: str) -> None:
    assert source(label) == told


@pytest.mark.parametrize(
    ("needed", "modifiers", "told"),
    [
        (4, [], "4 or more"),
        (1, [(of_card("political"), 1)], "anything but a 1 (+1 headline)"),
        (5, [(french_army_of((("headline", -1),)), -1)], "a 6 (−1 French Army: headline, needs 5)"),
        (
            5,
            [(french_army_of((("Republic reigns", 1),)), 1)],
            "4 or more (+1 French Army: Republic reigns, needs 5)",
        ),
        (7, [], "a 6"),
    ],
)
def test_a_chance_says_what_has_to_be_thrown(
    needed: int, modifiers: list[tuple[Phrase, int]], told: str
) -> None:
    assert throw(Odds(Fraction(1, 2), needed, modifiers)) == told


def attack(face: int, *, storm: bool = False, reached: int | None = None) -> list[Event]:
    """An attack on Austria by a die alone, and where it threw it."""
    events: list[Event] = [
        happened.ActionTaken("military austria", 1 - storm, 0, "7.2" if storm else None),
        Roll("attack on Austria", [face], [], face, 5, reached is not None),
    ]
    if reached is not None:
        at = TITLE.box.at["austria"]
        moved = happened.ArmyMoved("austria", reached - 1, reached, at[reached - 1], at[reached], "military")
        events.append(moved)
    return events


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (attack(2), "An attack on the Austrians was beaten off (2 for 5)."),
        (
            [*attack(2), *attack(3), *attack(4)],
            "Three attacks on the Austrians were beaten off (2, 3 and 4 for 5).",
        ),
        (
            [*attack(5, reached=1), *attack(6, reached=2)],
            "France threw the Austrians back twice, to Brussels (5 and 6 for 5).",
        ),
        (
            [*attack(2, storm=True), *attack(6, reached=1)],
            (
                "At the barricades an attack on the Austrians was beaten off (2 for 5); "
                "then France threw them back to Arras (6 for 5)."
            ),
        ),
        (
            [*attack(6, reached=1), *attack(2), *attack(3)],
            (
                "France threw the Austrians back to Arras (6 for 5); "
                "two further attacks were beaten off (2 and 3 for 5)."
            ),
        ),
        ([happened.ActionsEnded(3)], "France did nothing."),
    ],
)
def test_what_is_tried_again_is_told_in_one_sentence(events: list[Event], told: str) -> None:
    assert WORDS.chronicle([PhaseBegun("actions", "4.3"), *events]) == told


def test_a_march_is_told_by_its_end_and_a_marker_by_its_last_box() -> None:
    events: list[Event] = [
        happened.ArmyMoved("vendee", 4, 3, "bordeaux", "la-rochelle", "headline"),
        happened.ArmyMoved("vendee", 3, 2, "la-rochelle", "nantes", "headline"),
        happened.ArmyMoved("britain", 5, 4, "london", "at-sea", "headline"),
        happened.MarkerMoved("despotism", 4, 3, "headline"),
        happened.MarkerMoved("despotism", 3, 2, "headline"),
        happened.MarkerMoved("republic", 1, 2, "reaction"),
    ]
    assert WORDS.chronicle([PhaseBegun("headline", "4.1"), *events]) == (
        "The Vendeans advanced to Nantes and the British to sea. Despotism fell to 2. "
        "In the reaction the Republic rose to 2."
    )


def test_a_natural_one_is_told_as_what_it_is() -> None:
    lowered: list[Event] = [
        PhaseBegun("actions", "4.3"),
        happened.ActionTaken("political monarchy", 1, 0),
        Roll("lower Monarchy", [1], [Modifier("headline", 1)], 2, 1, False, natural=True),
    ]
    assert WORDS.chronicle(lowered) == "An attempt to lower Monarchy failed (a natural 1 for 1)."


def test_a_levee_is_announced_once() -> None:
    called: list[Event] = [
        happened.ActionTaken("levy holding", 0, 0, "10.1"),
        happened.LiberationSpent("a", "holding"),
    ]
    (line,) = WORDS.story(called)
    assert line.startswith("📯 *Levée en masse!* You give up the Liberation marker from the Holding Box")


def test_order_that_is_restored_is_told_after_the_disorder_of_the_turns_card() -> None:
    events: list[Event] = [
        happened.DisorderPlaced(already=False),
        happened.ActionTaken("restore order", 2, 1, "4.3"),
        Roll("restore order", [5], [], 5, 4, True),
        happened.OrderRestored(automatic=False),
    ]
    assert [each.title for each in WORDS.headlines(events)] == [
        "Paris is in Disorder",
        "Order is restored in Paris",
    ]


def test_a_button_says_what_success_does() -> None:
    state = Game(TITLE, options=RULES, seed="due").state
    assert isinstance(state, State)
    threatened = msgspec.structs.replace(state, boxes=state.boxes | {"austria": 3, "vendee": 2, "britain": 1})
    told = labels(threatened)
    assert told["political monarchy"] == "Lower Monarchy to 2"
    assert told["political republic"] == "Raise Republic to 1"
    assert told["military austria"] == "⚔️ Drive Austria to Freiburg"
    assert told["military vendee"] == "⚔️ Drive the Vendée to La Rochelle"
    assert told["naval"] == "⚓ Fight the Royal Navy: Britain to Dunkirk"


def labels(state: State) -> dict[str, str]:
    """The labels of all choices by their notations, without their chances."""
    choices = [choice for group in WORDS.groups(state, SEAT) for choice in group.choices]
    return {choice.notation: choice.label.partition(" · ")[0] for choice in choices}


def test_an_attack_that_costs_no_action_says_so_before_it_is_made() -> None:
    state = Game(TITLE, "extended", options=FULL, seed="free").state
    assert isinstance(state, State)
    near = msgspec.structs.replace(state, boxes=state.boxes | {"austria": 0, "vendee": 1, "prussia": 2})
    assert labels(near)["military austria"] == "⚔️ Drive Austria to Arras, free (victory: Monarchy +1)"
    assert labels(near)["military vendee"] == "⚔️ Drive the Vendée to Nantes"
    sold = msgspec.structs.replace(near, extra=1)
    assert labels(sold)["military vendee"] == "⚔️ Drive the Vendée to Nantes, free"
    # The sold attack is for France alone, and Prussia stands outside.
    assert labels(sold)["military prussia"] == "⚔️ Drive Prussia to Coblenz"
    called = msgspec.structs.replace(near, phase="emergency", actions_left=0)
    assert labels(called)["military prussia"] == "⚔️ Drive Prussia to Coblenz, free"


def test_what_is_given_up_for_an_attack_stands_in_a_list_with_its_price() -> None:
    state = Game(TITLE, "extended", options=FULL, seed="price").state
    assert isinstance(state, State)
    marker, other, *_rest = state.markers
    liberated = msgspec.structs.replace(
        state,
        boxes=state.boxes | {"austria": 3, "vendee": 1},
        markers=state.markers | {marker: "liege", other: "holding"},
    )
    groups = {group.id: group for group in WORDS.groups(liberated, SEAT)}
    assert all(groups[kind].weighed for kind in ("spirit", "levy", "commit"))
    (fight,) = groups["spirit"].choices
    assert fight.label.startswith("Liège fights Austria · ")
    assert fight.reason.endswith("; failure: the marker is back in hand, Republic −1")
    assert {choice.label: choice.reason for choice in groups["levy"].choices} == {
        "A marker in the Holding Box": "Lost for good; you attack at once: the Vendée 33% (10.1)",
        "The marker in Liège: −3 VP": "Lost for good; you attack at once: the Vendée 33% (10.1)",
    }
    (order,) = groups["commit"].choices
    assert order.reason == "Republic −1 a turn until order is restored; one attack: the Vendée 33% (10.5)"


def test_the_end_of_a_turn_says_its_price() -> None:
    state = Game(TITLE, "extended", options=FULL, seed="end").state
    assert isinstance(state, State)
    riot = msgspec.structs.replace(state, disorder=True)
    assert labels(state)["end"] == "End the turn: 2 actions unspent"
    assert labels(riot)["end"] == "End the turn: 2 actions unspent, Republic −1 (Disorder)"
    spent = msgspec.structs.replace(riot, actions_left=0)
    assert labels(spent)["end"] == "End the turn: Republic −1 (Disorder)"
    fallen = msgspec.structs.replace(riot, boxes=state.boxes | {"vendee": 0, "austria": 0})
    assert labels(fallen)["end"] == "End the turn: Paris falls to Austria and the Vendée"


@pytest.mark.parametrize(
    ("colour", "boxes", "label", "reason"),
    [
        (
            "blue",
            {"vendee": 1, "austria": 1},
            "End the turn: the Vendée in Versailles rescues the King, you lose",
            "The game goes on only if the Vendée leaves Versailles (9.1)",
        ),
        (
            "white",
            {"vendee": 1, "austria": 1},
            "End the turn: Austria in Arras installs a King, you lose",
            "The game goes on only if Austria leaves Arras (9.2)",
        ),
        ("red", {"vendee": 1, "austria": 1}, "End the turn: 2 actions unspent", "2 actions would be lost"),
    ],
)
def test_the_end_of_a_turn_says_who_brings_a_king_back(
    colour: Colour, boxes: dict[Unit, int], label: str, reason: str
) -> None:
    state = Game(TITLE, "extended", options=FULL, seed="king").state
    assert isinstance(state, State)
    near = msgspec.structs.replace(state, colour=colour, boxes=state.boxes | boxes)
    (end,) = WORDS.groups(near, SEAT)[-1].choices
    assert (end.label, end.reason) == (label, reason)


def test_the_die_that_waits_says_what_it_is_and_what_each_answer_costs() -> None:
    state = Game(TITLE, "extended", options=FULL, seed="die").state
    assert isinstance(state, State)
    waits = msgspec.structs.replace(
        state,
        phase="die",
        boxes=state.boxes | {"vendee": 1},
        pending=Pending("military", "vendee", 4, None, "versailles"),
    )
    assert labels(waits) == {
        "keep": "Accept the failure",
        "reroll": "Roll again: French Army −1 next turn",
        "commit": "Win by +1: Disorder in Paris, Republic −1 a turn",
    }


def test_what_is_due_tells_a_spent_turn_from_one_with_free_actions() -> None:
    state = Game(TITLE, options=RULES, seed="due").state
    assert isinstance(state, State)
    assert WORDS.due(state) == "Take an action or end the turn: 2 left, failures count"
    last = msgspec.structs.replace(state, actions_left=1)
    assert WORDS.due(last) == "Take your last action, or end the turn now"
    # A free attack may follow it.
    free = msgspec.structs.replace(last, boxes=state.boxes | {"austria": 0})
    assert WORDS.due(free) == "Take an action or end the turn: 1 left, failures count"
    spent = msgspec.structs.replace(state, actions_left=0)
    assert WORDS.due(spent) == "End the turn: no actions left"
    stormed = msgspec.structs.replace(spent, boxes=state.boxes | {"austria": 0})
    assert WORDS.due(stormed) == "Take a free action or end the turn: no actions left"


def test_the_end_of_a_turn_says_whether_there_is_anything_left_to_do() -> None:
    def why(state: State) -> str:
        groups = WORDS.groups(state, SEAT)
        return groups[-1].choices[0].detail

    state = Game(TITLE, options=RULES, seed="due").state
    assert isinstance(state, State)
    assert why(state) == "2 actions would be lost"
    spent = msgspec.structs.replace(state, actions_left=0)
    assert why(spent) == "Nothing is left to do"
    stormed = msgspec.structs.replace(spent, boxes=state.boxes | {"austria": 0})
    assert why(stormed) == "No action is left, but some cost none"


def test_the_invaders_die_is_told_with_what_it_is_for_and_as_no_success_of_france() -> None:
    (line,) = WORDS.story([Roll("Prussia against free Trier", [4], [], 4, 3, True, "5.1")])
    assert line == "-# 🛡️ Prussia against free Trier: 🎲 **4**, needs 3 to enter"


def test_a_turn_is_headed_by_the_headline_that_was_revealed_last() -> None:
    first, last = (
        happened.CardRevealed(card.number, card.title, card.deck, 5)
        for card in (TITLE.box.cards[number] for number in CARDS[:2])
    )
    assert WORDS.heading("base", 1, [first]).title == f"Turn 1 · {first.title}"
    assert WORDS.heading("base", 1, [first, Undone(0, 1), last]).title == f"Turn 1 · {last.title}"


def test_a_game_alone_is_told_as_its_story(history: list[Chapter]) -> None:
    for chapter in history:
        assert WORDS.tell(chapter.events) == WORDS.story(chapter.events)
        assert WORDS.narrate(chapter.events) == WORDS.chronicle(chapter.events)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (GivenFor("france", "default"), "⏳ *Time ran out for France: the default was taken.*"),
        (GivenFor("france", "order"), "📜 A standing order or the default answers for France."),
        (GivenFor("france", "automatic"), "🤖 The automatic player plays for France."),
        (GivenFor("france", "moderator"), "🛡️ A moderator acts for France."),
        (Undone(4, 1), "↩️ 1 action was taken back."),
        (Undone(4, 3), "↩️ 3 actions were taken back."),
        (Edited("army austria 3"), "🛠️ A moderator sets: army austria 3"),
        (TableDice([3, 5], "the weather"), "🎲 A moderator rolls 3, 5: the weather"),
        (TableDice([6], ""), "🎲 A moderator rolls 6."),
    ],
)
def test_the_table_is_told_in_the_same_words_for_every_game(event: Event, told: str) -> None:
    assert WORDS.tell([event]) == [told]


def test_what_happens_at_the_table_is_told_where_it_happened() -> None:
    before, after = attack(2), attack(5, reached=1)
    told = WORDS.tell([*before, GivenFor("france", "order"), *after, Undone(0, 2)])
    assert told == [
        *WORDS.story(before),
        "📜 A standing order or the default answers for France.",
        *WORDS.story(after),
        "↩️ 2 actions were taken back.",
    ]


@pytest.mark.parametrize(
    "typed", ["**loud** @everyone <@1>", "one\n# two", "||x|| `y` [a](http://b.example)"]
)
def test_what_people_typed_is_told_plain_and_on_one_line(typed: str) -> None:
    plain = layout.plain(" ".join(typed.split()))
    assert WORDS.tell([Edited(typed)]) == [f"🛠️ A moderator sets: {plain}"]
    assert WORDS.tell([TableDice([1], typed)]) == [f"🎲 A moderator rolls 1: {plain}"]
    assert WORDS.narrate([Edited(typed)]) == f"A moderator corrected the board: {plain}."


def test_history_has_who_acted_for_a_player_once_and_nothing_of_what_was_taken_back() -> None:
    phase = PhaseBegun("actions", "4.3")
    stood = GivenFor("france", "automatic")
    beside: list[Event] = [GivenFor("france", "default"), Undone(1, 1), TableDice([2], "luck")]
    told = WORDS.narrate(
        [phase, stood, *attack(2), stood, *attack(3), *beside, GivenFor("france", "moderator")]
    )
    assert told == (
        f"{WORDS.chronicle([phase, *attack(2), *attack(3)])} "
        "The automatic player led France. A moderator acted for France."
    )


def test_where_one_seat_plays_nobody_is_named_and_nothing_is_awaited() -> None:
    state = Game(TITLE, seed="alone").state
    told = WORDS.due(state)
    assert WORDS.due(state, SEAT) == told == "Take an action or end the turn: 2 left, failures count"
    assert WORDS.awaited(state) == []
    assert WORDS.private(TITLE.view(state, SEAT), SEAT) == []  # type: ignore[arg-type]


class Unheard(Levee):
    """A title that nobody gave words."""

    id = "unheard"
    name = "Unheard"


def test_a_title_without_words_is_refused_by_its_name() -> None:
    with pytest.raises(GameError, match=r"^bot\.games\.unheard of 'unheard' can't be imported"):
        presenter_of(Unheard())


def test_a_power_in_its_own_country_a_sure_throw_and_the_reaction_are_said_as_people_say_them() -> None:
    at = TITLE.box.at["piedmont"]
    home = next(box for box, space in enumerate(at) if TITLE.box.name(space) == "Piedmont")
    words = presenter_of(TITLE)
    told = words.tell(
        [
            happened.ArmyMoved("piedmont", home - 1, home, at[home - 1], at[home], "military"),
            Roll("attack", [1], [Modifier("French Army", 3)], 4, 1, success=False, natural=True),
            happened.MarkerMoved("monarchy", 2, 3, "reaction"),
        ]
    )
    assert "is thrown back into its own country" in told[0]
    assert "needs anything but a 1: a natural 1 always fails" in told[1]
    assert "by the *Reaction*." in told[2]
