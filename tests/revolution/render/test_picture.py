"""The picture: made from a view alone, always the same, in two themes, whatever stands on the map."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image, ImageChops

from engines.revolution.facts import Aim
from engines.revolution.view import View
from render.battle import Battle, Force
from render.encode import encode
from render.errors import RenderError
from render.facade import BUDGET
from render.revolution import VOTE, Change, Move, Vote, draw
from render.theme import THEMES, ThemeName
from tests.revolution.builder import At
from tests.revolution.render.samples import ALL, PACK, START, WAR, seen

WIDTH = 480


LATER = {"turn": 3, "step": "negotiation", "government": "gironde"}
"""What is otherwise by the time at which a vote or a combat is told of."""


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
        {"objectives": {"marais": Aim.made("plot", "nimes")}},
        {"score": START.score | {"marais": 44}},
        {"winner": "marais"},
        {"places": {"marais": 6}},
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
        Vote("Civic law", (("marais", True),), 14, 9, "carried"),
    ],
)
def test_what_happened_last_can_be_seen(move: Move | Change | Vote) -> None:
    assert not same(draw(START, PACK, width=WIDTH), draw(START, PACK, moves=[move], width=WIDTH))


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    before = draw(START, PACK, width=WIDTH)
    draw(WAR, PACK, width=WIDTH)
    assert same(draw(START, PACK, width=WIDTH), before)


def test_a_close_up_has_its_region_in_the_middle_and_the_whole_where_it_would_leave_one_out() -> None:
    near = draw(WAR, PACK, around="cholet", width=WIDTH)
    assert near.height < near.width
    assert same(near, draw(WAR, PACK, around="cholet", width=WIDTH))
    framed = draw(WAR, PACK, around="cholet", reach={"cholet": "58 %"}, width=WIDTH)
    assert framed.size == near.size
    assert not same(framed, near)
    far = draw(WAR, PACK, around="cholet", reach={"lille": "58 %"}, width=WIDTH)
    assert far.height > far.width
    with pytest.raises(RenderError, match="no region ulm"):
        draw(WAR, PACK, around="ulm", width=WIDTH)


def test_a_region_that_the_chart_does_not_know_is_a_square_where_its_town_is() -> None:
    board = msgspec.structs.replace(
        PACK.board,
        region=[msgspec.structs.replace(each, id=f"{each.id}-2") for each in PACK.board.region[:1]],
    )
    pack = msgspec.structs.replace(PACK, board=board)
    regions = {"lille-2": START.regions["lille"]}
    lone = msgspec.structs.replace(START, regions=regions)
    assert not same(
        draw(lone, pack, width=WIDTH),
        draw(msgspec.structs.replace(lone, regions={"lille-2": WAR.regions["lyon"]}), pack, width=WIDTH),
    )


@pytest.mark.parametrize("said", [("marais", True), ("marais", False), ("marais", None), ("gironde", True)])
def test_the_sheet_of_the_assembly_has_its_last_vote(said: tuple[str, bool | None]) -> None:
    vote = Vote("Civic law", (said,), 14, 9, "carried")
    bare = draw(START, PACK, sheet=VOTE, width=WIDTH)
    shown = draw(START, PACK, moves=[vote], sheet=VOTE, width=WIDTH)
    assert bare.size == shown.size
    assert not same(bare, shown)
    later = msgspec.structs.replace(START, **LATER, deputies={"mountain": 3}, seated=["mountain"])
    voted = msgspec.structs.replace(vote, held=(*START.deputies.items(),))
    assert same(draw(later, PACK, moves=[voted], sheet=VOTE, width=WIDTH), shown)
    other = msgspec.structs.replace(vote, cast=(("feuillant", True),))
    assert not same(shown, draw(START, PACK, moves=[other], sheet=VOTE, width=WIDTH))


def test_a_battle_is_told_below_its_ground() -> None:
    forces = (
        Force("revolutionary", "The Government", (("revolutionary", 3),), total=3),
        Force("catholic", "Catholic Royal armies", (("catholic", 2),), total=2, lost="Both are lost."),
    )
    battle = Battle("Battle of Cholet", forces, (4, 5), (("9", "dice"),), "A", "The defender is lost.")
    told = draw(WAR, PACK, around="cholet", battle=battle, width=WIDTH)
    more = msgspec.structs.replace(battle, sums=(*battle.sums, ("+1", "Carnot"), ("10", "in all")) * 2)
    assert draw(WAR, PACK, around="cholet", battle=more, width=WIDTH).height > told.height
    other = msgspec.structs.replace(battle, result="B")
    assert not same(draw(WAR, PACK, around="cholet", battle=other, width=WIDTH), told)
    later = msgspec.structs.replace(WAR, **LATER)
    assert same(draw(later, PACK, around="cholet", battle=battle, width=WIDTH), told)
