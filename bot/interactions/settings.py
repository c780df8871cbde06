"""`/settings`: the settings of a server for all its campaigns."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import discord
import msgspec
from discord import app_commands

from bot.campaigns.languages import SPOKEN
from bot.campaigns.ranks import require_to_set, settings_of
from bot.clock import notation, zones
from bot.clock.hours import Hours, quiet_text
from bot.errors import PoliteError
from bot.interactions import lobby_settings
from bot.interactions.campaign import IMAGES
from bot.interactions.clocks import clock_choices
from bot.interactions.host import Interaction, answering, desk_of
from bot.interactions.my import LANGUAGES
from bot.interactions.which import together_choices
from bot.posts.announcements import WEEK
from bot.store import Audit, Guild, rows
from bot.store.lobbies import Template
from bot.surface.pictures import WIDTH
from data.catalogue import N_, _, retold
from data.nouns import counted, labelled, listed

WIDTHS = {1000: N_("small"), 1600: N_("medium"), 2200: N_("large")}
CLEARABLE = {
    "moderator_role": "moderator role",
    "clock": "default clock",
    "image_width": "image size",
    "archive_channel": "archive channel",
    "announce_channel": "announcements",
    "log_channel": "log",
    "keep_days": "archiving",
    "nights": "nights",
    "lobbies": "lobbies",
}
_NAMES = {
    "language": N_("language"),
    "rated": N_("ratings"),
    "spectators": N_("spectators' threads"),
}
"""The names of settings that are not cleared."""
_MENTIONED = {
    "moderator_role": "<@&{}>",
    "archive_channel": "<#{}>",
    "announce_channel": "<#{}>",
    "log_channel": "<#{}>",
}
HOW = N_("-# Options of `/settings` change these. `clear` restores a default.")
LEAST_KEPT, MOST_KEPT = 7, 3650
"""Days that a campaign that is over can be kept before it is archived."""
WEEKS = {"announce_channel": "week_at", "log_channel": "log_at"}
"""Channels in which weeks are told, and when the next one is."""
WANTED = ("view_channel", "send_messages", "attach_files")


@app_commands.command(name="settings")
@app_commands.autocomplete(clock=clock_choices)
@app_commands.choices(
    images=[
        app_commands.Choice(name=f"{name.message}, {width} px", value=width) for width, name in WIDTHS.items()
    ]
)
@app_commands.choices(
    language=LANGUAGES,
    clear=[app_commands.Choice(name=name, value=field) for field, name in CLEARABLE.items()],
)
@app_commands.choices(
    ratings=[
        app_commands.Choice(name="on: players are rated by their results", value=1),
        app_commands.Choice(name="off: nobody here is rated", value=0),
    ]
)
@app_commands.choices(
    spectators=[
        app_commands.Choice(name="on: a thread that players can't read for each campaign", value=1),
        app_commands.Choice(name="off: only where a moderator opens one", value=0),
    ]
)
@app_commands.describe(
    moderators="A role whose members are moderators of every campaign here",
    clock="The clock of new campaigns that name none",
    language="The language of what everybody reads here",
    images="How wide maps are drawn",
    archive="Where summaries of campaigns are posted when they end",
    announcements="Where campaigns are announced: begun, decided, and once a week",
    keep="Days after its end until a campaign is archived and its thread locked",
    log="Where moderators get the digest of each week: late, away, decided, disputed",
    nights="Hours without notifications to moderators, such as 22:00-08:00 Paris",
    ratings="Whether players are rated by the results of their campaigns here",
    spectators="Whether each campaign that begins gets a thread for its spectators",
    lobbies="The channel in whose threads the lobbies of waiting lists open",
    lobby_name="The name of such a thread; {game}, {scenario} and {number} are replaced",
    lobby_images="When the map is drawn in them",
    lobby_archive="When Discord archives such a thread without messages",
    reliable="Percent of decisions in time that a place in them takes; 0 for any",
    game="The game that the options `role` and `rules` are about",
    role="The role that is pinged, once a day at most, when somebody waits for that game",
    rules="Optional rules of that game in such lobbies; `usual` for the usual ones",
    clear="A setting to drop, so that the usual holds again",
)
@app_commands.choices(lobby_images=IMAGES)
@app_commands.choices(lobby_archive=lobby_settings.ARCHIVES)
@app_commands.autocomplete(game=together_choices)
@answering()
async def settings(
    interaction: Interaction,
    moderators: discord.Role | None = None,
    clock: app_commands.Range[str, 1, 80] | None = None,
    language: app_commands.Choice[str] | None = None,
    images: app_commands.Choice[int] | None = None,
    archive: discord.TextChannel | None = None,
    announcements: discord.TextChannel | None = None,
    log: discord.TextChannel | None = None,
    keep: app_commands.Range[int, LEAST_KEPT, MOST_KEPT] | None = None,
    nights: app_commands.Range[str, 1, 80] | None = None,
    ratings: app_commands.Choice[int] | None = None,
    spectators: app_commands.Choice[int] | None = None,
    lobbies: discord.TextChannel | None = None,
    lobby_name: app_commands.Range[str, 1, 60] | None = None,
    lobby_images: app_commands.Choice[str] | None = None,
    lobby_archive: app_commands.Choice[int] | None = None,
    reliable: app_commands.Range[int, 0, 100] | None = None,
    game: str | None = None,
    role: discord.Role | None = None,
    rules: app_commands.Range[str, 1, 200] | None = None,
    clear: app_commands.Choice[str] | None = None,
) -> str:
    """Show what is set for this server, or change it."""
    desk = desk_of(interaction)
    require_to_set(interaction)
    before = await settings_of(desk.campaigns, interaction.guild_id or 0)
    changes: dict[str, object] = {}
    if moderators is not None:
        if moderators.is_default():
            raise PoliteError(_("With that role everybody would be a moderator. Choose a smaller one."))
        changes["moderator_role"] = moderators.id
    if clock is not None:
        changes["clock"] = notation.written(notation.read(clock))
    if language is not None:
        changes["language"] = language.value if language.value in SPOKEN else ""
    posted = (("archive_channel", archive), ("announce_channel", announcements), ("log_channel", log))
    for field, channel in posted:
        if channel is not None:
            _may_post(channel)
            changes[field] = channel.id
    if keep is not None:
        changes["keep_days"] = keep
    if nights is not None:
        quiet = zones.read_nights(nights)
        changes["nights"] = None if quiet is None else msgspec.json.encode(quiet)
    numbers = (("image_width", images, int), ("rated", ratings, bool), ("spectators", spectators, bool))
    changes |= {field: of(chosen.value) for field, chosen, of in numbers if chosen is not None}
    changes |= lobby_settings.changed(
        before,
        channel=lobbies,
        name=lobby_name,
        images=None if lobby_images is None else lobby_images.value,
        archive=None if lobby_archive is None else lobby_archive.value,
        reliable=reliable,
    )
    of_game = lobby_settings.of_game(desk, before.id, game, role, rules)
    if clear is not None:
        if clear.value in changes:
            raise PoliteError(_("You can't set and clear {name} at the same time.", name=clear.name))
        changes[clear.value] = None
    changes |= _first_week(before, changes, desk.campaigns.store.now())
    after = msgspec.structs.replace(before, **changes)
    if after == before and of_game is None:
        note = _("Nothing has changed: these settings are already in place.\n") if changes else ""
        return f"{note}{listing(after)}\n{await lobby_settings.games(desk, after.id)}{HOW}"
    now = desk.campaigns.store.now()
    noted = Audit(
        guild_id=after.id,
        campaign_id=None,
        actor_id=interaction.user.id,
        act="settings",
        detail=", ".join(
            filter(None, [_changed(before, after), "" if of_game is None else lobby_settings.noted(of_game)])
        ),
    )
    await desk.campaigns.store.transact(
        *([partial(rows.people.put_guild, settings=after, changed=changes)] if changes else []),
        *([] if of_game is None else [partial(rows.guild_games.put, game=of_game[0], changed=of_game[1])]),
        partial(rows.audits.put, noted=noted, now=now),
    )
    desk.campaigns.languages.changed("guild", after.id, after.language)
    return _(
        "The settings are changed. The audit log has a note of it.\n{after}{games}",
        after=listing(after),
        games=f"\n{await lobby_settings.games(desk, after.id)}",
    )


def _first_week(before: Guild, changes: dict[str, object], now: datetime) -> dict[str, object]:
    """The changes with the time of the first weekly post, if its channel changes."""
    first: dict[str, object] = {}
    for place, at in WEEKS.items():
        channel = changes.get(place, getattr(before, place))
        if channel != getattr(before, place):
            first[at] = None if channel is None else now + WEEK
    return first


def _may_post(channel: discord.TextChannel) -> None:
    """Check that the bot can post in a channel.

    :raises PoliteError: names the permissions that are missing.
    """
    allowed = channel.permissions_for(channel.guild.me)
    missing = [name.replace("_", " ").title() for name in WANTED if not getattr(allowed, name)]
    if missing:
        raise PoliteError(
            _(
                "I can't post in {mention}: I need the permission {missing} there. Nothing was changed.",
                mention=channel.mention,
                missing=listed(missing),
            )
        )


def listing(guild: Guild) -> str:
    """The settings of a server, a line each."""
    role = (
        f"<@&{guild.moderator_role}>" if guild.moderator_role else _("none but those who may manage channels")
    )
    clock = "none" if guild.clock is None else guild.clock
    width = guild.image_width or WIDTH
    archive = f"<#{guild.archive_channel}>" if guild.archive_channel else _("none")
    announced = f"<#{guild.announce_channel}>" if guild.announce_channel else _("none")
    logged = f"<#{guild.log_channel}>" if guild.log_channel else _("none")
    return "\n".join(
        [
            _("**Moderator role** {role}", role=role),
            _("**Default clock** {clock}", clock=notation.words(notation.read(clock))),
            _("**Language** {language}", language=SPOKEN.get(guild.language) or _("as set on Discord")),
            _("**Image size** {width}, {width_2} px", width=WIDTHS.get(width, _("own")), width_2=width),
            _("**Archive channel** {archive}", archive=archive),
            _("**Announcements channel** {channel}", channel=announced),
            _("**Moderators' channel** {channel}", channel=logged),
            _("**Archived** {days} after the end", days=counted(guild.keep_days, "day"))
            if guild.keep_days
            else _("**Archived** never"),
            _("**Nights** {nights}", nights=_nights(guild.nights)),
            _("**Ratings** on") if guild.rated else _("**Ratings** off"),
            _("**Spectators' threads** on") if guild.spectators else _("**Spectators' threads** off"),
            lobby_settings.line(guild),
        ]
    )


def _nights(nights: bytes | None) -> str:
    if nights is None:
        return _("none: the moderator role is notified at any time")
    quiet = msgspec.json.decode(nights, type=Hours)
    return _("{quiet} ({zone}): the moderator role is not notified", quiet=quiet_text(quiet), zone=quiet.zone)


def _changed(before: Guild, after: Guild) -> str:
    fields = [
        name
        for name in Guild.__struct_fields__
        if name not in WEEKS.values() and getattr(before, name) != getattr(after, name)
    ]
    changes = [(name, *(_set(name, getattr(head, name)) for head in (before, after))) for name in fields]
    return ", ".join(labelled(_named(name), f"{was} → {now}") for name, was, now in changes)


def _named(field: str) -> str:
    return retold(CLEARABLE[field]) if field in CLEARABLE else str(_NAMES.get(field, field))


def _set(name: str, value: object) -> str:
    if name == "lobbies" and isinstance(value, bytes):
        return lobby_settings.words(msgspec.json.decode(value, type=Template))
    if isinstance(value, bytes):
        quiet = msgspec.json.decode(value, type=Hours)
        return f"{quiet_text(quiet)} {quiet.zone}"
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return _("not set") if value in (None, "") else _MENTIONED.get(name, "{}").format(value)
