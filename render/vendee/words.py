"""A view in words, for the panels and for those who don't see the map."""

from __future__ import annotations

from data.vendee.schema import Pack
from engines.vendee.view import View
from render.vendee.liveries import SIDES, dresses

PHASES: dict[str, str] = {
    "wounded": "The wounded are seen to",
    "reinforcements": "Reinforcements",
    "initiative": "Initiative",
    "operations": "Operations",
    "desertion": "Desertion",
    "committee": "The Committee sits",
    "end": "End of the month",
    "over": "The game is over",
}


def months(view: View, pack: Pack) -> list[str]:
    """Names of the turns of the view's scenario."""
    return next(scenario.months for scenario in pack.setup.scenario if scenario.id == view.scenario)


def month(view: View, pack: Pack) -> str:
    """The month of the view."""
    names = months(view, pack)
    return names[min(view.turn, len(names)) - 1]


def situation(view: View, pack: Pack) -> str:
    """What is being done, in a line."""
    if view.phase == "over":
        return f"{PHASES['over']} ({month(view, pack)} 1793)"
    text = PHASES[view.phase]
    if view.activation is not None:
        names = {area.id: area.name for area in pack.board.area}
        whose = "royalist" if view.activation.side == "royalist" else SIDES[view.activation.side]
        text += f": a {whose} stack at {names[view.activation.at]}"
        if view.activation.left is not None:
            text += f" ({halves(view.activation.left)} left)"
    return text


def halves(count: int) -> str:
    """Action points, of which `count` are halves: `4½ AP`."""
    whole, half = divmod(count, 2)
    number = f"{whole or ''}½" if half else str(whole)
    return f"{number} AP"


def notes(view: View, pack: Pack) -> list[str]:
    """What else holds: events of the turn, what is still to come, who is away."""
    events = {event.id: event.name for event in pack.events.event}
    areas = {area.id: area.name for area in pack.board.area}
    lines = []
    if view.arrivals:
        short = dresses(pack.armies)
        waiting = ", ".join(f"{short[kind].short} {count}" for kind, count in view.arrivals.items())
        lines.append(f"To be placed: {waiting}.")
    if view.landing is not None:
        names = months(view, pack)
        lines.append(
            f"Secret: the English land at {areas[view.landing.area]}, {names[view.landing.turn - 1]}."
        )
    if view.played:
        lines.append(_sentence("Played this month: " + ", ".join(events[id] for id in view.played)))
    if view.bishop:
        lines.append("The bishop of Agra is believed in.")
    if view.messengers:
        lines.append("Messengers are on their way to England.")
    if view.at_sea:
        lines.append(f"At sea: {view.at_sea} combat point{'' if view.at_sea == 1 else 's'}.")
    if view.attached:
        lines.append(f"The Mayençais reinforce {dresses(pack.armies)[view.attached].short}.")
    if view.deserters:
        lines.append(f"Deserters who have joined: {view.deserters}.")
    earlier = [events[id] for id in view.past if id not in view.played]
    if earlier:
        lines.append(_sentence(f"Earlier: {', '.join(earlier)}"))
    return lines


def _sentence(text: str) -> str:
    """The text with a full stop, unless it ends with a mark of its own."""
    return text if text.endswith(("!", "?")) else f"{text}."
