"""Effects of rows of the event tables, in words: those that apply happen, others have no effect."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.revolution.names import TRACKS, Names
from bot.games.wording import signed
from data.catalogue import N_, _
from data.nouns import clauses, listed
from data.revolution.effects import Effect
from data.revolution.texts import BONUSES, COMMUNES, SPECIALS, UNLESS


def row(names: Names, id: str) -> str:
    """The effects of a row that no other event reports, now and at the end of the turn."""
    known = names.box.row[id]
    unseen = [effect for effect in names.box.effects(known.effects) if effect.verb in ("bonus", "special")]
    unseen += [effect for effect in names.box.effects(known.effects) if effect.of == "open"]
    said = [brought(names, unseen)] if unseen else []
    if known.unless is not None:
        said.append(UNLESS[known.unless](brought=brought(names, names.box.effects(known.later))))
    return clauses(said)


def brought(names: Names, effects: Iterable[Effect]) -> str:
    """Effects in words: `Marseille revolts, Clergy −2`."""
    return listed([_one(names, effect) for effect in effects])


def _one(names: Names, effect: Effect) -> str:
    by, of = signed(effect.by), names.name(effect.of)
    who = names.who(effect.seat) if effect.seat else ""
    match effect.verb:
        case "neutral":
            return _("{region} is neutral", region=of)
        case "riot":
            return _("{region} is neutral, unless the Royalist's", region=of)
        case "uprising":
            return _("{region} revolts", region=of)
        case "revolt":
            return _("{region} revolts for {who}", region=of, who=who)
        case "take":
            return _("{region} goes to {who}", region=of, who=who)
        case "pay":
            money = names.money(effect.by)
            said = (
                N_("the Current that controls {region} loses {money}, but not {who}")
                if who
                else N_("the Current that controls {region} loses {money}")
            )
            return said(region=of, money=money, who=who)
        case "treasury":
            return _("the Government loses {money}", money=names.money(effect.by))
        case "fame":
            return _("Fame of {who} {by}", who=names.who(effect.of), by=by)
        case "track":
            return f"{TRACKS[effect.of]} {by}"
        case _:
            return _rare(names, effect, by, who)


def _rare(names: Names, effect: Effect, by: str, who: str) -> str:
    of = effect.of
    match effect.verb:
        case "bonus":
            return BONUSES[of](by=by)
        case "commune":
            return (
                str(COMMUNES[of]) if of in COMMUNES else _("the Commune rises under {who}", who=names.who(of))
            )
        case "kill":
            return _("{person} dies", person=names.name(of))
        case "move":
            return _("{person} goes over to {who}", person=names.name(of), who=who)
        case "withdraw":
            return _("the {army} leaves", army=names.name(of))
    return str(SPECIALS[of])
