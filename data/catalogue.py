"""The catalogue of all texts that people read: English in the code, other languages in `locale/`.

Records and the referee write English: without a current language no text is looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from data.language import Language, read

FOLDER = Path(__file__).parent / "locale"

_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)
"""The language of the present task; None for English, which needs no look-up."""
_language: ContextVar[str] = ContextVar("language", default="")
_own: ContextVar[str] = ContextVar("own", default="")
_public: ContextVar[str] = ContextVar("public", default="")


def _(message: str, /, **named: object) -> str:
    """A text in the current language, with the given values in its braces."""
    spoken = _spoken.get()
    if spoken is None:
        return message.format_map(named) if named else message
    message = spoken.gettext(message)
    return spoken.filled(message, named) if named else message


def ngettext(one: str, many: str, n: int, /, **named: object) -> str:
    """A text for a number of things, which is `{n}` in it."""
    spoken, form = _spoken.get(), Plural(one, many).of(n)
    parts = {"n": n, **named}
    return form.format_map(parts) if spoken is None else spoken.filled(form, parts)


class N_:  # noqa: N801 - the name by which gettext's tools know what is translated later
    """A text that is written before its language is known: mostly a constant of a module."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message

    def __call__(self, **named: object) -> str:
        return _(self.message, **named)

    __str__ = __call__


def marked(message: str) -> str:
    """A text that `retold` translates later, for fields that hold only such texts."""
    return message


def retold(text: str) -> str:
    """A text of a pack, or a marked one, in the current language."""
    return _(text) if text else ""


class Plural:
    """A text for a number of things, with its singular and its plural."""

    __slots__ = ("many", "one")

    def __init__(self, one: str, many: str) -> None:
        self.one = one
        self.many = many

    def __call__(self, n: int, /, **named: object) -> str:
        return ngettext(self.one, self.many, n, **named)

    def of(self, n: int) -> str:
        """The form for a number, its braces not filled yet."""
        spoken = _spoken.get()
        if spoken is None:
            return self.one if n == 1 else self.many
        return spoken.ngettext(self.one, self.many, n)


@cache
def translations(language: str) -> Language | None:
    """The texts of a language, `fr`, or a variant, `fr-an`; None, which means English, without any."""
    folders = folders_of(language)
    return read(*folders) if folders else None


def language_of(tag: str) -> str:
    """The language of a variant: `fr` of `fr-an`."""
    return tag.replace("-", "_").partition("_")[0]


def folders_of(language: str) -> list[Path]:
    """The files of a language, then those of its variant, which hold only what is said otherwise there."""
    tags = dict.fromkeys(filter(None, (language_of(language), language.replace("-", "_"))))
    return [folder for folder in map(FOLDER.joinpath, tags) if folder.is_dir()]


def translation() -> Language | None:
    """The texts of the current language; None for English."""
    return _spoken.get()


def in_english() -> bool:
    """Whether no text has to be looked up."""
    return _spoken.get() is None


def spoken() -> str:
    """The current language, for callers that keep texts or render them elsewhere; empty for English."""
    return "" if in_english() else _language.get()


class english:  # noqa: N801 - called as `speaking` is; a class, as each action goes through it
    """Write stored texts within: records are in English."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = None if in_english() else _spoken.set(None)

    def __exit__(self, *_failed: object) -> None:
        if self._before is not None:
            _spoken.reset(self._before)


def speak(own: object, public: object) -> None:
    """Set the language of the person for whom a task works, and of what everybody reads there."""
    _spoken.set(translations(str(own)))
    _language.set(str(own))
    _own.set(str(own))
    _public.set(str(public))


def public() -> str:
    """The language of what everybody reads; empty where no person has set a task going."""
    return _public.get()


def alone() -> AbstractContextManager[None]:
    """Within, texts are for the person for whom the task works, and for nobody else."""
    return speaking(_own.get() or _language.get())


def aloud() -> AbstractContextManager[None]:
    """Within, texts are for everybody."""
    return speaking(_public.get() or _language.get())


@contextmanager
def publicly(language: object) -> Iterator[None]:
    """Within, texts are in the language of what everybody reads; what is `aloud` there is in the same."""
    before = _public.set(str(language))
    try:
        with speaking(language):
            yield
    finally:
        _public.reset(before)


@contextmanager
def speaking(language: object) -> Iterator[None]:
    """Set the language within."""
    before, called = _spoken.set(translations(str(language))), _language.set(str(language))
    try:
        yield
    finally:
        _spoken.reset(before)
        _language.reset(called)
