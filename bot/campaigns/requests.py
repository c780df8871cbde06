"""Open requests: their messages with buttons, shown wherever a person looks, with one reminder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import msgspec
from discord import ButtonStyle, ui
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.consent import KEPT, Consent, lapsed, others_of, quorum, read, reminded, topic
from bot.campaigns.proposals import Wanted
from bot.campaigns.service import Campaigns
from bot.store import Campaign, Post, Request, Write, rows
from bot.surface import custom_ids, layout, links
from data.catalogue import _
from data.nouns import labelled, listed


class Pending(NamedTuple):
    """A request that still waits for answers."""

    request: Request
    wanted: Wanted
    asked: list[int]
    """All people who are asked."""
    awaited: list[int]
    """The asked people who have not agreed."""
    url: str
    """Link to its message, or to its channel if the message is not known."""

    @property
    def line(self) -> str:
        """The request in a clause, with its link."""
        return _(
            "a request waits for your answer ([here]({url})): once everyone has agreed, {done}",
            done=self.wanted.words.done,
            url=self.url,
        )


def read_pending(connection: Connection, campaign: Campaign, now: datetime) -> list[Pending]:
    """The requests of a campaign that wait for answers, newest first."""
    pending = []
    for request in rows.requests.open_of(connection, campaign.id):
        if lapsed(request, campaign, campaign.last_seq, now):
            continue
        wanted = read(request)
        asked = others_of(campaign, wanted, request.asker_id)
        awaited = [user for user in asked if user not in request.agreed]
        noted = rows.people.noted(connection, topic(request.id))
        url = links.channel_url(campaign.guild_id, campaign.channel_id)
        if noted is not None:
            hung = msgspec.json.decode(noted, type=Post)
            url = links.message_url(campaign.guild_id, hung.channel, hung.message)
        pending.append(Pending(request, wanted, asked, awaited, url))
    return pending


async def pending_of(campaigns: Campaigns, campaign: Campaign) -> list[Pending]:
    """The requests of a campaign that wait for answers, newest first."""
    now = campaigns.store.now()
    return await campaigns.store.look(partial(read_pending, campaign=campaign, now=now))


def beside(pending: Sequence[Pending], people: Collection[int]) -> str:
    """What a message that calls people to their turn adds: the requests that they have not answered.

    What is asked in a private room is not named in public.
    """
    open_to_all = [each for each in pending if each.wanted.room is None]
    called = [(each, [f"<@{user}>" for user in each.awaited if user in people]) for each in open_to_all]
    return "".join(f"\n❓ {labelled(listed(users), each.line)}." for each, users in called if users)


async def remind(campaigns: Campaigns, campaign: Campaign) -> list[datetime]:
    """Remind people after half the time, and tell the asker when the request can pass without an answer.

    Returns the times of the next steps. The caller is the campaign's only writer.
    """
    store, consent, now = campaigns.store, Consent(campaigns), campaigns.store.now()
    steps: list[Write] = []
    later: list[datetime] = []
    for each in await pending_of(campaigns, campaign):
        request, by_majority = each.request, each.wanted.by_majority and len(each.asked) > 1
        later.append(request.at + KEPT)
        if not each.awaited or not (by_majority or each.wanted.by_silence):
            continue
        over = max((await consent.ends(campaign, each.wanted, each.awaited, request.at)).values())
        half = request.at + (over - request.at) / 2
        later += [at for at in (half, over) if at > now]
        stage = "over" if over <= now else "half" if half <= now else ""
        if not stage or await store.look(partial(rows.people.noted, key=reminded(request.id))) == stage:
            continue
        steps.append(partial(rows.people.note, key=reminded(request.id), value=stage))
        enough = not by_majority or len(each.asked) - len(each.awaited) >= quorum(len(each.asked))
        if stage == "half":
            called = listed([f"<@{user}>" for user in each.awaited])
            said = messages.say(f"🔔 {labelled(called, each.line)}.", people=each.awaited)
        elif enough and request.asker_id is not None:
            asker = request.asker_id
            text = _(
                "🔔 <@{asker}>: the time to answer is over. Press Agree [here]({url}), and {done}.",
                asker=asker,
                url=each.url,
                done=each.wanted.words.done,
            )
            said = messages.say(text, people=[asker])
        else:
            continue
        steps.append(partial(rows.outbox.add, campaign_id=campaign.id, messages=[said], now=now))
    if steps:
        await store.transact(*steps, campaign_id=campaign.id)
    return later


def request_view(text: str, request_id: int) -> ui.LayoutView:
    """The message that asks the other players."""
    agree = custom_ids.request("agree", request_id)
    refuse = custom_ids.request("refuse", request_id)
    return layout.question(
        text,
        ui.Button(label=_("Agree"), style=ButtonStyle.success, custom_id=agree),
        ui.Button(label=_("Refuse"), style=ButtonStyle.danger, custom_id=refuse),
    )


def asked_view(wanted: Wanted, request_id: int) -> ui.LayoutView:
    """The answer to the person who asked, with the button that withdraws the request."""
    withdraw = custom_ids.request("withdraw", request_id)
    asked = (
        _("The others are asked in the channel. Once everyone has agreed, {done}.", done=wanted.words.done)
        if wanted.room is None
        else _("Your offer is in this room. If it is accepted, {done}.", done=wanted.words.done)
    )
    return layout.question(
        asked,
        ui.Button(label=_("Withdraw"), style=ButtonStyle.secondary, custom_id=withdraw),
    )
