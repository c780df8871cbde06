"""A person's hours: what is open, what stops the clock, what people type; over every change of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import process_time
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.clock.hours import (
    VACATION_DAYS,
    Hours,
    HoursError,
    Span,
    advance,
    back,
    cancel,
    days_used,
    due,
    elapsed,
    forget_past,
    is_open,
    next_open,
    quiet_text,
    read_day,
    read_quiet,
    vacation,
)
from bot.clock.zones import read_zone, zones_like
from tests.support.depth import depth

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
NOTHING = timedelta()
thoroughly = settings(max_examples=depth(100, 2000))

# Half an hour of summer time, a zone whose midnight was skipped, one that lost a whole day, odd offsets.
ZONES = [
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "America/Sao_Paulo",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/Havana",
    "Pacific/Apia",
]
# Days on which clocks changed somewhere, so that a random moment is often near a change.
CHANGES = [
    datetime(2026, 3, 29, 1, tzinfo=UTC),
    datetime(2026, 10, 25, 1, tzinfo=UTC),
    datetime(2026, 3, 8, 7, tzinfo=UTC),
    datetime(2026, 11, 1, 5, tzinfo=UTC),
    datetime(2018, 11, 4, 3, tzinfo=UTC),
    datetime(2026, 4, 23, 22, tzinfo=UTC),
    datetime(2026, 4, 4, 15, tzinfo=UTC),
    datetime(2011, 12, 30, 10, tzinfo=UTC),
]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


seconds = st.integers(-6 * 86400, 6 * 86400).map(lambda count: timedelta(seconds=count))
moments = st.builds(lambda change, apart: change + apart, st.sampled_from(CHANGES), seconds)
lengths = st.integers(0, 12 * 86400).map(lambda count: timedelta(seconds=count))
spans = st.builds(lambda start, length: Span(start, start + length), moments, lengths)
quiets = st.none() | st.tuples(st.integers(0, 1439), st.integers(1, 1380)).map(
    lambda q: (q[0], sum(q) % 1440)
)


@st.composite
def some_hours(draw: st.DrawFn) -> Hours:
    begin, end = draw(quiets) or (None, None)
    away = tuple(draw(st.lists(spans, max_size=3)))
    return Hours(draw(st.sampled_from(ZONES)), begin, end, draw(st.booleans()), away)


@thoroughly
@given(some_hours(), moments)
def test_next_open_is_open_not_earlier_and_itself_when_open(hours: Hours, at: datetime) -> None:
    found = next_open(hours, at)
    assert is_open(hours, found)
    assert found >= at
    assert next_open(hours, found) == found
    assert found.tzinfo is UTC


@thoroughly
@given(some_hours(), moments, st.lists(st.floats(0, 1, exclude_max=True), min_size=5, max_size=20))
def test_nothing_before_next_open_is_open(hours: Hours, at: datetime, parts: list[float]) -> None:
    wait = next_open(hours, at) - at
    assume(wait)
    last = wait - timedelta(microseconds=1)
    assert not any(is_open(hours, at + min(last, wait * part)) for part in [*parts, 1])


@thoroughly
@given(some_hours(), moments, lengths)
def test_elapsed_is_the_inverse_of_advance(hours: Hours, start: datetime, running: timedelta) -> None:
    assert elapsed(hours, start, advance(hours, start, running)) == running


@thoroughly
@given(some_hours(), moments, lengths)
def test_advance_is_the_earliest_such_moment(hours: Hours, start: datetime, length: timedelta) -> None:
    end = start + length
    assert advance(hours, start, elapsed(hours, start, end)) <= end


@thoroughly
@given(some_hours(), moments, lengths, lengths)
def test_elapsed_adds_up(hours: Hours, start: datetime, first: timedelta, second: timedelta) -> None:
    middle, end = start + first, start + first + second
    assert elapsed(hours, start, middle) + elapsed(hours, middle, end) == elapsed(hours, start, end)


@thoroughly
@given(some_hours(), moments, lengths, lengths)
def test_due_is_open_and_never_before_the_clock_says(
    hours: Hours, start: datetime, left: timedelta, more: timedelta
) -> None:
    found = due(hours, start, left)
    assert is_open(hours, found)
    assert elapsed(hours, start, found) >= left
    assert due(hours, start, left + more) >= found


def test_quiet_hours_go_over_midnight() -> None:
    hours = Hours("Europe/Paris", 22 * 60, 8 * 60)
    assert not is_open(hours, local("2026-01-10 23:30", "Europe/Paris"))
    assert not is_open(hours, local("2026-01-11 07:59", "Europe/Paris"))
    assert is_open(hours, local("2026-01-11 08:00", "Europe/Paris"))
    assert is_open(hours, local("2026-01-11 21:59", "Europe/Paris"))


def test_quiet_hours_are_those_of_the_wall_when_clocks_go_forward() -> None:
    hours = Hours("Europe/Paris", 22 * 60, 8 * 60)
    found = next_open(hours, local("2026-03-28 22:00", "Europe/Paris"))
    assert found == utc("2026-03-29 06:00")


def test_quiet_hours_that_end_in_the_skipped_hour_end_with_the_change() -> None:
    hours = Hours("Europe/Paris", 22 * 60, 2 * 60 + 30)
    assert next_open(hours, utc("2026-03-28 23:00")) == utc("2026-03-29 01:00")


def test_a_weekend_off_ends_on_monday_or_with_the_quiet_hours() -> None:
    saturday = local("2026-01-10 12:00", "Europe/Paris")
    assert next_open(Hours("Europe/Paris", None, None, True), saturday) == local("2026-01-12", "Europe/Paris")
    late = Hours("Europe/Paris", 22 * 60, 8 * 60, True)
    assert next_open(late, saturday) == local("2026-01-12 08:00", "Europe/Paris")


def test_a_weekend_begins_where_midnight_does_not_exist() -> None:
    # In Cairo the clocks go from Thursday 24:00 to Friday 01:00.
    hours = Hours("Africa/Cairo", 20 * 60, 0)
    assert next_open(hours, utc("2026-04-23 20:00")) == utc("2026-04-23 22:00")
    assert read_day("2026-04-24", hours, utc("2026-04-01 00:00")) == utc("2026-04-23 22:00")


def test_quiet_hours_do_not_stop_the_clock_but_a_vacation_does() -> None:
    start = utc("2026-06-01 12:00")
    away = (Span(utc("2026-06-02 00:00"), utc("2026-06-05 00:00")),)
    assert advance(Hours("UTC", 1320, 480), start, DAY) == start + DAY
    assert advance(Hours("UTC", 1320, 480, False, away), start, DAY) == start + 4 * DAY


def test_overlapping_vacations_stop_the_clock_once() -> None:
    start = utc("2026-06-01 00:00")
    away = (Span(start + DAY, start + 4 * DAY), Span(start + 2 * DAY, start + 3 * DAY))
    assert elapsed(Hours(vacations=away), start, start + 10 * DAY) == 7 * DAY


def test_a_deadline_in_quiet_hours_moves_to_their_end() -> None:
    hours = Hours("UTC", 1320, 480)
    assert due(hours, utc("2026-06-01 23:00"), DAY) == utc("2026-06-03 08:00")


@pytest.mark.parametrize(
    "quiet", [(480, 480), (0, 1439), (480, None), (None, 480), (0, 1440), (-1, 60)], ids=str
)
def test_quiet_hours_that_leave_nothing_are_refused(quiet: tuple[int | None, int | None]) -> None:
    with pytest.raises(HoursError, match="uiet hours"):
        Hours("UTC", *quiet)


def test_an_unknown_zone_is_refused_also_from_the_store() -> None:
    with pytest.raises(HoursError, match="don't know the time zone `Mars/Base`"):
        msgspec.json.decode(b'{"zone": "Mars/Base"}', type=Hours)


def test_a_zone_that_is_a_path_is_refused() -> None:
    with pytest.raises(HoursError, match="I don't know the time zone"):
        Hours("../../etc/passwd")


@thoroughly
@given(some_hours())
def test_hours_survive_being_stored(hours: Hours) -> None:
    assert msgspec.json.decode(msgspec.json.encode(hours), type=Hours) == hours


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/paris", "Europe/Paris"),
        ("PARIS", "Europe/Paris"),
        ("new york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("america/bogotá", "America/Bogota"),
        ("buenos_aires", "America/Argentina/Buenos_Aires"),
        ("America/Buenos_Aires", "America/Buenos_Aires"),
        ("istanbul", "Europe/Istanbul"),
        ("Singapore", "Asia/Singapore"),
        ("Japan", "Japan"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_read(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Pariss", "no time zone `Pariss`. Give a place, such as `Europe/Paris`"),
        ("EST", "abbreviation and has no summer time. Give a place, such as `America/New_York`"),
        ("Etc/GMT+5", "no time zone"),
        ("", "such as `Europe/London`"),
        ("`@everyone`", "no time zone `@everyone`"),
        ("\n" * 9 + "q" * 999, "…`. Give"),
    ],
)
def test_what_is_no_zone_is_refused_with_the_nearest(typed: str, told: str) -> None:
    with pytest.raises(HoursError) as refused:
        read_zone(typed)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 250


def test_zones_are_offered_with_their_time() -> None:
    assert zones_like("par", utc("2026-07-01 12:05"))[0] == ("Europe/Paris (now 14:05)", "Europe/Paris")


def test_a_mistyped_zone_is_offered() -> None:
    assert zones_like("new yrok", utc("2026-07-01 12:05"))[0][1] == "America/New_York"
    assert zones_like("são p", utc("2026-07-01 12:05"))[0][1] == "America/Sao_Paulo"


def test_common_zones_are_offered_for_nothing() -> None:
    offered = [zone for _, zone in zones_like(" ", utc("2026-07-01 12:05"))]
    assert len(offered) == 25
    assert offered[0] == "Europe/London"


@thoroughly
@given(st.text(max_size=50))
def test_what_is_offered_is_read_and_fits(text: str) -> None:
    offered = zones_like(text, utc("2026-07-01 12:05"))
    assert len(offered) <= 25
    for label, zone in offered:
        assert read_zone(zone) == zone
        assert len(label) <= 100


def test_offering_zones_is_quick_enough_for_typing() -> None:
    at = utc("2026-07-01 12:05")
    zones_like("warm", at)
    typed = ["", "a", "eur", "europe/", "yrok", "zzzz", "q" * 100]
    times = []
    for text in typed * 3:
        began = process_time()
        zones_like(text, at)
        times.append(process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.01


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("22:00-08:00", (1320, 480)),
        ("22-8", (1320, 480)),
        ("10pm-8am", (1320, 480)),
        ("22h-8h30", (1320, 510)),
        ("22.15 – 7.45", (1335, 465)),
        ("from midnight until 7", (0, 420)),
        ("12am to 12pm", (0, 720)),
        ("13-24", (780, 0)),
        ("off", None),
        ("None", None),
    ],
)
def test_quiet_hours_are_read(typed: str, read: tuple[int, int] | None) -> None:
    assert read_quiet(typed) == read


@pytest.mark.parametrize(
    "typed", ["0-24", "8-8", "00:00-23:30", "25-3", "13pm-2am", "22:60-8", "0pm-8", "night", ""]
)
def test_what_are_no_quiet_hours_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(HoursError, match="`22:00-08:00`"):
        read_quiet(typed)


@thoroughly
@given(quiets)
def test_quiet_hours_written_are_read_back(quiet: tuple[int, int] | None) -> None:
    assert read_quiet(quiet_text(Hours("UTC", *(quiet or (None, None))))) == quiet


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", "2026-12-24"),
        ("24 Dec", "2026-12-24"),
        ("December 24th, 2027", "2027-12-24"),
        ("1 march", "2027-03-01"),
        ("21 Nov", "2026-11-21"),
        ("29 feb", "2028-02-29"),
        ("today", "2026-11-21"),
        ("Tomorrow", "2026-11-22"),
        ("saturday", "2026-11-28"),
        ("mon", "2026-11-23"),
        ("+10 days", "2026-12-01"),
        ("2 weeks", "2026-12-05"),
    ],
)
def test_a_day_is_its_local_midnight(typed: str, day: str) -> None:
    # In Auckland it is Saturday the 21st already.
    at = utc("2026-11-20 12:00")
    assert read_day(typed, Hours("Pacific/Auckland"), at) == local(day, "Pacific/Auckland")


def test_a_closing_day_is_the_midnight_after_it_and_a_length_stays() -> None:
    at, hours = utc("2026-11-20 12:00"), Hours("Europe/Paris")
    assert read_day("24 Dec", hours, at, closing=True) == local("2026-12-25", "Europe/Paris")
    assert read_day("+1 day", hours, at, closing=True) == local("2026-11-21", "Europe/Paris")


@pytest.mark.parametrize("typed", ["30 feb", "2026-13-01", "0 dec", "sometime", "", "24/12", "1 smarch"])
def test_what_is_no_day_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(HoursError, match="`2026-12-24`, `24 Dec`"):
        read_day(typed, Hours(), utc("2026-11-20 12:00"))


@pytest.mark.parametrize("typed", ["0001-01-01", "9999-12-31", "+9999 weeks"])
def test_a_day_years_away_is_refused(typed: str) -> None:
    with pytest.raises(HoursError, match="within three years"):
        read_day(typed, Hours("Pacific/Auckland"), utc("2026-11-20 12:00"))


NOW = utc("2026-06-10 12:00")


def midnight(day: str, zone: str = "UTC") -> datetime:
    return local(day, zone)


def test_a_vacation_over_new_year_is_counted_in_each_year() -> None:
    hours = vacation(Hours(), midnight("2026-12-22"), midnight("2027-01-05"), now=NOW)
    assert (days_used(hours, 2026), days_used(hours, 2027)) == (10, 4)


def test_the_year_is_that_of_the_zone() -> None:
    hours = Hours("Pacific/Auckland", vacations=(Span(utc("2026-12-31 11:00"), utc("2027-01-01 11:00")),))
    assert (days_used(hours, 2026), days_used(hours, 2027)) == (0, 1)


def test_the_whole_budget_can_be_taken_over_a_change_of_the_clocks() -> None:
    zone = "Europe/Paris"
    hours = vacation(Hours(zone), midnight("2026-10-10", zone), midnight("2026-11-07", zone), now=NOW)
    assert days_used(hours, 2026) == VACATION_DAYS


def test_a_vacation_longer_than_the_budget_is_refused_with_what_is_left() -> None:
    hours = vacation(Hours(), midnight("2026-07-01"), midnight("2026-07-26"), now=NOW)
    with pytest.raises(HoursError, match=r"takes 4 days of 2026.* 3 days left of your 28 days a year"):
        vacation(hours, midnight("2026-08-01"), midnight("2026-08-05"), now=NOW)


def test_the_budget_of_each_year_is_minded() -> None:
    with pytest.raises(HoursError, match="takes 30 days of 2027"):
        vacation(Hours(), midnight("2026-12-20"), midnight("2027-01-31"), now=NOW)


def test_overlapping_vacations_are_one_and_counted_once() -> None:
    hours = vacation(Hours(), midnight("2026-07-01"), midnight("2026-07-20"), now=NOW)
    hours = vacation(hours, midnight("2026-07-10"), midnight("2026-07-25"), now=NOW)
    assert hours.vacations == (Span(midnight("2026-07-01"), midnight("2026-07-25")),)


def test_a_vacation_from_today_begins_now() -> None:
    hours = vacation(Hours(), midnight("2026-06-10"), midnight("2026-06-12"), now=NOW)
    assert hours.vacations == (Span(NOW, midnight("2026-06-12")),)
    assert days_used(hours, 2026) == 1.5


@pytest.mark.parametrize(("start", "end"), [("2026-06-09", "2026-06-20"), ("2026-06-10", "2026-06-10")])
def test_a_vacation_in_the_past_is_refused(start: str, end: str) -> None:
    with pytest.raises(HoursError, match="in the past"):
        vacation(Hours(), midnight(start), midnight(end), now=NOW)


def test_a_vacation_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(HoursError, match="end before it begins"):
        vacation(Hours(), midnight("2026-07-02"), midnight("2026-07-01"), now=NOW)


def test_coming_back_gives_the_days_back_and_keeps_later_vacations() -> None:
    hours = vacation(Hours(), NOW, midnight("2026-06-20"), now=NOW)
    hours = vacation(hours, midnight("2026-08-01"), midnight("2026-08-03"), now=NOW)
    home = back(hours, NOW + DAY)
    assert home.vacations == (Span(NOW, NOW + DAY), hours.vacations[1])
    assert days_used(home, 2026) == 3
    assert is_open(home, NOW + DAY)


def test_nobody_comes_back_from_nowhere() -> None:
    with pytest.raises(HoursError, match="not on vacation"):
        back(Hours(vacations=(Span(NOW + DAY, NOW + 2 * DAY),)), NOW)


def test_only_vacations_to_come_are_cancelled() -> None:
    present, future = Span(NOW - DAY, NOW + DAY), Span(NOW + 5 * DAY, NOW + 6 * DAY)
    hours = cancel(Hours(vacations=(present, future)), NOW)
    assert hours.vacations == (present,)
    with pytest.raises(HoursError, match=r"You have no planned vacation to cancel."):
        cancel(hours, NOW)


@thoroughly
@given(some_hours(), moments, lengths)
def test_forgetting_changes_neither_the_budget_nor_a_running_clock(
    hours: Hours, now: datetime, ago: timedelta
) -> None:
    year = now.astimezone(ZoneInfo(hours.zone)).year
    forgotten = forget_past(hours, now)
    assert days_used(forgotten, year) == days_used(hours, year)
    assert elapsed(forgotten, now - ago, now) == elapsed(hours, now - ago, now)


def test_a_vacation_of_long_ago_is_forgotten() -> None:
    old = Hours(vacations=(Span(NOW, NOW + DAY),))
    assert forget_past(old, NOW + 366 * DAY).vacations == old.vacations
    assert forget_past(old, NOW + 368 * DAY).vacations == ()


@thoroughly
@given(st.sampled_from(ZONES), st.integers(0, 400), st.integers(1, VACATION_DAYS), st.integers(0, 23))
def test_a_vacation_within_the_budget_is_granted_and_stops_the_clock(
    zone: str, wait: int, days: int, hour: int
) -> None:
    start = NOW + wait * DAY + hour * HOUR
    # By the wall it is up to an hour longer on the night when the clocks change.
    end = start + days * DAY - HOUR
    granted = vacation(Hours(zone), start, end, now=NOW)
    assert all(days_used(granted, year) <= VACATION_DAYS for year in range(2026, 2030))
    assert elapsed(granted, start, end) == NOTHING
