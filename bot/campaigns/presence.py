"""The players who are away; each command and press asks this, so it is kept in memory."""

from __future__ import annotations

from bot.store import Store, rows


class Presence:
    """Knows the players whose turn the automatic player has taken; one bot uses a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._away: set[int] | None = None

    def changed(self) -> None:
        """The missed turns of a seat were written."""
        self._away = None

    async def missed(self, user_id: int) -> bool:
        """Whether a player has missed a turn in any campaign and not acted since."""
        if self._away is None:
            self._away = await self._store.look(rows.seats.of_absent)
        return user_id in self._away
