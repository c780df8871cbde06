"""The quick reference of *Levée en Masse*."""

from __future__ import annotations

from engines.levee.box import Box
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
    ("Paris falls, no red card played", "Decisive defeat"),
    ("Paris falls, a blue card left", "Crushing defeat"),
)


def reference(box: Box) -> list[Table]:
    """Sequence, actions, modifiers and points, with the values of the pack."""
    values = " · ".join(f"{box.power[army]} {value}" for army, value in box.battle_value.items())
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
    ]
