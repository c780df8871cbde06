"""Taking back: alone, where nothing is in the way, or by the others' consent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from discord import ButtonStyle, ui
from sqlalchemy import Connection

from bot.campaigns import guards, messages
from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.games.wording import counted, listed
from bot.store import Audit, Campaign, Message, Request, rows
from bot.surface import custom_ids, layout
from bot.undo.plan import Plan, crosses, listing, obstacles, others_of, plan, state_after, undoable
from engines.core.contract import AnyTitle
from engines.core.events import Source


class Answer(NamedTuple):
    """What became of a request by somebody's answer."""

    told: str
    """For whoever answered."""
    settled: str | None
    """For everybody, in place of the request; None while others are awaited."""


class Undos:
    """Takes entries back, alone or by consent."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def take_back(
        self,
        campaign_id: int,
        version: int,
        back_to: int,
        *,
        user_id: int,
        source: Source = "player",
        audit: Audit | None = None,
        say: Sequence[Message] = (),
    ) -> Campaign:
        """Take back what stands after an entry; of a player, only what is their own to take back.

        :raises PoliteError: it can't be, and the text says why.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            if source == "player":
                title = self._campaigns.title_of(campaign)
                own = guards.own_seats(campaign, user_id)
                journal = await self._store.journal(campaign_id)
                if obstacles(title, plan(title, journal, back_to), own):
                    raise StaleError("That can't be taken back without the others' consent.")
            return await self._carry_out(campaign, back_to, user_id, source, audit, say)

    async def _present(self, campaign_id: int, version: int) -> Campaign:
        campaign = await self._campaigns.by_id(campaign_id)
        undoable(campaign)
        if campaign.version != version:
            raise StaleError(
                "The campaign has moved on since, so that other actions would be undone. Ask again."
            )
        return campaign

    async def _carry_out(
        self,
        campaign: Campaign,
        back_to: int,
        user_id: int | None,
        source: Source,
        audit: Audit | None,
        say: Sequence[Message],
        *,
        presser: int | None = None,
    ) -> Campaign:
        """Undo in the name of a user; who pressed knows of it, and is not told that it is their turn."""
        title = self._campaigns.title_of(campaign)
        journal = await self._store.journal(campaign.id)
        undone = plan(title, journal, back_to).entries
        state = await asyncio.to_thread(state_after, title, campaign, journal, back_to)
        progress = Progress(title, campaign)
        seats = {entry.seat for entry in undone if entry.seat}
        progress.undo(back_to, state, len(undone), user_id=user_id, source=source, seats=seats)
        return await self._campaigns.commit(progress, user_id=presser or user_id, audit=audit, say=say)

    async def ask(self, campaign_id: int, version: int, back_to: int, *, user_id: int) -> int:
        """Ask all others who hold a seat to agree, in the channel; gives the request's id.

        :raises PoliteError: there is nobody to ask, or they are being asked already.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            title = self._campaigns.title_of(campaign)
            own = guards.own_seats(campaign, user_id)
            others = others_of(campaign, user_id)
            if not others:
                raise PoliteError("There is nobody to ask; a moderator can take it back: `/mod undo`.")
            pending = await self._store.look(partial(rows.requests.open_of, campaign_id=campaign_id))
            if pending is not None and pending.version == version:
                raise StaleError("The others are being asked already; their answers are awaited.")
            planned = plan(title, await self._store.journal(campaign_id), back_to)
            seat = next((entry.seat for entry in planned.entries if entry.seat in own), min(own))
            text = self._request_text(title, planned, user_id, others)
            made = 0

            def write(connection: Connection) -> None:
                nonlocal made
                now = self._store.now()
                made = rows.requests.ask(connection, campaign_id, version, back_to, seat, now)
                said = messages.say(text, people=list(dict.fromkeys(others.values())), undo=made)
                rows.outbox.add(connection, campaign_id, [said], now)

            await self._store.transact(write, campaign_id=campaign_id)
            return made

    def _request_text(self, title: AnyTitle, planned: Plan, user_id: int, others: dict[str, int]) -> str:
        asked = listed([f"<@{holder}>" for holder in dict.fromkeys(others.values())])
        parts = [
            f"↩️ {asked}: <@{user_id}> asks to take back {counted(len(planned.entries), 'action')}:",
            listing(title, planned, 1000),
            crosses(planned),
            "-# It is taken back when all have agreed, and lapses when the game goes on.",
        ]
        return "\n".join(part for part in parts if part)

    async def answer(self, request_id: int, user_id: int, answer: str, *, guild_id: int | None) -> Answer:
        """Note somebody's `agree`, `refuse` or `withdraw`; with the last consent it is carried out.

        :raises PoliteError: the request is settled, or it is not theirs to answer.
        """
        unlocked = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
        if unlocked is None:
            raise StaleError("That request is not known here.")
        async with self._campaigns.writing(unlocked.campaign_id, wait=True):
            # Read anew: somebody may have answered while we waited for the others.
            request = await self._store.look(partial(rows.requests.by_id, request_id=request_id))
            assert request is not None
            campaign = await self._campaigns.by_id(request.campaign_id)
            if campaign.guild_id != guild_id:
                raise StaleError("That request is not known here.")
            return await self._answer(request, campaign, user_id, answer)

    async def _answer(self, request: Request, campaign: Campaign, user_id: int, answer: str) -> Answer:
        asker = campaign.seats.get(request.asked_by)
        if request.settled_at is not None:
            raise StaleError("That request is settled already.")
        if user_id not in campaign.seats.values():
            raise NotSeatedError("Only those who hold a seat in this campaign are asked.")
        if campaign.version != request.version or campaign.status != "running":
            await self._settle(request)
            lapsed = "The game has gone on since, so that the request to take back has lapsed."
            return Answer(lapsed, lapsed)
        if user_id == asker:
            if answer == "agree":
                raise PoliteError("You have asked for this yourself; the others have to agree.")
            await self._settle(request)
            return Answer("You have withdrawn your request.", f"<@{user_id}> has withdrawn the request.")
        if answer == "withdraw":
            raise PoliteError("Only whoever asked can withdraw a request; you can refuse it.")
        if answer == "refuse":
            await self._settle(request)
            return Answer("You have refused.", f"<@{user_id}> has refused: nothing is taken back.")
        undoable(campaign)
        agreed = sorted({*request.agreed, *campaign.held_by(user_id)})
        others = others_of(campaign, asker)
        awaited = [holder for seat, holder in others.items() if seat not in agreed]
        if awaited:
            await self._store.transact(
                partial(rows.requests.agree, request_id=request.id, agreed=agreed),
                campaign_id=request.campaign_id,
            )
            names = listed([f"<@{holder}>" for holder in dict.fromkeys(awaited)])
            return Answer(f"You have agreed. Still to answer: {names}.", None)
        # The version lets it happen once only, should we be stopped before it is settled.
        await self._carry_out(campaign, request.back_to, asker, "player", None, (), presser=user_id)
        await self._settle(request)
        return Answer("You have agreed, and it is taken back.", "All have agreed: it is taken back.")

    async def _settle(self, request: Request) -> None:
        await self._store.transact(
            partial(rows.requests.settle, request_id=request.id, now=self._store.now()),
            campaign_id=request.campaign_id,
        )


def request_view(text: str, request_id: int) -> ui.LayoutView:
    """The message in which the others are asked."""
    agree = custom_ids.undo("agree", request_id)
    refuse = custom_ids.undo("refuse", request_id)
    return layout.question(
        text,
        ui.Button(label="Agree", style=ButtonStyle.success, custom_id=agree),
        ui.Button(label="Refuse", style=ButtonStyle.danger, custom_id=refuse),
    )


def asked_view(request_id: int) -> ui.LayoutView:
    """What whoever asked is told, with the button that withdraws the request."""
    withdraw = custom_ids.undo("withdraw", request_id)
    return layout.question(
        "The others are asked in the channel. It is taken back as soon as all have agreed.",
        ui.Button(label="Withdraw", style=ButtonStyle.secondary, custom_id=withdraw),
    )
