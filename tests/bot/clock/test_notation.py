"""A campaign's clock: what is written is read back, a bank keeps its bounds, rings come in order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import get_args

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.clock.hours import (
    Hours,
    Span,
    advance,
    due,
    elapsed,
    is_open,
    next_open,
    opened,
    without_weekends,
    woken,
)
from bot.clock.notation import (
    CHOICES,
    Clock,
    ClockError,
    Overtime,
    read,
    words,
    written,
)
from bot.clock.rings import Ring, Timing, allowance, falls, next_ring, remaining, spent
from data.catalogue import N_
from tests.support.depth import depth

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
NOTHING = timedelta()
START = datetime(2026, 3, 26, 9, tzinfo=UTC)  # a Thursday, three days before the clocks change
ANY_TIME = Hours()
LENGTHS = ["48h", "3d", "+12h", "0m"]
thoroughly = settings(max_examples=depth(100, 2000))


def minutes(least: int = 1, most: int = 60 * 24 * 60) -> st.SearchStrategy[timedelta]:
    return st.integers(least, most).map(lambda count: count * MINUTE)


@st.composite
def banks(draw: st.DrawFn) -> Clock:
    increment, time, cap = sorted(draw(st.tuples(minutes(), minutes(), minutes())))
    return Clock("bank", time, increment, cap, draw(minutes()), draw(st.sampled_from(get_args(Overtime))))


fixed = st.builds(
    lambda time, interrupts, overtime: Clock("fixed", time, interrupts=interrupts, overtime=overtime),
    minutes(),
    minutes(),
    st.sampled_from(get_args(Overtime)),
)
nudging = st.builds(lambda nudge: Clock(nudge=nudge), minutes())
clocks = st.one_of(st.just(Clock()), nudging, fixed, banks())

moments = st.integers(0, 10 * 86400).map(lambda count: START + timedelta(seconds=count))
lefts = st.integers(0, 10 * 86400).map(lambda count: timedelta(seconds=count))
spans = st.builds(lambda start, length: Span(start, start + length), moments, lefts)
some_hours = st.builds(
    lambda zone, quiet, weekends, away: Hours(zone, quiet[0], quiet[1], weekends, tuple(away)),
    st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Africa/Cairo"]),
    st.sampled_from([(None, None), (1320, 480), (60, 1320), (150, 90)]),
    st.booleans(),
    st.lists(spans, max_size=2),
)


def rings(clock: Clock, timing: Timing, hours: Hours, late: timedelta = NOTHING) -> list[Ring]:
    """All rings of a decision that nobody takes, each rung so late."""
    found: list[Ring] = []
    ring = next_ring(clock, timing, hours, -1, now=timing.since)
    while ring is not None:
        found.append(ring)
        assert len(found) < 20
        ring = next_ring(clock, timing, hours, ring.number, now=ring.at + late)
    return found


def stages(found: list[Ring]) -> list[str]:
    return [ring.stage for ring in found]


@thoroughly
@given(clocks)
def test_a_clock_written_is_read_back(clock: Clock) -> None:
    assert read(written(clock)) == clock


@thoroughly
@given(clocks)
def test_a_clock_survives_being_stored(clock: Clock) -> None:
    assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("none", "none"),
        ("None nudge 24 hours", "none nudge 24h"),
        ("nudge 1d", "none nudge 24h"),
        ("48h", "48h interrupts 12h"),
        ("3 days", "3d interrupts 18h"),
        ("3d12h", "84h interrupts 21h"),
        ("90m", "90m interrupts 90m"),
        ("8h", "8h interrupts 4h"),
        ("2 weeks, overtime: player", "14d interrupts 24h overtime player"),
        ("48h interrupts 12h", "48h interrupts 12h"),
        ("48h overtime pass interrupt 8h", "48h interrupts 8h overtime pass"),
        ("bank 4d +12h max 7d", "bank 4d +12h max 7d interrupts 24h"),
        ("bank 4d + 12h", "bank 4d +12h max 8d interrupts 24h"),
        ("overtime pass max 5d bank 4d +6h", "bank 4d +6h max 5d interrupts 24h overtime pass"),
    ],
)
def test_a_clock_is_read(typed: str, canonical: str) -> None:
    assert written(read(typed)) == canonical


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bannk 4d +1h", "Did you mean `bank`?"),
        ("48h interupts 8h", "Did you mean `interrupts`?"),
        ("48h overtime pas", "`overtime call`, `overtime pass` or `overtime player`"),
        ("48h 12h", "`48h interrupts 12h`"),
        ("", "`48h interrupts 12h`"),
        ("interrupts 8h", "is not a clock."),
        ("none 48h", "is not a clock."),
        ("48h interrupts", "`interrupts` needs a value"),
        ("48h interrupts soon", "can't read `soon` as a length"),
        ("bank 4d", "A bank needs the time that each decision adds, such as `bank 4d +12h max 7d`."),
        (
            "bank 4d +5d",
            "must start with at least the time each decision adds and at most its maximum",
        ),
        (
            "bank 4d +1h max 3d",
            "must start with at least the time each decision adds and at most its maximum",
        ),
        ("none interrupts 8h", "A campaign without a clock has no interrupts, no overtime and no `awake`."),
        ("none overtime pass", "A campaign without a clock has no interrupts, no overtime and no `awake`."),
        ("48h nudge 4h", "Only `none` takes a nudge:"),
        ("48h max 3d", "Only a bank"),
        ("none +4h", "Only a bank"),
        ("0h", "can last from one minute to 60 days, in whole minutes."),
        ("61d", "can last from one minute to 60 days, in whole minutes."),
        ("99999w" * 5000, "can't read `99999w"),
        ("`@everyone` <@1>", "`@everyone`"),
    ],
)
def test_what_is_no_clock_is_refused_with_what_to_write(typed: str, told: str) -> None:
    with pytest.raises(ClockError) as refused:
        read(typed)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 300


@thoroughly
@given(
    st.lists(st.sampled_from(["none", "nudge", "bank", "max", "interrupts", "overtime", "pass", *LENGTHS]))
)
def test_whatever_is_typed_is_a_clock_or_refused_politely(said: list[str]) -> None:
    try:
        clock = read(" ".join(said))
    except ClockError:
        return
    assert read(written(clock)) == clock


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("48h", "48 hours for each decision, 12 for those out of turn; then a moderator is notified."),
        (
            "3d overtime pass",
            "3 days for each decision, 18 hours for those out of turn; then the turn is passed.",
        ),
        ("none", "No clock: decisions have no deadline."),
        ("none nudge 1h", "No clock: a reminder after 1 hour, then less and less often."),
        (
            "bank 4d +12h max 7d overtime player",
            (
                "A bank of 4 days for each seat, plus 12 hours after each decision up to 7 days; "
                "24 hours for decisions out of turn; then the automatic player decides."
            ),
        ),
    ],
)
def test_a_clock_is_told_in_a_sentence(typed: str, sentence: str) -> None:
    assert words(read(typed)) == sentence


@pytest.mark.parametrize(("label", "text"), CHOICES)
def test_what_is_offered_is_read_and_fits(label: N_, text: str) -> None:
    assert words(read(text))
    assert len(str(label)) <= 100


def test_a_bank_pays_for_turns_and_not_for_interrupts() -> None:
    clock = read("bank 4d +12h max 7d interrupts 8h")
    assert allowance(clock, interrupt=False, bank=30 * HOUR) == 30 * HOUR
    assert allowance(clock, interrupt=False, bank=None) == 4 * DAY
    assert allowance(clock, interrupt=True, bank=30 * HOUR) == 8 * HOUR


def test_a_fixed_clock_allows_the_same_each_time_and_none_allows_for_ever() -> None:
    clock = read("48h interrupts 6h")
    assert allowance(clock, interrupt=False, bank=None) == 48 * HOUR
    assert allowance(clock, interrupt=True, bank=None) == 6 * HOUR
    assert allowance(Clock(), interrupt=True, bank=None) is None


@thoroughly
@given(banks(), st.lists(minutes(0), max_size=20))
def test_a_bank_stays_between_the_increment_and_the_cap(clock: Clock, uses: list[timedelta]) -> None:
    bank = clock.time
    for used in uses:
        before, bank = bank, spent(clock, bank, used)
        assert clock.increment <= bank <= clock.cap
        assert bank <= before + clock.increment


def test_a_decision_pays_what_it_took_and_gains_the_increment() -> None:
    clock = read("bank 4d +12h max 7d")
    assert spent(clock, 4 * DAY, DAY) == 3 * DAY + 12 * HOUR
    assert spent(clock, DAY, 3 * DAY) == 12 * HOUR
    assert spent(clock, 7 * DAY, HOUR) == 7 * DAY


@thoroughly
@given(clocks, moments, st.none() | lefts, some_hours, st.sampled_from([NOTHING, MINUTE, 7 * DAY]))
def test_rings_rise_in_time_and_number_and_come_in_open_hours(
    clock: Clock, since: datetime, left: timedelta | None, hours: Hours, late: timedelta
) -> None:
    found = rings(clock, Timing(since, left), hours, late)
    for before, after in pairwise(found):
        assert before.number < after.number
        assert before.at < after.at
    # A deadline at its bound falls on a weekend, too.
    assert all(is_open(without_weekends(hours) if ring.stage == "over" else hours, ring.at) for ring in found)


@thoroughly
@given(moments, lefts, some_hours, st.sampled_from([NOTHING, MINUTE, 7 * DAY]))
def test_over_comes_once_never_early_and_calls_follow(
    since: datetime, left: timedelta, hours: Hours, late: timedelta
) -> None:
    found = rings(read("48h"), Timing(since, left), hours, late)
    told = stages(found)
    end = told.index("over")
    assert found[end].at >= advance(hours, since, left)
    assert elapsed(hours, since, found[end].at) >= left
    assert set(told[:end]) <= {"half", "near"}
    assert told[end + 1 :] == ["call", "call", "call", "last"]


@thoroughly
@given(moments, lefts, some_hours)
def test_over_is_at_the_deadline_and_reminders_before_it(
    since: datetime, left: timedelta, hours: Hours
) -> None:
    assume(left)
    by_stage = {ring.stage: ring.at for ring in rings(read("48h"), Timing(since, left), hours)}
    assert by_stage["over"] == falls(Timing(since, left), hours)
    if "near" in by_stage:
        assert elapsed(hours, since, by_stage["near"]) > left / 2


@thoroughly
@given(moments, lefts, lefts, some_hours)
def test_more_time_ends_no_earlier(since: datetime, left: timedelta, more: timedelta, hours: Hours) -> None:
    short, long = falls(Timing(since, left), hours), falls(Timing(since, left + more), hours)
    assert short is not None
    assert long is not None
    assert short <= long


# Vacations, which have a budget of their own, are another matter.
nights = st.builds(
    lambda begins, length, weekends: Hours("Europe/Paris", begins, (begins + length) % 1440, weekends),
    st.integers(0, 1439),
    st.integers(1, 1380),
    st.booleans(),
)


@thoroughly
@given(moments, st.integers(24, 96), st.integers(0, 24), nights)
def test_quiet_hours_weekends_and_waking_hours_put_a_deadline_off_to_three_times_its_clock(
    since: datetime, clock: int, awake: int, hours: Hours
) -> None:
    at = falls(Timing(since, clock * HOUR, awake=min(awake, clock) * HOUR, whole=clock * HOUR), hours)
    assert at is not None
    assert clock * HOUR <= at - since <= 3 * clock * HOUR
    assert is_open(without_weekends(hours), at)


@thoroughly
@given(moments, st.integers(1, 96), nights)
def test_no_deadline_falls_in_the_first_hour_of_a_morning_without_a_ring_in_it(
    since: datetime, clock: int, hours: Hours
) -> None:
    found = rings(read("48h"), Timing(since, clock * HOUR, awake=min(clock, 3) * HOUR), hours)
    (over,) = (ring.at for ring in found if ring.stage == "over")
    opening = opened(hours, over, HOUR - timedelta.resolution)
    if opening is not None:
        # Somebody who may be rung for an hour a day alone has three quarters of it.
        assert over - opening >= 45 * MINUTE
    told = [ring.at for ring in found if ring.at < over] or [next_open(hours, since)]
    assert woken(hours, told[-1], over) > NOTHING


def test_a_deadline_in_the_night_falls_an_hour_after_a_ring_in_the_morning() -> None:
    night = Hours("UTC", 22 * 60, 8 * 60)
    found = rings(read("48h"), Timing(START.replace(hour=2), 24 * HOUR), night)
    near, over = (ring for ring in found if ring.stage in ("near", "over"))
    assert (near.at, over.at) == (START.replace(day=27, hour=8), START.replace(day=27, hour=9))


@thoroughly
@given(nudging, moments, some_hours, st.sampled_from([NOTHING, 7 * DAY]))
def test_nudges_are_five_and_ever_rarer(clock: Clock, since: datetime, hours: Hours, late: timedelta) -> None:
    found = rings(clock, Timing(since, None), hours, late)
    assert stages(found) == ["nudge"] * 4 + ["last"]
    assert clock.nudge is not None
    rung = since
    for ring in found:
        assert elapsed(hours, rung, ring.at) >= clock.nudge * 2**ring.number
        rung = ring.at + late


def test_a_decision_of_two_days_is_rung_at_half_time_near_the_end_and_after() -> None:
    found = rings(read("48h"), Timing(START, 48 * HOUR), ANY_TIME)
    after = [(ring.number, ring.stage, (ring.at - START) / HOUR) for ring in found]
    assert after == [
        (0, "half", 24),
        (1, "near", 42),
        (2, "over", 48),
        (3, "call", 72),
        (4, "call", 120),
        (5, "call", 216),
        (6, "last", 408),
    ]


def test_nudges_come_after_twice_the_pause() -> None:
    found = rings(read("none nudge 24h"), Timing(START, None), ANY_TIME)
    assert [(ring.at - START) / DAY for ring in found] == [1, 3, 7, 15, 31]


@pytest.mark.parametrize(
    ("left", "before_the_end"),
    [
        (2 * HOUR, ["half"]),
        (3 * HOUR, ["half"]),
        (4 * HOUR, ["half", "near"]),
        (NOTHING, []),
    ],
)
def test_a_short_decision_is_not_rung_in_a_row(left: timedelta, before_the_end: list[str]) -> None:
    assert stages(rings(read("48h"), Timing(START, left), ANY_TIME))[:-5] == before_the_end


def test_reminders_that_the_night_moves_together_are_one() -> None:
    night = Hours("UTC", 22 * 60, 8 * 60)
    since = START.replace(hour=20)
    for hours in (14, 13):
        found = rings(read("48h"), Timing(since, hours * HOUR), night)
        # Half time at 3 or 2:30 moves to 8; the last eighth begins at 8:15, or at 7:22 and moves to 8.
        assert stages(found)[:2] == ["near", "over"]
    found = rings(read("48h"), Timing(since, 15 * HOUR), night)
    # The last eighth begins at 9:07, more than an hour after 8.
    assert stages(found)[:3] == ["half", "near", "over"]


def test_two_reminders_within_an_hour_of_each_other_are_one() -> None:
    """Three waking hours after a clock that has run meanwhile: one call in the course of them is enough."""
    timing = Timing(START, 4 * HOUR, told=START + 10 * HOUR, awake=3 * HOUR, whole=12 * HOUR)
    found = rings(read("48h"), timing, ANY_TIME)
    assert stages(found)[:2] == ["near", "over"]


def test_after_an_outage_past_reminders_are_skipped_but_over_is_rung() -> None:
    timing = Timing(START, 48 * HOUR)
    clock = read("48h")
    assert next_ring(clock, timing, ANY_TIME, 0, now=START + 43 * HOUR) == Ring(2, "over", START + 48 * HOUR)
    week = START + 7 * DAY
    assert next_ring(clock, timing, ANY_TIME, 0, now=week) == Ring(2, "over", week)
    assert next_ring(clock, timing, ANY_TIME, 2, now=week) == Ring(3, "call", week + DAY)


def test_an_end_that_passed_is_not_rung_in_the_night() -> None:
    night = Hours("UTC", 22 * 60, 8 * 60)
    late = START.replace(day=29, hour=23)
    ring = next_ring(read("48h"), Timing(START, 48 * HOUR), night, -1, now=late)
    assert ring == Ring(2, "over", START.replace(day=30, hour=8))


def test_a_vacation_taken_meanwhile_moves_the_end() -> None:
    away = Hours(vacations=(Span(START + DAY, START + 4 * DAY),))
    ring = next_ring(read("48h"), Timing(START, 48 * HOUR), away, 1, now=START + HOUR)
    assert ring == Ring(2, "over", START + 5 * DAY)


def test_the_end_is_announced_at_least_an_hour_before() -> None:
    found = rings(read("4h"), Timing(START, 4 * HOUR), ANY_TIME)
    assert found[1] == Ring(1, "near", START + 3 * HOUR)


def test_a_nudge_that_passed_is_rung_once_and_not_in_the_night() -> None:
    night = Hours("UTC", 22 * 60, 8 * 60)
    late = START.replace(day=29, hour=23)
    ring = next_ring(read("none nudge 24h"), Timing(START, None), night, -1, now=late)
    assert ring == Ring(0, "nudge", START.replace(day=30, hour=8))


def test_without_clock_and_nudge_nothing_is_rung() -> None:
    assert rings(Clock(), Timing(START, None), ANY_TIME) == []


def test_a_deadline_set_by_hand_rings_without_a_clock() -> None:
    assert stages(rings(Clock(), Timing(START, DAY), ANY_TIME))[:3] == ["half", "near", "over"]


@thoroughly
@given(moments, lefts, lefts, some_hours)
def test_remaining_and_elapsed_make_up_the_time(
    since: datetime, left: timedelta, passed: timedelta, hours: Hours
) -> None:
    now = since + passed
    rest = remaining(Timing(since, left), hours, now)
    assert rest == max(NOTHING, left - elapsed(hours, since, now))
    assert remaining(Timing(since, left), hours, due(hours, since, left)) == NOTHING
    assert remaining(Timing(since, None), hours, now) is None
