"""A bot that is killed leaves no worker behind, whatever the worker is at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.kill.worker_child import KINDS

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds within which a worker must have ended; on a busy machine it is slow to be told."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=lambda end: end.name)
def test_no_worker_outlives_its_bot(kind: str, end: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.kill.worker_child", kind]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        workers = [int(each) for each in bot.stdout.readline().split()]
        assert workers
        assert all(map(lives, workers))
        bot.send_signal(end)
    until = monotonic() + PATIENCE
    while any(map(lives, workers)) and monotonic() < until:
        sleep(0.05)
    left = [worker for worker in workers if lives(worker)]
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    assert not left


def lives(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asks for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
