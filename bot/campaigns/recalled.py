"""Draws of actions that a moderator took back: the same action in the same chapter repeats them."""

from __future__ import annotations

from functools import partial

from bot.store import JournalRow, Store, rows


class Recalled:
    """Reads what was taken back; a campaign in which a moderator took nothing back is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._undone: dict[int, bool] = {}

    async def of(self, campaign_id: int, chapter: int) -> list[JournalRow]:
        """The actions from a chapter on whose draws still have to be repeated."""
        if campaign_id not in self._undone:
            undone = partial(rows.journal.undone_by_moderators, campaign_id=campaign_id)
            self._undone[campaign_id] = bool(await self._store.look(undone))
        if not self._undone[campaign_id]:
            return []
        return await self._store.look(
            partial(rows.journal.drawn_before, campaign_id=campaign_id, chapter=chapter)
        )

    def forget(self, campaign_id: int) -> None:
        """Forget what was read, after an undo in a campaign."""
        self._undone.pop(campaign_id, None)
