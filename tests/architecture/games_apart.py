"""A kind of contract for `lint-imports`: what games share knows no game, and no game knows another."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

from data.games import GAMES

ROOMS = ("data.{}", "engines.{}", "render.{}", "bot.games.{}", "bot.commands.{}")
"""Where a game's halves lie in the program."""


class GamesApart(Contract):
    """A game's half of a layer is imported from halves of the same game alone; tests may import any."""

    type_name = "games_apart"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Look at every import of every game."""
        strays = sorted(
            f"{importer} -> {imported}"
            for folder in (game.replace("-", "_") for game in GAMES)
            for room in (room.format(folder) for room in ROOMS)
            for imported in {room, *graph.find_descendants(room)}
            for importer in graph.find_modules_that_directly_import(imported)
            if folder not in importer.split(".") and not importer.startswith("tests.")
        )
        return ContractCheck(kept=not strays, metadata={"strays": strays})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say which."""
        for stray in check.metadata["strays"]:
            output.print_error(stray, bold=False)
