"""Plays at the table as a person does: with keyboard and mouse, in Chromium."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, TimeoutError, expect

READY = "() => window.simcordPreview && window.simcordPreview.ready"
ANSWERED = """before => {
    const { ready, lastAction } = window.simcordPreview;
    return ready && lastAction && lastAction.requestId !== before;
}"""
CLOSED = "() => window.simcordPreview.ready && window.simcordPreview.commandPicker.state === 'closed'"
COMPLETED = "() => window.simcordPreview.commandPicker.autocomplete.state !== 'loading'"

OFFERED = 10_000
"""Milliseconds in which the page offers what matches the text that was typed."""
PATIENCE = 5
"""How often a control is pressed when another player's action has just changed the page."""


@dataclass(frozen=True)
class Message:
    """What a player sees of one message."""

    author: str
    text: str
    private: bool
    """Only this player can see it."""
    buttons: tuple[str, ...]
    images: tuple[str, ...]
    """Alt texts."""


@dataclass(frozen=True)
class Picture:
    """The image that a player sees last in the channel."""

    source: str
    alt: str
    width: int
    height: int


class TablePage:
    """One browser tab at the table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def open(cls, page: Page, url: str) -> TablePage:
        """Loads the table's page and waits until it can be played."""
        await page.goto(url)
        table = cls(page)
        await expect(table._composer).to_be_visible()
        await table.wait()
        return table

    @property
    def _composer(self) -> Locator:
        return self.page.locator("#channel-composer-input")

    async def wait(self) -> None:
        """Until the page has shown all that it knows of."""
        await self.page.wait_for_function(READY)

    async def slash(self, command: str, options: Mapping[str, str] | None = None) -> None:
        """Types a command such as `/levee military`, then what is `typed` into each option.

        Where the page offers choices the first that matches is picked, and what matches none is left as it
        was typed. Ends when the bot has settled.
        """
        await self.wait()
        await self._composer.click()
        await self.page.keyboard.type(command)
        entry = self.page.locator(".command-entry", has=self.page.get_by_text(command, exact=True))
        await entry.click()
        for name, typed in (options or {}).items():
            await self._fill(name, typed)
        await self._act(self.page.locator("#send-message").click, command)
        await self.page.wait_for_function(CLOSED)

    async def _fill(self, name: str, typed: str) -> None:
        field = self.page.locator(f".command-option-input[data-option='{name}']")
        if not await field.count():
            await self.page.locator(".command-ghost").click()
            label = self.page.locator(".command-suggestion-label").get_by_text(name, exact=True)
            await label.click()
        await field.click()
        await self.page.keyboard.type(typed)
        if await field.get_attribute("aria-autocomplete") == "list":
            await self.page.wait_for_function(COMPLETED)
            with suppress(TimeoutError):
                await self.page.locator(".command-suggestion").first.click(timeout=OFFERED)

    async def click_button(self, label: str) -> None:
        """Clicks the newest button with that label and waits until the bot has settled."""
        await self.to_end()
        await self._act(self.page.locator(".component-button", has_text=label).last.click, label)

    async def select(self, placeholder: str, option: str) -> None:
        """Picks an option in the newest select with that placeholder."""
        await self.to_end()
        trigger = self.page.locator(
            f".select-trigger[aria-label={json.dumps(placeholder, ensure_ascii=False)}]"
        ).last
        offered = self.page.locator(".select-list:popover-open .select-option", has_text=option)

        async def pick() -> None:
            # The page closes an open list when it draws the channel anew; a person opens it again.
            for _ in range(PATIENCE):
                await trigger.click()
                try:
                    await offered.click(timeout=5_000)
                except TimeoutError:
                    continue
                return
            raise AssertionError(f"{option!r} is not offered by {placeholder!r}")

        await self._act(pick, placeholder)

    async def switch_player(self, name: str) -> None:
        """Looks at the channel, and plays, as another player."""
        await self.page.locator("#viewer-picker").select_option(label=name)
        await self.wait()
        await expect(self._composer).to_be_visible()

    async def to_end(self) -> None:
        """Scrolls to the newest message with the mouse wheel."""
        await self.wait()
        await self.page.locator("#channel-timeline").hover()
        await self.page.mouse.wheel(0, 100_000)
        await self.wait()

    async def messages(self) -> list[Message]:
        """The messages in the channel that this player sees, oldest first."""
        await self.wait()
        found = await self.page.locator(".channel-message").all()
        return [await self._message(article) for article in found]

    async def public(self) -> list[Message]:
        """The messages that everybody sees, oldest first."""
        return [message for message in await self.messages() if not message.private]

    async def last_private(self) -> Message:
        """The newest message that only this player sees."""
        return [message for message in await self.messages() if message.private][-1]

    async def card(self) -> Message:
        """The newest message with a picture that everybody sees: the turn card, mostly."""
        return [message for message in await self.public() if message.images][-1]

    async def last_image(self) -> Picture:
        """The newest picture in the channel, once it is loaded."""
        image = self.page.locator("#channel-message-list .gallery-image").last
        await self.wait()
        await image.wait_for(state="attached")
        found = await image.evaluate(
            "async image => { await image.decode();"
            " return [image.src, image.alt, image.naturalWidth, image.naturalHeight]; }"
        )
        return Picture(*found)

    async def _message(self, article: Locator) -> Message:
        author = article.locator(".message-author")
        body = article.locator(".message-content, .message-components")
        return Message(
            author=await author.first.inner_text() if await author.count() else "",
            text="\n".join(await body.all_inner_texts()),
            private=bool(await article.locator(".message-ephemeral-note").count()),
            buttons=tuple(await article.locator(".component-button").all_inner_texts()),
            images=tuple(
                [await image.get_attribute("alt") or "" for image in await article.locator("img").all()]
            ),
        )

    async def _act(self, press: Callable[[], Awaitable[None]], doing: str) -> None:
        """Presses, waits until the bot has settled, and presses again if the page had just changed."""
        for _ in range(PATIENCE):
            before = (await self._last_action()).get("requestId")
            await press()
            await self.page.wait_for_function(ANSWERED, arg=before)
            receipt = await self._last_action()
            if "stale-revision" not in [found["code"] for found in receipt["diagnostics"]]:
                break
        assert receipt["settlement"] == "settled", f"{doing}: {receipt['diagnostics']}"

    async def _last_action(self) -> dict[str, Any]:
        action: dict[str, Any] = await self.page.evaluate("() => window.simcordPreview.lastAction ?? {}")
        return action
