"""Templates of texts for people: sentences whose braces name values and their kinds.

`{area}` is described as an area, `{start:area}` is the value `start` described as one. Where a sentence
branches, its forms stand beside one another, as ICU's `select` and `plural` have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import NamedTuple, TypeAlias

from data.catalogue import N_, Plural


class Either(NamedTuple):
    """One form where a value is present and true, else another; None gives no text."""

    by: str
    yes: Template | None
    no: Template | None

    def form(self, value: object) -> Template | None:
        """The form for the deciding value."""
        return self.yes if value else self.no


class Select(NamedTuple):
    """A form for each value of the deciding field; None gives no text."""

    by: str
    forms: Mapping[object, Template | None]
    other: Template | None = None
    """For all other values."""

    def form(self, value: object) -> Template | None:
        """The form for the deciding value."""
        return self.forms.get(value, self.other)


class Count(NamedTuple):
    """The forms for one thing and for many; the counted value is a number, or has a length."""

    by: str
    forms: Plural

    def form(self, value: object) -> str:
        """The form for a number, in the current language."""
        if isinstance(value, Sized) and not isinstance(value, str):
            return self.forms.of(len(value))
        return self.forms.of(int(str(value)))


Template: TypeAlias = N_ | Either | Select | Count
