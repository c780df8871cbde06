"""What is made once is that of the thing it is asked of."""

from __future__ import annotations

from render.once import once


def test_it_is_made_again_for_another_thing_alone() -> None:
    asked: list[str] = []

    def make(thing: str) -> str:
        asked.append(thing)
        return thing.upper()

    made = once(make)
    first, second = "pack", "other"
    assert [made(first), made(first), made(second), made(first)] == ["PACK", "PACK", "OTHER", "PACK"]
    assert asked == [first, second, first]


def test_all_its_things_count_and_how_they_are_named() -> None:
    asked: list[tuple[str, str]] = []

    def make(thing: str, *, by: str = "none") -> str:
        asked.append((thing, by))
        return thing + by

    made, thing, by = once(make), "pack", "hand"
    assert [made(thing), made(thing, by=by), made(thing, by=by), made(by, by=thing), made(thing)] == [
        *("packnone", "packhand", "packhand"),
        *("handpack", "packnone"),
    ]
    assert asked == [(thing, "none"), (thing, by), (by, thing), (thing, "none")]
