"""The quick reference of the Valmy campaign."""

from __future__ import annotations

from bot.games.wording import level, signed, spoken
from data.catalogue import N_, _
from data.valmy.tables import Tables
from render import Table
from render.lettering import halved

SEQUENCE = (
    ("1", N_("Initiative: a chit, or dice (French in turn 1)")),
    ("2", N_("Activations in turn: Movement, the other side's Reaction, Combat")),
    ("3", N_("Recovery of reduced units")),
    ("4", N_("Army morale; points are counted after the last turn")),
)
MAJOR = (
    ("1", N_("The defender deploys, then the attacker")),
    ("2", N_("Skirmish fire, first round only: the defender, then the attacker")),
    ("3", N_("Flank attacks and charges are announced, then counter-charges; checks")),
    ("4", N_("Counter-charges, then defensive fire, then charges")),
    ("5", N_("Fire of the Main boxes: the defender, then the attacker")),
    ("6", N_("Melee, if the attacker wants it, or else the defender; checks of morale")),
    ("7", N_("Go on to a second round, or withdraw: the attacker says first")),
)
RESULTS = (
    ("AE", N_("attackers shattered")),
    (N_("AR, AR*"), N_("attackers retreat; * one step lost")),
    ("EX", N_("defenders shattered, attackers lose as much")),
    ("BR", N_("both retreat")),
    (N_("DR, DR*"), N_("defenders retreat; * one step lost")),
    ("½DE", N_("half of the defenders shattered, the rest retreat")),
    ("DE", N_("defenders shattered")),
)


def reference(tables: Tables) -> list[Table]:
    """Sequence, modifiers and tables, with the figures of the pack."""
    fire, charge, melee = tables.fire, tables.charge, tables.melee
    foot, horse = tables.figures.allowance["infantry"], tables.figures.allowance["cavalry"]
    french, allied = tables.figures.army_morale["french"], tables.figures.army_morale["allied"]
    figures, plus, worth = tables.figures, tables.modifiers, tables.victory
    return [
        Table(_("Sequence of a turn"), "4.0", (), spoken(SEQUENCE)),
        Table(
            _("Activation"),
            "6.0",
            (),
            (
                (_("Leader within {range} points of his overall Leader", range=figures.range), _("no roll")),
                (_("Leader farther away"), _("one die, his initiative or less")),
                (
                    _("One unit alone"),
                    (
                        _(
                            "one die, its Leader's initiative or less; {far_unit} when farther than {range}",
                            far_unit=signed(plus.far_unit),
                            range=figures.range,
                        )
                    ),
                ),
                (
                    _("Initiative"),
                    _("one die + initiative of the overall Leader; a tie goes to who had it not"),
                ),
            ),
        ),
        Table(
            _("Movement"),
            "7.1",
            (),
            (
                (
                    _("Infantry, cavalry, Leader alone"),
                    _(
                        "{foot}, {horse}, {leader_allowance} points",
                        foot=foot,
                        horse=horse,
                        leader_allowance=figures.leader_allowance,
                    ),
                ),
                (_("A line already used this turn"), f"{signed(figures.traffic)}"),
                (_("At least"), _("one box")),
                (_("Overrun"), _("{overrun} units against one", overrun=figures.overrun)),
            ),
        ),
        Table(_("Major battle, one round"), "9.2", (), spoken(MAJOR)),
        Table(
            _("Which battle"),
            "9.0",
            (_("units"), _("battle")),
            (
                (_("at most {minor} on both sides", minor=figures.minor), _("minor: one exchange of fire")),
                (
                    _("more than {minor} against less than {minor}", minor=figures.minor),
                    _("as the defender likes"),
                ),
                (_("else"), _("a major battle")),
            ),
        ),
        Table(
            _("Fire: steps lost"),
            "9.3",
            (_("two dice"), _("skirmish"), *(_("morale {morale}", morale=morale) for morale in fire.morale)),
            tuple(
                (str(fire.lowest + row), *(str(hits or "–") for hits in hits))
                for row, hits in enumerate(fire.rows)
                if any(hits)
            ),
        ),
        Table(
            _("Fire: modifiers"),
            "9.3.3",
            (),
            (
                (_("Unit that has lost a step"), signed(plus.reduced_fire)),
                (_("At chargers"), signed(plus.defensive_fire)),
            ),
        ),
        Table(
            _("Charge"),
            "9.4.3",
            (_("one die"), *charge.odds),
            tuple(
                (_row(charge.lowest + row, charge.lowest, charge.lowest + len(charge.rows) - 1), *results)
                for row, results in enumerate(charge.rows)
            ),
        ),
        Table(_("Charge: results"), "9.4.3", (), spoken(RESULTS)),
        Table(
            _("Charge: modifiers"),
            "9.4.2",
            (),
            (
                (_("Best morale of the attackers less that of the defenders"), _("the difference")),
                (_("A Leader with them, if his owner likes"), _("+ offence, − defence")),
            ),
        ),
        Table(
            _("Melee: steps lost, attacker/defender"),
            "9.5.1",
            (_("two dice"), *melee.odds),
            tuple(
                (
                    _row(melee.lowest + row, melee.lowest, melee.lowest + len(melee.rows) - 1),
                    *("–" if not a and not d else f"{a}/{d}" for a, d in losses),
                )
                for row, losses in enumerate(melee.rows)
            ),
        ),
        Table(
            _("Melee: modifiers"),
            "9.5 F",
            (),
            (
                (_("Divisional and overall Leader"), _("+ offence, − defence")),
                (_("Charging cavalry from the Flank"), signed(plus.melee_charge)),
                (
                    _("Lead unit of higher, lower morale"),
                    f"{signed(plus.melee_morale)}, {signed(-plus.melee_morale)}",
                ),
            ),
        ),
        Table(
            _("Checks of two dice"),
            "9.6, 9.7, 10",
            (),
            (
                (_("Unit that lost a step, or recovers"), _("its morale or less")),
                (
                    _("Retreat with no legal box"),
                    _("its morale or less, {cut_off} to the roll", cut_off=signed(plus.cut_off)),
                ),
                (_("Leader after a combat"), _("doubles above army morale kill; any doubles in a charge")),
                (
                    _("Army that lost {eliminated} units", eliminated=figures.eliminated),
                    (
                        _(
                            "French {french}, Allies {allied}, less 1 for each {eliminated} lost: first "
                            "shaken, then broken",
                            french=french,
                            allied=allied,
                            eliminated=figures.eliminated,
                        )
                    ),
                ),
            ),
        ),
        Table(
            _("Victory points"),
            "11.2",
            (_("cause"), _("points")),
            (
                (_("each step of an M or F unit shattered"), halved(worth.step)),
                (_("each step of an S unit shattered"), halved(worth.skirmish_step)),
                (_("each city controlled"), halved(worth.city)),
                (_("each star of a Leader lost"), halved(worth.rank)),
            ),
        ),
    ]


def _row(roll: int, lowest: int, highest: int) -> str:
    if roll == lowest:
        return _("{roll} or less", roll=level(roll) if roll < 0 else roll)
    return _("{roll} or more", roll=roll) if roll == highest else str(level(roll) if roll < 0 else roll)
