"""Lessons that are over and were not played on: they make room for a new campaign in their channel."""

from __future__ import annotations

from bot.campaigns.lessons import followed, lesson_of, played_on
from bot.campaigns.service import Campaigns
from bot.store import Campaign, Ended
from data.catalogue import _
from data.lessons import Lesson


async def lesson_in(campaigns: Campaigns, channel: int, user_id: int) -> tuple[Campaign, Lesson] | None:
    """A user's lesson in a channel; None if the channel has no campaign, or another one."""
    campaign = await campaigns.store.running_in(channel)
    if campaign is None or campaign.status != "running" or campaign.people != [user_id]:
        return None
    course = lesson_of(campaigns.title_of(campaign), campaign)
    return None if course is None else (campaign, course)


async def left_over(campaigns: Campaigns, channel: int, user_id: int) -> Campaign | None:
    """A user's lesson in a channel, if it is over and the user has not played on."""
    lesson = await lesson_in(campaigns, channel, user_id)
    if lesson is None:
        return None
    campaign, course = lesson
    journal = await campaigns.store.journal(campaign.id)
    left, _other = followed(course, journal, campaigns.chapter_of(campaign))
    return None if left or played_on(course, journal) else campaign


async def make_room(campaigns: Campaigns, channel: int, user_id: int) -> bool:
    """End a lesson that is left over in a channel; returns whether there was one."""
    campaign = await left_over(campaigns, channel, user_id)
    if campaign is None:
        return False
    ending = Ended("void", by=user_id, reason=_("the lesson was over"))
    async with campaigns.writing(campaign.id):
        await campaigns.end(campaign, version=campaign.version, ending=ending)
    return True
