"""`/learn`: each lesson is played to its end by what it says alone, and left, taken up and strayed from."""

from __future__ import annotations

import re
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord import InteractionResult, ResponseMessage

from bot.games.shown import Choice, Does, Group
from bot.interactions import learn
from bot.interactions.campaign import begin
from bot.posts.card.lesson import way
from bot.surface import custom_ids
from data import cases, games
from data.lessons import Lesson, lesson
from engines.grande_armee.title import GrandeArmee
from tests.support.duel import panel_of
from tests.support.table import Table, controls, said, text

TAUGHT = [game for game in games.GAMES if lesson(game) is not None]
WHOLE = ("grande-armee",)
"""Lessons that leave nothing to the automatic player."""
_PRESSED = re.compile(r"(?i)(press|choose) \*\*(.+?)\*\*(?: in \*(.+?)\*)?")


class Learner:
    """Somebody who does what the lesson says, and knows nothing else."""

    def __init__(self, table: Table, game: str) -> None:
        self.table, self.game = table, game
        self.channel = table.guild.create_text_channel(f"learn-{game}")
        self.panel: ResponseMessage | None = None

    async def begin(self, images: str = "never") -> str:
        """Ask for the lesson; a game with secrets is played on a panel. No map need be drawn for it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(learn, "begin", partial(begin, images=images))
            told = said(await self.table.camille.slash(self.channel, "learn", game=self.game))
        await self.table.bot.outbox.drain()
        if len(lesson_of(self.game).step) and self.secrets:
            await self.open()
        return told

    @property
    def secrets(self) -> bool:
        """Whether the game is played on a panel."""
        return self.table.bot.campaigns.titles[self.game].secrets

    async def open(self) -> None:
        """Press Play on the card."""
        door = next(
            card
            for card in reversed(self.channel.history())
            if any(":play:" in control.custom_id for control in controls(card))
        )
        opened = await self.table.camille.click(door, custom_id=custom_ids.play(1))
        self.shows(opened)

    def shows(self, result: InteractionResult) -> None:
        """A press has changed the panel."""
        if self.secrets:
            self.panel = panel_of(result)

    @property
    def surface(self) -> discord.Message:
        """Where the lesson stands."""
        return self.table.card(self.channel) if self.panel is None else self.panel.message

    @property
    def told(self) -> str:
        """What the lesson says."""
        return next((line for line in text(self.surface).splitlines() if line.startswith(("📖", "🎓"))), "")

    async def press(self, label: str, *, listed: bool | None = None, prompt: str = "") -> None:
        """Press or choose what is called so.

        :param listed: whether it has to stand in a list.
        :param prompt: of the list.
        """
        found = [
            control
            for control in controls(self.surface)
            # Beside a map a place has its number there.
            if re.sub(r"^\d+ · ", "", control.label) == label and control.prompt.startswith(prompt)
        ]
        assert found, (label, [control.label for control in controls(self.surface)])
        who, (control, *_) = self.table.camille, found
        assert listed is None or listed == (control.value is not None), label
        if control.value is None:
            result = await who.click(self.surface, custom_id=control.custom_id)
        else:
            result = await who.select(self.surface, [control.value], custom_id=control.custom_id)
        self.shows(result)

    async def obey(self) -> None:
        """Do what the lesson says now."""
        _, _, how = self.told.partition(" · ")
        for kind, label, prompt in _PRESSED.findall(how):
            await self.press(label, listed=kind.lower() == "choose", prompt=prompt)


def lesson_of(game: str) -> Lesson:
    """The lesson of a game that has one."""
    found = lesson(game)
    assert found is not None
    return found


# The automatic player thinks for most of it.
@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_played_to_its_end_by_what_it_says(table: Table, game: str) -> None:
    learner, found = Learner(table, game), lesson_of(game)
    opening = await learner.begin()
    assert found.opening in opening
    for number in range(1, len(found.step) + 1):
        assert learner.told.startswith(f"📖 **{number} of {len(found.step)}** · "), number
        # What the usual orders would choose is no word for a learner, who is told what to do.
        assert game not in WHOLE or "usual orders" not in text(learner.surface).partition("📖")[0]
        await learner.obey()
    assert learner.told == f"🎓 {found.end}"
    rows = await table.bot.store.journal(1)
    own = [row.action for row in rows if (row.seat, row.source) == (found.seat, "player")]
    assert own == [action for step in found.step for action in step.do]
    if game in WHOLE:
        others = [row.action for row in rows if row.source == "automatic"]
        assert others == [*found.first, *(action for step in found.step for action in step.then)]
    known = cases.load(game)
    for step in found.step:
        assert step.cases
        assert all(known.by_case(case) or known.get(case) for case in step.cases), step


def test_a_lesson_on_hexes_names_the_threshold_of_its_scenario() -> None:
    found = lesson_of("grande-armee")
    scenario = GrandeArmee().box.scenarios[found.scenario]
    assert f"win with {scenario.threshold} after" in found.opening


async def test_what_is_handed_in_at_once_may_be_handed_in_by_and_by(table: Table) -> None:
    learner = Learner(table, "grande-armee")
    await learner.begin()
    for _ in range(2):
        await learner.obey()
    assert learner.told.startswith("📖 **3 of ")
    await learner.press("March!")
    assert learner.told.startswith("📖 **3 of ")
    assert "another way" not in learner.told
    await learner.obey()
    await learner.obey()
    assert learner.told.startswith("📖 **5 of ")
    assert "another way" not in learner.told


def test_choices_that_open_one_another_are_looked_into_once() -> None:
    inside = {"": "one", "one": "other", "other": "one"}

    def groups(key: str = "") -> list[Group]:
        return [Group("end", "Or", [Choice(inside[key], "More …", "", does=Does.OPEN)])]

    here: Any = SimpleNamespace(groups=groups, text="")
    assert way(here, lesson_of("revolution").step[0]) == "Type `/play ally marais`."


async def test_beside_a_map_it_is_said_that_a_list_is_one(table: Table) -> None:
    learner = Learner(table, "vendee")
    await learner.begin("every-turn")
    for _ in range(3):
        await learner.obey()
    assert learner.told.startswith("📖 **4 of ")


async def test_who_strays_is_told_kindly_and_goes_back_by_one_click(table: Table) -> None:
    learner = Learner(table, "levee")
    await learner.begin()
    await learner.press("Lower Monarchy to 2 · 67%")
    assert "↪️ You left the lesson's path." in learner.told
    assert "**Raise Republic to 1 · 83%**" in learner.told
    await learner.press("Take it back for the lesson")
    assert (await table.state()).actions_left == 2
    assert learner.told.startswith("📖 **1 of ")
    assert "another way" not in learner.told
    # Whoever goes on the other way has the rest of the turn as they like.
    await learner.press("Lower Monarchy to 2 · 67%")
    await learner.obey()
    assert "📖 **3 of " in learner.told


async def test_a_lesson_is_left_and_taken_up_and_is_for_one_alone_where_others_play(table: Table) -> None:
    await table.new()
    begun = said(await table.camille.slash(table.channel, "learn", game="levee"))
    (thread,) = [each for each in table.bot.guilds[0].threads if each.name == "Learn Levée en Masse"]
    assert thread.is_private()
    assert f"It begins in <#{thread.id}>, for you only." in begun
    campaign = await table.campaign(2)
    assert campaign.channel_id == thread.id
    again = said(await table.camille.slash(table.channel, "learn", game="levee"))
    assert again == f"Your lesson waits in <#{thread.id}>. It continues where you stopped."
    # Another person has another.
    hall = table.guild.create_text_channel("hall")
    other = said(await table.maxime.slash(hall, "learn", game="valmy"))
    assert other.startswith("🎓 **Learn The Valmy Campaign**")
    # Whoever names no game learns that of the channel.
    same = said(await table.camille.slash(hall, "learn"))
    assert "🎓 **Learn The Valmy Campaign**" in same


async def test_a_form_that_is_handed_in_otherwise_is_another_way_and_is_taken_back(table: Table) -> None:
    learner = Learner(table, "revolution")
    await learner.begin()
    # What is written already is not told again, in whatever order it was written.
    await learner.obey()
    assert learner.told.startswith("📖 **2 of ")
    await learner.press("Remove it")
    assert learner.told.startswith("📖 **1 of ")
    await learner.press("Submit")
    assert "↪️ You left the lesson's path." in learner.told
    assert "**Choose" not in learner.told
    await learner.press("Take it back for the lesson")
    assert learner.told.startswith("📖 **1 of ")


async def over(table: Table, game: str = "levee") -> Learner:
    """Somebody who has done all that a lesson asks, and nothing since."""
    learner = Learner(table, game)
    await learner.begin()
    for _ in lesson_of(game).step:
        await learner.obey()
    assert learner.told == f"🎓 {lesson_of(game).end}"
    return learner


async def test_a_lesson_that_is_over_makes_room_for_the_next(table: Table) -> None:
    learner = await over(table)
    begun = said(await table.camille.slash(learner.channel, "learn", game="valmy"))
    assert begun.startswith("🎓 **Learn The Valmy Campaign**")
    assert (await table.campaign(1)).status == "ended"
    second = await table.bot.store.running_in(learner.channel.id)
    assert second is not None
    assert second.title == "valmy"
    await table.bot.outbox.drain()
    assert any("the lesson was over" in text(message) for message in learner.channel.history())


async def test_a_lesson_that_is_over_makes_room_for_a_game_of_its_learner_alone(table: Table) -> None:
    learner = await over(table)
    other = said(await table.maxime.slash(learner.channel, "campaign new", game="levee", images="never"))
    assert "`/campaign show` brings its card." in other
    await table.camille.slash(learner.channel, "campaign new", game="levee", images="never")
    assert (await table.campaign(1)).status == "ended"
    own = await table.bot.store.running_in(learner.channel.id)
    assert own is not None
    assert own.created_by == table.camille.id


async def test_a_game_that_a_lesson_has_become_is_not_ended_for_the_next(table: Table) -> None:
    learner = await over(table)
    for _ in range(3):
        await table.bot.campaigns.take(1, table.camille.id, "end")
    assert (await table.state()).turn > lesson_of("levee").step[-1].turn
    told = said(await table.camille.slash(learner.channel, "learn", game="valmy"))
    assert "for you only" in told
    assert (await table.campaign(1)).status == "running"


async def test_a_lesson_is_in_the_language_of_its_learner_with_all_that_stands_in_its_channel(
    table: Table,
) -> None:
    await table.camille.slash(table.channel, "my language", language="fr")
    learner = Learner(table, "vendee")
    await learner.begin()
    assert (await table.campaign()).language == "fr"
    door = next(card for card in learner.channel.history() if controls(card))
    assert [control.label for control in controls(door)][:2] == ["Jouer", "Ma vue"]
