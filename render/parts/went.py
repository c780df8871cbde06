"""Moves in words: for alt texts of maps on which arrows show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.catalogue import N_

WENT: Mapping[str, tuple[N_, N_, N_]] = {
    "march": (
        N_("{side} marched"),
        N_("{side} marched at {end}"),
        N_("{side} marched from {start} to {end}"),
    ),
    "attack": (
        N_("{side} attacked"),
        N_("{side} attacked at {end}"),
        N_("{side} attacked from {start} to {end}"),
    ),
    "reaction": (
        N_("{side} reacted"),
        N_("{side} reacted at {end}"),
        N_("{side} reacted from {start} to {end}"),
    ),
    "retreat": (
        N_("{side} retreated"),
        N_("{side} retreated at {end}"),
        N_("{side} retreated from {start} to {end}"),
    ),
    "exit": (
        N_("{side} left the map"),
        N_("{side} left the map at {end}"),
        N_("{side} left the map from {start} to {end}"),
    ),
    "rout": (
        N_("{side} routed"),
        N_("{side} routed at {end}"),
        N_("{side} routed from {start} to {end}"),
    ),
    "landing": (N_("{side} landed"), N_("{side} landed at {end}"), N_("{side} landed at {end}")),
}
"""The sentences for the manners of a move: without a place, at one, or from one to another."""


def went(manner: str, side: object, path: Sequence[str]) -> str:
    """A move: the side, and its first and last place as far as they are on the map."""
    nowhere, here, from_to = WENT[manner]
    if not path:
        return nowhere(side=side)
    if len(path) == 1:
        return here(side=side, end=path[0])
    return from_to(side=side, start=path[0], end=path[-1])
