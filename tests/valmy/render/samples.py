"""Views of positions, so that a picture can be tested without playing to it."""

from __future__ import annotations

from functools import cache
from itertools import cycle

from data.valmy.pack import LIBRARY
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.game import Game
from engines.valmy.combat.frames import Battle, Board, Place
from engines.valmy.frames import Activations
from engines.valmy.state import Leader, State, Unit, put_leaders, put_units
from engines.valmy.title import Valmy
from engines.valmy.view import View
from engines.valmy.view import view as seen_by
from render.valmy import Blow, Move

PACK = LIBRARY.load()
BOX = Valmy().box
AREAS = list(BOX.boxes)


def view(state: State, seat: Side | None = None) -> View:
    """A position as a side sees it, or the public."""
    return seen_by(BOX, state, seat)


@cache
def start() -> State:
    """The first activation of a game, units spread evenly over their leaders."""
    title = Valmy()
    game = Game(title, seed="render")
    while game.decisions[0].kind == "set-up":
        assert isinstance(game.state, State)
        seat = game.decisions[0].seat
        game.act(seat, title.legal_actions(game.state, seat)[0])
    assert isinstance(game.state, State)
    return game.state


def crowded() -> State:
    """Every box of the map taken, some by both sides, leaders and units all over it."""
    state = start().copy()
    places = cycle(AREAS)
    for id in BOX.leader:
        put_leaders(
            state, {id: Leader("map", next(places), spent=len(id) % 3 == 0, replaced=len(id) % 4 == 0)}
        )
    for number, id in enumerate(BOX.unit):
        reduced = number % 5 == 0 and BOX.unit[id].steps == 2
        put_units(state, {id: Unit("map", next(places), reduced=reduced, spent=number % 2 == 0)})
    state.control["verdun"], state.control["reims"] = "french", "allied"
    return state


def fight(units: int = 60, lost: int = 0) -> State:
    """A Major Battle at Valmy with so many units of each side on the board, and some of them gone."""
    state = start().copy()
    places: dict[str, Place] = {}
    order: dict[str, tuple[Place, ...]] = {
        "S": ("skirmish", "reserve"),
        "M": ("main", "main", "main", "reserve"),
        "F": ("left", "right"),
    }
    for side in SIDES:
        for number, id in enumerate(BOX.units_of[side][:units]):
            put_units(state, {id: Unit("eliminated") if number < lost else Unit("map", "valmy")})
            ways = order[BOX.unit[id].position]
            places[id] = ways[number % len(ways)]
        for id in BOX.leaders_of[side][:6]:
            put_leaders(state, {id: Leader("map", "valmy")})
            places[id] = "main"
    first = [id for id, place in places.items() if place == "main" and id in BOX.unit][:1]
    named = dict.fromkeys(first, 2)
    state.stack = [
        Activations("french"),
        Battle("valmy", "allied", kind="major", boosts=named, board=Board(2, places)),
    ]
    return state


def blows(state: State) -> tuple[Blow, ...]:
    """An exchange of every kind on the board of `fight`."""
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    assert battle.board is not None
    found: dict[tuple[Side, str], list[str]] = {}
    for id, place in battle.board.places.items():
        if id in BOX.unit:
            found.setdefault((BOX.unit[id].side, place), []).append(id)
    return (
        Blow("french", "fire", tuple(found["french", "main"]), "3 hits"),
        Blow("allied", "fire", tuple(found["allied", "reserve"][:1]), "no hit", "skirmish"),
        Blow("allied", "charge", tuple(found["allied", "left"]), "drives them off, a step lost"),
        Blow("french", "counter-charge", tuple(found["french", "right"]), "all shattered"),
        Blow("allied", "melee", tuple(found["allied", "main"]), "1 step lost for 2"),
        Blow("french", "loss", tuple(found["french", "main"][:2])),
    )


MOVES = (
    Move("french", ("sedan", "la-berliere", "buzancy", "grandpre")),
    Move("allied", ("verdun", "clermont-en-argonne", "les-islettes"), "attack"),
    Move("french", ("les-islettes", "sainte-menehould"), "retreat"),
    Move("french", ("chalons", "suippes"), "reaction"),
    Move("allied", ("reims", "west"), "exit"),
    Move("allied", ("valmy",), "attack"),
)
