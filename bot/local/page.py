"""SimCord's page, with corrections for a window as narrow as a phone."""

from __future__ import annotations

from typing import Any

from simcord.preview._server import PreviewServer

LISTS = "/select-drafts.js"
OUTSIDE = "(rect.bottom <= 0 || rect.top >= viewportHeight)"
"""The page's test for closing an open list whose place has left the window."""
DRAWN = '!document.querySelector(".gallery-image:not([src])")'
"""False while messages are drawn anew: until a picture is loaded, its alt text is shown, which is higher
in a narrow window. That pushed each list at the foot out of the window, and closed it as it was opened."""


class Page(PreviewServer):
    """Serves the page."""

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path == LISTS:
            answer.text = answer.text.replace(OUTSIDE, f"({DRAWN} && {OUTSIDE})")
        return answer
