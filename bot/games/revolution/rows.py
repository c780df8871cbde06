"""Effects of rows of the event tables, in words: those that apply happen, others have no effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.games.revolution.names import TRACKS, Names
from bot.games.wording import signed
from data.catalogue import N_, _
from data.nouns import clauses, listed
from data.revolution.effects import Effect

BONUSES: Mapping[str, N_] = {
    "turn-convince-feuillant": N_("{by} for the Feuillant to win people over and turn deputies"),
    "turn-convince-gironde": N_("{by} for the Gironde to win people over and turn deputies"),
    "turn-convince-mountain": N_("{by} for the Mountain to win people over and turn deputies"),
    "trial": N_("{by} to the King's guilt"),
    "arrest-marat": N_("{by} to arrest Marat"),
    "arrest-outlawed": N_("{by} to arrest outlawed Mountain and Sans-Culottes"),
    "arrest-suppress": N_("{by} for the Government to arrest and suppress"),
    "outlaw-excessive": N_("{by} to outlaw the Excessive"),
    "outlaw-merciful": N_("{by} to outlaw the Merciful"),
    "outlaw-terrorists": N_("{by} to outlaw the Terrorists"),
    "laws": N_("{by} to laws of the Government"),
}
"""Modifiers for the rest of the turn."""
SPECIALS: Mapping[str, N_] = {
    "lille-rests": N_("the Revolution does not attack from Lille"),
    "lose-army": N_("the Royalist takes an army off the map"),
    "rearm": N_("the fifth row can come again"),
    "deposition": N_("the Assembly votes on the King's deposition"),
    "metz-shaken": N_("the army of Metz is shaken, La Fayette and Lameth leave France"),
    "fall-back": N_("the Government gives up an army of Lille or Amiens"),
    "marseille-army": N_("the army nearest to Marseille is lost"),
    "lille-amiens-armies": N_("the armies of Lille and Amiens are lost"),
    "kill-reaction-prisoners": N_("Royalists and Feuillants in prison die"),
    "temporary-army": N_("an army comes to Paris for this turn"),
}
COMMUNES: Mapping[str, N_] = {
    "open": N_("the Feuillant can also raise the Commune"),
    "calm": N_("the Commune disbands"),
    "neutral": N_("the Commune has no leader; if it is not raised, Paris is neutral"),
    "nobody": N_("the Commune rises, led by nobody"),
}


UNLESS: Mapping[str, N_] = {
    "roux-gone": N_("at the end of the turn, unless Roux is off the map or in prison, {brought}"),
    "excessive": N_("at the end of the turn, unless the Excessive are outlawed, {brought}"),
    "terrorists": N_("at the end of the turn, unless the Terrorists are outlawed, {brought}"),
}


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
