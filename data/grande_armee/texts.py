"""Every sentence of *La Grande Armée*: templates, whose braces messages fill with units, hexes, numbers."""

from __future__ import annotations

from enum import Enum

from data.catalogue import N_

SEATS = {"allied": N_("Allies"), "french": N_("French")}


class Text(Enum):
    """The templates; a message names one."""

    # What is asked.
    ASK_SWAP = N_("Combine units or break them down, or end")
    ASK_MOVE = N_("Move a unit, eliminate a hex automatically, or end the movement")
    ASK_OPTION = N_("{unit} may halt its forced march unharmed, or roll again")
    ASK_ONWARD = N_("{unit} may march its next leg, or rest")
    ASK_COMBINE = N_("Combine units that have a movement point left, or end")

    # Readings and what is out of place.
    BY_READING = N_("{reason}, by the reading {statement}")
    OVER = N_("The game is over")
    WAITS = N_("The game waits for the other side: {seat}")
    NOT_NOW = N_("That is no action of this step")

    # Whose units, and whether they may act.
    NO_UNIT = N_("{unit} is not on the map")
    NOT_OWN = N_("{unit} is the enemy's")
    DISRUPTED = N_("{unit} is disrupted and may not move")
    DISRUPTED_SWAP = N_("{unit} is disrupted and may neither combine nor break down")
    DISRUPTED_ATTACK = N_("{unit} is disrupted and may not attack")
    DONE = N_("{unit} has finished its movement: another unit has started since")
    MARCHED = N_("The forced march of {unit} is over, and its movement with it")
    BOUND = N_("{unit} gave odds to an automatic elimination and stays where it is")
    SUPPLY_BOUND = N_("{unit} feeds an automatic elimination and stays where it is")

    # Steps.
    NO_STEP = N_("No step leads from {start} to {end}: it is no neighbour on land, or a lake lies between")
    CLOSED = N_("{end} is neutral ground")
    ENEMY = N_("An enemy unit stands on {end}")
    MOUNTAIN = N_("{end} is a mountain hex, which cavalry never enters")
    STOPPED = N_("{unit} is in an enemy zone of control at {start} and goes no farther this phase")
    FROM_ZONE = N_("{unit} began in an enemy zone of control, and {end} is in one too")
    POINTS = N_("{unit} needs {needed} movement points for {end} and has {left}")
    NO_WAY = N_("{unit} finds no way to {end}")
    STAYS = N_("{unit} stands on {end} already")

    # Forced marches.
    ONLY_INFANTRY = N_("Infantry alone may attempt a Triple Forced March, and {unit} is none")
    HAS_SUPPLY = N_("{unit} marches on supply, with one pool of movement points and no roll")
    NO_SUPPLY = N_("{supply} is no supply unit of yours that gives supply")
    FAR_SUPPLY = N_("{unit} did not begin the phase on the hex of {supply} or beside it")
    SUPPLY_EATEN = N_("{supply} was spent on an automatic elimination and feeds no march")
    SUPPLY_MARCHED = N_("{supply} was spent on a march and feeds no automatic elimination")
    ITSELF = N_("{supply} does not feed its own march")
    OTHER_UNIT = N_("{unit} is on its march, and is asked first")

    # Swaps.
    NO_LINE = N_("No line of the chart combines these units")
    NO_BREAK = N_("No line of the chart breaks {unit} down")
    APART = N_("{unit} is not on the same hex as {other}")
    TWICE = N_("{unit} is named twice")
    SWAP_SPENT = N_("The new units would have spent {spent} movement points of {allowance}")
    SWAP_LEFT = N_("{unit} has no movement point left for the combination")

    # Automatic elimination.
    NO_TARGET = N_("No enemy unit stands on {end}")
    SHIELDED = N_("Cavalry or a leader on {end} shields it from automatic elimination")
    AE_TROOPS = N_("An automatic elimination wants combat units")
    AE_HEXES = N_("The units stand on several hexes, and {end} is no Fortress")
    AE_FAR = N_("{unit} is not beside {end}, or a lake lies between")
    AE_LEADER = N_("{unit} is no leader who stands with the units and can give a bonus")
    AE_SORTIE = N_("Out of a Fortress all adjacent enemies are taken on together")
    AE_SEVERAL = N_("One hex is eliminated at a time")
    AE_ODDS = N_("The odds are {attack} to {defence}, {percent} %, and at least {needed} % are needed")
    AE_SUPPLY_FAR = N_("{supply} reaches none of these units")

    # Victory.
    HELD = N_("{town}: the French control it")
    BESIEGED = N_("{town}: the French besiege it")
    WINS = N_("{seat} win: {total} points, and the French need {threshold}")
