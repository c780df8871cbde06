"""What is not asked, and when an activation ends, tells nothing of what lies face down (2.4, 3.2, A-92)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engines.core.dice import Dice
from engines.core.hidden import redact_for
from engines.vendee.events import Announced, Stopped
from engines.vendee.frames import Activation, enemy
from engines.vendee.position.sight import lies_hidden, look
from engines.vendee.state import Readiness, State, generals_on_map
from tests.vendee.builder import Given, Table, given, title


def announced(position: Given) -> Table:
    """The Republicans have announced a stack; the Royalists have won the initiative."""
    position = position.points("saumur", saumur=4).points("nantes", nantes=2).having(initiative="royalist")
    return position.table().roll_on("activate saumur with all")


@pytest.mark.case("V-2.4-f", "V-2.4-k", "V-3.6-d", "I-01")
def test_pre_emption_is_asked_alike_whoever_lies_face_down() -> None:
    """A general, one who was activated, and combat points alone: one back each."""
    fresh = announced(given().general("stofflet", "cholet"))
    tired = announced(given().general("stofflet", "cholet", ready="activated"))
    points = announced(given().points("cholet", anjou=1))
    assert {table.asked for table in (fresh, tired, points)} == {("royalist", "preemption")}
    assert fresh.legal[:2] == ["preempt cholet", "decline"]
    assert tired.legal == points.legal == fresh.legal[1:]
    assert title().view(fresh.state, "republican") == title().view(tired.state, "republican")


@pytest.mark.case("V-2.4-k")
@pytest.mark.parametrize(("ready", "asked"), [("fresh", "preemption"), ("activated", "activation")])
def test_where_all_lie_face_up_everybody_knows_whether_anyone_could_pre_empt(
    ready: Readiness, asked: str
) -> None:
    table = announced(given().points("thouars", anjou=2).general("stofflet", "thouars", ready=ready))
    assert table.asked[1] == asked


def marched(general: str, *faces: int) -> Table:
    """A stack in the zone of Anjou has gone one area, without any word whether it can go on."""
    position = given().hand("royalist").more().points("cholet", anjou=4).general(general, "cholet")
    return position.table().act("move cholet > jallais with all", *faces)


@pytest.mark.case("V-3.2-l", "V-3.6-d", "A-92")
def test_a_face_down_group_is_asked_at_the_same_pace_whatever_is_left_to_it() -> None:
    quick = marched("d-elbee", 1, 1)
    position = given().hand("royalist").more().points("cholet", anjou=4)
    spent = position.general("cathelineau", "cholet").table()
    spent.act("move cholet > jallais > beaupreau > jallais > beaupreau > jallais with all", 1, 1)
    assert not [text for text in spent.legal if text.startswith("move")]
    assert [text for text in quick.legal if text.startswith("move")]
    assert spent.asked == quick.asked == ("royalist", "activation")
    assert title().decisions(spent.state)[0].interrupt is False


@pytest.mark.case("V-3.2-l", "A-92")
def test_why_a_face_down_group_stops_is_told_to_its_owner_alone() -> None:
    table = marched("d-elbee", 1, 1).act("stop")
    (stopped,) = table.told(Stopped)
    assert (stopped.reason, stopped.hidden) == ("stopped", True)
    seen = redact_for(stopped, "republican")
    assert isinstance(seen, Stopped)
    assert seen.reason is None
    assert redact_for(stopped, "royalist") == stopped


@pytest.mark.case("V-3.2-l", "V-3.1-c")
def test_the_flat_allowance_is_known_and_ends_by_itself() -> None:
    table = given().hand("royalist").more().points("cholet", anjou=4).table()
    table.act("move cholet > jallais > beaupreau with all")
    assert [stopped.reason for stopped in table.told(Stopped)] == ["spent"]
    table = given().hand("royalist").more().points("cholet", anjou=4).table()
    assert table.act("move cholet > jallais with all").asked == ("royalist", "activation")


@pytest.mark.case("V-3.2-l")
def test_where_all_lies_face_up_a_spent_activation_ends_by_itself() -> None:
    assert not lies_hidden(title().box, given().state, "royalist", "saint-varent")
    position = (
        given().hand("royalist").more().points("saint-varent", anjou=2).general("stofflet", "saint-varent")
    )
    position.having(entered=["bressuire", "thouars"])
    table = position.table().act("move saint-varent > thouars > saint-varent > thouars with all", 1, 1)
    while table.asked == ("royalist", "activation"):
        here = table.group.at
        there = "thouars" if here == "saint-varent" else "saint-varent"
        table.act(f"move {here} > {there}")
    assert [(stopped.reason, stopped.hidden) for stopped in table.told(Stopped)] == [("spent", False)]


def played(seed: str, turns: int) -> Iterator[tuple[State, Table]]:
    """Each state of a random game, with what came of it."""
    rng, dice = random.Random(seed), Dice(seed)
    state = title().setup("campaign", {}, dice).state
    while state.turn <= turns and (owed := title().decisions(state)):
        action = rng.choice(title().legal_actions(state, owed[0].seat))
        step = title().apply(state, owed[0].seat, action, dice)
        after = Table(step.state)
        after.events = step.events
        yield state, after
        state = step.state


@pytest.mark.case("V-2.4-f", "V-3.2-l", "V-3.6-d")
@pytest.mark.parametrize("seed", ["silence 1", "silence 2"])
def test_in_random_games_waits_and_ends_follow_from_what_both_see(seed: str) -> None:
    """Whoever is announced can be pre-empted, or all see that he can't; what lies face down ends unforced."""
    box, asked, ended = title().box, 0, 0
    for before, after in played(seed, 3):
        state, foe = after.state, before.initiative
        announcing = [event for event in after.told(Announced) if event.side != foe]
        if announcing and foe is not None and not state.preempted:
            all_see = not look(box, state, enemy(foe)).backs
            ready = [id for id in generals_on_map(box, state, foe) if state.officers[id].ready == "fresh"]
            assert (after.asked == (foe, "preemption")) == (bool(ready) or not all_see)
            asked += 1
        group = before.stack[-1]
        for event in after.told(Stopped):
            if event.reason == "spent" and isinstance(group, Activation):
                assert not lies_hidden(box, state, event.side, group.origin) or not group.led
                ended += 1
    assert asked
    assert ended
