"""Standing orders: how each interrupt outside combat can be answered beforehand (section I of the cases)."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.contract import OrderKind
from engines.core.errors import NotationError
from engines.vendee import combat_orders
from engines.vendee.words import Words, fold

OWN_KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "preemption", "2.4", ("decline", "with AREA", "with AREA against AREA"), "Pre-empt an activation"
    ),
    OrderKind("fortify", "6 E6", ("decline", "play", "play in AREA"), "E6 as Republicans enter bocage"),
    OrderKind("refuge", "3.7", ("auto",), "Where generals without escort flee to"),
    OrderKind("occupation", "6 E3", ("play", "decline"), "E3 and E4 at the first occupation"),
    OrderKind("powder-tie", "5.2", ("auto", "ARMY"), "Who is first when powder is dealt"),
    OrderKind("initiative", "2.3", ("begin", "yield"), "Begin the operations or yield"),
    OrderKind("committee", "2.6", ("auto", "spare GENERAL"), "Whom the Committee spares"),
    OrderKind("desertion", "2.5", ("auto",), "Who goes home"),
    OrderKind("reinforcements", "2.2", ("auto",), "Placement without events"),
)
ORDER_KINDS: tuple[OrderKind, ...] = (*OWN_KINDS, *combat_orders.ORDER_KINDS)


def read_order(words: Words, kind: str, text: str) -> str:
    """A standing order as it is kept: names in full. `AREA`, `GENERAL` and `ARMY` may be several words.

    :raises NotationError: it is no such order; the error has the forms.
    """
    forms = next((order.forms for order in ORDER_KINDS if order.kind == kind), ())
    typed = fold(text)
    combat = combat_orders.kept(words, kind, typed)
    if combat is not None:
        return combat
    fixed = {word for form in forms for word in form.split() if word.islower()}
    for form in forms:
        kept = _match(words, form.split(), typed.split(), fixed)
        if kept is not None:
            return kept
    raise NotationError(f"{text[:40]!r} is not a standing order for {kind}", choices=forms)


def _match(words: Words, form: list[str], typed: list[str], fixed: set[str]) -> str | None:
    readers: dict[str, Callable[[str], str]] = {
        "AREA": words.area,
        "GENERAL": words.general,
        "ARMY": words.kind,
    }
    kept: list[str] = []
    for word in form:
        if word not in readers:
            if not typed or typed.pop(0) != word:
                return None
            kept.append(word)
            continue
        if not typed or typed[0] in fixed:
            return None
        while typed and typed[0] not in fixed:
            kept.append(readers[word](typed.pop(0)))
    return None if typed else " ".join(kept)
