"""The choices of one seat for a question by itself, and the entries for a form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from bot.games.parts.label import Label
from bot.games.parts.places import place_of
from bot.games.revolution.labels import Labels, terms
from bot.games.shown import Choice, Does, Group
from bot.games.wording import lower
from bot.surface import layout
from data.catalogue import _
from data.nouns import numbered, upper
from data.revolution.kinds import AIMS, PROMPTS
from data.revolution.tables import SEATS
from engines.core.refusals import Refusal
from engines.revolution import actions, war_answers
from engines.revolution import answers as a
from engines.revolution.actions import Action, AnyAnswer, File
from engines.revolution.answers import DONE
from engines.revolution.asking import AnyNote
from engines.revolution.box import GOVERNMENT, strangers
from engines.revolution.foreseen import foreseen
from engines.revolution.phases.placement import available
from engines.revolution.politics.laws import Vetoes
from engines.revolution.procedure import REGISTRY
from engines.revolution.state import control, members
from engines.revolution.war.ways import Move, ways
from engines.revolution.words import LAW_TYPES, words_of

ROLLED = ("arrest", "remove", "convince", "plot", "revolt", "suppress", "pacify", "commune")
"""Kinds of questions whose answers buy rolls."""
MOVED: Mapping[str, type[Move]] = {"march": war_answers.March, "advance": war_answers.Advance}
"""Kinds of questions whose answers are moves of armies: the army is chosen first, then its end."""
ROLLS = 25
"""Rolls that are offered at most, as a list has no more; more can be typed."""
GIFTS = 50, 100, 200, 500, 1000
"""Sums that a list offers to give, as many as it has room for; others can be typed."""
HOW_OFTEN = "rolls"
"""Id of the choices of the number of rolls."""
GOVERNED = ("arrest", "pacify", "march", "disband")
"""Kinds that are asked of the Government, and answered by its Current."""
DOUBTED = (*ROLLED, "regime", "deputies", "propose", "march", "advance", "muster")
"""Kinds whose entries show why they would be illegal at present."""


class Choices:
    """The choices of one seat in one state."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.names, self.box, self.state, self.seat = labels.names, labels.box, labels.state, labels.seat

    def choice(self, answer: Action, does: Does = Does.TAKE) -> Choice:
        """The choice for one answer.

        :param does: whether it is taken at once, or written on a form.
        """
        label = self.labels.of(answer)
        text = label.text
        if isinstance(answer, a.Turn):
            # A button has no room for the rest, and there is only one roll.
            price = self.names.money(self.labels.price(answer)[1])
            text = _("{deed} · {price}, {chance} for 5", deed=text, price=price, chance=label.chance)
        elif isinstance(answer, a.Objective | a.Purpose):
            # The list says whose it is.
            text = upper(self.names.aim(answer.aim, answer.of))
        return _choice(actions.notation(answer), label, text, does)._replace(place=place_of(answer))

    # A question by itself.

    def asked(self, legal: Iterable[Action]) -> list[Group]:
        """The legal answers, by kind; where rolls are bought their number is chosen first."""
        by_kind: dict[str, dict[str, Choice]] = {}
        rest: list[Choice] = []
        for answer in legal:
            if isinstance(answer, File | a.Give) or answer == DONE:
                rest.append(self.choice(answer))
            elif answer.question in ROLLED and len(self.rolls(answer)) > 1:
                opens = self.opens_rolls(answer)
                by_kind.setdefault(answer.question, {})[opens.notation] = opens
            elif isinstance(answer, war_answers.March | war_answers.Advance):
                opens = self.opens_ways(answer)
                by_kind.setdefault(answer.question, {})[opens.notation] = opens
            else:
                made = self.choice(answer)
                by_kind.setdefault(answer.question, {})[made.notation] = made
        groups = [Group(kind, str(PROMPTS[kind]), [*of.values()]) for kind, of in by_kind.items()]
        return [*groups, Group("end", _("Or"), rest)] if rest else groups

    def paid(self, answer: AnyAnswer) -> int:
        """The number of rolls that can be paid: one is offered in any case."""
        prospect = self.labels.prospect(replace(answer, rolls=1))
        assert prospect is not None
        return max(1, self.state.purses[prospect.actor] // prospect.price) if prospect.price else 1

    def rolls(self, answer: AnyAnswer) -> list[AnyAnswer]:
        """An answer with every number of rolls that can be paid, as far as a list has room."""
        most = min(ROLLS, self.paid(answer))
        return [replace(answer, rolls=number) for number in range(1, most + 1)]

    def opens_rolls(self, answer: AnyAnswer) -> Choice:
        """A choice that opens the number of rolls."""
        one = replace(answer, rolls=1)
        label = self.labels.of(one)
        text, place = f"{self.labels.deed(one)} …", place_of(answer)
        return _choice(actions.notation(one), label, text, Does.OPEN)._replace(place=place)

    def opens_ways(self, move: war_answers.March | war_answers.Advance) -> Choice:
        """A choice that opens an army's ends."""
        army, stands = self.names.name(move.army), self.names.name(move.path[0])
        return Choice(
            f"{move.question} {move.army}",
            f"{army} …",
            _("stands in {region}", region=stands),
            "primary",
            does=Does.OPEN,
            place=move.path[0],
        )

    def ways(self, kind: type[Move], army: str, does: Does = Does.TAKE) -> list[Group]:
        """The ends of an army, each by the shortest way; empty where there are none."""
        by_end = ways(self.box, self.state, kind, army)
        choices = [self._way(move, does) for move in by_end.values()]
        prompt = _("Where the {army} goes", army=self.names.name(army))
        return [Group(kind.question, prompt, choices)] if choices else []

    def _way(self, move: Move, does: Does) -> Choice:
        """A way by its end: the whole way may be longer than an option has room for."""
        end, into = move.path[-1], isinstance(move, war_answers.March) and move.box
        region = self.names.name(end)
        said = actions.notation(move)
        if len(does.control(said)) > layout.DETAIL:
            said = actions.notation(replace(move, path=move.path[-1:]))
        text = (
            _("To {region}, against the Commune", region=region) if into else _("To {region}", region=region)
        )
        notes = [self._told(end)]
        if isinstance(move, war_answers.Advance) and move.general:
            notes.append(_("led by {general}", general=self.names.name(move.general)))
        if len(move.path) > 2:
            notes.append(_("by {path}", path=self.names.path(move.path[1:-1])))
        return Choice(said, text, " · ".join(notes), "primary", does=does, place=end)

    def number_of_rolls(self, answer: AnyAnswer, does: Does = Does.TAKE) -> Group:
        """The number of rolls for one action: the number first, then price and chance."""
        choices = []
        for number in self.rolls(answer):
            label, prospect = self.labels.of(number), self.labels.prospect(number)
            assert prospect is not None
            text = _(
                "{rolls}, {money}: {chance}",
                rolls=numbered(getattr(number, "rolls", 1), "roll"),
                money=self.names.money(prospect.price),
                chance=self.labels.chance(number),
            )
            added = terms(self.names, prospect.terms)
            label = label._replace(reason=_("Fame {fame}{terms}", fame=prospect.fame, terms=added))
            choices.append(_choice(actions.notation(number), label, text, does))
        prompt = _("{deed}: how many rolls", deed=self.labels.deed(answer))
        if self.paid(answer) > ROLLS:
            prompt = _("{deed}: how many rolls (more are typed: x 26)", deed=self.labels.deed(answer))
        return Group(HOW_OFTEN, prompt, choices)

    # Entries for a form.

    def offers(self, note: AnyNote, placed: Mapping[str, str], bound: Collection[str] = ()) -> Group | None:
        """The answers to one kind of question; None where there are none.

        :param placed: the regions of people on the form.
        :param bound: people who have to stay where they are on it.
        """
        special: dict[str, Callable[[], list[Choice]]] = {
            "common": self._partners,
            "objective": self._aims,
            "placement": lambda: self._people(placed, bound),
        }
        if note.kind in special:
            choices = special[note.kind]()
        elif note.kind in MOVED:
            choices = [
                self.opens_ways(answer)
                for answer in self.possible(note)
                if isinstance(answer, war_answers.March | war_answers.Advance)
            ]
        elif note.kind in ROLLED:
            choices = [self.opens_rolls(answer) for answer in self.possible(note)]
        else:
            possible = self.possible(note)
            # Yes and no to one question stand together.
            about = [*dict.fromkeys(getattr(answer, "about", "") for answer in possible)]
            possible.sort(key=lambda answer: about.index(getattr(answer, "about", "")))
            choices = [self.choice(answer, Does.WRITE) for answer in possible]
        unique = list({choice.control: choice for choice in choices}.values())
        # A button has no room for what a choice leads to.
        weighed, prompt = any(choice.reason for choice in unique), str(PROMPTS[note.kind])
        return Group(note.kind, prompt, unique, weighed) if unique else None

    def possible(self, note: AnyNote) -> list[AnyAnswer]:
        """The suggested entries of one kind; those that are rolled for with one roll."""
        drafts = note.suggestions(self.box, self.state, self.seat)
        answers = dict.fromkeys(answer for draft in drafts for answer in draft)
        if note.kind == "objective":
            return [*self._objectives()]
        return [replace(one, rolls=1) if hasattr(one, "rolls") else one for one in answers]

    def others(self, note: AnyNote) -> Iterator[AnyAnswer]:
        """The other entries of one kind."""
        offered = {*self.possible(note)}
        return (one for one in foreseen(self.box, self.state, self.seat, note) if one not in offered)

    def rest(self, note: AnyNote) -> Group:
        """All those others, with the reasons why they would be illegal at present."""
        choices = []
        for answer in self.others(note):
            made = self.opens_rolls(answer) if note.kind in ROLLED else self.choice(answer, Does.WRITE)
            doubt = self.doubt(answer)
            choices.append(made if doubt is None else made._replace(reason=doubt.message))
        return Group(note.kind, str(PROMPTS[note.kind]), choices, any(each.reason for each in choices))

    def doubt(self, answer: AnyAnswer) -> Refusal | None:
        """The present refusal of an answer, or None."""
        question = REGISTRY.of.get(answer.question)
        if isinstance(answer, a.Veto) and isinstance(question, Vetoes):
            return question.idle(self.box, self.state, self.seat, answer)
        if question is None or question.kind not in DOUBTED:
            return None
        rules = question.kind in GOVERNED and self.seat == self.state.government
        return question.refuses(self.box, self.state, GOVERNMENT if rules else self.seat, "", answer)

    def gifts(self) -> Group:
        """Money for other Currents, which is paid at once (R-SEQ-08, R-SEQ-09)."""
        others = (seat for seat in SEATS if seat != self.seat and not strangers(self.seat, seat))
        sums = [amount for amount in GIFTS if amount <= self.state.purses[self.seat]]
        gifts = [self.choice(a.Give(seat, amount)) for seat in others for amount in sums]
        return Group("give", _("Give money, paid at once"), gifts, weighed=True)

    def _partners(self) -> list[Choice]:
        others = [seat for seat in SEATS if seat != self.seat and not strangers(self.seat, seat)]
        reason = _("If both offer the same law: Fame +1 for each who names it and it passes, else −1")
        return [
            Choice(f"common {seat}", _("With {seat} …", seat=self.names.who(seat)), reason, does=Does.OPEN)
            for seat in others
            if self._offers(seat)
        ]

    def _aims(self) -> list[Choice]:
        aims, stake = {each.aim: each for each in self._objectives()}, self.labels.stake
        return [
            Choice(f"objective {aim}", f"{AIMS[aim]} …", stake(goal), does=Does.OPEN)
            for aim, goal in aims.items()
        ]

    def _objectives(self) -> list[a.Objective]:
        legal = REGISTRY.of["objective"].legal(self.box, self.state, self.seat, "")
        return [answer for answer in legal if isinstance(answer, a.Objective)]

    def _aimed(self, aim: a.Objective, does: Does) -> Choice:
        """An objective; for a region with its controller, and the Current's people with influence there."""
        made = self.choice(aim, does)
        if aim.of not in self.box.region:
            return made
        helped = [id for id in members(self.state, self.seat) if aim.of in self.box.influence[id]]
        reason = self._told(aim.of)
        if helped:
            reason = _("{told} · influence: {people}", told=reason, people=self.names.listed(helped))
        return made._replace(reason=reason)

    def _people(self, placed: Mapping[str, str], bound: Collection[str]) -> list[Choice]:
        choices = []
        for person in (one for one in available(self.state, self.seat) if one not in bound):
            if at := placed.get(person):
                where = _("now {region}", region=self.names.name(at))
            elif at := self.state.people[person].region:
                where = _("stood in {region}", region=self.names.name(at))
            else:
                where = _("not placed yet")
            influence = self.names.listed(self.box.person[person].influence) or _("nowhere")
            choices.append(
                Choice(
                    f"put {person}",
                    f"{self.names.name(person)} …",
                    _("{where} · +2 to rolls by influence: {influence}", where=where, influence=influence),
                    does=Does.OPEN,
                )
            )
        return choices

    def within(
        self, key: str, does: Does = Does.TAKE, placed: Mapping[str, str] | None = None
    ) -> list[Group]:
        """The groups that a choice opens.

        :param does: whether they are taken at once, or written on a form.
        :param placed: the regions of people on the form.
        """
        word, _space, of = key.partition(" ")
        match word:
            case "put":
                return [self._places(of, placed or {})] if of in available(self.state, self.seat) else []
            case "objective":
                objectives = [self._aimed(aim, does) for aim in self._objectives() if aim.aim == of]
                prompt = _("Your objective: {goal}", goal=lower(str(AIMS[of])))
                return [Group("objective", prompt, objectives)] if objectives else []
            case "march" | "advance" if of in self.state.armies:
                return self.ways(MOVED[word], of, does)
            case "common":
                return [self._offered(of, does)] if of in SEATS else []
        answer = actions.parse(words_of(self.box), key, list)
        if isinstance(answer, File | a.Give) or not hasattr(answer, "rolls"):
            return []
        return [self.number_of_rolls(answer, does)]

    def _places(self, person: str, placed: Mapping[str, str]) -> Group:
        influence = self.box.person[person].influence
        others = [id for id in self.box.region if id != placed.get(person)]
        regions = sorted(others, key=lambda id: (id not in influence, self.box.order[id]))
        return Group(
            "placement",
            _("Where {person} goes", person=self.names.name(person)),
            [self._place(person, region, influential=region in influence) for region in regions],
        )

    def _place(self, person: str, region: str, *, influential: bool) -> Choice:
        reason = self._told(region)
        reason = _("{told} · influence: +2 to rolls there", told=reason) if influential else reason
        name, does = self.names.name(region), Does.WRITE
        return Choice(f"put {person} in {region}", name, reason, does=does, place=region)

    def _told(self, region: str) -> str:
        """The controller of a region, in a few words."""
        holder = control(self.state, region)
        whose = self.names.name(holder) if holder else _("nobody's")
        revolts = self.state.regions[region].revolt
        return _("{whose} · in revolt", whose=whose) if revolts else whose

    def _offered(self, seat: str, does: Does) -> Group:
        offers = [self.choice(offer, does) for offer in self._offers(seat)]
        return Group("common", _("With {seat}", seat=self.names.who(seat)), offers)

    def _offers(self, seat: str) -> list[a.Common]:
        """Common objectives that can be offered to a Current."""
        note = REGISTRY.asked_in(("talk",))["common"]
        offers = (a.Common(seat, kind, proposer) for kind in LAW_TYPES for proposer in (self.seat, seat))
        return [one for one in offers if note.refusal_ahead(self.box, self.state, self.seat, one) is None]


def _choice(notation: str, label: Label, text: str, does: Does) -> Choice:
    return Choice(notation, text, label.reason, label.tone, label.chance, does)
