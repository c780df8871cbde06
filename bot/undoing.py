"""Taking back: what an undo would undo, what stands in a player's way, and the others' consent."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from discord import ButtonStyle, ui
from sqlalchemy import Connection

from bot import archive, history, layout, messages, refusals
from bot.campaigns import Campaigns
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.games import presenter
from bot.games.presenter import counted, listed
from bot.progress import Progress
from bot.proposals import lines, question
from bot.store import Audit, Campaign, JournalRow, Message, Request, outbox, requests
from engines.core.contract import AnyTitle
from engines.core.dice import Draw
from engines.core.errors import ReplayError
from engines.core.events import Event, GivenFor, Source
from engines.core.record import replay
from engines.core.table import Kind

ANSWER = r"t1:undo:(?P<answer>agree|refuse|withdraw):(?P<request>\d{1,12})"

_BY: dict[Source, str] = {
    "player": "by its player",
    "order": "by a standing order",
    "default": "by default, as time had run out",
    "automatic": "by the automatic player",
    "moderator": "by a moderator",
}


class Step(NamedTuple):
    """One entry that would be undone, as whoever asks may know it."""

    number: int
    seat: str
    """Empty where it was no seat's action."""
    kind: Kind
    what: str
    source: Source
    user_id: int | None
    chance: str
    """The dice and cards that it drew, in words; empty where it drew none."""
    drew: bool
    reveals: bool
    """Whether somebody learnt something by it that can't be unlearnt."""


class Plan(NamedTuple):
    """What would be undone, oldest first."""

    back_to: int
    """The entry that would stand last; 0 is the set-up."""
    steps: list[Step]


def entries(number: int) -> str:
    """`1 entry`, `12 entries`."""
    return f"{number} {'entry' if number == 1 else 'entries'}"


def standing(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The entries that stand, the set-up first; undos themselves are not among them."""
    return [row for row in rows if row.undone_by is None and row.kind != "undo"]


def before_own(rows: Sequence[JournalRow], seats: Collection[str], actions: int) -> int:
    """The entry to go back to so that a player's last actions are undone.

    :raises PoliteError: they have taken fewer.
    """
    stands = standing(rows)
    own = [
        place
        for place, row in enumerate(stands)
        if place and row.kind == "act" and row.source == "player" and row.seat in seats
    ]
    if not own:
        raise PoliteError("You have taken no action that still stands, so there is nothing to take back.")
    if actions > len(own):
        raise PoliteError(f"Only {counted(len(own), 'action')} of yours can be taken back.")
    return _with_answers(stands, own[-actions] - 1)


def before_last(rows: Sequence[JournalRow], actions: int) -> int:
    """The entry to go back to so that the last entries, whoever's, are undone.

    :raises PoliteError: there are fewer.
    """
    stands = standing(rows)
    if len(stands) == 1:
        raise PoliteError("Nothing has been played yet, so there is nothing to take back.")
    if actions >= len(stands):
        raise PoliteError(f"Only {counted(len(stands) - 1, 'action')} can be taken back.")
    return _with_answers(stands, len(stands) - 1 - actions)


def before_turn(rows: Sequence[JournalRow], turn: int) -> int:
    """The entry to go back to so that a turn stands at its beginning.

    :raises PoliteError: there was no such turn, or it has just begun.
    """
    stands = standing(rows)
    begun = [
        place
        for place, row in enumerate(stands)
        if row.chapter_after == turn and (place == 0 or row.chapter_before != turn)
    ]
    if not begun:
        first, last = stands[0].chapter_after, stands[-1].chapter_after
        raise PoliteError(f"There is no turn {turn} to go back to: the turns so far are {first} to {last}.")
    if begun[-1] == len(stands) - 1:
        raise PoliteError(f"Turn {turn} has only just begun, so there is nothing to take back.")
    return _with_answers(stands, begun[-1])


def _with_answers(stands: Sequence[JournalRow], place: int) -> int:
    """A standing order's answer goes with the action that it answered, or it would be given again at once."""
    while place and stands[place + 1].source == "order":
        place -= 1
    return stands[place].seq


def plan(title: AnyTitle, rows: Sequence[JournalRow], back_to: int, *, own: Collection[str] = ()) -> Plan:
    """What going back would undo.

    :param own: seats of whoever reads it; of the others' entries it tells what the public knows.
    :raises StaleError: the entry does not stand, or nothing after it does.
    """
    stands = standing(rows)
    steps = [_step(title, row, own) for row in stands if row.seq > back_to]
    if not steps or back_to not in {row.seq for row in stands}:
        raise StaleError("What was to be taken back stands no longer. Look at the present board first.")
    return Plan(back_to, steps)


def _step(title: AnyTitle, row: JournalRow, own: Collection[str]) -> Step:
    events = history.read_events(title, row.events)
    told = title.told_all(events, row.seat if row.seat in own else None)
    if title.secrets and (row.kind == "edit" or row.seat not in own):
        story = presenter(title).tell([event for event in told if not isinstance(event, GivenFor)])
        what = layout.cut(" ".join(story[:1]).replace("\n", " "), 160) or "what only its seat knows"
    else:
        what = f"`{layout.cut(row.action, 160).replace('`', '')}`"
    return Step(
        number=row.seq,
        seat=row.seat,
        kind=row.kind,
        what=what,
        source=row.source,
        user_id=row.user_id,
        chance=_chance(row.draws, told, hidden=title.secrets and row.seat not in own),
        drew=bool(row.draws),
        reveals=any(event.reveals for event in events),
    )


def _chance(draws: Sequence[Draw], told: Sequence[Event], *, hidden: bool) -> str:
    """Draws in words.

    :param told: what whoever reads it knows of what happened.
    :param hidden: whether they may know of no draw but by that.
    """
    dice = [draw.value for draw in draws if draw.of == "d6"]
    cards = [draw.value for draw in draws if draw.of != "d6"]
    parts = []
    if dice:
        faces = [str(face) for event in told for face in getattr(event, "faces", ())]
        seen = not hidden or len(faces) == len(dice)
        parts.append(f"🎲 {', '.join(dice)}" if seen else f"🎲 {counted(len(dice), 'die roll')}")
    if cards:
        parts.append(f"🂠 {counted(len(cards), 'draw')}" if hidden else f"🂠 {', '.join(cards)}")
    return " · ".join(parts)


def told(title: AnyTitle, planned: Plan, limit: int = 1200) -> str:
    """A plan for people: each entry with whose it is, by whom, and what it crosses."""
    return lines([_told(title, step) for step in planned.steps], limit, noun="entry that follows")


def _told(title: AnyTitle, step: Step) -> str:
    name = f"**{title.seat_names[step.seat]}**" if step.seat else ""
    # What the public is told of a secret action names its seat mostly.
    whose = f"{name} " if name and name not in step.what else ""
    by = f"by <@{step.user_id}>" if step.source == "player" and step.user_id else _BY[step.source]
    if step.kind != "act":
        by = "by a moderator" if step.user_id is None else f"by <@{step.user_id}>"
    parts = [f"{step.number}. {whose}{step.what}", by]
    if step.chance:
        parts.append(step.chance)
    if step.reveals:
        parts.append("reveals")
    return " · ".join(parts)


def crosses(planned: Plan) -> str:
    """What going back would cross, in a sentence; empty where it is nothing."""
    drew = sum(step.drew for step in planned.steps)
    shown = sum(step.reveals for step in planned.steps)
    parts = [f"{entries(drew)} with dice or cards"] if drew else []
    if shown:
        parts.append(f"{entries(shown)} that revealed something")
    return f"It crosses {' and '.join(parts)}." if parts else ""


def obstacles(title: AnyTitle, planned: Plan, own: Collection[str]) -> list[str]:
    """Why a player can't take these entries back alone, a clause each; none where they can."""
    others = [step.seat for step in planned.steps if step.kind == "act" and step.seat not in own]
    found = []
    if others:
        names = listed([title.seat_names[seat] for seat in dict.fromkeys(others)])
        found.append(f"{names} {'has' if len(set(others)) == 1 else 'have'} acted since")
    if any(step.kind != "act" for step in planned.steps):
        found.append("a moderator has put something right or rolled dice since")
    if any(
        step.kind == "act" and step.seat in own and step.source not in ("player", "order")
        for step in planned.steps
    ):
        found.append("not all of it was given by you")
    if any(step.drew for step in planned.steps):
        found.append("dice were rolled or cards drawn")
    if any(step.reveals for step in planned.steps):
        found.append("something was revealed that can't be unlearnt")
    return found


def state_after(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow], number: int) -> Any:
    """The state after an entry that stands, by a replay of the record; it may take long.

    :raises PoliteError: the record does not replay under the present rules.
    """
    state = None
    try:
        for played in replay(title, archive.record(campaign, rows[: number + 1])):
            state = played.state
    except ReplayError as error:
        raise PoliteError(
            f"Entry {error.entry} of the journal no longer follows under the present rules, so that the "
            "game can't be taken back. `/mod repair` says what can be done about it."
        ) from error
    return state


def own_seats(campaign: Campaign, user_id: int) -> set[str]:
    """The seats that somebody holds.

    :raises NotSeatedError: none.
    """
    seats = {seat for seat, holder in campaign.seats.items() if holder == user_id}
    if not seats:
        raise NotSeatedError(refusals.not_seated(campaign))
    return seats


def others_of(campaign: Campaign, user_id: int | None) -> dict[str, int]:
    """Seats that other people hold, with who does."""
    return {seat: holder for seat, holder in campaign.seats.items() if holder != user_id}


def undoable(campaign: Campaign) -> None:
    """See that a campaign can be taken back at all.

    :raises StaleError: it can't, and the text says why.
    """
    if campaign.status == "finished":
        raise StaleError(
            "The game is over and the seed of its dice is out: whoever played on from an earlier state "
            "would know what comes. It can't be taken back."
        )
    refusals.playable(campaign)


class Answer(NamedTuple):
    """What became of a request by somebody's answer."""

    told: str
    """For whoever answered."""
    settled: str | None
    """For everybody, in place of the request; None while others are awaited."""


class Undoing:
    """Takes entries back, alone or by consent."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def take_back(
        self,
        campaign_id: int,
        version: int,
        back_to: int,
        *,
        user_id: int,
        source: Source = "player",
        audit: Audit | None = None,
        say: Sequence[Message] = (),
    ) -> Campaign:
        """Take back what stands after an entry; of a player, only what is their own to take back.

        :raises PoliteError: it can't be, and the text says why.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            if source == "player":
                title = self._campaigns.title_of(campaign)
                own = own_seats(campaign, user_id)
                rows = await self._store.journal(campaign_id)
                if obstacles(title, plan(title, rows, back_to), own):
                    raise StaleError("That can't be taken back without the others' consent.")
            return await self._carry_out(campaign, back_to, user_id, source, audit, say)

    async def _present(self, campaign_id: int, version: int) -> Campaign:
        campaign = await self._campaigns.known(campaign_id)
        undoable(campaign)
        if campaign.version != version:
            raise StaleError(
                "The campaign has moved on since, so that other actions would be undone. Ask again."
            )
        return campaign

    async def _carry_out(
        self,
        campaign: Campaign,
        back_to: int,
        user_id: int | None,
        source: Source,
        audit: Audit | None,
        say: Sequence[Message],
        *,
        presser: int | None = None,
    ) -> Campaign:
        """Undo in the name of a user; who pressed knows of it, and is not told that it is their turn."""
        title = self._campaigns.title_of(campaign)
        rows = await self._store.journal(campaign.id)
        taken = plan(title, rows, back_to).steps
        state = await asyncio.to_thread(state_after, title, campaign, rows, back_to)
        progress = Progress(title, campaign)
        seats = {row.seat for row in standing(rows) if row.seq > back_to and row.seat}
        progress.undo(back_to, state, len(taken), user_id=user_id, source=source, seats=seats)
        return await self._campaigns.commit(progress, user_id=presser or user_id, audit=audit, say=say)

    async def ask(self, campaign_id: int, version: int, back_to: int, *, user_id: int) -> int:
        """Ask all others who hold a seat to agree, in the channel; gives the request's id.

        :raises PoliteError: there is nobody to ask, or they are being asked already.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            title = self._campaigns.title_of(campaign)
            own = own_seats(campaign, user_id)
            others = others_of(campaign, user_id)
            if not others:
                raise PoliteError("There is nobody to ask; a moderator can take it back: `/mod undo`.")
            pending = await self._store.look(partial(requests.open_of, campaign_id=campaign_id))
            if pending is not None and pending.version == version:
                raise StaleError("The others are being asked already; their answers are awaited.")
            planned = plan(title, await self._store.journal(campaign_id), back_to)
            seat = next((step.seat for step in planned.steps if step.seat in own), min(own))
            text = self._request_text(title, planned, user_id, others)
            made = 0

            def write(connection: Connection) -> None:
                nonlocal made
                now = self._store.now()
                made = requests.ask(connection, campaign_id, version, back_to, seat, now)
                said = messages.say(text, people=list(dict.fromkeys(others.values())), undo=made)
                outbox.add(connection, campaign_id, [said], now)

            await self._store.transact(write, campaign_id=campaign_id)
            return made

    def _request_text(self, title: AnyTitle, planned: Plan, user_id: int, others: dict[str, int]) -> str:
        asked = listed([f"<@{holder}>" for holder in dict.fromkeys(others.values())])
        parts = [
            f"↩️ {asked}: <@{user_id}> asks to take back {counted(len(planned.steps), 'action')}:",
            told(title, planned, 1000),
            crosses(planned),
            "-# It is taken back when all have agreed, and lapses when the game goes on.",
        ]
        return "\n".join(part for part in parts if part)

    async def answer(self, request_id: int, user_id: int, answer: str, *, guild_id: int | None) -> Answer:
        """Note somebody's `agree`, `refuse` or `withdraw`; with the last consent it is carried out.

        :raises PoliteError: the request is settled, or it is not theirs to answer.
        """
        found = await self._store.look(partial(requests.by_id, request_id=request_id))
        if found is None:
            raise StaleError("That request is not known here.")
        async with self._campaigns.writing(found.campaign_id, wait=True):
            # Read anew: somebody may have answered while we waited for the others.
            request = await self._store.look(partial(requests.by_id, request_id=request_id))
            assert request is not None
            campaign = await self._campaigns.known(request.campaign_id)
            if campaign.guild_id != guild_id:
                raise StaleError("That request is not known here.")
            return await self._answer(request, campaign, user_id, answer)

    async def _answer(self, request: Request, campaign: Campaign, user_id: int, answer: str) -> Answer:
        asker = campaign.seats.get(request.asked_by)
        if request.settled_at is not None:
            raise StaleError("That request is settled already.")
        if user_id not in campaign.seats.values():
            raise NotSeatedError("Only those who hold a seat in this campaign are asked.")
        if campaign.version != request.version or campaign.status != "running":
            await self._settle(request)
            lapsed = "The game has gone on since, so that the request to take back has lapsed."
            return Answer(lapsed, lapsed)
        if user_id == asker:
            if answer == "agree":
                raise PoliteError("You have asked for this yourself; the others have to agree.")
            await self._settle(request)
            return Answer("You have withdrawn your request.", f"<@{user_id}> has withdrawn the request.")
        if answer == "withdraw":
            raise PoliteError("Only whoever asked can withdraw a request; you can refuse it.")
        if answer == "refuse":
            await self._settle(request)
            return Answer("You have refused.", f"<@{user_id}> has refused: nothing is taken back.")
        undoable(campaign)
        mine = [seat for seat, holder in campaign.seats.items() if holder == user_id]
        agreed = sorted({*request.agreed, *mine})
        others = others_of(campaign, asker)
        awaited = [holder for seat, holder in others.items() if seat not in agreed]
        if awaited:
            await self._store.transact(
                partial(requests.agree, request_id=request.id, agreed=agreed),
                campaign_id=request.campaign_id,
            )
            names = listed([f"<@{holder}>" for holder in dict.fromkeys(awaited)])
            return Answer(f"You have agreed. Still to answer: {names}.", None)
        # The version lets it happen once only, should we be stopped before it is settled.
        await self._carry_out(campaign, request.back_to, asker, "player", None, (), presser=user_id)
        await self._settle(request)
        return Answer("You have agreed, and it is taken back.", "All have agreed: it is taken back.")

    async def _settle(self, request: Request) -> None:
        await self._store.transact(
            partial(requests.settle, request_id=request.id, now=self._store.now()),
            campaign_id=request.campaign_id,
        )


def request_view(text: str, request_id: int) -> ui.LayoutView:
    """The message in which the others are asked."""
    return question(
        text,
        ui.Button(label="Agree", style=ButtonStyle.success, custom_id=f"t1:undo:agree:{request_id}"),
        ui.Button(label="Refuse", style=ButtonStyle.danger, custom_id=f"t1:undo:refuse:{request_id}"),
    )


def asked_view(request_id: int) -> ui.LayoutView:
    """What whoever asked is told, with the button that withdraws the request."""
    return question(
        "The others are asked in the channel. It is taken back as soon as all have agreed.",
        ui.Button(label="Withdraw", style=ButtonStyle.secondary, custom_id=f"t1:undo:withdraw:{request_id}"),
    )
