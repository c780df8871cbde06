"""The quick reference of the war in the Vendée."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.wording import level, signed, spoken
from data.catalogue import N_, _, retold
from data.nouns import clauses, per_cent
from data.vendee.tables import Tables
from engines.vendee.combat.reckoning import TERRAINS
from render import Table
from render.lettering import halved

SEQUENCE = (
    ("1", N_("Wounded generals: who returns; fraud and emissaries")),
    ("2", N_("Reinforcements and events: the Republic, then the Royalists")),
    ("3", N_("Initiative: who begins, and who may pre-empt once")),
    ("4", N_("Operations: stacks are activated until both sides hand over one after the other")),
    ("5", N_("Desertion of the Royalists (not in October)")),
    ("6", N_("Committee of Public Safety: Republican generals are tried")),
    ("7", N_("End of the month; after October the points are counted")),
)
COMBAT = (
    ("0", N_("Ambush (E6), before the enemy enters bocage")),
    ("1", N_("Marches to the guns: the attacker's, then the defender's")),
    ("2", N_("Incidents are drawn; T6 lets the Royalists withdraw")),
    ("3", N_("Odds in the defender's favour, then columns to the left or right")),
    ("4", N_("Two dice, with their modifiers")),
    ("5", N_("Losses, then retreat or rout; morale, powder, wounds")),
    ("6", N_("After a rout the winner may pursue 1 or 2 areas")),
)
COLUMNS = {
    "anjou": N_("Anjou"),
    "centre": N_("Centre"),
    "bas-poitou": N_("Bas-Poitou"),
    "loroux-chouans": N_("Loroux, Chouans"),
    "national-guards": N_("National Guards"),
    "minor": N_("minor"),
    "major": N_("major"),
}
FATES = {"killed": N_("killed"), "serious": N_("serious wound"), "light": N_("light wound")}


def reference(tables: Tables) -> list[Table]:
    """Sequence, modifiers and tables, with the figures of the pack."""
    return [
        Table(_("Sequence of a month"), "2", (), spoken(SEQUENCE)),
        Table(
            _("Who may stand together"),
            "V-T-STACK",
            (),
            (
                (_("Nantes, Saumur, La Rochelle"), _("pass through only; free after E13")),
                (_("Mayençais"), _("free with the army that they reinforce; with all after E13")),
                (_("Anjou with Centre or Loroux"), _("free")),
                (_("Centre with Loroux"), _("only with Anjou")),
                (_("Loroux with Bas-Poitou"), _("free, but not with La Cathelinière")),
                (_("Anjou or Centre into Bas-Poitou"), _("never")),
                (
                    _("Bas-Poitou into Anjou or Centre"),
                    _("Charette or Joly, on {charette} or more", charette=tables.tests.charette),
                ),
                (_("La Cathelinière"), _("never with another general")),
                (_("Émigrés, deserters, Chouans"), _("with any Royalists; Chouans as Anjou")),
            ),
        ),
        Table(_("Sequence of a combat"), "4.1", (), spoken(COMBAT)),
        *_movement(tables),
        *_combat(tables),
        *_changes(tables),
        *_phases(tables),
    ]


def _movement(tables: Tables) -> list[Table]:
    points = tables.action_points
    royal, blue = tables.costs.royalist, tables.costs.republican
    named = [
        *((id, retold(said)) for id, said in TERRAINS.items()),
        ("major", _("Major road")),
        ("royal", _("Royal road")),
        ("gois", _("The Gois")),
        ("loire", _("The Loire off a bridge")),
    ]
    return [
        Table(
            _("Action points"),
            "V-T-AP",
            (_("two dice"), _("points")),
            (
                *(
                    (roll, _("{base} + strategic rating", base=base))
                    for roll, base in zip(_rolls(points.up_to), points.points, strict=True)
                ),
                (
                    _("without a general of their army"),
                    _("{without_general}, no dice", without_general=points.without_general),
                ),
            ),
        ),
        Table(
            _("Cost of a step"),
            "V-T-COST",
            (_("entering"), _("Royalists"), _("Republic")),
            tuple((str(name), _cost(royal, key), _cost(blue, key)) for key, name in named),
        ),
    ]


def _combat(tables: Tables) -> list[Table]:
    combat, shifts, odds = tables.combat, tables.shifts, tables.modifiers
    lost = tables.winner_losses
    return [
        Table(
            _("Combat results"),
            "V-T-CRT",
            (_("two dice"), *combat.columns),
            tuple((roll, *row) for roll, row in zip(_rolls(combat.up_to), combat.results, strict=True)),
        ),
        Table(
            _("How a result reads"),
            "V-T-CRT-a",
            (),
            (
                (_("A or D"), _("the attacker or the defender is beaten")),
                (_("R or D"), _("he retreats, or is routed (disordered)")),
                (_("number"), _("areas that he goes back")),
                (_("after the dash"), _("per cent of his men that he loses")),
            ),
        ),
        Table(
            _("Columns"),
            "V-T-COL",
            (_("situation"), _("shift")),
            (
                (_("Bocage or marsh"), _("{bocage} for the Royalists", bocage=shifts.bocage)),
                (_("Clear"), _("{clear} for the Republic", clear=abs(shifts.clear))),
                (
                    _("Republicans without supply"),
                    _("{unsupplied} for the Royalists", unsupplied=shifts.unsupplied),
                ),
                (
                    _("Some, or all, attack over a bridge"),
                    _(
                        "{bridge_partial}, {bridge_total} for the defender",
                        bridge_partial=shifts.bridge_partial,
                        bridge_total=shifts.bridge_total,
                    ),
                ),
                (_("Attack over the Gois"), _("{gois} for the defender", gois=shifts.gois)),
                ("T4", _("2 for the Republic")),
                (_("T12, Mayençais less than half"), _("2 for the Royalists")),
            ),
        ),
        Table(
            _("Modifiers of the two dice"),
            "V-T-DRM",
            (_("situation"), _("attacker's"), _("defender's")),
            (
                (_("Best tactical rating"), _("+ rating"), _("− rating")),
                (_("Better morale"), signed(odds.better_morale), signed(-odds.better_morale)),
                (_("Royalist powder at −1"), "−1", "+1"),
                (_("Royalist powder at −2"), "−2", "+2"),
                (_("Defender in a stronghold"), "", signed(-odds.stronghold)),
                (_("True odds below 1:3"), signed(-odds.long_odds), ""),
                (_("E6, ambush"), "", "−1"),
                (_("T3, for the Royalists"), "+1", "−1"),
                (_("T6, Royalists fight on"), "−2", "+2"),
                (_("T9, for the Republic: clear, elsewhere"), "+2, +1", "−2, −1"),
                (_("T10, T11 (Mayençais), for the Republic"), "+1", "−1"),
            ),
        ),
        Table(
            _("Losses of the winner"),
            "V-T-WLOSS",
            (_("the attacker's two dice"), _("of the smaller total")),
            (
                (_("coloured higher than white"), per_cent(lost.coloured_higher)),
                (_("coloured lower than white"), per_cent(lost.coloured_lower)),
                (_("equal"), per_cent(lost.equal)),
            ),
        ),
        Table(
            _("Tests of one die"),
            "2.4, 3.5, 4.2",
            (),
            (
                (_("Pre-emption"), _("the best strategic rating or less")),
                (
                    _("March to the guns"),
                    _("less than {guns_factor} × strategic rating", guns_factor=tables.tests.guns_factor),
                ),
                (
                    _("Charette, Joly into Anjou or Centre"),
                    _("{charette} or more", charette=tables.tests.charette),
                ),
                (_("Capture of a general"), f"{tables.tests.captured}"),
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
            _("Morale after a combat"),
            "V-T-MORALE",
            (_("men on both sides"), _("winner"), _("loser, if routed")),
            tuple(zip(sizes, map(level, morale.winner), map(level, morale.routed), strict=True)),
        ),
        Table(
            _("Other changes of morale"),
            "V-T-MORALE",
            (_("situation"), _("Royalists"), _("Republic")),
            (
                (_("First primary objective lost, once"), level(royal.first_objective_lost), ""),
                (_("General of tactical rating 3 killed by T1"), level(royal.great_general_killed), ""),
                (_("Stronghold taken"), level(royal.stronghold_taken), ""),
                (_("T5 and the Republic routs"), level(royal.marie_jeanne), ""),
                (
                    _("E4 played; fraud found by 1–2, 3–5, 6"),
                    clauses((level(royal.bishop), ", ".join(map(level, royal.fraud.change)))),
                    "",
                ),
                (
                    _("E5 accepted, landed, failed"),
                    ", ".join(map(level, (royal.english_accept, royal.english_land, royal.english_fail))),
                    "",
                ),
                (_("E12, the Mayençais arrive"), level(royal.mayence_arrives), level(blue.mayence_arrives)),
                (_("Mayençais beaten for the first time"), level(royal.mayence_first_beaten), ""),
                (_("Royalist general captured"), "", level(blue.general_captured)),
                (_("E5, emissaries captured"), "", level(blue.emissaries_captured)),
            ),
        ),
        Table(
            _("Powder"),
            "V-T-POWDER",
            (_("men of the routed side"), _("Republic routed"), _("Royalists routed")),
            (
                *(
                    (size, f"{level(change)}{how}", f"{level(-change)}{how}")
                    for size, change, how in zip(
                        _rolls(powder.up_to),
                        powder.change,
                        (_(" to one army") if one else "" for one in powder.single),
                        strict=True,
                    )
                ),
                (_("Supply base taken by Royalists"), level(powder.base_taken), ""),
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
            _("Reinforcements"),
            "V-T-REINF",
            (_("two dice"), *(str(COLUMNS[name]) for name in arrivals.columns)),
            tuple(
                (roll, *(str(figure) for figure in row))
                for roll, row in zip(
                    _rolls(arrivals.up_to), zip(*arrivals.columns.values(), strict=True), strict=True
                )
            ),
        ),
        Table(
            _("How reinforcements count"),
            "2.2",
            (),
            (
                (_("Royalist armies"), _("the figure is what they come to; Chouans are added")),
                (_("Republican armies"), _("the figure is added")),
                (
                    _("Anjou before E2"),
                    _("{quiet_gatine} on its dice", quiet_gatine=level(arrivals.quiet_gatine)),
                ),
                (
                    _("All objectives of the zone lost"),
                    _(
                        "{objectives_lost} on its army's dice",
                        objectives_lost=level(arrivals.objectives_lost),
                    ),
                ),
            ),
        ),
        Table(
            _("Desertion"),
            "V-T-TURN",
            (_("two dice + royalist morale"), _("of an army")),
            tuple(
                (roll, per_cent(percent))
                for roll, percent in zip(_rolls(desertion.up_to), desertion.percent, strict=True)
            ),
        ),
        Table(
            _("Wounds (T1, T7)"),
            "4.3 T1",
            (_("two dice, {routed} if routed", routed=level(wounds.routed)), _("the general")),
            tuple(
                zip(
                    _rolls(wounds.up_to),
                    (
                        {"serious": _("serious wound"), "light": _("light wound"), "killed": _("killed")}[
                            fate
                        ]
                        for fate in wounds.fate
                    ),
                    strict=True,
                )
            ),
        ),
        Table(
            _("Incidents drawn"),
            "4.3",
            (_("men on both sides"), _("markers")),
            tuple(
                (size, str(number))
                for size, number in zip(_rolls(tables.incidents.up_to), tables.incidents.markers, strict=True)
            ),
        ),
        Table(
            _("Committee"),
            "2.6",
            (),
            (
                (_("Two dice, saved by"), _("{saved} or more", saved=trial.saved)),
                (_("Noble, sans-culotte"), f"{level(trial.noble)}, {level(trial.sans_culotte)}"),
            ),
        ),
    ]


def _rolls(up_to: Sequence[int]) -> list[str]:
    """The rolls of the rows of a table by dice, both ends open."""
    lows = [None, *(high + 1 for high in up_to)]
    said = []
    for low, high in zip(lows, [*up_to, None], strict=True):
        if low is None:
            said.append(_("{high} or less", high=high))
        elif high is None:
            said.append(_("{low} or more", low=low))
        else:
            said.append(str(low) if low == high else f"{low}–{high}")
    return said


def _cost(rates: object, key: str) -> str:
    halves: int | None = getattr(rates, key, None)
    return _("not allowed") if halves is None else halved(halves)
