"""Battles of *The Valmy Campaign* played out in advance, by the plan of the asking side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.shown import Choice, Does, Group, Offers
from bot.games.valmy.names import Names
from bot.games.valmy.plan import LABELS
from bot.games.wording import of_ten
from data.catalogue import _
from data.nouns import clauses, figure, labelled, numbered
from data.valmy.tables import Side
from engines.core.errors import UsageError
from engines.valmy.box import enemy
from engines.valmy.combat.frames import Announcing, Boosting, Deciding, Deploying, KindOfBattle
from engines.valmy.foresight.battle import Estimate, Outlook, before, under_way
from engines.valmy.orders.plan import BATTLE_PLAN, POSTURES, parts
from engines.valmy.state import State, units_in
from engines.valmy.title import Valmy
from engines.valmy.view import battle_of

GAMES = 100
"""Battles that are played out for one forecast."""
COMPARED = 60
"""The same for each of several plans, which fight on the same dice."""
SUPPOSED = (3, 6, 12)
"""Numbers of units assumed in enemy holding boxes."""


def forecast(
    title: Valmy,
    names: Names,
    state: State,
    side: Side,
    place: str,
    who: Sequence[str],
    plan: Mapping[str, str],
) -> list[str]:
    """The expected result of a battle: from its present stage if it is under way, else a hypothetical one.

    :param who: units and leaders of the side that would attack; none for those in the box already.
    :param plan: the standing orders of the side.
    :raises UsageError: a side would have no counters there; or no enemy is left in the battle.
    """
    box, where, battle = title.box, names.name(place), battle_of(state)
    plans = {side: plan}
    # The enemy's orders are secret.
    small = _(
        "-# From {games} simulated battles; chances may be off by 1 of 10. You follow your battle plan; the "
        "enemy follows a simple one. Nothing has been done.",
        games=GAMES,
    )
    if battle is not None and battle.box == place:
        outlook = under_way(box, state, side, plans=plans, games=GAMES)
        if outlook is None:
            raise UsageError(_("No enemies are left in {where}", where=where))
        return [_("🔮 **Battle of {where}**, from where it stands", where=where), _told(outlook, side), small]
    units = [id for id in who if id in box.unit]
    if not units and not units_in(box, state, place, side):
        raise UsageError(_("You have no units to fight in {where}. Name the attackers", where=where))
    seen = title.view(state, side).boxes[place][enemy(side)]
    if not seen.units and not seen.leaders:
        raise UsageError(_("No enemies are seen in {where}", where=where))
    leaders = [id for id in who if id in box.leader]
    start = next((state.units[id].box for id in units), None)
    lines: list[str] = []
    for count in SUPPOSED if seen.leaders else (0,):
        outlook = before(
            box,
            state,
            side,
            place,
            (units, leaders),
            origin=start if start != place else None,
            hidden=count,
            plans=plans,
            games=GAMES,
        )
        if outlook is None:
            raise UsageError(_("All enemy units are visible, and none is in {where}", where=where))
        lines = lines or [
            _(
                "🔮 **If {units} of yours attack in {where}**",
                units=numbered(outlook.attackers, "unit"),
                where=where,
            )
        ]
        lines.append(
            _(
                "**Against {units}:** {found}",
                units=numbered(outlook.defenders, "unit"),
                found=_told(outlook, side),
            )
        )
    doubt = _(
        "-# Numbers in holding boxes are hidden. The forecast draws from all enemy units you can't see."
    )
    return [*lines, *([doubt] if seen.leaders else []), small]


PLANNED = (KindOfBattle, Deploying, Boosting, Announcing, Deciding)
"""Questions beside which a plan for the rest of the battle is offered."""


def offer() -> Group:
    """The button that opens the plans, and from there the form for one's own."""
    reason = _("It then decides the rest of this battle")
    choice = Choice(BATTLE_PLAN.kind.kind, _("Plan this battle …"), reason, "success", does=Does.ORDER)
    return Group("plan", choice.label, [choice])


def plans(title: Valmy, names: Names, state: State, side: Side) -> Offers | None:
    """Plans for the battle under way, each with what it comes to; None where no enemy is left in it."""
    battle = battle_of(state)
    kind = BATTLE_PLAN.kind.kind
    outlooks = {
        posture: under_way(
            title.box,
            state,
            side,
            plans={side: parts(posture)},
            best=True,
            games=COMPARED,
            seed=str(state.turn),
        )
        for posture in POSTURES
    }
    outcomes = {posture: outlook for posture, outlook in outlooks.items() if outlook is not None}
    if battle is None or not outcomes:
        return None
    first = next(iter(outcomes.values()))
    opening = _(
        "⚔️ **{place}**: {attacker} attack, {units} against {others}. Choose a plan for the rest; "
        "otherwise you decide step by step.",
        place=names.name(battle.box),
        attacker=names.they(battle.attacker),
        units=numbered(first.attackers, "unit"),
        others=first.defenders,
    )
    wins = clauses(
        labelled(f"**{LABELS[posture]}**", of_ten(outlook.holds[side].value))
        for posture, outlook in outcomes.items()
    )
    forecast = _("🔮 Of {games} simulated battles you win: {wins}.", games=COMPARED, wins=wins)
    more = _("-# To win is to hold the place alone. The list has each plan's cost. Your clock runs on.")
    choices = [
        Choice(
            f"{kind} {posture}",
            str(LABELS[posture]),
            f"{_cost(outlook, side)} {title.describe_order(kind, posture, str)}",
            "success" if posture == "best" else "primary",
            does=Does.ORDER,
        )
        for posture, outlook in outcomes.items()
    ]
    return Offers([opening, forecast, more], Group(kind, _("Choose a plan"), choices, weighed=True))


def _told(outlook: Outlook, side: Side) -> str:
    """`You win about 3 of 10, they win none. You lose 2.1 steps, they lose 3.`."""
    mine, theirs = (of_ten(outlook.holds[end].value) for end in (side, enemy(side)))
    leaders = outlook.leaders[side]
    lost = _("Leaders lost: {leaders}.", leaders=_mean(leaders)) if leaders.value else ""
    won = _("You win {mine}, they win {theirs}.", mine=mine, theirs=theirs)
    return " ".join(filter(None, (won, _cost(outlook, side), lost)))


def _cost(outlook: Outlook, side: Side) -> str:
    return _(
        "You lose {side} steps, they lose {steps}.",
        side=_mean(outlook.steps[side]),
        steps=_mean(outlook.steps[enemy(side)]),
    )


def _mean(estimate: Estimate) -> str:
    """`2.1`, or a number that is certain."""
    return figure(estimate.value, ".1f" if estimate.error else ".0f")
