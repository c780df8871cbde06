"""Achievements of a turn, in the form in which objectives look them up: `plot nimes by feuillant`.

Kinds are `convince PERSON`, `revolt REGION`, `suppress REGION`, `plot REGION`, `raise`, `quell`, `law LAW`,
`regime REGIME`, `arrest PERSON`, `defeat REGION`; each has its actor behind `by`: a seat, or `government`.
Events of tables and armies that pacify a region are no facts (R-FAME-06, R-FAME-07); an army that puts the
Commune down, or calls it forth, makes one (A-109).
"""

from __future__ import annotations


def fact(kind: str, of: str, actor: str) -> str:
    """A fact in its stored form."""
    return " ".join(filter(None, (kind, of, "by", actor)))


def known(facts: list[str], kind: str, of: str = "", actor: str = "") -> bool:
    """Whether such a fact is among them; with no actor given, by any actor."""
    if actor:
        return fact(kind, of, actor) in facts
    begun = fact(kind, of, " ").rstrip() + " "
    return any(kept.startswith(begun) for kept in facts)
