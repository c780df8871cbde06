"""A war in the Vendée of two players and two moderators, from lobby to archive, with three absences."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engines.core.contract import AnyTitle
from engines.vendee.title import Vendee
from tests.cli.program import tocsin
from tests.support.life import Life
from tests.support.life_of_four import NIGHT, Four
from tests.support.table import text
from tests.vendee.bot.duel import TITLE

CLOCK = "24h interrupts 6h overtime player"


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Vendée."""
    return [Vendee()]


@pytest.fixture
def people() -> type[Life]:
    """Camille leads the Royalists, Olympe, who moderates too, the Republicans; others are at hand."""
    return Four


async def plays(life: Four, actions: int) -> None:
    """Whoever is asked does what the automatic player would, so many times."""
    campaigns = life.table.bot.campaigns
    for _ in range(actions):
        campaign = await life.table.campaign()
        state = campaigns.state_of(campaign)
        owed = TITLE.decisions(state)[0]
        action = TITLE.suggest(state, owed.seat, random.Random(1))
        assert action is not None
        await campaigns.take(1, campaign.seats[owed.seat], TITLE.notation(action), seat=owed.seat)
        await life.table.bot.outbox.drain()


async def in_hand(life: Four, seat: str) -> None:
    """Play on until a seat is asked."""
    while TITLE.decisions(await life.table.state())[0].seat != seat:
        await plays(life, 1)


async def until(life: Four, part: str, seat: str) -> None:
    """Let time go by, in which one seat alone does what it is asked for, until something is said."""
    for _ in range(24 * 7):
        while not any(part in said for said in life.since(0)):
            if TITLE.decisions(await life.table.state())[0].seat != seat:
                break
            await plays(life, 1)
        else:
            return
        await life.wait(1)
    raise AssertionError(f"nobody says that somebody {part}")


async def test_a_war_through_absences_quarrels_and_the_end(life: Four, tmp_path: Path) -> None:
    life.seed = "absence"
    await life.wait(10)
    await life.types(
        life.therese, "settings", moderators=life.referees, archive=life.archive, nights=f"{NIGHT} Paris"
    )
    await life.types(life.camille, "my hours", zone="Europe/Paris", quiet=NIGHT)
    await life.slash(life.camille, "campaign new", game="vendee", clock=CLOCK, images="never")
    await life.types(life.camille, "seat take", seat="royalist")
    await life.types(life.olympe, "seat take", seat="republican")
    assert "No seat is free." in await life.types(life.joseph, "seat take", seat="royalist")
    await plays(life, 6)
    await life.reopen()
    await in_hand(life, "royalist")

    # Camille travels, and Joseph leads the Royalists meanwhile.
    await life.types(life.camille, "my vacation", until="+3 days")
    await life.types(life.camille, "seat substitute", user=life.joseph)
    assert "**You play Royalists**" in await life.presses(life.joseph, life.newest("Sit down"), "Sit down")
    await plays(life, 1)
    await life.wait(2)
    assert "**You play Royalists**" in await life.types(life.camille, "seat back")
    await life.types(life.camille, "my back")
    told = await life.types(life.olympe, "mod view", seat="royalist", reason="a look")
    assert f"Only a moderator who does not play can do that, such as <@{life.therese.id}>, unless" in told
    await life.types(life.camille, "campaign draw")
    await life.presses(life.olympe, life.newest("Refuse"), "Refuse")

    # Olympe is silent: the automatic player leads the Republicans until she does anything.
    await in_hand(life, "republican")
    await until(life, "missed two turns in a row", "royalist")
    await life.types(life.olympe, "play", action="no such thing")
    assert f"👋 <@{life.olympe.id}> is back and plays **Republicans** again." in life.told()

    # Camille leaves the server, and Joseph, who knows her side alone, takes it over.
    life.guild.remove_member(life.camille)
    await until(life, "left the server", "republican")
    await life.types(life.therese, "seat replace", seat="royalist", user=life.joseph, reason="she has left")
    assert "**You play Royalists**" in await life.presses(life.joseph, life.newest("Sit down"), "Sit down")
    await life.types(life.olympe, "campaign pause", reason="harvest")
    await life.presses(life.joseph, life.newest("Agree"), "Agree")
    await life.wait(30)
    await life.types(life.olympe, "campaign resume")
    await plays(life, 3)
    await life.confirmed(life.joseph, "campaign concede", "Concede")
    # Two sides of several people are told as one of one is.
    assert f"<@{life.joseph.id}> concedes for **Royalists**: Republicans won." in life.told()

    assert life.rung_at_night(life.camille) == []
    summary = text(life.public(life.archive)[-1])
    assert f"Royalists <@{life.joseph.id}> (also <@{life.camille.id}>)" in summary
    exported = await life.slash(life.maxime, "campaign export")
    assert exported.response is not None
    record = tmp_path / "record.json"
    record.write_bytes(await exported.response.attachments[0].read())
    ran = tocsin("verify", record)
    assert (ran.status, "came from the seed" in ran.out) == (0, True), ran
