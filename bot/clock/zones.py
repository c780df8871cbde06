"""Time zones by name: the one that a person means, and those that match what they type."""

from __future__ import annotations

import zoneinfo
from datetime import datetime
from functools import cache

from rapidfuzz import fuzz, process

from bot.clock.hours import Hours, HoursError, read_quiet, timezone
from bot.errors import quoted
from data.catalogue import _
from data.folding import fold

_CHOICES = 25

_AREAS = tuple(f"{area}/" for area in ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"))
_AREAS += ("Australia/", "Europe/", "Indian/", "Pacific/")
_COMMON = [
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Amsterdam",
    "Europe/Warsaw",
    "Europe/Stockholm",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Toronto",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
]
# An abbreviation ignores summer time (or means several zones), so it is refused with the name of a place.
_ABBREVIATIONS = {
    **dict.fromkeys(("gmt", "bst"), "Europe/London"),
    **dict.fromkeys(("cet", "cest", "met"), "Europe/Paris"),
    **dict.fromkeys(("eet", "eest"), "Europe/Athens"),
    **dict.fromkeys(("wet", "west"), "Europe/Lisbon"),
    **dict.fromkeys(("est", "edt", "et", "est5edt"), "America/New_York"),
    **dict.fromkeys(("cst", "cdt", "ct", "cst6cdt"), "America/Chicago"),
    **dict.fromkeys(("mst", "mdt", "mt", "mst7mdt"), "America/Denver"),
    **dict.fromkeys(("pst", "pdt", "pt", "pst8pdt"), "America/Los_Angeles"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    "hst": "Pacific/Honolulu",
    "ist": "Asia/Kolkata",
    "jst": "Asia/Tokyo",
    "nzst": "Pacific/Auckland",
}


def read_zone(text: str) -> str:
    """The IANA name of a zone, in any case, with or without accents and continent.

    :raises HoursError: no zone has this name; the text has the nearest names.
    """
    key = "_".join(fold(text).split())
    if zone := _places().get(key) or _readable().get(key):
        return zone
    near = ", ".join(f"`{zone}`" for zone in _like(text)[:3] or _COMMON[:3])
    if key in _ABBREVIATIONS:
        raise HoursError(
            _(
                "{text} is an abbreviation and has no summer time. Give a place, such as {near}.",
                text=quoted(text),
                near=near,
            )
        )
    raise HoursError(
        _("There is no time zone {text}. Give a place, such as {near}.", text=quoted(text), near=near)
    )


def read_nights(text: str) -> Hours | None:
    """The nights of a place, such as `22:00-08:00 Paris`; None for `off`.

    :raises HoursError: they can't be read, or the place is missing.
    """
    words = text.split()
    # The quiet hours and the place may both contain spaces.
    for cut in range(len(words), 0, -1):
        try:
            quiet = read_quiet(" ".join(words[:cut]))
        except HoursError:
            continue
        if quiet is None:
            return None
        if cut == len(words):
            break
        return Hours(read_zone(" ".join(words[cut:])), *quiet)
    raise HoursError(
        _(
            "I can't read {text} as nights. Give hours and a place, like `22:00-08:00 Paris`, or `off`.",
            text=quoted(text),
        )
    )


def zones_like(text: str, at: datetime) -> list[tuple[str, str]]:
    """Completions of a time zone, 25 at most, the likeliest first: label with its time, and IANA name."""
    nearest = _like(text)[:_CHOICES]
    return [
        (_("{zone} (now {zone_2:%H:%M})", zone=zone, zone_2=at.astimezone(timezone(zone))), zone)
        for zone in nearest
    ]


@cache
def _places() -> dict[str, str]:
    """Zones by the name of the city, in small letters; of two names of one place, the one in use."""
    zones = [zone for zone in zoneinfo.available_timezones() if zone.startswith(_AREAS)]
    # The last wins: America/Argentina/Mendoza over America/Mendoza, Europe/Istanbul over Asia/Istanbul.
    zones.sort(key=lambda zone: (zone in _COMMON, zone.count("/"), zone))
    return {zone.rsplit("/", 1)[1].casefold(): zone for zone in zones} | {"utc": "UTC"}


@cache
def _readable() -> dict[str, str]:
    # Not `Etc/GMT+5`, whose sign is the wrong way round, nor `EST` and the like, which ignore summer time.
    zones = zoneinfo.available_timezones() - {"Factory", "localtime"}
    return {z.casefold(): z for z in zones if not z.startswith("Etc/") and not z.isupper()} | {"utc": "UTC"}


@cache
def _sought() -> dict[str, str]:
    """Names to search, cities and whole names, in small letters and with spaces."""
    places = sorted(_places().items(), key=lambda place: (place[1] not in _COMMON, place))
    return {name.replace("_", " "): zone for name, zone in places + [(z.casefold(), z) for _, z in places]}


def _like(text: str) -> list[str]:
    """Zones by likeness: abbreviations, beginnings, parts, typing errors; the common ones for no text."""
    sought, key = _sought(), " ".join(fold(text).replace("_", " ").split())[:40]
    if not key:
        return _COMMON
    likely = [_ABBREVIATIONS[key]] if key in _ABBREVIATIONS else []
    likely += [zone for name, zone in sought.items() if name.startswith(key)]
    likely += [zone for name, zone in sought.items() if key in name]
    alike = process.extract(key, sought.keys(), scorer=fuzz.ratio, score_cutoff=65, limit=_CHOICES)
    return list(dict.fromkeys(likely + [sought[name] for name, _, _ in alike]))
