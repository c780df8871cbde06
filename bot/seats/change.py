"""One change of a campaign's seats, written together with all that follows from it, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import msgspec

from bot.campaigns import messages
from bot.campaigns.autopilot import absence, away
from bot.campaigns.consent import Agreed, Consent, others_of
from bot.campaigns.proposals import Replace, Seating
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import holder
from bot.clock.hours import next_open
from bot.errors import PoliteError, StaleError
from bot.seats.briefing import briefing
from bot.seats.calling import calls
from bot.seats.knowledge import Clash, Knowledge, holders, told
from bot.seats.rules import Changed, SeatRules, handed, lent, offered
from bot.store import Audit, Campaign, Conduct, Deadline, Message, Seat, StaleVersionError, Write, rows
from bot.surface import layout
from data.catalogue import _, alone
from data.sentences import Phrase, _l


class By(NamedTuple):
    """The person who changes other people's seats, and the reason for the audit log."""

    user_id: int
    reason: str = ""


class Warned(NamedTuple):
    """What people have to know before they agree to a change."""

    text: str
    """A line about it; empty if there is nothing."""
    known: list[tuple[int, str, str]]
    """The same as `Seating.known`."""


class Asked(PoliteError):
    """The other players are asked; the change is made as soon as they have agreed."""


class Forewarned(PoliteError):
    """A person would play against another whose secrets they have seen, and has to be told first."""

    def __init__(self, text: Phrase, wanted: Seating) -> None:
        super().__init__(text)
        self.wanted = wanted


class Unagreed(Exception):
    """A person would play who has seen another seat's secrets, and not all opponents have agreed."""

    def __init__(self, clashes: Sequence[Clash]) -> None:
        super().__init__()
        self.clashes = clashes


class Asking(NamedTuple):
    """Consent to a change after which a person would play who has seen another seat's secrets."""

    wanted: Seating
    knowledge: Knowledge
    aware: frozenset[int]
    """People who accept all that they learn about each other: the two of a swap."""
    agreed: Agreed | None
    """The request that all have agreed to, if the change is made now."""

    def see_agreed(self, before: Campaign, after: Campaign) -> list[Write]:
        """Check that all have agreed; returns what has to be written about it.

        :raises Unagreed: they have not.
        """
        clashes = self.knowledge.news(before.seating, after.seating)
        lacking = [clash._replace(by=clash.by - self._agreeing(before, clash)) for clash in clashes]
        if any(clash.by for clash in lacking):
            raise Unagreed([clash for clash in lacking if clash.by])
        writes: list[Write] = [
            partial(
                rows.sights.agree,
                campaign_id=before.id,
                seat=clash.seen,
                user_id=clash.user_id,
                by=clash.by,
                ruling=clash.ruling,
            )
            for clash in clashes
        ]
        return writes if self.agreed is None else [self.agreed.settling, *writes]

    def _agreeing(self, campaign: Campaign, clash: Clash) -> frozenset[int]:
        """The people who have agreed to just this clash, and were told of it."""
        aware = frozenset[int]() if clash.ruling else self.aware
        wanted = self.wanted if self.agreed is None else self.agreed.wanted
        assert isinstance(wanted, Seating | Replace)
        if clash[:3] not in wanted.known:
            return aware
        if isinstance(wanted, Seating):
            aware |= {wanted.user}
        if self.agreed is None:
            return aware
        return aware.union(set(others_of(campaign, wanted, None)) - set(self.agreed.silent))

    async def ask(
        self, campaigns: Campaigns, campaign: Campaign, what: str, clashes: Sequence[Clash]
    ) -> None:
        """Ask the people who have not agreed, in the channel.

        :param what: as in "Camille asks to {what}".
        :raises PoliteError: always; it says that they are asked, or why they can't be.
        """
        title = campaigns.title_of(campaign)
        with alone():
            known = told(clashes, title.seat_names)
        lacking = {user for clash in clashes for user in clash.by}
        if self.agreed is not None:
            if self.agreed.silent:
                raise PoliteError(
                    _l("{known}. The players who have not answered must agree to that.", known=known)
                )
            raise StaleError(
                _l(
                    "{known}. Not everyone who has to agree was asked. Give the command again.",
                    known=known,
                )
            )
        told_of = dict.fromkeys([*self.wanted.known, *(clash[:3] for clash in clashes)])
        wanted = msgspec.structs.replace(self.wanted, known=list(told_of))
        if wanted.user in lacking:
            raise Forewarned(_l("⚠️ {known}. Continue anyway?", known=known), wanted)
        wanted = msgspec.structs.replace(wanted, asked=sorted(lacking))
        line = f"⚠️ {told(clashes, title.seat_names)}."
        await Consent(campaigns).put(campaign, wanted, what, line, user_id=wanted.user)
        raise Asked(
            _l(
                "{known}. So the others are asked in the channel. It is done once everyone has agreed.",
                known=known,
            )
        )


class Change:
    """One change of a campaign's seats, under its lock."""

    def __init__(self, campaigns: Campaigns, campaign: Campaign, asking: Asking | None = None) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self.campaign = campaign
        self._title = campaigns.title_of(campaign)
        self._asking = asking
        self.sitting = SeatRules(campaign.seating, self._title.seat_names, self._title.secrets)

    def ruled(self, ask: Callable[[SeatRules], Changed]) -> Changed:
        """A change by the rules; a refusal is for the person alone who asked."""
        with alone():
            return ask(self.sitting._replace(names=self._title.seat_names))

    def name(self, seat: str) -> str:
        """The name of a seat."""
        return self._title.seat_names[seat]

    def automated(self, sitting: Seat, user_id: int) -> str:
        """The message that the automatic player gets a seat, or plays it at another strength."""
        before, name = self.campaign.seating[sitting.seat], self.name(sitting.seat)
        who = holder(self._title, sitting)
        if before.automatic:
            return _(
                "🤖 **{name}**: from now on {who} plays, by <@{user_id}>.",
                name=name,
                who=who,
                user_id=user_id,
            )
        return _(
            "🤖 **{name}**: <@{user_id}> {lets} {who}, until somebody takes it with `/seat take`.",
            name=name,
            user_id=user_id,
            lets=_("hands it to") if before.user_id == user_id else _("lets it be played by"),
            who=who,
        )

    def others(self, user_id: int) -> list[int]:
        """The other players."""
        return [each for each in dict.fromkeys(self.campaign.seats.values()) if each != user_id]

    def audit(self, by: By, detail: str, *seats: str) -> Audit:
        """An entry for the audit log; a moderator who takes a seat from its holder makes a ruling.

        :param seats: the seats that are taken from their holders.
        """
        agreed = self._asking is not None and self._asking.agreed is not None
        held = {user for seat in seats for user in holders(self.campaign.seating[seat])}
        act = "unseat" if held - {by.user_id} and not agreed else "seat"
        return Audit.on(self.campaign, by.user_id, act, by.reason, detail)

    def warning(self, changed: Changed) -> Warned:
        """A warning of people who would play after they saw another seat's secrets, or after a ruling."""
        after = {**self.campaign.seating, **changed}
        clashes = [] if self._asking is None else self._asking.knowledge.news(self.campaign.seating, after)
        text = f"⚠️ {told(clashes, self._title.seat_names)}." if clashes else ""
        return Warned(text, [clash[:3] for clash in clashes])

    async def sit_down(self, changed: Changed, user_id: int, text: str, *, people: Sequence[int] = ()) -> str:
        """Write a change that gives a seat to the person who pressed or typed; returns their briefing."""
        mine = next(name for name, sitting in changed.items() if sitting.user_id == user_id)
        others = [each for each in people if each != user_id]
        if self._asking is not None and self._asking.agreed is not None:
            # Another person has pressed: a message briefs the new player.
            await self.write(changed, f"{text}.", people=others)
            return ""
        await self.write(changed, f"{text}.", people=others, briefed=[mine])
        present = await self._campaigns.by_id(self.campaign.id)
        with alone():
            return await briefing(self._campaigns, present, mine)

    async def offered(
        self,
        changed: Changed,
        asked: messages.Offer,
        *,
        audit: Audit | None = None,
        also: Sequence[Write] = (),
    ) -> None:
        """Write that a seat is offered; a person who was asked for it a short time ago is not pinged again.

        :raises StaleError: they declined it a short time ago.
        """
        seat, user_id = asked.seat, asked.user_id
        called = await calls(self._store, self.campaign.id, seat, user_id, self.name(seat))
        first = messages.offer(msgspec.structs.replace(asked, called=called))
        noted = [self.called(seat, user_id)] if called else []
        await self._write(changed, [first], audit=audit, also=[*noted, *also])

    def called(self, seat: str, user_id: int, *, declined: bool = False) -> Write:
        """A write that records that a person is called for a seat, or declines it."""
        return partial(
            rows.offers.note,
            campaign_id=self.campaign.id,
            seat=seat,
            user_id=user_id,
            now=self._store.now(),
            declined=declined,
        )

    async def write(
        self,
        changed: Changed,
        text: str,
        *,
        people: Sequence[int] = (),
        role: int | None = None,
        audit: Audit | None = None,
        briefed: Sequence[str] = (),
        also: Sequence[Write] = (),
    ) -> None:
        """Write a change and all that follows from it.

        :param briefed: seats whose new holder is briefed by the answer, not by a message.
        :param also: further writes.
        """
        # Players who have pressed nothing learn from this message that they are asked something now.
        asked = [seat for seat in handed(self.campaign.seating, changed) if seat not in briefed]
        said = messages.say(text, people=list(dict.fromkeys(people)), role=role, asked=asked)
        await self._write(changed, [said], audit=audit, briefed=briefed, also=also)

    async def _write(
        self,
        changed: Changed,
        first: Sequence[Message],
        *,
        audit: Audit | None = None,
        briefed: Sequence[str] = (),
        also: Sequence[Write] = (),
    ) -> None:
        campaign, now = self.campaign, self._store.now()
        changed = offered(campaign.seating, changed, now)
        hands = handed(campaign.seating, changed)
        # A moderator gives a seat together with the whole time of a new player.
        anew = hands if audit is not None else ()
        changed = {
            name: seat if name in anew else _kept(campaign.seating[name], seat)
            for name, seat in changed.items()
        }
        after = msgspec.structs.replace(campaign, seating={**campaign.seating, **changed})
        agreeing = [] if self._asking is None else self._asking.see_agreed(campaign, after)
        owed = await self._owed(after, hands, briefed, anew=bool(anew))
        came = [user for user in after.people if user not in campaign.people]
        said: list[Message] = [
            *first,
            *([messages.card(self._campaigns.chapter_of(campaign))] if hands else []),
            *([messages.rooms()] if hands and self._title.talks(self._campaigns.state_of(after)) else []),
            *await self._briefings(after, [seat for seat in hands if seat not in briefed]),
        ]
        steps: list[Write] = [
            *agreeing,
            *also,
            self._conduct(hands, now),
            partial(rows.campaigns.reseat, campaign_id=campaign.id, expected_version=campaign.version),
            partial(rows.seats.change, campaign_id=campaign.id, seats=list(changed.values())),
            partial(rows.spectators.leave, campaign_id=campaign.id, people=came, now=now, seated=True),
            *(
                partial(rows.offers.drop, campaign_id=campaign.id, seat=seat, user_id=after.seats[seat])
                for seat in hands
                if seat in after.seats
            ),
            *self._orders(changed, hands),
            *(
                partial(rows.deadlines.restart, campaign_id=campaign.id, seat=seat, owed=own)
                for seat, own in owed.items()
            ),
            *([] if audit is None else [partial(rows.audits.put, noted=audit, now=now)]),
            partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
        ]
        try:
            await self._store.transact(*steps, campaign_id=campaign.id)
        except StaleVersionError:
            raise StaleError(_("The game has gone on since then. Try again.")) from None
        self._campaigns.presence.changed()

    def _conduct(self, hands: Sequence[str], now: datetime) -> Write:
        """A write that counts the seats that their players did not play any more and have lost."""
        before = [self.campaign.seating[seat] for seat in hands]
        gone = [
            each.user_id
            for each in before
            if each.user_id is not None and not lent(each) and away(absence(each))
        ]
        did = {user_id: Conduct(abandoned=gone.count(user_id)) for user_id in gone}
        return partial(rows.conduct.add, guild_id=self.campaign.guild_id, did=did, now=now)

    def given_up(self, seat: str) -> list[Write]:
        """Writes that count a seat that its player gives up, if they have not lost it already."""
        before = self.campaign.seating[seat]
        if before.user_id is None or away(absence(before)):
            return []
        did = {before.user_id: Conduct(abandoned=1)}
        return [partial(rows.conduct.add, guild_id=self.campaign.guild_id, did=did, now=self._store.now())]

    def _orders(self, changed: Changed, hands: Sequence[str]) -> Iterator[Write]:
        """Writes for standing orders: while a seat is lent, its owner's are laid by."""
        for seat in hands:
            before, after = self.campaign.seating[seat], changed[seat]
            if lent(after) and after.owner_id == before.user_id:
                write: Callable[..., object] = rows.orders.lay_by
            elif self._returned(seat, after):
                write = rows.orders.bring_back
            else:
                write = rows.orders.revoke_for_good
            yield partial(write, campaign_id=self.campaign.id, seat=seat)

    def _returned(self, seat: str, after: Seat) -> bool:
        """Whether a stand-in gave a seat back to its owner."""
        before = self.campaign.seating[seat]
        return lent(before) and after.user_id == before.owner_id

    async def _briefings(self, after: Campaign, hands: Sequence[str]) -> list[Message]:
        """Briefings for new holders who have not pressed anything themselves, sent when they are awake."""
        now = self._store.now()
        sitting = {seat: after.seating[seat] for seat in hands if seat in after.seats}
        hours = await self._campaigns.timekeeper.hours_of(sitting)
        briefings = []
        for seat in sitting:
            at = next_open(hours[seat], now)
            briefings.append(messages.brief(after.seats[seat], seat, None if at == now else at))
        return briefings

    async def _owed(
        self, after: Campaign, hands: Sequence[str], briefed: Sequence[str], *, anew: bool
    ) -> dict[str, list[Deadline]]:
        """The decisions of seats that changed hands: each has its whole time again, but only once.

        A vacant seat keeps its deadlines: the new clock is for the player who takes it.
        """
        if after.clock == "none" or not hands:
            return {}
        decisions = self._title.decisions(self._campaigns.state_of(after))
        owed = await self._campaigns.timekeeper.handed_on(
            after,
            [each for each in decisions if each.seat in hands and each.seat in after.seats],
            briefed,
            anew=anew,
            returned=[seat for seat in hands if self._returned(seat, after.seating[seat])],
        )
        return {seat: [row for row in owed if row.seat == seat] for seat in hands if seat in after.seats}


def _kept(before: Seat, after: Seat) -> Seat:
    """A seat after a change; the time bank belongs to the seat, so a new holder does not refill it."""
    same = before.user_id == after.user_id
    return msgspec.structs.replace(
        after,
        bank=before.bank,
        rest=before.rest,
        rest_hours=before.rest_hours if same else None,
        rest_handed=before.rest_handed,
        missed=before.missed if same else 0,
        played_in=before.played_in if same else None,
    )


def as_held(wanted: Seating, sitting: Seat, asked: Seating | None) -> Seating:
    """The wish, with the present holder of the seat.

    :param asked: the wish as a person was warned of it or agreed to it; the seat may have been free then.
    :raises StaleError: the seat has changed hands since.
    """
    holder = sitting.owner_id or sitting.user_id
    if asked is not None and asked.holder != holder:
        raise StaleError(_("The seat has changed hands since then. Give the command again."))
    return msgspec.structs.replace(wanted, holder=holder)


def in_words(wanted: Seating, names: Mapping[str, str]) -> str:
    """What a person asks to do, as a clause with its full stop."""
    seat, newcomer = f"**{names[wanted.seat]}**", f"<@{wanted.newcomer}>"
    other = f"**{names[wanted.other]}**" if wanted.other else ""
    return {
        "take": _("take {seat}.", seat=seat),
        "sit": _("sit down in {seat}.", seat=seat),
        "offer": _("offer {seat} to {newcomer}.", seat=seat, newcomer=newcomer),
        "seat": _(
            "seat {newcomer} in {seat}{reason}",
            newcomer=newcomer,
            seat=seat,
            reason=layout.why(wanted.reason),
        ),
        "lend": _("have {newcomer} stand in for them in {seat}.", newcomer=newcomer, seat=seat),
        "offer-swap": _("give {seat} for {other}.", seat=seat, other=other),
        "swap": _(
            "have {seat} and {other} change hands{reason}",
            seat=seat,
            other=other,
            reason=layout.why(wanted.reason),
        ),
    }[wanted.how]
