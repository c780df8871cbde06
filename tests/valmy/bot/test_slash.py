"""`/valmy`: what is completed, looked up, forecast and refused, at the simulated table."""

from __future__ import annotations

import pytest

from engines.core.contract import AnyTitle
from tests.support.life import Life
from tests.valmy.bot.campaign import TITLE, Campaign
from tests.valmy.bot.test_life import begun


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Valmy Campaign."""
    return [TITLE]


async def set_up(life: Life) -> Campaign:
    """Both sides have set up as is proposed; the French are asked whom they activate."""
    campaign = await begun(life, "slash")
    for _ in range(2):
        await campaign.type(TITLE.parse(await campaign.table.state(), "arrange auto"))
    return campaign


async def offered(life: Life, command: str, option: str, typed: str = "", **more: str) -> list[str]:
    """Values that Camille is offered, who leads the French."""
    found = await life.camille.autocomplete(life.hall, f"valmy {command}", option, typed, **more)
    return [choice["value"] for choice in found]


LOOK_UPS: tuple[tuple[str, dict[str, str], tuple[str, ...]], ...] = (
    ("box", {"name": "Sedan"}, ("Walled town", "- Chémery: 1 movement point", "**French** Dumouriez")),
    ("leader", {"name": "stengel"}, ("rank 1", "Leveneur's division", "**Now** in Sedan, under Leveneur")),
    ("leader", {"name": "lilien"}, ("**Now** not to be seen",)),
    ("unit", {"name": "29 RL"}, ("strength 2, morale 7", "reduced 1 and 6", "**Now** in Sedan, under")),
    ("unit", {"name": "i-kleist"}, ("**Now** not to be seen",)),
    ("command chart", {}, ("Command of the French", "Sedan: Dumouriez 0/8 › Leveneur 5/6")),
    ("table", {"name": "charge"}, ("AR*", "½DE", "5:1")),
    ("table", {"name": "fire"}, ("SK",)),
    ("table", {"name": "melee"}, ("0/4",)),
)

REFUSED: tuple[tuple[str, dict[str, str], str], ...] = (
    *(("bid", {"chit": chit}, "(4.0)") for chit in ("bid 2", "2", "none")),
    ("recover", {"who": "all"}, "(4.0)"),
    ("drop", {"who": "all"}, "'all' names nobody here"),
    ("drop", {"who": ","}, "',' names nobody here"),
    ("recover", {"who": " , ,"}, "names nobody here"),
    ("command show", {"who": ","}, "',' names nobody here"),
    ("battle boost", {"units": ","}, "',' names nobody here"),
    ("battle commit", {"units": ",,"}, "names nobody here"),
    ("activate", {"who": "brunswick"}, "(2.1)"),
    ("activate", {"who": "29-rl", "through": "dillon"}, "(6.1)"),
    ("activate", {"who": "29-rl"}, "say through whom"),
    ("activate", {"who": "leveneur", "through": "dumouriez"}, "A leader needs no other leader."),
    ("activate", {"who": "dietmann", "with": "38-rl"}, "(2.1)"),
    ("activate", {"who": "stengel", "with": "leveneur"}, "(2.1)"),
    ("activate", {"who": "dumouriez", "with": "dietmann steinhoffen stengel"}, "(8.4)"),
    ("command assign", {"who": "29-rl", "to": "chazot"}, "(2.1)"),
    ("command show", {"who": "i-kleist"}, "(2.3)"),
    ("battle charge", {"left": "29-rl"}, "(4.0)"),
    ("move", {"path": "sedan > paris"}, "paris"),
    ("move", {"path": "> out"}, "(4.0)"),
    ("react", {"path": "> chemery"}, "a box before and behind each >"),
    ("activate", {"who": "nobody at all"}, "nobody"),
    ("activate", {"who": "🐎"}, "🐎"),
)


async def test_what_is_looked_up_is_told_as_far_as_it_may_be_known(life: Life) -> None:
    await set_up(life)
    for command, options, parts in LOOK_UPS:
        told = await life.types(life.camille, f"valmy {command}", **options)
        for part in parts:
            assert part in told, (command, options, told)
    public = await life.types(life.lucien, "valmy leader", name="stengel")
    assert "**Now** not to be seen" in public
    assert (
        "the command chart is its side's alone"
        in (await life.types(life.lucien, "valmy command chart")).lower()
    )


async def test_what_the_rules_forbid_is_refused_with_its_case_and_changes_nothing(life: Life) -> None:
    campaign = await set_up(life)
    for command, options, part in REFUSED:
        told = await life.types(life.camille, f"valmy {command}", **options)
        assert part in told, (command, options, told)
        await campaign.as_it_should_be()


async def test_names_grow_while_they_are_typed(life: Life) -> None:
    campaign = await set_up(life)
    assert "leveneur" in await offered(life, "activate", "who", "lev")
    assert "29-rl" in await offered(life, "activate", "who", "29")
    assert "dumouriez" in await offered(life, "activate", "through", "", who="29-rl")
    assert await offered(life, "activate", "with", "", who="leveneur") >= ["all"]
    assert "81-rli 29-rl" in await offered(life, "activate", "with", "81-rli 29", who="leveneur")
    assert "all but 29-rl" in await offered(life, "activate", "with", "all but 29", who="leveneur")
    assert "dumouriez" in await offered(life, "command assign", "to", "", who="29-rl")
    assert "29-rl" in await offered(life, "command show", "who", "29")
    assert await life.maxime.autocomplete(life.hall, "valmy activate", "who", "") == []

    await campaign.type(TITLE.parse(await campaign.table.state(), "activate leveneur"))
    assert "sedan > chemery" in await offered(life, "move", "path", "chem")
    assert "sedan > chemery > le-chesne" in await offered(life, "move", "path", "sedan > chemery > ")
    assert "81-rli" in await offered(life, "move", "with", "81", path="sedan > chemery")
    assert "sedan > mouzon > stenay" in await offered(life, "move", "path", "sten")


async def test_a_battle_is_forecast_for_who_asks_and_nothing_is_done(life: Life) -> None:
    campaign = await set_up(life)
    told = await life.types(life.camille, "valmy forecast", **{"box": "stenay", "with": "dillon"})
    assert "If 5 units of yours attack in Stenay" in told
    assert "Nothing has been done." in told
    assert "Name the attackers" in await life.types(life.camille, "valmy forecast", box="verdun")
    assert "No enemies are seen" in await life.types(life.camille, "valmy forecast", box="sedan")
    await campaign.as_it_should_be()
