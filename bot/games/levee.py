"""*Levée en Masse* in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from bot.games.levee_chronicle import Chronicle
from bot.games.presenter import (
    Choice,
    Group,
    Heading,
    Presenter,
    arithmetic,
    counted,
    direction,
    place,
    points,
    signed,
    worked,
)
from data.levee.schema import MARKERS, Army, Card, Grant, Marker, Remove, Restore, Rotate
from engines.core.contract import Odds, Outcome
from engines.core.events import Event, Roll
from engines.core.statistics import Stake
from engines.levee import events as happened
from engines.levee.actions import (
    Action,
    End,
    Levy,
    Liberate,
    Military,
    Naval,
    Political,
    RestoreOrder,
    Spirit,
)
from engines.levee.box import Box
from engines.levee.state import State
from engines.levee.title import SEAT, Levee
from engines.levee.view import View
from render import Series
from render.levee import Move

ENTRY = "5.1"
"""Case of the die that an Army rolls to enter France."""
ACCENTS = {"blue": 0x2F5D9B, "white": 0xD9D2C0, "red": 0xA63A2E}
DECK_NAMES = {
    "blue": "Blue deck, the moderate years",
    "white": "White deck, the radical years",
    "red": "Red deck, the years of reaction",
}


class LeveePresenter(Presenter):
    """Words for the solitaire game."""

    title: Levee

    def heading(self, chapter: int, events: Sequence[Event]) -> Heading:
        """The turn's headline; after an undo the one that was revealed last."""
        revealed = next(event for event in reversed(events) if isinstance(event, happened.CardRevealed))
        card = self.title.box.cards[str(revealed.number)]
        left = f"{counted(revealed.left, 'headline')} left"
        return Heading(
            title=f"Turn {chapter} · {card.title}",
            line=f"{card.date} · {DECK_NAMES[card.deck]}, no. {card.number} · {left}",
            text=card.text,
            colour=ACCENTS[card.deck],
        )

    def story(self, events: Sequence[Event]) -> list[str]:
        """Events in order, each roll joined to what it was rolled for."""
        return list(self._lines(events))

    def _lines(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            line = self._line(event)
            if line:
                yield line

    def _line(self, event: Event) -> str | None:  # noqa: C901, PLR0912 - one line of text per kind of event
        box = self.title.box
        match event:
            case happened.DeckBuilt(colour, cards):
                return f"📚 The {colour} deck is shuffled: {cards} headlines." if colour != "blue" else None
            case happened.ArmyMoved(army, _, target, _, space, "edit"):
                return f"🛠️ **{box.power[army]}** is put {direction(box.name(space), 'in')} ({target})."
            case happened.ArmyMoved(army, origin, target, _, space, cause):
                name = f"**{box.power[army]}**"
                where = f"{direction(box.name(space))} ({target})"
                if target < origin:
                    return f"⬇️ {name} advances {where}."
                verb = "falls back" if cause == "headline" else "is thrown back"
                return f"⬆️ {name} {verb} {where}."
            case happened.ArmyStayed(army, space, reason, case):
                return self._stayed(army, space, reason, case)
            case happened.MarkerMoved(marker, origin, target, cause):
                return self._marker(marker, origin, target, cause)
            case happened.Reaction(None, None):
                return "⚖️ *Reaction!* Ties at both ends: nothing changes."
            case happened.DisorderPlaced(already):
                if already:
                    return "🔥 *Journée!* Paris is in Disorder already."
                return "🔥 *Journée!* Paris is in **Disorder**."
            case happened.OrderRestored(automatic):
                how = " without a die: the Republic reigns" if automatic else ""
                return f"🕊️ Order is restored in Paris{how}."
            case happened.ArmyRotated(army, rotated, changed):
                if not changed:
                    return None
                if rotated:
                    return f"🔁 **{box.power[army]}** holds back: it will not advance into France."
                return f"🔁 **{box.power[army]}** is free to advance into France again."
            case happened.ArmyRemoved(army, space):
                return f"✖️ **{box.power[army]}** leaves the war." if space else None
            case happened.LiberationGranted(marker):
                if marker is None:
                    return "🗽 No Liberation marker is left to be granted."
                return "🗽 A **Liberation marker** comes to the Holding Box."
            case happened.LiberationPlaced(_, space):
                return f"🗽 **{box.name(space)}** is liberated (worth {box.space[space].box})."
            case happened.LiberationReturned(_, space, case):
                how = "is conquered" if case == "8.3" else "loses its own fight"
                return f"⛓️ {box.name(space)} {how}: its marker returns to the Holding Box."
            case happened.LiberationSpent(_, origin):
                where = "the Holding Box" if origin == "holding" else box.name(origin)
                return f"📯 *Levée en masse!* The Liberation marker from {where} is given up for good."
            case happened.FrenchArmySet(value, terms):
                why = ", ".join(f"{term.label} {signed(term.value)}" for term in terms)
                return f"🪖 French Army {signed(value) if value else 0}{f' ({why})' if why else ''}."
            case happened.ActionTaken(action, _, left, free):
                if action.startswith("levy"):
                    # What is given up follows, and says it.
                    return None
                note = _FREE.get(free, "") if free else f" · {counted(left, 'action')} left"
                return f"**{self._named(action)}**{note}"
            case happened.ActionsEnded(unspent):
                return f"⏹️ {counted(unspent, 'action')} unspent." if unspent else None
            case happened.ParisFell(armies):
                names = " and ".join(self._power(army) for army in armies)
                return f"🏴 **Paris has fallen** to {names}."
            case Roll() if event.case == ENTRY:
                # The die is the invader's: its success is no good news.
                return f"-# 🛡️ {event.purpose}: 🎲 **{event.faces[0]}**, needs {event.needed} to enter"
            case Roll():
                return f"-# {arithmetic(event, source)}"
            case _:
                return None

    def _stayed(self, army: Army, space: str | None, reason: str, case: str) -> str | None:
        box = self.title.box
        if space is None:
            return None
        why = {
            "start": "is in its starting space already",
            "paris": "is in Paris already",
            "rotated": f"stays {direction(box.name(space), 'in')}: it will not advance into France",
            "defended": f"is stopped and stays {direction(box.name(space), 'in')}",
        }[reason]
        return f"⏸️ **{box.power[army]}** {why} ({case})."

    def _marker(self, marker: Marker, origin: int, target: int, cause: str) -> str:
        name = f"**{marker.title()}**"
        if cause == "edit":
            return f"🛠️ {name} is put at {place(target)}."
        why = {"disorder": " for Disorder in Paris", "reaction": " in the *Reaction!*"}.get(cause, "")
        if origin == target:
            return f"🏛️ {name} stays at {place(target)}{why}."
        return f"🏛️ {name} {'rises' if target > origin else 'falls'} to {place(target)}{why}."

    def _power(self, army: Army) -> str:
        """A power's name inside a sentence; a region has its article."""
        return f"the {self.title.box.power[army]}" if army == "vendee" else self.title.box.power[army]

    def _named(self, notation: str) -> str:
        box = self.title.box
        verb, _, target = notation.partition(" ")
        target = target.partition(" ")[0]
        match verb:
            case "political":
                return f"Political action: {'raise' if target == 'republic' else 'lower'} {target.title()}"
            case "military":
                return f"Attack on {self._power(cast(Army, target))}"
            case "naval":
                return "Attack on the Royal Navy"
            case "liberate":
                return f"Liberate {box.name(target)}"
            case "restore-order":
                return "Restore order in Paris"
            case "spirit":
                return f"Spirit of '89 in {box.name(target)}"
            case _:
                return notation

    def standing(self, view: View, seat: str | None = None) -> list[str]:
        """Tracks, Armies, liberation: the board in text."""
        box = self.title.box
        tracks = " · ".join(f"{marker.title()} {place(value)}" for marker, value in view.tracks.items())
        reign = f"{view.reigning.title()} reigns" if view.reigning else "nobody reigns"
        lines = [
            f"**Government** {tracks}: {reign}",
            f"**French Army** {signed(view.french_army) if view.french_army else 0}",
        ]
        places = []
        for army, at in view.armies.items():
            where = f"{box.name(at.space)} ({at.box})" if at.space else "off the map"
            turned = ", held back" if at.rotated else ""
            places.append(f"{box.power[cast(Army, army)]}: {where}{turned}")
        lines.append("**Armies** " + " · ".join(places))
        free = ", ".join(f"{box.name(space)} (+{at.box})" for space, at in view.liberation.spaces.items())
        markers = [f"{view.liberation.holding} in the Holding Box"]
        if view.liberation.out_of_play:
            markers.append(f"{view.liberation.out_of_play} not yet granted")
        if view.liberation.spent:
            markers.append(f"{view.liberation.spent} given up for good")
        lines.append(f"**Liberated** {free or 'nothing'} · markers: {', '.join(markers)}")
        lines.append(f"**Paris** is in {'Disorder' if view.disorder else 'order'}")
        return lines

    def due(self, state: msgspec.Struct, seat: str | None = None) -> str:
        """What the game waits for; with no actions left, whether there is anything but the end."""
        assert isinstance(state, State)
        if state.phase != "actions" or state.actions_left:
            return super().due(state, seat)
        free = len(self.title.legal_actions(state, SEAT)) > 1
        return f"{'Take a free action or end' if free else 'End'} the turn: no actions left"

    def groups(self, state: msgspec.Struct, seat: str) -> list[Group]:
        """Legal actions by kind, in the order of case 4.3."""
        assert isinstance(state, State)
        legal = self.title.legal_actions(state, seat)
        by_kind: dict[str, list[Choice]] = {}
        for action in legal:
            by_kind.setdefault(_GROUP_OF[type(action)], []).append(self._choice(state, action))
        return [Group(id, prompt, by_kind[id]) for id, prompt in _PROMPTS.items() if id in by_kind]

    def _choice(self, state: State, action: Action) -> Choice:
        notation = self.title.notation(action)
        odds = self.title.odds(state, action)
        label, tone = self._label(state, action)
        if odds is None:
            return Choice(notation, label, self._detail(state, action), tone)
        needs = odds.note or throw(odds)
        return Choice(notation, f"{label} · {odds.percent}%", f"{odds.percent}%: {needs}", tone)

    def _label(self, state: State, action: Action) -> tuple[str, str]:
        box = self.title.box
        match action:
            case Political(marker):
                return f"{marker.title()} {'+1' if marker == 'republic' else '−1'}", "primary"
            case Military(army):
                free = state.boxes[army] == 0 and army not in state.stormed
                return f"{'Free attack' if free else 'Attack'}: {box.power[army]}", "danger"
            case Naval():
                return "Fight the Royal Navy", "danger"
            case Liberate(space, marker):
                by = f" with {marker}" if marker else ""
                return f"Liberate {box.name(space)} (+{box.space[space].box}){by}", "success"
            case RestoreOrder():
                return "Restore order", "success"
            case Levy(origin):
                return f"Levée: {'Holding Box' if origin == 'holding' else box.name(origin)}", "secondary"
            case Spirit(space):
                return f"Spirit of '89: {box.name(space)}", "danger"
            case End():
                if any(at == 0 for at in state.boxes.values()):
                    return "End the turn: Paris falls", "danger"
                unspent = f", {counted(state.actions_left, 'action')} unspent" if state.actions_left else ""
                return f"End the turn{unspent}", "secondary"

    def _detail(self, state: State, action: Action) -> str:
        match action:
            case End():
                return f"{state.actions_left} of this turn's actions would be lost"
            case Levy():
                return "Give the marker up for good, attack at once (10.1)"
            case _:
                return "No die is rolled"

    def moves(self, events: Sequence[Event]) -> list[Move]:
        """Armies and markers that changed place."""
        moves: list[Move] = []
        for event in events:
            match event:
                case happened.ArmyMoved():
                    moves.append(Move(event.army, event.origin_space, event.target_space))
                case happened.LiberationPlaced(_, space):
                    moves.append(Move("liberation", "holding", space))
                case happened.LiberationReturned(_, space):
                    moves.append(Move("liberation", space, "holding"))
                case happened.LiberationGranted(marker) if marker:
                    moves.append(Move("liberation", "out", "holding"))
                case happened.DisorderPlaced(already) if not already:
                    moves.append(Move("disorder", "holding", "paris"))
                case happened.OrderRestored():
                    moves.append(Move("disorder", "paris", "holding"))
                case _:
                    pass
        return moves

    def series(self, views: Sequence[View]) -> list[Series]:
        """The government, the nearest Army and what is liberated, turn by turn."""
        tracks = [Series(marker.title(), [view.tracks[marker] for view in views]) for marker in MARKERS]
        boxes = [[at.box for at in view.armies.values() if at.box is not None] for view in views]
        return [
            *tracks,
            Series("Nearest Army, boxes from Paris", [min(at, default=None) for at in boxes]),
            Series("Liberated spaces", [len(view.liberation.spaces) for view in views]),
        ]

    def verdict(self, outcome: Outcome) -> list[str]:
        """The result in Victory Points, with their working."""
        lines = [f"## {outcome.title}"]
        if outcome.facts.get("paris-fell"):
            lines.append("Paris has fallen.")
        if outcome.score is None:
            return [*lines, f"No points are counted ({outcome.case})."]
        noun = "Victory Point" if abs(outcome.score) == 1 else "Victory Points"
        return [*lines, f"**{points(outcome.score)} {noun}** ({outcome.case})", *worked(outcome)]

    def stakes(self, seat: str, roll: Roll) -> Stake | None:
        """France hopes that an invader's die fails."""
        return Stake(seat, wants=roll.case != ENTRY)

    def chronicle(self, events: Sequence[Event]) -> str:
        """A turn as a paragraph of history."""
        return Chronicle(self.title.box).turn(events)


_FREE = {
    "7.2": " · free, To the Barricades! (7.2)",
    "10.1": " · free, levée en masse (10.1)",
    "10.2": " · free, Spirit of '89 (10.2)",
}

_GROUP_OF: dict[type, str] = {
    Political: "political",
    Military: "military",
    Naval: "naval",
    Liberate: "liberate",
    RestoreOrder: "order",
    Levy: "levy",
    Spirit: "spirit",
    End: "end",
}

_PROMPTS = {
    "political": "Political action",
    "military": "Attack",
    "naval": "Naval action",
    "liberate": "Liberate a space",
    "order": "Order",
    "spirit": "Spirit of '89",
    "levy": "Call a levée en masse",
    "end": "End",
}


def source(label: str) -> str:
    """Where a modifier is from, for people: what was rolled for needs no second mention."""
    head, colon, terms = label.replace("-", "−").partition(": ")
    if colon and "," not in terms:
        # A single term has the value that stands before it.
        terms = terms.rpartition(" ")[0] or terms
    for roll in ("political", "naval", "liberation", "restore order"):
        head = head.removesuffix(f", {roll}")
    return f"{head}{colon}{terms}"


def throw(odds: Odds) -> str:
    """What has to be thrown: `4 or more (+1 headline, needs 5)`."""
    face = odds.needed - sum(value for _, value in odds.modifiers)
    if face <= 2:
        thrown = "anything but a 1"
    elif face >= 6:
        thrown = "a 6"
    else:
        thrown = f"{face} or more"
    sums = "".join(f"{signed(value)} {source(label)}, " for label, value in odds.modifiers)
    return f"{thrown} ({sums}needs {odds.needed})" if sums else thrown


def effects(box: Box, card: Card) -> list[str]:
    """Everything that a card does, a line each, in the order in which it is carried out."""
    lines = []
    for march in card.military:
        verb = "advances" if march.boxes > 0 else "retreats"
        boxes = abs(march.boxes)
        lines.append(f"• {box.power[march.army]} {verb} {boxes} box{'es' if boxes > 1 else ''}")
    lines += [f"• {marker.title()} {signed(change)}" for marker, change in card.political.items()]
    if card.reaction:
        lines.append("• Reaction! (5.2)")
    if card.journee:
        lines.append("• Journée: Disorder in Paris (5.3)")
    for drm in card.drm:
        where = box.power[drm.army] if drm.army else box.name(drm.space) if drm.space else ""
        target = where or (drm.marker or "").title()
        what = drm.roll.replace("-", " ")
        lines.append(f"• {signed(drm.value)} to {what} rolls{f', {target}' if target else ''}")
    for special in card.special:
        match special:
            case Rotate(army):
                lines.append(f"• {box.power[army]} is turned: it will not advance into France (5.5.2)")
            case Restore(army):
                lines.append(f"• {box.power[army]} is turned back: it may advance into France again")
            case Remove(army):
                lines.append(f"• {box.power[army]} leaves the map")
            case Grant(markers):
                lines.append(f"• {markers} Liberation marker{'s' if markers > 1 else ''} to the Holding Box")
    lines.append(f"• **{card.actions} actions**")
    return lines
