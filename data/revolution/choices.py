"""What answers of *La Révolution Française* are called, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_
from data.templates import Either, Select, Template

BRINGS: Mapping[str, tuple[N_, N_]] = {
    "arrest": (N_("prison"), N_("off the map for a turn")),
    "remove": (
        N_("off the map for a turn: can't act or be arrested"),
        N_("off the map for a turn: can't act or be arrested"),
    ),
    "convince": (N_("joins you"), N_("off the map for a turn")),
    "plot": (N_("yours"), N_("neutral")),
    "revolt": (N_("in revolt and yours"), N_("in revolt, neutral")),
    "suppress": (N_("calm and yours"), N_("calm, neutral")),
    "pacify": (N_("calm"), N_("calm")),
    "raise": (N_("raised, led by you"), N_("raised, led by nobody")),
    "quell": (N_("put down, Paris yours"), N_("put down, Paris neutral")),
    "turn": (N_("up to 5 deputies"), N_("up to 3 deputies")),
}
"""What an A and a B bring, after the chance of each."""
DEEDS: Mapping[str, Template] = {
    "arrest": N_("Arrest {person}"),
    "remove": N_("Drive {person} out"),
    "convince": N_("Win {person} over"),
    "plot": N_("Plot for {region} by {person}"),
    "revolt": N_("Revolt in {region} by {person}"),
    "suppress": N_("Suppress {region} by {person}"),
    "pacify": N_("Suppress {region} for the Government"),
    "raise": N_("Raise the Commune by {person}"),
    "quell": N_("Put the Commune down by {person}"),
    "turn": N_("Turn deputies of {seat:who} by {person}"),
}
"""Deeds that are rolled for, by the tags of answers, without the number of rolls."""
ANSWERS: Mapping[str, Template] = {
    "done": N_("Nothing more"),
    "ally": N_("Alliance with {seat:who}"),
    "common": N_("Common objective with {seat:who}: {law_type:question}"),
    "depose": Either("yes", N_("If voted on: depose the King"), N_("If voted on: keep the King")),
    "sacrifice": N_("Give up the {army}"),
    "place": N_("Your people"),
    "keep": Either("roll", N_("Keep roll {roll}"), N_("Keep the best roll")),
    "install": Select("regime", {"none": N_("Install no regime")}, N_("Install the {regime}")),
    "royal": Either("marker", N_("Act with the King, and move the Coalition"), N_("Act with the King")),
    "propose": Either("helped", N_("Propose: {law}, with a lawmaker's help"), N_("Propose: {law}")),
    "decree": N_("Propose for the Government: {law}"),
    "modify": N_("{by:signed} to the roll for {of:question}"),
    "thermidor": Either("yes", N_("Install Thermidor"), N_("No Thermidor")),
    "pardon": N_("Pardon {person}"),
    "declare": Select(
        "stand",
        {
            "support": N_("Support the Government"),
            "criticise": N_("Criticise the Government"),
            "neutral": N_("Neither support nor criticise"),
        },
    ),
    "land": N_("{army} lands in {region}"),
    "muster": N_("Raise the {army} by {general}"),
    "levy": N_("Volunteers in {region}"),
    "disband": N_("Leave the {army} unpaid"),
    "advance": N_("{army}: {path}"),
    "march": N_("{army}: {path}"),
    "capital": N_("The Government goes to {region}"),
    "spare": Either("commune", N_("If Paris falls: save the Commune"), N_("If Paris falls: save the armies")),
    "kidnap": Either("yes", N_("Try to kidnap the King"), N_("Leave the King where he is")),
    "shift": N_("Shift the roll in {region:or_all} by {by:signed}"),
    "carnot": N_("Carnot: {by:signed} in {region:or_all}"),
}
"""Words of other answers, except a yes or no to one question of several."""
_UPKEEP = N_("{upkeep:money} a turn to keep (R-MIL-14)")
FOLLOWS: Mapping[str, Template] = {
    "done": N_("Leave it at that"),
    "ally": N_("Made if both declare it; it is not binding (R-SEQ-06)"),
    "common": N_("If both offer this, it can be your objective; {proposer:who} proposes"),
    "depose": N_("If an event asks for it (R-EVENT-12)"),
    "sacrifice": N_("If an event asks for an army of the Government: this one is lost, or falls back"),
    "keep": N_("Of each action that you roll several times; without this the best counts (R-ACT-06)"),
    "decide": N_("If that event comes (R-EVENT-12)"),
    "tie": N_("Where the votes are even"),
    "vote": Either(
        "trial",
        Either("yes", N_("Guilty, he dies: {gains}"), N_("Innocent, he is free: {gains}")),
        None,
    ),
    "veto": Either(
        "yes",
        Select(
            "kind",
            {
                "anti-privilege": N_(
                    "If it passes: law void, Commune {commune:signed}, Clergy {clergy:signed}"
                ),
                "anti-clerical": N_(
                    "If it passes: law void, Commune {commune:signed}, Clergy {clergy:signed}, your Fame "
                    "{fame:signed}"
                ),
            },
            N_(
                "Anti-Privilege, Anti-Clerical: void, Commune {commune:signed}, Clergy {clergy:signed}; "
                "the latter: Fame {fame:signed}"
            ),
        ),
        None,
    ),
    "verdict": Either("guilty", N_("Stays in prison, to be judged again"), N_("Goes free")),
    "pin": Either(
        "yes",
        N_("It can't leave, and there is combat; it is held without an order too (R-MIL-28)"),
        N_("It may march away (R-MIL-28)"),
    ),
    "hide": Either(
        "yes",
        N_("No combat, but you lose the region; without an order only when outnumbered (R-MIL-36)"),
        None,
    ),
    "wish": Either(
        "yes",
        N_("If both sides attack, the larger does; without an order only the larger attacks (R-MIL-31)"),
        N_("There is combat anyway: if both wait, the larger side attacks (R-MIL-31)"),
    ),
    "install": Select("regime", {"none": N_("The regime stays")}),
    "royal": Either(
        "marker",
        N_("{price:money}: Fame of {loser:who} −1, Coalition {moves:signed} (R-KING-04)"),
        N_("{price:money}: Fame of {loser:who} −1 (R-KING-04)"),
    ),
    "thermidor": N_("Possible once enough laws were rejected (R-REGIME-44)"),
    "pardon": N_("By the King (R-KING-06)"),
    "declare": Select(
        "stand",
        {"neutral": N_("Your deputies count for neither side (R-REGIME-10)")},
        N_("If more deputies criticise than support, {rivals:who} governs; on a tie nothing changes"),
    ),
    "land": N_("In foreign war, once the Convention or the Terror has come (R-MIL-10)"),
    "muster": N_("Once the Clergy has reached 17; {upkeep:money} a turn to keep (R-MIL-11)"),
    "levy": _UPKEEP,
    "disband": N_("It goes off the map (R-MIL-17)"),
    "advance": Either(
        "general",
        Either("king", N_("led by {general}, with the King"), N_("led by {general}")),
        Either("king", N_("without a general, with the King"), N_("without a general")),
    ),
    "march": Either("box", N_("Into the Paris box, against the Commune (R-MIL-29)"), None),
    "spare": Either(
        "commune",
        N_("If a fight for Paris is lost, the armies there are lost (R-MIL-38)"),
        N_("If a fight for Paris is lost, the Commune is put down, as without an order (R-MIL-38)"),
    ),
    "capital": N_("If Paris falls to an enemy; without an order, your richest region (R-MIL-47)"),
    "carnot": N_("With a Government army in a combat, after the roll (R-REGIME-39)"),
    "kidnap": Either(
        "yes", N_("{price:money}, once royalist or Coalition armies hold Paris (R-KING-07)"), None
    ),
    "shift": N_(
        "As attacker: up to 1 for each army that you have more; without an order the most (R-MIL-32)"
    ),
}
"""What answers lead to, by their tags."""
INSTALLS = Either(
    "wars",
    N_("{ruler:who} governs; you must lead the raised Commune, with war abroad and at home"),
    N_(
        "{ruler:who} governs; you must lead the raised Commune, with an enemy at Paris or {lost} regions lost"
    ),
)
"""Who governs in a regime, and what it takes to install it (R-REGIME-17, R-REGIME-29)."""
GAINS = Either(
    "mine",
    N_("your Fame {by:signed}"),
    Either("who", N_("Fame of {who} {by:signed}"), N_("Fame {by:signed}")),
)
"""Fame that a law brings to whoever has proposed it."""
PRICES = {True: N_("{track} (prices rise)"), False: N_("{track} (prices fall)")}
"""A move of the Economy, by whether it is up."""
NOTHING = {
    "people": N_("you can't arrest, drive out or win over anyone"),
    "regions": N_("none of your people is in a place to plot, raise a revolt or suppress one"),
    "politics": N_("under this regime you can't turn deputies or propose laws"),
    "votes": N_("you have no vote or verdict to give and no army to move"),
    "war": N_("the Government has no army to raise, pay or move"),
}
"""The reason why a form, by its id, can be empty, where that happens."""
OTHERWISE = Either(
    "mine",
    Either(
        "bots",
        N_("the bot's form counts, not yours: without {mine:some}, with {bots:some}"),
        N_("the bot's form counts, not yours: without {mine:some}"),
    ),
    Either(
        "bots",
        N_("the bot's form counts, not yours: with {bots:some}"),
        N_("the bot's form counts, not yours"),
    ),
)
"""What becomes of a form that is not submitted in time, for a player who has changed it."""
IDLE = N_("the bot's proposed form counts, which is empty")
"""The same where the bot proposes nothing."""
LED = Select(
    "leader",
    {
        None: N_("Nobody leads it."),
        "feuillant": N_("{leader:who} leads it."),
    },
    N_("{leader:who} leads it, and alone can change the regime now, if France is in danger."),
)
"""Who leads the Commune that was raised, and may change the regime (R-REGIME-17, R-REGIME-29)."""
SHORT = Either(
    "taken",
    N_("{short:money} short: the form takes {taken:money} of {have:money}"),
    N_("{short:money} short"),
)
"""What a purse lacks for a choice, with what the form takes of it already."""
ONCE = {
    "person": N_("Each person acts once: this replaces {gone}"),
    "law": N_("You propose one law: this replaces {gone}"),
}
"""What a choice takes off a form."""
HINTS: Mapping[str, N_] = {
    "objective": N_("-# Your choice replaces the objective on the form, and its second one too."),
    "placement": N_(
        "-# People act only in the region where they stand. Each adds 2 to your rolls where he has influence."
    ),
    **dict.fromkeys(
        ("propose", "decree"),
        N_(
            "-# **Economy** up: prices double at 9, triple at 17. **Clergy** up: better rolls for the "
            "Royalist. **Coalition** 17: war. **Commune** up: easier to raise."
        ),
    ),
}
"""What a list of choices takes for granted, by its kind."""
