"""Sentences of *Levée en Masse*: events and actions, by their tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from data.catalogue import N_
from data.templates import Either, Select, Template

COLOURS = {"blue": N_("blue"), "white": N_("white"), "red": N_("red")}
CONDITIONS = (N_("in good order"), N_("disorganized"), N_("routed"))
"""The conditions of an Army (10.6)."""
CLAUSES: Mapping[str, Template | Mapping[Any, Template]] = {
    "colour": COLOURS,
    "condition": dict(enumerate(CONDITIONS)),
    "cause": Select(
        "cause",
        {
            "disorder": N_(" for Disorder in Paris"),
            "reaction": N_(" by the *Reaction*"),
            "barricades": N_(": nothing is free (10.3)"),
            "decisive": N_(" by the decisive outcome (10.6)"),
        },
    ),
    "cost": Select(
        "free",
        {
            None: N_(" · {left:actions} left"),
            "7.2": N_(" · free, To the Barricades! (7.2)"),
            "10.1": N_(" · free, levée en masse (10.1)"),
            "10.2": N_(" · free, Spirit of '89 (10.2)"),
            "10.5": N_(" · free, for the order that was given up (10.5)"),
        },
    ),
    "where": Either("home", N_("into its own country ({target})"), N_("{target_space:to_space} ({target})")),
    "from": Select("origin", {"holding": N_("the Holding Box")}, N_("{origin:space}")),
    "king": Select("case", {"9.1": N_("Louis XVI is rescued")}, N_("Louis XVIII is installed")),
    "price": Either("free", Either("fed", N_(", free (victory: {fed:marker} +1)"), N_(", free")), None),
    "on": Select("limit", {1: N_("on a 1")}, N_("on {limit} or less")),
    "by": Either("marker", N_(" with {marker}"), None),
    "deed": Select(
        "verb",
        {
            "political": Select(
                "marker",
                {"republic": N_("Political action: raise {marker}")},
                N_("Political action: lower {marker}"),
            ),
            "military": N_("Attack on {army:power}"),
            "naval": N_("Attack on the Royal Navy"),
            "liberate": N_("Liberate {space}"),
            "restore-order": N_("Restore order in Paris"),
            "spirit": N_("Spirit of '89 in {space}"),
        },
    ),
}
STORY: Mapping[str, Template] = {
    "deck-built": N_("📚 The {colour} deck is shuffled: {cards} headlines, all but the first and the last."),
    "pile-built": Select(
        "order",
        {"puree": N_("📚 {cards} headlines are shuffled into one pile.")},
        N_("📚 {cards} headlines come in the order of their numbers."),
    ),
    "army-moved": Select(
        "way",
        {
            "edit": N_("🛠️ **{army}** is put {target_space:in_space} ({target})."),
            "advances": N_("⬇️ **{army}** advances {where}."),
            "puts": N_("⬇️ **{army}** puts {where}."),
            "falls-back": N_("⬆️ **{army}** falls back {where}."),
            "thrown-back": N_("⬆️ **{army}** is thrown back {where}."),
        },
    ),
    "army-stayed": Either(
        "space",
        Select(
            "reason",
            {
                "start": N_("⏸️ **{army}** is in its starting space already ({case})."),
                "paris": N_("⏸️ **{army}** is in Paris already ({case})."),
                "rotated": N_(
                    "⏸️ **{army}** stays {space:in_space}: it will not advance into France ({case})."
                ),
                "stationary": N_("⏸️ **{army}** does not march ({case})."),
                "defended": N_("⏸️ **{army}** is stopped and stays {space:in_space} ({case})."),
            },
        ),
        None,
    ),
    "marker-moved": Select(
        "way",
        {
            "edit": N_("🛠️ **{marker}** is put at {target:place}."),
            "stays": N_("🏛️ **{marker}** stays at {target:place}, the end of its track{cause}."),
            "rises": N_("🏛️ **{marker}** rises to {target:place}{cause}."),
            "falls": N_("🏛️ **{marker}** falls to {target:place}{cause}."),
        },
    ),
    "reaction": Either(
        "lowered", None, Either("raised", None, N_("⚖️ *Reaction!* Ties at both ends: nothing changes."))
    ),
    "disorder-placed": Either(
        "already",
        N_("🔥 *Journée!* Paris is in Disorder already."),
        N_(
            "🔥 *Journée!* Paris is in **Disorder**: until order is restored, the Republic falls by 1 at "
            "the end of each turn."
        ),
    ),
    "order-restored": Either(
        "automatic",
        N_("🕊️ The Republic reigns, so order returns to Paris without a roll."),
        N_("🕊️ Order is restored in Paris."),
    ),
    "army-rotated": Either(
        "changed",
        Either(
            "rotated",
            N_("🔁 **{army}** holds back: it will not advance into France."),
            N_("🔁 **{army}** can advance into France again."),
        ),
        None,
    ),
    "army-removed": Either("space", N_("✖️ **{army}** leaves the war."), None),
    "liberation-granted": Either(
        "marker",
        N_("🗽 A **Liberation marker** comes to the Holding Box."),
        N_("🗽 No Liberation markers are left."),
    ),
    "liberation-placed": N_("🗽 **{space}** is liberated (worth {worth})."),
    "liberation-returned": Select(
        "case",
        {"8.3": N_("⛓️ {space} is conquered: its marker returns to the Holding Box.")},
        N_("⛓️ {space} loses its own fight: its marker returns to the Holding Box."),
    ),
    "liberation-spent": N_("📯 *Levée en masse!* You give up the Liberation marker from {from} for good."),
    "french-army-set": N_("🪖 French Army {value:level}{terms}."),
    "action-taken": Either("silent", None, N_("**{deed}**{cost}")),
    "actions-ended": Either("unspent", N_("⏹️ {unspent:actions} unspent."), None),
    "paris-fell": N_("🏴 **Paris has fallen** to {armies:power}."),
    "roll": Select(
        "case",
        {
            "10.6": N_("-# 💢 {purpose}: 🎲 **{face}**, {needed} or more to hold it"),
            # The die is the invader's: its success is bad news for France.
            "5.1": N_("-# 🛡️ {purpose}: 🎲 **{face}**, needs {needed} to enter"),
        },
        N_("-# {arithmetic}"),
    ),
    "unit-placed": Either(
        "origin",
        N_("📍 **{army}** moves {space:to_space}."),
        N_("📍 **{army}** enters the war {space:in_space}."),
    ),
    "napoleon-moved": Select(
        "cause",
        {
            "headline": N_("🦅 **Napoleon** is available in the Holding Box."),
            "deployed": N_("🦅 **Napoleon** leads the attacks against **{army:power}**."),
            "recalled": N_("🦅 **Napoleon** is recalled to the Holding Box."),
            "removed": N_("🦅 **Napoleon** returns victorious to the Holding Box."),
            "edit": N_("🛠️ **Napoleon** is put elsewhere."),
        },
    ),
    "condition-changed": Either(
        "recovered",
        N_("🩹 **{army}** recovers instead of advancing: it is {target:condition} now (10.6)."),
        N_("💥 **{army}** is {target:condition} (10.6)."),
    ),
    "last-reserves": N_("🎖️ The last reserves attack {army:power}: roll again (10.4)."),
    "order-given-up": Either(
        "army",
        N_("🎖️ Troops from Paris add +1 against {army:power} (10.5)."),
        N_("🎖️ Troops from Paris fight inside France (10.5)."),
    ),
    "king-crowned": N_("👑 **{king}** by {army:power} ({case})."),
}
"""The story, a line for each kind of event."""
HEADLINE: Mapping[str, Template] = {
    "army-stayed": Select(
        "reason",
        {
            "defended": Either(
                "space", N_("A free people barred the way, and {army:people} stayed {space:in_space}."), None
            ),
            "rotated": N_("{army:people} would not enter France."),
        },
    ),
    "disorder-placed": Either(
        "already",
        N_("The sections marched. Paris stayed in disorder."),
        N_("The sections marched. Paris fell into disorder."),
    ),
    "unit-placed": N_("{army:people} appeared {space:in_space}."),
    "napoleon-moved": Select(
        "cause", {"headline": Either("army", None, N_("A general of twenty-eight had made his name."))}
    ),
    "army-rotated": Either(
        "changed",
        Either(
            "rotated",
            N_("{army:people} held back from then on."),
            N_("{army:people} were ready to invade again."),
        ),
        None,
    ),
    "army-removed": Either("space", N_("{army:people} left the war."), None),
}
"""Sentences of history about a headline."""
CLOSE: Mapping[str, Template] = {
    "king-crowned": N_("**{army:peoples} gave France its king again.**"),
    "paris-fell": N_("**Paris fell to {armies:people}.**"),
    "marker-moved": Either("moved", N_("Disorder cost the Republic a step, to {target:place}."), None),
    "liberation-returned": N_("{space} was conquered."),
}
"""Sentences of history about a turn's end."""
GROUPS: Mapping[str, tuple[N_, str]] = {
    "political": (N_("Political action"), "primary"),
    "military": (N_("Attack"), "danger"),
    "naval": (N_("Naval action"), "danger"),
    "liberate": (N_("Liberate a space"), "success"),
    "restore-order": (N_("Order"), "success"),
    "spirit": (N_("Spirit of '89: a free attack"), "danger"),
    "levy": (N_("Free attack for a Liberation marker"), "secondary"),
    "keep": (N_("The die"), "secondary"),
    "reroll": (N_("The die"), "danger"),
    "commit": (N_("Free attack for Disorder in Paris"), "danger"),
    "recall": (N_("Recall Napoleon"), "secondary"),
    "napoleon": (N_("Send Napoleon"), "primary"),
    "end": (N_("End"), "secondary"),
}
"""Groups of choices in the order of case 4.3, by the tags of actions: what they are, and their tone."""
PRICED = ("spirit", "levy", "commit", "recall", "napoleon")
"""Groups whose price or effect needs a line of its own, and so a list."""
FATES: Template = Select(
    "fate",
    {
        "back": Select(
            "condition",
            {
                1: Either(
                    "to",
                    N_("{army:power} {to:to_space} and disorganized"),
                    N_("{army:power} disorganized"),
                ),
                2: Either("to", N_("{army:power} {to:to_space} and routed"), N_("{army:power} routed")),
            },
            N_("{army:power} {to:to_space}"),
        ),
        "gone": N_("{army:power} leaves the war"),
        "on": Either("storms", N_("{army:power} attacks {to:space} {on}"), N_("{army:power} advances {on}")),
        "recovers": N_("{army:power} recovers {on}"),
    },
)
"""What the die of an attack does to the Army, on a button."""
LABELS: Mapping[str, Template] = {
    "political": Select(
        "marker",
        {"republic": N_("Raise {marker} to {to:place}")},
        N_("Lower {marker} to {to:place}"),
    ),
    "military": Either(
        "stationary",
        N_("⚔️ Drive {army:power} from the map{price}"),
        Either(
            "to",
            N_("⚔️ Drive {army:power} {to:to_space}{price}"),
            N_("⚔️ Disorganize {army:power} (−1 advance){price}"),
        ),
    ),
    "naval": N_("⚓ Fight the Royal Navy: Britain {to:to_space}"),
    "liberate": N_("Liberate {space}: +{worth} VP{by}"),
    "restore-order": N_("🕊️ Restore order in Paris"),
    "levy": Either(
        "worth",
        N_("The marker in {origin:space}: −{worth} VP{by}"),
        N_("A marker in the Holding Box{by}"),
    ),
    "spirit": N_("{space} fights {foe:power}"),
    "napoleon": N_("Against {army:power}"),
    "recall": N_("To the Holding Box"),
    "reroll": Either(
        "last",
        N_("Roll again: no cost in the last turn"),
        N_("Roll again: French Army −1 next turn"),
    ),
    "commit": Either(
        "pending",
        Either(
            "brings",
            N_("Win by +1: {brings}, Disorder in Paris, Republic −1 a turn"),
            N_("Win by +1: Disorder in Paris, Republic −1 a turn"),
        ),
        N_("Give up order in Paris"),
    ),
    "keep": Either(
        "long",
        N_("Accept: {brings}"),
        Either(
            "won",
            Either("brings", N_("Accept the victory: {brings}"), N_("Accept the victory")),
            Either("brings", N_("Accept the failure: {brings}"), N_("Accept the failure")),
        ),
    ),
    "end": Either(
        "fallen",
        N_("End the turn: Paris falls to {fallen:power}"),
        Select(
            "case",
            {
                "9.1": N_("End the turn: {army:power} {space:in_space} rescues the King, you lose"),
                "9.2": N_("End the turn: {army:power} {space:in_space} installs a King, you lose"),
            },
            Either(
                "unspent",
                Either(
                    "disorder",
                    N_("End the turn: {unspent:actions} unspent, Republic −1 (Disorder)"),
                    N_("End the turn: {unspent:actions} unspent"),
                ),
                Either("disorder", N_("End the turn: Republic −1 (Disorder)"), N_("End the turn")),
            ),
        ),
    ),
}
"""The labels of actions by their tags: what success brings, and the price where it is not an action."""
REASONS: Mapping[str, Template] = {
    "spirit": N_("failure: the marker is back in hand, Republic −1"),
    "levy": N_("Lost for good; you attack at once: {best} (10.1)"),
    "reroll": Select(
        "decisive",
        {
            6: N_("a 6: {best}; a 1: {worst}"),
            5: N_("a 5 or 6: {best}; a 1: {worst}"),
        },
        Either("worst", N_("victory: {best}; failure: {worst}"), N_("victory: {best}")),
    ),
    "commit": Either(
        "pending",
        N_("victory: {best}"),
        N_("Republic −1 a turn until order is restored; one attack: {best} (10.5)"),
    ),
    "recall": N_("Political actions lose their −1; he can be sent again next turn (5.0)"),
    "napoleon": N_("+1 to the French Army's attacks on it, −1 to every political action (5.0)"),
    "end": Either(
        "case",
        N_("The game goes on only if {army:power} leaves {space} ({case})"),
        Either(
            "unspent",
            N_("{unspent:actions} would be lost"),
            Either("free", N_("No action is left, but some cost none"), N_("Nothing is left to do")),
        ),
    ),
}
"""What actions cost or bring besides, by their tags, beside the throw that they need."""
