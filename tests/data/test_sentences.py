"""A sentence that is kept as a value can be told in any language later."""

from __future__ import annotations

import msgspec
import pytest

from data import catalogue
from data.catalogue import N_, Plural, english, speaking
from data.language import Language
from data.sentences import Sentence, _l, say_by


class French(Language):
    """A few messages, as a language has them that orders its words otherwise."""

    TEXTS = {
        "{name} has no {thing}": "Il n'y a pas de {thing} à {name}",
        "{names} and {last}": "{names} et {last}",
        "Brussels": "Bruxelles",
        "{n} bridge left": "{n} pont",
        "{n} bridges left": "{n} ponts",
        "{name} is lost": "{name} est perdue",
    }

    def gettext(self, message: str) -> str:
        return self.TEXTS.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n < 2 else many)


BRIDGES = say_by(Plural("{n} bridge left", "{n} bridges left"), n=0)
WHOLE = _l("{name} has no {thing}", name=("Brussels", "Lille", "A = {b}"), thing=BRIDGES)
LOST = say_by(N_("{name} is lost"), name="Brussels")


@pytest.mark.parametrize(
    ("kept", "in_english", "in_french"),
    [
        (
            WHOLE,
            "Brussels, Lille and A = {b} has no 0 bridges left",
            "Il n'y a pas de 0 pont à Bruxelles, Lille et A = {b}",
        ),
        (LOST, "Brussels is lost", "Bruxelles est perdue"),
        (_l("Brussels"), "Brussels", "Bruxelles"),
    ],
)
def test_a_sentence_is_told_in_the_language_of_the_moment(
    monkeypatch: pytest.MonkeyPatch, kept: Sentence, in_english: str, in_french: str
) -> None:
    monkeypatch.setattr(catalogue, "translations", lambda language: French() if language else None)
    with english():
        assert str(kept) == in_english
    with speaking("fr"):
        assert str(kept) == in_french


def test_it_goes_through_json_unchanged() -> None:
    assert msgspec.json.decode(msgspec.json.encode(WHOLE), type=Sentence | str) == WHOLE
    assert msgspec.json.decode(b'"kept before"', type=Sentence | str) == "kept before"
