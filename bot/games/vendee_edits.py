"""What a moderator has put right in *For God and For the King*, in names, as a reader may know it."""

from __future__ import annotations

from bot.games.vendee_names import FATES, Names, level


def edited(names: Names, text: str) -> str:
    """The line of an edit; of one that is its owner's alone only its verb has come."""
    match text.split():
        case ["points", area, army, "0"]:
            return f"🛠️ {names.army(army)} has no combat points left in **{names.name(area)}**."
        case ["points", area, army, count]:
            return f"🛠️ {names.army(army)} has {count} in **{names.name(area)}** now."
        case ["general", general, place] if place in FATES:
            return f"🛠️ **{names.name(general)}** is put off the map: {FATES[place]}."
        case ["general", general, place]:
            return f"🛠️ **{names.name(general)}** is put in **{names.name(place)}**."
        case ["morale", side, value]:
            whose = "Republican" if side == "republican" else "Royalist"
            return f"🛠️ {whose} morale is put at **{level(int(value))}**."
        case ["powder", army, value]:
            return f"🛠️ Powder of {names.army(army)} is put at **{level(int(value))}**."
        case ["event", event, count]:
            left = f"{count} marker{'' if count == '1' else 's'}" if count != "0" else "no marker"
            return (
                f"🛠️ Of **{names.event(event)}** there {'is' if count in ('0', '1') else 'are'} {left} left."
            )
        case _:
            return "🛠️ Counters are put right; which ones is for their owner alone."
