"""A small pack, frozen for the tests of the rules, but for the tables, which are those of the game."""

from __future__ import annotations

from functools import cache
from typing import Any

from data.valmy import schema
from data.valmy.pack import LIBRARY
from engines.valmy.box import Box

BOXES = {
    "sedan": {"city": "french", "base": "adn"},
    "stenay": {},
    "grandpre": {},
    "verdun": {"city": "allied", "base": "allied"},
    "clermont": {},
    "islettes": {},
    "valmy": {},
    "vouziers": {},
    "chalons": {"city": "french", "base": "adc"},
    "reims": {"city": "french", "exit": True},
    "metz": {},
}
LINES = """
sedan stenay 1, sedan grandpre 2, stenay grandpre 1, stenay verdun 2, verdun clermont 1, verdun metz 3,
clermont grandpre 1, clermont islettes 1, islettes valmy 2, grandpre valmy 3, grandpre vouziers 1,
valmy chalons 1, vouziers reims 2, chalons reims 1
"""
COMMANDS: dict[str, schema.Army] = {
    "nord": "adn",
    "division": "adn",
    "centre": "adc",
    "reserve": "adc",
    "hq": "allied",
    "first": "allied",
    "second": "allied",
    "kohler": "allied",
    "eben": "allied",
}
EXITS = ("first", "second", "kohler", "eben")
LEADERS = {
    # command, rank, then offence, command, defence, initiative
    "dumouriez": ("nord", 3, 2, 8, 2, 4),
    "leveneur": ("division", 2, 1, 6, 1, 3),
    "dietmann": ("division", 1, 1, 6, 0, 2),
    "steinhoffen": ("division", 1, 0, 6, 1, 2),
    "stengel": ("division", 1, 2, 6, 1, 3),
    "kellermann": ("centre", 3, 1, 8, 3, 3),
    "valence": ("reserve", 2, 2, 6, 1, 3),
    "brunswick": ("hq", 3, 2, 8, 2, 3),
    "courbiere": ("first", 2, 1, 6, 2, 3),
    "borch": ("first", 1, 1, 6, 1, 2),
    "kalckreuth": ("second", 2, 1, 5, 1, 3),
    "kohler": ("kohler", 1, 2, 5, 1, 4),
    "eben": ("eben", 1, 1, 5, 1, 4),
}
KINDS = {
    # arm, position, strength, morale, reduced strength and morale
    "foot": ("infantry", "M", 1, 6, (1, 5)),
    "light": ("infantry", "S", 1, 6, (1, 5)),
    "raw": ("infantry", "M", 1, 5, None),
    "horse": ("cavalry", "F", 2, 7, (1, 6)),
    "guard": ("infantry", "M", 2, 8, (1, 7)),
    "hussars": ("cavalry", "F", 2, 8, (2, 7)),
    "riflemen": ("infantry", "S", 1, 9, (1, 8)),
    "free": ("infantry", "S", 1, 6, None),
    "flankers": ("infantry", "F", 1, 6, (1, 5)),
}
UNITS = {
    # prefix: number, kind, command
    "f": (24, "foot", "division"),
    "l": (4, "light", "division"),
    "r": (3, "raw", "division"),
    "h": (6, "horse", "division"),
    "k": (8, "foot", "reserve"),
    "x": (2, "free", "division"),
    "g": (24, "guard", "first"),
    "s": (6, "guard", "second"),
    "u": (8, "hussars", "kohler"),
    "e": (6, "hussars", "eben"),
    "j": (4, "riflemen", "first"),
    "q": (2, "flankers", "first"),
}


@cache
def small() -> Box:
    """The box of the small pack."""
    return Box(_pack())


def _pack() -> schema.Pack:
    ours = LIBRARY.load()
    parts: dict[str, Any] = {
        "board": schema.Board(
            box=[
                schema.Box(id=id, name=id.title(), about="", at=(0.0, 0.0), source={}, **more)  # type: ignore[arg-type]
                for id, more in BOXES.items()
            ]
        ),
        "lines": schema.Lines(
            source={},
            line=[
                schema.Line(between=[one, other], cost=int(cost), road="road")
                for one, other, cost in (line.split() for line in LINES.split(","))
            ],
        ),
        "country": schema.Country(river=[], forest=[]),
        "leaders": schema.Leaders(
            command=[
                schema.Command(
                    id=id,
                    army=army,
                    name=id,
                    short=id,
                    colour="#000000",
                    exits=id in EXITS,
                    source={},
                )
                for id, army in COMMANDS.items()
            ],
            leader=[
                schema.Leader(
                    id=id,
                    name=id.title(),
                    command=command,
                    rank=rank,  # type: ignore[arg-type]
                    face=schema.Ratings(
                        offence=offence, command=units, defence=defence, initiative=initiative
                    ),
                    replacement=schema.Ratings(offence=0, command=units - 2, defence=0, initiative=1),
                    force="late" if command in ("centre", "reserve") else command,
                    life="",
                    source={},
                )
                for id, (command, rank, offence, units, defence, initiative) in LEADERS.items()
            ],
        ),
        "units": schema.Units(
            source={},
            kind=[
                schema.Kind(
                    id=id,
                    name=id,
                    arm=arm,  # type: ignore[arg-type]
                    position=position,  # type: ignore[arg-type]
                    strength=strength,
                    morale=morale,
                    reduced=None
                    if reduced is None
                    else schema.Reduced(strength=reduced[0], morale=reduced[1]),
                    source={},
                )
                for id, (arm, position, strength, morale, reduced) in KINDS.items()
            ],
            unit=[
                schema.Unit(
                    id=f"{prefix}{nth}",
                    name=f"{kind} {prefix}{nth}",
                    kind=kind,
                    command=command,
                    force="late" if command == "reserve" else command,
                )
                for prefix, (number, kind, command) in UNITS.items()
                for nth in range(1, number + 1)
            ],
        ),
        "setup": schema.Setup(
            scenario=[
                schema.Scenario(
                    id="campaign",
                    name="Small",
                    summary="",
                    initiative="french",
                    turn=[schema.Turn(dates=f"day {day}", history="") for day in range(1, 7)],
                    source={},
                )
            ],
            force=[
                *(
                    schema.Force(id=id, name=id, box="sedan" if army == "adn" else "verdun", source={})
                    for id, army in COMMANDS.items()
                    if army != "adc"
                ),
                schema.Force(id="late", name="late", box="metz", turn=2, source={}),
            ],
        ),
        "tables": ours.tables,
    }
    return schema.Pack(**parts, about=ours.about, digest="small")
