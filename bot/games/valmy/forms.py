"""Choices with too many ways to list, entered in forms: followers of a leader, arrangements, losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.games.parts.plan import lines
from bot.games.shown import Field, Form, Option
from bot.games.valmy.choices_combat import standing_chiefs
from bot.games.valmy.forecast import Forecasts
from bot.surface.layout import PER_SELECT
from data.catalogue import N_, _
from data.nouns import labelled, numbered
from engines.core.errors import NotationError
from engines.valmy.actions import Activate
from engines.valmy.combat import losses
from engines.valmy.combat.actions import Boost
from engines.valmy.combat.board import OPEN, by_default
from engines.valmy.combat.boosts import givers
from engines.valmy.combat.boosts import usual as usual_boost
from engines.valmy.combat.charges import FROM, cavalry
from engines.valmy.combat.frames import Announcing, Boosting, Committing, Deploying, Losses, Sacrifice
from engines.valmy.combat.shock import cheapest
from engines.valmy.frames import Activations, Recovery, SetUp, Surplus
from engines.valmy.movement.meeting import surplus
from engines.valmy.phases.recovery import recoverable
from engines.valmy.position.command import Called, called, reach_of
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import held_by, units_in
from engines.valmy.words import fold

FIELDS = 5
"""The most fields of a form."""
PLACES = ("skirmish", "main", "left", "right", "reserve")
BOXES = {
    "skirmish": N_("Skirmish, in front of the line"),
    "main": N_("Main, the line that fires and attacks"),
    "left": N_("Left flank, where cavalry charges"),
    "right": N_("Right flank, where cavalry charges"),
    "reserve": N_("Reserve, behind the line"),
}


class Forms(Forecasts):
    """The forms of one side in one state."""

    def forms(self, key: str) -> list[Form]:
        """The forms for now, or for the choices that are open; none while the enemy owes the decision."""
        if self.side not in PROCEDURE.deciding(self.box, self.state):
            return []
        top, (id, _, part) = self.state.stack[-1], key.partition(" ")
        if isinstance(top, Activations):
            return [self._with(part)] if id == "part" and self._may_activate(part) else []
        made = None if key else self._now()
        return [] if made is None else [made]

    def form(self, id: str) -> Form | None:
        """The form of an id."""
        leaders = [leader for leader in self.box.leaders_of[self.side] if id == f"with-{leader}"[:24]]
        forms = self.forms(f"part {leaders[0]}" if leaders else "")
        return next((form for form in forms if form.id == id), None)

    def _now(self) -> Form | None:
        top = self.state.stack[-1]
        match top:
            case SetUp():
                return self._arrange()
            case Deploying():
                return self._deploy()
            case Announcing():
                return self._charge()
            case Boosting():
                return self._boost(top)
            case Losses():
                return self._lose(top)
            case Sacrifice():
                cheapest_ = cheapest(self.box, self.state, top)
                return self._pick("lose", _("Units that are shattered"), top.units, cheapest_)
            case Committing():
                units = top.units[: top.most]
                return self._pick(
                    "commit", _("Units that leave the Reserve"), top.units, units, most=top.most
                )
            case Surplus():
                held = held_by(self.state, top.leader)
                last = held[-surplus(self.box, self.state, top.leader) :]
                return self._pick("release", _("Units that leave the holding box"), held, last)
            case Recovery():
                able = recoverable(self.box, self.state, self.side)
                return self._pick("recover", _("Units that try to recover"), able, able)
            case _:
                return None

    def _pick(
        self, id: str, label: str, ids: Sequence[str], chosen: Sequence[str], most: int | None = None
    ) -> Form | None:
        """Units to choose from; None where there are none.

        :param chosen: those that are chosen by default.
        """
        if not ids:
            return None
        nobody = (
            _("Blank: none")
            if id == "commit"
            else _("Blank: the default, {who}", who=self.names.listed(chosen))
        )
        return Form(id, _("Choose the units …"), label, [self._who("who", label, ids, chosen, nobody, most)])

    def _who(
        self,
        id: str,
        label: str,
        ids: Sequence[str],
        chosen: Sequence[str],
        hint: str,
        most: int | None = None,
    ) -> Field:
        """Counters to choose from; a list if they fit in one, otherwise they are typed.

        :param most: the most that can be chosen, by default all.
        """
        if not 0 < len(ids) <= PER_SELECT:
            return Field(id, label, "\n".join(map(self._name, chosen)), hint, example=self._example(ids))
        options = [Option(each, self._name(each), self.card(each)) for each in ids]
        return Field(id, label, "\n".join(chosen), hint, options=options, most=most or len(ids))

    def _example(self, ids: Sequence[str]) -> str:
        return ", ".join(map(self._name, ids[:2]))

    def _name(self, id: str) -> str:
        return self.names.name(id)

    def _may_activate(self, leader: str) -> bool:
        known = self.state.leaders.get(leader)
        own = leader in self.box.leaders_of[self.side]
        return own and known is not None and known.fate == "map" and not known.spent

    def _with(self, leader: str) -> Form:
        """The followers of a leader, beginning with all whom he would take."""
        reach = reach_of(self.box, self.state, leader)
        whole = called(self.box, self.state, leader, Activate(leader).party, fresh=True, reach=reach)
        named = [*whole.leaders[1:], *whole.units] if isinstance(whole, Called) else []
        name = self.names.name(leader)
        label = _("Who goes with {name}", name=name)
        hint = _("Blank: nobody. Units in boxes beside can be typed with /valmy activate")
        return Form(
            f"with-{leader}"[:24],
            _("Choose who goes with {name} …", name=name),
            _("Activate {name}", name=name)[:45],
            [self._who("who", label, named, named, hint)],
        )

    def _boost(self, top: Boosting) -> Form | None:
        """Each unit by as many points as its leaders can give it."""
        room = givers(self.box, self.state, top.box, self.side, attacks=top.attacks)
        points = range(1, sum(room.values()) + 1)
        ways = [
            (unit, by)
            for unit in units_in(self.box, self.state, top.box, self.side)
            for by in points
            if PROCEDURE.refusal(self.box, self.state, self.side, Boost(((unit, by),))) is None
        ]
        if not ways:
            return None
        title, have = _("Raise morale"), numbered(sum(room.values()), "point")
        label, best = _("Units that are raised"), usual_boost(self.box, self.state, top).items()
        hint = _("You have {have}. Blank: no unit is raised", have=have)
        if len(ways) <= PER_SELECT:
            options = [
                Option(f"{unit}:{by}", _("{unit} by {by}", unit=self._name(unit), by=by), self.card(unit))
                for unit, by in ways
            ]
            chosen = "\n".join(f"{unit}:{by}" for unit, by in best)
            field = Field("who", label, chosen, hint, options=options, most=min(len(options), len(points)))
        else:
            typed = "\n".join(labelled(self._name(unit), by) for unit, by in best)
            field = Field("who", label, typed, hint, example=labelled(self._name(ways[0][0]), 1))
        return Form("boost", _("Choose units …"), title, [field])

    def _lose(self, top: Losses) -> Form:
        """A list for each step, or a line each."""
        usual = losses.usual(self.box, self.state, top)
        label, title = _("Choose each loss …"), _("Losses, in this order")
        hint = _("Blank: chosen for you")
        if len(usual) <= FIELDS and len(top.units) <= PER_SELECT:
            fields = [
                self._who(f"who{nth}", _("Step {nth} is lost by", nth=nth), top.units, [unit], hint, most=1)
                for nth, unit in enumerate(usual, 1)
            ]
        else:
            steps = numbered(len(usual), "step")
            whose = _("A unit a line for {steps}", steps=steps)
            typed = "\n".join(map(self._name, usual))
            fields = [Field("who", whose, typed, hint, example=self._example(top.units))]
        return Form("lose", label, title, fields)

    def _arrange(self) -> Form:
        """A field for each box, a line for each leader."""
        places: dict[str, list[str]] = {}
        for leader in self.box.leaders_of[self.side]:
            counter = self.state.leaders[leader]
            if counter.fate == "map" and counter.box is not None:
                units = ", ".join(map(self._name, held_by(self.state, leader)))
                places.setdefault(counter.box, []).append(
                    labelled(self._name(leader), units) if units else f"{self._name(leader)}:"
                )
        hint = _("A leader, a colon, his units. Blank: as it stands now")
        fields = [
            Field(
                place[:24],
                _("Units under each leader in {place}", place=self.names.name(place))[:45],
                "\n".join(held),
                hint,
                example=held[-1],
            )
            for place, held in places.items()
        ]
        if len(fields) > FIELDS:
            rest = fields[FIELDS - 1 :]
            joined = Field(
                "others",
                _("Units under each leader elsewhere"),
                "\n".join(field.value for field in rest),
                hint,
                example=rest[0].example,
            )
            fields = [*fields[: FIELDS - 1], joined]
        return Form("arrange", _("Enter leaders and their units …"), _("Units in holding boxes"), fields)

    def _deploy(self) -> Form:
        """A field for each box of the board in which somebody can stand."""
        usual = by_default(self.box, self.state, self.side)
        fields = []
        for place in PLACES:
            able = [id for id in usual if self._stands(id, place)]
            chosen = [id for id, where in usual.items() if where == place]
            if able:
                hint = _("Units and leaders. Anyone who is left out stands where the default puts them")
                fields.append(self._who(place, str(BOXES[place]), able, chosen, hint))
        return Form("deploy", _("Choose who stands where …"), _("Your units on the battle board"), fields)

    def _stands(self, id: str, place: str) -> bool:
        """Whether a counter can be deployed to a box of the board."""
        if id in self.box.leader:
            return place != "skirmish"
        return place in OPEN[self.box.unit[id].position]

    def _charge(self) -> Form | None:
        """A field for each box from which cavalry can charge."""
        fields = []
        for place in FROM:
            horse = cavalry(self.box, self.state, self.side, place)
            chiefs = standing_chiefs(self, place)
            if horse or chiefs:
                hint = _("Cavalry, and a leader who lends his rating. Blank: nobody charges from here")
                fields.append(self._who(place, str(BOXES[place]), [*horse, *chiefs], horse, hint))
        return Form("charge", _("Choose who charges …"), _("Charges"), fields) if fields else None

    def filled(self, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation.

        :raises NotationError: it can't be read.
        """
        match form:
            case "deploy" | "charge":
                named = self._placed(values) if form == "deploy" else dict(_each(values))
                boxes = [f"{place} : {' '.join(who)}" for place, who in named.items() if who]
                return f"{form} {' ; '.join(boxes) or 'none'}"
            case "arrange":
                blank = {field.id: field.value for field in self._arrange().fields}
                texts = [text if any(lines([text])) else blank.get(id, "") for id, text in values.items()]
                return f"arrange {' ; '.join(_arranged(texts))}"
            case "boost":
                return f"boost {' '.join(_boosted(values.get('who', ''))) or 'none'}"
            case _ if form.startswith("with-"):
                leader = next(id for id in self.box.leaders_of[self.side] if form == f"with-{id}"[:24])
                return f"activate {leader} with {' '.join(_names(values.get('who', ''))) or 'nobody'}"
            case _:
                top = self.state.stack[-1]
                who = [name for text in values.values() for name in _names(text)]
                if isinstance(top, Losses) and who:
                    who += losses.usual(self.box, self.state, top)[len(who) :]
                nobody = "none" if form == "commit" else "auto"
                return f"{form} {' '.join(who) or nobody}"

    def _placed(self, values: Mapping[str, str]) -> dict[str, list[str]]:
        """The units of each place; units that are left out stand where the default puts them."""
        places = dict(_each(values))
        named = {name for who in places.values() for name in who}
        for id, place in by_default(self.box, self.state, self.side).items():
            if not named & {_word(id), _word(self._name(id))}:
                places.setdefault(place, []).append(id)
        return places


def _each(values: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    for place, text in values.items():
        yield place, _names(text)


def _names(text: str) -> list[str]:
    """Names with commas or lines between them, each as one word."""
    parts = text.replace(";", "\n").replace(",", "\n").splitlines()
    return [_word(part) for part in parts if part.strip()]


def _word(name: str) -> str:
    return fold(name).replace(" ", "-")


def _arranged(texts: Iterable[str]) -> Iterator[str]:
    for line in (line for text in texts for line in text.splitlines() if line.strip()):
        leader, colon, units = line.partition(":")
        if not colon:
            raise NotationError(
                _("A leader, a colon and his units are wanted, not {strip!r}", strip=line.strip()[:40])
            )
        yield f"{_word(leader)} : {' '.join(_names(units))}".strip()


def _boosted(text: str) -> Iterator[str]:
    lines: Sequence[str] = [line for part in text.splitlines() for line in part.split(",") if line.strip()]
    for line in lines:
        unit, colon, by = line.partition(":")
        yield f"{_word(unit)}:{by.strip() if colon else 1}"
