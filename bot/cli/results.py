"""Commands for a server's results: as static files with their records, and their proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.output import complain, say, write
from bot.cli.storage import LARGEST, read_record, see_that_there_is, title_of
from data.catalogue import _


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    results = typer.Typer(help="Results.", no_args_is_help=True)
    results.command(name="page")(page_)
    results.command(name="check")(check)
    app.add_typer(results, name="results")


def page_(
    folder: Annotated[Path, typer.Argument(help="Folder to write; it is made.")],
    guild: Annotated[int, typer.Option(min=1, max=LARGEST, help="Id of the server.")],
    channel: Annotated[
        list[int] | None,
        typer.Option(min=1, max=LARGEST, help="Only campaigns of this channel; all by default."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(help="Language of the page: en, fr or fr-an; the server's by default."),
    ] = None,
    names: Annotated[
        Path | None,
        typer.Option(
            help="JSON object of user ids and the names that they are shown with; others are numbers."
        ),
    ] = None,
) -> None:
    """Write a server's results as a web page with the records that prove it. No server is needed for it."""
    import asyncio
    from functools import partial

    import msgspec

    from bot.app.client import all_titles, now
    from bot.campaigns.languages import SPOKEN
    from bot.campaigns.service import Campaigns
    from bot.results import page
    from bot.settings import from_environment
    from bot.store import Store, rows
    from data.nouns import listed
    from engines.core.errors import UsageError

    settings = from_environment()
    see_that_there_is(settings.database)
    if language not in (None, *SPOKEN):
        raise UsageError(
            _("There is no language {name!r}; there are {names}", name=language, names=listed(SPOKEN))
        )
    try:
        named = (
            {}
            if names is None
            else msgspec.json.decode(names.read_bytes(), type=dict[int, str], strict=False)
        )
    except msgspec.DecodeError as error:
        raise UsageError(_("{file} has no names: {error}", file=names, error=error)) from None
    (folder / page.RECORDS).mkdir(parents=True, exist_ok=True)

    async def work() -> int:
        async with await Store.open(settings.database, now) as store:
            campaigns = Campaigns(store, all_titles(settings), now)
            await campaigns.packs.learn()
            every = await store.look(partial(rows.results.of_guild, guild_id=guild))
            chosen = [each for each in every if not channel or each.channel_id in channel]
            _drop_others(folder, {each.campaign_id for each in chosen})
            for result in chosen:
                record = await campaigns.record(await campaigns.by_id(result.campaign_id))
                content = msgspec.json.format(msgspec.json.encode(record))
                write(folder / page.RECORDS / f"{result.campaign_id}.json", content)
            rated = (await store.look(partial(rows.people.guild_of, guild_id=guild))).rated
            spoken = language or await campaigns.languages.of_server(guild)
            site = page.site(chosen, named, rated=rated, language=spoken)
            for name, content in page.files(campaigns.titles, site).items():
                write(folder / name, content)
            return len(chosen)

    count = asyncio.run(work())
    say(_("{folder} has {count} results with their records.", folder=folder, count=count))


def _drop_others(folder: Path, kept: Collection[int]) -> None:
    """Remove the records of the page that the folder holds already, except those of these campaigns."""
    import msgspec

    from bot.results import page

    with suppress(FileNotFoundError, msgspec.DecodeError):
        before = msgspec.json.decode((folder / page.VALUES).read_bytes(), type=page.Site)
        for result in before.results:
            if result.campaign_id not in kept:
                (folder / page.RECORDS / f"{result.campaign_id}.json").unlink(missing_ok=True)


def check(folder: Annotated[Path, typer.Argument(help="Such a folder.")]) -> None:
    """Prove a page of results: every record is played again, and page and table are made again.

    Status 0: all of it holds; 1: it does not.
    """
    import msgspec

    from bot.app.client import all_titles
    from bot.results import page, proof
    from bot.settings import from_environment
    from engines.core.errors import ReplayError, UsageError
    from engines.packs import PackRegistry

    try:
        site = msgspec.json.decode((folder / page.VALUES).read_bytes(), type=page.Site)
    except msgspec.DecodeError as error:
        raise UsageError(_("{folder} has no results: {error}", folder=folder, error=error)) from None
    counts = Counter(result.campaign_id for result in site.results)
    faults = [
        _("Campaign {id}: it is counted {number} times.", id=id_, number=number)
        for id_, number in counts.items()
        if number > 1
    ]
    faults += [
        _("{name} is the record of no result.", name=file.name)
        for file in sorted((folder / page.RECORDS).glob("*.json"))
        if file.stem not in map(str, counts)
    ]
    for result in site.results:
        record = read_record(folder / page.RECORDS / f"{result.campaign_id}.json")
        try:
            wrong = proof.contradicted(title_of(record), record, result)
        except ReplayError as error:
            faults.append(
                _("Campaign {id}: the record does not hold. {error}.", id=result.campaign_id, error=error)
            )
        else:
            faults += [
                _("Campaign {id}: the record does not prove its {field}.", id=result.campaign_id, field=field)
                for field in wrong
            ]
    titles = PackRegistry(all_titles(from_environment())).titles
    faults += [
        _("{name} is not what the results give.", name=name)
        for name, content in page.files(titles, site).items()
        if (folder / name).read_bytes() != content
    ]
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)
    say(_("{count} results hold, and so do the page and the table made of them.", count=len(site.results)))
