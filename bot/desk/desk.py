"""The front desk: it acknowledges every interaction, carries it out and answers it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp
import discord
import msgspec

from bot import logs, metrics
from bot.campaigns import guards, messages, sheets, table
from bot.campaigns.actions import Acted, Meant
from bot.campaigns.places import Places
from bot.campaigns.service import Campaigns
from bot.campaigns.table import Table
from bot.desk import panel, standing
from bot.desk.answering import deliver
from bot.desk.maps import Maps
from bot.desk.playing import plays
from bot.desk.refusals import mistyped, sentence, trouble
from bot.desk.screens import Screens
from bot.errors import (
    RESTARTING,
    NoCampaignError,
    NotSeatedError,
    PoliteError,
    StaleError,
    incident,
)
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import Choice
from bot.outbox.outbox import Outbox
from bot.pauses import absences
from bot.store import Campaign, CardRow, StoreClosed, StoreError
from bot.surface import custom_ids, layout
from bot.surface.links import to_card
from bot.surface.pictures import Pictures
from data.catalogue import N_, _
from data.folding import fold
from data.nouns import listed
from engines.core.errors import EngineError, NotationError

log = logging.getLogger("tocsin.desk")

ACKNOWLEDGED = 40060
"""Discord has the acknowledgement already: of two tries, only the reply to the first was lost."""

PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Interactions of controls, whose message the answer changes."""

UNWRITTEN = N_("You have no form to fill in now.")

Handler = Callable[[], Awaitable[str | None]]
Typed = str | Callable[[AnyPresenter, Any, str], msgspec.Struct]
"""A typed action: its text, or a function that makes it of options, by presenter, state and seat."""


class Desk:
    """Answers people. Knows Discord's interactions on one side and campaigns on the other."""

    def __init__(self, campaigns: Campaigns, outbox: Outbox, pictures: Pictures) -> None:
        self.campaigns = campaigns
        self.outbox = outbox
        self.pictures = pictures
        self.maps = Maps(campaigns, pictures)
        self.screens = Screens(campaigns, self.maps)
        outbox.told = self.screens.panels.stir
        self.places = Places(campaigns.store)

    async def answer(
        self,
        interaction: discord.Interaction[discord.Client],
        handler: Handler,
        *,
        public: bool = False,
        fresh: bool = False,
    ) -> None:
        """Acknowledge, do the work, and answer with the handler's text or with the reason for a refusal.

        A handler that has answered already returns None. If Discord does not take the acknowledgement,
        nothing is done: the person sees that it failed, and tries again.

        :param public: the answer is public; a refusal is still private.
        :param fresh: a press is answered in a new private message, instead of an edit of the message with the
            control.
        """
        in_place = interaction.type in PRESSED and not fresh
        with metrics.ACKNOWLEDGE.time():
            acknowledged = await _acknowledged(interaction, in_place=in_place, public=public)
        if not acknowledged:
            return
        with self.screens.panels.answering(interaction):
            text, refused = await self._text(interaction, handler)
        if text is None:
            return
        said = layout.cut(text, layout.REPLY)

        async def reply() -> None:
            whispers = public and refused
            if whispers:
                # After a public acknowledgement, Discord makes the first answer public.
                await interaction.edit_original_response(
                    content=_("The reason was sent to the player who asked.")
                )
            if in_place or whispers:
                await interaction.followup.send(said, ephemeral=True, allowed_mentions=layout.NO_MENTIONS)
                if whispers:
                    await interaction.delete_original_response()
            else:
                await interaction.edit_original_response(content=said, allowed_mentions=layout.NO_MENTIONS)

        await deliver(interaction, said, reply)

    async def _text(
        self, interaction: discord.Interaction[discord.Client], handler: Handler
    ) -> tuple[str | None, bool]:
        """The text of the answer, and whether it is a refusal."""
        try:
            if plays(interaction):
                await absences.returned(self.campaigns, interaction.user.id, interaction.channel_id or 0)
            return await handler(), False
        except PoliteError as error:
            return str(error), True
        except EngineError as error:
            return sentence(error), True
        except StoreClosed:
            log.warning("%s is left undone, as the bot stops", _doing(interaction))
            return str(RESTARTING), True
        except StoreError as error:
            return f"{trouble(error)}\n{incident(error, _doing(interaction))}", True
        except Exception as error:  # noqa: BLE001 - the person gets an answer to every kind of error
            return incident(error, _doing(interaction)), True

    async def type(
        self,
        interaction: discord.Interaction[discord.Client],
        action: Typed,
        *,
        seat: str | None = None,
        title_id: str | None = None,
    ) -> str | None:
        """Take an action that was typed as a slash command; if it has a preview, show that instead.

        :param seat: the typed seat; without it, the seat that owes a decision.
        :param title_id: the only game that has this command.
        """
        here = await self._here(interaction, title_id)
        return await self._typed(interaction, here, action, seat)

    async def _here(self, interaction: discord.Interaction[discord.Client], title_id: str | None) -> Table:
        """The running campaign of the channel in which a player types."""
        may_post(interaction)
        here = await table.running_in(self.campaigns.store, _channel(interaction))
        if title_id is not None:
            self._is_of(here.campaign, title_id)
        guards.seated(here.campaign, interaction.user.id, None)
        return here

    async def _typed(
        self,
        interaction: discord.Interaction[discord.Client],
        here: Table,
        action: Typed,
        seat: str | None = None,
    ) -> str | None:
        (campaign, around, posted), user_id = here, interaction.user.id
        try:
            guards.playable(campaign)
            own = self.own_seat(campaign, user_id, seat)
            meant = self._meant(campaign, own, action)._replace(around=around)
            # In a game without secrets, a player who types an action means it.
            if self.campaigns.title_of(campaign).secrets and await self.screens.previewed(interaction, meant):
                return None
            acted = await self.campaigns.go_through(meant, user_id, interaction_id=interaction.id)
        except StaleError as stale:
            return await self._present(campaign.id, stale)
        self.outbox.kick(acted.due)
        title = self.campaigns.title_of(acted.campaign)
        if not title.secrets:
            return self._told(acted, posted)
        # If every player has a private panel, it answers typed actions too.
        news = panel.tell(title, acted.events, own, acted.campaign.automatic)
        await self.screens.show_next(interaction, acted.campaign, own, news, acted.around)
        return None

    async def write(
        self,
        interaction: discord.Interaction[discord.Client],
        action: Typed,
        *,
        title_id: str,
        only: bool = False,
    ) -> str | None:
        """Apply an action that was typed to the form that its seat is filling in; without a form, take it.

        :param only: the text is no action, and only makes sense for a form.
        :raises StaleError: with `only`, if the seat's decision has no form.
        """
        here, seat = await self._writer(interaction, title_id)
        campaign, around, _card = here
        text = action if isinstance(action, str) else self._meant(campaign, seat, action).typed
        after = await sheets.write(self.campaigns, campaign, seat, text, interaction.id, around)
        if after is None:
            if only:
                raise StaleError(str(UNWRITTEN))
            return await self._typed(interaction, here, action)
        await self.screens.show_panel(interaction, campaign, seat, around=after)
        return None

    async def hand_in(self, interaction: discord.Interaction[discord.Client], *, title_id: str) -> str | None:
        """Take the action that a seat has written in its form.

        :raises StaleError: the seat's decision has no form.
        """
        here, seat = await self._writer(interaction, title_id)
        writing = await sheets.sheet(self.campaigns, here.campaign, seat, around=here.around)
        if writing is None:
            raise StaleError(str(UNWRITTEN))
        return await self._typed(interaction, here, writing.text, seat)

    async def _writer(
        self, interaction: discord.Interaction[discord.Client], title_id: str
    ) -> tuple[Table, str]:
        """The campaign and the seat of a person who fills in a form by typing."""
        here = await self._here(interaction, title_id)
        guards.playable(here.campaign)
        return here, self.own_seat(here.campaign, interaction.user.id)

    def _meant(self, campaign: Campaign, seat: str, action: Typed) -> Meant:
        """The action that was typed for a seat.

        :raises PoliteError: it can't be read; the message names similar actions.
        """
        try:
            if isinstance(action, str):
                return self.campaigns.meant(campaign, seat, action)
            title, state = self.campaigns.title_of(campaign), self.campaigns.state_of(campaign)
            made = action(presenter_of(title), state, seat)
            return Meant(campaign, None, seat, title.notation(made), made, state)
        except NotationError as error:
            words = presenter_of(self.campaigns.title_of(campaign))
            offered = words.choices(self.campaigns.state_of(campaign), seat)
            labels = {choice.notation: choice.label for choice in offered}
            raise PoliteError(mistyped(error, labels)) from error

    def _is_of(self, campaign: Campaign, title_id: str) -> None:
        if campaign.title != title_id:
            here = self.campaigns.packs.game_of(campaign).name
            wanted = self.campaigns.titles[title_id].name
            raise PoliteError(
                _(
                    "This channel plays {here}, but this command is for {wanted}. `/play` takes any "
                    "action of this channel's game.",
                    here=here,
                    wanted=wanted,
                )
            )

    def own_seat(self, campaign: Campaign, user_id: int, typed: str | None = None) -> str:
        """The seat of a person that was typed by id or name; without it, the seat that owes a decision.

        :raises NotSeatedError: they have no seat, or not that one.
        """
        own = panel.held(campaign, user_id)
        if typed is None or not own:
            return self.campaigns.seat_of(campaign, user_id)
        return self._named(campaign, own, typed)

    def seat_seen(self, campaign: Campaign, user_id: int, typed: str) -> str:
        """The seat of a person that was typed by id or name; a seat that they have lent counts.

        :raises NotSeatedError: they have no seat, or not that one.
        """
        own = campaign.open_to(user_id)
        return self._named(campaign, own, typed) if own else self.campaigns.seat_of(campaign, user_id)

    def _named(self, campaign: Campaign, own: Sequence[str], typed: str) -> str:
        names = self.campaigns.title_of(campaign).seat_names
        for seat in own:
            if fold(typed.strip()) in (fold(seat), fold(names[seat])):
                return seat
        yours = listed(names[seat] for seat in own)
        raise NotSeatedError(_("You don't hold that seat. Your seats here: {yours}.", yours=yours))

    async def press(
        self, interaction: discord.Interaction[discord.Client], stamp: custom_ids.Stamp, action: str
    ) -> str | None:
        """Take an action from a button or select of a card; the card itself shows the events."""
        may_post(interaction)
        user_id = interaction.user.id
        campaign, around, _card = await table.of(self.campaigns.store, stamp.campaign)
        guards.seated(campaign, user_id, stamp.seat)
        try:
            meant = self.campaigns.meant(campaign, stamp.seat, action, version=stamp.version)
            meant = meant._replace(around=around)
            if await self.screens.previewed(interaction, meant):
                return None
            acted = await self.campaigns.go_through(meant, user_id, interaction_id=interaction.id)
        except StaleError as stale:
            return await self._present(stamp.campaign, stale)
        self.outbox.kick(acted.due)
        return None

    async def board(self, campaign_id: int) -> Campaign:
        """The campaign of a control, which has to have a board.

        :raises NoCampaignError: there is no such campaign, or it has no board.
        """
        return guards.begun(await self.campaigns.by_id(campaign_id))

    async def _present(self, campaign_id: int, stale: StaleError) -> str:
        """The answer to a press on an old board: the present state; the card is updated."""
        campaign = await self.campaigns.store.campaign(campaign_id)
        if campaign is None:
            return str(guards.UNKNOWN)
        chapter = self.campaigns.card_chapter(campaign)
        await self.campaigns.store.add_outbox(campaign.id, [messages.card(chapter)])
        self.outbox.kick()
        stands = await standing.in_words(self.campaigns, campaign)
        # The status already says why it can't be played now.
        return stands if str(stale) in stands else f"{stale}\n{stands}"

    def _told(self, acted: Acted, posted: CardRow | None) -> str:
        """The events after an action, with a link to the card that it was taken on, if that is still live."""
        campaign = acted.campaign
        title = self.campaigns.title_of(campaign)
        words = presenter_of(title)
        story = layout.last_lines(words.tell(acted.events), layout.REPLY - 600)
        next_due = words.due(acted.state)
        if len(title.seats) == 1 and next_due:
            next_due = f"**{next_due}**"
        same = posted is not None and posted.chapter == title.chapter(acted.state)[0]
        link = f"\n{to_card(campaign.guild_id, posted)}" if posted and same else ""
        return story + (f"\n{next_due}" if next_due else "") + link

    async def asked(
        self,
        interaction: discord.Interaction[discord.Client],
        *,
        seat: str | None = None,
        title_id: str | None = None,
    ) -> tuple[Campaign, str] | None:
        """The campaign and the seat of the person who types; None if they can't act here now."""
        try:
            campaign = await self.campaigns.running(_channel(interaction))
            guards.playable(campaign)
            if title_id is not None:
                self._is_of(campaign, title_id)
            return campaign, self.own_seat(campaign, interaction.user.id, seat)
        except (PoliteError, StoreError):
            return None

    async def choices(
        self,
        interaction: discord.Interaction[discord.Client],
        verb: str | None = None,
        *,
        seat: str | None = None,
        title_id: str | None = None,
    ) -> Sequence[Choice]:
        """Legal actions of the person who types, of one verb or all; empty if they owe none.

        :param seat: the typed seat; as in `type`.
        """
        asked = await self.asked(interaction, seat=seat, title_id=title_id)
        if asked is None:
            return []
        campaign, own = asked
        words = presenter_of(self.campaigns.title_of(campaign))
        offered = words.choices(self.campaigns.state_of(campaign), own)
        return [choice for choice in offered if verb in (None, choice.notation.split(" ")[0])]

    async def seats_of(
        self, interaction: discord.Interaction[discord.Client], *, lent_too: bool = False
    ) -> dict[str, str]:
        """The seats that the person who types holds in this channel's campaign, with their names.

        :param lent_too: seats that they have lent count too.
        """
        try:
            campaign = await self.campaigns.latest(_channel(interaction))
            names = self.campaigns.packs.game_of(campaign).seat_names
            user_id = interaction.user.id
            own = campaign.open_to(user_id) if lent_too else panel.held(campaign, user_id)
            return {seat: names[seat] for seat in own}
        except (PoliteError, StoreError):
            return {}

    async def board_here(self, interaction: discord.Interaction[discord.Client]) -> Campaign:
        """The channel's campaign, running or over, with a board.

        :raises NoCampaignError: there is none, or it has not begun.
        """
        return guards.begun(await self.campaign_here(interaction))

    async def board_of(self, interaction: discord.Interaction[discord.Client], title_id: str) -> Campaign:
        """The channel's campaign of that game, running or over, with a board.

        :raises PoliteError: there is none, it has not begun, or it is of another game.
        """
        campaign = await self.campaign_here(interaction)
        self._is_of(campaign, title_id)
        return guards.begun(campaign)

    async def campaign_here(self, interaction: discord.Interaction[discord.Client]) -> Campaign:
        """The channel's campaign, running or over.

        :raises NoCampaignError: the channel never had a campaign.
        """
        campaign = await self.campaigns.latest(_channel(interaction))
        logs.about(campaign=campaign.id)
        return campaign


async def _acknowledged(
    interaction: discord.Interaction[discord.Client], *, in_place: bool, public: bool
) -> bool:
    """Tell Discord that the answer is coming; False if Discord will not take an answer."""
    try:
        if in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=not public, thinking=True)
    except discord.HTTPException as error:
        if error.code == ACKNOWLEDGED:
            return True
        log.warning("%s is left undone, as it can't be acknowledged: %s", _doing(interaction), error)
        return False
    except (aiohttp.ClientError, OSError) as error:
        log.warning("%s is left undone, as Discord can't be reached: %s", _doing(interaction), error)
        return False
    return True


def may_post(interaction: discord.Interaction[discord.Client]) -> None:
    """Check before any work that the bot may post here.

    :raises PoliteError: the bot may not; the message names the missing permissions.
    """
    allowed = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    wanted = {
        _("View Channel"): allowed.view_channel,
        _("Send Messages in Threads") if thread else _("Send Messages"): (
            allowed.send_messages_in_threads if thread else allowed.send_messages
        ),
        _("Attach Files"): allowed.attach_files,
    }
    missing = [name for name, granted in wanted.items() if not granted]
    if missing:
        raise PoliteError(
            _(
                "I can't play here: I need the permission {missing} in this channel. Nothing was "
                "changed. Ask a moderator to grant it.",
                missing=listed(missing),
            )
        )


def _channel(interaction: discord.Interaction[discord.Client]) -> int:
    if interaction.channel_id is None:
        raise NoCampaignError(_("Campaigns are played in the channels of a server."))
    return interaction.channel_id


def _doing(interaction: discord.Interaction[discord.Client]) -> str:
    if interaction.command is not None:
        return f"answering /{interaction.command.qualified_name}"
    return "answering a press of a button"
