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
