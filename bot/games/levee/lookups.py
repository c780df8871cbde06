"""What `/levee` looks up: the headline with its effects."""

from __future__ import annotations

from bot.games.wording import numbered, signed
from data.levee.schema import Card, Grant, Remove, Restore, Rotate
from engines.levee.box import Box


def card(box: Box, headline: str) -> list[str]:
    """A headline: its history and everything that it does."""
    card = box.cards[headline]
    return [f"**{card.number} · {card.title}** ({card.date})", f"*{card.text}*", *effects(box, card)]


def effects(box: Box, card: Card) -> list[str]:
    """Everything that a card does, a line each, in the order in which it is carried out."""
    lines = []
    for march in card.military:
        verb = "advances" if march.boxes > 0 else "retreats"
        boxes = abs(march.boxes)
        lines.append(f"• {box.power[march.army]} {verb} {boxes} box{'es' if boxes > 1 else ''}")
    lines += [f"• {marker.title()} {signed(change)}" for marker, change in card.political.items()]
    if card.reaction:
        lines.append("• Reaction! (5.2)")
    if card.journee:
        lines.append("• Journée: Disorder in Paris (5.3)")
    for drm in card.drm:
        where = box.power[drm.army] if drm.army else box.name(drm.space) if drm.space else ""
        target = where or (drm.marker or "").title()
        what = drm.roll.replace("-", " ")
        lines.append(f"• {signed(drm.value)} to {what} rolls{f', {target}' if target else ''}")
    for special in card.special:
        match special:
            case Rotate(army):
                lines.append(f"• {box.power[army]} is turned: it will not advance into France (5.5.2)")
            case Restore(army):
                lines.append(f"• {box.power[army]} is turned back: it may advance into France again")
            case Remove(army):
                lines.append(f"• {box.power[army]} leaves the map")
            case Grant(markers):
                lines.append(f"• {numbered(markers, 'Liberation marker')} to the Holding Box")
    lines.append(f"• **{card.actions} actions**")
    return lines
