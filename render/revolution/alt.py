"""The picture in words, for readers who can't see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from data.catalogue import N_, _
from data.revolution.schema import Pack
from data.revolution.tables import TRACKS
from engines.revolution.view import View
from render.lettering import fitting
from render.revolution import sheets, words
from render.revolution.liveries import KINGS, REGIMES, STEPS
from render.revolution.liveries import TRACKS as TRACK_NAMES
from render.revolution.moves import Move, Shown, Vote

ARMIES: Mapping[str, N_] = {
    "allied": N_("Coalition armies: {regions}."),
    "catholic": N_("Catholic armies: {regions}."),
    "revolutionary": N_("Armies of the Government: {regions}."),
}

SAID: Mapping[bool | None, N_] = {
    True: N_("For: {who}."),
    False: N_("Against: {who}."),
    None: N_("Abstaining: {who}."),
}


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Shown] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
    sheet: str | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; text beyond that is left out.

    :param around: the region in the middle of a close-up, which is described first.
    :param reach: regions that are framed, each with its text.
    :param sheet: `sheets.VOTE` puts the seats' votes before all else, `sheets.BENCHES` the deputies.
    """
    sentences = [*_votes(view, pack, moves)] if sheet == sheets.VOTE else []
    sentences += [_deputies(view, pack)] if sheet == sheets.BENCHES else []
    sentences += _sentences(view, pack, moves, around, reach or {})
    return fitting([*dict.fromkeys(sentences)], skip=True)


def _votes(view: View, pack: Pack, moves: Sequence[Shown]) -> Iterator[str]:
    """The last vote: its result, and the votes."""
    vote = next((each for each in reversed(moves) if isinstance(each, Vote)), None)
    if vote is None:
        return
    yield _vote(vote)
    held = vote.sitting(view.deputies)
    names: dict[str, str] = {current.id: current.name for current in pack.setup.current}
    for said in dict.fromkeys(ballot for _seat, ballot in vote.cast):
        who = [f"{names[seat]} {held.get(seat, 0)}" for seat, ballot in vote.cast if ballot == said]
        yield SAID[said](who=", ".join(who))


def _vote(vote: Vote) -> str:
    return _(
        "{question}: {result}, {yes} to {no}.",
        question=vote.title,
        result=vote.result,
        yes=vote.yes,
        no=vote.no,
    )


def _sentences(
    view: View, pack: Pack, moves: Sequence[Shown], around: str | None, reach: Mapping[str, str]
) -> Iterator[str]:
    seats: dict[str, str] = {current.id: current.name for current in pack.setup.current}
    regions = {region.id: region.name for region in pack.board.region}
    yield _(
        "La Révolution Française, turn {turn}, {regime}: {step}.",
        turn=view.turn,
        regime=REGIMES[view.regime],
        step=STEPS[view.step],
    )
    if view.winner is not None:
        yield _("{current} has won.", current=seats[view.winner])
        ranks = sorted(view.places, key=view.places.__getitem__)
        yield _("Places: {list}.", list=", ".join(f"{seats[seat]} {view.places[seat]}" for seat in ranks))
    yield _(
        "{current} governs with Fame {fame}.", current=seats[view.government], fame=view.fame["government"]
    )
    for each in moves:
        if isinstance(each, Vote):
            yield _vote(each)
    if around is not None:
        yield _("In the middle: {region}.", region=regions.get(around, around))
    if reach:
        framed = ", ".join(f"{regions.get(id, id)} {text}".strip() for id, text in reach.items())
        yield _("Framed: {regions}.", regions=framed)
    yield f"{KINGS[view.king.state]}."
    for war, _loud in words.wars(view, regions):
        yield f"{war}."
    yield f"{words.commune(view, seats)}."
    for seat, name in seats.items():
        held = [regions[id] for id, region in view.regions.items() if region.control == seat]
        yield _("{current}: {regions}.", current=name, regions=", ".join(held) or _("no region"))
    yield from _places(view, regions)
    yield _tracks(view)
    yield _(
        "Fame: {list}.",
        list=", ".join(f"{name} {view.fame[seat]}" for seat, name in seats.items()),
    )
    yield _deputies(view, pack)
    moved = [each for each in moves if isinstance(each, Move) and len(each.path) > 1]
    for each in moved:
        yield _(
            "From {start} to {end}.",
            start=regions.get(each.path[0], each.path[0]),
            end=regions.get(each.path[-1], each.path[-1]),
        )


def _deputies(view: View, pack: Pack) -> str:
    """The number of deputies of each Current."""
    held = ", ".join(f"{current.name} {view.deputies[current.id]}" for current in pack.setup.current)
    return _("Deputies: {list}.", list=held)


def _places(view: View, regions: Mapping[str, str]) -> Iterator[str]:
    """Revolts, and the regions of armies."""
    rising = [regions[id] for id, region in view.regions.items() if region.revolt]
    if rising:
        yield _("In revolt: {regions}.", regions=", ".join(rising))
    lost = [regions[id] for id, region in view.regions.items() if region.coalition]
    if lost:
        yield _("Held by the Coalition: {regions}.", regions=", ".join(lost))
    for side, sentence in ARMIES.items():
        where = [
            regions[id]
            for id, region in view.regions.items()
            if any(view.armies[army].side == side for army in region.armies)
        ]
        if where:
            yield sentence(regions=", ".join(where))


def _tracks(view: View) -> str:
    levels = ", ".join(f"{TRACK_NAMES[track]} {view.tracks[track]}" for track in TRACKS)
    return f"{levels}."
