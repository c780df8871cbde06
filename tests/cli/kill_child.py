"""Run one command of the program again and again, killed one step later each time.

`python -m tests.cli.kill_child TEMPLATE FOLDER ARGUMENT…` works in folders `1`, `2`, … with a copy of the
template's files and prints the number of the first whose command lived. A step is a statement or commit of
the database, or the opening or renaming of a file in the folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from bot.cli import main as program


class Fuse:
    """Kills this process at a step."""

    def __init__(self, steps: int, folder: Path) -> None:
        self.left = steps
        self._folder = str(folder)

    def burn(self, *_: Any) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def _heard(self, name: str, arguments: tuple[Any, ...]) -> None:
        if name in ("open", "os.rename") and str(arguments[0]).startswith(self._folder):
            self.burn()

    def light(self) -> None:
        event.listen(Engine, "before_cursor_execute", self.burn)
        event.listen(Engine, "commit", self.burn)
        sys.addaudithook(self._heard)


def survives(folder: Path, steps: int, arguments: list[str]) -> bool:
    """Run the command in a process of its own; True when it was not killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.environ["TOCSIN_DATABASE"] = str(folder / "tocsin.db")
            sys.argv = ["tocsin", *(argument.replace("{folder}", str(folder)) for argument in arguments)]
            fuse = Fuse(steps, folder)
            fuse.light()
            try:
                program()
            except SystemExit as end:
                code = int(end.code or 0)
            else:
                code = 0
            fuse.burn()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return False
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{arguments} failed by itself at step {steps}")
    return True


def main(template: Path, folder: Path, arguments: list[str]) -> None:
    steps = 0
    alive = False
    while not alive:
        steps += 1
        shutil.copytree(template, folder / str(steps))
        alive = survives(folder / str(steps), steps, arguments)
    print(steps, file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
