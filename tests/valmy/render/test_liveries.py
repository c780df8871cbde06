"""Sides are told apart by who sees no red or no green, and by who sees no colour."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.parts.counters import BONE, blank, cut, ink_on
from render.parts.flags import flag
from render.theme import THEMES
from render.valmy.counters import Troops, outline, tired, troops
from render.valmy.liveries import ARROWS, DRESS, TINTS
from tests.render.test_colours import SIGHTS, WELL_APART, contrast, difference
from tests.valmy.render.samples import PACK


@pytest.mark.parametrize("sight", SIGHTS)
def test_armies_differ_in_every_sight(sight: str) -> None:
    for one, two in combinations(DRESS, 2):
        assert difference(DRESS[one].fill, DRESS[two].fill, SIGHTS[sight]) > WELL_APART, (one, two)
    for inks in ARROWS.values():
        assert difference(inks["french"], inks["allied"], SIGHTS[sight]) > WELL_APART


def test_letters_stand_out_from_their_counter_fresh_or_faded() -> None:
    for army, dress in DRESS.items():
        assert contrast(dress.fill, dress.ink) >= 4.5, army
        for theme in THEMES:
            faded = tired(dress.fill, theme)
            assert contrast(faded, ink_on(faded)) >= 4.5, (army, theme)


def test_arrows_stand_out_from_the_ground() -> None:
    for theme in THEMES:
        for ink in ARROWS[theme].values():
            for tint in TINTS[theme].values():
                assert contrast(ink, tint) >= 2, theme


def test_sides_differ_in_shape_and_flag_without_any_colour() -> None:
    assert len(outline("adn", 80, 80, 1)) == len(outline("adc", 80, 80, 1)) == 4
    assert len(outline("allied", 80, 80, 1)) == 8
    drawn = []
    for nation in ("french", "prussian", "austrian"):
        pen = blank(60, 40, 1)
        flag(pen, (1, 1, 58, 38), nation, BONE)
        drawn.append(cut(pen).convert("L").point(lambda v: 255 * (v > 90)).tobytes())
    assert len(set(drawn)) == 3


def test_every_command_flies_the_flag_of_its_side() -> None:
    flown = {command.id: command.nation for command in PACK.leaders.command if command.nation}
    assert flown == {"austrians": "austrian"}


def test_a_unit_shows_all_that_it_is() -> None:
    plain = Troops("81 RLi", "adn", (143, 180, 217), "infantry", "S", 1, 6, 2, 2)
    others = [
        plain._replace(name="55 RL"),
        plain._replace(army="adc"),
        plain._replace(army="allied"),
        plain._replace(band=(47, 143, 91)),
        plain._replace(arm="cavalry"),
        plain._replace(position="M"),
        plain._replace(strength=2),
        plain._replace(morale=5),
        plain._replace(steps=1),
        plain._replace(steps=0),
        plain._replace(whole=1, steps=1),
        plain._replace(boost=1),
        plain._replace(spent=True),
        plain._replace(hurt=True),
    ]
    drawn = [troops(seen, side=60, theme="light", unit=1).tobytes() for seen in (plain, *others)]
    assert len(set(drawn)) == len(drawn)
