"""Events of every type go through JSON and come back as what they were."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.sentences import Sentence
from engines.core.events import Event
from engines.core.record import replay
from tests.core.play import TITLES, all_on, fuzzed, replays
from tests.support.depth import depth, seed

NAMES = st.text()


def _sentences(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Sentence]:
    parts = st.integers() | NAMES | st.lists(NAMES, max_size=3).map(tuple) | inner
    return st.builds(
        Sentence,
        text=NAMES,
        parts=st.dictionaries(NAMES, parts, max_size=3),
        many=NAMES,
        begins=st.booleans(),
    )


# Its own strategy: the one for any class takes the stand-in for a default that is made anew for a value.
st.register_type_strategy(Sentence, st.recursive(_sentences(st.nothing()), _sentences, max_leaves=4))
TYPES = [(title, kind) for title in TITLES for kind in TITLES[title].event_types()]


@pytest.mark.parametrize(("title", "kind"), TYPES, ids=lambda value: getattr(value, "__name__", value))
@settings(max_examples=depth(8, 1000))
@given(st.data())
def test_an_event_survives_json(title: str, kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.builds(kind, **dict(_fields(kind))))
    union: Any = reduce(or_, TITLES[title].event_types())
    text = msgspec.json.encode(event)
    assert msgspec.json.decode(text, type=union) == event
    assert msgspec.json.decode(text)["type"] == kind.__struct_config__.tag


def _fields(kind: type[Event]) -> Iterator[tuple[str, st.SearchStrategy[Any]]]:
    """A strategy for every field, those with defaults too."""
    hints = msgspec.inspect.type_info(kind)
    assert isinstance(hints, msgspec.inspect.StructType)
    annotations = get_type_hints(kind)
    for field in hints.fields:
        yield field.name, st.from_type(annotations[field.name])


@pytest.mark.parametrize("title", TITLES)
def test_tags_are_stable_words_of_their_own(title: str) -> None:
    tags = [kind.__struct_config__.tag for kind in TITLES[title].event_types()]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and tag == tag.lower() and " " not in tag for tag in tags)


@pytest.mark.deep(seconds=4)
@pytest.mark.parametrize("title", TITLES)
def test_a_game_gives_only_events_that_can_be_read_back(title: str) -> None:
    known = TITLES[title]
    union: Any = reduce(or_, known.event_types())
    options = tuple(all_on(known).items())
    played = [fuzzed(title, seed(f"fuzz {number}"), options) for number in range(depth(1, 5))]
    steps = [step for game in played for step in replay(known, game.record())]
    for step in [*steps, *(step for _, found in replays(title) for step in found)]:
        text = msgspec.json.encode(step.events)
        assert msgspec.json.decode(text, type=list[union]) == step.events
