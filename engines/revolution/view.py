"""The view of a seat, or of the public: all but answers on file, secret answers, and private purses."""

from __future__ import annotations

import msgspec

from data.revolution.tables import SEATS
from engines.revolution.actions import notation
from engines.revolution.box import GOVERNMENT, KING, Box
from engines.revolution.facts import Aim
from engines.revolution.frames import Form, Question
from engines.revolution.hopes import decided
from engines.revolution.score import places, points, scores, winner
from engines.revolution.sequence import step
from engines.revolution.state import (
    State,
    control,
    deputies,
    king_holder,
    outlaw,
    seated,
)


class RegionView(msgspec.Struct, frozen=True):
    """A region."""

    control: str | None
    revolt: bool
    coalition: bool
    armies: list[str]
    people: list[str]


class PersonView(msgspec.Struct, frozen=True):
    """A personality."""

    current: str
    state: str
    region: str | None
    outlaw: bool
    used: bool


class KingView(msgspec.Struct, frozen=True):
    """Louis XVI; `with_` is his holder."""

    state: str
    with_: str | None = msgspec.field(name="with")
    region: str | None


class CommuneView(msgspec.Struct, frozen=True):
    """The Commune of Paris."""

    raised: bool
    control: str | None


class WarView(msgspec.Struct, frozen=True):
    """States of war."""

    foreign: bool
    civil: bool


class ArmyView(msgspec.Struct, frozen=True):
    """An army on the map, or one that is still to come or gone."""

    side: str
    region: str | None
    gone: bool
    box: bool
    hidden: bool


class View(msgspec.Struct, frozen=True):
    """The view of one seat or of the public."""

    seat: str | None
    """The viewer's seat; None: the public."""
    scenario: str
    turn: int
    step: str
    stage: str
    regime: str
    government: str
    order: list[str]
    purses: dict[str, int | None]
    spent: int | None
    fame: dict[str, int]
    deputies: dict[str, int]
    seated: list[str]
    aside: int
    tracks: dict[str, int]
    war: WarView
    commune: CommuneView
    capital: str
    regions: dict[str, RegionView]
    people: dict[str, PersonView]
    armies: dict[str, ArmyView]
    king: KingView
    laws: list[str]
    outlawed: list[str]
    bills: list[str]
    rejected: int
    election: int
    objectives: dict[str, Aim]
    hopes: dict[str, bool]
    """The actors whose objective is met at present, or out of reach this turn; open ones are left out."""
    score: dict[str, int]
    winner: str | None
    """The winner; None while the game goes on."""
    places: dict[str, int]
    """The place of each when the game is over; empty before."""
    form: str | None
    """The form that is being filled in, or the question to several at once."""
    answered: list[str]
    """The seats that have answered it."""
    papers: list[str]
    """The viewer's own answers on file, in notation."""
    own: str | None
    """The viewer's own answer that other seats may not know yet."""


def king(state: State) -> KingView:
    """The King's place and holder."""
    status = state.people[KING]
    if status.state == "dead":
        return KingView("dead", None, None)
    held = "kidnapped" if state.kidnapped else "prison" if status.state == "prison" else "free"
    return KingView(held, king_holder(state), state.king_at)


def view(box: Box, state: State, seat: str | None) -> View:
    """The table as a seat sees it; None is the public."""
    top = state.stack[-1] if state.stack else None
    asking = top if isinstance(top, Form | Question) and len(top.seats) > 1 else None
    private = state.options["private-cash"] and state.stage != "over"
    won = winner(box, state, scores(box, state))[0] if state.stage == "over" else None
    own = asking.given.get(seat) if asking is not None and seat is not None else None
    armies: dict[str, list[str]] = {id: [] for id in state.regions}
    for id, army in state.armies.items():
        if army.region is not None:
            armies[army.region].append(id)
    people: dict[str, list[str]] = {id: [] for id in state.regions}
    for id, person in state.people.items():
        at = state.king_at if id == KING and person.state != "dead" else person.region
        if at is not None:
            people[at].append(id)
    return View(
        seat=seat,
        scenario=state.scenario,
        turn=state.turn,
        step=step(state),
        stage=state.stage,
        regime=state.regime,
        government=state.government,
        order=[*state.order],
        purses={
            who: None if private and who not in (seat, GOVERNMENT) else amount
            for who, amount in state.purses.items()
        },
        spent=None if private else state.spent,
        fame={**state.fame},
        deputies={who: deputies(state, who) for who in SEATS},
        seated=[who for who in SEATS if seated(box, state, who)],
        aside=state.aside,
        tracks=dict(state.tracks.items()),
        war=WarView(state.war, state.civil),
        commune=CommuneView(state.commune, state.leader),
        capital=state.capital,
        regions={
            id: RegionView(control(state, id), region.revolt, region.coalition, armies[id], people[id])
            for id, region in state.regions.items()
        },
        people={
            id: PersonView(
                person.current,
                person.state,
                state.king_at if id == KING and person.state != "dead" else person.region,
                outlaw(box, state, id),
                person.used,
            )
            for id, person in state.people.items()
        },
        armies={
            id: ArmyView(box.army[id].side, army.region, army.gone, army.box, army.hidden)
            for id, army in state.armies.items()
        },
        king=king(state),
        laws=[*state.laws],
        outlawed=[*state.outlawed],
        bills=[*state.bills],
        rejected=state.rejected,
        election=state.election,
        objectives={
            who: Aim.made(aim.aim, aim.of) for who, aim in state.objectives.items() if aim is not None
        },
        hopes=decided(box, state),
        score={who: points(box, state, who) for who in SEATS},
        winner=won,
        places={} if won is None else dict(places(box, state, won).items()),
        form=None if asking is None else asking.form if isinstance(asking, Form) else asking.kind,
        answered=[] if asking is None else [*asking.given],
        papers=[] if seat is None else [notation(answer) for answer in state.papers.get(seat, ())],
        own=None if own is None else notation(own),
    )
