"""A campaign of six people, each of whom does what the automatic player would: typed, or pressed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace
from simcord import MemberActor

from bot.games.revolution.presenter import RevolutionPresenter
from bot.games.shown import Does, Group
from engines.core.errors import EngineError
from engines.revolution import actions
from engines.revolution.actions import Action, File
from engines.revolution.answers import Give, Place
from engines.revolution.box import PARIS
from engines.revolution.chances import prospect
from engines.revolution.state import State, deputies, king_holder
from engines.revolution.title import Revolution
from engines.revolution.war.reinforcement import conscripts
from engines.revolution.war_answers import Advance, March
from tests.revolution.bot.six import Six
from tests.support.duel import choices, panel_of, pressed
from tests.support.match import Match, Typed

TITLE = Revolution()
WORDS = RevolutionPresenter(TITLE)

_ROLLED = {
    **{verb: (verb, "person") for verb in ("arrest", "remove", "convince")},
    "pacify": ("pacify", "region"),
    **{verb: (verb, "region") for verb in ("plot", "revolt", "suppress")},
    **{verb: (f"commune {verb}", "region") for verb in ("raise", "quell")},
}
"""Commands of what is rolled for, and the option of whom or where."""
_ONE = {
    "ally": ("declare alliance", "current"),
    "declare": ("declare stand", "stand"),
    "objective": ("plan objective", "what"),
    "purpose": ("plan purpose", "what"),
    "install": ("commune install", "regime"),
    "turn": ("turn", "whose"),
    "royal": ("royal", "how"),
    "keep": ("form keep", "roll"),
    "decide": ("event decide", "event"),
    "depose": ("event depose", "answer"),
    "sacrifice": ("event sacrifice", "army"),
    **{verb: (f"law {verb}", "law") for verb in ("propose", "decree", "modify", "veto")},
    **{verb: (f"law {verb}", "question") for verb in ("vote", "tie")},
    **{verb: (f"law {verb}", "person") for verb in ("verdict", "pardon")},
    "thermidor": ("law thermidor", "answer"),
    **{verb: (f"war {verb}", "army") for verb in ("land", "muster", "disband", "escort")},
    **{verb: (f"war {verb}", "way") for verb in ("advance", "march")},
    **{verb: (f"war {verb}", "region") for verb in ("levy", "pin", "hide", "wish", "shift", "carnot")},
    "spare": ("war spare", "what"),
    "kidnap": ("war kidnap", "answer"),
    "capital": ("war capital", "region"),
}
"""Commands with one option, by verb."""


def typed(said: str) -> Typed:
    """How an answer is typed."""
    verb, _, rest = said.partition(" ")
    if verb == "put":
        person, _, region = rest.partition(" in ")
        return Typed("plan place", {"person": person, "region": region})
    if verb == "common":
        current, _, other = rest.partition(" on ")
        law, _, by = other.partition(" by ")
        return Typed("declare common", {"current": current, "law": law, "by": by})
    if verb in _ROLLED:
        command, option = _ROLLED[verb]
        before, _, rolls = rest.partition(" x ")
        about, _, by = f" {before}".partition(" by ")
        found = {option: about.strip(), "by": by, "rolls": rolls}
        return Typed(command, {name: value for name, value in found.items() if value})
    if verb in _ONE:
        command, option = _ONE[verb]
        return Typed(command, {option: rest})
    assert said == "done"
    return Typed("form leave", {})


class Assembly(Match):
    """The campaign in the hall, and the same by the rules alone."""

    def __init__(self, life: Six) -> None:
        super().__init__(life, TITLE, life.of)
        self.life: Six = life
        self.chance = random.Random(life.seed)
        self.said: set[str] = set()
        """Verbs that were put on a form, or answered with."""

    @property
    def state(self) -> State:
        """How it stands."""
        assert isinstance(self.game.state, State)
        return self.game.state

    def typed_as(self, action: Action) -> Typed:
        return typed(TITLE.notation(action))

    async def took(self, action: Action) -> None:
        """It stands in the journal, and who can put nothing on the form that has come has handed it in."""
        self.met.add(self.asked(self.decision))
        self.game.act(self.decision.seat, action)
        while left := [
            (decision.seat, empty)
            for decision in self.game.decisions
            if (empty := TITLE.forced(self.state, decision)) is not None
        ]:
            for seat, empty in left:
                self.game.act(seat, empty, source="forced")
        await self.as_it_should_be()

    async def goes_on(self, *, typing: bool) -> None:
        """Whoever is asked first does what the automatic player would."""
        seat = self.decision.seat
        action = TITLE.suggest(self.state, seat, self.chance)
        assert action is not None
        if WORDS.sheet(self.state, seat, None, {}) is None:
            self.said.add(TITLE.notation(action).partition(" ")[0])
            await (self.type if typing else self.press)(action)
        elif typing:
            await self._types(seat, action)
        else:
            await self._presses(seat, action)

    async def is_left(self, silent: str, leaver: str, deputy: MemberActor) -> None:
        """Somebody sits in for a Current in the middle of a form, the bot starts anew, and one is silent."""
        others = [decision.seat for decision in self.game.decisions if decision.seat != silent]
        await self.life.types(self.player(leaver), "seat substitute", user=deputy, until="9d")
        await self.life.presses(deputy, self.life.newest("Sit down"), "Sit down")
        self.life.of[leaver] = deputy
        await self.life.reopen()
        for seat in others:
            await self.life.files(seat)
        assert await self.life.owing() == [silent]
        due = await self.life.due(TITLE.seat_names[silent])
        await self.life.wait((due - self.life.env.now()).total_seconds() / 3600 + 1)
        taken = (await self.table.record()).journal[len(self.game.journal) :]
        assert taken[-1].seat == silent
        assert taken[-1].source != "player"
        for entry in taken:
            self.game.act(entry.seat, entry.action, source=entry.source)
        await self.as_it_should_be()
        self._panels.clear()
        self._current = None

    def _changes(self, seat: str, action: Action) -> Iterator[tuple[str, str]]:
        """What is put on a form one by one, each with the form after it; what can't be is left out."""
        sheet = WORDS.sheet(self.state, seat, None, {})
        assert sheet is not None
        text = sheet.text
        for change in _parts(action):
            try:
                after = WORDS.written(self.state, seat, text, change)
            except EngineError:
                continue
            if after != text:
                text = after
                self.said.add(change.partition(" ")[0])
                yield change, text

    async def _types(self, seat: str, action: Action) -> None:
        actor, text = self.player(seat), _blank(self.state, seat)
        self._current = None
        for change, after in self._changes(seat, action):
            command, options = typed(change)
            result = await self.life.slash(actor, f"revolution {command}", **options)
            assert panel_of(result).message, change
            text = after
        await self.life.slash(actor, "revolution form hand-in")
        await self.took(TITLE.parse(self.state, text, seat))

    async def _presses(self, seat: str, action: Action) -> None:
        await self.panel(seat)
        text = _blank(self.state, seat)
        for change, _after in self._changes(seat, action):
            way = next(_ways(self.state, seat, text, _pressed(change)), None)
            if way is None:
                assert self._idle(seat, change), (seat, change, text)
                continue
            for key in way:
                await self._clicks(seat, key)
            text = WORDS.written(self.state, seat, text, way[-1].removeprefix(Does.WRITE.value))
        await self._clicks(seat, Does.HAND_IN.value)
        await self.took(TITLE.parse(self.state, text, seat))

    def _idle(self, seat: str, said: str) -> bool:
        """Whether a panel may be without an answer, as nothing that is still to come makes it count."""
        state, verb = self.state, said.partition(" ")[0]
        match verb:
            case "vote" | "verdict" | "declare":
                return not deputies(state, seat)
            case "tie":
                return seat not in (king_holder(state), state.government)
            case "levy":
                return not state.levy + conscripts(TITLE.box, state)
        answer = actions.parse(TITLE.words, said, list)
        assert not isinstance(answer, File | Give)
        found = prospect(TITLE.box, state, seat, answer)
        return found is not None and found.price > state.purses[found.actor]

    async def _clicks(self, seat: str, key: str) -> None:
        panel = self._panels[seat]
        control = next((each for each in choices(panel) if each.action == key), None)
        assert control is not None, (key, [each.action for each in choices(panel)])
        self._panels[seat] = panel_of(await pressed(panel, self.player(seat), control))
        await self.table.bot.outbox.drain()


def _blank(state: State, seat: str) -> str:
    sheet = WORDS.sheet(state, seat, None, {})
    assert sheet is not None
    return sheet.text


def _parts(action: Action) -> Iterator[str]:
    answers = action.answers if isinstance(action, File) else (action,)
    for answer in answers:
        if isinstance(answer, Place):
            for person, region in sorted(answer.where, key=lambda pair: pair[1] != PARIS):
                yield f"put {person} in {region}"
        else:
            yield actions.notation(answer)


def _pressed(change: str) -> list[str]:
    """What puts something on a form: of a way too long for an option, its end alone."""
    texts = [change]
    with suppress(EngineError):
        answer = actions.parse(TITLE.words, change, list)
        if isinstance(answer, March | Advance):
            texts.append(actions.notation(replace(answer, path=answer.path[-1:])))
    return [Does.WRITE.control(text) for text in texts]


def _ways(state: State, seat: str, text: str, wanted: Sequence[str], key: str = "") -> Iterator[list[str]]:
    """What is pressed one after the other to put something on a form."""
    sheet = WORDS.sheet(state, seat, text, {}, key)
    groups: Sequence[Group] = () if sheet is None else sheet.groups
    for choice in (choice for group in groups for choice in group.choices):
        if choice.control in wanted:
            yield [choice.control]
        elif choice.does is Does.OPEN:
            for way in _ways(state, seat, text, wanted, choice.notation):
                yield [choice.control, *way]
