"""Six play by buttons and lists on their panels, across a form whose time runs out."""

from __future__ import annotations

from simcord import MemberActor, ResponseMessage

from engines.revolution.title import Revolution
from tests.revolution.bot.six import CURRENTS, ZONES, Six
from tests.support.table import text

TITLE = Revolution()


async def presses(life: Six, actor: MemberActor, *labels: str) -> str:
    """Open one's panel and press one thing after the other; gives what it shows then."""
    panel: ResponseMessage = await life.panel(actor)
    for label in labels:
        panel_next = (await life.press(actor, panel, label)).response
        panel = panel_next or panel
    return text(panel.message)


async def all_hand_in(life: Six, *seats: str) -> None:
    """Currents hand in what is on their forms."""
    for seat in seats or CURRENTS:
        await presses(life, life.of[seat], "Submit")


async def test_two_turns_are_pressed_and_a_silent_current_does_what_is_usual(life: Six) -> None:
    for zone, actor in zip(ZONES * 2, life.of.values(), strict=True):
        await life.types(actor, "my hours", zone=zone)
    await life.gathers()
    gironde, feuillant = life.of["gironde"], life.of["feuillant"]

    begun = await presses(life, gironde)
    assert "**Proposed, not submitted yet:**" in begun
    assert "**Your decision** Negotiate: alliances, objectives, answers to events · due <t:" in begun
    await life.clears("gironde")
    common = "Common objective with the Marais: an Economic law"
    shown = await presses(life, gironde, "With the Marais …", common, "Remove it")
    assert "Economic law" not in shown
    shown = await presses(life, gironde, "Alliance with the Mountain")
    assert "- **Alliance with the Mountain**" in shown
    shown = await presses(life, gironde, "Remove it")
    assert "Alliance with the Mountain**" not in shown
    await all_hand_in(life)

    shown = await presses(life, gironde, "Brissot …", "Lyon")
    assert "Lyon: Brissot" in shown
    # Whoever says nothing in time has named what is usual, and stands where he stood.
    await all_hand_in(life, *(seat for seat in CURRENTS if seat != "marais"))
    assert await life.owing() == ["marais"]
    await life.wait(40)
    state = await life.state()
    assert state.people["brissot"].region == "lyon"
    assert state.objectives["marais"] is not None

    await life.clears("feuillant", "gironde")
    shown = await presses(life, feuillant, "Arrest Roux …")
    assert "**Arrest Roux: how many rolls?**" in shown
    assert "⚖️ If the game ended now: **Reaction carries it: the " in shown
    assert "**Feuillant** " in shown
    shown = await presses(
        life, feuillant, "Arrest Roux …", "2 rolls, 200 ₶: 16% prison, 50% off the map for a turn"
    )
    assert "- **Arrest Roux × 2** · 200 ₶ · 16% prison, " in shown
    assert "💰 Costs up to 200 ₶ of 1800 ₶ in the Government's purse" in shown
    await all_hand_in(life)
    await life.clears("gironde")
    shown = await presses(
        life, gironde, "Plot for Lyon by Brissot …", "1 roll, 100 ₶: 28% yours, 44% neutral"
    )
    assert "- **Plot for Lyon by Brissot**" in shown
    await all_hand_in(life)
    await all_hand_in(life)
    await all_hand_in(life)
    await all_hand_in(life, (await life.state()).government)
    assert (await life.state()).turn == 2
    for form in ("talk", "plan", "people", "regions", "politics", "votes"):
        owing = await life.owing()
        assert len(owing) == len(CURRENTS), form
        await all_hand_in(life)
    await all_hand_in(life, (await life.state()).government)
    assert (await life.state()).turn == 3
