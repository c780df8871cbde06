"""`tocsin referee` as another program drives it; what it answers is tested with the referee itself."""

from __future__ import annotations

import json
import subprocess

from tests.cli.program import command, environment, process

TITLES = '{"op": "titles"}\n'


def test_standard_output_carries_replies_and_nothing_else() -> None:
    requests = [
        TITLES,
        '{"op": "new", "title": "levee", "seed": "1793"}\n',
        "vive la nation\n",
        '{"op": "legal", "seat": "france"}\n',
        '{"op": "record"}',
    ]
    ran = process("referee", text="".join(requests))
    assert (ran.status, ran.err) == (0, "")
    assert [json.loads(line)["ok"] for line in ran.out.splitlines()] == [True, True, False, True, True]


def test_no_input_ends_it_well_and_settings_of_the_bot_do_not_concern_it() -> None:
    ran = process("referee", env={"TOCSIN_SYNC": "sometimes", "TOCSIN_DATABASE": "/proc/x"})
    assert (ran.status, ran.out, ran.err) == (0, "", "")


def test_it_ends_quietly_when_nobody_reads_on() -> None:
    with subprocess.Popen(
        command("referee"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as referee:
        assert referee.stdin and referee.stdout and referee.stderr  # noqa: PT018
        referee.stdin.write(TITLES.encode())
        referee.stdin.flush()
        assert json.loads(referee.stdout.readline())["ok"]
        referee.stdout.close()
        referee.stdin.write(TITLES.encode())
        referee.stdin.close()
        assert referee.wait(150) == 0
        assert referee.stderr.read() == b""
