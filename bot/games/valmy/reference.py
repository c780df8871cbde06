"""The quick reference of the Valmy campaign."""

from __future__ import annotations

from bot.games.wording import level, signed
from data.valmy.tables import Tables
from render import Table
from render.lettering import halved

SEQUENCE = (
    ("1", "Initiative: a chit, or dice (French in turn 1)"),
    ("2", "Activations in turn: Movement, the other side's Reaction, Combat"),
    ("3", "Recovery of reduced units"),
    ("4", "Army morale; points are counted after the last turn"),
)
MAJOR = (
    ("1", "The defender deploys, then the attacker"),
    ("2", "Skirmish fire, first round only: the defender, then the attacker"),
    ("3", "Flank attacks and charges are announced, then counter-charges; checks"),
    ("4", "Counter-charges, then defensive fire, then charges"),
    ("5", "Fire of the Main boxes: the defender, then the attacker"),
    ("6", "Melee, if the attacker wants it, or else the defender; checks of morale"),
    ("7", "Go on to a second round, or withdraw: the attacker says first"),
)
RESULTS = (
    ("AE", "attackers shattered"),
    ("AR, AR*", "attackers retreat; * one step lost"),
    ("EX", "defenders shattered, attackers lose as much"),
    ("BR", "both retreat"),
    ("DR, DR*", "defenders retreat; * one step lost"),
    ("½DE", "half of the defenders shattered, the rest retreat"),
    ("DE", "defenders shattered"),
)


def reference(tables: Tables) -> list[Table]:
    """Sequence, modifiers and tables, with the figures of the pack."""
    fire, charge, melee = tables.fire, tables.charge, tables.melee
    foot, horse = tables.figures.allowance["infantry"], tables.figures.allowance["cavalry"]
    french, allied = tables.figures.army_morale["french"], tables.figures.army_morale["allied"]
    figures, plus, worth = tables.figures, tables.modifiers, tables.victory
    return [
        Table("Sequence of a turn", "4.0", (), SEQUENCE),
        Table(
            "Activation",
            "6.0",
            (),
            (
                (f"Leader within {figures.range} points of his overall Leader", "no roll"),
                ("Leader farther away", "one die, his initiative or less"),
                (
                    "One unit alone",
                    (
                        "one die, its Leader's initiative or less; "
                        f"{signed(plus.far_unit)} when farther than {figures.range}"
                    ),
                ),
                ("Initiative", "one die + initiative of the overall Leader; a tie goes to who had it not"),
            ),
        ),
        Table(
            "Movement",
            "7.1",
            (),
            (
                (
                    "Infantry, cavalry, Leader alone",
                    f"{foot}, {horse}, {figures.leader_allowance} points",
                ),
                ("A line already used this turn", f"{signed(figures.traffic)}"),
                ("At least", "one box"),
                ("Overrun", f"{figures.overrun} units against one"),
            ),
        ),
        Table("Major battle, one round", "9.2", (), MAJOR),
        Table(
            "Which battle",
            "9.0",
            ("units", "battle"),
            (
                (f"at most {figures.minor} on both sides", "minor: one exchange of fire"),
                (f"more than {figures.minor} against less than {figures.minor}", "as the defender likes"),
                ("else", "major"),
            ),
        ),
        Table(
            "Fire: steps lost",
            "9.3",
            ("two dice", "skirmish", *(f"morale {morale}" for morale in fire.morale)),
            tuple(
                (str(fire.lowest + row), *(str(hits or "–") for hits in hits))
                for row, hits in enumerate(fire.rows)
                if any(hits)
            ),
        ),
        Table(
            "Fire: modifiers",
            "9.3.3",
            (),
            (
                ("Unit that has lost a step", signed(plus.reduced_fire)),
                ("At chargers", signed(plus.defensive_fire)),
            ),
        ),
        Table(
            "Charge",
            "9.4.3",
            ("one die", *charge.odds),
            tuple(
                (_row(charge.lowest + row, charge.lowest, charge.lowest + len(charge.rows) - 1), *results)
                for row, results in enumerate(charge.rows)
            ),
        ),
        Table("Charge: results", "9.4.3", (), RESULTS),
        Table(
            "Charge: modifiers",
            "9.4.2",
            (),
            (
                ("Best morale of the attackers less that of the defenders", "the difference"),
                ("A Leader with them, if his owner likes", "+ offence, − defence"),
            ),
        ),
        Table(
            "Melee: steps lost, attacker/defender",
            "9.5.1",
            ("two dice", *melee.odds),
            tuple(
                (
                    _row(melee.lowest + row, melee.lowest, melee.lowest + len(melee.rows) - 1),
                    *("–" if not a and not d else f"{a}/{d}" for a, d in losses),
                )
                for row, losses in enumerate(melee.rows)
            ),
        ),
        Table(
            "Melee: modifiers",
            "9.5 F",
            (),
            (
                ("Divisional and overall Leader", "+ offence, − defence"),
                ("Charging cavalry from the Flank", signed(plus.melee_charge)),
                (
                    "Lead unit of higher, lower morale",
                    f"{signed(plus.melee_morale)}, {signed(-plus.melee_morale)}",
                ),
            ),
        ),
        Table(
            "Checks of two dice",
            "9.6, 9.7, 10",
            (),
            (
                ("Unit that lost a step, or recovers", "its morale or less"),
                ("Retreat with no legal box", f"its morale or less, {signed(plus.cut_off)} to the roll"),
                ("Leader after a combat", "doubles above army morale kill; any doubles in a charge"),
                (
                    f"Army that lost {figures.eliminated} units",
                    (
                        f"French {french}, Allies {allied}, less 1 for each {figures.eliminated} lost: "
                        "first shaken, then broken"
                    ),
                ),
            ),
        ),
        Table(
            "Victory points",
            "11.2",
            ("for", "points"),
            (
                ("each step of an M or F unit shattered", halved(worth.step)),
                ("each step of an S unit shattered", halved(worth.skirmish_step)),
                ("each city controlled", halved(worth.city)),
                ("each star of a Leader lost", halved(worth.rank)),
            ),
        ),
    ]


def _row(roll: int, lowest: int, highest: int) -> str:
    if roll == lowest:
        return f"{level(roll) if roll < 0 else roll} or less"
    return f"{roll} or more" if roll == highest else str(level(roll) if roll < 0 else roll)
