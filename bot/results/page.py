"""The results of a server as static files: a page, a table, and the values that both are made of.

People are numbers there, in the order of their first result, or names that they were asked for. The page and
the table are made of the values alone, so that anyone can make them again; `proof` checks the values against
the records beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec
from msgspec.structs import replace

from bot.results import table, words
from bot.results.ratings import tables
from bot.results.tally import by_game
from bot.store import Result
from data.catalogue import _, language_of, speaking
from data.nouns import counted, dated

INDEX, TABLE, VALUES, RECORDS = "index.html", "results.csv", "results.json", "records"

_STYLE = Path(__file__).with_name("page.css")


class Site(msgspec.Struct, frozen=True):
    """The values that a page is made of."""

    results: list[Result]
    """The results in the order in which campaigns ended; users are numbers, 0 is a forgotten person."""
    names: dict[int, str]
    """Names of those who have one, by number."""
    rated: bool
    """Whether the server rates its players."""
    language: str = "en"
    """The language of the page."""


def site(results: Sequence[Result], names: Mapping[int, str], *, rated: bool, language: str) -> Site:
    """The values for a page, without any id that Discord gave.

    :param names: of the people who are to be named, by user.
    """
    users = [
        user
        for result in results
        for part in result.parts
        for user in (part.user_id, part.rated)
        if isinstance(user, int) and user
    ]
    numbers = {user: number for number, user in enumerate(dict.fromkeys(users), start=1)}
    return Site(
        [_without_ids(result, numbers) for result in results],
        {numbers[user]: name for user, name in names.items() if user in numbers},
        rated,
        language,
    )


def _without_ids(result: Result, numbers: Mapping[int, int]) -> Result:
    parts = [
        replace(
            part,
            user_id=None if part.user_id is None else numbers.get(part.user_id, 0),
            most=numbers.get(part.most, 0) if isinstance(part.most, int) else part.most,
        )
        for part in result.parts
    ]
    return replace(result, guild_id=0, channel_id=0, parts=tuple(parts))


def files(titles: words.Titles, shown: Site) -> dict[str, bytes]:
    """The page, the table and the values, by name of the file."""

    def named(number: int) -> str:
        return shown.names.get(number) or _("player {number}", number=number)

    with speaking(shown.language):
        return {
            INDEX: _page(titles, shown, named).encode(),
            TABLE: table.written(shown.results, named),
            VALUES: msgspec.json.format(msgspec.json.encode(shown)),
        }


def _page(titles: words.Titles, shown: Site, named: Callable[[int], str]) -> str:
    title = escape(_("Results"))
    body = [f"<h1>{title}</h1>", _paragraph(counted(len(shown.results), "campaign"))]
    body.append(
        _paragraph(
            _(
                "Each campaign has its record. The command “tocsin results check” plays the records again "
                "and proves the results, the table and this page by them."
            )
        )
    )
    body += _shares(titles, shown.results)
    body += _ratings(titles, shown, named) if shown.rated else []
    body += [_heading(_("Campaigns")), _campaigns(titles, shown.results, named)]
    language = language_of(shown.language)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE.read_text('utf-8')}</style><body>{''.join(body)}</body></html>\n"
    )


def _shares(titles: words.Titles, results: Sequence[Result]) -> list[str]:
    rows = [
        [
            escape(words.game_name(titles, each.title)),
            escape(words.seat_name(titles, each.title, seat)),
            escape(words.percent(share)),
        ]
        for each in by_game(results)
        for seat, share in each.sides.items()
    ]
    return [_heading(_("How often each side won")), _table([_("Game"), _("Side"), _("Won")], rows)]


def _ratings(titles: words.Titles, shown: Site, named: Callable[[int], str]) -> list[str]:
    rows = [
        [
            escape(words.ladder_name(titles, ladder)),
            str(place),
            escape(named(user)),
            escape(words.rating(rated)),
        ]
        for ladder, reckoned in tables(shown.results).items()
        for place, (user, rated) in enumerate(reckoned.players.items(), start=1)
    ]
    return (
        [_heading(_("Ratings")), _table([_("Game"), _("Place"), _("Player"), _("Strength")], rows)]
        if rows
        else []
    )


def _campaigns(titles: words.Titles, results: Sequence[Result], named: Callable[[int], str]) -> str:
    rows = [
        [
            f'<a href="{RECORDS}/{result.campaign_id}.json">{result.campaign_id}</a>',
            escape(words.game_name(titles, result.title)),
            escape(dated(result.ended_at)),
            escape(words.how(titles, result)),
            escape(", ".join(words.holder(titles, result, part, named) for part in result.parts)),
            escape(counted(result.turns, "turn")),
            escape(", ".join(words.remarks(result))),
        ]
        for result in reversed(results)
    ]
    heads = [_("Record"), _("Game"), _("Ended"), _("Result"), _("Players"), _("Length"), _("Remarks")]
    return _table(heads, rows)


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are HTML. On a narrow page each cell stands below its head, which it names."""
    names = [escape(each) for each in heads]
    lines = [
        "".join(f'<td data-head="{name}">{cell}</td>' for name, cell in zip(names, row, strict=True))
        for row in rows
    ]
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
