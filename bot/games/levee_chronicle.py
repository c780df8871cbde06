"""*Levée en Masse* as history: a turn is a paragraph in the past tense, dice in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.presenter import place, signed
from engines.core.events import Event, PhaseBegun, Roll
from engines.levee import events as happened
from engines.levee.box import Box


class Chronicle:
    """Tells turns from their events."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def turn(self, events: Sequence[Event]) -> str:
        """One turn: what the headline brought, what France did, how it was left."""
        phases: dict[str, list[Event]] = {}
        phase = "headline"
        for event in events:
            if isinstance(event, PhaseBegun):
                phase = event.phase
            phases.setdefault(phase, []).append(event)
        told = [
            self._headline(phases.get("headline", [])),
            self._actions(phases.get("actions", [])),
            self._close(phases.get("housekeeping", [])),
        ]
        return " ".join(part for part in told if part)

    def _headline(self, events: Sequence[Event]) -> str:
        sentences = [self._marches(events), self._markers(events)]
        for event in events:
            match event:
                case happened.ArmyStayed(army, space, "defended") if space:
                    sentences.append(
                        f"The free people before {self.box.name(space)} stopped {self._power(army)}."
                    )
                case happened.ArmyStayed(army, _, "rotated"):
                    sentences.append(_upper(f"{self._power(army)} would not enter France."))
                case happened.DisorderPlaced(already):
                    sentences.append(
                        "The sections marched, and Paris stayed in disorder."
                        if already
                        else "The sections marched, and Paris fell into disorder."
                    )
                case happened.ArmyRotated(army, True, True):
                    sentences.append(_upper(f"{self._power(army)} held back from then on."))
                case happened.ArmyRotated(army, False, True):
                    sentences.append(_upper(f"{self._power(army)} was ready to invade again."))
                case happened.ArmyRemoved(army, space) if space:
                    sentences.append(_upper(f"{self._power(army)} left the war."))
                case happened.LiberationGranted(marker) if marker:
                    sentences.append("A sister republic could now be raised.")
                case _:
                    pass
        return " ".join(sentence for sentence in sentences if sentence)

    def _marches(self, events: Sequence[Event]) -> str:
        on: list[str] = []
        back: list[str] = []
        for event in events:
            if isinstance(event, happened.ArmyMoved):
                told, verb = (on, "advanced") if event.target < event.origin else (back, "fell back")
                # The verb is said once: `Britain advanced to Rouen, Prussia to Verdun`.
                verb = "" if told else f" {verb}"
                told.append(f"{self._power(event.army)}{verb} to {self.box.name(event.target_space)}")
        return " ".join(f"{_listed(told)}." for told in (on, back) if told)

    def _markers(self, events: Sequence[Event]) -> str:
        moves = [
            f"{e.marker.title()} {'rose' if e.target > e.origin else 'fell'} to {place(e.target)}"
            for e in events
            if isinstance(e, happened.MarkerMoved) and e.target != e.origin
        ]
        return f"{_listed(moves)}." if moves else ""

    def _actions(self, events: Sequence[Event]) -> str:
        sentences: list[str] = []
        done = undone = ""
        for event in events:
            match event:
                case happened.ActionTaken(action):
                    done, undone = self._deed(action)
                    if action.startswith("levy"):
                        sentences.append("The levée en masse was called.")
                case Roll():
                    terms = "".join(signed(modifier.value) for modifier in event.modifiers)
                    die = f"({event.faces[0]}{terms} for {event.needed})"
                    sentences.append(f"{done if event.success else undone} {die}.")
                case happened.OrderRestored(True):
                    sentences.append("Order returned to Paris by the Republic's own weight.")
                case _:
                    pass
        return " ".join(sentences)

    def _deed(self, action: str) -> tuple[str, str]:
        """What is said of an action that succeeds, and of one that fails."""
        verb, _, target = action.partition(" ")
        target = target.partition(" ")[0]
        match verb:
            case "political":
                name = target.title()
                if target == "republic":
                    return f"The cause of the {name} gained", f"A motion for the {name} was lost"
                return f"{name} lost ground", f"An attack on {name} came to nothing"
            case "military":
                power = self._power(target)
                return f"France threw {power} back", f"An attack on {power} was beaten off"
            case "naval":
                return "The fleet drove the British off", "The Royal Navy held the sea"
            case "liberate":
                return f"{self.box.name(target)} was liberated", f"A rising in {self.box.name(target)} failed"
            case "restore-order":
                return "Order was restored in Paris", "Paris would not be quieted"
            case "spirit":
                name = self.box.name(target)
                return f"{name} beat its invaders by itself", f"{name} fought alone and was overrun"
            case _:
                return "It was done", "It failed"

    def _close(self, events: Sequence[Event]) -> str:
        sentences: list[str] = []
        for event in events:
            match event:
                case happened.ParisFell(armies):
                    sentences.append(f"**Paris fell to {_listed([self._power(army) for army in armies])}.**")
                case happened.MarkerMoved(_, origin, target) if target != origin:
                    sentences.append(f"Disorder cost the Republic a step, to {place(target)}.")
                case happened.LiberationReturned(_, space):
                    sentences.append(f"{self.box.name(space)} was conquered.")
                case _:
                    pass
        return " ".join(sentences)

    def _power(self, army: str) -> str:
        name = self.box.power[army]  # type: ignore[index]
        return f"the {name}" if name == "Vendée" else name


def _listed(names: Sequence[str]) -> str:
    """`A, B and C`, with a capital letter first."""
    return _upper(" and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
