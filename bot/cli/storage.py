"""Commands for stored data: backup, export, import, verify, replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.output import complain, say, write
from data.catalogue import _

if TYPE_CHECKING:
    from sqlalchemy import URL

    from bot.settings import Settings
    from engines.core.contract import AnyTitle
    from engines.core.record import Entry, Record

MOST = 32 * 1024 * 1024
"""Bytes above which a file can't be a record."""
UNTOLD = 3
"""Exit status of `verify` if everything follows but the seed is not published yet."""
LARGEST = 2**63 - 1
"""The largest id that a database can hold."""


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(backup)
    app.command()(restore)
    app.command(name="move-store")(move_store)
    app.command(name="export")(export)
    app.command(name="import")(import_)
    app.command(name="verify")(verify_)
    app.command(name="replay")(replay_)
    app.command()(review)


def backup(target: Annotated[Path | None, typer.Argument(help="File to write.")] = None) -> None:
    """Copy the database, consistent while the bot runs."""
    import asyncio
    from datetime import UTC, datetime

    from bot.settings import from_environment
    from bot.store.backup import backup_file
    from engines.core.errors import UsageError

    source = _file(from_environment(), "pg_dump --format=custom")
    target = target or Path(f"tocsin-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
    if target.is_dir():
        raise UsageError(_("{target} is a folder; name a file", target=target))
    asyncio.run(backup_file(source, target))
    say(_("{target} is a whole copy of {source}.", target=target, source=source))


def restore(source: Annotated[Path, typer.Argument(help="A backup.", metavar="BACKUP")]) -> None:
    """Put a backup in the place of the database; what was there is kept. The bot has to be stopped."""
    from bot.settings import from_environment
    from bot.store import DatabaseCorrupt
    from bot.store.backup import restore_file
    from bot.store.lease import Lease

    database = _file(from_environment(), "pg_restore")
    lease = Lease.take(database)
    try:
        kept = restore_file(source, database)
    except DatabaseCorrupt as error:
        complain(str(error))
        raise typer.Exit(1) from None
    finally:
        lease.release()
    if kept is not None:
        say(_("The database that was there is kept as {kept}.", kept=kept))
    say(_("{database} is restored from {source}.", database=database, source=source))


def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="File or address of the present database.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="File or address of an empty one.")],
) -> None:
    """Copy all that is stored to another database, and check the copy. The bot has to be stopped.

    After an interruption the same command goes on where it was.
    """
    import asyncio

    from bot.app.client import now
    from bot.settings import place
    from bot.store import Store
    from bot.store.move import move
    from engines.core.errors import UsageError

    source_place, target_place = place("FROM", source), place("TO", target)
    if isinstance(source_place, Path) and not source_place.is_file():
        raise UsageError(_("There is no database {database}", database=source_place))
    if source_place == target_place:
        raise UsageError(_("FROM and TO are the same database"))

    async def work() -> str:
        async with (
            await Store.open(source_place, now, alone=True) as moved,
            await Store.open(target_place, now) as copy,
        ):
            await copy.database.claim()
            count = await move(moved, copy)
            return _(
                "{count} rows are copied from {source} to {target}, and checked. Set TOCSIN_DATABASE to it; "
                "the other one is left as it was.",
                count=count,
                source=moved.database.place,
                target=copy.database.place,
            )

    say(asyncio.run(work()))


def see_that_there_is(place: Path | URL) -> None:
    """Check that a database in a file exists: to open it would make it.

    :raises UsageError: it does not.
    """
    from engines.core.errors import UsageError

    if isinstance(place, Path) and not place.exists():
        raise UsageError(_("There is no database {database}", database=place))


def _file(settings: Settings, tool: str) -> Path:
    """The database file; for a database on a server, a refusal names the tool that does the same there."""
    from engines.core.errors import UsageError

    if isinstance(settings.database, Path):
        return settings.database
    raise UsageError(
        _("The database is on a server, where PostgreSQL's own tool does this: `{tool}`", tool=tool)
    )


def export(
    campaign: Annotated[int, typer.Argument(min=1, max=LARGEST, help="Number of the campaign.")],
    file: Annotated[Path, typer.Argument(help="File to write.")],
) -> None:
    """Write a campaign as a record."""
    import asyncio

    import msgspec

    from bot.app.client import all_titles, now
    from bot.campaigns.service import Campaigns
    from bot.settings import from_environment
    from bot.store import Store, Unwritable
    from bot.store.backup import copied
    from engines.core.errors import UsageError

    settings = from_environment()
    place = settings.database
    see_that_there_is(place)

    async def work(database: Path | URL) -> Record:
        async with await Store.open(database, now) as store:
            stored = await store.campaign(campaign)
            if stored is None:
                raise UsageError(_("There is no campaign {campaign}", campaign=campaign))
            campaigns = Campaigns(store, all_titles(settings), now)
            await campaigns.packs.learn()
            return await campaigns.record(stored)

    try:
        record = asyncio.run(work(place))
    except Unwritable:
        if not isinstance(place, Path):
            raise
        # A read-only disk, for example with a backup.
        with copied(place) as copy:
            record = asyncio.run(work(copy))
    write(file, msgspec.json.format(msgspec.json.encode(record)))
    say(
        _(
            "{file} holds campaign {campaign}: {number} actions.",
            file=file,
            campaign=campaign,
            number=len(record.journal),
        )
    )


def import_(
    file: Annotated[Path, typer.Argument(help="A record.")],
    guild: Annotated[int, typer.Option(min=1, max=LARGEST, help="Id of the server.")],
    channel: Annotated[
        int, typer.Option(min=1, max=LARGEST, help="Id of the channel; it may not have a running campaign.")
    ],
    user: Annotated[int, typer.Option(min=1, max=LARGEST, help="Id of the user who takes every seat.")],
) -> None:
    """Take a record into the database as a channel's campaign, after replaying it."""
    import asyncio

    from bot.app.client import all_titles, now
    from bot.campaigns.service import Campaigns
    from bot.settings import from_environment
    from bot.store import Store

    record = read_record(file)

    async def work() -> int:
        settings = from_environment()
        async with await Store.open(settings.database, now) as store:
            campaigns = Campaigns(store, all_titles(settings), now)
            adopted = await campaigns.adopt(record, guild_id=guild, channel_id=channel, user_id=user)
            return adopted.id

    say(_("The record is campaign {work}; the bot shows it when it next looks.", work=asyncio.run(work())))


def verify_(file: Annotated[Path, typer.Argument(help="A record.")]) -> None:
    """Check a record: every action by the rules, every die by the seed, the seed by its hash.

    Status 0: all of it holds; 1: it does not; 3: it follows, but its seed is not told yet.
    """
    from bot.campaigns.telling import ended
    from bot.store import Ended
    from data.nouns import counted
    from engines.core.errors import ReplayError
    from engines.core.record import verify

    record = read_record(file)
    title = title_of(record)
    try:
        verdict = verify(title, record)
    except ReplayError as error:
        complain(_("The record does not hold. {error}.", error=error))
        raise typer.Exit(1) from None
    following = verdict.entries - verdict.lost
    say(
        _(
            "{following} actions follow from the rules; the state has digest {digest}.",
            following=following,
            digest=verdict.digest,
        )
    )
    besides = [
        counted(number, what)
        for number, what in (
            (verdict.undone, _("undone action")),
            (verdict.edits, "edit"),
            (verdict.rolls, "roll"),
        )
        if number
    ]
    if besides:
        say(_("Among them: {besides}.", besides=", ".join(besides)))
    if verdict.lost:
        complain(
            _(
                "{undone_actions} no longer followed when the record was repaired; nothing can vouch "
                "for what was undone there.",
                undone_actions=counted(verdict.lost, "undone action"),
            )
        )
    if not verdict.seed_known:
        complain(
            _(
                "{draws} could not be checked: the record does not tell its seed, which is told when "
                "the campaign is over.",
                draws=_draws(verdict.draws),
            )
        )
        raise typer.Exit(UNTOLD)
    say(
        _(
            "{draws} came from the seed, and the seed is the one promised.",
            draws=_draws(verdict.draws - verdict.fed),
        )
    )
    if verdict.fed:
        complain(_("{fed} came from a hand, for which no seed can vouch.", fed=_draws(verdict.fed)))
    if verdict.outcome is not None:
        say(_("Outcome: {title}.", title=verdict.outcome.title))
    elif verdict.ending is not None:
        say(_("Outcome: {plain}", plain=ended(title, Ended(verdict.ending.how, verdict.ending.seat)).plain))


def replay_(
    file: Annotated[Path, typer.Argument(help="A record.")],
    page: Annotated[
        Path | None, typer.Option(help="Write maps and story to this file, a web page that needs no server.")
    ] = None,
) -> None:
    """Tell a record again, action by action; or as a web page."""
    from bot.campaigns.telling import ended
    from bot.games.registry import presenter_of
    from bot.store import Ended
    from engines.core.record import replay

    record = read_record(file)
    title = title_of(record)
    if page is not None:
        _write_page(record, title, page)
        return
    words = presenter_of(title)
    for played in replay(title, record):
        if played.entry is not None:
            say(f"\n> {played.number}. {_entry(played.entry)}")
        for line in words.tell(played.events):
            say(line.removeprefix("-# ").replace("**", "").replace("*", ""))
    outcome = title.outcome(played.state)
    if outcome is None and record.ending is not None:
        say(f"\n{ended(title, Ended(record.ending.how, record.ending.seat)).plain}")
    else:
        say(_("\nThe game goes on.") if outcome is None else f"\n{outcome.title}.")


def _write_page(record: Record, title: AnyTitle, file: Path) -> None:
    """Write a record as a web page: all of it if it is over, otherwise the public view."""
    from rich.progress import Progress

    from bot.cli.output import err
    from bot.replays import pages, playback

    replay = playback.replayed(title, record)
    if replay.trouble is not None:
        raise replay.trouble
    outcome = title.outcome(replay.steps[-1].state)
    over = outcome is not None or record.ending is not None
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        drawing = progress.add_task(_("Maps of {name}", name=title.name))
        about = pages.of_record(title, record, replay)
        made = pages.page(
            title,
            replay,
            about,
            over,
            pages.MOST,
            lambda done, of: progress.update(drawing, completed=done, total=of),
        )
    write(file, made.data)
    say(
        _(
            "{file} shows {scenes} scenes. {left_out}", file=file, scenes=made.scenes, left_out=made.left_out
        ).rstrip()
    )


def review(
    file: Annotated[Path, typer.Argument(help="A record.")],
    seat: Annotated[str | None, typer.Option(help="Id of the seat whose decisions are told.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the chances into this PNG file.")] = None,
) -> None:
    """Look back on a record: the decisions that cost most, what was better, and the luck of the dice."""
    from rich.progress import Progress

    from bot.cli.output import err
    from bot.reviews import words

    record = read_record(file)
    title = title_of(record)
    if seat is not None:
        title.seated(seat)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(title.name)
        made = words.reviewed(title, record, lambda done, of: progress.update(task, completed=done, total=of))
    for paragraph in words.lines(title, made, seat):
        say(paragraph.replace("-# ", "").replace("**", "") + "\n")
    if picture is not None:
        write(picture, words.picture(title, made, seat).data)
        say(_("{picture} shows it.", picture=picture))


def _entry(entry: Entry) -> str:
    """An entry as a line: `france: end`, `undone back to 9`, `edit: army austria 3`."""
    from engines.core.record import LOST
    from engines.core.table import undo_target

    if entry.digest == LOST:
        return _("{action}: undone since, and no longer follows from the rules", action=entry.action)
    match entry.kind:
        case "undo":
            return _("undone back to {action}", action=undo_target(entry.action))
        case "edit":
            return _("edit: {action}", action=entry.action)
        case "roll":
            return _("for the table: {action}", action=entry.action)
        case "act":
            given = "" if entry.source == "player" else f" ({entry.source})"
            return f"{entry.seat}{given}: {entry.action}"


def title_of(record: Record) -> AnyTitle:
    """The title and pack of a record; says so if it is read with another pack than it was played with."""
    import engines
    from bot.app.client import all_titles
    from bot.settings import from_environment
    from engines.packs import PackRegistry

    registry = PackRegistry(all_titles(from_environment()))
    played = registry.of_record(record) or engines.find(record.title)
    if played.pack != record.pack:
        complain(
            _(
                "The record was played with the pack {pack}; it is read with {pack_2}.",
                pack=record.pack,
                pack_2=played.pack,
            )
        )
    return played


def _draws(count: int) -> str:
    return _("1 draw") if count == 1 else _("{count} draws", count=count)


def read_record(file: Path) -> Record:
    """The record in a file.

    :raises UsageError: it is none, or too large.
    """
    import msgspec

    from engines.core.errors import UsageError
    from engines.core.record import Record

    try:
        if file.stat().st_size > MOST:
            raise UsageError(_("{file} is too large to be a record", file=file))
        return msgspec.json.decode(file.read_bytes(), type=Record)
    except OSError as error:
        raise UsageError(_("{file} can't be read: {strerror}", file=file, strerror=error.strerror)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(_("{file} is not a record: {error}", file=file, error=error)) from None
