"""Lengths, components and names: what the one message builder promises."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from bot.app.tree import answered
from bot.games.registry import presenter_of
from bot.games.shown import Choice, Group, Heading
from bot.games.wording import level
from bot.posts.card import face
from bot.posts.card.face import Face
from bot.surface import custom_ids, layout
from engines.core.record import read_state
from tests.discord.limits import message_faults
from tests.support.plays import ALL_OPTIONS, game_with_options

BIG = custom_ids.Stamp(999_999_999, 999_999_999, "france")
HEADING = Heading("Turn 48 · " + "T" * 120, "L" * 200, "H" * 400, 0x2F5D9B)
V2 = discord.MessageFlags(components_v2=True).value


def payload(leaf: Face, picture: str | None = layout.KEPT) -> dict[str, Any]:
    """The card as it is sent."""
    components = face.build(leaf, picture).to_components()  # type: ignore[no-untyped-call]
    return {"flags": V2, "components": components}


def leaf(**changes: Any) -> Face:
    return Face(HEADING, ["A line."], "**Due**", [], BIG, [])._replace(**changes)


@given(st.text(max_size=60), st.integers(2, 40))
def test_a_cut_text_is_never_too_long_and_short_ones_stay(text: str, limit: int) -> None:
    assert len(layout.cut(text, limit)) <= limit
    assert (layout.cut(text, limit) == text) or (len(text) > limit)


@given(st.lists(st.text(alphabet="abc ", min_size=1, max_size=90), max_size=60), st.integers(60, 400))
def test_last_lines_keeps_the_newest_lines(lines: list[str], limit: int) -> None:
    text = layout.last_lines(lines, limit)
    assert len(text) <= limit
    if text != "\n".join(lines):
        note, *kept = text.split("\n")
        assert note == str(layout.IN_CHANNEL)
        assert kept == lines[len(lines) - len(kept) :]


def test_where_no_line_fits_the_note_stands_alone() -> None:
    assert "\n" not in layout.last_lines(["a" * 15, "b" * 30, "c" * 30], 60)


def test_small_print_gives_way_first_where_it_is_to() -> None:
    lines = ["One.", "-# Dice.", "-# More dice.", "Two.", "-# An aside."]
    assert layout.last_lines(lines, 400, most=5, small=False) == "\n".join(lines)
    assert layout.last_lines(lines, 400, most=3, small=False).split("\n") == ["One.", "Two."]
    assert layout.last_lines(lines, 400, most=4).split("\n")[1:] == ["Two.", "-# An aside."]
    assert layout.last_lines(lines[1:3], 400, most=1, small=False).split("\n") == lines[2:3]


def test_where_there_is_little_room_no_row_is_spent_on_headings_and_on_where_the_rest_is() -> None:
    lines = ["__A phase__", "One.", "-# Dice.", "Two.", "Three."]
    assert layout.last_lines(lines, 400, most=3, small=False) == "One.\nTwo.\nThree."
    assert layout.last_lines(lines, 400, most=2, small=False) == "Two.\nThree."
    assert layout.last_lines(lines, 400, most=2) == f"{layout.IN_CHANNEL}\nThree."


def test_a_long_post_loses_its_oldest_small_print_first_and_says_where_the_rest_is() -> None:
    lines = ["__Fire__", "One.", "-# Dice.", "Two.", "-# More dice."]
    whole = "\n".join(lines)
    assert layout.sparing(lines, len(whole) + 1, layout.IN_REPLAY) == whole
    assert layout.sparing(lines, len(whole) - 1, layout.IN_REPLAY) == whole.replace("-# Dice.\n", "")
    short = layout.sparing([f"Line {number}." for number in range(99)], 400, layout.IN_REPLAY)
    assert short.startswith(f"{layout.IN_REPLAY}\n")
    assert short.endswith("Line 98.")


@pytest.mark.parametrize(
    "name", ["**bold**", "_x_", "`code`", "||spoiler||", "~~gone~~", "@everyone", "<@123456789012345678>"]
)
def test_a_name_from_outside_formats_and_pings_nothing(name: str) -> None:
    plain = layout.plain(name)
    assert plain != name
    assert "@everyone" not in plain
    assert "<@123456789012345678>" not in plain


def test_what_the_last_action_came_to_stands_between_the_map_and_what_is_due() -> None:
    built = payload(leaf(latest=["A result."]))
    below = [part.get("content") for part in built["components"][0]["components"]]
    assert below[-3:] == [None, "A result.", "**Due**"]


@pytest.mark.parametrize("count", [1, 5, 6, 25, 26, 60])
def test_a_group_of_any_size_fits(count: int) -> None:
    choices = [Choice(f"liberate space-{n} lm-2", "L" * 100, "D" * 200) for n in range(count)]
    built = payload(leaf(groups=[Group("liberate", "Liberate a space", choices)]))
    assert message_faults(built) == []
    assert len(list(_pressed(built))) == count


def test_many_groups_with_the_longest_story_and_an_ending_fit() -> None:
    groups = [
        Group(name, "P" * 40, [Choice(f"{name} {'x' * 30} {n}", "L" * 90, "D" * 120) for n in range(size)])
        for name, size in zip(
            ("political", "military", "liberate", "order", "spirit", "levy", "end"),
            (3, 6, 20, 1, 9, 3, 1),
            strict=True,
        )
    ]
    built = payload(leaf(groups=groups, story=["S" * 150] * 200, due="D" * 300, ending=["E" * 100] * 10))
    assert message_faults(built) == []
    assert len(list(_pressed(built))) == 43


def test_at_every_board_of_a_game_the_card_offers_each_legal_action_once_and_fits() -> None:
    game = game_with_options()
    again = type(game)(game.title, options=game.options, seed=game.seed)
    words = presenter_of(game.title)
    for entry in game.journal:
        built = payload(leaf(groups=words.groups(again.state, "france")))
        assert message_faults(built) == []
        assert sorted(_pressed(built)) == sorted(again.legal("france"))
        again.act("france", entry.action)


def test_the_board_with_the_most_choices_fits() -> None:
    title = engines.titles()["levee"]
    built = payload(leaf(groups=presenter_of(title).groups(_crowded(), "france")))
    legal = [title.notation(action) for action in title.legal_actions(_crowded(), "france")]
    verbs = {"political", "military", "naval", "liberate", "restore-order", "levy", "spirit", "end"}
    assert {action.split(" ")[0] for action in legal} == verbs
    assert message_faults(built) == []
    assert sorted(_pressed(built)) == sorted(legal)


def test_a_list_forgets_what_was_picked_of_it_before() -> None:
    group = Group("place", "Place", [Choice(f"place {n}", "L", "D") for n in range(30)])
    numbers = [
        part["id"]
        for _ in range(2)
        for row in payload(leaf(groups=[group]))["components"]
        for part in row.get("components", [])
        if part["type"] == discord.ComponentType.select.value
    ]
    assert len(set(numbers)) == 4


def test_every_custom_id_is_known_and_short_enough() -> None:
    title = engines.titles()["levee"]
    for action in title.legal_actions(_crowded(), "france"):
        custom_id = custom_ids.press(BIG, title.notation(action))
        assert len(custom_id) <= custom_ids.LIMIT
        assert answered(custom_id)
    assert answered(custom_ids.pick(BIG, "restore-order-h"))
    assert answered(custom_ids.request("withdraw", BIG.campaign))
    assert not answered("t2:end:1:1")


def test_what_there_is_no_room_for_is_said_to_be_elsewhere() -> None:
    text = "Cholet: Anjou 8 · " * 9
    cut = layout.begun(text, 120, layout.REST)
    assert len(cut) <= 120
    assert cut.endswith("…\n-# The rest: `/campaign view`.")
    assert layout.begun(text, len(text), layout.REST) == text


@pytest.mark.parametrize(("value", "shown"), [(7, "+7"), (0, "0"), (-12, "−12")])
def test_points_have_their_sign(value: int, shown: str) -> None:
    assert level(value) == shown


def _pressed(built: dict[str, Any]) -> Any:
    """Notations of everything that can be pressed."""
    for component in built["components"]:
        for part in component.get("components", []):
            if part["type"] == discord.ComponentType.button.value:
                yield part["custom_id"].split(":", 5)[5]
            elif part["type"] == discord.ComponentType.select.value:
                yield from (option["value"] for option in part["options"])


def _crowded() -> Any:
    """A board where as much as possible can be done: what is held can be placed, and each Army attacked."""
    game = game_with_options()
    start = type(game)(game.title, options=ALL_OPTIONS, seed="crowd")
    plain = msgspec.to_builtins(start.state)
    markers = iter(plain["markers"])
    plain["markers"][next(markers)] = "cologne"
    plain["markers"] |= dict.fromkeys(markers, "holding")
    plain["boxes"] = dict.fromkeys(plain["boxes"], 5) | {"britain": 4, "prussia": 4, "vendee": 1}
    plain["disorder"] = True
    plain["actions_left"] = 4
    return read_state(game.title, plain)


def test_small_print_takes_fewer_rows_than_other_text() -> None:
    text = "a" * (layout.BROAD + 6)
    assert layout.rows_of(text) == 2
    assert layout.rows_of(f"-# {text}") == layout.rows_of(f"-# **{text}**") == 1
    assert layout.rows_of(f"-# {text}b\n{text}") == 4


def test_words_are_not_torn_and_an_entry_of_a_list_has_a_margin() -> None:
    words = "twelve chars " * 6
    assert [layout.rows_of(words[: 13 * number]) for number in (2, 3, 4, 6)] == [1, 2, 2, 3]
    entry = "a" * (layout.BROAD - 2)
    assert layout.rows_of(entry) == 1
    assert layout.rows_of(f"- {entry}") == layout.rows_of(f"12. {entry}") == 2
    # The letters of a title are larger.
    assert layout.rows_of("### Marches") == layout.rows_of("Marches") + 1 == 2
    assert layout.rows_of(f"### {entry}") == 3


def test_the_first_lines_have_their_rows_and_the_note_on_the_others_one_of_them() -> None:
    lines = ["One.", "Two.", "- " + "a" * 40, "Four."]
    whole = "\n".join(lines)
    assert layout.first_lines(lines, 400, most=5, broad=layout.BROAD) == whole
    cut = layout.first_lines(lines, 400, most=4, broad=layout.BROAD, more=layout.MORE_LINES)
    assert cut == "One.\nTwo.\n-# And 2 more lines."
    assert layout.first_lines(lines, 400) == whole
    # Of a long line there is the beginning, which ends well.
    long = ["One.", "- **" + "bold words " * 20 + "**"]
    cut = layout.first_lines(long, 400, most=4, broad=layout.BROAD, more=layout.MORE_LINES)
    assert cut == "One.\n- **bold words bold words bold words bold words bold words …**\n-# And 1 more line."
