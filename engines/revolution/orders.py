"""Standing orders: answers that are given beforehand, for a form or for a question by itself.

An order is what could be typed there, with `;` between several answers; `all`, or a type of laws, stands for
every question of a kind. What can't be done when it comes to it is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product

from data.catalogue import _, marked
from engines.core.contract import OrderKind, OrderSet
from engines.core.errors import NotationError
from engines.revolution import actions
from engines.revolution.actions import SEPARATOR, AnyAnswer, File
from engines.revolution.answers import DONE, Give
from engines.revolution.forms import FORMS, WIDEST
from engines.revolution.procedure import REGISTRY
from engines.revolution.words import Words, fold

_NOTHING = "done"
_MOST = 25
_WAYS = 400
"""Ways to fill a form that are looked through."""
_CAPITALS = re.compile(r"[A-Z]+")
_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "ally": ("ally SEAT",),
    "common": ("common SEAT on TYPE by SEAT",),
    "event": ("decide all yes", "decide all no", "decide EVENT yes", "decide EVENT no"),
    "deposition": ("depose yes", "depose no"),
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
    "vote": ("vote all yes", "vote all no", "vote TYPE yes", "vote LAW yes", "vote LAW no"),
    "modify": ("modify all 1", "modify all -1", "modify TYPE 1", "modify LAW -1"),
    "veto": ("veto all yes", "veto all no", "veto TYPE yes", "veto LAW yes"),
    "tie": ("tie all yes", "tie all no", "tie TYPE yes", "tie LAW no"),
    "thermidor": ("thermidor yes", "thermidor no"),
    "verdict": ("verdict all guilty", "verdict all innocent", "verdict PERSON guilty"),
    "pardon": ("pardon PERSON",),
    "critics": ("declare support", "declare criticise", "declare neutral"),
    "land": ("land ARMY in REGION",),
    "muster": ("muster ARMY by PERSON",),
    "levy": ("levy REGION",),
    "disband": ("disband ARMY",),
    "advance": ("advance ARMY along REGION > REGION",),
    "march": ("march ARMY along REGION > REGION",),
    "escort": ("escort ARMY yes", "escort ARMY no"),
    "pin": ("pin all yes", "pin all no", "pin REGION no"),
    "hide": ("hide all yes", "hide all no", "hide REGION yes"),
    "wish": ("wish all yes", "wish all no", "wish REGION yes"),
    "shift": ("shift all 1", "shift REGION -1"),
    "carnot": ("carnot all 1", "carnot all -1"),
    "spare": ("spare commune", "spare armies"),
    "kidnap": ("kidnap yes", "kidnap no"),
    "capital": ("capital REGION",),
}
"""How an answer of each kind is typed as an order, with what stands for a choice in capitals."""


def _kinds() -> tuple[OrderKind, ...]:
    single = [
        OrderKind(
            matter.kind,
            matter.case,
            (*_EXAMPLES[matter.kind], _NOTHING),
            marked("Where it is asked by itself."),
        )
        for matter in REGISTRY.of.values()
    ]
    forms = []
    for form, kind in FORMS.items():
        examples = [
            text for remark in REGISTRY.asked_in(WIDEST[form]).values() for text in _EXAMPLES[remark.kind]
        ]
        forms.append(OrderKind(form, kind.case, (*examples, _NOTHING), kind.prompt))
    return (*forms, *single)


ORDER_KINDS = _kinds()
_FORMS = {order.kind: order.forms for order in ORDER_KINDS}

_USUAL = {
    "talk": "decide all yes",
    "votes": "verdict all innocent ; veto all no ; thermidor no ; kidnap yes",
}
_CAREFUL = {
    "talk": "decide all no",
    "votes": "verdict all guilty ; veto all yes ; thermidor yes ; hide all yes ; kidnap yes",
}
ORDER_SETS = (
    OrderSet(
        "usual",
        marked("As usual"),
        marked("What silence means, but that Paris is given what it asks for."),
        _USUAL,
    ),
    OrderSet(
        "careful", marked("Careful"), marked("Against whatever is new, and nobody is let go."), _CAREFUL
    ),
    OrderSet(
        "away",
        marked("While I am away"),
        marked("Every form is handed in at once, with what is usual on it."),
        {**dict.fromkeys(FORMS, _NOTHING), **_USUAL},
    ),
)


def read(words: Words, kind: str, text: str) -> str:
    """An order as it is kept: its answers in full.

    :raises NotationError: it is no such order; the error has the forms.
    """
    known = _FORMS.get(kind, ())
    try:
        found = _answers(words, text)
    except NotationError as error:
        raise NotationError(error.message, choices=known) from None
    matters = {*REGISTRY.asked_in(WIDEST.get(kind, ()))} or {kind}
    strange = next((answer for answer in found if answer.matter not in matters), None)
    if not known or not text.strip() or strange is not None:
        raise NotationError(
            _("{text!r} is not a standing order for {kind}", text=text[:40], kind=kind), choices=known
        )
    return kept(found)


def kept(found: tuple[AnyAnswer, ...]) -> str:
    """Answers in one line."""
    return f" {SEPARATOR} ".join(map(actions.notation, found)) or _NOTHING


def _answers(words: Words, text: str) -> tuple[AnyAnswer, ...]:
    found: list[AnyAnswer] = []
    for part in text.split(SEPARATOR):
        answer = actions.parse(words, part, list)
        if isinstance(answer, File | Give):
            raise NotationError(_("{typed!r} is no answer", typed=part.strip()[:40]))
        if answer != DONE:
            found.append(answer)
    return tuple(found)


def offered(words: Words, kind: str, typed: str) -> list[str]:
    """Orders that go on from the last answer that was typed, with names where a form has capitals."""
    done, _, last = typed.rpartition(SEPARATOR)
    begun = fold(last)
    found: dict[str, None] = {}
    for text in (last, *(text for form in _FORMS.get(kind, ()) for text in _filled(words, form))):
        if len(found) == _MOST:
            break
        if text == last or text.startswith(begun):
            try:
                found[read(words, kind, f"{done} {SEPARATOR} {text}" if done else text)] = None
            except NotationError:
                continue
    return [*found]


def _filled(words: Words, form: str) -> Iterator[str]:
    """A form with names in place of its capitals."""
    texts = _CAPITALS.split(form)
    for names in islice(product(*map(words.choices, _CAPITALS.findall(form))), _WAYS):
        yield "".join(text + name for text, name in zip(texts, (*names, ""), strict=True))
