"""Talk to a referee in this process."""

from __future__ import annotations

import json
from typing import Any

from bot.referee import Referee

Json = dict[str, Any]


class Talk:
    """One referee and the requests made of it, as lines of JSON."""

    def __init__(self) -> None:
        self._referee = Referee()

    def line(self, line: bytes) -> Json:
        """The reply to a line, which has to be one JSON object in one line."""
        answer = self._referee.answer(line)
        assert b"\n" not in answer
        reply = json.loads(answer)
        assert isinstance(reply, dict)
        assert isinstance(reply["ok"], bool)
        return reply

    def ask(self, op: str, **fields: Any) -> Json:
        """The reply to a request."""
        return self.line(json.dumps({"op": op, **fields}).encode())

    def done(self, op: str, **fields: Any) -> Json:
        """The reply to a request that has to be granted."""
        reply = self.ask(op, **fields)
        assert reply["ok"], reply
        return reply

    def refused(self, op: str, **fields: Any) -> Json:
        """The error of a request that has to be refused."""
        return error(self.ask(op, **fields))

    def new(self, **fields: Any) -> Json:
        """A new game of Levée en Masse."""
        return self.done("new", **{"title": "levee", "scenario": "base", "seed": "any text"} | fields)

    def act(self, action: str) -> Json:
        """An action of France that has to be accepted."""
        return self.done("act", seat="france", action=action)

    def state(self) -> Json:
        """The whole state."""
        state = self.done("state")["state"]
        assert isinstance(state, dict)
        return state

    def everything(self) -> Json:
        """All that can be asked without changing anything, to show that nothing was changed."""
        return {op: self.ask(op, seat="france") for op in ("legal", "view", "state", "record")}


def error(reply: Json) -> Json:
    """The error of a refusal, of the promised shape."""
    assert reply["ok"] is False
    assert set(reply) == {"ok", "error"}
    found = reply["error"]
    assert isinstance(found, dict)
    assert {"kind", "message", "case"} <= set(found)
    assert found["kind"] in {"illegal", "notation", "usage", "dice", "state"}
    assert found["message"]
    assert not found["message"].endswith(".")
    return found
