"""`/my`: one person's games, hours, vacation and digest; these settings hold on every server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import discord
import msgspec
from discord import app_commands, ui

from bot.campaigns.deputies import LEAST
from bot.campaigns.languages import DISCORDS, SPOKEN
from bot.campaigns.telling import stands
from bot.clock import hours, zones
from bot.clock.hours import VACATION_DAYS, Hours, Span
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.interactions import following, which
from bot.interactions.host import Command, Interaction, answering, desk_of, group, show
from bot.interactions.seats import a_person
from bot.interactions.which import together_choices
from bot.people import digest, timetable, waiting
from bot.people.waiting import Waiting
from bot.seats import deputies
from bot.seats.substitutes import Substitutes
from bot.store import CampaignHead, Write, rows
from bot.surface import layout
from data.catalogue import _, public, speak, spoken
from data.folding import fold
from data.nouns import figure, listed, numbered, several

WEEKENDS = [
    app_commands.Choice(name="notify me at weekends", value="on"),
    app_commands.Choice(name="leave me in peace at weekends", value="off"),
]
ENDS = [
    app_commands.Choice(name="by itself when nothing is left to choose", value="itself"),
    app_commands.Choice(name="when I end it", value="me"),
]
LANGUAGES = [app_commands.Choice(name=name, value=code) for code, name in (*SPOKEN.items(), DISCORDS)]

FOLLOWED = 1000
"""Characters of the list of campaigns that somebody follows."""
LINE = 400
MOST_NOTED = 1500
"""Characters of one line of somebody's notes, and of all their notes on a campaign."""


async def zone_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Time zones that match what was typed, each with its present time."""
    now = desk_of(interaction).campaigns.store.now()
    return [
        app_commands.Choice(name=layout.cut(label, layout.DETAIL), value=zone)
        for label, zone in zones.zones_like(current, now)
    ]


@app_commands.command(name="games")
@answering()
async def games(interaction: Interaction) -> None:
    """Everything on this server that waits for you, with deadlines and links."""
    desk = desk_of(interaction)
    tables = await waiting.of_person(desk.campaigns, interaction.user.id, interaction.guild_id)
    warning = await _warning(desk, interaction.user.id)
    watched = await _followed(desk, interaction)
    view = layout.message(ui.TextDisplay("\n".join([_listed(tables), *watched, *warning])))
    await show(interaction, view)


async def _followed(desk: Desk, interaction: Interaction) -> list[str]:
    """The campaigns of this server that a person follows, while they can see their channels."""
    store, guild_id = desk.campaigns.store, interaction.guild_id
    ids = await store.look(partial(rows.spectators.followed, user_id=interaction.user.id, guild_id=guild_id))
    heads = [head for id in ids if (head := await store.campaign_head(id)) is not None]
    sees = await desk.places.learn(interaction, [head.channel_id for head in heads])
    lines = [
        _(
            "- **{name}** in <#{channel}> · {stands}",
            name=desk.campaigns.packs.name_of(head),
            channel=head.channel_id,
            stands=stands(head),
        )
        for head in heads
        if sees(head.channel_id, head.people)
    ]
    return [layout.first_lines([_("### You follow"), *lines], FOLLOWED)] if lines else []


def _listed(tables: list[Waiting]) -> str:
    """The campaigns of a person: those that wait for them, for another player, or for no player."""
    parts: list[tuple[str, Callable[[Waiting], bool]]] = [
        (_("### Waiting for you"), lambda table: table.for_me),
        (
            _("### Waiting for others"),
            lambda table: not table.for_me and not table.still and bool(table.others),
        ),
        (_("### Stopped"), lambda table: table.still or not (table.asked or table.others)),
    ]
    lines = []
    for heading, belongs in parts:
        lines += [heading, *(f"- {waiting.line(table)}" for table in tables if belongs(table))]
        if lines[-1] == heading:
            lines.pop()
    if not any(table.for_me for table in tables):
        lines.insert(0, _("Nothing on this server waits for you."))
    return layout.first_lines(lines, layout.TEXT - 400 - FOLLOWED)


@app_commands.command(name="hours")
@app_commands.choices(weekends=WEEKENDS)
@app_commands.autocomplete(zone=zone_choices)
@app_commands.describe(
    zone="Your time zone, by a city such as Paris",
    quiet="Hours without notifications, such as 22:00-08:00, or off",
    weekends="Whether you get notifications on Saturdays and Sundays",
)
@answering()
async def hours_(
    interaction: Interaction,
    zone: app_commands.Range[str, 1, 60] | None = None,
    quiet: app_commands.Range[str, 1, 40] | None = None,
    weekends: str | None = None,
) -> str:
    """Your time zone, quiet hours and weekends; shows them where nothing is given."""
    desk = desk_of(interaction)
    user_id = interaction.user.id
    warning = await _warning(desk, user_id)
    if zone is None and quiet is None and weekends is None:
        person, theirs = await timetable.person_of(desk.campaigns, user_id)
        lines = _standing(theirs, person.digest, desk.campaigns.store.now())
        return "\n".join([*lines, *warning])
    changes: dict[str, object] = {}
    if zone is not None:
        changes["zone"] = zones.read_zone(zone)
    if quiet is not None:
        changes["quiet_from"], changes["quiet_until"] = hours.read_quiet(quiet) or (None, None)
    if weekends is not None:
        changes["weekends_off"] = weekends == "off"
    changed = await timetable.change_hours(
        desk.campaigns, user_id, lambda old: msgspec.structs.replace(old, **changes)
    )
    person, _hours = await timetable.person_of(desk.campaigns, user_id)
    lines = _standing(changed.hours, person.digest, desk.campaigns.store.now())
    waits = [each for each in await waiting.of_person(desk.campaigns, user_id) if each.for_me]
    if waits:
        # The reader now knows what they owe, even if no ping has reached them yet.
        asked = [
            _("Decisions you already owe keep their deadlines:"),
            *(f"- {waiting.line(w)}" for w in waits),
        ]
        lines.append(layout.first_lines(asked, layout.TEXT - 1000))
    return "\n".join([*lines, _("-# This applies on every server."), *warning])


@app_commands.command(name="vacation")
@app_commands.rename(start="from", end="until")
@app_commands.describe(
    start="First day, such as 24 Dec or tomorrow; today by default",
    end="Last day, such as 2 Jan or +10 days",
    deputy="Who plays for you from today on; by default the automatic player does",
    wait="Have nobody play for you: the others wait until you are back",
)
@answering(tells=True)
async def vacation(
    interaction: Interaction,
    start: app_commands.Range[str, 1, 40] | None = None,
    end: app_commands.Range[str, 1, 40] | None = None,
    deputy: discord.User | None = None,
    wait: bool = False,
) -> str:
    """Stop your clocks, with a deputy from three seats on; shows what is planned."""
    desk = desk_of(interaction)
    user_id, now = interaction.user.id, desk.campaigns.store.now()
    warning = await _warning(desk, user_id)
    _person, theirs = await timetable.person_of(desk.campaigns, user_id)
    if end is None:
        if start is not None:
            raise PoliteError(_("A vacation also needs its last day: give `until` as well."))
        return "\n".join([*_vacations(theirs, now), *warning])
    begins = hours.read_day(start or "today", theirs, now)
    ends = hours.read_day(end, theirs, now, closing=True)

    if deputy is not None and (wait or begins > now):
        raise PoliteError(
            _(
                "`deputy` lets a person play for you from today. For a later vacation, use `/seat "
                "substitute` when it begins."
            )
            if not wait
            else _("Either name a deputy or have the others wait, not both.")
        )
    stands_in = None if deputy is None else a_person(deputy)

    def note(campaign: CampaignHead, seats: list[str]) -> str:
        days = (
            _("from {begins} ", begins=discord.utils.format_dt(max(begins, now), "D")) if begins > now else ""
        )
        until = discord.utils.format_dt(ends, "f")
        if len(campaign.seating) >= LEAST and not wait:
            return _(
                "🏖️ <@{user_id}> is on vacation {days}until {until}, and plays again afterwards. Meanwhile "
                "the automatic player decides for **{seats}**, unless a person stands in.",
                user_id=user_id,
                days=days,
                until=until,
                seats=several(seats),
            )
        return (
            _(
                "🏖️ <@{user_id}> is on vacation {days}until {until}. {seats} until they are back.",
                user_id=user_id,
                days=days,
                until=until,
                seats=_clock_of(seats),
            )
            if begins > now
            else _(
                "🏖️ <@{user_id}> is on vacation {days}until {until}. {seats} meanwhile.",
                user_id=user_id,
                days=days,
                until=until,
                seats=_clock_of(seats),
            )
        )

    before = hours.overlapping(theirs, begins, ends, now=now)

    def planned(old: Hours) -> Hours:
        given = hours.vacation(old, begins, ends, now=now)
        return msgspec.structs.replace(given, deputised=not wait)

    changed = await timetable.change_hours(desk.campaigns, user_id, planned, note, lasting=True)
    asked = []
    if stands_in is not None:
        asked = await deputies.ask(desk.campaigns, user_id, stands_in, ends, interaction.guild_id)
    overlaps = (
        [_("It overlaps with the vacation planned {before}. The two are now one.", before=_spans(before))]
        if before
        else []
    )
    if any(span.start <= max(begins, now) and ends <= span.end for span in before):
        overlaps = [_("It replaces the vacation planned {before}.", before=_spans(before))]
    lines = [*overlaps, *_vacations(changed.hours, now), *asked, _everywhere(changed.campaigns), *warning]
    return "\n".join(lines)


@app_commands.command(name="back")
@answering(tells=True)
async def back(interaction: Interaction) -> str:
    """End your vacation, or cancel what you have planned; unused days come back."""
    desk = desk_of(interaction)
    user_id, now = interaction.user.id, desk.campaigns.store.now()
    _person, theirs = await timetable.person_of(desk.campaigns, user_id)
    away = hours.away(theirs, now)
    change = hours.back if away else hours.cancel

    def line(_head: CampaignHead, _seats: list[str]) -> str:
        if away:
            return _("🏠 <@{user_id}> is back from vacation. The clock runs again.", user_id=user_id)
        return _("🏠 <@{user_id}> has cancelled a planned vacation.", user_id=user_id)

    changed = await timetable.change_hours(desk.campaigns, user_id, partial(change, now=now), line)
    for span in theirs.vacations:
        if span.start <= now < span.end:
            await deputies.thank(desk.campaigns, user_id, span.end)
    first = _("Welcome back.") if away else _("Your planned vacations are cancelled.")
    return "\n".join([first, *_vacations(changed.hours, now), _everywhere(changed.campaigns)])


@app_commands.command(name="language")
@app_commands.choices(language=LANGUAGES)
@app_commands.describe(language="In which I answer you; what all read is in that of the campaign or server")
@answering()
async def language_(interaction: Interaction, language: str) -> str:
    """The language of what you alone read, on every server."""
    desk, user_id = desk_of(interaction), interaction.user.id
    chosen = language if language in SPOKEN else ""
    await desk.campaigns.store.set(partial(rows.people.alter_person, user_id=user_id, language=chosen))
    desk.campaigns.languages.changed("person", user_id, chosen)
    speak(chosen or interaction.locale, public())
    desk.screens.panels.speaks(user_id, chosen or interaction.locale)
    return _(
        "I answer you in English. A campaign is told in its own language, `/mod language`, or its "
        "server's, `/settings language`."
    )


@app_commands.command(name="digest")
@app_commands.describe(time="Your local time for it, such as 08:00, or off")
@answering()
async def digest_(interaction: Interaction, time: app_commands.Range[str, 1, 20]) -> str:
    """One direct message a day with what waits for you; none when nothing does."""
    desk = desk_of(interaction)
    minutes = digest.read_time(time)
    await timetable.change_digest(desk.campaigns, interaction.user.id, minutes, spoken())
    person, theirs = await timetable.person_of(desk.campaigns, interaction.user.id)
    if person.next_digest_at is None:
        return _("You no longer get a digest.")
    at = discord.utils.format_dt(person.next_digest_at, "f")
    return _(
        "You get a direct message at {clock_time} ({zone}) on days when something waits for you, "
        "never in quiet hours. The next one can come {at}.",
        clock_time=_clock_time(person.digest or 0),
        zone=theirs.zone,
        at=at,
    )


@app_commands.command(name="turns")
@app_commands.choices(end=ENDS)
@app_commands.describe(end="When a turn of yours ends in which nothing is left to choose")
@answering()
async def turns_(interaction: Interaction, end: str) -> str:
    """Whether your turn ends by itself when nothing is left to choose."""
    await timetable.change_goes_on(
        desk_of(interaction).campaigns, interaction.user.id, goes_on=end == "itself"
    )
    if end == "itself":
        return _(
            "Your turn ends by itself when you have nothing left to choose.\n-# This applies on every server."
        )
    return _(
        "You end each of your turns yourself, even when you have nothing left to choose.\n-# This "
        "applies on every server."
    )


@app_commands.command(name="note")
@app_commands.autocomplete(campaign=which.choices)
@app_commands.describe(
    text="A line for your notes; without it you are shown what you have",
    clear="Drop what you have noted before",
    campaign=which.ABOUT,
)
@answering()
async def note(
    interaction: Interaction,
    text: app_commands.Range[str, 1, LINE] | None = None,
    clear: bool = False,
    campaign: which.Number | None = None,
) -> str:
    """Your own notes on a campaign; your panel shows the last of them, to you alone."""
    desk, user_id = desk_of(interaction), interaction.user.id
    meant = await which.meant(desk, interaction, campaign)
    store = desk.campaigns.store
    add = partial(rows.notes.add, campaign_id=meant.id, user_id=user_id, now=store.now(), most=MOST_NOTED)
    writes: list[Write] = []
    if clear:
        writes.append(partial(rows.notes.clear, campaign_id=meant.id, user_id=user_id))
    if text is not None:
        writes.append(partial(add, line=text))
    try:
        if writes:
            await store.transact(*writes, campaign_id=meant.id)
    except rows.notes.NotesFull:
        raise PoliteError(
            _(
                "Your notes on a campaign have room for {most} characters. `clear` drops those before.",
                most=MOST_NOTED,
            )
        ) from None
    lines = (await store.look(partial(rows.notes.of_campaign, campaign_id=meant.id))).get(user_id)
    if not lines:
        return _("You have no notes on this campaign. `/my note` with a text begins them.")
    name = desk.campaigns.packs.name_of(meant)
    heading = _("**Your notes on {name}**, which nobody else sees:", name=name)
    return "\n".join([heading, *lines])


async def _warning(desk: Desk, user_id: int) -> list[str]:
    if not await timetable.undelivered(desk.campaigns, user_id):
        return []
    return [
        (
            _(
                "⚠️ Your digest was switched off, because Discord blocked the last direct messages "
                "to you. Allow direct messages from members of this server, then set it again with "
                "`/my digest`."
            )
        )
    ]


def _standing(theirs: Hours, sent: int | None, now: datetime) -> list[str]:
    quiet = hours.quiet_text(theirs)
    return [
        _("**Time zone** {zone}", zone=theirs.zone),
        _("**Quiet hours** off")
        if quiet == "off"
        else _("**Quiet hours** {quiet}", quiet=quiet)
        + _(": no notifications, and no deadline ends in them"),
        (_("**Weekends** off") if theirs.weekends_off else _("**Weekends** as other days")),
        (_("**Digest** off") if sent is None else _("**Digest** at {sent}", sent=_clock_time(sent))),
        *_vacations(theirs, now),
    ]


def _vacations(theirs: Hours, now: datetime) -> list[str]:
    coming: list[Span] = [span for span in theirs.vacations if span.end > now]
    left = max(0.0, VACATION_DAYS - hours.days_used(theirs, now.astimezone(ZoneInfo(theirs.zone)).year))
    days = figure(round(left, 1), "g")
    lines = [
        _(
            "**Vacation** {coming}; {days} of {vacation_days} days left this year",
            coming=_spans(coming) or _("none planned"),
            days=days,
            vacation_days=VACATION_DAYS,
        )
    ]
    if coming and theirs.deputised:
        lines.append(
            _(
                "**Deputy** in games of three or more seats, the automatic player or your substitute "
                "decides for you meanwhile. You get your seat back automatically."
            )
        )
    elif coming:
        lines.append(_("**Deputy** none: the others wait for you"))
    return lines


def _spans(vacations: Sequence[Span]) -> str:
    return listed(
        [
            _(
                "from {start} to {end}",
                start=discord.utils.format_dt(span.start, "f"),
                end=discord.utils.format_dt(span.end, "f"),
            )
            for span in vacations
        ]
    )


def _everywhere(campaigns: int) -> str:
    if not campaigns:
        return _("-# This applies on every server.")
    many = numbered(campaigns, "campaign")
    return _("-# This applies on every server. Your deadlines in {many} were recalculated.", many=many)


def _clock_of(seats: list[str]) -> str:
    many = len(seats) != 1
    return (
        _("The clocks of **{seats}** are stopped", seats=listed(seats))
        if many
        else _("The clock of **{seats}** is stopped", seats=listed(seats))
    )


def _clock_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


@app_commands.command(name="substitute")
@app_commands.autocomplete(game=together_choices)
@app_commands.describe(game="The game whose vacant seats you would take over")
@answering(tells=True)
async def substitute(interaction: Interaction, game: app_commands.Range[str, 1, 60]) -> str:
    """Be asked in turn when nobody plays a seat here any more, or no longer."""
    desk = desk_of(interaction)
    title = next(
        (title for title in desk.campaigns.titles.values() if fold(game) in (title.id, fold(title.name))),
        None,
    )
    if title is None or len(title.seats) == 1:
        raise PoliteError(_("Choose one of the games that several people play."))
    pool = Substitutes(desk.campaigns)
    if not await pool.join(interaction.guild_id or 0, title.id, interaction.user.id):
        return _("You are no substitute for **{name}** here any more.", name=title.name)
    return _(
        "You are a substitute for **{name}** here: when a seat is vacant, or its player has missed two "
        "turns, I ask the substitutes one after another. You get a briefing and the whole time of the "
        "clock. The same command ends it.",
        name=title.name,
    )


COMMANDS: tuple[Command, ...] = (
    games,
    hours_,
    vacation,
    back,
    digest_,
    language_,
    turns_,
    note,
    substitute,
    *following.COMMANDS,
)


def commands() -> app_commands.Group:
    """The group."""
    return group("my", "Your games, hours, vacation, digest and notes.", COMMANDS)
