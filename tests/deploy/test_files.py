"""What can be checked of container and units without running them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from itertools import combinations
from pathlib import Path

import pytest
import typer

from bot.cli import app
from bot.settings import Settings, from_environment, variable_of
from tests.deploy.conftest import DEPLOY, ROOT

DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
SHARDS = (DEPLOY / "compose.shards.yaml").read_text(encoding="utf-8")
SERVICES = ("tocsin.service", "tocsin@.service", "tocsin-backup.service", "tocsin-drawer@.service")
HARDENING = {
    "CapabilityBoundingSet": "",
    "NoNewPrivileges": "yes",
    "PrivateTmp": "yes",
    "ProtectHome": "yes",
    "ProtectSystem": "strict",
    "SystemCallArchitectures": "native",
}


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read(DEPLOY / name, encoding="utf-8")
    return parser


def instructions(word: str) -> list[str]:
    """Arguments of every instruction of that name, continued lines joined."""
    return re.findall(rf"^{word} (.+)$", DOCKERFILE.replace("\\\n", " "), re.MULTILINE)


def is_sent(path: str) -> bool:
    """Whether a file at the root, or in a folder of it, is sent to the builder."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split():
        pattern = line.removeprefix("!")
        if any(fnmatch(part, pattern) for part in (path, path.partition("/")[0])):
            sent = line.startswith("!")
    return sent


def test_every_download_of_the_image_is_checked_against_its_hash() -> None:
    installs = [part for run in instructions("RUN") for part in run.split("&&") if "install" in part]
    assert installs
    for install in installs:
        assert "--require-hashes" in install or "--no-deps" in install
    (build,) = (part for run in instructions("RUN") for part in run.split("&&") if "uv build" in part)
    assert "--require-hashes --build-constraints requirements.lock" in build


def test_tools_that_build_the_package_are_in_the_lock() -> None:
    pinned = re.search(r'requires = \["(hatchling==[^"]+)"\]', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert pinned
    assert f"\n{pinned[1]} " in (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_image_runs_the_bot_as_a_user_without_rights() -> None:
    build, run = instructions("FROM")
    assert re.fullmatch(r"python:3\.11-slim@sha256:[0-9a-f]{64}", run)
    assert build == f"{run} AS build"
    assert instructions("USER") == ["tocsin"]
    assert instructions("ENTRYPOINT") == ['["tocsin"]']
    assert instructions("CMD") == ['["run"]']


def test_what_the_image_copies_is_there_and_sent() -> None:
    copied = [
        source
        for copy in instructions("COPY")
        if not copy.startswith("--from")
        for source in copy.split()[:-1]
        if source != "."
    ]
    for source in [*copied, "pyproject.toml", "requirements.lock", "README.md", "LICENSE", "NOTICE"]:
        assert (ROOT / source).is_file()
        assert is_sent(source), source


@pytest.mark.parametrize(
    "path", [".git/config", ".venv/bin/python", "deploy/pictures", "tests/conftest.py", "tocsin.db"]
)
def test_what_the_image_does_not_need_is_not_sent(path: str) -> None:
    assert not is_sent(path)


def test_campaigns_and_backups_of_the_container_outlive_it() -> None:
    (folder,) = instructions("VOLUME")
    assert f"TOCSIN_DATABASE={folder}/tocsin.db" in DOCKERFILE
    assert f"- campaigns:{folder}\n" in COMPOSE
    assert "- ./backups:/var/backups/tocsin\n" in COMPOSE
    for line in ("restart: unless-stopped", "stop_grace_period: 30s", "read_only: true", "env_file: .env"):
        assert f"    {line}\n" in COMPOSE


@pytest.mark.parametrize("name", SERVICES)
def test_service_is_hardened(name: str) -> None:
    service = unit(name)["Service"]
    assert service["User"] == "tocsin"
    assert {key: service[key] for key in HARDENING} == HARDENING


def test_services_run_what_there_is() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    program, command = unit("tocsin.service")["Service"]["ExecStart"].split()
    assert program == "/opt/tocsin/.venv/bin/tocsin"
    assert command in commands
    assert unit("tocsin-drawer@.service")["Service"]["ExecStart"] == f"{program} draw"
    assert "draw" in commands
    script = Path(unit("tocsin-backup.service")["Service"]["ExecStart"].split()[0])
    assert (ROOT / script.relative_to("/opt/tocsin")).is_file()


def test_bot_is_stopped_as_it_can_finish() -> None:
    # By SIGTERM, which is usual: only then does it hear Discord until the end.
    assert "KillSignal" not in unit("tocsin.service")["Service"]
    assert instructions("STOPSIGNAL") == []


def test_one_bot_of_several_is_run_as_the_only_one_but_for_its_settings() -> None:
    of_several, alone = unit("tocsin@.service"), unit("tocsin.service")
    # The parser keeps the last of several lines.
    assert of_several["Service"].pop("EnvironmentFile") == "/etc/tocsin-%i.env"
    assert alone["Service"].pop("EnvironmentFile") == "/etc/tocsin.env"
    assert alone["Service"].pop("Environment") == "TOCSIN_DATABASE=/var/lib/tocsin/tocsin.db"
    assert dict(of_several["Service"]) == dict(alone["Service"])
    assert dict(of_several["Install"]) == dict(alone["Install"])
    text = (DEPLOY / "tocsin@.service").read_text(encoding="utf-8")
    assert re.findall("^EnvironmentFile=.*$", text, re.MULTILINE) == [
        "EnvironmentFile=/etc/tocsin.env",
        "EnvironmentFile=/etc/tocsin-%i.env",
    ]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", [*SERVICES, "tocsin-backup.timer"])
def test_systemd_reads_the_unit(name: str, tmp_path: Path) -> None:
    # The program is nowhere on the machine of the tests.
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = path.read_text(encoding="utf-8")
        copy = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE)
        (tmp_path / path.name.replace("@", "@1")).write_text(copy, encoding="utf-8")
    read = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / name.replace("@", "@1")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in read.stderr.splitlines() if "tocsin" in line] == []


def test_what_is_deployed_names_only_settings_that_there_are() -> None:
    known = {variable_of(name) for name in Settings.__struct_fields__}
    for path in DEPLOY.iterdir():
        if path.is_file():
            assert set(re.findall(r"TOCSIN_[A-Z_]+", path.read_text(encoding="utf-8"))) <= known, path


def test_a_backup_finds_the_database_where_the_bot_does_and_gets_no_token() -> None:
    service, bot = unit("tocsin-backup.service")["Service"], unit("tocsin.service")["Service"]
    assert service["EnvironmentFile"] == bot["EnvironmentFile"]
    assert service["UnsetEnvironment"] == "TOCSIN_TOKEN"
    assert "PrivateNetwork" not in service
    assert set(service["RestrictAddressFamilies"].split()) >= {"AF_INET", "AF_INET6", "AF_UNIX"}


def variables(mapping: str) -> dict[str, str]:
    """The settings of a mapping, in either way to write it."""
    return {
        name: value.strip('"') for name, value in re.findall(r'(TOCSIN_\w+): ("[^"]*"|[^,}\n]+)', mapping)
    }


def test_three_bots_serve_all_shards_and_no_shard_twice() -> None:
    common = variables(SHARDS.partition("\nx-settings: &settings\n")[2].partition("\n\n")[0])
    bots = re.findall(r"    <<: \*bot\n    environment: \{<<: \*settings, (.+)\}\n", SHARDS)
    address = {"TOCSIN_DATABASE": "postgresql://tocsin@postgres/tocsin"}
    found = []
    for given in bots:
        settings = from_environment({**address, **common, **variables(given)})
        assert (settings.standby, settings.api) == ("on", "http://proxy:8080/api/v10")
        assert settings.drawers == "on"
        assert settings.shards is not None
        found.append(settings.shards)
    assert len(found) == 3
    assert not any(one.crosses(other) for one, other in combinations(found, 2))
    assert {shards.count for shards in found} == {sum(each.last - each.first + 1 for each in found)}
    (image,) = re.findall(r"^    image: (ghcr\.io/.+)$", SHARDS, re.MULTILINE)
    assert re.fullmatch(r"ghcr\.io/germanoeich/nirn-proxy:v[0-9.]+", image)
    # Both files run the same server and the same image.
    for line in ("image: postgres:17", "image: tocsin", "dockerfile: deploy/Dockerfile", "mem_limit: 512m"):
        assert f" {line}\n" in COMPOSE
        assert f" {line}\n" in SHARDS


def test_prometheus_finds_every_bot_at_its_port_and_strangers_find_none() -> None:
    prometheus = (DEPLOY / "prometheus.yaml").read_text(encoding="utf-8")
    common = variables(SHARDS.partition("\nx-settings: &settings\n")[2].partition("\n\n")[0])
    assert f"port: {common['TOCSIN_PORT']}\n" in prometheus
    assert common["TOCSIN_HOST"] == "0.0.0.0"  # noqa: S104 - within the network of the containers
    (names,) = re.findall(r"names: \[(.+)\]", prometheus)
    assert names.split(", ") == re.findall(
        r"^  (\w+):\n    <<: \*bot\n    environment: \{", SHARDS, re.MULTILINE
    )
    assert "./prometheus.yaml:/etc/prometheus/prometheus.yml:ro" in SHARDS
    assert re.findall(r"ports: \[(.+)\]", SHARDS) == ['"127.0.0.1:3000:3000"']


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus is not installed")
def test_prometheus_reads_its_file() -> None:
    subprocess.run(["promtool", "check", "config", DEPLOY / "prometheus.yaml"], check=True)


def test_drawers_get_the_address_of_the_server_and_no_token() -> None:
    drawer = SHARDS.partition("\n  drawer:\n")[2].partition("\n\n")[0]
    for line in ("command: draw", "env_file: []", "deploy: {replicas: 2}"):
        assert f"    {line}\n" in f"{drawer}\n"
    assert re.findall(r"^      (\w+):", drawer, re.MULTILINE) == ["TOCSIN_DATABASE"]
    service = unit("tocsin-drawer@.service")["Service"]
    assert "TOCSIN_TOKEN" in service["UnsetEnvironment"].split()
    assert "TOCSIN_DATABASE" not in service.get("Environment", "")


def test_timer_makes_a_backup_each_night() -> None:
    timer = unit("tocsin-backup.timer")
    assert timer["Timer"]["OnCalendar"] == "*-*-* 04:30:00"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_notice_tells_the_licence_of_every_library_that_comes_with_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[\[<>=]", each)[0] for each in project["dependencies"]]
    licences = (ROOT / "NOTICE").read_text(encoding="utf-8").partition("What the program is used with")[2]
    assert [name for name in names if name.casefold() not in licences.casefold()] == []
    assert re.search(r"Apache 2\.0 .*\btzdata\b", licences)
