"""The quick reference of the war in the Vendée."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.wording import level, signed
from data.vendee.tables import Tables
from render import Table
from render.lettering import halved

SEQUENCE = (
    ("1", "Wounded generals: who returns; fraud and emissaries"),
    ("2", "Reinforcements and events: the Republic, then the Royalists"),
    ("3", "Initiative: who begins, and who may pre-empt once"),
    ("4", "Operations: stacks are activated until both pass one after the other"),
    ("5", "Desertion of the Royalists (not in October)"),
    ("6", "Committee of Public Safety: Republican generals are tried"),
    ("7", "End of the month; after October the points are counted"),
)
COMBAT = (
    ("0", "Ambush (E6), before the enemy enters bocage"),
    ("1", "Marches to the guns: the attacker's, then the defender's"),
    ("2", "Incidents are drawn; T6 lets the Royalists withdraw"),
    ("3", "Odds in the defender's favour, then columns to the left or right"),
    ("4", "Two dice, with their modifiers"),
    ("5", "Losses, then retreat or rout; morale, powder, wounds"),
    ("6", "After a rout the winner may pursue 1 or 2 areas"),
)
TERRAIN = {"clear": "Clear", "mixed": "Mixed", "marsh": "Marsh", "bocage": "Bocage"}
COLUMNS = {
    "anjou": "Anjou",
    "centre": "Centre",
    "bas-poitou": "Bas-Poitou",
    "loroux-chouans": "Loroux, Chouans",
    "national-guards": "National Guards",
    "minor": "minor",
    "major": "major",
}


def reference(tables: Tables) -> list[Table]:
    """Sequence, modifiers and tables, with the figures of the pack."""
    return [
        Table("Sequence of a month", "2", (), SEQUENCE),
        Table(
            "Who may stand together",
            "V-T-STACK",
            (),
            (
                ("Nantes, Saumur, La Rochelle", "pass through only; free after E13"),
                ("Mayençais", "free with the army that they reinforce; with all after E13"),
                ("Anjou with Centre or Loroux", "free"),
                ("Centre with Loroux", "only with Anjou"),
                ("Loroux with Bas-Poitou", "free, but not with La Cathelinière"),
                ("Anjou or Centre into Bas-Poitou", "never"),
                ("Bas-Poitou into Anjou or Centre", f"Charette or Joly, on {tables.tests.charette} or more"),
                ("La Cathelinière", "never with another general"),
                ("Émigrés, deserters, Chouans", "with any Royalists; Chouans as Anjou"),
            ),
        ),
        Table("Sequence of a combat", "4.1", (), COMBAT),
        *_movement(tables),
        *_combat(tables),
        *_changes(tables),
        *_phases(tables),
    ]


def _movement(tables: Tables) -> list[Table]:
    points = tables.action_points
    royal, blue = tables.costs.royalist, tables.costs.republican
    named = [
        *TERRAIN.items(),
        ("major", "Major road"),
        ("royal", "Royal road"),
        ("gois", "The Gois"),
        ("loire", "The Loire off a bridge"),
    ]
    return [
        Table(
            "Action points",
            "V-T-AP",
            ("two dice", "points"),
            (
                *(
                    (roll, f"{base} + strategic rating")
                    for roll, base in zip(_rolls(points.up_to), points.points, strict=True)
                ),
                ("without a general of their army", f"{points.without_general}, no dice"),
            ),
        ),
        Table(
            "Cost of a step",
            "V-T-COST",
            ("entering", "Royalists", "Republic"),
            tuple((name, _cost(royal, key), _cost(blue, key)) for key, name in named),
        ),
    ]


def _combat(tables: Tables) -> list[Table]:
    combat, shifts, odds = tables.combat, tables.shifts, tables.modifiers
    lost = tables.winner_losses
    return [
        Table(
            "Combat results",
            "V-T-CRT",
            ("two dice", *combat.columns),
            tuple((roll, *row) for roll, row in zip(_rolls(combat.up_to), combat.results, strict=True)),
        ),
        Table(
            "How a result reads",
            "V-T-CRT-a",
            (),
            (
                ("A or D", "the attacker or the defender is beaten"),
                ("R or D", "he retreats, or is routed (disordered)"),
                ("number", "areas that he goes back"),
                ("after the dash", "per cent of his men that he loses"),
            ),
        ),
        Table(
            "Columns",
            "V-T-COL",
            ("what", "shift"),
            (
                ("Bocage or marsh", f"{shifts.bocage} for the Royalists"),
                ("Clear", f"{abs(shifts.clear)} for the Republic"),
                ("Republicans without supply", f"{shifts.unsupplied} for the Royalists"),
                (
                    "Some, or all, attack over a bridge",
                    f"{shifts.bridge_partial}, {shifts.bridge_total} for the defender",
                ),
                ("Attack over the Gois", f"{shifts.gois} for the defender"),
                ("T4", "2 for the Republic"),
                ("T12, Mayençais less than half", "2 for the Royalists"),
            ),
        ),
        Table(
            "Modifiers of the two dice",
            "V-T-DRM",
            ("what", "attacker's", "defender's"),
            (
                ("Best tactical rating", "+ rating", "− rating"),
                ("Better morale", signed(odds.better_morale), signed(-odds.better_morale)),
                ("Royalist powder at −1", "−1", "+1"),
                ("Royalist powder at −2", "−2", "+2"),
                ("Defender in a stronghold", "", signed(-odds.stronghold)),
                ("True odds below 1:3", signed(-odds.long_odds), ""),
                ("E6, ambush", "", "−1"),
                ("T3, for the Royalists", "+1", "−1"),
                ("T6, Royalists fight on", "−2", "+2"),
                ("T9, for the Republic: clear, elsewhere", "+2, +1", "−2, −1"),
                ("T10, T11 (Mayençais), for the Republic", "+1", "−1"),
            ),
        ),
        Table(
            "Losses of the winner",
            "V-T-WLOSS",
            ("the attacker's two dice", "of the smaller total"),
            (
                ("coloured higher than white", f"{lost.coloured_higher}%"),
                ("coloured lower than white", f"{lost.coloured_lower}%"),
                ("equal", f"{lost.equal}%"),
            ),
        ),
        Table(
            "Tests of one die",
            "2.4, 3.5, 4.2",
            (),
            (
                ("Pre-emption", "the best strategic rating or less"),
                ("March to the guns", f"less than {tables.tests.guns_factor} × strategic rating"),
                ("Charette, Joly into Anjou or Centre", f"{tables.tests.charette} or more"),
                ("Capture of a general", f"{tables.tests.captured}"),
            ),
        ),
    ]


def _changes(tables: Tables) -> list[Table]:
    morale, powder, royal, blue = (
        tables.morale,
        tables.powder,
        tables.morale.royalist,
        tables.morale.republican,
    )
    sizes = _rolls(morale.up_to)
    return [
        Table(
            "Morale after a combat",
            "V-T-MORALE",
            ("men on both sides", "winner", "loser, if routed"),
            tuple(zip(sizes, map(level, morale.winner), map(level, morale.routed), strict=True)),
        ),
        Table(
            "Other changes of morale",
            "V-T-MORALE",
            ("what", "Royalists", "Republic"),
            (
                ("First primary objective lost, once", level(royal.first_objective_lost), ""),
                ("General of tactical rating 3 killed by T1", level(royal.great_general_killed), ""),
                ("Stronghold taken", level(royal.stronghold_taken), ""),
                ("T5 and the Republic routs", level(royal.marie_jeanne), ""),
                (
                    "E4 played; fraud found by 1–2, 3–5, 6",
                    f"{level(royal.bishop)}; {', '.join(map(level, royal.fraud.change))}",
                    "",
                ),
                (
                    "E5 accepted, landed, failed",
                    ", ".join(map(level, (royal.english_accept, royal.english_land, royal.english_fail))),
                    "",
                ),
                ("E12, the Mayençais arrive", level(royal.mayence_arrives), level(blue.mayence_arrives)),
                ("Mayençais beaten for the first time", level(royal.mayence_first_beaten), ""),
                ("Royalist general captured", "", level(blue.general_captured)),
                ("E5, emissaries captured", "", level(blue.emissaries_captured)),
            ),
        ),
        Table(
            "Powder",
            "V-T-POWDER",
            ("men of the routed side", "Republic routed", "Royalists routed"),
            (
                *(
                    (size, f"{level(change)}{how}", f"{level(-change)}{how}")
                    for size, change, how in zip(
                        _rolls(powder.up_to),
                        powder.change,
                        (" to one army" if one else "" for one in powder.single),
                        strict=True,
                    )
                ),
                ("Supply base taken by Royalists", level(powder.base_taken), ""),
            ),
        ),
    ]


def _phases(tables: Tables) -> list[Table]:
    arrivals, desertion, wounds, trial = (
        tables.reinforcement,
        tables.desertion,
        tables.wounds,
        tables.committee,
    )
    return [
        Table(
            "Reinforcements",
            "V-T-REINF",
            ("two dice", *(COLUMNS[name] for name in arrivals.columns)),
            tuple(
                (roll, *(str(figure) for figure in row))
                for roll, row in zip(
                    _rolls(arrivals.up_to), zip(*arrivals.columns.values(), strict=True), strict=True
                )
            ),
        ),
        Table(
            "How reinforcements count",
            "2.2",
            (),
            (
                ("Royalist armies", "the figure is what they come to; Chouans are added"),
                ("Republican armies", "the figure is added"),
                ("Anjou before E2", f"{level(arrivals.quiet_gatine)} on its dice"),
                ("All objectives of the zone lost", f"{level(arrivals.objectives_lost)} on its army's dice"),
            ),
        ),
        Table(
            "Desertion",
            "V-T-TURN",
            ("two dice + royalist morale", "of an army"),
            tuple(
                (roll, f"{percent}%")
                for roll, percent in zip(_rolls(desertion.up_to), desertion.percent, strict=True)
            ),
        ),
        Table(
            "Wounds (T1, T7)",
            "4.3 T1",
            (f"two dice, {level(wounds.routed)} if routed", "the general"),
            tuple(
                zip(
                    _rolls(wounds.up_to),
                    (
                        fate.replace("serious", "serious wound").replace("light", "light wound")
                        for fate in wounds.fate
                    ),
                    strict=True,
                )
            ),
        ),
        Table(
            "Incidents drawn",
            "4.3",
            ("men on both sides", "markers"),
            tuple(
                (size, str(number))
                for size, number in zip(_rolls(tables.incidents.up_to), tables.incidents.markers, strict=True)
            ),
        ),
        Table(
            "Committee",
            "2.6",
            (),
            (
                ("Two dice, saved by", f"{trial.saved} or more"),
                ("Noble, sans-culotte", f"{level(trial.noble)}, {level(trial.sans_culotte)}"),
            ),
        ),
    ]


def _rolls(up_to: Sequence[int]) -> list[str]:
    """What the rows of a table by dice stand for, both ends open."""
    lows = [None, *(high + 1 for high in up_to)]
    said = []
    for low, high in zip(lows, [*up_to, None], strict=True):
        if low is None:
            said.append(f"{high} or less")
        elif high is None:
            said.append(f"{low} or more")
        else:
            said.append(str(low) if low == high else f"{low}–{high}")
    return said


def _cost(rates: object, key: str) -> str:
    halves: int | None = getattr(rates, key, None)
    return "not allowed" if halves is None else halved(halves)
