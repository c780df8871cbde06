"""Templates: sentences whose braces name values, filled in the language of the moment."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from data import catalogue
from data.catalogue import N_, Plural, speaking
from data.language import Language
from data.templates import Count, Either, Formatter, Select, Template


class Latin(Language):
    """A language of the tests."""

    def gettext(self, message: str) -> str:
        return message.replace("marches to", "vadit ad")


@pytest.fixture
def latin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other language is to be spoken, it is that one."""
    monkeypatch.setattr(catalogue, "translations", lambda language: Latin())


FORMATTER = Formatter(
    {
        "unit": str.title,
        "hex": lambda id: f"hex {id}",
        "where": Either("hex", N_(" at {hex}"), None),
        "gait": {"slow": N_("plods along"), "fast": N_("runs with {unit}")},
    }
)


@pytest.mark.parametrize(
    ("template", "values", "told"),
    [
        (N_("{unit} meets {other:unit}"), {"unit": "ney", "other": "mack"}, "Ney meets Mack"),
        (N_("{units:unit}, {cost}"), {"units": ("ney", "soult"), "cost": 3}, "Ney and Soult, 3"),
        (N_("{unit} halts{where}"), {"unit": "ney", "hex": "0612"}, "Ney halts at hex 0612"),
        (N_("{unit} halts{where}"), {"unit": "ney", "hex": None}, "Ney halts"),
        (N_("It {gait}"), {"gait": "fast", "unit": "ney"}, "It runs with Ney"),
        (Either("hex", N_("{hex}"), N_("nowhere")), {"hex": ""}, "nowhere"),
        (Select("why", {"rain": N_("It rains")}, N_("For {why}")), {"why": "rain"}, "It rains"),
        (Select("why", {"rain": N_("It rains")}, N_("For {why}")), {"why": "mud"}, "For mud"),
        (Select("why", {"rain": N_("It rains")}), {"why": "mud"}, ""),
        (Count("units", Plural("{units:unit} goes", "{units:unit} go")), {"units": ["ney"]}, "Ney goes"),
        (Count("n", Plural("{n} goes", "{n} go")), {"n": 2}, "2 go"),
    ],
)
def test_a_template_says_as_what_each_value_is_told(
    template: Template, values: Mapping[str, object], told: str
) -> None:
    assert FORMATTER.fill(template, values.__getitem__) == told


@pytest.mark.usefixtures("latin")
def test_a_template_is_filled_in_the_language_of_the_moment() -> None:
    with speaking("la"):
        said = FORMATTER.fill(N_("{unit} marches to {hex}"), {"unit": "ney", "hex": "0612"}.__getitem__)
    assert said == "Ney vadit ad hex 0612"
