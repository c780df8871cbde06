"""What is shown first and done by a second press: undos, edits, ends, repairs, imports, actions of a game.

A proposal is a row, so that the button still works after a restart. It is used up by the press; an action
of a game, which can be done on one board alone, is not. What others have to agree to is the same act, kept
as a request: see `bot.campaigns.consent`.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import ClassVar, Literal, NamedTuple

import discord
import msgspec
from discord import ui
from sqlalchemy import Connection

from bot.errors import StaleError
from bot.store import CampaignHead, Store, rows
from bot.surface import custom_ids
from data.catalogue import _
from engines.core.record import How, Record


class Words(NamedTuple):
    """What is told of something that others agree to, as clauses."""

    emoji: str
    done: str
    """What is so when all have agreed: `it is taken back`."""
    refused: str
    """What is so when one has refused: `nothing is taken back`."""


class Askable(msgspec.Struct, frozen=True, kw_only=True):
    """An act that others can be asked to agree to."""

    campaign: int
    said: str = ""
    """What was asked, as it hangs in the channel; its last line says how long."""
    seq: int | None = None
    """The last entry of the journal when it was asked, where the request lapses when the game goes on."""

    refused: bool = False
    """Whether somebody who was asked has refused."""
    withdrawn: bool = False
    """Whether who asked has withdrawn it."""

    of_board: ClassVar[bool] = False
    """Whether the request is about the board as it stands, and lapses when the game goes on."""
    by_silence: ClassVar[bool] = False
    """Whether whoever does not answer in time is not waited for: without them the table could not go on."""
    by_majority: ClassVar[bool] = False
    """Whether a player who does not answer in time is not waited for once most of the others have agreed."""
    of_owners: ClassVar[bool] = False
    """Whether those are asked whose the seats are, and not those who stand in for them."""

    @property
    def words(self) -> Words:
        """What is told of it."""
        raise NotImplementedError

    def alike(self, other: Askable) -> bool:
        """Whether it is asked for the same: nobody is asked twice at a time."""
        return type(self) is type(other)

    def moot(self, campaign: CampaignHead) -> str:
        """Why there is nothing left to agree to, as a clause; empty where there is."""
        return ""


class TakeBack(Askable, frozen=True, kw_only=True, tag="take-back"):
    """Let the state after an earlier entry stand again."""

    version: int
    back_to: int
    reason: str | None = None
    """A moderator's; None where a player takes back their own."""
    fresh: bool = False
    """Whether a moderator wants the dice of the same actions to be rolled anew."""

    of_board: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("↩️", _("it is taken back"), _("nothing is taken back"))


class Edit(Askable, frozen=True, kw_only=True, tag="edit"):
    """Put something right on the table."""

    version: int
    text: str
    reason: str

    of_board: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🛠️", _("it is put right"), _("everything stays as it is"))


class SetClock(Askable, frozen=True, kw_only=True, tag="set-clock"):
    """Give a campaign another clock."""

    clock: str
    """As `bot.clock.notation` writes it."""
    reason: str

    @property
    def words(self) -> Words:
        return Words("⏱️", _("the clock is changed"), _("the clock stays as it is"))

    def moot(self, campaign: CampaignHead) -> str:
        return _("That is the campaign's clock already") if campaign.clock == self.clock else ""


class End(Askable, frozen=True, kw_only=True, tag="end"):
    """End a campaign before its rules do."""

    version: int
    reason: str
    how: How = "void"
    seat: str | None = None
    """Who concedes."""

    by_majority: ClassVar[bool] = True
    of_owners: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        if self.how == "drawn":
            return Words("🤝", _("the game is drawn"), _("the game goes on"))
        return Words("🏁", _("the campaign is ended without a result"), _("the campaign goes on"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, End) and other.how == self.how


class Pause(Askable, frozen=True, kw_only=True, tag="pause"):
    """Stop a campaign's clocks."""

    reason: str

    by_majority: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("⏸️", _("the campaign is paused"), _("the campaign goes on"))

    def moot(self, campaign: CampaignHead) -> str:
        return "" if campaign.paused_at is None else _("The campaign is paused already")


class Resume(Askable, frozen=True, kw_only=True, tag="resume"):
    """Let a campaign's clocks go on."""

    by_silence: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("▶️", _("the campaign goes on"), _("it stays paused"))

    def moot(self, campaign: CampaignHead) -> str:
        return _("The campaign goes on already") if campaign.paused_at is None else ""


class Extend(Askable, frozen=True, kw_only=True, tag="extend"):
    """Give seats more time."""

    hours: int
    seats: list[str]

    by_majority: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("⏳", _("the time is given"), _("no time is given"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, Extend) and other.seats == self.seats


class Replace(Askable, frozen=True, kw_only=True, tag="replace"):
    """Offer a seat to somebody in place of whoever holds it."""

    seat: str
    newcomer: int
    reason: str

    by_silence: ClassVar[bool] = True
    of_owners: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🪑", _("the seat is offered to them"), _("everything stays as it is"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, Replace) and other.seat == self.seat


class Mend(Askable, frozen=True, kw_only=True, tag="mend"):
    """Bring a journal in line with the present rules."""

    version: int
    back_to: int | None
    """The last entry that follows; None where all do."""
    reason: str

    of_board: ClassVar[bool] = True
    by_silence: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🔧", _("the campaign is mended"), _("everything stays as it is"))


class Import(msgspec.Struct, frozen=True, kw_only=True, tag="import"):
    """Take a record in as the campaign of a channel."""

    guild: int
    channel: int
    record: Record
    open_seats: bool


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Take an action; the version of the board sees to it that it is done once, and on that board alone."""

    campaign: int
    version: int
    seat: str
    action: str
    """In its notation, which may be longer than a button's id."""


Way = Literal["take", "sit", "offer", "seat", "lend", "offer-swap", "swap"]
"""How somebody gets a seat."""


class Seating(Askable, frozen=True, kw_only=True, tag="seating"):
    """Let somebody have a seat though they, or whoever plays against them, have seen another's secrets."""

    how: Way
    seat: str
    user: int
    """In whose name it is done."""
    newcomer: int | None = None
    """Who is to sit, where it is somebody else."""
    other: str | None = None
    """The seat that is given for it."""
    holder: int | None = None
    """Whose the seat was when it was asked for."""
    until: datetime | None = None
    reason: str = ""
    known: list[tuple[int, str, str]] = []
    """Who would play what and has seen what, as those were told who agree to it."""
    asked: list[int] = []
    """Those who have to agree."""

    @property
    def words(self) -> Words:
        return Words("🪑", _("the seats change as was asked"), _("everything stays as it is"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, Seating) and (other.how, other.seat, other.user, other.newcomer) == (
            self.how,
            self.seat,
            self.user,
            self.newcomer,
        )


class Moderating(Askable, frozen=True, kw_only=True, tag="moderating"):
    """Let a moderator who plays decide for others, and see what they know."""

    seats: list[str]
    user: int

    @property
    def words(self) -> Words:
        return Words("🛡️", _("they may for a day"), _("they may not"))

    def alike(self, other: Askable) -> bool:
        return type(self) is type(other) and (other.user, other.seats) == (self.user, self.seats)


class ActingFor(Moderating, frozen=True, kw_only=True, tag="acting-for"):
    """Let a moderator who plays decide for others, and see nothing of what they know.

    The table could not go on without it where somebody is away, so it does not wait for who is silent.
    """

    by_silence: ClassVar[bool] = True


Leave = TakeBack | Edit | SetClock | Mend | Moderating | ActingFor
"""What a moderator who plays needs the leave of the others for."""


class Ask(msgspec.Struct, frozen=True, kw_only=True, tag="ask-others"):
    """Ask the others to agree to something."""

    wanted: Leave


Act = TakeBack | Ask | Edit | End | Mend | Import | Seating

Wanted = Leave | End | Pause | Resume | Extend | Replace | Seating
"""What others can be asked to agree to."""

_DECODER: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)
_PLAYS: msgspec.json.Decoder[Play] = msgspec.json.Decoder(Play)


async def propose(store: Store, actor_id: int, act: Act, proposal_id: int | None = None) -> int:
    """Keep an act until whoever proposed it confirms it; gives the id that the button carries.

    :param proposal_id: of an act that was taken out, and can be confirmed again.
    """
    return await _put(store, actor_id, act, proposal_id)


async def _put(store: Store, actor_id: int, act: Act | Play, proposal_id: int | None = None) -> int:
    made = 0

    def put(connection: Connection) -> None:
        nonlocal made
        made = rows.proposals.put(connection, actor_id, msgspec.json.encode(act), store.now(), proposal_id)

    await store.transact(put)
    return made


async def offer(store: Store, actor_id: int, play: Play) -> int:
    """Keep an action that is shown until it is gone through with; gives the id that the button carries."""
    return await _put(store, actor_id, play)


async def offered(store: Store, proposal_id: int, actor_id: int) -> Play | None:
    """The action that is gone through with; None where it is too old, or somebody else's.

    It stays: whoever is turned away by a busy table, or by a restart, may press the same button again.
    """
    body = await store.look(
        partial(rows.proposals.kept, proposal_id=proposal_id, actor_id=actor_id, now=store.now())
    )
    try:
        return None if body is None else _PLAYS.decode(body)
    except msgspec.ValidationError:
        # The id is that of something else, which has a button of its own.
        return None


async def take(store: Store, proposal_id: int, actor_id: int) -> Act:
    """The act that is confirmed; it can't be confirmed again.

    :raises StaleError: it was confirmed before, is too old, or is somebody else's.
    """
    act: Act | None = None

    def out(connection: Connection) -> None:
        nonlocal act
        body = rows.proposals.take(connection, proposal_id, actor_id, store.now())
        act = None if body is None else _DECODER.decode(body)

    try:
        await store.transact(out)
    except msgspec.ValidationError:
        # It is an action of the game, which stays, as the transaction has failed.
        act = None
    if act is None:
        raise StaleError(
            _(
                "That button has been used, is more than a day old, or is somebody else's. Nothing was "
                "changed; give the command again if it is still wanted."
            )
        )
    return act


async def confirm(
    store: Store,
    actor_id: int,
    act: Act,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.danger,
) -> ui.Button[ui.LayoutView]:
    """The second press: the button that carries out an act, which is kept until then."""
    return ui.Button(
        label=label, style=style, custom_id=custom_ids.confirm(await propose(store, actor_id, act))
    )
