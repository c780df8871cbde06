"""The dates of the packs in the calendar of the Republic; run as a program, it writes them for `fr-an`.

The calendar counts from 22 September 1792 and was given up at the end of 1805. A date outside it, a span that
begins before it, and a month by its name stay as they are.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from babel.messages import Catalog
from babel.messages.pofile import write_po

from data.catalogue import FOLDER
from tests.architecture.catalogue import given

FILE = FOLDER / "fr_an" / "dates.po"
BEGINS, ENDS = date(1792, 9, 22), date(1805, 12, 31)
MONTHS = (
    *("vendémiaire", "brumaire", "frimaire", "nivôse", "pluviôse", "ventôse"),
    *("germinal", "floréal", "prairial", "messidor", "thermidor", "fructidor"),
)
YEARS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"]
_MONTH = "|".join(calendar.month_name[1:])
_DAY = re.compile(rf"(\d+) ({_MONTH}) (\d{{4}})")
_DAYS = re.compile(rf"(\d+) ({_MONTH}) – (\d+) ({_MONTH}) (\d{{4}})")
_MONTHS = re.compile(rf"({_MONTH})(?: (\d{{4}}))? to ({_MONTH}) (\d{{4}})")


def republican(day: date) -> tuple[str, str, str]:
    """A day in the calendar of the Republic: day, month, year; the days after the months have no month."""
    since = (day - BEGINS).days
    # The third year of four has a sixth day after its months.
    starts = [365 * year + (year + 1) // 4 for year in range(len(YEARS) + 1)]
    year = next(number for number, (_this, following) in enumerate(pairwise(starts)) if since < following)
    month, number = divmod(since - starts[year], 30)
    if month == len(MONTHS):
        return f"{number + 1}e" if number else "1er", "jour compl.", YEARS[year]
    return str(number + 1) if number else "1er", MONTHS[month], YEARS[year]


def written(day: date) -> str:
    """`18 brumaire an VIII`."""
    return "{} {} an {}".format(*republican(day))


def span(first: date, last: date) -> str:
    """`12 germinal an I – 9 vendémiaire an II`; the year stands once if it is the same."""
    begins = "{} {}".format(*republican(first)) if _year(first) == _year(last) else written(first)
    return f"{begins} – {written(last)}"


def _year(day: date) -> str:
    return republican(day)[2]


def dates() -> Iterator[tuple[str, str]]:
    """Each date of the packs that the calendar has, and how the Republic wrote it."""
    for (text, *_plural), found in given().items():
        days = _span_of(text)
        # The turns of the Vendée are whole months of the old calendar.
        if days is not None and days[0] >= BEGINS and days[-1] <= ENDS and "vendee" not in found:
            yield text, written(days[0]) if len(days) == 1 else span(*days)


def _span_of(text: str) -> tuple[date, ...] | None:
    """The first and the last day of a date, or the only one; None for any other text."""
    if match := _DAY.fullmatch(text):
        return (_date(match[1], match[2], match[3]),)
    if match := _DAYS.fullmatch(text):
        return _date(match[1], match[2], match[5]), _date(match[3], match[4], match[5])
    if match := _MONTHS.fullmatch(text):
        return _date("1", match[1], match[2] or match[4]), _last(match[3], int(match[4]))
    return None


def _date(day: str, month: str, year: str) -> date:
    return date(int(year), list(calendar.month_name).index(month), int(day))


def _last(month: str, year: int) -> date:
    number = list(calendar.month_name).index(month)
    return date(year, number, calendar.monthrange(year, number)[1])


def write() -> None:
    """Bring the file up to date."""
    catalogue = Catalog("fr", domain="dates")
    for text, told in sorted(dates()):
        catalogue.add(text, told)
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("wb") as target:
        write_po(target, catalogue, width=0, omit_header=True)


if __name__ == "__main__":
    write()
