"""A server on which campaigns are lived through: what its people type and press, and what they read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from bot.app.client import Tocsin, create_bot
from bot.settings import Settings
from engines.core.contract import AnyTitle
from tests.support.table import Control, Table, controls, gone_through, said, text, whispered

HOUR = 3600
DAY = 24 * HOUR
SEED = "la-patrie-en-danger"
"""Of every campaign that begins here, so that lots and dice are the same each time."""

PARIS = ZoneInfo("Europe/Paris")
RUNG = "the tocsin rings"

_UNITS = re.compile(r"\d+ (?:foot|horse)\b|(?:foot|horse):\d")
_COMMITMENT = re.compile(r"\bchit [1-6]|\bcommit [1-6]")
_OPENLY = ("💥", "📯", "At ")
"""Lines that may tell strengths or chits: a battle, the reveal, a battle in the chronicle."""


class Life:
    """A table at which three play or watch and Thérèse moderates.

    Everything is done with commands, buttons and selects. After each the outbox is drained, as the running
    bot does at once.

    :ivar hall: the channel of the campaign that is spoken of; it can be changed.
    :ivar seed: the seed of the next campaign that begins; nobody on the server could choose it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.env, self.guild = table.env, table.guild
        self.hall = table.channel
        self.seed = SEED
        self.camille, self.maxime = table.camille, table.maxime
        self.lucien = self._person("lucien", "Lucien")
        officers = self.guild.create_role("Officers", permissions=discord.Permissions(manage_channels=True))
        self.therese = self._person("therese", "Thérèse", officers)

    def _person(self, name: str, shown: str, *roles: Any) -> MemberActor:
        return self.guild.add_member(self.env.create_user(name, global_name=shown), roles=list(roles))

    async def slash(self, actor: MemberActor, command: str, **options: Any) -> InteractionResult:
        """What comes of a command in the hall."""
        result = await actor.slash(self.hall, command, **options)
        await self.table.bot.outbox.drain()
        return result

    async def types(self, actor: MemberActor, command: str, **options: Any) -> str:
        """What somebody is told who types a command in the hall."""
        return said(await self.slash(actor, command, **options))

    async def press(self, actor: MemberActor, message: Any, label: str) -> InteractionResult:
        """What comes of a press on the button of a message, or the option of a select, with this label."""
        shown = message.message if isinstance(message, ResponseMessage) else message
        found = [control for control in controls(shown, hint=True) if control.label == label]
        assert found, f"no {label!r} among {[control.label for control in controls(shown)]}"
        return await self._take(actor, shown, found[0])

    async def _take(self, actor: MemberActor, shown: discord.Message, control: Control) -> InteractionResult:
        if control.value is None:
            result = await actor.click(shown, custom_id=control.custom_id)
        else:
            result = await actor.select(shown, [control.value], custom_id=control.custom_id)
        await self.table.bot.outbox.drain()
        return result

    async def presses(self, actor: MemberActor, message: Any, label: str) -> str:
        """What only the presser is told."""
        return whispered(await self.press(actor, message, label))

    async def confirmed(self, actor: MemberActor, command: str, label: str, **options: Any) -> str:
        """Type a command that asks once more, and press its button; gives what it says then."""
        asked = await self.slash(actor, command, **options)
        assert asked.response is not None
        pressed = await self.press(actor, asked.response, label)
        return whispered(pressed)

    def newest(self, label: str) -> discord.Message:
        """The newest public message with such a button, or option."""
        return next(
            message
            for message in reversed(self.public())
            if any(control.label == label for control in controls(message))
        )

    async def panel(self, actor: MemberActor) -> ResponseMessage:
        """The panel that somebody opens from the turn card."""
        opened = await self.press(actor, self.newest("Play"), "Play")
        assert opened.response is not None
        assert opened.response.ephemeral
        return opened.response

    async def plays(self, actor: MemberActor, action: str) -> str:
        """Play on a panel, by what it offers; gives what the panel shows then."""
        panel = await self.panel(actor)
        choices = offered(panel)
        control = next((each for each in choices if each.action == action), None)
        assert control is not None, f"{action} is not among {[each.action for each in choices]}"
        return whispered(await self._take(actor, panel.message, control))

    async def plays_on_card(self, actor: MemberActor, action: str) -> InteractionResult:
        """Play on the public card of a game without secrets."""
        card = next(m for m in reversed(self.public()) if any(_acts(each) for each in controls(m)))
        control = next(each for each in controls(card) if _acts(each) and each.action == action)
        pressed = await gone_through(await self._take(actor, card, control), actor)
        await self.table.bot.outbox.drain()
        return pressed

    async def outposts(self, **options: Any) -> None:
        """Camille opens a lobby; she takes Blue, Maxime takes White, and the campaign begins."""
        await self.slash(self.camille, "campaign new", game="outposts", **{"images": "never", **options})
        await self.press(self.camille, self.newest("Take Blue"), "Take Blue")
        await self.press(self.maxime, self.newest("Take White"), "Take White")

    async def committed(self) -> None:
        """Both sides commit on their panels: White, with the higher chit, marches first."""
        await self.plays(self.camille, "commit 1 nantes")
        await self.plays(self.maxime, "commit 6 cholet")

    async def due(self, seat: str) -> datetime:
        """Until when a seat owes something, as `/campaign deadline` tells everybody."""
        told = await self.types(self.lucien, "campaign deadline")
        found = re.search(rf"\*\*{seat}\*\* .*until <t:(\d+):f>", told)
        assert found is not None, told
        return datetime.fromtimestamp(int(found[1]), UTC)

    async def wait(self, hours: float) -> None:
        """Let time go by with a sweep at least once an hour, as the scheduler wakes it."""
        while hours > 0:
            await self.table.sweep(min(hours, 1) * HOUR)
            hours -= 1

    def public(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """What stands in a channel for everybody to read, oldest first."""
        return [m for m in (channel or self.hall).history() if not m.flags.ephemeral]

    def told(self, channel: ChannelHandle | None = None) -> str:
        """All of that as text."""
        return "\n".join(text(message) for message in self.public(channel))

    def since(self, mark: int, channel: ChannelHandle | None = None) -> list[str]:
        """Public messages after one; after 0 all."""
        return [text(message) for message in self.public(channel) if message.id > mark]

    def mark(self) -> int:
        """The newest public message."""
        return max((message.id for message in self.public()), default=0)

    def letters(self, actor: MemberActor) -> list[str]:
        """What the bot has told somebody in direct messages."""
        backend = self.env.backend
        own = [c for c in backend.channels.values() if c.type == 1 and actor.id in c.recipient_ids]
        return [m.content for channel in own for m in backend.messages[channel.id].values()]

    def pinged(self, part: str) -> set[int]:
        """Whom the newest post in the hall with these words pings."""
        posts = self.table.bodies("POST", f"/channels/{self.hall.id}/messages")
        body = [post for post in posts if part in (post.get("content") or "")][-1]
        return {int(user) for user in body["allowed_mentions"].get("users", [])}

    async def reopen(self) -> None:
        """Close the bot in order and start it again."""
        await self.table.restart()
        await self.table.bot.outbox.drain()


def at(moment: datetime) -> str:
    """Day and time in Paris."""
    return f"{moment.astimezone(PARIS):%a %H:%M}"


async def rung(life: Life, hours: int, part: str = RUNG) -> list[str]:
    """When, within so many hours, something with these words is said."""
    times = []
    for _ in range(2 * hours):
        mark = life.mark()
        await life.wait(0.5)
        times += [at(life.env.now()) for said in life.since(mark) if part in said]
    return times


async def away(life: Life, seconds: float) -> None:
    """Let the bot be away for so long."""
    await life.table.bot.close()
    await life.env.advance_time(seconds)
    await life.table.start()
    await life.table.sweep()


def offered(panel: ResponseMessage) -> list[Control]:
    """What a panel offers to be played."""
    return [each for each in controls(panel.message) if each.custom_id.split(":")[1] in ("take", "choose")]


def _acts(control: Control) -> bool:
    return control.custom_id.split(":")[1] in ("act", "pick")


def create(settings: Settings, clock: Callable[[], datetime], titles: list[AnyTitle]) -> Tocsin:
    """The bot with these titles."""
    return create_bot(settings, clock=clock, titles=titles)


def leaks(table: Table) -> list[str]:
    """Public lines that tell what Outposts hides: the units of a stack, or a commitment before its reveal.

    Everything that was ever posted or edited in a channel is looked through, alt texts and all; what the
    bot writes to one person is theirs.
    """
    letters = {channel.id for channel in table.env.backend.channels.values() if channel.type == 1}
    found = []
    for entry in table.env.http_requests:
        posted = re.match(r"/channels/(\d+)/messages", entry.path)
        if posted and entry.method in ("POST", "PATCH") and int(posted[1]) not in letters:
            found += [line for line in _strings(entry.json) if _tells(line)]
    return found


def _strings(value: Any) -> list[str]:
    match value:
        case str():
            return value.splitlines()
        case dict():
            return [line for part in value.values() for line in _strings(part)]
        case list() | tuple():
            return [line for part in value for line in _strings(part)]
        case _:
            return []


def _tells(line: str) -> bool:
    # A history is a paragraph in italics, and each of its sentences one that a chronicle has.
    sentences = line.strip("*").split(". ") if line.startswith("*") else [line]
    closed = [said for said in sentences if not said.startswith(_OPENLY)]
    return any(_UNITS.search(said) or _COMMITMENT.search(said) for said in closed)
