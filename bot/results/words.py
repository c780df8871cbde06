"""Results in words, and the facts of their picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import discord

from bot.results.ratings import Ladder, Rated, Table
from bot.results.tally import Fate, Share, Shares, by_game, course, fates
from bot.store import Part, Result
from data.catalogue import N_, _, retold
from data.nouns import counted, listed, per_cent, upper
from data.sentences import rendered
from engines.core.contract import AnyTitle
from render import Bar, Bars, Season, Series

Titles = Mapping[str, AnyTitle]

_FATES: dict[Fate, N_] = {
    "won": N_("{number} won"),
    "lost": N_("{number} lost"),
    "drawn": N_("{number} drawn"),
    "abandoned": N_("{number} without a result"),
}
_ENDS = {
    "conceded": N_("{winner} won, as the other side conceded"),
    "decided": N_("{winner} won"),
}


def game_name(titles: Titles, title: str) -> str:
    """The name of a game; its id if it is no longer installed."""
    return titles[title].name if title in titles else title


def seat_name(titles: Titles, title: str, seat: str) -> str:
    """The name of a seat; its id if the game is no longer installed."""
    return titles[title].seat_names.get(seat, seat) if title in titles else seat


def line(titles: Titles, result: Result) -> str:
    """One result: number, game, end, players, length."""
    parts = [
        f"{result.campaign_id} · **{game_name(titles, result.title)}**",
        discord.utils.format_dt(result.ended_at, "d"),
        how(titles, result),
        ", ".join(holder(titles, result, part, _mentioned) for part in result.parts),
        counted(result.turns, "turn"),
    ]
    return " · ".join([*parts, *remarks(result)])


def remarks(result: Result) -> list[str]:
    """What has to be known of a result besides."""
    edited = [_("a moderator intervened")] if result.edited else []
    return [*edited, _("dice given by hand")] if result.by_hand else edited


def _mentioned(user_id: int) -> str:
    return f"<@{user_id}>"


def how(titles: Titles, result: Result) -> str:
    """How a campaign ended, in a clause."""
    if result.how == "abandoned":
        return _("ended without a result")
    if result.how == "drawn":
        return _("drawn")
    if result.winner is None:
        lost = len(result.parts) == 1
        said = _("lost") if lost else _("nobody won")
    else:
        said = _ENDS[result.how](winner=seat_name(titles, result.title, result.winner))
    return f"{said} ({rendered(result.verdict)})" if result.verdict else said


def holder(titles: Titles, result: Result, part: Part, named: Callable[[int], str]) -> str:
    """A seat and whoever had it at the end.

    :param named: gives the name of a user.
    """
    if part.automatic:
        who = _("the automatic player")
    else:
        who = named(part.user_id) if part.user_id else _("somebody")
    if part.replaced:
        who = _("{who} (others played most of it)", who=who)
    return _("{seat} {who}", seat=seat_name(titles, result.title, part.seat), who=who)


def tallies(titles: Titles, results: Sequence[Result]) -> list[str]:
    """A line for each game, how often each side won, and what *likely* means."""
    lines = [_tally(titles, shares) for shares in by_game(results)]
    meant = _("-# *Likely*: the share of many more campaigns, in 95 of 100 such cases.")
    return [*lines, meant] if lines else []


def _tally(titles: Titles, shares: Shares) -> str:
    won = [
        _("{side} {share}", side=seat_name(titles, shares.title, seat), share=percent(share))
        for seat, share in shares.sides.items()
    ]
    if shares.nobody.times:
        won.append(_("nobody {share}", share=percent(shares.nobody)))
    name, campaigns = game_name(titles, shares.title), counted(shares.campaigns, "campaign")
    if not shares.nobody.of:
        return _("**{name}** {campaigns}, none with a result", name=name, campaigns=campaigns)
    said = _("**{name}** {campaigns}; won: {won}", name=name, campaigns=campaigns, won=", ".join(won))
    if not shares.abandoned:
        return said
    return _("{said}; {number} without a result", said=said, number=shares.abandoned)


def percent(share: Share) -> str:
    """A share with its count, and between what it lies in the long run."""
    low, high = map(_whole, share.interval)
    return _(
        "{count} ({share}, likely {low} to {high})",
        count=share.times,
        share=_whole(share.share),
        low=low,
        high=high,
    )


def _whole(share: float) -> str:
    return per_cent(round(100 * share))


def of_player(results: Iterable[Result], user_id: int) -> str:
    """How the campaigns of a person ended: `3 won, 1 lost`."""
    counts = fates(results, user_id)
    return listed(words(number=counts[each]) for each, words in _FATES.items() if counts[each])


def season(titles: Titles, results: Sequence[Result], heading: str) -> Season | None:
    """The facts of the picture; None if no campaign had a result."""
    games = [_bars(titles, shares) for shares in by_game(results) if shares.nobody.of]
    if not games:
        return None
    went = course(results)
    titled = {result.title for result in results if result.counts}
    alone = titled.pop() if len(titled) == 1 else None
    lines = (
        []
        if went is None
        else [
            Series(
                game_name(titles, name) if alone is None else seat_name(titles, alone, name),
                values,
            )
            for name, values in went.lines.items()
        ]
    )
    return Season(
        title=heading,
        caption=_(
            "{campaigns}. A bar is the share that a side won; the true share lies within the whisker, 95 "
            "times in 100.",
            campaigns=upper(counted(len(results), "campaign")),
        ),
        games=games[:GAMES],
        course=lines[:LINES],
        course_name=_("Campaigns that had ended, by game")
        if alone is None
        else _("Share that each side had won, in per cent"),
        unit="" if went is None else _("Month") if went.months else _("Day"),
    )


GAMES = 8
LINES = 6
"""Most games and lines that a picture has room for."""


def _bars(titles: Titles, shares: Shares) -> Bars:
    bars = [_bar(seat_name(titles, shares.title, seat), share) for seat, share in shares.sides.items()]
    nobody = [_bar(_("Nobody"), shares.nobody, side=False)] if shares.nobody.times else []
    return Bars(game_name(titles, shares.title), [*bars, *nobody])


def _bar(name: str, share: Share, *, side: bool = True) -> Bar:
    # The bar draws the interval.
    note = _("{count} ({share})", count=share.times, share=_whole(share.share))
    return Bar(name, share.share, *share.interval, note, side=side)


def ladder_name(titles: Titles, ladder: Ladder) -> str:
    """The game of a ladder, with its scenario where each has its own."""
    name = game_name(titles, ladder.title)
    return (
        name
        if ladder.scenario is None
        else _("{game}, {scenario}", game=name, scenario=_scenario(titles, ladder))
    )


def _scenario(titles: Titles, ladder: Ladder) -> str:
    scenarios = titles[ladder.title].scenarios if ladder.title in titles else ()
    names = {each.id: retold(each.name) for each in scenarios}
    return names.get(ladder.scenario or "", ladder.scenario or "")


def rating(rated: Rated) -> str:
    """A rating with its error and how many campaigns it comes from."""
    return _(
        "{strength:.1f} ± {error:.1f} ({campaigns})",
        strength=rated.strength,
        error=rated.error,
        campaigns=counted(rated.campaigns, "campaign"),
    )


def sides(titles: Titles, ladder: Ladder, table: Table) -> str:
    """How strong each side of a game is found to be, scenario by scenario."""
    several = len({side.scenario for side in table.sides}) > 1
    strengths = []
    for side, strength in table.sides.items():
        name = seat_name(titles, ladder.title, side.seat or "")
        if several:
            name = _(
                "{side} of {scenario}",
                side=name,
                scenario=_scenario(titles, ladder._replace(scenario=side.scenario)),
            )
        strengths.append(_("{side} {strength:+.1f}", side=name, strength=strength))
    return _("-# Strength of the sides: {strengths}", strengths=", ".join(strengths))


def played(titles: Titles, results: Sequence[Result], user_id: int) -> list[str]:
    """A line for each game that a person has played: with which seats, and how it ended."""
    lines = []
    for title in sorted({result.title for result in results}):
        of_game = [result for result in results if result.title == title]
        seats = Counter(part.seat for result in of_game for part in result.part_of(user_id))
        sat = ", ".join(
            _("{seat} {number} ×", seat=seat_name(titles, title, seat), number=number)
            for seat, number in seats.items()
        )
        lines.append(
            _(
                "**{game}** {fates} · {seats}",
                game=game_name(titles, title),
                fates=of_player(of_game, user_id),
                seats=sat,
            )
        )
    return lines
