"""A verb is one declaration and one handler: what is made of them, shown by a verb that *Sprint* lacks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import discord
import msgspec
import pytest
from discord import app_commands

from bot.interactions.host import group
from engines.core.declared import NUMBER, Field, Kind
from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.core.events import Event
from tests.toy.sprint.bot import SprintPresenter
from tests.toy.sprint.bot.commands import GAME, SEATS
from tests.toy.sprint.data import Board
from tests.toy.sprint.engine.actions import Walk
from tests.toy.sprint.engine.events import Advanced
from tests.toy.sprint.engine.handlers import HANDLERS, Handler, advance
from tests.toy.sprint.engine.state import State
from tests.toy.sprint.engine.title import Sprint


class Jump(msgspec.Struct, frozen=True, tag="jump"):
    """Jump over hurdles."""

    like: ClassVar = "jump 2 for north"
    hurdles: Annotated[int, Field(NUMBER, about="How many hurdles")]
    cheer: Annotated[str, Field(Kind(lambda _, name: name), "for", "Whom")] = ""


def jump(board: Board, state: State, seat: str, action: Jump, dice: Dice) -> list[Event]:
    return [advance(state, seat, action.hurdles)]


class Hurdles(Sprint):
    """*Sprint* with one verb more."""

    handlers = {**HANDLERS, Jump: Handler(lambda state: [Jump(1), Jump(2)] if state.round else [], jump)}


TITLE: Any = Hurdles()


@pytest.fixture
def race() -> Any:
    """Both stakes are made, and North is to run."""
    state: Any = TITLE.setup("meadow", {}, Dice("race")).state
    for seat in TITLE.seats:
        state = TITLE.apply(state, seat, TITLE.parse(state, "stake 1", seat), Dice("race")).state
    return state


def test_its_notation_is_read_and_written(race: State) -> None:
    for text, action in (("jump 2", Jump(2)), ("jump 1 for south", Jump(1, "south"))):
        assert TITLE.parse(race, text, "north") == action
        assert TITLE.notation(action) == text
    assert TITLE.parse(race, "J 2", "north") == Jump(2)
    for text, why in (
        ("jump", "'jump' wants more after it: jump 2 for north"),
        ("jump 2 for", "'jump' wants more after it: jump 2 for north"),
        ("jump high", "'high' is not a number of 1 or more"),
    ):
        with pytest.raises(NotationError) as refused:
            TITLE.parse(race, text, "north")
        assert refused.value.message == why
        assert "jump 1" in refused.value.choices


def test_it_is_legal_and_carried_out_by_its_handler(race: State) -> None:
    assert TITLE.legal_actions(race, "north") == [Walk(), *TITLE.legal_actions(race, "north")[1:]]
    assert Jump(2) in TITLE.legal_actions(race, "north")
    step = TITLE.apply(race, "north", Jump(2), Dice("race"))
    assert step.events == [Advanced("north", 0, 2)]
    assert step.state.fields == {"north": 2, "south": 0}


def test_its_slash_command_has_its_fields_as_options() -> None:
    made = group("sprint", "Play Sprint.", [GAME.declared(Jump, SEATS)])
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(made)
    (command,) = made.to_dict(tree)["options"]
    assert (command["name"], command["description"]) == ("jump", "Jump over hurdles.")
    assert [
        (option["name"], option["description"], option["required"], option["autocomplete"])
        for option in command["options"]
    ] == [("hurdles", "How many hurdles", True, True), ("cheer", "Whom", False, True)]


def test_options_are_values_of_the_action_and_no_line_is_glued(race: State) -> None:
    here = SEATS.make(SprintPresenter(TITLE), race, "north", None)
    assert here.filled(Jump, {"hurdles": "2", "cheer": "South"}) == Jump(2, "south")
    assert here.filled(Jump, {"hurdles": 2}) == Jump(2)
    # The only typed option may hold the whole verb; besides others it is only its own field.
    assert here.filled(Jump, {"hurdles": "2 for south"}) == Jump(2, "south")
    with pytest.raises(NotationError, match="'2 for south' is not a number"):
        here.filled(Jump, {"hurdles": "2 for south", "cheer": "north"})


def test_it_is_completed_and_labelled_as_it_is_offered(race: State) -> None:
    words = SprintPresenter(TITLE)
    here = SEATS.make(words, race, "north", None)
    offers = here.values(Jump, "hurdles", SimpleNamespace(cheer=None), "")
    assert [(offer.name, offer.value) for offer in offers] == [("1", "1"), ("2", "2")]
    assert [offer.value for offer in here.values(Jump, "hurdles", SimpleNamespace(cheer=None), "2")] == ["2"]
    labels = [choice.label for choice in words.choices(race, "north")]
    assert labels == ["Walk", "Run", "Jump 1", "Jump 2"]
