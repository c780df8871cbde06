"""Texts about a campaign: its beginning, its chapters as history, the whole as a book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec

from bot.campaigns import messages, options
from bot.campaigns.journal import Chapter
from bot.campaigns.packs import Packs
from bot.campaigns.progress import Progress
from bot.clock import notation
from bot.errors import PoliteError
from bot.games.registry import game_of, presenter_of
from bot.games.wording import in_history
from bot.store import Campaign, CampaignHead, Ended, Message, NewCampaign, Seat
from bot.surface import layout
from data.catalogue import N_, _, retold
from data.nouns import listed
from engines.core.contract import AnyTitle, Outcome
from engines.core.strength import Strength

COLLECTED = N_(
    "When all seats are asked at once, the question closes at its deadline. A seat that has not "
    "answered gets its default."
)


def begun(title: AnyTitle, campaign: Campaign) -> str:
    """The channel's message about a new campaign, above all the hash of its seed."""
    lines = [
        _(
            "📯 **{name}** begins: {name_2}.",
            name=title.name,
            name_2=retold(title.scenario(campaign.scenario).name),
        ),
        _("-# By {what}.", what=", ".join([*title.designers, title.publisher])),
        *aim(title),
        f"-# {options.sentence(title, campaign.options)}",
        (
            _(
                "-# All dice come from a secret seed with the hash `{commitment}`. The seed is "
                "published at the end, so anyone can check every roll.",
                commitment=campaign.commitment,
            )
        ),
        _("-# Play with the buttons below or with `/play`. `/help` says what you can do now."),
    ]
    if len(title.seats) > 1:
        lines.insert(1, seats(title, campaign))
    if campaign.automatic and title.strengths:
        lines.append(_("-# `/seat automatic` makes the automatic player easy, normal or hard."))
    return "\n".join(lines)


def seats(title: AnyTitle, campaign: CampaignHead) -> str:
    """The seats of a campaign with their holders, in a line; those of one holder together."""
    held: dict[str, list[str]] = {}
    for sitting in campaign.seating.values():
        held.setdefault(holder(title, sitting), []).append(f"**{title.seat_names[sitting.seat]}**")
    return " · ".join(f"{listed(names)} {who}" for who, names in held.items())


def aim(title: AnyTitle) -> list[str]:
    """A line about how a player wins; empty if the game has none."""
    said = game_of(title.id).aim
    return [_("🎯 **How you win** {said}", said=said)] if said else []


def staged(progress: Progress) -> list[int]:
    """Chapters that have posts of their own with something new, or posts to close."""
    words = presenter_of(progress.title)
    if not words.has_scenes:
        return []
    if any(entry.kind == "undo" for entry in progress.entries):
        # Posts of chapters that were taken back have to say so.
        return sorted(progress.chapters)
    if progress.title.outcome(progress.state) is not None or len(progress.chapters) > 1:
        # No player acts on posts of a chapter that is over.
        return progress.shown()
    public = progress.title.redact_all(progress.events, None)
    return progress.shown() if words.is_scene(progress.before, public) else []


def closing(packs: Packs, campaign: Campaign) -> list[Message]:
    """The messages that close the posts of the present chapter when people end a campaign."""
    with suppress(PoliteError):
        title = packs.of_campaign(campaign)
        if campaign.state and presenter_of(title).has_scenes:
            state = msgspec.json.decode(campaign.state, type=title.state_type)
            return [messages.scenes(title.chapter(state)[0])]
    return []


def taken_in(title: AnyTitle, new: NewCampaign) -> str:
    """The channel's message about a record that has become its campaign: with which dice it goes on."""
    sentence = _(
        "📥 **{name}** is imported from a record: {name_2}.",
        name=title.name,
        name_2=retold(title.scenario(new.scenario).name),
    )
    if new.outcome is not None:
        return _("{told} The game is over.", told=sentence)
    return _(
        "{told}\n-# From here all dice come from a new secret seed with the hash `{commitment}`. The "
        "seed is published at the end, so anyone can check these rolls. Earlier rolls can't be "
        "checked.",
        told=sentence,
        commitment=new.commitment,
    )


def opened(title: AnyTitle, campaign: Campaign) -> str:
    """The channel's message about a lobby."""
    who = _("invited players can take a seat") if campaign.private else _("take your seats")
    return _(
        "📯 **{name}**, {name_2}: {who} with the buttons of the card below. The campaign begins by "
        "itself when every seat is taken.",
        name=title.name,
        name_2=retold(title.scenario(campaign.scenario).name),
        who=who,
    )


def about(title: AnyTitle, campaign: Campaign) -> list[str]:
    """The settings of a campaign in small print: rules, clock, open seats."""
    private = _("Private: only invited players can join.") if campaign.private else _("Anyone here can join.")
    return [
        _("-# By {what}.", what=", ".join([*title.designers, title.publisher])),
        f"-# {options.sentence(title, campaign.options)}",
        f"-# {notation.words(notation.read(campaign.clock))}",
        *([f"-# {COLLECTED}"] if title.collects and campaign.clock != "none" else []),
        f"-# {private}",
        *([_("-# One person may take several seats.")] if campaign.several else []),
    ]


_STRENGTHS: Mapping[Strength, N_] = {"easy": N_("easy"), "normal": N_("normal"), "hard": N_("hard")}


def strong(strength: Strength) -> str:
    """How well the automatic player plays, in a word."""
    return str(_STRENGTHS[strength])


def holder(title: AnyTitle, sitting: Seat) -> str:
    """The holder of a seat, in Markdown."""
    if sitting.automatic and title.strengths:
        return _("the automatic player ({strength})", strength=strong(sitting.strength))
    if sitting.automatic:
        return _("the automatic player")
    return _("vacant") if sitting.user_id is None else f"<@{sitting.user_id}>"


def stands(head: CampaignHead) -> str:
    """The status of a campaign, in a word or two."""
    if head.is_over:
        how = None if head.ending is None else head.ending.how
        early = {"conceded": _("conceded"), "drawn": _("drawn"), "void": _("ended without a result")}
        return _("over") if head.status == "finished" else early.get(how or "", _("ended early"))
    if head.parked_at is not None:
        return _("parked: its channel is gone")
    if head.paused_at is not None:
        return _("paused")
    return _("taking seats") if head.status == "lobby" else _("running")


class Result(NamedTuple):
    """How people ended a campaign, in words."""

    heading: str
    sentence: str
    """The result, with mentions of the people who ended it."""
    plain: str
    """The result without mentions, for a picture or a file."""


def ended(title: AnyTitle, ending: Ended | None) -> Result:
    """How people ended a campaign; `ending` is None if that was not kept."""
    if ending is None:
        plain = _("The campaign was ended before its game was over: nobody has won.")
        return Result(_("Ended before its time"), plain, plain)
    by = f"<@{ending.by}>" if ending.by else _("a player")
    why = layout.why(ending.reason)
    match ending.how:
        case "conceded":
            winner = ending.winner(title.seats)
            loser = title.seat_names[ending.seat or title.seats[0]]
            then = (
                _("the game is lost")
                if winner is None
                else _("{winner} won", winner=title.seat_names[winner])
            )
            said = (
                _("The player of **{loser}** has left the league: {then}.", loser=loser, then=then)
                if ending.league
                else _("{by} concedes for **{loser}**: {then}.", by=by, loser=loser, then=then)
            )
            return Result(_("Conceded"), said, _("{loser} conceded: {then}.", loser=loser, then=then))
        case "drawn":
            plain = _("The players have agreed on a draw: nobody has won.")
            return Result(_("Drawn"), plain, plain)
        case "void" if ending.league:
            plain = _("The league has decided this game. Its table has the points.")
            if not ending.moderator:
                said = _("A player has left the league. Its table has the points.")
            else:
                who = _("A moderator") if not ending.by else _("{by}, a moderator,", by=by)
                said = _("{who} has ruled it for the league{why}", who=who, why=why)
            return Result(_("Decided by the league"), said, plain)
        case "void":
            plain = _("The campaign was ended without a result.")
            if ending.agreed:
                said = _("It was ended without a result: {by} asked and everyone agreed{why}", by=by, why=why)
            else:
                who = (
                    (_("a moderator") if not ending.by else _("{by}, a moderator,", by=by))
                    if ending.moderator
                    else by
                )
                said = _(
                    "{who}{who_2} ended it without a result{why}", who=who[:1].upper(), who_2=who[1:], why=why
                )
            return Result(_("Ended without a result"), said, plain)


def chronicle(title: AnyTitle, scenario: str, chapters: Iterable[Chapter]) -> list[str]:
    """Chapters as history: a heading and a paragraph each."""
    words = presenter_of(title)
    pages = []
    for chapter in chapters:
        heading = words.heading(scenario, chapter.number, chapter.events)
        line = [f"-# {heading.line}"] if heading.line else []
        text = [in_history(heading.text)] if heading.text else []
        pages.append("\n".join([f"### {heading.title}", *line, *text, words.narrate(chapter.events)]))
    return pages


def book(title: AnyTitle, campaign: Campaign, chapters: Iterable[Chapter]) -> str:
    """The whole history as a Markdown file that any reader shows well."""
    words = presenter_of(title)
    parts = [
        f"# {title.name}",
        f"{retold(title.scenario(campaign.scenario).name)}. {options.sentence(title, campaign.options)}",
    ]
    for chapter in chapters:
        heading = words.heading(campaign.scenario, chapter.number, chapter.events)
        parts.append(f"## {heading.title}")
        parts += [f"*{heading.line}*"] if heading.line else []
        parts += [f"> {in_history(heading.text)}"] if heading.text else []
        parts.append(words.narrate(chapter.events))
    if campaign.outcome is not None:
        first, *working = words.verdict(msgspec.json.decode(campaign.outcome, type=Outcome))
        parts += [first, "\n".join(f"- {line.removeprefix('-# ')}" for line in working)]
    elif campaign.status == "ended":
        result = ended(title, campaign.ending)
        parts += [f"## {result.heading}", result.plain]
    return "\n\n".join(part for part in parts if part) + "\n"
