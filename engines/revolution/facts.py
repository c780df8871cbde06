"""What was brought about in a turn, as objectives look for it: `plot nimes by feuillant`.

Kinds are `convince PERSON`, `revolt REGION`, `suppress REGION`, `plot REGION`, `raise`, `quell`, `law LAW`,
`regime REGIME`, `arrest PERSON`, `defeat REGION`; each has who did it behind `by`: a seat, or `government`.
Events of tables and armies that pacify a region are no facts (R-FAME-06, R-FAME-07); an army that puts the
Commune down, or calls it forth, makes one (A-109).
"""

from __future__ import annotations


def fact(kind: str, of: str, actor: str) -> str:
    """A fact as it is kept."""
    return " ".join(filter(None, (kind, of, "by", actor)))


def known(facts: list[str], kind: str, of: str = "", actor: str = "") -> bool:
    """Whether such a fact is among them; with no actor, by anybody."""
    if actor:
        return fact(kind, of, actor) in facts
    begun = fact(kind, of, " ").rstrip() + " "
    return any(kept.startswith(begun) for kept in facts)
