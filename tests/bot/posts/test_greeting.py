"""The greeting begins with the game that its channel is named after."""

from __future__ import annotations

import pytest
from discord import ui

from bot.campaigns.lessons import lesson_of
from bot.posts import greeting
from data.games import GAMES
from tests.core.play import TITLES
from tests.support.bot_fixtures import Tables
from tests.support.table import controls, whispered

OWN = {id: TITLES[id] for id in GAMES}


def shown(channel: str) -> list[str]:
    """The first values of all lists and the texts of all buttons, from top to bottom."""
    view = greeting.build(OWN.values(), channel=channel)
    return [
        each.options[0].value if isinstance(each, ui.Select) else str(each.label)
        for each in view.walk_children()
        if isinstance(each, ui.Select | ui.Button)
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("channel", ["{}", "our-{}-campaign"])
def test_a_channel_named_after_a_game_begins_with_it(game: str, channel: str) -> None:
    for name in (game, OWN[game].name.replace(" ", "-").lower()):
        labels = shown(channel.format(name))
        if len(OWN[game].seats) == 1:
            own = [f"Play {OWN[game].name}"]
        else:
            own = ["Play against the automatic player", "Play with people"]
        assert labels[: len(own)] == own
        assert labels[len(own)].startswith("Learn to play (")
        # The buttons are those of this game alone; other games are in the lists.
        assert not any(label.startswith("Play ") for label in labels[len(own) :])


def test_another_channel_begins_with_the_game_for_one() -> None:
    assert shown("general")[0] == "Play Levée en Masse"


async def test_the_buttons_of_a_game_begin_it_in_its_channel(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    hall = table.guild.create_text_channel("la-grande-armee")
    helped = await table.camille.slash(hall, "help")
    assert helped.response is not None
    greeting = helped.response.message

    asked = await table.camille.click(greeting, custom_id="t1:new-open:grande-armee")
    assert "Choose the campaign of La Grande Armée." in whispered(asked)
    assert [each.value for each in controls(asked.followups[0].message)] == [
        f"grande-armee {year}" for year in (1805, 1806, 1809)
    ]
    sides = await table.camille.click(greeting, custom_id="t1:new-against:grande-armee")
    await table.camille.select(sides.followups[0].message, ["grande-armee allied 1809"])
    begun = await table.bot.store.running_in(hall.id)
    assert begun is not None
    assert (begun.scenario, begun.automatic) == ("1809", ["french"])
    await table.bot.campaigns.end(begun, version=begun.version)

    front = table.guild.create_text_channel("valmy")
    there = await table.camille.slash(front, "help")
    assert there.response is not None
    # A game with one scenario asks nothing.
    await table.camille.click(there.response.message, custom_id="t1:new-open:valmy")
    opened = await table.bot.store.running_in(front.id)
    assert opened is not None
    assert (opened.title, opened.status) == ("valmy", "lobby")
    await table.bot.campaigns.end(opened, version=opened.version)
    taught = await table.camille.click(there.response.message, custom_id="t1:learn:valmy")
    begun = await table.bot.store.running_in(front.id)
    assert begun is not None, whispered(taught)
    assert lesson_of(TITLES["valmy"], begun) is not None
