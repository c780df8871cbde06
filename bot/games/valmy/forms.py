"""Choices with too many ways to list, typed into forms: followers of a leader, arrangements, losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.games.shown import Field, Form
from bot.games.valmy.choices_combat import standing_chiefs
from bot.games.valmy.forecast import Forecasts
from data.catalogue import N_, _
from data.nouns import labelled
from engines.core.errors import NotationError
from engines.valmy.actions import Activate
from engines.valmy.combat import losses as rules
from engines.valmy.combat.board import by_default
from engines.valmy.combat.boosts import usual as usual_boost
from engines.valmy.combat.charges import FROM, cavalry
from engines.valmy.combat.frames import Announcing, Boosting, Committing, Deploying, Losses, Sacrifice
from engines.valmy.combat.shock import cheapest
from engines.valmy.frames import Activations, Recovery, SetUp, Surplus
from engines.valmy.movement.meeting import surplus
from engines.valmy.phases.recovery import recoverable
from engines.valmy.position.command import Called, called, reach_of
from engines.valmy.procedure import PROCEDURE
from engines.valmy.state import held_by
from engines.valmy.words import fold

FIELDS = 5
"""The most fields of a form."""
PLACES = ("skirmish", "main", "left", "right", "reserve")
BOXES = {
    "skirmish": N_("Skirmish"),
    "main": N_("Main"),
    "left": N_("Left"),
    "right": N_("Right"),
    "reserve": N_("Reserve"),
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
                boosts = [
                    labelled(self._name(id), by) for id, by in usual_boost(self.box, self.state, top).items()
                ]
                return self._one("boost", _("Share the points out"), _("Unit: points, a line each"), boosts)
            case Losses():
                return self._one(
                    "lose",
                    _("Name them in order"),
                    _("A unit for each step"),
                    map(self._name, rules.usual(self.box, self.state, top)),
                )
            case Sacrifice():
                return self._one(
                    "lose",
                    _("Name the units"),
                    _("Units that are shattered"),
                    map(self._name, cheapest(self.box, self.state, top)),
                )
            case Committing():
                return self._one(
                    "commit",
                    _("Name the units"),
                    _("Units of the Reserve"),
                    map(self._name, top.units[: top.most]),
                )
            case Surplus():
                held = held_by(self.state, top.leader)
                return self._one(
                    "release",
                    _("Name the units"),
                    _("Who leaves the holding box"),
                    map(self._name, held[-surplus(self.box, self.state, top.leader) :]),
                )
            case Recovery():
                return self._one(
                    "recover",
                    _("Name the units"),
                    _("Units that try"),
                    map(self._name, recoverable(self.box, self.state, self.side)),
                )
            case _:
                return None

    def _one(self, id: str, label: str, field: str, names: Iterable[str]) -> Form:
        return Form(id, f"{label} …", label, [Field("who", field, "\n".join(names), _("One a line"))])

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
        field = Field(
            "who", _("Leaders and units"), "\n".join(map(self._name, named)), _("Also from boxes beside")
        )
        return Form(
            f"with-{leader}"[:24],
            _("Name who goes with {name} …", name=name),
            _("Activate {name}", name=name)[:45],
            [field],
        )

    def _arrange(self) -> Form:
        """A field for each box, a line for each leader."""
        places: dict[str, list[str]] = {}
        for leader in self.box.leaders_of[self.side]:
            known = self.state.leaders[leader]
            if known.fate == "map" and known.box is not None:
                units = ", ".join(map(self._name, held_by(self.state, leader)))
                places.setdefault(known.box, []).append(labelled(self._name(leader), units).rstrip())
        fields = [
            Field(place[:24], f"{self.names.name(place)}"[:45], "\n".join(lines), _("Leader: his units"))
            for place, lines in places.items()
        ]
        if len(fields) > FIELDS:
            rest = fields[FIELDS - 1 :]
            joined = Field("others", _("Elsewhere"), "\n".join(field.value for field in rest), rest[0].hint)
            fields = [*fields[: FIELDS - 1], joined]
        return Form("arrange", _("Enter leaders and their units …"), _("Units in holding boxes"), fields)

    def _deploy(self) -> Form:
        """A field for each box of the board that is in use."""
        usual = by_default(self.box, self.state, self.side)
        fields = [
            Field(
                place,
                str(BOXES[place]),
                "\n".join(self._name(id) for id, where in usual.items() if where == place),
                _("Units and leaders, one a line"),
            )
            for place in PLACES
        ]
        return Form("deploy", _("Write who stands where …"), _("The battle board"), fields)

    def _charge(self) -> Form | None:
        """A field for each box from which cavalry can charge."""
        fields = []
        for place in FROM:
            horse = cavalry(self.box, self.state, self.side, place)
            if horse or standing_chiefs(self, place):
                hint = _("Cavalry, and a leader who lends his rating")
                fields.append(Field(place, str(BOXES[place]), "\n".join(map(self._name, horse)), hint))
        return Form("charge", _("Write who charges …"), _("Charges"), fields) if fields else None

    def filled(self, form: str, values: Mapping[str, str]) -> str:
        """The filled-in form in notation.

        :raises NotationError: it can't be read.
        """
        match form:
            case "deploy" | "charge":
                boxes = [f"{place} : {' '.join(who)}" for place, who in _each(values) if who]
                return f"{form} {' ; '.join(boxes) or 'none'}"
            case "arrange":
                return f"arrange {' ; '.join(_arranged(values.values()))}"
            case "boost":
                return f"boost {' '.join(_boosted(values.get('who', ''))) or 'none'}"
            case _ if form.startswith("with-"):
                leader = next(id for id in self.box.leaders_of[self.side] if form == f"with-{id}"[:24])
                return f"activate {leader} with {' '.join(_names(values.get('who', ''))) or 'nobody'}"
            case _:
                nobody = "none" if form == "commit" else "auto"
                return f"{form} {' '.join(_names(values.get('who', ''))) or nobody}"


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
