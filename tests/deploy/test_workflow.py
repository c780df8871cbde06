"""The workflow runs nothing that could be changed under its name."""

from __future__ import annotations

import re

from tests.architecture.source import ROOT

USED = re.compile(r"uses: (\S+)@(\S+)(?: # (\S+))?$", re.MULTILINE)


def test_each_action_of_a_workflow_is_pinned_by_the_hash_of_a_released_version() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))
    used = [found for path in workflows for found in USED.findall(path.read_text(encoding="utf-8"))]
    assert used
    for action, commit, version in used:
        assert re.fullmatch(r"[0-9a-f]{40}", commit), action
        assert re.fullmatch(r"v\d+\.\d+\.\d+", version), action
    assert sum(path.read_text(encoding="utf-8").count("uses:") for path in workflows) == len(used)
