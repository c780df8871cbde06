"""Dice of *For God and For the King* in words, each with its arithmetic and what it was for."""

from __future__ import annotations

from bot.games.presenter import arithmetic
from bot.games.vendee_names import FATES, Names, combat_points, thrown
from engines.core.events import Roll, TableRoll

_VOYAGE = {"lost": "lost at sea", "delayed": "a turn longer at sea", "landed": "safe in port"}


def roll(names: Names, event: Roll) -> str:
    """A die, or two, that had to reach a number."""
    purpose, _, whom = event.purpose.partition(" of ")
    what = {
        "recovery": f"Recovery of {names.name(whom)}",
        "trial": f"Trial of {names.name(whom)} by the Committee",
        "arrival": f"Whether {names.name(whom)} comes at once",
        "join": "Whether he joins Anjou and Centre",
    }.get(purpose, names.told(event.purpose))
    return f"-# {what}: {arithmetic(event)}"


def table_roll(names: Names, event: TableRoll) -> str:  # noqa: PLR0912 - one line of text per kind of roll
    """Dice read on a table."""
    dice = f"-# {thrown(event.faces)}"
    purpose, _, whom = event.purpose.partition(" of ")
    match purpose:
        case "reinforcements":
            return f"{dice} for {names.army(whom)}{_heading(names, event.column)}: {_raised(names, event)}"
        case "Chouans":
            return f"{dice} for the Chouans: {combat_points(int(event.result))} cross over to Anjou"
        case "desertion":
            of = f"{names.army(whom)} ({names.told(event.column)})"
            return f"{dice} for the desertion of {of}: {event.result} go home"
        case "voyage":
            return f"{dice} for the voyage: {_VOYAGE[event.result]}"
        case "bishop":
            found = "the bishop of Agra is found out" if event.result == "found out" else "he is believed"
            return f"{dice} for the bishop of Agra: {found}"
        case "fraud":
            return f"{dice} for the fraud: royalist morale {names.told(event.result)}"
        case "combat":
            return f"{dice} for the combat, column {event.column}: {event.result}"
        case "t1" | "t7":
            return f"{dice} for {names.told(event.column)}: {FATES[event.result]}"
        case "pre-emption":
            return f"{dice} for the pre-emption, which needs {_range(event)}: {_verdict(event)}"
        case _ if purpose.startswith("initiative"):
            of = names.they(purpose.removeprefix("initiative "))
            return f"{dice} for the initiative of {of} ({names.told(event.column)}): {event.result}"
        case _ if purpose.startswith("capture"):
            whom = names.name(purpose.removeprefix("capture "))
            return f"{dice} for the capture of {whom}, which needs {_range(event)}: {_verdict(event)}"
        case "Saumur claims the Mayençais":
            return (
                f"{dice} for Saumur's claim to the Mayençais, which needs {_range(event)}: {_verdict(event)}"
            )
        case _:
            return f"{dice} for {names.told(event.purpose)}, {names.told(event.column)}: {event.result}"


def _range(event: TableRoll) -> str:
    low, _, high = event.column.partition(" to ")
    return low if low == high else event.column


def _verdict(event: TableRoll) -> str:
    return "success" if event.result == "yes" else "failure"


def _heading(names: Names, column: str) -> str:
    """The column, where it has not the army's own name, and what changes the roll."""
    heading, _, terms = column.partition("; ")
    said = [f"column {names.army(heading)}"] if heading in ("national-guards", "minor", "major") else []
    said += [names.told(terms)] if terms else []
    return f" ({'; '.join(said)})" if said else ""


def _raised(names: Names, event: TableRoll) -> str:
    army = event.purpose.partition(" of ")[2]
    if any(known == army and side.side == "royalist" for known, side in names.box.army.items()):
        return f"it is filled up to {event.result}"
    return combat_points(int(event.result))
