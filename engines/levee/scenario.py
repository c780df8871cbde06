"""The scenarios: the cards and units in the game, and the order of the headlines (3.0, X-12)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from data.catalogue import marked
from engines.core.setting import Preset, Scenario

Order = Literal["decks", "puree", "historical"]


class Setting(NamedTuple):
    """The parts of a scenario: its cards and their order are chosen apart (A-56)."""

    kit: bool
    """Whether the Expansion Kit is in play (X-12.1)."""
    order: Order


_TOLD: dict[str, tuple[Setting, str, str]] = {
    "base": (
        Setting(kit=False, order="decks"),
        marked("The Revolution, 1789 to 1802"),
        marked("Three decks, blue, white and red; 48 cards."),
    ),
    "base-puree": (
        Setting(kit=False, order="puree"),
        marked("Chronological Puree"),
        marked("All headlines shuffled into one pile (12.2); 48 cards."),
    ),
    "base-historical": (
        Setting(kit=False, order="historical"),
        marked("The Historical Game"),
        marked("All headlines in the order of their numbers (12.3); 48 cards."),
    ),
    "extended": (
        Setting(kit=True, order="decks"),
        marked("The Extended Game"),
        marked("Three decks, blue, white and red; 60 cards, with the kit's (12.1)."),
    ),
    "extended-puree": (
        Setting(kit=True, order="puree"),
        marked("The Extended Game: Chronological Puree"),
        marked("All headlines shuffled into one pile (12.2); 60 cards, with the kit's (12.1)."),
    ),
    "extended-historical": (
        Setting(kit=True, order="historical"),
        marked("The Extended Game: The Historical Game"),
        marked("All headlines in the order of their numbers (12.3); 60 cards, with the kit's (12.1)."),
    ),
}
"""Setting, name and summary of each scenario."""
SETTINGS = {id: setting for id, (setting, _name, _summary) in _TOLD.items()}
PRESETS = (
    Preset("first-game", marked("First game"), marked("48 cards in three decks, no optional rule"), "base"),
    Preset(
        "full-kit",
        marked("The full kit"),
        marked("60 cards in three decks, every rule of 9 and 10"),
        "extended",
        (
            *("levee-en-masse", "spirit-of-89", "nothing-is-free", "single-battalion", "he-who-fears"),
            *("decisive-outcomes", "king-rescued", "king-installed"),
        ),
    ),
    Preset(
        "historical",
        marked("Historical"),
        marked("60 cards in the order of their years, Napoleon where he was"),
        "extended-historical",
        ("napoleon-historical",),
    ),
)


def scenarios(kit: bool) -> tuple[Scenario, ...]:
    """The scenarios of a pack, with or without the Expansion Kit."""
    texts = _TOLD.items()
    return tuple(Scenario(id, *words) for id, (setting, *words) in texts if kit or not setting.kit)


def presets(kit: bool) -> tuple[Preset, ...]:
    """The presets of a pack, with or without the Expansion Kit."""
    return tuple(preset for preset in PRESETS if kit or not SETTINGS[preset.scenario].kit)
