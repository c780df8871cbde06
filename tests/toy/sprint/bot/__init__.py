"""*Sprint* in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.contract import Game, Presenter
from bot.games.parts.names import Names
from bot.games.shown import Choice, Group, Heading
from bot.games.telling import Told, one_by_one
from bot.games.wording import arithmetic
from engines.core.contract import AnyTitle
from engines.core.events import Event, Roll

from ..engine.actions import Action
from ..engine.events import Advanced, Shown, Staked
from ..engine.state import State
from ..engine.view import View, told


class SprintPresenter(Presenter[State, Action]):
    """Words for the race."""

    counted_by = "Round"

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self.names = Names(title.seat_names)

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The round."""
        name = f"Round {chapter - 1}" if chapter > 1 else "The stakes"
        return Heading(name, "The long meadow", "The crowd is silent.", 0x5A7D3A)

    def story_told(self, events: Sequence[Event]) -> Told:
        """What happened, a line each."""
        return one_by_one(self._line, events)

    def _line(self, event: Event) -> str | None:
        names = self.title.seat_names
        match event:
            case Staked(seat, points):
                return f"🤫 **{names[seat]}** has made a stake{f' of {points}' if points else ''}."
            case Advanced(seat, start, end):
                return f"🏃 **{names[seat]}** comes from field {start} to {end}."
            case Shown(stakes):
                return "🎴 " + ", ".join(f"**{names[seat]}** staked {n}" for seat, n in stakes.items()) + "."
            case Roll():
                return f"-# {arithmetic(event)}"
            case _:
                return None

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Where the runners are."""
        return [f"**{self.title.seat_names[side]}** field {field}" for side, field in view.fields.items()]

    def private(self, view: View, seat: str) -> list[str]:
        """One's own stake."""
        return [f"Your stake: {told(view, seat)}."]

    def groups(self, state: State, seat: str) -> list[Group]:
        """Every legal action."""
        choices = [self.choice(state, seat, action) for action in self.title.legal_actions(state, seat)]
        prompts = (decision.prompt for decision in self.title.decisions(state) if decision.seat == seat)
        return [Group("act", prompt, choices) for prompt in prompts]

    def choice(self, state: State, seat: str, action: Action) -> Choice:
        """An action by its notation, with its chance."""
        notation, odds = self.title.notation(action), self.title.odds(state, action)
        chance = f"{odds.percent}%" if odds else ""
        return Choice(notation, notation.capitalize(), "three fields" if odds else "", chance=chance)

    def moves(self, events: Sequence[Event]) -> list[tuple[str, int, int]]:
        """Who came from where to where."""
        return [
            (event.seat, event.start, event.end)
            for event in events
            if isinstance(event, Advanced) and event.start != event.end
        ]

    def chronicle(self, events: Sequence[Event]) -> str:
        """A round as a sentence."""
        names = self.title.seat_names
        runs = [
            f"{names[event.seat]} came to field {event.end}"
            for event in events
            if isinstance(event, Advanced)
        ]
        return f"{' and '.join(runs)}." if runs else "The stakes were made."


GAME = Game(SprintPresenter, channel="sprint", topic="Two runners and a meadow.")
