"""Discord is asked who has left a server: a few at a time, and not again at once."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.app.members import AT_ONCE, REMEMBERED, Members
from tests.store.builders import GUILD, HOUR, Hands


class Discord:
    """It answers when it is let go, and counts the questions."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.silent = False
        self.asked: list[int] = []
        self.open = 0
        self.most = 0

    async def has_left(self, guild_id: int, user_id: int) -> bool | None:
        self.asked.append(user_id)
        self.open += 1
        self.most = max(self.most, self.open)
        await asyncio.sleep(0)
        self.open -= 1
        return None if self.silent else user_id in self.gone


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
def members(discord: Discord, clock: Hands) -> Members:
    return Members(discord.has_left, clock)


@pytest.fixture
def clock() -> Hands:
    return Hands()


def people(*users: int) -> set[tuple[int, int]]:
    return {(GUILD, user) for user in users}


async def test_many_are_asked_about_side_by_side_and_no_more_than_so_many(
    members: Members, discord: Discord
) -> None:
    discord.gone = {7, 90}
    assert await members.gone(people(*range(200))) == people(7, 90)
    assert sorted(discord.asked) == [*range(200)]
    assert discord.most == AT_ONCE


async def test_a_person_who_was_there_is_not_asked_about_again_for_a_while(
    members: Members, discord: Discord, clock: Hands
) -> None:
    assert await members.gone(people(1)) == set()
    discord.gone = {1}
    clock.advance(REMEMBERED - timedelta(seconds=1))
    assert await members.gone(people(1)) == set()
    clock.advance(timedelta(seconds=1))
    assert await members.gone(people(1)) == people(1)
    assert discord.asked == [1, 1]


async def test_a_person_who_is_back_is_seen_at_once(members: Members, discord: Discord) -> None:
    discord.gone = {1}
    assert await members.gone(people(1)) == people(1)
    discord.gone = set()
    assert await members.gone(people(1)) == set()


async def test_a_question_without_an_answer_is_asked_again(members: Members, discord: Discord) -> None:
    discord.silent = True
    assert await members.gone(people(1)) == set()
    discord.silent, discord.gone = False, {1}
    assert await members.gone(people(1)) == people(1)


async def test_what_is_remembered_does_not_grow_without_end(
    members: Members, discord: Discord, clock: Hands
) -> None:
    await members.gone(people(*range(100)))
    clock.advance(HOUR)
    await members.gone(people(1))
    assert len(members._there) == 1
