"""A simulated server with the real bot on a real database file: what the tests of the bot sit down at."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import discord
import pytest
from simcord import ChannelHandle, Env, HttpLogEntry, InteractionResult, MemberActor

from bot.app.client import Tocsin, create_bot
from bot.campaigns.setup import Wish
from bot.games.shown import Choice, Does
from bot.people import timetable
from bot.settings import Settings
from bot.store import Campaign
from engines.core.record import Record, Verdict, verify
from tests.discord.limits import AUTOCOMPLETE_CHOICES, message_faults
from tests.discord.validate import validate_request
from tests.store.builders import unsaid

PATIENCE = 300.0
"""Seconds after which the bot is taken to have stuck: a busy machine draws a map slowly."""

T = TypeVar("T")
Create = Callable[[Settings, Callable[[], datetime]], Tocsin]

_TOKEN = re.compile(r"/\d+/[^/]{20,}/")
_AUTOCOMPLETE = 8
_WITH_MESSAGE = (4, 7)


class Control(NamedTuple):
    """One thing on a card that can be pressed: a button, or one option of a select."""

    label: str
    custom_id: str
    value: str | None = None
    """The option's value; None for a button."""
    prompt: str = ""
    """What stands on the select that the option is in."""

    @property
    def action(self) -> str:
        """The action that it takes."""
        return self.value or self.custom_id.split(":", 5)[5]


class Incidents(logging.Handler):
    """Collects what was logged as an incident."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def take(self) -> list[logging.LogRecord]:
        """The incidents so far, which the test has expected."""
        taken, self.records = self.records, []
        return taken


def create(settings: Settings, clock: Callable[[], datetime]) -> Tocsin:
    """The bot as it is."""
    return create_bot(settings, clock=clock)


class Table:
    """A server with one channel, two players and the bot.

    :ivar incidents: incidents that the test has not taken; at the end there may be none.
    """

    def __init__(self, env: Env, settings: Settings, make: Create = create) -> None:
        self.env = env
        self.settings = settings
        self.incidents = Incidents()
        self.guild = env.create_guild("The Convention")
        self.channel = self.guild.create_text_channel("levee")
        self.camille = self.guild.add_member(env.create_user("camille", global_name="Camille"))
        self.maxime = self.guild.add_member(env.create_user("maxime", global_name="Maxime"))
        self.bot: Tocsin
        self._make = make
        self._errors_seen = 0

    @property
    def db_path(self) -> Path:
        """The database file, for a test about files."""
        if not isinstance(self.settings.database, Path):
            pytest.skip("The test is about a database file, and this one is on a server.")
        return self.settings.database

    async def start(self) -> None:
        """Attach a new bot to the database and wait until it is ready."""
        self.bot = self._make(self.settings, self.env.now)
        await self.env.restart_bot(self.bot)

    async def restart(self) -> None:
        """Stop the bot in order and start another on the same database."""
        await self.bot.close()
        await self.start()

    async def leave(self) -> None:
        """Close everything, then see that Discord would have taken every request, and that nothing broke."""
        if hasattr(self, "bot"):
            await self.bot.close()
        await self.env.shutdown()
        assert request_faults(self.env.http_requests) == []
        assert self.take_errors() == []
        assert [record.getMessage() for record in self.incidents.take()] == []

    def take_errors(self) -> list[BaseException]:
        """Exceptions that reached a last resort since the last call."""
        errors = self.env.errors[self._errors_seen :]
        self._errors_seen += len(errors)
        return errors

    def wish(self, seed: str = "la-patrie", *, channel: ChannelHandle | None = None, **wishes: Any) -> Wish:
        """Camille's wish for a campaign with a known seed, without pictures unless she wants them."""
        return Wish(
            guild_id=self.guild.id,
            channel_id=(channel or self.channel).id,
            user_id=self.camille.id,
            title="levee",
            seed=seed,
            **{"images": "never", **wishes},
        )

    async def new(self, *args: Any, **wishes: Any) -> Campaign:
        """Begin the campaign that is wished for; its first card hangs when this returns."""
        await self.goes_on(off=True)
        campaign = await self.bot.campaigns.new(self.wish(*args, **wishes))
        await self.bot.outbox.drain()
        return campaign

    async def goes_on(self, *, off: bool = False) -> None:
        """Let people's turns end by themselves when nothing is left, or not: a test takes each step."""
        for person in (self.camille, self.maxime):
            await timetable.change_goes_on(self.bot.campaigns, person.id, goes_on=not off)

    async def sweep(self, seconds: float = 0) -> None:
        """Let time go by, then do what the scheduler would have waked the bot for."""
        await self.env.advance_time(seconds)
        await self.bot.sweep()
        await self.bot.outbox.drain()

    async def campaign(self, campaign_id: int = 1) -> Campaign:
        """The campaign as it is stored now."""
        campaign = await self.bot.store.campaign(campaign_id)
        assert campaign is not None
        return campaign

    async def state(self, campaign_id: int = 1) -> Any:
        """The state as it is stored now."""
        return self.bot.campaigns.state_of(await self.campaign(campaign_id))

    async def unsaid(self) -> list[int]:
        """Ids of the campaigns that have something to say, now or later."""
        return await unsaid(self.bot.store)

    async def legal(self, campaign_id: int = 1) -> list[str]:
        """Notations of what is legal now."""
        title = self.bot.campaigns.title_of(await self.campaign(campaign_id))
        state = await self.state(campaign_id)
        return [title.notation(action) for action in title.legal_actions(state, "france")]

    async def actions(self, campaign_id: int = 1) -> list[str]:
        """The journal as notations, without the set-up."""
        rows = await self.bot.store.journal(campaign_id)
        assert [row.seq for row in rows] == list(range(len(rows)))
        return [row.action for row in rows[1:]]

    async def record(self, campaign_id: int = 1) -> Record:
        """The campaign as a record."""
        return await self.bot.campaigns.record(await self.campaign(campaign_id))

    async def verify(self, campaign_id: int = 1) -> Verdict:
        """Replay the journal; it has to lead to the stored state."""
        campaign = await self.campaign(campaign_id)
        return verify(self.bot.campaigns.title_of(campaign), await self.record(campaign_id))

    def card(self, channel: ChannelHandle | None = None) -> discord.Message:
        """The newest message with controls."""
        return next(
            message
            for message in reversed((channel or self.channel).history())
            if message.author.bot and controls(message)
        )

    def cards(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """Every turn card in the channel, oldest first."""
        return [m for m in (channel or self.channel).history() if m.flags.components_v2]

    def posts(self) -> list[dict[str, Any]]:
        """What was to be posted in the channel so far, taken or refused."""
        return self.bodies("POST", f"/channels/{self.channel.id}/messages")

    def bodies(self, method: str, path: str) -> list[dict[str, Any]]:
        """The bodies of the requests so far to every path that begins so."""
        entries = [e for e in self.env.http_requests if e.method == method and e.path.startswith(path)]
        return [entry.json for entry in entries if isinstance(entry.json, dict)]

    async def press(
        self, control: Control, actor: MemberActor | None = None, *, channel: ChannelHandle | None = None
    ) -> InteractionResult:
        """Press a control of the newest card; what is asked then is answered with yes."""
        who, card = actor or self.camille, self.card(channel)
        if control.value is None:
            return await gone_through(await who.click(card, custom_id=control.custom_id), who)
        return await who.select(card, [control.value], custom_id=control.custom_id)

    async def snapshot(self, campaign_id: int = 1) -> tuple[int, bytes, list[str]]:
        """What an action would change: version, state, journal."""
        campaign = await self.campaign(campaign_id)
        return campaign.version, campaign.state, await self.actions(campaign_id)


async def gone_through(pressed: InteractionResult, actor: MemberActor) -> InteractionResult:
    """What comes of a press, where it is asked whether it was meant: of going through with it."""
    for asked in pressed.followups:
        for through in controls(asked.message):
            if through.custom_id.startswith("t1:go:"):
                return await actor.click(asked.message, custom_id=through.custom_id)
    return pressed


def said(result: InteractionResult) -> str:
    """What the person who typed a command was told."""
    return whispered(result) if result.response is None else text(result.response.message)


def whispered(result: InteractionResult) -> str:
    """What only the person who pressed something was told."""
    told = [message for message in (result.response, *result.followups) if message and message.ephemeral]
    return "\n".join(text(message.message) for message in told)


def text(message: discord.Message) -> str:
    """Everything that a message says, controls left out."""
    return "\n".join([*([message.content] if message.content else []), *_texts(message.components)])


def _texts(components: Any) -> Iterator[str]:
    for part in components:
        if isinstance(part, discord.TextDisplay):
            yield part.content
        yield from _texts(getattr(part, "children", ()))


def entered(form: InteractionResult) -> dict[str, str | list[str]]:
    """What a form begins with, by field: the text, or what is chosen of a list."""
    assert form.modal is not None
    fields = [part["component"] for part in form.modal["components"]]
    return {
        field["custom_id"]: [option["value"] for option in field["options"] if option.get("default")]
        if "options" in field
        else field.get("value") or ""
        for field in fields
    }


def adds(choice: Choice) -> bool:
    """Whether a choice puts a part on a sheet."""
    changes = ("clear", "drop", "propose", "stay")
    return choice.does is Does.WRITE and choice.notation.split()[0] not in changes


def controls(message: discord.Message, *, hint: bool = False) -> list[Control]:
    """Everything on a message that can be pressed.

    :param hint: with the ways to the adviser, to what happened before and to follow, which are no ways to
        play.
    """
    return [
        each
        for each in _controls(message.components)
        if hint or each.label not in ("Hint", "Earlier", "Follow")
    ]


def _controls(components: Any) -> Iterator[Control]:
    for part in components:
        if isinstance(part, discord.Button) and part.custom_id:
            yield Control(part.label or "", part.custom_id)
        elif isinstance(part, discord.SelectMenu):
            prompt = part.placeholder or ""
            yield from (Control(each.label, part.custom_id, each.value, prompt) for each in part.options)
        yield from _controls(getattr(part, "children", ()))
        if isinstance(part, discord.SectionComponent):
            yield from _controls((part.accessory,))


def request_faults(requests: list[HttpLogEntry]) -> list[str]:
    """Where a request breaks Discord's description or a documented limit; equal ones are looked at once."""
    faults = []
    different = {(e.method, _TOKEN.sub("/1/t/", e.path), json.dumps(e.json)): e for e in requests}
    for entry in different.values():
        faults += validate_request(entry.method, entry.path, entry.json)
        body = entry.json
        if not isinstance(body, dict):
            continue
        if entry.path.endswith("/callback"):
            data = body.get("data") or {}
            if body["type"] in _WITH_MESSAGE:
                faults += message_faults(data)
            elif body["type"] == _AUTOCOMPLETE and len(data["choices"]) > AUTOCOMPLETE_CHOICES:
                faults.append(f"{entry.path}: {len(data['choices'])} choices")
        elif "/messages" in entry.path or entry.path.startswith("/webhooks/"):
            faults += message_faults(body)
    return faults
