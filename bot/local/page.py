"""SimCord's page in the local table's dress: its channels, no developer's controls, light and dark.

SimCord draws messages, lists, forms and completion as Discord does, so its page is kept; it has no setting
for what is put right here.
"""

from __future__ import annotations

from contextvars import ContextVar
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from aiohttp import web
from simcord import ChannelHandle, Preview
from simcord.backend.errors import BackendError, SetupError
from simcord.preview._server import PreviewServer

from bot.local.chosen import chosen_on
from bot.local.rooms import handle_of, rooms_of, turn
from data.catalogue import N_, speaking, spoken

LISTS = "/select-drafts.js"
OUTSIDE = "(rect.bottom <= 0 || rect.top >= viewportHeight)"
"""The page's test for closing an open list whose place has left the window."""
DRAWN = '!document.querySelector(".gallery-image:not([src])")'
"""False while messages are drawn again: until a picture is loaded, its alt text is shown, which is higher
in a narrow window. That pushed each list at the foot out of the window, and closed it as it was opened."""

DRESS = Path(__file__).with_name("dress")
OURS = {"/table.css": "text/css", "/table.js": "application/javascript", "/map.js": "application/javascript"}
ROOMS = "/api/rooms"
SPOTS = "/api/spots"
TURN = "tocsin-room"
"""The header of an action that turns the page to another channel, which it names."""
CONTEXT = "x-simcord-context"
"""SimCord's header that names the page which asks."""
WORDS = {
    "channels": N_("Channels"),
    "fresh": N_("new messages"),
    "skip": N_("Skip to the message box"),
    "title": N_("Tocsin: the local table"),
    "viewer": N_("Viewing as"),
    "messages": N_("Messages"),
    "places": N_("Places to choose on the map"),
    "again": N_("Press again to confirm"),
    "late": N_("This takes longer than usual. The answer appears here as soon as it is ready."),
}
"""The words of the page that are ours."""


class _Change(msgspec.Struct):
    old: str
    new: str


class _Changes(msgspec.Struct):
    change: list[_Change]


_shown: ContextVar[ChannelHandle | None] = ContextVar("shown", default=None)


class Pages(Preview):
    """A preview whose pages each show a channel of their own: that in which the present request acts."""

    @property
    def channel(self) -> ChannelHandle:
        """The channel of the page that asks; without one, that which a new page shows."""
        return _shown.get() or self.__dict__["channel"]

    @channel.setter
    def channel(self, room: ChannelHandle) -> None:
        self.__dict__["channel"] = room


class Page(PreviewServer):
    """Serves the page, and what it asks about channels."""

    _STATIC_FILES: ClassVar[dict[str, str]] = PreviewServer._STATIC_FILES | {
        path: path for path in (*OURS, ROOMS, SPOTS)
    }

    async def _static(self, request: web.Request) -> web.Response:
        if request.path == ROOMS:
            return self._told(rooms_of(self.preview, self._asking(request)))
        if request.path == SPOTS:
            return self._told(chosen_on(self.preview, self._asking(request)))
        if request.path in OURS:
            dress = (DRESS / request.path[1:]).read_text(encoding="utf-8")
            return web.Response(text=dress, content_type=OURS[request.path], headers=self._SECURITY_HEADERS)
        answer: web.Response = await super()._static(request)
        if request.path == LISTS:
            assert answer.text is not None
            answer.text = _changed(answer.text, OUTSIDE, f"({DRAWN} && {OUTSIDE})")
        elif request.path == "/":
            assert answer.text is not None
            with speaking(_language(request)):
                answer.text = dressed(answer.text)
        return answer

    def _asking(self, request: web.Request) -> Any:
        """The page that asks, if it may."""
        context = request.headers.get(CONTEXT)
        if not self._authorized(request, context=context):
            raise web.HTTPUnauthorized
        try:
            return self.preview._get_page(context)
        except (SetupError, BackendError):
            raise web.HTTPGone from None

    def _told(self, known: object) -> web.Response:
        return web.Response(
            body=msgspec.json.encode(known), content_type="application/json", headers=self._SECURITY_HEADERS
        )

    async def _action(self, request: web.Request) -> web.Response:
        wanted = request.headers.get(TURN)
        if wanted is not None:
            return self._turned(request, wanted)
        page = self._asking(request)
        before = _shown.set(handle_of(self.preview, page.channel_id))
        try:
            answer: web.Response = await super()._action(request)
        finally:
            _shown.reset(before)
            if page.status == "stale":
                # SimCord lets a page do nothing more after an action that failed or took too long. Here the
                # game goes on, and what the action came to is shown when it comes.
                page.status = "current"
                self.preview._publish(page, reason="navigation")
        return answer

    def _turned(self, request: web.Request, wanted: str) -> web.Response:
        """Turn the page to a channel or thread that its player may see."""
        page = self._asking(request)
        rooms = rooms_of(self.preview, page)
        known = {each.id for room in rooms for each in (room, *room.threads)}
        if wanted not in known:
            raise web.HTTPNotFound
        if self.preview._active_action is not None:
            raise web.HTTPConflict
        turn(self.preview, page, int(wanted))
        self.preview._publish(page, reason="navigation")
        return web.json_response({}, headers=self._SECURITY_HEADERS)


def dressed(html: str) -> str:
    """SimCord's page with our dress and words.

    :raises ValueError: SimCord's page is not what it was.
    """
    words = {key: escape(str(text)) for key, text in WORDS.items()} | {"language": spoken() or "en"}
    for change in msgspec.toml.decode((DRESS / "changes.toml").read_bytes(), type=_Changes).change:
        html = _changed(html, change.old, change.new.format_map(words))
    return html


def _changed(text: str, old: str, new: str) -> str:
    if old not in text:
        raise ValueError(old)
    return text.replace(old, new)


def _language(request: web.Request) -> str:
    """The first language that the browser names."""
    return request.headers.get("accept-language", "en")[:2]
