"""The choices of *Levée en Masse* in groups, each with its chance."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.levee.names import formatter_of, power, throw
from bot.games.levee.prospects import brought, shifted
from bot.games.parts.story import tag_of
from bot.games.shown import Choice, Group
from data.levee.texts import GROUPS, LABELS, PRICED, REASONS
from data.nouns import clauses, per_cent
from engines.levee.act import foreseen
from engines.levee.actions import (
    Action,
    Commit,
    End,
    Keep,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    Reroll,
    Spirit,
)
from engines.levee.box import START
from engines.levee.combat import fed
from engines.levee.housekeeping import king_of
from engines.levee.odds import decisive, passes, test_pending
from engines.levee.refusals import driven_off, free_attack
from engines.levee.state import State, left, nearest
from engines.levee.title import SEAT, Levee

ROOM = 50
"""Letters of what an accepted die brings beside which its button says no more, to have two lines."""
_DICE: dict[type[Action], tuple[tuple[int, ...], tuple[int, ...]]] = {
    Keep: ((1, 6), (1, 6)),
    Commit: ((), ()),
    Reroll: ((6,), (1, 1, 6)),
}
"""The best dice after an answer and the worst: after a 1 those that let the Army come on."""


class Choices:
    """The choices in one state."""

    def __init__(self, title: Levee, state: State) -> None:
        self.title = title
        self.state = state
        self.legal = title.legal_actions(state, SEAT)
        self._words = formatter_of(title.box)

    def groups(self) -> list[Group]:
        """Legal actions by kind, in the order of case 4.3."""
        by_kind: dict[str, list[Choice]] = {}
        for action in self.legal:
            by_kind.setdefault(tag_of(action), []).append(self._choice(action))
        asked = self.state.pending is None
        return [
            Group(kind, str(prompt), by_kind[kind], weighed=asked and kind in PRICED)
            for kind, (prompt, _tone) in GROUPS.items()
            if kind in by_kind
        ]

    def _choice(self, action: Action) -> Choice:
        kind, odds, facts = tag_of(action), self.title.odds(self.state, action), self._facts(action)
        label = self._words.describe(LABELS[kind], action, **facts)
        reason = self._words.describe(REASONS.get(kind), action, **facts)
        lost = isinstance(action, End) and (facts["fallen"] or facts["case"])
        notation, tone = self.title.notation(action), "danger" if lost else GROUPS[kind][1]
        if odds is None:
            return Choice(notation, label, reason, tone)
        needs, chance = odds.note or throw(odds), per_cent(odds.percent)
        return Choice(notation, f"{label} · {chance}", clauses(filter(None, (needs, reason))), tone, chance)

    def _facts(self, action: Action) -> dict[str, Any]:
        """The place to which an action leads, its price, and what else its texts say."""
        box, state = self.title.box, self.state
        match action:
            case Political(marker):
                return {"to": state.tracks[marker] + (1 if marker == "republic" else -1)}
            case Military(army):
                at, free = state.boxes[army], free_attack(box, state, army)
                assert at is not None
                feeds = free == "7.2" and state.on("nothing-is-free")
                return {
                    "stationary": army in box.stationary,
                    "to": None if at == START else box.at[army][at + 1],
                    "free": free,
                    "fed": fed(state) if feeds else None,
                }
            case Naval():
                at = state.boxes["britain"]
                assert at is not None
                return {"to": box.at["britain"][driven_off(at)]}
            case Liberate(space):
                return {"worth": box.space[space].box}
            case Levy(origin):
                worth = box.space[origin].box if origin in box.space else 0
                return {"worth": worth, "best": self._best(replace(state, phase="emergency"))}
            case Spirit(space, army):
                return {"foe": army or nearest(box, state, box.army_of[space])[0]}
            case Commit() if state.pending is None:
                bought = replace(state, extra=state.extra + 1, actions_left=0)
                return {"pending": False, "best": self._best(bought)}
            case Keep() | Reroll() | Commit():
                return self._answered(action)
            case End():
                army, case = king_of(state) or (None, None)
                return {
                    "fallen": [army for army, at in state.boxes.items() if at == 0],
                    "case": case,
                    "army": army,
                    "space": army and box.at[army][1],
                    "unspent": state.actions_left,
                    "disorder": state.disorder,
                    "free": len(self.legal) > 1,
                }
            case _:
                return {}

    def _answered(self, action: Keep | Reroll | Commit) -> dict[str, Any]:
        """What an answer to the waiting die brings; what falls by a second die, by its best and its worst."""
        box, state = self.title.box, self.state
        pending = state.pending
        assert pending is not None
        test = test_pending(box, state, pending)
        best, worst = (foreseen(box, state, action, faces) for faces in _DICE[type(action)])
        brings = shifted(best) if isinstance(action, Commit) else brought(box, worst)
        return {
            "pending": True,
            "won": passes(test, pending.face),
            "brings": brings,
            "long": len(brings) > ROOM,
            "best": brought(box, best),
            "worst": brought(box, worst),
            "decisive": test.sure if decisive(state, pending.army) else None,
            "last": not left(box, state),
        }

    def _best(self, state: State) -> str:
        """The likeliest attack that an action would bring, with its chance."""
        title, box = self.title, self.title.box
        attacks = [each for each in title.legal_actions(state, SEAT) if isinstance(each, Military)]
        bought = [each for each in attacks if free_attack(box, state, each.army) != "7.2"]
        chances = [(odds.percent, each.army) for each in bought if (odds := title.odds(state, each))]
        percent, army = max(chances)
        return f"{power(box, army)} {per_cent(percent)}"
