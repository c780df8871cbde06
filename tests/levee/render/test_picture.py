"""The picture: made from a view alone, always the same, in two themes, at many widths."""

from __future__ import annotations

import io

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import render
from data.levee.schema import MARKERS, Grant, March
from engines.levee.view import View
from render.levee import Move, counters, draw
from render.levee.layout import HEADER, KIT_KEY, RADIUS, SHEET, VIGNETTE, laid_out
from render.levee.vignettes import KINDS, kind
from render.parts.placing.boxes import around as boxed
from render.parts.placing.boxes import meet
from render.theme import THEMES, ThemeName
from tests.levee.render.samples import ALL, CROWDED, KIT, PACK, SHARED, START, army, at, deck, view

WIDTH = 480
KIB = 1024


def around(image: Image.Image, space: str, reach: float = 30) -> Image.Image:
    """The part of a picture around a space."""
    unit = image.width / SHEET
    x, y = laid_out(PACK.board).spaces[space]
    return image.crop(
        (
            round((x - reach) * unit),
            round((y - reach) * unit),
            round((x + reach) * unit),
            round((y + reach) * unit),
        )
    )


def same(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).getbbox() is None


@pytest.mark.parametrize("width", [100, 320, 533, 1000, 1600])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    assert draw(START, PACK, width=width).size == (width, width)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sample", ALL)
def test_a_phone_sized_picture_of_every_sample_fits_its_budget(sample: str, theme: ThemeName) -> None:
    seen, moves = ALL[sample]
    picture = render.picture("levee", seen, PACK, moves, theme)
    assert (picture.width, picture.suffix) == (1600, ".png")
    assert len(picture.data) <= 400 * KIB
    with Image.open(io.BytesIO(picture.data)) as image:
        assert (image.format, image.size) == ("PNG", (picture.width, picture.height))


def test_the_same_view_gives_the_same_bytes() -> None:
    seen, moves = ALL["crowded"]
    first = render.picture("levee", seen, PACK, moves, width=WIDTH)
    render.picture("levee", SHARED, PACK, width=WIDTH)
    assert render.picture("levee", seen, PACK, moves, width=WIDTH) == first


def test_the_picture_needs_nothing_but_what_the_view_says_in_json() -> None:
    copied = msgspec.json.decode(msgspec.json.encode(CROWDED), type=View)
    assert same(draw(CROWDED, PACK, width=WIDTH), draw(copied, PACK, width=WIDTH))


def test_the_themes_differ_in_paper_and_in_ink() -> None:
    light, dark = (
        ImageStat.Stat(draw(START, PACK, theme=theme, width=WIDTH).convert("L")).mean[0] for theme in THEMES
    )
    assert light > 180
    assert dark < 90


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_army_is_drawn_where_it_stands_and_nowhere_else(theme: ThemeName) -> None:
    before = draw(START, PACK, theme=theme, width=WIDTH)
    moved = view(armies=START.armies | {"austria": army("austria", 2)})
    after = draw(moved, PACK, theme=theme, width=WIDTH)
    for space in laid_out(PACK.board).spaces:
        changed = not same(around(before, space), around(after, space))
        assert changed == (space in {"innsbruck", "brussels"}), space


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 2},
        {"headline": "2"},
        {"headline_title": "Another Headline"},
        {"actions_left": 1},
        {"tracks": START.tracks | {"republic": 4}},
        {"reigning": None},
        {"french_army": 2},
        {"disorder": True},
        {"armies": START.armies | {"prussia": army("prussia", 5, rotated=True)}},
        {"armies": START.armies | {"britain": army("britain", None)}},
        {"liberation": SHARED.liberation},
        {"liberation": msgspec.structs.replace(START.liberation, spent=1)},
        {"phase": "over"},
        {"deck": deck("blue", 3)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_changes_can_be_seen(change: dict[str, object]) -> None:
    assert not same(draw(START, PACK, width=WIDTH), draw(view(**change), PACK, width=WIDTH))


@pytest.mark.parametrize(
    "move",
    [
        Move("austria", "liege", "brussels"),
        Move("austria", "arras", "paris"),
        Move("liberation", "holding", "brussels"),
        Move("liberation", "brussels", "holding"),
        Move("disorder", "holding", "paris"),
        Move("britain", "london", "out"),
    ],
)
def test_a_move_has_its_arrow(move: Move) -> None:
    assert not same(draw(START, PACK, width=WIDTH), draw(START, PACK, moves=[move], width=WIDTH))


def test_an_arrow_tells_going_from_coming() -> None:
    there = draw(START, PACK, moves=[Move("liberation", "holding", "savoy")], width=WIDTH)
    back = draw(START, PACK, moves=[Move("liberation", "savoy", "holding")], width=WIDTH)
    assert not same(there, back)


def test_a_move_that_touches_no_space_of_the_map_has_no_arrow() -> None:
    aside = [Move("liberation", "out", "holding"), Move("austria", "arras", "arras")]
    assert same(draw(START, PACK, width=WIDTH), draw(START, PACK, moves=aside, width=WIDTH))


def test_a_pack_without_the_card_still_has_its_map() -> None:
    bare = msgspec.structs.replace(PACK, cards=[])
    assert draw(START, bare, width=WIDTH).size == (WIDTH, WIDTH)


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    before = draw(START, PACK, width=WIDTH)
    draw(CROWDED, PACK, width=WIDTH)
    assert same(draw(START, PACK, width=WIDTH), before)


def test_a_title_too_long_for_the_header_stays_out_of_the_actions() -> None:
    shown = [draw(view(headline_title=f"Liberty {word}" * 40), PACK, width=WIDTH) for word in ("a ", "b ")]
    unit = WIDTH / SHEET
    corner = (round((HEADER[2] - 325) * unit), 0, WIDTH, round(HEADER[3] * unit))
    assert not same(*shown)
    assert same(*(image.crop(corner) for image in shown))


def test_webp_is_there_for_the_asking() -> None:
    picture = render.picture("levee", START, PACK, format="webp")
    assert (picture.suffix, picture.data[8:12]) == (".webp", b"WEBP")
    assert len(picture.data) <= 400 * KIB


def test_an_unknown_title_is_refused_by_name() -> None:
    with pytest.raises(render.RenderError, match=r"no map of chess.*levee"):
        render.picture("chess", START, PACK)


def test_a_width_out_of_reason_is_refused() -> None:
    with pytest.raises(render.RenderError, match="not 9"):
        render.picture("levee", START, PACK, width=9)


def test_there_is_one_sheet_and_no_close_up_of_it() -> None:
    for close in (render.CloseUp(sheet="board"), render.CloseUp(around="paris")):
        with pytest.raises(render.RenderError, match=r"There (is no sheet board|are no close-ups)"):
            render.picture("levee", START, PACK, width=200, close=close)


@pytest.mark.parametrize("theme", THEMES)
def test_a_headline_has_the_vignette_of_its_kind(theme: ThemeName) -> None:
    kinds = {kind(card): str(card.number) for card in PACK.cards}
    assert set(kinds) <= set(KINDS)
    assert len(kinds) > 5
    x, y = VIGNETTE
    box = (round(x - 60), round(y - 60), round(x + 60), round(y + 60))
    drawn = {
        draw(view(headline=number), PACK, theme=theme, width=1600).crop(box).tobytes()
        for number in kinds.values()
    }
    assert len(drawn) == len(kinds)


def test_every_kind_of_vignette_is_drawn() -> None:
    made = msgspec.structs.replace(
        PACK.cards[0], political={}, special=[], reaction=False, journee=False, military=[]
    )
    cards = [
        msgspec.structs.replace(made, journee=True),
        msgspec.structs.replace(made, reaction=True),
        msgspec.structs.replace(made, special=[Grant()]),
        *(msgspec.structs.replace(made, political={marker: 2}) for marker in MARKERS),
        msgspec.structs.replace(made, military=[March("britain", 1)]),
        made,
    ]
    assert tuple(kind(card) for card in cards) == KINDS


def test_units_that_share_a_space_lie_in_it_each_to_be_read_whole() -> None:
    """None hides another: what any of them is can be seen, two in a space or three."""
    empty = draw(msgspec.structs.replace(KIT, armies=at(5, 5, 5, 5, 5)), PACK, width=400)
    full = draw(KIT, PACK, width=400)
    for space in ("la-rochelle", "brussels", "piedmont"):
        x, y = laid_out(PACK.board).spaces[space]
        unit = 400 / SHEET
        changed = ImageChops.difference(empty, full).crop(
            (round((x - 80) * unit), round((y - 70) * unit), round((x + 80) * unit), round((y + 70) * unit))
        )
        box = changed.getbbox()
        assert box is not None
        assert max(box[2] - box[0], box[3] - box[1]) <= 2 * RADIUS * unit
    for name in ("vendee", "spain", "support", "austria", "korsakov", "piedmont", "suvorov"):
        seen = KIT.armies[name]
        for sign in (
            {"battle_value": 2},
            {"condition": 2},
            {"napoleon": True},
            {"stationary": not seen.stationary},
        ):
            other = KIT.armies | {name: msgspec.structs.replace(seen, **sign)}
            assert not same(full, draw(msgspec.structs.replace(KIT, armies=other), PACK, width=400)), name


def test_an_army_that_a_card_turned_back_looks_different_from_one_that_is_routed() -> None:
    turned, routed, on_side = (
        counters.army(
            "prussia", "Pr", 4, side=90, theme="light", unit=0.25, rotated=rotated, condition=condition
        )
        for rotated, condition in ((True, 0), (False, 2), (False, 1))
    )
    assert not same(turned.convert("RGB"), routed.convert("RGB"))
    assert not same(routed.convert("RGB"), on_side.convert("RGB"))


def test_the_key_of_the_kit_hides_nothing_and_is_there_with_it_alone() -> None:
    layout = laid_out(PACK.board)
    taken = [label.box for label in layout.labels.values()]
    taken += [boxed(at, layout.radius(id)) for id, at in layout.spaces.items()]
    assert not any(meet(KIT_KEY, other) for other in taken)
    assert not any(
        KIT_KEY[0] < x < KIT_KEY[2] and KIT_KEY[1] < y < KIT_KEY[3]
        for way in layout.roads.values()
        for x, y in way
    )
    left, top, right, bottom = (round(edge * WIDTH / SHEET) for edge in KIT_KEY)
    box = (left, top, right, bottom)
    plain, kit = (draw(seen, PACK, width=WIDTH).crop(box) for seen in (START, KIT))
    assert not same(plain, kit)
    rule = draw(view(options={"decisive-outcomes": True}), PACK, width=WIDTH).crop(box)
    assert same(rule, kit)
