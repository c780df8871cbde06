"""What no rule forbids and no player would do; the automatic players are held to it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded
from engines.vendee.events import Announced, Dropped, Stepped
from tests.vendee.auditor.scene import Law, Scene


class Sense(Law):
    """Nobody goes the same way twice in an activation, unless he met the enemy, or others came or went."""

    def __init__(self) -> None:
        self.gone: set[tuple[str, str]] = set()

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Announced() | BattleEnded() | Dropped():
                self.gone.clear()
            case Stepped(start=start, end=end):
                if (start, end) in self.gone:
                    yield f"sense: from {start} to {end} a second time"
                self.gone.add((start, end))
            case _:
                pass
