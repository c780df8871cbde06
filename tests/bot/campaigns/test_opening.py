"""A screen says first, in at most 25 words, what happened, what is to decide and what happens otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

import pytest

from bot.campaigns.opening import MOST, Opening, count, happened, opened, silence
from bot.clock.notation import CHOICES, read
from bot.games.registry import presenter_of
from bot.surface.layout import first_said, last_said
from data.catalogue import _, speaking
from data.games import GAMES
from engines.core.contract import AnyTitle
from engines.core.events import ChapterBegun, Event
from engines.core.record import replay
from tests.core.play import TITLES, usual_walk
from tests.support.bot_fixtures import Tables
from tests.support.clocked import hours_pass
from tests.support.depth import depth
from tests.support.duel import duel, sit
from tests.support.duel import opened as opened_by
from tests.support.table import Table, text

STEPS = depth(60, 3000)
"""Steps of a game that are looked at."""
UNTIL = " · due <t:1:R>"


class Screen(NamedTuple):
    """What a panel or a card says first, and what that is made of."""

    phrase: str
    """The decision."""
    said: str
    """What happened, uncut."""
    headlines: list[str]
    """The headlines of the turn so far, as sentences."""
    turn: list[Event]
    opening: Opening


def openings(title: AnyTitle) -> Iterator[Screen]:
    """The first words of a game's panels and cards, in the current language."""
    words, turn = presenter_of(title), list[Event]()
    played = list(replay(title, usual_walk(title.id)[0].record()))
    for number, step in enumerate(played):
        for event in title.redact_all(step.events, None):
            turn = [] if isinstance(event, ChapterBegun) else turn
            turn.append(event)
        if number % max(len(played) // STEPS, 1):
            continue
        said = happened(words, turn)
        headlines = [f"{headline.title}." for headline in words.headlines(turn)]
        for seat, (_label, clock) in product(title.deciding(step.state)[:2], CHOICES):
            phrase, name = words.due(step.state, seat), title.seat_names[seat]
            otherwise = silence(title, step.state, read(clock), [seat])
            assert otherwise
            for decide in (
                _("**Your decision** {phrase}{until}", phrase=phrase, until=UNTIL),
                f"**{phrase}** · {name}, <@1>{UNTIL}",
            ):
                yield Screen(phrase, said, headlines, turn, opened(said, decide, otherwise))


@pytest.mark.parametrize("game", TITLES)
def test_an_opening_is_short_and_has_its_parts(game: str) -> None:
    news = False
    for screen in openings(TITLES[game]):
        opening = screen.opening
        assert sum(any(map(str.isalnum, word)) for word in opening.text.split()) <= MOST, opening
        assert screen.phrase in opening.decide
        news = news or bool(screen.headlines)
        # What there is no room for stands below; its first words say who won.
        assert screen.said.startswith(opening.happened.rstrip(".…")), opening
        assert opening.happened, opening
    assert news or TITLES[game].id not in GAMES


@pytest.mark.parametrize("game", TITLES)
def test_a_headline_is_not_cut_in_french(game: str) -> None:
    with speaking("fr"):
        for screen in openings(TITLES[game]):
            if screen.said in screen.headlines:
                assert screen.opening.happened == screen.said, screen.opening


@pytest.mark.parametrize("game", TITLES)
def test_the_end_of_a_step_is_newer_than_what_was_won_before_it(game: str) -> None:
    title = TITLES[game]
    words, told = presenter_of(title), set[str]()
    for screen in openings(title):
        turn = screen.turn
        ends = [at for at in range(1, len(turn) + 1) if words.milestone(turn[:at])]
        for at in ends[-1:]:
            told.add(words.milestone(turn[:at]))
            assert happened(words, turn[:at]) == words.milestone(turn[:at])
            if since := words.headlines(turn[at:]):
                assert happened(words, turn) == f"{since[-1].title}."
    # A game that has such steps has several.
    assert len(told) != 1


def test_what_is_cut_ends_before_a_bracket() -> None:
    decide = " ".join(["word"] * 17)
    cut = opened("The Allies destroy the French at 1728 (2 E of Schweinfurt).", decide).happened
    assert cut == "The Allies destroy the French at 1728."


def test_what_is_cut_ends_with_a_whole_item() -> None:
    decide = " ".join(["word"] * 16)
    assert opened("They place: 4 counters in Nantes · 4 counters in Angers.", decide).happened == (
        "They place: 4 counters in Nantes…"
    )
    decide = " ".join(["word"] * 18)
    assert opened("They go from Nantes to Legé: Anjou 16, Stofflet, Joly.", decide).happened == (
        "They go from Nantes to Legé: Anjou…"
    )


def turns(game: str, steps: int) -> Iterator[tuple[list[Event], int]]:
    """The events of the turn after each of the first steps of a game, and how many the step has added."""
    title, turn = TITLES[game], list[Event]()
    for step in islice(replay(title, usual_walk(title.id)[0].record()), steps):
        events = title.redact_all(step.events, None)
        begun = any(isinstance(each, ChapterBegun) for each in events)
        turn = [*([] if begun else turn), *events]
        yield turn, len(events)


@pytest.mark.parametrize("game", [name for name in GAMES if not TITLES[name].collects])
def test_what_the_latest_action_came_to_is_said_and_not_what_was_before(game: str) -> None:
    words, said = presenter_of(TITLES[game]), set()
    for turn, latest in turns(game, 60):
        before, after = turn[: len(turn) - latest], turn[len(turn) - latest :]
        first = happened(words, turn, latest)
        said.add(first)
        if before and first_said(words.lately(after)):
            known = {f"{each.title}." for each in words.headlines(before)}
            assert first not in known - {f"{each.title}." for each in words.headlines(after)}
            assert first != words.begun(turn)
    assert len(said) > 5


def test_a_player_is_told_what_only_they_know() -> None:
    turn, latest = next(each for each in turns("vendee", 20) if each[1] < len(each[0]))
    told = ["-# 🎲 **4** for you", "📣 **You** rouse Nantes."]
    assert happened(presenter_of(TITLES["vendee"]), turn, latest, told) == "📣 You rouse Nantes."


def test_an_action_of_which_little_is_told_does_not_begin_the_turn_again() -> None:
    """Small print is said where there is nothing else; of an action without words, what was told last."""
    words = presenter_of(TITLES["valmy"])
    turn = next(
        each for each, latest in turns("valmy", 40) if 4 < latest < len(each) and not words.headlines(each)
    )
    assert (
        happened(words, turn, 1, ["-# **The French** announce no charge."])
        == "The French announce no charge."
    )
    told = happened(words, [*turn, turn[-1]], 1, ["__Deployment__"])
    assert told == last_said(words.lately(turn)) != words.begun(turn)


async def test_a_card_begins_with_it(table: Table) -> None:
    await table.new()
    heading, *first = text(table.card()).splitlines()
    assert heading.startswith("## ")
    assert first[0] == "A new turn has begun."
    assert first[1].startswith("**Take an action or end the turn: ")


async def test_a_panel_begins_with_it(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    await sit(table)
    heading, _day, *first = text((await opened_by(table, table.camille)).message).splitlines()
    assert heading.startswith("## ")
    assert first[0] == "A new turn has begun."
    assert first[1].startswith("**Your decision** ")
    assert first[2].startswith("-# Otherwise ")


def test_marks_are_no_words_however_many_there_are() -> None:
    assert count("! " * 5000 + " " * 5000) == 0
    assert count("🏁 **Nantes falls** — at last!") == 4


def test_what_the_default_comes_to_is_said_where_the_game_has_words_for_it() -> None:
    title = TITLES["grande-armee"]
    words, said = presenter_of(title), set[str]()
    for position in usual_walk(title.id)[1]:
        for decision in title.decisions(position.state):
            told = silence(title, position.state, read("3d overtime pass"), [decision.seat])
            assert told == f"Otherwise {words.by_default(position.state, decision.kind)}."
            said.add(told)
    assert {"Otherwise no more units march.", "Otherwise nobody advances."} < said
    # Its clock decides whether it comes to that.
    state = next(each.state for each in usual_walk(title.id)[1] if each.seats)
    seats = title.deciding(state)
    for clock, otherwise in (
        ("none", "Otherwise the game may wait."),
        ("3d", "Otherwise a moderator is called."),
        ("3d overtime player", "Otherwise the automatic player decides."),
    ):
        assert silence(title, state, read(clock), seats) == otherwise


def test_nobody_is_called_for_a_person_who_plays_alone() -> None:
    title = TITLES["levee"]
    state = usual_walk(title.id)[1][0].state
    assert silence(title, state, read("3d"), ["france"], alone=True) == "Otherwise the game waits."
    assert silence(title, state, read("3d"), ["france"]) == "Otherwise a moderator is called."
    decides = silence(title, state, read("3d overtime player"), ["france"], alone=True)
    assert decides == "Otherwise the automatic player decides."


async def test_the_card_of_a_person_who_plays_alone_calls_nobody(table: Table) -> None:
    await table.new(clock="48h")
    assert "-# Otherwise the game waits." in text(table.card())


async def test_a_panel_against_the_automatic_player_calls_nobody(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    assert "-# Otherwise a moderator is called." in text((await opened_by(table, table.camille)).message)
    await sit(table, white=table.camille.id)
    assert "-# Otherwise the game waits." in text((await opened_by(table, table.camille)).message)


async def test_a_seat_whose_time_is_over_is_told_what_has_happened_and_that_it_may_decide(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table, clock="48h")
    await sit(table)
    await hours_pass(table, 47)
    assert "-# Otherwise a moderator is called." in text(table.cards()[-1])
    await hours_pass(table, 1)
    called = "-# Time is over: a moderator was called. "
    assert f"{called}The game waits." in text(table.cards()[-1])
    panel = text((await opened_by(table, table.camille)).message)
    assert f"{called}You can still decide." in panel
