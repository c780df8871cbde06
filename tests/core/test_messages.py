"""Messages: templates with typed parts, rendered in the language of the moment."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from gettext import NullTranslations

import msgspec
import pytest

from data.catalogue import N_, speaking_by
from engines.core.messages import Message, Name, Renderer, Several, message


class Text(Enum):
    """Templates of a game of the tests."""

    MARCHES = N_("{unit} marches to {end} for {cost} points")
    ALL = N_("All of {units}: {why}")


class Latin(NullTranslations):
    """A language of the tests."""

    def gettext(self, message: str) -> str:
        return message.replace("marches to", "vadit ad")


RENDER = Renderer(Text, {"unit": str.title, "hex": lambda id: f"hex {id}"})


def test_a_message_is_rendered_by_the_names_of_its_parts() -> None:
    marches = message(Text.MARCHES, unit=Name("unit", "davout"), end=Name("hex", "0612"), cost=Fraction(5, 2))
    assert RENDER(marches) == "Davout marches to hex 0612 for 2.5 points"
    units = Several((Name("unit", "ney"), Name("unit", "soult")))
    assert RENDER(message(Text.ALL, units=units, why=marches)).startswith(
        "All of Ney and Soult: Davout marches"
    )


def test_it_is_told_in_the_language_in_which_it_is_rendered() -> None:
    marches = message(Text.MARCHES, unit=Name("unit", "davout"), end=Name("hex", "0612"), cost=2)
    with speaking_by(Latin()):
        assert RENDER(marches) == "Davout vadit ad hex 0612 for 2 points"


@pytest.mark.parametrize("cost", [Fraction(5, 2), Fraction(4, 2), 7])
def test_it_goes_through_json_unchanged(cost: Fraction | int) -> None:
    whole = message(Text.ALL, units=Several((Name("unit", "ney"),)), why=message(Text.MARCHES, cost=cost))
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Message) == whole
