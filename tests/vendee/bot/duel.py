"""A war in the Vendée at the simulated table: Camille leads the Royalists, Maxime the Republicans."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa
from simcord import InteractionResult, MemberActor, ResponseMessage

import engines
from bot.moderation.rulings import Rulings
from bot.store.schema import campaign as campaigns
from bot.surface import custom_ids
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.vendee.state import State
from engines.vendee.title import Vendee
from tests.support.duel import panel_of, refresh, sit
from tests.support.match import way_through
from tests.support.table import Table
from tests.vendee.builder import Given

Tables = Callable[..., Awaitable[Table]]

title = engines.titles()["vendee"]
assert isinstance(title, Vendee)
TITLE: Vendee = title


async def war(tables: Tables, *, seed: str = "cathelineau", **wishes: Any) -> Table:
    """A table where the campaign has begun; its card hangs."""
    table = await tables()
    await table.start()
    await table.bot.campaigns.new(table.wish(seed, **wishes)._replace(title="vendee"))
    await sit(table, republican=table.maxime.id)
    return table


def opening(side: Side) -> Given:
    """Operations of the first month with that side in hand; Republicans may pre-empt, Royalists may not."""
    position = Given().turn(1).hand(side).having(initiative="republican")
    position.points("paimboeuf", nantes=5).general("canclaux", "paimboeuf").general("beysser", "paimboeuf")
    position.points("noirmoutier", la_rochelle=5).general("boulard", "noirmoutier")
    position.points("les-aubiers", saumur=4).general("quetineau", "les-aubiers")
    position.points("cholet", anjou=12).general("cathelineau", "cholet").general("bonchamps", "cholet")
    position.points("mortagne", centre=4).points("machecoul", bas_poitou=2)
    return position.points("challans", bas_poitou=4).general("charette", "challans")


async def in_hand(tables: Tables, side: Side, **wishes: Any) -> Table:
    """A table in the operations of March, that side in hand, with its counters where `opening` has them."""
    table = await war(tables, **wishes)
    await stand(table, opening(side).state)
    return table


async def stand(table: Table, state: State, **more: Any) -> None:
    """Let the campaign stand so, however it came to it; its card tells it.

    :param more: other columns of the campaign.
    """
    TITLE.check(state)
    stands = sa.update(campaigns).where(campaigns.c.id == 1).values(state=msgspec.json.encode(state), **more)
    await table.bot.store.transact(lambda connection: connection.execute(stands), campaign_id=1)
    await refresh(table)


async def asked(table: Table) -> Decision:
    """What the war waits for."""
    (decision,) = TITLE.decisions(await table.state())
    return decision


def player(table: Table, seat: str) -> MemberActor:
    """Who leads a side."""
    return {"royalist": table.camille, "republican": table.maxime}[seat]


async def turn(table: Table) -> MemberActor:
    """Who is asked."""
    return player(table, (await asked(table)).seat)


async def legal(table: Table) -> list[str]:
    """Notations of what whoever is asked may do."""
    state = await table.state()
    return [TITLE.notation(action) for action in TITLE.legal_actions(state, (await asked(table)).seat)]


async def act(table: Table, action: str) -> None:
    """Take an action for whoever is asked, without a word to Discord."""
    await table.bot.campaigns.take(1, (await turn(table)).id, action)


async def advance(table: Table, kind: str, seat: str | None = None, *, most: int = 400) -> MemberActor:
    """Play by the automatic players up to a decision of that kind, of that seat; gives who is asked."""
    chooser = Random(kind)
    for _ in range(most):
        decision = await asked(table)
        if decision.kind == kind and seat in (None, decision.seat):
            await table.bot.outbox.drain()
            return player(table, decision.seat)
        action = TITLE.suggest(await table.state(), decision.seat, chooser)
        assert action is not None
        await act(table, TITLE.notation(action))
    raise AssertionError(f"no {kind} came up")


async def put(table: Table, *edits: str) -> None:
    """Put something on the table, as a moderator does."""
    rulings = Rulings(table.bot.campaigns)
    for edit in edits:
        version = (await table.campaign()).version
        await rulings.edit(1, version, edit, "for a test", user_id=table.camille.id)
    await table.bot.outbox.drain()


async def gone_through(result: InteractionResult, actor: MemberActor) -> ResponseMessage:
    """The panel after what was shown was gone through with."""
    shown = panel_of(result).message
    return panel_of(await actor.click(shown, custom_id=way_through(shown).custom_id))


async def back(result: InteractionResult, actor: MemberActor, seat: str) -> ResponseMessage:
    """The panel that somebody goes back to from what was shown."""
    return panel_of(await actor.click(panel_of(result).message, custom_id=custom_ids.again(1, seat)))


async def offered(
    table: Table, actor: MemberActor, command: str, option: str, typed: str = "", **more: str
) -> list[str]:
    """Values that are offered while somebody types."""
    found = await actor.autocomplete(table.channel, f"vendee {command}", option, typed, **more)
    return [choice["value"] for choice in found]
