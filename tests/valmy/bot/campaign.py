"""A Valmy campaign that two people fight in a channel: Camille leads the French, Maxime the Allies."""

from __future__ import annotations

import random
from typing import NamedTuple

from bot.games.registry import presenter_of
from engines.core.decisions import Decision
from engines.core.game import Game
from engines.valmy.actions import END, PASS, Action, Activate, Move
from engines.valmy.box import OUT
from engines.valmy.combat.actions import Charge, Deploy
from engines.valmy.state import State
from engines.valmy.title import Valmy
from tests.support.life import Life
from tests.support.match import Match, Typed

TITLE = Valmy()
_WORDS = {
    "minor": ("battle kind", "kind"),
    "major": ("battle kind", "kind"),
    **dict.fromkeys(("melee", "hold", "halt"), ("battle melee", "choice")),
    **dict.fromkeys(("join", "keep", "main"), ("battle after-charge", "choice")),
    **dict.fromkeys(("overrun", "decline"), ("overrun", "choice")),
    "no-bid": ("bid", "chit"),
}
"""Words that stand alone and are values of an option."""
_ALONE = {"ride": "battle ride", "stay": "battle stay", "withdraw": "battle withdraw"}
_ONE = {
    "arrange": ("command arrange", "boxes"),
    "drop": ("drop", "who"),
    "show": ("command show", "who"),
    "flee": ("flee", "to"),
    "release": ("command release", "who"),
    "recover": ("recover", "who"),
    "attack": ("battle attack", "box"),
    "boost": ("battle boost", "units"),
    "cancel": ("battle cancel", "boxes"),
    "lead": ("battle lead", "unit"),
    "commit": ("battle commit", "units"),
    "add": ("battle add", "units"),
    "lose": ("battle lose", "units"),
    "retreat": ("battle retreat", "to"),
}
"""Commands with one option, by verb."""
_FIRST = {"activate": "who", "move": "path", "react": "path", "assign": "who"}
_NAMED = {"assign": "command assign"}
_JOINTS = {"activate": ("with", "through"), "move": ("with",), "react": ("with",), "assign": ("to",)}


def typed(action: Action) -> Typed:
    """How an action is typed."""
    text = TITLE.notation(action)
    verb, _, rest = text.partition(" ")
    if verb == "bid":
        return Typed("bid", {"chit": text})
    if text in _WORDS:
        command, option = _WORDS[text]
        return Typed(command, {option: text})
    if text in _ALONE:
        return Typed(_ALONE[text], {})
    if verb in _ONE:
        command, option = _ONE[verb]
        return Typed(command, {option: rest})
    if verb in _FIRST:
        for joint in _JOINTS[verb]:
            first, found, other = rest.partition(f" {joint} ")
            if found:
                return Typed(_NAMED.get(verb, verb), {_FIRST[verb]: first, joint: other})
        return Typed(verb, {_FIRST[verb]: rest})
    if isinstance(action, Deploy | Charge):
        boxes = {place: " ".join(who) for place, who in action.boxes or ()}
        return Typed(f"battle {verb}", {**boxes})
    return Typed(text, {})


class Campaign(Match):
    """A campaign in the hall."""

    def __init__(self, life: Life, start: State | None = None) -> None:
        super().__init__(life, TITLE, {"french": life.camille, "allied": life.maxime}, start)

    def typed_as(self, action: Action) -> Typed:
        return typed(action)


class Alone(Campaign):
    """A campaign of Camille's against the automatic player."""

    async def took(self, action: Action) -> None:
        """The automatic player has answered already, and nobody waits for it."""
        self.met.add(self.asked(self.decision))
        self.game.act(self.decision.seat, action)
        await self.answered()

    async def answered(self) -> None:
        """Follow what the automatic player has done since."""
        for entry in (await self.table.record()).journal[len(self.game.journal) :]:
            assert (entry.seat, entry.source) == ("allied", "automatic")
            self.game.act(entry.seat, entry.action, source="automatic")
        await self.as_it_should_be()
        assert {decision.seat for decision in self.game.decisions} <= {"french"}


class Plan(NamedTuple):
    """A game from its beginning to its end."""

    seed: str
    actions: list[Action]
    met: frozenset[str]


class Marshal:
    """Chooses for whoever is asked: at random, but so that armies meet and that turns pass.

    What it does can be typed in one option, and stands on the panel.
    """

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, game: Game) -> Action:
        """An action for whoever is asked first."""
        decision, state = game.decisions[0], game.state
        assert isinstance(state, State)
        legal = [action for action in TITLE.legal_actions(state, decision.seat) if fits(action)]
        offered = {choice.notation for choice in presenter_of(TITLE).choices(state, decision.seat)}
        shown = [action for action in legal if TITLE.notation(action) in offered]
        return self._likely(decision, state, shown)

    def _likely(self, decision: Decision, state: State, legal: list[Action]) -> Action:
        """Leaders march at the enemy; a turn has few activations."""
        chance = self.chance
        match decision.kind:
            case "activation" if chance.random() < 0.7 - 0.08 * self._activated(state):
                led = [a for a in legal if isinstance(a, Activate) and a.through is None]
                return chance.choice(led or legal)
            case "activation" if chance.random() < 0.9:
                return PASS
            case "movement":
                meets = [a for a in legal if isinstance(a, Move) and self._meets(state, decision.seat, a)]
                if meets:
                    return chance.choice(meets)
                return END if END in legal and chance.random() < 0.3 else chance.choice(legal)
            case "reaction" | "reinforcement" if chance.random() < 0.6:
                return END
            case _:
                return chance.choice(legal)

    def _activated(self, state: State) -> int:
        return sum(1 for leader in state.leaders.values() if leader.spent)

    def _meets(self, state: State, seat: str, action: Move) -> bool:
        end = action.path[-1]
        view = TITLE.view(state, seat)
        foe = "allied" if seat == "french" else "french"
        return end != OUT and bool(view.boxes[end][foe].leaders or view.boxes[end][foe].units)  # type: ignore[index]


def fits(action: Action) -> bool:
    """Whether an action can be typed in options, and chosen on a panel."""
    return len(TITLE.notation(action)) <= 100


def planned(name: str, most: int | None = None) -> Plan:
    """A game by the marshal; all of it, or its first actions."""
    game, marshal = Game(TITLE, seed=name), Marshal(name)
    actions: list[Action] = []
    met: set[str] = set()
    while game.decisions and (most is None or len(actions) < most):
        met.add(game.decisions[0].kind)
        actions.append(marshal.choose(game))
        game.act(game.decisions[0].seat, actions[-1])
    return Plan(name, actions, frozenset(met))
