"""Letters as they are compared: typed text matches in any case and with or without accents."""

from __future__ import annotations

import unicodedata

_SIGNS = str.maketrans({"œ": "oe", "\N{MINUS SIGN}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def fold(text: str) -> str:
    """Lower case without accents and ligatures, with the signs that keyboards have."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SIGNS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
