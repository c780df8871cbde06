"""Several names in one part of a text, kept apart: each may need a form of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Several(str):
    """`A, B and C`, and the names that are in it.

    :param join: writes such a list.
    """

    __slots__ = ("_join", "names")

    names: Sequence[str]
    _join: Callable[[Sequence[str]], str]

    @classmethod
    def of(cls, names: Sequence[str], join: Callable[[Sequence[str]], str]) -> Several:
        """Names as a list of them."""
        made = cls(join(names))
        made.names, made._join = names, join
        return made

    def each(self, change: Callable[[str], str]) -> str:
        """The list with each name changed."""
        return self._join([change(name) for name in self.names])
