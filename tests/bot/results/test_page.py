"""The public page of results: static files without ids, which anyone can prove by the records beside them."""

from __future__ import annotations

import asyncio
import csv
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.results.page import Site, files
from bot.store import Result
from data.sentences import Sentence
from engines.core.record import Record
from tests.cli.program import Ran, tocsin
from tests.outposts.bot.test_campaigns import played_out
from tests.outposts.game.engine.title import Outposts
from tests.support.life import Life
from tests.support.moderated import confirmed


@pytest.fixture
async def page(life: Life, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page of a server on which one campaign was conceded, and one played to its end."""
    monkeypatch.setenv("TOCSIN_DATABASE", str(life.table.db_path))
    monkeypatch.setattr("bot.app.client.all_titles", lambda _: [Outposts()])
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    await life.outposts()
    await played_out(life.table.bot.campaigns, 2)
    await life.table.bot.outbox.drain()
    names = tmp_path / "names.json"
    names.write_bytes(msgspec.json.encode({str(life.camille.id): "Camille <3"}))
    folder = tmp_path / "page"
    ran = await made(life, folder, "--names", names)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{folder} has 2 results with their records.\n"
    return folder


async def made(life: Life, folder: Path, *options: object) -> Ran:
    """What is said of a page that is written."""
    return await asyncio.to_thread(tocsin, "results", "page", folder, "--guild", life.guild.id, *options)


async def checked(folder: Path) -> Ran:
    """What is said of a page that is proved."""
    return await asyncio.to_thread(tocsin, "results", "check", folder)


def texts(folder: Path) -> dict[str, str]:
    """The files of a folder, by name."""
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in folder.rglob("*.*")}


def changed(file: Path, old: str, new: str) -> None:
    """Write another text into a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


async def test_the_page_has_results_ratings_and_records_and_no_id(life: Life, page: Path) -> None:
    files = texts(page)
    assert sorted(files) == ["index.html", "records/1.json", "records/2.json", "results.csv", "results.json"]
    ids = (life.camille.id, life.maxime.id, life.guild.id, life.hall.id)
    assert not [name for name, text in files.items() for each in ids if str(each) in text]
    shown = files["index.html"]
    assert "Blue Camille &lt;3, White player 2" in shown
    assert "Blue won, as the other side conceded" in shown
    assert '<a href="records/2.json">2</a>' in shown
    assert "<h2>Ratings</h2>" in shown
    rows = list(csv.DictReader(StringIO(files["results.csv"].removeprefix("\ufeff"))))
    assert [row["player"] for row in rows] == ["Camille <3", "player 2"] * 2


async def test_anyone_can_prove_it(page: Path) -> None:
    ran = await checked(page)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "2 results hold, and so do the page and the table made of them.\n"
    assert tocsin("verify", page / "records" / "2.json").status == 0


async def test_what_was_changed_is_named(page: Path) -> None:
    changed(page / "index.html", "player 2", "player 3")
    ran = await checked(page)
    assert (ran.status, ran.err) == (1, "index.html is not what the results give.\n")

    values = page / "results.json"
    site = msgspec.json.decode(values.read_bytes(), type=Site)
    first = msgspec.structs.replace(site.results[0], winner="white", edited=True)
    values.write_bytes(msgspec.json.encode(msgspec.structs.replace(site, results=[first, *site.results[1:]])))
    ran = await checked(page)
    assert ran.status == 1
    for field in ("winner", "edited"):
        assert f"Campaign 1: the record does not prove its {field}.\n" in ran.err
    assert "results.csv is not what the results give." in ran.err

    record = page / "records" / "2.json"
    read = msgspec.json.decode(record.read_bytes(), type=Record)
    record.write_bytes(msgspec.json.encode(msgspec.structs.replace(read, journal=read.journal[1:])))
    assert "Campaign 2: the record does not hold." in (await checked(page)).err


async def test_what_a_page_made_anew_would_hide_is_named(page: Path) -> None:
    """Page and table are made of the values: a change of these alone leaves no other trace."""

    def rewritten(*results: Result) -> None:
        for name, content in files({"outposts": Outposts()}, replace(site, results=[*results])).items():
            (page / name).write_bytes(content)

    site = msgspec.json.decode((page / "results.json").read_bytes(), type=Site)
    first, second = site.results
    rewritten(first, replace(second, verdict="a crushing victory"))
    assert (await checked(page)).err == "Campaign 2: the record does not prove its verdict.\n"
    rewritten(first, second, second)
    assert (await checked(page)).err == "Campaign 2: it is counted 2 times.\n"
    rewritten(first)
    assert (await checked(page)).err == "2.json is the record of no result.\n"
    idle = replace(first, parts=tuple(replace(part, own=9, others=part.own - 9) for part in first.parts))
    rewritten(idle, second)
    assert (await checked(page)).err == "Campaign 1: the record does not prove its parts.\n"


async def test_a_page_is_in_the_language_of_its_server_or_in_the_one_that_is_named(
    life: Life, page: Path
) -> None:
    await life.types(life.therese, "settings", language="fr")
    assert (await made(life, page)).status == 0
    shown = (page / "index.html").read_text("utf-8")
    assert '<html lang="fr">' in shown
    assert "<h1>Résultats</h1>" in shown
    assert '<td data-head="Joueurs">Blue joueur 1, White joueur 2</td>' in shown
    assert (await checked(page)).status == 0
    assert (await made(life, page, "--language", "en")).status == 0
    assert "<h1>Results</h1>" in (page / "index.html").read_text("utf-8")
    refused = await made(life, page, "--language", "de")
    assert refused.sentence == "There is no language 'de'; there are en, fr and fr-an."


async def test_a_verdict_that_an_early_version_kept_in_words_is_proved_by_them(page: Path) -> None:
    site = msgspec.json.decode((page / "results.json").read_bytes(), type=Site)
    first, second = site.results
    assert isinstance(second.verdict, Sentence)
    for words, fault in ((str(second.verdict), ""), ("White wins", "the record does not prove its verdict")):
        told = replace(site, results=[first, replace(second, verdict=words)])
        for name, content in files({"outposts": Outposts()}, told).items():
            (page / name).write_bytes(content)
        assert (await checked(page)).err == (f"Campaign 2: {fault}.\n" if fault else "")


async def test_a_name_is_no_formula_of_a_spreadsheet(life: Life, page: Path, tmp_path: Path) -> None:
    names = tmp_path / "formula.json"
    names.write_bytes(msgspec.json.encode({str(life.camille.id): '=HYPERLINK("http://a")'}))
    assert (await made(life, page, "--names", names)).status == 0
    rows = list(csv.DictReader(StringIO((page / "results.csv").read_text("utf-8-sig"))))
    assert [row["player"] for row in rows if row["seat"] == "blue"] == ['\'=HYPERLINK("http://a")'] * 2
    assert (await checked(page)).status == 0


async def test_a_page_written_anew_keeps_no_record_of_a_campaign_that_is_left_out(
    life: Life, page: Path
) -> None:
    own = page / "records" / "7.json"
    own.write_text("{}", encoding="utf-8")
    square = life.guild.create_text_channel("square")
    assert (await made(life, page, "--channel", square.id)).status == 0
    assert [file.name for file in (page / "records").iterdir()] == ["7.json"]
    own.unlink()
    assert (await checked(page)).status == 0


async def test_a_page_follows_who_is_forgotten_and_what_the_server_has_set(life: Life, page: Path) -> None:
    await confirmed(life.camille, await life.slash(life.camille, "privacy forget"))
    await life.types(life.therese, "settings", ratings=0)
    assert (await made(life, page)).status == 0
    shown = (page / "index.html").read_text(encoding="utf-8")
    assert "Blue somebody, White player 1" in shown
    assert "Ratings" not in shown
    assert (await checked(page)).status == 0


async def test_a_page_of_one_channel_has_its_campaigns_alone(life: Life, page: Path, tmp_path: Path) -> None:
    square = life.guild.create_text_channel("square")
    ran = await made(life, tmp_path / "other", "--channel", square.id)
    assert ran.out.endswith("has 0 results with their records.\n")
    assert (await checked(tmp_path / "other")).status == 0


async def test_what_is_no_such_folder_is_refused_in_a_sentence(
    life: Life, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "can't be used" in (await checked(tmp_path)).sentence
    (tmp_path / "results.json").write_text("{", encoding="utf-8")
    assert "has no results" in (await checked(tmp_path)).sentence
    monkeypatch.setenv("TOCSIN_DATABASE", str(tmp_path / "none.db"))
    assert "There is no database" in (await made(life, tmp_path / "page")).sentence
