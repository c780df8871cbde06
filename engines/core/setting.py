"""The settings of a game: its scenarios, and the rules that a campaign may switch on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from data.catalogue import _, retold
from engines.core.errors import UsageError


class Scenario(msgspec.Struct, frozen=True):
    """A way to set the game up."""

    id: str
    name: str
    summary: str


class Option(msgspec.Struct, frozen=True):
    """A rule that a campaign may switch on."""

    id: str
    name: str
    case: str
    default: bool
    summary: str
    excludes: tuple[str, ...] = ()
    """Options that can't be on with it."""
    together: bool = False
    """Whether it is on by default in a lobby where people gather; each of them may object to it."""
    later: bool = False
    """Added after games had been recorded: a state names it only where it differs from its default."""


class Preset(msgspec.Struct, frozen=True):
    """A scenario and optional rules that go well together, chosen by one word."""

    id: str
    name: str
    summary: str
    scenario: str
    options: tuple[str, ...] = ()
    """The options that are switched on; the others keep their defaults."""


def chosen(title: str, rules: Sequence[Option], options: Mapping[str, bool]) -> dict[str, bool]:
    """The options with the values chosen, defaults filled in; later ones only where they differ from these.

    :raises UsageError: an option is unknown, not true or false, or excluded by another.
    """
    known = {option.id: option.default for option in rules}
    for name, value in options.items():
        if name not in known:
            raise UsageError(
                _(
                    "{name} has no option {option!r}; it has {known}",
                    name=title,
                    option=name,
                    known=", ".join(known) or _("none"),
                )
            )
        if not isinstance(value, bool):
            raise UsageError(_("Option {name!r} is switched on or off with true or false", name=name))
        known[name] = value
    for option in rules:
        for other in option.excludes:
            if known[option.id] and known[other]:
                names = {each.id: retold(each.name) for each in rules}
                raise UsageError(
                    _(
                        "{name} and {other} exclude each other ({case})",
                        name=retold(option.name),
                        other=names[other],
                        case=option.case,
                    )
                )
    return {
        option.id: known[option.id]
        for option in rules
        if not option.later or known[option.id] != option.default
    }
