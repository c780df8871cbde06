"""Lines of which several games have the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.wording import signed
from data.catalogue import N_, _
from data.sentences import rendered
from engines.core.events import Event, Modifier, PhaseBegun


def joined(head: str, items: Sequence[str], between: str = " · ") -> str:
    """Items after a head, in one line."""
    return head + between.join(items)


LONG = 400
"""Characters after which a list goes on in a line of its own, so that a post can leave lines out."""


def packed(head: str, items: Sequence[str], between: str = " · ") -> list[str]:
    """Items after a head; of many, a line each for as many as fit, with the head before each."""
    lines: list[str] = []
    held: list[str] = []
    for item in items:
        if held and len(joined(head, [*held, item], between)) > LONG:
            lines.append(joined(head, held, between))
            held = []
        held.append(item)
    return [*lines, joined(head, held, between)]


def summed(head: str, terms: Sequence[Modifier], total: Sequence[str]) -> str:
    """A sum with its terms: `… +1 (Menou) −2 (Stronghold) = 3`."""
    said = [f"{signed(term.value)} ({rendered(term.label)})" for term in terms]
    return " ".join((head, *said, *total))


def turn_and_phase(turn: int, turns: int, phases: Mapping[str, str | N_], events: Sequence[Event]) -> str:
    """The position of a chapter in the campaign: `Turn 3 of 8 · Operations`.

    :param phases: their names; phases without a name are left out.
    :param events: the events of the chapter.
    """
    begun = [event.phase for event in events if isinstance(event, PhaseBegun)]
    phase = phases.get(begun[-1], "") if begun else ""
    return _("Turn {turn} of {turns}", turn=turn, turns=turns) + (f" · {phase}" if phase else "")
