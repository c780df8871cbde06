"""Undo: a player's own if nothing is in the way, or with the other players' consent."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from bot.campaigns import guards
from bot.campaigns.consent import Agreed, Consent
from bot.campaigns.proposals import TakeBack
from bot.campaigns.service import Campaigns
from bot.errors import StaleError
from bot.store import Audit, Campaign, JournalRow, Message
from bot.undo.extent import (
    Extent,
    been_back,
    crosses,
    extent_of,
    given_apart,
    learnt_by,
    listing,
    obstacles,
    standing,
    state_after,
    undoable,
)
from data.catalogue import _
from data.nouns import counted
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.events import Source


async def examined(
    title: AnyTitle,
    campaign: Campaign,
    state: Any,
    rows: Sequence[JournalRow],
    back_to: int,
    own: Collection[str],
) -> Extent:
    """The extent of an undo for a player, with what their seats have learnt from its entries.

    The latter is found out only if nothing else is in the way, because it is slow.

    :param state: the present state.
    """
    extent = extent_of(title, rows, back_to, own=own)
    if apart := given_apart(title, state, rows, back_to, own):
        stays = {row.seq for row in apart}
        return extent._replace(entries=[each for each in extent.entries if each.number not in stays])
    if obstacles(title, extent, own, campaign.automatic):
        return extent
    learnt = await asyncio.to_thread(learnt_by, title, campaign, rows, back_to, own)
    return extent_of(title, rows, back_to, own=own, learnt=learnt)


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
        freely: bool = False,
    ) -> Campaign:
        """Take back the entries after one; a player can only take back what is theirs to take back alone.

        :param freely: also if dice were rolled, as in a lesson.
        :raises PoliteError: it is not possible; the text says why.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version, moderator=source == "moderator")
            apart: Sequence[JournalRow] = ()
            if source == "player" and not freely:
                title = self._campaigns.title_of(campaign)
                own = guards.own_seats(campaign, user_id)
                journal = await self._store.journal(campaign_id)
                present = self._campaigns.state_of(campaign)
                extent = await examined(title, campaign, present, journal, back_to, own)
                if obstacles(title, extent, own, campaign.automatic):
                    raise StaleError(_l("That can't be taken back without the others' consent."))
                apart = given_apart(title, present, journal, back_to, own) or ()
            return await self._carry_out(campaign, back_to, user_id, source, audit, say, apart=apart)

    async def agreed(self, agreed: Agreed, wanted: TakeBack) -> Campaign:
        """Take back what all have agreed to; the version makes sure that it happens only once.

        :raises PoliteError: it is not possible; the text says why.
        """
        async with self._campaigns.writing(wanted.campaign):
            campaign = await self._present(wanted.campaign, agreed.campaign.version)
            return await self._carry_out(
                campaign, wanted.back_to, agreed.asker, "player", None, (), presser=agreed.presser
            )

    async def _present(self, campaign_id: int, version: int, *, moderator: bool = False) -> Campaign:
        campaign = await self._campaigns.by_id(campaign_id)
        undoable(campaign, moderator=moderator)
        if campaign.version != version:
            raise StaleError(
                _l("The game has gone on since then, so this would undo other actions. Ask again.")
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
        apart: Sequence[JournalRow] = (),
    ) -> Campaign:
        """Undo in the name of a user; the person who pressed gets no notice of their turn.

        :param apart: later answers of other seats, which are applied again.
        """
        title = self._campaigns.title_of(campaign)
        journal = await self._store.journal(campaign.id)
        undone = extent_of(title, journal, back_to).entries
        rolled = [row for row in standing(journal) if row.seq > back_to and row.kind == "act" and row.draws]
        state = await asyncio.to_thread(state_after, title, campaign, journal, back_to)
        progress = await self._campaigns.progress(campaign)
        seats = {entry.seat for entry in undone if entry.seat} - {row.seat for row in apart}
        again = been_back(journal, back_to)
        if source == "moderator":
            # A seat that repeats one of these actions gets the same draws.
            progress.recalled += rolled
        progress.undo(back_to, state, len(undone), user_id=user_id, source=source, seats=seats, again=again)
        for row in apart:
            progress.take(row.seat, row.action, user_id=row.user_id, source=row.source)
        committed = await self._campaigns.commit(progress, user_id=presser or user_id, audit=audit, say=say)
        return committed.campaign

    async def ask(self, wanted: TakeBack, *, user_id: int) -> int:
        """Ask all other players to agree, in the channel; returns the request's id.

        :raises PoliteError: there is no other player, or a request is already open.
        """
        async with self._campaigns.writing(wanted.campaign):
            campaign = await self._present(wanted.campaign, wanted.version)
            title = self._campaigns.title_of(campaign)
            own = guards.own_seats(campaign, user_id) if wanted.reason is None else ()
            journal = await self._store.journal(campaign.id)
            learnt = await asyncio.to_thread(learnt_by, title, campaign, journal, wanted.back_to, own)
            extent = extent_of(title, journal, wanted.back_to, learnt=learnt)
            return await Consent(self._campaigns).put(
                campaign,
                wanted,
                _("take back {actions}:", actions=counted(len(extent.entries), "action")),
                listing(title, extent, 1000),
                crosses(extent),
                user_id=user_id,
            )
