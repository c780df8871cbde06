"""Work that the sweep does campaign by campaign: a campaign in trouble holds up no other."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, incident
from bot.logs import within
from bot.store import Campaign, StoreError

log = logging.getLogger("tocsin.sweep")

AFTER_TROUBLE = timedelta(hours=1)
"""The time after which the sweep tries such a campaign again."""


async def apart(
    campaigns: Campaigns, campaign_id: int, settle: Callable[[Campaign], Awaitable[None]]
) -> bool:
    """Do work in one campaign, as its only writer; returns False if it has to be tried again later.

    :raises StoreError: the database can't be read, so that nothing can be done in any campaign.
    """
    with within(campaign=campaign_id):
        try:
            async with campaigns.writing(campaign_id, wait=True):
                await settle(await campaigns.by_id(campaign_id))
        except PoliteError as error:
            log.info("campaign %s is seen to by a later sweep: %s", campaign_id, error)
            return False
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a campaign that can't be read must not hold up the others
            incident(error, f"seeing to campaign {campaign_id}")
    return True
