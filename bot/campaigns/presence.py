"""Who is away: asked at each command and press, and so kept in memory."""

from __future__ import annotations

from bot.store import Store, rows


class Presence:
    """Knows for whom the automatic player has played a turn; there is one bot on a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._away: set[int] | None = None

    def changed(self) -> None:
        """What some seat has missed was written."""
        self._away = None

    async def missed(self, user_id: int) -> bool:
        """Whether somebody has missed a turn somewhere, and nothing was heard of them since."""
        if self._away is None:
            self._away = await self._store.look(rows.seats.of_absent)
        return user_id in self._away
