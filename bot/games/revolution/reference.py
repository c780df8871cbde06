"""The quick reference of *La Révolution Française*."""

from __future__ import annotations

from bot.games.revolution.names import LEVELS, TRACKS, Names
from bot.games.wording import signed, spoken
from data.catalogue import N_, _
from data.revolution.kinds import FORMS
from data.revolution.tables import DEEDS
from data.revolution.tables import TRACKS as ALL_TRACKS
from data.revolution.texts import PHASES
from render import Table

ACTIONS = {
    "arrest": N_("Arrest, by the Government"),
    "remove": N_("Removal, by a Current that is not seated"),
    "convince": N_("Convincing"),
    "plot": N_("Plot"),
    "revolt": N_("Revolt, by a Current that is not seated"),
    "suppress": N_("Suppression, by a Current"),
    "pacify": N_("Suppression, by the Government"),
    "raise": N_("Raising the Commune"),
    "quell": N_("Putting the Commune down"),
    "turn": N_("Turning deputies"),
    "propose": N_("Proposing a law"),
    "kidnap": N_("Kidnapping the King"),
}
POINTS = (
    (N_("All"), N_("regions and Fame; more for what each lives by")),
    (N_("Royalist"), N_("the King kidnapped, Paris, regions that the Coalition holds")),
    (N_("25 points or more"), N_("count as a vote for one's own camp; the Royalist with 25 wins at once")),
)


def reference(names: Names) -> list[Table]:
    """Sequence, prices, the result table, tracks, laws and the way to win."""
    tables = names.box.tables
    head = [f"{2 * column + 1}–{2 * column + 2}" for column in range(10)]
    rows = [(str(total), *tables.result.rows[total - 2]) for total in range(2, 13)]
    prices, at = tables.costs.deed, tables.levels
    levels = f"1–{at.second - 1}", f"{at.second}–{at.third - 1}", f"{at.third}–{at.highest}"
    return [
        Table(
            _("Sequence of a turn"), "R-SEQ-02", head=(), rows=tuple((str(text),) for text in PHASES.values())
        ),
        Table(_("Forms of a turn"), "R-SEQ-03", head=(), rows=tuple((str(text),) for text in FORMS.values())),
        Table(_("Result of a roll, by Fame"), "R-ACT-01", head=(_("2d6"), *head), rows=tuple(rows)),
        Table(
            _("Price of a roll"),
            "R-ACT-09",
            head=(_("Action"), *(_("Economy {level}", level=level) for level in LEVELS)),
            rows=tuple((str(ACTIONS[deed]), *(str(prices[deed] * by) for by in at.factor)) for deed in DEEDS),
        ),
        Table(
            _("Levels of the tracks"),
            "R-ECON-02",
            head=(_("Track"), *LEVELS),
            rows=tuple((str(TRACKS[track]), *levels) for track in ALL_TRACKS),
        ),
        Table(
            _("Laws"),
            "R-POL-17",
            head=(_("Law"), _("Price"), _("Fame"), *(str(TRACKS[track])[:4] for track in ALL_TRACKS)),
            rows=tuple(
                (
                    law.name,
                    str(law.cost),
                    *map(_signed, (law.fame, *(law.tracks.get(to, 0) for to in ALL_TRACKS))),
                )
                for law in names.box.law.values()
            ),
        ),
        Table(_("Victory"), "R-WIN-01", head=(), rows=spoken(POINTS)),
    ]


def _signed(value: int) -> str:
    return signed(value) if value else "·"
