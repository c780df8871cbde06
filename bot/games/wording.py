"""Phrases of every game: lists, signs, counts, the arithmetic of a roll."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from data.catalogue import N_, _
from data.nouns import per_cent
from data.sentences import Phrase, rendered
from engines.core.contract import IN_SIGHT, Outcome
from engines.core.events import Roll
from render import Table


def lower(text: str) -> str:
    """The text as it goes on in a sentence."""
    return text[:1].lower() + text[1:]


def says_number(name: str, number: int) -> bool:
    """Whether the name of a chapter says its number, `Day 3`; `1 to 3 May` is neither turn 1 nor turn 3."""
    return name.split()[1:2] == [str(number)]


def arithmetic(roll: Roll, source: Callable[[Phrase], str] = rendered) -> str:
    """A roll with every modifier: `🎲 4 +1 (French Army) = 5, needs 5: success`.

    `source` gives the words of a modifier's label.
    """
    faces = "+".join(str(face) for face in roll.faces)
    terms = "".join(f" {signed(modifier.value)} ({source(modifier.label)})" for modifier in roll.modifiers)
    total = f" = {roll.total}" if roll.modifiers or len(roll.faces) > 1 else ""
    verdict = _("success") if roll.success else _("failure")
    if roll.natural:
        verdict = (
            _("a natural {faces} always succeeds", faces=roll.faces[0])
            if roll.success
            else _("a natural {faces} always fails", faces=roll.faces[0])
        )
    # Where modifiers alone would reach the number, the natural 1 fails.
    needs = _("anything but a 1") if roll.needed <= 1 else roll.needed
    return _(
        "🎲 **{faces}**{terms}{total}, needs {needs}: {verdict}",
        faces=faces,
        terms=terms,
        total=total,
        needs=needs,
        verdict=verdict,
    )


def place(value: int) -> str:
    """A box of a track: `3`, `0`, `−1`."""
    return str(value) if value >= 0 else f"−{-value}"


def minus(text: str) -> str:
    """A text with real minus signs before its numbers."""
    return _MINUS.sub("−", text)


_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def signed(value: int) -> str:
    """`+1`, `−2` with a real minus sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def level(value: int) -> str:
    """A number of points, or a box of a track, with its sign: `+3`, `−1`, `0`."""
    return signed(value) if value else "0"


def gain(worth: str, by: int) -> str:
    """A change of points as its game writes points, with a sign even where points have none."""
    return f"+{worth}" if by > 0 and worth[:1] != "+" else worth


def worked(outcome: Outcome, points: Callable[[int], str] = level) -> list[str]:
    """The working of a score, a line each in small print."""
    return [f"-# {points(line.value)} · {rendered(line.label)}" for line in outcome.working]


def changed(now: Outcome, before: Outcome) -> dict[Phrase, int]:
    """The change of each part of a score, without unchanged parts."""
    values: list[Counter[Phrase]] = []
    for outcome in (before, now):
        values.append(Counter())
        for line in outcome.working:
            values[-1][line.of] += line.value
    parts = dict.fromkeys(line.of for outcome in (now, before) for line in outcome.working)
    return {part: more for part in parts if (more := values[1][part] - values[0][part])}


def in_history(text: str) -> str:
    """A historical note, marked as such in Markdown: it may not have happened in this game."""
    return _("*In history: {text}*", text=text) if text else ""


def thrown(faces: Sequence[int]) -> str:
    """`🎲 **3+4** = 7`."""
    total = f" = {sum(faces)}" if len(faces) > 1 else ""
    return f"🎲 **{'+'.join(map(str, faces))}**{total}"


def faces_in(line: str) -> list[int]:
    """The dice faces in a line, as `arithmetic` and `thrown` write them; none in others."""
    match = _THROWN.search(line)
    return [int(face) for face in match[1].split("+")] if match else []


_THROWN = re.compile(r"🎲 \*\*([1-6](?:\+[1-6])*)\*\*")


def percent(chance: Fraction) -> str:
    """A chance in whole per cent; an uncertain one is never 0% or 100%."""
    whole = int(chance * 100 + Fraction(1, 2))
    if 0 < chance < 1 and whole in (0, 100):
        return _("under 1%") if whole == 0 else _("over 99%")
    return per_cent(whole)


def of_ten(chance: float) -> str:
    """How often something happens, as it is counted or estimated: `about 3 of 10`, `none`, `all`."""
    if chance in (0, 1):
        return _("all") if chance else _("none")
    if not 0.05 <= chance <= 0.95:
        return _("less than 1 of 10") if chance < 1 / 2 else _("more than 9 of 10")
    return _("about {count} of 10", count=int(chance * 10 + 1 / 2))


def tabled(table: Table) -> str:
    """A table of a quick reference in letters of one width."""
    lines = [*([table.head] if table.head else []), *table.rows]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = [
        "  ".join(cell.ljust(room) for cell, room in zip(row, wide, strict=True)).rstrip() for row in lines
    ]
    return "\n".join([f"**{table.title}** ({table.case})", "```", *rows, "```"])


def spoken(rows: Iterable[Iterable[str | N_]]) -> tuple[tuple[str, ...], ...]:
    """Rows of a fixed table, in the current language."""
    return tuple(tuple(map(str, row)) for row in rows)


def score_now(stands: Outcome, points: Callable[[int], str], scored_for: str = "") -> str:
    """The provisional outcome in a line, Markdown.

    :param scored_for: the side for which a score above 0 is good, where two sides share one.
    """
    if stands.score is None:
        return _("⚖️ If the game ended now: **{title}**", title=stands.title)
    score = " ".join(filter(None, [points(stands.score), scored_for if stands.score else ""]))
    known = N_("score you can see {score}") if stands.facts.get(IN_SIGHT) else N_("score {score}")
    return _("⚖️ If the game ended now: **{title}** · {score}", title=stands.title, score=known(score=score))
