"""`/learn`: the first turns of a game, step by step, in the channel or in a private thread."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import app_commands

import engines
from bot.campaigns import guards
from bot.campaigns.languages import SPOKEN
from bot.campaigns.lessons import lesson_of, played_on
from bot.campaigns.telling import aim
from bot.desk import standing
from bot.desk.desk import Desk
from bot.desk.left_over import left_over, lesson_in
from bot.errors import NoCampaignError, PoliteError, StaleError
from bot.interactions.campaign import begin, turned
from bot.interactions.host import Button, Command, Interaction, Select, answering, desk_of, host_of
from bot.interactions.which import games_of
from bot.posts.card.lesson import guide
from bot.store import Campaign, rows
from bot.surface import custom_ids, layout
from bot.undo.extent import before_own
from bot.undo.take_back import Undos
from data.catalogue import _, language_of
from data.lessons import lesson
from data.nouns import counted
from engines.core.contract import AnyTitle

WHERE = [
    app_commands.Choice(name="in this channel", value="here"),
    app_commands.Choice(name="in a thread for me alone", value="alone"),
]
THREAD: Final = 10080
"""Minutes without a message after which Discord archives a thread."""


@app_commands.command(name="learn")
@app_commands.choices(where=WHERE)
@app_commands.describe(
    game="The game to learn; this channel's or the first by default",
    where="This channel where nothing is played in it, else a thread for you alone",
)
@answering(tells=True)
async def _learn(interaction: Interaction, game: str | None = None, where: str | None = None) -> str | None:
    """Learn a game by its first turns, step by step; go on where you left."""
    desk = desk_of(interaction)
    return await _taught(desk, interaction, _meant(desk, game or await _here(desk, interaction)), where)


async def _here(desk: Desk, interaction: Interaction) -> str | None:
    """The game of this channel; None if the channel plays none that has a lesson."""
    try:
        title = (await desk.campaign_here(interaction)).title
    except NoCampaignError:
        return None
    return title if lesson(title) is not None else None


def learn() -> Command:
    """`/learn`, with the games that have a lesson."""
    taught = (title for title in engines.titles().values() if lesson(title.id) is not None)
    return app_commands.choices(game=games_of(taught))(_learn)


def _meant(desk: Desk, game: str | None) -> AnyTitle:
    """The game to learn, with the data that its lesson is written for."""
    taught = {title.id: title for title in engines.titles().values() if lesson(title.id) is not None}
    if game is not None and game not in taught:
        raise PoliteError(_("That game has no lesson yet."))
    if not taught:
        raise PoliteError(_("No game here has a lesson."))
    wanted = taught[game] if game is not None else next(iter(taught.values()))
    if desk.campaigns.titles[wanted.id].pack != wanted.pack:
        raise PoliteError(
            _(
                "{name} uses another pack here, and the lesson needs our own. See `/rules` instead.",
                name=wanted.name,
            )
        )
    return wanted


async def _taught(desk: Desk, interaction: Interaction, title: AnyTitle, where: str | None) -> str | None:
    """Start the lesson, or continue it where the learner left it."""
    under_way = await _left(desk, interaction, title)
    if under_way is not None:
        if under_way.channel_id == interaction.channel_id:
            return await _goes_on(desk, interaction, under_way)
        waits = _(
            "Your lesson waits in <#{channel_id}>. It continues where you stopped.",
            channel_id=under_way.channel_id,
        )
        return waits + turned(interaction, under_way.channel_id)
    channel = await _place(desk, interaction, title, where)
    await _see_free(desk, interaction, channel or interaction.channel_id or 0)
    course = lesson(title.id)
    assert course is not None
    own = await desk.campaigns.languages.of_person(interaction.user.id, str(interaction.locale))
    await begin(
        interaction,
        title,
        # What all read of a lesson is read by its learner.
        language=own if own in SPOKEN else language_of(own),
        scenario=course.scenario or None,
        clock="none",
        channel_id=channel,
        automatic=frozenset(title.seats) - {course.seat},
        seed=course.seed,
    )
    lines = [
        _("🎓 **Learn {name}**, in {minutes}.", name=title.name, minutes=counted(course.minutes, "minute")),
        course.opening,
        *aim(title),
    ]
    if len(title.seats) > 1:
        lines.append(_("Press **Play** on the card below. The panel that opens says what to do."))
    lines.append(_("-# You can stop at any time: `/learn` continues where you were."))
    text = "\n".join(lines)
    if channel is not None and host_of(interaction).rooms is not None:
        # The lesson is announced in the channel where it is played.
        room = interaction.client.get_partial_messageable(channel, guild_id=interaction.guild_id)
        await room.send(text, allowed_mentions=layout.NO_MENTIONS)
        text = _("It begins in <#{channel}>.", channel=channel) + turned(interaction, channel)
    elif channel is not None:
        text = "\n".join([_("It begins in <#{channel}>, for you only.", channel=channel), text])
    desk.outbox.kick()
    return text


async def _place(desk: Desk, interaction: Interaction, title: AnyTitle, where: str | None) -> int | None:
    """The channel of a lesson; None for the channel where it was asked for.

    :raises PoliteError: no channel is free and no thread can be made.
    """
    here, rooms = interaction.channel_id, host_of(interaction).rooms
    assert here is not None

    async def free(channel: int) -> bool:
        """Whether a channel has no campaign, or its campaign makes room."""
        if await desk.campaigns.store.running_in(channel) is None:
            return True
        return await left_over(desk.campaigns, channel, interaction.user.id) is not None

    if rooms is None:
        busy = not await free(here)
        return await _thread(interaction, title) if busy or where == "alone" else None
    # The local page shows no threads.
    own = rooms.of(title.id) or here
    place = own if where != "alone" and await free(own) else rooms.spare
    return None if place == here else place


async def _see_free(desk: Desk, interaction: Interaction, channel: int) -> None:
    """Check that the same person has no other lesson under way in the channel of a new one.

    :raises PoliteError: the other lesson is not over, or has become a game.
    """
    campaigns, user_id = desk.campaigns, interaction.user.id
    lesson = await lesson_in(campaigns, channel, user_id)
    if lesson is None or await left_over(campaigns, channel, user_id) is not None:
        return
    campaign, course = lesson
    name = campaigns.packs.name_of(campaign)
    if played_on(course, await campaigns.store.journal(campaign.id)):
        why = _(
            "Your lesson of {name} is over, and its game continues in <#{channel}>. A new lesson can "
            "begin there when that game has ended. `/campaign concede` ends it at once.",
            name=name,
            channel=channel,
        )
    else:
        why = _(
            "Your lesson of {name} waits in <#{channel}>. `/learn` in that channel continues it. "
            "Another lesson can begin there when it is over.",
            name=name,
            channel=channel,
        )
    raise PoliteError(why + turned(interaction, channel))


async def _left(desk: Desk, interaction: Interaction, title: AnyTitle) -> Campaign | None:
    """A lesson of the game that this person has started on this server and not ended."""
    mine = partial(rows.people.playing_in, user_id=interaction.user.id, guild_id=interaction.guild_id)
    for campaign_id in await desk.campaigns.store.look(mine):
        campaign = await desk.campaigns.by_id(campaign_id)
        if campaign.title == title.id and campaign.status == "running" and lesson_of(title, campaign):
            return campaign
    return None


async def _goes_on(desk: Desk, interaction: Interaction, campaign: Campaign) -> str | None:
    """Say where to continue a lesson."""
    title = desk.campaigns.title_of(campaign)
    if title.secrets:
        seat = desk.campaigns.seat_of(campaign, interaction.user.id)
        await desk.screens.show_panel(interaction, campaign, seat)
        return None
    guidance = await guide(desk.campaigns, campaign)
    text = _("The lesson is over. The rest of the game is yours.") if guidance is None else guidance.text
    return text + await standing.link(desk.campaigns, campaign)


async def _thread(interaction: Interaction, title: AnyTitle) -> int:
    """Make a private thread for one person.

    :raises PoliteError: no thread can be made.
    """
    if not isinstance(interaction.channel, discord.TextChannel):
        raise PoliteError(_("This channel already has a campaign. Use `/learn` in another channel."))
    try:
        thread = await interaction.channel.create_thread(
            name=layout.cut(_("Learn {name}", name=title.name), layout.DETAIL),
            type=discord.ChannelType.private_thread,
            auto_archive_duration=THREAD,
            invitable=False,
        )
        await thread.add_user(interaction.user)
    except discord.Forbidden:
        raise PoliteError(
            _(
                "I can't open a thread for you here: I need the permissions Create Private Threads "
                "and Send Messages in Threads. In a channel without a campaign `/learn` needs "
                "neither."
            )
        ) from None
    return thread.id


class Begin(Select, template=custom_ids.NEW_LESSON):
    """Starts a lesson from the greeting."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _begun(desk, interaction, self.item.values[0])


class Own(Button, template=custom_ids.OWN_LESSON):
    """Starts the lesson of the game that the channel is named after."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _begun(desk, interaction, self.fields["title"])


async def _begun(desk: Desk, interaction: Interaction, game: str) -> None:
    text = await _taught(desk, interaction, _meant(desk, game), None)
    if text is not None:
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=layout.NO_MENTIONS)


class Back(Button, template=custom_ids.LESSON_BACK):
    """Takes back the actions that the lesson did not ask for."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        campaigns, user_id = desk.campaigns, interaction.user.id
        campaign = await desk.board(self.campaign)
        title = campaigns.title_of(campaign)
        own = guards.own_seats(campaign, user_id)
        if lesson_of(title, campaign) is None:
            raise StaleError(_("That lesson is over."))
        back_to = before_own(await campaigns.store.journal(campaign.id), own, 1)
        version = int(self.fields["version"])
        campaign = await Undos(campaigns).take_back(
            campaign.id, version, back_to, user_id=user_id, freely=True
        )
        desk.outbox.kick()
        if title.secrets:
            await desk.screens.show_next(interaction, campaign, own[0], [_("Taken back.")])


CONTROLS = (Begin, Own, Back)
