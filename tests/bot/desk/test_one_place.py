"""See and act in one place: what a press came to, the next press, and nothing to be scrolled for."""

from __future__ import annotations

import pytest

from bot.games.registry import presenter_of
from bot.games.shown import Choice, Group, Heading
from bot.interactions import board
from bot.posts.card import face
from bot.surface import custom_ids
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel, opened, panel_of, played
from tests.support.table import Table, controls, said, text, whispered


async def test_a_turn_ends_by_itself_when_nothing_is_left_to_choose(table: Table) -> None:
    await table.new()
    await table.goes_on()
    for _ in range(2):
        await table.press(controls(table.card())[0])
    rows = await table.bot.store.journal(1)
    assert [(row.action, row.source) for row in rows[1:]] == [
        ("political monarchy", "player"),
        ("political monarchy", "player"),
        ("end", "forced"),
    ]
    assert (await table.state()).turn == 2
    assert (await table.verify()).entries == 3
    # What it came to stands by the buttons of the new card, not on the one that has scrolled away.
    card = text(table.cards()[-1])
    assert card.index("Turn 2 ·") < card.index("Take an action") < card.index("needs 3")
    # Whoever takes an action back takes with it what followed by itself.
    taken = said(await table.camille.slash(table.channel, "campaign undo"))
    assert "as nothing was left to choose" in taken
    assert "standing order" not in text(table.cards()[-1])


async def test_who_likes_to_ends_each_turn_themselves(table: Table) -> None:
    await table.new()
    await table.goes_on()
    told = said(await table.camille.slash(table.channel, "my turns", end="me"))
    assert told.startswith("You end each of your turns yourself, even when you have nothing left to choose.")
    for _ in range(2):
        await table.press(controls(table.card())[0])
    assert (await table.state()).turn == 1
    assert [control.label for control in controls(table.card())] == ["End the turn"]
    assert "by itself" in said(await table.camille.slash(table.channel, "my turns", end="itself"))


async def test_whoever_ends_a_turn_with_actions_unspent_is_asked_once(table: Table) -> None:
    await table.new()
    card = table.card()
    end = controls(card)[-1]
    for answer, turn in ((1, 1), (0, 2)):
        asked = await table.camille.click(card, custom_id=end.custom_id)
        assert "2 actions unused**: you lose them" in whispered(asked)
        question = asked.followups[-1].message
        assert [control.label for control in controls(question)] == ["End the turn all the same", "Play on"]
        await table.camille.click(question, custom_id=controls(question)[answer].custom_id)
        assert (await table.state()).turn == turn
    # Typed it is meant.
    await table.camille.slash(table.channel, "levee done")
    assert (await table.state()).turn == 3


def test_a_card_is_never_longer_than_25_lines_and_the_last_result_stands_by_the_buttons() -> None:
    told = [f"line {number}\n-# its die" for number in range(60)]
    leaf = face.Face(
        heading=Heading("Turn 1", "1789", "What was.", 0),
        story=told,
        due="**Due** something",
        groups=[Group("a", "A", [Choice("end", "End", "")])],
        stamp=custom_ids.Stamp(1, 1, "france"),
        ending=[],
        latest=["the last result", *(f"and {number}" for number in range(40))],
        earlier=custom_ids.before(1, 1),
    )
    view = face.build(leaf, "attachment://map.png")
    texts = [item.content for item in view.walk_children() if hasattr(item, "content")]
    shown = "\n".join(texts).splitlines()
    assert len(shown) <= face.LINES
    assert str(face.FOLDED) in shown
    assert [button.label for button in view.walk_children() if hasattr(button, "label")] == ["End", "Earlier"]
    # Heading, history, the map, then the last result and what is due.
    assert texts[-2].endswith("and 39")
    assert texts[-1] == "**Due** something"


def test_a_card_of_long_lines_ends_on_a_telephone_too() -> None:
    leaf = face.Face(
        heading=Heading("Turn 1", "1789", "", 0),
        story=["🥾 " + "as long as a line may be " * 4 for _ in range(20)],
        due="",
        groups=[],
        stamp=None,
        ending=[],
        earlier=custom_ids.before(1, 1),
    )
    view = face.build(leaf, None)
    story = next(text for item in view.walk_children() if "🥾" in (text := getattr(item, "content", "")))
    assert story.startswith(str(face.FOLDED))
    assert len(story) <= face.LETTERS


async def test_what_a_card_has_no_room_for_is_told_by_a_button_to_whoever_asks(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.new()
    assert "Earlier" not in {control.label for control in controls(table.card(), hint=True)}
    monkeypatch.setattr(face, "LATEST_LINES", 1)
    monkeypatch.setattr(board, "PAGE", 100)
    for _ in range(2):
        await table.press(controls(table.card())[0])
    card = table.card()
    (earlier,) = [control for control in controls(card, hint=True) if control.label == "Earlier"]
    asked = await table.maxime.click(card, custom_id=earlier.custom_id)
    assert panel_of(asked).ephemeral
    shown, read = panel_of(asked).message, []
    while older := [control for control in controls(shown, hint=True) if control.label == "Earlier"]:
        read.append(text(shown))
        turned = await table.maxime.click(shown, custom_id=older[0].custom_id)
        shown = panel_of(turned).message
    first = await table.bot.campaigns.chapter(await table.campaign(), 1)
    words = presenter_of(table.bot.campaigns.title_of(await table.campaign()))
    read.append(text(shown))
    assert len(read) > 2
    told = "\n".join(reversed(read))
    assert all(line in told for line in words.on_card(first.events).lines)
    assert [control.label for control in controls(shown)] == ["Later"]
    back = await table.maxime.click(shown, custom_id=controls(shown)[0].custom_id)
    assert text(panel_of(back).message) == read[-2]


async def test_the_panel_has_its_news_by_the_buttons_and_the_map_opens_in_its_place(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table, images="every-action")
    panel = await opened(table, table.camille)
    before = len(table.channel.history())
    after = panel_of(await played(panel, table.camille, "commit 1 nantes"))
    assert after.id == panel.id
    lines = text(after.message)
    assert lines.index("Blue") < lines.index("Submitted")
    shown = panel_of(await table.camille.click(after.message, custom_id=custom_ids.view(1, "blue")))
    assert shown.id == panel.id
    assert [control.label for control in controls(shown.message)] == ["Back to the panel"]
    closed = panel_of(
        await table.camille.click(shown.message, custom_id=controls(shown.message)[0].custom_id)
    )
    assert closed.id == panel.id
    assert "My map" in [control.label for control in controls(closed.message)]
    assert len(table.channel.history()) == before


def test_buttons_stand_in_the_order_of_their_groups() -> None:
    """The one way on is not below the five ways of leaving somebody behind."""
    groups = [
        Group("move", "Next step", [Choice("move a > b", "Go on", "")]),
        Group("drop", "Leave behind", [Choice(f"drop {n}", f"Leave {n}", "") for n in range(3)]),
        Group("end", "Or", [Choice("stop", "Stop here", "")]),
        Group("pass", "Or", [Choice("pass", "Hand over", "")]),
    ]
    shown = face.rows(groups, custom_ids.Stamp(1, 1, "royalist")).shown
    labels = [[getattr(button, "label", "") for button in row.children] for row in shown]
    assert labels == [["Go on"], ["Leave 0", "Leave 1", "Leave 2"], ["Stop here", "Hand over"]]
