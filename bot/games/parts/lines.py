"""Readable lines: as long as a screen is wide, broken at natural pauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.wording import signed
from bot.surface.layout import RUN_ON
from data.catalogue import N_, _
from data.sentences import rendered
from engines.core.events import Event, Modifier, PhaseBegun

LINE = 110
"""Characters to which a line keeps where it can."""
STUB = 24
"""Characters that are too few for a line of their own."""


def packed(head: str, items: Sequence[str], between: str = " · ", limit: int = LINE) -> list[str]:
    """Items after a head, over as many lines as keep to the limit."""
    lines = [head]
    for item in items:
        joint = "" if lines[-1] == head else between
        if joint and len(lines[-1]) + len(joint) + len(item) > limit:
            lines.append(f"{RUN_ON}{item}")
        else:
            lines[-1] += joint + item
    return lines


def within(line: str, limit: int = LINE) -> list[str]:
    """A line, or several where it is too long: broken after a sentence, never in bold.

    A single sentence that is too long is broken after a sign, else after a word.
    """
    lines: list[str] = []
    while len(line) > limit:
        able = [at for at in range(STUB, limit) if line[at] == " " and not line[:at].count("*") % 2]
        spaces = [at for at in able if at >= limit // 2]
        ends = [at for at in able if line[at - 1] in ".!?" and not line[at - 2].isdigit()]
        signs = [at for at in spaces if line[at - 1] in ",;:.·"]
        if not (ends or spaces):
            break
        at = max(ends or [at for at in signs if len(line) - at > STUB] or signs or spaces)
        lines.append(line[:at].removesuffix(" ·"))
        line = f"{RUN_ON}{line[at + 1 :]}"
    return [*lines, line]


def summed(head: str, terms: Sequence[Modifier], total: Sequence[str]) -> list[str]:
    """A sum with its terms: `… +1 (Menou) −2 (Stronghold) = 3`."""
    said = [f"{signed(term.value)} ({rendered(term.label)})" for term in terms]
    return packed(f"{head} ", [*said, *total], " ") if said or total else [head]


def turn_and_phase(turn: int, turns: int, phases: Mapping[str, str | N_], events: Sequence[Event]) -> str:
    """The position of a chapter in the campaign: `Turn 3 of 8 · Operations`.

    :param phases: their names; phases without a name are left out.
    :param events: the events of the chapter.
    """
    begun = [event.phase for event in events if isinstance(event, PhaseBegun)]
    phase = phases.get(begun[-1], "") if begun else ""
    return _("Turn {turn} of {turns}", turn=turn, turns=turns) + (f" · {phase}" if phase else "")
