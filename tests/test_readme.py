"""What the README says is so: its commands, settings, permissions, links and examples."""

from __future__ import annotations

import doctest
import io
import json
import re
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
import typer
from PIL import Image

import engines
from bot.app.client import create_bot
from bot.cli import app
from bot.cli.doctor import PERMISSIONS
from bot.referee import serve
from bot.settings import Settings
from data.games import GAMES

ROOT = Path(__file__).parents[1]
PAIRS = {"README.md": "README.fr.md", "deploy/README.md": "deploy/README.fr.md"}
"""The pages that are in French as well."""
PAGES = (*PAIRS, *PAIRS.values(), "CONTRIBUTING.md", "CHANGELOG.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")

MAKE = re.compile(r"\bmake ((?:[a-z./]+ ?)+)")
TOCSIN = re.compile(r"(?<!-u )\btocsin ((?:[a-z]+)(?: [a-z]+)?)(?=[ `\n])")
SLASH = re.compile(r"`/([a-z-]+(?: [a-z-]+)?)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
VARIABLE = re.compile(r"`(TOCSIN_[A-Z_]+)` \| (.+?) \|")
MOST = 500 * 1024


def code(text: str) -> str:
    """What stands in code blocks and between backticks, a line each."""
    blocks = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
    rest = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", rest)]) + "\n"


def section(heading: str) -> str:
    """The README's text under a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#+ |\Z)", README, re.DOTALL | re.MULTILINE)
    assert found, f"the README has no heading {heading!r}"
    return found[1]


def untold(line: str) -> str:
    """A line of code without what is in the language of its page: comments, a name, a word to look for."""
    return re.sub(r" #.*|name:.* (?=game:)|(?<=^/rules ).*", "", line).rstrip()


def commands() -> dict[str, Any]:
    """The program's commands by name, those of a group with its name before theirs."""
    root: Any = typer.main.get_command(app)
    found: dict[str, Any] = {}
    for name, command in root.commands.items():
        inner = getattr(command, "commands", None)
        found |= {f"{name} {sub}": part for sub, part in inner.items()} if inner else {name: command}
    return found


def anchors(page: str) -> set[str]:
    """The anchors that a page's headings have when it is shown."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_readme_opens_with_a_picture_and_then_the_two_commands() -> None:
    picture = README.index("![")
    play, test = README.index("make play"), README.index("make test")
    assert README.startswith("# Tocsin\n")
    assert picture < play < test < README.index("\n## ")


@pytest.mark.parametrize("page", PAGES)
def test_make_targets_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z./]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = code((ROOT / page).read_text(encoding="utf-8"))
    named = {target for found in MAKE.findall(text) for target in found.split()}
    assert named <= targets


def test_every_setting_is_documented_with_its_default() -> None:
    told = dict(VARIABLE.findall(section("Every setting")))
    fields = msgspec.structs.fields(Settings)
    assert set(told) == {f"TOCSIN_{field.name.upper()}" for field in fields}
    for field in fields:
        default = told[f"TOCSIN_{field.name.upper()}"]
        assert default.startswith("–" if field.default in (None, ()) else f"`{field.default}`")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_a_setting_that_is_not_there(page: str) -> None:
    known = {f"TOCSIN_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    named = set(re.findall(r"TOCSIN_[A-Z_]+", (ROOT / page).read_text(encoding="utf-8")))
    assert named <= known


def test_every_command_of_the_program_is_documented() -> None:
    listed = re.findall(r"^\| `tocsin ([a-z-]+(?: [a-z]+)?)", section("The command line"), re.MULTILINE)
    assert sorted(listed) == sorted(commands())


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_a_command_that_is_not_there(page: str) -> None:
    known = set(commands())
    for found in TOCSIN.findall(code((ROOT / page).read_text(encoding="utf-8"))):
        assert found in known or found.partition(" ")[0] in known


def test_options_of_commands_exist() -> None:
    program = [typer.main.get_command(app), *commands().values()]
    options = {option for command in program for part in command.params for option in part.opts}
    lines = [line for line in code(README).splitlines() if "tocsin " in line or line.startswith("--")]
    named = {option for line in lines for option in re.findall(r"(?<![\w-])--[a-z]+", line)}
    assert named
    assert named <= options


def test_slash_commands_exist(tmp_path: Path) -> None:
    tree = create_bot(Settings(database=tmp_path / "tocsin.db")).tree
    known = {command.qualified_name for command in tree.walk_commands()}
    named = {found if found in known else found.partition(" ")[0] for found in SLASH.findall(README)}
    assert named
    assert named <= known


def test_every_slash_command_is_in_the_table(tmp_path: Path) -> None:
    tree = create_bot(Settings(database=tmp_path / "tocsin.db")).tree
    known = {
        command.qualified_name
        for command in tree.walk_commands()
        if not isinstance(command, discord.app_commands.Group)
    }
    told = {
        command
        for line in section("A campaign's life").splitlines()
        if line.startswith("| `/")
        for command in re.findall(r"`/([a-z- ]+)`", line.split("|")[1])
    }
    assert told == known


def test_invitation_asks_for_exactly_the_permissions_of_the_table() -> None:
    named = re.findall(r"^\| ([A-Z][A-Za-z ]+) \|", section("Every permission, and why"), re.MULTILINE)
    asked = re.search(r"&scope=bot\+applications\.commands&permissions=(\d+)\n", README)
    assert asked
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        create_private_threads=True,
        attach_files=True,
    )
    assert int(asked[1]) == wanted.value
    assert named == [*PERMISSIONS]
    # `tocsin doctor` looks for the same.
    assert discord.Permissions(**dict.fromkeys(PERMISSIONS.values(), True)) == wanted


def test_bot_uses_no_privileged_intent(tmp_path: Path) -> None:
    intents = create_bot(Settings(database=tmp_path / "tocsin.db")).intents
    assert intents == discord.Intents(guilds=True)


@pytest.mark.parametrize("page", PAGES)
def test_links_within_the_project_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in LINK.findall(text):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


def test_pictures_are_described_and_not_too_large() -> None:
    pictures = PICTURE.findall(README)
    assert len(pictures) == 6
    for alt, link in pictures:
        assert len(alt) > 30
        assert (ROOT / link).stat().st_size <= MOST
        with Image.open(ROOT / link) as picture:
            assert min(picture.size) >= 1000


@pytest.mark.parametrize(("page", "french"), PAIRS.items())
def test_page_in_french_says_the_same(page: str, french: str) -> None:
    texts = [(ROOT / path).read_text(encoding="utf-8") for path in (page, french)]
    for text, link in zip(texts, (french, page), strict=True):
        assert f"]({Path(link).name})" in text.split("\n\n")[1]
    ours, theirs = (
        {
            "headings": [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)],
            "items": re.findall(r"^(?:- |\d\. )", text, re.MULTILINE),
            # Of a row of a table, what is before its last column, where that is code.
            "rows": [row for row in re.findall(r"^\| (.+?) \|", text, re.MULTILINE) if "`" in row],
            "pictures": [link for _alt, link in PICTURE.findall(text)],
            "code": sorted({untold(line) for line in code(text).splitlines()}),
            "links": sorted(
                link.partition("#")[0].replace(".fr.", ".") for link in LINK.findall(text) if link[0] != "#"
            ),
        }
        for text in texts
    )
    for part, said in ours.items():
        assert theirs[part] == said, part


def test_table_of_games_says_what_can_be_played() -> None:
    rows = re.findall(r"^\| \*(.+?)\* \| (.+?) \| (.+?) \|$", section("The games"), re.MULTILINE)
    assert len(rows) == 5
    playable = {name: origin for name, origin, state in rows if not state.startswith("to come")}
    ours = [engines.find(game) for game in GAMES]
    assert set(playable) == {title.name for title in ours}
    for title in ours:
        assert playable[title.name] == ", ".join([*title.designers, title.publisher])


def test_referee_answers_the_example() -> None:
    block = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert block
    replies = io.BytesIO()
    serve(io.BytesIO(block[1].encode()), replies)
    answered = [json.loads(line) for line in replies.getvalue().splitlines()]
    assert [reply["ok"] for reply in answered] == [True] * len(block[1].splitlines())


def test_python_example_plays_a_whole_game() -> None:
    example = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert 10 <= len(example.examples) <= 12
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
