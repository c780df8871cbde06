"""A title in the current language: the same rules with the names of its pack translated."""

from __future__ import annotations

from functools import lru_cache

from data.catalogue import translation
from data.told import told
from engines.core.contract import AnyTitle


def spoken(title: AnyTitle) -> AnyTitle:
    """The title, for callers that describe it; notation and records stay English."""
    language = translation()
    return title if language is None else _spoken(title, language)


@lru_cache(maxsize=32)
def _spoken(title: AnyTitle, _language: object) -> AnyTitle:
    return type(title)(told(title.data))
