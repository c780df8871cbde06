"""A moderator who plays tries every command, in each office that they can hold beside it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor

from bot.store import Seat
from bot.store.rows import seats, sights
from bot.surface import custom_ids
from data.games import games, half
from engines.core.contract import AnyTitle
from tests.bot.interactions.test_hostile import COMMANDS, options
from tests.core.play import TITLES
from tests.support.bot_fixtures import Tables
from tests.support.depth import NIGHT
from tests.support.duel import refresh, sit
from tests.support.moderated import offered
from tests.support.sights import only_own
from tests.support.sitters import left, moderator, seat
from tests.support.table import Table, controls, said

SMALL = "outposts"
LARGE = [name for name, title in TITLES.items() if name != SMALL and len(title.seats) > 1]
OWN_RIGHTS = frozenset(
    {
        "campaign concede",
        "my vacation",
        "play",
        "privacy forget",
        "seat automatic",
        "seat back",
        "seat leave",
        "seat take",
    }
)
"""Commands by which people play, give up or take up what is theirs, where they name no seat of another."""
AS_STAND_IN = frozenset({"play", "mod act-for", "seat automatic", "seat leave"})
"""Commands for a seat that somebody is lent: its stand-in plays it."""
AGREEING = ("Agree", "Sit down")


class Sitting(NamedTuple):
    """A campaign in which a moderator plays."""

    table: Table
    title: AnyTitle
    marianne: MemberActor
    """The moderator."""
    stranger: MemberActor
    own: str
    """The seat that is or was hers, or that she was lent."""
    other: str
    """Maxime's."""

    async def give(self, *changed: Seat) -> Sitting:
        """Let people have seats as if they had always had them."""
        await self.table.bot.store.transact(
            partial(seats.change, campaign_id=1, seats=changed),
            partial(only_own, campaign_id=1),
            campaign_id=1,
        )
        await refresh(self.table)
        return self


async def player(tables: Tables, game: str, *, opens: bool = False) -> Sitting:
    """Maxime plays the last seat that is asked first, Marianne the first other and Camille the rest."""
    table = await tables(cooldown="off")
    await table.start()
    marianne = moderator(table)
    louis = table.guild.add_member(table.env.create_user("louis"))
    wish = table.wish("offices", clock="48h")._replace(title=game)
    await table.bot.campaigns.new(wish._replace(user_id=marianne.id) if opens else wish)
    title = table.bot.campaigns.titles[game]
    other = title.deciding(await table.state())[-1]
    own = next(seat for seat in title.seats if seat != other)
    between = dict.fromkeys(title.seats, table.camille.id)
    await sit(table, **{**between, own: marianne.id, other: table.maxime.id})
    return Sitting(table, title, marianne, louis, own, other)


async def founder(tables: Tables, game: str) -> Sitting:
    """Marianne has begun the campaign, too."""
    return await player(tables, game, opens=True)


async def stand_in(tables: Tables, game: str) -> Sitting:
    """Camille has lent Marianne the seat that she plays."""
    here = await player(tables, game)
    return await here.give(Seat(seat=here.own, user_id=here.marianne.id, owner_id=here.table.camille.id))


async def lender(tables: Tables, game: str) -> Sitting:
    """Marianne has lent her seat to Louis."""
    here = await player(tables, game)
    return await here.give(Seat(seat=here.own, user_id=here.stranger.id, owner_id=here.marianne.id))


async def both(tables: Tables, game: str) -> Sitting:
    """Marianne plays her own seat, and Maxime has lent her his."""
    here = await player(tables, game)
    return await here.give(
        Seat(seat=here.own, user_id=here.marianne.id),
        Seat(seat=here.other, user_id=here.marianne.id, owner_id=here.table.maxime.id),
    )


async def risen(tables: Tables, game: str) -> Sitting:
    """Marianne has left her seat, and can take it again."""
    here = await player(tables, game)
    await left(here.table, here.marianne)
    return here


async def automatic(tables: Tables, game: str) -> Sitting:
    """Marianne has given her seat to the automatic player, and can take it again."""
    here = await player(tables, game)
    await seat(here.table, here.marianne, "automatic", seat=here.own)
    return here


OFFICES: dict[str, Callable[[Tables, str], Awaitable[Sitting]]] = {
    office.__name__: office for office in (player, founder, stand_in, lender, both, risen, automatic)
}


async def others(here: Sitting) -> dict[str, Any]:
    """What no moderator who plays may change without the leave of the others."""
    campaign = await here.table.campaign()
    store = here.table.bot.store
    seen = await store.look(partial(sights.of_campaign, campaign_id=1))
    return {
        "state": campaign.state,
        "seating": {
            name: (sitting.user_id, sitting.owner_id, sitting.reserved_for, sitting.automatic)
            for name, sitting in campaign.seating.items()
            if name != here.own
        },
        "clock": campaign.clock,
        "status": (campaign.status, campaign.channel_id, campaign.paused_at),
        "journal": [
            (row.seat, row.action, row.undone_by) for row in await store.journal(1) if row.kind != "roll"
        ],
        "seen": sorted(sight.seat for sight in seen if sight.user_id == here.marianne.id),
    }


async def owed(here: Sitting) -> dict[str, Any]:
    """Until when the others have to decide."""
    return {
        owed.seat: owed.due_at
        for owed in await here.table.bot.store.deadlines_of(1)
        if owed.seat != here.own and owed.due_at is not None
    }


def tried(here: Sitting, name: str, state: Any) -> Iterator[dict[str, Any]]:
    """What a command is given: only what it must have, and everything, at the other's seat."""
    command = COMMANDS[name]
    listed = here.title.legal_actions(state, here.other)
    edit = next(iter(here.title.edit_choices(state, "")), "x")
    fitting = {
        "seat": here.other,
        "other": here.other,
        "user": here.stranger,
        "deputy": here.stranger,
        "action": here.title.notation(listed[0]) if listed else "end",
        "edit": edit,
        "clock": "1h",
        "campaign": "1",
        "hours": 24,
        "actions": 1,
        "dice": 1,
        "theme": "light",
        "images": None,
        "archive": None,
        "moderators": None,
        "to": None,
    }
    every = {
        given: value
        for given, value in ({**options(here.table, command), **_named(command, fitting)}).items()
        if value is not None
    }
    required = {given.display_name for given in command.parameters if given.required}
    if name not in OWN_RIGHTS:
        yield {given: value for given, value in every.items() if given in required}
    if every.keys() - required and (name not in OWN_RIGHTS or "seat" in every):
        yield every


def _named(command: app_commands.Command[Any, Any, Any], values: dict[str, Any]) -> dict[str, Any]:
    return {
        given.display_name: values[given.name]
        for given in command.parameters
        if given.name in values and not (given.required if values[given.name] is None else given.choices)
    }


async def press_all(here: Sitting, result: InteractionResult, seen: set[int]) -> None:
    """Confirm what an answer proposes, and agree to each request that hangs in the channel because of it."""
    for control in offered(result):
        if re.fullmatch(custom_ids.CONFIRM, control.custom_id):
            assert result.response is not None
            await here.marianne.click(result.response.message, custom_id=control.custom_id)
    await here.table.bot.outbox.drain()
    for message in here.table.channel.history():
        if message.id not in seen:
            seen.add(message.id)
            for control in controls(message):
                if control.label in AGREEING:
                    await here.marianne.click(message, custom_id=control.custom_id)
    await here.table.bot.outbox.drain()


async def typed(here: Sitting, office: str) -> list[str]:
    """Every command but those of other games, and of this one where a seat that she plays is asked."""
    own = {group().name for game in games() if (group := half(game, "commands")) is not None}
    seats = {here.own, here.other} if office == both.__name__ else {here.own}
    if not seats & {*here.title.deciding(await here.table.state())}:
        own.discard(here.title.id)
    return [name for name in COMMANDS if name.split()[0] not in {*own, "learn"}]


CASES = [
    *((SMALL, office) for office in OFFICES),
    *((game, office) for game in LARGE for office in OFFICES if NIGHT),
]


@pytest.mark.deep(seconds=20)
@pytest.mark.parametrize(("game", "office"), CASES)
async def test_no_command_gives_a_moderator_who_plays_what_is_the_others(
    closed_table: Tables, game: str, office: str
) -> None:
    here = await OFFICES[office](closed_table, game)
    seen: set[int] = set()
    before, due = await others(here), await owed(here)
    for name in await typed(here, office):
        if office == both.__name__ and name in AS_STAND_IN:
            continue
        for given in list(tried(here, name, await here.table.state())):
            result = await here.marianne.slash(here.table.channel, name, **given)
            await press_all(here, result, seen)
            assert await others(here) == before, (name, given, said(result))
            # More time may be given, none may be taken.
            now = await owed(here)
            assert all(now.get(seat, until) >= until for seat, until in due.items()), (name, given)
            due = now
