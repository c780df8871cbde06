"""Ties tests to the rulebook: `@pytest.mark.case("L-7.2-a")` names the statements that a test proves.

What runs by night alone proves nothing here: every statement is proved on every commit.

`pytest --cases levee` lists the statements that no test names. An id belongs to the title that the marker
names (`title=…`), else to the one whose rules begin with its letter, else to the one whose folder the test
is in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from data.cases import Statement, books, initials, load
from data.games import GAMES
from tests.architecture.source import rules, size

_REQUIRED_KINDS = ("rule", "ambiguity", "example", "derived")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cases", "coverage of the rulebooks' statements")
    group.addoption(
        "--cases",
        action="append",
        default=[],
        metavar="TITLE",
        choices=["all", *books()],
        help="report on TITLE, or on all of our own games",
    )
    group.addoption(
        "--cases-strict", action="store_true", help="fail when a statement of the base game is not named"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(*ids, title=None): the rulebook statements that the test proves")
    if config.getoption("--cases-strict") and not config.getoption("--cases"):
        raise pytest.UsageError("--cases-strict needs --cases TITLE")
    if config.getoption("--cases") and config.getoption("numprocesses", None):
        raise pytest.UsageError("--cases needs every test in one process: leave out -n")
    config.pluginmanager.register(CaseCoverage(config), "case-coverage")


class CaseCoverage:
    """Which statements the collected tests name, and which of those tests passed."""

    def __init__(self, config: pytest.Config) -> None:
        chosen: list[str] = config.getoption("--cases")
        self._titles = [*GAMES] if "all" in chosen else chosen
        self._strict: bool = config.getoption("--cases-strict")
        self._tests: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._passed: set[str] = set()
        self._failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        faults: list[str] = []
        for item in items:
            for marker in item.iter_markers("case"):
                for title, statement_id, fault in _named(item, marker):
                    if fault:
                        faults.append(f"{item.nodeid}: {fault}")
                    elif item.get_closest_marker("nightly") is None:
                        self._tests[title, statement_id].add(item.nodeid)
        if faults:
            raise pytest.UsageError("\n".join(dict.fromkeys(faults)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._strict and any(self._unnamed(title) for title in self._titles):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        for title in self._titles:
            statements = load(title)
            unnamed = self._unnamed(title)
            terminalreporter.section(f"statements of {title}")
            terminalreporter.line(_count(len(statements), "numbered statement"))
            required = _required(title)
            terminalreporter.line(
                f"{len(required)} to be proved, {len(required) - len(unnamed)} named by a test"
            )
            if not config.getoption("collectonly"):
                proved = sum(1 for statement in required if self._is_proved(title, statement))
                terminalreporter.line(f"{proved} proved: every test that names them passed")
            if title in GAMES:
                lines = size(title)
                layers = ", ".join(f"{folder} {count}" for folder, count in lines.items())
                share = sum(lines.values()) / rules(title)
                terminalreporter.line(f"{share:.1f} lines of code for each of {rules(title)} rules: {layers}")
            for statement in unnamed:
                terminalreporter.line(f"  {statement.id}  {statement.text.splitlines()[0]}")

    def _unnamed(self, title: str) -> list[Statement]:
        return [statement for statement in _required(title) if (title, statement.id) not in self._tests]

    def _is_proved(self, title: str, statement: Statement) -> bool:
        tests = self._tests.get((title, statement.id), set())
        return bool(tests & self._passed) and not tests & self._failed


def _required(title: str) -> list[Statement]:
    return [s for s in load(title) if s.kind in _REQUIRED_KINDS]


def _named(item: pytest.Item, marker: pytest.Mark) -> Iterator[tuple[str, str, str]]:
    """Title, id and fault, empty if there is none, of each id in a marker."""
    if not marker.args:
        yield "", "", "a case marker needs the id of a statement"
    for statement_id in marker.args:
        title = marker.kwargs.get("title") or _title(item, str(statement_id))
        if title not in books():
            yield title, statement_id, f"{statement_id!r} could be of any game; add title=…"
        elif statement_id not in load(title):
            yield title, statement_id, f"{title} has no statement {statement_id!r}"
        else:
            yield title, statement_id, ""


def _title(item: pytest.Item, statement_id: str) -> str:
    folders = {title.replace("-", "_"): title for title in books()}
    of_folder = next((folders[part] for part in reversed(item.path.parts) if part in folders), "")
    return initials().get(statement_id[0], of_folder)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
