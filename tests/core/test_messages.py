"""Messages: templates with typed parts, rendered in the language of the moment."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from gettext import NullTranslations

import msgspec
import pytest

from data import catalogue
from data.catalogue import N_, Plural, speaking
from data.templates import Count, Either, Select, Template
from engines.core.messages import Formatter, Message, Name, Renderer, Several, message


class Text(Enum):
    """Templates of a game of the tests."""

    MARCHES = N_("{unit} marches to {end} for {cost} points")
    ALL = N_("All of {units}: {why}")


class Latin(NullTranslations):
    """A language of the tests."""

    def gettext(self, message: str) -> str:
        return message.replace("marches to", "vadit ad")


@pytest.fixture
def latin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other language is to be spoken, it is that one."""
    monkeypatch.setattr(catalogue, "translations", lambda language: Latin())


RENDER = Renderer(Text, {"unit": str.title, "hex": lambda id: f"hex {id}"})


def test_a_message_is_rendered_by_the_names_of_its_parts() -> None:
    marches = message(Text.MARCHES, unit=Name("unit", "davout"), end=Name("hex", "0612"), cost=Fraction(5, 2))
    assert RENDER(marches) == "Davout marches to hex 0612 for 2.5 points"
    units = Several((Name("unit", "ney"), Name("unit", "soult")))
    assert RENDER(message(Text.ALL, units=units, why=marches)).startswith(
        "All of Ney and Soult: Davout marches"
    )


@pytest.mark.usefixtures("latin")
def test_it_is_told_in_the_language_in_which_it_is_rendered() -> None:
    marches = message(Text.MARCHES, unit=Name("unit", "davout"), end=Name("hex", "0612"), cost=2)
    with speaking("la"):
        assert RENDER(marches) == "Davout vadit ad hex 0612 for 2 points"


@pytest.mark.parametrize("cost", [Fraction(5, 2), Fraction(4, 2), 7])
def test_it_goes_through_json_unchanged(cost: Fraction | int) -> None:
    whole = message(Text.ALL, units=Several((Name("unit", "ney"),)), why=message(Text.MARCHES, cost=cost))
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Message) == whole


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
