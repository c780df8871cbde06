"""Ratings follow from results alone: who wins rises, the side counts, and what is no game does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import discord
import pytest

from bot.results.ratings import MIDDLE, Ladder, Side, Table, rated_parts, tables
from bot.store import Part, Result
from tests.support.life import Life
from tests.support.moderated import confirmed

CAMILLE, MAXIME, LUCIEN = 10**17 + 1, 10**17 + 2, 10**17 + 3
DAY = datetime(2026, 1, 1, tzinfo=UTC)
GAME = Ladder("outposts")


def part(seat: str, user: int | None, **changed: Any) -> Part:
    """A seat that somebody has played from the first action to the last."""
    values = {"seat": seat, "user_id": user, "automatic": user is None, "own": 9, "others": 0}
    return Part(**values | changed)


def ended(winner: str | None, *parts: Part, **changed: Any) -> Result:
    """A campaign that its rules decided."""
    values: dict[str, Any] = {
        "campaign_id": 1,
        "guild_id": 1,
        "channel_id": 1,
        "title": "outposts",
        "scenario": "campaign",
        "options": {},
        "began_at": DAY,
        "ended_at": DAY + timedelta(days=9),
        "turns": 6,
        "how": "decided",
        "winner": winner,
        "level": None,
        "verdict": "",
        "score": None,
        "edited": False,
        "by_hand": False,
        "parts": parts,
    }
    return Result(**values | changed)


def duel(winner: str | None = "blue", **changed: Any) -> Result:
    """One that Camille has played with Blue against Maxime with White."""
    return ended(winner, part("blue", CAMILLE), part("white", MAXIME), **changed)


def strengths(table: Table) -> dict[int, float]:
    """The strengths of a table's players."""
    return {user: rated.strength for user, rated in table.players.items()}


def test_who_wins_rises_and_who_loses_falls_as_much() -> None:
    table = tables([duel()])[GAME]
    won, lost = table.players[CAMILLE], table.players[MAXIME]
    assert won.strength > MIDDLE > lost.strength
    assert won.strength - MIDDLE == pytest.approx(MIDDLE - lost.strength)
    assert [*table.players] == [CAMILLE, MAXIME]
    assert won.error < MIDDLE / 3
    assert (won.campaigns, lost.campaigns) == (1, 1)


def test_a_concession_is_a_loss_and_a_draw_brings_equals_nearer() -> None:
    assert tables([duel(how="conceded")]) == tables([duel()])
    assert strengths(tables([duel(None, how="drawn")])[GAME]) == pytest.approx(
        {CAMILLE: MIDDLE, MAXIME: MIDDLE}
    )
    before, after = (strengths(tables(results)[GAME]) for results in ([duel()], [duel(), duel(None)]))
    assert before[CAMILLE] > after[CAMILLE] > after[MAXIME] > before[MAXIME]


@pytest.mark.parametrize(
    "result",
    [
        duel(None, how="abandoned"),
        duel(edited=True),
        duel(by_hand=True),
        ended("blue", part("blue", CAMILLE), part("white", CAMILLE)),
        ended("blue", part("blue", CAMILLE), part("white", MAXIME, own=0)),
        ended("blue", part("blue", CAMILLE), part("white", MAXIME, own=3, others=4)),
        ended("blue", part("blue", CAMILLE), part("white", None, automatic=False, own=0)),
        ended("blue", part("blue", CAMILLE), part("white", None, own=2, others=9)),
    ],
    ids=["abandoned", "edited", "by-hand", "both", "idle", "replaced", "vacant", "left"],
)
def test_what_was_no_game_between_two_is_not_rated(result: Result) -> None:
    assert rated_parts(result) == []
    assert tables([result]) == {}


def test_of_six_seats_one_that_was_replaced_is_left_out() -> None:
    seats = [part(f"seat-{number}", CAMILLE + number) for number in range(6)]
    seats[4] = part("seat-4", LUCIEN + 9, own=1, others=8)
    table = tables([ended("seat-1", *seats)])[GAME]
    assert len(table.players) == 5
    assert next(iter(table.players)) == CAMILLE + 1
    assert tables([ended("seat-4", *seats)]) == {}


def test_a_seat_counts_for_whoever_gave_most_of_its_actions() -> None:
    given_away = part("white", LUCIEN, own=0, others=9, most=MAXIME)
    table = tables([ended("blue", part("blue", CAMILLE), given_away)])[GAME]
    assert strengths(table) == strengths(tables([duel()])[GAME])
    # Who takes a seat back, or has it with another, has still played only one.
    played_out = part("white", MAXIME, own=2, others=7, most="automatic")
    against = tables([ended("blue", part("blue", CAMILLE), played_out)])[GAME]
    assert against == tables([ended("blue", part("blue", CAMILLE), part("white", None))])[GAME]


@pytest.mark.parametrize(
    "parts",
    [
        (part("blue", CAMILLE, most=CAMILLE), part("white", CAMILLE, own=1, others=8, most=MAXIME)),
        (part("blue", MAXIME, own=1, others=8, most=CAMILLE), part("white", CAMILLE, others=9, most=MAXIME)),
        (part("blue", CAMILLE, most=CAMILLE), part("white", MAXIME, own=0, most=None)),
    ],
    ids=["took-both", "swapped", "idle"],
)
def test_whoever_had_both_sides_is_not_rated(parts: tuple[Part, ...]) -> None:
    assert rated_parts(ended("blue", *parts)) == []


def test_the_automatic_player_is_an_anchor() -> None:
    wins = [ended("blue", part("blue", CAMILLE), part("white", None)) for _ in range(30)]
    (rated,) = tables(wins)[GAME].players.values()
    assert rated.strength > MIDDLE + 5
    # Who beats whoever it has beaten for ever does not pull it up: it is where it was.
    new = ended("blue", part("blue", MAXIME), part("white", None))
    after_many = tables([*wins, new])[GAME].players[MAXIME]
    assert after_many.strength < tables([new])[GAME].players[MAXIME].strength


def test_to_win_with_the_weaker_side_counts_for_more() -> None:
    chance = Random("sides")
    others = [
        ended("blue", part("blue", 10**17 + chance.randrange(9, 99)), part("white", None)) for _ in range(60)
    ]
    table = tables(others)[GAME]
    assert table.sides[Side("campaign", "blue")] > 1 > -1 > table.sides[Side("campaign", "white")]
    strong = ended("blue", part("blue", CAMILLE), part("white", MAXIME))
    weak = ended("white", part("blue", MAXIME), part("white", CAMILLE))
    gained = [tables([*others, each])[GAME].players[CAMILLE].strength for each in (strong, weak)]
    assert gained[1] > gained[0] > MIDDLE


def test_a_game_for_one_is_rated_by_scenario_against_the_scenario() -> None:
    def alone(winner: str | None, scenario: str, **options: bool) -> Result:
        return ended(winner, part("france", CAMILLE), title="levee", scenario=scenario, options=options)

    found = tables([alone("france", "campaign"), alone(None, "short"), alone(None, "short", terror=True)])
    assert found[Ladder("levee", "campaign")].players[CAMILLE].strength > MIDDLE
    short = found[Ladder("levee", "short")]
    assert short.players[CAMILLE].strength < MIDDLE
    assert {side.options for side in short.sides} == {frozenset(), frozenset({"terror"})}
    assert all(strength > MIDDLE for strength in short.sides.values())


def test_a_forgotten_person_is_in_no_table_and_who_met_them_keeps_the_game() -> None:
    forgotten = ended("blue", part("blue", CAMILLE), part("white", 0))
    assert [*tables([forgotten])[GAME].players] == [CAMILLE]


def test_the_strengths_that_games_were_made_from_are_found_again() -> None:
    chance, results = Random("found again"), []
    true = {CAMILLE + number: 10 + 6 * number for number in range(6)}
    for _ in range(600):
        blue, white = chance.sample([*true], 2)
        # White is stronger by 6.
        share = 1 / (1 + 10 ** (-(true[blue] - true[white] - 6) / 12))
        winner = "blue" if chance.random() < share else "white"
        results.append(ended(winner, part("blue", blue), part("white", white)))
    table = tables(results)[GAME]
    assert sorted(table.players, key=lambda user: table.players[user].strength) == [*true]
    assert table.sides[Side("campaign", "white")] > table.sides[Side("campaign", "blue")] + 1


async def test_ratings_are_told_of_what_has_ended_alone(life: Life) -> None:
    await life.outposts()
    await life.committed()
    assert "Nobody is rated here yet" in await life.types(life.lucien, "ratings")
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    lines = (await life.types(life.lucien, "ratings")).splitlines()
    assert lines[:2] == ["## Ratings of this server", "### Outposts"]
    assert lines[2].startswith(f"1\\. <@{life.camille.id}> 2")
    assert lines[3].startswith(f"2\\. <@{life.maxime.id}> 2")
    assert lines[3].endswith("(1 campaign)")
    assert lines[4].startswith("-# Strength of the sides: Blue +")
    assert "Nobody is rated here yet" in await life.types(life.lucien, "ratings", game="levee")


async def test_a_server_may_say_that_nobody_is_rated(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    assert "**Ratings** off" in await life.types(life.therese, "settings", ratings=0)
    assert "does not rate its players" in await life.types(life.lucien, "ratings")
    assert "ratings: on → off" in await life.types(life.therese, "mod audit")
    assert "**Ratings** on" in await life.types(life.therese, "settings", ratings=1)
    assert f"<@{life.camille.id}>" in await life.types(life.lucien, "ratings")


async def test_whoever_is_forgotten_is_rated_no_more(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    await confirmed(life.maxime, await life.slash(life.maxime, "privacy forget"))
    told = await life.types(life.lucien, "ratings")
    assert f"<@{life.camille.id}>" in told
    assert str(life.maxime.id) not in told


async def test_what_was_played_where_somebody_can_not_see_is_in_no_rating_that_they_are_told(
    life: Life,
) -> None:
    shut = discord.PermissionOverwrite(view_channel=False)
    square = life.hall
    life.hall = life.guild.create_text_channel("club", overwrites={life.lucien: shut})
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    life.hall = square
    assert "Nobody is rated here yet" in await life.types(life.lucien, "ratings")
    assert "Ratings" not in await life.types(life.lucien, "profile", user=life.camille)
    assert f"<@{life.camille.id}> 2" in await life.types(life.therese, "ratings")
    assert "### Ratings" in await life.types(life.maxime, "profile", user=life.camille)
