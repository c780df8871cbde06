"""What people read goes through the catalogue: `_`, `ngettext`, `N_` and `Plural` of `data/catalogue.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from data.catalogue import FOLDER
from tests.architecture.catalogue import MESSAGES, calls, ids_of, languages, messages, modules

APART = (
    "bot/app/client.py",
    "bot/app/drawer.py",
    "bot/app/health.py",
    "bot/app/port.py",
    "bot/app/watchdog.py",
    "bot/clock/zones.py",
    "bot/commands/",
    "bot/games/valmy/plan.py",
    "bot/games/parts/queue.py",
    "bot/games/valmy/queues.py",
    "bot/games/vendee/queues.py",
    "bot/logs.py",
    "bot/metrics.py",
    "bot/outbox/outbox.py",
    "bot/seats/lots.py",
    "bot/store/__init__.py",
    "bot/store/claim.py",
    "bot/store/jobs.py",
    "bot/store/migrations",
    "bot/store/privacy.py",
    "bot/store/rows/share.py",
    "bot/store/schema.py",
    "bot/surface/drawers.py",
    "bot/surface/drawing.py",
    "bot/surface/pictures.py",
    "bot/surface/processes.py",
    "bot/surface/room.py",
    "data/cases_parser.py",
    "data/grande_armee/hexes.py",
    "data/nouns.py",
    "data/search.py",
    "engines/levee/player/value.py",
)
"""What is here is read by whoever runs the bot, by Discord, or by nobody: logs, commands, places, keys."""

NOT_TOLD = frozenset(
    {
        "(\\d{1,2})(?:[:.h](\\d{2})?)?\\s*(am|pm)?",
        " awake {}",
        " overtime {}",
        "3d overtime player",
        "headline of turn {}",
        "John Welch",
        "Levée en Masse",
        "For God and For the King",
        "For God and for the King",
        "Jean-Philippe Imbach",
        "Vae Victis 60",
        "action points",
        "believed",
        "Create Private Threads",
        "Create Public Threads",
        "double one",
        "found out",
        "no place",
        "play if at least 8",
        "if at most 1:1 leave 2",
        "withdraw 2 if at most 1:1",
        *("if at least 2:3", "if at least 3:2", "if at most 2:3"),
        *("stopped by a battle in {}", "stopped by a combat in {}", "stopped by an enemy in {}"),
        *("stopped by a march that ended in {}", "all but 1"),
        *("stopped by a correction", "stopped by a failed activation"),
        "event e1",
        "tocsin {}",
        "There is no room yet for what this picture stands on",
        "Victory Point Games",
        "options {}",
        "roll {}",
        "roll {} for {}",
        "the weather",
        "undo {}",
        "A campaign of this server by its number; this channel's by default",
        *("English", "Français", "Français, calendrier républicain"),
        *("as set on Discord", "as on this server"),
        "Sit down",
        "Swap seats",
        "Why; it goes into the audit log",
        "answering /{}",
        "answering a press of a button",
        "archive channel",
        "activate {} with {}",
        "all but",
        "all but {}",
        "arrange {}",
        "boost {}",
        "part {}",
        "the west edge",
        "Attach Files",
        "Camille",
        "Data packs.",
        "Results.",
        "Dominique",
        "Maxime",
        "Organiser",
        "Play-by-chat campaigns of the French Revolution and the Empire, on Discord.",
        "Send Messages",
        "Send Messages in Threads",
        "Tocsin",
        "View Channels",
        "{}, seed {}",
        "{} games, {} actions, seed {}: nothing went wrong.",
        "ask me",
        "ask me near",
        "bank {} +{} max {}",
        "default clock",
        "free ",
        "image size",
        "its channel is gone",
        "moderator role",
        "none nudge 24h",
        "none nudge {}",
        "Chouans",
        "Saumur claims the Mayençais",
        "move {}",
        "no way out",
        " with {}",
        "restore order",
        "the rest for me",
        "{} through {}",
        "{} with {}",
        "{} to {}",
        *("True", "True attacker", "True defender", "False", "False attacker", "False defender"),
        "line {}",
        "lead {}",
        "who is there",
        "auto not in my own attacks",
        "if at least 1:1",
        "if at least 1:1 and morale 0",
        "if at least 1:1 not in my own attacks",
        "if at least 2:1 and morale 0",
        "stay in minor battles",
        "{} along {}",
        "{} along {}{}{}",
        "{} in {}",
        " led by {}",
        " with the king",
        "arrest {}",
        "remove {} {}",
        "convince {} {}",
        "pacify {}",
        "{} of {} by {}",
        "{} of {}",
        "{} event",
        "turn order of {}",
        "turn {}",
        "verdict on {}",
        "vote {} yes",
        "modify {} +1",
        "law {}",
        "combat in {}",
        "led {} {} {}",
        "La Révolution Française",
        "Marcé",
        "Goyon",
        "Azure Wish Editions",
        "decide all yes",
        "decide all no",
        "verdict all innocent ; veto all no ; thermidor no ; kidnap yes",
        "verdict all guilty ; veto all yes ; thermidor yes ; hide all yes ; kidnap yes",
        "The Valmy Campaign",
        "La Grande Armée",
        "John Young",
        *("Ae", "Ars", "Ar1Drs", "Dr1", "Dr2", "Drs", "De"),
        *("COM E", "COM K", "MOV M", "SUP C", "CRT", "MOV", "RET", "SEQ"),
        "Simulations Publications",
        "Turning Point Simulations",
        "{}add ",
        "place {}",
        "his Current's region",
        "outlaw in Paris",
        "Terrorist",
        "second Current",
        "enemy armies",
        "its Current",
        "more armies",
        "Carnot",
        "generals gone over",
        "the {}",
        "{} army",
        "not ",
        "the bot is no longer on the server",
        "the card {}",
        "the scene {}",
        "a sheet of results",
        "the table of a league",
        "drawing a sheet of results",
        "the summary of campaign {}",
        "without ",
        "{} interrupts {}{}{}",
        "{}{} {} of {}",
        "Abc",
        "Au",
        "Marne",
        "Meuse",
        "Moselle",
        "Napoleon",
        "great port",
        "round hat",
        "LineString",
        "Point",
        "Polygon",
        " hidden",
        "img-src data:",
        "{}-src 'sha256-{}'",
    }
)
"""Grammar, logs and keys of the rooms that are done, and what Discord itself shows."""

UNREAD = frozenset(
    {
        "leads",
        "_verb",
        "Clause",
        "Faults",
        "Choice",
        "TypeVar",
        "Group",
        "choices",
        "command",
        "compile",
        "counted",
        "describe",
        "drawing",
        "endswith",
        "execute",
        "fullmatch",
    }
    | {
        "getattr",
        "group",
        "incident",
        "numbered",
        "palette",
        "partition",
        "removeprefix",
        "removesuffix",
        "split",
        "startswith",
        "text",
        "verb",
    }
)
"""Calls whose texts are keys, grammar, logs or the description of a command."""
FAULTS = frozenset(
    {"AssertionError", "KeyError", "LookupError", "RenderError", "RuntimeError", "TypeError", "ValueError"}
)
GRAMMAR = re.compile(r"\b[A-Z]{4,}\b|<\w+[:=]|\w\|\w| / ")
"""Forms of what can be typed."""
WORDS = re.compile(r"[A-Za-z’']{2,}[,;:.!?)]* +[(*`_‘“]*[A-Za-z{]|[A-Za-z]{2}[.!?]$")
LABEL = re.compile(r"[^A-Za-z]*[A-Z][a-z]+")


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """All the code as trees is too much for whatever else the worker does."""
    yield
    modules.cache_clear()
    calls.cache_clear()


def _is_message(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"


def texts(node: ast.AST, *, inside: bool = False) -> Iterator[tuple[int, str]]:  # noqa: C901, PLR0912 - a table
    """Texts with words in them that no call of the catalogue holds, as far as they may be read by people.

    :param inside: the node stands in an f-string.
    """
    parts: list[ast.AST]
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Subscript(value=ast.Name(id="Literal")) | ast.arg():
            return
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in FAULTS:
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in MESSAGES:
            parts = [*node.args[MESSAGES[name] :], *node.keywords]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in UNREAD:
            return
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "re"))):
            return
        case ast.AnnAssign(target=ast.Name(id="like" | "_EXAMPLES")):
            return
        case ast.Dict(keys=keys, values=values):
            # A key that has a sentence of the catalogue is what is typed.
            parts = [key for key, value in zip(keys, values, strict=True) if key and not _is_message(value)]
            parts += values
        case ast.Compare():
            parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.Call)]
        case ast.Subscript(slice=ast.Constant()):
            parts = [node.value]
        case ast.JoinedStr():
            said = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
            if " " in said and re.search("[A-Za-z]{2}", said) and not said.startswith("<"):
                yield node.lineno, said
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from texts(part.value, inside=True)
            return
        case ast.Constant(value=str(said)):
            if GRAMMAR.search(said):
                return
            if WORDS.search(said) or LABEL.match(said) or (inside and " " in said and said.strip().isalpha()):
                yield node.lineno, said
            return
        case _:
            parts = list(ast.iter_child_nodes(node))
    for inner in parts:
        yield from texts(inner, inside=inside)


def test_no_text_of_the_rooms_that_are_done_is_outside_the_catalogue() -> None:
    done = {path: tree for path, tree in modules().items() if not path.startswith(APART)}
    found = [
        f"{path}:{line} {said}"
        for path, tree in done.items()
        for line, said in texts(tree)
        if said not in NOT_TOLD
    ]
    assert found == []


def test_messages_stand_in_the_code_and_name_what_is_put_into_them() -> None:
    faults = [f"{call.where} is no message, but an expression" for call in calls() if not call.messages]
    for call in calls():
        wanted = {name for told in call.messages for _text, name, *_rest in Formatter().parse(told) if name}
        given = {str(keyword.arg) for keyword in call.node.keywords}
        if call.name in ("_", "ngettext", "_l") and wanted - {"n"} != given:
            faults.append(f"{call.where} has {sorted(wanted)}, is given {sorted(given)}")
    assert faults == []


def test_no_id_is_made_into_a_word_but_by_the_catalogue() -> None:
    found = [
        f"{path}:{node.lineno}"
        for path, tree in modules().items()
        if path.startswith(("bot/games", "render"))
        for outer in ast.walk(tree)
        if not (
            isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and outer.func.id == "retold"
        )
        for node in ast.iter_child_nodes(outer)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("title", "capitalize")
        and not (isinstance(node.func.value, ast.Call) and ast.unparse(node.func.value.func) == "str")
    ]
    assert found == []


def test_no_function_hides_the_catalogue_behind_what_it_throws_away() -> None:
    hidden = [
        f"{path}:{function.lineno} {function.name}"
        for path, tree in modules().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and {"Store", "Load"} <= {type(node.ctx).__name__ for node in _underscores(function)}
    ]
    assert hidden == []


def _underscores(function: ast.AST) -> Iterator[ast.Name]:
    """Where a function speaks of `_`; comprehensions have one of their own."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Name) and node.id == "_":
            yield node
        elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            yield from (name for name in _underscores(node) if isinstance(name.ctx, ast.Load))
        else:
            yield from _underscores(node)


@pytest.mark.parametrize("language", languages())
def test_a_language_has_each_message_once_and_no_other(language: str) -> None:
    kept = []
    for file in (FOLDER / language).glob("*.po"):
        with file.open("rb") as source:
            kept += [(ids_of(message.id), file.stem) for message in read_po(source) if message.id]
    assert sorted(kept) == sorted((ids, room) for ids, (room, _places) in messages().items()), (
        "`make words` brings data/locale up to date"
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('raise PoliteError("The campaign is over.")', "The campaign is over."),
        ('button(label="Concede")', "Concede"),
        ('f"{a} of {b}"', "{} of {}"),
        ("""_("{when} it ends", when=f"{now} and then")""", "{} and then"),
        ("""f"{x}{' or not' if x else ''}\"""", " or not"),
    ],
)
def test_what_is_outside_is_seen(source: str, text: str) -> None:
    found = [said for _line, said in texts(ast.parse(source))]
    assert text in found


@pytest.mark.parametrize(
    "source",
    [
        'raise PoliteError(_("The campaign is over."))',
        'raise ValueError("no such seat at all")',
        'log.info("the bot goes to bed")',
        '"""Says what it does."""',
        'if kind == "take back": pass',
        'x: Literal["Sit down"]',
        'f"{a}:{b}"',
    ],
)
def test_what_is_inside_or_not_told_is_passed(source: str) -> None:
    assert list(texts(ast.parse(source))) == []
