"""The plan of a side for its battles: standing orders for all questions of a battle, on one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.games.parts.plan import ASK, ID, lines, read
from bot.games.shown import Field, Form, Option
from data.catalogue import N_, _
from data.nouns import labelled
from engines.core.errors import NotationError
from engines.valmy.orders.plan import BATTLE_PLAN, POSTURES, changes, clauses
from engines.valmy.orders.sets import PLAN
from engines.valmy.title import Valmy

OF_BATTLE = BATTLE_PLAN.kind.kind
ASKED, KEPT, AS_PLANNED, OTHER = "ask", "kept", "planned", "other"
"""Words of a list for what is no order, and the field in which orders are typed."""
LABELS = {
    "best": N_("The automatic player's plan"),
    "firm": N_("Stand firm"),
    "bold": N_("Attack boldly"),
    "careful": N_("Be careful"),
}
"""The plans for one battle."""
_AS_PLANNED = N_("Blank: as the whole battle is planned")


class Part(NamedTuple):
    """A list of a plan: the orders that it gives, and the ways to give them."""

    label: N_
    kinds: tuple[str, ...]
    ways: Mapping[str, tuple[N_, Mapping[str, str]]]
    """For each word what the way says, and its orders; orders that it leaves out are as in `PLAN`."""

    def orders(self, word: str) -> dict[str, str]:
        """The orders of a way."""
        given = self.ways[word][1]
        return {kind: given.get(kind, PLAN[kind]) for kind in self.kinds}

    def word(self, known: Mapping[str, str], absent: str) -> str:
        """The way that orders what is known; where that orders nothing, a word for that."""
        own = {kind: known[kind] for kind in self.kinds if kind in known}
        if own in ({}, dict.fromkeys(self.kinds, ASK)):
            return ASKED if own else absent
        return next((word for word in self.ways if self.orders(word) == own), KEPT)


PARTS = {
    "beginning": Part(
        N_("Where your units stand"),
        ("kind-of-battle", "deployment", "boosts"),
        {
            "line": (N_("Infantry in Main, cavalry on both flanks"), {}),
            "six": (N_("The six strongest in Main, cavalry on both flanks"), {"deployment": "line 6"}),
            "left": (N_("Infantry in Main, cavalry on the left"), {"deployment": "auto horse left"}),
            "right": (N_("Infantry in Main, cavalry on the right"), {"deployment": "auto horse right"}),
            "back": (N_("Infantry in Main, cavalry in Reserve"), {"deployment": "auto horse reserve"}),
        },
    ),
    "charges": Part(
        N_("When your cavalry charges"),
        ("charges", "counter-charges", "calling-off", "after-charge"),
        {
            "odds": (N_("At 2 to 1 or better; it answers charges at even odds"), {}),
            "always": (
                N_("Whenever it can, also in answer to charges"),
                {"charges": "always", "counter-charges": "always"},
            ),
            "answer": (N_("Never first; it answers charges at even odds"), {"charges": "none"}),
            "never": (N_("Never"), {"charges": "none", "counter-charges": "none"}),
        },
    ),
    "melee": Part(
        N_("When your line attacks hand to hand (melee)"),
        ("melee", "adding", "reserve", "reinforcement"),
        {
            "even": (N_("At even odds or better; the Reserve joins in"), {}),
            "good": (
                N_("At 3 to 2 or better; two units stay in Reserve"),
                {"melee": "if at least 3:2", "reserve": "hold 2 back"},
            ),
            "bold": (
                N_("Also against somewhat more (2 to 3); the Reserve joins in"),
                {"melee": "if at least 2:3"},
            ),
            "never": (N_("Never; the Reserve still fills gaps in the line"), {"melee": "never"}),
        },
    ),
    "leaving": Part(
        N_("When you withdraw"),
        ("withdrawal",),
        {
            "lost": (N_("When a Major Battle is lost"), {}),
            "more": (N_("When you are 2 to 3 or weaker"), {"withdrawal": "if at most 2:3"}),
            "twice": (N_("When you are 1 to 2 or weaker"), {"withdrawal": "if at most 1:2"}),
            "never": (N_("Never"), {"withdrawal": "stay"}),
        },
    ),
}
_REST = ("losses", "sacrifice", "naming", "retreat")
"""Kinds for which only other orders than those of `PLAN` are typed."""
KINDS = (*(kind for part in PARTS.values() for kind in part.kinds), *_REST)


def form(given: Mapping[str, str]) -> Form:
    """The plan of a side's orders; a sensible one before any were given.

    :param given: the side's standing orders.
    """
    known = given if any(kind in given for kind in KINDS) else PLAN
    others = [(kind, known.get(kind, ASK)) for kind in _REST if known.get(kind) != PLAN[kind]]
    other = Field(
        OTHER,
        _("Other orders"),
        "\n".join(labelled(kind, text) for kind, text in others),
        _("Blank: the lowest morale takes losses; retreats go towards your base"),
        example="losses: ask me",
    )
    kept, asked = _("Blank: your order stays as it is"), _("Blank: you are asked each time")
    lists = [
        _list(id, known, ASKED, kept if given.keys() & set(part.kinds) else asked)
        for id, part in PARTS.items()
    ]
    title = _("Your plan for battles") if known is given else _("Your plan for battles (none yet)")
    return Form(ID, _("Battle plan …"), title, [*lists, other])


def of_battle(given: Mapping[str, str] | None, unit: str) -> Form:
    """The plan for the battle under way, which goes before the other.

    :param given: the side's standing orders; None leaves the fields blank.
    :param unit: the name of a unit of the side that fights.
    """
    order = (given or {}).get(OF_BATTLE, "best")
    posture, changed = clauses(order)[0], changes(order)
    lists = [_list(id, changed, AS_PLANNED, str(_AS_PLANNED)) for id in PARTS if id != "beginning"]
    listed = {kind for each in lists if each.value not in (KEPT, AS_PLANNED) for kind in PARTS[each.id].kinds}
    plans = [Option(word, str(said), BATTLE_PLAN.said(word, str)) for word, said in LABELS.items()]
    whole = Field(
        "posture", _("The whole battle"), posture, _("Blank: the automatic player's plan"), options=plans
    )
    other = Field(
        "changes",
        _("Other orders"),
        "\n".join(f"{kind} {text}" for kind, text in changed.items() if kind not in listed),
        _("One a line. Blank: none"),
        example=f"losses spare {unit}",
    )
    return Form(OF_BATTLE, _("Own battle plan …"), _("Your plan for this battle"), [whole, *lists, other])


def _list(id: str, known: Mapping[str, str], absent: str, blank: str) -> Field:
    """The list of a part of the plan.

    :param absent: the word where nothing is ordered.
    :param blank: what a blank list means.
    """
    part = PARTS[id]
    word = part.word(known, absent)
    first = {KEPT: N_("As you have ordered in other words"), AS_PLANNED: N_("As the whole battle is planned")}
    options = [Option(each, str(said)) for each, said in first.items() if each in (word, absent)]
    ways = [Option(each, str(said)) for each, (said, _orders) in part.ways.items()]
    return Field(
        id, str(part.label), word, blank, options=[*options, *ways, Option(ASKED, _("Ask me each time"))]
    )


def written(values: Mapping[str, str]) -> str:
    """The plan of a filled-in form, as an order."""
    chosen = [
        f"{kind} {text}" for id, part in PARTS.items() for kind, text in _of(part, values.get(id, "")).items()
    ]
    plan = [values.get("posture") or next(iter(POSTURES)), *chosen, *lines([values.get("changes", "")])]
    return f"{OF_BATTLE} {'; '.join(plan)}"


def _of(part: Part, word: str) -> dict[str, str]:
    """The orders that a list gives.

    :raises NotationError: it has no such way.
    """
    if word in ("", KEPT, AS_PLANNED):
        return {}
    if word == ASKED:
        return dict.fromkeys(part.kinds, ASK)
    if word not in part.ways:
        raise NotationError(_("{label} has no {word}", label=part.label, word=word[:40]))
    return part.orders(word)


def orders(title: Valmy, values: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """Orders by kind in stored form, None where the owner wants to be asked.

    :raises NotationError: one can't be read; the error has the forms.
    """
    given = {kind: PLAN[kind] for kind in _REST}
    for id, part in PARTS.items():
        given |= _of(part, values.get(id, ""))
    given |= read([values.get(OTHER, "")], KINDS)
    for kind, text in given.items():
        yield kind, None if text == ASK else title.read_order(kind, text)
