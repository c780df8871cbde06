"""The destinations of movers in *The Valmy Campaign*."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.parts.label import Label
from bot.games.parts.lists import Entry, Listing
from bot.games.shown import Choice
from bot.games.valmy.choices_combat import CombatChoices
from data.catalogue import _
from engines.valmy import actions
from engines.valmy.actions import Move
from engines.valmy.frames import Activation, Mover
from engines.valmy.procedure import PROCEDURE
from engines.valmy.words import ALL, Party


class MarchChoices(CombatChoices):
    """The lists of ways."""

    def marches(self) -> Iterator[Listing]:
        """The steps of each mover with their costs, and its farther destinations."""
        top = self.state.stack[-1] if self.state.stack else None
        if not isinstance(top, Activation) or top.side != self.side:
            return
        movers = self.movers()
        for number, mover in enumerate(movers):
            party = self.party(mover)
            near = self.steps(mover)
            tail = "" if len(movers) == 1 else f"-{'abcdefghijklmnopqrstuvwxyz'[number % 26]}"
            # Several movers are named, a stack by its leader: a list's label is short on a telephone.
            who = self.names.listed(mover.leaders[:1]) or self.names.units(mover.units)
            name = who if tail else ""
            for id, ways in ((f"step{tail}", near), (f"go{tail}", self.goals(mover))):
                entries = [
                    Entry(Choice(actions.notation(Move(way.path, party)), *_of(name, label), place=way.end))
                    for way in ways
                    for label in [self.told(mover, way)]
                ]
                if id.startswith("step"):
                    prompt = (
                        _("Move {who} one box", who=who)
                        if tail
                        else _("Move one box, {points} MP left", points=max(self.left(mover), 0))
                    )
                else:
                    prompt = _("Move {who} farther", who=who) if tail else _("Move farther, then go on")
                if entries:
                    yield Listing(id, prompt, entries)
            yield from self._splits(mover, tail, party)

    def _splits(self, mover: Mover, tail: str, party: Party) -> Iterator[Listing]:
        """The choices to part a stack under several leaders, before its first step."""
        if mover.steps or len(mover.leaders) < 2 or party != ALL:
            return
        entries = []
        for leader in mover.leaders:
            units = tuple(id for id in mover.units if self.state.units[id].leader == leader)
            part = Party(names=(leader, *units))
            for end in self.box.cost[mover.at]:
                move = Move((mover.at, end), part)
                if PROCEDURE.refusal(self.box, self.state, self.side, move) is None:
                    label = _of(name := self.names.name(leader), self.way(move))
                    entries.append(Entry(Choice(actions.notation(move), *label, place=end), leader, name))
        if entries:
            yield Listing(f"split{tail}", _("Let a leader go another way"), entries, folded=True)


def _of(who: str, label: Label) -> Label:
    """A way with its mover: the only one in its list is a button without a heading."""
    return label._replace(text=_("{who}: {way}", who=who, way=label.text)) if who else label
