"""What a moderator puts right in *For God and For the King*."""

from __future__ import annotations

from bot.games.vendee.names import Names
from bot.games.wording import level
from data.catalogue import _, ngettext
from data.vendee.texts import FATES, OF_SIDE
from engines.core.events import Edited


def edited(names: Names, event: Edited) -> str:
    """The line of an edit; of one that is its owner's alone only its verb has come."""
    match event.words:
        case ["points", area, army, "0"]:
            return _(
                "🛠️ {army} has no combat points left in **{area}**.",
                army=names.army(army),
                area=names.name(area),
            )
        case ["points", area, army, count]:
            return _(
                "🛠️ {army} has {count} in **{area}** now.",
                army=names.army(army),
                count=count,
                area=names.name(area),
            )
        case ["general", general, place] if place in FATES:
            return _(
                "🛠️ **{general}** is put off the map: {place}.",
                general=names.name(general),
                place=FATES[place],
            )
        case ["general", general, place]:
            return _(
                "🛠️ **{general}** is put in **{place}**.", general=names.name(general), place=names.name(place)
            )
        case ["morale", side, value]:
            return _("🛠️ {side} morale is put at **{value}**.", side=OF_SIDE[side], value=level(int(value)))
        case ["powder", army, value]:
            return _(
                "🛠️ Powder of {army} is put at **{value}**.", army=names.army(army), value=level(int(value))
            )
        case ["event", marker, count]:
            if count == "0":
                return _("🛠️ Of **{marker}** there is no marker left.", marker=names.marker(marker))
            return ngettext(
                "🛠️ Of **{marker}** there is {n} marker left.",
                "🛠️ Of **{marker}** there are {n} markers left.",
                int(count),
                marker=names.marker(marker),
            )
        case _:
            return _("🛠️ Counters are put right; which ones is for their owner alone.")
