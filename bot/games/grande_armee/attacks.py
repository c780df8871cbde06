"""The attacks of a side while they are written: each with its odds, to be declared together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.games.grande_armee import chances
from bot.games.grande_armee.choices import Choices, changing, to_write
from bot.games.grande_armee.course import CLEAR, Drop
from bot.games.grande_armee.sheet import Writing, clear, joined, propose
from bot.games.parts.lists import Entry, Listing, groups, opened
from bot.games.shown import THEN, Choice, Closing, Does, Group, Sheet
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.texts import FED_TOO, KEPT, PROMPTS, SEPARATE, UNFED, UNWRITTEN
from data.nouns import labelled, listed
from engines.core.declared import word
from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.core.refusals import Refusal, illegal
from engines.grande_armee.actions import END, Action, Attack, CallOff, Plain, Spend, notation
from engines.grande_armee.combat.attack import Attack as Fight
from engines.grande_armee.combat.attack import Spent
from engines.grande_armee.combat.declare import Declarations
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.frames import Declaring
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State
from render import CloseUp
from render.grande_armee import Move as Arrow

Written: TypeAlias = Attack | Spend
"""Actions that a player can write on the sheet before they are done."""


class Draft(NamedTuple):
    """Actions in the order in which they are to be taken."""

    able: list[Written]
    refused: list[tuple[Written, Refusal]]
    state: State
    """The state after the legal ones."""


class Way(NamedTuple):
    """An attack that can be added, and the supply unit that is spent with it."""

    action: Attack
    supply: UnitId | None
    odds: Odds
    results: str
    """What it may come to."""

    @property
    def ratio(self) -> float:
        """The odds as one number."""
        return self.odds.attack / self.odds.defence if self.odds.defence else float("inf")


class Attacks(Writing[Written]):
    """The sheet of one side while it declares attacks. Nothing is proposed before that is asked."""

    frame, closed = Declaring, N_("There are no attacks to write now")

    def sheet(self, kept: str | None, key: str) -> Sheet | None:
        """The present sheet."""
        if not self.open:
            return None
        written = self._run(self._read(kept or ""))
        listings = list(self._listings(written))
        fights = written.state.attacks[len(self.state.attacks) :]
        arrows = [
            Arrow(self.side, (start, target), "aimed")
            for fight in fights
            for start in fight.stands
            for target in fight.targets
        ]
        meant = [f"-# {each}" for each in chances.glosses(self.box, written.state, every=not fights)]
        lines = [*self._lines(written, fights), *(meant if fights or listings[0].entries else ())]
        return Sheet(
            THEN.join(map(notation, written.able)),
            lines,
            opened(listings, key) or [*groups(listings), *self._rest(written)],
            CloseUp(fights[-1].targets[0] if fights else None, moves=tuple(arrows)) if fights else None,
            _("Change the attacks, or declare them below")
            if written.able
            else _("Choose attacks, or end without one"),
            len(lines) - len(meant),
            closing=Closing(Declarations.kind, notation(END)) if written.able else None,
        )

    # ---- what is written

    def _still(self, action: Action) -> Written | None:
        return action if isinstance(action, Attack | Spend) and not self._is_done(action) else None

    def _is_done(self, action: Written) -> bool:
        if isinstance(action, Spend):
            return action.supply in self.state.spent
        declared = {(each.targets, each.units) for each in self.state.attacks}
        return (action.targets, action.units) in declared

    def _run(self, actions: Sequence[Written]) -> Draft:
        """Take actions one after another; a refused one is skipped. None of them throws a die."""
        able, refused, state = list[Written](), list[tuple[Written, Refusal]](), self.state
        for action in actions:
            refusal = self.title.refusal(state, self.seat, action)
            if refusal is not None:
                refused.append((action, refusal))
                continue
            able.append(action)
            state = self.title.apply(state, self.seat, action, Dice(None)).state
        return Draft(able, refused, state)

    def _proposed(self, state: State) -> Iterator[Written]:
        """The automatic player's further attacks with their supply."""
        while isinstance(action := self.title.suggest(state, self.seat, Random(self.seat)), Attack | Spend):  # noqa: S311 - a way to play, no secret
            yield action
            state = self.title.apply(state, self.seat, action, Dice(None)).state

    def _changed(self, actions: Sequence[Written], text: str) -> list[Written]:
        match self._change(text):
            case Plain() as plain:
                return [] if plain == CLEAR else [*actions, *self._proposed(self._run(actions).state)]
            case Drop(unit):
                return [action for action in actions if unit not in _bound(action)]
        more = [self.title.parse(self.state, each, self.seat) for each in joined(text)]
        after = [*actions, *(action for action in map(_written, more) if action not in actions)]
        for action, refusal in self._run(after).refused:
            if action in more:
                raise illegal(refusal)
        return after

    # ---- what is shown

    def _lines(self, written: Draft, fights: Sequence[Fight]) -> Iterator[str]:
        """The sheet: each attack with its odds and possible results, and what is spent on them."""
        yield str(KEPT if written.able else UNWRITTEN)
        for action, refusal in written.refused:
            yield self.names.passed_over(action, refusal)
        on = field(self.box, written.state)
        for fight in fights:
            yield _(
                "- **{places}** by {units}: {odds}",
                places=listed([self.names.hex(hex) for hex in fight.targets]),
                units=self.names.brief(fight.involved),
                odds=chances.stands(on, fight, on.odds(fight)),
            )
            yield f"-# {' '.join(chances.answers(self.names, written.state, fight))}"
            if hungry := on.hungry(fight.units):
                yield f"-# {UNFED(units=self.names.brief(hungry))}"
        if spent := [action.supply for action in written.able if isinstance(action, Spend)]:
            yield _("-# 📦 Spent on these attacks: {units}.", units=self.names.units(spent))

    def _listings(self, written: Draft) -> Iterator[Listing]:
        """What can be added: attacks, of each target the best odds before the second best, and supply."""
        legal = self.title.legal_actions(written.state, self.seat)
        now = Choices(self.names, written.state, self.side, legal)
        on = field(self.box, written.state)
        ways: dict[tuple[Hex, ...], list[Way]] = {}
        for action in legal:
            if isinstance(action, Attack):
                ways.setdefault(action.targets, []).extend(self._ways(written.state, on, action))
        ranked = [
            (place, -way.ratio, way)
            for each in ways.values()
            for place, way in enumerate(sorted(each, key=lambda way: -way.ratio))
        ]
        entries = [self._entry(now, way) for _place, _ratio, way in sorted(ranked, key=lambda each: each[:2])]
        fed = any(way.supply for _place, _ratio, way in ranked)
        prompt = str(FED_TOO if fed else PROMPTS[word(Attack)])
        yield Listing(word(Attack), prompt, entries, ranked=True, weighed=True)
        supplies = [to_write(now.choice(action)) for action in legal if isinstance(action, Spend)]
        # Supply that changes no odds would be wasted.
        useful = [Entry(each) for each in supplies if each.reason]
        yield Listing(word(Spend), _("Supply for better odds"), useful, weighed=True)

    def _ways(self, state: State, on: Field, action: Attack) -> Iterator[Way]:
        """An attack as it is, and where that is better with the supply unit that would do most for it."""
        attack = on.attack(self.side, action)
        bare = _way(on, attack, action, None)
        yield bare
        if not on.hungry(action.units):
            return
        fed = []
        for id in spendable(self.box, state, self.side, attack.stands):
            spent = Spent(side=self.side, use="combat", hex=state.pieces[id].hex)
            fed.append(_way(replace(on, spent={**on.spent, id: spent}), attack, action, id))
        best = max(fed, key=lambda way: way.ratio, default=bare)
        if best.ratio > bare.ratio:
            yield best

    def _entry(self, now: Choices, way: Way) -> Entry:
        """A way to attack in the list, by its target: the odds come first, with their results below."""
        choice, (part, name, by) = now.choice(way.action), now.part(way.action)
        again = any({*way.action.targets}.intersection(each.targets) for each in now.state.attacks)
        odds, box = chances.odds(way.odds), " 📦" if way.supply else ""
        box += f" · {SEPARATE}" if again else ""
        choice = choice._replace(
            notation=THEN.join([choice.notation, *([notation(Spend(way.supply))] if way.supply else [])]),
            label=labelled(odds, choice.label) + box,
            reason=way.results,
        )
        return Entry(to_write(choice), part, name, labelled(odds, by) + box)

    def _rest(self, written: Draft) -> Iterator[Group]:
        """What takes actions off the sheet, calls attacks off, hands the sheet in, or ends the step."""
        off = [changing(Drop(_bound(action)[0]), self.names.label(action), "") for action in written.able]
        if off:
            yield Group("drop", _("Remove"), off, weighed=True)
        wanted = {word(CallOff)} if written.able else {word(CallOff), word(Plain)}
        yield from (group for group in self._now.groups() if group.id in wanted)
        foot = []
        if written.able:
            fight = _("These attacks are declared, and no more; then the battles begin")
            foot.append(Choice("", _("Declare and start the battles"), fight, "danger", does=Does.FINISH))
            done = _("These attacks are declared; you can write more before the battles")
            foot.append(Choice("", _("Declare, then add more"), done, "success", does=Does.HAND_IN))
            foot.append(clear())
        if any(self._proposed(written.state)):
            foot.append(propose(_("What the automatic player would attack")))
        if foot:
            yield Group("declare", _("Declare"), foot)

    @cached_property
    def _now(self) -> Choices:
        """The choices before anything that is written is done."""
        return Choices(self.names, self.state, self.side, self.title.legal_actions(self.state, self.seat))


def _written(action: Action) -> Written:
    if not isinstance(action, Attack | Spend):
        raise NotationError(_("You can enter only attacks and their supply here"))
    return action


def _way(on: Field, attack: Fight, action: Attack, supply: UnitId | None) -> Way:
    odds = on.odds(attack)
    box, drowned = on.position.box, on.drowned(attack, odds)
    may_come = chances.results(box, odds, attack.targets, on.hurt(attack), drowned=drowned)
    return Way(action, supply, odds, may_come)


def _bound(action: Written) -> tuple[UnitId, ...]:
    """The units that an action uses."""
    return (action.supply,) if isinstance(action, Spend) else (*action.units, *action.leaders)
