"""Lines that are no requests are answered with `usage`, and the referee goes on."""

from __future__ import annotations

import pytest

from tests.referee.talk import Talk, error

LINES = [
    b"",
    b" ",
    b"\x00",
    b"nonsense",
    b"{",
    b"{}",
    b"[]",
    b"[{}]",
    b"null",
    b"5",
    b'"state"',
    b"{} {}",
    b'{"op": "state"} extra',
    b"{'op': 'state'}",
    b'{"op": "state",}',
    b'{"op": NaN}',
    b'{"op": null}',
    b'{"op": 5}',
    b'{"op": ["state"]}',
    b'{"op": {"op": "state"}}',
    b'{"Op": "state"}',
    b'{"op": "STATE"}',
    b'{"op": "__init__"}',
    b'{"op": "\xff"}',
    b'{"op": "\\ud800"}',
    b"\xef\xbb\xbf{}",
    b'{"op":"state"}'.decode().encode("utf-16"),
    b"[" * 100_000,
    b'{"op":' * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"op":"state","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"op":"dice","faces":[1' + b"0" * 100_000 + b"]}",
    b'{"op":"' + b"x" * 3_000_000 + b'"}',
    b"x" * 3_000_000,
]


def test_a_malformed_line_is_refused(playing: Talk) -> None:
    before = playing.everything()
    for number, line in enumerate(LINES):
        assert error(playing.line(line))["kind"] == "usage", number
        assert playing.everything() == before, number


@pytest.mark.parametrize(
    "shape",
    [
        b'{"op": %s}',
        b'{"op": "dice", "faces": %s}',
        b'{"op": "act", "seat": "france", "action": %s}',
        b'{"op": "load", "title": "levee", "state": {"turn": %s}}',
        b'{"op": "new", "title": "levee", "options": {"spirit-of-89": %s}}',
        b'{"op": "stack", "deck": "headlines", "cards": %s}',
        (
            b'{"op": "replay", "record": {"title": "levee", "pack": "", "scenario": "", "options": {}, '
            b'"seed": null, "commitment": null, "start": {"turn": %s}, "opening": [], "opening_digest": "", '
            b'"journal": []}}'
        ),
    ],
    ids=["op", "dice", "act", "load", "new", "stack", "replay"],
)
def test_nesting_at_the_edge_of_what_can_be_read_is_refused(playing: Talk, shape: bytes) -> None:
    before = playing.everything()
    for depth in range(850, 1050, 7):
        assert error(playing.line(shape % (b"[" * depth + b"]" * depth)))["kind"], depth
        assert playing.everything() == before, depth


def test_fields_that_nobody_asked_for_are_ignored(playing: Talk) -> None:
    assert playing.done("legal", seat="france", mood="sour") == playing.done("legal", seat="france")


def test_the_last_of_two_equal_keys_counts(playing: Talk) -> None:
    assert playing.line(b'{"op": "dance", "op": "state"}')["ok"]
