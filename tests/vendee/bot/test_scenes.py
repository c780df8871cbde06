"""Each combat has a post and a picture of its own, and is a line on the month's card."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

import msgspec
import pytest

import render
from bot.games.vendee import scenes
from bot.games.vendee.presenter import VendeePresenter
from bot.games.wording import place
from bot.replays.playback import replayed
from bot.replays.storyboard import storyboard
from data.nouns import numbered, upper
from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.game import Game
from engines.vendee.combat.events import BattleEnded, Fought, OutOfPowder
from engines.vendee.events import Lost, MoraleChanged, OfficerFate
from engines.vendee.state import State, total
from engines.vendee.title import Vendee
from engines.vendee.view import View
from render import WHOLE
from render.vendee.moves import Move
from render.vendee.sheets import theatre
from tests.support.depth import depth
from tests.vendee.bot.positions import ASKED, prepared

TITLE = Vendee()
WORDS = VendeePresenter(TITLE)


@lru_cache(maxsize=1)
def month() -> tuple[list[Event], View]:
    """The first month of a game in which a combat was fought out, and a general came to harm in it."""
    dice, chooser = Dice("b"), random.Random("b")
    state = TITLE.setup(TITLE.scenarios[0].id, TITLE.chosen({}), dice).state
    chapter, events = 0, list[Event]()
    while TITLE.decisions(state):
        (asked, *_) = TITLE.decisions(state)
        action = TITLE.suggest(state, asked.seat, chooser)
        assert action is not None
        step = TITLE.apply(state, asked.seat, action, dice)
        state = step.state
        if TITLE.chapter(state)[0] != chapter:
            chapter, events = TITLE.chapter(state)[0], []
        events += TITLE.redact_all(step.events, None)
        fell = any(isinstance(event, OfficerFate) for part in cut(events) for event in part.events)
        if fell and isinstance(events[-1], BattleEnded):
            break
    return events, TITLE.view(state, None)


def cut(events: list[Event]) -> list[scenes.Segment]:
    """The combats of a month."""
    return [part for part in scenes.segments(events) if part.area is not None]


def summed_up(part: scenes.Segment) -> list[str]:
    """A combat where it has no post of its own."""
    return [line for headline in scenes.headlines(WORDS.names, part) for line in headline.lines()]


def test_a_combat_has_a_post_with_its_whole_course_and_a_sentence() -> None:
    events, _ = month()
    told = WORDS.scenes(events)
    assert len(told) == len(cut(events)) > 0
    for scene, part in zip(told, cut(events), strict=True):
        assert scene.over == part.over
        assert scene.close.around == part.area
        assert scene.title.endswith(WORDS.names.name(part.area or ""))
        assert any(line.startswith("⚔️ **Combat in") for line in scene.lines)
        assert [headline.about for headline in scene.headlines][:1] == ["fight"]


def test_the_card_has_a_line_for_each_combat_and_nothing_of_it_twice() -> None:
    events, _ = month()
    lines = WORDS.on_card(events).lines
    assert sum(line.startswith("⚔️") for line in lines) == len(cut(events))
    assert not any("in column" in line for line in lines)
    assert WORDS.on_card(events[:-1]).lines[-1].startswith("⚔️")


def test_whoever_plays_on_is_told_how_a_combat_was_decided_and_all_of_one_that_is_not() -> None:
    events, _ = month()
    told = [line for line in WORDS.in_brief(events) if line.startswith("⚔️")]
    assert len(told) == len(cut(events))
    assert all(summed_up(part)[0] in told for part in cut(events))
    last = cut(events)[-1].events
    decided = next(at for at, event in enumerate(last) if isinstance(event, Fought))
    assert WORDS.in_brief(last[:decided]) == WORDS.tell(last[:decided])
    brief = WORDS.in_brief(last[: decided + 1])
    assert "retreat" not in "".join(brief)
    assert [line for line in brief if "📯" not in line] == summed_up(
        scenes.Segment(last[: decided + 1], cut(events)[-1].area)
    )
    assert told[-1] in WORDS.in_brief(last)


@pytest.mark.deep(seconds=5)
def test_a_combat_that_is_over_is_summed_up_with_who_fell_and_who_holds_the_place() -> None:
    fell = Counter[str]()
    for start in "abcd"[: depth(2, 4)]:
        for part in combats(start):
            line, fought, ended = " ".join(summed_up(part)), part.fought, part.events[-1]
            if fought is None or not isinstance(ended, BattleEnded) or ended.winner is None:
                continue
            where = WORDS.names.name(ended.area)
            assert f"{upper(WORDS.names.they(ended.winner))} hold {where}." in line
            for event in part.events:
                if isinstance(event, OfficerFate):
                    assert f"{WORDS.names.name(event.general)}" in line
                    fell[event.fate] += 1
            for side, points in fought.losses.items():
                later = [e for e in part.events if isinstance(e, Lost) and e.reason != "combat"]
                lost = points + sum(total(event.points or {}) for event in later if event.side == side)
                paid = f"{WORDS.names.they(side)[1:]} lose {numbered(lost, 'combat point')}"
                assert not lost or paid in line
            assert f"rolled {place(fought.total)} in column {fought.column}." in line
    assert fell["killed"] > 0


def test_what_is_lost_on_the_retreat_is_part_of_the_cost() -> None:
    (part,) = [part for part in cut(month()[0]) if part.fought is not None][-1:]
    fought, ended = part.fought, part.events[-1]
    assert fought is not None
    later = Lost(fought.loser, "cholet", {"anjou": 3}, "retreat", "4.6")
    told, more = (
        next(scenes.headlines(WORDS.names, scenes.Segment([*part.events[:-1], *lost, ended], part.area))).told
        for lost in ([], [later])
    )
    paid = numbered(fought.losses[fought.loser] + 3, "combat point")
    assert paid in more
    assert told != more


def test_losses_that_round_to_none_and_what_morale_does_are_told() -> None:
    fought = Fought(
        area="cholet",
        attacker="republican",
        points={"republican": {"saumur": 4}, "royalist": {"anjou": 2}},
        generals={"republican": (), "royalist": ()},
        ratio="2:1",
        shifts=[],
        column="2:1",
        white=2,
        coloured=4,
        modifiers=[],
        total=6,
        result="DR1-20",
        loser="royalist",
        rout=False,
        losses={"republican": 0, "royalist": 0},
    )
    ended = BattleEnded("cholet", "republican")
    (small,) = scenes.headlines(WORDS.names, scenes.Segment([fought, ended], "cholet"))
    cost, morale = small.told.split(". ")[1:3]
    none = (
        "no one (10% of the smaller force, 2, rounds to 0)",
        "no one (20% of their 2 combat points rounds to 0)",
    )
    assert cost == "The Republicans lose {}; the Royalists lose {}".format(*none)
    assert morale == "Morale stays: 6 combat points are too few to change it"
    changes = [
        MoraleChanged("republican", 0, 1, 1, "victory", "5.1"),
        MoraleChanged("royalist", -2, -2, -1, "rout", "5.1"),
    ]
    large = msgspec.structs.replace(fought, points={"republican": {"saumur": 14}, "royalist": {"anjou": 2}})
    (told,) = scenes.headlines(WORDS.names, scenes.Segment([large, *changes, ended], "cholet"))
    assert "Republican morale goes from 0 to +1. Royalist morale stays at −2." in told.told
    assert "too few" not in told.told


def test_royalists_who_withdraw_leave_the_place_to_the_republic_without_a_winner() -> None:
    part = scenes.Segment([OutOfPowder("cholet", 1), BattleEnded("cholet", None)], "cholet")
    (told,) = scenes.headlines(WORDS.names, part)
    assert (told.title, told.winner, told.holder) == (
        "No fight in Cholet: the Royalists withdraw",
        "",
        "republican",
    )
    assert told.told == "They are out of powder. The Republicans hold Cholet."


def test_the_map_of_a_month_that_is_over_shows_where_the_last_fight_was() -> None:
    gone = [Move("republican", ("nantes", "cholet"), "attack"), Move("royalist", ("legé", "machecoul"))]
    began = TITLE.view(TITLE.setup("campaign", {}, Dice("a")).state, None)
    assert [theatre(view, gone) for view in (began, WORDS.closed(began, 1))] == ["machecoul", "cholet"]


def combats(start: str) -> list[scenes.Segment]:
    """The combats of the first months of a game."""
    game, chooser, events = Game(TITLE, seed=start), random.Random(start), list[Event]()
    parts: list[scenes.Segment] = []
    while len(parts) < 12 and game.decisions:
        assert isinstance(game.state, State)
        action = TITLE.suggest(game.state, game.decisions[0].seat, chooser)
        assert action is not None
        events += game.act(game.decisions[0].seat, action)
        if isinstance(events[-1], BattleEnded) or len(game.decisions) == 0:
            parts = cut(events)
    return parts


def test_whoever_plays_on_is_told_whether_those_came_whom_they_let_march() -> None:
    (asking,) = (each for each in ASKED if (each.kind, each.asked) == ("march", "royalist"))
    state = prepared(asking).after
    step = TITLE.apply(state, "royalist", TITLE.parse(state, "guns chemille with all", "royalist"), Dice("e"))
    heard, *then = WORDS.in_brief(step.events)
    assert heard.startswith("📯 ")
    assert any(line.startswith("⚔️ ") for line in then)
    assert not any("📯" in line for line in then)


def test_each_battle_is_a_beat_of_the_film_however_short_it_is() -> None:
    game, chooser = Game(TITLE, seed="b"), random.Random("b")
    fought = 0
    while fought < 4:
        (asked, *_) = game.decisions
        assert isinstance(game.state, State)
        action = TITLE.suggest(game.state, asked.seat, chooser)
        assert action is not None
        fought += sum(isinstance(event, BattleEnded) for event in game.act(asked.seat, action))
    beats = storyboard(TITLE, replayed(TITLE, game.record()), None, 8)
    assert len(beats) == 8
    captions = [[line for line in beat.caption if line.startswith("⚔️")] for beat in beats]
    assert [len(lines) for lines in captions if lines] == fought * [1]


def test_what_is_fought_is_drawn_as_it_is_known() -> None:
    for scene, part in zip(WORDS.scenes(month()[0]), cut(month()[0]), strict=True):
        fought, battle = part.fought, scene.close.battle
        assert isinstance(fought, Fought)
        assert battle is not None
        for force in battle.forces:
            points = fought.points[force.side]  # type: ignore[index]
            assert dict(force.points) == {str(kind): count for kind, count in points.items() if count}
            assert force.total == total(points)
        assert battle.forces[0].side == fought.attacker
        assert battle.dice == (fought.white, fought.coloured)
        fates = {event.general for event in part.events if isinstance(event, OfficerFate)}
        chiefs = {chief.name for force in battle.forces for chief in force.chiefs if chief.end}
        assert chiefs == {WORDS.names.name(id) for id in fates}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_battle_is_told_below_its_ground(theme: render.ThemeName) -> None:
    events, seen = month()
    (*_, scene) = WORDS.scenes(events)
    assert scene.events is not None
    drawn, plain = (
        render.picture("vendee", seen, TITLE.data, WORDS.moves(scene.events), theme, close=close)
        for close in (scene.close, scene.close._replace(battle=None))
    )
    assert drawn.width == plain.width
    assert drawn.height < plain.height
    assert scene.close.battle is not None
    assert drawn.alt == scene.close.battle.words
    assert drawn.alt.startswith(scene.title)


def test_a_battle_is_not_drawn_of_a_game_whose_pictures_have_none() -> None:
    with pytest.raises(render.RenderError, match="no close-ups"):
        render.picture("levee", None, None, close=WHOLE._replace(around="paris"))
