"""Six play by slash commands: two whole turns, and the rest by standing orders to the verdict."""

from __future__ import annotations

import pytest

from engines.revolution.title import Revolution
from tests.revolution.bot.six import CURRENTS, Six
from tests.support.table import text

TITLE = Revolution()


async def hand_in(life: Six, *seats: str) -> None:
    """Currents hand in what they have written."""
    for seat in seats or CURRENTS:
        await life.types(life.of[seat], "revolution form hand-in")


async def offers(life: Six, seat: str, command: str, option: str, typed: str = "", **more: str) -> list[str]:
    """What a Current is offered while it types, as it reads it."""
    found = await life.of[seat].autocomplete(life.hall, f"revolution {command}", option, typed, **more)
    return [choice["name"] for choice in found]


async def first_turn(life: Six) -> None:
    """Each form of a turn, with what is typed on it."""

    async def writes(seat: str, command: str, **options: str | int) -> str:
        return await life.types(life.of[seat], f"revolution {command}", **options)

    helped = await life.types(life.of["gironde"], "help")
    assert "`/revolution declare alliance` " in helped
    assert "`/revolution form hand-in` " in helped
    assert "Hand in:" not in helped
    await life.clears(*CURRENTS)
    await writes("gironde", "declare alliance", current="mountain")
    assert "The Royalist never allies with the Mountain" in await writes(
        "royalist", "declare alliance", current="mountain"
    )
    written = await writes("mountain", "declare alliance", current="gironde")
    assert "- **Alliance with the Gironde**" in written
    await hand_in(life)
    # The events since have taken the room of its line; the card still begins with it.
    assert text(life.newest("Play")).splitlines()[1] == "Gironde and Mountain declare an alliance."

    await life.clears(*CURRENTS)
    await writes("gironde", "plan objective", what="plot lyon")
    placed = await writes("gironde", "plan place", person="brissot", region="lyon")
    assert "Lyon: Brissot" in placed
    refused = await writes("feuillant", "plan purpose", what="law economic")
    assert refused == "The Government names a law only where it proposes laws (R-FAME-04)."
    await writes("feuillant", "plan purpose", what="arrest roux")
    await hand_in(life)
    state = await life.state()
    assert state.people["brissot"].region == "lyon"
    assert state.order[0] == "feuillant"

    await life.clears(*CURRENTS)
    assert any(
        name.startswith("2 rolls, 200 ₶ · 16% prison, ")
        for name in await offers(life, "feuillant", "arrest", "rolls", person="roux")
    )
    await writes("feuillant", "arrest", person="roux", rolls="2")
    refused = await writes("mountain", "arrest", person="roux")
    assert refused == "The Government alone arrests, which the Feuillant runs (R-ACT-15)."
    assert "200 ₶ of 350 ₶ in your purse" in await writes("mountain", "convince", person="barere", rolls="2")
    await hand_in(life)

    await life.clears(*CURRENTS)
    written = await writes("gironde", "plot", region="lyon", rolls="2")
    assert "**Plot for Lyon by Brissot × 2**" in written
    assert "200 ₶ of 1400 ₶" in written
    await hand_in(life)
    assert "plot for Lyon, by Brissot" in life.told()

    await life.clears(*CURRENTS)
    await writes("feuillant", "royal", how="with-marker")
    await writes("marais", "law propose", law="civic")
    await hand_in(life)
    assert (await life.state()).bills == ["civic/marais"]

    await life.clears(*CURRENTS)
    refused = await writes("gironde", "law vote", question="emigres yes")
    assert refused == "Measures against émigrés is not before the Assembly (R-POL-14)."
    for seat in ("feuillant", "marais", "mountain"):
        await writes(seat, "law vote", question="civic yes")
    await writes("gironde", "declare stand", stand="criticise")
    await hand_in(life)
    assert "**Civic" in life.told()

    governing = (await life.state()).government
    await hand_in(life, governing)
    assert (await life.state()).turn == 2


@pytest.mark.nightly(seconds=10)
async def test_a_game_is_typed_and_goes_on_by_standing_orders_to_the_verdict(life: Six) -> None:
    await life.gathers()
    await first_turn(life)
    for seat in CURRENTS:
        given = await life.confirmed(life.of[seat], "orders usual", "Give 7 orders", set="away")
        assert "7 orders" in given, given
    # Orders answer one another for so long, and no longer, before somebody does something.
    await hand_in(life, "marais")
    assert (await life.table.campaign()).status == "finished", await life.owing()
    assert "**Places** 1." in life.told()
