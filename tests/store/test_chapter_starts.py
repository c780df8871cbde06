"""The positions in which chapters began, beside the journal from which they follow."""

from __future__ import annotations

from functools import partial

from sqlalchemy import select

from bot.store import Store
from bot.store.rows import chapter_starts
from bot.store.schema import chapter_start
from tests.store.builders import begun, change, entry, lobby, new, undo


async def known(store: Store, campaign_id: int = 1) -> dict[int, bytes]:
    """The positions of a campaign, by chapter."""
    query = select(chapter_start.c.chapter).where(chapter_start.c.campaign_id == campaign_id)
    chapters = await store.look(lambda c: list(c.scalars(query.order_by(chapter_start.c.chapter))))
    return {chapter: await start(store, chapter, campaign_id) for chapter in chapters}


async def start(store: Store, chapter: int, campaign_id: int = 1) -> bytes:
    state = await store.look(partial(chapter_starts.of, campaign_id=campaign_id, chapter=chapter))
    assert state is not None
    return state


async def opened(store: Store) -> None:
    """A campaign in its third chapter, with two entries."""
    await store.create(new(state=b"set up"), entry())
    for number, state in ((1, b"first"), (2, b"second")):
        into = entry(number, chapter_before=number, chapter_after=number + 1)
        await store.commit(change(1, number - 1, entries=[into], chapter_starts={number + 1: state}))


async def test_the_first_chapter_begins_with_the_set_up(store: Store) -> None:
    await store.create(new(state=b"set up"), entry())
    assert await known(store) == {1: b"set up"}


async def test_a_lobbys_first_chapter_begins_with_its_set_up(store: Store) -> None:
    made = await store.create(lobby(), None)
    assert await known(store) == {}
    await store.begin(made.id, 0, begun(state=b"set up", setup=entry(chapter_after=4)), sitting=[])
    assert await known(store) == {4: b"set up"}


async def test_an_imported_journal_tells_of_no_position_but_its_last(store: Store) -> None:
    await store.create(new(journal=[entry(1, chapter_after=2)]), entry())
    assert await known(store) == {}


async def test_the_transaction_that_opens_a_chapter_writes_its_position(store: Store) -> None:
    await opened(store)
    assert await known(store) == {1: b"set up", 2: b"first", 3: b"second"}


async def test_an_undo_forgets_the_chapters_that_it_leaves(store: Store) -> None:
    await opened(store)
    back = undo(3, back_to=1, chapter_before=3, chapter_after=2)
    await store.commit(change(1, 2, entries=[back]))
    assert await known(store) == {1: b"set up", 2: b"first"}


async def test_an_undo_forgets_the_chapters_that_were_left_and_begun_anew(store: Store) -> None:
    await opened(store)
    # A moderator's edit sets the calendar back, and the game goes on to the third chapter again.
    edit = entry(3, kind="edit", chapter_before=3, chapter_after=2)
    again = entry(4, chapter_before=2, chapter_after=3)
    await store.commit(change(1, 2, entries=[edit, again], chapter_starts={3: b"another"}))
    assert (await known(store))[3] == b"another"

    await store.commit(change(1, 3, entries=[undo(5, back_to=2, chapter_before=3, chapter_after=3)]))

    assert await known(store) == {1: b"set up", 2: b"first"}


async def test_a_position_that_is_found_out_is_kept_for_the_campaign_as_it_was_read(store: Store) -> None:
    await store.create(new(journal=[entry(1, chapter_after=2)]), entry())
    fill = partial(chapter_starts.fill, campaign_id=1, chapter=2)

    await store.transact(partial(fill, version=0, state=b"too late"))
    assert await known(store) == {}

    for state in (b"found out", b"found out again"):
        await store.transact(partial(fill, version=1, state=state))
    assert await known(store) == {2: b"found out again"}
