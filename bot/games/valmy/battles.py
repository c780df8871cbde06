"""Battles of *The Valmy Campaign* played out in advance, by the plan of the asking side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.games.shown import Choice, Does, Group
from bot.games.valmy.names import Names
from data.catalogue import N_, _
from data.nouns import figure, numbered, upper
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
LABELS = {
    "best": N_("The automatic player's plan"),
    "firm": N_("Stand firm"),
    "bold": N_("Attack boldly"),
    "careful": N_("Be careful"),
}
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
        "-# Forecast from {games} simulated battles. You follow your battle plan; the enemy follows "
        "a simple one. The margin ± holds in 95 of 100 forecasts. Nothing has been done.",
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
    """The button that opens the plans."""
    reason = _("See what each plan comes to; it then decides the rest of this battle for you.")
    choice = Choice(BATTLE_PLAN.kind.kind, _("Fight by a plan …"), reason, "success", does=Does.ORDER)
    return Group("plan", _("Plan for this battle"), [choice])


def plans(title: Valmy, names: Names, state: State, side: Side) -> Iterator[Choice]:
    """Plans for the battle under way, each with what it comes to."""
    for posture in POSTURES:
        outlook = under_way(
            title.box,
            state,
            side,
            plans={side: parts(posture)},
            best=True,
            games=COMPARED,
            seed=str(state.turn),
        )
        if outlook is not None:
            said = title.describe_order(BATTLE_PLAN.kind.kind, posture, str)
            yield Choice(
                f"{BATTLE_PLAN.kind.kind} {posture}",
                str(LABELS[posture]),
                f"{said} {upper(_told(outlook, side))}.",
                "success" if posture == "best" else "primary",
                does=Does.ORDER,
            )


def _told(outlook: Outlook, side: Side) -> str:
    return ", ".join(_parts(outlook, side))


def _parts(outlook: Outlook, side: Side) -> Iterator[str]:
    for said, end in ((_("you alone hold the box"), side), (_("they alone"), enemy(side))):
        holds = outlook.holds[end]
        yield f"{said} {figure(holds.value, '.0%')} ± {figure(holds.error, '.0%')}"
    yield _(
        "you lost {side} steps, they lost {steps}",
        side=_mean(outlook.steps[side]),
        steps=_mean(outlook.steps[enemy(side)]),
    )
    leaders = outlook.leaders[side]
    if leaders.value:
        yield _("leaders of yours {leaders}", leaders=_mean(leaders))


def _mean(estimate: Estimate) -> str:
    return f"{figure(estimate.value, '.1f')} ± {figure(estimate.error, '.1f')}"
