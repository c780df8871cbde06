"""The map of a campaign as a seat knows it."""

from __future__ import annotations

from collections.abc import Hashable

from bot.campaigns.service import Campaigns
from bot.games.registry import presenter_of
from bot.posts.card.poster import width_of
from bot.store import Campaign, Theme
from bot.surface.pictures import Pictures
from render import WHOLE, CloseUp, Picture


class Maps:
    """Draws the private maps of campaigns."""

    def __init__(self, campaigns: Campaigns, pictures: Pictures) -> None:
        self._campaigns = campaigns
        self._pictures = pictures

    async def of(
        self,
        campaign: Campaign,
        seat: str | None,
        theme: Theme,
        close: CloseUp = WHOLE,
        *,
        line: Hashable = None,
    ) -> Picture:
        """The map as a seat knows it, or the public (None), with the changes of this chapter.

        :param line: as in `Pictures.draw`.
        :raises render.RenderError: it can't be drawn.
        """
        campaigns = self._campaigns
        title = campaigns.title_of(campaign)
        chapter = await campaigns.chapter(campaign, campaigns.chapter_of(campaign), seat)
        return await self._pictures.draw(
            title,
            title.view(campaigns.state_of(campaign), seat),
            [*presenter_of(title).moves(chapter.events), *close.moves],
            theme,
            await width_of(campaigns, campaign.guild_id),
            close._replace(moves=()),
            line=line,
        )
