"""`/help`, `/rules`, `/campaign` and what tells of a game without changing it."""

from __future__ import annotations

import re
from importlib import import_module

import msgspec
import pytest

import render
from bot.games.registry import presenter_of
from bot.interactions.reference import command_of
from data.answers import answers
from engines import titles
from engines.core.record import Record, verify
from tests.store.builders import counted
from tests.support.moderated import marat
from tests.support.plays import ALL_OPTIONS, game_with_options, long_game
from tests.support.table import Table, controls, said, text, whispered

LOOKS = (
    "campaign status",
    "campaign map",
    "campaign log",
    "campaign show",
    "campaign export",
    "campaign abort",
    "levee card",
)


async def test_help_starts_from_what_can_be_done_without_a_campaign(table: Table) -> None:
    lines = said(await table.camille.slash(table.channel, "help")).splitlines()
    assert lines[0] == "## 🔔 Tocsin"
    assert lines[1].startswith("Play board wargames of the French Revolution and Napoleon in this channel.")


async def test_help_starts_from_what_is_due(table: Table) -> None:
    await table.new()
    lines = said(await table.camille.slash(table.channel, "help")).splitlines()
    assert lines[0] == "**Levée en Masse**: Take an action or end the turn: 2 left, failures count."
    assert any(line.startswith("`/levee political` ") and "%" in line for line in lines)
    assert any(line.startswith("`/levee done` ") for line in lines)


async def test_help_names_a_command_for_every_legal_action(table: Table) -> None:
    game = game_with_options()
    assert game.seed is not None
    await table.new(game.seed, options=ALL_OPTIONS)
    for entry in game.journal[:40]:
        told = said(await table.camille.slash(table.channel, "help"))
        for verb in {action.split(" ")[0] for action in await table.legal()}:
            assert f"`/levee {'done' if verb == 'end' else verb}`" in told
        await table.bot.campaigns.take(1, table.camille.id, entry.action)


async def test_help_tells_moderators_and_nobody_else_what_they_can_do(table: Table) -> None:
    await table.new()
    told = said(await marat(table).slash(table.channel, "help"))
    lines = told.splitlines()
    (sentence,) = [line for line in lines if line.startswith("**As a moderator**")]
    assert lines[lines.index(sentence) - 1].startswith("**At any time**")
    commands = {command.name for command in table.bot.tree.get_command("mod").commands}  # type: ignore[union-attr]
    named = set(re.findall(r"`(?:/mod )?([a-z-]+)`", sentence))
    assert named >= {"overview", "undo", "act-for", "set", "roll", "seat", "clock", "move", "end", "audit"}
    assert named <= commands
    assert "As a moderator" not in said(await table.camille.slash(table.channel, "help"))


def test_each_verb_has_the_command_that_it_is_typed_with() -> None:
    group = import_module("bot.commands.vendee").COMMANDS()
    for notation, command in (
        ("lose auto", "combat lose"),
        ("guns cholet with all", "combat guns"),
        ("pick-up 3", "pick-up"),
        ("pass", "hand-over"),
        ("end", "stop"),
        ("yield", "initiative"),
        ("spare canclaux", "choose"),
    ):
        assert command_of(group, notation) == f"/vendee {command}"
    assert command_of(group, "fly") == "/play"


async def test_help_tells_a_watcher_that_they_watch(table: Table) -> None:
    await table.new()
    assert (
        "You can watch this campaign, but not play in it:"
        in said(await table.maxime.slash(table.channel, "help")).splitlines()[0]
    )


async def test_help_after_the_end_starts_from_a_new_campaign(table: Table) -> None:
    await table.bot.campaigns.end(await table.new(), version=0)
    lines = said(await table.camille.slash(table.channel, "help")).splitlines()
    assert lines[0] == "## 🔔 Tocsin"


async def test_a_case_that_is_not_there_is_not_guessed(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find="99.9"))
    assert told.startswith("I found no rule for '99.9'.")


async def test_rules_finds_a_case_by_number(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find="7.2"))
    assert told.startswith("**L-7.2-a**")


async def test_rules_finds_a_statement_by_its_id(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find="L-7.4-a"))
    assert told.startswith("**L-7.4-a**")
    assert told.count("**L-") == 1


async def test_rules_finds_by_word(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find="barricades"))
    assert "**L-" in told


async def test_rules_answer_a_question_first_then_show_the_rules_behind_it(table: Table) -> None:
    lines = said(await table.camille.slash(table.channel, "rules", find="how do I win?")).splitlines()
    assert lines[0].startswith("**How do I win?** Keep every enemy Army out of Paris")
    assert lines[1].startswith("-# Other answers: ")
    assert lines[3].startswith("**L-9.0-a**")


async def test_answers_are_offered_before_statements_and_found_by_what_is_offered(table: Table) -> None:
    offered = await table.camille.autocomplete(table.channel, "rules", "find", "free a country")
    assert (offered[0]["name"], offered[0]["value"]) == ("How do I free a country?", "liberate")
    assert any(choice["value"].startswith("L-7.4") for choice in offered)
    told = said(await table.camille.slash(table.channel, "rules", find=offered[0]["value"]))
    assert told.startswith("**How do I free a country?** ")
    found = next(answer for answer in answers("levee").answer if answer.id == "liberate")
    assert re.findall(r"^\*\*([A-Z]-[^*]+)\*\*", told, re.MULTILINE) == found.cases


@pytest.mark.parametrize("game", titles())
async def test_the_quick_reference_is_a_picture_and_each_table_a_text(table: Table, game: str) -> None:
    words = presenter_of(titles()[game])
    tables = words.reference()
    picture = await table.camille.slash(table.channel, "rules", find="reference", game=game)
    if not tables:
        assert said(picture).endswith("has no quick reference. Ask `/rules` in plain words.")
        return
    assert said(picture).startswith(f"**{titles()[game].name}, quick reference.**")
    assert picture.response is not None
    (file,) = picture.response.attachments
    assert str(file.description).startswith(f"{titles()[game].name}. {tables[0].title}")
    offered = await table.camille.autocomplete(table.channel, "rules", "find", "reference", game=game)
    named = {choice["name"]: choice for choice in offered}
    for part in (tables[0], tables[-1]):
        choice = named[f"Quick reference: {part.title}"]
        told = said(await table.camille.slash(table.channel, "rules", find=choice["value"], game=game))
        assert told.startswith(f"**{part.title}** ({part.case})")
        assert part.rows[-1][0] in told
    if render.has_key(game):
        value = named["Quick reference: key to the map"]["value"]
        shown = await table.camille.slash(table.channel, "rules", find=value, game=game)
        assert shown.response is not None
        assert str(shown.response.attachments[0].description).startswith("Key to the map")
    told = said(await table.camille.slash(table.channel, "rules", find="reference of cheese", game=game))
    assert told.startswith(f"The quick reference of {titles()[game].name} has: {tables[0].title},")


async def test_a_statement_that_is_a_table_shows_it(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find="V-T-CRT", game="vendee"))
    assert "json" not in told
    assert "12 or more  DR1-20" in told


@pytest.mark.parametrize("typed", ["qqqqzzzz", "99.99", "*" * 500, "<@zz>`qqqq`"])
async def test_rules_that_are_not_found_are_told_with_an_example(table: Table, typed: str) -> None:
    told = said(await table.camille.slash(table.channel, "rules", find=typed))
    assert told.startswith("I found no rule for '")
    assert "such as 7.2" in told


@pytest.mark.parametrize("command", LOOKS)
async def test_a_channel_without_a_campaign_says_how_to_start_one(table: Table, command: str) -> None:
    told = said(await table.camille.slash(table.channel, command))
    assert told == "There is no campaign in this channel. Start one with `/campaign new`."


@pytest.mark.parametrize("command", ["levee done", "levee naval", "levee restore-order", "levee odds"])
async def test_an_action_after_the_end_says_so(table: Table, command: str) -> None:
    await table.bot.campaigns.end(await table.new(), version=0)
    told = said(await table.camille.slash(table.channel, command))
    assert told.startswith("The campaign of this channel is over.")


async def test_the_card_command_tells_all_that_the_headline_does(table: Table) -> None:
    await table.new()
    told = said(await table.camille.slash(table.channel, "levee card"))
    state = await table.state()
    assert told.startswith(f"**{state.headline} · ")
    assert f"**{state.actions_left} actions**" in told


async def test_odds_has_every_legal_action_but_the_end(table: Table) -> None:
    await table.new()
    told = said(await table.camille.slash(table.channel, "levee odds"))
    for action in await table.legal():
        assert (f"`{action}`" in told) == (action != "end")


async def test_log_tells_the_last_turns_and_has_the_whole_as_a_file(table: Table) -> None:
    await table.new()
    for _ in range(4):
        await table.camille.slash(table.channel, "levee done")
    result = await table.camille.slash(table.channel, "campaign log")
    assert [line[:10] for line in said(result).splitlines() if line.startswith("###")] == [
        f"### Turn {turn}" for turn in (3, 4, 5)
    ]
    assert result.response is not None
    (file,) = result.response.attachments
    whole = (await file.read()).decode()
    assert [f"## Turn {turn} ·" in whole for turn in range(1, 6)] == [True] * 5


async def test_log_of_a_finished_game_ends_with_its_result(table: Table) -> None:
    game = long_game()
    assert game.outcome is not None
    assert game.seed is not None
    await table.new(game.seed)
    for entry in game.journal:
        await table.bot.campaigns.take(1, table.camille.id, entry.action)
    result = await table.camille.slash(table.channel, "campaign log")
    assert f"## {game.outcome.title}\n" in said(result)
    assert result.response is not None
    (file,) = result.response.attachments
    assert file.filename == "levee-1.md"
    book = (await file.read()).decode()
    assert f"\n## {game.outcome.title}\n" in book
    assert all(f"{line.label}" in book for line in game.outcome.working)
    assert "-#" not in book


async def test_log_of_one_turn(table: Table) -> None:
    await table.new()
    await table.camille.slash(table.channel, "levee done")
    assert said(await table.camille.slash(table.channel, "campaign log", turn=1)).startswith("### Turn 1 ·")
    told = said(await table.camille.slash(table.channel, "campaign log", turn=7))
    assert told == "Turn 7 has not been played yet. The latest is turn 2."


async def test_an_export_of_a_running_campaign_hides_the_seed_and_verifies(table: Table) -> None:
    await table.new("secret-seed")
    await table.camille.slash(table.channel, "levee done")
    result = await table.camille.slash(table.channel, "campaign export")
    assert "published when the campaign is over" in said(result)
    assert result.response is not None
    (file,) = result.response.attachments
    written = await file.read()
    assert b"secret-seed" not in written
    verdict = verify(table.bot.campaigns.titles["levee"], msgspec.json.decode(written, type=Record))
    assert (verdict.entries, verdict.seed_known) == (1, False)


async def test_an_export_after_the_end_has_the_seed_and_proves_the_dice(table: Table) -> None:
    campaign = await table.new("secret-seed")
    await table.bot.campaigns.end(campaign, version=0)
    result = await table.camille.slash(table.channel, "campaign export")
    assert result.response is not None
    (file,) = result.response.attachments
    record = msgspec.json.decode(await file.read(), type=Record)
    assert record.seed == "secret-seed"
    assert verify(table.bot.campaigns.titles["levee"], record).seed_known


async def test_list_names_the_campaigns_of_the_server(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "campaign list"))
    assert told.startswith("No campaign has been played on this server yet.")
    await table.bot.campaigns.end(await table.new(), version=0)
    await table.new()
    _, *lines = said(await table.camille.slash(table.channel, "campaign list")).splitlines()
    assert [("ended early" in line, "running" in line) for line in lines] == [(False, True), (True, False)]
    assert all(f"<#{table.channel.id}>" in line and "Levée en Masse" in line for line in lines)


async def test_the_end_asks_once_more(table: Table) -> None:
    await table.new()
    asked = await table.camille.slash(table.channel, "campaign abort")
    assert asked.response is not None
    assert asked.response.ephemeral
    assert "for good?" in said(asked)
    assert (await table.campaign()).status == "running"
    twice = await table.camille.slash(table.channel, "campaign abort")

    pressed = await table.camille.click(asked.response.message, label="End the campaign")

    assert whispered(pressed).endswith("`/campaign export` gives you the record, with the seed of the dice.")
    assert (await table.campaign()).status == "ended"
    assert [control.label for control in controls(table.cards()[-1])] == ["Play again", "Review"]
    assert pressed.response is not None
    assert controls(pressed.response.message) == []
    assert twice.response is not None
    again = await table.camille.click(twice.response.message, label="End the campaign")
    assert "over already" in whispered(again)


async def test_an_end_that_was_asked_for_on_another_board_is_asked_again(table: Table) -> None:
    await table.new()
    asked = await table.camille.slash(table.channel, "campaign abort")
    await table.camille.slash(table.channel, "levee done")
    assert asked.response is not None
    pressed = await table.camille.click(asked.response.message, label="End the campaign")
    assert "has gone on since" in whispered(pressed)
    assert (await table.campaign()).status == "running"


async def test_a_second_campaign_has_to_wait(table: Table) -> None:
    await table.new()
    told = said(await table.camille.slash(table.channel, "campaign new", game="levee"))
    assert told.startswith("This channel already has a campaign: `/campaign show` brings its card.")
    # Whoever wants to begin another is not told how to break off the game of others, or their own.
    assert "abort" not in told
    assert f"/{table.card().id}" in told
    assert await counted(table.bot.store) == 1


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("none", {}),
        ("10.1", {"levee-en-masse": True}),
        ("spirit-of-89", {"spirit-of-89": True}),
        ("10.1, 10.2", ALL_OPTIONS),
    ],
)
async def test_optional_rules_are_named_by_id_or_case(
    table: Table, typed: str, options: dict[str, bool]
) -> None:
    await table.camille.slash(table.channel, "campaign new", game="levee", rules=typed, images="never")
    assert {name for name, on in (await table.campaign()).options.items() if on} == set(options)


@pytest.mark.parametrize(
    ("typed", "parted"),
    [
        ("usual", {}),
        ("not 2.4, not known-odds", {"late-passes": False, "known-odds": False}),
        (
            "none, late-passes",
            {"late-passes": True}
            | dict.fromkeys(("bas-poitou", "known-odds", "powder-cycles", "all-points-count"), False),
        ),
    ],
)
async def test_rules_that_are_not_named_are_as_usual(
    table: Table, typed: str, parted: dict[str, bool]
) -> None:
    await table.camille.slash(table.channel, "campaign new", game="vendee", rules=typed, images="never")
    usual = {option.id: option.default for option in table.bot.campaigns.titles["vendee"].options}
    assert (await table.campaign()).options == usual | parted


@pytest.mark.parametrize(
    ("game", "rules", "sentence"),
    [
        ("vendee", "usual", "Optional rules: default."),
        ("vendee", "not bas-poitou", "default; left out: Bas-Poitou rises at once (7.1)."),
        ("valmy", "any-line", "Optional rules: default and "),
        ("levee", "usual", "Optional rules: none."),
        ("levee", "10.2", "Optional rules: The Spirit of '89 (10.2)."),
    ],
)
async def test_the_channel_is_told_which_rules_are_not_as_usual(
    table: Table, game: str, rules: str, sentence: str
) -> None:
    await table.camille.slash(table.channel, "campaign new", game=game, rules=rules, images="never")
    assert sentence in "\n".join(text(message) for message in table.channel.history())


async def test_an_unknown_optional_rule_is_refused_with_those_that_there_are(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "campaign new", game="levee", rules="11.9"))
    assert told.startswith(
        "Levée en Masse has no optional rule '11.9'. "
        "There are: 10.1 (Calling a levée en masse), 10.2 (The Spirit of '89), "
    )
    assert all(option.case in told for option in table.bot.campaigns.titles["levee"].options)
    assert await counted(table.bot.store) == 0


async def test_rules_of_any_length_are_refused_in_a_short_sentence(table: Table) -> None:
    told = said(await table.camille.slash(table.channel, "campaign new", game="levee", rules="**x**" * 1200))
    assert "has no optional rule" in told
    assert "**x**" not in told
    assert len(told) < 500


@pytest.mark.parametrize(
    ("command", "option", "typed", "told"),
    [
        ("military", "army", "austria", "An army in its starting box cannot be attacked (7.2)."),
        ("military", "army", "austira", "'austira' is not an Army, perhaps 'austria'. You can: **"),
        ("military", "army", "", "'military' wants an Army after it."),
        ("military", "army", "@here **x**", r"\*\*x\*\*' is not an Army"),
        ("political", "marker", "x" * 3000, "xx' is not a marker."),
        ("liberate", "space", "atlantis", "atlantis"),
        ("spirit", "space", "cologne", "This campaign is played without the Spirit of '89 (10"),
        ("levy", "marker", "holding", "This campaign is played without"),
    ],
)
async def test_what_is_typed_wrong_gets_one_sentence(
    table: Table, command: str, option: str, typed: str, told: str
) -> None:
    await table.new()
    answer = await table.camille.slash(table.channel, f"levee {command}", **{option: typed})
    assert told in said(answer)
    assert "incident" not in said(answer)
    assert len(said(answer)) <= 2000
    assert await table.actions() == []


async def test_the_start_and_help_say_how_one_wins(table: Table) -> None:
    begun = said(await table.camille.slash(table.channel, "campaign new", game="levee", images="never"))
    helped = said(await table.camille.slash(table.channel, "help"))
    for told in (begun, helped):
        assert "**How you win** Keep every enemy Army out of Paris" in told
