"""Step 13: combat in each region with opposing armies, and in the Paris box (R-MIL-30 to 40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import N_, _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.actions import AnyAnswer
from engines.revolution.asking import QuestionKind, ask
from engines.revolution.box import GOVERNMENT, PARIS, ROYALIST, Box
from engines.revolution.frames import Battle
from engines.revolution.handler import Automatic
from engines.revolution.refusals import out_of_place
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, armies_in, control, defenders_in, garrisoned, people_in, put_army
from engines.revolution.war.armies import (
    commands,
    contested,
    fighting,
    generals_in,
    remove,
    spared_last,
)
from engines.revolution.war.events import CombatRolled, Fought, Hidden
from engines.revolution.war_answers import Carry, Hide, Shift, Spare, Wish
from engines.revolution.words import ALL

OURS, THEIRS = "revolutionary", "enemy"
CASE = "MIL"


def begin(ctx: Resolution) -> None:
    """The Paris box, then regions in the order of the map."""
    box, state = ctx.box, ctx.state
    battles = [Battle(PARIS, "roll", box=True, attacker=OURS)] if boxed(state) and state.commune else []
    battles += [Battle(region) for region in garrisoned(state) if contested(box, state, region)]
    ctx.push(*reversed(battles))


def boxed(state: State) -> list[str]:
    """Armies in the Paris box (R-MIL-29)."""
    return [id for id, army in state.armies.items() if army.box]


class Forces(NamedTuple):
    """The numbers of armies on each side."""

    ours: int
    theirs: int


def forces(box: Box, state: State, battle: Battle) -> Forces:
    """The armies of both sides, the Commune as one of them (R-MIL-37)."""
    if battle.box:
        return Forces(len(boxed(state)), 1)
    defenders = len(defenders_in(box, state, battle.region))
    commune = battle.region == PARIS and state.commune
    return Forces(defenders + commune, len(fighting(box, state, battle.region)))


def fought_with(box: Box, state: State, battle: Battle) -> tuple[str, ...]:
    """The armies of both sides."""
    if battle.box:
        return tuple(boxed(state))
    return (*defenders_in(box, state, battle.region), *fighting(box, state, battle.region))


def _more(box: Box, state: State, battle: Battle) -> int:
    """How many armies the attacker has beyond the other side (R-MIL-32)."""
    ours, theirs = forces(box, state, battle)
    return max(ours - theirs if battle.attacker == OURS else theirs - ours, 0)


def _attacker(box: Box, state: State, battle: Battle, wishes: Mapping[str, bool]) -> str:
    """The only side that wants to, or else the larger, or else the revolutionary (R-MIL-31, A-55, A-56)."""
    if battle.region in state.resting:
        return THEIRS
    theirs_want, ours_want = wishes[ROYALIST], wishes[state.government]
    if theirs_want != ours_want:
        return THEIRS if theirs_want else OURS
    ours, theirs = forces(box, state, battle)
    return THEIRS if theirs > ours else OURS


def _current(state: State) -> Battle:
    return next(frame for frame in reversed(state.stack) if isinstance(frame, Battle))


def _go_to(ctx: Resolution, **changes: object) -> None:
    """Move the topmost battle to another stage."""
    battle = ctx.state.stack[-1]
    assert isinstance(battle, Battle)
    ctx.replace(replace(battle, **changes))


class Battles(Automatic[Battle]):
    """A battle goes from stage to stage; its questions lie on top of it."""

    def go_on(self, ctx: Resolution, frame: Battle) -> bool:
        box, state = ctx.box, ctx.state
        match frame.stage:
            case "hide":
                ctx.replace(replace(frame, stage="wish"))
                if can_hide(box, state, frame.region):
                    ask(ctx, "hide", [ROYALIST], frame.region)
            case "wish":
                if not contested(box, state, frame.region):
                    ctx.pop()
                    return False
                ctx.replace(replace(frame, stage="roll"))
                ask(ctx, "wish", [ROYALIST, state.government], frame.region)
            case "roll":
                faces = ctx.pair(f"combat in {frame.region}")
                ctx.replace(replace(frame, stage="shift", faces=faces))
                ctx.say(CombatRolled(frame.region, frame.box, frame.attacker, faces))
            case "shift":
                ctx.replace(replace(frame, stage="carnot"))
                if _more(box, state, frame):
                    owner = state.government if frame.attacker == OURS else ROYALIST
                    ask(ctx, "shift", [owner], frame.region)
            case "carnot":
                ctx.replace(replace(frame, stage="result"))
                if organised(box, state, frame):
                    ask(ctx, "carnot", [state.government], frame.region)
            case "result":
                _result(ctx, frame)
            case _:
                # The question of what to spare was answered and carried out.
                ctx.pop()
        return False


def can_hide(box: Box, state: State, region: str) -> bool:
    """Whether Catholic Royal armies may refuse combat in a region (R-MIL-36)."""
    catholic = armies_in(box, state, region, "catholic")
    return region in box.vendee and bool(catholic) and bool(generals_in(box, state, region))


def organised(box: Box, state: State, battle: Battle) -> bool:
    """Whether Carnot shifts a combat: under the Terror, free and there with an army, for any Current.

    Not where he has acted this turn (R-ACT-12, A-97).
    """
    if state.regime != "terror":
        return False
    armies = boxed(state) if battle.box else defenders_in(box, state, battle.region)
    people = [id for id in people_in(state, battle.region) if "organiser" in box.person[id].groups]
    return bool(armies) and any(commands(state, id) for id in people)


def _result(ctx: Resolution, battle: Battle) -> None:
    box, state = ctx.box, ctx.state
    ours, theirs = forces(box, state, battle)
    terms = [("more armies", battle.shift), ("Carnot", battle.carnot)]
    if battle.region in state.shaken and not battle.box:
        terms.append(("generals gone over", -1 if battle.attacker == OURS else 1))
    terms = [term for term in terms if term[1]]
    total = min(max(sum(battle.faces) + sum(by for _, by in terms), 2), 12)
    letter = box.result(box.tables.result.combat, total)
    ctx.say(
        Fought(
            *(battle.region, battle.box, battle.attacker, ours, theirs),
            *(sum(battle.faces), terms, total, letter, fought_with(box, state, battle)),
        )
    )
    ctx.pop()
    if letter == "B":
        return
    lost = (battle.attacker == OURS) == (letter == "C")
    if battle.box:
        if lost:
            remove(ctx, _losses(ctx, boxed(state)), "combat", CASE)
        else:
            end_commune(ctx)
            for id in boxed(state):
                # With the Commune down they are in the region, and fight the enemies there.
                put_army(state, id, box=False)
    elif lost:
        _ours_lost(ctx, battle)
    else:
        _theirs_lost(ctx, battle)


def _losses(ctx: Resolution, armies: list[str]) -> list[str]:
    """All of a side's armies, or by option one (R-MIL-34, A-53)."""
    if ctx.state.options["combat-losses"]:
        return armies
    return spared_last(ctx.box, ctx.state, armies)[:1]


def _theirs_lost(ctx: Resolution, battle: Battle) -> None:
    box, state = ctx.box, ctx.state
    fought = bool(defenders_in(box, state, battle.region))
    remove(ctx, _losses(ctx, fighting(box, state, battle.region)), "combat", CASE)
    if fought:
        ctx.note("defeat", battle.region, GOVERNMENT)


def _ours_lost(ctx: Resolution, battle: Battle) -> None:
    """Revolutionary armies are beaten; in Paris the Government loses them or the Commune (R-MIL-38, A-54)."""
    box, state = ctx.box, ctx.state
    armies = defenders_in(box, state, battle.region)
    alone = not armies_in(box, state, battle.region, "allied")
    if armies and alone:
        ctx.gain(ROYALIST, 1, CASE, "beaten")
    if battle.region != PARIS or not state.commune:
        remove(ctx, _losses(ctx, armies), "combat", CASE)
    elif armies:
        ctx.push(replace(battle, stage="spare"))
        ask(ctx, "spare", [state.government], battle.region)
    else:
        end_commune(ctx)


def end_commune(ctx: Resolution) -> None:
    """The Commune is lost in a fight: Paris goes to its former controller, never to the leader (A-51).

    It counts as suppressed (R-MIL-38), for objectives too (A-109).
    """
    state = ctx.state
    before = state.regions[PARIS].control
    state.barred = state.turn
    ctx.end_commune(None if before == state.leader else before, CASE)
    ctx.note("quell", "", GOVERNMENT)


# Questions.


def _warlord(box: Box, state: State, seat: str, seats: tuple[str, ...]) -> Refusal | None:
    if seat in seats:
        return None
    name = box.name(state.government)
    return Refusal("R-MIL-31", _l("That is decided by the Royalist and by {name}, who governs", name=name))


class Hiding(QuestionKind[Hide]):
    """Whether Catholic Royal armies refuse combat (R-MIL-36)."""

    kind, case, form = "hide", CASE, "votes"
    wants = N_("yes or no: hide {subject} yes")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Do your armies in {subject} refuse combat?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Hide(subject, True), Hide(subject, False)]

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Hide) -> Refusal | None:
        if seat != ROYALIST:
            return Refusal("R-MIL-36", _l("The Royalist's armies alone refuse combat"))
        if answer.region not in (ALL, *box.vendee):
            return Refusal("R-MIL-36", _l("Combat is refused in Nantes, Cholet and Angers alone"))
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != ROYALIST:
            return []
        regions = [region for region in box.vendee if armies_in(box, state, region, "catholic")]
        return [(), *((Hide(region, yes),) for region in regions for yes in (True, False))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """An army refuses combat if it is outnumbered."""
        ours, theirs = forces(box, state, Battle(subject))
        return Hide(subject, ours > theirs)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Hide]) -> None:
        """The side that hides loses control of the region, which becomes neutral."""
        box, state = ctx.box, ctx.state
        for answer in given.values():
            if answer.yes:
                for id in armies_in(box, state, subject, "catholic"):
                    put_army(state, id, hidden=True)
                ctx.say(Hidden(subject))
                if control(state, subject) == ROYALIST:
                    ctx.take(subject, None, CASE)
                ctx.see_to_civil_war(CASE)


class Wishes(QuestionKind[AnyAnswer]):
    """Whether each side wants to fight, and so attacks (R-MIL-31)."""

    kind, case, form, also = "wish", CASE, "votes", "war"

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Does your side want combat in {subject}?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Wish(subject, True), Wish(subject, False)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: AnyAnswer) -> Refusal | None:
        if answer in self.legal(box, state, seat, subject):
            return None
        return out_of_place(_("yes or no: wish {subject} yes", subject=subject))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: AnyAnswer) -> Refusal | None:
        return _warlord(box, state, seat, (ROYALIST, state.government))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat not in (ROYALIST, state.government):
            return []
        regions = [region for region in garrisoned(state) if contested(box, state, region)]
        return [(), *((Wish(region, yes),) for region in regions for yes in (True, False))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """A side attacks only with more armies than the enemy has."""
        ours, theirs = forces(box, state, Battle(subject))
        return Wish(subject, theirs > ours if seat == ROYALIST else ours > theirs)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, AnyAnswer]) -> None:
        wishes = {seat: isinstance(wish, Wish) and wish.yes for seat, wish in given.items()}
        battle = _current(ctx.state)
        _go_to(ctx, attacker=_attacker(ctx.box, ctx.state, battle, wishes))


class Shifting(QuestionKind[Shift]):
    """The attacker's shift of the rolled dice (R-MIL-32)."""

    kind, case, form, also = "shift", CASE, "votes", "war"
    wants = N_("a shift: shift {subject} +1")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        if not state.stack:
            return _("Shift the roll in {region}", region=box.name(subject))
        return _(
            "Shift the roll in {region}: {total} was rolled",
            region=box.name(subject),
            total=sum(_current(state).faces),
        )

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        most = _more(box, state, _current(state))
        return [Shift(subject, by) for by in range(-most, most + 1)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Shift) -> Refusal | None:
        if answer.region != subject:
            return self.unlisted(box, state, seat, subject)
        if answer in self.legal(box, state, seat, subject):
            return None
        most = _more(box, state, _current(state))
        return Refusal(
            "R-MIL-32", _l("The roll is shifted by {most} at most, one for each army more", most=most)
        )

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Shift) -> Refusal | None:
        return _warlord(box, state, seat, (ROYALIST, state.government))

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The most: a higher roll is never worse for the attacker."""
        return Shift(subject, _more(box, state, _current(state)))

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Shift]) -> None:
        for answer in given.values():
            _go_to(ctx, shift=answer.by)


class Organising(QuestionKind[Carry]):
    """Carnot's shift of a combat of the Government's (R-REGIME-39)."""

    kind, case, form = "carnot", "REGIME", "war"
    wants = N_("a shift: carnot {subject} +1")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("Does Carnot shift the roll in {subject}?", subject=box.name(subject))

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Carry(subject, by) for by in (-1, 0, 1)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Carry) -> Refusal | None:
        if answer.region != subject:
            return self.unlisted(box, state, seat, subject)
        if answer in self.legal(box, state, seat, subject):
            return None
        return Refusal("R-REGIME-39", _l("Carnot shifts a roll by one at most"))

    def refusal_ahead(self, box: Box, state: State, seat: str, answer: Carry) -> Refusal | None:
        if seat == state.government and state.regime == "terror":
            return None
        return Refusal("R-REGIME-39", _l("Carnot commands for the Government, under the Terror"))

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        if seat != state.government:
            return []
        regions = [region for region in garrisoned(state) if organised(box, state, Battle(region))]
        if not regions:
            return []
        return [(), *((Carry(region, by),) for region in regions for by in (-1, 1))]

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The default moves the die up where the Government attacks, and down where it defends."""
        return Carry(subject, 1 if _current(state).attacker == OURS else -1)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Carry]) -> None:
        for answer in given.values():
            _go_to(ctx, carnot=answer.by)


class Sparing(QuestionKind[Spare]):
    """The loss that the Government chooses when a fight in Paris is lost (R-MIL-38)."""

    kind, case, form = "spare", CASE, "war"
    wants = N_("what is spared: spare commune, or spare armies")

    def prompt(self, box: Box, state: State, seat: str, subject: str) -> str:
        return _("The fight for Paris is lost: spare the Commune, or the armies")

    def legal(self, box: Box, state: State, seat: str, subject: str) -> list[AnyAnswer]:
        return [Spare(True), Spare(False)]

    def refusal(self, box: Box, state: State, seat: str, subject: str, answer: Spare) -> Refusal | None:
        return None

    def suggestions(self, box: Box, state: State, seat: str) -> list[tuple[AnyAnswer, ...]]:
        return [(), (Spare(True),), (Spare(False),)] if seat == state.government else []

    def default(self, box: Box, state: State, seat: str, subject: str) -> AnyAnswer:
        """The armies."""
        return Spare(False)

    def resolved(self, ctx: Resolution, subject: str, given: Mapping[str, Spare]) -> None:
        for answer in given.values():
            if answer.commune:
                armies = defenders_in(ctx.box, ctx.state, PARIS)
                remove(ctx, _losses(ctx, armies), "combat", CASE)
            else:
                end_commune(ctx)
