"""*Levée en Masse* in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.contract import Presenter
from bot.games.levee.aftermath import aftermath
from bot.games.levee.choices import Choices
from bot.games.levee.chronicle import Chronicle
from bot.games.levee.headlines import failures, headlines
from bot.games.levee.moves import moves
from bot.games.levee.names import power
from bot.games.levee.reference import reference
from bot.games.levee.standing import series, standing
from bot.games.levee.story import ENTRY, LeveeStory
from bot.games.shown import Group, Heading, Headline, Preview
from bot.games.telling import Told
from bot.games.wording import level, worked
from data.catalogue import N_, _, ngettext
from data.nouns import counted
from engines.core.contract import AnyTitle, Outcome
from engines.core.events import Event, Roll
from engines.core.statistics import Stake
from engines.levee import events as happened
from engines.levee.actions import Action, End
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from engines.levee.view import View
from render import Series, Table
from render.levee import Move

ACCENTS = {"blue": 0x2F5D9B, "white": 0xD9D2C0, "red": 0xA63A2E}
DECK_NAMES = {
    "blue": N_("Blue deck, the moderate years"),
    "white": N_("White deck, the radical years"),
    "red": N_("Red deck, the years of reaction"),
}


class LeveePresenter(Presenter[State, Action]):
    """Words for the solitaire game."""

    title: Levee

    def __init__(self, title: AnyTitle) -> None:
        super().__init__(title)
        self._story = LeveeStory(self.title)
        self._chronicle = Chronicle(self.title)

    def heading(self, scenario: str, chapter: int, events: Sequence[Event]) -> Heading:
        """The turn's headline; after an undo the one that was revealed last."""
        revealed = next(event for event in reversed(events) if isinstance(event, happened.CardRevealed))
        card = self.title.box.cards[str(revealed.number)]
        left = _("{headlines} left", headlines=counted(revealed.left, "headline"))
        drawn = "" if card.flag else _("shuffled, ")
        return Heading(
            title=_("Turn {chapter} · {title}", chapter=chapter, title=card.title),
            line=_(
                "{date} · {deck}, {drawn}no. {number} · {left}",
                date=card.date,
                deck=DECK_NAMES[card.deck],
                drawn=drawn,
                number=card.number,
                left=left,
            ),
            text=card.text,
            colour=ACCENTS[card.deck],
        )

    def reference(self) -> list[Table]:
        """Sequence, modifiers and tables."""
        return reference(self.title.box)

    def story_told(self, events: Sequence[Event]) -> Told:
        """Events in order, each roll joined to its action."""
        return self._story.told(events)

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Tracks, Armies, liberation: the board in text."""
        return standing(self.title.box, view)

    def due(self, state: State, seat: str | None = None) -> str:
        """What the game waits for; with the last action, that the turn ends with it; with none left,
        whether any choice but the end remains.
        """
        if state.pending is not None:
            army = power(self.title.box, state.pending.army)
            return _("Accept the die against {power}, or change it", power=army)
        free = len(self.title.legal_actions(replace(state, actions_left=0), SEAT)) > 1
        if state.phase != "actions" or state.actions_left > (not free):
            return super().due(state, seat)
        if free:
            return _("Take a free action or end the turn: no actions left")
        last = N_("Take your last action, or end the turn now")
        return str(last if state.actions_left else N_("End the turn: no actions left"))

    def groups(self, state: State, seat: str) -> list[Group]:
        """Legal actions by kind, in the order of case 4.3."""
        return Choices(self.title, state).groups()

    def preview(self, state: State, seat: str, action: Action) -> Preview | None:
        """A player who ends a turn with actions unspent is asked to confirm."""
        if not isinstance(action, End) or not state.actions_left or state.phase != "actions":
            return None
        lost = ngettext(
            "**{n} action unused**: you lose it if you end the turn (4.3).",
            "**{n} actions unused**: you lose them if you end the turn (4.3).",
            state.actions_left,
        )
        return Preview([lost], _("End the turn all the same"))

    def moves(self, events: Sequence[Event]) -> list[Move]:
        """Armies and markers that changed place."""
        return moves(events)

    def series(self, views: Sequence[View], scores: Sequence[int | None]) -> list[Series]:
        """The score, the government, the nearest Army and the liberated spaces, turn by turn."""
        return [*super().series(views, scores), *series(views)]

    def verdict(self, outcome: Outcome) -> list[str]:
        """The result in Victory Points, with their working."""
        lines = [f"## {outcome.title}"]
        if outcome.facts.get("paris-fell"):
            lines.append(_("Paris has fallen."))
        if outcome.score is None:
            return [*lines, _("No points are counted ({case}).", case=outcome.case)]
        noun = _("Victory Point") if abs(outcome.score) == 1 else _("Victory Points")
        return [*lines, f"**{level(outcome.score)} {noun}** ({outcome.case})", *worked(outcome)]

    def aftermath(self, outcome: Outcome, view: View, events: Sequence[Event]) -> list[str]:
        """The Armies in Paris and the actions tried, or the main losses."""
        return aftermath(self.title, outcome, view, events)

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """France hopes that an invader's die fails."""
        return Stake(seat, wants=roll.case != ENTRY)

    def headlines(self, events: Sequence[Event]) -> list[Headline]:
        """The Armies that threaten Paris, the attacks of France, and the great days of a turn."""
        return list(headlines(self.title, events))

    def lately(self, events: Sequence[Event]) -> list[str]:
        """What came of the action, where no headline says it."""
        return [*failures(self.title, events), *super().lately(events)]

    def chronicle(self, events: Sequence[Event]) -> str:
        """A turn as a paragraph of history."""
        return self._chronicle.turn(events)
