"""The kinds of choices: the prompts of lists, and the parts of a form."""

from __future__ import annotations

from data.catalogue import N_

PROMPTS = {
    "ally": N_("Declare an alliance"),
    "common": N_("Offer a common objective"),
    "event": N_("If an event asks the Government"),
    "deposition": N_("The King, if voted on"),
    "event-army": N_("If an event costs an army"),
    "government-objective": N_("The Government's objective"),
    "objective": N_("Your objective"),
    "placement": N_("Place your people"),
    "arrest": N_("Arrest for the Government"),
    "remove": N_("Drive somebody out"),
    "convince": N_("Win somebody over"),
    "keep": N_("If you roll several times: which roll counts"),
    "plot": N_("Plot for a region"),
    "revolt": N_("Raise a revolt"),
    "pacify": N_("Suppress for the Government"),
    "suppress": N_("Suppress a revolt"),
    "commune": N_("The Commune of Paris"),
    "regime": N_("Install a regime"),
    "deputies": N_("Turn deputies"),
    "king": N_("Act with the King"),
    "propose": N_("Propose a law"),
    "decree": N_("Propose for the Government"),
    "vote": N_("Vote"),
    "modify": N_("Help or hinder a law"),
    "veto": N_("The King's veto"),
    "tie": N_("Break a tie"),
    "thermidor": N_("Thermidor"),
    "verdict": N_("Judge the prisoners"),
    "pardon": N_("The King's pardon"),
    "critics": N_("Critics and Supporters"),
    "land": N_("Where the Coalition lands"),
    "muster": N_("Raise a Catholic Royal army"),
    "levy": N_("Place volunteers"),
    "disband": N_("Leave an army unpaid"),
    "advance": N_("Move a Catholic Royal army"),
    "march": N_("March an army"),
    "escort": N_("The King on the road"),
    "pin": N_("Hold the enemy"),
    "hide": N_("Refuse combat"),
    "wish": N_("Fight or wait"),
    "shift": N_("Shift a roll"),
    "carnot": N_("Carnot"),
    "spare": N_("If Paris is lost"),
    "kidnap": N_("Kidnap the King"),
    "capital": N_("Where the Government goes"),
}
"""The prompt of each kind of question."""
AIMS = {
    "plot": N_("Take a region by a plot"),
    "revolt": N_("Raise a region in revolt"),
    "suppress": N_("Suppress a revolt"),
    "convince": N_("Win somebody over"),
    "arrest": N_("Arrest somebody"),
    "defeat": N_("Beat an enemy army"),
    "law": N_("Pass a law"),
    "regime": N_("Install a regime"),
    "raise": N_("Raise the Commune"),
    "quell": N_("Put the Commune down"),
    "common": N_("The common objective"),
    "none": N_("No objective"),
}
"""Objectives by their aims."""
FORMS = {
    "talk": N_("Negotiation"),
    "plan": N_("Plan: an objective, your people"),
    "people": N_("People: arrests, removals, convincing"),
    "regions": N_("Regions: plots, revolts, suppressions, the Commune"),
    "politics": N_("Politics: deputies, the King, proposals"),
    "votes": N_("Votes, verdicts and debates; the Royalist's war"),
    "war": N_("War of the Government"),
}
"""Forms by their id."""
PROPOSED = N_("the bot's proposed form counts")
"""What becomes of a form that is not submitted in time."""
