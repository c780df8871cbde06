"""What is known as a value stays one: no key is a formatted text, and no text of our own is taken apart.

No key is a formatted text, and no name of code decides anything, in all packages. Texts are taken apart only
where they come from outside; that holds the games that are written so, and the others as they are moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.catalogue import modules

READERS = {
    "data/french.py": "names, to put articles before them",
    "data/language.py": "what the texts of translators ask for",
    "engines/core/declared.py": "what people type",
    "engines/core/edits.py": "what moderators type",
    "engines/core/events.py": "edits as they are typed, which events keep",
    "engines/core/memo.py": "JSON for digests",
    "engines/core/notation.py": "what people type",
    "engines/core/orders.py": "orders as they are typed, which states keep",
    "engines/core/queue.py": "orders as they are typed, which states keep",
    "engines/core/purposes.py": "purposes of rolls as they are stored",
    "engines/core/refusals.py": "ids of statements",
    "engines/vendee/stacks.py": "what people type",
    "engines/core/table.py": "what people type",
    "engines/grande_armee/box.py": "ids of units, which are made there",
    "engines/grande_armee/words.py": "what people type",
    "engines/packs.py": "names of packs with their digests",
    "engines/revolution/actions.py": "what people type",
    "engines/revolution/answers.py": "what people type",
    "engines/revolution/asking.py": "orders on file",
    "engines/revolution/fields.py": "what people type",
    "engines/revolution/facts.py": "facts as they are stored",
    "engines/revolution/orders.py": "orders as they are typed, which states keep",
    "engines/revolution/purposes.py": "purposes of rolls as they are stored",
    "engines/revolution/title.py": "orders as they are typed, which states keep",
    "engines/revolution/war_answers.py": "what people type",
    "engines/revolution/words.py": "what people type",
    "engines/valmy/box.py": "columns of odds in the pack",
    "engines/valmy/combat/actions.py": "what people type",
    "engines/valmy/orders/plan.py": "orders as they are typed, which states keep",
    "engines/valmy/orders/slots.py": "orders as they are typed, which states keep",
    "engines/valmy/words.py": "what people type",
    "engines/vendee/actions.py": "what people type",
    "engines/vendee/orders/slots.py": "orders as they are typed, which states keep",
    "engines/vendee/phases/committee.py": "orders as they are typed, which states keep",
    "engines/vendee/words.py": "what people type",
    "bot/games/grande_armee/forms.py": "what people write into fields",
    "bot/games/grande_armee/names.py": "what people typed",
    "bot/games/grande_armee/sheet.py": "the joints of the bot's notation, of `bot/games/shown.py`",
    "render/grande_armee/alt.py": "nothing: a space at the end is dropped",
    "render/grande_armee/counters.py": "names of the pack, to fit a counter",
    "render/lettering.py": "words of any text, to break lines",
    "render/pen.py": "words of any text, to keep their letters",
    "render/levee/panels.py": "words of any text, to break lines",
    "render/parts/placing/labels.py": "words of any text, to break lines",
    "render/reports/plots.py": "words of any text, to break lines",
    "render/reports/reference.py": "words of any text, to break lines",
    "render/reports/summary.py": "nothing: a space at the end is dropped",
    "render/reports/layers.py": "nothing: the bands of a picture",
    "render/reports/webpage.py": "Discord's Markdown, to show it as HTML",
    "render/revolution/alt.py": "nothing: a space at the end is dropped",
    "render/revolution/regions.py": "names of the pack, to fit a marker",
    "render/valmy/alt.py": "nothing: a space at the end is dropped",
    "render/valmy/counters.py": "names of the pack, to fit a counter",
    "render/valmy/panels.py": "dates of the pack, to fit a track",
    "render/vendee/sheets.py": "nothing: a strip of a sheet",
}
"""Modules that may take texts apart, and what texts these are."""
NOT_MOVED = frozenset({"render/battle.py"})
"""Modules of engines and pictures that still take apart texts of their own; no module may be added."""
MOVED = ("bot/games/grande_armee/", "data/french.py", "data/language.py")
"""Parts of other packages that are written so."""
LEFT = {"bot/": 234, "data/": 94}
"""Packages that are not moved yet, but for the Grande Armée, with the most places that take a text apart.

Packs are text, and so is what people write; the numbers may only shrink.
"""
APART = frozenset(
    {
        *("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split"),
        *("rsplit", "splitlines", "strip", "lstrip", "rstrip", "fullmatch"),
    }
)
"""Methods that take texts apart, or look into them."""
LOOKED_UP = frozenset({"get", "pop", "setdefault"})
OF_CODE = frozenset({"__module__", "__qualname__", "__name__"})
"""Names of code; reports of errors may show them."""


def formatted_keys(tree: ast.AST) -> Iterator[int]:
    """Lines on which something is found, or kept, by a formatted text."""
    for node in ast.walk(tree):
        keys: list[ast.expr | None] = []
        match node:
            case ast.Subscript(slice=key) | ast.DictComp(key=key):
                keys = [key, *(key.elts if isinstance(key, ast.Tuple) else ())]
            case ast.Dict(keys=found):
                keys = found
            case ast.Call(func=ast.Attribute(attr=name), args=[key, *_]) if name in LOOKED_UP:
                keys = [key]
            case ast.Compare(left=left, comparators=others):
                keys = [left, *others]
            case ast.match_case(pattern=ast.MatchValue(value=key)):
                keys = [key]
        if any(isinstance(key, ast.JoinedStr) for key in keys):
            yield node.lineno if isinstance(node, ast.expr) else node.pattern.lineno  # type: ignore[attr-defined]


def texts_apart(tree: ast.AST) -> Iterator[int]:
    """Lines on which a text is looked into."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in APART:
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                yield node.lineno


def names_of_code(tree: ast.AST) -> Iterator[int]:
    """Lines on which the name of a class, function or module is compared, or looked up."""
    for node in ast.walk(tree):
        asked: list[ast.AST] = []
        match node:
            case (
                ast.Compare() | ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault" | "startswith"))
            ):
                asked = [node]
            case ast.Subscript(slice=key):
                asked = [key]
            case ast.Match(subject=subject):
                asked = [subject]
        if any(
            isinstance(part, ast.Attribute) and part.attr in OF_CODE
            for each in asked
            for part in ast.walk(each)
        ):
            yield node.lineno  # type: ignore[attr-defined]


def written_so(path: str) -> bool:
    """Whether a module takes texts apart only where they come from outside."""
    return not path.startswith(tuple(LEFT)) or path.startswith(MOVED)


def test_no_formatted_text_is_a_key() -> None:
    assert [f"{path}:{line}" for path, tree in modules().items() for line in formatted_keys(tree)] == []


def test_no_text_that_the_code_wrote_is_taken_apart() -> None:
    found = {
        path: lines
        for path, tree in modules().items()
        if written_so(path) and (lines := [*texts_apart(tree)])
    }
    strays = {path: lines for path, lines in found.items() if path not in {*READERS, *NOT_MOVED}}
    assert strays == {}
    assert {*READERS, *NOT_MOVED} - {*found} == set(), "these take nothing apart any more"


@pytest.mark.parametrize("package", LEFT)
def test_no_more_texts_are_taken_apart_than_before(package: str) -> None:
    rest = [tree for path, tree in modules().items() if path.startswith(package) and not written_so(path)]
    assert sum(len([*texts_apart(tree)]) for tree in rest) <= LEFT[package]


def test_nothing_depends_on_what_code_is_called() -> None:
    assert [f"{path}:{line}" for path, tree in modules().items() for line in names_of_code(tree)] == []


@pytest.mark.parametrize(
    "source",
    [
        'kinds[f"{nation}-supply"]',
        'plots[f"plot {area}", side]',
        '{f"{nation}-supply": 1}',
        '{f"{kind}-{n}": n for n in numbers}',
        'kinds.get(f"{nation}-supply")',
        'purpose == f"recovery of {leader}"',
        'f"{side} {place} True" in charges',
    ],
)
def test_a_formatted_key_is_seen(source: str) -> None:
    assert [*formatted_keys(ast.parse(source))] == [1]


@pytest.mark.parametrize("source", ['purpose.startswith("recovery of ")', 're.fullmatch("A-.*", id)'])
def test_a_text_that_is_taken_apart_is_seen(source: str) -> None:
    assert [*texts_apart(ast.parse(source))] == [1]


def test_a_name_of_code_is_seen() -> None:
    for source in ('type(event).__module__ == "engines.valmy.events"', "tellers[type(event).__name__]"):
        assert [*names_of_code(ast.parse(source))] == [1]


@pytest.mark.parametrize(
    "source",
    ['say(f"{unit} halts")', 'x = f"{side}: {points}"', "kinds[kind, number]", "show(type(error).__name__)"],
)
def test_a_text_that_is_only_shown_is_passed(source: str) -> None:
    tree = ast.parse(source)
    assert [*formatted_keys(tree), *texts_apart(tree), *names_of_code(tree)] == []
