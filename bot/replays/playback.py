"""A campaign replayed: its entries or turns, in the view of a seat or of the public."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from bot.campaigns import records
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.store import Campaign
from bot.surface import layout
from data.catalogue import _
from engines.core.contract import AnyTitle
from engines.core.errors import ReplayError
from engines.core.events import ChapterBegun, Event
from engines.core.record import Record
from engines.core.repair import repair

By = Literal["turn", "step"]
"""Whether a leaf is a turn of the game or one entry of the journal."""

KEPT = 8
"""Number of replayed campaigns in the cache; an ordinary game takes a megabyte at most."""


class Leaf(NamedTuple):
    """One picture and its story."""

    number: int
    """Number of the turn, or sequence number of the entry; 0 is the set-up."""
    chapter: int
    name: str
    """Name of the chapter."""
    state: Any
    events: list[Event]
    """The events, not redacted."""
    led: list[Event]
    """The events that led to the state, for the arrows."""
    so_far: list[Event]
    """The events of the chapter up to here, for its heading."""


class Replay(NamedTuple):
    """A campaign's valid entries under the present rules. Nothing in it is redacted."""

    turns: list[Leaf]
    steps: list[Leaf]
    trouble: ReplayError | None
    """Why it stops early, if an entry no longer follows. It may quote what only one seat knows."""

    def leaves(self, by: By) -> list[Leaf]:
        """One leaf for each turn, or for each entry."""
        return self.turns if by == "turn" else self.steps


def replayed(title: AnyTitle, record: Record) -> Replay:
    """Replay the valid entries of a record. Slow: not for the event loop."""
    repaired = repair(title, record)
    steps: list[Leaf] = []
    chapters: dict[int, str] = {}
    events: dict[int, list[tuple[int, Event]]] = {}
    number = title.chapter(repaired.steps[0].state)[0] if repaired.steps else 0
    for played in repaired.steps:
        for event in played.events:
            if isinstance(event, ChapterBegun):
                number = event.number
                chapters[number] = event.title
            events.setdefault(number, []).append((played.number, event))
        number, name = title.chapter(played.state)
        name = chapters.setdefault(number, name)
        so_far = [event for _, event in events.setdefault(number, [])]
        steps.append(Leaf(played.number, number, name, played.state, played.events, played.events, so_far))
    turns = []
    for chapter, happened in events.items():
        # An entry that closes a turn also opens the next: show the last board of the turn itself.
        last = _board(steps, chapter)
        led = [event for at, event in happened if at <= last.number]
        events_of_it = [event for _, event in happened]
        turns.append(Leaf(chapter, chapter, chapters[chapter], last.state, events_of_it, led, events_of_it))
    return Replay(turns, steps, repaired.trouble)


def _board(steps: Sequence[Leaf], chapter: int) -> Leaf:
    """The last valid step of a chapter; if the chapter passed within one entry, the step after it."""
    within = [step for step in steps if step.chapter == chapter]
    return within[-1] if within else next((step for step in steps if step.chapter > chapter), steps[-1])


def begun(campaign: Campaign) -> None:
    """:raises PoliteError: the game of a campaign never began."""
    if campaign.last_seq < 0:
        raise PoliteError(_("This campaign has not begun, so there is nothing to replay yet."))


def playable(title: AnyTitle, campaign: Campaign, replay: Replay) -> Replay:
    """The replay, which has at least one step.

    :raises PoliteError: the campaign can't even be set up under the present rules.
    """
    if not replay.steps:
        why = ends_early(title, campaign, replay)
        raise PoliteError(_("This campaign can't be replayed. {why}", why=why))
    return replay


class Replays:
    """Replayed campaigns, made off the event loop; the newest are cached."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._kept: OrderedDict[tuple[int, int], asyncio.Future[Replay]] = OrderedDict()

    async def of(self, campaign: Campaign) -> Replay:
        """The campaign up to its last entry.

        :raises PoliteError: its game never began, or can't be set up under the present rules.
        """
        begun(campaign)
        # Rules and pack change only with a restart, so the last entry is enough as a key.
        key = (campaign.id, campaign.last_seq)
        playing = self._kept.get(key)
        if playing is None:
            playing = asyncio.ensure_future(self._replayed(campaign))
            self._kept[key] = playing
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        try:
            # Shielded, so that a caller who gives up does not stop it for the others.
            replay = await asyncio.shield(playing)
        except Exception:
            self._kept.pop(key, None)
            raise
        return playable(self._campaigns.title_of(campaign), campaign, replay)

    async def _replayed(self, campaign: Campaign) -> Replay:
        title = self._campaigns.title_of(campaign)
        rows = await self._campaigns.store.journal(campaign.id, 0, campaign.last_seq)
        return await asyncio.to_thread(replayed, title, records.record(campaign, rows))


def viewers_of(campaign: Campaign, title: AnyTitle, user_id: int) -> list[str | None]:
    """The seats whose views a person may see; None is the public view. Their own seats come first.

    While a campaign with secrets runs, these are the seats that they hold or have lent. When it is over, its
    record is public, so every person may see every view.
    """
    if not title.secrets:
        return [None]
    own = campaign.open_to(user_id)
    others = [seat for seat in title.seats if seat not in own] if campaign.is_over else []
    return [*own, None, *others]


def nearest(leaves: Sequence[Leaf], number: int) -> int:
    """Index of the leaf with this number, or of the one before it."""
    return max((place for place, leaf in enumerate(leaves) if leaf.number <= number), default=0)


def ends_early(title: AnyTitle, campaign: Campaign, replay: Replay) -> str:
    """Why a replay stops early, as a public text; empty if it goes to the end."""
    if replay.trouble is None:
        return ""
    if title.secrets and not campaign.is_over:
        # The reason may reveal what was tried, or what would be legal instead.
        return _("Under the current rules, entry {entry} is no longer valid.", entry=replay.trouble.entry)
    return _(
        "Under the current rules, the replay stops here: {trouble}.",
        trouble=layout.plain(str(replay.trouble)),
    )


def story(title: AnyTitle, leaf: Leaf, viewer: str | None) -> list[str]:
    """The events of a leaf, a line each, in the view of a seat or the public."""
    return presenter_of(title).tell(title.redact_all(leaf.events, viewer))


def arrows(title: AnyTitle, leaf: Leaf, viewer: str | None) -> Sequence[Any]:
    """The arrows on a leaf's map, in the view of a seat or the public."""
    return presenter_of(title).moves(title.redact_all(leaf.led, viewer))
