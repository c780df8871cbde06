"""Whether a result is what its record proves."""

from __future__ import annotations

from collections import Counter

from bot.store import Result
from bot.store.results import COUNTED, ended_by
from data.sentences import Phrase, Sentence, rendered
from engines.core.contract import AnyTitle
from engines.core.record import Entry, Record, replay_checked
from engines.core.table import standing


def contradicted(title: AnyTitle, record: Record, result: Result) -> list[str]:
    """The names of the result's fields that its record contradicts, or does not prove; slow.

    :raises ReplayError: the record does not hold.
    """
    steps = [played.state for played in replay_checked(title, record)]
    outcome, ending = title.outcome(steps[-1]), record.ending
    entries = [record.journal[number - 1] for number in standing(record.journal)]
    draws = [*record.opening, *(draw for entry in record.journal for draw in entry.draws)]
    proved = {
        "title": record.title,
        "scenario": record.scenario,
        "options": record.options,
        "turns": title.chapter(steps[-1])[0] - title.chapter(steps[0])[0] + 1,
        "how": ended_by(ending) if outcome is None else "decided",
        "winner": (ending and ending.winner(title.seats)) if outcome is None else outcome.winner,
        "level": None if outcome is None else outcome.level,
        "verdict": "" if outcome is None else _verdict(outcome.title, result.verdict),
        "score": None if outcome is None else outcome.score,
        "edited": any(map(_by_moderator, entries)) or any(map(_undone, record.journal)),
        "by_hand": any(draw.fed for draw in draws),
    }
    wrong = [name for name, value in proved.items() if getattr(result, name) != value]
    if record.seed is None:
        wrong.append("seed")
    acts = [entry for entry in entries if entry.kind == "act" and entry.source in COUNTED]
    given = Counter(entry.seat for entry in acts)
    by_people = Counter(entry.seat for entry in acts if entry.source == "player")
    if (
        [part.seat for part in result.parts] != list(title.seats)
        or any(part.own + part.others != given[part.seat] for part in result.parts)
        or any(part.own > by_people[part.seat] for part in result.parts if not part.automatic)
        or any(isinstance(part.most, int) and not by_people[part.seat] for part in result.parts)
        or any(part.most == "automatic" and given[part.seat] == by_people[part.seat] for part in result.parts)
    ):
        wrong.append("parts")
    return wrong


def _verdict(title: Phrase, kept: Phrase) -> Phrase:
    """The level of an outcome; in words where an early version has kept it so."""
    return title if isinstance(kept, Sentence) else rendered(title)


def _by_moderator(entry: Entry) -> bool:
    return entry.kind == "edit" or (entry.kind == "act" and entry.source == "moderator")


def _undone(entry: Entry) -> bool:
    return entry.kind == "undo" and entry.source == "moderator"
