"""The kinds of choices."""

from __future__ import annotations

from data.catalogue import N_

PROMPTS = {
    "auto": N_("Do it for me"),
    "leader": N_("Activate a leader"),
    "part": N_("Activate part of a force"),
    "unit": N_("Activate a single unit"),
    "holding": N_("Put holding boxes in order"),
    "go": N_("Move farther"),
    "drop": N_("Leave behind"),
    "react": N_("React"),
    "flee": N_("Get away"),
    "release": N_("Release"),
    "recover": N_("Let one recover alone"),
    "attack": N_("Fight"),
    "boost": N_("Raise morale"),
    "lose": N_("Other ways to take the losses"),
    "retreat": N_("Retreat"),
    "charge": N_("Announce charges"),
    "cancel": N_("Call off"),
    "lead": N_("Name a unit"),
    "commit": N_("Bring from the Reserve"),
    "add": N_("Bring from the flanks"),
    "bid": N_("Initiative chits"),
    "end": N_("Or"),
}
