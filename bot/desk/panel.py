"""The private panel of one seat: what the seat knows, owes and may choose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.campaigns import awaited, guards, journal, sheets, talks
from bot.campaigns.forced import only_answer
from bot.campaigns.opening import Opening, happened, late, opened, silence
from bot.campaigns.service import Campaigns
from bot.campaigns.table import Around
from bot.clock import notation
from bot.desk import spots
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import Does, Form, Group, Placed, Sheet
from bot.posts.card import lesson
from bot.posts.card.face import Guide
from bot.store import Campaign, JournalEntry
from bot.surface import custom_ids, layout
from data.catalogue import N_, _, retold
from data.nouns import listed
from engines.core.contract import AnyTitle, Outcome
from engines.core.events import Event, GivenFor
from render import WHOLE, CloseUp

NEWS_LINES = 12
"""Lines of the events after a press; the turn card has the others."""
NOTES = 3
"""Lines of the player's own notes; `/my note` shows all."""
ONLY = "only "
"""Begins the key of a list that is opened from a list which stands for several; its id follows."""
STANDING = 1600
"""Characters of the position, and of what only the seat knows."""
FEW = 2
"""Most seats that are waited for whose people are named on a panel."""


def only(group: str) -> str:
    """The key of a list that is opened from a list that stands for several."""
    return f"{ONLY}{group}"


class Place(NamedTuple):
    """A seat that the same person holds."""

    seat: str
    name: str
    owes: bool


class Panel(NamedTuple):
    """The content of a panel. It is made only from the seat's own view and events."""

    heading: str
    news: Sequence[str]
    """The events after the last press, or why it was refused."""
    standing: str
    """The position, and what only this seat knows; empty while the seat waits."""
    opening: Opening
    groups: Sequence[Group]
    stamp: custom_ids.Stamp
    places: Sequence[Place]
    close: CloseUp | None
    """The part of the map for the choices; None: there is no picture."""
    score: str = ""
    """The score, and the seat's own strength, a line each."""
    forms: Sequence[Form] = ()
    """The forms that can be opened."""
    inside: bool = False
    """Whether the choices are further ones, opened from another choice."""
    lesson: Guide | None = None
    """A learner's next step."""
    barred: Sequence[str] = ()
    """What a player has to know beside the choices, as why some that they would expect are not offered."""
    writing: Sequence[str] = ()
    """The form that the player is filling in and has not handed in."""
    brief: Sequence[str] = ()
    """The same in fewer rows, if there is such a text."""
    needed: int = 0
    """Lines, from the first on, that are shown however little room there is: of `brief` if there is one."""
    placed: Sequence[Placed] = ()
    """Further lines of it, each about a place on the map."""
    usual: str = ""
    """What the usual orders would answer to a question out of turn, if the player has given no orders."""
    plans: Sequence[str] = ()
    """The plans that the player has given for what comes next."""
    notes: Sequence[str] = ()
    """The last lines of the player's own notes."""
    talks: bool = False
    """Whether the seat may open a private room with another player now."""
    results: Sequence[str] = ()
    """What became of the seat's last orders, and what befell it since, a phrase each."""
    waits: bool = False
    """Whether the game goes on without the seat, which has nothing to decide."""

    @property
    def asks(self) -> bool:
        """Whether the seat owes a decision, and this is not something that was opened for it."""
        owes = any(place.owes for place in self.places if place.seat == self.stamp.seat)
        return owes and not (self.waits or self.inside)


def held(campaign: Campaign, user_id: int) -> list[str]:
    """The seats that a person holds, in the title's order."""
    return [seat for seat, holder in campaign.seats.items() if holder == user_id]


def viewer_of(campaigns: Campaigns, campaign: Campaign, user_id: int) -> str | None:
    """The seat whose view a person has, their own or one that they have lent; None: the public view."""
    if campaign.held_by(user_id):
        return campaigns.seat_of(campaign, user_id)
    return next(iter(campaign.open_to(user_id)), None)


async def of(
    campaigns: Campaigns,
    campaign: Campaign,
    seat: str,
    user_id: int,
    news: Sequence[str] = (),
    key: str = "",
    around: Around | None = None,
) -> Panel:
    """The panel of a seat, for the player who holds it.

    :param key: opens further choices; if these are gone, the panel shows all choices.
    :param around: what stands beside the board, if it was read with the campaign.
    """
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    words = presenter_of(title)
    around = around or await campaigns.around(campaign)
    owing = title.deciding(state) if campaign.status == "running" else []
    playing = seat in owing and not guards.why_stopped(campaign)
    chooses = may_choose(campaigns, campaign, seat)
    form = await sheets.sheet(campaigns, campaign, seat, key, around) if chooses else None
    guide = await lesson.guide(campaigns, campaign, around)
    goes_on = user_id in around.people and around.people[user_id].goes_on
    groups = form.groups if form is not None else words.groups(state, seat) if chooses else []
    further = [] if form is not None else [group for group in groups if key == only(group.id)]
    if chooses and key and form is None and not further:
        further = words.within(state, seat, key)
    groups = further or groups
    waits = campaign.status == "running" and not chooses
    close = None
    if (chooses or waits) and title.secrets and campaign.images != "never":
        close = words.card if waits else (form and form.close) or _close(words, state, seat)
        close = close._replace(offered=spots.offered(groups))
    view = words.view(state, seat)
    stands = None if campaign.is_over else title.known_outcome(state, seat)
    # A question out of turn is a small one, and its screen has no room for how the game stands.
    score = None if _is_interrupted(title, state, seat) else stands
    name, when = title.seat_names[seat], retold(title.chapter(state)[1])
    # Of two sides each wants what the other has, which the lobby has said; of several each has its own way.
    aim = f"\n-# 🎯 {words.seat_aims[seat]}" if len(title.seats) > 2 and seat in words.seat_aims else ""
    return Panel(
        # A panel that waits is three short lines with a map.
        heading=f"**{name}** · {when}" if waits else f"## {title.name} · {name}\n-# {when}{aim}",
        news=news,
        # A waiting panel is not read until a question comes: **My map** shows the position.
        standing=_position(words, view, stands, seat, rest=layout.REST) if chooses else "",
        opening=await _opening(campaigns, campaign, seat, form, news, goes_on=goes_on),
        groups=groups,
        stamp=custom_ids.Stamp(campaign.id, campaign.version, seat),
        places=[Place(own, title.seat_names[own], own in owing) for own in held(campaign, user_id)],
        close=close,
        score="" if waits or campaign.is_over else "\n".join(filter(None, _stands(words, view, score, seat))),
        forms=_forms(words, state, seat, key if further else "", groups, chooses=chooses)
        if campaign.status == "running"
        else [],
        plans=words.planned_so_far(
            state, seat, {kind: text for (whose, kind), text in around.orders.items() if whose == seat}
        ),
        inside=bool(further) or (form is not None and bool(key)),
        writing=() if form is None else form.lines,
        needed=0 if form is None else form.needed,
        brief=() if form is None else form.brief,
        placed=() if form is None else form.placed,
        lesson=guide,
        barred=(words.beside(state, seat, key) if further else words.barred(state, seat)) if playing else (),
        # A learner is told what to do, and the panel has no room for more.
        usual=_usual(campaigns, campaign, seat, around) if playing and guide is None else "",
        notes=around.notes.get(user_id, ())[-NOTES:],
        talks=bool(talks.partners(title, state, campaign, seat)),
        results=await results(campaigns, campaign, seat) if chooses and guide is None else (),
        waits=waits,
    )


async def results(campaigns: Campaigns, campaign: Campaign, seat: str) -> list[str]:
    """What became of a seat's last orders, and what befell it since, a phrase each; private to it."""
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    if not title.collects:
        return []
    chapter = campaigns.chapter_of(campaign)
    # The last orders of a chapter are carried out as the next begins.
    chapters = [
        await campaigns.chapter(campaign, number, seat) for number in (chapter - 1, chapter) if number > 0
    ]
    words = presenter_of(title)
    return words.results([event for each in chapters for event in each.events], words.view(state, seat), seat)


def may_choose(campaigns: Campaigns, campaign: Campaign, seat: str) -> bool:
    """Whether a seat owes a decision, or may still change one."""
    if campaign.status != "running":
        return False
    owes = seat in campaigns.title_of(campaign).deciding(campaigns.state_of(campaign))
    # An answer that may still be changed is no longer due, but can be chosen again.
    return (owes and not guards.why_stopped(campaign)) or changes(campaigns, campaign, seat)


async def writing(campaigns: Campaigns, campaign: Campaign, seat: str) -> Sheet | None:
    """The form that a seat is filling in; None while it has none, or can't decide."""
    return await sheets.sheet(campaigns, campaign, seat) if may_choose(campaigns, campaign, seat) else None


def changes(campaigns: Campaigns, campaign: Campaign, seat: str) -> bool:
    """Whether a seat has answered a question to several seats, and may still change its answer."""
    if guards.why_stopped(campaign):
        return False
    given = campaigns.title_of(campaign).changeable(campaigns.state_of(campaign))
    return any(decision.seat == seat for decision in given)


def _is_interrupted(title: AnyTitle, state: Any, seat: str) -> bool:
    """Whether a seat is asked out of turn, and nothing else."""
    asked = [decision for decision in title.decisions(state) if decision.seat == seat]
    return bool(asked) and all(decision.interrupt for decision in asked)


def _stands(words: AnyPresenter, view: Any, stands: Outcome | None, seat: str) -> Iterator[str]:
    """The score, and the seat's own strength."""
    if stands is not None:
        yield words.balance(stands)
    yield words.own(view, seat)


def _close(words: AnyPresenter, state: Any, seat: str) -> CloseUp:
    """The part of the map for the decision; if that is the whole map, the card's close-up."""
    close_up = words.close(state, seat)
    return words.card if close_up == WHOLE else close_up


def _usual(campaigns: Campaigns, campaign: Campaign, seat: str, around: Around) -> str:
    """What the usual orders would answer, for a seat that is asked out of turn and has no orders yet."""
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    asked = next((each for each in title.decisions(state) if each.interrupt and each.seat == seat), None)
    if asked is None or not title.order_sets:
        return ""
    given = around.orders
    if seat in {whose for whose, _kind in given}:
        return ""
    order = title.orders_in(title.order_sets[0], seat).get(asked.kind)
    action = None if order is None else title.answered(state, asked, order)
    if action is None:
        return _("*Usual orders* leaves this decision to you, and answers most later questions.")
    words, chosen = presenter_of(title), title.notation(action)
    choice = next((each for each in words.choices(state, seat) if each.notation == chosen), None)
    if choice is None or only_answer(title, state, asked) is not None:
        return _("*Usual orders* answers this now, and later questions.")
    # Without a clock there is no default to differ from.
    differs = notation.read(campaign.clock).kind != "none" and action != title.fallback(state, asked)
    said = (
        N_("*Usual orders* takes **{choice}** instead, and answers later questions.")
        if differs
        else N_("*Usual orders* takes **{choice}**, and answers later questions.")
    )
    return said(choice=choice.label)


def _forms(
    words: AnyPresenter, state: Any, seat: str, key: str, groups: Sequence[Group], *, chooses: bool
) -> list[Form]:
    """The forms for now, what can be said ahead, and the plan that answers later questions.

    A form for orders that a choice offers ready-made is opened from there.
    """
    offered = {choice.notation for group in groups for choice in group.choices if choice.does is Does.ORDER}
    ahead = [] if key else [form for form in words.ahead(state, seat) if form.id not in offered]
    if not chooses:
        return ahead
    plan = None if key else words.plan({}, state)
    return [*words.forms(state, seat, key), *ahead, *([] if plan is None else [plan])]


def knows(
    campaigns: Campaigns, campaign: Campaign, seat: str | None, limit: int = STANDING, rest: str | N_ = ""
) -> str:
    """The position as a seat knows it, or the public (None), with what only that seat knows.

    :param rest: says where to read the part that does not fit.
    """
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    stands = None if campaign.is_over else title.known_outcome(state, seat)
    return _position(presenter_of(title), title.view(state, seat), stands, seat, limit, rest)


def _position(
    words: AnyPresenter,
    view: Any,
    stands: Outcome | None,
    seat: str | None,
    limit: int = STANDING,
    rest: str | N_ = "",
) -> str:
    """The position from the seat's view and the outcome that it may know; None while there is none."""
    score = [] if stands is None else [words.balance(stands)]
    # The public position can be read elsewhere too: if there is too much, the seat's secrets stay.
    private = [] if seat is None else words.private(view, seat)
    own = layout.begun("\n".join(private), limit // 2, rest)
    table = layout.begun("\n".join([*score, *words.standing(view, seat)]), limit - len(own) - 1, rest)
    return f"{table}\n{own}" if own else table


async def since(campaigns: Campaigns, campaign: Campaign, seat: str) -> list[str]:
    """The events in this chapter since the seat's player acted last, as the seat may know them.

    Of a seat that waits only what the public is not told: the card has the rest, and the panel is short.
    """
    title = campaigns.title_of(campaign)
    rows = await campaigns.store.journal_of_chapter(campaign.id, campaigns.chapter_of(campaign))
    stands = [row for row in rows if row.undone_by is None]
    own = max((n for n, row in enumerate(stands, 1) if (row.seat, row.source) == (seat, "player")), default=0)
    # With little room, events that the chapter has shown before are not repeated.
    seen: dict[str, JournalEntry] = {row.seat: row for row in stands[:own]}
    events = [
        event
        for row in stands[own:]
        for event in journal.unrepeated(journal.read_events(title, row.events), row, seen)
    ]
    lines = tell(title, title.redact_all(events, seat), seat)
    if campaign.status != "running" or may_choose(campaigns, campaign, seat):
        return lines
    public = {*presenter_of(title).tell(title.redact_all(events, None))}
    return [line for line in lines if line not in public]


def tell(title: AnyTitle, events: Sequence[Event], seat: str, automatic: Collection[str] = ()) -> list[str]:
    """The events as a seat is told them; they are redacted already.

    A scene with its own post takes one line, so that its end is visible where the player acts. If a whole
    turn follows from one press and has to be cut, the seat's own actions and private events stay: the player
    waits for the first, and no log has the second. The cut lines stand before them. Answers of the seat's own
    orders are left out, because the player gave them.

    :param automatic: seats whose "played by the automatic player" is left out: after each press it would take
        the room of the events.
    """
    words = presenter_of(title)
    events = [
        event for event in events if not (isinstance(event, GivenFor) and _known(event, seat, automatic))
    ]
    if not title.collects:
        return words.in_brief(events)
    lines = words.tell(events)
    if len(lines) < NEWS_LINES:
        return lines
    public, name = {*words.tell(title.redact_all(events, None))}, title.seat_names[seat]
    whole = layout.with_small_print(lines)
    own = [any(line not in public or name in line for line in each) for each in whole]
    kept: set[int] = set()
    room = NEWS_LINES
    for at in sorted(range(len(whole)), key=lambda at: (own[at], at), reverse=True):
        room -= len(whole[at])
        if room < 0:
            break
        kept.add(at)
    in_order = sorted(range(len(whole)), key=lambda at: (at in kept, at))
    return [line for at in in_order for line in whole[at]]


def _known(given: GivenFor, seat: str, automatic: Collection[str]) -> bool:
    """Whether a seat already knows who answered: its own orders, or an automatic opponent."""
    if given.source == "order":
        return given.seat == seat
    return given.source == "automatic" and given.seat in automatic


async def _opening(
    campaigns: Campaigns,
    campaign: Campaign,
    seat: str,
    form: Sheet | None,
    news: Sequence[str],
    *,
    goes_on: bool,
) -> Opening:
    """What a panel says first; of a campaign that is over or stopped only that.

    :param news: the lines of what the player is told now.
    :param goes_on: a question with a single answer answers itself for this player.
    """
    if campaign.status != "running" or guards.why_stopped(campaign):
        return Opening("", due_from(campaigns, campaign, seat, form=form))
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    # Without news the latest action is the seat's own, of which it knows more than the public.
    chapter = await campaigns.chapter(campaign, campaigns.chapter_of(campaign), None if news else seat)
    owed = _question(campaigns, campaign, seat, form, goes_on=goes_on)
    return opened(
        # The question of a player who is asked out of turn says itself what happened.
        ""
        if _is_interrupted(title, state, seat)
        else happened(presenter_of(title), chapter.events, chapter.latest, news or None),
        owed.decide,
        owed.silent,
    )


async def question(
    campaigns: Campaigns, campaign: Campaign, seat: str, user_id: int, around: Around | None = None
) -> Opening:
    """What a seat still has to decide, for a screen that was opened from its panel.

    :param around: as in `of`.
    """
    around = around or await campaigns.around(campaign)
    goes_on = user_id in around.people and around.people[user_id].goes_on
    form = await sheets.sheet(campaigns, campaign, seat, around=around)
    return _question(campaigns, campaign, seat, form, goes_on=goes_on)


def _question(
    campaigns: Campaigns, campaign: Campaign, seat: str, form: Sheet | None, *, goes_on: bool
) -> Opening:
    """What a seat has to decide and until when, or which seats it waits for, and what happens otherwise.

    :param goes_on: a question with a single answer answers itself for this player.
    """
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    asked = [decision for decision in title.decisions(state) if decision.seat == seat]
    itself = goes_on and all(only_answer(title, state, each) is not None for each in asked)
    clock, alone = notation.read(campaign.clock), campaign.is_alone
    otherwise, over = form.otherwise if form is not None else "", late(campaign, [seat])
    return Opening(
        # The deadline means nothing to a player whose question answers itself before it.
        decide=due_from(campaigns, campaign, seat, form=form, timed=not (asked and itself)),
        silent=silence(title, state, clock, [seat], itself=itself, comes_to=otherwise, alone=alone, late=over)
        if asked
        else "",
    )


def due_from(
    campaigns: Campaigns, campaign: Campaign, seat: str, *, form: Sheet | None = None, timed: bool = True
) -> str:
    """What a seat owes and until when, or which seats it waits for.

    :param form: the form, which may say better what its seat does with it.
    :param timed: whether to say until when the seat has time.
    """
    if campaign.status != "running":
        if campaign.outcome is None:
            return _("The campaign is over.")
        return "\n".join(
            presenter_of(campaigns.title_of(campaign)).verdict(
                msgspec.json.decode(campaign.outcome, type=Outcome)
            )
        )
    if stopped := guards.why_stopped(campaign):
        return stopped
    parts = awaited.parts(campaigns, campaign)
    names = campaigns.title_of(campaign).seat_names
    mine = next((part for part in parts if part.seat == seat), None)
    if mine is not None and not mine.given:
        what = form.due if form is not None and form.due else mine.phrase
        return _("**Your decision** {what}{until}", what=what, until=mine.until if timed else "")
    waiting = _waiting([part for part in parts if not part.given], names)
    if mine is not None and changes(campaigns, campaign, seat):
        return _("✅ Submitted. You can change it until everyone has submitted. {waiting}", waiting=waiting)
    return waiting if mine is None else _("✅ Submitted. {waiting}", waiting=waiting)


def _waiting(others: Sequence[awaited.Part], names: Mapping[str, str]) -> str:
    """The seats that the game waits for, until when and, for a single seat, for what."""
    # If there are many, the card has names and deadlines.
    few = len(others) <= FEW
    people = listed([f"**{names[part.seat]}**" + f", {part.who}{part.until}" * few for part in others])
    if len(others) != 1:
        return _("Waiting for {people}.", people=people)
    # A phrase may begin with a name, so that its first letter stays as it is.
    return _("Waiting for {people}: {what}.", people=people, what=others[0].phrase)
