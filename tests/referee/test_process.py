"""The referee as other programs meet it: a process that reads lines and writes lines."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from bot.referee import serve

ROOT = Path(__file__).parents[2]
SERVE = "import sys; from bot.referee import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
CONVERSATION = [
    b'{"op": "titles"}',
    b'{"op": "new", "title": "levee", "scenario": "base", "options": {}, "seed": "any text"}',
    b'{"op": "dice", "faces": [6]}',
    b'{"op": "act", "seat": "france", "action": "political republic"}',
    b"nonsense",
    b"\xff\xfe",
    b"",
    b'{"op": "act", "seat": "france", "action": "military austria"}',
    '{"op": "act", "seat": "france", "action": "politique é"}'.encode(),
    b'{"op": "view", "seat": null}\r',
    b'{"op": "state"}',
]


def test_one_line_in_one_line_out_in_order_and_status_0() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVE],
        input=b"\n".join(CONVERSATION),
        capture_output=True,
        cwd=ROOT,
        timeout=150,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"\n")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [
        True, True, True, True, False, False, False, False, False, True, True,
    ]  # fmt: skip
    kinds = [reply["error"]["kind"] for reply in replies if not reply["ok"]]
    assert kinds == ["usage", "usage", "usage", "illegal", "notation"]
    assert replies[9]["view"]["tracks"] == replies[10]["state"]["tracks"]


def test_each_reply_is_written_before_the_next_request_is_read() -> None:
    """A program may wait for its answer before it asks again."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request in CONVERSATION[:4]:
            process.stdin.write(request + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0


def test_no_input_gives_no_output() -> None:
    replies = BytesIO()
    serve(BytesIO(b""), replies)
    assert replies.getvalue() == b""
