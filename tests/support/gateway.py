"""Interactions as they come over the gateway: several at once, one twice, or of a control nobody drew."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult, MemberActor
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload

from tests.support.table import Table


class Delivery:
    """One interaction, made but not yet delivered."""

    def __init__(self, table: Table, kind: int, actor: MemberActor, data: dict[str, Any]) -> None:
        self._table = table
        backend = table.env.backend
        self._record, self.payload = base_payload(
            backend,
            type=kind,
            channel_id=table.channel.id,
            guild_id=table.guild.id,
            user_id=actor.id,
            data=data,
        )

    @classmethod
    def press(
        cls, table: Table, custom_id: str, actor: MemberActor | None = None, on: int | None = None
    ) -> Delivery:
        """A press of a button that the newest card, or message `on`, has or is said to have."""
        button = {"type": ComponentType.BUTTON, "custom_id": custom_id, "label": "Press", "style": 1}
        data = {"custom_id": custom_id, "component_type": ComponentType.BUTTON}
        return cls(table, InteractionType.MESSAGE_COMPONENT, actor or table.camille, data)._on(button, on)

    @classmethod
    def pick(cls, table: Table, custom_id: str, value: str) -> Delivery:
        """A choice in a select that the newest card has, or is said to have."""
        kind = ComponentType.STRING_SELECT
        select = {"type": kind, "custom_id": custom_id, "options": [{"label": "Choice", "value": value}]}
        data = {"custom_id": custom_id, "component_type": kind, "values": [value]}
        return cls(table, InteractionType.MESSAGE_COMPONENT, table.camille, data)._on(select, None)

    @classmethod
    def form(cls, table: Table, custom_id: str, **values: str) -> Delivery:
        """A form that is sent off, whether anybody was shown it or not."""
        fields = [
            {
                "type": ComponentType.LABEL,
                "id": id,
                "component": {"type": 4, "custom_id": name, "value": value},
            }
            for id, (name, value) in enumerate(values.items())
        ]
        data = {"custom_id": custom_id, "components": fields}
        return cls(table, InteractionType.MODAL_SUBMIT, table.camille, data)

    def _on(self, control: dict[str, Any], message_id: int | None) -> Delivery:
        backend = self._table.env.backend
        stored = backend.get_message(self._table.channel.id, message_id or self._table.card().id)
        self._record.source_message_id = stored.id
        row = {"type": ComponentType.ACTION_ROW, "components": [control]}
        self.payload["message"] = {**message_payload(backend, stored), "components": [row]}
        return self

    @classmethod
    def command(cls, table: Table, group: str, name: str, **options: str) -> Delivery:
        """A sub-command with text options."""
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        command = table.env.backend.find_command(group, table.guild.id)
        assert command is not None
        data = {
            "id": str(command["id"]),
            "name": group,
            "type": 1,
            "options": [{"name": name, "type": 1, "options": given}],
        }
        return cls(table, InteractionType.APPLICATION_COMMAND, table.camille, data)

    @property
    def result(self) -> InteractionResult:
        """What came of it."""
        return InteractionResult(self._table.env, self._record)


async def deliver(table: Table, *deliveries: Delivery) -> None:
    """Deliver all in one instant, then wait until the bot has done with them."""
    for delivery in deliveries:
        table.env.backend.emit("INTERACTION_CREATE", delivery.payload)
    await table.env.settle()
