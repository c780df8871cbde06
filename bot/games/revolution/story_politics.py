"""What happens in the Assembly, a line each: regimes, deputies, laws, verdicts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.parts.lines import packed
from bot.games.parts.story import Line
from bot.games.revolution.names import Names, cause
from bot.games.wording import signed
from data.catalogue import N_, _, ngettext
from data.nouns import listed, upper
from data.revolution.tables import SEATS
from engines.core.events import Event
from engines.revolution.politics import events as happened

SENTENCES = {
    "dead": N_("☠️ **{who}** goes to the guillotine (justice)."),
    "prison": N_("⛓️ **{who}** stays in prison (justice)."),
    "free": N_("🔓 **{who}** goes free (justice)."),
}
STANDS = {1: N_("supports"), 0: N_("neither"), -1: N_("criticises"), None: N_("nothing")}


def line(names: Names, event: Event) -> Line:
    """What is told by itself."""
    return _laws(names, event) or _assembly(names, event)


def _assembly(names: Names, event: Event) -> Line:
    match event:
        case happened.RegimeInstalled(regime, government, former):
            installed = _(
                "🏛️ **The {regime}** is installed; {who} governs.",
                regime=names.name(regime),
                who=names.head(government),
            )
            if former is None:
                return installed
            return _("{told} {former} is outlawed.", told=installed, former=names.head(former))
        case happened.GovernmentChanged(government, case):
            return _(
                "🖋️ {who} runs the Government now ({case}).", who=names.head(government), case=cause(case)
            )
        case happened.Elected(deputies):
            sits = [f"{names.name(seat)} {deputies[seat]}" for seat in SEATS if seat in deputies]
            return packed(_("🗳️ **Election** "), sits)
        case happened.DeputiesTurned(seat, of, number):
            if not number:
                return _("{seat} turns no deputy of {of}.", seat=names.head(seat), of=names.who(of))
            return ngettext(
                "↪️ {n} deputy of {of} votes with {seat} this turn (R-POL-06).",
                "↪️ {n} deputies of {of} vote with {seat} this turn (R-POL-06).",
                number,
                of=names.who(of),
                seat=names.head(seat),
            )
        case happened.DeputiesReturned():
            return _("↩️ All deputies are back with their own (R-SEQ-18).")
        case happened.KingActed(seat, price):
            return _(
                "👑 {seat} pays {money} for the King's action (R-KING-04).",
                seat=names.head(seat),
                money=names.money(price),
            )
        case happened.KingTried(guilty):
            return (
                _("👑 **Louis XVI is guilty, and dies** (R-KING-15).")
                if guilty
                else _("👑 Louis XVI is innocent (R-KING-16).")
            )
        case happened.Judged(person, sentence):
            return SENTENCES[sentence](who=names.name(person))
    return None


def _laws(names: Names, event: Event) -> Line:
    match event:
        case happened.Proposed(actor, law, helped):
            text = (
                N_("📜 {who} proposes **{law}**, with a lawmaker's help.")
                if helped
                else N_("📜 {who} proposes **{law}**.")
            )
            return text(who=names.head(actor), law=names.name(law))
        case happened.Counted():
            return _counted(names, event)
        case happened.Cast(kind, subject, seat, value):
            return _(
                "🗳️ {seat} on {of}: {value}.",
                seat=names.head(seat),
                of=question(names, kind, subject),
                value=_cast(kind, value),
            )
        case happened.TieBroken(seat, subject, yes):
            kind = "verdict" if names.tried(subject) else "vote"
            return _(
                "⚖️ {seat} breaks the tie on {of}: {value}.",
                seat=names.head(seat),
                of=names.question(subject),
                value=_cast(kind, yes),
            )
        case happened.LawPassed(law, _actor):
            return _("👍 **{law}** is passed.", law=names.name(law))
        case happened.LawRejected(law, _actor, count):
            rejected = _("👎 **{law}** is rejected", law=names.name(law))
            return (
                _("{told}, the {count}th under this regime.", told=rejected, count=count)
                if count
                else f"{rejected}."
            )
        case happened.LawInForce(law, _actor, price):
            if not price:
                return _("📗 **{law}** is in force.", law=names.name(law))
            return _(
                "📗 **{law}** is in force; the Government pays {money} for it.",
                law=names.name(law),
                money=names.money(price),
            )
        case happened.Vetoed(seat, law):
            return _(
                "🚫 {seat} lets the King veto **{law}** (R-POL-28).",
                seat=names.head(seat),
                law=names.name(law),
            )
    return None


def question(names: Names, kind: str, subject: str) -> str:
    """What is voted on."""
    return _("the Government") if kind == "critics" else names.question(subject)


def _cast(kind: str, value: int | None) -> str:
    if kind == "critics":
        return str(STANDS[value])
    if kind == "modify":
        return signed(value or 0)
    if kind == "verdict":
        return _("innocent, by silence") if value is None else _("guilty") if value else _("innocent")
    return _("no, by silence") if value is None else _("yes") if value else _("no")


def _counted(names: Names, event: happened.Counted) -> Line:
    """All votes in one line, shown when the last is in."""
    added = _(" ({added} of them nobody's)", added=event.added) if event.added else ""
    if event.kind == "verdict":
        text = N_("🗳️ **{of}**: {yes} say guilty{added}, {no} innocent")
    elif event.kind != "critics":
        text = N_("🗳️ **{of}**: {yes} for{added}, {no} against")
    elif event.yes < event.no:
        text = N_("🗳️ **{of}** falls: {yes} for{added}, {no} against (R-REGIME-10)")
    else:
        text = N_("🗳️ **{of}** stays: {yes} for{added}, {no} against (R-REGIME-10)")
    head = text(
        of=upper(question(names, event.kind, event.subject)),
        yes=event.yes,
        added=added,
        no=event.no,
    )
    return [head, *packed("-# ", said(names, event.kind, event.cast))]


def said(names: Names, kind: str, cast: Mapping[str, int | None]) -> list[str]:
    """Who said what: `yes: Marais and Gironde`, and so on."""
    by_vote: dict[str, list[str]] = {}
    for seat, value in cast.items():
        by_vote.setdefault(_cast(kind, value), []).append(names.name(seat))
    return [f"{value}: {listed(seats)}" for value, seats in by_vote.items()]
