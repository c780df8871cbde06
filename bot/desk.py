"""The front desk: every interaction comes here, is acknowledged, carried out and answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot import ids, layout
from bot.campaigns import CARD, Acted, Campaigns
from bot.errors import NoCampaignError, PoliteError, StaleError, incident, sentence, trouble
from bot.games import presenter
from bot.games.presenter import Choice
from bot.outbox import Outbox, card_url
from bot.pictures import Pictures
from bot.store import Campaign, CardRow, Message, StoreError
from engines.core.errors import EngineError

UNANSWERABLE = (10062, 40060, 50027, 10008, 10015)
"""The interaction is gone, answered elsewhere, or its token has run out: the card tells it all the same."""

Handler = Callable[[], Awaitable[str | None]]


class Desk:
    """Answers people. Knows Discord's interactions on one side and campaigns on the other."""

    def __init__(self, campaigns: Campaigns, outbox: Outbox, pictures: Pictures) -> None:
        self.campaigns = campaigns
        self.outbox = outbox
        self.pictures = pictures

    async def answer(
        self, interaction: discord.Interaction[discord.Client], handler: Handler, *, public: bool = False
    ) -> None:
        """Acknowledge, do the work, answer with the handler's text; say what is refused in a sentence.

        A handler that has answered by itself gives None.
        """
        pressed = interaction.type is discord.InteractionType.component
        try:
            if pressed:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=not public, thinking=True)
        except discord.HTTPException as error:
            if error.code not in UNANSWERABLE:
                raise
        text = await self._text(interaction, handler)
        if text is None:
            return
        text = layout.cut(text, layout.REPLY)
        try:
            if pressed:
                await interaction.followup.send(text, ephemeral=True, allowed_mentions=layout.NO_MENTIONS)
            else:
                await interaction.edit_original_response(content=text, allowed_mentions=layout.NO_MENTIONS)
        except discord.HTTPException as error:
            if error.code not in UNANSWERABLE:
                raise

    async def _text(self, interaction: discord.Interaction[discord.Client], handler: Handler) -> str | None:
        try:
            return await handler()
        except PoliteError as error:
            return str(error)
        except EngineError as error:
            return sentence(error)
        except StoreError as error:
            return f"{trouble(error)}\n{incident(error, _doing(interaction))}"
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets an answer
            return incident(error, _doing(interaction))

    async def type(self, interaction: discord.Interaction[discord.Client], action: str) -> None:
        """Take an action that was typed as a slash command."""

        async def handler() -> str:
            may_post(interaction)
            campaign, posted = await self.campaigns.running_with_card(_channel(interaction))
            try:
                acted = await self.campaigns.act(
                    campaign.id, interaction.user.id, action, interaction_id=interaction.id, seen=campaign
                )
            except StaleError as stale:
                return await self._present(campaign.id, stale)
            self.outbox.kick()
            return self._told(acted, posted)

        await self.answer(interaction, handler)

    async def press(
        self, interaction: discord.Interaction[discord.Client], stamp: ids.Stamp, action: str
    ) -> None:
        """Take an action that a button or select offered; the card itself shows what followed."""

        async def handler() -> str | None:
            may_post(interaction)
            try:
                await self.campaigns.act(
                    stamp.campaign,
                    interaction.user.id,
                    action,
                    interaction_id=interaction.id,
                    version=stamp.version,
                    seat=stamp.seat,
                )
            except StaleError as stale:
                return await self._present(stamp.campaign, stale)
            self.outbox.kick()
            return None

        await self.answer(interaction, handler)

    async def _present(self, campaign_id: int, stale: StaleError) -> str:
        """The present board for whoever pressed a button of an earlier one; its card is put right."""
        campaign = await self.campaigns.store.campaign(campaign_id)
        if campaign is None:
            return "That campaign is not known here."
        chapter = self.campaigns.chapter_of(campaign)
        await self.campaigns.store.add_outbox(campaign.id, [Message(kind=CARD, chapter=chapter)])
        self.outbox.kick()
        return f"{stale}\n{await self.standing(campaign)}"

    async def standing(self, campaign: Campaign) -> str:
        """How a campaign stands, with a link to its card."""
        title = self.campaigns.title_of(campaign)
        state = self.campaigns.state_of(campaign)
        words = presenter(title)
        lines = [f"**{title.name}**, {self._where(campaign)}", *words.standing(title.view(state, None))]
        if campaign.status == "running":
            lines.append(f"**Due** {words.due(state)}")
        return "\n".join(lines) + await self.link(campaign)

    def _where(self, campaign: Campaign) -> str:
        number, name = self.campaigns.title_of(campaign).chapter(self.campaigns.state_of(campaign))
        over = "" if campaign.status == "running" else ", over"
        return f"turn {number}, {name}{over}"

    async def link(self, campaign: Campaign) -> str:
        """A line that jumps to the campaign's card, or nothing while there is none."""
        return _link(
            campaign, await self.campaigns.store.card(campaign.id, self.campaigns.chapter_of(campaign))
        )

    def _told(self, acted: Acted, posted: CardRow | None) -> str:
        """What followed from an action; the link is to the card that it was taken on, if it still counts."""
        campaign = acted.campaign
        words = presenter(self.campaigns.title_of(campaign))
        story = layout.lines_within(words.story(acted.events), layout.REPLY - 400)
        due = words.due(self.campaigns.state_of(campaign))
        same = posted is not None and posted.chapter == self.campaigns.chapter_of(campaign)
        return story + (f"\n**{due}**" if due else "") + _link(campaign, posted if same else None)

    async def choices(self, interaction: discord.Interaction[discord.Client], verb: str) -> Sequence[Choice]:
        """Legal actions of one verb for whoever types, from the state alone; none where none is due."""
        try:
            campaign = await self.campaigns.running(_channel(interaction))
            seat = self.campaigns.seat_of(campaign, interaction.user.id)
        except (PoliteError, StoreError):
            return []
        words = presenter(self.campaigns.title_of(campaign))
        groups = words.groups(self.campaigns.state_of(campaign), seat)
        return [
            choice for group in groups for choice in group.choices if choice.notation.split(" ")[0] == verb
        ]

    async def campaign_here(self, interaction: discord.Interaction[discord.Client]) -> Campaign:
        """The channel's campaign, running or over.

        :raises NoCampaignError: there was never one.
        """
        return await self.campaigns.latest(_channel(interaction))


def may_post(interaction: discord.Interaction[discord.Client]) -> None:
    """Check before any work that the bot may say here what it will have to say.

    :raises PoliteError: names the permissions that are missing.
    """
    allowed = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    wanted = {
        "View Channel": allowed.view_channel,
        "Send Messages in Threads" if thread else "Send Messages": (
            allowed.send_messages_in_threads if thread else allowed.send_messages
        ),
        "Attach Files": allowed.attach_files,
    }
    missing = [name for name, granted in wanted.items() if not granted]
    if missing:
        raise PoliteError(
            f"I can't play here: in this channel I need the permission {' and '.join(missing)}. "
            "Nothing was changed; ask a moderator to grant it."
        )


def _link(campaign: Campaign, posted: CardRow | None) -> str:
    return f"\n[To the turn card]({card_url(campaign.guild_id, posted)})" if posted else ""


def _channel(interaction: discord.Interaction[discord.Client]) -> int:
    if interaction.channel_id is None:
        raise NoCampaignError("Campaigns are played in the channels of a server.")
    return interaction.channel_id


def _doing(interaction: discord.Interaction[discord.Client]) -> str:
    if interaction.command is not None:
        return f"answering /{interaction.command.qualified_name}"
    return "answering a press of a button"
