"""Who of a stack is meant, typed as panels say it."""

from __future__ import annotations

import pytest

from engines.vendee.title import Vendee
from engines.vendee.words import fold

WORDS = Vendee().words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("la rochelle 3", "la-rochelle:3"),
        ("La Rochelle army 3, Boulard", "la-rochelle:3 boulard"),
        ("3 nantes", "nantes:3"),
        ("3 of the army of Nantes and 2 Saumur", "nantes:3 saumur:2"),
        ("Bas Poitou 4, La Cathelinière", "bas-poitou:4 la-catheliniere"),
        ("anjou 8 la rochejaquelein d'elbée", "anjou:8 la-rochejaquelein d-elbee"),
        ("all but 3 saumur", "all but saumur:3"),
        ("all but 3", "all but 3"),
        ("anjou:8 lescure", "anjou:8 lescure"),
    ],
)
def test_what_a_panel_calls_a_thing_can_be_typed(typed: str, meant: str) -> None:
    assert str(WORDS.who(fold(typed))) == meant
