"""Battles of *The Valmy Campaign* as posts of their own: cut out of a chapter, by stages, with a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.games.shown import Headline, Scene
from bot.games.valmy.names import Names
from bot.games.valmy.story import heard
from data.catalogue import N_, _
from data.nouns import listed, numbered, upper
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from data.valmy.texts import ARMY_MORALE
from engines.core.events import TABLE_EVENTS, Event
from engines.valmy import events as happened
from engines.valmy.combat import events as fights
from engines.valmy.combat.fire import AT_CHARGERS
from render import CloseUp

BOARD, CHART = "board", "command"
"""Sheets besides the map: the battle board, and the command of a side."""
ACCENTS = {"french": 0x2F5D9B, "allied": 0xA03A2E}
_SKIRMISH = N_("Skirmish")
_CHARGES, _FIRE, _MELEE, _DEPLOYMENT = N_("Charges"), N_("Fire"), N_("Melee"), N_("Deployment")
_STAGES: dict[type[Event], N_] = {
    fights.Deployed: _DEPLOYMENT,
    fights.Boosted: _DEPLOYMENT,
    fights.Announced: _CHARGES,
    fights.ChargeChecked: _CHARGES,
    fights.CalledOff: _CHARGES,
    fights.Charged: _CHARGES,
    fights.Pursued: _CHARGES,
    fights.ReserveRolled: _MELEE,
    fights.Fought: _MELEE,
    fights.LeaderTested: N_("After the battle"),
    fights.Stayed: N_("To stay or to go"),
}
_FIRES = {"9.3.1": _SKIRMISH, "9.3.2": _FIRE, "9.1": _FIRE}
_ROUND = (_CHARGES, _FIRE, _MELEE)
"""Stages of every round, in their order."""


class Segment(NamedTuple):
    """Events of one battle, or of the time between battles."""

    events: list[Event]
    battle: fights.BattleBegun | None

    @property
    def over(self) -> bool:
        """Whether the battle has been fought out."""
        return isinstance(self.events[-1], fights.BattleEnded)


class Toll(NamedTuple):
    """A battle's cost to a side."""

    steps: int
    units: int
    leaders: list[str]
    retreats: list[str]
    """Boxes to which it retreated."""


def segments(events: Sequence[Event]) -> list[Segment]:
    """Events cut where battles begin and end."""
    parts: list[Segment] = []
    battle: fights.BattleBegun | None = None
    for event in events:
        if isinstance(event, fights.BattleBegun):
            battle = event
            parts.append(Segment([], battle))
        elif not parts or (battle is None and parts[-1].battle is not None):
            parts.append(Segment([], None))
        parts[-1].events.append(event)
        if isinstance(event, fights.BattleEnded):
            battle = None
    return parts


def toll(events: Iterable[Event], side: Side) -> Toll:
    """A side's losses in a battle so far, and its retreats."""
    steps, units = 0, 0
    leaders: list[str] = []
    retreats: list[str] = []
    for event in events:
        match event:
            case happened.StepLost(by, _, gone) if by == side:
                steps, units = steps + (not gone), units + gone
            case happened.LeaderLost(by, leader, True) if by == side:
                leaders.append(leader)
            case happened.Moved(by, _, end, how="retreat") if by == side and end not in retreats:
                retreats.append(end)
            case _:
                pass
    return Toll(steps, units, leaders, retreats)


def who_fell(names: Names, lost: Toll) -> str:
    """`3 steps, 2 units and Clerfayt`, or no one."""
    parts = [numbered(lost.steps, "step")] if lost.steps else []
    parts += [numbered(lost.units, "unit")] if lost.units else []
    parts += [names.name(leader) for leader in lost.leaders]
    return listed(parts) or _("no one")


def told_toll(names: Names, side: Side, lost: Toll, *, stays: bool = False) -> str:
    """`the French lose 3 steps and 2 units, and retreat to Grandpré`.

    :param stays: the side still has units in the box, so that only a part of it has retreated.
    """
    how = N_(", and a part of them retreats to {left}") if stays else N_(", and retreat to {left}")
    away = how(left=names.listed(lost.retreats)) if lost.retreats else ""
    return _("{side} lose {parts}{away}", side=names.they(side), parts=who_fell(names, lost), away=away)


def under_way(names: Names, segment: Segment) -> str | None:
    """A battle that is not over, in one line; None for the time between battles."""
    begun = segment.battle
    if begun is None:
        return None
    return _(
        "⚔️ **{title}**: {attacker} with {attackers} against {units}; it is being fought.",
        title=_title(names, begun),
        attacker=names.they(begun.attacker),
        attackers=begun.attackers,
        units=numbered(begun.defenders, "unit"),
    )


def _title(names: Names, begun: fights.BattleBegun) -> str:
    what = N_("Overrun in {box}") if begun.overrun else N_("Battle of {box}")
    return what(box=names.name(begun.box))


_RESULTS = {
    None: N_("The battle of {box} is over"),
    0: N_("Nobody is left after the battle of {box}"),
    1: N_("{side} win the battle of {box}"),
    2: N_("No winner in the battle of {box}: both sides stay"),
}
"""The result of a battle by the number of sides that are left in its box; None: a record does not say."""
_UNFOUGHT = N_("{side} win {box} without a fight")
BLOWS = (fights.Fired, fights.Fought, happened.StepLost)
_ATTACKED = N_("{attacker} attacked with {attackers} against {defenders}.")
_OVERRAN = N_("{attacker} tried to overrun the enemy, with {attackers} against {defenders}.")


def headlines(names: Names, segment: Segment) -> Iterator[Headline]:
    """The result of a battle that is over, cities taken, marches out on Paris and armies' morale."""
    ended = segment.events[-1]
    if segment.battle is not None and isinstance(ended, fights.BattleEnded):
        holds, box = ended.holds, names.name(ended.box)
        winner = holds[0] if holds is not None and len(holds) == 1 else ""
        side = upper(names.they(winner)) if winner else ""
        blows = any(isinstance(event, BLOWS) for event in segment.events)
        how = _UNFOUGHT if winner and not blows else _RESULTS[None if holds is None else len(holds)]
        title = how(side=side, box=box)
        sentences = [_("{side} hold {box}.", side=side, box=box)] if winner else []
        tolls = {each: toll(segment.events, each) for each in SIDES}
        sentences += [
            f"{upper(told_toll(names, each, tolls[each], stays=each in (holds or ())))}." for each in SIDES
        ]
        begun, attacked = segment.battle, _OVERRAN if segment.battle.overrun else _ATTACKED
        who, many = upper(names.they(begun.attacker)), numbered(begun.attackers, "unit")
        sentences.append(attacked(attacker=who, attackers=many, defenders=begun.defenders))
        if ended.hand is not None:
            sentences.append(_("First to act after it: {side}.", side=names.they(ended.hand)))
        yield Headline("fight", title, winner, winner, " ".join(sentences))
    for event in segment.events:
        if isinstance(event, happened.CityTaken):
            side, city = upper(names.they(event.side)), names.name(event.city)
            yield Headline("march", _("{side} take {city}", side=side, city=city), event.side, event.side)
        elif isinstance(event, happened.Exited):
            side, start = upper(names.they(event.side)), names.name(event.start)
            force = upper(names.troops(event.units, event.leaders))
            gone = _("{who} left the map by the west edge.", who=force)
            title = _("{side} march out on Paris from {start}", side=side, start=start)
            yield Headline("march", title, event.side, told=gone)
        elif isinstance(event, happened.MoraleChanged):
            yield Headline("day", ARMY_MORALE[event.state](side=names.they(event.side)))


def scenes(
    names: Names, events: Sequence[Event], tell: Callable[[Sequence[Event]], list[str]]
) -> list[Scene]:
    """The battles of a chapter, each by its stages."""
    battles = []
    for segment in segments(events):
        if segment.battle is None:
            continue
        begun = segment.battle
        parts = stages(heard(segment.events))
        lines = [line for stage, part in parts for line in _staged(stage, tell(part))]
        # A battle that lasts is shown by its board; afterwards the map shows the retreats.
        stands = any(isinstance(event, fights.Deployed) for event in segment.events)
        close = CloseUp(sheet=BOARD) if stands and not segment.over else CloseUp(begun.box)
        news, colour = list(headlines(names, segment)), ACCENTS[begun.attacker]
        battles.append(Scene(_title(names, begun), lines, close, segment.over, colour, headlines=news))
    return battles


def _staged(stage: str, lines: list[str]) -> Iterator[str]:
    if lines and stage:
        yield f"__{stage}__"
    yield from lines


def stages(events: Sequence[Event]) -> list[tuple[str, list[Event]]]:
    """A battle's events by the stage of the board that they belong to."""
    by_stage: list[tuple[str, list[Event]]] = []
    stage, round_ = _DEPLOYMENT, 1
    furthest = -1
    for event in events:
        named = _stage(event)
        if named in _ROUND:
            if _ROUND.index(named) < furthest and _opens(event):
                round_ += 1
                furthest = -1
            furthest = max(furthest, _ROUND.index(named))
        if named is not None:
            stage = named
        # The first melee is of the first round, even if parts of it are left out.
        head = _("{stage}, second round", stage=stage) if round_ > 1 and stage in _ROUND else str(stage)
        if not by_stage or by_stage[-1][0] != head:
            by_stage.append((head, []))
        by_stage[-1][1].append(event)
    return by_stage


def _stage(event: Event) -> N_ | None:
    match event:
        case fights.Fired(modifiers=terms, case="9.3.2") if any(t.label == AT_CHARGERS for t in terms):
            return _CHARGES
        case fights.Fired(case=case):
            return _FIRES[case]
        case _ if isinstance(event, TABLE_EVENTS):
            return None
        case _:
            return _STAGES.get(type(event))


def _opens(event: Event) -> bool:
    """Whether an event can be the first of a round."""
    return isinstance(event, fights.Announced | fights.Fired)
