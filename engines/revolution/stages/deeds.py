"""The stages of the personality and regional actions: their beginnings, questions and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.procedure import Frame
from engines.revolution import answers
from engines.revolution.asking import AnyNote
from engines.revolution.deeds import arrest, commune, convince, plot, roll
from engines.revolution.frames import Throw
from engines.revolution.handler import Handler
from engines.revolution.resolution import Resolution

BEGIN: Mapping[str, Callable[[Resolution], None]] = {
    "arrests": arrest.begin_arrests,
    "removals": arrest.begin_removals,
    "convincing": convince.begin,
    "plots": plot.begin_plots,
    "revolts": plot.begin_revolts,
    "pacification": plot.begin_pacification,
    "suppressions": plot.begin_suppressions,
    "commune": commune.begin,
}
"""The function that begins each stage of the sequence."""
QUESTIONS: tuple[AnyNote, ...] = (
    roll.Keeping(),
    arrest.Arrests(),
    arrest.Removals(),
    convince.Convincing(),
    plot.Plots(),
    plot.Revolts(),
    plot.Pacifying(),
    plot.Suppressions(),
    commune.Communes(),
)
HANDLERS: Mapping[type[Frame], Handler[Any]] = {
    Throw: roll.Settling(
        {
            answers.Arrest: arrest.arrested,
            answers.Remove: arrest.removed,
            answers.Convince: convince.convinced,
            answers.Plot: plot.plotted,
            answers.Revolt: plot.revolted,
            answers.Pacify: plot.pacified,
            answers.Suppress: plot.suppressed,
            answers.Raise: commune.rolled,
            answers.Quell: commune.rolled,
        }
    )
}
