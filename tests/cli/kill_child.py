"""Run one command of the program again and again, killed one step later each time.

`python -m tests.cli.kill_child TEMPLATE FOLDER STRIDE ARGUMENT…` works in a folder for each step, or each so
many steps, with a copy of the template's files and prints the number of the first whose command lived. A
step is a statement or commit of the database, or the opening or renaming of a file in the folder.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from bot.cli import main as program
from tests.support.killing import Fuse, first_to_live, lives


def run(folder: Path, arguments: list[str]) -> None:
    os.environ["TOCSIN_DATABASE"] = str(folder / "tocsin.db")
    sys.argv = ["tocsin", *(argument.replace("{folder}", str(folder)) for argument in arguments)]
    try:
        program()
    except SystemExit as end:
        if end.code:
            raise


def killed(folder: Path, steps: int, arguments: list[str]) -> None:
    fuse = Fuse(steps)

    def heard(name: str, arguments: tuple[Any, ...]) -> None:
        if name in ("open", "os.rename") and str(arguments[0]).startswith(str(folder)):
            fuse.burn(name)

    fuse.listen()
    sys.addaudithook(heard)
    fuse.light()
    run(folder, arguments)
    fuse.burn("the end")


def main(template: Path, root: Path, stride: int, arguments: list[str]) -> None:
    def copy(name: str) -> Path:
        return shutil.copytree(template, root / name)

    # Once in this process, so that its children find all that is made at first use.
    run(copy("ready"), arguments)

    def lived(steps: int) -> bool:
        folder = copy(str(steps))
        return lives(lambda: killed(folder, steps, arguments), f"{arguments} at step {steps}")

    print(first_to_live(lived, stride), file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
