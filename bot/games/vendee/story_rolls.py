"""What dice are thrown for in *For God and For the King*, with what comes of them."""

from __future__ import annotations

from bot.games.vendee.names import FATES, Names, combat_points
from bot.games.wording import arithmetic, place, thrown
from data.catalogue import N_, _, retold
from engines.core.events import Roll, TableRoll
from engines.core.resolution import UP_TO
from engines.vendee.combat.incidents import ROUTED
from engines.vendee.purposes import PURPOSES
from engines.vendee.tracks.raising import Heading

_VOYAGE = {"lost": N_("lost at sea"), "delayed": N_("a turn longer at sea"), "landed": N_("safe in port")}


def roll(names: Names, event: Roll) -> str:
    """A die, or two, that had to reach a number."""
    kind, whom = PURPOSES.read(event.purpose)
    what = {
        "recovery": _("Recovery of {whom}", whom=names.name(whom)),
        "trial": _("Trial of {whom} by the Committee", whom=names.name(whom)),
        "arrival": _("Whether {whom} comes at once", whom=names.name(whom)),
        "join": _("Whether he joins Anjou and Centre"),
    }.get(kind, names.told(event.purpose))
    return f"-# {what}: {arithmetic(event)}"


def table_roll(names: Names, event: TableRoll) -> str:  # noqa: PLR0912 - one line of text per kind of roll
    """Dice read on a table."""
    dice = f"-# {thrown(event.faces)}"
    kind, whom = PURPOSES.read(event.purpose)
    column = event.column or ""
    match kind:
        case "reinforcements":
            raised = _raised(names, whom, event.result)
            return _(
                "{dice} for {whom}{column}: {raised}",
                dice=dice,
                whom=names.army(whom),
                column=_heading(names, column),
                raised=raised,
            )
        case "Chouans":
            return _(
                "{dice} for the Chouans: {result} cross over to Anjou",
                dice=dice,
                result=combat_points(int(event.result)),
            )
        case "desertion":
            of = f"{names.army(whom)} ({names.told(column)})"
            return _(
                "{dice} for the desertion of {of}: {result} go home", dice=dice, of=of, result=event.result
            )
        case "voyage":
            return _("{dice} for the voyage: {result}", dice=dice, result=_VOYAGE[event.result])
        case "bishop":
            verdict = (
                _("the bishop of Agra is found out") if event.result == "found out" else _("he is believed")
            )
            return _("{dice} for the bishop of Agra: {found}", dice=dice, found=verdict)
        case "fraud":
            return _(
                "{dice} for the fraud: royalist morale {result}", dice=dice, result=names.told(event.result)
            )
        case "combat":
            return _(
                "{dice} for the combat, column {column}: {result}",
                dice=dice,
                column=column,
                result=event.result,
            )
        case "t1" | "t7":
            routed = ROUTED.read(column)
            whom = names.told(column)
            if routed:
                change = place(int(routed["change"]))
                whom = _("{general} (rout {change})", general=retold(routed["general"]), change=change)
            return _("{dice} for {column}: {result}", dice=dice, column=whom, result=FATES[event.result])
        case "pre-emption":
            needs = _(", which needs {range}", range=_range(event)) if event.column else ""
            return _(
                "{dice} for the pre-emption{needs}: {verdict}",
                dice=dice,
                needs=needs,
                verdict=_verdict(event),
            )
        case "initiative":
            of = f"{names.they(whom)} ({names.told(column)})"
            return _("{dice} for the initiative of {of}: {result}", dice=dice, of=of, result=event.result)
        case "capture":
            needs = _("which needs {range}: {verdict}", range=_range(event), verdict=_verdict(event))
            return _(
                "{dice} for the capture of {whom}, {needs}", dice=dice, whom=names.name(whom), needs=needs
            )
        case "Saumur claims the Mayençais":
            return _(
                "{dice} for Saumur's claim to the Mayençais, which needs {range}: {verdict}",
                dice=dice,
                range=_range(event),
                verdict=_verdict(event),
            )
        case _:
            return _(
                "{dice} for {purpose}, {column}: {result}",
                dice=dice,
                purpose=names.told(event.purpose),
                column=names.told(column),
                result=event.result,
            )


def _range(event: TableRoll) -> str:
    column = event.column or ""
    return "1" if UP_TO.read(column).get("highest") == "1" else retold(column)


def _verdict(event: TableRoll) -> str:
    return _("success") if event.result == "yes" else _("failure")


def _heading(names: Names, column: str) -> str:
    """The column, where it has not the army's own name, and what changes the roll."""
    heading = Heading.read(column)
    said = [f"{retold(label)} {place(value)}" for label, value in heading.terms.items()]
    if heading.column in ("national-guards", "minor", "major"):
        said.insert(0, _("column {heading}", heading=names.army(heading.column)))
    return f" ({'; '.join(said)})" if said else ""


def _raised(names: Names, army: str, figure: str) -> str:
    if any(known == army and side.side == "royalist" for known, side in names.box.army.items()):
        return _("it is filled up to {figure}", figure=figure)
    return combat_points(int(figure))
