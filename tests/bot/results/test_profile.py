"""`/profile` and `/my note`: what is public of somebody, and what is nobody's but their own."""

from __future__ import annotations

import json
from functools import partial

import discord

from bot.store import rows
from tests.support.life import Life
from tests.support.moderated import confirmed
from tests.support.table import text, whispered


async def test_a_profile_has_games_sides_results_and_ratings(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    lines = (await life.types(life.lucien, "profile", user=life.camille)).splitlines()
    assert lines[0] == f"## Profile of <@{life.camille.id}>"
    assert lines[1] == "**Outposts** 1 won · Blue 1 ×"
    assert lines[2] == "### Ratings"
    assert lines[3].startswith("**Outposts** 2")
    assert "**Outposts** 1 lost · White 1 ×" in await life.types(life.maxime, "profile")
    nobody = await life.types(life.lucien, "profile")
    heading, none, *own = nobody.split("\n")
    assert heading == f"## Profile of <@{life.lucien.id}>"
    assert none == "No campaign with a seat of theirs has ended here yet."
    assert own[0] == "### Reliability, for you alone"
    assert own[1].startswith("Too few decisions with a clock ")


async def test_a_profile_without_ratings_where_the_server_has_none(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    await life.types(life.therese, "settings", ratings=0)
    assert "Ratings" not in await life.types(life.lucien, "profile", user=life.camille)


async def test_of_campaigns_that_go_on_only_what_everybody_may_know_is_told(life: Life) -> None:
    await life.outposts()
    before = await life.types(life.lucien, "profile", user=life.camille)
    assert before.endswith(f"### Plays now\n**Outposts** in <#{life.hall.id}> as Blue · running")
    # A secret decision changes nothing of it.
    await life.plays(life.camille, "commit 1 nantes")
    assert await life.types(life.lucien, "profile", user=life.camille) == before
    hall = life.hall
    shut = discord.PermissionOverwrite(view_channel=False)
    life.hall = life.guild.create_text_channel("secret", overwrites={life.lucien: shut})
    await life.outposts()
    secret = life.hall
    life.hall = hall
    assert f"<#{secret.id}>" not in await life.types(life.lucien, "profile", user=life.camille)
    assert f"<#{secret.id}>" in await life.types(life.maxime, "profile", user=life.camille)


async def test_notes_are_shown_with_ones_own_panel_and_to_nobody_else(life: Life) -> None:
    await life.outposts()
    assert "You have no notes" in await life.types(life.camille, "my note")
    told = await life.types(life.camille, "my note", text="Maxime always goes for Clisson")
    assert told == "**Your notes on Outposts**, which nobody else sees:\nMaxime always goes for Clisson"
    await life.types(life.camille, "my note", text="hold Nantes")
    opened = await life.panel(life.camille)
    assert "-# 📝 Maxime always goes for Clisson\n-# 📝 hold Nantes" in text(opened.message)
    assert "📝" not in text((await life.panel(life.maxime)).message)
    assert "📝" not in life.told()
    assert "You have no notes" in await life.types(life.maxime, "my note")
    assert "Clisson" not in await life.types(life.therese, "mod audit")


async def test_notes_stay_with_the_person_and_not_with_the_seat(life: Life) -> None:
    await life.outposts()
    await life.types(life.maxime, "my note", text="mine")
    await life.types(life.maxime, "seat substitute", user=life.lucien)
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    assert "📝" not in text((await life.panel(life.lucien)).message)
    assert "mine" in await life.types(life.maxime, "my note")


async def test_notes_are_kept_over_a_restart_and_cleared_and_have_a_bound(life: Life) -> None:
    await life.outposts()
    await life.types(life.camille, "my note", text="old")
    await life.reopen()
    assert (await life.types(life.camille, "my note", text="new", clear=True)).endswith("sees:\nnew")
    for _ in range(3):
        await life.types(life.camille, "my note", text="x" * 400)
    refused = await life.slash(life.camille, "my note", text="y" * 400)
    assert "room for 1500 characters" in whispered(refused)
    assert "yy" not in await life.types(life.camille, "my note")
    assert "You have no notes" in await life.types(life.camille, "my note", clear=True)


async def test_notes_are_exported_to_their_writer_and_forgotten_with_them(life: Life) -> None:
    await life.outposts()
    await life.types(life.camille, "my note", text="a plan")
    for person, noted in ((life.camille, [["a plan"]]), (life.maxime, [])):
        exported = await life.slash(person, "privacy export")
        assert exported.response is not None
        (file,) = exported.response.attachments
        assert [row["text"] for row in json.loads(await file.read())["notes"]] == noted
    await confirmed(life.camille, await life.slash(life.camille, "privacy forget"))
    read = partial(rows.notes.of_campaign, campaign_id=1)
    assert await life.table.bot.store.look(read) == {}
