"""Discord's documented limits, and how far a command tree or a message is from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

HEADROOM = 0.8
"""The part of each cap on commands that we allow ourselves: growth must not take the bot down."""
OPTION_HEADROOM = 0.88
"""The same of the commands of a group and the options of a command, which no language makes longer."""

GLOBAL_COMMANDS = 100
CONTEXT_COMMANDS = 15
OPTIONS = 25
CHOICES = 25
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
CHOICE_NAME = 100
CHOICE_VALUE = 100
COMMAND_DEFINITION = 8_000

CONTENT = 2_000
DISPLAYED_TEXT = 4_000
NESTED_COMPONENTS = 40
ACTION_ROWS = 5
ROW_BUTTONS = 5
BUTTON_LABEL = 80
CUSTOM_ID = 100
URL = 512
SELECT_OPTIONS = 25
SELECT_TEXT = 100
SELECT_PLACEHOLDER = 150
GALLERY_ITEMS = 10
ALT_TEXT = 1_024
ATTACHMENTS = 10
NONCE = 25
EMBEDS = 10
EMBED_TOTAL = 6_000
EMBED_FIELDS = 25
EMBED_TEXTS = {"title": 256, "description": 4_096}
EMBED_FIELD_TEXTS = {"name": 256, "value": 1_024}
EMBED_FOOTER = 2_048
EMBED_AUTHOR = 256
MODAL_TITLE = 45
MODAL_COMPONENTS = 5
MODAL_LABEL = 45
LABEL_DESCRIPTION = 100
TEXT_INPUT = 4_000
TEXT_INPUT_PLACEHOLDER = 100
AUTOCOMPLETE_CHOICES = 25

_SLASH, _USER, _MESSAGE = 1, 2, 3
_ROW, _BUTTON, _TEXT_INPUT, _TEXT, _GALLERY, _LABEL = 1, 2, 4, 10, 12, 18
_SELECTS = (3, 5, 6, 7, 8)
_ONLY_IN_LAYOUTS = (9, 10, 11, 12, 13, 14, 17)
_COMPONENTS_V2 = 1 << 15

Json = dict[str, Any]


def command_faults(commands: list[Json], headroom: float = HEADROOM) -> list[str]:
    """Where a whole command tree, as `tree.sync()` sends it, goes beyond its part of Discord's caps."""
    kinds = Counter(command.get("type", _SLASH) for command in commands)
    faults = [
        *_over("the tree", "slash commands", kinds[_SLASH], GLOBAL_COMMANDS, headroom),
        *_over("the tree", "user commands", kinds[_USER], CONTEXT_COMMANDS, headroom),
        *_over("the tree", "message commands", kinds[_MESSAGE], CONTEXT_COMMANDS, headroom),
    ]
    for command in commands:
        name = f"/{command['name']}"
        faults += _over(name, "characters in all", definition_length(command), COMMAND_DEFINITION, headroom)
        faults += _node_faults(name, command, headroom)
    return faults


def definition_length(command: Json) -> int:
    """Characters of names, descriptions and values of a command and all below it, in the longest locale."""
    own = len(_longest(command, "name")) + len(_longest(command, "description"))
    own += sum(len(_longest(c, "name")) + len(str(c["value"])) for c in command.get("choices") or ())
    return own + sum(definition_length(option) for option in command.get("options") or ())


def _node_faults(path: str, node: Json, headroom: float) -> Iterator[str]:
    options = node.get("options") or []
    choices = node.get("choices") or []
    yield from _over(path, "characters of name", len(_longest(node, "name")), COMMAND_NAME, headroom)
    length = len(_longest(node, "description"))
    yield from _over(path, "characters of description", length, COMMAND_DESCRIPTION, headroom)
    yield from _over(path, "options", len(options), OPTIONS, max(headroom, OPTION_HEADROOM))
    yield from _over(path, "choices", len(choices), CHOICES, headroom)
    for choice in choices:
        name, value = _longest(choice, "name"), str(choice["value"])
        yield from _over(f"{path} {name!r}", "characters of choice", len(name), CHOICE_NAME, headroom)
        yield from _over(f"{path} {name!r}", "characters of value", len(value), CHOICE_VALUE, headroom)
    for option in options:
        yield from _node_faults(f"{path} {option['name']}", option, headroom)


def message_faults(payload: Json) -> list[str]:
    """Where a message, as it is created or edited, goes beyond Discord's limits."""
    components = payload.get("components") or []
    in_layout = bool((payload.get("flags") or 0) & _COMPONENTS_V2) or any(
        component["type"] in _ONLY_IN_LAYOUTS for component in components
    )
    faults = [
        *_over("message", "characters of content", len(payload.get("content") or ""), CONTENT),
        *_over("message", "attachments", len(payload.get("attachments") or ()), ATTACHMENTS),
        *_over("message", "characters of nonce", len(str(payload.get("nonce") or "")), NONCE),
        *_embed_faults(payload.get("embeds") or []),
        *_component_faults(components),
    ]
    for attachment in payload.get("attachments") or ():
        length = len(attachment.get("description") or "")
        faults += _over("attachment", "characters of alternative text", length, ALT_TEXT)
    if in_layout:
        faults += [f"message: {key} beside a layout" for key in ("content", "embeds") if payload.get(key)]
        shown = sum(len(c["content"]) for c in _walk(components) if c["type"] == _TEXT)
        faults += _over("message", "characters displayed", shown, DISPLAYED_TEXT)
        faults += _over("message", "components", sum(1 for _ in _walk(components)), NESTED_COMPONENTS)
    else:
        faults += _over("message", "rows", len(components), ACTION_ROWS)
    return faults


def modal_faults(data: Json) -> list[str]:
    """Where a modal goes beyond Discord's limits."""
    components = data["components"]
    return [
        *_over("modal", "characters of title", len(data["title"]), MODAL_TITLE),
        *_over("modal", "characters of custom_id", len(data["custom_id"]), CUSTOM_ID),
        *_over("modal", "components", len(components), MODAL_COMPONENTS),
        *_component_faults(components),
    ]


def _component_faults(components: list[Json]) -> list[str]:
    faults: list[str] = []
    ids = Counter(c["custom_id"] for c in _walk(components) if c.get("custom_id"))
    faults += [f"{custom_id!r} is used {count} times" for custom_id, count in ids.items() if count > 1]
    for component in _walk(components):
        kind = component["type"]
        custom_id = component.get("custom_id") or ""
        faults += _over(f"component {custom_id!r}", "characters of custom_id", len(custom_id), CUSTOM_ID)
        if kind == _ROW:
            faults += _row_faults(component["components"])
        elif kind == _BUTTON:
            faults += _texts(component, {"label": BUTTON_LABEL, "url": URL})
        elif kind in _SELECTS:
            faults += _select_faults(component)
        elif kind == _TEXT_INPUT:
            faults += _texts(component, {"placeholder": TEXT_INPUT_PLACEHOLDER, "value": TEXT_INPUT})
            faults += _texts(component, {"label": MODAL_LABEL})
        elif kind == _LABEL:
            faults += _texts(component, {"label": MODAL_LABEL, "description": LABEL_DESCRIPTION})
        elif kind == _GALLERY:
            faults += _over("gallery", "items", len(component["items"]), GALLERY_ITEMS)
        for described in (component, *component.get("items", ())):
            faults += _texts(described, {"description": ALT_TEXT})
    return faults


def _row_faults(inside: list[Json]) -> Iterator[str]:
    yield from _over("row", "components", len(inside), ROW_BUTTONS)
    if len(inside) > 1 and any(component["type"] in _SELECTS for component in inside):
        yield "row: a select fills a row"


def _select_faults(select: Json) -> Iterator[str]:
    options = select.get("options") or []
    yield from _over("select", "options", len(options), SELECT_OPTIONS)
    yield from _texts(select, {"placeholder": SELECT_PLACEHOLDER})
    for option in options:
        yield from _texts(option, dict.fromkeys(("label", "value", "description"), SELECT_TEXT))


def _embed_faults(embeds: list[Json]) -> list[str]:
    faults = _over("message", "embeds", len(embeds), EMBEDS)
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        footer = (embed.get("footer") or {}).get("text") or ""
        author = (embed.get("author") or {}).get("name") or ""
        texts = [embed.get("title") or "", embed.get("description") or "", footer, author]
        texts += [field[key] for field in fields for key in EMBED_FIELD_TEXTS]
        total += sum(len(text) for text in texts)
        faults += _texts(embed, EMBED_TEXTS)
        faults += _over("embed", "fields", len(fields), EMBED_FIELDS)
        faults += _over("embed", "characters of footer", len(footer), EMBED_FOOTER)
        faults += _over("embed", "characters of author", len(author), EMBED_AUTHOR)
        for field in fields:
            faults += _texts(field, EMBED_FIELD_TEXTS)
    return faults + _over("message", "characters of embeds", total, EMBED_TOTAL)


def _walk(components: list[Json]) -> Iterator[Json]:
    """Every component, those inside others included."""
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        yield from _walk([component[key] for key in ("accessory", "component") if component.get(key)])


def _texts(holder: Json, limits: dict[str, int]) -> list[str]:
    return [
        fault
        for key, limit in limits.items()
        for fault in _over(
            str(holder.get("custom_id") or key), f"characters of {key}", len(holder.get(key) or ""), limit
        )
    ]


def _longest(node: Json, key: str) -> str:
    localised = (node.get(f"{key}_localizations") or {}).values()
    return str(max((node.get(key) or "", *localised), key=len))


def _over(where: str, what: str, count: int, cap: int, headroom: float = 1.0) -> list[str]:
    allowed = int(cap * headroom)
    return [f"{where}: {count} {what}, at most {allowed}"] if count > allowed else []
