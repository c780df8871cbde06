"""The dice by which Prussia may come into the war of 1805 (F-11)."""

from __future__ import annotations

from engines.grande_armee.combat.attack import BEATEN, Attack
from engines.grande_armee.prussia import neutral
from engines.grande_armee.resolution import Resolution

NAPOLEON = "napoleon"


def after_movement(ctx: Resolution) -> None:
    """Roll at the end of a French Movement Phase in which her border provinces were entered."""
    trespass, ctx.state.trespass = ctx.state.trespass, False
    rules = neutral(ctx.box, ctx.state)
    if trespass and rules is not None:
        _roll(ctx, rules.border_needed)


def after_battle(ctx: Resolution, attack: Attack) -> None:
    """Roll after a large attack led by Napoleon has failed, once her border was passed."""
    rules, box = neutral(ctx.box, ctx.state), ctx.box
    if rules is None or not ctx.state.border or NAPOLEON not in attack.leaders:
        return
    strength = sum(box.kinds[ctx.state.pieces[id].kind].strength for id in attack.units)
    if strength >= rules.beaten and attack.result in BEATEN:
        _roll(ctx, rules.beaten_needed)


def _roll(ctx: Resolution, highest: int) -> None:
    face, _verdict = ctx.read_table(
        "prussia", f"1-{highest}", "F-11", lambda face: "yes" if face <= highest else "no"
    )
    if face <= highest:
        ctx.call_prussia()
