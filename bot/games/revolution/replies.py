"""The answer of a form to each open question, in one line before it is handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bot.games.revolution.names import Names
from bot.games.revolution.said import Either, agrees, pair, said
from bot.games.wording import signed
from data.catalogue import N_, _
from data.nouns import several
from engines.revolution import answers as a
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE
from engines.revolution.foretold import Foretold

_UNSAID = {
    "vote": N_("Nothing on {of}: counts as no"),
    "verdict": N_("Nothing on {of}: counts as innocent"),
}


def replies(names: Names, answers: Iterable[Foretold]) -> Iterator[str]:
    """Equal answers share a phrase; nothing where no question is known."""
    together: dict[str, tuple[Callable[..., str], list[str]]] = {}
    for one in answers:
        phrase = _phrase(names, one.question, one.answer)
        key = phrase(of="")
        together.setdefault(key, (phrase, []))[1].append(names.question(one.subject) if one.subject else "")
    if together:
        line = " · ".join(phrase(of=several(of)) for phrase, of in together.values())
        yield _("**This also answers:** {answers}.", answers=line)


def _phrase(names: Names, kind: str, answer: AnyAnswer) -> Callable[..., str]:
    """The phrase for an answer, with the subject left open."""
    if answer == DONE:
        return _UNSAID[kind]
    if isinstance(answer, Either):
        both = pair(names, answer)
        return both.yes if agrees(answer) else both.no
    if isinstance(answer, a.Modify):
        by = signed(answer.by)
        return lambda of: _("{by} to the roll for {of}", by=by, of=of)
    text = said(names, answer)
    return lambda of: text
