"""Words and map of a title with secrets: everything is told, and each secret to its seat alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from discord import ui

from bot.games.registry import presenter_of
from bot.posts.card import face
from bot.surface import custom_ids, layout
from engines.core.events import ChapterBegun, Event, GameOver, GivenFor, PhaseBegun
from engines.core.game import Game
from render import RenderError, ThemeName, facade, picture
from tests.outposts.game.data.pack import SEATS
from tests.outposts.game.engine import events as happened
from tests.outposts.game.engine.actions import Move
from tests.outposts.game.engine.state import Commitment, Stack, State
from tests.outposts.game.engine.title import Outposts
from tests.outposts.game.fixtures import OutpostsFixture
from tests.outposts.game.render.picture import March

TITLE = Outposts()
WORDS = presenter_of(TITLE)
EYES = (None, *SEATS)
SILENT = (ChapterBegun, PhaseBegun, GameOver)
"""What the card says around the story."""
IDS = re.compile(rf"\b({'|'.join((*TITLE.data.area, *SEATS, 'clear-skies', 'None'))})\b")


class Moment(NamedTuple):
    """A state and what led to it, in a whole game played at random."""

    state: State
    events: list[Event]


def played(seed: str) -> Iterator[Moment]:
    """A game, stacks marching at the enemy where they can so that there is combat."""
    chooser = random.Random(seed)
    game = Game(TITLE, seed=seed)
    events = game.opening_events
    while True:
        assert isinstance(game.state, State)
        yield Moment(game.state, events)
        if not game.decisions:
            return
        seat = chooser.choice(game.decisions).seat
        legal = TITLE.legal_actions(game.state, seat)
        attacks = [
            action for action in legal if isinstance(action, Move) and attacking(game.state, seat, action)
        ]
        events = game.act(seat, chooser.choice(attacks if attacks and chooser.random() < 0.7 else legal))


def attacking(state: State, seat: str, march: Move) -> bool:
    found = state.areas[march.path[-1]]
    return found is not None and found.seat != seat


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of several whole games."""
    return [moment for number in range(8) for moment in played(f"words {number}")]


def first(moments: list[Moment], phase: str) -> State:
    return next(moment.state for moment in moments if moment.state.phase == phase)


def drawn(
    state: State, seat: str | None, *, theme: ThemeName = "light", moves: tuple[March, ...] = ()
) -> bytes:
    return picture("outposts", TITLE.view(state, seat), TITLE.data, moves, theme, width=400).data


def test_these_games_have_every_kind_of_event(moments: list[Moment]) -> None:
    seen = {type(event) for moment in moments for event in moment.events}
    named = [value for value in vars(happened).values() if isinstance(value, type)]
    own = {value for value in named if issubclass(value, Event) and value.__module__ == happened.__name__}
    assert own
    assert own - seen == set()


@pytest.mark.parametrize("eyes", EYES)
def test_every_event_is_a_line_in_names(moments: list[Moment], eyes: str | None) -> None:
    for moment in moments:
        for event in TITLE.redact_all(moment.events, eyes):
            lines = WORDS.tell([event])
            assert len(lines) == (not isinstance(event, SILENT)), event
            assert not any(IDS.search(line) for line in lines), lines


def test_the_chronicle_is_sentences_in_names(moments: list[Moment]) -> None:
    for moment in moments:
        text = WORDS.narrate(TITLE.redact_all(moment.events, None))
        assert not IDS.search(text), text
        assert not text or (text[0].isupper() and text.endswith(".")), text


OTHERWISE: dict[type[Event], Any] = {
    happened.Committed: {"commitment": Commitment(1, "montaigu")},
    happened.Marched: {"units": {"foot": 9, "horse": 8}},
    happened.UnitLost: {"unit": "horse"},
}
"""For each event that is one side's own: another secret in it."""


def test_the_public_is_told_the_same_whatever_is_secret(moments: list[Moment]) -> None:
    for moment in moments:
        other = [
            msgspec.structs.replace(event, **OTHERWISE[type(event)]) if type(event) in OTHERWISE else event
            for event in moment.events
        ]
        assert WORDS.tell(TITLE.redact_all(other, None)) == WORDS.tell(TITLE.redact_all(moment.events, None))


def test_a_side_is_told_its_own_secrets() -> None:
    committed = happened.Committed("white", Commitment(5, "cholet"))
    assert WORDS.tell(TITLE.redact_all([committed], "white")) == [
        "🤫 **White** has committed: chit 5, a recruit in Cholet."
    ]
    assert WORDS.tell(TITLE.redact_all([committed], "blue")) == ["🤫 **White** has committed."]


def test_the_table_is_told_by_the_names_of_the_seats() -> None:
    lines = WORDS.tell([GivenFor("white", "default"), happened.Passed("white")])
    assert lines == ["⏳ *Time ran out for White: the default was taken.*", "💤 **White** does not march."]


def shown(state: State, seat: str | None) -> list[object]:
    """All text that a seat, or the public, is shown of a state."""
    view = TITLE.view(state, seat)
    texts: list[object] = [
        WORDS.standing(view),
        WORDS.due(state),
        WORDS.awaited(state),
        facade.artist_of("outposts").alt(view, TITLE.data),
    ]
    if seat is not None:
        texts += [WORDS.private(view, seat), WORDS.groups(state, seat), WORDS.due(state, seat)]
    return texts


@pytest.mark.parametrize("eyes", EYES)
def test_no_text_depends_on_what_its_reader_may_not_know(moments: list[Moment], eyes: str | None) -> None:
    for moment in moments:
        for twin in OutpostsFixture().twins(moment.state, eyes):
            assert isinstance(twin, State)
            assert shown(twin, eyes) == shown(moment.state, eyes)


@pytest.mark.parametrize("eyes", EYES)
def test_no_byte_of_a_picture_depends_on_what_its_viewer_may_not_know(
    moments: list[Moment], eyes: str | None
) -> None:
    for phase in ("commit", "march", "answer", "loss", "over"):
        state = first(moments, phase)
        for twin in OutpostsFixture().twins(state, eyes):
            assert isinstance(twin, State)
            assert drawn(twin, eyes) == drawn(state, eyes), phase


def test_the_owner_sees_other_units_than_before_on_the_map_and_in_words(moments: list[Moment]) -> None:
    state = first(moments, "answer")
    assert state.attack is not None
    owner = state.attack.seat
    twin = next(OutpostsFixture().twins(state, None))
    assert isinstance(twin, State)
    assert drawn(twin, owner) != drawn(state, owner)
    assert WORDS.private(TITLE.view(twin, owner), owner) != WORDS.private(TITLE.view(state, owner), owner)


def test_the_private_lines_are_what_only_the_side_knows() -> None:
    game = Game(TITLE, seed="outposts")
    game.act("white", "commit 5 cholet")
    assert isinstance(game.state, State)
    assert WORDS.private(TITLE.view(game.state, "white"), "white") == [
        (
            "**Your stacks** Mortagne 2 foot (strength 2) · Beaupréau 1 foot and 1 horse (strength 3) · "
            "Cholet 2 foot and 1 horse (strength 4)"
        ),
        "**Your commitment** chit 5, a recruit in Cholet",
    ]


def attacked() -> State:
    """Blue's three foot from Clisson have entered Mortagne."""
    game = Game(TITLE, seed="outposts")
    game.dice.stack("incidents", ["guides"])
    for seat, action in (
        ("blue", "commit 6 clisson"),
        ("white", "commit 1 mortagne"),
        ("blue", "move clisson > mortagne with foot:2"),
    ):
        game.act(seat, action)
    assert isinstance(game.state, State)
    return game.state


def test_an_attack_is_told_to_its_owner_with_its_strength() -> None:
    state = attacked()
    assert "**Your attack** 2 foot (strength 2)" in WORDS.private(TITLE.view(state, "blue"), "blue")
    assert not any("attack" in line for line in WORDS.private(TITLE.view(state, "white"), "white"))
    assert "**Attack** Blue on Mortagne from Clisson" in WORDS.standing(TITLE.view(state, None))


def test_what_is_due_names_the_seat_unless_it_is_asked_about_that_one() -> None:
    state = attacked()
    assert WORDS.due(state) == "**White**: Retreat, stand or call the guns in Mortagne"
    assert WORDS.due(state, "white") == "Retreat, stand or call the guns in Mortagne"
    assert WORDS.due(state, "blue") == ""
    assert WORDS.awaited(state) == []


def test_simultaneous_decisions_are_given_or_awaited_and_nothing_else() -> None:
    game = Game(TITLE, seed="outposts")
    asked = "Commit a chit and the area of a recruit"
    assert WORDS.due(game.state) == "**Blue** and **White**: Commit a chit and the area of a recruit"
    assert WORDS.awaited(game.state) == [("blue", False, asked), ("white", False, asked)]
    game.act("white", "commit 5 cholet")
    assert WORDS.due(game.state) == "**Blue**: Commit a chit and the area of a recruit"
    assert WORDS.awaited(game.state) == [("blue", False, asked), ("white", True, asked)]
    assert isinstance(game.state, State)
    assert "**Commitments** Blue awaited · White given" in WORDS.standing(TITLE.view(game.state, None))


def test_what_is_offered_is_legal_in_names_and_fits_a_message(moments: list[Moment]) -> None:
    for moment in moments:
        for decision in TITLE.decisions(moment.state):
            groups = WORDS.groups(moment.state, decision.seat)
            legal = {TITLE.notation(action) for action in TITLE.legal_actions(moment.state, decision.seat)}
            offered = [choice for group in groups for choice in group.choices]
            assert offered
            assert {choice.notation for choice in offered} <= legal
            assert len({choice.notation for choice in offered}) == len(offered)
            assert not any(IDS.search(choice.label + choice.detail) for choice in offered)
            leaf = face.Face(
                WORDS.heading(TITLE.scenarios[0].id, 1, []),
                [],
                WORDS.due(moment.state),
                groups,
                custom_ids.Stamp(1, 1, decision.seat),
                [],
            )
            view = face.build(leaf, layout.KEPT)
            assert view.total_children_count <= layout.COMPONENTS
            for item in view.walk_children():
                if isinstance(item, ui.Button | ui.Select):
                    pattern = custom_ids.PRESS if isinstance(item, ui.Button) else custom_ids.PICK
                    assert re.fullmatch(pattern, item.custom_id or ""), item.custom_id


def test_a_march_too_long_for_a_button_is_not_offered_as_one() -> None:
    game = Game(TITLE, seed="outposts")
    game.dice.stack("incidents", ["guides"])
    game.act("blue", "commit 1 nantes")
    game.act("white", "commit 6 cholet")
    assert isinstance(game.state, State)
    alone: dict[str, Stack | None] = dict.fromkeys(TITLE.data.area)
    alone["cholet"] = Stack("white", {"foot": 1, "horse": 0})
    alone["mortagne"] = Stack("blue", {"foot": 1, "horse": 0})
    state = msgspec.structs.replace(game.state, areas=alone)
    (marches, _) = WORDS.groups(state, "white")
    assert [choice.label for choice in marches.choices] == [
        "Cholet to Beaupréau: 1 foot",
        "Cholet to Vallet: 1 foot",
        "Cholet to Mortagne: 1 foot",
    ]
    assert (
        TITLE.legal_actions(state, "white").count(Move(("cholet", "beaupreau", "vallet", "nantes"), 1)) == 1
    )


def test_everything_is_offered_but_for_a_march_by_rote(moments: list[Moment]) -> None:
    for moment in moments:
        for decision in TITLE.decisions(moment.state):
            legal = [
                TITLE.notation(action)
                for action in TITLE.legal_actions(moment.state, decision.seat)
                if not isinstance(action, Move)
            ]
            groups = WORDS.groups(moment.state, decision.seat)
            offered = {choice.notation for group in groups for choice in group.choices}
            assert set(legal) <= offered


def test_a_stack_can_be_sent_whole_to_wherever_it_can_attack() -> None:
    game = Game(TITLE, seed="outposts")
    game.dice.stack("incidents", ["guides"])
    game.act("blue", "commit 6 nantes")
    game.act("white", "commit 1 mortagne")
    groups = {group.id: group for group in WORDS.groups(game.state, "blue")}
    assert [choice.label for choice in groups["march-nantes"].choices if choice.tone == "danger"][:2] == [
        "Nantes to Mortagne: 3 foot and 1 horse",
        "Nantes to Beaupréau: 3 foot and 1 horse",
    ]
    assert len(groups["march-nantes"].choices) <= layout.PER_SELECT


def test_marches_are_the_arrows_of_the_map(moments: list[Moment]) -> None:
    for moment in moments:
        marched = [event for event in moment.events if isinstance(event, happened.Marched)]
        moves = WORDS.moves(TITLE.redact_all(moment.events, None))
        assert moves == [March(event.seat, tuple(event.path)) for event in marched]
        assert len(set(moves)) <= len(marched)


def test_the_alt_text_is_what_the_viewer_sees() -> None:
    alt = facade.artist_of("outposts").alt
    state, moves = attacked(), (March("blue", ("clisson", "mortagne")),)
    public = alt(TITLE.view(state, None), TITLE.data, moves=moves)
    assert public.startswith(
        "Map of Outposts, day 1. Guides who know the lanes: marches enter 3 areas. "
        "Blue attacks Mortagne from Clisson. Blue holds Nantes, Vallet, Clisson."
    )
    assert public.endswith("Marches of the day: Blue Clisson to Mortagne.")
    own = alt(TITLE.view(state, "blue"), TITLE.data)
    assert "Blue attacks Mortagne from Clisson with 2 foot. " in own
    assert "Nantes (2 foot and 1 horse), Vallet (1 foot and 1 horse), Clisson (1 foot)" in own
    assert len(public) <= layout.ALT


def test_a_picture_is_the_same_each_time_and_another_in_each_theme() -> None:
    state, moves = attacked(), (March("blue", ("clisson", "mortagne")),)
    light, dark = (drawn(state, "blue", theme=theme, moves=moves) for theme in ("light", "dark"))
    assert light == drawn(state, "blue", theme="light", moves=moves)
    assert light != dark


def test_a_picture_shows_what_moved_the_attack_and_each_stack() -> None:
    state = attacked()
    plain = drawn(state, None)
    assert drawn(state, None, moves=(March("white", ("cholet", "beaupreau")),)) != plain
    settled = msgspec.structs.replace(state, attack=None, stack=state.stack[:1])
    assert drawn(settled, None) != plain
    moved = msgspec.structs.replace(
        settled, areas=settled.areas | {"montaigu": Stack("white", {"foot": 1, "horse": 0})}
    )
    assert drawn(moved, None) != drawn(settled, None)


def test_a_title_that_nobody_draws_is_refused() -> None:
    with pytest.raises(RenderError, match="There is no map of chess"):
        picture("chess", None, None)
