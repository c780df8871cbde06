"""Step 12: the Coalition by its routes, the Royalist's armies, then the Government's (R-MIL-20 to 29)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from data.catalogue import N_, _
from data.sentences import Sentence, _l, first
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import DONE
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, PARIS, ROYALIST, Box
from engines.revolution.facts import led, moved
from engines.revolution.frames import Question, Turns
from engines.revolution.resolution import Resolution
from engines.revolution.state import (
    State,
    armies_in,
    enemies_in,
    garrisoned,
    level,
    paris_fallen,
    put_army,
    put_person,
)
from engines.revolution.war.armies import (
    entered_paris,
    generals_in,
    king_here,
    lets_enemies_pass,
    on_map,
    spent,
    take_king,
)
from engines.revolution.war.events import ArmyMoved, Held
from engines.revolution.war_answers import Advance, Escort, March, Pin

# The Coalition.


def begin_coalition(ctx: Resolution) -> None:
    """Each as far as it can (R-MIL-21, A-36); departures are fixed first, as are the holds (A-99)."""
    going = [id for id in on_map(ctx.box, ctx.state, "allied") if _sets_out(ctx.box, ctx.state, id)]
    for id in going:
        if ctx.state.armies[id].region not in ctx.state.held:
            _march_on(ctx, id)


def _sets_out(box: Box, state: State, army: str) -> bool:
    """Whether an army goes on, if it is not held: in foreign war, from level II on (R-MIL-22, R-MIL-24)."""
    if not state.war or level(box, state, "coalition") == 0:
        return False
    known, start = box.army[army], state.armies[army].region
    waits = known.landing is not None and start in known.enters and not _paris_is_the_coalitions(box, state)
    return not waits and next_leg(box, state, army) < len(known.route)


def _march_on(ctx: Resolution, army: str) -> None:
    """Follow the route into the first region that its side does not hold (R-MIL-20, R-MIL-23)."""
    box, state = ctx.box, ctx.state
    start = state.armies[army].region
    assert start is not None
    leg, route = next_leg(box, state, army), box.army[army].route
    path = [start, route[leg]]
    leg += 1
    while leg < len(route) and lets_enemies_pass(box, state, path[-1]):
        path.append(route[leg])
        leg += 1
    entered_paris_on(ctx, path)
    put_army(state, army, region=path[-1], leg=leg)
    ctx.say(ArmyMoved(army, tuple(path)))
    if king_here(state, start):
        ask(ctx, "escort", [ROYALIST], army)


def next_leg(box: Box, state: State, army: str) -> int:
    """The next leg of an army's route: from the leg that it has reached, or past its region (A-103)."""
    route, status = box.army[army].route, state.armies[army]
    if status.leg and route[status.leg - 1] == status.region:
        return status.leg
    ahead = [leg for leg in range(status.leg, len(route)) if route[leg] == status.region]
    return ahead[0] + 1 if ahead else status.leg


def _paris_is_the_coalitions(box: Box, state: State) -> bool:
    """Whether Allies control Paris, as Quiberon waits for (R-MIL-24)."""
    return paris_fallen(box, state) and bool(
        state.regions[PARIS].coalition or armies_in(box, state, PARIS, "allied")
    )


def entered_paris_on(ctx: Resolution, path: list[str]) -> None:
    """Handle Paris on the way of an enemy army (R-MIL-46)."""
    for region in path[1:]:
        entered_paris(ctx, region)


class Escorts(QuestionKind[Escort]):
    """Whether the kidnapped King goes along with a Coalition army (R-KING-10)."""

    kind, case, form = "escort", "KING", "votes"
    wants = N_("yes or no: escort {subject} yes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Does the King go along with {subject}?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Escort(subject, True), Escort(subject, False)]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Escort) -> Refusal | None:
        return _royal(seat, _l("The Royalist alone takes the kidnapped King along"))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST or not state.kidnapped:
            return []
        allied = armies_in(box, state, state.king_at, "allied")
        return [(), *((Escort(id, yes),) for id in allied for yes in (True, False))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """He goes along where he would otherwise be left alone."""
        return Escort(subject, not enemies_in(box, state, state.king_at))

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Escort]) -> None:
        for answer in given.values():
            region = ctx.state.armies[answer.army].region
            if answer.yes and region is not None:
                take_king(ctx, region)


def _royal(seat: str, alone: Sentence) -> Refusal | None:
    return None if seat == ROYALIST else Refusal("R-MIL-25", alone)


# Keeping enemies from leaving.


def begin_holding(ctx: Resolution) -> None:
    """The Government first names the regions where it holds enemies (A-99)."""
    _ask_pins(ctx, ctx.state.government, _kept_by_government(ctx.box, ctx.state))


def _kept_by_government(box: Box, state: State) -> list[str]:
    """Regions that enemies could leave and which they share with the Government's armies."""

    def leaving(region: str) -> bool:
        allied = armies_in(box, state, region, "allied")
        return bool(armies_in(box, state, region, "catholic")) or any(
            _sets_out(box, state, id) for id in allied
        )

    return [region for region in _shared(box, state) if leaving(region)]


def _shared(box: Box, state: State) -> list[str]:
    """Regions where armies of both sides stand."""
    return [
        id
        for id in garrisoned(state)
        if armies_in(box, state, id, "revolutionary") and enemies_in(box, state, id)
    ]


def _ask_pins(ctx: Resolution, seat: str, regions: list[str]) -> None:
    ctx.state.held.clear()
    ctx.push(*(Question((seat,), kind="pin", subject=region) for region in reversed(regions)))


class Pins(QuestionKind[Pin]):
    """Whether enemies are held in a shared region; asked before they move (R-MIL-28)."""

    kind, case, form, also = "pin", "MIL", "votes", "war"
    wants = N_("yes or no: pin {subject} yes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Do you keep the enemy from leaving {subject}?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Pin(subject, True), Pin(subject, False)]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Pin) -> Refusal | None:
        return _at_war(box, state, seat, "R-MIL-28")

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat not in (ROYALIST, state.government):
            return []
        return [(), *((Pin(region, False),) for region in _shared(box, state))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        return Pin(subject, True)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Pin]) -> None:
        for seat, answer in given.items():
            if answer.yes:
                ctx.state.held.append(subject)
            ctx.say(Held(subject, seat, answer.yes))


def _at_war(box: Box, state: State, seat: str, statement: str) -> Refusal | None:
    """The refusal of a decision about a fight to a seat that has no side in it."""
    if seat in (ROYALIST, state.government):
        return None
    name = box.name(state.government)
    return Refusal(statement, _l("The Royalist and {name}, who governs, decide about the war", name=name))


# The Royalist.


def begin_catholic(ctx: Resolution) -> None:
    """Begin the moves of Catholic armies, which come after all moves of the Coalition (R-MIL-25)."""
    ctx.push(Turns("advance", (ROYALIST,)))


class Advances(QuestionKind[Advance]):
    """Catholic Royal armies move, each once (R-MIL-20, R-MIL-26)."""

    kind, case, form = "advance", "MIL", "votes"
    wants = N_("an army and its way: advance army-retz along nantes > angers, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Move a Catholic Royal army, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        """Steps of one region; longer ways can be typed."""
        moves: list[AnyAnswer] = [DONE]
        for id in on_map(box, state, "catholic"):
            start = state.armies[id].region
            assert start is not None
            here = generals_in(box, state, start)
            for end in box.near[start]:
                # A general who went ahead also leads other armies of the same march.
                ahead = [one for one in generals_in(box, state, end) if _ahead(state, one, start, end)]
                leaders = [*here, *ahead]
                leader = leaders[0] if leaders and _leaves(box, (start, end)) else None
                move = Advance(id, (start, end), leader)
                if self.refusal(box, state, seat, subject, move) is None:
                    moves.append(move)
        return moves

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Advance) -> Refusal | None:
        start = answer.path[0]
        refusal = (
            self.refusal_ahead(box, state, seat, answer)
            or _start_refusal(box, state, answer.army, answer.path)
            or _enemy_way(box, state, answer.path)
        )
        if refusal is not None:
            return refusal
        if answer.general is None:
            if _leaves(box, answer.path):
                return Refusal("R-MIL-26", _l("Without a general no army leaves Nantes, Cholet and Angers"))
        elif (
            answer.general not in generals_in(box, state, start)
            and led(answer.general, answer.path) not in state.tried
        ):
            acted = spent(state, answer.general)
            if acted is not None:
                return acted
            name = box.name(answer.general)
            return Refusal(
                "R-MIL-26",
                _l("{name} is no general of yours in {start}", name=name, start=box.name(start)),
            )
        if answer.king and not king_here(state, start):
            return Refusal("R-KING-10", _l("You have no kidnapped King in {start}", start=box.name(start)))
        return None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Advance) -> Refusal | None:
        if box.army[answer.army].side != "catholic":
            return Refusal("R-MIL-25", _l("{army} is no Catholic Royal army", army=box.name(answer.army)))
        return _royal(seat, _l("The Royalist alone moves Catholic Royal armies")) or _way_refusal(
            box, answer.path
        )

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST:
            return []
        return [(), *((one,) for one in self.legal(box, state, seat, "") if isinstance(one, Advance))]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Advance]) -> None:
        state = ctx.state
        for answer in given.values():
            entered_paris_on(ctx, [*answer.path])
            _moved(ctx, answer.army, answer.path)
            if answer.general is not None:
                put_person(state, answer.general, region=answer.path[-1])
                state.tried.append(led(answer.general, answer.path))
            ctx.say(ArmyMoved(answer.army, answer.path, general=answer.general))
            if answer.king:
                take_king(ctx, answer.path[-1])


def _leaves(box: Box, path: tuple[str, ...]) -> bool:
    """Whether a way goes out of Nantes, Cholet and Angers."""
    return path[0] in box.vendee and any(region not in box.vendee for region in path)


def _ahead(state: State, general: str, start: str, end: str) -> bool:
    """Whether a general has led an army along that way."""
    return led(general, (start, end)) in state.tried


def _enemy_way(box: Box, state: State, path: tuple[str, ...]) -> Refusal | None:
    """Through regions of their side, and into one that is not (R-MIL-20)."""
    for region in path[1:-1]:
        if not lets_enemies_pass(box, state, region):
            return Refusal(
                "R-MIL-20",
                _l("Your side does not hold {region}: an army stops there", region=box.name(region)),
            )
    return None


# The Government.


def begin_government(ctx: Resolution) -> None:
    """Last; the Royalist first names the regions where he holds armies (A-99)."""
    ctx.push(Turns("march", (GOVERNMENT,)))
    _ask_pins(ctx, ROYALIST, _shared(ctx.box, ctx.state))


class Marches(QuestionKind[March]):
    """Revolutionary armies march, each once, until they meet an enemy (R-MIL-27, R-MIL-29)."""

    kind, case, form = "march", "MIL", "war"
    wants = N_("an army and its way: march regular-metz along metz > paris, or done")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("March an army, or leave it")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        """Steps of one region; longer ways can be typed."""
        moves: list[AnyAnswer] = [DONE]
        for id in on_map(box, state, "revolutionary"):
            start = state.armies[id].region
            if start is None or _start_refusal(box, state, id, (start,)) is not None:
                continue
            ways: list[tuple[str, ...]] = [(start, end) for end in box.near[start]]
            ways += [(PARIS,)] if start == PARIS else []
            for path in ways:
                moves += [March(id, path)] if len(path) > 1 else []
                moves += [March(id, path, True)] if path[-1] == PARIS and state.commune else []
        return moves

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: March) -> Refusal | None:
        refusal = self.refusal_ahead(box, state, state.government, answer) or _start_refusal(
            box, state, answer.army, answer.path
        )
        if refusal is not None:
            return refusal
        for region in answer.path[1:-1]:
            if enemies_in(box, state, region):
                return Refusal(
                    "R-MIL-27",
                    _l("An enemy army is in {region}, and stops the march", region=box.name(region)),
                )
        if answer.box and not state.commune:
            return Refusal("R-MIL-29", _l("The Commune is not raised: there is nothing to put down"))
        return None

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: March) -> Refusal | None:
        if seat != state.government:
            return Refusal(
                "R-MIL-27",
                _l(
                    "{government} governs, and marches the armies",
                    government=first(box.name(state.government)),
                ),
            )
        if box.army[answer.army].side != "revolutionary":
            return Refusal(
                "R-MIL-27", _l("{army} is none of the Government's armies", army=box.name(answer.army))
            )
        if answer.box and answer.path[-1] != PARIS:
            return Refusal("R-MIL-29", _l("The Commune is put down in Paris alone"))
        if answer.path == (PARIS,) and answer.box:
            return None
        return _way_refusal(box, answer.path)

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        return [(), *((one,) for one in self.legal(box, state, seat, "") if isinstance(one, March))]

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, March]) -> None:
        state, highest = ctx.state, ctx.box.tables.levels.highest
        for answer in given.values():
            _moved(ctx, answer.army, answer.path)
            put_army(state, answer.army, box=answer.box)
            ctx.say(ArmyMoved(answer.army, answer.path, answer.box))
            if answer.box:
                ctx.put("commune", highest, "MIL")


# Rules of both sides.


def _way_refusal(box: Box, path: tuple[str, ...]) -> Refusal | None:
    """The refusal of a way to every army."""
    if len(path) < 2:
        return Refusal("R-MIL-20", _l("A way goes from where the army is to somewhere else"))
    for one, other in pairwise(path):
        if other not in box.near[one]:
            return Refusal(
                "R-MIL-20",
                _l("{one} does not border on {other}", one=box.name(one), other=box.name(other)),
            )
    return None


def _start_refusal(box: Box, state: State, army: str, path: tuple[str, ...]) -> Refusal | None:
    """The refusal of an army's departure."""
    at, name = state.armies[army].region, box.name(army)
    if at is None:
        return Refusal("R-MIL-20", _l("{name} is not on the map", name=name))
    if moved(army) in state.tried:
        return Refusal("R-MIL-20", _l("{name} has moved already", name=name))
    if path[0] != at:
        return Refusal(
            "R-MIL-20", _l("{name} is in {at}, where its way has to begin", name=name, at=box.name(at))
        )
    if at in state.held:
        return Refusal("R-MIL-28", _l("The enemy keeps {name} from leaving {at}", name=name, at=box.name(at)))
    return None


def _moved(ctx: Resolution, army: str, path: tuple[str, ...]) -> None:
    put_army(ctx.state, army, region=path[-1])
    ctx.state.tried.append(moved(army))
