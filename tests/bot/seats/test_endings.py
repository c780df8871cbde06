"""How players end a campaign: conceding is one's own right, a draw or an end without result all must want."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from simcord import ChannelHandle, InteractionResult
from typer.testing import CliRunner

from bot.cli import app
from engines.core.errors import ReplayError
from engines.core.record import Ending, Record, verify
from tests.outposts.game.engine.title import Outposts
from tests.support.life import Life
from tests.support.moderated import acts
from tests.support.table import text

FOR_GOOD = "`/campaign export` gives you the record, with the seed of the dice."


async def agree(life: Life) -> str:
    """What Maxime is told who agrees to the newest request."""
    return await life.presses(life.maxime, life.newest("Agree"), "Agree")


async def exported(result: InteractionResult) -> bytes:
    """The record that a command has given."""
    assert result.response is not None
    (file,) = result.response.attachments
    return await file.read()


def summary(life: Life, channel: ChannelHandle | None = None) -> str:
    """The last message of a campaign."""
    return text(life.public(channel)[-1])


async def test_conceding_is_ones_own_right(life: Life, tmp_path: Path) -> None:
    archive = life.guild.create_text_channel("archive")
    await life.types(life.therese, "settings", archive=archive)
    await life.outposts()
    await life.plays(life.camille, "commit 1 nantes")
    assert "You have no seat" in await life.types(life.lucien, "campaign concede")

    # Who stands in for somebody does not give their game up; who has lent the seat may.
    await life.types(life.maxime, "seat substitute", user=life.lucien)
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    for command in ("concede", "draw", "abort"):
        assert f"You are the substitute of <@{life.maxime.id}>" in await life.types(
            life.lucien, f"campaign {command}"
        )
    asked = await life.slash(life.maxime, "campaign concede")
    assert asked.response is not None
    assert text(asked.response.message).startswith("Concede the game for **White**? Winner then: Blue.")
    told = await life.presses(life.maxime, asked.response, "Concede")
    assert told == f"You have conceded. {FOR_GOOD}"

    said = f"<@{life.maxime.id}> concedes for **White**: Blue won."
    assert (await life.table.campaign()).status == "ended"
    for channel in (life.hall, archive):
        assert summary(life, channel).startswith(f"📜 **Outposts** is over.\n## Conceded\n{said}")
    assert f"## Conceded\n{said}" in text(life.table.cards()[-2])
    assert said in await life.types(life.lucien, "campaign status")
    assert said in await life.types(life.lucien, "campaign log")
    assert "is over" in await life.types(life.camille, "campaign concede")

    # The record has it, and can be checked by anybody; who conceded is a seat there, and no person.
    record = await exported(await life.slash(life.lucien, "campaign export"))
    read = msgspec.json.decode(record, type=Record)
    assert read.ending == Ending("conceded", "white")
    assert str(life.maxime.id).encode() not in record
    file = tmp_path / "outposts.json"
    file.write_bytes(record)
    for command, last in (
        ("verify", "Outcome: White conceded: Blue won."),
        ("replay", "White conceded: Blue won."),
    ):
        done = CliRunner().invoke(app, [command, str(file)])
        assert (done.exit_code, done.output.splitlines()[-1]) == (0, last)
    for wrong in (Ending("conceded", "green"), Ending("conceded"), Ending("drawn", "white")):
        with pytest.raises(ReplayError, match="by a seat that there is not"):
            verify(Outposts(), msgspec.structs.replace(read, ending=wrong))

    # Taken in elsewhere it is over there, too, and its dice stay those that were promised.
    hall = life.guild.create_text_channel("hall")
    taken = await life.therese.slash(hall, "mod import", file=("record.json", record))
    assert taken.response is not None
    assert "The game is over." in text(taken.response.message)
    await life.press(life.therese, taken.response, "Import it")
    imported = await life.table.campaign(2)
    assert (imported.status, imported.seed) == ("ended", read.seed)
    again = await exported(await life.therese.slash(hall, "campaign export"))
    assert msgspec.json.decode(again, type=Record).ending == read.ending


async def test_a_draw_and_an_end_without_result_need_all(life: Life) -> None:
    await life.outposts()
    await life.types(life.camille, "campaign draw")
    assert await agree(life) == "You have agreed, and the game is drawn."
    assert "🤝 All have agreed: the game is drawn." in life.told()
    assert summary(life).startswith(
        "📜 **Outposts** is over.\n## Drawn\nThe players have agreed on a draw: nobody has won."
    )
    assert (await life.table.record()).ending == Ending("drawn")

    await life.outposts()
    for refused in (
        await life.types(life.camille, "mod end", reason="I am losing"),
        await life.types(life.lucien, "campaign abort"),
    ):
        assert "so the others have to agree" in refused or "Only a moderator" in refused
    await life.types(life.camille, "campaign abort", reason="no time")
    asked = text(life.newest("Agree"))
    assert f"<@{life.camille.id}> asks to end the campaign without a result: no time." in asked
    assert await agree(life) == "You have agreed, and the campaign is ended without a result."
    assert summary(life).startswith(
        "📜 **Outposts** is over.\n## Ended without a result\n"
        f"It was ended without a result: <@{life.camille.id}> asked and everyone agreed: no time."
    )
    assert await acts(life.table) == []

    # A moderator who does not play ends it alone, and the summary says who it was.
    await life.outposts()
    await life.confirmed(life.therese, "mod end", "End the campaign", reason="a quarrel")
    assert f"<@{life.therese.id}>, a moderator, ended it without a result: a quarrel." in summary(life)
    assert (await acts(life.table))[-1] == (life.therese.id, "end", "a quarrel")
    assert (await life.table.record(3)).ending == Ending("void")


async def test_who_plays_alone_ends_it_alone(life: Life) -> None:
    await life.slash(life.camille, "campaign new", game="levee", images="never")
    assert "You have no opponent to agree on a draw." in await life.types(life.camille, "campaign draw")
    await life.types(life.camille, "campaign pause")
    told = await life.confirmed(life.camille, "campaign concede", "Concede")
    assert told == f"You have conceded. {FOR_GOOD}"
    assert f"<@{life.camille.id}> concedes for **France**: the game is lost." in summary(life)
    await life.slash(life.camille, "campaign new", game="levee", images="never")
    told = await life.confirmed(life.camille, "campaign abort", "End the campaign")
    assert told.startswith("The campaign is ended.")
    assert f"<@{life.camille.id}> ended it without a result." in summary(life)
    # Who plays both sides names the one that concedes.
    await life.slash(life.camille, "campaign new", game="outposts", images="never", seats="mine")
    assert "You have several seats (Blue and White)" in await life.types(life.camille, "campaign concede")
    assert "You have no opponent to agree on a draw." in await life.types(life.camille, "campaign draw")
    await life.confirmed(life.camille, "campaign concede", "Concede", seat="blue")
    assert f"<@{life.camille.id}> concedes for **Blue**: White won." in summary(life)
