"""Random play at length, with the laws checked on the way: `python -m tests.vendee.soak 10000`.

Every game has options of its own, and in every twentieth the table meddles. Seeds are told, so that
whatever goes wrong can be played again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from engines.core.fuzz import Crash, random_game
from tests.vendee.laws import Lawful

MEDDLED = 20
"""One game in so many is meddled with."""


def soak(title: Lawful, seed: int) -> Crash | None:
    """One game; what went wrong, or None."""
    chooser = random.Random(f"options {seed}")
    options = {option.id: chooser.random() < 0.5 for option in title.options}
    try:
        random_game(title, f"soak {seed}", options=options, meddle=seed % MEDDLED == 0)
    except Crash as crash:
        return crash
    return None


def main() -> int:
    """Play, and say how many games ran clean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--every", type=int, default=40, help="how often the costly laws are checked")
    wanted = parser.parse_args()
    title = Lawful()
    title.every, title.seldom = wanted.every, 4
    failed, began = 0, time.monotonic()
    for count in range(1, wanted.games + 1):
        crash = soak(title, wanted.first + count - 1)
        if crash is not None:
            failed += 1
            print(f"seed {wanted.first + count - 1}: {crash}; action {crash.action}", flush=True)
        if count % 100 == 0 or count == wanted.games:
            seconds = time.monotonic() - began
            print(f"{count} games, {failed} failed, {title.applied} actions, {seconds:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
