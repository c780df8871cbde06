"""Positions of the war in the Vendée in which one action of a side asks the other side for something."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from bot.store.records import Order
from bot.store.rows import orders
from bot.store.schema import campaign as campaigns
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.vendee.state import State
from tests.support.duel import refresh
from tests.support.table import Table
from tests.vendee.battles import place
from tests.vendee.bot.duel import TITLE, Tables, war
from tests.vendee.builder import Given, given

_LUCK = 300


class Asking(NamedTuple):
    """A position, what one side does in it, and what the other is asked then."""

    position: Callable[[], Given]
    action: str
    actor: str
    asked: str
    kind: str

    @property
    def name(self) -> str:
        """For the list of tests."""
        return f"{self.kind} of the {self.asked}"


def _fight(area: str, origin: str, attackers: int, **defenders: int) -> Given:
    """Republicans of Saumur beside Royalists, and no E6; both have somebody else, far away."""
    position = given().more().points(origin, saumur=attackers)
    place(position, area, defenders)
    return position.having(preempted=True, markers={**position.state.markers, "e6": 0})


def _preemption() -> Given:
    position = given().more().points("saumur", saumur=6).points("cholet", anjou=6).points("vihiers", anjou=1)
    return position.general("cathelineau", "cholet").having(initiative="royalist")


def _preemption_of_republicans() -> Given:
    position = given().more().points("saumur", saumur=6).points("cholet", anjou=6).points("vihiers", saumur=1)
    position.hand("royalist")
    return position.general("menou", "saumur").having(initiative="republican")


def _fortify() -> Given:
    return (
        given().more().points("mareuil", la_rochelle=9).points("bournezeau", centre=3).having(preempted=True)
    )


def _march() -> Given:
    return _fight("coron", "vihiers", 4, anjou=3).points("chemille", anjou=5).general("stofflet", "chemille")


def _march_of_republicans() -> Given:
    position = _fight("coron", "vihiers", 4, anjou=3).points("martigne", saumur=3).hand("royalist")
    return position.general("menou", "martigne")


def _refuge() -> Given:
    position = given().more().points("vihiers", saumur=6).having(preempted=True)
    return position.general("stofflet", "coron")


ASKED: tuple[Asking, ...] = (
    Asking(_preemption, "activate saumur with all", "republican", "royalist", "preemption"),
    Asking(_preemption_of_republicans, "activate cholet with all", "royalist", "republican", "preemption"),
    Asking(_fortify, "move mareuil > bournezeau with all", "republican", "royalist", "fortify"),
    Asking(_march, "move vihiers > coron with all", "republican", "royalist", "march"),
    Asking(_march_of_republicans, "move coron > vihiers with all", "royalist", "republican", "march"),
    Asking(
        lambda: _fight("coron", "vihiers", 6, anjou=6),
        "move vihiers > coron with all",
        "republican",
        "royalist",
        "withdraw",
    ),
    Asking(
        lambda: _fight("coron", "vihiers", 8, anjou=4, centre=4),
        "move vihiers > coron with all",
        "republican",
        "royalist",
        "losses",
    ),
    Asking(
        lambda: _fight("coron", "vihiers", 8, anjou=8),
        "move vihiers > coron with all",
        "republican",
        "royalist",
        "retreat",
    ),
    Asking(
        lambda: _fight("coron", "vihiers", 4, anjou=8),
        "move vihiers > coron with all",
        "republican",
        "royalist",
        "pursuit",
    ),
    Asking(_refuge, "move vihiers > coron with all", "republican", "royalist", "refuge"),
    Asking(
        lambda: _fight("moncoutant", "cerizay", 20, anjou=4),
        "move cerizay > moncoutant with all",
        "republican",
        "royalist",
        "occupation",
    ),
    Asking(
        # So few lose nobody by their victory, and the rout takes no base but gives one marker powder.
        lambda: _fight("coron", "vihiers", 5, anjou=2, centre=2).general("bonchamps", "coron"),
        "move vihiers > coron with all",
        "republican",
        "royalist",
        "powder-tie",
    ),
)


class Prepared(NamedTuple):
    """A position with dice that lead to the question."""

    state: State
    seed: str
    after: State
    decision: Decision
    """What is asked after the action."""


def prepared(asking: Asking, then: tuple[str, str] | None = None) -> Prepared:
    """The position of an interrupt, with the first dice that bring it about.

    :param then: what is answered, and the kind of decision that the same seat is asked for next.
    """
    state = asking.position().state
    TITLE.check(state)
    action = TITLE.parse(state, asking.action, asking.actor)
    for number in range(_LUCK):
        seed = f"interrupt {number}"
        dice = Dice(seed)
        after = TITLE.apply(state, asking.actor, action, dice).state
        (decision,) = TITLE.decisions(after)
        found = (decision.seat, decision.kind) == (asking.asked, asking.kind)
        if found and (then is None or _next(asking, after, dice, then[0]) == then[1]):
            return Prepared(state, seed, after, decision)
    raise AssertionError(f"no {asking.name} came up")


def _next(asking: Asking, state: State, dice: Dice, answer: str) -> str | None:
    """The kind of decision that a seat is asked for after its answer; None where somebody else is asked."""
    action = TITLE.parse(state, answer, asking.asked)
    (decision,) = TITLE.decisions(TITLE.apply(state, asking.asked, action, dice).state)
    return decision.kind if decision.seat == asking.asked else None


async def at_table(tables: Tables, ready: Prepared, *, clock: str = "48h interrupts 6h") -> Table:
    """A table at which the position is on the map; its card hangs."""
    table = await war(tables, clock=clock)
    stands = (
        sa.update(campaigns)
        .where(campaigns.c.id == 1)
        .values(state=msgspec.json.encode(ready.state), seed=ready.seed, dice_counter=0)
    )
    await table.bot.store.transact(lambda connection: connection.execute(stands), campaign_id=1)
    await refresh(table)
    return table


async def give(table: Table, seat: str, texts: dict[str, str]) -> None:
    """Let a seat have standing orders."""
    now = table.env.now()
    for kind, text in texts.items():
        given = Order(seat=seat, kind=kind, text=TITLE.read_order(kind, text))
        await table.bot.store.transact(
            partial(orders.give, campaign_id=1, given=given, now=now), campaign_id=1
        )
