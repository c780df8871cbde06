"""The scenarios: which cards and units are in the game, and in what order the headlines come (3.0, X-12)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.core.contract import Preset, Scenario

Order = Literal["decks", "puree", "historical"]


class Setting(NamedTuple):
    """What a scenario is made of: its cards and their order are chosen apart (A-56)."""

    kit: bool
    """Whether the Expansion Kit is in play (X-12.1)."""
    order: Order


_ORDERS: dict[Order, tuple[str, str]] = {
    "decks": ("", "three decks, blue, white and red"),
    "puree": ("Chronological Puree", "all headlines shuffled into one pile (12.2)"),
    "historical": ("The Historical Game", "all headlines in the order of their numbers (12.3)"),
}
_SETS = {
    False: ("base", "", "48 cards"),
    True: ("extended", "The Extended Game", "60 cards, with the kit's (12.1)"),
}
SETTINGS: dict[str, Setting] = {
    f"{name}{'' if order == 'decks' else f'-{order}'}": Setting(kit, order)
    for kit, (name, _, _) in _SETS.items()
    for order in _ORDERS
}
PRESETS = (
    Preset("first-game", "First game", "48 cards in three decks, no optional rule", "base"),
    Preset(
        "full-kit",
        "The full kit",
        "60 cards in three decks, every rule of 9 and 10",
        "extended",
        (
            *("levee-en-masse", "spirit-of-89", "nothing-is-free", "single-battalion", "he-who-fears"),
            *("decisive-outcomes", "king-rescued", "king-installed"),
        ),
    ),
    Preset(
        "historical",
        "Historical",
        "60 cards in the order of their years, Napoleon where he was",
        "extended-historical",
        ("napoleon-historical",),
    ),
)


def scenarios(kit: bool) -> tuple[Scenario, ...]:
    """The scenarios of a pack, with or without the Expansion Kit."""
    return tuple(_scenario(id, setting) for id, setting in SETTINGS.items() if kit or not setting.kit)


def presets(kit: bool) -> tuple[Preset, ...]:
    """The presets of a pack, with or without the Expansion Kit."""
    return tuple(preset for preset in PRESETS if kit or not SETTINGS[preset.scenario].kit)


def _scenario(id: str, setting: Setting) -> Scenario:
    _, set_name, cards = _SETS[setting.kit]
    order_name, order = _ORDERS[setting.order]
    name = ": ".join(part for part in (set_name, order_name) if part)
    return Scenario(id, name or "The Revolution, 1789 to 1802", f"{order.capitalize()}; {cards}.")
