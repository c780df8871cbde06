"""The first lines of every screen: what happened, what is to decide, and what happens otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from bot.campaigns import awaited
from bot.clock.deadlines import overdue
from bot.clock.notation import Clock
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.store import Campaign
from bot.surface import layout
from data.catalogue import _, in_english
from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.events import Event

MOST = 25
"""Words of an opening."""
MORE = 12
"""Words that another language may take besides: French has more of them than English."""
FEWEST = 5
"""Words that still say what happened; with less room it is left out."""


class Opening(NamedTuple):
    """What a screen says first, in at most `MOST` words of English."""

    happened: str = ""
    decide: str = ""
    silent: str = ""
    """What happens if the seats that are asked do nothing; empty where nobody is asked."""

    @property
    def text(self) -> str:
        """The lines of it, Markdown."""
        silent = f"-# {self.silent}" if self.silent else ""
        return "\n".join(filter(None, (self.happened, self.decide, silent)))


_PART = re.compile(r"\s+|\S+")
_SCRAP = re.compile(r" · \S+( \S+){0,2}$|[,;:]$")
"""The first words of another item of a list, or the mark before it, at the end of a text that is cut."""


def _words(text: str) -> list[str]:
    """The words of a text, each with the marks and signs before it."""
    words, signs = list[str](), ""
    for part in _PART.findall(text):
        if any(map(str.isalnum, part)):
            words.append(signs + part)
            signs = ""
        else:
            signs += part
    return words


def count(text: str) -> int:
    """Words of a text; marks and signs are none."""
    return len(_words(text))


def opened(happened: str, decide: str, silent: str = "") -> Opening:
    """An opening in which what happened takes the words that the rest leaves."""
    most = MOST if in_english() else MOST + MORE
    room = most - count(decide) - count(silent)
    return Opening(_begun(happened, room), decide, silent)


def _begun(text: str, room: int) -> str:
    """The first words of a text, as many as there is room for."""
    words = _words(text)
    if len(words) <= room:
        return text
    begun = words[:room]
    while "".join(begun).count("(") > "".join(begun).count(")"):
        begun.pop()
    if room < FEWEST:
        return ""
    shown, rest = "".join(begun), text[len("".join(begun)) :]
    # A remark in parentheses at the end is not missed.
    remark = rest[:2] == " (" and rest[-2:] == ")." and rest.count("(") == 1
    shown = _SCRAP.sub("", shown)
    return f"{shown}." if remark else f"{shown}…"


def happened(
    words: AnyPresenter, events: Sequence[Event], latest: int = 0, news: Sequence[str] | None = None
) -> str:
    """What the latest action came to: the fight, vote or march that mattered, or the first that it did.

    An action of which nothing is told leaves what was told last; while nothing was done in a chapter, it is
    that it has begun.

    :param events: those of the chapter, as the reader may know them.
    :param latest: how many of the last events belong to the latest action.
    :param news: the lines of these, where the reader knows more than the public.
    """
    before = events[: len(events) - latest]
    known, headlines = words.headlines(before) if before else [], words.headlines(events)
    fresh = [each for each in headlines if each not in known]
    if fresh:
        return f"{fresh[-1].title}."
    said, earlier = "", ""
    # That one of several has answered decides nothing yet.
    if before and not words.title.collects:
        said = layout.first_said(words.lately(events[len(before) :]) if news is None else news)
        earlier = "" if said or headlines else layout.last_said(words.lately(before))
    ended = next((at for at in reversed(range(1, len(events) + 1)) if words.milestone(events[:at])), None)
    if not said and ended is not None and not words.headlines(events[ended:]):
        # The end of a step is newer than what was won before it.
        said = words.milestone(events[:ended])
    return said or (f"{headlines[-1].title}." if headlines else earlier or words.begun(events))


def late(campaign: Campaign, seats: Collection[str]) -> bool:
    """Whether it was announced that the time of all these seats is over."""
    owed = [row for row in campaign.deadlines if row.seat in seats]
    return bool(owed) and all(map(overdue, owed))


def silence(
    title: AnyTitle,
    state: Any,
    clock: Clock,
    seats: Collection[str],
    *,
    itself: bool | None = None,
    comes_to: str = "",
    alone: bool = False,
    late: bool = False,
) -> str:
    """What happens if these seats do not decide in time, or happened since their time is over.

    :param itself: whether the question answers itself after some minutes, which only its own seat may
        know; None for the public.
    :param comes_to: what the default comes to for a seat that has prepared something else; empty: what the
        game says of it.
    :param alone: whether no other person plays, so that nobody is called.
    :param late: whether their time is over.
    """
    if itself:
        return _("Otherwise it answers itself in a few minutes.")
    asked = [decision for decision in title.decisions(state) if decision.seat in seats]
    if clock.kind == "none":
        # Said of every question that may have one answer alone: which of them have is secret.
        public = itself is None and (title.secrets or any(decision.interrupt for decision in asked))
        return _("Otherwise the game may wait.") if public else _("Otherwise the game waits.")
    if clock.overtime == "pass" or all(decision.interrupt for decision in asked):
        answer = "" if itself is None or len(asked) > 1 else _default(title, state, asked[0])
        return answer or _by_default(title, state, asked, comes_to)
    if clock.overtime == "player":
        return _("Otherwise the automatic player decides.")
    if awaited.closes(title, state):
        return _by_default(title, state, asked, comes_to)
    if alone:
        return _("Otherwise the game waits.")
    if not late:
        return _("Otherwise a moderator is called.")
    if itself is None:
        return _("Time is over: a moderator was called. The game waits.")
    return _("Time is over: a moderator was called. You can still decide.")


def _default(title: AnyTitle, state: Any, asked: Decision) -> str:
    """The answer to a question out of turn that its seat does not answer, where that is one of its choices.

    It is for the seat alone, and uses nothing that the seat may not know.
    """
    words, action = presenter_of(title), title.fallback(state, asked) if asked.interrupt else None
    if action is None or words.by_default(state, asked.kind):
        return ""
    choices = {each.notation: each.label for each in words.choices(state, asked.seat)}
    label = choices.get(title.notation(action))
    return "" if label is None else _("If you don't answer: **{choice}**.", choice=label)


def _by_default(title: AnyTitle, state: Any, asked: Sequence[Decision], comes_to: str) -> str:
    """What comes of the default, where all are asked the same and the game has words for it."""
    kinds = {decision.kind for decision in asked}
    said = comes_to or (presenter_of(title).by_default(state, kinds.pop()) if len(kinds) == 1 else "")
    return _("Otherwise {what}.", what=said) if said else _("Otherwise the default is used.")
