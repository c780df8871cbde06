"""A moderator's rulings on the game itself: acting for a seat, editing the board, rolling dice.

Each is in the journal like any action, and in the audit log; or in neither.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from bot.campaigns import guards, messages
from bot.campaigns.progress import Progress
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, StaleError
from bot.store import Audit, Campaign, DuplicateInteraction
from bot.surface import layout
from data.catalogue import _, alone
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError
from engines.core.events import Edited, Event, TableDice


class EditShown(NamedTuple):
    """An edit and its effects."""

    text: str
    """The edit in notation."""
    events: list[Event]
    """The events, in the public view."""


def edit_shown(title: AnyTitle, state: msgspec.Struct, text: str) -> EditShown:
    """An edit as it would be made now.

    :raises EngineError: it is not possible.
    """
    step = title.edit(state, text)
    edited = next(event for event in step.events if isinstance(event, Edited))
    return EditShown(edited.text, title.redact_all(step.events, None))


def publicly(title: AnyTitle, text: str) -> str:
    """An edit in the public view: players read the log too."""
    public = title.redact_for(Edited(text), None)
    return public.text if isinstance(public, Edited) else ""


class Rulings:
    """A moderator's changes to the game; the caller checks their rights first."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def act_for(
        self,
        campaign_id: int,
        seat: str,
        action: str,
        reason: str,
        *,
        user_id: int,
        interaction_id: int | None = None,
        see: bool = False,
    ) -> list[Event]:
        """Act for a seat; returns the events, in the public view.

        :param see: whether the moderator may learn why the rules refuse an action of a seat with secrets.
        :raises EngineError: the rules refuse it.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            guards.unfinished(campaign)
            title = self._campaigns.title_of(campaign)
            progress = await self._campaigns.progress(campaign)
            title.seated(seat)
            name = title.seat_names[seat]
            with alone():
                if all(owed.seat != seat for owed in title.decisions(progress.state)):
                    raise StaleError(
                        _(
                            "The seat {name} has nothing to decide now, so nobody can act for it.",
                            name=title.seat_names[seat],
                        )
                    )
            try:
                with alone():
                    written = progress.take(seat, action, user_id=user_id, source="moderator")
            except EngineError as error:
                if title.secrets and not see:
                    # The reason, and the legal choices, may reveal what only the seat knows.
                    with alone():
                        raise PoliteError(
                            _(
                                "{name} can't take that action now. The reason is a secret of that seat. "
                                "`see: True` shows it; that is logged and announced in the channel.",
                                name=title.seat_names[seat],
                            )
                        ) from error
                raise
            detail = seat if title.secrets else f"{seat}: {written}"
            await self._commit_once(
                progress,
                user_id=user_id,
                interaction_id=interaction_id,
                audit=Audit.on(campaign, user_id, "act-for", reason, detail),
                say=[
                    messages.say(
                        _(
                            "🛡️ <@{user_id}> acts for **{name}**{reason}",
                            user_id=user_id,
                            name=name,
                            reason=layout.why(reason),
                        )
                    )
                ],
            )
            return title.redact_all(progress.events, None)

    async def edit(self, campaign_id: int, version: int, text: str, reason: str, *, user_id: int) -> None:
        """Edit the board.

        :raises EngineError: the edit is not possible.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            title = self._campaigns.title_of(campaign)
            progress = await self._campaigns.progress(campaign)
            with alone():
                possible = edit_shown(title, progress.state, text)
            progress.edit(possible.text, user_id=user_id)
            shown = publicly(title, text)
            await self._campaigns.commit(
                progress,
                user_id=user_id,
                audit=Audit.on(campaign, user_id, "set", reason, shown),
                say=[
                    messages.say(
                        _(
                            "🛠️ <@{user_id}> corrects something on the board{reason}",
                            user_id=user_id,
                            reason=layout.why(reason),
                        )
                    )
                ],
            )

    async def roll(
        self, campaign_id: int, count: int, reason: str, *, user_id: int, interaction_id: int | None = None
    ) -> list[int]:
        """Roll dice for the table; returns the faces.

        :raises EngineError: too many dice, or too long a reason.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            guards.unfinished(campaign)
            progress = await self._campaigns.progress(campaign)
            with alone():
                progress.roll(count, reason, user_id=user_id)
            faces = next(event.faces for event in progress.events if isinstance(event, TableDice))
            shown = ", ".join(map(str, faces))
            await self._commit_once(
                progress,
                user_id=user_id,
                interaction_id=interaction_id,
                audit=Audit.on(
                    campaign, user_id, "roll", reason, _("{count} dice: {shown}", count=count, shown=shown)
                ),
                say=[
                    messages.say(
                        _(
                            "🎲 <@{user_id}> rolls **{shown}** for the table{reason}",
                            user_id=user_id,
                            shown=shown,
                            reason=layout.why(reason),
                        )
                    )
                ],
            )
            return faces

    async def _present(self, campaign_id: int, version: int) -> Campaign:
        campaign = await self._campaigns.by_id(campaign_id)
        guards.unfinished(campaign)
        if campaign.version != version:
            raise StaleError(_l("The game has gone on since then. Give the command again."))
        return campaign

    async def _commit_once(self, progress: Progress, **written: Any) -> None:
        try:
            await self._campaigns.commit(progress, **written)
        except DuplicateInteraction:
            raise StaleError(_l("That was already done. The card shows the result.")) from None
