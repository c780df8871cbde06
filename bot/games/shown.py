"""The values that a game gives to be shown and pressed: choices and forms, headings and scenes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from hashlib import blake2b
from typing import Literal, NamedTuple

import msgspec

from data.nouns import labelled
from engines.core.events import Event
from render import WHOLE, CloseUp

THEN = " & "
"""Separates the actions of a choice: each is taken after the one before, if it is legal then."""


class Does(Enum):
    """What a choice does; the value begins the text of its control."""

    TAKE = ""
    """The choice takes the action of its notation."""
    OPEN = "> "
    """The choice opens further choices; its notation is their key."""
    WRITE = ": "
    """The choice changes its seat's sheet; its notation is the change."""
    HAND_IN = ": file"
    """The choice takes the action of its seat's sheet."""
    FINISH = ": finish"
    """The choice takes the action of its seat's sheet, and then the one that ends the step."""
    ORDER = "! "
    """The choice gives the standing order of its notation; a kind alone opens the orders to choose from."""

    def control(self, notation: str = "") -> str:
        """The text of a control."""
        return f"{self.value}{notation}"


def pressed(control: str) -> tuple[Does, str]:
    """What a control with that text does, and the notation."""
    for whole in (Does.HAND_IN, Does.FINISH):
        if control == whole.value:
            return whole, ""
    does = next(
        each for each in (Does.OPEN, Does.WRITE, Does.ORDER, Does.TAKE) if control.startswith(each.value)
    )
    return does, control.removeprefix(does.value)


class Closing(NamedTuple):
    """The action that ends a step: it is taken only while that decision is still asked."""

    kind: str
    """The kind of decision."""
    notation: str


class Choice(NamedTuple):
    """One legal action, or what leads to one, as a choice: the words of its button and its notation."""

    notation: str
    """Empty where the sheet has the action."""
    label: str
    """Short words for a button, chance included."""
    reason: str
    """The arithmetic of the chance, or the consequences."""
    tone: str = "secondary"
    """`primary`, `secondary`, `success` or `danger`."""
    chance: str = ""
    """`45%`, where there is one."""
    does: Does = Does.TAKE
    place: str = ""
    """What it chooses on the map, by the artist's word for it; empty where that is no place."""

    @property
    def control(self) -> str:
        """The text of its control."""
        return self.does.control(self.notation)

    @property
    def detail(self) -> str:
        """The reason with the chance before it, where the label is not shown."""
        return labelled(self.chance, self.reason) if self.chance else self.reason


class Group(NamedTuple):
    """Choices of one kind, shown together; always in a list, where their reasons are to be weighed."""

    id: str
    prompt: str
    choices: list[Choice]
    weighed: bool = False


class Offers(NamedTuple):
    """Standing orders of a kind to choose from: what they come to, Markdown, and the list."""

    lines: list[str]
    """The first is an opening: what happened, what is decided, and what happens otherwise."""
    group: Group


class Option(NamedTuple):
    """One entry of a list in a form."""

    value: str
    label: str
    detail: str = ""


class Field(NamedTuple):
    """A line, or lines, that can be filled in; with options a list to choose from."""

    id: str
    label: str
    value: str
    """The initial value; of a list the values that are chosen, a line each."""
    hint: str = ""
    """What to enter, and what a blank field means."""
    example: str = ""
    """An example, which an empty field shows."""
    options: Sequence[Option] = ()
    most: int = 1
    """The most options that can be chosen."""


GIFT = "give"
"""Id of the form by which a seat gives another something of its own: fields `seat` and `amount`."""


class Form(NamedTuple):
    """An action that is entered in fields, five at most, which begin with sensible values."""

    id: str
    label: str
    """The words of the button that opens it."""
    title: str
    fields: list[Field]
    about: object = None
    """What it is about, a value that can be encoded, where the same form is offered for others later."""

    @property
    def tag(self) -> str:
        """What it is about as 8 letters and digits; empty if it is always about the same."""
        about = msgspec.json.encode(self.about, order="deterministic")
        return "" if self.about is None else blake2b(about, digest_size=4).hexdigest()


class Placed(NamedTuple):
    """A line about a place on the map, before which its mark is set: the number there, mostly."""

    place: str
    text: str

    def line(self, mark: str | None = None) -> str:
        """The line in small print."""
        return f"-# {self.text}" if mark is None else f"-# **{mark}** · {self.text}"


class Sheet(NamedTuple):
    """An action of many parts that a seat writes one by one before it hands it in."""

    text: str
    """The action written so far, in its notation."""
    lines: list[str]
    """The parts on it, Markdown."""
    groups: list[Group]
    """The changes: parts to add or take off; one hands it in, and with a `closing` one finishes."""
    close: CloseUp | None = None
    """The part of the map for it, with the parts written; None: that of the choices."""
    due: str = ""
    """What its seat does with it, where that is not to hand it in."""
    needed: int = 0
    """Lines, from the first on, that are shown however little room there is: of `brief` if there is one."""
    closing: Closing | None = None
    """What ends the step after it; None: it can't be ended so."""
    placed: Sequence[Placed] = ()
    """Further lines, in small print, each about a place on the map."""
    otherwise: str = ""
    """What the default comes to for a seat that has written another form."""
    brief: Sequence[str] = ()
    """The parts on it in fewer rows, for where there is no room for `lines`."""


class Preview(NamedTuple):
    """The results of an action, as far as its seat can know, shown before the seat confirms it."""

    lines: list[str]
    """Markdown."""
    label: str
    """The words of the button that confirms it."""
    close: CloseUp = WHOLE
    """The part of the map for it; `WHOLE` is none."""


MARKS = {"fight": "⚔️", "vote": "🗳️", "march": "🚩", "day": "📯"}


class Headline(NamedTuple):
    """What a fight, a vote, a march or a great day has decided."""

    about: Literal["fight", "vote", "march", "day"]
    title: str
    """The result, without a full stop: `The Royalists rout the Republicans in Cholet`."""
    winner: str = ""
    """The side or seat that won, or `yes` or `no`; empty where nobody did."""
    holder: str = ""
    """The side that holds the place after it; empty where neither does, or where it is not known."""
    told: str = ""
    """Further sentences: who holds the place, what it cost, and who acts next."""

    def lines(self) -> list[str]:
        """The title, and the rest in small print, Markdown."""
        return [f"{MARKS[self.about]} **{self.title}.**", *([f"-# {self.told}"] if self.told else [])]


class Scene(NamedTuple):
    """A run of events with a public post of its own, kept up to date while it lasts: a battle, say."""

    title: str
    lines: list[str]
    """Markdown, oldest first."""
    close: CloseUp
    """The part of the map, or the sheet, for it."""
    over: bool
    colour: int
    """Accent, 0xRRGGBB."""
    events: Sequence[Event] | None = None
    """The events for its arrows; None: those of the whole chapter."""
    headlines: Sequence[Headline] = ()
    """What it has decided; the lines are then its detail."""


class Heading(NamedTuple):
    """The beginning of a chapter's card."""

    title: str
    line: str
    """Date, deck and the like, in small print."""
    text: str
    """History."""
    colour: int
    """Accent, 0xRRGGBB."""


class Awaited(NamedTuple):
    """One seat's part in a decision that several seats make at once, without its content."""

    seat: str
    given: bool
    phrase: str
    """The question of the decision."""
