"""The log as JSON: each line says which campaign, server and interaction it is about."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot import logs
from tests.support.table import Table


class Lines(logging.Handler):
    """Keeps what was logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs.JsonFormatter())
        self.written: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        assert "\n" not in line
        self.written.append(json.loads(line))


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    root = logging.getLogger("tocsin")
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


def test_a_line_is_one_object(lines: Lines) -> None:
    try:
        int("two\nlines")
    except ValueError:
        logging.getLogger("tocsin.test").exception("it %s", "broke")
    (line,) = lines.written
    assert {key: line[key] for key in ("level", "logger", "message")} == {
        "level": "ERROR",
        "logger": "tocsin.test",
        "message": "it broke",
    }
    assert line["error"].startswith("Traceback")
    assert line["time"].endswith("+00:00")
    assert "campaign" not in line


def test_what_a_block_is_about_ends_with_it(lines: Lines) -> None:
    log = logging.getLogger("tocsin.test")
    with logs.within(campaign=7, guild=None):
        with logs.within(campaign=8):
            log.warning("inner")
        log.warning("outer")
    log.warning("after")
    assert [line.get("campaign") for line in lines.written] == [8, 7, None]
    assert all("guild" not in line for line in lines.written)


async def test_an_incident_names_campaign_server_and_interaction(
    table: Table, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await table.new()
    await table.env.settle()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no powder")

    monkeypatch.setattr(table.bot.campaigns, "go_through", broken)
    await table.camille.slash(table.channel, "levee done")
    await table.env.settle()
    table.incidents.take()
    (line,) = [line for line in lines.written if line["logger"] == "tocsin.incident"]
    assert line["campaign"] == campaign.id
    assert line["guild"] == campaign.guild_id
    assert line["interaction"] > 0
    assert "camille" not in json.dumps(line).casefold()


async def test_what_the_outbox_says_is_not_laid_at_the_door_of_whoever_woke_it(
    table: Table, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await table.new()
    await table.env.settle()

    async def broken(*_: object) -> None:
        raise RuntimeError("no paper")

    monkeypatch.setattr(table.bot.outbox, "_posters", dict.fromkeys(table.bot.outbox._posters, broken))
    await table.camille.slash(table.channel, "levee done")
    await table.env.settle()
    table.incidents.take()
    found = [line for line in lines.written if line["logger"] == "tocsin.incident"]
    assert found
    for line in found:
        assert (line["campaign"], line["guild"]) == (campaign.id, campaign.guild_id)
        assert "interaction" not in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_setting_chooses_the_form(monkeypatch: pytest.MonkeyPatch, form: Any) -> None:
    written = io.StringIO()
    root = logging.getLogger()
    monkeypatch.setattr("sys.stderr", written)
    monkeypatch.setattr(root, "handlers", [])
    logs.begin("warning", form)
    try:
        logging.getLogger("tocsin.test").warning("to arms")
    finally:
        root.setLevel(logging.WARNING)
    line = written.getvalue()
    assert (
        json.loads(line)["message"] if form == "json" else line.partition("test: ")[2].strip()
    ) == "to arms"
