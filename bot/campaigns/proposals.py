"""Acts that are shown first and done by a second press: undos, edits, ends, repairs, imports, game actions.

A proposal is a row, so that the button still works after a restart. The press uses it up, except for a
game action, which can be taken on one board only. An act that needs the other players' consent is kept
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
from bot.store.rows.sights import SOMEBODY
from bot.surface import custom_ids
from data.catalogue import _
from data.sentences import Phrase, _l
from engines.core.record import How, Record


class Words(NamedTuple):
    """Texts about an act that needs consent, as clauses."""

    emoji: str
    done: str
    """The result when all have agreed: `it is taken back`."""
    refused: str
    """The result when one has refused: `nothing is taken back`."""


class Askable(msgspec.Struct, frozen=True, kw_only=True):
    """An act that the other players can be asked to agree to."""

    campaign: int
    said: str = ""
    """Text of the request in the channel; its last line says how long it stays open."""
    seq: int | None = None
    """The last entry of the journal at the time, if the request lapses when the game goes on."""
    room: int | None = None
    """The private thread in which it is asked, and nowhere else; None means the campaign's channel."""

    refused: bool = False
    """Whether a person who was asked has refused."""
    withdrawn: bool = False
    """Whether the person who asked has withdrawn it."""

    of_board: ClassVar[bool] = False
    """Whether the request is about the present board, and lapses when the game goes on."""
    by_silence: ClassVar[bool] = False
    """Whether it passes without people who do not answer in time: without it the game could not go on."""
    by_majority: ClassVar[bool] = False
    """Whether it passes without a player who does not answer in time, once a majority has agreed."""
    of_owners: ClassVar[bool] = False
    """Whether the owners of the seats are asked, and not their substitutes."""

    @property
    def words(self) -> Words:
        """The texts about it."""
        raise NotImplementedError

    def alike(self, other: Askable) -> bool:
        """Whether another request is for the same thing: a person is asked only once at a time."""
        return type(self) is type(other)

    def moot(self, campaign: CampaignHead) -> Phrase:
        """Why the request has become pointless, as a clause; empty if it has not."""
        return ""


class TakeBack(Askable, frozen=True, kw_only=True, tag="take-back"):
    """Return to the state after an earlier entry."""

    version: int
    back_to: int
    reason: str | None = None
    """A moderator's reason; None if players take back their own actions."""
    fresh: bool = False
    """Whether a moderator wants new dice for the same actions."""

    of_board: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("↩️", _("it is taken back"), _("nothing is taken back"))


class Edit(Askable, frozen=True, kw_only=True, tag="edit"):
    """Edit the board."""

    version: int
    text: str
    reason: str

    of_board: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🛠️", _("the change is made"), _("nothing changes"))


class SetClock(Askable, frozen=True, kw_only=True, tag="set-clock"):
    """Change a campaign's clock."""

    clock: str
    """The clock in the notation of `bot.clock.notation`."""
    reason: str

    @property
    def words(self) -> Words:
        return Words("⏱️", _("the clock is changed"), _("the clock stays as it is"))

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _l("The campaign already has that clock") if campaign.clock == self.clock else ""


class End(Askable, frozen=True, kw_only=True, tag="end"):
    """End a campaign before its rules do."""

    version: int
    reason: str
    how: How = "void"
    seat: str | None = None
    """The seat that concedes."""

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

    def moot(self, campaign: CampaignHead) -> Phrase:
        return "" if campaign.paused_at is None else _l("The campaign is paused already")


class Resume(Askable, frozen=True, kw_only=True, tag="resume"):
    """Restart a campaign's clocks."""

    by_silence: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("▶️", _("the campaign goes on"), _("it stays paused"))

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _l("The campaign is running already") if campaign.paused_at is None else ""


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
    """Offer a seat to a person in place of its holder."""

    seat: str
    newcomer: int
    reason: str
    known: list[tuple[int, str, str]] = []
    """What the people who agree were told, as in `Seating`."""

    by_silence: ClassVar[bool] = True
    of_owners: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🪑", _("the seat is offered to them"), _("nothing changes"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, Replace) and other.seat == self.seat

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _gone(self.newcomer)


def _gone(*people: int | None) -> Phrase:
    """Why a request for somebody who was forgotten has become pointless; empty if nobody was."""
    return _l("The player it was for has left") if SOMEBODY in people else ""


class Deal(Askable, frozen=True, kw_only=True, tag="deal"):
    """Pay another seat now, in return for a promise that the rules do not enforce."""

    payer: str
    payee: str
    gift: str
    """The payment in notation."""
    promise: str
    asked: int
    """The holder of the seat that is paid."""

    @property
    def words(self) -> Words:
        return Words("🤝", _("the money is paid"), _("no money is paid"))

    def alike(self, other: Askable) -> bool:
        mine = self.payer, self.gift, self.promise
        return isinstance(other, Deal) and (other.payer, other.gift, other.promise) == mine

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _gone(self.asked)


class Mend(Askable, frozen=True, kw_only=True, tag="mend"):
    """Make a journal follow the present rules."""

    version: int
    back_to: int | None
    """The last entry that follows; None if all do."""
    reason: str

    of_board: ClassVar[bool] = True
    by_silence: ClassVar[bool] = True

    @property
    def words(self) -> Words:
        return Words("🔧", _("the campaign is repaired"), _("nothing changes"))


class Import(msgspec.Struct, frozen=True, kw_only=True, tag="import"):
    """Take a record in as the campaign of a channel."""

    guild: int
    channel: int
    record: Record
    open_seats: bool


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Take an action; the board's version makes sure that it is done once, and only on that board."""

    campaign: int
    version: int
    seat: str
    action: str
    """The action's notation, which may be too long for a button's id."""


Way = Literal["take", "sit", "offer", "seat", "lend", "offer-swap", "swap"]
"""How a person gets a seat."""


class Seating(Askable, frozen=True, kw_only=True, tag="seating"):
    """Give a person a seat although they, or their opponents, have seen another player's secrets."""

    how: Way
    seat: str
    user: int
    """The person in whose name it is done."""
    newcomer: int | None = None
    """The person who gets the seat, if it is another."""
    other: str | None = None
    """The seat that is given in exchange."""
    holder: int | None = None
    """The holder of the seat when it was asked for."""
    until: datetime | None = None
    reason: str = ""
    known: list[tuple[int, str, str]] = []
    """Who would play which seat and has seen which one, as the people who agree were told."""
    asked: list[int] = []
    """The people who have to agree."""

    @property
    def words(self) -> Words:
        return Words("🪑", _("the seats change as requested"), _("nothing changes"))

    def alike(self, other: Askable) -> bool:
        return isinstance(other, Seating) and (other.how, other.seat, other.user, other.newcomer) == (
            self.how,
            self.seat,
            self.user,
            self.newcomer,
        )

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _gone(self.user, self.newcomer)


class Moderating(Askable, frozen=True, kw_only=True, tag="moderating"):
    """Let a moderator who plays decide for other seats, and see what they know."""

    seats: list[str]
    user: int

    @property
    def words(self) -> Words:
        return Words("🛡️", _("they may for a day"), _("they may not"))

    def alike(self, other: Askable) -> bool:
        return type(self) is type(other) and (other.user, other.seats) == (self.user, self.seats)

    def moot(self, campaign: CampaignHead) -> Phrase:
        return _gone(self.user)


class ActingFor(Moderating, frozen=True, kw_only=True, tag="acting-for"):
    """Let a moderator who plays decide for other seats, without seeing what they know.

    Without it the game could not go on while a player is away, so it passes without people who are silent.
    """

    by_silence: ClassVar[bool] = True


Leave = TakeBack | Edit | SetClock | Mend | Moderating | ActingFor
"""The acts of a moderator who plays that need the other players' consent."""


class Ask(msgspec.Struct, frozen=True, kw_only=True, tag="ask-others"):
    """Ask the other players to agree to an act."""

    wanted: Leave


class OfLeague(msgspec.Struct, frozen=True, kw_only=True, tag="of-league"):
    """Rule a game of a league, leave a league or take somebody out, or end it."""

    how: Literal["rule", "leave", "withdraw", "end"]
    league: int
    reason: str = ""
    game: int = 0
    points: dict[int, int] | None = None
    """Half points by entrant; None if the game may end later."""
    user: int = 0
    """The person who leaves."""


Act = TakeBack | Ask | Edit | End | Mend | Import | Seating | OfLeague

Wanted = Leave | End | Pause | Resume | Extend | Replace | Seating | Deal
"""The acts that can need consent."""

_DECODER: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)
_PLAYS: msgspec.json.Decoder[Play] = msgspec.json.Decoder(Play)


async def propose(store: Store, actor_id: int, act: Act, proposal_id: int | None = None) -> int:
    """Keep an act until the person who proposed it confirms it; returns the id for the button.

    :param proposal_id: id of an act that was taken out and can be confirmed again.
    """
    return await _put(store, actor_id, act, proposal_id)


async def _put(store: Store, actor_id: int, act: Act | Play, proposal_id: int | None = None) -> int:
    made = 0

    def put(connection: Connection) -> None:
        nonlocal made
        made = rows.proposals.put(connection, actor_id, msgspec.json.encode(act), store.now(), proposal_id)

    await store.set(put)
    return made


async def offer(store: Store, actor_id: int, play: Play) -> int:
    """Keep an action that is shown until the player takes it; returns the id for the button."""
    return await _put(store, actor_id, play)


async def offered(store: Store, proposal_id: int, actor_id: int) -> Play | None:
    """The action that the player takes now; None if it is too old, or another person's.

    It is kept: if the campaign is busy or the bot restarts, the player may press the same button again.
    """
    body = await store.look(
        partial(rows.proposals.kept, proposal_id=proposal_id, actor_id=actor_id, now=store.now())
    )
    try:
        return None if body is None else _PLAYS.decode(body)
    except msgspec.ValidationError:
        # The id is of another kind of act, which has its own button.
        return None


async def take(store: Store, proposal_id: int, actor_id: int) -> Act:
    """The act that is confirmed now; it can't be confirmed again.

    :raises StaleError: it was confirmed before, is too old, or is another person's.
    """
    act: Act | None = None

    def out(connection: Connection) -> None:
        nonlocal act
        body = rows.proposals.take(connection, proposal_id, actor_id, store.now())
        act = None if body is None else _DECODER.decode(body)

    try:
        await store.set(out)
    except msgspec.ValidationError:
        # This is an action of the game; it is kept, because the transaction has failed.
        act = None
    if act is None:
        raise StaleError(
            _(
                "That button was already used, is more than a day old, or belongs to another player. "
                "Nothing was changed. Give the command again if you still want it."
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
    """The button for the second press; it carries out an act, which is kept until then."""
    return ui.Button(
        label=label, style=style, custom_id=custom_ids.confirm(await propose(store, actor_id, act))
    )
