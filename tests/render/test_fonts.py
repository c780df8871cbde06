"""Fonts and geography come from `data/`; what is missing is named."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from render import geo
from render.errors import RenderError
from render.fonts import FILES, FOLDER, Role, face
from render.levee.layout import GEOGRAPHY, PERIOD

NEEDED = "éèêôÉ’–0123456789"


@pytest.mark.parametrize("role", get_args(Role))
def test_every_role_has_its_letters(role: Role) -> None:
    font = face(role, 40)
    missing = bytes(font.getmask("\uffff"))
    for letter in NEEDED:
        assert bytes(font.getmask(letter)) != missing, letter


@pytest.mark.parametrize("role", ["text", "bold", "italic"])
def test_the_roles_that_set_numbers_have_their_signs(role: Role) -> None:
    font = face(role, 40)
    missing = bytes(font.getmask("\uffff"))
    for sign in "−±+·":
        assert bytes(font.getmask(sign)) != missing, sign


def test_a_missing_font_is_named(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"LibreCaslonText-Bold\.ttf can't be read"):
        face("bold", 40, tmp_path)


def test_every_font_has_its_open_licence_beside_it() -> None:
    for file in FILES.values():
        licence = (FOLDER / file).parent / "OFL.txt"
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")


def test_missing_geography_is_named(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"western_europe\.geojson can't be read"):
        geo.atlas(GEOGRAPHY, tmp_path)


def test_spoilt_geography_is_named(tmp_path: Path) -> None:
    (tmp_path / PERIOD).write_text('{"features": [{}]}', encoding="utf-8")
    with pytest.raises(RenderError, match=r"atlas_1792\.geojson can't be read"):
        geo.atlas(PERIOD, tmp_path)


def test_the_coast_keeps_its_licence_beside_it() -> None:
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (geo.FOLDER / "LGPL-3.txt").read_text(encoding="utf-8")
    assert "GSHHG" in (geo.FOLDER / "README.md").read_text(encoding="utf-8")


def test_a_degree_of_longitude_shrinks_towards_the_pole() -> None:
    flat = geo.Projection(west=0, north=60, scale=100, parallel=60)
    assert flat.xy((1, 59)) == pytest.approx((50, 100))


def test_a_spline_passes_through_its_points() -> None:
    points = [(0.0, 0.0), (50.0, 20.0), (90.0, -10.0)]
    smooth = geo.spline(points)
    assert all(point in smooth for point in points)
    assert len(smooth) > 10
