"""Whether an action reveals a secret, found out from states that look alike and not declared."""

from __future__ import annotations

from typing import Any

from engines.core.contract import AnyTitle
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.errors import EngineError


def learns(title: AnyTitle, state: Any, seat: str, action: Any) -> bool:
    """Whether a seat learns something by an action of its own that no die decides.

    It does where the action has another result, as the seat sees it, in a state that looks alike to it.
    """
    seen = comes_to(title, state, seat, action, seat)
    return any(comes_to(title, other, seat, action, seat) != seen for other in title.alike(state, seat))


def comes_to(title: AnyTitle, state: Any, seat: str, action: Any, viewer: str | None) -> Any:
    """All that a viewer sees of an action: the view, the events, the decisions, the legal actions.

    For an action that fails, the reason. A roll counts as a failure: its result is chance.
    """
    try:
        step = title.apply(state, seat, action, Dice(None))
    except EngineError as error:
        return type(error), error.message, error.case
    return (
        title.view(step.state, viewer),
        title.redact_all(step.events, viewer),
        title.decisions(step.state),
        choices(title, step.state, viewer),
    )


def choices(title: AnyTitle, state: Any, viewer: str | None) -> list[Any]:
    """The legal actions of a seat that owes a decision; none for the public."""
    return (
        [] if viewer is None or viewer not in title.deciding(state) else [*title.legal_actions(state, viewer)]
    )


def unspoken(title: AnyTitle, state: Any, decision: Decision) -> Any | None:
    """The only action left for a decision, where taking it at once does not tell others that it was.

    None where a state that looks alike to another seat, or to the public, would leave a choice.
    """
    action = title.forced(state, decision)
    if action is None or not title.secrets:
        return action
    others = (None, *(seat for seat in title.seats if seat != decision.seat))
    tells = any(
        title.forced(other, decision) is None
        for viewer in others
        for other in title.alike(state, viewer)
        if decision in title.decisions(other)
    )
    return None if tells else action
