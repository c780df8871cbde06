"""Who leads both sides of a war in the Vendée: mostly as the automatic policy does, now and then otherwise.

It knows the seed, so it can look one action ahead at what the dice will bring. It uses that for one thing:
to be asked all that a game can ask, and to give every kind of answer.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.games.registry import presenter_of
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.game import Game
from engines.vendee.actions import PLACE_AUTO, STOP, Action, Activate, Move, Place
from engines.vendee.foresight import routes
from engines.vendee.frames import Activation
from engines.vendee.state import State
from engines.vendee.words import ALL
from tests.vendee.bot.duel import TITLE

SEEDS = 24
"""Wars that are looked at for one in which everything is asked."""
TRIED = 24
"""Legal actions that are looked at one ahead."""
NEW = 0.5
"""How often an answer is given that was not given yet, where there is one."""
WHIM = 0.06
"""How often anything legal is done; how often a group goes some other way than the next step, too."""
HASTE = 0.1
"""How often a group stops where it is: a month does not take for ever."""


class Plan(NamedTuple):
    """A war from its beginning to its end."""

    seed: str
    actions: list[Action]


def planned(name: str, wanted: Collection[str]) -> Plan:
    """A war in which all that is wanted is asked; `march!` is a march out of turn, `march` one in turn."""
    for number in range(SEEDS):
        game, general = Game(TITLE, seed=f"{name}-{number}"), General(name)
        actions = []
        while game.decisions:
            actions.append(general.choose(game))
            game.act(game.decisions[0].seat, actions[-1])
        if general.met.issuperset(wanted):
            return Plan(f"{name}-{number}", actions)
    raise AssertionError(f"no war of {name} asks all of {wanted}")


class General:
    """Chooses for whoever is asked.

    :ivar met: kinds of decision that were asked.
    :ivar given: kinds of decision with the verbs that answered them.
    """

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.met: set[str] = set()
        self.given: set[tuple[str, str]] = set()

    def choose(self, game: Game) -> Action:
        """An action for whoever is asked, which can be pressed on their panel too."""
        (decision,), state = game.decisions, state_of(game)
        self.met.add(asked(decision))
        legal = TITLE.legal_actions(state, decision.seat)
        while True:
            action = (
                self._new_answer(decision, legal)
                or self._to_what_is_new(game, decision, legal)
                or self._usual(state, decision, legal)
            )
            if _on_panel(state, decision.seat, action):
                self.given.add((decision.kind, _verb(action)))
                return action
            legal = [other for other in legal if other != action]

    def _new_answer(self, decision: Decision, legal: Sequence[Action]) -> Action | None:
        new = [action for action in legal if (decision.kind, _verb(action)) not in self.given]
        return self.chance.choice(new) if new and self.chance.random() < NEW else None

    def _to_what_is_new(self, game: Game, decision: Decision, legal: Sequence[Action]) -> Action | None:
        """An action after which something is asked that was not asked yet."""
        for action in self.chance.sample(legal, min(TRIED, len(legal))):
            dice = Dice(game.seed, game.dice.counter)
            after = TITLE.apply(state_of(game), decision.seat, action, dice).state
            if any(asked(next) not in self.met for next in TITLE.decisions(after)):
                return action
        return None

    def _usual(self, state: State, decision: Decision, legal: Sequence[Action]) -> Action:
        ways = _ways(state)
        if ways and self.chance.random() < WHIM:
            return self.chance.choice(ways)
        suggested = TITLE.suggest(state, decision.seat, self.chance)
        if suggested is None or suggested not in legal or self.chance.random() < WHIM:
            return self.chance.choice(legal)
        if isinstance(suggested, Place) and PLACE_AUTO in legal:
            return PLACE_AUTO
        return STOP if STOP in legal and self.chance.random() < HASTE else suggested


def _ways(state: State) -> list[Move]:
    """Ways of several steps of the group under way."""
    top = state.stack[-1]
    if not isinstance(top, Activation):
        return []
    goals = routes.reach(TITLE.box, state, top, routes.under_way(top)).values()
    return [Move(goal.path) for goal in goals if goal.stay and len(goal.path) > 2]


def _on_panel(state: State, seat: str, action: Action) -> bool:
    """Whether a panel offers an action: of placements, parts of stacks and ways it has the likely ones."""
    match action:
        case Place() | Move((_, _, _, *_)):
            pass
        case Activate(_, who) if who != ALL:
            pass
        case _:
            return True
    offered = presenter_of(TITLE).choices(state, seat)
    return any(TITLE.parse(state, each.notation) == action for each in offered)


def asked(decision: Decision) -> str:
    """A kind of decision; one that is asked out of turn is another."""
    return f"{decision.kind}!" if decision.interrupt else decision.kind


def _verb(action: Action) -> str:
    verb, _, rest = TITLE.notation(action).partition(" ")
    return f"{verb} auto" if rest == "auto" else verb


def state_of(game: Game) -> State:
    """The state of a war."""
    assert isinstance(game.state, State)
    return game.state
