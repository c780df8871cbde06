"""Checks what the bot sends to Discord against Discord's own description of its API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError, ValidationErrorKind

DESCRIPTION = Path(__file__).with_name("openapi.json")
_ROOT = "urn:discord"
_MESSAGE_LENGTH = 200


def validate_request(method: str, path: str, json_body: Any = None) -> list[str]:
    """What is wrong with one REST call, if anything: an unknown path or method, a bad id, a bad body.

    `json_body` is the decoded JSON, or that of the `payload_json` part of a multipart body.
    """
    template = _template(path)
    if template is None:
        return [f"{path}: no such path is known"]
    operation = _description()["paths"][template].get(method.lower())
    if operation is None:
        return [f"{path}: {method} is not allowed"]
    faults = _bad_ids(template, path)
    body = operation.get("requestBody")
    if json_body is None:
        return faults + ([f"{method} {path}: a body is required"] if body and body["required"] else [])
    if body is None:
        return [*faults, f"{method} {path}: takes no body"]
    pointer = "/".join(("paths", _escaped(template), method.lower(), "requestBody", "content"))
    return faults + _faults(f"#/{pointer}/application~1json/schema", json_body)


def validate_commands(payload: list[dict[str, Any]]) -> list[str]:
    """What is wrong with a whole command tree, as `tree.sync()` sends it."""
    return validate_request("PUT", "/applications/1/commands", payload)


def _faults(pointer: str, instance: Any) -> list[str]:
    errors = _validator(pointer).iter_errors(instance)
    return list(dict.fromkeys(fault for error in errors for fault in _told(error)))


def _told(error: ValidationError) -> Iterator[str]:
    """The plain faults behind an error; for a union, those of the member that was meant."""
    match error.kind:
        case ValidationErrorKind.OneOfNotValid(members) | ValidationErrorKind.AnyOf(members):
            meant = [faults for faults in members if not any(_is_other_kind(f, error) for f in faults)]
        case _:
            meant = []
    if meant:
        for nested in min(meant, key=len):
            yield from _told(nested)
    elif not _is_number_in_text(error):
        yield f"{_place(error.instance_path)}: {_sentence(error)}"


def _place(path: Sequence[str | int]) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def _is_number_in_text(error: ValidationError) -> bool:
    """Discord describes as integers some fields, permissions for one, that it documents as digits in text."""
    match error.kind:
        case ValidationErrorKind.Type(types):
            return "integer" in types and isinstance(error.instance, str) and error.instance.isdecimal()
    return False


def _sentence(error: ValidationError) -> str:
    match error.kind:
        case ValidationErrorKind.MaxLength(limit) if isinstance(error.instance, str):
            return f"{len(error.instance)} characters, at most {limit}"
        case ValidationErrorKind.MaxItems(limit) if isinstance(error.instance, list):
            return f"{len(error.instance)} items, at most {limit}"
    message = error.message
    return message if len(message) <= _MESSAGE_LENGTH else f"… {message[-_MESSAGE_LENGTH:]}"


def _is_other_kind(fault: ValidationError, union: ValidationError) -> bool:
    """Whether a member of a union is ruled out by its `type` field, or is of another JSON type or value."""
    depth = len(fault.instance_path) - len(union.instance_path)
    if depth == 0:
        lacks_type = fault.kind.name == "required" and fault.kind.value == "type"
        return lacks_type or fault.kind.name in ("type", "const")
    is_type_field = depth == 1 and fault.instance_path[-1] == "type"
    return is_type_field and fault.kind.name in ("enum", "const", "oneOf")


@cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    # Discord takes ids as numbers too, and discord.py sends the places of attachments that way.
    snowflake = description["components"]["schemas"]["SnowflakeType"]
    description["components"]["schemas"]["SnowflakeType"] = {
        **snowflake,
        "type": ["string", "integer"],
        "minimum": 0,
    }
    return description


@cache
def _registry() -> Registry:
    return Registry([(_ROOT, _description())], draft=Draft202012)


@cache
def _validator(pointer: str) -> Draft202012Validator:
    # A reference inside the description starts with "#", so it must be met under the description's own name.
    return Draft202012Validator({"$ref": f"{_ROOT}{pointer}"}, registry=_registry())


@cache
def _templates() -> list[tuple[str, re.Pattern[str]]]:
    """Each path with its pattern, the most literal first, so that `…/@original` beats `…/{message_id}`."""
    templates = sorted(_description()["paths"], key=lambda template: template.count("{"))
    return [(t, re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(t)) + "$")) for t in templates]


def _template(path: str) -> str | None:
    return next((template for template, pattern in _templates() if pattern.match(path)), None)


def _bad_ids(template: str, path: str) -> list[str]:
    parameters = {p["name"]: p["schema"] for p in _description()["paths"][template]["parameters"]}
    pairs = zip(template.split("/"), path.split("/"), strict=True)
    return [
        f"{path}: {given!r} is no {expected.strip('{}')}"
        for expected, given in pairs
        if expected.startswith("{") and _faults_of(parameters[expected.strip("{}")], given)
    ]


def _faults_of(schema: dict[str, Any], instance: str) -> list[str]:
    reference = schema.get("$ref")
    return _faults(reference, instance) if reference else []


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
