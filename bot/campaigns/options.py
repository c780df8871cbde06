"""Scenario and optional rules of a campaign: how they are typed, completed and shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.errors import PoliteError
from bot.surface import layout
from data.catalogue import Plural, _, retold
from data.folding import fold
from data.nouns import clauses, labelled, listed
from engines.core.contract import AnyTitle
from engines.core.errors import UsageError
from engines.core.setting import Option

USUAL, NONE = "usual", "none"
_NOT = "not "
FEW = 2
"""Most rules that are named where their number will do."""
_CHANGED = Plural("{n} rule is not the default", "{n} rules are not the default")


class Suggestion(NamedTuple):
    """A choice of rules: the label, and the text that is typed when it is chosen."""

    label: str
    typed: str


def usually(title: AnyTitle, *, lobby: bool) -> dict[str, bool]:
    """The usual rules of a game, in a lobby those on which people play together."""
    return {option.id: option.default or (lobby and option.together) for option in title.options}


def setting(title: AnyTitle, typed: str | None, *, lobby: bool = False) -> tuple[str, dict[str, bool]]:
    """The scenario with this id or name, or the scenario of a preset, and its usual rules.

    :param lobby: whether people gather for it.
    :raises PoliteError: there is no such scenario; the message names the scenarios.
    """
    usual = usually(title, lobby=lobby)
    if typed is None:
        return title.scenarios[0].id, usual
    for preset in title.presets:
        if fold(typed) in (preset.id, fold(retold(preset.name))):
            return preset.scenario, read(title, ",".join(preset.options), usual)
    for scenario in title.scenarios:
        if fold(typed) in (scenario.id, fold(retold(scenario.name))):
            return scenario.id, usual
    named = [retold(preset.name) for preset in title.presets] + [
        retold(scenario.name) for scenario in title.scenarios
    ]
    word = layout.plain(layout.cut(typed, 40))
    raise PoliteError(
        _(
            "{name} has no scenario '{word}'. There are: {named}.",
            name=title.name,
            word=word,
            named=clauses(named),
        )
    )


def settings(title: AnyTitle) -> list[Suggestion]:
    """Presets and scenarios that can be typed, a line each."""
    named = [(each.id, retold(each.name), retold(each.summary)) for each in title.presets]
    named += [(each.id, retold(each.name), retold(each.summary)) for each in title.scenarios]
    return [Suggestion(layout.cut(labelled(name, line), layout.DETAIL), id) for id, name, line in named]


def read(title: AnyTitle, typed: str | None, usual: Mapping[str, bool]) -> dict[str, bool]:
    """The rules that were named by id or case number, separated by commas; the others are as usual.

    `not known-odds` leaves a rule out; `none` leaves out every rule that is not named.

    :raises PoliteError: a rule is unknown; the message names the rules.
    """
    chosen, given = dict(usual), set[str]()
    ids = {word: option.id for option in title.options for word in (option.id, option.case)}
    for word in filter(None, _words(typed or USUAL)):
        if word == NONE:
            chosen = dict.fromkeys(chosen, False)
        elif word != USUAL:
            name = word.removeprefix(_NOT).strip()
            if name not in ids:
                raise PoliteError(_unknown(title, name))
            chosen = _switched(title, chosen, ids[name], given, on=not word.startswith(_NOT))
            given.add(ids[name])
    return chosen


def _switched(
    title: AnyTitle, rules: Mapping[str, bool], switched: str, given: Collection[str], *, on: bool
) -> dict[str, bool]:
    """Rules with one switched on or off; nobody has to leave out by name what only a lobby has by default.

    :param given: rules that were named.
    """
    excludes = {option.id: option.excludes for option in title.options}
    rivals = [
        option.id
        for option in title.options
        if on and option.together and option.id not in given
        if switched in option.excludes or option.id in excludes[switched]
    ]
    return {**rules, switched: on} | dict.fromkeys(rivals, False)


def suggestions(title: AnyTitle, typed: str, usual: Mapping[str, bool], most: int) -> list[Suggestion]:
    """What can be typed: the usual rules, and the rules chosen so far with one more added or left out.

    :param usual: the usual rules of the scenario.
    """
    *before, sought = _words(typed)
    if sought in {word for option in title.options for word in (option.id, _NOT + option.id)}:
        # The word is complete, so offer additions to it.
        before, sought = [*before, sought], ""
    try:
        chosen = read(title, ",".join(before), usual)
    except PoliteError:
        return []
    choices = [_suggestion(title, chosen, usual)]
    for option in title.options:
        rules = _switched(title, chosen, option.id, (), on=not chosen[option.id])
        if _goes(title, rules):
            choices.append(_suggestion(title, rules, usual, option))
    if not before and any(usual.values()):
        choices.append(Suggestion("none", NONE))
    return [each for each in dict.fromkeys(choices) if sought in f"{each.label} {each.typed}".casefold()][
        :most
    ]


def parted(title: AnyTitle, scenario: str, rules: Mapping[str, bool]) -> str:
    """The parts of a scenario and rules that are not as usual, in short; empty if all are."""
    usual = {option.id: option.default for option in title.options}
    named = [] if scenario == title.scenarios[0].id else [retold(title.scenario(scenario).name)]
    parted = _parted(title, {**usual, **rules}, usual)
    return " · ".join([*named, *(parted if len(parted) <= FEW else [_CHANGED(len(parted))])])


def sentence(title: AnyTitle, rules: Mapping[str, bool]) -> str:
    """The rules of a campaign that are not as usual, in a sentence."""
    kept = [option for option in title.options if option.default and rules.get(option.id)]
    more = [_named(option) for option in title.options if rules.get(option.id) and not option.default]
    left = [_named(option) for option in title.options if option.default and not rules.get(option.id)]
    used = [*([_("default")] if kept else []), *more]
    said = _("Optional rules: {used}", used=listed(used)) if used else _("Optional rules: none")
    return _("{said}; left out: {left}.", said=said, left=listed(left)) if left else f"{said}."


def _goes(title: AnyTitle, rules: Mapping[str, bool]) -> bool:
    """Whether no two of the rules exclude each other."""
    try:
        title.chosen(rules)
    except UsageError:
        return False
    return True


def _words(typed: str) -> list[str]:
    """Lower-case words between commas; the last is the one being typed, and may be empty."""
    return [" ".join(word.split()) for word in typed.casefold().replace("+", ",").split(",")]


def _suggestion(
    title: AnyTitle, rules: Mapping[str, bool], usual: Mapping[str, bool], last: Option | None = None
) -> Suggestion:
    """A set of rules, named by its differences from the usual rules.

    :param last: the rule that is offered now; its summary is shown.
    """
    ids = [option for option in title.options if rules[option.id] != usual[option.id]]
    if not ids:
        return Suggestion(layout.cut(_("default: {rules}", rules=_list(title, rules)), layout.DETAIL), USUAL)
    if not any(rules.values()):
        return Suggestion("none", NONE)
    label = ", ".join(_parted(title, rules, usual))
    if last is not None and len(ids) == 1:
        label = labelled(label, retold(last.summary))
    typed = _typed(rules, {option.id: option.id for option in ids})
    if len(typed) > layout.DETAIL:
        typed = _typed(rules, {option.id: option.case for option in ids})
    return Suggestion(layout.cut(label, layout.DETAIL), typed)


def _typed(rules: Mapping[str, bool], words: Mapping[str, str]) -> str:
    return ", ".join(f"{'' if rules[id] else _NOT}{word}" for id, word in words.items())


def _parted(title: AnyTitle, rules: Mapping[str, bool], usual: Mapping[str, bool]) -> list[str]:
    return [
        _named(option) if rules[option.id] else _("without {option}", option=_named(option))
        for option in title.options
        if rules[option.id] != usual[option.id]
    ]


def _list(title: AnyTitle, rules: Mapping[str, bool]) -> str:
    return ", ".join(retold(option.name) for option in title.options if rules[option.id]) or _("none")


def _named(option: Option) -> str:
    return f"{retold(option.name)} ({option.case})"


def _unknown(title: AnyTitle, word: str) -> str:
    names: Sequence[str] = [f"{option.case} ({retold(option.name)})" for option in title.options]
    return _(
        "{name} has no optional rule '{word}'. There are: {names}.",
        name=title.name,
        word=layout.plain(layout.cut(word, 20)),
        names=", ".join(names) or _("none"),
    )
