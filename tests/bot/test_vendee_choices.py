"""What each side of *For God and For the King* is shown and offered: names, limits, and no secret."""

from __future__ import annotations

import re

import pytest
from discord import ui

from bot import card, ids, layout
from bot.games.vendee_labels import Labels
from engines.vendee.actions import DECLINE, HAND_OVER, Move, Show
from engines.vendee.frames import SIDES, Activation, EndOfTurn, Frame, Operations
from engines.vendee.state import Landing, State
from engines.vendee.words import ALL
from tests.bot.vendee_games import EYES, IDS, TITLE, WORDS, Moment, games, twins


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """Moments of several whole games."""
    return games()


def shown(state: State, eyes: str | None) -> list[object]:
    """All text that a side, or the public, is shown of a state."""
    view = TITLE.view(state, eyes)
    texts: list[object] = [WORDS.standing(view), WORDS.due(state), WORDS.awaited(state)]
    if eyes is not None:
        texts += [WORDS.private(view, eyes), WORDS.groups(state, eyes), WORDS.due(state, eyes)]
    return texts


@pytest.mark.parametrize("eyes", EYES)
def test_no_text_depends_on_what_its_reader_may_not_know(moments: list[Moment], eyes: str | None) -> None:
    found = 0
    for moment in moments[::7]:
        for twin in twins(moment.state, eyes):
            found += 1
            assert shown(twin, eyes) == shown(moment.state, eyes)
    assert found > 50


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


def test_every_legal_choice_has_words_within_the_limits(moments: list[Moment]) -> None:
    for moment in moments[::3]:
        for decision in TITLE.decisions(moment.state):
            for action in TITLE.legal_actions(moment.state, decision.seat):
                choice = WORDS.choice(moment.state, decision.seat, action)
                assert choice.notation == TITLE.notation(action)
                assert 0 < len(choice.label) <= layout.DETAIL, choice
                assert choice.detail, choice
                assert not IDS.search(choice.label + choice.detail), choice
                assert choice.tone in card.TONES


def test_what_is_offered_is_legal_and_fits_a_panel(moments: list[Moment]) -> None:
    for moment in moments[::3]:
        for decision in TITLE.decisions(moment.state):
            groups = WORDS.groups(moment.state, decision.seat)
            legal = {TITLE.notation(action) for action in TITLE.legal_actions(moment.state, decision.seat)}
            offered = [choice.notation for group in groups for choice in group.choices]
            assert set(offered) <= legal
            assert len(set(offered)) == len(offered) > 0
            assert len(groups) <= 8
            assert all(len(group.choices) <= layout.PER_SELECT for group in groups)
            stamp = ids.Stamp(1, 1, decision.seat)
            rows = card.rows(groups, stamp, surface="panel", room=layout.COMPONENTS - 12)
            for item in (child for row in rows.shown for child in row.children):
                assert isinstance(item, ui.Button | ui.Select)
                pattern = ids.TAKE if isinstance(item, ui.Button) else ids.CHOOSE
                assert re.fullmatch(pattern, item.custom_id or ""), item.custom_id


def test_do_it_for_me_comes_first_and_what_ends_a_choice_last(moments: list[Moment]) -> None:
    found: set[str] = set()
    for moment in moments:
        for decision in TITLE.decisions(moment.state):
            groups = WORDS.groups(moment.state, decision.seat)
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
    for passed, label in ((False, "Hand over"), (True, "Hand over: ends the operations of March")):
        state.stack[-1] = Operations("royalist", passed)
        assert WORDS.choice(state, "royalist", HAND_OVER).label == label


def test_a_step_says_what_it_costs_and_the_chance_of_its_combat(moments: list[Moment]) -> None:
    labels: list[str] = []
    for moment in moments:
        top = moment.state.stack[-1] if moment.state.stack else None
        if isinstance(top, Activation):
            legal = [a for a in TITLE.legal_actions(moment.state, top.side) if isinstance(a, Move)]
            labels += [WORDS.choice(moment.state, top.side, action).label for action in legal]
    assert all(re.search(r" · [\d½]+ AP", label) for label in labels)
    assert any(re.search(r" · combat, win \d+%$", label) for label in labels)
    assert any(label.endswith("face down") for label in labels)


def test_declining_says_what_is_declined(moments: list[Moment]) -> None:
    state = moments[-1].state.copy()
    state.stack = [EndOfTurn()]
    assert WORDS.choice(state, "republican", DECLINE).label == "Go on with the war"


def test_what_is_typed_and_not_offered_has_words_too(moments: list[Moment]) -> None:
    state = at(moments, Operations)
    labels = Labels(WORDS.names, state, "royalist", TITLE.view(state, "royalist"))
    assert labels.of(Show("cholet", 5)).text == "Show 5 counters in Cholet"
    assert labels.of(Move(("cholet", "mortagne", "tiffauges"), ALL)).text == "Go by Mortagne and Tiffauges"
