"""What can be put on a form can be pressed, also what is of use later; and what a panel tells of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from discord import ui
from msgspec.structs import replace

from bot.campaigns import opening
from bot.clock import notation
from bot.desk import panel, panel_face
from bot.games.revolution.presenter import RevolutionPresenter
from bot.games.revolution.said import read
from bot.games.shown import Choice, Does
from bot.posts.card import face
from bot.surface import layout
from bot.surface.custom_ids import Stamp
from data import catalogue
from data.catalogue import speaking
from data.language import Language
from data.revolution.tables import SEATS
from engines.core.events import Event
from engines.revolution import actions
from engines.revolution.actions import VERBS
from engines.revolution.events import (
    Answered,
    ControlChanged,
    NothingCame,
    PersonMoved,
    PersonWon,
    RowCame,
    Skipped,
    Thrown,
)
from engines.revolution.frames import Form, Opening
from engines.revolution.phases.event_tables import happen
from engines.revolution.politics.events import Counted, DeputiesTurned, Judged, TieBroken
from engines.revolution.purposes import Purpose
from engines.revolution.state import State
from engines.revolution.title import Revolution
from render import CloseUp
from tests.revolution.builder import BOX, At

TITLE = Revolution()
WORDS = RevolutionPresenter(TITLE)
OPTION = 100
"""Characters of an option of a list."""


def forms() -> Iterator[State]:
    """A form of each kind, at war and with all that can be asked in it."""
    for stage in ("talk", "government-objective"):
        yield At(stage, "-letter").set(filed=[]).play().state
    here = "barnave lameth paris", "marat danton paris", "charette cholet", "roux collot paris"
    deeds = At("arrests", "-letter", "gov-laws-in-legislative", "fast").people(*here)
    yield deeds.region("caen", revolt=True).set(filed=["talk", "plan"]).play().state
    for away in (False, True):
        votes = (
            At("laws", "-letter", "tie-asked")
            .people(*here)
            .set(bills=["emigres/marais", "civic/gironde"], war=True)
        )
        votes.person("marat", state="prison", region=None).person("barnave", state="prison", region=None)
        votes.army("coburg army-retz nantes", "york lille").set(clergy_17=True, entered=True)
        yield votes.set(kidnapped=away, king_at="nantes" if away else "paris").play().state
    terror = At("laws", "-letter", "fast").regime("terror").people(*here).set(bills=["civic/government"])
    terror.army("coburg brunswick regular-metz metz").people("carnot metz").purse(government=100)
    yield terror.set(war=True, entered=True, convention=True, commune=True).play().state


def shown(state: State, seat: str, text: str, key: str = "") -> Iterator[Choice]:
    """All that can be put on a form by pressing, whatever it opens."""
    sheet = WORDS.sheet(state, seat, text, {}, key)
    assert sheet is not None
    for group in sheet.groups:
        # Buttons have no second line that would tell two apart.
        listed = len(group.choices) > face.SELECT_FROM
        told = {(choice.label, choice.reason if listed else "") for choice in group.choices}
        assert len(told) == len(group.choices), group
        for choice in group.choices:
            if choice.does is Does.OPEN:
                assert not key or choice.notation != key
                yield from shown(state, seat, text, choice.notation)
            else:
                yield choice


def test_every_kind_of_answer_can_be_pressed_and_what_is_offered_is_taken() -> None:
    said: set[str] = set()
    for state in forms():
        for seat in SEATS:
            sheet = WORDS.sheet(state, seat, None, {}, blank=True)
            if sheet is None:
                continue
            # Of several rolls one is kept, and only then can be chosen which.
            twice = next(
                (c.notation for c in shown(state, seat, sheet.text) if c.notation.endswith(" x 2")), ""
            )
            rolled = WORDS.written(state, seat, sheet.text, twice) if twice else sheet.text
            assert not any(c.notation.startswith("keep") for c in shown(state, seat, sheet.text))
            for choice in shown(state, seat, rolled):
                assert max(len(choice.notation), len(choice.label)) <= OPTION, choice
                change = choice.notation
                verb = change.partition(" ")[0]
                if verb not in ("drop", "clear", ""):
                    # A gift is given at once, and stands on no form.
                    if choice.does is Does.WRITE and verb not in said:
                        assert WORDS.written(state, seat, rolled, change) != rolled, change
                    said.add(verb)
    assert {verb.word for verb in VERBS} - said == {"done", "place"}


def test_a_way_is_named_by_its_end_and_begins_where_an_army_is_raised() -> None:
    at = At("government-arrival", "-letter").set(filed=["votes"], levy=1).army("regular-metz bordeaux")
    state = at.play().state
    seat = state.government
    (way,) = (c for c in shown(state, seat, "file auto", "march regular-metz") if c.label == "To Lille")
    text = WORDS.written(state, seat, "file auto", way.notation)
    assert text.startswith("file march regular-metz along bordeaux > ")
    assert text.endswith(" > lille")
    assert TITLE.parse(state, "march regular-metz to paris", seat) != TITLE.parse(state, "file auto", seat)
    raised = WORDS.written(state, seat, "file auto", "levy lyon")
    volunteers = next(id for id, army in BOX.army.items() if army.kind == "volunteer")
    moved = WORDS.written(state, seat, raised, f"march {volunteers} to nevers")
    assert f"march {volunteers} along lyon > " in moved
    sheet = WORDS.sheet(state, seat, moved, {})
    assert sheet is not None
    assert not any("skipped" in line for line in sheet.lines)


def test_nobody_is_asked_about_who_is_nowhere_and_what_is_missing_is_counted() -> None:
    state = (
        At("arrests", "-letter")
        .person("marat", state="prison", region=None)
        .purse(government=99)
        .play()
        .state
    )
    text = WORDS.written(state, "feuillant", "file auto", "arrest marat")
    sheet = WORDS.sheet(state, "feuillant", text, {})
    assert sheet is not None
    told = "\n".join(sheet.lines)
    assert "Marat is in prison" in told
    assert "1 ₶ short" in told


def test_a_list_that_is_open_alone_is_something_to_put_on_the_form() -> None:
    sheet = WORDS.sheet(next(forms()), "gironde", None, {}, "common mountain")
    assert sheet is not None
    assert [group.id for group in sheet.groups] == ["common"]
    assert not any("nothing for you to put on it" in line for line in sheet.lines)


def test_a_list_of_rolls_that_ends_before_the_purse_says_so() -> None:
    for purse, prompt in {
        2500: "Arrest Marat: how many rolls",
        2600: "Arrest Marat: how many rolls (more are typed: x 26)",
    }.items():
        at = At("arrests", "-letter").people("barnave lameth paris", "marat paris").purse(government=purse)
        sheet = WORDS.sheet(at.play().state, "feuillant", "file auto", {}, "arrest marat")
        assert sheet is not None
        assert [(group.prompt, len(group.choices)) for group in sheet.groups] == [(prompt, 25)]


def test_a_row_without_effect_is_told_and_so_is_what_no_board_shows() -> None:
    for id, told in {
        "legislative-economy-4": "-# The event says “Bordeaux is neutral”; nothing changes.",
        "terror-politics-9": "+2 for the Government to arrest and suppress",
    }.items():
        row = BOX.row[id]
        at = At("economy-event").region("bordeaux", control=None).set(stack=[Opening()])
        ctx = TITLE.resolution(at.state, None)  # type: ignore[arg-type]
        ctx.say(RowCame(row.id, row.title, (3, 4), [], 7))
        happen(ctx, row)
        assert any(told in line for line in WORDS.tell(ctx.events)), WORDS.tell(ctx.events)
        assert any(isinstance(event, NothingCame) for event in ctx.events) == row.id.endswith("-4")


def test_what_is_told_to_one_seat_alone_is_kept_where_a_long_turn_is_cut() -> None:
    own = Skipped("gironde", "plot lyon by brissot", "Brissot is not in Lyon", "R-ACT-37")
    turn: list[Event] = [own]
    for region in [*BOX.region][: panel.NEWS_LINES + 2]:
        turn += [ControlChanged(region, "marais", "ACT"), Answered("marais", "talk", "", "file auto")]
    told = panel.tell(TITLE, turn, "gironde")
    assert any("skipped" in line for line in told[-panel.NEWS_LINES :])
    assert "skipped" in panel.tell(TITLE, turn[:3], "gironde")[0]
    # What one has done oneself is kept as well, in its order, and what is cut stands before it.
    turn.insert(0, ControlChanged("lyon", "gironde", "ACT"))
    told = panel.tell(TITLE, turn, "gironde")[-panel.NEWS_LINES :]
    assert "Gironde" in told[0]
    assert "skipped" in told[1] or "skipped" in told[2]
    # A roll of one's own is kept with all its dice and what it came to, and nobody else's small print.
    throws = [(1 + at % 6, 2) for at in range(9)]
    turn = [
        Thrown(who, Purpose.of("plot", of), 10, [], 10, [], throws, 0, "C", "ACT")
        for who, of in (
            ("gironde", "tours"),
            ("marais", "nimes"),
            ("mountain", "metz"),
            ("feuillant", "lyon"),
        )
    ]
    told = panel.tell(TITLE, turn, "gironde")[-panel.NEWS_LINES :]
    (roll,) = WORDS.tell(turn[:1])
    assert roll in told
    shown = layout.last_lines(WORDS.tell(turn), 4000, most=6).split("\n")
    assert shown[1].startswith("🎲")


def test_a_plan_says_that_nobody_stands_where_its_plot_is_meant() -> None:
    state = At("government-objective", "-letter").people("brissot roland paris").set(filed=[]).play().state
    for text, warned in (
        ("file auto", False),
        ("file objective plot nimes", True),
        ("file objective plot nimes ; place nimes brissot , paris roland", False),
    ):
        sheet = WORDS.sheet(state, "gironde", text, {}, "")
        assert sheet is not None
        assert any("A plot needs one of your people in Nîmes" in line for line in sheet.lines) == warned, text


def test_an_objective_says_its_stake_and_a_form_explains_rolls_only_where_there_are_several() -> None:
    state = At("government-objective", "-letter").people("brissot roland paris").set(filed=[]).play().state
    sheet = WORDS.sheet(state, "gironde", "file objective raise", {})
    assert sheet is not None
    aims = {each.notation: each.reason for group in sheet.groups for each in group.choices}
    assert aims["objective plot"] == "Fame +1 if met at the turn's end, else −1. You must do it yourself."
    state = At("plots", "-letter").people("barnave nimes").set(filed=[]).play().state
    for text, several in ("file plot nimes by barnave", False), ("file plot nimes by barnave x 2", True):
        made = WORDS.sheet(state, "feuillant", text, {})
        assert made is not None
        (line,) = (each for each in made.lines if each.startswith("- "))
        assert "% yours, " in line
        assert any("the best roll counts" in each for each in made.lines) == several


@pytest.mark.parametrize(
    ("paper", "told"),
    [
        ("depose no", "If voted on: keep the King"),
        ("objective suppress bourges", "Your objective: to suppress the revolt of Bourges"),
        ("place roux in bourges, marat in paris", "Roux: Bourges, Marat: Paris"),
        ("royal with-marker", "Act with the King, and move the Coalition"),
        ("arrest marat x 2", "Arrest Marat × 2"),
    ],
)
def test_what_was_handed_in_is_told_in_words(paper: str, told: str) -> None:
    assert read(WORDS.names, paper) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PersonWon("laclos", "feuillant", "gironde", "prison", "ACT"), "goes over from the Feuillant to"),
        (PersonWon("laclos", "feuillant", "gironde", "prison", "ACT"), ", in prison (action)."),
        (PersonWon("dumouriez", "gironde", "feuillant", "free", "EVENT"), "Feuillant** (event)."),
        (PersonMoved("barere", "away", "marais", "ACT", "removal"), "🌾 **Barère** (Marais) is driven out"),
        (
            PersonMoved("barere", "away", "marais", "ACT", "convincing"),
            "wavers but joins no other Current, and is off the map until next turn.",
        ),
        (PersonMoved("barnave", "away", "feuillant", "EVENT", "desertion"), "until there is peace"),
        (PersonMoved("roux", "prison", "sans-culotte", "POL", "outlawry"), "has become an outlaw"),
        (Judged("roux", "prison"), "stays in prison (justice)."),
        (DeputiesTurned("mountain", "marais", 1), "1 deputy of the Marais votes with"),
        (DeputiesTurned("mountain", "marais", 3), "3 deputies of the Marais vote with"),
        (Counted("verdict", "roux", {"marais": 1, "gironde": None}, 10, 4), "10 say guilty, 4 innocent"),
        (TieBroken("feuillant", "roux", True), "on Roux: guilty."),
        (TieBroken("feuillant", "maximum/marais", True), ": yes."),
        # As it was told of campaigns that were begun before.
        (
            PersonMoved("roux", "prison", "sans-culotte", "ACT"),
            "**Roux** (Sans-Culotte) is in prison (action).",
        ),
    ],
)
def test_what_becomes_of_somebody_is_told_with_what_brought_it(event: Event, told: str) -> None:
    assert told in WORDS.tell([event])[0]


def test_what_a_turn_has_brought_has_its_sign_as_long_as_the_same_would_win() -> None:
    stood = TITLE.known_outcome(At("laws").fame(feuillant=9).state, None)
    stands = TITLE.known_outcome(At("laws").fame(feuillant=11).state, None)
    assert WORDS.balance(stands, stood).endswith(" points · this turn +2: Fame +2")
    assert WORDS.balance(stood, stands).endswith(" · this turn −2: Fame −2")
    assert WORDS.balance(stood, replace(stands, winner="royalist")).endswith(" points")


def test_another_language_says_the_article_of_a_name_that_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"Gironde": "Gironde", "the Gironde": "la Gironde", "Feuillant": "Feuillant"}
    french = Language()
    monkeypatch.setattr(french, "gettext", lambda message: said.get(message, message))
    monkeypatch.setattr(catalogue, "translations", lambda language: french if language else None)
    assert [WORDS.names.who(seat) for seat in ("gironde", "government")] == ["the Gironde", "the Government"]
    with speaking("fr"):
        assert [BOX.name(id) for id in ("gironde", "thermidor")] == ["la Gironde", "Thermidor"]


def test_a_proposal_does_not_promise_to_be_done_where_the_game_waits() -> None:
    at = At("government-arrival", "-letter").army("brunswick metz", "regular-metz metz", "coburg lille")
    state = at.set(war=True, entered=True, government="mountain").play().state
    sheet = WORDS.sheet(state, "mountain", None, {})
    assert sheet is not None
    assert "not submitted yet" in sheet.lines[0]


def test_choices_of_a_form_that_take_two_rows_are_a_list_whose_prompt_says_what_it_is_for() -> None:
    at = At("government-arrival", "-letter").army("brunswick metz", "regular-metz metz", "coburg lille")
    state = at.set(war=True, entered=True, government="mountain").play().state
    sheet = WORDS.sheet(state, "mountain", None, {}, blank=True)
    assert sheet is not None
    made = panel.Panel(
        "Form",
        (),
        "",
        opening.Opening(),
        sheet.groups,
        Stamp(1, 1, "mountain"),
        (),
        CloseUp(),
        writing=sheet.lines,
    )
    view = panel_face.build(made)
    lists = [part.placeholder for part in view.walk_children() if isinstance(part, ui.Select)]
    assert {"Hold the enemy …", "Fight or wait …"} <= {*lists}


def test_a_form_tells_before_it_is_handed_in_how_each_question_will_be_answered() -> None:
    at = At("laws", "-letter").set(bills=["emigres/marais", "civic/gironde"])
    state = at.person("marat", state="prison", region=None).play().state
    text = "file vote emigres/marais no ; vote all yes ; verdict mountain guilty"
    sheet = WORDS.sheet(state, "gironde", text, {})
    assert sheet is not None
    (line,) = (line for line in sheet.lines if "This also answers" in line)
    law = BOX.law["emigres"].name
    # What stands on the form itself is not repeated.
    assert f"No to {law} (Marais)" not in line
    assert f"Yes to {BOX.law['civic'].name} (Gironde)" in line
    assert "Guilty: Marat" in line
    silent = WORDS.sheet(state, "royalist", "file auto", {})
    assert silent is not None
    (line,) = (line for line in silent.lines if "This also answers" in line)
    assert "counts as no" in line
    assert "Nothing on Marat: counts as innocent" in line
    # Whom the King pardons nobody judges, though a verdict on all is written.
    jailed = at.person("barnave", state="prison", region=None).play().state
    pardoned = WORDS.sheet(jailed, "feuillant", "file verdict all guilty ; pardon barnave", {})
    assert pardoned is not None
    (line,) = (line for line in pardoned.lines if "This also answers" in line)
    assert "Guilty: Marat" in line
    assert "Barnave" not in line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_stands_above_the_lines_of_a_form_leaves_a_telephone_to_them(language: str) -> None:
    """A panel shows some dozen rows of a form; its title and state are no part of what it decides."""
    seen = set[str]()
    for state in forms():
        for seat in TITLE.deciding(state):
            with speaking(language):
                made = WORDS.sheet(state, seat, None, {}, "", blank=False)
            assert made is not None
            seen.add(made.lines[0])
            assert layout.rows_of(made.lines[0], layout.BROAD) <= 3
    assert len(seen) >= 2


def told(state: State, seat: str, text: str) -> str:
    """The lines of a form."""
    sheet = WORDS.sheet(state, seat, text, {})
    assert sheet is not None
    return "\n".join(sheet.lines)


def test_equal_lines_of_a_form_are_one_and_are_removed_together() -> None:
    state = At("arrests", "-letter").people("barnave paris", "marat paris", "roux paris").play().state
    text = "file arrest marat ; arrest marat ; arrest roux ; arrest roux"
    (line,) = (line for line in told(state, "feuillant", text).split("\n") if line.startswith("- "))
    assert line.startswith("- **Arrest Marat and Roux**, up to 2 times · 100 ₶ each time · ")
    assert "% prison, " in line
    assert WORDS.written(state, "feuillant", text, "drop 1") == "file arrest roux ; arrest roux"


def test_a_form_says_whose_each_objective_is_and_what_is_at_stake() -> None:
    state = At("government-objective", "-letter").people("barnave paris").set(filed=[]).play().state
    text = "file purpose suppress bourges ; purpose arrest roux ; objective suppress bourges"
    lines = told(state, "feuillant", text)
    assert "**The Government's objective:** to suppress the revolt of Bourges; if impossible, to arr" in lines
    assert "**Your objective:** to suppress the revolt of Bourges\n" in lines
    assert "the Government's costs you 1 too. Anyone's action counts, an army does not." in lines
    lines = told(state, "feuillant", "file purpose arrest roux ; objective raise")
    assert "The Government's Fame +1 if met, else −1, and −1 for you.\n" in lines
    assert "else −1. It does not matter who does it." in lines


def test_what_becomes_of_a_form_that_is_not_submitted_is_said_of_each() -> None:
    state = At("government-objective", "-letter").people("barnave paris").set(filed=[]).play().state
    silent = opening.silence(TITLE, state, notation.read("24h"), [*SEATS])
    assert silent == "Otherwise the bot's proposed form counts."


def test_a_form_says_what_is_lost_what_is_short_and_that_nothing_has_changed() -> None:
    at = At("arrests", "-letter").people("barnave paris", "marat paris", "roux paris")
    state = at.purse(government=150).play().state
    sheet = WORDS.sheet(state, "feuillant", "file arrest marat", {})
    assert sheet is not None
    silent = opening.silence(TITLE, state, notation.read("24h"), ["feuillant"], comes_to=sheet.otherwise)
    assert silent == (
        "Otherwise the bot's form counts, not yours: without arrest Marat, with win Sieyès over × 3."
    )
    reasons = {c.label: c.reason for group in sheet.groups for c in group.choices if group.id == "arrest"}
    short = "50 ₶ short: the form takes 100 ₶ of 150 ₶ · 1 roll, 100 ₶ · "
    assert reasons["Arrest Roux …"].startswith(short)
    empty = WORDS.sheet(replace(state, purses={**state.purses, "government": 50}), "feuillant", "file", {})
    assert empty is not None
    alone = {c.label: c.reason for group in empty.groups for c in group.choices if group.id == "arrest"}
    assert all(reason.startswith("50 ₶ short · 1 roll") for reason in alone.values())
    assert "short" not in reasons["Arrest Marat …"]
    proposed = WORDS.sheet(state, "feuillant", None, {})
    assert proposed is not None
    assert not proposed.otherwise
    # The same form again is submitted already, another is not.
    top = state.stack[-1]
    assert isinstance(top, Form)
    filed = actions.parse(TITLE.words, "file arrest marat", list)
    assert isinstance(filed, actions.File)
    handed = replace(state, stack=[*state.stack[:-1], replace(top, given={"feuillant": filed})])
    assert "Submitted" in labels(handed, "file arrest marat")
    assert "Submit" in labels(handed, "file arrest roux")


def labels(state: State, seat_form: str) -> list[str]:
    """The choices that end the form of the Feuillant."""
    sheet = WORDS.sheet(state, "feuillant", seat_form, {})
    assert sheet is not None
    return [choice.label for choice in sheet.groups[-1].choices]


def test_the_reason_why_a_line_would_be_skipped_is_small_print_of_its_own() -> None:
    at = At("arrests", "-letter").people("barnave paris")
    state = at.person("marat", state="prison", region=None).play().state
    sheet = WORDS.sheet(state, "feuillant", "file arrest marat", {})
    assert sheet is not None
    row = next(row for row, line in enumerate(sheet.lines) if line.startswith("- ⚠️ **Arrest Marat**"))
    assert sheet.lines[row + 1].startswith("-# It would be skipped now. ")
    assert not any("\n" in line for line in sheet.lines)
