"""Steps 14 and 15: inflation and income (R-ECON-05 to 13)."""

from __future__ import annotations

from data.revolution.tables import SEATS
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.events import Funded, Income
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, controlled, level


def inflate(ctx: Resolution) -> None:
    """A box for each full thousand that was spent; the rest in the box is lost (R-ECON-06)."""
    state = ctx.state
    risen = state.spent // ctx.box.tables.money.inflation
    state.spent = 0
    if risen:
        ctx.move("economy", risen, "ECON")


def minimum(box: Box, state: State, seat: str) -> int:
    """The least income of a Current (R-ECON-09, R-KING-17)."""
    money = box.tables.money
    own = [p for p in state.people.values() if p.current == seat and p.state in ("free", "away")]
    return money.base + money.person * len(own)


def income(box: Box, state: State, seat: str) -> int:
    """The yield of a Current's regions; the Royalist also has the Coalition's (R-ECON-05, A-64)."""
    royal = seat == "royalist"
    own = sum(
        box.region[id].income for id in controlled(state, seat) if not (royal and state.regions[id].coalition)
    )
    more = box.tables.levels.coalition[level(box, state, "coalition")] if royal else 0
    return max(own, minimum(box, state, seat)) + more


def funds(box: Box, state: State) -> int:
    """The Government's money: less for each region in revolt or enemy hands (R-ECON-12, R-ECON-13)."""
    lost = sum(
        box.region[id].income
        for id, region in state.regions.items()
        if region.revolt or region.coalition or _catholic(box, state, id)
    )
    money = box.tables.money
    return max(money.government - lost, money.floor)


def _catholic(box: Box, state: State, region: str) -> bool:
    catholic = armies_in(box, state, region, "catholic")
    return bool(catholic) and not armies_in(box, state, region, "revolutionary")


def pay_out(ctx: Resolution) -> None:
    """Currents keep their cash; the Government first gives its cash back (R-ECON-10, R-ECON-11)."""
    box, state = ctx.box, ctx.state
    private = state.options["private-cash"]
    for seat in SEATS:
        amount = income(box, state, seat)
        state.purses[seat] += amount
        ctx.say(Income(seat, amount, seat if private else None))
    returned = state.purses[GOVERNMENT]
    state.purses[GOVERNMENT] = funds(box, state)
    ctx.say(Funded(returned, state.purses[GOVERNMENT]))
