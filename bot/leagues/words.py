"""Leagues in words: their terms, their rounds, their tables, and the facts of the picture."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.leagues.standings import Row, Tally, TieBreak, tie_breaks
from bot.store.leagues import Format, Game, League, Plan, Whole
from bot.surface import layout
from data.catalogue import N_, _
from data.nouns import counted, listed
from data.sentences import Sentence, _l
from engines.core.contract import AnyTitle
from render import Grid

FORMATS: dict[Format, N_] = {
    "swiss": N_("Swiss rounds"),
    "round-robin": N_("round robin"),
    "knock-out": N_("knock-out"),
}
_TERMS: dict[Format, N_] = {
    "swiss": N_("Players with equal points meet. Nobody meets the same player twice if that can be avoided."),
    "round-robin": N_("Everyone meets everyone else."),
    "knock-out": N_(
        "Who loses is out. With equal points the player goes on who had the side that wins less often, then "
        "the better seed."
    ),
}
_BREAKS: dict[TieBreak, N_] = {
    "survival": N_("rounds survived"),
    "buchholz": N_("the opponents' points (Buchholz)"),
    "direct": N_("the games between the players concerned"),
    "sonneborn": N_("the points of beaten opponents (Sonneborn-Berger)"),
    "wins": N_("number of wins"),
    "score": N_("sum of the scores"),
    "seed": N_("place in the first round"),
}
_SHORT: dict[TieBreak, N_] = {
    "survival": N_("Round"),
    "buchholz": N_("Buchholz"),
    "direct": N_("Direct"),
    "sonneborn": N_("S.-B."),
    "wins": N_("Wins"),
    "score": N_("Score"),
    "seed": N_("Seed"),
}
_PARTS: dict[TieBreak, int] = {"buchholz": 2, "direct": 2, "sonneborn": 4}
"""Parts of a point in which a tie-break is counted."""
ROUNDS = 12
"""Rounds that a picture of the table has room for, the last ones."""
OPPONENTS = 8
"""Rounds up to which it has the places of the opponents too."""
_FRACTIONS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def points(parts: int, of: int = 2) -> str:
    """Points with their fraction: `3½`.

    :param of: parts of a point.
    """
    whole, rest = divmod(abs(parts), of)
    sign = "-" if parts < 0 else ""
    return f"{sign}{'' if rest and not whole else whole}{_FRACTIONS[rest * 4 // of]}"


def who(whole: Whole, number: int) -> str:
    """An entrant, mentioned; a number for a forgotten person."""
    user = whole.entrants[number].user_id
    return f"<@{user}>" if user else _("player {number}", number=number)


def name(whole: Whole, number: int) -> str:
    """An entrant's name for a picture."""
    return whole.entrants[number].name or _("player {number}", number=number)


def terms(title: AnyTitle, plan: Plan) -> list[str]:
    """How a league is played, and what parts those with equal points: said before the first round."""
    size = len(title.seats)
    length = _("A round lasts {days}.", days=counted(plan.days, "day"))
    if plan.format == "swiss":
        length = f"{counted(plan.rounds, 'round')}. {length}"
    how = str(_TERMS[plan.format])
    if size == 1:
        how = _("Everyone plays the same scenario alone, with dice of their own. A win is a point.")
    elif size > 2:
        how = _(
            "Tables of up to {size}. Players with equal points meet; those who have met before are kept "
            "apart. A win is a point; the automatic player has seats that nobody takes.",
            size=size,
        )
    elif plan.legs == 2:
        how += " " + _("Each pair plays two games at once, with sides exchanged.")
    sides = (
        ""
        if size == 1
        else _(
            "Everyone has each side equally often, as far as possible; who is placed lower gets the better "
            "one first."
        )
    )
    breaks = listed(str(_BREAKS[each]) for each in tie_breaks(plan.format, size))
    left = _("If you leave, a substitute takes over your place; if there is none, the others win your games.")
    if size != 2:
        left = _(
            "If you leave, a substitute takes over your place; if there is none, you have no more points."
        )
    return [
        f"- {line}"
        for line in (
            length,
            how,
            sides,
            _("With equal points these count, in this order: {breaks}.", breaks=breaks),
            _("In the first round, players stand by their rating here, then by when they joined."),
            _(
                "A game that is not over at the end of its round is ruled by a moderator who does not play "
                "in the league."
            ),
            left,
        )
        if line
    ]


def heading(title: AnyTitle, whole: Whole) -> str:
    """The league and its game."""
    plan, league = whole.league.plan, whole.league
    form = counted(plan.rounds, "round") if len(title.seats) != 2 else str(FORMATS[plan.format])
    return f"## {layout.plain(league.name)}\n" + _("{game} · {form}", game=title.name, form=form)


def post(title: AnyTitle, whole: Whole) -> list[str]:
    """The post of a league in its channel: the terms, then its rounds, in the end its table."""
    league, lines = whole.league, [heading(title, whole)]
    if league.phase == "open":
        people = [who(whole, number) for number in whole.entrants]
        taking = _("{players}: {people}", players=counted(len(people), "player"), people=", ".join(people))
        return [*lines, *terms(title, league.plan), taking if people else _("Nobody takes part yet.")]
    if league.phase == "over":
        return [*lines, _("The league is over."), *table(title, whole, most=8)]
    due = "" if league.due_at is None else discord.utils.format_dt(league.due_at, "f")
    lines.append(
        _(
            "**Round {round} of {rounds}**, until {due}",
            round=league.round,
            rounds=league.plan.rounds,
            due=due,
        )
    )
    lines += [game_line(title, whole, game) for game in whole.of_round(league.round)]
    earlier = [game for game in whole.games.values() if game.round < league.round and game.open_late]
    if earlier:
        lines += [_("**Earlier games**"), *(game_line(title, whole, game) for game in earlier)]
    waiting = [who(whole, number) for number, each in whole.entrants.items() if each.waits]
    if waiting:
        lines.append(_("-# Substitutes: {people}", people=", ".join(waiting)))
    return lines


def past(title: AnyTitle, whole: Whole, round: int) -> list[str]:
    """The post of an earlier round, as it stays: its games, or before the first the terms."""
    lines = [heading(title, whole)]
    if not round:
        return [*lines, *terms(title, whole.league.plan), _("The league has begun.")]
    games = (game_line(title, whole, game) for game in whole.of_round(round))
    return [*lines, _("{round} is over.", round=_round(whole, round)), *games]


def _round(whole: Whole, round: int) -> str:
    return _("**Round {round} of {rounds}**", round=round, rounds=whole.league.plan.rounds)


def game_line(title: AnyTitle, whole: Whole, game: Game) -> str:
    """One game: number, players with their seats, and how it stands."""
    number = f"{game.number}\\."
    if game.bye is not None:
        return _("{number} {player} has a bye", number=number, player=who(whole, game.bye))
    if not game.seats:
        return _("{number} nobody", number=number)
    names = title.seat_names
    alone = len(title.seats) == 1
    people = [
        who(whole, each) if alone else _("{player} ({seat})", player=who(whole, each), seat=names[seat])
        for seat, each in game.seats.items()
    ]
    return _("{number} {people} · {how}", number=number, people=" – ".join(people), how=how(whole, game))


def how(whole: Whole, game: Game) -> str:
    """How a game stands, in a clause."""
    if game.disputed is not None:
        return _("⚖️ disputed: a moderator has to rule")
    if game.points is None:
        if game.channel_id is None or game.campaign_id is None:
            return _("is being opened")
        where = f"<#{game.channel_id}>"
        return _("{where}, may end later", where=where) if game.how == "later" else where
    score = " : ".join(points(each) for each in game.points.values())
    remarks = {"ruled": _("ruled"), "forfeit": _("by forfeit")}
    notes = [remarks[game.how]] if game.how in remarks else []
    notes += [_("a moderator intervened")] if game.edited else []
    notes += [f"<#{game.channel_id}>"] if game.campaign_id is not None else []
    return " · ".join([f"**{score}**", *notes])


def table(title: AnyTitle, whole: Whole, *, most: int | None = None) -> list[str]:
    """The table, a line for each entrant."""
    rows = Tally(whole, len(title.seats)).table()
    return [_line(whole, row) for row in rows[:most]]


def _line(whole: Whole, row: Row) -> str:
    count = _("{won} won, {drawn} drawn, {lost} lost", won=row.won, drawn=row.drawn, lost=row.lost)
    line = _(
        "{place}\\. {player} **{points}** ({count})",
        place=row.place,
        player=who(whole, row.number),
        points=points(row.points),
        count=count,
    )
    return " · ".join([line, *_notes(whole, row.number)])


def _notes(whole: Whole, number: int) -> list[str]:
    entrant = whole.entrants[number]
    notes = [] if entrant.since is None else [_("substitute since round {round}", round=entrant.since)]
    return [*notes, *([] if entrant.left_in is None else [_("left in round {round}", round=entrant.left_in)])]


def grid(title: AnyTitle, whole: Whole) -> Grid | None:
    """The facts of the picture of the table; None before the first round."""
    league = whole.league
    rows = Tally(whole, len(title.seats)).table()
    if league.phase == "open" or not rows:
        return None
    breaks = [each for each in rows[0].breaks if each != "seed"]
    rounds = range(max(1, league.round - ROUNDS + 1), league.round + 1)
    state = _("final table") if league.phase == "over" else _("round {round}", round=league.round)
    return Grid(
        title=league.name,
        caption=_("{game}, {state}", game=title.name, state=state),
        heads=[
            "",
            _("Player"),
            *(str(each) for each in rounds),
            _("Points"),
            *(str(_SHORT[each]) for each in breaks),
        ],
        rows=[
            [
                str(row.place),
                name(whole, row.number),
                *(_cell(whole, rows, row.number, each) for each in rounds),
                points(row.points),
                *(points(row.breaks[each], _PARTS.get(each, 1)) for each in breaks),
            ]
            for row in rows
        ],
        said=[
            _(
                "{place}. {name} {points}",
                place=row.place,
                name=name(whole, row.number),
                points=points(row.points),
            )
            for row in rows
        ],
    )


def _cell(whole: Whole, rows: Sequence[Row], number: int, round: int) -> str:
    """What an entrant had of a round: points, and the place of the opponent of a game for two."""
    games = [game for game in whole.of_round(round) if number in game.entrants]
    if not games:
        return "–"
    if games[0].bye is not None:
        return _("bye")
    got = [(game.points or {}).get(number) for game in games if game.points is not None]
    score = points(sum(each or 0 for each in got)) if got else "·"
    others = {each for game in games for each in game.entrants if each != number}
    if len(others) != 1 or whole.league.round > OPPONENTS:
        return score
    place = next((row.place for row in rows if row.number in others), None)
    return score if place is None else f"{score} ({place})"


def thread(league: League, game: Game) -> str:
    """The name of a game's thread; without people's names, who may want to be forgotten."""
    return _(
        "{league}: round {round}, game {number}", league=league.name, round=game.round, number=game.number
    )


def game_begins(title: AnyTitle, whole: Whole, game: Game) -> str:
    """What is said first in the thread of a game."""
    league, names = whole.league, title.seat_names
    people = listed(
        _("{player} ({seat})", player=who(whole, number), seat=names[seat])
        for seat, number in game.seats.items()
    )
    text = _(
        "🏆 **{league}**, round {round} of {rounds}, game {number}: {people}.",
        league=layout.plain(league.name),
        round=game.round,
        rounds=league.plan.rounds,
        number=game.number,
        people=people,
    )
    if league.due_at is None:
        return text
    return text + _(
        "\nPlay until {due}. The result counts by itself when the game is over. `/league dispute` calls a "
        "moderator.",
        due=discord.utils.format_dt(league.due_at, "f"),
    )


def round_is_over(league: League) -> Sentence:
    """What the players of a game are told that is not over at the end of its round."""
    return _l(
        "⏰ Round {round} of **{league}** is over, and this game is not. A moderator who does not play "
        "rules it with `/league rule`, or gives more time with `/league extend`. Until then you can play on.",
        round=league.round,
        league=layout.plain(league.name),
    )


def verdict(whole: Whole, game: Game) -> str:
    """Why a game of a league has ended before its rules did."""
    score = listed(
        _("{player} {points}", player=who(whole, number), points=points(each))
        for number, each in (game.points or {}).items()
    )
    if game.how == "forfeit":
        return _("A player has left the league, so this game ends: {score}.", score=score)
    return _("A moderator has ruled this game: {score}{why}", score=score, why=layout.why(game.reason))
