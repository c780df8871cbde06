"""Sentences of *The Valmy Campaign*: events, by their tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.catalogue import N_, Plural
from data.templates import Count, Either, Select, Template

PHASES = {
    "initiative": N_("Initiative"),
    "activations": N_("Activations"),
    "recovery": N_("Recovery"),
    "army-morale": N_("Army morale"),
}
ARMIES = {"adn": N_("the Armée du Nord"), "adc": N_("the Armée du Centre"), "allied": N_("the Allied army")}
NAMES = {"french": N_("French"), "allied": N_("Allies")}
HEADS = {"french": N_("**French**"), "allied": N_("**Allies**")}
SUBJECTS = {"french": N_("**The French**"), "allied": N_("**The Allies**")}
SIDES = {"french": N_("the French"), "allied": N_("the Allies")}
PLACES = {
    "skirmish": N_("Skirmish"),
    "main": N_("Main"),
    "left": N_("the left"),
    "right": N_("the right"),
    "reserve": N_("Reserve"),
}
"""Boxes of the battle board, as they follow a verb."""
ARMS: Mapping[str, Mapping[str, N_]] = {
    "french": {
        "RL": N_("line"),
        "RLi": N_("light foot"),
        "Gren": N_("grenadiers"),
        "Cav": N_("heavy cavalry"),
        "Car": N_("carabiniers"),
        "Cha": N_("light troops"),
        "Hus": N_("hussars"),
    },
    "allied": {
        "D": N_("dragoons"),
        "Drag": N_("dragoons"),
        "Kur": N_("cuirassiers"),
        "Fledjag": N_("riflemen"),
    },
}
"""What the short words for an arm on the counters of a side mean."""
SHORT = {
    "french": N_(
        "-# **French units:** {arms} · Charnt Charente · Meuth Meurthe · Vsg Vosges · I, II … battalions"
    ),
    "allied": N_(
        "-# **Allied units:** {arms} · An-Br Ansbach-Bayreuth · Nrm Normann · Pr Prince · Tsh Tschirschky · "
        "1/, 2/ … parts of a cavalry regiment"
    ),
}
"""What the short names on the counters of a side mean."""
RESULTS = {
    "AE": N_("💥 Those who charge are all shattered (9.4.3)."),
    "AR*": N_("💥 Those who charge retreat, and the unit that was compared loses a step (9.4.3)."),
    "AR": N_("💥 Those who charge retreat (9.4.3)."),
    "EX": N_("💥 Those who are charged are all shattered, and those who charge lose as much (9.4.3)."),
    "BR": N_("💥 Both retreat (9.4.3)."),
    "DR": N_("💥 Those who are charged retreat (9.4.3)."),
    "DR*": N_("💥 Those who are charged retreat, and the unit that was compared loses a step (9.4.3)."),
    "½DE": N_("💥 Those who are charged lose half their strength, and the rest retreats (9.4.3)."),
    "DE": N_("💥 Those who are charged are all shattered (9.4.3)."),
}
"""The effect of each result of the Charge Table."""
HOLDS = Select(
    "holders",
    {
        None: None,
        0: N_("Nobody is left in {box}."),
        1: N_("{holder:subject} win and hold {box}."),
    },
    N_("No winner: both sides stay in {box}."),
)
"""The winner of a battle who holds its box; nothing where a record does not say."""
CLAUSES: Mapping[str, Template | Mapping[Any, Template]] = {
    "name": NAMES,
    "side": HEADS,
    "subject": SUBJECTS,
    "they": SIDES,
    "board": PLACES,
    "price": Select("spent", {None: None}, N_(" · {spent:movement_points}")),
    "how": Either("free", N_(" (in command, no die)"), None),
    "whom": Select("company", {None: None, "": N_(" alone")}, N_(" with {company}")),
    "hand": Select("hand", {None: None}, N_(" First to act after it: {hand:they}.")),
    "held": Select("holders", {None: None}, N_(" {holds}")),
    "holds": HOLDS,
    "rides": Either(
        "passed",
        Count("passed", Plural("{passed:units} rides", "{passed:units} ride")),
        N_("no unit charges"),
    ),
    "stays": Either(
        "passed",
        Either(
            "failed",
            Count("failed", Plural(", {failed:units} does not", ", {failed:units} do not")),
            None,
        ),
        None,
    ),
    "pursuit": Either(
        "pursues",
        N_("they are carried away in pursuit, and back next turn"),
        N_("they obey"),
    ),
    "verdict": Either("success", N_("success"), Either("ends", N_("failure, no march"), N_("failure"))),
    "check": Either(
        "known",
        N_("{what} ({case}): 🎲 **{throw}**{terms}{equals}, needs {highest} or less: {verdict}."),
        N_("{untold} ({case}): {faces}, {verdict}."),
    ),
    "what": Select(
        "check",
        {
            "activation": N_("Activation of {subject_of}"),
            "recovery": N_("Recovery of {subject_of}"),
            "army": N_("Army morale of {subject_of}"),
            "shaken": N_("{subject_of} of a shaken army"),
            "morale": N_("Morale of {subject_of}"),
            "retreat": N_("{subject_of}, to whom no box is open"),
        },
        N_("{subject_of}"),
    ),
    # The line for other seats about dice for a unit that they may not know.
    "untold": Select(
        "case",
        {
            "6.1": N_("Activation of a single unit"),
            "10.1": N_("Recovery of a unit in a holding box"),
            "10.2.1": N_("A unit in a holding box of a shaken army"),
        },
        N_("A unit"),
    ),
    "hits_from": Select(
        "column",
        {"SK": N_("skirmish, hits from {least}")},
        N_("morale {column}, hits from {least}"),
    ),
    "doubles": Either(
        "double", Either("above", N_(", doubles above {above} kill"), N_(", any doubles kill")), None
    ),
}
STORY: Mapping[str, Template] = {
    "held-back": N_("✋ The enemy in **{box}** holds {side:they}: too few would stay behind (7.1.6)."),
    "barred": N_(
        "⛔ {side:subject} can't retreat to **{box}**: enemy units are there or came from there (9.7)."
    ),
    "cut-off": N_("🚧 {side}: **{unit}** has no route to its base and can't recover (10.2)."),
    "arranged": N_("📋 {side:subject} have spread their units over their leaders."),
    "chit-played": N_("🎟️ {side:subject} play initiative chit **{chit}**."),
    "initiative-rolled": Either(
        "tied",
        N_("⚖️ {sums}: a tie (5.2)."),
        N_("🎯 {sums}: {ahead:they} have the initiative (5.2)."),
    ),
    "initiative-won": Select(
        "case",
        {"5.3": N_("🎯 {side:subject} have the initiative of the first turn (5.3).")},
        Select(
            "chit",
            {None: N_("🎯 {side:subject} have the initiative.")},
            N_("🎯 {side:subject} have the initiative, and chit {chit} is spent (5.1)."),
        ),
    ),
    "activated": Either(
        "single",
        N_("📣 {side:subject} activate {who:unit} by itself in **{box}**."),
        N_("📣 {side:subject} activate **{who:unit}** in **{box}**{whom}{how}."),
    ),
    "passed": Either(
        "forced",
        N_("🤝 {side:subject} have no one left to activate and pass."),
        N_("🤝 {side:subject} pass."),
    ),
    "exited": N_("🚪 {side:subject} leave by the west edge from **{start:box}**: {who}."),
    "arrived": N_("🎺 Reinforcements of {side:they} reach **{box}**: {force}."),
    "leader-lost": Either(
        "replaced",
        N_("✝️ **{leader}** falls, and a replacement takes his place (9.5.2)."),
        N_("⛓️ **{leader}** has no retreat and is out of the game (8.0)."),
    ),
    "base-lost": N_("🚩 {army} has lost its base **{box}**. Its units can no longer recover (10.2)."),
    "morale-changed": Select(
        "state",
        {
            "shaken": N_("😨 The morale of {side:they} is **shaken** (10.2)."),
            "broken": N_("💔 The morale of {side:they} is **broken** (10.2): the war is lost."),
            "steady": N_("🛡️ The morale of {side:they} is steady again (10.2)."),
        },
    ),
    "city-taken": N_("🏰 **{city}** falls to {side:they} (11.2)."),
    "moved": Select(
        "how",
        {
            "movement": N_("🥾 {side:subject} go {way}: {who}{price}."),
            "reaction": N_("⚡ {side:subject} react {way}: {who}{price}."),
            "retreat": N_("↩️ {side:subject} retreat {way}: {who}{price}."),
            "displacement": N_("🐎 {side}: {who}, alone with enemies, gets away {way} (8.0)."),
        },
    ),
    "checked": Either("ends", N_("{check}"), N_("-# {check}")),
    "rejoined": Count(
        "who",
        Plural(
            "🐎 {side}: {who:units} comes back from the pursuit to {box}.",
            "🐎 {side}: {who:units} come back from the pursuit to {box}.",
        ),
    ),
    "regrouped": Select(
        "leader",
        {
            None: Count(
                "who",
                Plural(
                    "🗂️ {who:counters} stands openly on the map.",
                    "🗂️ {who:counters} stand openly on the map.",
                ),
            )
        },
        Count(
            "who",
            Plural("🗂️ {who:counters} comes under {leader}.", "🗂️ {who:counters} come under {leader}."),
        ),
    ),
    "battle-begun": Either(
        "overrun",
        N_(
            "🐎 **Overrun in {box}**: {attacker:they} ride and march over a single unit with "
            "{attackers:of_units} (7.3)."
        ),
        N_("⚔️ **Battle of {box}**: {attacker:they} attack with {attackers:of_units} against {defenders}."),
    ),
    "kind-chosen": Either(
        "chosen",
        Select(
            "kind",
            {"major": N_("🗣️ The defender chooses a Major Battle (9.0).")},
            N_("🗣️ The defender chooses a Minor Battle (9.0)."),
        ),
        Select(
            "kind",
            {"major": N_("-# It is a Major Battle because of the number of units (9.0).")},
            N_("-# It is a Minor Battle because of the number of units (9.0)."),
        ),
    ),
    "losses-taken": N_("🎯 {side:subject} have to lose {hits:steps}."),
    "stayed": Either(
        "withdraws",
        N_("🏳️ {side:subject} withdraw from **{box}** (9.7)."),
        N_("-# {side:subject} stay in {box}."),
    ),
    "battle-ended": N_("🏁 The battle of **{box}** is over.{held}{hand}"),
    "stands": Count(
        "units",
        Plural("➡️ {side}: {units} goes to {place:board}.", "➡️ {side}: {units} go to {place:board}."),
    ),
    "reserve-rolled": N_(
        "-# {face:thrown} for the Reserve of {side:they}: up to {face:of_units} to Main (9.5)."
    ),
    "charges-announced": Either(
        "boxes",
        N_("📯 {side:subject} announce charges: {charges} (9.4)."),
        N_("-# {side:subject} announce no charge."),
    ),
    "charge-checked": N_("-# {faces} for the charges of {side:they}: {rides}{stays} (9.4)."),
    "called-off": N_("🛑 {side:subject} call off the charge of {units} (9.4.4)."),
    "charged": Either(
        "counter",
        Count(
            "attackers",
            Plural(
                "🐎 {side}: {attackers:units} counter-charges {defenders:units}, {mine} to {theirs}.",
                "🐎 {side}: {attackers:units} counter-charge {defenders:units}, {mine} to {theirs}.",
            ),
        ),
        Count(
            "attackers",
            Plural(
                "🐎 {side}: {attackers:units} charges {defenders:units}, {mine} (doubled) to {theirs}.",
                "🐎 {side}: {attackers:units} charge {defenders:units}, {mine} (doubled) to {theirs}.",
            ),
        ),
    ),
    "pursued": N_(
        "-# {faces} for {unit} of {side:they}, {highest} or less holds the riders back from pursuit: "
        "{pursuit} (9.4.5)."
    ),
    "fought": N_(
        "⚔️ **Melee**: {attacker:they} with {lead:unit} in the lead attack {other:they} with "
        "{other_lead:unit} in the lead, {mine} to {theirs}."
    ),
}
"""The story, a line for each kind of event."""
WENT_UNSEEN = Select(
    "how",
    {"displacement": N_("a leader of a holding box")},
    N_("counters of a holding box"),
)
"""Visible moves of counters in a holding box."""
FATES = Either(
    "gone",
    Count("number", Plural("{fallen} is shattered ({case}).", "{fallen} are shattered ({case}).")),
    Count("number", Plural("{fallen} loses a step ({case}).", "{fallen} lose a step ({case}).")),
)
ARMY_MORALE = {
    "shaken": N_("The morale of {side} is shaken"),
    "broken": N_("The morale of {side} is broken: the war is lost"),
    "steady": N_("The morale of {side} is steady again"),
}
"""The headlines of an army's morale."""
HELD_FIRM = N_("-# Morale (9.6), all hold: 🎲 ")
HELD_CHECK = N_("{subject_of} {throw} = {total}, {highest} or less")
RECOVERED = N_("💪 {side:subject} recover: ")
RATED = N_("{side:name} 🎲 **{face}** {rating} ({leader}) = {total}")
BOOSTED = N_("📈 The leaders of {side:they} raise the morale of ")
BOOSTED_UNIT = N_("{unit} by {by}")
VOLLEY = Either(
    "at_chargers",
    N_("🔥 {firing:subject} fire at the chargers with {number:of_units}: {effect} ({case})."),
    Select(
        "case",
        {"9.3.1": N_("🔥 {firing:subject} skirmish with {number:of_units}: {effect} ({case}).")},
        N_("🔥 {firing:subject} fire with {number:of_units}: {effect} ({case})."),
    ),
)
SHOT = N_("{unit} ({hits_from}) {throw}{terms} = {total}{effect}")
TESTED = N_("-# 🎲 Leaders in the battle (9.5.2), {fate}: ")
FALLEN = Either(
    "fallen",
    Count("fallen", Plural("**{fallen:leader} is killed**", "**{fallen:leader} are killed**")),
    N_("no leader is killed"),
)
TESTED_LEADER = N_("{leader} {throw}{doubles}")
DEPLOYED = N_("🗺️ {side:subject} deploy. ")
CHARGE_ROLL = N_("= {total:place} in column {column}: {result}")
MELEE_ROLL = N_("= {total:place} in column {column}")
MELEE_END = Either(
    "bloody",
    N_("💥 {attacker:subject} lose {lost}, {other:they} {taken:lost} (9.5.1)."),
    N_("💥 Neither side loses a step (9.5.1)."),
)
FROM = {"left": N_("from the left"), "right": N_("from the right"), "main": N_("from Main")}
"""Where charges start."""
CHRONICLE: Mapping[str, Template] = {
    "arrived": N_("{force} came to {box}"),
    "exited": N_("{who} left {start:box} for Paris"),
    "leader-lost": Either("replaced", N_("{leader} fell"), N_("{leader} was lost, with nowhere to go")),
    "base-lost": N_("{army} lost its base, {box}"),
    "morale-changed": Select(
        "state",
        {
            "shaken": N_("the morale of {side:they} was shaken"),
            "broken": N_("{side:they} broke"),
            "steady": N_("{side:they} took heart again"),
        },
    ),
    "city-taken": N_("{city} fell to {side:they}"),
}
"""Sentences of history."""
EDITS: Mapping[str, tuple[Sequence[str], Template]] = {
    "unit": (
        ("unit", "place"),
        Select(
            "place",
            {"eliminated": N_("🛠️ **{unit}** is removed from the game.")},
            N_("🛠️ **{unit}** is put in **{place:box}**."),
        ),
    ),
    "leader": (("leader", "place"), N_("🛠️ **{leader}** is put in **{place:box}**.")),
    "steps": (("unit", "face"), N_("🛠️ **{unit}** is {face} now.")),
    "general": (
        ("leader", "who"),
        Select(
            "who",
            {"first": N_("🛠️ **{leader}** himself serves.")},
            N_("🛠️ **{leader}** has fallen, and his replacement serves."),
        ),
    ),
    "city": (("city", "side"), N_("🛠️ **{city}** was occupied last by {side:they}.")),
    "chit": (("side", "chit", "kept"), N_("🛠️ Initiative chit {chit} of {side:they} is {kept}.")),
    "morale": (("side", "state"), N_("🛠️ The morale of {side:they} is put at {state}.")),
    "base": (("army", "state"), N_("🛠️ The base of {army:within} is put at {state}.")),
}
"""Moderators' edits, by verb: the kinds of their words, and the template."""
