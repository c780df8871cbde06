"""Which optional rules a campaign is played with: as they are typed, completed and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.errors import PoliteError
from bot.games.wording import listed
from bot.surface import layout
from engines.core.contract import AnyTitle, Option
from engines.core.errors import UsageError

USUAL, NONE = "usual", "none"
_NOT = "not "


class Suggestion(NamedTuple):
    """A choice of rules: what is shown, and what is typed when it is taken."""

    label: str
    typed: str


def read(title: AnyTitle, typed: str | None) -> dict[str, bool]:
    """The rules that were named by id or case number, separated by commas; the others are as usual.

    `not known-odds` leaves a rule out, `none` leaves out all that are not named.

    :raises PoliteError: one is unknown; it names those that there are.
    """
    chosen = {option.id: option.default for option in title.options}
    ids = {word: option.id for option in title.options for word in (option.id, option.case)}
    for word in filter(None, _words(typed or USUAL)):
        if word == NONE:
            chosen = dict.fromkeys(chosen, False)
        elif word != USUAL:
            name = word.removeprefix(_NOT).strip()
            if name not in ids:
                raise PoliteError(_unknown(title, name))
            chosen[ids[name]] = not word.startswith(_NOT)
    return chosen


def suggestions(title: AnyTitle, typed: str, most: int) -> list[Suggestion]:
    """What can be typed: the usual rules, and those chosen so far with one more taken or left out."""
    *before, sought = _words(typed)
    if sought in {word for option in title.options for word in (option.id, _NOT + option.id)}:
        # It is whole: what can come on top of it is offered.
        before, sought = [*before, sought], ""
    try:
        chosen = read(title, ",".join(before))
    except PoliteError:
        return []
    turned = [{**chosen, option.id: not chosen[option.id]} for option in title.options]
    choices = [_suggestion(title, rules) for rules in [chosen, *turned] if _goes(title, rules)]
    if not before:
        choices.append(_suggestion(title, dict.fromkeys(chosen, False)))
    return [each for each in dict.fromkeys(choices) if sought in f"{each.label} {each.typed}".casefold()][
        :most
    ]


def sentence(title: AnyTitle, rules: Mapping[str, bool]) -> str:
    """The rules of a campaign in a sentence."""
    used = [_named(option) for option in title.options if rules.get(option.id)]
    left = [_named(option) for option in title.options if option.default and not rules.get(option.id)]
    said = f"Optional rules: {listed(used) or 'none'}"
    return f"{said}; left out: {listed(left)}." if left else f"{said}."


def _goes(title: AnyTitle, rules: Mapping[str, bool]) -> bool:
    """Whether no two of them exclude each other."""
    try:
        title.chosen(rules)
    except UsageError:
        return False
    return True


def _words(typed: str) -> list[str]:
    """Lower-case words between commas; the last is what is being typed, and may be empty."""
    return [" ".join(word.split()) for word in typed.casefold().replace("+", ",").split(",")]


def _suggestion(title: AnyTitle, rules: Mapping[str, bool]) -> Suggestion:
    parted = [option for option in title.options if rules[option.id] != option.default]
    if not parted:
        return Suggestion(layout.cut(f"as usual: {_list(title, rules)}", layout.DETAIL), USUAL)
    if not any(rules.values()):
        return Suggestion("none", NONE)
    label = ", ".join(f"{'' if rules[option.id] else 'without '}{_named(option)}" for option in parted)
    typed = ", ".join(f"{'' if rules[option.id] else _NOT}{option.id}" for option in parted)
    return Suggestion(layout.cut(label, layout.DETAIL), typed)


def _list(title: AnyTitle, rules: Mapping[str, bool]) -> str:
    return ", ".join(option.name for option in title.options if rules[option.id]) or "none"


def _named(option: Option) -> str:
    return f"{option.name} ({option.case})"


def _unknown(title: AnyTitle, word: str) -> str:
    names: Sequence[str] = [f"{option.case} ({option.name})" for option in title.options]
    return (
        f"{title.name} has no optional rule '{layout.plain(layout.cut(word, 40))}'. "
        f"There are: {', '.join(names) or 'none'}."
    )
