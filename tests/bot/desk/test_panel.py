"""The public card of a game with secrets, and the private panel that each seat is played on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from io import BytesIO
from math import ceil

import msgspec
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.campaigns import messages
from bot.campaigns.opening import Opening
from bot.desk import panel, panel_face
from bot.desk.spots import Map
from bot.games.registry import presenter_of
from bot.games.shown import Choice, Does, Form, Group, Heading
from bot.posts.card import face
from bot.posts.card.face import Guide
from bot.store import Seat
from bot.store.rows import campaigns, seats
from bot.surface import custom_ids, layout
from engines.core.contract import Outcome
from render.facade import CloseUp
from tests.outposts.game.engine.title import Outposts
from tests.support.duel import choices, door, duel, opened, panel_of, play_out, played, pressed, refresh, sit
from tests.support.gateway import Delivery, deliver
from tests.support.table import Control, Table, controls, said, text, whispered

Tables = Callable[..., Awaitable[Table]]


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table with a campaign of two sides: Camille is Blue, Maxime is White."""
    return await duel(closed_table)


async def test_the_card_of_a_game_with_secrets_only_opens_panels(table: Table) -> None:
    assert [control.label for control in controls(door(table))] == ["Play", "My view"]
    assert choices(door(table)) == []


async def test_the_card_tells_who_has_given_and_who_is_awaited(table: Table) -> None:
    panel = await opened(table, table.camille)
    await played(panel, table.camille, "commit 6 clisson")
    told = text(door(table))
    assert f"✅ **Blue** · <@{table.camille.id}> · submitted" in told
    assert f"⏳ **White** · <@{table.maxime.id}> · to decide" in told
    assert "Clisson" not in told
    assert "6" not in told.replace(str(table.camille.id), "").replace(str(table.maxime.id), "")


async def test_the_card_tells_each_seat_s_own_deadline_and_the_vacant_seat(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h")
    now = table.env.now()
    await sit(table, white=None)
    due = int((now + timedelta(hours=48)).timestamp())
    (vacant,) = (line for line in text(door(table)).split("\n") if "vacant" in line)
    assert vacant.startswith("⏳ **White** · vacant · to decide · due <t:")
    assert re.findall(r"<t:(\d+):R>", text(door(table))) == [str(due), str(due)]


async def test_one_decision_is_due_from_its_seat_by_name(table: Table) -> None:
    await commit_both(table)
    state = await table.state()
    first = state.marching[0]
    name, holder = {"blue": ("Blue", table.camille), "white": ("White", table.maxime)}[first]
    assert f"** · {name}, <@{holder.id}>" in text(door(table))


async def commit_both(table: Table) -> None:
    """Both commit, Blue with the higher chit."""
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson")
    await table.bot.campaigns.take(1, table.maxime.id, "commit 1 cholet")
    await refresh(table)


async def test_a_panel_tells_what_its_seat_knows_and_no_more(table: Table) -> None:
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson")
    blue, white = await opened(table, table.camille), await opened(table, table.maxime)
    assert "**Your commitment** chit 6, a recruit in Clisson" in text(blue.message)
    assert "✅ Submitted. You can change it until everyone has submitted. Waiting for **White**" in text(
        blue.message
    )
    assert "chit 6" not in text(white.message)
    assert "**Your decision** Commit" in text(white.message)
    assert choices(blue) == []
    assert {control.action.split(" ")[2] for control in choices(white)} == {
        "cholet",
        "beaupreau",
        "mortagne",
    }


async def test_a_panel_that_waits_leaves_how_things_stand_to_the_map(table: Table) -> None:
    for actor, action in ((table.camille, "commit 1 nantes"), (table.maxime, "commit 6 cholet")):
        await played(await opened(table, actor), actor, action)
    campaigns, campaign = table.bot.campaigns, await table.campaign()
    asks = await panel.of(campaigns, campaign, "white", table.maxime.id)
    waits = await panel.of(campaigns, campaign, "blue", table.camille.id)
    assert asks.standing
    assert waits.standing == ""
    assert "Waiting for" in waits.opening.decide
    assert len(text((await opened(table, table.camille)).message).splitlines()) < 20


async def test_a_press_is_answered_in_place(table: Table) -> None:
    panel = await opened(table, table.camille)
    result = await played(panel, table.camille, "commit 6 clisson")
    assert panel_of(result).id == panel.id
    assert result.followups == []
    assert "🤫 **Blue** has committed: chit 6, a recruit in Clisson." in text(panel_of(result).message)


async def test_both_sides_press_on_the_same_board(table: Table) -> None:
    blue, white = await opened(table, table.camille), await opened(table, table.maxime)
    assert {choices(panel)[0].custom_id.split(":")[3] for panel in (blue, white)} == {"0"}
    await played(blue, table.camille, "commit 6 clisson")
    result = await played(white, table.maxime, "commit 1 cholet")
    assert "📯 Revealed:" in text(panel_of(result).message)
    assert await table.actions() == ["commit 6 clisson", "commit 1 cholet"]


async def test_both_sides_press_in_one_instant(table: Table) -> None:
    blue = Delivery.press(
        table, custom_ids.press(custom_ids.Stamp(1, 0, "blue"), "commit 6 clisson", "panel")
    )
    white = Delivery.press(
        table, custom_ids.press(custom_ids.Stamp(1, 0, "white"), "commit 1 cholet", "panel"), table.maxime
    )
    await deliver(table, blue, white)
    assert sorted(await table.actions()) == ["commit 1 cholet", "commit 6 clisson"]
    await table.verify()


async def test_a_press_delivered_twice_is_applied_once(table: Table) -> None:
    delivery = Delivery.press(
        table, custom_ids.press(custom_ids.Stamp(1, 0, "blue"), "commit 6 clisson", "panel")
    )
    await deliver(table, delivery, delivery)
    assert await table.actions() == ["commit 6 clisson"]


async def test_what_is_given_can_be_given_otherwise_until_all_are_in(table: Table) -> None:
    for action in ("commit 6 clisson", "commit 5 clisson"):
        stamp = custom_ids.press(custom_ids.Stamp(1, 0, "blue"), action, "panel")
        delivery = Delivery.press(table, stamp)
        await deliver(table, delivery)
        assert "✅ Submitted. You can change it until everyone has submitted." in whispered(delivery.result)
    assert await table.actions() == ["commit 6 clisson", "commit 5 clisson"]
    assert "chit 5" in whispered(delivery.result)


async def test_a_stale_panel_shows_the_present_board(table: Table) -> None:
    panel = await opened(table, table.camille)
    old = choices(panel)[0]
    await commit_both(table)
    await pressed(panel, table.camille, old)
    (shown,) = [each for each in table.channel.history(viewer=table.camille) if each.flags.ephemeral]
    told = text(shown)
    assert "The board has changed since that button was shown. Here is the current board." in told
    assert "**Your decision** March with one stack" in told
    assert len(await table.actions()) == 2
    assert all(control.custom_id.split(":")[3] == "2" for control in choices(shown))


async def test_a_whole_game_is_played_on_panels_alone(table: Table) -> None:
    await play_out(table, seed="panels")
    verdict = await table.verify()
    assert (await table.campaign()).status == "finished"
    assert verdict.outcome is not None
    asked = {row.action.split(" ")[0] for row in (await table.bot.store.journal(1))[1:]}
    assert {"commit", "move"} <= asked
    assert {"stand", "guns", "retreat"} & asked
    # Her last panel tells it by itself.
    last = [each for each in table.channel.history(viewer=table.camille) if each.flags.ephemeral][-1]
    assert str(verdict.outcome.title) in text(last)
    assert choices(last) == []


async def test_a_whole_game_is_played_by_typing(table: Table) -> None:
    title = Outposts()
    actors = {"blue": table.camille, "white": table.maxime}
    while (await table.campaign()).status == "running":
        seat = title.decisions(await table.state())[0].seat
        offered = await actors[seat].autocomplete(table.channel, "play", "action", "")
        await actors[seat].slash(table.channel, "play", action=offered[-1]["value"])
    assert (await table.verify()).outcome is not None


async def test_only_one_s_own_actions_are_offered_while_typing(table: Table) -> None:
    blue = await table.camille.autocomplete(table.channel, "play", "action", "")
    white = await table.maxime.autocomplete(table.channel, "play", "action", "")
    assert {choice["value"].split(" ")[2] for choice in blue} == {"nantes", "vallet", "clisson"}
    assert {choice["value"].split(" ")[2] for choice in white} == {"cholet", "beaupreau", "mortagne"}


async def test_who_holds_two_seats_types_for_the_one_they_name(table: Table) -> None:
    await sit(table, white=table.camille.id)
    offered = await table.camille.autocomplete(table.channel, "play", "action", "commit 1", seat="white")
    assert {choice["value"] for choice in offered} == {
        "commit 1 cholet",
        "commit 1 beaupreau",
        "commit 1 mortagne",
    }
    seats = await table.camille.autocomplete(table.channel, "play", "seat", "")
    assert [(seat["name"], seat["value"]) for seat in seats] == [("Blue", "blue"), ("White", "white")]
    await table.camille.slash(table.channel, "play", action="commit 1 cholet", seat="White")
    assert [row.seat for row in (await table.bot.store.journal(1))[1:]] == ["white"]


async def test_a_seat_of_others_cannot_be_typed_for(table: Table) -> None:
    result = await table.camille.slash(table.channel, "play", action="commit 1 cholet", seat="white")
    assert said(result) == "You don't hold that seat. Your seats here: Blue."
    assert await table.actions() == []


async def test_who_holds_two_seats_gets_the_one_that_owes_and_turns_to_the_other(table: Table) -> None:
    await sit(table, white=table.camille.id)
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson", seat="blue")
    panel = await opened(table, table.camille)
    assert text(panel.message).startswith("## Outposts · White")
    turned = await table.camille.select(panel.message, ["blue"], custom_id=custom_ids.look(1))
    assert text(panel_of(turned).message).startswith("## Outposts · Blue")
    assert "You also have a decision as **White**" in text(panel_of(turned).message)


async def test_a_spectator_cannot_play_but_sees_what_everybody_sees(table: Table) -> None:
    await sit(table, white=table.camille.id)
    await commit_both_as(table)
    refused = await table.maxime.click(door(table), custom_id=custom_ids.play(1))
    assert "You can watch this campaign, but not play in it:" in said(refused)
    seen = await table.maxime.click(door(table), custom_id=custom_ids.view(1))
    assert "public view" in said(seen)
    assert "Your stacks" not in said(seen)
    assert seen.response is not None
    assert seen.response.ephemeral


async def commit_both_as(table: Table) -> None:
    """Camille, in both seats, commits for both."""
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson", seat="blue")
    await table.bot.campaigns.take(1, table.camille.id, "commit 1 cholet", seat="white")
    await refresh(table)


async def test_my_view_has_the_map_of_my_seat(table: Table) -> None:
    pictures = []
    for actor in (table.camille, table.maxime):
        result = await actor.slash(table.channel, "campaign view")
        assert result.response is not None
        assert result.response.ephemeral
        assert "**Your stacks**" in said(result)
        (picture,) = result.response.attachments
        assert picture.description
        pictures.append(await picture.read())
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("custom_id", "answer"),
    [
        (
            custom_ids.press(custom_ids.Stamp(1, 0, "white"), "commit 1 cholet", "panel"),
            "You don't hold that seat.",
        ),
        (
            custom_ids.press(custom_ids.Stamp(1, 0, "red"), "commit 1 cholet", "panel"),
            "You don't hold that seat.",
        ),
        (
            custom_ids.press(custom_ids.Stamp(77, 0, "blue"), "pass", "panel"),
            "I don't know that campaign.",
        ),
        (custom_ids.press(custom_ids.Stamp(1, 0, "blue"), "commit 1 cholet", "panel"), "Cholet is not held"),
        (
            custom_ids.press(custom_ids.Stamp(1, 0, "blue"), "guillotine", "panel"),
            "'guillotine' is not an action",
        ),
        (custom_ids.again(1, "white"), "You don't hold that seat."),
        (custom_ids.view(1, "white"), "You don't hold that seat."),
        (custom_ids.view(77), "I don't know that campaign."),
        (custom_ids.play(77), "I don't know that campaign."),
        ("t1:take:1:0:blue:", "This button is from an older version of the bot."),
        ("t1:look:one", "This button is from an older version of the bot."),
    ],
)
async def test_a_forged_press_is_refused_in_a_sentence(table: Table, custom_id: str, answer: str) -> None:
    before, shown = await table.snapshot(), text(door(table))
    delivery = Delivery.press(table, custom_id)
    await deliver(table, delivery)
    assert answer in whispered(delivery.result)
    assert await table.snapshot() == before
    assert text(door(table)) == shown


async def test_a_panel_never_takes_the_place_of_a_public_message(table: Table) -> None:
    shown = text(door(table))
    delivery = Delivery.press(table, custom_ids.again(1, "blue"))
    await deliver(table, delivery)
    assert "**Your stacks**" in whispered(delivery.result)
    assert text(door(table)) == shown


async def test_a_panel_of_a_seat_that_was_given_up_tells_nothing_more(table: Table) -> None:
    panel = await opened(table, table.camille)
    await sit(table, blue=table.maxime.id)
    result = await table.camille.click(panel.message, custom_id=custom_ids.again(1, "blue"))
    assert whispered(result).endswith(
        "You don't hold that seat. `/seat list` shows the seats and their players."
    )


async def test_a_paused_campaign_says_so_and_has_no_controls(table: Table) -> None:
    panel = await opened(table, table.camille)
    old = choices(panel)[0]
    await table.bot.store.transact(
        partial(campaigns.alter, campaign_id=1, paused_at=table.env.now()), campaign_id=1
    )
    await refresh(table)
    (shown,) = table.cards()
    assert "⏸️ This campaign was paused" in text(shown)
    assert controls(shown) == []
    result = await pressed(panel, table.camille, old)
    assert "⏸️ This campaign was paused" in text(panel_of(result).message)
    assert choices(panel_of(result)) == []
    assert await table.actions() == []
    assert "⏸️ This campaign was paused" in said(await table.maxime.slash(table.channel, "campaign status"))


async def test_a_chapter_that_was_taken_back_is_not_posted(table: Table) -> None:
    await table.bot.store.add_outbox(1, [messages.card(2)])
    await table.bot.outbox.drain()
    assert len(table.cards()) == 1
    assert await table.unsaid() == []


async def test_the_commands_of_another_game_are_refused(table: Table) -> None:
    result = await table.camille.slash(table.channel, "levee done")
    assert said(result).startswith("This channel plays Outposts, but this command is for Levée en Masse.")
    for name in ("card", "odds"):
        assert "plays another game" in said(await table.camille.slash(table.channel, f"levee {name}"))
    assert await table.camille.autocomplete(table.channel, "levee political", "marker", "") == []


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("campaign status", {}),
        ("campaign view", {}),
        ("campaign map", {}),
        ("campaign log", {}),
        ("play", {"action": "pass"}),
        ("play", {"action": "pass", "seat": "blue"}),
        ("orders list", {}),
        ("orders set", {"kind": "answer", "order": "stand"}),
        ("orders revoke", {"kind": "answer"}),
    ],
)
async def test_before_a_campaign_has_begun_there_is_no_board(
    table: Table, command: str, options: dict[str, str]
) -> None:
    hall = table.guild.create_text_channel("hall")
    wish = table.wish("lobby", channel=hall, lobby=True)._replace(title="outposts")
    lobby = await table.bot.campaigns.new(wish)
    taken = [Seat(seat="blue", user_id=table.camille.id)]
    await table.bot.store.transact(partial(seats.change, campaign_id=lobby.id, seats=taken))
    told = said(await table.camille.slash(hall, command, **options))
    assert "This campaign has not begun:" in told
    assert await table.camille.autocomplete(hall, "play", "action", "") == []


async def test_the_map_is_that_of_the_public(table: Table) -> None:
    mine = await table.camille.slash(table.channel, "campaign map")
    theirs = await table.maxime.slash(table.channel, "campaign map")
    assert mine.response is not None
    assert theirs.response is not None
    first, second = mine.response.attachments[0], theirs.response.attachments[0]
    assert await first.read() == await second.read()
    assert first.description == second.description


GROUPS = st.lists(
    st.builds(
        lambda number, size: Group(
            f"group-{'abcdefgh'[number]}",
            "Choose",
            [Choice(f"go {number} {n} " + "x" * (n % 120), f"Go {n}", "") for n in range(size)],
        ),
        st.integers(0, 7),
        st.integers(0, 700),
    ),
    max_size=8,
    unique_by=lambda group: group.id,
)


@pytest.mark.deep(seconds=14)
@given(GROUPS, st.integers(2, 40))
def test_choices_never_need_more_components_than_there_is_room_for(groups: list[Group], room: int) -> None:
    found = face.rows(groups, custom_ids.Stamp(1, 0, "blue"), surface="panel", room=room)
    assert sum(1 + len(row.children) for row in found.shown) <= room
    offered = [value for row in found.shown for value in _values(row)]
    assert len(set(offered)) == len(offered)
    assert found.complete == (len(offered) == sum(len(group.choices) for group in groups))
    # Nothing falls away for which there is room in lists.
    short = [sum(len(choice.notation) <= layout.DETAIL for choice in group.choices) for group in groups]
    if sum(2 * ceil(each / layout.PER_SELECT) for each in short) <= room:
        assert len(offered) == sum(short)


DUE = Opening("", "Due")


def said_by(shown: panel.Panel, picture: Map | None = None) -> str:
    """All text of a panel."""
    parts = panel_face.build(shown, picture).walk_children()
    return "\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay))


def test_a_question_says_what_each_of_its_buttons_comes_to_where_there_is_room() -> None:
    answers = [Choice("ride", "Ride", "2 to 2: AR 17%"), Choice("cancel", "Call off: it stays", "it stays")]
    asked = panel.Panel(
        "", [], "", DUE, [Group("end", "Or", answers)], custom_ids.Stamp(1, 1, "blue"), [], None
    )
    assert said_by(asked).endswith("-# **Ride**: 2 to 2: AR 17%")
    assert "AR 17%" in said_by(asked._replace(close=CloseUp()))
    assert "AR 17%" not in said_by(asked._replace(barred=["Barred " * 200], close=CloseUp()))
    # A list says it beside each choice.
    assert "AR 17%" not in said_by(asked._replace(groups=[Group("end", "Or", answers, weighed=True)]))


def test_buttons_in_two_rows_become_a_list_where_a_phone_has_no_room_for_them() -> None:
    raised = [Choice(f"raise {each}", f"Raise only the unit {each}", "") for each in ("one", "two")]
    asked = panel.Panel(
        "", [], "", DUE, [Group("raise", "Raise", raised)], custom_ids.Stamp(1, 1, "blue"), [], CloseUp()
    )

    def labels(shown: panel.Panel) -> list[str | None]:
        buttons = panel_face.build(shown).walk_children()
        return [part.label for part in buttons if isinstance(part, ui.Button)][:2]

    assert labels(asked) == [choice.label for choice in raised]
    assert labels(asked._replace(barred=["Barred " * 100])) == ["My map", "Look again"]


def test_below_a_high_map_there_is_room_for_fewer_lines() -> None:
    answers = [Choice("ride", "Ride", ""), Choice("stay", "Stay", "")]
    news = [f"Line {number}." for number in range(30)]
    asked = panel.Panel(
        "", news, "", DUE, [Group("end", "Or", answers)], custom_ids.Stamp(1, 1, "blue"), [], CloseUp()
    )

    def lines(high: int, guide: Guide | None = None) -> int:
        drawn = BytesIO()
        Image.new("L", (200, high)).save(drawn, "PNG")
        drawn.seek(0)
        return said_by(asked._replace(lesson=guide), Map(drawn, "map.png")).count("Line ")

    assert lines(150) == lines(200) > lines(260) > lines(300)
    # What a lesson says takes its rows of the same room.
    assert lines(150) > lines(150, Guide("Press. " * 20)) > lines(150, Guide("Press. " * 60)) > 0


def test_a_form_has_the_rows_that_a_phone_shows_below_the_map_and_my_map_has_the_rest() -> None:
    written = ["### Marches", *(f"- Stack {number} goes on." for number in range(30))]
    news = [f"Line {number}." for number in range(30)]
    foot = Group("march", "March", [Choice("", "March", "", does=Does.HAND_IN)])
    stacks = Group(
        "move", "Move from", [Choice(f"> {number}", f"Stack {number} …", "") for number in range(9)]
    )
    stamp = custom_ids.Stamp(1, 1, "blue")
    asked = panel.Panel("", news, "", DUE, [stacks, foot], stamp, [], CloseUp(), writing=written)

    def shown(high: int, barred: str = "") -> str:
        drawn = BytesIO()
        Image.new("L", (200, high)).save(drawn, "PNG")
        drawn.seek(0)
        return said_by(asked._replace(barred=[barred] if barred else []), Map(drawn, "map.png"))

    counts = [shown(high).count("goes on") for high in (100, 200, 220, 280)]
    assert counts == sorted({*counts}, reverse=True)
    assert counts[-1] > 0
    assert f"-# And {30 - counts[1]} more lines on **My map**." in shown(200)
    # Small print is not counted.
    asked = asked._replace(writing=[*written, "-# It halts."])
    assert f"-# And {30 - shown(200).count('goes on')} more lines on **My map**." in shown(200)
    asked = asked._replace(writing=written)
    # A hint takes its rows of the same room.
    assert shown(200, "Barred " * 40).count("goes on") < counts[1]
    # What the last press did stands above the map, and is not what the form is opened for.
    assert 0 < shown(200).count("Line ") < 9
    assert "Line 29." in shown(200)
    whole = said_by(asked._replace(writing=written[:8]))
    assert whole.count("goes on") == 7
    assert "more lines on" not in whole


@pytest.mark.parametrize("needed", [0, 3, 12])
def test_a_panel_without_a_map_has_no_more_letters_than_a_message(needed: int) -> None:
    written = [f"- Column {number} goes " + "on and on " * 12 for number in range(30)]
    news = [f"Line {number} " + "tells much " * 12 for number in range(30)]
    barred = ["Nothing else " * 7] * 3
    stamp, opening = custom_ids.Stamp(1, 1, "blue"), Opening("What happened " * 5, "Due " * 20)
    full = panel.Panel("Heading " * 10, news, "Stands " * 228, opening, [], stamp, [], None)
    said = said_by(full._replace(writing=written, needed=needed, barred=barred))
    assert len(said) <= layout.TEXT
    assert all(line.strip() in said for line in written[:needed])
    assert news[-1].strip() in said


def test_what_has_no_room_is_led_to_the_form_that_takes_it() -> None:
    many = [
        Group(
            f"g{number}", f"Group {number}", [Choice(f"act {number} {n}", f"Act {n}", "") for n in range(60)]
        )
        for number in range(12)
    ]
    shown = panel.Panel("", [], "", Opening(), many, custom_ids.Stamp(1, 1, "blue"), [], None)
    written = shown._replace(forms=[Form("arrange", "Enter leaders and their units …", "Units", [])])

    assert "more choices than fit: `/play` takes any" in said_by(shown)
    assert "more choices than fit" not in said_by(written)
    assert "More choices are behind **Enter leaders and their units**" in said_by(written)
    # So says the card where it has the controls.
    leaf = face.Face(Heading("", "", "", 0), [], "", many, shown.stamp, [])
    parts = list(face.build(leaf, None).walk_children())
    assert str(face.TYPED) in [part.content for part in parts if isinstance(part, ui.TextDisplay)]
    assert len(parts) <= layout.COMPONENTS
    # By a map the last lists open from one, and then all have room.
    few = [Group(f"g{n}", f"Group {n}", many[0].choices[:9]) for n in range(16)]
    assert "more choices than fit" in said_by(shown._replace(groups=few))
    assert "more choices than fit" not in said_by(shown._replace(groups=few, close=CloseUp()))
    assert "no room" not in said_by(written._replace(groups=many[:1]))


def _values(row: ui.ActionRow[ui.LayoutView]) -> list[str]:
    found = []
    for item in row.children:
        if isinstance(item, ui.Select):
            assert len(item.options) <= layout.PER_SELECT
            found += [option.value for option in item.options]
        else:
            assert isinstance(item, ui.Button)
            assert item.custom_id is not None
            found.append(Control("", item.custom_id).action)
    return found


async def test_a_panel_turns_to_the_other_seat_of_the_same_person_that_owes(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await sit(table, white=table.camille.id)
    panel = await opened(table, table.camille)
    after = panel_of(await played(panel, table.camille, "commit 1 nantes"))
    assert all(":white" in control.custom_id for control in choices(after))
    assert choices(after)


async def test_the_status_of_a_campaign_that_is_over_tells_the_result(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play_out(table, seed="result")
    campaign = await table.campaign()
    assert campaign.outcome is not None
    outcome = msgspec.json.decode(campaign.outcome, type=Outcome)
    told = said(await table.maxime.slash(table.channel, "campaign status"))
    assert presenter_of(Outposts()).verdict(outcome)[0] in told
