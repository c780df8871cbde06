"""Calls: notices of a new decision, reminders, and calls for help when a seat's time is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

import aiohttp
import discord
import msgspec
from discord import ui

from bot.campaigns import awaited, messages, requests
from bot.campaigns.service import Campaigns
from bot.clock import notation
from bot.clock.hours import next_open
from bot.games.registry import presenter_of
from bot.posts.say import Asked, Speaker
from bot.store import Campaign, OutboxRow, rows
from bot.surface import custom_ids, layout, links
from data.catalogue import N_, _
from data.nouns import clauses, labelled, listed
from engines.core.decisions import Decision

_LATELY = 50
_OVER = N_("⏳ The time of {who} is over. {missing}")
_STILL = N_("⏳ Still waiting for {who}. {missing}")
_LAST = N_("🔕 {who} has not answered. No more reminders will be sent for this. {missing}")
_LAST_OF_SEVERAL = N_("🔕 {who} have not answered. No more reminders will be sent for this. {missing}")
CALLED = 3
"""Most roles of a server that are pinged if `/settings` names none."""


class Calls:
    """Pings people, after a check that each message still holds."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, speaker: Speaker) -> None:
        self._client = client
        self._campaigns = campaigns
        self._speaker = speaker

    async def notice(self, row: OutboxRow, campaign: Campaign) -> None:
        """Tell seats, once, that they owe a decision."""
        seats = set(msgspec.json.decode(row.payload, type=messages.Notice).seats)
        seats -= await self._acted_since(row, campaign)
        seats -= await self._told_anew(row)
        asked_now = [decision for decision in self._decisions(campaign) if decision.seat in seats]
        owed = await self._awake(campaign, asked_now)
        if not owed:
            await self._tidy(campaign)
            return
        ends = self._ends(campaign)
        asked: dict[str, list[str]] = {}
        for decision in owed:
            what = f"{decision.prompt}{ends.get(decision.seat, '')}."
            asked.setdefault(what, []).append(self._who(campaign, decision))
        lines = [labelled(listed(who), what) for what, who in asked.items()]
        people = [campaign.seats[d.seat] for d in owed if d.seat in campaign.seats]
        text = "📣 " + "\n".join(lines) + await self._link(campaign) + await self._beforehand(campaign, owed)
        text += requests.beside(await requests.pending_of(self._campaigns, campaign), people)
        await self._ask(campaign, row, text, people, owed)

    async def _awake(self, campaign: Campaign, owed: Sequence[Decision]) -> list[Decision]:
        """The decisions of people who can be pinged now; the others get a notice later.

        A notice may be late, and a vacation may have begun since it was written.
        """
        hours, now = await self._campaigns.timekeeper.hours_of(campaign.seating), self._campaigns.store.now()
        asleep: dict[datetime, list[str]] = {}
        awake = []
        for decision in owed:
            at = next_open(hours[decision.seat], now)
            if at > now:
                asleep.setdefault(at, []).append(decision.seat)
            else:
                awake.append(decision)
        if asleep:
            notices = [messages.notice(seats, at) for at, seats in asleep.items()]
            await self._campaigns.store.add_outbox(campaign.id, notices)
        return awake

    async def nudge(self, row: OutboxRow, campaign: Campaign) -> None:
        """Remind a seat of what it owes, or call the moderators."""
        nudge = msgspec.json.decode(row.payload, type=messages.Nudge)
        seats = {nudge.seat, *nudge.beside} - await self._acted_since(row, campaign)
        decisions = [
            each
            for each in self._decisions(campaign)
            if each.seat in seats and (each.seat != nudge.seat or each.kind == nudge.kind)
        ]
        if not decisions:
            return
        holder = campaign.seats.get(decisions[0].seat)
        if holder is None or nudge.gone:
            vacant = [each for each in decisions if each.seat not in campaign.seats]
            await self._call_to_vacant(row, campaign, decisions if nudge.gone else vacant)
        elif nudge.stage in ("nudge", "half", "near"):
            await self._remind(row, campaign, decisions, last=nudge.stage == "near")
        else:
            late = {"over": _OVER, "call": _STILL}.get(
                nudge.stage, _LAST if len(decisions) == 1 else _LAST_OF_SEVERAL
            )
            who = listed([self._who(campaign, each) for each in decisions])
            text = late(who=who, missing=self._missing(campaign, decisions))
            holders = [campaign.seats[each.seat] for each in decisions if each.seat in campaign.seats]
            pinged = list(dict.fromkeys(holders)) if nudge.stage == "over" else []
            await self._call(row, campaign, decisions, text, pinged)

    async def _remind(
        self, row: OutboxRow, campaign: Campaign, owed: Sequence[Decision], *, last: bool
    ) -> None:
        """Remind people of all that they owe here, with a button that mutes it for each."""
        title = self._campaigns.title_of(campaign)
        ends = self._ends(campaign)
        people = list(dict.fromkeys(campaign.seats[d.seat] for d in owed if d.seat in campaign.seats))
        theirs = [d for d in self._decisions(campaign) if campaign.seats.get(d.seat) in people]
        several = len(title.seats) > 1
        lines = [
            labelled(f"**{title.seat_names[d.seat]}**", due) if several else due
            for d in theirs
            for due in [f"{d.prompt}{ends.get(d.seat, '')}"]
        ]
        called = listed([f"<@{user}>" for user in people])
        begins = _("🔔 {called}, the tocsin rings: {name} waits for you.", called=called, name=title.name)
        hurry = _(" The time is nearly over.") if last else ""
        after = f"{self._given(campaign)}{await self._link(campaign)}"
        if len(lines) == 1:
            text = f"{begins}{hurry} {lines[0]}.{after}"
        else:
            text = "\n".join([f"{begins}{hurry}", *(f"- {line}." for line in lines), after.lstrip()])
        text += requests.beside(await requests.pending_of(self._campaigns, campaign), people)
        mute = None
        if campaign.clock != "none":
            custom_id = custom_ids.mute(campaign.id, campaign.last_seq, owed[0].seat)
            mute = layout.under(ui.Button(label=_("Mute for this turn"), emoji="🔕", custom_id=custom_id))
        await self._ask(campaign, row, text, people, theirs, view=mute)

    def _given(self, campaign: Campaign) -> str:
        """Which seats have decided and which are awaited, if several decide at once."""
        title = self._campaigns.title_of(campaign)
        parts = presenter_of(title).awaited(self._campaigns.state_of(campaign))
        given = listed([title.seat_names[part.seat] for part in parts if part.given])
        missing = listed([title.seat_names[part.seat] for part in parts if not part.given])
        return (
            _(" Submitted: {given}. Still missing: {missing}.", given=given, missing=missing) if given else ""
        )

    async def _call(
        self, row: OutboxRow, campaign: Campaign, owed: Sequence[Decision], text: str, pinged: Sequence[int]
    ) -> None:
        """Call for help for seats whose time is over; a person who plays alone is only told."""
        clocked = notation.read(campaign.clock).kind != "none"
        if campaign.is_alone:
            waits = N_("Nobody else plays, so nobody is called: the game waits for you. {more}")
            more = (
                N_("`/campaign extend` gives you more time, `/campaign pause` stops the clock.")
                if clocked
                else N_("`/campaign nudge` sends one more reminder.")
            )
            text = f"{text}\n{waits(more=str(more))}{await self._link(campaign)}"
            await self._ask(campaign, row, text, pinged, owed)
            return
        time = _("can give more time with `/campaign extend`, stop the clock with `/campaign pause`")
        if not clocked:
            # Without a clock there is no deadline to move.
            time = _("can send one more reminder with `/campaign nudge`")
        await self._call_for(
            row,
            campaign,
            owed,
            text,
            moderator=_(
                "{time}, act for the seat with `/mod act-for` or seat somebody else with `/mod seat`.",
                time=time,
            ),
            creator=_("{time} or ask somebody to take over the seat with `/seat replace`.", time=time),
            pinged=pinged,
        )

    async def _call_to_vacant(self, row: OutboxRow, campaign: Campaign, owed: Sequence[Decision]) -> None:
        """Call for players for seats that the game waits for: vacant, or of people who left the server."""
        await self._call_for(
            row,
            campaign,
            owed,
            "\n".join(self._without_player(campaign, each) for each in owed),
            moderator=_("can seat somebody with `/mod seat` or act for the seat with `/mod act-for`."),
            creator=_("can ask somebody to take the seat with `/seat replace`."),
        )

    def _without_player(self, campaign: Campaign, owed: Decision) -> str:
        """A line that a seat has no player, and what it owes."""
        name = self._campaigns.title_of(campaign).seat_names[owed.seat]
        missing, gone = self._missing(campaign, [owed]), campaign.seats.get(owed.seat)
        if gone is None:
            return _(
                "🪑 {seat}, and the game waits for it. {missing} `/seat take` fills the seat.",
                seat=_empty(campaign, owed.seat, name),
                missing=missing,
            )
        return _(
            "🚪 <@{gone}> has left the server, and the game waits for **{name}**. {missing}",
            gone=gone,
            name=name,
            missing=missing,
        )

    async def _call_for(
        self,
        row: OutboxRow,
        campaign: Campaign,
        owed: Sequence[Decision],
        text: str,
        *,
        moderator: str,
        creator: str,
        pinged: Sequence[int] = (),
    ) -> None:
        """Call for help: the moderators' role and the creator if they do not play, or the moderators of the
        server.

        :param moderator: what a moderator can do; the creator can do less.
        """
        settings = await self._campaigns.store.look(partial(rows.people.guild_of, guild_id=campaign.guild_id))
        began, roles = campaign.created_by, list[int]()
        if settings.moderator_role is not None:
            roles = [settings.moderator_role]
            how = f"<@&{settings.moderator_role}> {moderator}"
        elif began is not None and began not in campaign.people:
            how = f"<@{began}> {creator}"
            pinged = [*pinged, began]
        else:
            roles, owner = self._moderators(campaign)
            called = [f"<@&{role}>" for role in roles] or [f"<@{owner}>"] * (owner is not None)
            how = f"{listed(called) or _('A moderator')} {moderator}"
            pinged = [*pinged, owner] if owner is not None else pinged
        text = f"{text}\n{how}{await self._link(campaign)}"
        await self._ask(campaign, row, text, pinged, owed, roles=roles)

    def _moderators(self, campaign: Campaign) -> tuple[list[int], int | None]:
        """The roles of a server that may manage its channels; the server's owner if there are none."""
        guild = self._client.get_guild(campaign.guild_id)
        if guild is None:
            return [], None
        # A role of a bot, this one included, reaches no moderator.
        ours = {role.id for role in guild.me.roles}
        managing = [
            role.id
            for role in reversed(guild.roles)
            if (role.permissions.manage_channels or role.permissions.administrator)
            and not role.managed
            and role.id not in ours
        ]
        return managing[:CALLED], None if managing else guild.owner_id

    async def _ask(
        self,
        campaign: Campaign,
        row: OutboxRow,
        text: str,
        pinged: Iterable[int],
        owed: Sequence[Decision],
        *,
        roles: Sequence[int] = (),
        view: ui.View | None = None,
    ) -> None:
        """Post what seats owe; this replaces earlier messages about it."""
        asked = [(decision.seat, decision.kind) for decision in owed]
        posted = await self._speaker.post(campaign, row, text, pinged, roles=roles, view=view, asked=asked)
        said = Asked(posted.channel.id, posted.id, campaign.last_seq, [seat for seat, _ in asked])
        await self._tidy(campaign, said)

    async def _tidy(self, campaign: Campaign, said: Asked | None = None) -> None:
        """Delete messages whose seats have answered since, or are asked again.

        A message that can't be deleted stays; if Discord fails, it is tried again the next time.

        :param said: the message that was just posted.
        """
        store, key = self._campaigns.store, messages.asked_key(campaign)
        before = await Asked.of(store, campaign)
        if said is None and not before:
            return
        lately = await store.journal_tail(campaign.id, _LATELY)
        owing = {decision.seat for decision in self._decisions(campaign)}
        kept = [] if said is None else [said]
        for asked in before:
            acted = {entry.seat for entry in lately if entry.seq > asked.seq}
            anew = set() if said is None else set(said.seats)
            if asked.message == (said and said.message):
                continue
            if owing.intersection(asked.seats) - acted - anew or not await self._deleted(campaign, asked):
                kept.append(asked)
        if kept:
            value = msgspec.json.encode(kept).decode()
            await store.set(partial(rows.people.note, key=key, value=value))
        else:
            await store.set(partial(rows.people.unnote, key=key))

    async def _deleted(self, campaign: Campaign, asked: Asked) -> bool:
        """Delete a message; False if Discord failed, so that it may be tried again."""
        channel = self._client.get_partial_messageable(asked.channel, guild_id=campaign.guild_id)
        try:
            await channel.get_partial_message(asked.message).delete()
        except discord.HTTPException as error:
            return error.status < 500
        except (discord.RateLimited, aiohttp.ClientError, ConnectionError, TimeoutError):
            return False
        return True

    async def _acted_since(self, row: OutboxRow, campaign: Campaign) -> set[str]:
        """Seats that have acted since a message was written, if it had to wait."""
        if row.not_before is None and not row.attempts:
            return set()
        lately = await self._campaigns.store.journal_tail(campaign.id, _LATELY)
        return {entry.seat for entry in lately if entry.at > row.created_at}

    async def _told_anew(self, row: OutboxRow) -> set[str]:
        """Seats that a newer notice tells the same: several notices were held back together."""
        store = self._campaigns.store
        later = await store.look(partial(rows.outbox.newer, message_id=row.id, now=store.now()))
        return {
            seat for payload in later for seat in msgspec.json.decode(payload, type=messages.Notice).seats
        }

    def _ends(self, campaign: Campaign) -> dict[str, str]:
        """The time until which each seat has to answer, as the end of a sentence."""
        ends = awaited.ends(self._campaigns, campaign)
        return {seat: f", {end.told}" for seat, end in ends.items()}

    async def _beforehand(self, campaign: Campaign, owed: Sequence[Decision]) -> str:
        """How to answer such questions beforehand, for a player asked out of turn who has no orders."""
        if not self._campaigns.title_of(campaign).order_sets:
            return ""
        ordering = {seat for seat, _ in (await self._campaigns.around(campaign)).orders}
        if all(decision.seat in ordering or not decision.interrupt for decision in owed):
            return ""
        return _("\n-# `/orders usual` answers such questions for you, so that nobody has to wait.")

    def _decisions(self, campaign: Campaign) -> list[Decision]:
        """The decisions that are owed; none while the campaign is stopped."""
        if campaign.status != "running" or campaign.stands_still:
            return []
        return self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))

    def _who(self, campaign: Campaign, decision: Decision) -> str:
        holder = campaign.seats.get(decision.seat)
        name = self._campaigns.title_of(campaign).seat_names[decision.seat]
        return f"**{name}**" if holder is None else f"<@{holder}> (**{name}**)"

    def _missing(self, campaign: Campaign, owed: Sequence[Decision]) -> str:
        prompts = list(dict.fromkeys(each.prompt for each in owed))
        return _("Still to decide: {prompts}.{given}", prompts=clauses(prompts), given=self._given(campaign))

    async def _link(self, campaign: Campaign) -> str:
        posted = await self._campaigns.store.card(campaign.id, self._campaigns.chapter_of(campaign))
        return f" {links.to_card(campaign.guild_id, posted)}" if posted else ""


def _empty(campaign: Campaign, seat: str, name: str) -> str:
    """Why a seat has no player, as a clause."""
    if campaign.seating[seat].automatic:
        return _("The automatic player is stuck for **{name}**", name=name)
    return _("The seat **{name}** is vacant", name=name)
