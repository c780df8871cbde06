"""A sentence that is kept in parts can be told in any language later."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from data import catalogue
from data.catalogue import _, english, ngettext, speaking
from data.nouns import listed
from data.seams import in_parts, whole


class French(NullTranslations):
    """A few messages, as a language has them that orders its words otherwise."""

    TEXTS = {
        "{name} has no {thing}": "Il n'y a pas de {thing} à {name}",
        "{names} and {last}": "{names} et {last}",
        "Brussels": "Bruxelles",
        "{n} bridge left": "{n} pont",
        "{n} bridges left": "{n} ponts",
    }

    def gettext(self, message: str) -> str:
        return self.TEXTS.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n < 2 else many)


def sentence() -> str:
    names = listed([_("Brussels"), "Lille", "A = {b}"])
    return _("{name} has no {thing}", name=names, thing=ngettext("{n} bridge left", "{n} bridges left", 0))


def test_what_is_kept_in_parts_is_told_in_the_language_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    with english():
        kept, short = in_parts(sentence), in_parts(lambda: _("Brussels"))
    monkeypatch.setattr(catalogue, "translations", lambda language: French() if language else None)
    assert whole(kept) == sentence() == "Brussels, Lille and A = {b} has no 0 bridges left"
    assert {type(kept), type(short)} == {str}
    with speaking("fr"):
        assert whole(short) == "Bruxelles"
        assert whole(kept) == sentence() == "Il n'y a pas de 0 pont à Bruxelles, Lille et A = {b}"
    assert whole("Kept before there were parts") == "Kept before there were parts"
    assert whole("\x02never closed") == "\x02never closed"
