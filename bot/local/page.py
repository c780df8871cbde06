"""The page as SimCord serves it, with what it lacks for a window as narrow as a telephone."""

from __future__ import annotations

from typing import Any

from simcord.preview._server import PreviewServer

LISTS = "/select-drafts.js"
OUTSIDE = "(rect.bottom <= 0 || rect.top >= viewportHeight)"
"""Where the page closes an open list whose place has left the window."""
DRAWN = '!document.querySelector(".gallery-image:not([src])")'
"""Not while messages are drawn anew: until a picture is there its alt text stands for it, which is higher in
a narrow window, so that each list at the foot was pushed out by it and closed as it was opened."""


class Page(PreviewServer):
    """Serves the page."""

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path == LISTS:
            answer.text = answer.text.replace(OUTSIDE, f"({DRAWN} && {OUTSIDE})")
        return answer
