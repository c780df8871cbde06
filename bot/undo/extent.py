"""What an undo would take back, as text and numbers, and why a player may not do it alone. Only reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from bot.campaigns import guards, journal, records
from bot.errors import PoliteError, StaleError
from bot.games.registry import presenter_of
from bot.store import Campaign, JournalRow
from bot.surface import layout
from data.catalogue import N_, Plural, _, ngettext
from data.nouns import counted, listed
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.dice import Draw
from engines.core.errors import ReplayError
from engines.core.events import Event, GivenFor, Source
from engines.core.learnt import learns
from engines.core.record import Played, replay
from engines.core.table import Kind, undo_notation

_BY: dict[Source, N_] = {
    "player": N_("by its player"),
    "order": N_("by a standing order"),
    "default": N_("by default, as time had run out"),
    "automatic": N_("by the automatic player"),
    "moderator": N_("by a moderator"),
    "forced": N_("as nothing was left to choose"),
}
MORE_ACTIONS = Plural("-# And {n} more action.", "-# And {n} more actions.")
_BY_ITSELF = ("order", "forced")
"""Sources of entries that follow from an action of the same seat without its player."""


class UndoneEntry(NamedTuple):
    """One entry that would be taken back, as the reader may know it."""

    number: int
    seat: str
    """Empty if it was not the action of a seat."""
    kind: Kind
    what: str
    source: Source
    user_id: int | None
    chance: str
    """The dice and cards that it drew, in words; empty if it drew none."""
    drew: bool
    reveals: bool
    """Whether a player learnt something from it that can't be unlearnt."""
    hands_over: bool
    """Whether it gave another seat something."""


class Extent(NamedTuple):
    """The entries that would be taken back, oldest first."""

    back_to: int
    """The last entry that would stay; 0 is the set-up."""
    entries: list[UndoneEntry]


def entry_count(number: int) -> str:
    """`1 entry`, `12 entries`."""
    return ngettext("{n} entry", "{n} entries", number)


def standing(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The entries that were not taken back, the set-up first; undos themselves are left out."""
    return [row for row in rows if row.undone_by is None and row.kind != "undo"]


def been_back(rows: Sequence[JournalRow], back_to: int) -> bool:
    """Whether players have returned to an entry before."""
    went = undo_notation(back_to)
    return any(row.kind == "undo" and row.source == "player" and row.action == went for row in rows)


def before_own(rows: Sequence[JournalRow], seats: Collection[str], actions: int) -> int:
    """The entry to return to so that a player's last actions are taken back.

    :raises PoliteError: they have taken fewer.
    """
    stands = standing(rows)
    own = [
        place
        for place, row in enumerate(stands)
        if place and row.kind == "act" and row.source == "player" and row.seat in seats
    ]
    if not own:
        raise PoliteError(_l("You have no action to take back."))
    if actions > len(own):
        raise PoliteError(
            _l("Only {actions} of yours can be taken back.", actions=counted(len(own), "action"))
        )
    return _with_answers(stands, own[-actions] - 1)


def before_last(rows: Sequence[JournalRow], actions: int, automatic: Collection[str] = ()) -> int:
    """The entry to return to so that the last entries, of any seat, are taken back.

    :param automatic: seats of the automatic player; alone, its last entry would be repeated at once.
    :raises PoliteError: there are fewer.
    """
    stands = standing(rows)
    if len(stands) == 1:
        raise PoliteError(_l("Nothing has been played yet."))
    if actions >= len(stands):
        raise PoliteError(_l("Only {actions} can be taken back.", actions=counted(len(stands) - 1, "action")))
    return _with_answers(stands, len(stands) - 1 - actions, automatic)


def before_turn(rows: Sequence[JournalRow], turn: int) -> int:
    """The entry to return to so that a turn is at its beginning.

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
        raise PoliteError(
            _l(
                "There is no turn {turn} to go back to: the turns so far are {first} to {last}.",
                turn=turn,
                first=first,
                last=last,
            )
        )
    if begun[-1] == len(stands) - 1:
        raise PoliteError(_l("Turn {turn} has only just begun. There is nothing to take back.", turn=turn))
    return _with_answers(stands, begun[-1])


def _with_answers(stands: Sequence[JournalRow], place: int, automatic: Collection[str] = ()) -> int:
    """Extend an undo from an automatic answer to its cause; otherwise it would be given again at once."""
    while place and (
        stands[place + 1].source in _BY_ITSELF
        or (stands[place + 1].source == "automatic" and stands[place + 1].seat in automatic)
    ):
        place -= 1
    return stands[place].seq


def extent_of(
    title: AnyTitle,
    rows: Sequence[JournalRow],
    back_to: int,
    *,
    own: Collection[str] = (),
    learnt: Collection[int] = (),
) -> Extent:
    """The extent of a return to an entry.

    :param own: seats of the reader; of other seats' entries it tells what the public knows.
    :param learnt: the entries from which these seats have learnt something, as found by `learnt_by`.
    :raises StaleError: the entry was taken back, or none follows it.
    """
    stands = standing(rows)
    undone = [_undone(title, row, own, learnt) for row in stands if row.seq > back_to]
    if not undone or back_to not in {row.seq for row in stands}:
        raise StaleError(_l("Those actions are already gone. Look at the current board first."))
    return Extent(back_to, undone)


def _undone(
    title: AnyTitle, row: JournalRow, own: Collection[str], learnt_by: Collection[int]
) -> UndoneEntry:
    events = journal.read_events(title, row.events)
    learnt = title.redact_all(events, row.seat if row.seat in own else None)
    # If an order is its owner's secret, no other player is told that it was one.
    ordered = row.source == "order" and not any(isinstance(event, GivenFor) for event in learnt)
    story = presenter_of(title).tell([event for event in learnt if not isinstance(event, GivenFor)])
    what = layout.cut("".join(story[:1]).removeprefix("-# ").replace("\n", " "), 160)
    if title.secrets and (row.kind == "edit" or row.seat not in own):
        what = what or _("nothing visible to others")
    elif not what:
        what = f"`{layout.cut(row.action, 160).replace('`', '')}`"
    hidden = title.secrets and row.seat not in own
    chance = _chance(row.draws, learnt, hidden=hidden)
    return UndoneEntry(
        number=row.seq,
        seat=row.seat,
        kind=row.kind,
        what=what,
        source="player" if ordered or (hidden and row.source == "forced") else row.source,
        # An order has no user, and another seat's secret action must look the same.
        user_id=None if hidden and row.kind == "act" else row.user_id,
        chance=chance,
        # A roll that is hidden from the reader must not count for them.
        drew=bool(chance if hidden else row.draws),
        reveals=row.seq in learnt_by or any(event.reveals for event in events),
        hands_over=any(event.hands_over for event in events),
    )


def _faces(event: Event) -> Sequence[int]:
    """The faces of the dice in an event."""
    faces: Sequence[int] = getattr(event, "faces", ()) or [getattr(event, "face", 0)]
    return [face for face in faces if face]


def _chance(draws: Sequence[Draw], learnt: Sequence[Event], *, hidden: bool) -> str:
    """Draws in words.

    :param learnt: the events as the reader knows them.
    :param hidden: whether the reader may know draws only from these events.
    """
    dice = [draw.value for draw in draws if draw.of == "d6"]
    cards = [draw.value for draw in draws if draw.of != "d6"]
    parts = []
    faces = [str(face) for event in learnt for face in _faces(event)]
    if dice and (faces or not hidden):
        seen = not hidden or len(faces) == len(dice)
        parts.append(f"🎲 {', '.join(dice)}" if seen else f"🎲 {counted(len(dice), 'die roll')}")
    if cards:
        parts.append(f"🂠 {counted(len(cards), 'draw')}" if hidden else f"🂠 {', '.join(cards)}")
    return " · ".join(parts)


def listing(title: AnyTitle, extent: Extent, limit: int = 1200) -> str:
    """An extent for readers: each entry with its seat, its source, and what it crosses."""
    return layout.first_lines([_line(title, entry) for entry in extent.entries], limit, more=MORE_ACTIONS)


def _line(title: AnyTitle, entry: UndoneEntry) -> str:
    # With a single seat it is clear whose an entry is.
    name = f"**{title.seat_names[entry.seat]}**" if entry.seat and len(title.seats) > 1 else ""
    # The public text of a secret action mostly names its seat.
    whose = f"{name} " if name and name not in entry.what else ""
    # "Nothing left to choose" would reveal what lies face down.
    own = entry.source == "player" or (entry.source == "forced" and title.secrets)
    by = _("by <@{user_id}>", user_id=entry.user_id) if own and entry.user_id else _BY[entry.source]
    if entry.kind != "act":
        by = _("by a moderator") if entry.user_id is None else _("by <@{user_id}>", user_id=entry.user_id)
    parts = [f"{entry.number}. {whose}{entry.what}", str(by)]
    if entry.chance:
        parts.append(entry.chance)
    if entry.reveals:
        parts.append(_("reveals"))
    return " · ".join(parts)


def crosses(extent: Extent) -> str:
    """What the undo would cross, in a sentence; empty if nothing."""
    drew = sum(entry.drew for entry in extent.entries)
    shown = sum(entry.reveals for entry in extent.entries)
    parts = [_("{drew} with dice or cards", drew=entry_count(drew))] if drew else []
    if shown:
        parts.append(_("{shown} that revealed something", shown=entry_count(shown)))
    return _("It crosses {parts}.", parts=listed(parts)) if parts else ""


def obstacles(
    title: AnyTitle, extent: Extent, own: Collection[str], automatic: Collection[str] = ()
) -> list[str]:
    """Why a player can't take these entries back alone, a clause each; empty if they can.

    :param automatic: seats of the automatic player, which never objects.
    """
    mine = {*own, *automatic}
    others = [entry.seat for entry in extent.entries if entry.kind == "act" and entry.seat not in mine]
    reasons = []
    if others:
        names = listed([title.seat_names[seat] for seat in dict.fromkeys(others)])
        reasons.append(_("{names} acted since", names=names))
    if any(entry.kind != "act" for entry in extent.entries):
        reasons.append(_("a moderator has corrected the board or rolled dice since"))
    if any(
        entry.kind == "act" and entry.seat in own and entry.source not in ("player", *_BY_ITSELF)
        for entry in extent.entries
    ):
        reasons.append(_("not all of these actions were yours"))
    if any(entry.drew for entry in extent.entries):
        reasons.append(_("dice were rolled or cards drawn"))
    if any(entry.reveals for entry in extent.entries):
        reasons.append(_("secret information was revealed"))
    if any(entry.hands_over for entry in extent.entries):
        reasons.append(_("another player was given something"))
    return reasons


def given_apart(
    title: AnyTitle, state: Any, rows: Sequence[JournalRow], back_to: int, own: Collection[str]
) -> list[JournalRow] | None:
    """The answers that other seats gave after a seat's own, in a secret decision that is not revealed yet.

    No player knows any of them, and their order makes no difference: they stay when that answer is taken
    back.

    :param state: the present state.
    :param own: the seats of the player who takes it back.
    :returns: None if the undo takes back anything else.
    """
    secret = {decision.seat for decision in title.changeable(state)}
    undone = [row for row in standing(rows) if row.seq > back_to]
    if any(row.kind != "act" or row.draws or row.seat not in secret for row in undone):
        return None
    apart = undone[1:]
    if not undone or undone[0].seat not in own or any(row.seat == undone[0].seat for row in apart):
        return None
    return apart


def learnt_by(
    title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow], back_to: int, own: Collection[str]
) -> set[int]:
    """The entries after one from which seats have learnt something without a die; slow.

    Events need not say so: each action is tried again on boards that look alike to the seat.

    :raises PoliteError: the record does not replay under the present rules.
    """
    asked = {
        row.seq
        for row in standing(rows)
        if row.seq > back_to and row.kind == "act" and row.seat in own and not row.draws
    }
    learnt: set[int] = set()
    if not title.secrets or not asked:
        return learnt
    before: Any = None
    for played in _replayed(title, campaign, rows[: max(asked) + 1]):
        if played.number in asked and played.entry is not None:
            seat = played.entry.seat
            if learns(title, before, seat, title.parse(before, played.entry.action, seat)):
                learnt.add(played.number)
        before = played.state
    return learnt


def state_after(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow], number: int) -> Any:
    """The state after an entry that was not taken back, from a replay of the record; slow.

    :raises PoliteError: the record does not replay under the present rules.
    """
    state = None
    for played in _replayed(title, campaign, rows[: number + 1]):
        state = played.state
    return state


def _replayed(title: AnyTitle, campaign: Campaign, rows: Sequence[JournalRow]) -> Iterator[Played]:
    try:
        yield from replay(title, records.record(campaign, rows))
    except ReplayError as error:
        raise PoliteError(
            _l(
                "Entry {entry} of the journal is no longer valid under the current rules, so nothing "
                "can be taken back. `/mod repair` shows what can be done.",
                entry=error.entry,
            )
        ) from error


def undoable(campaign: Campaign, *, moderator: bool = False) -> None:
    """Check that entries of a campaign can be taken back.

    :param moderator: a moderator may do so also during a pause.
    :raises StaleError: they can't; the text says why.
    """
    if campaign.status == "finished":
        raise StaleError(
            _l(
                "The game is over, so it can't be taken back. Its dice seed is public, so players "
                "would know the next rolls."
            )
        )
    if moderator:
        guards.unfinished(campaign)
    else:
        guards.playable(campaign)
