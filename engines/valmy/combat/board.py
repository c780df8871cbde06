"""The battle board: the places of units, and who faces whom (9.2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from data.catalogue import N_
from data.nouns import listed
from data.sentences import _l
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.box import Box, enemy
from engines.valmy.combat.actions import DEPLOY_AUTO, Deploy
from engines.valmy.combat.events import Deployed
from engines.valmy.combat.frames import Battle, Board, Deploying, Place
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import DEPLOYMENT, DeployOrder
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, leaders_in, units_in

OPEN: dict[str, tuple[Place, ...]] = {
    "S": ("skirmish",),
    "M": ("main", "reserve"),
    "F": ("left", "right", "reserve"),
}
"""The places where a unit may be deployed by its position (Y-9.2.1-c); it gets to others later."""


def battle_of(state: State) -> Battle:
    """The battle under way."""
    return next(frame for frame in reversed(state.stack) if isinstance(frame, Battle))


def board_of(state: State) -> Board:
    """The battle board of the battle that is being fought."""
    board = battle_of(state).board
    assert board is not None
    return board


def set_board(ctx: Resolution, **changes: object) -> None:
    """Change the board."""
    stack = ctx.state.stack
    place = max(nth for nth, frame in enumerate(stack) if isinstance(frame, Battle))
    battle = stack[place]
    assert isinstance(battle, Battle)
    stack[place] = replace(battle, board=replace(battle.board or Board(), **changes))


def put(ctx: Resolution, units: Iterable[str], place: Place) -> None:
    """Move units from one box of the board to another."""
    board = board_of(ctx.state)
    set_board(ctx, places={**board.places, **dict.fromkeys(units, place)})


def standing(box: Box, state: State, side: Side, *places: Place) -> list[str]:
    """Units of a side in boxes of the board."""
    battle = battle_of(state)
    known = battle.board.places if battle.board is not None else {}
    return [id for id in units_in(box, state, battle.box, side) if known.get(id) in places]


def chiefs(box: Box, state: State, side: Side, place: Place) -> list[str]:
    """Leaders of a side in a box of the board."""
    battle = battle_of(state)
    known = battle.board.places if battle.board is not None else {}
    return [id for id in leaders_in(box, state, battle.box, side) if known.get(id) == place]


def line(box: Box, state: State, side: Side) -> list[str]:
    """Units of a side in Main and Reserve."""
    return standing(box, state, side, "main", "reserve")


def foot(box: Box, units: Iterable[str]) -> list[str]:
    """Units other than cavalry."""
    return [id for id in units if box.unit[id].arm != "cavalry"]


def by_default(box: Box, state: State, side: Side) -> dict[str, Place]:
    """All M in Main, F split over the flanks, leaders in Main (I-6)."""
    place = battle_of(state).box
    places: dict[str, Place] = {}
    flank = 0
    for unit in units_in(box, state, place, side):
        position = box.unit[unit].position
        if position == "F":
            places[unit] = OPEN["F"][flank % 2]
            flank += 1
        else:
            places[unit] = OPEN[position][0]
    places.update(dict.fromkeys(leaders_in(box, state, place, side), "main"))
    return places


class Deployment(Handler[Deploying, Deploy]):
    """The defender first, and the attacker sees it (Y-9.2.1-b)."""

    kind, case = "deployment", "9.2.1"
    prompt = N_("Put your units on the battle board")
    wants = N_("where units stand on the battle board")
    usual = DEPLOY_AUTO

    def legal(self, box: Box, state: State, frame: Deploying) -> list[Deploy]:
        return [DEPLOY_AUTO]

    def refusal(self, box: Box, state: State, frame: Deploying, action: Deploy) -> Refusal | None:
        if action.boxes is None:
            return None
        place = battle_of(state).box
        units, leaders = units_in(box, state, place, frame.side), leaders_in(box, state, place, frame.side)
        named = [id for _, who in action.boxes for id in who]
        twice = next((id for id in named if named.count(id) > 1), None)
        if twice:
            return Refusal(
                "Y-9.2.1-a", _l("{twice} stands in one box of the board, not in two", twice=box.name(twice))
            )
        stray = next((id for id in named if id not in {*units, *leaders}), None)
        if stray:
            return Refusal("Y-9.2.1-a", _l("{name} is not yours in this battle", name=box.name(stray)))
        if set(units) - set(named):
            missing = next(id for id in units if id not in named)
            return Refusal("Y-9.2.1-c", _l("{missing} has no box", missing=box.name(missing)))
        for where, who in action.boxes:
            for id in who:
                if id in box.unit and where not in OPEN[box.unit[id].position]:
                    return Refusal(
                        "Y-9.2.1-c",
                        _l(
                            "{name} is deployed to {fits}, not to {where}",
                            name=box.name(id),
                            fits=listed(OPEN[box.unit[id].position], "or"),
                            where=where,
                        ),
                    )
                if id in box.leader and where == "skirmish":
                    return Refusal("A-9.2.1-2", _l("Leaders stand in Main, in Reserve or on a flank"))
        main = [id for where, who in action.boxes if where == "main" for id in who if id in box.unit]
        if not main and any(box.unit[id].position == "M" for id in units):
            return Refusal("A-9.2.1-3", _l("Main is not left empty while a unit can stand in it"))
        return None

    def ordered(self, box: Box, state: State, frame: Deploying, order: str) -> Deploy | None:
        """The strongest in Main, cavalry and leaders where the order puts them."""
        said, battle = DEPLOYMENT.one(order), battle_of(state)
        assert said is not None
        if said.away and frame.side == battle.attacker:
            return None
        if said in (DeployOrder(), DeployOrder(away=True)):
            return DEPLOY_AUTO
        places: dict[str, str] = {**by_default(box, state, frame.side)}
        line_ = sorted(
            (id for id, place in places.items() if place == "main" and id in box.unit),
            key=lambda id: (-face(box, state, id).strength, -face(box, state, id).morale),
        )
        if said.line is not None:
            places.update(dict.fromkeys(line_[said.line :], "reserve"))
        for id in places:
            if id in box.leader:
                places[id] = said.leaders
            elif box.unit[id].position == "F" and said.horse != "split":
                places[id] = said.horse
        boxes = dict.fromkeys(places.values())
        return Deploy(tuple((where, tuple(id for id in places if places[id] == where)) for where in boxes))

    def act(self, ctx: Resolution, frame: Deploying, action: Deploy) -> None:
        box, state = ctx.box, ctx.state
        places = by_default(box, state, frame.side)
        if action.boxes is not None:
            places = {
                **dict.fromkeys(leaders_in(box, state, battle_of(state).box, frame.side), "main"),
                **{id: where for where, who in action.boxes for id in who},  # type: ignore[misc]
            }
        ctx.pop()
        set_board(ctx, places={**board_of(state).places, **places})
        ctx.say(Deployed(frame.side, places))  # type: ignore[arg-type]


def withdraws(box: Box, state: State) -> Side | None:
    """The side without units in Main and Reserve, before an enemy who has some (A-9.2.12-3)."""
    battle = battle_of(state)
    for side in (battle.attacker, enemy(battle.attacker)):
        if not line(box, state, side) and line(box, state, enemy(side)):
            return side
    return None
