"""The look-ups of `/revolution show`: regions, people, laws, Currents."""

from __future__ import annotations

from bot.games.revolution.labels import Labels
from bot.games.revolution.names import Names
from bot.games.revolution.standing import FATES, Standing
from bot.games.wording import in_history
from data.catalogue import _
from data.nouns import listed, upper
from data.revolution.tables import SEATS
from data.revolution.texts import TYPES
from engines.revolution.box import Box
from engines.revolution.score import working
from engines.revolution.state import State
from engines.revolution.view import View


def region(names: Names, view: View, id: str) -> list[str]:
    """A region: its history, controller, people and neighbours."""
    box: Box = names.box
    known, seen = box.region[id], view.regions[id]
    about = [_("income {money}", money=names.money(known.income))]
    about += [_("hot")] if known.hot else []
    about += [_("Vendée")] if known.vendee else []
    about += [_("in revolt")] if seen.revolt else []
    about += [_("held by the Coalition")] if seen.coalition else []
    lines = [f"## {known.name}", in_history(known.about), f"-# {' · '.join(about)}"]
    holder = names.head(seen.control) if seen.control else _("nobody")
    lines.append(_("**Controlled by** {holder}", holder=holder))
    if seen.people:
        people = [
            f"{names.name(person)} ({names.name(view.people[person].current)})" for person in seen.people
        ]
        lines.append(_("**People** {people}", people=listed(people)))
    if seen.armies:
        lines.append(_("**Armies** {armies}", armies=names.listed(seen.armies)))
    influential = [person for person, card in box.person.items() if id in card.influence]
    if influential:
        lines.append(_("**Influence** {people}", people=names.listed(influential)))
    lines.append(_("**Borders on** {near}", near=names.listed(box.near[id])))
    return lines


def person(names: Names, view: View, id: str) -> list[str]:
    """A personality: his life, Currents, influence and place."""
    card, seen = names.box.person[id], view.people[id]
    where = names.name(seen.region) if seen.state == "free" and seen.region else str(FATES[seen.state])
    able = [names.name(seat) for seat in (card.primary, *card.secondary)]
    lines = [f"## {card.name}", in_history(card.life), f"{names.head(seen.current)} · {where}"]
    lines.append(_("**May belong to** {able}", able=listed(able)))
    influence = names.listed(card.influence) or _("nowhere")
    lines.append(_("**Influence** {influence}", influence=influence))
    if seen.outlaw:
        lines.append(_("He is an outlaw."))
    return lines


def law(names: Names, state: State, seat: str | None, id: str) -> list[str]:
    """A law: its effects, its present cost, and the regimes under which it is proposed."""
    card = names.box.law[id]
    effects = Labels(names, state, seat or SEATS[0]).law(card)
    regimes = names.listed(card.regimes) if card.regimes else _("all regimes")
    kind = upper(str(TYPES[card.type])) if card.type in TYPES else _("A law of its own kind")
    return [
        f"## {card.name}",
        f"*{card.summary}*",
        f"-# {kind} · {regimes}",
        effects,
        *([_("The Government alone proposes it.")] if card.government else []),
        *([_("It is passed once in the game.")] if card.once else []),
    ]


def current(names: Names, state: State, view: View, id: str) -> list[str]:
    """A Current: its position, and its points today."""
    seat = next(seat for seat in SEATS if seat == id)
    lines = [f"## {names.name(id)}"]
    lines += [line for line in Standing(names).lines(view, None) if line.startswith(names.head(id))]
    people = [names.name(person) for person, seen in view.people.items() if seen.current == id]
    lines.append(_("**People** {people}", people=listed(people) or _("nobody")))
    lines.append(_("**It would count today**"))
    return [
        *lines,
        *(f"-# {line.value} · {line.label} ({line.case})" for line in working(names.box, state, seat)),
    ]
