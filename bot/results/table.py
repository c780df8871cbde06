"""Results as a table that any spreadsheet reads, a row for each seat."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import StringIO

from bot.results.tally import fate
from bot.store import Result

COLUMNS = (
    "campaign",
    "game",
    "scenario",
    "options",
    "began",
    "ended",
    "turns",
    "how",
    "level",
    "score",
    "edited",
    "dice_by_hand",
    "seat",
    "player",
    "result",
    "own_actions",
    "others_actions",
)
"""The names of the columns, equal in every language because programs read them."""

AUTOMATIC = "automatic"


def written(results: Sequence[Result], named: Callable[[int], str] = str) -> bytes:
    """The table, UTF-8 with a byte order mark, as spreadsheets want it.

    :param named: what is written for a user.
    """
    text = StringIO()
    out = csv.writer(text)
    out.writerow(COLUMNS)
    for result in results:
        shared = (
            result.campaign_id,
            result.title,
            result.scenario,
            " ".join(name for name, chosen in result.options.items() if chosen),
            result.began_at.isoformat(timespec="seconds"),
            result.ended_at.isoformat(timespec="seconds"),
            result.turns,
            result.how,
            result.level or "",
            "" if result.score is None else result.score,
            _said(yes=result.edited),
            _said(yes=result.by_hand),
        )
        for part in result.parts:
            player = _no_formula(named(part.user_id)) if part.user_id else ""
            out.writerow(
                (
                    *shared,
                    part.seat,
                    AUTOMATIC if part.automatic else player,
                    fate(result, part),
                    part.own,
                    part.others,
                )
            )
    return text.getvalue().encode("utf-8-sig")


def _said(*, yes: bool) -> str:
    return "yes" if yes else "no"


def _no_formula(name: str) -> str:
    """A name, with a mark before it where a spreadsheet would take it for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
