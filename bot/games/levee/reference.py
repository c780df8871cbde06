"""The quick reference of *Levée en Masse*."""

from __future__ import annotations

from data.levee.schema import ARMIES, KIT, Place
from engines.levee.box import Box
from engines.levee.options import OPTIONS
from render import Table

SEQUENCE = (
    (
        "1",
        "The headline is revealed and carried out: armies advance or retreat, tracks move, Paris may riot.",
    ),
    ("2", "French Army: its modifier is set from the card and from who reigns."),
    ("3", "Actions: as many as the card has, in any order, each rolled at once."),
    ("4", "Housekeeping: fall of Paris, disorder, conquest, modifiers back to 0."),
)
FRENCH_ARMY = (
    ("Military modifier of the card", "as printed"),
    ("Republic reigns, alone at the top", "+1"),
    ("Despotism reigns, or nobody", "0"),
    ("Monarchy reigns", "−1"),
    ("Together", "−2 to +2"),
)
HOUSEKEEPING = (
    ("8.1", "An army in Paris: the game ends at once."),
    ("8.2", "Disorder in Paris: Republic −1."),
    ("8.3", "An army in a liberated space: its Liberation marker goes back to the Holding Box."),
    ("8.4", "The French Army and all modifiers of the card are back to 0."),
)
POINTS = (
    ("The Republic's box", "× 3"),
    ("Each liberated space", "+ its number"),
    ("Despotism's box", "× −4"),
    ("Monarchy's box", "× −5"),
    ("Each red card not yet drawn", "−1"),
    ("Each army on the map, and disorder in Paris", "−1"),
    ("Each army on a space with a red border", "−3 more"),
    ("Each army on a space with an orange border", "−1 more"),
)
LEVELS = (
    ("1 or more", "Republican triumph"),
    ("−7 to 0", "Substantive victory"),
    ("−15 to −8", "Minor victory"),
    ("−25 to −16", "Minor defeat"),
    ("−26 or less", "Substantive defeat"),
    ("Paris falls once a red card was played", "by points, Minor defeat at best"),
    ("Paris falls, no red card played", "Decisive defeat"),
    ("Paris falls, a blue card left", "Crushing defeat"),
)
NAPOLEON = (
    ("Sent", "at no cost, from the Holding Box against any army on the map"),
    ("With his army", "+1 to attacks on it, wherever it goes; −1 to every political action"),
    ("Recalled", "before any other action, from an army in box 4 or 5; he can be sent again next turn"),
    ("His army is taken off the map", "he is back in the Holding Box, not to be sent again this turn"),
)
DECISIVE = (
    ("Natural 6", "success; the army one condition worse; the single highest track +1"),
    ("Natural 5 or 6, against Napoleon's army", "the same, but Despotism +1 instead"),
    ("Natural 1", "failure; a second die of the army's box or less lets it advance 1; the highest track −1"),
    ("Disorganized or routed", "an order to advance makes it one condition better instead"),
    ("In box 5", "may be attacked; a victory makes it one condition worse"),
)


def reference(box: Box) -> list[Table]:
    """Sequence, actions, modifiers and points, with the values of the pack."""
    values = " · ".join(f"{box.power[army]} {box.battle_value[army]}" for army in ARMIES)
    liberation = "/".join(str(value) for value in sorted(set(box.marker_value.values())))
    return [
        Table("Sequence of a turn", "4.0", (), SEQUENCE),
        Table(
            "Actions",
            "7",
            ("action", "beats, with a die", "counts", "success"),
            (
                (
                    "Political",
                    "the marker's box",
                    "political modifiers",
                    "Republic +1, or Monarchy or Despotism −1",
                ),
                ("Military", "the army's battle value", "French Army, modifiers of army and space", "back 1"),
                (
                    "Naval",
                    f"{box.navy} (Royal Navy)",
                    "naval modifiers",
                    "British at sea back 1, in boxes 1 and 2 back 2",
                ),
                (
                    "Liberation",
                    f"{liberation} (the marker)",
                    "liberation modifiers",
                    "a marker on a round French space",
                ),
                (
                    "Restore Order",
                    f"{box.disorder} (disorder)",
                    "its modifiers",
                    "disorder leaves Paris; no roll if the Republic reigns in 3 or 4",
                ),
            ),
        ),
        Table("Battle values", "7.2", (), (("Armies", values),)),
        Table(
            "Any roll",
            "7.0",
            (),
            (
                ("Succeeds", "the modified die is higher, or a natural 6"),
                ("Fails", "the modified die is equal or lower, or a natural 1"),
                ("In Paris", "the first attack on each army is free every turn"),
                (
                    "A Liberation marker defends",
                    "an army that advances into its space stays out on the marker's value or less",
                ),
            ),
        ),
        Table("French Army", "6", ("what", "modifier"), FRENCH_ARMY),
        Table("Housekeeping", "8", (), HOUSEKEEPING),
        Table("Victory points", "9.3", (), POINTS),
        Table("Result", "9", ("points", "result"), LEVELS),
        *_of_the_kit(box),
        Table(
            "Optional rules",
            "10",
            (),
            tuple((f"{rule.name} ({rule.case})", rule.summary) for rule in OPTIONS),
        ),
        Table("Decisive Outcomes", "10.6", (), DECISIVE),
    ]


def _of_the_kit(box: Box) -> list[Table]:
    """What the Expansion Kit adds to the map; nothing where the pack has none of it."""
    if not box.kit:
        return []
    entries: dict[str, list[str]] = {}
    for card in box.cards.values():
        for special in card.special:
            if isinstance(special, Place):
                space = box.name(box.at[special.unit][special.box])
                entries.setdefault(special.unit, []).append(f"{space} ({special.box}), card {card.number}")
    rows = [
        (
            box.power[unit],
            f"[{value}]" if unit in box.stationary else str(value),
            "; ".join(entries.get(unit, [])),
            "never moves, and is removed when beaten" if unit in box.stationary else "marches like any army",
        )
        for unit, value in box.battle_value.items()
        if unit in KIT
    ]
    return [
        Table("Expansion Kit: units", "X-5.0", ("unit", "value", "enters", "then"), tuple(rows)),
        Table("Expansion Kit: Napoleon", "X-5.N", (), NAPOLEON),
    ]
