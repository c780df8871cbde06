"""What is offered while somebody types: legal actions only, each with its chance."""

from __future__ import annotations

import re

import pytest

from bot.campaigns.options import FEW
from tests.support.plays import ALL_OPTIONS, game_with_options
from tests.support.table import Table, said, text

OPTIONS = {
    "political": "marker",
    "military": "army",
    "liberate": "space",
    "levy": "marker",
    "spirit": "space",
}


async def test_at_every_board_exactly_the_legal_actions_are_offered(table: Table) -> None:
    game = game_with_options()
    assert game.seed is not None
    await table.new(game.seed, options=ALL_OPTIONS)
    offered_once = set()
    for entry in game.journal:
        legal = await table.legal()
        for verb, option in OPTIONS.items():
            offered = await table.camille.autocomplete(table.channel, f"levee {verb}", option, "")
            assert [f"{verb} {choice['value']}" for choice in offered] == [
                action for action in legal if action.split(" ")[0] == verb
            ][:25]
            offered_once |= {verb} if offered else set()
        await table.bot.campaigns.take(1, table.camille.id, entry.action)
    assert offered_once == set(OPTIONS)


async def test_each_choice_has_its_chance_with_the_arithmetic(table: Table) -> None:
    await table.new()
    offered = await table.camille.autocomplete(table.channel, "levee political", "marker", "")
    assert offered
    for choice in offered:
        assert re.search(r" · \d+%: (\d or more|anything but a 1|a 6)", choice["name"])
        assert len(choice["name"]) <= 100


@pytest.mark.parametrize("typed", ["rep", "REP", "Republic", "public"])
async def test_what_is_typed_narrows_the_choice(table: Table, typed: str) -> None:
    await table.new()
    offered = await table.camille.autocomplete(table.channel, "levee political", "marker", typed)
    assert [choice["value"] for choice in offered] == ["republic"]


async def test_nonsense_offers_nothing(table: Table) -> None:
    await table.new()
    typed = "\N{PARTY POPPER}*_`<@1>" * 20
    assert await table.camille.autocomplete(table.channel, "levee political", "marker", typed) == []


async def test_without_a_campaign_nothing_is_offered(table: Table) -> None:
    assert await table.camille.autocomplete(table.channel, "levee military", "army", "") == []


async def test_after_the_end_nothing_is_offered(table: Table) -> None:
    campaign = await table.new()
    await table.bot.campaigns.end(campaign, version=0)
    assert await table.camille.autocomplete(table.channel, "levee political", "marker", "") == []


@pytest.mark.parametrize(("typed", "first"), [("7.2", "L-7.2-a"), ("L-7.4-a", "L-7.4-a")])
async def test_rules_are_offered_by_case(table: Table, typed: str, first: str) -> None:
    offered = await table.camille.autocomplete(table.channel, "rules", "find", typed)
    assert offered[0]["value"] == first
    assert offered[0]["name"].startswith(first)
    assert len(offered) <= 25


async def test_rules_are_offered_by_word(table: Table) -> None:
    offered = await table.camille.autocomplete(table.channel, "rules", "find", "liberation")
    assert any("LM" in choice["name"] or "iberat" in choice["name"] for choice in offered)


async def _rules(table: Table, typed: str, game: str) -> list[str]:
    offered = await table.camille.autocomplete(table.channel, "campaign new", "rules", typed, game=game)
    assert all(len(choice["name"]) <= 100 >= len(choice["value"]) for choice in offered)
    return [choice["value"] for choice in offered]


async def test_the_usual_rules_are_offered_first_then_those_with_one_more(table: Table) -> None:
    offered = await _rules(table, "", "levee")
    assert offered[:3] == ["usual", "levee-en-masse", "spirit-of-89"]
    assert {"easier", "harder"} <= set(offered)
    offered = await _rules(table, "levee-en-masse", "levee")
    assert offered[:3] == ["levee-en-masse", "usual", "levee-en-masse, spirit-of-89"]
    # What excludes each other is never offered together.
    assert not any("harder" in rules for rules in await _rules(table, "easier", "levee"))


async def test_scenarios_and_what_goes_well_together_are_offered_with_a_line_each(table: Table) -> None:
    async def offered(option: str, typed: str = "", **others: str) -> dict[str, str]:
        found = await table.camille.autocomplete(table.channel, "campaign new", option, typed, **others)
        assert all(len(choice["name"]) <= 100 >= len(choice["value"]) for choice in found)
        return {choice["value"]: choice["name"] for choice in found}

    shown = await offered("scenario", game="levee")
    title = table.bot.campaigns.titles["levee"]
    ids = [preset.id for preset in title.presets] + [scenario.id for scenario in title.scenarios]
    assert [*shown] == ids
    assert shown["first-game"] == "First game: 48 cards in three decks, no optional rule"
    assert shown["extended-puree"].startswith(
        "The Extended Game: Chronological Puree: All headlines shuffled"
    )
    assert [*await offered("scenario", "HIST", game="levee")] == [
        *("historical", "base-historical", "extended-historical")
    ]
    rules = await offered("rules", game="levee")
    assert rules["spirit-of-89"] == (
        "The Spirit of '89 (10.2): Liberated spaces may fight the Army in them, free, at a risk."
    )
    # What goes with the full kit is usual with it, and each rule can be left out again.
    rules = await offered("rules", game="levee", scenario="full-kit")
    assert [*rules][:2] == ["usual", "not levee-en-masse"]
    # However many are chosen, what is typed for them fits.
    many = await offered("rules", ", ".join(option.id for option in title.options[:9]), game="levee")
    assert next(iter(many)).startswith("10.1, 10.2, 10.3")
    assert await offered("rules", game="levee", scenario="nowhere") == {}


@pytest.mark.parametrize(
    ("typed", "scenario", "rules", "says"),
    [
        ("First game", "base", set(), ""),
        (
            "full-kit",
            "extended",
            {"10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "X-9.1", "X-9.2"},
            "The Ext",
        ),
        ("historical", "extended-historical", {"X-5"}, "The Extended Game: The Historical Game · Napoleon"),
        ("The Extended Game: Chronological Puree", "extended-puree", set(), "The Extended Game: Chron"),
    ],
)
async def test_a_scenario_and_what_goes_well_together_begin_by_id_or_name_and_stand_on_the_card(
    table: Table, typed: str, scenario: str, rules: set[str], says: str
) -> None:
    await table.camille.slash(table.channel, "campaign new", game="levee", scenario=typed, images="never")
    await table.bot.outbox.drain()
    campaign = await table.campaign()
    title = table.bot.campaigns.title_of(campaign)
    on = {option.case for option in title.options if campaign.options.get(option.id)}
    assert (campaign.scenario, on) == (scenario, rules)
    card = text(table.card())
    _otherwise, _headline, below, *_rest = (line for line in card.split("\n") if line.startswith("-# "))
    assert below.startswith(f"-# {says}" if says else "-# ⚖️")
    # The names of many would push the map off the screen.
    assert (f"{len(rules)} rules are not the default" in below) is (len(rules) > FEW)
    assert all(f"({case})" in below for case in rules) is (len(rules) <= FEW)


async def test_a_scenario_that_there_is_not_is_refused_with_those_that_there_are(table: Table) -> None:
    told = await table.camille.slash(table.channel, "campaign new", game="levee", scenario="Waterloo")
    assert "no scenario 'Waterloo'. There are: First game; The full kit; Historical; " in said(told)


async def test_a_usual_rule_can_be_left_out(table: Table) -> None:
    offered = await _rules(table, "", "vendee")
    assert offered[0] == "usual"
    assert offered[-1] == "none"
    assert {"not bas-poitou", "not late-passes"} < set(offered)
    assert await _rules(table, "not bas-poitou, known", "vendee") == ["not bas-poitou, not known-odds"]


async def test_after_a_rule_that_there_is_not_nothing_is_offered(table: Table) -> None:
    assert await _rules(table, "barricades, ", "levee") == []
