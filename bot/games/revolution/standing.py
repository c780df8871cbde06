"""The position of *La Révolution Française*, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.parts.lines import joined
from bot.games.revolution.names import TRACKS, Names
from bot.games.revolution.said import question_of, read
from data.catalogue import N_, _, ngettext
from data.nouns import clauses, labelled, listed
from data.revolution.tables import SEATS
from engines.core.contract import Outcome
from engines.revolution.box import GOVERNMENT, KING, ROYALIST
from engines.revolution.forms import FORMS
from engines.revolution.procedure import REGISTRY
from engines.revolution.view import View
from render import Series

KINGS = {
    "free": N_("free, held by {who}"),
    "prison": N_("in prison"),
    "kidnapped": N_("kidnapped, in {region}"),
    "dead": N_("dead"),
}
FATES = {"prison": N_("in prison"), "away": N_("off the map"), "dead": N_("dead"), "free": N_("not placed")}
HOPES = {
    True: N_("{aim}: done so far ✅"),
    False: N_("{aim}: out of reach this turn ✖️"),
}
"""An objective whose fate is certain already."""

CAMPS = {"reaction": N_("Reaction"), "revolution": N_("Revolution")}


class Standing:
    """Describes views, and only facts that a view has."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def lines(self, view: View, seat: str | None) -> list[str]:
        """Regime, Currents, tracks, regions, wars and the King."""
        names = self.names
        lines = [
            _(
                "**{regime}** · governed by {who} · purse {money}, Fame {fame}",
                regime=names.name(view.regime),
                who=names.head(view.government),
                money=names.money(view.purses[GOVERNMENT]),
                fame=view.fame[GOVERNMENT],
            )
        ]
        lines += [self.current(view, who) for who in view.order]
        tracks = [f"{TRACKS[track]} {at} ({names.level(at)})" for track, at in view.tracks.items()]
        lines.append(_("**Tracks** {tracks}", tracks=" · ".join(tracks)))
        lines += self._regions(view)
        lines.append(self._realm(view))
        if view.laws:
            lines.append(_("**In force** {laws}", laws=names.listed(view.laws)))
        if view.bills:
            lines.append(
                _("**Before the Assembly** {bills}", bills=listed([*map(names.question, view.bills)]))
            )
        return lines

    def current(self, view: View, seat: str) -> str:
        """A Current's points, Fame, purse, deputies and objective, in a line."""
        names = self.names
        sits = ngettext("{n} deputy", "{n} deputies", view.deputies[seat])
        hidden = "" if seat in view.seated else _(", hidden")
        line = _(
            "{who} {points} · Fame {fame} · {money} · {sits}{hidden}",
            who=names.head(seat),
            points=ngettext("{n} point", "{n} points", view.score[seat]),
            fame=view.fame[seat],
            money=names.money(view.purses[seat]),
            sits=sits,
            hidden=hidden,
        )
        aim = self.aim(view, seat)
        return f"{line} · 🎯 {aim}" if aim else line

    def aim(self, view: View, actor: str) -> str:
        """An objective in words, with its fate if certain; empty where there is none."""
        aim = view.objectives.get(actor)
        if aim is None:
            return ""
        kind, of = aim.parts
        said, hope = self.names.aim(kind, of), view.hopes.get(actor)
        return said if hope is None else HOPES[hope](aim=said)

    def _regions(self, view: View) -> Iterator[str]:
        names = self.names
        for holder in (*SEATS, None):
            held = [id for id, seen in view.regions.items() if seen.control == holder]
            if held:
                head = names.head(holder) if holder else _("**Neutral**")
                regions = [f"{names.name(id)}{'🔥' if view.regions[id].revolt else ''}" for id in held]
                yield joined(f"{head} ", regions, ", ")

    def _realm(self, view: View) -> str:
        """Wars, armies, the Commune, the capital and the King."""
        names = self.names
        facts = []
        if view.war.foreign:
            facts.append(_("⚔️ foreign war"))
        if view.war.civil:
            facts.append(_("⚔️ civil war"))
        if view.commune.raised:
            led = names.who(view.commune.control) if view.commune.control else _("nobody")
            facts.append(_("🔔 the Commune is raised, led by {led}", led=led))
        coalition = [names.name(id) for id, seen in view.regions.items() if seen.coalition]
        if coalition:
            facts.append(_("the Coalition holds {regions}", regions=listed(coalition)))
        if view.capital != "paris":
            facts.append(_("the capital is {region}", region=names.name(view.capital)))
        king = view.king
        facts.append(
            _(
                "👑 {state}",
                state=KINGS[king.state](
                    who=names.who(king.with_) if king.with_ else "", region=names.name(king.region or "")
                ),
            )
        )
        return " · ".join(facts)

    def private(self, view: View, seat: str) -> list[str]:
        """The Current's own people with their regions, the Government's objective, and answers on file."""
        names = self.names
        people = [
            f"{names.name(id)} ({self._where(view, id)})"
            for id, seen in view.people.items()
            if seen.current == seat and seen.state != "dead" and id != KING
        ]
        lines = [joined(_("**Your people** "), people) if people else _("**Your people** none")]
        aim = self.aim(view, GOVERNMENT)
        if seat == view.government and aim:
            lines.append(_("**The Government** means {aim}", aim=aim))
        # Forms before the one that is asked have had their turn; armies move after all of them.
        forms = ("events", *FORMS)
        at = min(forms.index(view.form), forms.index("votes")) if view.form in forms else 0
        open_ = REGISTRY.asked_in(forms[at:])
        if papers := [read(names, each) for each in view.papers if question_of(names, each) in open_]:
            lines.append(_("**Your answers for later** {papers}", papers=clauses(papers)))
        return lines

    def _where(self, view: View, person: str) -> str:
        seen = view.people[person]
        if seen.state != "free" or seen.region is None:
            return str(FATES[seen.state])
        used = " ✓" if seen.used else ""
        return f"{self.names.name(seen.region)}{used}"


def series(names: Names, views: Sequence[View]) -> list[Series]:
    """The provisional score of each Current, turn by turn."""
    return [Series(names.name(seat), [view.score[seat] for view in views]) for seat in SEATS]


def closing(names: Names, began: View, ended: View) -> list[str]:
    """The points of all Currents at the end of a turn, and regions that changed hands in it."""
    gone = {
        id: seen.control for id, seen in ended.regions.items() if seen.control != began.regions[id].control
    }
    by_holder = {
        holder: [_lost(names, id, began.regions[id].control) for id in gone if gone[id] == holder]
        for holder in (*SEATS, None)
    }
    burning = [names.name(id) for id, seen in ended.regions.items() if seen.revolt]
    changed = " · ".join(
        labelled(names.head(holder) if holder else _("**Neutral**"), listed(held))
        for holder, held in by_holder.items()
        if held
    )
    return [
        _points(names, ended),
        *([_camp(names, ended)] if ended.score[ROYALIST] < names.box.tables.enough else []),
        *([_("**Regions that changed** {regions}", regions=changed)] if changed else []),
        *([_("**In revolt** {regions}", regions=listed(burning))] if burning else []),
    ]


def _lost(names: Names, region: str, was: str | None) -> str:
    """A region with the Current that held it before."""
    if was is None:
        return names.name(region)
    return _("{region} (was {who})", region=names.name(region), who=names.name(was))


def _points(names: Names, view: View) -> str:
    ranked = sorted(SEATS, key=lambda seat: -view.score[seat])
    points = " · ".join(f"{names.head(seat)} {view.score[seat]}" for seat in ranked)
    return _("**Points** {points}", points=points)


def _votes(names: Names, view: View, camp: str) -> int:
    """How many of the five vote for a camp, by their points (R-WIN-09)."""
    box = names.box
    return sum(
        (view.score[seat] >= box.tables.enough) == (side == camp)
        for seat, side in box.camp.items()
        if seat != ROYALIST
    )


def _camp(names: Names, view: View) -> str:
    """The camp that most of the five would vote for now."""
    votes = {camp: _votes(names, view, camp) for camp in CAMPS}
    camp = max(votes, key=lambda each: votes[each])
    return _(
        "**Camps** With {enough} points or more a Current votes for its own camp, else for the other: "
        "{votes} of 5 vote for {camp}.",
        votes=votes[camp],
        camp=CAMPS[camp](),
        enough=names.box.tables.enough,
    )


def aftermath(names: Names, outcome: Outcome, view: View) -> list[str]:
    """The points of all Currents, and the vote of the five by which a camp has won (R-WIN-09)."""
    box, lines = names.box, [_points(names, view)]
    camp = next((side for seat, side in box.camp.items() if seat == outcome.winner != ROYALIST), None)
    if camp is None:
        return lines
    votes = _votes(names, view, camp)
    why = _(
        "Each Current but the Royalist votes by its points: for its own camp with {enough} or more, else for "
        "the other. {votes} of 5 vote for {camp}, and under this regime {who} wins with it (R-WIN-09).",
        enough=box.tables.enough,
        votes=votes,
        camp=CAMPS[camp](),
        who=names.who(outcome.winner or ""),
    )
    return [*lines, why]
