"""The board shows what the bot exports, and the pages say what each figure is."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot import metrics
from tests.bot.app.test_port import LABELS
from tests.deploy.conftest import DEPLOY
from tests.deploy.test_files import COMPOSE, unit

BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
QUERIES = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
PAGES = ("README.md", "README.fr.md")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}


def exported() -> dict[str, tuple[str, ...]]:
    """The name of each figure as it is documented, with the names of its series."""
    return {
        family.name + ("_total" if family.type == "counter" else ""): tuple(
            family.name + suffix for suffix in SUFFIXES[family.type]
        )
        for family in metrics.REGISTRY.collect()
    }


def series() -> set[str]:
    return {name for names in exported().values() for name in names}


def test_the_board_asks_for_what_is_exported() -> None:
    assert QUERIES
    named = {name for query in QUERIES for name in re.findall(r"\b(?:tocsin|process)_\w+", query)}
    assert named <= series()
    for variable in BOARD["templating"]["list"]:
        if variable["type"] == "query":
            (name,) = re.findall(r"label_values\((\w+),", variable["query"]["query"])
            assert name in series()


def test_the_board_shows_every_figure_of_the_bot() -> None:
    shown = " ".join(QUERIES)
    missing = [
        name
        for name, of in exported().items()
        if name.startswith("tocsin_") and not any(re.search(rf"\b{each}\b", shown) for each in of)
    ]
    assert missing == []


def test_the_board_asks_for_labels_and_values_that_there_are() -> None:
    for query in QUERIES:
        assert query.count("(") == query.count(")")
        for label, operator, value in re.findall(r'(\w+)(=~|!=|=)"([^"]*)"', query):
            if label == "instance":
                assert (operator, value) == ("=~", "$instance")
                continue
            assert set(value.split("|")) <= LABELS[label], query
        for by in re.findall(r"by \(([^)]*)\)", query):
            assert set(by.split(", ")) <= {*LABELS, "instance", "version"}, query


def test_panels_do_not_lie_on_each_other() -> None:
    places = [panel["gridPos"] for panel in BOARD["panels"]]
    cells = [
        (x, y)
        for at in places
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(cells) == len(set(cells))
    assert all(x < 24 for x, _ in cells)
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_is_documented(page: str) -> None:
    text = (DEPLOY / page).read_text(encoding="utf-8")
    told = re.findall(r"^\| `(tocsin_\w+)` \|", text, re.MULTILINE)
    assert sorted(told) == sorted(name for name in exported() if name.startswith("tocsin_"))
    for label in ("kind", "stage", "result", "status"):
        assert f"`{label}`" in text
    for stage in LABELS["stage"]:
        assert f"`{stage}`" in text


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_name_no_figure_that_is_not_there(page: str) -> None:
    named = set(re.findall(r"`(tocsin_[a-z_]+)\b", (DEPLOY / page).read_text(encoding="utf-8")))
    assert named <= {*exported(), *series()}


def test_systemd_waits_longer_than_the_bot_is_silent() -> None:
    assert int(unit("tocsin.service")["Service"]["WatchdogSec"]) == 90


def test_the_server_of_containers_starts_only_where_it_is_wanted_and_keeps_its_data() -> None:
    postgres = COMPOSE.partition("\n  postgres:\n")[2].partition("\nvolumes:\n")[0]
    for line in (
        "profiles: [server]",
        "restart: unless-stopped",
        "- postgres:/var/lib/postgresql/data",
        "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-}",
    ):
        assert f"{line}\n" in postgres
    assert "ports:" not in COMPOSE
    assert COMPOSE.endswith("\nvolumes:\n  campaigns:\n  postgres:\n")
    for page in PAGES:
        text = (DEPLOY / page).read_text(encoding="utf-8")
        assert "@postgres/tocsin" in text
        assert "docker compose --profile server up" in text
