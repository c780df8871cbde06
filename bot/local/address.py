"""The address of the page: the same at each opening, so that a bookmark and an open tab find it again."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Address(NamedTuple):
    """The page's port, and the key that a player needs."""

    port: int
    key: str


def kept(file: Path | None, port: int) -> Address:
    """The address of the last opening; another port if that is taken, a new key if none is stored.

    :param port: the wanted port, or 0.
    """
    last, key = 0, secrets.token_urlsafe(32)
    with suppress(OSError, ValueError):
        if file is not None:
            number, old = file.read_text(encoding="ascii").split()
            last, key = int(number), old
    return Address(port or (last if _free(last) else 0), key)


def keep(file: Path | None, address: Address) -> None:
    """Store the address for the next opening, readable only by its owner."""
    if file is not None:
        with suppress(OSError):
            opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(opened, "w", encoding="ascii") as noted:
                noted.write(f"{address.port} {address.key}\n")


def _free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True
