"""`/campaign pause`, `resume`, `extend`, `nudge` and `deadline`: the clocks of a campaign."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from discord import app_commands

from bot.campaigns import autopilot, awaited, guards
from bot.campaigns.proposals import Extend, Pause, Resume
from bot.campaigns.ranks import require, right
from bot.campaigns.telling import holder
from bot.clock import deadlines, notation
from bot.clock.hours import away
from bot.desk.desk import Desk
from bot.errors import PoliteError, StaleError
from bot.interactions.consent import ask
from bot.interactions.host import Button, Command, Interaction, answering, desk_of, offered
from bot.pauses import by_hand
from bot.store import Campaign, DeadlineRow, StoreError
from bot.store.rows.deadlines import mute
from bot.surface import custom_ids, layout
from data.catalogue import _
from data.folding import fold
from data.nouns import counted, labelled, listed
from data.sentences import _l


async def clock_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Common clocks, and the typed text if it is a clock."""
    if choices := offered(((str(words), typed) for words, typed in notation.CHOICES), current):
        return choices
    try:
        typed = notation.read(current)
    except PoliteError:
        return []
    return offered([(notation.words(typed), notation.written(typed))])


async def seat_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's campaign."""
    desk = desk_of(interaction)
    try:
        campaign = await _here(desk, interaction)
        title = desk.campaigns.title_of(campaign)
    except (PoliteError, StoreError):
        return []
    return offered(((name, seat) for seat, name in title.seat_names.items()), current)


def chosen_seat(desk: Desk, campaign: Campaign, typed: str) -> str:
    """The seat with this id or name.

    :raises PoliteError: there is no such seat; the message names the seats.
    """
    names = desk.campaigns.title_of(campaign).seat_names
    for seat, name in names.items():
        if fold(typed.strip()) in (seat, fold(name)):
            return seat
    shown = layout.plain(layout.cut(typed, 40))
    raise PoliteError(
        _(
            "There is no seat '{shown}' here. There are: {values}.",
            shown=shown,
            values=", ".join(names.values()),
        )
    )


async def _here(desk: Desk, interaction: Interaction) -> Campaign:
    return await desk.campaigns.running(interaction.channel_id or 0)


@app_commands.command(name="pause")
@app_commands.describe(reason="Why, for everybody to read")
@answering(tells=True)
async def pause(interaction: Interaction, reason: app_commands.Range[str, 0, 300] = "") -> str | None:
    """Stop all clocks of the campaign until it is resumed; players ask the others."""
    desk = desk_of(interaction)
    campaign = await _here(desk, interaction)
    allowed = await right(desk.campaigns, interaction, campaign, to=_("pause it"))
    guards.playable(campaign)
    if not allowed.alone:
        async with desk.campaigns.languages.aloud(campaign):
            what = _("pause the campaign{reason}", reason=layout.why(reason))
        await ask(desk, interaction, Pause(campaign=campaign.id, reason=reason.strip()), what)
        return None
    await by_hand.pause(
        desk.campaigns,
        campaign.id,
        user_id=interaction.user.id,
        reason=reason.strip(),
        moderator=allowed.moderator,
    )
    return _("The campaign is paused and its clocks are stopped. `/campaign resume` starts it again.")


@app_commands.command(name="resume")
@answering(tells=True)
async def resume(interaction: Interaction) -> str | None:
    """Let a paused campaign go on, with the time that everybody had left."""
    desk, user_id = desk_of(interaction), interaction.user.id
    campaign = await _here(desk, interaction)
    allowed = await right(desk.campaigns, interaction, campaign, to=_("resume it"))
    by_hand.paused(campaign)
    if campaign.paused_as == "moderator":
        await require(
            desk.campaigns, interaction, campaign, "moderator", to=_("lift the pause of a moderator")
        )
    elif not allowed.alone and campaign.paused_by not in (None, user_id):
        since = discord.utils.format_dt(by_hand.paused(campaign), "R")
        async with desk.campaigns.languages.aloud(campaign):
            what = _(
                "resume the campaign, which <@{paused_by}> paused {since}.",
                paused_by=campaign.paused_by,
                since=since,
            )
        await ask(desk, interaction, Resume(campaign=campaign.id), what)
        return None
    await by_hand.resume(desk.campaigns, campaign.id, user_id=user_id)
    return _("The campaign resumes. The players who have to decide are notified.")


@app_commands.command(name="extend")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    hours="How many hours more",
    seat="For one seat; by default for all but yours. For yours the others are asked",
)
@answering(tells=True)
async def extend(
    interaction: Interaction,
    hours: app_commands.Range[int, 1, 720],
    seat: app_commands.Range[str, 1, 40] | None = None,
) -> str | None:
    """Give more time for what is owed; for your own seat the others are asked."""
    desk, user_id = desk_of(interaction), interaction.user.id
    campaign = await _here(desk, interaction)
    allowed = await right(desk.campaigns, interaction, campaign, to=_("give more time"))
    by_hand.running(campaign)
    named = None if seat is None else chosen_seat(desk, campaign, seat)
    seats = list(campaign.seating) if named is None else [named]
    title = desk.campaigns.title_of(campaign)
    if not allowed.alone:
        own = [
            each
            for each, sitting in campaign.seating.items()
            if user_id in (sitting.user_id, sitting.owner_id)
        ]
        owing = {row.seat for row in campaign.deadlines}
        # If no other player owes anything, the player means their own time.
        theirs = [named] if named in own else sorted(owing) if named is None and owing <= {*own} else []
        if theirs:
            wanted = Extend(campaign=campaign.id, hours=hours, seats=theirs)
            async with desk.campaigns.languages.aloud(campaign):
                more = listed([f"**{title.seat_names[seat]}**" for seat in theirs])
                sentence = _("give {named} {hours} more.", named=more, hours=counted(hours, "hour"))
            await ask(desk, interaction, wanted, sentence)
            return None
        seats = [each for each in seats if each not in own]
    moved = await by_hand.extend(
        desk.campaigns, campaign.id, timedelta(hours=hours), seats, user_id=user_id, by_right=allowed.alone
    )
    return "\n".join(labelled(f"**{title.seat_names[row.seat]}**", _time(row)) + "." for row in moved)


@app_commands.command(name="nudge")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="One seat; by default all that are awaited")
@answering(tells=True)
async def nudge(interaction: Interaction, seat: app_commands.Range[str, 1, 40] | None = None) -> str:
    """Remind the players who have to decide, at most once in twelve hours."""
    desk = desk_of(interaction)
    campaign = await _here(desk, interaction)
    await require(
        desk.campaigns, interaction, campaign, "moderator", "creator", "player", to=_("send a reminder")
    )
    seats = None if seat is None else [chosen_seat(desk, campaign, seat)]
    times = await by_hand.ring(desk.campaigns, campaign.id, seats)
    names = desk.campaigns.title_of(campaign).seat_names
    now = desk.campaigns.store.now()
    at_once = listed([names[each] for each, at in times.items() if at == now])
    hours = await desk.campaigns.timekeeper.hours_of(campaign.seating)
    later = [
        (
            _(
                "{each} is on vacation. The reminder goes out {at}.",
                each=names[each],
                at=discord.utils.format_dt(at, "R"),
            )
            if away(hours[each], now)
            else _(
                "{each} has quiet hours. The reminder goes out {at}.",
                each=names[each],
                at=discord.utils.format_dt(at, "R"),
            )
        )
        for each, at in times.items()
        if at != now
    ]
    return "\n".join(
        [*([_("A reminder was sent to {at_once}.", at_once=at_once)] if at_once else []), *later]
    )


@app_commands.command(name="deadline")
@answering()
async def deadline(interaction: Interaction) -> str:
    """Who owes what, and until when."""
    desk = desk_of(interaction)
    return "\n".join(await standing(desk, await _here(desk, interaction)))


async def standing(desk: Desk, campaign: Campaign) -> list[str]:
    """Which seat owes what and until when, the time banks, and whether the clocks are stopped."""
    if campaign.status == "lobby":
        return [_("This campaign has not begun: players are still taking seats.")]
    title, store = desk.campaigns.title_of(campaign), desk.campaigns.store
    clock = notation.read(campaign.clock)
    lines = [_("**Clock** {clock}", clock=notation.words(clock))]
    if campaign.parked_at is not None:
        lines.append(
            _(
                "⏸️ Its channel has been gone since {parked_at}.",
                parked_at=discord.utils.format_dt(campaign.parked_at, "R"),
            )
        )
    elif campaign.paused_at is not None:
        lines.append(
            _(
                "⏸️ Paused {paused_at}. All clocks are stopped.",
                paused_at=discord.utils.format_dt(campaign.paused_at, "R"),
            )
        )
    if clock.overtime == "player":
        lines += [
            _(
                "🤖 The automatic player plays for **{name}** until <@{user_id}> plays here.",
                name=title.seat_names[name],
                user_id=sitting.user_id,
            )
            for name, sitting in campaign.seating.items()
            if sitting.user_id is not None and autopilot.away(autopilot.absence(sitting))
        ]
    rows = {(row.seat, row.kind): row for row in campaign.deadlines}
    ends = awaited.ends(desk.campaigns, campaign)
    for owed in title.decisions(desk.campaigns.state_of(campaign)):
        who = holder(title, campaign.seating[owed.seat])
        row = rows.get((owed.seat, owed.kind))
        late = owed.seat in ends and ends[owed.seat].late
        until = "" if row is None else f" · {ends[owed.seat].told if late else _time(row)}"
        lines.append(labelled(f"**{title.seat_names[owed.seat]}** ({who})", f"{owed.prompt}{until}"))
    if clock.kind == "bank":
        hours = await desk.campaigns.timekeeper.hours_of(campaign.seating)
        paying = {row.seat: row for row in rows.values() if not row.interrupt}
        left = partial(deadlines.left, now=store.now())
        for seat, sitting in campaign.seating.items():
            bank = clock.time if sitting.bank is None else sitting.bank
            rest = left(paying[seat], hours[seat]) if seat in paying else bank
            lines.append(
                _(
                    "-# Bank of {seat}: {length}",
                    seat=title.seat_names[seat],
                    length=by_hand.length(rest or timedelta()),
                )
            )
    return lines


def _time(row: DeadlineRow) -> str:
    """The deadline in each reader's own time zone, or the time left while the clock is stopped."""
    if row.due_at is not None:
        return _(
            "until {due_at} ({due_at_2})",
            due_at=discord.utils.format_dt(row.due_at, "f"),
            due_at_2=discord.utils.format_dt(row.due_at, "R"),
        )
    return (
        _("no deadline")
        if row.allowed is None
        else _("{allowed} left when the clock restarts", allowed=by_hand.length(row.allowed))
    )


class Mute(Button, template=custom_ids.MUTE):
    """Stops the reminders of what a seat owes now."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        campaign_id, seq, seat = self.campaign, int(self.fields["seq"]), self.fields["seat"]
        store = desk.campaigns.store
        async with desk.campaigns.writing(campaign_id):
            campaign = await desk.campaigns.by_id(campaign_id)
            guards.playable(campaign)
            holder, theirs = campaign.seats.get(seat), set(campaign.held_by(interaction.user.id))
            owing = theirs & {row.seat for row in campaign.deadlines}
            # The same message reminds other players too; each mutes only their own reminders.
            if seat not in theirs and not owing:
                whom = _l("the player of that seat") if holder is None else f"<@{holder}>"
                raise PoliteError(_l("Only {whom} can mute these reminders.", whom=whom))
            since = {entry.seat for entry in await store.journal(campaign_id, seq + 1)}
            muting = owing if seat not in theirs or seat in owing - since else set()
            if not muting - since:
                raise StaleError(_l("That turn is over. It sends no more reminders."))
            steps = [partial(mute, campaign_id=campaign_id, seat=name) for name in muting]
            await store.transact(*steps, campaign_id=campaign_id)
        return _("You get no more reminders of this turn. Its deadline stays the same.")


COMMANDS: tuple[Command, ...] = (pause, resume, extend, nudge, deadline)
CONTROLS = (Mute,)
