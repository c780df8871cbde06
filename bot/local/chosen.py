"""The places that a page's player can choose on the maps before them, with the controls that choose them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from simcord import Preview
from simcord.backend.access import can_access_message
from simcord.preview._action_plans import _component_key, _component_paths

from bot.desk import spots
from bot.surface import custom_ids
from render import Outline

LAST = 20
"""Messages that are looked through: older maps are out of date."""


class Choice(msgspec.Struct, frozen=True):
    """A control that chooses a place."""

    key: str
    """SimCord's name of the control."""
    value: str | None
    """The value of the option in it; None for a button."""
    label: str
    about: str
    list: str
    """The name of the list that it is in; empty for a button."""


class Place(msgspec.Struct, frozen=True):
    """A place on a map."""

    outline: Outline
    choices: list[Choice]


def chosen_on(preview: Preview, page: Any) -> dict[str, list[Place]]:
    """The places on the newest maps of a page's channel, by message: those that a control there offers."""
    by_message = {}
    messages = preview.env.backend.messages.get(page.channel_id, {})
    for id, message in [*messages.items()][-LAST:]:
        if not can_access_message(preview.env, page.channel_id, message, page.viewer, history=True):
            continue
        by_control = _controls(message)
        places = [
            Place(spot.outline, named([each for text in spot.controls for each in by_control.get(text, ())]))
            for attachment in message.attachments
            for spot in spots.read(preview.env.backend.cdn.get(attachment["url"]) or b"")
        ]
        if offered := [place for place in places if place.choices]:
            by_message[str(id)] = offered
    return by_message


def named(choices: list[Choice]) -> list[Choice]:
    """Choices of one place; those from several lists say which: the same hex is offered to several units."""
    if len({each.key for each in choices}) == 1:
        return choices
    return [
        msgspec.structs.replace(each, label=" ".join(filter(None, (each.list, each.label))))
        for each in choices
    ]


def _controls(message: Any) -> dict[str, list[Choice]]:
    """The buttons and options of a message by the text of what they do."""
    made: dict[str, list[Choice]] = {}
    for number, root in enumerate(message.components):
        for path, component in _component_paths(root, str(number)):
            key = _component_key(component, path, message.id)
            for text, choice in _choices(component, key or ""):
                made.setdefault(text, []).append(choice)
    return made


def _choices(component: Mapping[str, Any], key: str) -> Iterator[tuple[str, Choice]]:
    if taken := custom_ids.taken(component.get("custom_id") or ""):
        yield taken, Choice(key, None, component.get("label") or "", "", "")
    for option in component.get("options") or ():
        about, of = option.get("description") or "", component.get("placeholder") or ""
        yield option["value"], Choice(key, option["value"], option["label"], about, of)
