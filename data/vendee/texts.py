"""Sentences of *For God and For the King*: events, by their tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.catalogue import N_, Plural
from data.templates import Count, Either, Select, Template

PHASES = {
    "wounded": N_("Wounded and messengers"),
    "reinforcements": N_("Reinforcements"),
    "initiative": N_("Initiative"),
    "operations": N_("Operations"),
    "desertion": N_("Desertion"),
    "committee": N_("Committee of Public Safety"),
    "end": N_("End of the month"),
}
FATES = {
    "light": N_("lightly wounded"),
    "serious": N_("seriously wounded"),
    "killed": N_("killed"),
    "captured": N_("captured"),
    "removed": N_("out of the war"),
    "tribunal": N_("before the Committee"),
    "arriving": N_("to be placed"),
    "pool": N_("not in play yet"),
    "map": N_("on the map"),
}
PEOPLE = {"republican": N_("Republicans"), "royalist": N_("Royalists")}
OF_SIDE = {"republican": N_("Republican"), "royalist": N_("Royalist")}
HEADS = {"republican": N_("**Republicans**"), "royalist": N_("**Royalists**")}
SIDES = {"republican": N_("the Republicans"), "royalist": N_("the Royalists")}
RESULTS = {
    ("attacker", False): N_("{result}, the attacker retreats {areas} and loses {share}%"),
    ("attacker", True): N_("{result}, the attacker is routed {areas} and loses {share}%"),
    ("defender", False): N_("{result}, the defender retreats {areas} and loses {share}%"),
    ("defender", True): N_("{result}, the defender is routed {areas} and loses {share}%"),
}
"""The text of a result of the combat table, by its loser and whether it is a rout."""
NO_ONE = (
    N_("no one ({percent}% of their {size} combat points rounds to 0)"),
    N_("no one ({percent}% of the smaller force, {size}, rounds to 0)"),
)
MORALE = Either(
    "moved",
    N_("{side:of_side} morale goes from {before:level} to {after:level}."),
    N_("{side:of_side} morale stays at {after:level}."),
)
TOO_FEW = N_("Morale stays: {number} combat points are too few to change it.")
CLAUSES: Mapping[str, Template | Mapping[Any, Template]] = {
    "of_side": OF_SIDE,
    "side": HEADS,
    "they": SIDES,
    "fate": FATES,
    "where": Either("area", N_(" in {area}"), None),
    "off": Either("area", N_(" off {area}"), None),
    "loss": Select(
        "reason",
        {"combat": None, "retreat": N_(" on the retreat"), "no way out": N_(", with no way out")},
        N_(" for *{reason:title}*"),
    ),
    "forced": Either("forced", N_(", with no stack left to activate"), None),
    "stop": {
        "spent": N_("no further step"),
        "stopped": N_("{side:they} halt"),
        "beaten": N_("{side:they} are beaten"),
        "lost": N_("nobody is left"),
    },
    "plan": Either("area", Either("turn", N_(": {area} in {turn:month}"), None), None),
    "answer": {
        "accepted": N_("England agrees"),
        "captured": N_("the messengers are caught"),
        "nothing": N_("no answer from England"),
    },
    "by_ship": Either("start", N_(" leaves {start:area} by ship and"), None),
    "port": Either(
        "area",
        N_("lands in {area}"),
        Select(
            "result",
            {
                "lost": N_("is lost at sea"),
                "delayed": N_("sails on until next month"),
                "landed": N_("has come through"),
            },
        ),
    ),
    "voyage": {
        "lost": N_("lost at sea"),
        "delayed": N_("a turn longer at sea"),
        "landed": N_("safe in port"),
    },
    "needs": Select("below", {None: None}, N_(", needs less than {below}")),
    "far": Select("areas", {1: N_("an area")}, N_("{areas} areas")),
    "verdict": Select("result", {"yes": N_("success")}, N_("failure")),
}
STORY: Mapping[str, Template] = {
    "morale-changed": Select(
        "trend",
        {
            "same": N_("📈 {side:of_side} morale stays at **{after:level}**: {reason} ({case})."),
            "up": N_("📈 {side:of_side} morale rises to **{after:level}**: {reason} ({case})."),
            "down": N_("📉 {side:of_side} morale falls to **{after:level}**: {reason} ({case})."),
        },
    ),
    "powder-changed": Select(
        "trend",
        {"up": N_("💣 Powder of {army} rises to **{after:level}**: {reason} ({case}).")},
        N_("💣 Powder of {army} falls to **{after:level}**: {reason} ({case})."),
    ),
    "place-taken": Select(
        "side",
        {"republican": N_("🚩 The Republic takes **{area}**.")},
        N_("🚩 The Royalists take **{area}**."),
    ),
    "officer-fate": Select(
        "fate",
        {
            "arriving": Select(
                "case",
                {
                    "2.1": N_("🎖️ **{general}** has recovered and may be placed."),
                    "2.5": N_(
                        "🎖️ **{general}** has no troops left{where} and leaves the map until {due:month}."
                    ),
                    "2.6": N_("🎖️ **{general}** comes back in {due:month}."),
                },
                N_("🎖️ **{general}** arrives: to be placed in {due:month}."),
            ),
            "light": N_("🩸 **{general}** is lightly wounded{where} ({case}). He can return in {due:month}."),
            "serious": N_(
                "🩸 **{general}** is seriously wounded{where} ({case}). He can return in {due:month}."
            ),
            "killed": N_("✝️ **{general}** is killed{where} ({case})."),
            "captured": N_("⛓️ **{general}** is captured{where} ({case})."),
            "tribunal": N_("⚖️ **{general}** is denounced{where} ({case}). The Committee will try him."),
        },
        Select(
            "case",
            {"2.6": N_("⚖️ **{general}** is dismissed and leaves the war.")},
            N_("🎖️ **{general}** leaves the war ({case})."),
        ),
    ),
    "lost": Either(
        "area",
        N_("✖️ {side} lose {who} in {area}{loss} ({case})."),
        N_("✖️ {side} can't place {who}, so they are lost ({case})."),
    ),
    "fled": Count(
        "number",
        Plural(
            "🐎 {side}: {who} flees from {start:area} to {end:area}.",
            "🐎 {side}: {who} flee from {start:area} to {end:area}.",
        ),
    ),
    "opened": Either(
        "yielded",
        N_("▶️ {foe:side} let {side:they} go first."),
        N_("▶️ {side} begin the operations."),
    ),
    "handed-over": Either(
        "ended",
        N_("🤝 {side} hand over{forced}. The operations end."),
        N_("🤝 {side} hand over{forced}."),
    ),
    "announced": N_("📣 {side} activate **{area}**: {who}."),
    "preempted": Either(
        "success",
        N_(
            "⚡ {side} pre-empt: the stack in **{area}** goes first. That of {foe:they} is put off: it can "
            "still be activated later."
        ),
        N_("⚡ {side} try to pre-empt with the stack in {area}, but fail."),
    ),
    "points-rolled": Either(
        "faces",
        Select(
            "halves",
            {None: N_("-# {faces} for action points.")},
            Select(
                "strategic",
                {None: N_("-# {faces} for action points.")},
                N_("{faces} with strategic rating {strategic}: {halves:action_points}."),
            ),
        ),
        Select(
            "halves",
            {None: N_("-# 🥾 No general leads them.")},
            N_("🥾 No general leads them: {halves:action_points}."),
        ),
    ),
    "stepped": Select(
        "left",
        {None: N_("🥾 {side} go {way}: {who}.")},
        N_("🥾 {side} go {way}: {who} · {left:points_left}."),
    ),
    "stopped": Select(
        "reason",
        {None: N_("-# ⏹️ The activation ends in {area}.")},
        N_("-# ⏹️ The activation ends in {area}: {reason:stop}."),
    ),
    "dropped": Either(
        "joined",
        N_("🤝 {side} take {who} along from {area}."),
        N_("📌 {side} leave {who} in {area}."),
    ),
    "stated": Either(
        "held",
        N_("-# 🗣️ Asked, {foe:they} say that they hold {area}."),
        Either(
            "controlled",
            N_("-# 🗣️ Asked, {foe:they} say that they control {area}."),
            N_("-# 🗣️ Asked, {foe:they} say that they do not control {area}."),
        ),
    ),
    "shown": N_("🔁 {side} split their points in {area} into {backs:counters}."),
    "halted": N_("⛔ They stop in {area} before {next:area}: {reason} ({case})."),
    "unveiled": N_("-# 👁️ Counters of {side:they} are face up in {area}."),
    "met": N_("👁️ Face to face in **{area}**: {sides}."),
    "test-failed": N_("🙅 **{general}** will not go along to {area}."),
    "declined": Select(
        "what",
        {"preemption": N_("💤 {side} do not pre-empt."), "pursuit": N_("💤 {side} do not pursue.")},
        N_("💤 {what:marker} is not played: {side} decline."),
    ),
    "event-played": N_("🃏 {side} play **{event:marker}**."),
    "attached": N_("🎖️ The Mayençais reinforce {army:army_name}."),
    "planned": N_("🤫 The Royalists have noted where and when the English land{plan}."),
    "fleet-came": Select(
        "result",
        {
            "landed": Either(
                "area",
                N_("⚓ **The English land in {area}.**"),
                N_("⚓ The English fleet finds no allies and leaves."),
            )
        },
        N_("⚓ The English fleet finds no allies{off} and leaves."),
    ),
    "fleet-waits": N_("⚓ The English wait off {area} for another month."),
    "initiative-won": N_("🎯 {winner:side} have the initiative, {sums}."),
    "risen": N_("🔔 La Gâtine rises: its areas join the zone of Anjou."),
    "bishop-exposed": N_("⛪ The bishop of Agra is exposed as a fraud."),
    "messengers-rolled": N_("✉️ {faces} for the messengers: {result:answer}."),
    "sailed": N_("⛵ A combat point of {kind:of_army}{by_ship} {port}."),
    "spared": N_("⚖️ Not tried, as each army may spare one: {spared}."),
    "tried": Either(
        "acquitted",
        N_("⚖️ **{general}** is acquitted."),
        N_("⚖️ **{general}** is condemned and leaves the war."),
    ),
    "guns-heard": Either(
        "success",
        N_("📯 {side} march to the guns from {start:area} to {area}: {who} (🎲 **{face}**{needs})."),
        N_("📯 {side} fail to march to the guns from {start:area} to {area} (🎲 **{face}**{needs})."),
    ),
    "out-of-powder": Either(
        "areas",
        N_("💣 Out of powder, the Royalists withdraw {far} from {area}."),
        Either(
            "forced",
            N_("💣 The Royalists are out of powder in {area}, but can't withdraw. They must fight."),
            N_("💣 The Royalists are out of powder in {area} and fight anyway."),
        ),
    ),
    "fell-back": Either(
        "withdrawal",
        N_("↩️ {side} withdraw {way}: {who}."),
        Either("rout", N_("↩️ {side} flee in rout {way}: {who}."), N_("↩️ {side} retreat {way}: {who}.")),
    ),
    "pursued": N_("🐎 {side} pursue from {start:area} to {end:area}: {who}."),
    "deserters-joined": Count(
        "points",
        Plural(
            "🔄 A combat point of deserters joins the Royalists in {area}.",
            "🔄 {points} points of deserters join the Royalists in {area}.",
        ),
    ),
    "incident-spent": N_("🎴 *{incident:marker}* leaves the pool for good."),
    "battle-ended": Either(
        "winner",
        N_("🏁 {winner:side} win and hold **{area}**."),
        N_("🏳️ There is no combat in {area}: the Royalists have withdrawn."),
    ),
    "roll": Select(
        "kind",
        {
            "recovery": N_("-# Recovery of {whom:area}: {arithmetic}"),
            "trial": N_("-# Trial of {whom:area} by the Committee: {arithmetic}"),
            "arrival": N_("-# Whether {whom:area} comes at once: {arithmetic}"),
            "join": N_("-# Whether he joins Anjou and Centre: {arithmetic}"),
        },
        N_("-# {purpose:reason}: {arithmetic}"),
    ),
    "table-roll": Select(
        "kind",
        {
            "reinforcements": N_("-# {faces} for {whom:army}{heading}: {raised}"),
            "Chouans": N_("-# {faces} for the Chouans: {result:combat_points} cross over to Anjou"),
            "voyage": N_("-# {faces} for the voyage: {result:voyage}"),
            "bishop": Select(
                "result",
                {"found out": N_("-# {faces} for the bishop of Agra: the bishop of Agra is found out")},
                N_("-# {faces} for the bishop of Agra: he is believed"),
            ),
            "fraud": N_("-# {faces} for the fraud: royalist morale {result:reason}"),
            "combat": N_("-# {faces} for the combat, column {column}: {result}"),
            **dict.fromkeys(("t1", "t7"), N_("-# {faces} for {victim}: {result:fate}")),
            "pre-emption": Either(
                "column",
                N_("-# {faces} for the pre-emption, which needs {range}: {verdict}"),
                N_("-# {faces} for the pre-emption: {verdict}"),
            ),
            "initiative": N_("-# {faces} for the initiative of {whom:they} ({column:reason}): {result}"),
            "capture": N_("-# {faces} for the capture of {whom:area}, which needs {range}: {verdict}"),
            "Saumur claims the Mayençais": N_(
                "-# {faces} for Saumur's claim to the Mayençais, which needs {range}: {verdict}"
            ),
        },
        N_("-# {faces} for {purpose:reason}, {column:reason}: {result}"),
    ),
}
"""The story, a line for each kind of event."""
BARRED = Either(
    "holds",
    N_("✋ {foe:side} hold {areas:area}, so this step is not allowed. It costs nothing (3.7)."),
    N_("✋ {foe:side} control {areas:area}, so this step is not allowed. It costs nothing (3.4)."),
)
"""Areas where face-down counters forbid a step."""
RAISED = Select(
    "points",
    {None: N_("📯 {kind:army}: reinforcements to place."), 0: N_("📯 {kind:army}: nothing to place.")},
    N_("📯 {kind:army}: {points:combat_points} to place."),
)
RAISED_MANY = Either(
    "hidden",
    N_("📯 Reinforcements to place: {kinds:army}."),
    N_("📯 Combat points to place: {gains}."),
)
TIED = N_("🎯 A tie, {result} to {result}: both roll again.")
PLACED = Either("down", N_("📍 {side} place face down: "), N_("📍 {side} place counters: "))
PLACED_DOWN = Select("backs", {0: N_("more in {area}")}, N_("{backs:counters} in {area}"))
DESERTION = N_("🎲 **Desertion**, two dice and {column:reason}; {low} to {high} is best ({least:share}): ")
DESERTION_OF = Either(
    "total",
    N_("{whom:army} {dice} = {total}, {result:share} desert"),
    N_("{whom:army} {dice}, {result:share} desert"),
)
DESERTED = N_("🏚️ Desertion in {army:army}: ")
DESERTED_DOWN = N_("🏚️ Desertion (hidden): ")
INCIDENTS = Select(
    "number",
    {0: N_("🎴 No incident in {area}."), 1: N_("🎴 Incident in {area}: ")},
    N_("🎴 Incidents in {area}: "),
)
FOUGHT = N_("⚔️ **Combat in {area}**: {attacker:they} attack with {mine} against {theirs}.")
FOUGHT_ODDS = N_("-# Odds {mine} to {theirs}: column {ratio}")
FOUGHT_ROLL = N_("= {total:place} in column {column}: {spelled}")
FOUGHT_END = Either(
    "rout",
    N_("💥 {loser:side} are routed {areas} and lose {lost}; {winner:they} lose {taken:lost}."),
    N_("💥 {loser:side} retreat {areas} and lose {lost}; {winner:they} lose {taken:lost}."),
)
CHRONICLE: Mapping[str, Template] = {
    "event-played": Select(
        "event",
        {
            "e1": N_("The tocsin called the parishes to arms again"),
            "e2": N_("La Gâtine rose"),
            "e3": N_("Lescure was set free in Bressuire"),
            "e4": N_("A bishop of Agra was found in Thouars, and believed"),
            "e5": N_("Messengers of the Royalists left for England"),
            "e6": N_("The Royalists barred the lanes with felled oaks"),
            "e7": N_("The Republic watched the coast"),
            "e8": N_("Armed barges of the Republic closed the Loire"),
            "e9": N_("The Republic sent its army of reserve"),
            "e10": N_("Paris declared the homeland in danger"),
            "e11": N_("The Republic raised its departments in mass"),
            "e12": N_("The garrison of Mayence came to the Vendée"),
            "e13": N_("The Republic made one Army of the West of its three"),
            "e14": N_("The Royalists crossed the Loire"),
            "e15": N_("Republicans went by sea"),
        },
    ),
    "bishop-exposed": N_("the bishop of Agra was found to be none"),
    "messengers-rolled": Select(
        "result",
        {
            "accepted": N_("England promised help"),
            "captured": N_("the messengers to England were caught"),
        },
    ),
    "fleet-came": Select(
        "result",
        {
            "landed": Either(
                "area",
                N_("the English landed in {area}"),
                N_("an English fleet came, found no friends and left"),
            )
        },
        N_("an English fleet came, found no friends and left"),
    ),
    "preempted": Either("success", N_("{side:they} in {area} moved before the enemy could"), None),
    "out-of-powder": Either("areas", N_("out of powder, the Royalists gave up {area}"), None),
    "deserters-joined": N_("Republicans went over to the Royalists in {area}"),
    "place-taken": N_("{area} fell to {side:they}"),
    "officer-fate": Select(
        "fate",
        {
            "killed": N_("{general} fell{where}"),
            "captured": N_("{general} was captured{where}"),
            "light": N_("{general} was lightly wounded{where}"),
            "serious": N_("{general} was seriously wounded{where}"),
            "tribunal": N_("{general} was denounced{where}"),
        },
    ),
}
"""Sentences of history."""
EDITS: Mapping[str, tuple[Sequence[str], Template]] = {
    "points": (
        ("area", "army", "count"),
        Select(
            "count",
            {"0": N_("🛠️ {army} has no combat points left in **{area}**.")},
            N_("🛠️ {army} has {count} in **{area}** now."),
        ),
    ),
    "general": (
        ("general", "place"),
        Select(
            "place",
            dict.fromkeys(FATES, N_("🛠️ **{general}** is put off the map: {place:fate}.")),
            N_("🛠️ **{general}** is put in **{place:area}**."),
        ),
    ),
    "morale": (("side", "at"), N_("🛠️ {side:of_side} morale is put at **{at:level}**.")),
    "powder": (("army", "at"), N_("🛠️ Powder of {army} is put at **{at:level}**.")),
    "event": (
        ("marker", "count"),
        Select(
            "count",
            {"0": N_("🛠️ **{marker}** has no markers left.")},
            Count(
                "count",
                Plural(
                    "🛠️ **{marker}** has {count} marker left.",
                    "🛠️ **{marker}** has {count} markers left.",
                ),
            ),
        ),
    ),
}
"""Moderators' edits, by verb: the kinds of their words, and the template."""

ADVISED = {
    True: N_(
        "In {playouts} playouts to the end of the month it leads, against the next action, to {differences}."
    ),
    False: N_(
        "In {playouts} playouts to the end of the month it leads, against the best action, to {differences}."
    ),
}
"""Why an action is advised, or comes after the best one."""
ALIKE = N_("In {playouts} playouts to the end of the month nothing that is counted tells it from the others.")
COMPARED: Mapping[str, tuple[N_, N_]] = {
    "primary": (
        N_("{amount} more primary objectives for the Republic"),
        N_("{amount} fewer primary objectives for the Republic"),
    ),
    "secondary": (
        N_("{amount} more secondary objectives for the Republic"),
        N_("{amount} fewer secondary objectives for the Republic"),
    ),
    "blue": (N_("{amount} more Republican combat points"), N_("{amount} fewer Republican combat points")),
    "royal": (N_("{amount} more Royalist combat points"), N_("{amount} fewer Royalist combat points")),
    "sea": (
        N_("a Royalist way to the sea in {percent} more of 100 playouts"),
        N_("a Royalist way to the sea in {percent} fewer of 100 playouts"),
    ),
    "bridge": (
        N_("a Royalist bridge over the Loire in {percent} more of 100 playouts"),
        N_("a Royalist bridge over the Loire in {percent} fewer of 100 playouts"),
    ),
    "south": (
        N_("a Royalist way to the south in {percent} more of 100 playouts"),
        N_("a Royalist way to the south in {percent} fewer of 100 playouts"),
    ),
    "blue-morale": (N_("{amount} more Republican morale"), N_("{amount} less Republican morale")),
    "royal-morale": (N_("{amount} more Royalist morale"), N_("{amount} less Royalist morale")),
    "powder": (
        N_("{amount} more levels of arms and powder for the Royalists"),
        N_("{amount} fewer levels of arms and powder for the Royalists"),
    ),
    "blue-generals": (N_("{amount} more Republican generals"), N_("{amount} fewer Republican generals")),
    "royal-generals": (N_("{amount} more Royalist generals"), N_("{amount} fewer Royalist generals")),
}
"""A difference at the end of the month, by what is counted: more of it, and less."""
