"""Every sentence of *La Grande Armée*: templates, whose braces messages fill with units, hexes, numbers."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_
from data.grande_armee.tables import Fate, March
from data.templates import Either, Template

SEATS = {"allied": N_("Allies"), "french": N_("French")}
NATIONS = {
    "french": N_("French"),
    "austrian": N_("Austrian"),
    "prussian": N_("Prussian"),
    "russian": N_("Russian"),
}
THEY = {"french": N_("the French"), "allied": N_("the Allies")}
ARMIES: Mapping[str, N_] = {
    "french": N_("French"),
    "austrian": N_("Austrians"),
    "prussian": N_("Prussians"),
    "russian": N_("Russians"),
}
PHASES: Mapping[str, N_] = {
    "movement": N_("Movement"),
    "combat": N_("Combat"),
    "supply": N_("Supply creation"),
}
DOING = {"movement": N_("movement"), "combat": N_("combat"), "supply": N_("supply creation")}
ENDED: Mapping[tuple[bool, str], N_] = {
    (False, "combat"): N_("Allied movement is over: combat begins."),
    (False, "supply"): N_("Allied combat is over."),
    (True, "movement"): N_("Allied combat is over, and the French player turn begins."),
    (True, "combat"): N_("French movement is over: combat begins."),
    (True, "supply"): N_("French combat is over."),
}
"""What the beginning of a phase ends, by whether it is of the French player turn."""
TURNS: Mapping[str, N_] = {
    "french": N_("French player turn: {phase}"),
    "allied": N_("Allied player turn: {phase}"),
}
TERRAIN = {
    "clear": N_("clear"),
    "mountain": N_("mountain, no cavalry"),
    "pass": N_("mountain pass"),
    "fortress": N_("fortress"),
}
CROSSINGS = {
    "open": N_("open"),
    "bridge": N_("over a bridge"),
    "river": N_("over a river without a bridge"),
    "lake": N_("a lake lies between"),
}
SEQUENCE = (
    ("1", N_("Movement: combine or break down, move, eliminate automatically, combine")),
    ("2", N_("Combat: stacking supply, attacks, retreats before combat, defence supply, battles, advances")),
    ("3", N_("Supply creation at depots")),
    ("", N_("The Allied player first, then the French one")),
)
MARKS: Mapping[March, N_] = {"go": N_("–"), "op": N_("Op"), "disrupted": N_("D"), "eliminated": N_("e")}
MANNERS: Mapping[str, N_] = {
    "supply": N_("on supply"),
    "double": N_("by a double forced march"),
    "triple": N_("by a triple forced march"),
}
STOPPED = N_("stopped by a zone of control")
ON_MARCH = N_("🥾 {unit}, on its forced march: {rolls}.")
HALTS, ROLLS_AGAIN = N_("halts"), N_("rolls again")
WENT_OUT = N_("🥾 {side}, {start} → {ways}.")
TRAINS = N_("🥾 {side}, supply units alone: {ways}.")
"""Lines about marches."""
SPENT: Mapping[str, N_] = {
    "march": N_("📦 Spent on marches by {side}: {units}."),
    "elimination": N_("📦 Spent on automatic elimination by {side}: {units}."),
    "combat": N_("📦 Spent in combat by {side}: {units}."),
}
DECLARED = N_("🎯 Attack on {targets}: {units}.")
BATTLE = N_("⚔️ **{targets}**: {side} attack with {units} against {defenders}, {odds}: {result}.")
DIE = N_("{attack} to {defence}, 🎲 {die}")
RIVER = N_("{attack} to {defence} across the river")
"""An attack, a battle, and how it was decided."""
UNFED = N_("⚠️ No supply: {units} at half strength (COM D).")
UNFED_AT = N_("⚠️ Defenders without supply at {hexes}: {units} at half strength (COM D).")
FEED = N_("Spend a supply unit on or beside their hex before you end. The defenders may spend supply too.")
STARVED = N_(
    "⚠️ {units} would have no supply unit in reach. All but one are destroyed when combat begins (A-45)."
)
"""Lines before a fight is confirmed."""
UNSUPPLIED = N_(
    "⚠️ {units} on {hex} have no supply in reach. All but one are destroyed when combat begins (A-14)."
)
CROSSES = N_("⚠️ This crosses Prussia's border: {chance} that Prussia then enters the war (F-11).")
"""Lines before marches are carried out."""
KEPT = N_("-# Only you see this; **none of it has been done yet**.")
BEGUN = N_("-# Proposed; **none of it has been done yet**.")
"""The line above marches that a player has written, and above those that a form begins with."""
DEFAULTS: Mapping[str, N_] = {
    "swap": N_("no unit is combined or broken down"),
    "movement": N_("no more units march"),
    "option": N_("it halts"),
    "onward": N_("it rests"),
    "combine": N_("no more are combined"),
    "stacking": N_("supply is spent for them"),
    "destroy": N_("the strongest are destroyed"),
    "declare": N_("no more attacks are declared"),
    "resolve": N_("the first is fought"),
    "exchange": N_("your losses are chosen for you"),
    **dict.fromkeys(("retreat", "falling-back"), N_("they go towards your nearest Fortress")),
    "advance": N_("nobody advances"),
    "create": N_("all supply is created"),
}
"""What comes of a decision that is not made in time; of a defence the next texts say it."""
FIGHTS_ON = N_("no more supply is spent")
"""What comes of a defence whose retreats are over."""
DEFENDS: Mapping[tuple[bool, bool], N_] = {
    (False, False): N_("all will stand"),
    (False, True): N_("all will stand, spending {supplies}"),
    (True, False): N_("{units} will retreat to {hexes}"),
    (True, True): N_("{units} will retreat; supply will be spent"),
}
"""The default plan of a defence, by whether units retreat and supply is spent. A screen begins with it."""
USUAL: Mapping[bool, N_] = {True: N_("By default: {ways}."), False: N_("The default way: {ways}.")}
"""Who retreats where by default, before combat (True) or after it, when that is asked of you in your turn."""
STANDS = N_("By default {unit} stands and fights.")
"""What a unit does by default that does not retreat."""
DUE: Mapping[bool, N_] = {
    False: N_("Change this plan, or press **March!** to carry it out"),
    True: N_("First combine or break down; then change this plan, or press **March!**"),
}
"""What a side decides whose marches are written, by whether it may combine units and break them down."""
BY_PRINT = N_(" · {odds} % of the strength printed on the defenders (at {least} %, infantry can't retreat)")
"""Odds against printed strengths: supply, rivers and Fortresses change the others (G-COM-E-3)."""
DISRUPTS = N_("Retreat disrupts a unit: for a turn it can't march or attack. Disrupted again, it is lost.")
DOOMED = N_("{said}. Without a die you eliminate {victims}")
BINDS = N_("{said}. Without a die you eliminate {victims}; your units then stay and attack no more")
UNWRITTEN = N_("-# No attack is written. Odds count terrain, and units without supply as half.")
"""The line above a sheet of attacks that is empty."""
SEPARATE = N_("a separate battle")
"""An attack on a hex that is under attack."""
UNDEFENDED = N_("Nobody defends there")
"""An elimination of supply units alone."""
FED_TOO = N_("Attack (📦 also spends a supply unit)")
"""The prompt of attacks of which some spend supply for full strength."""
STARVES = N_("⚠️ units are destroyed at {hexes} because they have no supply (A-14)")
"""What the end of Stacking Supply costs."""
AIM = N_("on to {hex}")
UNAIMED = N_("on to a hex that you then choose")
"""Where a second roll may lead a forced march."""
BECOMES: Mapping[bool, N_] = {
    True: N_("Becomes one {kind}, {left} of {most} movement points left"),
    False: N_("Becomes {number} × {kind}, {left} of {most} movement points left to each"),
}
"""What units that combine (True) or break down become."""
REMAINING = N_("Done: all others stay, and the combat phase ends")
LAST = N_("Ends the combat phase: nobody else can advance")
"""The end of advances."""
USELESS = N_("Changes no odds")
"""What comes of supply spent in vain."""
UNENTERED = N_(
    "No advance into {hexes}: no river lies between, it is no Fortress, and some defenders fought (COM K)."
)
"""Why a hex that the enemy left is not offered."""
OTHERS = "others"
"""Ends of a next leg that are less likely."""
PROMPTS: Mapping[str, N_] = {
    "combine": N_("Combine"),
    "break": N_("Break apart"),
    "move": N_("March at once, hex by hex"),
    "march": N_("First half of a forced march; choose the rest after the die"),
    "triple": N_("First two thirds of a triple forced march, then a riskier die"),
    "eliminate": N_("Eliminate automatically"),
    "attack": N_("Attack"),
    "call-off": N_("Call off"),
    "spend": N_("Spend supply"),
    "destroy": N_("Destroy units without supply"),
    "retreat": N_("Retreat"),
    "supply-first": N_("Supply first"),
    "resolve": N_("Fight a battle"),
    "lose": N_("Pay for the exchange"),
    "advance": N_("Advance"),
    "create": N_("Create supply"),
    "onward": N_("The next move"),
    OTHERS: N_("Other hexes"),
    "plain": N_("Or"),
}
"""The prompt of each verb, in the order in which verbs are offered."""
STAYING: Mapping[tuple[str, bool], N_] = {
    ("end", False): N_("Done: the rest stand and fight"),
    ("stand", False): N_("The rest stand; then supply"),
    ("end", True): N_("Done: fight without more supply"),
}
"""The ends of retreats before combat, and of the defenders' supply (True)."""
WRITTEN: Mapping[str, N_] = {
    "move": N_("March one unit at once …"),
    "attack": N_("Attack with any …"),
    "eliminate": N_("Eliminate with any …"),
    "retreat": N_("Retreat to any …"),
    "advance": N_("Advance with any …"),
    "lose": N_("Lose any …"),
    "destroy": N_("Destroy any …"),
}
"""Verbs that have a form of their own."""
ATTACKS = {
    "lapsed": N_("cancelled: the enemy fell back"),
    "fought": N_("fought"),
    "moot": N_("no longer needed"),
}
STORY: Mapping[str, Template] = {
    "delayed": N_("🎺 The {side}: a force has no space at {hex} and has to wait."),
    "combined": N_("🔗 {units} combine to {into} at {hex}."),
    "broken": Either(
        "forced",
        N_("🔗 {unit} has to break down to {into} at {hex}."),
        N_("🔗 {unit} breaks down to {into} at {hex}."),
    ),
    "doomed": Either(
        "units",
        N_("💥 Eliminated automatically at {targets}, {attack} to {defence}: {units}, by {by}."),
        N_("💥 Eliminated automatically at {targets}, {attack} to {defence}: every unit there, by {by}."),
    ),
    "recovered": N_("🩹 Recovered: {units}."),
    "attack-called-off": N_("🎯 The attack on {targets} is called off."),
    "stood": N_("✋ The {side} stand and defend wherever they are still under attack."),
    "supplied-first": N_("📦 Supplied first: {units}."),
    "controlled": N_("🚩 The {side} take **{fortress}**."),
    "besieged": N_("🏰 **{fortress}** is under siege."),
    "relieved": N_("🏰 The siege of **{fortress}** is over."),
    "scored": N_("⚖️ French points: **{total}**."),
    "prussia-entered": N_("🦅 **Prussia enters the war.** Its army arrives in turn {turn}."),
}
"""Events by their tags."""
ARRIVED = N_("🎺 Reinforcements of the {side} at {hex}: {units}.")
DISRUPTED = N_("🌀 {unit} is disrupted.")
WITHDREW = N_("↩️ Back before combat, {start} → {end}, disrupted: {units}.")
RETREATED = N_("↩️ Back, {start} → {end}, disrupted: {units}.")
SCATTERED = N_("↩️ Scattered, {start} → {end}, disrupted: {units}.")
ADVANCED = N_("➡️ Advance from {start} into {end}: {units}.")
CREATED = N_("📦 New supply at {targets}.")
PRUSSIA_LATE = N_("🦅 **Prussia enters the war.** Its army comes too late for this campaign.")
OPENED = N_("🛤️ Both sides may enter from now on: {lands}.")
PRUSSIA_CALLED = N_("🎲 {die} for Prussia: it enters the war.")
PRUSSIA_STAYS = N_("🎲 {die} for Prussia: it stays at peace.")
"""Events of which several share a line, and dice."""
LOST: Mapping[str, N_] = {
    "march": N_("✖️ Lost on a forced march at {hex}: {units}."),
    "elimination": N_("✖️ Eliminated at {hex}: {units}."),
    "overrun": N_("✖️ Overrun at {hex}: {units}."),
    "stacking": N_("✖️ Destroyed at {hex}, in a stack without supply: {units}."),
    "battle": N_("✖️ Destroyed in battle at {hex}: {units}."),
    "retreat": N_("✖️ Lost on the retreat from {hex}: {units}."),
    "disruption": N_("✖️ Destroyed at {hex}, disrupted for the second time: {units}."),
    "siege": N_("✖️ Lost with the besieged fortress at {hex}: {units}."),
}
"""Units that are lost, by the cause."""
ROLLS: Mapping[March, N_] = {
    "go": N_("marches on"),
    "op": N_("may halt or roll again"),
    "disrupted": N_("marches on but is disrupted"),
    "eliminated": N_("is lost"),
}
FATES: Mapping[Fate, N_] = {
    "unharmed": N_("arrives"),
    "halted": N_("stops on the way (you may roll again instead)"),
    "disrupted": N_("arrives disrupted (no attack now, no march next turn)"),
    "eliminated": N_("lost"),
}
"""Fates of a forced march."""
WENT: Mapping[str, N_] = {
    "march": N_("{side} marched from {ways}"),
    "forced": N_("{side} made forced marches from {ways}"),
    "retreat": N_("{side} retreated from {ways}"),
    "advance": N_("{side} advanced from {ways}"),
    "attack": N_("{side} attacked from {ways}"),
    "planned": N_("{side} are to march from {ways}"),
    "aimed": N_("{side} are to attack from {ways}"),
    "rolled": N_("{side} are to make forced marches from {ways}"),
    "ordered": N_("{side} have orders to march in several turns from {ways}"),
}
HELD: Mapping[str, N_] = {
    "french": N_("Fortresses of the French: {places}."),
    "allied": N_("Fortresses of the Allies: {places}."),
}


class Text:
    """The sentences of the rules: questions, refusals, reasons of advice."""

    # Questions.
    ASK_SWAP = N_("Combine or break down units, then march")
    ASK_MOVE = N_("Move units, or end the movement")
    ASK_OPTION = N_("{unit} at {hex}: halt, or roll again")
    ASK_ONWARD = N_("{unit} may march on, or rest")
    ASK_COMBINE = N_("Marches are over: combine units that have a movement point left, or go on to combat")

    # Actions of another step.
    OVER = N_("The game is over")
    WAITS = N_("The game waits for the other side: {seat}")
    NOT_NOW = N_("That leaves open what is asked: {asked}")
    PLACE_COMBINE = N_("You can't combine units now. That is done at the start and end of the Movement Phase")
    PLACE_BREAK = N_("You can't break units down now. That is done at the start of the Movement Phase")
    SWAP_FIRST = N_("Units can't march yet. End the step of combining and breaking down first")
    PLACE_MOVE = N_("You can't move units now. Movement follows the step of combining and breaking down")
    PLACE_OPTION = N_("No forced march waits for a second roll")
    PLACE_ONWARD = N_("No forced march waits for its next leg")
    PLACE_ELIMINATE = N_(
        "You can't eliminate units automatically now. That is done between moves in the Movement Phase"
    )
    PLACE_SPEND = N_(
        "You can't spend supply now. It is spent in the Combat Phase on stacks, attacks and defence"
    )
    PLACE_DESTROY = N_("No stack without supply waits for the enemy's choice")
    PLACE_ATTACK = N_(
        "You can't declare attacks now. That is done in the Combat Phase, after stacking supply"
    )
    PLACE_RETREAT = N_("No unit has to retreat now, and none can retreat before combat")
    PLACE_SUPPLY_FIRST = N_(
        "You can't choose now which units a Fortress supplies. The defender does that before the battles"
    )
    PLACE_STAND = N_("There is no retreat before combat to decide now")
    PLACE_RESOLVE = N_("You can't fight a battle now. Battles follow after attacks and defence are settled")
    PLACE_LOSE = N_("No half exchange waits for its losses")
    PLACE_ADVANCE = N_("You can't advance now. Units advance after all battles")
    PLACE_CREATE = N_("You can't create supply units now. That is done in your Supply Creation Phase")

    # Edits that a moderator can't make now.
    EDIT_DOOMED = N_("{unit} is eliminated automatically when combat begins")
    EDIT_ATTACKS = N_("{unit} takes part in an attack until the phase is over")
    EDIT_ATTACKED = N_("{unit} is under attack, which has to be resolved first")
    EDIT_SCORELESS = N_("{fortress} does not score in this game")

    # The owner of units, and their readiness.
    NO_UNIT = N_("{unit} is not on the map")
    NOT_OWN = N_("{unit} is the enemy's")
    FIXED = N_("{unit} has a movement allowance of 0 and never moves")
    DISRUPTED = N_("{unit} is disrupted and may not move")
    DISRUPTED_SWAP = N_("{unit} is disrupted, so it can't combine or break down")
    DISRUPTED_ATTACK = N_("{unit} is disrupted and may not attack")
    DONE = N_("{unit} has finished its movement: another unit has started since")
    MARCHED = N_("The forced march of {unit} is over, and its movement with it")
    BOUND = N_("{unit} gave odds to an automatic elimination and stays where it is")
    SUPPLY_BOUND = N_("{unit} feeds an automatic elimination and stays where it is")

    # Steps.
    NO_STEP = N_("No step leads from {start} to {end}: it is no neighbour on land, or a lake lies between")
    CLOSED = N_("{end} is neutral ground")
    ENEMY = N_("An enemy unit stands on {end}")
    MOUNTAIN = N_("{end} is a mountain hex. Cavalry can't enter it")
    STOPPED = N_("{unit} came into an enemy zone of control at {start} and goes no farther this phase")
    FROM_ZONE = N_("{unit} began in an enemy zone of control, and {end} is in one too")
    POINTS = N_("{unit} has {left} of its movement points left, and {end} costs {needed}")
    NO_WAY = N_("{unit} can't reach {end}: enemies, their zones of control or the terrain block every path")
    STAYS = N_("{unit} stands on {end} already")

    # Forced marches.
    ONLY_INFANTRY = N_("Only infantry can attempt a Triple Forced March, and {unit} is not infantry")
    HAS_SUPPLY = N_("{unit} marches on supply, with one pool of movement points and no roll")
    FED_DOUBLE = N_("With supply a unit marches twice as far without a die. Type `move`, not `march`")
    FED_TRIPLE = N_("Supply can't help a Triple Forced March")
    NO_SUPPLY = N_("{supply} is no supply unit of yours")
    FAR_SUPPLY = N_("{unit} did not begin the phase on the hex of {supply} or beside it")
    SUPPLY_EATEN = N_("{supply} was spent on an automatic elimination and feeds no march")
    SUPPLY_MARCHED = N_("{supply} was spent on a march and feeds no automatic elimination")
    ITSELF = N_("{supply} does not feed its own march")
    OTHER_UNIT = N_("{unit} is still marching. Decide its march first")

    # Swaps.
    NO_LINE = N_("No line of the chart combines these units")
    NO_BREAK = N_("No line of the chart breaks {unit} down")
    APART = N_("{unit} is not on the same hex as {other}")
    TWICE = N_("{unit} is named twice")
    SWAP_SPENT = N_("The new units would have spent {spent} of {allowance} movement points")
    SWAP_LEFT = N_("{unit} has no movement point left for the combination")

    # Automatic elimination.
    NO_TARGET = N_("No enemy unit stands on {end}")
    SHIELDED = N_("Cavalry or a leader on {end} shields it from automatic elimination")
    NOT_BESIDE = N_("{unit} is not beside {end}, or a lake lies between")
    AE_ODDS = N_("The odds are {attack} to {defence}, {percent} %, and at least {needed} % are needed")
    AE_SUPPLY_FAR = N_("{supply} reaches none of these units")

    # Units.
    TROOP = N_("{nation} {strength}-{allowance} ({number})")
    TRAIN = N_("{nation} supply unit {number}")
    MAGAZINE = N_("{nation} depot {number}")

    # Victory.
    HELD = N_("{town} in French hands")
    BESIEGED = N_("{town} under siege")
    LOSSES = N_("Allied losses")
    WINS = N_("The {seat} win: the French have {total} of {threshold} points")
    AND_A_HALF = N_("{whole}.5")
    LEADS = N_("The {seat} are ahead: the French have {total} of {threshold} points")

    # Reasons of advice.
    ADVISE_TAKE = N_("It goes for {end}, which the enemy holds")
    ADVISE_HOLD = N_("It guards {end}")
    ADVISE_BEAT = N_("It goes for the enemy at {end}")
    ADVISE_VISIT = N_("It goes for {end}, which scores when a combat unit ends the movement there")
    ADVISE_STRIKE = N_("It joins the attack on {end} that this movement prepares")
    ADVISE_BESIDE = N_("It joins {unit}")
    ADVISE_ALONG = N_("It keeps up with the army")
    ADVISE_ELIMINATE = N_("The odds against {end} are 500 % or more: the enemy there falls without a die")
    ADVISE_MOVED = N_("No other march is worth making")
    ADVISE_ATTACK = N_("{attack} attack {defence} at {end}, before supply is spent")
    ADVISE_SPEND = N_("Better odds are worth more than the supply spent")
    ADVISE_NO_MORE = N_("No other attack is worth the risk")
    ADVISE_BATTLE = N_("Chosen by the average result of the battle at {end}")
    ADVISE_USUAL = N_("Nothing else promises more")

    # Combat: questions.
    ASK_STACKING = N_("Spend supply on stacks in need, or lose units")
    ASK_DESTROY = N_("The stack on {end} has no supply. Choose which of its units are destroyed")
    ASK_DECLARE = N_("Declare attacks and spend supply, or attack nobody")
    ASK_DEFENCE: Mapping[tuple[bool, bool], N_] = {
        (False, False): N_("Retreat before combat, or stand"),
        (False, True): N_("Retreat before combat, stand, or spend supply"),
        (True, False): N_("Choose which units your overfull Fortress supplies"),
        (True, True): N_("Spend supply, or fight without"),
    }
    """By whether the retreats are over, and whether supply can be spent."""
    ASK_RESOLVE = N_("Choose the battle that is fought next")
    ASK_EXCHANGE = N_("Choose attackers to lose, of strength {owed} or more")
    ASK_RETREAT = N_("Retreat each of your beaten units 1 hex")
    ASK_RETREAT_FAR = N_("Retreat each of your beaten units 2 hexes")
    ASK_SCATTER = N_("Scatter your beaten units: each goes as far as it can, to a free hex or your Fortress")
    ASK_ADVANCE = N_("Advance into hexes the enemy left, or stay")
    ASK_CREATE = N_("Create supply units on depots, or end")

    # Supply in combat.
    SUPPLY_DISRUPTED = N_("{supply} is disrupted and gives no supply")
    SUPPLY_SPENT = N_("{supply} is spent already")
    SUPPLY_FAR = N_("{supply} is too far from {end}: it must be on that hex or next to it")
    SUPPLY_NOBODY = N_("{supply} reaches nobody who needs it now")
    DESTROY_FEWEST = N_("The fewest that make the stack on {end} legal are destroyed: {count}")
    DESTROY_OTHER = N_("{unit} is no unit of the stack without supply on {end}")
    SUPPLY_FIRST = N_("{unit} is in no attacked Fortress that holds more than it supplies")

    # Attacks.
    ATTACK_NOBODY = N_("Only combat units attack. A leader adds his bonus to them, and can't attack alone")
    ATTACK_SEVERAL_TARGETS = N_("You attack one hex at a time, except out of a Fortress")
    ATTACK_SEVERAL_HEXES = N_("The attackers stand on several hexes, and {end} is no Fortress")
    ATTACK_PICKED = N_("Out of a Fortress all adjacent enemies on land are attacked together, {ends} too")
    ATTACK_SOME_BANKS = N_("Out of a Fortress the enemies across rivers are attacked all or none, {ends} too")
    SORTIED = N_("Units attack out of {start} already, and all that do make one attack")
    ATTACKS_ALREADY = N_("{unit} takes part in the attack on {end} already")
    BOUND_ATTACK = N_("{unit} gave odds to an automatic elimination and does not attack")
    TARGET_TWICE = N_("{end} is named twice")
    ASSAULTED = N_("Units of several hexes attack {end} together already")
    NO_ATTACK = N_("No attack on {end} is declared")
    NO_LEADER = N_("{unit} is no leader")
    LEADER_DISRUPTED = N_("{unit} is disrupted and gives no bonus")
    LEADER_APART = N_("{unit} stands with none of the attackers")

    # Retreats before combat.
    RBC_NAMELESS = N_("Each unit that retreats before combat is named")
    RBC_OVER = N_("Retreats before combat are over")
    RBC_UNATTACKED = N_("{unit} is not under attack")
    RBC_DISRUPTED = N_("{unit} is disrupted and has to defend")
    RBC_OVERWHELMED = N_(
        "{unit} is attacked by {attack} against a printed {defence}, at {needed} % or more, and has to defend"
    )
    RBC_SURROUNDED = N_("{unit} is surrounded by enemies or totally controlled hexes and has to defend")
    RBC_NO_WAY = N_("{unit} can't retreat its full allowance, so it has to defend")

    # Battles and their consequences.
    NO_BATTLE = N_("There is no battle left to fight on {end}")
    LOSE_UNITS = N_("Name combat units of the attack, each once")
    LOSE_MORE = N_("You must lose attackers with a strength of at least {owed}. These have {paid}")
    NO_RETREAT = N_("{unit} has not to retreat now")
    RETREAT_NOWHERE = N_("{unit} has no way to retreat")
    RETREAT_RIVER = N_("Units can't retreat across the unbridged river between {start} and {end}")
    RETREAT_MOUNTAIN = N_("{end} is a mountain hex. Units can't retreat there")
    RETREAT_TOTAL = N_("{end} is totally controlled by the enemy, and none of your units stands there")
    RETREAT_AGAIN = N_("{unit} has been on {end} in this retreat")
    RETREAT_ENDED = N_("The retreat of {unit} ends in the Fortress of {end}")
    RETREAT_LONG = N_("{unit} retreats by hexes, {left} in all, and {end} is one more")
    RETREAT_SHORT = N_("{unit} is to retreat in full, and has {left} left to go at {end}")
    RETREAT_TAKEN = N_("Another unit is on {end}, and a scattered one ends on a free hex or in its Fortress")
    RETREAT_NO_END = N_("No retreat of {unit} over its full {left} ends on {end}")
    RETREAT_DETOUR = N_("{unit} can retreat to {end} through fewer controlled hexes")
    RETREAT_PRIORITY = N_(
        "{unit} can retreat through fewer controlled hexes, or nearer to its Fortress, than to {end}"
    )
    RETREAT_ROUTE = N_(
        "{unit} can retreat through fewer controlled hexes, or nearer to its Fortress, than to {end}: it may "
        "end on {ends}"
    )
    ADVANCE_NO_ATTACK = N_("{unit} can't advance to {end}: it fought no battle there, and no enemy left it")
    ADVANCE_BEATEN = N_("{unit} was beaten and does not advance")
    ADVANCE_ENEMY = N_("An enemy stands on {end}")
    ADVANCE_OPEN = N_("No river was crossed to {end}, it is no Fortress, and not all retreated before combat")
    ADVANCE_TOGETHER = N_("These units did not all attack {end} together")

    # Supply creation.
    NO_DEPOT = N_("{unit} is no depot")
    CREATED_ALREADY = N_("{unit} has created a supply unit already")
    DEPOT_MOVED = N_("{unit} moved in this player turn and creates nothing")
    DEPOT_DISRUPTED = N_("{unit} is disrupted and creates nothing")
    DEPOT_SURROUNDED = N_("{unit} is surrounded by enemies or hexes that they control and creates nothing")
