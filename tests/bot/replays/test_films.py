"""`/campaign gif`: a whole campaign as an animation, made beside everything else."""

from __future__ import annotations

import asyncio
import io
import threading
from functools import partial
from typing import cast

import msgspec
import pytest
from PIL import GifImagePlugin, Image

from bot.campaigns.progress import Progress
from bot.errors import PoliteError
from bot.replays import films, work
from bot.replays.films import Films, bar
from bot.replays.playback import replayed
from bot.replays.storyboard import storyboard
from bot.store import Campaign
from engines.levee.title import Levee
from render.levee import ground
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing
from tests.support.plays import long_game
from tests.support.table import Table, said, text

LIMIT = 8 * 1024 * 1024


class Curtain:
    """Holds back the progress of films until it is lifted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lifted = threading.Event()
        self.reached = threading.Event()
        frame = films._drawn

        def held(*args: object, **named: object) -> Image.Image:
            self.reached.set()
            assert self.lifted.wait(60)
            return frame(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(films, "_drawn", held)


async def nothing(done: int, of: int) -> None:
    """Progress that nobody is told of."""


async def short(table: Table) -> Campaign:
    """A campaign of two turns."""
    await table.new()
    await table.bot.campaigns.take(1, table.camille.id, "end")
    await table.bot.outbox.drain()
    return await table.campaign()


def maker(table: Table) -> Films:
    """The bot's maker of films."""
    return table.bot.films


async def test_it_has_its_title_once_and_in_each_beat_the_arrows_one_after_the_other(table: Table) -> None:
    await table.new()
    game = long_game()
    beats = storyboard(game.title, replayed(game.title, game.record()), None, films.BEATS)
    title, *told = films.shots(work.Work(threading.Event()), game.title, await table.campaign(), beats)
    draws = [cast("partial[Image.Image]", shot.draw) for shot in (title, *told)]
    assert [draw.func for draw in draws] == [films._title] + len(told) * [films._drawn]
    for beat in beats:
        arrows = [list(moves) for *_, shown, _, moves in (draw.args for draw in draws[1:]) if shown is beat]
        assert arrows[-1] == list(beat.moves)
        assert all(list(beat.moves[: len(some)]) == some for some in arrows)
        assert [len(some) for some in arrows] == sorted({len(some) for some in arrows})
        assert len(arrows) >= min(2, len(beat.moves)), "late in the film as at its beginning"


async def test_it_comes_to_whoever_asks_alone(table: Table) -> None:
    await short(table)
    made = await table.maxime.slash(table.channel, "campaign gif", size="small")
    assert made.response is not None
    assert made.response.ephemeral
    (file,) = made.response.attachments
    assert file.filename == "levee-1.gif"
    with GifImagePlugin.GifImageFile(io.BytesIO(await file.read())) as film:
        assert (film.n_frames, film.width) == (4, 480)
    assert said(made).startswith("🎞️ **Levée en Masse**. 4 pictures, 480 × ")


async def test_what_it_stands_on_is_not_kept_when_it_is_made(table: Table) -> None:
    campaign = await short(table)
    ground._base(msgspec.json.encode(Levee().data.board), "light", 300)
    assert ground._base.cache_info().currsize
    await maker(table).make(campaign, width=480, limit=LIMIT, tell=nothing)
    assert ground._base.cache_info().currsize == 0


async def test_its_alt_text_tells_what_it_runs_through_and_how_it_ends(table: Table) -> None:
    await short(table)
    made = await table.camille.slash(table.channel, "campaign gif", size="small")
    assert made.response is not None
    described = made.response.attachments[0].description or ""
    assert described.startswith("Animated map of Levée en Masse, from 1 · ")
    assert "Paris" in described


async def test_it_is_posted_where_that_is_asked_for(table: Table) -> None:
    await short(table)
    made = await table.camille.slash(table.channel, "campaign gif", size="small", share=True)
    assert said(made) == "The animation is posted in the channel."
    (posted,) = made.followups
    assert not posted.ephemeral
    assert posted.attachments[0].filename == "levee-1.gif"


async def test_a_server_has_one_made_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, curtain = await short(table), Curtain(monkeypatch)
    first = asyncio.ensure_future(maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing))
    await asyncio.sleep(0)
    with pytest.raises(PoliteError, match="made for this server already"):
        await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)
    curtain.lifted.set()
    assert (await first).animation.frames == 4
    again = await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)
    assert again.animation.frames == 4


async def test_two_are_made_at_the_same_time_and_no_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, curtain = await short(table), Curtain(monkeypatch)
    of_servers = [msgspec.structs.replace(campaign, guild_id=server) for server in (1, 2, 3)]
    making = [
        asyncio.ensure_future(maker(table).make(of_server, width=300, limit=LIMIT, tell=nothing))
        for of_server in of_servers[:2]
    ]
    await asyncio.sleep(0)
    with pytest.raises(PoliteError, match="Other films or pages are being made"):
        await maker(table).make(of_servers[2], width=300, limit=LIMIT, tell=nothing)
    curtain.lifted.set()
    assert [film.animation.frames for film in await asyncio.gather(*making)] == [4, 4]


async def test_it_stays_within_what_discord_takes(table: Table) -> None:
    campaign = await short(table)
    limit = films.MARGIN + 40_000
    film = await maker(table).make(campaign, width=480, limit=limit, tell=nothing)
    assert len(film.animation.data) <= 40_000
    assert film.animation.width < 480


async def test_when_the_bot_stops_whoever_waits_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, curtain = await short(table), Curtain(monkeypatch)
    making = asyncio.ensure_future(maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing))
    assert await asyncio.to_thread(curtain.reached.wait, 60)
    closing = asyncio.ensure_future(maker(table).close())
    await asyncio.sleep(0)
    curtain.lifted.set()
    await closing
    assert making.done()
    with pytest.raises(PoliteError, match="I am restarting"):
        await making
    with pytest.raises(PoliteError, match="I am restarting"):
        await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)


async def test_what_takes_too_long_is_given_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = await short(table)
    monkeypatch.setattr(work, "LONGEST", -1.0)
    with pytest.raises(PoliteError, match="takes too long"):
        await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)


async def test_progress_is_told_as_frames_are_done(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, told = await short(table), []
    heard, note = threading.Event(), work.Work.done
    monkeypatch.setattr(films, "EVERY", 0.0)

    def done_and_heard(self: work.Work, frames: int, of: int) -> None:
        note(self, frames, of)
        # A quick machine would be done before anybody is told.
        assert heard.wait(60)

    async def tell(done: int, of: int) -> None:
        told.append((done, of))
        heard.set()

    monkeypatch.setattr(work.Work, "done", done_and_heard)

    await maker(table).make(campaign, width=300, limit=LIMIT, tell=tell)
    assert told
    assert all(1 <= done <= of == 4 for done, of in told)


@pytest.mark.parametrize(
    ("done", "of", "shown"),
    [(0, 0, "▱" * 10 + " 0 of 0"), (12, 45, "▰▰" + "▱" * 8 + " 12 of 45"), (9, 9, "▰" * 10 + " 9 of 9")],
)
def test_progress_is_a_bar(done: int, of: int, shown: str) -> None:
    assert bar(done, of) == shown


async def test_what_is_hidden_makes_no_difference_to_the_film(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    made = []
    for name, commitment, foot in (("here", "commit 6 clisson", 2), ("there", "commit 1 nantes", 5)):
        campaign = await facing(camp, camp.guild.create_text_channel(name))
        progress = Progress(TITLE, campaign)
        progress.edit(f"stack blue nantes foot:{foot} horse:1", user_id=None)
        progress.take("blue", commitment, user_id=camp.camille.id)
        async with camp.bot.campaigns.writing(campaign.id):
            campaign, _ = await camp.bot.campaigns.commit(progress, user_id=camp.camille.id)
        made.append(await maker(camp).make(campaign, width=300, limit=LIMIT, tell=nothing))
    assert made[0].animation.frames == 4
    assert made[0] == made[1]


async def test_a_campaign_that_has_not_begun_has_nothing_to_film(table: Table) -> None:
    await table.bot.campaigns.new(table.wish(lobby=True))
    await table.bot.outbox.drain()
    made = await table.camille.slash(table.channel, "campaign gif")
    assert made.response is not None
    assert "has not begun" in text(made.response.message)
