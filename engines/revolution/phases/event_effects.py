"""The effects of rows of the event tables (R-EVENT-07 to 11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from data.revolution.effects import BONUSES, Effect
from data.revolution.schema import Row
from engines.revolution.asking import ask
from engines.revolution.box import GOVERNMENT, KING, PARIS, Box, as_seat
from engines.revolution.frames import Deposition
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, control, enemies_in, enemy_held
from engines.revolution.war.armies import bring, on_map, remove, spared_last

CASE = "EVENT"
LILLE, AMIENS, MARSEILLE, METZ = "lille", "amiens", "marseille", "metz"
_DESERTERS = ("la-fayette", "lameth")


def dead(state: State, person: str) -> bool:
    """Whether a personality is dead."""
    return state.people[person].state == "dead"


def apply(ctx: Resolution, effect: Effect, row: Row) -> None:
    """Apply one effect of a row."""
    _EFFECTS[effect.verb](ctx, effect, row)


def _settled(state: State, region: str) -> bool:
    """Whether a region can change hands by an event (R-EVENT-07); under the Commune Paris has its own."""
    known_region = state.regions[region]
    under = region == PARIS and state.commune
    return not (known_region.revolt or known_region.coalition or under)


def _neutral(ctx: Resolution, effect: Effect, row: Row) -> None:
    if _settled(ctx.state, effect.of):
        ctx.take(effect.of, None, CASE)


def _riot(ctx: Resolution, effect: Effect, row: Row) -> None:
    if control(ctx.state, effect.of) != "royalist":
        _neutral(ctx, effect, row)


def _take(ctx: Resolution, effect: Effect, row: Row) -> None:
    if _settled(ctx.state, effect.of):
        ctx.take(effect.of, effect.seat, CASE)


def _rise(ctx: Resolution, effect: Effect, row: Row) -> None:
    """A revolt, neutral or a Current's (R-EVENT-08)."""
    box, state, region = ctx.box, ctx.state, effect.of
    if region == PARIS or state.regions[region].revolt:
        return
    royal = effect.seat == "royalist" and enemy_held(box, state, region)
    ours = armies_in(box, state, region, "revolutionary")
    if ours or (enemies_in(box, state, region) and not royal):
        return
    ctx.revolt(region, effect.seat, CASE)


def _pay(ctx: Resolution, effect: Effect, row: Row) -> None:
    payer = control(ctx.state, effect.of)
    if payer is not None and payer != effect.seat:
        ctx.lose(payer, effect.by)


def _treasury(ctx: Resolution, effect: Effect, row: Row) -> None:
    ctx.lose(GOVERNMENT, effect.by)


def _fame(ctx: Resolution, effect: Effect, row: Row) -> None:
    ctx.gain(effect.of, effect.by, CASE, row.id)


def _track(ctx: Resolution, effect: Effect, row: Row) -> None:
    track = next(id for id in ctx.state.tracks if id == effect.of)
    ctx.move(track, effect.by, CASE, at_war=True)


def _bonus(ctx: Resolution, effect: Effect, row: Row) -> None:
    bonuses = ctx.state.bonuses
    for what in BONUSES:
        if what == effect.of:
            bonuses[what] = bonuses.get(what, 0) + effect.by


def _commune(ctx: Resolution, effect: Effect, row: Row) -> None:
    """The Commune rises, changes hands, loses its leader or is calm (A-50, A-51)."""
    state = ctx.state
    match effect.of:
        case "open":
            state.open = True
        case "calm":
            if state.commune:
                ctx.end_commune(state.leader, CASE)
        case "neutral":
            if state.commune:
                if state.leader is not None:
                    ctx.raise_commune(None, CASE)
            else:
                _neutral(ctx, Effect("neutral", PARIS), row)
        case "nobody":
            if not state.commune and not _occupied(ctx.box, state):
                ctx.raise_commune(None, CASE)
        case seat:
            if state.commune or not _occupied(ctx.box, state):
                ctx.raise_commune(as_seat(seat), CASE)


def _occupied(box: Box, state: State) -> bool:
    """Whether enemies are in Paris, where no Commune rises then (R-ACT-57, A-86)."""
    return bool(enemies_in(box, state, PARIS)) or state.regions[PARIS].coalition


def _kill(ctx: Resolution, effect: Effect, row: Row) -> None:
    if not dead(ctx.state, effect.of):
        ctx.person(effect.of, "dead", CASE, "event")


def _move(ctx: Resolution, effect: Effect, row: Row) -> None:
    assert effect.seat is not None
    if not dead(ctx.state, effect.of) and ctx.state.people[effect.of].current != effect.seat:
        ctx.convert(effect.of, effect.seat, CASE)


def _withdraw(ctx: Resolution, effect: Effect, row: Row) -> None:
    if ctx.state.armies[effect.of].region is not None:
        remove(ctx, [effect.of], "event", CASE)


def _special(ctx: Resolution, effect: Effect, row: Row) -> None:
    _SPECIALS[effect.of](ctx, row)


def _lille_rests(ctx: Resolution, row: Row) -> None:
    ctx.state.resting.append(LILLE)


def _rearm(ctx: Resolution, row: Row) -> None:
    """Let the fifth row of the table come again."""
    again = ctx.box.event(row.regime, row.table, 5).id
    if again in ctx.state.fired:
        ctx.state.fired.remove(again)


def _deposition(ctx: Resolution, row: Row) -> None:
    ctx.push(Deposition("deposition", row.id))


def _metz_shaken(ctx: Resolution, row: Row) -> None:
    state = ctx.state
    state.shaken.append(METZ)
    for id in _DESERTERS:
        if state.people[id].state in ("free", "away"):
            state.exiled.append(id)
            ctx.person(id, "away", CASE, "desertion")


def _lose_army(ctx: Resolution, row: Row) -> None:
    if on_map(ctx.box, ctx.state, "revolutionary"):
        ask(ctx, "event-army", ["royalist"], row.id)


def _fall_back(ctx: Resolution, row: Row) -> None:
    if northern(ctx.box, ctx.state):
        ask(ctx, "event-army", [ctx.state.government], row.id)


def _marseille_army(ctx: Resolution, row: Row) -> None:
    remove(ctx, _nearest(ctx.box, ctx.state, MARSEILLE), "event", CASE)


def _northern_armies(ctx: Resolution, row: Row) -> None:
    remove(ctx, northern(ctx.box, ctx.state), "event", CASE)


def _massacre(ctx: Resolution, row: Row) -> None:
    """The deaths of Royalists and Feuillants in prison; the King is spared."""
    for id, person in ctx.state.people.items():
        jailed = person.state == "prison" and id != KING
        if jailed and person.current in ("royalist", "feuillant"):
            ctx.person(id, "dead", CASE, "massacre")


def _temporary_army(ctx: Resolution, row: Row) -> None:
    bring(ctx, "temporary", PARIS, CASE)


_SPECIALS: Mapping[str, Callable[[Resolution, Row], None]] = {
    "lille-rests": _lille_rests,
    "rearm": _rearm,
    "deposition": _deposition,
    "metz-shaken": _metz_shaken,
    "lose-army": _lose_army,
    "fall-back": _fall_back,
    "marseille-army": _marseille_army,
    "lille-amiens-armies": _northern_armies,
    "kill-reaction-prisoners": _massacre,
    "temporary-army": _temporary_army,
}
_EFFECTS: Mapping[str, Callable[[Resolution, Effect, Row], None]] = {
    "neutral": _neutral,
    "uprising": _rise,
    "revolt": _rise,
    "riot": _riot,
    "take": _take,
    "pay": _pay,
    "treasury": _treasury,
    "fame": _fame,
    "track": _track,
    "bonus": _bonus,
    "commune": _commune,
    "kill": _kill,
    "move": _move,
    "withdraw": _withdraw,
    "special": _special,
}


def northern(box: Box, state: State) -> list[str]:
    """Revolutionary armies of Lille and Amiens."""
    return [id for place in (LILLE, AMIENS) for id in armies_in(box, state, place, "revolutionary")]


def _nearest(box: Box, state: State, region: str) -> list[str]:
    """One of the revolutionary armies nearest to a region, volunteers first; none where there is none."""
    seen, ring = {region}, [region]
    while ring:
        armies = [id for at in ring for id in armies_in(box, state, at, "revolutionary")]
        if armies:
            return spared_last(box, state, armies)[:1]
        ring = [id for id in box.region if id not in seen and not {*ring}.isdisjoint(box.near[id])]
        seen.update(ring)
    return []
