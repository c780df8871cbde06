"""Words as people type them: names of areas, generals and armies, and selections of a stack."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, TypeAlias

from data.catalogue import N_
from engines.core import declared, notation
from engines.core.declared import Field
from engines.core.notation import Vocabulary, joined
from engines.vendee import stacks
from engines.vendee.box import Box
from engines.vendee.frames import KINDS, Kind

Who: TypeAlias = stacks.Who[Kind]
ALL: Who = Who(every=True)
_FILLER = re.compile(r"(?<![\w-])(?:the|army|of|men|and)(?![\w:-])")
_KIND = rf"(?P<kind>{'|'.join(sorted(KINDS, key=len, reverse=True))})"
_AFTER = re.compile(rf"(?<![\w:-]){_KIND} +(?P<count>\d+)(?![\w:-])")
_BEFORE = re.compile(rf"(?<![\w:-])(?P<count>\d+) +{_KIND}(?![\w:-])")


def fold(text: str) -> str:
    """Lower case without accents, signs and spaces made uniform: `St-Fulgent` is `saint-fulgent`."""
    plain = re.sub(r"\bst(e?)[.-] ?", r"saint\1-", notation.fold(text).replace("'", "-"))
    return " ".join(re.sub(r"([>:])", r" \1 ", plain).split()).replace(" : ", ":")


class Words:
    """The words of a box."""

    def __init__(self, box: Box) -> None:
        areas = ((id, fold(area.name)) for id, area in box.ground.area.items())
        generals = ((id, fold(general.name)) for id, general in box.general.items())
        self.areas = Vocabulary.named(areas, N_("an area"), many=True)
        self.generals = Vocabulary.named(generals, N_("a general"), many=True)
        self.kinds: Vocabulary[Kind] = Vocabulary.of(KINDS, N_("an army"), many=True)
        named: list[tuple[str, str]] = [(fold(army.short), id) for id, army in box.army.items()]
        named += [(kind.replace("-", " "), kind) for kind in KINDS]
        named += [(fold(general.name), id) for id, general in box.general.items()]
        self._said = sorted((pair for pair in named if pair[0] != pair[1]), key=lambda pair: -len(pair[0]))
        """Names that are not ids, the longest first."""

    def area(self, typed: str) -> str:
        """The area meant."""
        return self.areas.meant(joined(typed))

    def general(self, typed: str) -> str:
        """The general meant."""
        return self.generals.meant(joined(typed))

    def kind(self, typed: str) -> Kind:
        """The army or band meant."""
        return self.kinds.meant(joined(typed))

    def who(self, typed: str) -> Who:
        """`anjou:8 lescure`, `all`, `all but 3`; with commas or without; `la rochelle 3` as panels show it.

        :raises NotationError: the text names no counter, or one twice.
        """
        text = _FILLER.sub(" ", typed.replace(",", " , "))
        for name, id in self._said:
            text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", id, text)
        # `3 nantes, 2 saumur` has numbers before the names, every other text after them.
        counted = _BEFORE if re.match(r" *(?:all but )? *\d+ +[a-z]", text) else _AFTER
        return stacks.read_who(
            counted.sub(r"\g<kind>:\g<count>", text), self.kind, self.general, "anjou:8 lescure"
        )


@lru_cache(maxsize=8)
def words_of(box: Box) -> Words:
    """The words of a box, made once."""
    return Words(box)


AREA = declared.Kind(Words.area)
PATH = declared.Kind(Words.area, ">", longest=300)
WHO = declared.Kind(Words.who)

Area = Annotated[str, Field(AREA)]
NextArea = Annotated[str, Field(AREA, about=N_("The next area"), option="to")]
General = Annotated[str, Field(declared.Kind(Words.general))]
Army = Annotated[Kind, Field(declared.Kind(Words.kind))]
Number = Annotated[int, Field(declared.NUMBER)]
Party = Annotated[Who, Field(WHO, about=N_("Combat points and generals"))]
Going = Annotated[Who, Field(WHO, "with", N_("Who goes; all by default"), option="with", always=True)]
"""The counters that go; all where none are named."""
