"""Why a game of *Levée en Masse* ended as it did: the Armies in Paris, the actions tried, the main losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from bot.games.levee.chronicle import deeds
from bot.games.levee.names import power
from bot.games.wording import level
from data.catalogue import Plural, _
from data.levee.schema import Unit
from data.nouns import listed, upper
from engines.core.contract import Outcome
from engines.core.events import Event
from engines.levee import events as happened
from engines.levee.actions import Military
from engines.levee.title import Levee
from engines.levee.view import View

WORST = 2
"""The number of parts of a lost score that are named."""
_FAILED = Plural("One attack on {army} failed this turn.", "{n} attacks on {army} failed this turn.")
_ELSEWHERE = Plural("{n} action went elsewhere.", "{n} actions went elsewhere.")
_UNSPENT = Plural("{n} action was left unspent.", "{n} actions were left unspent.")


def aftermath(title: Levee, outcome: Outcome, view: View, events: Sequence[Event]) -> list[str]:
    """The causes of a lost game, a line each; none for one that was won.

    :param view: of the last board.
    :param events: those of the last turn.
    """
    if outcome.winner is not None:
        return []
    invaders = [cast(Unit, army) for army, at in view.armies.items() if at.box == 0]
    lines = [" ".join(_invasion(title, army, events)) for army in invaders]
    for event in events:
        if isinstance(event, happened.KingCrowned):
            (army, at) = event.army, view.armies[event.army]
            assert at.space is not None
            lines.append(
                _(
                    "{army} stood in {space} when the turn ended ({case}).",
                    army=upper(power(title.box, army)),
                    space=title.box.name(at.space),
                    case=event.case,
                )
            )
    if lines:
        return [*lines, *_spent(title, invaders, events)]
    return _points(outcome)


def _invasion(title: Levee, army: Unit, events: Iterable[Event]) -> Iterator[str]:
    """An Army's way to Paris, and whether France fought it there."""
    name = power(title.box, army)
    came = [event for event in events if isinstance(event, happened.ArmyMoved) and event.army == army]
    if came and came[-1].target == 0:
        yield _(
            "**{army} took Paris**, coming from {space}.",
            army=upper(name),
            space=title.box.name(came[-1].origin_space),
        )
    else:
        yield _("**{army} took Paris.**", army=upper(name))
    failed = sum(deed.action == Military(army) and not deed.success for deed in deeds(title.words, events))
    yield _FAILED(failed, army=name) if failed else _("No attack on {army} was tried.", army=name)


def _spent(title: Levee, invaders: Sequence[Unit], events: Iterable[Event]) -> list[str]:
    """The targets of the last turn's actions other than Paris."""
    aimed = {title.notation(Military(army)) for army in invaders}
    elsewhere, unspent = 0, 0
    for event in events:
        match event:
            case happened.ActionTaken(action, cost) if action not in aimed:
                elsewhere += cost
            case happened.ActionsEnded(left):
                unspent = left
            case _:
                pass
    sentences = [
        sentence(count) for count, sentence in ((elsewhere, _ELSEWHERE), (unspent, _UNSPENT)) if count
    ]
    return [" ".join(sentences)] if sentences else []


def _points(outcome: Outcome) -> list[str]:
    """The largest losses of a score that did not reach victory."""
    worst = sorted((line for line in outcome.working if line.value < 0), key=lambda line: line.value)[:WORST]
    if not worst:
        return []
    named = listed([f"{line.label} ({level(line.value)})" for line in worst])
    return [_("What cost most: {named}.", named=named)]
