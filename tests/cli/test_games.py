"""`simulate`, `fuzz`, `data check` and `commands`."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from PIL import Image

import engines
from bot.app.client import create_bot
from bot.settings import Settings
from data.games import games
from engines.core.record import Record, replay
from engines.levee.actions import Action
from engines.levee.state import State
from engines.levee.title import Levee
from tests.cli.program import TRACE, process, tocsin
from tests.discord.limits import command_faults
from tests.discord.validate import validate_commands
from tests.support import installed

FEW = ("--games", 3, "--seed", "floreal")


@pytest.mark.usefixtures("database")
def test_commands_are_those_of_the_tree_and_valid() -> None:
    ran = process("commands", env=installed.seen())
    assert (ran.status, ran.err) == (0, "")
    printed = json.loads(ran.out)
    tree = create_bot(Settings(), clock=datetime.now).tree
    assert printed == [command.to_dict(tree) for command in tree.get_commands()]
    assert validate_commands(printed) == []
    assert command_faults(printed) == []


def test_a_simulation_can_be_repeated() -> None:
    first, again = tocsin("simulate", *FEW), tocsin("simulate", *FEW)
    other = tocsin("simulate", "--games", 3, "--seed", "prairial")
    assert first.status == again.status == 0
    assert first.out == again.out != other.out
    assert "3 games from seed floreal" in first.out


def test_progress_is_not_among_the_figures() -> None:
    ran = process("simulate", *FEW)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == tocsin("simulate", *FEW).out


def test_a_simulation_can_be_drawn(tmp_path: Path) -> None:
    ran = tocsin("simulate", "--policy", "random", *FEW, "--picture", tmp_path / "figures")
    assert ran.status == 0
    assert ran.out.endswith(f"{tmp_path / 'figures'} shows it.\n")
    with Image.open(tmp_path / "figures") as picture:
        picture.load()
        assert (picture.format, picture.width) == ("PNG", 1200)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("waterloo",), f"There is no title 'waterloo'; there are {', '.join(games())}."),
        (("waterloo", "--pack", "."), f"There is no title 'waterloo'; there are {', '.join(games())}."),
        (("--policy", "bold"), "Levée en Masse has no policy 'bold'; it has random, greedy, adviser."),
        (("--picture", "missing/figures.png"), "There is no folder for missing/figures.png."),
    ],
)
def test_a_simulation_that_cant_be(arguments: tuple[str, ...], reason: str) -> None:
    ran = tocsin("simulate", *arguments)
    assert (ran.status, ran.out, ran.sentence) == (2, "", reason)


@pytest.mark.parametrize("command", ["simulate", "fuzz"])
@pytest.mark.parametrize("games", [0, -1, "many"])
def test_a_number_of_games_that_cant_be(command: str, games: object) -> None:
    ran = tocsin(command, "--games", games)
    assert ran.status == 2
    assert "--games" in ran.err
    assert TRACE not in ran.err


def test_fuzzing_finds_nothing(tmp_path: Path) -> None:
    ran = process("fuzz", *FEW, "--save", tmp_path / "crash.json")
    assert ran.status == 0
    assert ran.out.startswith("3 games, ")
    assert ran.out.endswith(" actions, seed floreal: nothing went wrong.\n")
    assert not (tmp_path / "crash.json").exists()


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth turn ends badly."""
    apply = Levee.apply

    def fail(self: Levee, state: State, seat: str, action: Action, dice: object) -> object:
        if state.turn == 4:
            raise ZeroDivisionError("the assignat is worth nothing")
        return apply(self, state, seat, action, dice)  # type: ignore[arg-type]

    monkeypatch.setattr(Levee, "apply", fail)


@pytest.mark.usefixtures("broken")
def test_a_crash_is_kept_and_reproduced(tmp_path: Path) -> None:
    ran = tocsin("fuzz", *FEW, "--save", tmp_path / "crash.json")
    assert (ran.status, ran.out) == (1, "")
    assert "Game 0: ZeroDivisionError: the assignat is worth nothing." in ran.err
    assert ran.err.endswith(f"{tmp_path / 'crash.json'} leads there.\n")
    record = msgspec.json.decode((tmp_path / "crash.json").read_bytes(), type=Record)
    *_, last = replay(engines.find("levee"), record)
    assert engines.find("levee").chapter(last.state)[0] == 4
    tried = ran.err.partition("The action was ")[2].partition(".\n")[0]
    title = engines.find("levee")
    with pytest.raises(ZeroDivisionError):
        title.apply(last.state, "france", title.parse(last.state, tried), None)  # type: ignore[arg-type]


@pytest.mark.usefixtures("broken")
def test_a_crash_that_cant_be_kept_is_told() -> None:
    ran = tocsin("fuzz", *FEW, "--save", "missing/crash.json")
    assert ran.status == 2
    assert "ZeroDivisionError: the assignat is worth nothing" in ran.err
    assert "missing/crash.json can't be written" in ran.err


def test_a_fuzzed_title_has_to_be_known() -> None:
    ran = tocsin("fuzz", "waterloo")
    assert (ran.status, ran.sentence) == (2, f"There is no title 'waterloo'; there are {', '.join(games())}.")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A sound pack of its own: the project's cards under another name."""
    folder = tmp_path / "house"
    folder.mkdir()
    box = Path(engines.__file__).parents[1] / "data" / "levee"
    (folder / "cards.toml").write_bytes((box / "cards.toml").read_bytes())
    about = (box / "pack.toml").read_text(encoding="utf-8")
    (folder / "pack.toml").write_text(about, encoding="utf-8")
    return folder


def test_a_sound_pack(pack: Path) -> None:
    ran = tocsin("data", "check", pack)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{pack} is a sound pack: ")


def test_a_sound_pack_can_be_simulated(pack: Path) -> None:
    assert tocsin("simulate", *FEW, "--pack", pack).status == 0


def test_a_sound_pack_that_is_no_game_is_told(pack: Path) -> None:
    cards = (pack / "cards.toml").read_text(encoding="utf-8")
    idle = re.sub(
        r"(?m)^((military|special) = \[|\"(military|special)\[).*\n",
        "",
        re.sub(r"(?m)^actions = \d$", "actions = 0", cards),
    )
    (pack / "cards.toml").write_text(idle, encoding="utf-8")
    about = (pack / "pack.toml").read_text(encoding="utf-8").replace("levee-base", "house")
    (pack / "pack.toml").write_text(about, encoding="utf-8")
    ran = tocsin("data", "check", pack)
    assert (ran.status, ran.out) == (1, "")
    assert ran.sentence.endswith("is sound, but can't be played: nobody ever has a choice.")


def test_games_are_simulated_as_campaigns_are_begun(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = (pack / "pack.toml").read_text(encoding="utf-8").replace("levee-base", "house")
    (pack / "pack.toml").write_text(about, encoding="utf-8")
    monkeypatch.setenv("TOCSIN_PACKS", str(pack))
    assert "pack house@" in tocsin("simulate", *FEW).out


@pytest.mark.parametrize(
    "command", [("data", "check"), ("backup",), ("verify",), ("replay",), ("simulate", "--picture")]
)
def test_a_path_that_no_system_takes_is_told(command: tuple[str, ...]) -> None:
    ran = tocsin(*command, f"{'x' * 5000}/y")
    assert ran.status == 2
    assert TRACE not in ran.err


def test_every_fault_of_a_pack_is_listed(pack: Path) -> None:
    cards = (pack / "cards.toml").read_text(encoding="utf-8")
    cards = cards.replace("number = 1\n", "number = 99\n", 1).replace("actions = ", "acts = ", 1)
    (pack / "cards.toml").write_text(cards, encoding="utf-8")
    (pack / "pack.toml").write_text("id = 'house'\ntitle = 'levee'\n", encoding="utf-8")
    ran = tocsin("data", "check", pack)
    faults = ran.out.splitlines()
    assert ran.status == 1
    assert ran.sentence == f"{len(faults)} faults: the pack can't be used."
    assert "pack.toml · name: expected this field" in faults
    assert any(fault.startswith("cards.toml · card 99 · ") for fault in faults)


def test_a_single_fault_is_one(pack: Path) -> None:
    about = (pack / "pack.toml").read_text(encoding="utf-8")
    about = re.sub("^name = .*$", "name = ''", about, flags=re.MULTILINE)
    (pack / "pack.toml").write_text(about, encoding="utf-8")
    ran = tocsin("data", "check", pack)
    assert (ran.status, ran.sentence) == (1, "1 fault: the pack can't be used.")


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_a_pack_is_a_folder(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    ran = tocsin("data", "check", tmp_path / folder)
    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence == f"{tmp_path / folder} is not a folder."


def test_a_simulation_with_a_faulty_pack_says_what_is_wrong(tmp_path: Path) -> None:
    ran = tocsin("simulate", *FEW, "--pack", tmp_path / "missing")
    assert ran.status == 2
    assert ran.err == "The pack can't be used:\nmissing: expected a folder with a pack in it\n"


@pytest.mark.parametrize("arguments", [(), ("--help",), ("data", "--help"), ("import", "--help")])
def test_help_is_given(arguments: tuple[str, ...]) -> None:
    ran = tocsin(*arguments)
    assert "Usage: " in ran.out + ran.err
    assert TRACE not in ran.err


def test_an_unknown_command_is_refused() -> None:
    ran = tocsin("guillotine")
    assert ran.status == 2
    assert "guillotine" in ran.err
