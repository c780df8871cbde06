"""The dice by which Prussia may come into the war of 1805 (F-11)."""

from __future__ import annotations

from engines.grande_armee.prussia import neutral
from engines.grande_armee.resolution import Resolution


def after_movement(now: Resolution) -> None:
    """Roll at the end of a French Movement Phase in which her border provinces were entered."""
    trespass, now.state.trespass = now.state.trespass, False
    rules = neutral(now.box, now.state)
    if trespass and rules is not None:
        _roll(now, rules.border_needed)


def after_defeat(now: Resolution, strength: int) -> None:
    """Roll after an attack led by Napoleon has failed, once her border was passed.

    :param strength: printed, of the French combat units of the attack.
    """
    rules = neutral(now.box, now.state)
    if rules is not None and now.state.border and strength >= rules.beaten:
        _roll(now, rules.beaten_needed)


def _roll(now: Resolution, highest: int) -> None:
    _face, enters = now.read_table("prussia", f"1-{highest}", "F-11", lambda face: face <= highest)
    if enters:
        now.call_prussia()
