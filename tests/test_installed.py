"""Games of others: an installed one is seen everywhere with nothing else touched, a broken one nowhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from data.games import GAMES, GROUP
from tests.cli.program import Ran, process
from tests.support import installed

TOY = Path(__file__).parent / "toy"
OVER_ALL = (
    "tests/core/test_conformance.py",
    "tests/core/test_conformance_seats.py",
    "tests/core/test_conformance_table.py",
    "tests/core/test_secrets.py",
    "tests/data/test_packs.py",
    "tests/bot/app/test_tree.py",
)
"""Suites that run over every game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy game, built and installed as any package is, into a folder of its own."""
    target = tmp_path_factory.mktemp("site-packages")
    uv = Path(sys.executable).with_name("uv")
    options = ["--quiet", "--offline", "--no-deps", "--no-build-isolation", "--python", sys.executable]
    subprocess.run([uv, "pip", "install", *options, "--target", target, TOY], check=True)
    return target


def seeing(*folders: Path) -> dict[str, str]:
    """The environment of a process in which what lies in the folders is installed."""
    path = os.pathsep.join(map(str, [installed.ROOT, *folders]))
    return {"PYTHONPATH": path, "TOCSIN_DATABASE": str(folders[-1] / "tocsin.db")}


def tocsin(*arguments: str, among: tuple[Path, ...], text: str = "") -> Ran:
    """The program where what lies in those folders is installed."""
    return process(*arguments, text=text, env=seeing(*among))


def titles(*among: Path) -> tuple[list[str], str]:
    """The games that the referee knows there, and what is in the log."""
    done = tocsin("referee", among=among, text='{"op": "titles"}\n')
    return [title["id"] for title in json.loads(done.out)["titles"]], done.err


def install(folder: Path, name: str, package: str, files: Mapping[str, str]) -> None:
    """Lay a package with an entry point into a folder, as an installer does."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {package}\n")
    for file, source in files.items():
        (folder / package / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / package / file).write_text(source)


def test_the_program_knows_a_game_that_is_installed(folder: Path) -> None:
    assert titles(folder) == ([*GAMES, "sprint"], "")
    fuzzed = tocsin("fuzz", "sprint", "--games", "10", among=(folder,))
    assert fuzzed.out.startswith("10 games, "), fuzzed.err
    simulated = tocsin("simulate", "sprint", "--games", "20", among=(folder,))
    assert "Sprint, policy greedy: 20 games" in simulated.out
    commands = json.loads(tocsin("commands", among=(folder,)).out)
    (rules,) = (command for command in commands if command["name"] == "rules")
    (game,) = (option for option in rules["options"] if option["name"] == "game")
    assert {"name": "Sprint · Two runners and a meadow", "value": "sprint"} in game["choices"]


def test_the_suites_over_all_games_hold_it_to_the_contract(folder: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-v",
            "-p",
            "no:cacheprovider",
            "-n",
            "0",
            "-k",
            "sprint",
            *OVER_ALL,
        ],
        cwd=installed.ROOT,
        env={**os.environ, **seeing(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for suite in OVER_ALL:
        assert re.search(rf"^{suite}::\S+\[.*sprint.*\] PASSED", done.stdout, re.MULTILINE), suite


DATA = {"data.py": "class LIBRARY: base_folder = load = check = None"}
WHOLE = {
    **DATA,
    "engine/__init__.py": "class TITLE: id = 'mute'",
    "engine/player/policy.py": "class STUDY: policies = levels = stages = stage = None",
    "render.py": "class ARTIST: draw = alt = None",
    "bot/__init__.py": "class GAME: presenter = channel = topic = None",
}
BROKEN = {
    "levee": ({}, "the id is that of a game of Tocsin's own"),
    "No Game": ({}, "an id is a small letter with up to 30 small letters, digits and hyphens after it"),
    "empty": ({}, "broken2.data of 'empty' can't be imported: ModuleNotFoundError: "),
    "bare": ({"data.py": ""}, "broken3.data of 'bare' has no LIBRARY"),
    "cracked": (
        {**DATA, "engine.py": "1 / 0"},
        "broken4.engine of 'cracked' can't be imported: ZeroDivisionError: division by zero",
    ),
    "quitter": (
        {**DATA, "engine.py": "raise SystemExit('a library is missing')"},
        "broken5.engine of 'quitter' can't be imported: SystemExit: a library is missing",
    ),
    "hollow": (
        {**WHOLE, "engine/__init__.py": "TITLE = lambda: None"},
        "broken6.engine.TITLE can't be made: AttributeError: 'NoneType' object has no attribute 'id'",
    ),
    "mute": (
        {**WHOLE, "bot/commands.py": "COMMANDS = 5"},
        "broken7.bot.commands.COMMANDS can't be made: TypeError: 'int' object is not callable",
    ),
    "painted": (
        {**WHOLE, "render.py": "ARTIST = 5"},
        "ARTIST in broken8.render of 'painted' is of a wrong kind: int without draw",
    ),
}
"""Ids, what the package holds beside its `__init__.py`, and why the game can't be played."""


def test_a_broken_game_is_left_out_with_a_sentence_and_others_are_not(folder: Path, tmp_path: Path) -> None:
    for number, (name, (files, _)) in enumerate(BROKEN.items()):
        install(tmp_path, name, f"broken{number}", {"__init__.py": "", **files})
    install(tmp_path, "dash", "dash", {})
    (tmp_path / "dash").symlink_to(folder / "sprint")
    known, logged = titles(folder, tmp_path)
    assert known == [*GAMES, "sprint"]
    doctor = tocsin("doctor", "--offline", among=(folder, tmp_path))
    assert doctor.status == 1
    assert re.search(r"^✔ .*Sprint \(sprint@", doctor.out, re.MULTILINE)
    reasons = {name: (f"broken{n}", reason) for n, (name, (_, reason)) in enumerate(BROKEN.items())}
    for name, (package, reason) in {**reasons, "dash": ("dash", "the id of dash.engine.TITLE is 's")}.items():
        sentence = f"The game {name!r} of {package} is left out: {reason}"
        assert sentence in logged
        assert f"✘ {sentence}" in doctor.out
