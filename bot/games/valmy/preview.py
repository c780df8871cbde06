"""Previews of a march or a pass in *The Valmy Campaign* before a side confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bot.games.parts.lines import joined
from bot.games.parts.routes import costs, reach
from bot.games.shown import Preview
from bot.games.valmy.forecast import Clash, Forecasts
from bot.games.valmy.names import movement_points
from bot.games.valmy.scenes import BOARD
from bot.games.valmy.ways import Way
from data.catalogue import _
from data.nouns import labelled, numbered
from engines.valmy.actions import PASS, Action, Move
from engines.valmy.box import OUT
from engines.valmy.combat.actions import MELEE
from engines.valmy.combat.frames import Deciding, Retreat
from engines.valmy.combat.retreat import left, open_to
from engines.valmy.frames import Activations, Displaced, Mover, Overrun, Reaction
from engines.valmy.procedure import PROCEDURE
from engines.valmy.view import battle_of
from render import WHOLE, CloseUp

IDLE = 6
"""The most leaders named of those that could still be activated."""


class Previews(Forecasts):
    """The previews of one side in one state, and the part of the map that goes with its choices."""

    def of(self, action: Action) -> Preview | None:
        """The preview of a legal action; None where it is done at once."""
        match action:
            case Move():
                return self._move(action)
            case _ if action == PASS:
                return self._pass()
            case _ if action == MELEE:
                return self._melee()
        return None

    def close(self) -> CloseUp:
        """Around the counters on the move, with costs, around a retreat, or a battle; else the whole map."""
        frame = self.state.stack[-1] if self.state.stack else None
        if all(decision.seat != self.side for decision in PROCEDURE.asked(self.box, self.state)):
            return WHOLE
        if isinstance(frame, Retreat):
            ends = (
                end
                for id in chain(*left(self.state, frame))
                for end in open_to(self.box, self.state, frame, id)
            )
            return CloseUp(frame.box, tuple((end, "") for end in dict.fromkeys(ends)))
        battle = battle_of(self.state)
        if battle is not None:
            stands = battle.board is not None and battle.board.places
            return CloseUp(sheet=BOARD) if stands else CloseUp(battle.box)
        match frame:
            case Reaction(entered=(place, *_)) | Overrun(box=place) | Displaced(box=place):
                return CloseUp(place)
        movers = self.movers()
        if not movers:
            return WHOLE
        mover = movers[0]
        ways = self.reach(mover)
        return CloseUp(mover.at, tuple((end, str(way.cost)) for end, way in ways.items() if end != OUT))

    def _move(self, action: Move) -> Preview | None:
        """A way that meets enemies or leaves the map; an open one is taken at once."""
        mover = self.mover_of(action)
        way = None if mover is None else self.walk(mover, action.path)
        if mover is None or not isinstance(way, Way):
            return None
        if way.end != OUT and not any(self.met(leg.end) for leg in way.legs):
            return None
        return self.plan(mover, way)

    def plan(self, mover: Mover, way: Way) -> Preview:
        """The results of a way, step by step."""
        names, end = self.names, way.end
        place = _("the west edge") if end == OUT else names.name(end)
        lines = [
            _(
                "🥾 **{at} to {place}**: {units}",
                at=names.name(mover.at),
                place=place,
                units=names.troops(mover.units, mover.leaders),
            ),
            self._costs(mover, way),
            *self._on_the_way(mover, way),
        ]
        steps = reach([(leg.end, leg.cost) for leg in way.legs if leg.end != OUT], str)
        label = _("Leave the map") if end == OUT else _("Go to {place}", place=place)
        close = CloseUp(mover.at if end == OUT else end, steps)
        return Preview(lines, label, close)

    def _costs(self, mover: Mover, way: Way) -> str:
        """Each step with its cost, traffic included, and the sum."""
        steps = [
            (
                self.names.name(leg.end),
                _("{cost} (traffic 1)", cost=leg.cost) if leg.traffic else str(leg.cost),
            )
            for leg in way.legs
        ]
        have = self.left(mover)
        free = [_("(one box is always possible, 7.1.7)")] if way.cost > have else []
        total = _("**{cost}** of {what}", cost=way.cost, what=movement_points(max(0, have)))
        return costs(self.names.name(mover.at), steps, total, *free)

    def _on_the_way(self, mover: Mover, way: Way) -> Iterator[str]:
        names = self.names
        for leg in way.legs:
            if leg.end == OUT:
                yield _("🚪 They leave the map for good. They count for the march on Paris (11.1.1).")
            elif self.met(leg.end):
                yield labelled(f"⚔️ **{names.name(leg.end)}**", f"{self.seen(leg.end)}.")
                if not self.theirs(leg.end).units:
                    yield _(
                        "-# Whether units are with them is hidden; if so, your stack stops there and fights."
                    )
                if len(mover.units) >= self.box.figures.overrun:
                    yield _("-# A single unit could be overrun at once, for no movement points (7.3).")
                if leg.end != way.end:
                    yield _("-# The path continues only past {end}.", end=names.name(leg.end))

    def _pass(self) -> Preview | None:
        """The second pass in a row ends the activations (4.3)."""
        top = self.state.stack[-1]
        if not isinstance(top, Activations) or not top.passed:
            return None
        idle = [
            id
            for id in self.box.leaders_of[self.side]
            if self.state.leaders[id].fate == "map" and not self.state.leaders[id].spent
        ]
        if not idle:
            return None
        dates = self.names.dates(self.state.turn)
        they = self.names.they(self.foe)
        waiting = [f"{self.names.name(id)} ({self.under(id)})" for id in idle[:IDLE]]
        waiting += [numbered(len(idle) - IDLE, "more leader")] if len(idle) > IDLE else []
        return Preview(
            [
                _(
                    "⛔ **This ends the activations of {dates}**: {they} have just passed (4.3).",
                    dates=dates,
                    they=they,
                ),
                joined(_("**Not activated yet** "), waiting),
            ],
            _("End the activations"),
        )

    def _melee(self) -> Preview | None:
        """A melee at present, before the dice and the reserves."""
        if not isinstance(self.state.stack[-1], Deciding):
            return None
        clash = self.melee()
        if clash is None:
            return None
        battle = battle_of(self.state)
        assert battle is not None
        return Preview(
            [_("⚔️ **Melee in {box}**", box=self.names.name(battle.box)), *self.melee_lines(clash)],
            _("Attack in Main"),
            CloseUp(sheet=BOARD),
        )

    def melee_lines(self, clash: Clash) -> list[str]:
        """The odds of a melee in full."""
        lost, taken = clash.losses
        return [
            f"{clash.sized}.",
            joined(_("Steps lost, yours/theirs: "), clash.by_result),
            _("**On average** {lost:.1f} of yours, {taken:.1f} of theirs.", lost=lost, taken=taken),
            _("-# Reserves and flanks are still to come in, and each side names its lead unit (9.5)."),
        ]
