"""`/campaign gif`: a whole campaign as an animation, made beside everything else."""

from __future__ import annotations

import asyncio
import gc
import io
import multiprocessing
import os
import signal
import threading
from functools import partial
from multiprocessing.process import BaseProcess
from typing import cast

import discord
import msgspec
import pytest
from PIL import GifImagePlugin, Image

from bot.campaigns.progress import Progress
from bot.errors import PoliteError
from bot.replays import films, process, work
from bot.replays.films import Films, bar
from bot.replays.playback import replayed
from bot.replays.storyboard import storyboard
from bot.store import Campaign
from bot.surface import custom_ids, layout
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing
from tests.support.plays import long_game
from tests.support.table import Table, controls, said, text

LIMIT = 8 * 1024 * 1024


class Curtain:
    """Holds the processes that make films until it is lifted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.held: list[int] = []
        start = process.started

        def held(begun: BaseProcess) -> None:
            start(begun)
            assert begun.pid is not None
            os.kill(begun.pid, signal.SIGSTOP)
            self.held.append(begun.pid)
            self.reached.set()

        monkeypatch.setattr(process, "started", held)

    async def fallen(self) -> None:
        """Wait until a process is held."""
        assert await asyncio.to_thread(self.reached.wait, 60)

    def lift(self) -> None:
        """Let the processes go on."""
        for begun in self.held:
            os.kill(begun, signal.SIGCONT)


class Heard:
    """What is told while a film is made."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []
        self.token = ""

    async def __call__(self, done: int, of: int, token: str) -> None:
        self.told.append((done, of))
        self.token = token


async def nothing(done: int, of: int, token: str) -> None:
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
    title, *told = films.shots(game.title, await table.campaign(), beats)
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


@pytest.mark.parametrize(
    ("elsewhere", "told"),
    [(False, "made for this server already"), (True, "Other films or pages are being made")],
)
async def test_one_is_made_at_a_time_and_the_next_afterwards(
    table: Table, monkeypatch: pytest.MonkeyPatch, elsewhere: bool, told: str
) -> None:
    campaign = await short(table)
    other = msgspec.structs.replace(campaign, guild_id=2) if elsewhere else campaign
    with monkeypatch.context() as patch:
        curtain = Curtain(patch)
        making = asyncio.ensure_future(maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing))
        await curtain.fallen()
        with pytest.raises(PoliteError, match=told):
            await maker(table).make(other, width=300, limit=LIMIT, tell=nothing)
        curtain.lift()
        assert (await making).animation.frames == 4
    assert (await maker(table).make(other, width=300, limit=LIMIT, tell=nothing)).animation.frames == 4


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
    await curtain.fallen()
    await maker(table).close()
    assert making.done()
    with pytest.raises(PoliteError, match="I am restarting"):
        await making
    with pytest.raises(PoliteError, match="I am restarting"):
        await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)
    assert all(ended(begun) for begun in curtain.held)


async def test_a_process_that_dies_says_so_and_loses_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await short(table)
    with monkeypatch.context() as patch:
        start = process.started

        def killed(begun: BaseProcess) -> None:
            start(begun)
            begun.kill()

        patch.setattr(process, "started", killed)
        for command, options in (("gif", {"size": "small"}), ("replay", {"page": True})):
            made = await table.camille.slash(table.channel, f"campaign {command}", **options)
            assert said(made) == str(films.DIED)
            assert made.response is not None
            assert controls(made.response.message) == []
    assert await table.campaign() == before
    made = await table.camille.slash(table.channel, "campaign gif", size="small")
    assert said(made).startswith("🎞️ **Levée en Masse**. 4 pictures")


async def test_whoever_waits_can_cancel_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, curtain, heard = await short(table), Curtain(monkeypatch), Heard()
    making = asyncio.ensure_future(maker(table).make(campaign, width=300, limit=LIMIT, tell=heard))
    await curtain.fallen()
    assert heard.told[0] == (0, 0), "there is something to press at once"
    assert not maker(table).cancel("00000000")
    assert maker(table).cancel(heard.token)
    with pytest.raises(PoliteError, match=r"^Cancelled. Nothing was made.$"):
        await making
    assert all(ended(begun) for begun in curtain.held)
    assert not maker(table).cancel(heard.token)


async def test_progress_that_discord_does_not_take_costs_nobody_the_film(table: Table) -> None:
    await short(table)
    table.env.inject_error("PATCH", "/webhooks/*", status=500, times=1)
    made = await table.camille.slash(table.channel, "campaign gif", size="small")
    assert said(made).startswith("🎞️ **Levée en Masse**. 4 pictures")


async def test_what_nobody_can_be_told_of_any_more_is_given_up(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await short(table)
    curtain = Curtain(monkeypatch)
    table.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
    await table.camille.slash(table.channel, "campaign gif", size="small")
    await asyncio.to_thread(maker(table)._pool.shutdown)
    assert all(ended(begun) for begun in curtain.held)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("status", [403, 413, 500])
async def test_a_channel_that_does_not_take_it_costs_nobody_the_film(table: Table, status: int) -> None:
    await short(table)
    table.env.inject_error("POST", "/webhooks/*", status=status, times=1)
    made = await table.camille.slash(table.channel, "campaign gif", size="small", share=True)
    assert said(made).endswith("KiB. The channel did not take it, so it is for you alone.")
    assert made.response is not None
    assert made.response.ephemeral
    assert [file.filename for file in made.response.attachments] == ["levee-1.gif"]
    assert made.followups == []


async def test_whoever_no_longer_waits_leaves_no_process_and_no_trouble(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    campaign, curtain = await short(table), Curtain(monkeypatch)
    making = asyncio.ensure_future(maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing))
    await curtain.fallen()
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    del making
    await asyncio.to_thread(maker(table)._pool.shutdown)
    gc.collect()
    await asyncio.sleep(0)
    assert all(ended(begun) for begun in curtain.held)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_button_of_work_that_is_gone_says_so(table: Table) -> None:
    await short(table)
    # As after a crash, where nothing is left of the work but its message.
    left = layout.under(discord.ui.Button(label="Cancel", custom_id=custom_ids.stop_film("0123abcd")))
    late = await table.bot.get_partial_messageable(table.channel.id).send("▰▱ 1 of 9", view=left)
    await table.camille.click(late, custom_id=custom_ids.stop_film("0123abcd"))
    shown = table.channel.history()[-1]
    assert shown.content == "This is no longer being made. Nothing of the campaign is lost: ask for it again."
    assert controls(shown) == []


async def test_what_takes_too_long_is_given_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = await short(table)
    monkeypatch.setattr(work, "LONGEST", -1.0)
    with pytest.raises(PoliteError, match="takes too long"):
        await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)


def test_progress_is_told_as_frames_are_done() -> None:
    making = work.Work(threading.Event())
    assert process.worked(counted, making, films.DIED, "en") == "made"
    assert making.told == (4, 4)


class Frozen(work.Work):
    """Work whose process stands still in the middle of what it sends, and which is then cancelled."""

    looks = 0

    def check(self) -> None:
        super().check()
        self.looks += 1
        if self.looks == 5:
            (begun,) = [child for child in multiprocessing.active_children() if child.name == "work"]
            assert begun.pid is not None
            os.kill(begun.pid, signal.SIGSTOP)
            threading.Timer(1, self.cancel, [films.CANCELLED]).start()


def test_a_process_that_stands_still_is_not_waited_for() -> None:
    with pytest.raises(PoliteError, match=r"^Cancelled. Nothing was made.$"):
        process.worked(long, Frozen(threading.Event()), films.DIED, "en")
    assert not [child for child in multiprocessing.active_children() if child.name == "work"]


def long(tell: process.Tell) -> bytes:
    """More than a pipe holds."""
    return bytes(2**22)


def counted(tell: process.Tell) -> str:
    """What a process does that counts to four."""
    for number in range(1, 5):
        tell(number, 4)
    return "made"


def ended(begun: int) -> bool:
    """Whether a process is gone."""
    try:
        os.kill(begun, 0)
    except ProcessLookupError:
        return True
    return False


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
