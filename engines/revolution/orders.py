"""Standing orders: answers given in advance, for a form or for a question by itself.

An order is what a player could type there, with `;` between several answers. `all`, or a type of laws, stands
for every question of a kind; of two that concern a question, the more specific counts. Answers that are
illegal when their turn comes are skipped. In an order for a form `usual` adds the default answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice

from data.catalogue import N_, _, marked
from engines.core.errors import NotationError
from engines.core.ordered import OrderKind, OrderSet
from engines.revolution import actions
from engines.revolution.actions import SEPARATOR, AnyAnswer, File
from engines.revolution.answers import DONE, Give
from engines.revolution.forms import FORMS, WIDEST
from engines.revolution.procedure import REGISTRY
from engines.revolution.words import Words, fold

_NOTHING = "done"
_USUAL = "usual"
_MOST = 25
_WAYS = 400
"""Ways to fill a form that are tried, of those that begin with the typed text."""
_CAPITALS = re.compile(r"[A-Z]+")
_SAYS: Mapping[str, Mapping[str, N_]] = {
    "event": {
        "decide all yes": N_("Give way to every event that asks."),
        "decide all no": N_("Stand firm against every event that asks."),
    },
    "deposition": {
        "depose yes": N_("Depose the King, if that is voted on."),
        "depose no": N_("Keep the King, if that is voted on."),
    },
    "vote": {"vote all yes": N_("Vote for every law."), "vote all no": N_("Vote against every law.")},
    "veto": {"veto all yes": N_("Veto every law."), "veto all no": N_("Veto nothing.")},
    "tie": {
        "tie all yes": N_("Break every tie by yes: laws pass, and who is judged is guilty."),
        "tie all no": N_("Break every tie by no: laws fail, and who is judged is innocent."),
    },
    "thermidor": {
        "thermidor yes": N_("Install Thermidor where you may."),
        "thermidor no": N_("Install no Thermidor."),
    },
    "verdict": {
        "verdict all guilty": N_("Find everybody guilty."),
        "verdict all innocent": N_("Find everybody innocent."),
    },
    "pin": {"pin all yes": N_("Hold the enemy wherever you can."), "pin all no": N_("Let the enemy leave.")},
    "hide": {
        "hide all yes": N_("Refuse combat wherever you may."),
        "hide all no": N_("Stand and fight everywhere."),
    },
    "wish": {"wish all yes": N_("Attack wherever you may."), "wish all no": N_("Wait everywhere.")},
    "spare": {"spare commune": N_("Spare the Commune."), "spare armies": N_("Spare the armies.")},
    "kidnap": {
        "kidnap yes": N_("Kidnap the King where you can."),
        "kidnap no": N_("Leave the King where he is."),
    },
}
"""Answers of each kind that name no subject, in stored form, with their sentences."""
_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "ally": ("ally SEAT",),
    "common": ("common SEAT on TYPE by SEAT",),
    "event": ("decide EVENT yes", "decide EVENT no"),
    "event-army": ("sacrifice ARMY",),
    "government-objective": ("purpose arrest PERSON", "purpose suppress REGION"),
    "objective": ("objective plot REGION", "objective convince PERSON", "objective raise"),
    "placement": ("place PERSON in REGION",),
    "arrest": ("arrest PERSON x 2",),
    "remove": ("remove PERSON x 2",),
    "convince": ("convince PERSON x 2",),
    "keep": ("keep 0", "keep 1"),
    "plot": ("plot REGION by PERSON x 2",),
    "revolt": ("revolt REGION by PERSON x 2",),
    "pacify": ("pacify REGION x 2",),
    "suppress": ("suppress REGION by PERSON x 2",),
    "commune": ("raise by PERSON x 2", "quell by PERSON x 2"),
    "regime": ("install convention", "install terror", "install none"),
    "deputies": ("turn SEAT by PERSON",),
    "king": ("royal with-marker", "royal without"),
    "propose": ("propose LAW", "propose LAW helped"),
    "decree": ("decree LAW",),
    "vote": (
        "vote TYPE yes",
        "vote all/SEAT yes",
        "vote TYPE/SEAT no",
        "vote LAW yes",
        "vote LAW no",
        "vote king yes",
    ),
    "modify": ("modify all 1", "modify all -1", "modify all/SEAT 1", "modify TYPE 1", "modify LAW -1"),
    "veto": ("veto TYPE yes", "veto all/SEAT yes", "veto LAW yes"),
    "tie": ("tie TYPE yes", "tie LAW no", "tie all/SEAT yes", "tie SEAT no"),
    "verdict": ("verdict PERSON guilty", "verdict SEAT guilty"),
    "pardon": ("pardon PERSON",),
    "critics": ("declare support", "declare criticise", "declare neutral"),
    "land": ("land ARMY in REGION",),
    "muster": ("muster ARMY by PERSON",),
    "levy": ("levy REGION",),
    "disband": ("disband ARMY",),
    "advance": ("advance ARMY along REGION > REGION",),
    "march": ("march ARMY along REGION > REGION",),
    "escort": ("escort ARMY yes", "escort ARMY no"),
    "pin": ("pin REGION no",),
    "hide": ("hide REGION yes",),
    "wish": ("wish REGION yes",),
    "shift": ("shift all 1", "shift REGION -1"),
    "carnot": ("carnot all 1", "carnot all -1"),
    "capital": ("capital REGION",),
}
"""The order forms of the other kinds, with placeholders in capitals."""


_TYPED = {
    question: (*_SAYS.get(question, ()), *_EXAMPLES.get(question, ())) for question in {**_SAYS, **_EXAMPLES}
}
_SENTENCES = {
    _USUAL: N_("What the automatic player would put on the form, without promises."),
    **{form: sentence for forms in _SAYS.values() for form, sentence in forms.items()},
}


def _kinds() -> tuple[OrderKind, ...]:
    single = [
        OrderKind(
            question.kind,
            question.case,
            (*_TYPED[question.kind], _NOTHING),
            marked("Where it is asked by itself."),
        )
        for question in REGISTRY.of.values()
    ]
    forms = []
    for form, kind in FORMS.items():
        examples = [text for note in REGISTRY.asked_in(WIDEST[form]).values() for text in _TYPED[note.kind]]
        forms.append(OrderKind(form, kind.case, (_USUAL, *examples, _NOTHING), kind.prompt))
    return (*forms, *single)


ORDER_KINDS = _kinds()
_FORMS = {order.kind: order.forms for order in ORDER_KINDS}

_CAREFUL = {
    "talk": "decide all no",
    "votes": "verdict all guilty ; veto all yes ; thermidor yes ; hide all yes ; kidnap yes",
}
ORDER_SETS = (
    OrderSet(
        "usual",
        marked("Defaults"),
        marked("Negotiation and votes are submitted at once with the defaults."),
        dict.fromkeys(("talk", "votes"), _USUAL),
    ),
    OrderSet(
        "careful",
        marked("Careful"),
        marked("Against whatever is new, and nobody is let go."),
        {form: f"{_USUAL} {SEPARATOR} {order}" for form, order in _CAREFUL.items()},
    ),
    OrderSet(
        "away",
        marked("While I am away"),
        marked("Every form is submitted at once with the defaults."),
        dict.fromkeys(FORMS, _USUAL),
    ),
)


def read(words: Words, kind: str, text: str) -> str:
    """An order in its stored form: its answers in full.

    :raises NotationError: it is no such order; the error has the forms.
    """
    known = _FORMS.get(kind, ())
    usual, rest = split(text) if kind in FORMS else (False, text)
    try:
        answers = _answers(words, rest)
    except NotationError as error:
        raise NotationError(error.message, choices=known) from None
    questions = {*REGISTRY.asked_in(WIDEST.get(kind, ()))} or {kind}
    strange = next((answer for answer in answers if answer.question not in questions), None)
    if not known or not text.strip() or strange is not None:
        raise NotationError(
            _("{text!r} is not a standing order for {kind}", text=text[:40], kind=kind), choices=known
        )
    return f" {SEPARATOR} ".join([_USUAL] * usual + [kept(answers)] * (bool(answers) or not usual))


def split(order: str) -> tuple[bool, str]:
    """Whether an order says `usual`, and the rest of it."""
    parts = [part.strip() for part in order.split(SEPARATOR)]
    rest = [part for part in parts if fold(part) != _USUAL]
    return len(rest) < len(parts), f" {SEPARATOR} ".join(rest) or _NOTHING


def said(order: str) -> str:
    """A stored order as sentences; empty where an answer has none."""
    answers = order.split(f" {SEPARATOR} ")
    if not _SENTENCES.keys() >= {*answers}:
        return ""
    return " ".join(str(_SENTENCES[answer]) for answer in answers)


def kept(answers: tuple[AnyAnswer, ...]) -> str:
    """Answers in one line."""
    return f" {SEPARATOR} ".join(map(actions.notation, answers)) or _NOTHING


def _answers(words: Words, text: str) -> tuple[AnyAnswer, ...]:
    answers: list[AnyAnswer] = []
    for part in text.split(SEPARATOR):
        answer = actions.parse(words, part, list)
        if isinstance(answer, File | Give):
            raise NotationError(_("{typed!r} is no answer", typed=part.strip()[:40]))
        if answer != DONE:
            answers.append(answer)
    return tuple(answers)


def offered(words: Words, kind: str, typed: str) -> list[str]:
    """Orders that go on from the last typed answer, with names where a form has capitals."""
    done, _, last = typed.rpartition(SEPARATOR)
    begun = fold(last)
    filled = (islice(_filled(words, form, begun), _WAYS) for form in _FORMS.get(kind, ()))
    orders: dict[str, None] = {}
    for text in chain((last,), *filled):
        if len(orders) == _MOST:
            break
        try:
            orders[read(words, kind, f"{done} {SEPARATOR} {text}" if done else text)] = None
        except NotationError:
            continue
    return [*orders]


def _filled(words: Words, form: str, begun: str, before: str = "") -> Iterator[str]:
    """A form with names in place of its capitals, where it begins with the typed text.

    :param before: the words of the form that are filled already.
    """
    capitals = _CAPITALS.search(form)
    head = before + (form[: capitals.start()] if capitals else form)
    if not head.startswith(begun[: len(head)]):
        return
    if capitals:
        for name in words.choices(capitals[0]):
            yield from _filled(words, form[capitals.end() :], begun, head + name)
    elif len(head) >= len(begun):
        yield head
