"""The look-ups of `/levee`: the headline with its effects."""

from __future__ import annotations

from bot.games.levee.names import marker_name
from bot.games.wording import in_history, signed
from data.catalogue import N_, Plural, _
from data.levee.schema import KIT, Card, Grant, March, Napoleon, Place, Remove, Restore, Rotate, Special
from data.nouns import numbered
from engines.levee.box import START, Box


def card(box: Box, headline: str, kit: bool) -> list[str]:
    """A headline: its history and all its effects, in a game without or with the Expansion Kit."""
    card = box.cards[headline]
    return [
        f"**{card.number} · {card.title}** ({card.date})",
        in_history(card.text),
        *effects(box, card, kit),
    ]


def effects(box: Box, card: Card, kit: bool) -> list[str]:
    """All effects of a card, a line each, in the order in which they are carried out."""
    absent = () if kit else KIT
    by_part = {
        "military": [_march(box, march) for march in card.military],
        "political": [
            *(f"{marker_name(marker)} {signed(change)}" for marker, change in card.political.items()),
            *([_("Reaction! (5.2)")] if card.reaction else []),
        ],
        "social": [_("Journée: Disorder in Paris (5.3)")] if card.journee else [],
        "special": [
            _special(box, special)
            for special in card.special
            if not (isinstance(special, Remove) and special.army in absent)
        ],
    }
    lines = [f"• {line}" for part in card.parts for line in by_part[part]]
    for drm in card.drm:
        where = box.power(drm.army) if drm.army else box.name(drm.space) if drm.space else ""
        target = where or marker_name(drm.marker or "")
        said = _ROLLS[drm.roll](value=signed(drm.value))
        lines.append(f"• {said}, {target}" if target else f"• {said}")
    lines.append(_("• **{actions} actions**", actions=card.actions))
    return lines


def _march(box: Box, march: March) -> str:
    boxes = abs(march.boxes)
    if -march.boxes >= START:
        return _("{army} returns to its starting space", army=box.power(march.army))
    return (_ADVANCES if march.boxes > 0 else _RETREATS)(boxes, army=box.power(march.army))


_ROLLS = {
    "political": N_("{value} to political rolls"),
    "military": N_("{value} to military rolls"),
    "naval": N_("{value} to naval rolls"),
    "liberation": N_("{value} to liberation rolls"),
    "restore-order": N_("{value} to restore order rolls"),
}
_ADVANCES = Plural("{army} advances {n} box", "{army} advances {n} boxes")
_RETREATS = Plural("{army} retreats {n} box", "{army} retreats {n} boxes")


def _special(box: Box, special: Special) -> str:
    match special:
        case Rotate(army):
            return _("{army} is turned: it will not advance into France (5.5.2)", army=box.power(army))
        case Restore(army):
            return _("{army} is turned back: it may advance into France again", army=box.power(army))
        case Remove(army, last):
            when = _(" if no headline is left to come") if last is True else ""
            return _("{army} leaves the map{when}", army=box.power(army), when=when)
        case Grant(markers):
            return _("{markers} to the Holding Box", markers=numbered(markers, "Liberation marker"))
        case Place(unit, at):
            return _(
                "{unit} enters {at} ({at_2})", unit=box.power(unit), at=box.name(box.at[unit][at]), at_2=at
            )
        case Napoleon():
            return _("Napoleon comes to the Holding Box (5.0)")
