"""What people and servers have set: defaults until then, replaced as a whole, forgotten on request."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from bot.store import Guild, Person, Store
from bot.store.conduct import Conduct
from bot.store.rows import conduct, people
from tests.store.builders import GUILD, HOUR, MINUTE, START, USER

EARLY = Person(user_id=USER, hours=b'{"zone":"Europe/Paris"}', digest=450, next_digest_at=START)
LATE = Person(user_id=USER + 1, digest=1200, next_digest_at=START + HOUR)
SET = Guild(
    id=GUILD,
    moderator_role=7,
    clock="48h interrupts 12h",
    language="fr",
    image_width=800,
    archive_channel=8,
)


async def put(store: Store, *known: Person) -> None:
    await store.transact(*(partial(people.put_person, settings=person) for person in known))


async def test_somebody_who_has_set_nothing_has_the_defaults(store: Store) -> None:
    assert await store.look(partial(people.persons, ids=[USER])) == {USER: Person(user_id=USER)}
    assert await store.look(partial(people.persons, ids=[])) == {}


async def test_what_people_set_is_read_back(store: Store) -> None:
    await put(store, EARLY)

    found = await store.look(partial(people.persons, ids=[USER, USER + 1]))

    assert found == {USER: EARLY, USER + 1: Person(user_id=USER + 1)}


async def test_what_people_set_takes_the_place_of_what_was_there(store: Store) -> None:
    await put(store, EARLY)
    await put(store, Person(user_id=USER, hours=b"{}"))

    assert await store.look(partial(people.persons, ids=[USER])) == {USER: Person(user_id=USER)}


async def test_a_person_can_be_forgotten(store: Store) -> None:
    await put(store, EARLY, LATE)

    await store.transact(partial(people.forget_person, user_id=USER))

    assert await store.look(partial(people.persons, ids=[USER, USER + 1])) == {
        USER: Person(user_id=USER),
        USER + 1: LATE,
    }


async def test_a_digest_is_due_from_its_minute_on(store: Store) -> None:
    await put(store, EARLY, LATE, Person(user_id=USER + 2))

    assert await store.look(partial(people.digests_due, now=START - MINUTE, limit=9)) == []
    assert await store.look(partial(people.digests_due, now=START, limit=9)) == [EARLY]
    assert len(await store.look(partial(people.digests_due, now=START + HOUR, limit=9))) == 2
    assert len(await store.look(partial(people.digests_due, now=START + HOUR, limit=1))) == 1


async def test_a_server_has_defaults_until_it_sets_something(store: Store) -> None:
    assert await store.look(partial(people.guild_of, guild_id=GUILD)) == Guild(id=GUILD)

    await store.transact(partial(people.put_guild, settings=SET))

    assert await store.look(partial(people.guild_of, guild_id=GUILD)) == SET
    assert await store.look(partial(people.guild_of, guild_id=GUILD + 1)) == Guild(id=GUILD + 1)


async def test_what_a_server_sets_takes_the_place_of_what_was_there(store: Store) -> None:
    await store.transact(partial(people.put_guild, settings=SET))
    await store.transact(partial(people.put_guild, settings=Guild(id=GUILD, language="de")))

    assert await store.look(partial(people.guild_of, guild_id=GUILD)) == Guild(id=GUILD, language="de")


async def test_the_program_keeps_a_word_for_itself(store: Store) -> None:
    assert await store.look(partial(people.noted, key="swept")) is None

    await store.transact(partial(people.note, key="swept", value="yesterday"))
    await store.transact(partial(people.note, key="swept", value="today"))

    assert await store.look(partial(people.noted, key="swept")) == "today"
    assert await store.look(partial(people.noted, key="other")) is None


async def test_what_counts_for_a_person_is_the_sum_of_their_months(store: Store) -> None:
    did = Conduct(answered=2, took=3 * MINUTE, missed=1, abandoned=1)
    for now in (START, START + timedelta(days=35)):
        await store.transact(partial(conduct.add, guild_id=GUILD, did={USER: did}, now=now))

    found = await store.look(partial(conduct.of, guild_id=GUILD, ids=[USER], now=now))

    assert found == {USER: Conduct(answered=4, took=6 * MINUTE, missed=2, abandoned=2)}
