"""The message that shows a replay picture by picture; its custom ids hold all its data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

import discord
from discord import ui

from bot.campaigns import guards
from bot.desk.desk import Desk
from bot.errors import PoliteError, incident
from bot.games.registry import presenter_of
from bot.replays import playback
from bot.replays.playback import By, Leaf, Replay, Replays
from bot.store import Campaign
from bot.surface import layout
from bot.surface.custom_ids import ROW
from bot.surface.pictures import Crowded
from data.catalogue import _
from engines.core.contract import AnyTitle
from render import RenderError

PUBLIC = "*"
"""The public view in a custom id; no seat has this id."""
_PLACE = rf"(?P<campaign>{ROW}):(?P<by>turn|step):(?P<number>\d{{1,9}}):(?P<viewer>\*|[a-z0-9-]{{1,24}})"
TURN = rf"t1:replay:{_PLACE}:(?P<role>first|back|on|last|by)"
LOOK = rf"t1:replay-as:{_PLACE}"

Role = Literal["first", "back", "on", "last", "by"]


class Place(NamedTuple):
    """A place in a replay, and the seat whose view is shown."""

    campaign: int
    by: By
    number: int
    """Number of the leaf."""
    viewer: str | None

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Place:
        """The place from the named parts of a custom id."""
        viewer = None if fields["viewer"] == PUBLIC else fields["viewer"]
        return cls(int(fields["campaign"]), cast(By, fields["by"]), int(fields["number"]), viewer)

    def __str__(self) -> str:
        return f"{self.campaign}:{self.by}:{self.number}:{self.viewer or PUBLIC}"


async def opened(
    desk: Desk, replays: Replays, interaction: discord.Interaction[Any], campaign: Campaign, turn: int | None
) -> None:
    """Show a person the first leaf of a campaign, or the leaf of a turn.

    :raises PoliteError: there is nothing to show, or no such turn.
    """
    replay = await replays.of(campaign)
    last = replay.turns[-1].number
    if turn is not None and not any(leaf.number == turn for leaf in replay.turns):
        raise PoliteError(
            _("Turn {turn} has not been played yet. The latest is turn {last}.", turn=turn, last=last)
        )
    viewers = playback.viewers_of(campaign, desk.campaigns.title_of(campaign), interaction.user.id)
    number = replay.turns[0].number if turn is None else turn
    await _show(desk, interaction, campaign, replay, Place(campaign.id, "turn", number, viewers[0]))


async def leafed(desk: Desk, replays: Replays, interaction: discord.Interaction[Any], place: Place) -> None:
    """Show another leaf in the message that was pressed.

    :raises PoliteError: the message is another person's.
    """
    campaign = await desk.campaigns.by_id(place.campaign)
    sees = await desk.places.learn(interaction, [campaign.channel_id])
    if not sees(campaign.channel_id, campaign.people):
        raise PoliteError(guards.UNKNOWN)
    title = desk.campaigns.title_of(campaign)
    if place.viewer not in playback.viewers_of(campaign, title, interaction.user.id):
        raise PoliteError(
            _(
                "Until this campaign ends, you can see only public information and your own seat's "
                "secrets. `/campaign replay` starts over."
            )
        )
    await _show(desk, interaction, campaign, await replays.of(campaign), place)


async def _show(
    desk: Desk, interaction: discord.Interaction[Any], campaign: Campaign, replay: Replay, place: Place
) -> None:
    title = desk.campaigns.title_of(campaign)
    leaves = replay.leaves(place.by)
    leaf = leaves[playback.nearest(leaves, place.number)]
    try:
        picture = await desk.pictures.draw(
            title,
            title.view(leaf.state, place.viewer),
            playback.arrows(title, leaf, place.viewer),
            campaign.theme,
        )
    except RenderError as error:
        # Without its map the story is still shown.
        if not isinstance(error, Crowded):
            incident(error, f"drawing a replay of campaign {campaign.id}")
        file = None
    else:
        file = layout.attachment(picture)
    viewers = playback.viewers_of(campaign, title, interaction.user.id)
    await interaction.edit_original_response(
        view=page(title, replay, place, viewers, file, playback.ends_early(title, campaign, replay)),
        attachments=[] if file is None else [file],
        allowed_mentions=layout.NO_MENTIONS,
    )


def page(
    title: AnyTitle,
    replay: Replay,
    place: Place,
    viewers: list[str | None],
    picture: discord.File | None,
    trouble: str = "",
) -> ui.LayoutView:
    """The leaf at a place, with the buttons that lead to the others.

    :param viewers: seats whose views this person may see; None is the public view.
    :param trouble: why the replay stops before the end, if it does.
    """
    leaves = replay.leaves(place.by)
    at = playback.nearest(leaves, place.number)
    leaf = leaves[at]
    scenario, _options = title.agreed(leaf.state)
    heading = presenter_of(title).heading(scenario, leaf.chapter, title.redact_all(leaf.so_far, place.viewer))
    small = [heading.line, _balance(title, leaves, at, place)]
    top = "\n-# ".join([f"## {heading.title}", *filter(None, small)])
    foot = _foot(title, replay, place, at, trouble)
    room = layout.TEXT - len(top) - len(foot) - 100
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=heading.colour)
    box.add_item(ui.TextDisplay(top))
    if picture is not None:
        box.add_item(layout.gallery(picture, _("Map of {title}", title=heading.title)))
    story = playback.story(title, leaf, place.viewer) or [_nothing(place, leaf, leaves)]
    box.add_item(ui.TextDisplay(layout.last_lines(story, room, elsewhere=layout.IN_LOG)))
    box.add_item(ui.TextDisplay(foot))
    view.add_item(box)
    view.add_item(_buttons(replay, place, leaf, at))
    if len(viewers) > 1:
        view.add_item(_look(title, place, viewers))
    # Its custom ids hold all its data: discord.py need not keep it.
    view.stop()
    return view


def _nothing(place: Place, leaf: Leaf, leaves: Sequence[Leaf]) -> str:
    """The text of a leaf without events: mostly a turn that has just begun."""
    begun = place.by == "turn" and leaf is leaves[-1]
    return _("*Nothing has happened yet.*") if begun else _("*No public news.*")


def _foot(title: AnyTitle, replay: Replay, place: Place, at: int, trouble: str) -> str:
    leaves = replay.leaves(place.by)
    what = presenter_of(title).counted_by if place.by == "turn" else _("Step")
    foot = _("-# {what} {at} of {number}", what=what, at=at + 1, number=len(leaves))
    if title.secrets:
        foot += _(
            ", as seen by {viewer}",
            viewer=_("everybody") if place.viewer is None else title.seat_names[place.viewer],
        )
    if trouble and at == len(leaves) - 1:
        foot += f"\n-# ⚠️ {trouble}"
    return foot


def _balance(title: AnyTitle, leaves: Sequence[Leaf], at: int, place: Place) -> str:
    """The score on a leaf, and for a turn its difference from the turn before."""
    state = leaves[at].state
    stands = title.known_outcome(state, place.viewer)
    if stands is None or title.outcome(state) is not None:
        return ""
    stood = title.known_outcome(leaves[at - 1].state, place.viewer) if at and place.by == "turn" else None
    return presenter_of(title).balance(stands, stood)


def _buttons(replay: Replay, place: Place, leaf: Leaf, at: int) -> ui.ActionRow[ui.LayoutView]:
    leaves = replay.leaves(place.by)
    last = len(leaves) - 1
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    ways: tuple[tuple[Role, str, int, bool], ...] = (
        ("first", "⏮", 0, at == 0),
        ("back", "◀", max(at - 1, 0), at == 0),
        ("on", "▶", min(at + 1, last), at == last),
        ("last", "⏭", last, at == last),
    )
    for role, emoji, to, idle in ways:
        target = place._replace(number=leaves[to].number)
        row.add_item(ui.Button(emoji=emoji, custom_id=f"t1:replay:{target}:{role}", disabled=idle))
    row.add_item(
        ui.Button(
            label=_("Step by step") if place.by == "turn" else _("Turn by turn"),
            custom_id=f"t1:replay:{_other(replay, place, leaf)}:by",
        )
    )
    return row


def _other(replay: Replay, place: Place, leaf: Leaf) -> Place:
    """The present moment in the other mode, by turn or by step."""
    if place.by == "step":
        return place._replace(by="turn", number=leaf.chapter)
    within = [step for step in replay.steps if step.chapter <= leaf.chapter]
    return place._replace(by="step", number=within[-1].number if within else 0)


def _look(title: AnyTitle, place: Place, viewers: list[str | None]) -> ui.ActionRow[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=_("Public view") if seat is None else _("As seen by {seat}", seat=title.seat_names[seat]),
            value=seat or PUBLIC,
            default=seat == place.viewer,
        )
        for seat in viewers
    ]
    return layout.select(f"t1:replay-as:{place}", options)
