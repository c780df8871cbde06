"""Advice: the best action by the game's adviser or by the automatic player, and the button that takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from discord import app_commands, ui

from bot.campaigns import autopilot, forced, guards, lessons
from bot.desk import panel
from bot.desk.desk import Desk, may_post
from bot.desk.refusals import sentence
from bot.errors import PoliteError, StaleError
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.interactions.host import Button, ForOne, Interaction, answering, desk_of, show
from bot.interactions.panel import acted_on, must_hold
from bot.posts.card.face import TONES
from bot.store import Campaign, DuplicateInteraction
from bot.surface import custom_ids, layout
from data.catalogue import _
from data.sentences import _l
from engines.core.errors import EngineError
from engines.core.events import GivenFor

_PLACES = ("🥇", "🥈", "🥉")
BEST = "-"
"""What a button's id holds if the best action is too long for it: the bot looks for the action again."""
NEWS, NEWS_LINES = 2200, 24
"""Characters and lines of the events after a press; the turn card has the others."""


class Counsel(NamedTuple):
    """An action that the adviser thinks best or next to best."""

    told: str
    action: str


async def _counsel(desk: Desk, campaign: Campaign, seat: str) -> list[Counsel]:
    """The best actions of a seat, with what each is expected to bring; none if the seat owes no action.

    A second call gives the same advice.
    """
    title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
    presenter = presenter_of(title)
    offered = {each.notation: each for each in presenter.choices(state, seat)}
    rng = autopilot.chance(campaign)
    if title.advises:
        advice = await asyncio.to_thread(title.advise, state, seat, rng)
        counsels: list[Counsel] = []
        first: list[str] = []
        for place, each in zip(_PLACES, advice, strict=False):
            typed = title.notation(each.action)
            filled = _filled(presenter, state, seat, typed)
            label = (offered.get(typed) or presenter.choice(state, seat, each.action)).label
            if filled is not None:
                label = _("This form") if not counsels else _("The same form, changed")
                label = label if filled else _("An empty form")
            line = _(
                "{place} **{label}** → {chance}% {aim}. {reason}",
                place=place,
                aim=title.aim(seat),
                label=label,
                chance=round(100 * each.expected),
                reason=each.reason,
            )
            lines = _changed(first, filled) if counsels and filled else filled or []
            counsels.append(Counsel("\n".join([line, *lines]), typed))
            first = first or filled or []
        return counsels
    action = title.suggest(state, seat, rng)
    if action is None:
        return []
    typed = title.notation(action)
    words = offered.get(typed)
    parts = _filled(presenter, state, seat, typed)
    if parts is not None:
        line = (
            _("💡 The automatic player would submit:")
            if parts
            else _("💡 The automatic player would submit an empty form.")
        )
        return [Counsel("\n".join([line, *parts]), typed)]
    line = (
        _("💡 The automatic player would play `{typed}`.", typed=typed)
        if words is None
        else _(
            "💡 The automatic player would play: **{label}**: {reason}.",
            label=words.label,
            reason=words.reason,
        )
    )
    return [Counsel(line, typed)]


def _filled(presenter: AnyPresenter, state: Any, seat: str, typed: str) -> list[str] | None:
    """The answers of a form, line by line; None where the action is no form as a whole.

    The panel already shows the form's introduction and the usual choice.
    """
    sheet = presenter.sheet(state, seat, typed, {})
    if sheet is None or sheet.text != typed or sheet.closing is not None:
        return None
    return [line for line in sheet.lines if not line.startswith(("#", "-#"))]


def _changed(first: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The lines by which a form differs from the first."""
    gone = [f"➖ {line}" for line in first if line not in lines]
    return [*gone, *(f"➕ {line}" for line in lines if line not in first)]


async def give(
    desk: Desk, interaction: Interaction, campaign: Campaign, seat: str, news: Sequence[str] = ()
) -> None:
    """Show what is best for a seat, with a button beside each action for the player who holds the seat.

    :param news: the events after the last press.
    """
    mine = campaign.seats.get(seat) == interaction.user.id and not guards.why_stopped(campaign)
    advice = await _counsel(desk, campaign, seat) if campaign.status == "running" else []
    items: list[ui.Item[ui.LayoutView]] = []
    if news or not advice:
        lines = list(news) or [_("You have nothing to decide now.")]
        items.append(ui.TextDisplay(layout.last_lines(lines, NEWS, most=NEWS_LINES)))
    if mine and advice:
        asked = await panel.question(desk.campaigns, campaign, seat, interaction.user.id)
        items.append(ui.TextDisplay(asked.text))
    stamp = custom_ids.Stamp(campaign.id, campaign.version, seat)
    for each in advice:
        best, carried = each is advice[0], custom_ids.carries(stamp, each.action, "advice")
        if mine and (carried or best):
            does = _does(stamp, each.action if carried else BEST, best=best)
            items.append(ui.Section(each.told, accessory=does))
        else:
            typed = [_("-# To type it: `/play {action}`.", action=each.action)] if mine else []
            items.append(ui.TextDisplay("\n".join([each.told, *typed])))
    if mine and advice and desk.campaigns.title_of(campaign).advises:
        items.append(ui.ActionRow(_plays_on(stamp)))
    await show(interaction, layout.message(*items))


def _does(stamp: custom_ids.Stamp, action: str, *, best: bool) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        style=TONES["success" if best else "secondary"],
        label=_("Do this"),
        custom_id=custom_ids.press(stamp, action, "advice"),
    )


def _plays_on(stamp: custom_ids.Stamp) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        style=TONES["primary"], label=_("Play the turn for me"), custom_id=custom_ids.aide(stamp)
    )


async def _go_on(
    desk: Desk,
    interaction: Interaction,
    before: Campaign,
    campaign: Campaign,
    seat: str,
    news: Sequence[str],
) -> None:
    """Show the events after a press and what is best now, or make way for a new card, which shows both.

    Discord keeps an answer where it was first given: it would stand above the card, with its buttons out of
    sight.
    """
    title, chapter_of = desk.campaigns.title_of(campaign), desk.campaigns.chapter_of
    if campaign.status == "running" and not title.secrets and chapter_of(before) != chapter_of(campaign):
        await interaction.delete_original_response()
    else:
        await give(desk, interaction, campaign, seat, news)


async def play_turn(
    desk: Desk, interaction: Interaction, campaign: Campaign, seat: str, version: int | None = None
) -> None:
    """Let the adviser play a seat's turn to its end in one commit; shows the events and the next advice.

    :param version: the version of the board that the player saw; None means the present one.
    :raises PoliteError: the seat owes no action, it has already acted, or a learner has to take this step.
    """
    may_post(interaction)
    campaigns, user_id, before = desk.campaigns, interaction.user.id, campaign
    title = campaigns.title_of(campaign)
    guards.seated(campaign, user_id, seat)
    async with campaigns.writing(campaign.id):
        guards.playable(campaign, version)
        progress = await campaigns.progress(campaign)
        if lessons.is_on(title, campaign, progress.chapter):
            raise PoliteError(
                _l("This is a lesson, so you play its steps yourself. The aide-de-camp only advises.")
            )
        await autopilot.play_turn(progress, seat, user_id)
        if not progress.entries:
            raise PoliteError(_l("You have nothing to decide now."))
        forced.go_on(progress, await progress.look_around(campaigns.store), user_id)
        # The heading already says who played.
        done = [event for event in progress.events if not isinstance(event, GivenFor)]
        events = progress.title.redact_all(done, seat)
        try:
            campaign, due = await campaigns.commit(progress, user_id=user_id, interaction_id=interaction.id)
        except DuplicateInteraction:
            raise PoliteError(_l("Your turn has been played already.")) from None
    desk.outbox.kick(due)
    lines = presenter_of(title).tell(events) or [_("-# Nothing happened that others can see.")]
    news = [_("🎖️ The aide-de-camp has played your turn:"), *lines]
    await _go_on(desk, interaction, before, campaign, seat, news)


@app_commands.command(name="hint")
@answering()
async def hint(interaction: Interaction) -> None:
    """What is best in your place as far as the bot knows, where no other person plays."""
    desk = desk_of(interaction)
    await _hint(desk, interaction, await desk.campaigns.running(interaction.channel_id or 0))


async def _hint(desk: Desk, interaction: Interaction, campaign: Campaign) -> None:
    guards.playable(campaign)
    seat = desk.own_seat(campaign, interaction.user.id)
    _against_nobody(campaign, interaction.user.id)
    await give(desk, interaction, campaign, seat)


def _against_nobody(campaign: Campaign, user_id: int) -> None:
    """Check that no other person plays: one may have come since the advice was shown.

    :raises PoliteError: somebody does.
    """
    if guards.unadvised(campaign, user_id):
        raise PoliteError(_("You play against people here, so the automatic player gives no advice."))


class Ask(ForOne, Button, template=custom_ids.HINT):
    """Shows the advice, from a card."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _hint(desk, interaction, await desk.board(self.campaign))


class Heed(ForOne, Button, template=custom_ids.HEED):
    """Takes an advised action, then shows the next advice."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        may_post(interaction)
        stamp, campaign = custom_ids.Stamp.read(self.fields), await desk.board(self.campaign)
        must_hold(campaign, interaction.user.id, stamp.seat)
        _against_nobody(campaign, interaction.user.id)
        try:
            action = self.fields["action"]
            if action == BEST:
                guards.playable(campaign, stamp.version)
                advice = await _counsel(desk, campaign, stamp.seat)
                action = advice[0].action if advice else action
            meant = desk.campaigns.meant(campaign, stamp.seat, action, version=stamp.version)
            acted = await acted_on(desk, interaction, meant)
        except (StaleError, EngineError) as refused:
            news = [sentence(refused)]
            await give(desk, interaction, await desk.campaigns.by_id(campaign.id), stamp.seat, news)
        else:
            desk.outbox.kick(acted.due)
            news = presenter_of(desk.campaigns.title_of(campaign)).tell(acted.events)
            await _go_on(desk, interaction, campaign, acted.campaign, stamp.seat, news)


class Aide(ForOne, Button, template=custom_ids.AIDE):
    """Lets the adviser play the turn, then shows the advice for the next one."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        stamp, campaign = custom_ids.Stamp.read(self.fields), await desk.board(self.campaign)
        must_hold(campaign, interaction.user.id, stamp.seat)
        _against_nobody(campaign, interaction.user.id)
        try:
            await play_turn(desk, interaction, campaign, stamp.seat, stamp.version)
        except StaleError as refused:
            campaign = await desk.campaigns.by_id(campaign.id)
            await give(desk, interaction, campaign, stamp.seat, [str(refused)])


CONTROLS = (Ask, Heed, Aide)
