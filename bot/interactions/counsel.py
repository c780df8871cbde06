"""What is best now: by the game's adviser, or by what the automatic player would do."""

from __future__ import annotations

import asyncio

from bot.campaigns import autopilot, forced, guards
from bot.campaigns.progress import Progress
from bot.desk.desk import Desk
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.store import Campaign, DuplicateInteraction
from data.catalogue import _

_PLACES = ("🥇", "🥈", "🥉")


async def counsel(desk: Desk, campaign: Campaign, seat: str) -> list[str]:
    """The best actions of a seat with what they are expected to bring; none where it owes none.

    Asked twice it says the same.
    """
    title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
    offered = {each.notation: each for each in presenter_of(title).choices(state, seat)}
    rng = autopilot.chance(campaign)
    if title.advises:
        advice = await asyncio.to_thread(title.advise, state, seat, rng)
        written = [title.notation(each.action) for each in advice]
        return [
            _(
                "{place} **{label}** · {chance}% to win. {reason} To type it: `/play {typed}`.",
                place=place,
                label=offered[typed].label if typed in offered else typed,
                chance=round(100 * each.expected),
                reason=each.reason,
                typed=typed,
            )
            for place, each, typed in zip(_PLACES, advice, written, strict=False)
        ]
    action = title.suggest(state, seat, rng)
    if action is None:
        return []
    typed = title.notation(action)
    words = offered.get(typed)
    if words is None:
        return [_("💡 The automatic player would play: to type it, `/play {typed}`.", typed=typed)]
    return [
        _(
            "💡 The automatic player would play: **{label}**: {reason}. To type it: `/play {typed}`.",
            label=words.label,
            reason=words.reason,
            typed=typed,
        )
    ]


async def play_turn(desk: Desk, campaign: Campaign, seat: str, user_id: int, interaction_id: int) -> str:
    """Let the adviser play a seat's turn out, in one commit; gives what came of it.

    :raises PoliteError: nothing is asked of the seat, or it has been done.
    """
    campaigns = desk.campaigns
    title = campaigns.title_of(campaign)
    async with campaigns.writing(campaign.id):
        guards.playable(campaign)
        progress = Progress(title, campaign)
        await autopilot.play_turn(progress, seat, user_id)
        if not progress.entries:
            raise PoliteError(_("Nothing is asked of you now."))
        await forced.go_on(campaigns.store, progress, user_id)
        told = progress.title.told_all(progress.events, seat)
        try:
            await campaigns.commit(progress, user_id=user_id, interaction_id=interaction_id)
        except DuplicateInteraction:
            raise PoliteError(_("Your turn has been played already.")) from None
    desk.outbox.kick()
    return "\n".join((_("🎖️ The aide-de-camp has played your turn:"), *presenter_of(title).tell(told)))
