"""Reads a rulebook's `cases.md`: numbered lines, adopted readings and tables under Markdown headings."""

from __future__ import annotations

import re

import msgspec

_ID = r"[A-Z]-(?:[A-Z0-9][A-Za-z0-9]*|d|v)(?:[.-][A-Za-z0-9]+)*"
_DEFINITIONS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?:- )?AMBIGUOUS (?P<id>A-[\d.-]*\d)(?P<rest>.*)$",
        rf"^(?:- )?`(?P<id>{_ID})`(?P<rest>.*)$",
        rf"^- \*\*(?P<id>{_ID})\*\*(?P<rest>.*)$",
        rf"^- (?P<id>{_ID})(?P<rest>[ :].*)$",
        r"^\| (?P<id>I-\d+) \|(?P<rest>.*)\|$",
        r"^### (?P<id>V-T-[A-Z]+) (?P<rest>.*)$",
    )
)
_HEADING = re.compile(r"^(#+) (.*)$")
_MODULE = re.compile(r"^([A-Z]{2,4}) — ")
_TAG = re.compile(r"^\s*\[(inf|rules|published|book|derived)\]")
_LAST_TAG = re.compile(r"\s*\[(inf)\]$")
_WHERE = re.compile(r"^\s*\(([^)]*)\)")
_READING = re.compile(r"\s*(?:\|\s*)?(?:\bADOPT\b|\*\*Adopt)\s*")
_NUMBER = re.compile(r"(?:X-)?(?<!\d-)\d+(?:\.\d+)*(?: ?[A-H](?![\w.]))?")
_TABLE_OR_CODE = ("|", "```")


class Entry(msgspec.Struct):
    """One numbered entry of the file.

    `part` is the `#` heading and `section` the nearest heading above it; `cases` are the rulebook's numbers
    that it belongs to, the main one first.
    """

    id: str
    text: str
    reading: str
    cases: tuple[str, ...]
    section: str
    part: str
    tags: tuple[str, ...]


def parse(source: str) -> list[Entry]:
    """Every numbered entry of a `cases.md`, in its order."""
    entries: list[Entry] = []
    part = section = module = rule_case = ""
    fenced = after_blank = open_entry = False
    for line in source.splitlines():
        definition = None if fenced else _definition(line)
        heading = None if fenced else _HEADING.match(line)
        if heading:
            depth, section = len(heading[1]), heading[2].strip()
            part = section if depth == 1 else part
            if depth <= 2:
                match = _MODULE.match(section)
                module, rule_case = match[1] if match else "", ""
        if definition:
            entry = _entry(*definition, section=section, part=part, module=module, rule_case=rule_case)
            entries.append(entry)
            if entry.id[0] not in "ADEFIMT":
                rule_case = entry.cases[0] if entry.cases else ""
            open_entry = not line.startswith("|")
        elif open_entry and line.strip():
            is_block = fenced or line.startswith(_TABLE_OR_CODE)
            open_entry = is_block or (line.startswith("  ") and not after_blank)
            if open_entry:
                entries[-1].text += "\n" + line
        if line.startswith("```"):
            fenced = not fenced
        after_blank = not line.strip()
    return _with_borrowed_cases(entries)


def _definition(line: str) -> tuple[str, str] | None:
    for pattern in _DEFINITIONS:
        if match := pattern.match(line):
            return match["id"], match["rest"]
    return None


def _entry(statement_id: str, rest: str, *, section: str, part: str, module: str, rule_case: str) -> Entry:
    tags: list[str] = []
    while match := _TAG.match(rest):
        tags.append(match[1])
        rest = rest[match.end() :]
    where = ""
    if statement_id[0] in "AEI" and (match := _WHERE.match(rest)):
        where, rest = match[1], rest[match.end() :]
    rest = rest.lstrip(": ").removeprefix("AMBIGUOUS — ").removeprefix("Q: ").strip()
    if match := _LAST_TAG.search(rest):
        tags.append(match[1])
        rest = rest[: match.start()]
    text, reading = rest, ""
    if statement_id.startswith("A-"):
        text, *adopted = _READING.split(rest, maxsplit=1)
        reading = "".join(adopted).replace("**", "").lstrip(": ")
    cases = _cases(statement_id, where, text, module)
    if not cases and statement_id.startswith("A-") and rule_case:
        cases = (rule_case,)
    return Entry(statement_id, text.replace(" | ", " — "), reading, cases, section, part, tuple(tags))


def _cases(statement_id: str, where: str, text: str, module: str) -> tuple[str, ...]:
    """The rulebook's numbers: from an id (`L-7.2-a`, `G-MOV-A-1`) or from the cases it names (`7.4/5.1`)."""
    if match := re.match(r"(?!X)[A-Z](?!-X)-(\d+(?:\.\d+)*[A-Z]?)-(?:([TE]\d+)-)?\w+$", statement_id):
        return (f"{match[1]} {match[2]}" if match[2] else match[1],)
    if match := re.match(r"(?:E-)?(X-\d+(?:\.\d+)*)", statement_id):
        return (match[1],)
    if match := re.match(r"V-(T-[A-Z]+)", statement_id):
        return (match[1],)
    if match := re.match(r"V-(?:QA|CL|ER)-\d+$", statement_id):
        confirmed = text.rpartition("= ")[2].split(",")[0].strip()
        return tuple(_cases(f"V-{_full_incident(confirmed)}", "", "", ""))
    if match := re.match(r"R-([A-Z]+)-\d+$", statement_id):
        return (match[1],)
    if match := re.match(r"G-([A-Z]+)(?:-([A-Z0]))?(?:-\d+)+$", statement_id):
        return (f"{match[1]} {match[2]}" if match[2] and match[2] != "0" else match[1],)
    if module or re.match(r"[A-Z]{2,}\b", where):
        return _lettered_case(where, module)
    spread = re.sub(r"(X-[\d.]+)/(?=\d)", r"\1/X-", where)
    return tuple(dict.fromkeys(number.replace(" ", "") for number in _NUMBER.findall(spread)))


def _full_incident(reference: str) -> str:
    """`T1-d` names an incident of 4.3; `T-REINF-b` a table."""
    return f"4.3-{reference}" if re.match(r"T\d", reference) else reference


def _lettered_case(where: str, module: str) -> tuple[str, ...]:
    """`MOV U`, or a bare `U` in the section of its module."""
    match = re.match(r"([A-Z]{2,4})?\s*([A-Z])?\b", where)
    named = (match[1] if match else None) or module
    letter = match[2] if match else None
    return (f"{named} {letter}" if letter else named,) if named else ()


def _with_borrowed_cases(entries: list[Entry]) -> list[Entry]:
    """An ambiguity without a number of its own takes that of the first rule that refers to it."""
    for entry in entries:
        if entry.id.startswith("A-") and not entry.cases:
            cited = re.compile(rf"\b{re.escape(entry.id)}\b")
            entry.cases = next(
                (rule.cases for rule in entries if rule.id[0] == "R" and cited.search(rule.text)), ()
            )
    return entries
