"""The dice by which Prussia may come into the war of 1805 (F-11)."""

from __future__ import annotations

from engines.grande_armee.combat.attack import BEATEN, Attack
from engines.grande_armee.prussia import neutral
from engines.grande_armee.resolution import Resolution

NAPOLEON = "napoleon"


def after_movement(now: Resolution) -> None:
    """Roll at the end of a French Movement Phase in which her border provinces were entered."""
    trespass, now.state.trespass = now.state.trespass, False
    rules = neutral(now.box, now.state)
    if trespass and rules is not None:
        _roll(now, rules.border_needed)


def after_battle(now: Resolution, attack: Attack) -> None:
    """Roll after a large attack led by Napoleon has failed, once her border was passed."""
    rules, box = neutral(now.box, now.state), now.box
    if rules is None or not now.state.border or NAPOLEON not in attack.leaders:
        return
    strength = sum(box.kinds[now.state.pieces[id].kind].strength for id in attack.units)
    if strength >= rules.beaten and attack.result in BEATEN:
        _roll(now, rules.beaten_needed)


def _roll(now: Resolution, highest: int) -> None:
    face, _verdict = now.read_table(
        "prussia", f"1-{highest}", "F-11", lambda face: "yes" if face <= highest else "no"
    )
    if face <= highest:
        now.call_prussia()
