"""What goes wrong between people: forms changed after they were handed in, seats lent, rooms deleted."""

from __future__ import annotations

from simcord import MemberActor

from tests.revolution.bot.six import Six
from tests.support.table import text


async def test_a_form_says_whether_it_counts_and_each_finds_what_they_have_written(life: Six) -> None:
    await life.gathers()

    async def shown(actor: MemberActor) -> str:
        return text((await life.panel(actor)).message)

    await life.clears("gironde")
    await life.types(life.olympe, "revolution declare alliance", current="marais")
    await life.files("gironde", "file ally mountain")
    told = await shown(life.olympe)
    assert "- **Alliance with the Marais**" in told
    assert "⚠️ **You have changes that are not submitted.** Submit again, or the earlier form counts (" in told
    assert "form counts (Submit: Alliance with the Mountain" in told

    # Whoever stands in neither reads what the other has written nor takes it away.
    await life.types(life.olympe, "seat substitute", user=life.theroigne, until="3d")
    await life.presses(life.theroigne, life.newest("Sit down"), "Sit down")
    assert "Alliance with the Marais**" not in await shown(life.theroigne)
    await life.types(life.theroigne, "revolution declare alliance", current="feuillant")
    await life.types(life.olympe, "seat back")
    told = await shown(life.olympe)
    assert "- **Alliance with the Marais**" in told
    assert "Alliance with the Feuillant**" not in told
    await life.types(life.olympe, "revolution form hand-in")
    assert "you can change it until then." in await shown(life.olympe)
    await life.confirmed(life.olympe, "campaign undo", "Take back")
    assert "- **Alliance with the Marais**" in await shown(life.olympe)


async def test_a_room_that_was_deleted_is_opened_anew_and_stops_no_campaign(life: Six) -> None:
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (first,) = life.threads().values()
    del life.env.backend.channels[first.id]
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (second,) = life.threads().values()
    assert (await life.table.campaign()).parked_at is None
    # Nor does one that is gone when the talk is over.
    del life.env.backend.channels[second.id]
    for seat in life.of:
        await life.files(seat)
    assert (await life.table.campaign()).parked_at is None
    assert await life.table.unsaid() == []
