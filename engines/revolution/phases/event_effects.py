"""What rows of the event tables do (R-EVENT-07 to 11)."""

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
    """Whether somebody is dead."""
    return state.people[person].state == "dead"


def apply(now: Resolution, effect: Effect, row: Row) -> None:
    """Do one thing that a row does."""
    _EFFECTS[effect.verb](now, effect, row)


def _settled(state: State, region: str) -> bool:
    """Whether a region can change hands by an event (R-EVENT-07); under the Commune Paris has its own."""
    known_region = state.regions[region]
    under = region == PARIS and state.commune
    return not (known_region.revolt or known_region.coalition or under)


def _neutral(now: Resolution, effect: Effect, row: Row) -> None:
    if _settled(now.state, effect.of):
        now.take(effect.of, None, CASE)


def _riot(now: Resolution, effect: Effect, row: Row) -> None:
    if control(now.state, effect.of) != "royalist":
        _neutral(now, effect, row)


def _take(now: Resolution, effect: Effect, row: Row) -> None:
    if _settled(now.state, effect.of):
        now.take(effect.of, effect.seat, CASE)


def _rise(now: Resolution, effect: Effect, row: Row) -> None:
    """A revolt, neutral or a Current's (R-EVENT-08)."""
    box, state, region = now.box, now.state, effect.of
    if region == PARIS or state.regions[region].revolt:
        return
    royal = effect.seat == "royalist" and enemy_held(box, state, region)
    ours = armies_in(box, state, region, "revolutionary")
    if ours or (enemies_in(box, state, region) and not royal):
        return
    now.revolt(region, effect.seat, CASE)


def _pay(now: Resolution, effect: Effect, row: Row) -> None:
    payer = control(now.state, effect.of)
    if payer is not None and payer != effect.seat:
        now.lose(payer, effect.by)


def _treasury(now: Resolution, effect: Effect, row: Row) -> None:
    now.lose(GOVERNMENT, effect.by)


def _fame(now: Resolution, effect: Effect, row: Row) -> None:
    now.gain(effect.of, effect.by, CASE, row.id)


def _track(now: Resolution, effect: Effect, row: Row) -> None:
    track = next(id for id in now.state.tracks if id == effect.of)
    now.move(track, effect.by, CASE, at_war=True)


def _bonus(now: Resolution, effect: Effect, row: Row) -> None:
    bonuses = now.state.bonuses
    for what in BONUSES:
        if what == effect.of:
            bonuses[what] = bonuses.get(what, 0) + effect.by


def _commune(now: Resolution, effect: Effect, row: Row) -> None:
    """The Commune rises, changes hands, loses its leader or is calm (A-50, A-51)."""
    state = now.state
    match effect.of:
        case "open":
            state.open = True
        case "calm":
            if state.commune:
                now.end_commune(state.leader, CASE)
        case "neutral":
            if state.commune:
                if state.leader is not None:
                    now.raise_commune(None, CASE)
            else:
                _neutral(now, Effect("neutral", PARIS), row)
        case "nobody":
            if not state.commune and not _occupied(now.box, state):
                now.raise_commune(None, CASE)
        case seat:
            if state.commune or not _occupied(now.box, state):
                now.raise_commune(as_seat(seat), CASE)


def _occupied(box: Box, state: State) -> bool:
    """Whether enemies are in Paris, where no Commune rises then (R-ACT-57, A-86)."""
    return bool(enemies_in(box, state, PARIS)) or state.regions[PARIS].coalition


def _kill(now: Resolution, effect: Effect, row: Row) -> None:
    if not dead(now.state, effect.of):
        now.person(effect.of, "dead", CASE, "event")


def _move(now: Resolution, effect: Effect, row: Row) -> None:
    assert effect.seat is not None
    if not dead(now.state, effect.of) and now.state.people[effect.of].current != effect.seat:
        now.convert(effect.of, effect.seat, CASE)


def _withdraw(now: Resolution, effect: Effect, row: Row) -> None:
    if now.state.armies[effect.of].region is not None:
        remove(now, [effect.of], "event", CASE)


def _special(now: Resolution, effect: Effect, row: Row) -> None:
    _SPECIALS[effect.of](now, row)


def _lille_rests(now: Resolution, row: Row) -> None:
    now.state.resting.append(LILLE)


def _rearm(now: Resolution, row: Row) -> None:
    """The fifth row of the table can come again."""
    again = now.box.event(row.regime, row.table, 5).id
    if again in now.state.fired:
        now.state.fired.remove(again)


def _deposition(now: Resolution, row: Row) -> None:
    now.push(Deposition("deposition", row.id))


def _metz_shaken(now: Resolution, row: Row) -> None:
    state = now.state
    state.shaken.append(METZ)
    for id in _DESERTERS:
        if state.people[id].state in ("free", "away"):
            state.exiled.append(id)
            now.person(id, "away", CASE, "desertion")


def _lose_army(now: Resolution, row: Row) -> None:
    if on_map(now.box, now.state, "revolutionary"):
        ask(now, "event-army", ["royalist"], row.id)


def _fall_back(now: Resolution, row: Row) -> None:
    if northern(now.box, now.state):
        ask(now, "event-army", [now.state.government], row.id)


def _marseille_army(now: Resolution, row: Row) -> None:
    remove(now, _nearest(now.box, now.state, MARSEILLE), "event", CASE)


def _northern_armies(now: Resolution, row: Row) -> None:
    remove(now, northern(now.box, now.state), "event", CASE)


def _massacre(now: Resolution, row: Row) -> None:
    """Of the Royalist and the Feuillant in prison; the King is spared."""
    for id, person in now.state.people.items():
        jailed = person.state == "prison" and id != KING
        if jailed and person.current in ("royalist", "feuillant"):
            now.person(id, "dead", CASE, "massacre")


def _temporary_army(now: Resolution, row: Row) -> None:
    bring(now, "temporary", PARIS, CASE)


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
