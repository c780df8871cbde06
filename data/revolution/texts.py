"""Sentences of *La Révolution Française*: events, by their tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from data.catalogue import N_, Plural
from data.templates import Count, Either, Select, Template

PHASES = {
    "negotiation": N_("1 Negotiation"),
    "events": N_("2 Events"),
    "order": N_("3 Turn order"),
    "objectives": N_("4 Objectives"),
    "placement": N_("5 Placement"),
    "personality": N_("6 Personalities"),
    "regional": N_("7 Regions"),
    "politics": N_("8 Politics"),
    "justice": N_("9 Justice"),
    "debates": N_("10 Debates"),
    "reinforcement": N_("11 Reinforcement"),
    "movement": N_("12 Movement"),
    "combat": N_("13 Combat"),
    "economy": N_("14 Economy"),
    "income": N_("15 Income"),
    "fame": N_("16 Fame"),
}
TYPES = {
    "economic": N_("an Economic law"),
    "anti-privilege": N_("an Anti-Privilege law"),
    "anti-clerical": N_("an Anti-Clerical law"),
    "political": N_("a Political law"),
    "military": N_("a Military law"),
}
CAUSES = {
    "ACT": N_("action"),
    "ECON": N_("economy"),
    "EVENT": N_("event"),
    "FAME": N_("objective"),
    "JUSTICE": N_("justice"),
    "KING": N_("the King"),
    "MIL": N_("war"),
    "POL": N_("politics"),
    "REGIME": N_("regime"),
    "SEQ": N_("course of the turn"),
}
"""The cause of an event, by the section of the rules that its case is in."""
GRADES = {"A": N_("**A**, in full"), "B": N_("**B**, in part"), "C": N_("C, nothing")}
ATTACKERS = {"revolutionary": N_("the Revolution attacks"), "enemy": N_("the enemy attacks")}
COMBAT = {
    "A": N_("the attacker wins"),
    "B": N_("neither gives way"),
    "C": N_("the defender wins"),
}
STANDS = {1: N_("supports"), 0: N_("neither"), -1: N_("criticises"), None: N_("nothing")}
GUILT = {None: N_("innocent, by silence"), True: N_("guilty"), False: N_("innocent")}
VOTES = {None: N_("no, by silence"), True: N_("yes"), False: N_("no")}
FATES = Select(
    "state",
    {
        "prison": N_("⛓️ {belonging} is in prison ({case})."),
        "away": N_("💨 {belonging} is off the map ({case})."),
        "free": N_("🔓 {belonging} is free ({case})."),
        "dead": N_("☠️ {belonging} is dead ({case})."),
    },
)
"""The fate of a person, where its cause has no sentence of its own."""
CLAUSES: Mapping[str, Template | Mapping[Any, Template]] = {
    "grade": GRADES,
    "attack": ATTACKERS,
    "combat": COMBAT,
    "came": N_("🗞️ **{title:known}** · 🎲 {one}+{other}{added} = {roll}"),
    "whose": Either("control", N_("{control}"), N_("nobody")),
    "nobodys": Either("added", N_(" ({added} of them nobody's)"), None),
    "way": Either("box", N_("{route}, against the Commune"), N_("{route}")),
    "where": Either("box", N_("in the Paris box"), N_("in {region}")),
    "place": Either("box", N_("the Paris box"), N_("{region}")),
}
STORY: Mapping[str, Template] = {
    "skipped": N_("⏭️ {seat}, only for you: **{answer}** was skipped. {reason:known} ({case})."),
    "given": N_("💰 {seat} gives {to:who} {amount:money} (R-SEQ-08)."),
    "allied": N_("🤝 {seats:seat} declare an alliance."),
    "confirmed": N_(
        "🎯 {seats:seat} have a common objective: {law_type:question}, "
        "proposed by {proposer:who} (R-FAME-09)."
    ),
    "offered": Either(
        "ally",
        N_("{seat}, for you alone: no alliance, as {to:who} did not declare it too."),
        N_("{seat}, for you alone: {to:who} did not confirm the common objective."),
    ),
    "answered": Either(
        "many",
        N_("✉️ {number} have answered."),
        Count("seats", Plural("✉️ {seats:seat} has answered.", "✉️ {seats:seat} have answered.")),
    ),
    "form-shut": Either("known", N_("📨 All have submitted."), None),
    "aimed": N_("🎯 {actor} means {goal}."),
    "tossed": N_("🎲 {actor}: {purpose}: rolled {pairs}; one roll will be kept."),
    "thrown": N_("🎲 {actor}: {purpose} on Fame {fame}{terms}: {throws} → {result:grade}"),
    "row-came": Either(
        "void",
        N_("{came}: no effect, {void:known}."),
        Either("brings", N_("{came}: {brings}."), N_("{came}")),
    ),
    "nothing-came": N_("-# The event says “{meant}”; nothing changes."),
    "lost": N_("📉 {actor} loses {amount:money}."),
    "bankrupt": Either(
        "fame",
        N_("💸 The Government of {government:who} is **bankrupt** ({case})."),
        N_("💸 The Government of {government:who} can't pay ({case})."),
    ),
    "funded": N_("🏦 The Government returns {returned:money} and receives {amount:money} (R-ECON-11)."),
    "settled": Either("met", N_("✅ {actor}: {goal}, done."), N_("✖️ {actor}: {goal}, not done.")),
    "deposed": Either(
        "passed",
        N_("👑 The King's deposition: {yes} for, {no} against, {cast}; **he is deposed**."),
        N_("👑 The King's deposition: {yes} for, {no} against, {cast}; he stays."),
    ),
    "control-changed": Select(
        "control",
        {None: N_("🏳️ **{region}** is neutral ({case}).")},
        N_("🚩 **{region}** goes to {control} ({case})."),
    ),
    "revolt-begun": N_("🔥 **{region}** is in revolt, controlled by {whose} ({case})."),
    "revolt-ended": N_("🕊️ **{region}** is calm again ({case})."),
    "person-moved": Select(
        "way",
        {
            ("arrest", "prison"): N_("⛓️ {belonging} is arrested, and is in prison."),
            ("arrest", "away"): N_("💨 {belonging} escapes an arrest, and is off the map until next turn."),
            ("removal", "away"): N_("💨 {belonging} is driven out, and is off the map until next turn."),
            ("convincing", "away"): N_(
                "💨 {belonging} wavers but joins no other Current, and is off the map until next turn."
            ),
            ("release", "away"): N_(
                "🔓 {belonging} is not an outlaw and leaves prison, off the map until next turn."
            ),
            ("pardon", "free"): N_("🔓 {belonging} is pardoned by the King."),
            ("outlawry", "prison"): N_(
                "⛓️ {belonging} has become an outlaw, and is imprisoned in Paris ({case})."
            ),
            ("monarchy", "prison"): N_("⛓️ {belonging} is imprisoned, as the monarchy ends."),
            ("amnesty", "free"): N_("🔓 {belonging} is let out of prison by the new regime."),
            ("event", "dead"): N_("☠️ {belonging} dies ({case})."),
            ("massacre", "dead"): N_("☠️ {belonging} is killed in prison ({case})."),
            ("desertion", "away"): N_(
                "💨 {belonging} deserts, and is off the map until there is peace ({case})."
            ),
            ("return", "free"): N_("↩️ {belonging} is back."),
        },
        FATES,
    ),
    "person-won": Select(
        "state",
        {
            "free": N_("✋ **{person}** goes over from {was:who} to {current:seat} ({case})."),
            "prison": N_("✋ **{person}** goes over from {was:who} to {current:seat}, in prison ({case})."),
            "away": N_(
                "✋ **{person}** goes over from {was:who} to {current:seat}, off the map as he is ({case})."
            ),
        },
    ),
    "commune-raised": Select(
        "leader",
        {None: N_("🔔 The **Commune** is raised, without a leader ({case}).")},
        N_("🔔 The **Commune** is raised, led by {leader:seat} ({case})."),
    ),
    "commune-ended": N_("🔕 The **Commune** has fallen. {whose} controls Paris ({case})."),
    "war-changed": Select(
        "war",
        {
            "foreign": Either(
                "on",
                N_("⚔️ **War with the Coalition** ({case})."),
                N_("🕊️ **Peace with the Coalition** ({case})."),
            ),
            "civil": Either("on", N_("⚔️ **Civil war** ({case})."), N_("🕊️ The civil war is over ({case}).")),
        },
    ),
    # The Assembly.
    "regime-installed": Select(
        "former",
        {None: N_("🏛️ **The {regime}** is installed; {government:seat} governs.")},
        N_("🏛️ **The {regime}** is installed; {government:seat} governs. {former:seat} is outlawed."),
    ),
    "government-changed": N_("🖋️ {government:seat} runs the Government now ({case})."),
    "deputies-turned": Either(
        "number",
        Count(
            "number",
            Plural(
                "↪️ {number} deputy of {of:who} votes with {seat} this turn (R-POL-06).",
                "↪️ {number} deputies of {of:who} vote with {seat} this turn (R-POL-06).",
            ),
        ),
        N_("{seat} turns no deputy of {of:who}."),
    ),
    "deputies-returned": N_("↩️ All deputies return to their own Currents (R-SEQ-18)."),
    "king-acted": N_("👑 {seat} pays {price:money} for the King's action (R-KING-04)."),
    "king-tried": Either(
        "guilty",
        N_("👑 **Louis XVI is found guilty and executed** (R-KING-15)."),
        N_("👑 Louis XVI is found innocent (R-KING-16)."),
    ),
    "judged": Select(
        "sentence",
        {
            "dead": N_("☠️ **{person}** goes to the guillotine (justice)."),
            "prison": N_("⛓️ **{person}** stays in prison (justice)."),
            "free": N_("🔓 **{person}** goes free (justice)."),
        },
    ),
    "proposed": Either(
        "helped",
        N_("📜 {actor} proposes **{law}**, with a lawmaker's help."),
        N_("📜 {actor} proposes **{law}**."),
    ),
    "counted": Select(
        "kind",
        {
            "verdict": N_("🗳️ **{question}**: {yes} say guilty{nobodys}, {no} innocent"),
            "critics": Either(
                "falls",
                N_("🗳️ **{question}** falls: {yes} for{nobodys}, {no} against (R-REGIME-10)"),
                N_("🗳️ **{question}** stays: {yes} for{nobodys}, {no} against (R-REGIME-10)"),
            ),
        },
        N_("🗳️ **{question}**: {yes} for{nobodys}, {no} against"),
    ),
    "cast": N_("🗳️ {seat} on {question}: {vote}."),
    "tie-broken": N_("⚖️ {seat} breaks the tie on {subject:question}: {vote}."),
    "law-passed": N_("👍 **{law}** is passed."),
    "law-rejected": Either(
        "count",
        N_("👎 **{law}** is rejected, the {count}th under this regime."),
        N_("👎 **{law}** is rejected."),
    ),
    "law-in-force": Either(
        "price",
        N_("📗 **{law}** is in force; the Government pays {price:money} for it."),
        N_("📗 **{law}** is in force."),
    ),
    "vetoed": N_("🚫 {seat} lets the King veto **{law}** (R-POL-28)."),
    # The wars.
    "army-came": N_("🪖 **{army}** is now in {region} ({case})."),
    "army-moved": Either(
        "general", N_("🥾 **{army}**, led by {general}: {way}."), N_("🥾 **{army}**: {way}.")
    ),
    "army-gone": Select(
        "why",
        {
            "combat": N_("💀 **{army}** is destroyed in {region} ({case})."),
            "unpaid": N_("📤 **{army}** was not paid and leaves {region} ({case})."),
            "event": N_("📤 **{army}** leaves {region} ({case})."),
            "peace": N_("🕊️ **{army}** returns home from {region} ({case})."),
        },
    ),
    "held": Either(
        "yes",
        N_("📌 {by:seat} holds the enemy in {region}."),
        N_("{by:seat} lets the enemy leave {region}."),
    ),
    "hidden": N_("🌫️ The Catholic Royal armies in {region} refuse combat (R-MIL-36)."),
    "combat-rolled": N_("⚔️ Combat {where}, {attacker:attack}: 🎲 **{one}+{other}** = {sum}"),
    "fought": N_("⚔️ **{place}**, {sides}: {sum}: **{result:combat}**"),
    "coalition-holds": Either(
        "on",
        N_("🏴 The Coalition holds **{region}**."),
        N_("🏳️ The Coalition no longer holds **{region}**."),
    ),
    "capital-moved": N_("🏛️ The capital is **{region}** now (R-MIL-47)."),
    "king-moved": Select(
        "how",
        {
            "capital": N_("👑 The King is taken to {region} ({case})."),
            "kidnapped": N_("👑 **The King is kidnapped** and taken to {region} ({case})."),
            "army": N_("👑 The King goes along to {region} ({case})."),
            "recaptured": N_("👑 **The King is recaptured** in {region} ({case})."),
        },
    ),
}
"""The story, a line for each kind of event."""
BONUSES: Mapping[str, N_] = {
    "turn-convince-feuillant": N_("{by} for the Feuillant to win people over and turn deputies"),
    "turn-convince-gironde": N_("{by} for the Gironde to win people over and turn deputies"),
    "turn-convince-mountain": N_("{by} for the Mountain to win people over and turn deputies"),
    "trial": N_("{by} to the King's guilt"),
    "arrest-marat": N_("{by} to arrest Marat"),
    "arrest-outlawed": N_("{by} to arrest outlawed Mountain and Sans-Culottes"),
    "arrest-suppress": N_("{by} for the Government to arrest and suppress"),
    "outlaw-excessive": N_("{by} to outlaw the Excessive"),
    "outlaw-merciful": N_("{by} to outlaw the Merciful"),
    "outlaw-terrorists": N_("{by} to outlaw the Terrorists"),
    "laws": N_("{by} to laws of the Government"),
}
"""Modifiers for the rest of the turn."""
SPECIALS: Mapping[str, N_] = {
    "lille-rests": N_("the Revolution does not attack from Lille"),
    "lose-army": N_("the Royalist takes an army off the map"),
    "rearm": N_("the fifth row can come again"),
    "deposition": N_("the Assembly votes on the King's deposition"),
    "metz-shaken": N_("the army of Metz is shaken, La Fayette and Lameth leave France"),
    "fall-back": N_("the Government gives up an army of Lille or Amiens"),
    "marseille-army": N_("the army nearest to Marseille is lost"),
    "lille-amiens-armies": N_("the armies of Lille and Amiens are lost"),
    "kill-reaction-prisoners": N_("Royalists and Feuillants in prison die"),
    "temporary-army": N_("an army comes to Paris for this turn"),
}
"""What rules of their own do."""
COMMUNES: Mapping[str, N_] = {
    "open": N_("the Feuillant can also raise the Commune"),
    "calm": N_("the Commune disbands"),
    "neutral": N_("the Commune has no leader; if it is not raised, Paris is neutral"),
    "nobody": N_("the Commune rises, led by nobody"),
}
"""What an event does to the Commune."""
UNLESS: Mapping[str, N_] = {
    "roux-gone": N_("at the end of the turn, unless Roux is off the map or in prison, {brought}"),
    "excessive": N_("at the end of the turn, unless the Excessive are outlawed, {brought}"),
    "terrorists": N_("at the end of the turn, unless the Terrorists are outlawed, {brought}"),
}
"""What an event brings at the end of the turn, where nobody prevents it."""
INSTALLED = Select(
    "why",
    {
        "army": N_("{by:who} led the Commune and chose it while an enemy army was in or next to Paris."),
        "regions": N_(
            "{by:who} led the Commune and chose it while Royalist and Coalition "
            "held {enough} regions or more."
        ),
        "war": N_("{by:who} led the Commune and chose it while there was war abroad and at home."),
        "rejected": N_("{by:who} chose it when laws had been rejected often enough."),
    },
)
"""What has brought a regime about."""
BROUGHT: Mapping[str, N_] = {
    "arrest": N_("arrest by {who}"),
    "remove": N_("driven out by {who}"),
    "convince": N_("not quite won over by {who}"),
    "plot": N_("plot by {who}"),
    "revolt": N_("revolt raised by {who}"),
    "suppress": N_("suppression by {who}"),
}
"""What a roll has brought about, and whose it was."""
PARTLY: Mapping[str, N_] = {
    "arrest": N_("off the map for a turn"),
    "convince": N_("off the map for a turn"),
    "plot": N_("neutral"),
    "revolt": N_("in revolt, neutral"),
    "suppress": N_("calm, neutral"),
    "pacify": N_("which is enough"),
    "remove": N_("which is enough"),
    "raise": N_("led by nobody"),
    "quell": N_("Paris is neutral"),
    "turn": N_("up to 3 deputies"),
    "law": N_("which is enough"),
}
"""What a roll has brought that is no full success, where it had an effect."""
_TAKEN = Either("control", N_("you lose {region} to {control:who} ({why})"), N_("you lose {region} ({why})"))
OWN: Mapping[str, Template] = {
    "thrown": Select(
        "result",
        {
            "A": N_("{deed}: success (🎲 {one}+{other})"),
            "B": Either(
                "part",
                N_("{deed}: in part, {part} (🎲 {one}+{other})"),
                N_("{deed}: in part (🎲 {one}+{other})"),
            ),
            "C": N_("{deed}: failed (🎲 {one}+{other})"),
        },
    ),
    "modified": N_("you on {question}: {by} to the roll"),
    "counted": Select(
        "kind",
        {"verdict": N_("you on {question}: {vote} ({yes} guilty, {no} innocent)")},
        N_("you on {question}: {vote} ({yes} for, {no} against)"),
    ),
    "skipped": N_("{answer}: skipped ({reason:known})"),
    "settled": Select(
        "actor",
        {
            "government": Either(
                "met", N_("the Government's objective is met"), N_("the Government's objective is not met")
            )
        },
        Either("met", N_("your objective is met: {goal}"), N_("your objective is not met: {goal}")),
    ),
    "proposed": N_("{law}: proposed"),
    "law-passed": N_("{law}: passed"),
    "law-in-force": N_("{law}: in force"),
    "law-rejected": N_("{law}: rejected"),
    "vetoed": N_("{law}: vetoed"),
    "army-moved": N_("{army}: {way}"),
    "army-gone": N_("{army}: lost in {region}"),
    "fought": N_("combat in {place}: {result:combat}"),
    "confirmed": N_("common objective with {others:who}: {law_type:question}"),
    "allied": N_("alliance with {others:who}"),
    "offered": Either(
        "ally",
        N_("no alliance with {to:who}, who did not declare it"),
        N_("{to:who} did not confirm the common objective"),
    ),
    "given": Either("mine", N_("gave {to:who} {amount:money}"), N_("{seat:who} gave you {amount:money}")),
    "deputies-turned": Either(
        "number",
        Either(
            "mine",
            Count(
                "number",
                Plural(
                    "{number} deputy of {of:who} votes with you",
                    "{number} deputies of {of:who} vote with you",
                ),
            ),
            Count(
                "number",
                Plural(
                    "{number} deputy of yours votes with {seat:who}",
                    "{number} deputies of yours vote with {seat:who}",
                ),
            ),
        ),
        None,
    ),
    "person-moved": Select(
        "state",
        {
            "prison": N_("{person} is in prison ({why})"),
            "away": N_("{person} is off the map ({why})"),
            "free": N_("{person} is free ({why})"),
            "dead": N_("{person} is dead ({why})"),
        },
    ),
    "person-won": Either("mine", N_("{person} joins you"), N_("{person} leaves you for {current:who}")),
    "control-changed": Either("mine", N_("{region} is yours"), _TAKEN),
    "commune-raised": Either(
        "mine",
        N_("you lead the Commune and control Paris"),
        Either(
            "leader", N_("you lose Paris to {leader:who} (the Commune)"), N_("you lose Paris to the Commune")
        ),
    ),
    "revolt-begun": Either("mine", N_("{region} is yours, in revolt"), _TAKEN),
}
"""The phrases for the player whose orders or pieces the events are about."""
SUMS = {
    "paid": N_("paid {money}"),
    "governed": N_("the Government paid {money}"),
    "income": N_("income {money}"),
}
"""Sums of a player's money."""
CHRONICLE: Mapping[str, Template] = {
    "row-came": Either("void", None, N_("{title:known}")),
    "person-moved": Select(
        "state", {"dead": N_("{person} died"), "prison": N_("{person} was put in prison")}
    ),
    "person-won": N_("{person} went over to {current:who}"),
    "revolt-begun": N_("{region} rose"),
    "commune-raised": Either(
        "leader",
        N_("the Commune of Paris was raised by {leader:who}"),
        N_("the Commune of Paris was raised"),
    ),
    "commune-ended": N_("the Commune of Paris was put down"),
    "war-changed": Select(
        "war",
        {
            "foreign": Either(
                "on",
                N_("war came with the Coalition"),
                N_("there was peace with the Coalition"),
            ),
            "civil": Either("on", N_("France was at war with itself"), N_("the civil war died down")),
        },
    ),
    "regime-installed": N_("the {regime} was installed under {government:who}"),
    "government-changed": N_("the Government passed to {government:who}"),
    "law-in-force": N_("the Assembly passed the {law}"),
    "king-tried": Either("guilty", N_("the King was condemned"), N_("the King was acquitted")),
    "king-moved": Select(
        "how",
        {
            "kidnapped": N_("the King was taken to {region}"),
            "recaptured": N_("the King was taken again in {region}"),
        },
    ),
    "capital-moved": N_("the Government moved to {region}"),
    "fought": Select(
        "won",
        {
            True: N_("the armies of the Revolution won at {region}"),
            False: N_("the armies of the Revolution were beaten at {region}"),
        },
    ),
}
"""Sentences of history."""
