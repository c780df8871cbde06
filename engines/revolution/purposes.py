"""Purposes of rolls: with the target as their subject, or without one as `kidnapping`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, get_args

from data.revolution.tables import Deed
from engines.core import purposes

_BY = " by "
_OTHERS = ("verdict on {}", "law {}", "turn {}")
_LEADS = purposes.leads(*(f"{deed} of {{}}" for deed in get_args(Deed) if deed != "turn"), *_OTHERS)


class Purpose(purposes.Purpose):
    """The purpose of a throw; a deed may have a person in charge, as `plot of nimes by barnave`."""

    NONE = ""

    @classmethod
    def leads(cls) -> Mapping[str, str]:
        return _LEADS

    @property
    def person(self) -> str:
        """The person in charge of a deed; empty if there is none."""
        return self.parts[2]

    @classmethod
    def deed(cls, deed: Deed, region: str, person: str) -> Self:
        """The purpose of a deed in a region by a person, or of one to either."""
        return cls.of(deed, f"{region}{_BY}{person}" if region and person else region or person)

    @classmethod
    def kept(cls, text: str, *parts: str) -> Self:
        kind, subject = parts
        target, _by, person = subject.partition(_BY)
        return super().kept(text, kind, target, person)
