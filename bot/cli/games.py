"""Commands on the games themselves: simulate, fuzz, data check."""

from __future__ import annotations

import io
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import complain, err, say, write
from data.catalogue import _
from data.games import GAMES, half

if TYPE_CHECKING:
    from data.library import AnyPack
    from engines.core.contract import AnyTitle


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(simulate)
    app.command()(fuzz)
    packs = typer.Typer(help="Data packs.", no_args_is_help=True)
    packs.command(name="check")(check)
    app.add_typer(packs, name="data")


def simulate(
    title: Annotated[str, typer.Argument(help="Id of the game.")] = GAMES[0],
    policy: Annotated[str, typer.Option(help="How it is played: greedy or random.")] = "greedy",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 2000,
    seed: Annotated[str, typer.Option(help="Any text; the same gives the same games.")] = "balance",
    scenario: Annotated[
        str | None, typer.Option(help="Id of the scenario; the first if none is named.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An optional rule; `no-` before it leaves it out.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the summary into this PNG file.")] = None,
    pack: Annotated[Path | None, typer.Option(help="Folder of an own pack.")] = None,
) -> None:
    """Play thousands of games by a policy and count how they end."""
    from rich.progress import Progress

    from engines.core.errors import UsageError
    from engines.core.simulate import Played, Setup, play_many, summarise
    from engines.core.summary import panels, summary_text

    played_with = _title(title, pack)
    study = half(title, "player")
    if picture is not None and not picture.absolute().parent.is_dir():
        raise UsageError(_("There is no folder for {picture}", picture=picture))
    rules = {name.removeprefix("no-"): not name.startswith("no-") for name in option or ()}
    setup = Setup(scenario, rules)
    played: list[Played] = []
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(f"{played_with.name}, {policy}", total=games)
        for game in play_many(played_with, study, policy, games, seed, setup=setup):
            played.append(game)
            progress.advance(task)
    summary = summarise(played_with, study, policy, seed, played)
    say(summary_text(summary))
    if picture is not None:
        from render.reports.chart import chart

        sheet = [(panel.title, panel.bars) for panel in panels(summary)]
        drawn = io.BytesIO()
        chart(summary.heading, summary.caption, sheet).save(drawn, "PNG")
        write(picture, drawn.getvalue())
        say(_("{picture} shows it.", picture=picture))


def fuzz(
    title: Annotated[str, typer.Argument(help="Id of the game.")] = GAMES[0],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[str | None, typer.Option(help="Any text; a new one each time by default.")] = None,
    save: Annotated[Path, typer.Option(help="Where a game that crashed is kept.")] = Path("crash.json"),
) -> None:
    """Play random legal games until something goes wrong, and keep a record that reproduces it."""
    import msgspec
    from rich.progress import track

    from engines.core.fuzz import Crash, random_game, random_options

    chosen = _title(title)
    seed = seed or secrets.token_hex(8)
    actions = 0
    numbers = track(
        range(games),
        description=f"{chosen.name}, seed {seed}",
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    for number in numbers:
        try:
            own = f"{seed}-{number}"
            # In every third game the table undoes, edits and rolls.
            game = random_game(chosen, own, options=random_options(chosen, own), meddle=number % 3 == 2)
            actions += len(game.journal)
        except Crash as crash:
            complain(
                _(
                    "Game {number}: {crash}. The action was {action}.",
                    number=number,
                    crash=crash,
                    action=crash.action or _("none"),
                )
            )
            write(save, msgspec.json.format(msgspec.json.encode(crash.record)))
            complain(_("{save} leads there.", save=save))
            raise typer.Exit(1) from None
    say(f"{games} games, {actions} actions, seed {seed}: nothing went wrong.")


def check(
    folder: Annotated[Path, typer.Argument(help="Folder with pack.toml and the files of that game's pack.")],
) -> None:
    """Check an own pack; every fault names file, entry, field and what was expected."""
    import data.packs
    from data.library import no_folder
    from engines.core.errors import UsageError

    if no_folder(folder):
        raise UsageError(_("{folder} is not a folder", folder=folder))
    faults = data.packs.check(folder)
    for fault in faults:
        say(str(fault))
    if faults:
        complain(
            _("{number} fault: the pack can't be used.", number=len(faults))
            if len(faults) == 1
            else _("{number} faults: the pack can't be used.", number=len(faults))
        )
        raise typer.Exit(1)
    pack = data.packs.load(folder)
    why = _unplayable(pack)
    if why:
        complain(_("{name} is sound, but can't be played: {why}.", name=pack.about.name, why=why))
        raise typer.Exit(1)
    say(_("{folder} is a sound pack: {name}.", folder=folder, name=pack.about.name))


def _unplayable(pack: AnyPack) -> str:
    """Why a sound pack is no game; empty if it is one."""
    import engines
    from engines.core.fuzz import Crash, random_game

    try:
        game = random_game(engines.with_pack(pack), "check")
    except Crash as crash:
        return str(crash).removesuffix(".")
    actions = {entry.action for entry in game.journal}
    return "" if len(actions) > 1 else _("nobody ever has a choice")


def _title(game: str, folder: Path | None = None) -> AnyTitle:
    """A game with an own pack, or with the pack that new campaigns use: the first installed one."""
    import data.packs
    import engines
    from bot.app.client import all_titles
    from bot.settings import from_environment
    from engines.packs import PackRegistry

    engines.find(game)
    if folder is not None:
        return engines.with_pack(data.packs.library(game).load(folder))
    return PackRegistry(all_titles(from_environment())).titles[game]
