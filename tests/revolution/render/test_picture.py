"""The picture: made from a view alone, always the same, in two themes, whatever stands on the map."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image, ImageChops

from engines.revolution.view import View
from render.encode import encode
from render.facade import BUDGET
from render.revolution import Change, Move, Vote, draw
from render.theme import THEMES, ThemeName
from tests.revolution.builder import At
from tests.revolution.render.samples import ALL, PACK, START, WAR, seen

WIDTH = 480


def same(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).getbbox() is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sample", ALL)
def test_a_picture_of_every_sample_fits_its_budget_at_full_size(sample: str, theme: ThemeName) -> None:
    view, moves = ALL[sample]
    drawn = draw(view, PACK, moves=moves, theme=theme)
    encoded = encode(drawn, BUDGET)
    assert (encoded.width, encoded.height) == drawn.size == (1600, drawn.height)
    assert len(encoded.data) <= BUDGET


def test_the_picture_needs_nothing_but_what_the_view_says_in_json() -> None:
    copied = msgspec.json.decode(msgspec.json.encode(WAR), type=View)
    assert same(draw(WAR, PACK, width=WIDTH), draw(copied, PACK, width=WIDTH))


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 2},
        {"step": "combat"},
        {"regime": "convention"},
        {"government": "gironde"},
        {"order": START.order[::-1]},
        {"purses": START.purses | {"marais": 801}},
        {"purses": START.purses | {"government": 99}},
        {"spent": 50},
        {"fame": START.fame | {"mountain": 3}},
        {"fame": START.fame | {"government": 3}},
        {"deputies": START.deputies | {"royalist": 3}},
        {"seated": [*START.seated, "mountain"]},
        {"seat": "royalist"},
        {"aside": 4},
        {"tracks": START.tracks | {"clergy": 17}},
        {"war": msgspec.structs.replace(START.war, civil=True)},
        {"commune": msgspec.structs.replace(START.commune, raised=True)},
        {"capital": "tours"},
        {"king": msgspec.structs.replace(START.king, state="prison")},
        {"king": msgspec.structs.replace(START.king, with_="royalist")},
        {"laws": ["maximum"]},
        {"bills": ["maximum/marais"]},
        {"rejected": 1},
        {"election": 8},
        {"objectives": {"marais": "plot nimes"}},
        {"score": START.score | {"marais": 44}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_changes_can_be_seen(change: dict[str, object]) -> None:
    assert not same(
        draw(START, PACK, width=WIDTH), draw(msgspec.structs.replace(START, **change), PACK, width=WIDTH)
    )


@pytest.mark.parametrize(
    "position",
    [
        At("talk").region("nimes", control="royalist"),
        At("talk").region("nimes", revolt=True),
        At("talk").region("nimes", coalition=True),
        At("talk").army("coburg nimes"),
        At("talk").army("army-centre nimes"),
        At("talk").people("marat nimes"),
        At("talk").person("marat", state="prison"),
        At("talk").person("marat", current="sans-culotte"),
        At("talk").people("marat paris"),
    ],
)
def test_whatever_comes_to_a_region_can_be_seen(position: At) -> None:
    assert not same(draw(START, PACK, width=WIDTH), draw(seen(position), PACK, width=WIDTH))


@pytest.mark.parametrize(
    "move",
    [
        Move("allied", ("lille", "amiens")),
        Move("revolutionary", ("dijon",), "battle"),
        Change("lyon"),
        Vote("Civic law", {"marais": True}, 14, 9, True),
    ],
)
def test_what_happened_last_can_be_seen(move: Move | Change | Vote) -> None:
    assert not same(draw(START, PACK, width=WIDTH), draw(START, PACK, moves=[move], width=WIDTH))


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    before = draw(START, PACK, width=WIDTH)
    draw(WAR, PACK, width=WIDTH)
    assert same(draw(START, PACK, width=WIDTH), before)
