"""What `/levee` looks up: the headline with its effects."""

from __future__ import annotations

from bot.games.wording import signed
from data.levee.schema import KIT, Card, Grant, March, Napoleon, Place, Remove, Restore, Rotate, Special
from data.nouns import numbered
from engines.levee.box import START, Box


def card(box: Box, headline: str, kit: bool) -> list[str]:
    """A headline: its history and everything that it does, in a game without or with the Expansion Kit."""
    card = box.cards[headline]
    return [f"**{card.number} · {card.title}** ({card.date})", f"*{card.text}*", *effects(box, card, kit)]


def effects(box: Box, card: Card, kit: bool) -> list[str]:
    """Everything that a card does, a line each, in the order in which it is carried out."""
    absent = () if kit else KIT
    told = {
        "military": [_march(box, march) for march in card.military],
        "political": [
            *(f"{marker.title()} {signed(change)}" for marker, change in card.political.items()),
            *(["Reaction! (5.2)"] if card.reaction else []),
        ],
        "social": ["Journée: Disorder in Paris (5.3)"] if card.journee else [],
        "special": [
            _special(box, special)
            for special in card.special
            if not (isinstance(special, Remove) and special.army in absent)
        ],
    }
    lines = [f"• {line}" for part in card.parts for line in told[part]]
    for drm in card.drm:
        where = box.power[drm.army] if drm.army else box.name(drm.space) if drm.space else ""
        target = where or (drm.marker or "").title()
        what = drm.roll.replace("-", " ")
        lines.append(f"• {signed(drm.value)} to {what} rolls{f', {target}' if target else ''}")
    lines.append(f"• **{card.actions} actions**")
    return lines


def _march(box: Box, march: March) -> str:
    verb = "advances" if march.boxes > 0 else "retreats"
    boxes = abs(march.boxes)
    if -march.boxes >= START:
        return f"{box.power[march.army]} goes home to its starting space"
    return f"{box.power[march.army]} {verb} {boxes} box{'es' if boxes > 1 else ''}"


def _special(box: Box, special: Special) -> str:
    match special:
        case Rotate(army):
            return f"{box.power[army]} is turned: it will not advance into France (5.5.2)"
        case Restore(army):
            return f"{box.power[army]} is turned back: it may advance into France again"
        case Remove(army, last):
            when = " if no headline is left to come" if last is True else ""
            return f"{box.power[army]} leaves the map{when}"
        case Grant(markers):
            return f"{numbered(markers, 'Liberation marker')} to the Holding Box"
        case Place(unit, at):
            return f"{box.power[unit]} enters {box.name(box.at[unit][at])} ({at})"
        case Napoleon():
            return "Napoleon comes to the Holding Box (5.0)"
