"""The documented limits, each met and each broken by one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.discord import limits, trim
from tests.discord.limits import command_faults, definition_length, message_faults, modal_faults

Json = dict[str, Any]


def command(**changes: Any) -> Json:
    return {"type": 1, "name": "board", "description": "Show the board.", **changes}


def option(number: int = 0, **changes: Any) -> Json:
    return {"type": 3, "name": f"option-{number}", "description": "An option.", **changes}


def button(number: int = 0, **changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Attack", "custom_id": f"button-{number}", **changes}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ({"name": "x" * 25}, {"name": "x" * 26}),
        ({"description": "x" * 80}, {"description": "x" * 81}),
        ({"options": [option(n) for n in range(22)]}, {"options": [option(n) for n in range(23)]}),
        (
            {"options": [option(choices=[{"name": str(n), "value": str(n)} for n in range(20)])]},
            {"options": [option(choices=[{"name": str(n), "value": str(n)} for n in range(21)])]},
        ),
        (
            {"options": [option(choices=[{"name": "x" * 80, "value": 1}])]},
            {"options": [option(choices=[{"name": "x" * 81, "value": 1}])]},
        ),
        (
            {"options": [option(type=1, options=[option(name="x" * 25)])]},
            {"options": [option(type=1, options=[option(name="x" * 26)])]},
        ),
        ({"name_localizations": {"fr": "x" * 25}}, {"name_localizations": {"fr": "x" * 26}}),
    ],
)
def test_a_command_keeps_room_below_every_cap(within: Json, beyond: Json) -> None:
    assert command_faults([command(**within)]) == []
    assert len(command_faults([command(**beyond)])) == 1


def test_the_tree_keeps_room_for_more_commands() -> None:
    assert command_faults([command(name=f"c{n}") for n in range(80)]) == []
    assert command_faults([command(name=f"c{n}") for n in range(81)]) == [
        "the tree: 81 slash commands, at most 80"
    ]
    assert command_faults([{"type": 3, "name": f"m{n}"} for n in range(13)]) == [
        "the tree: 13 message commands, at most 12"
    ]


def test_the_length_of_a_command_counts_all_below_it_in_the_longest_locale() -> None:
    nested = option(name="ab", description="cde", choices=[{"name": "f", "value": 12}])
    group = {"type": 2, "name": "gh", "description": "i", "options": [nested]}
    localised = command(name="j", description="k", description_localizations={"fr": "lmnop"}, options=[group])
    assert definition_length(localised) == (2 + 3 + 1 + 2) + (2 + 1) + (1 + 5)


def test_a_long_definition_is_a_fault_though_each_part_is_short() -> None:
    groups = [
        {**option(n, type=2), "options": [option(m, description="x" * 80) for m in range(10)]}
        for n in range(10)
    ]
    faults = command_faults([command(options=groups)])
    assert len(faults) == 1
    assert "characters in all, at most 6400" in faults[0]


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ({"content": "x" * 2000}, {"content": "x" * 2001}),
        ({"nonce": "x" * 25}, {"nonce": "x" * 26}),
        ({"attachments": [{"id": n} for n in range(10)]}, {"attachments": [{"id": n} for n in range(11)]}),
        ({"attachments": [{"description": "x" * 1024}]}, {"attachments": [{"description": "x" * 1025}]}),
        (
            {"components": [row(button(n)) for n in range(5)]},
            {"components": [row(button(n)) for n in range(6)]},
        ),
        (
            {"components": [row(*(button(n) for n in range(5)))]},
            {"components": [row(*(button(n) for n in range(6)))]},
        ),
        ({"components": [row(button(label="x" * 80))]}, {"components": [row(button(label="x" * 81))]}),
        (
            {"components": [row(button(custom_id="x" * 100))]},
            {"components": [row(button(custom_id="x" * 101))]},
        ),
        ({"components": [row(button(1), button(2))]}, {"components": [row(button(1), button(1))]}),
        ({"components": [text("x" * 3999), text("y")]}, {"components": [text("x" * 3999), text("yz")]}),
        (
            {"components": [{"type": 17, "components": [text("x")] * 39}]},
            {"components": [{"type": 17, "components": [text("x")] * 40}]},
        ),
        (
            {"components": [{"type": 12, "items": [{"description": "x" * 1024}]}]},
            {"components": [{"type": 12, "items": [{"description": "x" * 1025}]}]},
        ),
        ({"flags": 1 << 15, "components": [text("x")]}, {"flags": 1 << 15, "content": "x"}),
        ({"embeds": [{"title": "x" * 256}]}, {"embeds": [{"title": "x" * 257}]}),
        (
            {"embeds": [{"description": "x" * 3000}, {"footer": {"text": "x" * 2000}, "title": "x"}]},
            {"embeds": [{"description": "x" * 4000}, {"footer": {"text": "x" * 2000}, "title": "x"}]},
        ),
    ],
)
def test_a_message_meets_each_limit(within: Json, beyond: Json) -> None:
    assert message_faults(within) == []
    assert len(message_faults(beyond)) == 1


def select(**changes: Any) -> Json:
    return {"type": 3, "custom_id": "target", "options": [{"label": "a", "value": "a"}], **changes}


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        (
            select(options=[{"label": str(n), "value": str(n)} for n in range(25)]),
            select(options=[{"label": str(n), "value": str(n)} for n in range(26)]),
        ),
        (select(placeholder="x" * 150), select(placeholder="x" * 151)),
        (
            select(options=[{"label": "x" * 100, "value": "a", "description": "x" * 100}]),
            select(options=[{"label": "x" * 100, "value": "a", "description": "x" * 101}]),
        ),
    ],
)
def test_a_select_meets_each_limit(within: Json, beyond: Json) -> None:
    assert message_faults({"components": [row(within)]}) == []
    assert len(message_faults({"components": [row(beyond)]})) == 1


def test_a_select_fills_its_row() -> None:
    assert message_faults({"components": [row(select(), button())]}) == ["row: a select fills a row"]


def test_the_accessory_of_a_section_counts() -> None:
    section = {"type": 9, "components": [text("x")], "accessory": button()}
    sections = [{"type": 17, "components": [section | {"accessory": button(n)}]} for n in range(10)]
    assert message_faults({"components": sections}) == []
    assert message_faults({"components": [*sections, text("x")]}) == ["message: 41 components, at most 40"]


def test_a_modal_meets_each_limit() -> None:
    label = {"type": 18, "label": "x" * 45, "component": {"type": 4, "custom_id": "text", "style": 1}}
    modal = {"title": "x" * 45, "custom_id": "note", "components": [label]}
    assert modal_faults(modal) == []
    assert len(modal_faults({**modal, "title": "x" * 46})) == 1
    assert len(modal_faults({**modal, "components": [{**label, "label": "x" * 46}]})) == 1
    assert len(modal_faults({**modal, "components": [text("x")] * 6})) == 1


def test_the_caps_agree_with_the_description_of_the_api() -> None:
    schemas = json.loads(trim.TARGET.read_text(encoding="utf-8"))["components"]["schemas"]
    command_schema = schemas["ApplicationCommandUpdateRequest"]["properties"]
    assert command_schema["name"]["maxLength"] == limits.COMMAND_NAME
    assert command_schema["description"]["maxLength"] == limits.COMMAND_DESCRIPTION
    assert command_schema["options"]["maxItems"] == limits.OPTIONS
    button_schema = schemas["ButtonComponentForMessageRequest"]["properties"]
    assert button_schema["label"]["maxLength"] == limits.BUTTON_LABEL
    assert button_schema["custom_id"]["maxLength"] == limits.CUSTOM_ID
    select_schema = schemas["StringSelectComponentForMessageRequest"]["properties"]
    assert select_schema["options"]["maxItems"] == limits.SELECT_OPTIONS
    assert select_schema["placeholder"]["maxLength"] == limits.SELECT_PLACEHOLDER
    message_schema = schemas["IncomingWebhookInteractionRequest"]["properties"]
    assert message_schema["content"]["maxLength"] == limits.CONTENT
    assert message_schema["components"]["maxItems"] == limits.NESTED_COMPONENTS
    assert schemas["MessageAttachmentRequest"]["properties"]["description"]["maxLength"] == limits.ALT_TEXT


def test_trimming_keeps_every_schema_that_is_referred_to() -> None:
    description = json.loads(trim.TARGET.read_text(encoding="utf-8"))
    assert set(description["paths"]) == set(trim.PATHS)
    assert description["info"]["license"]["name"] == "MIT"
    assert trim.trim(description) == description
