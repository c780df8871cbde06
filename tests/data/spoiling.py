"""Make copies of packs faulty, and say where faults were found."""

from __future__ import annotations

from pathlib import Path

from data.schema import Fault


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    """Replace the first `old` in a file, which has to be there."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def places(faults: list[Fault]) -> list[tuple[str, str, str]]:
    """File, entry and field of each fault."""
    return [(fault.file, fault.entry, fault.field) for fault in faults]
