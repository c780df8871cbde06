"""The packs of campaigns: stored whole in the database when a campaign begins, for as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import msgspec
from sqlalchemy import Connection

from bot.errors import PoliteError
from bot.store import Campaign, CampaignHead, Store, rows
from bot.surface import layout
from data.catalogue import N_
from data.schema import PackError
from data.sentences import _l
from engines import packs
from engines.core.contract import AnyTitle
from engines.core.errors import StateError, UsageError
from engines.core.record import Record
from engines.packs import PackRegistry

_MISSING = N_(
    "This campaign needs the pack {pack}, which is not installed here. Nothing is lost: the campaign "
    "resumes as soon as the pack is back."
)


class Packs:
    """The titles and packs of campaigns and records.

    :param titles: every installed title and pack; the first of an id is for new campaigns.
    """

    def __init__(self, store: Store, titles: Iterable[AnyTitle]) -> None:
        self.registry = PackRegistry(titles)
        self._store = store

    def game_of(self, campaign: CampaignHead) -> AnyTitle:
        """The game of a campaign, begun or not: its name and its seats.

        :raises PoliteError: the game or the pack is no longer installed.
        """
        title = self._installed(campaign)
        # A lobby begins with the pack that is installed then.
        edition = title if campaign.status == "lobby" else self._edition(campaign.title, campaign.pack)
        if edition is None and set(campaign.seating) != set(title.seats):
            raise PoliteError(_MISSING(pack=campaign.pack))
        return edition or title

    def seat_names(self, campaign: CampaignHead) -> Mapping[str, str]:
        """The names of a campaign's seats; their ids if the game is no longer installed."""
        try:
            return self.game_of(campaign).seat_names
        except PoliteError:
            return {seat: seat for seat in campaign.seating}

    def name_of(self, campaign: CampaignHead) -> str:
        """The name of a campaign's game; its id if the game is no longer installed."""
        title = self.registry.titles.get(campaign.title)
        return campaign.title if title is None else title.name

    def _installed(self, campaign: CampaignHead) -> AnyTitle:
        title = self.registry.titles.get(campaign.title)
        if title is None:
            raise PoliteError(
                _l(
                    "This campaign needs the game '{title}', which is not installed here. Nothing is "
                    "lost: the campaign resumes as soon as the game is back.",
                    title=campaign.title,
                )
            )
        return title

    def _edition(self, title: str, pack: str) -> AnyTitle | None:
        try:
            return self.registry.edition(title, pack)
        except (PackError, UsageError):
            return None

    def of_campaign(self, campaign: Campaign) -> AnyTitle:
        """The title and pack of a campaign.

        :raises PoliteError: the game or the pack is neither stored nor installed.
        """
        self._installed(campaign)
        try:
            title = self.registry.find(campaign.title, campaign.pack)
        except (PackError, UsageError) as error:
            raise PoliteError(
                _l(
                    "The stored pack {pack} of this campaign can't be read: {error}",
                    pack=campaign.pack,
                    error=layout.plain(layout.cut(str(error), 300)),
                )
            ) from error
        return title or self._present(campaign)

    def at_hand(self, title: str, pack: str) -> bool:
        """Whether a campaign's game is installed, and its pack or another edition of it is loaded."""
        return title in self.registry.titles and self._edition(title, pack) is not None

    def _present(self, campaign: Campaign) -> AnyTitle:
        """The installed pack for a campaign that began before packs were stored, if it fits the board."""
        title = self.registry.edition(campaign.title, campaign.pack)
        if title is None:
            raise PoliteError(_MISSING(pack=campaign.pack))
        if campaign.state:
            try:
                title.check(msgspec.json.decode(campaign.state, type=title.state_type))
            except (StateError, msgspec.ValidationError) as error:
                raise PoliteError(
                    _l(
                        "This campaign needs the pack {pack}. The installed pack of that name does "
                        "not fit its board. Nothing is lost: the campaign resumes as soon as the "
                        "original pack is back.",
                        pack=campaign.pack,
                    )
                ) from error
        return title

    def of_record(self, record: Record) -> AnyTitle:
        """The title and pack of a record; it may have to be read, which is not for the event loop.

        :raises PoliteError: its pack is not installed, or the one in the record can't be used.
        """
        try:
            title = self.registry.of_record(record)
        except (PackError, UsageError) as error:
            reason = layout.plain(layout.cut(str(error), 600))
            raise PoliteError(
                _l("The pack that comes with the record can't be used: {told}", told=reason)
            ) from error
        if title is None:
            names = ", ".join(each.name for each in self.registry.titles.values())
            raise PoliteError(
                _l(
                    "That record is of '{title}', played with the pack '{pack}', which is not "
                    "installed here. There is: {names}.",
                    title=layout.plain(layout.cut(record.title, 40)),
                    pack=layout.plain(layout.cut(record.pack, 60)),
                    names=names,
                )
            )
        return title

    async def learn(self) -> None:
        """Load the packs of campaigns, also those that another process has stored."""
        for title, name in await self._store.look(rows.packs.known):
            if not self.registry.has(title, name):
                whole = await self._store.look(partial(rows.packs.of, title=title, name=name))
                self.registry.keep(title, name, whole)

    async def settle(self) -> None:
        """Load the packs of campaigns, and store those of campaigns that began before packs were stored."""
        await self.learn()
        unkept = await self._store.look(_unkept)
        old = [played for names in unkept if (played := self.registry.find(*names)) is not None]
        now = self._store.now()
        writes = [
            partial(rows.packs.keep, title=played.id, name=played.pack, whole=packs.whole(played), now=now)
            for played in old
            if packs.whole(played) is not None
        ]
        if writes:
            await self._store.transact(*writes)


def _unkept(connection: Connection) -> list[tuple[str, str]]:
    return [*rows.packs.not_kept(connection)]
