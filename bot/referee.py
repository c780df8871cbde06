"""The referee: the rules over standard input and output, one JSON object per line each way."""

from __future__ import annotations

import logging
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import engines
from data.catalogue import _
from data.schema import PackError
from data.sentences import written
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.errors import DiceError, EngineError, StateError, UsageError
from engines.core.game import Game
from engines.core.record import Record, digest, read_state, verify
from engines.packs import PackRegistry

log = logging.getLogger("tocsin.referee")

Reply = dict[str, Any]
Request = Mapping[str, Any]


class Referee:
    """One game at a time, set up and played by requests.

    A refusal leaves the game as it was.
    """

    def __init__(self) -> None:
        self._game: Game | None = None
        self._faces: list[int] = []
        self._stacks: dict[str, list[str]] = {}
        self._ops: dict[str, Callable[[Request], Reply]] = {
            "titles": self._titles,
            "new": self._new,
            "legal": self._legal,
            "advise": self._advise,
            "act": self._act,
            "view": self._view,
            "state": self._state,
            "load": self._load,
            "dice": self._dice,
            "stack": self._stack,
            "record": self._record,
            "replay": self._replay,
            "render": self._render,
        }

    def answer(self, line: bytes) -> bytes:
        """The reply to one request, without line end."""
        try:
            return msgspec.json.encode({"ok": True, **self._dispatch(line)})
        except EngineError as error:
            refusal = error
        except Exception as error:
            # The caller may send further requests, after any error.
            log.exception("a request could not be answered")
            refusal = StateError(
                _(
                    "There is a fault in the rules, or in the state that was loaded: {name}; the game "
                    "is as it was",
                    name=type(error).__name__,
                )
            )
        return msgspec.json.encode({"ok": False, "error": _told(refusal)})

    def _dispatch(self, line: bytes) -> Reply:
        try:
            request = msgspec.json.decode(line)
            if not isinstance(request, dict):
                raise UsageError(_("A request is a JSON object"))
            op = _field(request, "op", str)
            if op not in self._ops:
                raise UsageError(
                    _("There is no request {op!r}; there are {ops}", op=op, ops=", ".join(self._ops))
                )
            return self._ops[op](request)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UsageError(_("The line is not JSON")) from None
        except RecursionError:
            raise UsageError(_("The request is nested too deeply")) from None

    @property
    def _playing(self) -> Game:
        if self._game is None:
            raise UsageError(_("No game is set up"))
        return self._game

    def _titles(self, request: Request) -> Reply:
        return {
            "titles": [
                {
                    "id": title.id,
                    "name": title.name,
                    "seats": list(title.seats),
                    "scenarios": [msgspec.to_builtins(scenario) for scenario in title.scenarios],
                    "options": [msgspec.to_builtins(option) for option in title.options],
                }
                for title in engines.titles().values()
            ]
        }

    def _new(self, request: Request) -> Reply:
        title = engines.find(_field(request, "title", str))
        scenario = title.scenario(_field(request, "scenario", str, title.scenarios[0].id)).id
        options = title.chosen(_field(request, "options", dict, {}))
        seed = _seed(request)
        return self._set_up(lambda: Game(title, scenario, options, seed=seed, dice=self._laid_out(seed)))

    def _load(self, request: Request) -> Reply:
        title = engines.find(_field(request, "title", str))
        state = read_state(title, _field(request, "state", dict))
        seed = _seed(request)
        return self._set_up(lambda: Game(title, seed=seed, dice=self._laid_out(seed), state=state))

    def _laid_out(self, seed: str) -> Dice:
        """Dice with the faces and cards that were given before the game was set up."""
        dice = Dice(seed)
        dice.feed(self._faces)
        for deck, cards in self._stacks.items():
            dice.stack(deck, cards)
        return dice

    def _set_up(self, begin: Callable[[], Game]) -> Reply:
        try:
            game = begin()
            for deck in self._stacks:
                _check_stack(game.title, game.state, deck, game.dice.stacked(deck), ())
        except EngineError:
            # Cards that this game refuses must not affect the next game.
            self._stacks.clear()
            raise
        reply = self._after(game, game.opening_events)
        self._game = game
        self._faces.clear()
        self._stacks.clear()
        return reply

    def _after(self, game: Game, events: list[Any]) -> Reply:
        return {
            "events": [msgspec.to_builtins(written(event)) for event in events],
            "decisions": [msgspec.to_builtins(decision) for decision in game.decisions],
            "outcome": msgspec.to_builtins(written(game.outcome)),
            "digest": digest(game.state),
        }

    def _legal(self, request: Request) -> Reply:
        game = self._playing
        seat = _field(request, "seat", str)
        game.title.seated(seat)
        return {"actions": game.legal(seat)}

    def _advise(self, request: Request) -> Reply:
        title, state = self._playing.title, self._playing.state
        seat = _field(request, "seat", str)
        title.seated(seat)
        advice = title.advise(state, seat, random.Random(digest(state)))  # noqa: S311 - a way to play, no secret
        rows = [(title.notation(each.action), each.expected, each.reason) for each in advice]
        return {"advice": [dict(zip(("action", "expected", "reason"), each, strict=True)) for each in rows]}

    def _act(self, request: Request) -> Reply:
        game = self._playing
        seat = _field(request, "seat", str)
        game.title.seated(seat)
        with game.kept():
            return self._after(game, game.act(seat, _field(request, "action", str)))

    def _view(self, request: Request) -> Reply:
        game = self._playing
        return {"view": msgspec.to_builtins(game.title.published(game.state, self._seat(game, request)))}

    def _state(self, request: Request) -> Reply:
        return {"state": msgspec.to_builtins(self._playing.state)}

    def _dice(self, request: Request) -> Reply:
        faces = _field(request, "faces", list)
        if self._game is not None:
            self._game.dice.feed(faces)
        else:
            Dice(None).feed(faces)
            self._faces += faces
        return {}

    def _stack(self, request: Request) -> Reply:
        deck = _field(request, "deck", str)
        cards = _field(request, "cards", list)
        if not all(isinstance(card, str) for card in cards):
            raise UsageError(_("Cards are named by text"))
        if self._game is None:
            self._stack_for_later(deck, cards)
            return {}
        game = self._game
        _check_stack(game.title, game.state, deck, cards, game.dice.stacked(deck))
        game.dice.stack(deck, cards)
        return {}

    def _stack_for_later(self, deck: str, cards: list[str]) -> None:
        titles = [title for title in engines.titles().values() if deck in title.decks]
        if not titles:
            raise UsageError(_("No title has a deck {deck!r}", deck=deck))
        before = self._stacks.get(deck, [])
        for title in titles:
            try:
                _check_stack(title, None, deck, cards, before)
            except DiceError as error:
                refused = error
            else:
                self._stacks[deck] = [*before, *cards]
                return
        raise refused

    def _record(self, request: Request) -> Reply:
        return {"record": msgspec.to_builtins(self._playing.record())}

    def _replay(self, request: Request) -> Reply:
        try:
            record = msgspec.convert(_field(request, "record", dict), Record)
        except msgspec.ValidationError as error:
            raise UsageError(_("The record can't be read: {error}", error=error)) from None
        try:
            title = PackRegistry(engines.titles().values()).of_record(record) or engines.find(record.title)
        except PackError as error:
            raise UsageError(
                _("The pack that the record carries is faulty: {faults}", faults=error.faults[0])
            ) from None
        verdict = verify(title, record)
        return {"digest": verdict.digest, "outcome": msgspec.to_builtins(written(verdict.outcome))}

    def _render(self, request: Request) -> Reply:
        import render  # noqa: PLC0415 - most games are played without a picture

        game = self._playing
        path = Path(_field(request, "path", str))
        view = game.title.view(game.state, self._seat(game, request))
        try:
            picture = render.picture(game.title.id, view, game.title.data)
        except render.RenderError as error:
            raise UsageError(_("There is no picture: {error}", error=error)) from None
        try:
            path.write_bytes(picture.data)
        except (OSError, ValueError) as error:
            raise UsageError(
                _("The picture can't be written to {path!r}: {error}", path=str(path), error=error)
            ) from None
        return {"size": [picture.width, picture.height], "bytes": len(picture.data), "alt": picture.alt}

    def _seat(self, game: Game, request: Request) -> str | None:
        seat: str | None = _field(request, "seat", str, None)
        if seat is not None:
            game.title.seated(seat)
        return seat


def _told(refusal: EngineError) -> Reply:
    return {
        "kind": refusal.kind,
        "message": refusal.message,
        "case": refusal.case or None,
        "choices": list(refusal.choices),
    }


_MISSING: Any = object()


def _field(request: Request, name: str, kind: type[Any], default: Any = _MISSING) -> Any:
    value = request.get(name, default)
    if value is _MISSING:
        raise UsageError(_("The request wants a field {name!r}", name=name))
    if value is not default and not isinstance(value, kind):
        raise UsageError(_("Field {name!r} is not of the right kind", name=name))
    return value


def _seed(request: Request) -> str:
    seed = _field(request, "seed", str, None)
    return secrets.token_hex(16) if seed is None else str(seed)


def _check_stack(
    title: AnyTitle,
    state: msgspec.Struct | None,
    deck: str,
    cards: Sequence[str],
    before: Sequence[str],
) -> None:
    for index, card in enumerate(cards):
        if card not in title.may_come(state, deck, [*before, *cards[:index]]):
            raise DiceError(_("Card {card!r} cannot come next off {deck}", card=card, deck=deck))


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    referee = Referee()
    for line in requests:
        replies.write(referee.answer(line) + b"\n")
        replies.flush()
