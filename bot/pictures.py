"""Pictures drawn off the event loop: a bounded pool, one drawing per wish, the newest kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec

import render
from engines.core.contract import AnyTitle
from render import WHOLE, CloseUp, Picture, ThemeName
from render.encode import Format

FORMAT: Format = "png"
"""Smaller than WebP at the quality of these maps and truer to their flat tints."""
KEPT = 32
"""Pictures kept in memory; at 400 KiB each that is 12 MiB at most."""

WIDTH = 1600
"""Pixels, where nobody has asked for another size."""

Key = tuple[str, str, bytes, tuple[Hashable, ...], str, int, CloseUp]


class Pictures:
    """Draws maps in worker threads. Equal wishes under way are one piece of work.

    :param workers: pictures drawn at the same time.
    :param budget: most bytes of a picture.
    """

    def __init__(self, workers: int, budget: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="picture")
        self._budget = budget
        self._kept: OrderedDict[Key, Picture] = OrderedDict()
        self._drawing: dict[Key, asyncio.Future[Picture]] = {}

    async def draw(
        self,
        title: AnyTitle,
        view: msgspec.Struct,
        moves: Sequence[Hashable] = (),
        theme: ThemeName = "light",
        width: int = WIDTH,
        close: CloseUp = WHOLE,
    ) -> Picture:
        """The picture of a view.

        :param moves: as the title's presenter gives them.
        :param close: a close-up and what is ringed in it, where the title's map has them.
        :raises render.RenderError: it can't be drawn (a font is missing, say).
        """
        key = (title.id, title.pack, msgspec.json.encode(view), tuple(moves), theme, width, close)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        under_way = self._drawing.get(key)
        if under_way is None:
            under_way = asyncio.get_running_loop().run_in_executor(
                self._pool, self._draw_now(title, view, tuple(moves), theme, width, close)
            )
            self._drawing[key] = under_way
            under_way.add_done_callback(lambda _: self._drawing.pop(key, None))
        # Shielded, so that one waiter who gives up does not spoil the picture for the others.
        picture = await asyncio.shield(under_way)
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture

    def _draw_now(
        self,
        title: AnyTitle,
        view: msgspec.Struct,
        moves: tuple[Hashable, ...],
        theme: ThemeName,
        width: int,
        close: CloseUp,
    ) -> Callable[[], Picture]:
        return lambda: render.picture(
            title.id,
            view,
            title.data,
            moves=moves,
            theme=theme,
            width=width,
            budget=self._budget,
            format=FORMAT,
            close=close,
        )

    def close(self) -> None:
        """Stop the workers; a picture under way is finished first."""
        self._pool.shutdown(wait=True)
