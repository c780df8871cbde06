"""Two languages at one table: a person reads in theirs, everybody in the campaign's or the server's."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from simcord import MemberActor
from sqlalchemy import Connection, select

from bot.people import privacy
from bot.seats.lapses import LOBBY, settle
from bot.store import rows
from bot.store.lobbies import GuildGame
from bot.store.schema import audit
from data import catalogue
from tests.bot.people.test_digest import in_two_hours, received
from tests.bot.test_languages import Accented, accented
from tests.support.bot_fixtures import Tables
from tests.support.clocked import hours_pass
from tests.support.duel import sit
from tests.support.moderated import marat
from tests.support.table import Table, controls, create, said, text, whispered

LETTERS = set(accented("bdfghklmnoprstwxz"))
"""What only the other language is written with."""


@pytest.fixture(autouse=True)
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    """French is that language; there is no other but English."""
    made = Accented()
    monkeypatch.setattr(catalogue, "translations", lambda language: made if language == "fr" else None)


def is_other(told: str) -> bool:
    """Whether a text is in the other language, as far as it says anything."""
    return bool(LETTERS & set(told.lower()))


def posted(table: Table) -> list[str]:
    """All that everybody has read: posts and their controls."""
    told = [text(message) for message in table.cards()]
    told += [label for card in table.cards() for label, *_ids in controls(card)]
    return told + [body["content"] for body in table.posts() if body.get("content")]


STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign new", {"game": "levee", "images": "never", "clock": "48h"}),
    ("play", {"action": "end"}),
    ("play", {"action": "nonsense"}),
    ("campaign status", {}),
    ("campaign deadline", {}),
    ("campaign pause", {"reason": "dinner"}),
    ("campaign resume", {}),
    ("my games", {}),
    ("my vacation", {"until": "+3 days"}),
    ("my back", {}),
    ("rules", {"find": "liberation"}),
    ("help", {}),
    ("hint", {}),
    ("mod clock", {"clock": "24h", "reason": "haste"}),
    ("mod roll", {"dice": 2, "reason": "a bet"}),
    ("campaign undo", {}),
    ("campaign concede", {}),
    ("campaign abort", {}),
)


async def told_to_camille(table: Table) -> list[str]:
    """Her answers to a row of commands."""
    answers = []
    for name, options in STEPS:
        answers.append(said(await table.camille.slash(table.channel, name, **options)))
        await table.bot.outbox.drain()
    return answers


async def test_a_person_reads_in_their_language_and_everybody_in_the_servers(table: Table) -> None:
    answer = said(await table.camille.slash(table.channel, "my language", language="fr"))
    assert is_other(answer)
    answers = await told_to_camille(table)
    assert sum(map(is_other, answers)) >= len(answers) - 6, answers
    public = posted(table)
    assert len(public) > 8
    assert [told for told in public if is_other(told)] == []
    # Another person, who has chosen nothing, reads English.
    assert not is_other(said(await table.maxime.slash(table.channel, "help")))


async def test_a_server_reads_in_its_language_and_a_person_in_theirs(table: Table) -> None:
    assert not is_other(said(await table.camille.slash(table.channel, "my language", language="en")))
    await marat(table).slash(table.channel, "settings", language="fr")
    answers = await told_to_camille(table)
    public = posted(table)
    assert [told for told in public if not is_other(told)] == []
    assert sum(map(is_other, answers)) <= 6, answers


LOBBY_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign new", {"game": "vendee", "images": "never", "seats": "open", "private": True}),
    ("seat take", {"seat": "royalist"}),
    ("campaign invite", {"user": "maxime"}),
    ("campaign invite", {"user": "maxime"}),
    ("seat reserve", {"seat": "republican", "user": "maxime"}),
    ("seat reserve", {"seat": "republican"}),
    ("seat automatic", {"seat": "republican"}),
)
SEAT_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign new", {"game": "vendee", "images": "never", "side": "royalist"}),
    ("seat automatic", {"seat": "republican"}),
    ("seat take", {"seat": "royalist"}),
    ("seat back", {"seat": "royalist"}),
    ("seat automatic", {"seat": "royalist"}),
)


@pytest.mark.parametrize("steps", [LOBBY_STEPS, SEAT_STEPS])
async def test_what_one_person_reads_of_seats_is_in_their_language(
    table: Table, steps: tuple[tuple[str, dict[str, Any]], ...]
) -> None:
    """Others read of the same change in the server's."""
    camille, channel = table.camille, table.channel
    await camille.slash(channel, "my language", language="fr")
    answers = []
    for name, options in steps:
        wishes = {key: table.maxime if value == "maxime" else value for key, value in options.items()}
        answers.append(said(await camille.slash(channel, name, **wishes)))
        await table.bot.outbox.drain()
    assert [told for told in answers[1:] if not is_other(told)] == []
    assert [told for told in posted(table) if is_other(told)] == []


REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("campaign new", {"game": "outposts"}),
    ("campaign new", {"game": "outposts", "scenario": "nonsense"}),
    ("campaign new", {"game": "outposts", "side": "blue", "private": True}),
    ("mod clock", {"clock": "48h"}),
    ("mod clock", {"clock": "nonsense"}),
    ("mod act-for", {"seat": "white", "action": "commit 99 cholet", "reason": "absent"}),
    ("mod act-for", {"seat": "blue", "action": "commit 99 cholet", "reason": "absent"}),
    ("mod set", {"edit": "nonsense", "reason": "a slip"}),
    ("mod move", {"campaign": "1"}),
    ("campaign extend", {"hours": 700}),
    ("campaign resume", {}),
    ("campaign nudge", {}),
    ("campaign nudge", {}),
    ("play", {"action": "commit 9 cholet"}),
)
REQUESTS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("campaign draw", {}, "Refuse"),
    ("campaign extend", {"hours": 5, "seat": "blue"}, "Agree"),
    ("campaign pause", {"reason": "harvest"}, "Agree"),
    ("campaign abort", {"reason": "harvest"}, "Agree"),
)


async def two_languages(closed_table: Tables, own: str) -> tuple[Table, MemberActor]:
    """A duel on a server with one language; both players and the moderator have chosen the other."""
    table = await closed_table(create, cooldown="off")
    await table.start()
    moderator = marat(table)
    for each in (table.camille, table.maxime, moderator):
        await each.slash(table.channel, "my language", language=own)
    await moderator.slash(table.channel, "settings", language="en" if own == "fr" else "fr")
    wishes = {"images": "never", "clock": "48h", "seats": "mine"}
    await table.camille.slash(table.channel, "campaign new", game="outposts", **wishes)
    await sit(table, white=table.maxime.id)
    return table, moderator


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_a_refusal_is_in_the_language_of_whoever_is_refused(closed_table: Tables, own: str) -> None:
    table, moderator = await two_languages(closed_table, own)
    told = []
    for name, options in REFUSED:
        told.append((name, said(await moderator.slash(table.channel, name, **options))))
        await table.bot.outbox.drain()
    assert [each for each in told if is_other(each[1]) != (own == "fr")] == []
    assert [each for each in posted(table) if is_other(each) == (own == "fr")] == []


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_the_rules_refuse_in_the_players_language(table: Table, own: str) -> None:
    await table.camille.slash(table.channel, "my language", language=own)
    await marat(table).slash(table.channel, "settings", language="en" if own == "fr" else "fr")
    await table.camille.slash(table.channel, "campaign new", game="levee", images="never")
    await table.bot.outbox.drain()
    refused = said(await table.camille.slash(table.channel, "play", action="naval"))
    assert "(7.3)" in refused
    assert is_other(refused) == (own == "fr")


async def asked_and_answered(table: Table) -> list[str]:
    """What Camille is told who asks for each thing, and Maxime who answers."""
    told = []
    for name, options, answer in REQUESTS:
        told.append(said(await table.camille.slash(table.channel, name, **options)))
        await table.bot.outbox.drain()
        request = table.channel.history()[-1]
        (button,) = (each for each in controls(request) if f":{answer.lower()}:" in each.custom_id)
        told.append(whispered(await table.maxime.click(request, custom_id=button.custom_id)))
        await table.bot.outbox.drain()
    return told


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_players_are_asked_in_the_servers_language_and_answered_in_theirs(
    closed_table: Tables, own: str
) -> None:
    table, _moderator = await two_languages(closed_table, own)
    told = await asked_and_answered(table)
    assert [each for each in told if is_other(each) != (own == "fr")] == []
    assert [each for each in posted(table) if is_other(each) == (own == "fr")] == []
    assert (await table.campaign()).is_over


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_orders_and_another_game_are_answered_in_the_players_language(
    closed_table: Tables, own: str
) -> None:
    table, _moderator = await two_languages(closed_table, own)
    kind = table.bot.campaigns.titles["outposts"].order_kinds[0]
    told = [
        said(await table.camille.slash(table.channel, f"orders {name}", **options))
        for name, options in (
            ("set", {"kind": kind.kind, "order": kind.forms[0]}),
            ("revoke", {"kind": kind.kind}),
            ("revoke", {"kind": "all"}),
            ("set", {"kind": "nonsense", "order": "nonsense"}),
        )
    ]
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()
    summary = table.channel.history()[-1]
    (again,) = (each for each in controls(summary) if "new-anew" in each.custom_id)
    await table.camille.click(summary, custom_id=again.custom_id)
    await table.bot.outbox.drain()
    told.append(whispered(await table.maxime.click(summary, custom_id=again.custom_id)))
    assert [each for each in told if is_other(each) != (own == "fr")] == []
    assert [each for each in posted(table) if is_other(each) == (own == "fr")] == []


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_what_is_said_within_a_transaction_is_in_its_readers_language(
    closed_table: Tables, own: str
) -> None:
    """The thread of the database knows no language of its own."""
    table, _moderator = await two_languages(closed_table, own)
    seeks = {"game": "outposts"}
    for actor in (table.camille, table.maxime):
        await actor.slash(table.channel, "campaign seek", **seeks)
    refused = said(await table.camille.slash(table.channel, "campaign seek", **seeks))
    assert is_other(refused) == (own == "fr"), refused
    await privacy.forget(table.bot.campaigns, table.maxime.id)
    await table.bot.outbox.drain()
    assert [each for each in posted(table) if is_other(each) == (own == "fr")] == []
    assert any(each.startswith("🪑") for each in posted(table))


async def test_a_choice_is_dropped_for_what_discord_says(table: Table) -> None:
    await table.camille.slash(table.channel, "my language", language="fr")
    assert is_other(said(await table.camille.slash(table.channel, "help")))
    await table.camille.slash(table.channel, "my language", language="discord")
    assert not is_other(said(await table.camille.slash(table.channel, "help")))
    moderator = marat(table)
    shown = said(await moderator.slash(table.channel, "settings", language="fr"))
    assert "Français" in shown
    shown = said(await moderator.slash(table.channel, "settings", language="discord"))
    assert "as set on Discord" in shown


async def test_what_happens_by_itself_is_told_in_the_servers_language(table: Table) -> None:
    await marat(table).slash(table.channel, "settings", language="fr")
    await table.camille.slash(table.channel, "campaign new", game="vendee", images="never")
    await table.bot.outbox.drain()
    before = len(table.posts())
    await settle(table.bot.campaigns, (await table.campaign()).updated_at + LOBBY)
    await table.bot.outbox.drain()
    said_since = [str(body["content"]) for body in table.posts()[before:] if "content" in body]
    assert [is_other(told) for told in said_since] == [True], said_since


async def test_the_digest_is_in_the_language_in_which_it_was_asked_for(table: Table) -> None:
    await table.camille.slash(table.channel, "my language", language="fr")
    await table.new()
    await in_two_hours(table)
    await hours_pass(table, 3)
    assert [is_other(told) for told in received(table)] == [True]


async def test_what_a_person_shows_everybody_is_in_the_servers_language(table: Table) -> None:
    role = table.guild.create_role("Players")
    game = GuildGame(guild_id=table.guild.id, title="outposts", role_id=role.id)
    await table.bot.store.transact(partial(rows.guild_games.put, game=game))
    await table.camille.slash(table.channel, "my language", language="fr")
    assert is_other(said(await table.camille.slash(table.channel, "campaign seek", game="outposts")))
    await table.camille.slash(table.channel, "campaign new", game="levee", images="never")
    shared = await table.camille.slash(table.channel, "campaign gif", size="small", share=True)
    assert is_other(said(shared))
    told = [text(message) for message in table.channel.history()]
    shown = [each for each in told if "shown by" in each or "waits for" in each]
    assert len(shown) == 2
    assert not any(map(is_other, shown))


def since(table: Table, before: int) -> list[str]:
    """What everybody has read since then, posts and cards, and the texts of their pictures."""
    told = [text(message) for message in table.channel.history()[before:]]
    return [each for each in told if each]


@pytest.mark.parametrize("own", ["fr", "en"])
async def test_a_campaign_has_its_language_on_a_server_with_another(closed_table: Tables, own: str) -> None:
    """Its players, its moderator and its server use the other one."""
    table = await closed_table(create, cooldown="off")
    await table.start()
    moderator, other = marat(table), "en" if own == "fr" else "fr"
    for each in (table.camille, table.maxime, moderator):
        await each.slash(table.channel, "my language", language=other)
    await moderator.slash(table.channel, "settings", language=other)
    wishes = {"game": "outposts", "images": "every-action", "clock": "48h", "seats": "mine", "language": own}
    begun = said(await table.camille.slash(table.channel, "campaign new", **wishes))
    assert is_other(begun) == (own == "fr")
    await sit(table, white=table.maxime.id)
    answers = await asked_and_answered(table)
    assert [each for each in posted(table) if is_other(each) != (own == "fr")] == []
    assert [each for each in answers if is_other(each) == (own == "fr")] == []


async def test_a_lobby_is_told_in_the_language_that_its_organiser_sets(table: Table) -> None:
    camille, channel = table.camille, table.channel
    await camille.slash(channel, "campaign new", game="outposts", seats="open", images="never")
    await table.bot.outbox.drain()
    assert not is_other(text(table.card()))
    refused = said(await table.maxime.slash(channel, "mod language", language="fr"))
    assert refused.startswith("Only ")
    before = len(channel.history())
    answer = said(await camille.slash(channel, "mod language", language="fr"))
    assert not is_other(answer)
    await table.bot.outbox.drain()
    assert is_other(text(table.card()))
    assert [is_other(each) for each in since(table, before)][-1]
    again = said(await camille.slash(channel, "mod language", language="fr"))
    assert again == "The campaign is already told in that language."
    # A moderator gives it the server's back, and another campaign never had another.
    await marat(table).slash(channel, "mod language", language="server")
    await table.bot.outbox.drain()
    assert not is_other(text(table.card()))
    assert not is_other(text(channel.history()[-1]))
    (mine, *_rest) = await table.bot.store.look(partial(audits, guild=table.guild.id))
    assert mine == ("language", "fr → server")


def audits(connection: Connection, guild: int) -> list[tuple[str, str]]:
    """Acts and details of the audit log, the latest first."""
    query = select(audit.c.act, audit.c.detail).where(audit.c.guild_id == guild)
    return list(connection.execute(query.order_by(audit.c.id.desc())).tuples())


async def test_a_campaign_that_is_played_again_keeps_its_language(table: Table) -> None:
    await table.camille.slash(
        table.channel, "campaign new", game="levee", images="never", language="fr", clock="48h"
    )
    await table.camille.slash(table.channel, "my vacation", until="+3 days")
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()
    (again,) = (each for each in controls(table.channel.history()[-1]) if "new-anew" in each.custom_id)
    await table.camille.click(table.channel.history()[-1], custom_id=again.custom_id)
    await table.bot.outbox.drain()
    assert (await table.campaign()).language == "fr"
    shown = said(await table.camille.slash(table.channel, "campaign gif", size="small", share=True))
    assert not is_other(shown)
    assert [told for told in posted(table) if not is_other(told)] == []
    assert is_other(text(table.channel.history()[-1]))


async def test_what_a_starting_bot_posts_is_in_the_language_of_a_server_that_discord_has_not_sent_yet(
    table: Table,
) -> None:
    await table.new()
    table.env.backend.guilds[table.guild.id].preferred_locale = "fr"
    campaign = await table.campaign()
    await table.bot.store.add_outbox(1, table.bot.campaigns.present_card(campaign))
    await table.restart()
    assert is_other(text(table.cards()[-1]))


async def test_who_is_too_fast_is_told_in_the_language_that_they_have_chosen(table: Table) -> None:
    await table.new()
    await table.camille.slash(table.channel, "my language", language="fr")
    table.bot.gate = table.bot.gate.__class__(table.env.now)
    table.bot.gate.languages = table.bot.campaigns.languages
    told = [said(await table.camille.slash(table.channel, "help")) for _time in range(40)][-1]
    assert "<t:" in told
    assert is_other(told.split("<t:")[0])
    await table.bot.gate.close(0)
    assert is_other(said(await table.camille.slash(table.channel, "help")))
