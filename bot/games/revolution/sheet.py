"""The form of one seat while it is written: its entries, and those to add or take off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bot.games.revolution.choices import HOW_OFTEN, MOVED, ROLLED, Choices
from bot.games.revolution.close import close
from bot.games.revolution.entries import Entry, lacking, missed, named, purses, several, slot, spent
from bot.games.revolution.labels import Aim, Labels
from bot.games.revolution.replies import replies
from bot.games.revolution.said import deed
from bot.games.shown import Choice, Does, Group, Sheet
from data.catalogue import N_, _
from data.nouns import clauses, upper
from data.revolution.choices import HINTS, IDLE, NOTHING, ONCE
from data.revolution.kinds import PROMPTS
from engines.core.errors import EngineError, NotationError
from engines.core.refusals import Refusal, illegal
from engines.revolution import actions, war_answers
from engines.revolution import answers as a
from engines.revolution.actions import EMPTY, AnyAnswer, File
from engines.revolution.asking import AnyNote, QuestionKind
from engines.revolution.box import PARIS
from engines.revolution.foreseen import ahead
from engines.revolution.foretold import foretold
from engines.revolution.frames import Form, Question
from engines.revolution.phases.placement import as_usual, available, duty
from engines.revolution.player.greedy import usual_form
from engines.revolution.procedure import PROCEDURE, REGISTRY
from engines.revolution.title import Revolution
from engines.revolution.war.reinforcement import to_come
from engines.revolution.war.ways import completed

SHOWN = 8
"""Lists that are open at once; the others are opened one by one."""
FOOT = "hand-in"
"""Id of the group that ends a form; where it is the only one, the form takes no entry."""
TOGETHER = a.Arrest | a.Remove | a.Convince | a.Pacify | a.Plot | a.Revolt | a.Suppress
"""Deeds of which a form tells those that are alike in a line."""
PAID = (*ROLLED, HOW_OFTEN, "deputies", "propose")
"""Groups whose choices may cost more than a purse has left, or replace what the form has."""
SILENT = ("objective", "government-objective", "placement")
"""Kinds whose default is shown although it is not written."""


class Sheets:
    """The form of one seat in one state."""

    def __init__(self, title: Revolution, labels: Labels) -> None:
        self.title = title
        self.labels = labels
        self.names, self.box, self.state, self.seat = labels.names, labels.box, labels.state, labels.seat
        self.choices = Choices(labels)
        top = self.state.stack[-1] if self.state.stack else None
        self.form = top if isinstance(top, Form) and self.seat in top.seats else None
        placing = isinstance(top, Question) and top.kind == "placement" and self.seat in top.seats
        self.open = self.form is not None or placing
        """Whether there is a form or placement to write."""

    @property
    def _given(self) -> File | None:
        """The form that the seat has submitted."""
        return None if self.form is None else self.form.given.get(self.seat)

    @property
    def asked(self) -> list[AnyNote]:
        """The questions that are on the form."""
        if self.form is None:
            return [REGISTRY.of["placement"]]
        return [*REGISTRY.asked_in(self.form.covers).values()]

    def sheet(
        self, kept: str | None, orders: Mapping[str, str], key: str, *, blank: bool = False
    ) -> Sheet | None:
        """The present form."""
        if not self.open:
            return None
        filed = self._begun(kept, orders, blank=blank)
        inside = self._within(filed, key) if key else []
        groups = inside or self._groups(filed)
        seen = close(self.labels, filed.answers)
        entries = self._entries(filed)
        text, lines = actions.notation(self._handed(filed)), self._lines(filed, entries, groups)
        # A form of the player's own does not count until it is submitted.
        own = kept is not None and self.form is not None and filed != self._proposed
        otherwise = missed(self.labels, filed, self._proposed) if own and self._given is None else ""
        if self.form is not None and self._given is None and filed == self._proposed == EMPTY:
            otherwise = str(IDLE)
        brief = self._brief(filed, entries, groups)
        needed = len(brief)
        brief += self._silent(filed) if brief else []
        return Sheet(text, lines, groups, seen, otherwise=otherwise, brief=brief, needed=needed)

    def written(self, text: str, change: str) -> str:
        """The form after a change."""
        if not self.open:
            raise NotationError(_("There is no form to write on now"))
        filed = self._read(text)
        changed = self._changed(filed, change.strip())
        handed = self._handed(changed)
        refusal = PROCEDURE.refusal(self.box, self.state, self.seat, handed)
        if refusal is not None:
            raise illegal(refusal)
        return actions.notation(handed)

    def _handed(self, filed: File) -> actions.Action:
        """The action to hand in: the form, or the one answer to a single question."""
        if self.form is not None:
            return filed
        return self._placing(filed)

    def _placing(self, filed: File) -> a.Place:
        """The placement by the form; the default where it has none."""
        return next(
            (one for one in filed.answers if isinstance(one, a.Place)),
            as_usual(self.box, self.state, self.seat),
        )

    def _read(self, text: str) -> File:
        answer = actions.parse(self.title.words, text, list)
        if isinstance(answer, File):
            return answer
        return EMPTY if isinstance(answer, a.Done | a.Give) else File((answer,))

    def _begun(self, kept: str | None, orders: Mapping[str, str], *, blank: bool) -> File:
        """The entries written so far; else those handed in, of standing orders, or the defaults."""
        if kept is not None:
            try:
                return self._read(kept)
            except EngineError:
                pass
        top = self.form
        if top is None:
            return EMPTY
        if self.seat in top.given:
            return top.given[self.seat]
        order = orders.get(top.form)
        decision = next((one for one in self.title.decisions(self.state) if one.seat == self.seat), None)
        if decision is None:
            return EMPTY
        filed = self.title.ordered(self.state, decision, order) if order else None
        if isinstance(filed, File):
            return filed
        return EMPTY if blank else self._proposed

    @cached_property
    def _proposed(self) -> File:
        """The default form, with which a form begins."""
        return usual_form(self.box, self.state, self.seat)

    # Changes.

    def _changed(self, filed: File, change: str) -> File:
        word, _space, of = change.partition(" ")
        match word:
            case "clear":
                return EMPTY
            case "drop":
                entries = [*dict.fromkeys(filed.answers)]
                at = int(of) - 1 if of.isdecimal() else -1
                if not 0 <= at < len(entries):
                    raise NotationError(_("There is no line {of} on the form", of=of[:10]))
                return File(tuple(answer for answer in filed.answers if answer != entries[at]))
            case "put":
                return self._put(filed, of)
        answer = actions.parse(self.title.words, change, list)
        if isinstance(answer, File):
            return File(tuple(self._added(filed.answers, answer.answers)))
        if isinstance(answer, war_answers.March | war_answers.Advance):
            state = ahead(self.box, self.state, self.seat, filed.answers)
            answer = completed(self.box, state, answer)
        if isinstance(answer, a.Give):
            raise NotationError(_("Money is given at once. It is not part of a form"))
        return filed if isinstance(answer, a.Done) else File(tuple(self._added(filed.answers, (answer,))))

    def _added(self, before: Iterable[AnyAnswer], more: Iterable[AnyAnswer]) -> list[AnyAnswer]:
        answers = list(before)
        for answer in more:
            same = [at for at, known in enumerate(answers) if slot(known) == slot(answer)]
            if same and not several(self.labels, answer):
                answers[same[0]] = answer
                # The automatic player repeats a line in case the first fails.
                answers = [known for at, known in enumerate(answers) if at not in same[1:]]
            elif answer not in answers or answers.count(answer) < self._most(answer):
                answers.append(answer)
        return answers

    def _most(self, answer: AnyAnswer) -> int:
        """How often the same entry may stand: each levy raises volunteers of its own."""
        return len(to_come(self.box, self.state, "volunteer")) if isinstance(answer, war_answers.Levy) else 1

    def _put(self, filed: File, said: str) -> File:
        """Move a person to another region than the form's."""
        before = self._placing(filed)
        placed = actions.parse(self.title.words, f"place {said}", list)
        assert isinstance(placed, a.Place)
        where = {**dict(before.where), **dict(placed.where)}
        if where == dict(before.where):
            return filed
        in_order = sorted(where.items(), key=lambda pair: self.title.words.rank(pair[0]))
        return File(tuple(self._added(filed.answers, (a.Place(tuple(in_order)),))))

    # Display.

    def _lines(self, filed: File, entries: Sequence[Entry], groups: list[Group]) -> list[str]:
        # The most important come first, as a long form is cut at its end.
        empty = [group.id for group in groups] == [FOOT]
        # The decision above the map is the title; a row more would be one less for the form.
        lines = [self._nothing() if empty else self._whether_in(filed), *purses(self.labels, filed)]
        lines += self._notes(groups)
        aims = self._aims(filed)
        lines += [f"- {self.labels.aims(goals)}" for goals in aims]
        lines += [line for entry in entries for line in entry.lines]
        lines += [f"-# 🎯 {stake}" for stake in self.labels.stakes([goals[0] for goals in aims])]
        acts = [one for one in filed.answers if not (isinstance(one, Aim) or several(self.labels, one))]
        if len({*map(slot, acts)}) < len(acts):
            lines.append(
                _("-# Of several tries or lines for the same, a later one counts only if the earlier failed.")
            )
        if any(group.id == HOW_OFTEN for group in groups) or any(
            getattr(answer, "rolls", 1) > 1 for answer in filed.answers
        ):
            lines.append(_("-# If you roll several times, the best roll counts."))
        # What stands on the form is not repeated.
        answers = [
            each
            for each in foretold(self.box, self.state, self.seat, self.asked, filed.answers)
            if each.answer not in filed.answers
        ]
        return [
            *lines,
            *replies(self.names, answers),
            *self._silent(filed),
            *self._nobody_there(filed),
        ]

    def _notes(self, groups: list[Group]) -> list[str]:
        """What has to be known of a list that is opened; a few numbers are buttons without a subject."""
        asked = [f"**{group.prompt}?**" for group in groups if group.id == HOW_OFTEN]
        opened = all(group.id != FOOT for group in groups)
        return [*asked, *(str(HINTS[group.id]) for group in groups if opened and group.id in HINTS)]

    def _brief(self, filed: File, entries: Sequence[Entry], groups: list[Group]) -> list[str]:
        """What the form does in few rows: all of it in small print, without notes."""
        parts = [*(self.labels.aims(goals) for goals in self._aims(filed)), *purses(self.labels, filed)]
        said = upper(clauses(entry.brief for entry in entries))
        small = [f"-# {line}" for line in (*parts, said) if line]
        if any(entry.doubted for entry in entries):
            small.append(_("-# ⚠️ would be skipped now, unless it becomes possible."))
        return [self._whether_in(filed), *self._notes(groups), *small] if filed.answers else []

    def _aims(self, filed: File) -> list[list[Aim]]:
        """The objectives on a form, of the Government and of its Current."""
        kinds = [[one for one in filed.answers if isinstance(one, kind)] for kind in (a.Purpose, a.Objective)]
        return [goals for goals in kinds if goals]

    def _entries(self, filed: File) -> list[Entry]:
        """The entries but for objectives: equal ones as one, deeds of one kind and chance together."""
        together: dict[object, list[AnyAnswer]] = {}
        times = Counter[AnyAnswer](one for one in filed.answers if not isinstance(one, Aim))
        refusals = {answer: self._choices(answer.question, filed).doubt(answer) for answer in times}
        for answer, number in times.items():
            key: object = answer
            if isinstance(answer, TOGETHER) and refusals[answer] is None:
                where = "" if isinstance(answer, a.Pacify) else getattr(answer, "region", "")
                key = answer.question, number, answer.rolls, self.labels.brings(answer), where
            together.setdefault(key, []).append(answer)
        doubted: set[tuple[str, str]] = set()
        entries: list[Entry] = []
        for answers in together.values():
            alone = len(answers) == times[answers[0]] == 1
            # It has no number of its own: those before choices are of places on the map.
            line = self._line(answers[0]) if alone else self.labels.together(answers, times[answers[0]])
            lines, refusal = [f"- {line}"], refusals[answers[0]]
            if refusal is not None:
                why = refusal.statement, refusal.message
                # The reason is small print only on a line of its own; where it is cut, the mark stays.
                lines = [f"- ⚠️ {line}", self._doubt(refusal, again=why in doubted)]
                doubted.add(why)
            whole = isinstance(answers[0], a.Place)
            brief = line if whole else named(self.labels, answers, times[answers[0]])
            if odds := self.labels.odds(answers):
                each = _("{chance} each time", chance=odds) if times[answers[0]] > 1 else odds
                brief = f"{brief} ({each})"
            entries.append(Entry(answers, lines, brief if refusal is None else f"⚠️ {brief}", bool(refusal)))
        return entries

    def _nothing(self) -> str:
        """The reason why a seat can put nothing on the form."""
        covers = () if self.form is None else self.form.covers
        why = clauses(str(NOTHING[form]) for form in covers if form in NOTHING)
        if self.form is not None and self.seat in self.form.given:
            return _(
                "You have no possible actions here: {why}. The empty form was submitted for you.", why=why
            )
        return _(
            "You have no possible actions here: {why}. Submit the empty form; you lose nothing.", why=why
        )

    def _nobody_there(self, filed: File) -> list[str]:
        """The missing person for the plot that the same form names, written or by default (R-FAME-08)."""
        if not {"objective", "placement"} <= {note.kind for note in self.asked}:
            return []
        usual = REGISTRY.of["objective"].default(self.box, self.state, self.seat, "")
        aim = next((one for one in filed.answers if isinstance(one, a.Objective)), usual)
        where = dict(self._placing(filed).where).values()
        if not isinstance(aim, a.Objective) or aim.aim != "plot" or aim.of in where:
            return []
        return [
            _(
                "-# ⚠️ A plot needs one of your people in {region}, but none would be there (R-ACT-37).",
                region=self.names.name(aim.of),
            )
        ]

    def _whether_in(self, filed: File) -> str:
        """Whether the form shown is the one that counts."""
        given = self._given
        if given is None and self.form is not None and filed == self._proposed:
            if filed.answers:
                return _("-# **Proposed, not submitted yet:**")
            return _("-# **Proposed: nothing.** Not submitted yet. You do only what is on the form.")
        if given is None and filed.answers:
            return _("-# Only you see this; **not submitted yet**.")
        if given is None:
            return _("-# Secret until everyone has submitted. You do only what is on the form.")
        if given == filed:
            return _("-# Submitted. Secret until everyone has submitted; you can change it until then.")
        handed = self.labels.of(given)
        inside = clauses((handed.text, handed.reason))
        return _(
            "⚠️ **You have changes that are not submitted.** Submit again, or the earlier form "
            "counts ({handed}).",
            handed=inside,
        )

    def _line(self, answer: AnyAnswer) -> str:
        if isinstance(answer, a.Place):
            return _("**Your people:** {where}", where=named(self.labels, [answer]))
        return self.labels.aims([answer]) if isinstance(answer, Aim) else self.labels.line(answer)

    def _doubt(self, refusal: Refusal, *, again: bool) -> str:
        """The reason why an entry of the form would be illegal at present.

        :param again: whether one above would be refused for the same reason.
        """
        if again:
            return _("-# It would be skipped too, for the reason given above.")
        return _(
            "-# It would be skipped now. {why} ({case}).",
            why=refusal.message,
            case=refusal.statement,
        )

    def _choices(self, kind: str, filed: File) -> Choices:
        """Choices of one kind: moves begin after the form's own armies were raised."""
        if kind not in MOVED:
            return self.choices
        state = ahead(self.box, self.state, self.seat, filed.answers)
        return self.choices if state is self.state else Choices(Labels(self.names, state, self.seat))

    def _silent(self, filed: File) -> list[str]:
        said = {answer.question for answer in filed.answers}
        lines = []
        for note in self.asked:
            if note.kind not in SILENT or note.kind in said or not isinstance(note, QuestionKind):
                continue
            if note.kind == "government-objective" and self.seat != self.state.government:
                continue
            if note.kind == "placement" and not available(self.state, self.seat):
                continue
            usual = note.default(self.box, self.state, self.seat, "")
            lines.append(_("-# Left open, so: {usual}", usual=self._line(usual)))
        bound = self._bound(filed) if any(note.kind == "placement" for note in self.asked) else []
        reason = N_("-# {who} stays in Paris: the Government must have somebody there (R-SEQ-12).")
        return [*lines, *(reason(who=self.names.name(person)) for person in bound)]

    def _offers(self, filed: File, note: AnyNote) -> Group | None:
        """The answers to one kind of question, beside those on the form."""
        bound = self._bound(filed) if note.kind == "placement" else ()
        group = self._choices(note.kind, filed).offers(note, dict(self._placing(filed).where), bound)
        return None if group is None else self._priced(filed, group)

    def _priced(self, filed: File, group: Group) -> Group:
        """A group of choices, of which each says what it replaces, and what a purse lacks for it."""
        if group.id not in PAID:
            return group
        before = spent(self.labels, filed)

        def priced(choice: Choice) -> Choice:
            after = self._changed(filed, choice.notation)
            notes = self._replaced(filed, after), lacking(self.labels, before, after), choice.reason
            return choice._replace(reason=" · ".join(filter(None, notes)))

        return group._replace(choices=[priced(choice) for choice in group.choices])

    def _replaced(self, before: File, after: File) -> str:
        """What a change takes off a form, as a person acts once and a Current proposes one law."""
        deeds = {deed(self.names, one) for one in after.answers}
        for gone in before.answers:
            if gone not in after.answers and deed(self.names, gone) not in deeds - {None}:
                once = ONCE["law" if isinstance(gone, a.Propose) else "person"]
                return once(gone=named(self.labels, [gone]))
        return ""

    def _groups(self, filed: File) -> list[Group]:
        groups = [self._offers(filed, note) for note in self.asked]
        offered = [group for group in groups if group is not None and group.choices]
        if len(offered) > SHOWN:
            folded = [
                Choice(f"only {group.id}", f"{group.prompt} …", group.choices[0].label, does=Does.OPEN)
                for group in offered[SHOWN - 1 :]
            ]
            offered = [*offered[: SHOWN - 1], Group("others", _("Something else"), folded)]
        # Several rolls of this form, or of one that is still to come under the same answers.
        rolls = self.form is not None and "regions" not in self.form.covers
        rolls |= any(getattr(answer, "rolls", 1) > 1 for answer in filed.answers)
        rest = [
            Choice(
                f"rest {note.kind}",
                _("{prompt}: everything …", prompt=PROMPTS[note.kind]()),
                _("Includes actions that are not possible yet"),
                does=Does.OPEN,
            )
            for note in self.asked
            if (note.kind != "keep" or rolls) and next(self.choices.others(note), None) is not None
        ]
        past_talk = self.form is not None and not self.title.talks(self.state)
        if past_talk and (rest or offered) and self.choices.gifts().choices:
            have = self.names.money(self.state.purses[self.seat])
            about = _("Not part of the form; you have {money}", money=have)
            rest.append(Choice("give", _("Give money, paid at once …"), about, does=Does.OPEN))
        if rest:
            offered.append(Group("rest", _("In case it becomes possible"), rest))
        off = [
            Choice(
                f"drop {number}",
                _("Remove: {line}", line=self.labels.of(answer).text),
                "",
                "danger",
                does=Does.WRITE,
            )
            for number, answer in enumerate(dict.fromkeys(filed.answers), 1)
        ]
        later = _("You can change it until all are in")
        foot = [
            Choice("", _("Submitted"), later, "secondary", does=Does.HAND_IN)
            if self._given == filed
            else Choice("", _("Submit"), later, "success", does=Does.HAND_IN)
        ]
        if len(off) == 1:
            foot.append(off[0]._replace(label=_("Remove it"), tone="danger"))
        elif off:
            off.append(Choice("clear", _("Clear all"), "", "danger", does=Does.WRITE))
        # A list, as lines are too long for buttons.
        taken = [Group("off", _("Remove from the form"), off, weighed=True)] if len(off) > 1 else []
        return [*offered, *taken, Group(FOOT, _("Submit the form"), foot)]

    def _bound(self, filed: File) -> list[str]:
        """Who can't leave Paris on this form, as he alone fills the duty there (R-SEQ-12)."""
        alone = [person for person, region in self._placing(filed).where if region == PARIS]
        return alone if len(alone) == 1 and duty(self.state, self.seat) else []

    def _within(self, filed: File, key: str) -> list[Group]:
        word, _space, of = key.partition(" ")
        if word == "only":
            groups = (self._offers(filed, note) for note in self.asked if note.kind == of)
            # Also an id that a panel has folded though it is no kind of question.
            others = (group for group in self._groups(filed) if group.id == of)
            return [group for group in (*groups, *others) if group is not None][:1]
        if word == "give":
            return [gifts] if (gifts := self.choices.gifts()).choices else []
        if word == "rest":
            rest = (self.choices.rest(note) for note in self.asked if note.kind == of)
            return [group for group in rest if group.choices]
        try:
            choices = self._choices(word, filed)
            if word == "put" and of in self._bound(filed):
                return []
            opened = choices.within(key, Does.WRITE, dict(self._placing(filed).where))
            return [self._priced(filed, group) for group in opened]
        except EngineError:
            return []
