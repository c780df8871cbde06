"""What a review says: its lines and its picture, of a record that is over or of one seat's play so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import render
from bot.campaigns import telling
from bot.games.registry import presenter_of
from bot.games.wording import says_number
from bot.store import Ended
from data.catalogue import _, retold
from data.nouns import counted
from data.sentences import rendered
from engines.core.contract import AnyTitle
from engines.core.record import Record
from engines.core.review import Dear, Review, Stroke, Turn, Walk, review, walked
from render import Course, Hindsight, Moment, Picture, ThemeName
from render.facade import artist_of
from render.reports.review import MOMENTS, percent

_TYPED = 160
"""Characters of an action that are quoted."""


class Said(msgspec.Struct, frozen=True):
    """A decision in the words of its game: what was played, and what was better."""

    played: str
    better: str


class Reviewed(msgspec.Struct, frozen=True):
    """A review with all that its card and picture tell. It names no person."""

    review: Review
    result: str
    """How the game ended; empty while it goes on."""
    said: dict[int, Said]
    """What is said of each entry."""
    places: dict[int, float]
    """The time of each entry, in turns from the set-up."""
    stroke: str = ""
    """The action whose dice changed most, in the words of its game."""


def reviewed(title: AnyTitle, record: Record, tell: Any, *, only: str | None = None) -> Reviewed:
    """Look back on a record, in the current language. Slow: not for the event loop.

    :raises EngineError: it can't be reviewed.
    """
    made = review(title, record, tell, only=only)
    walk = walked(title, record)
    before = {step.number: step.before for step in walk.steps}
    said = {
        dear.entry: _said(title, before[dear.entry], dear) for costly in made.dear.values() for dear in costly
    }
    top = made.stroke
    stroke = "" if top is None else _labelled(title, before[top.entry], top.seat, top.action)
    return Reviewed(made, _result(title, record, walk), said, _places(title, made, walk), stroke)


def _result(title: AnyTitle, record: Record, walk: Walk) -> str:
    last = walk.steps[-1].played.state if walk.steps else walk.opening
    outcome = title.outcome(last)
    if outcome is not None:
        return rendered(outcome.title)
    if record.ending is None:
        return ""
    return telling.ended(title, Ended(record.ending.how, record.ending.seat)).heading


def _said(title: AnyTitle, state: Any, dear: Dear) -> Said:
    """The labels that the seat's buttons had, or the notation."""

    def said(typed: str) -> str:
        label = _labelled(title, state, dear.seat, typed)
        return f"`{label}`" if label == _quoted(typed) else f"**{label}**"

    return Said(said(dear.played), said(dear.better))


def _labelled(title: AnyTitle, state: Any, seat: str, typed: str) -> str:
    """The label that the seat's button had or would have had, or the notation."""
    label = presenter_of(title).choice(state, seat, title.parse(state, typed, seat)).label
    return _quoted(typed) if label == typed else label


def _quoted(typed: str) -> str:
    return typed if len(typed) <= _TYPED else f"{typed[:_TYPED]}…"


def _places(title: AnyTitle, made: Review, walk: Walk) -> dict[int, float]:
    """Entries spread evenly over their turn."""
    index = {turn.number: place for place, turn in enumerate(made.turns)}
    within: dict[int, list[int]] = {}
    for step in walk.steps:
        within.setdefault(title.chapter(step.before)[0], []).append(step.number)
    return {
        entry: index[turn] - 1 + (place + 0.5) / len(entries)
        for turn, entries in within.items()
        for place, entry in enumerate(entries)
    }


def heading(title: AnyTitle, turn: Turn) -> str:
    """`Turn 3, Varennes`, or `Day 3` where the name has the number."""
    name = retold(turn.name)
    if says_number(name, turn.number):
        return name
    return f"{presenter_of(title).counted_by} {turn.number}, {name}"


def lines(title: AnyTitle, shown: Reviewed, seat: str | None) -> list[str]:
    """The card's text, a paragraph each.

    :param seat: whose decisions are told; None for everybody's.
    """
    made = shown.review
    turns = {turn.number: turn for turn in made.turns}
    parts = [
        _decision(title, shown, place, dear, turns[dear.turn])
        for place, dear in enumerate(made.dearest(seat), start=1)
    ]
    if not parts:
        parts = [_("No decision was found that cost anything.")]
    return [_top(title, shown), *parts, *_luck(title, shown, turns), _about(title, made)]


def _top(title: AnyTitle, shown: Reviewed) -> str:
    if shown.review.only is not None:
        seat = title.seat_names[shown.review.only]
        return "\n".join(
            [
                _("## 🔍 {name} so far", name=title.name),
                _("-# Decisions of {seat}, judged from what this seat saw. Only you see this.", seat=seat),
            ]
        )
    return _("## 🔍 {name} in hindsight", name=title.name) + (f"\n{shown.result}" if shown.result else "")


def _decision(title: AnyTitle, shown: Reviewed, place: int, dear: Dear, turn: Turn) -> str:
    said = shown.said[dear.entry]
    return "\n".join(
        [
            _(
                "**{place} · {lost}** {seat}, {turn}: {after}% instead of {best}%",
                place=place,
                lost=percent(-dear.lost),
                seat=title.seat_names[dear.seat],
                turn=heading(title, turn),
                after=round(100 * (dear.chance - dear.lost)),
                best=round(100 * dear.chance),
            ),
            _("Played: {played} · better: {better}", played=said.played, better=said.better),
            f"-# {dear.reason}",
        ]
    )


def _luck(title: AnyTitle, shown: Reviewed, turns: Mapping[int, Turn]) -> list[str]:
    """What the dice brought each side against their expectation."""
    made = shown.review
    luck = made.luck()
    if not luck:
        return []
    sums = " · ".join(f"{title.seat_names[seat]} {percent(value)}" for seat, value in luck.items())
    parts = [_("🎲 **Luck of the dice** {sums}", sums=sums)]
    if made.stroke is not None:
        action = shown.stroke or _quoted(made.stroke.action)
        parts.append(_stroke(title, made.stroke, turns[made.stroke.turn], action))
    return ["\n".join(parts)]


def _stroke(title: AnyTitle, stroke: Stroke, turn: Turn, action: str) -> str:
    seat = max(stroke.luck, key=lambda one: abs(stroke.luck[one]))
    return _(
        "-# The dice that changed most: {turn}, {who} `{action}`: {luck} for {seat}.",
        turn=heading(title, turn),
        who=title.seat_names[stroke.seat],
        action=action,
        luck=percent(stroke.luck[seat]),
        seat=title.seat_names[seat],
    )


def _about(title: AnyTitle, made: Review) -> str:
    """How it was found, and what was left out."""
    lines = [
        _(
            "-# The adviser compared {looked} with other actions, each from what its seat knew. Percentages "
            "are chances to win, and estimates.",
            looked=counted(made.looked, "decision"),
        )
    ]
    if made.turns and any(turn.luck for turn in made.turns):
        lines.append(
            _("-# Luck is the chance after the dice, less the average of the same action with other dice.")
        )
    if made.looked < made.decisions:
        lines.append(
            _("-# {left} more were not looked at, for want of time.", left=made.decisions - made.looked)
        )
    if not made.whole:
        lines.append(_("-# The record does not follow from the current rules to its end."))
    return "\n".join(lines)


def picture(title: AnyTitle, shown: Reviewed, seat: str | None, theme: ThemeName = "light") -> Picture:
    """The sheet: each side's chance over the turns, with the costliest moments.

    :raises render.RenderError: it can't be drawn.
    """
    made = shown.review
    seats = list(made.turns[0].chances)
    liveries, luck = artist_of(title.id).seats, made.luck()
    unit = presenter_of(title).counted_by
    sides = [
        Course(
            title.seat_names[one],
            [turn.chances[one] for turn in made.turns],
            [turn.luck.get(one, 0.0) for turn in made.turns[1:]] if luck else (),
            liveries.get(one),
        )
        for one in seats
    ]
    moments = [
        Moment(seats.index(dear.seat), shown.places[dear.entry], percent(-dear.lost), f"{unit} {dear.turn}")
        for dear in made.dearest(seat)[:MOMENTS]
    ]
    whose = made.only or seat
    name = (
        _("The dearest decisions")
        if whose is None
        else _("The dearest decisions of {seat}", seat=title.seat_names[whose])
    )
    return render.hindsight(
        Hindsight(
            title=shown.result or title.name,
            subtitle=_("{name} in hindsight", name=title.name) if shown.result else _("So far"),
            sides=sides,
            turns=[turn.number for turn in made.turns[1:]],
            moments=moments,
            moments_name=name,
            unit=unit,
        ),
        theme,
    )
