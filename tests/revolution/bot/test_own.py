"""A panel says what became of its Current's own orders, in few rows, and its view behind the map says all."""

from __future__ import annotations

from discord import ui

from bot.campaigns.opening import Opening
from bot.desk import panel, panel_face
from bot.games.revolution.presenter import RevolutionPresenter
from bot.posts.lobby_card import roster
from bot.surface import layout
from bot.surface.custom_ids import Stamp
from data.revolution.tables import SEATS
from engines.core.events import Event
from engines.revolution.events import (
    Answered,
    ControlChanged,
    FameChanged,
    FormShut,
    Income,
    Paid,
    PersonMoved,
    RevoltBegun,
    RowCame,
    Skipped,
    Thrown,
)
from engines.revolution.politics.events import (
    Counted,
    GovernmentChanged,
    LawInForce,
    LawPassed,
    LawRejected,
    Proposed,
    Vetoed,
)
from engines.revolution.purposes import Purpose
from engines.revolution.title import Revolution
from tests.revolution.bot.six import CURRENTS, Six
from tests.revolution.builder import At
from tests.support.table import text

TITLE = Revolution()
WORDS = RevolutionPresenter(TITLE)
FILED = "file arrest roux; arrest roux; plot paris by danton x 2; plot lyon by marat"


def thrown(seat: str, kind: str, of: str, result: str, *throws: tuple[int, int]) -> Thrown:
    """A roll of which the last throw is kept."""
    return Thrown(seat, Purpose.of(kind, of), 9, [], 9, [], [*throws], len(throws) - 1, result, "ACT")


def results(seat: str, *events: Event) -> list[str]:
    """What a seat reads of events after a form of the Mountain that all have submitted."""
    happened = [Answered("mountain", "people", "", FILED), FormShut("people"), *events]
    view = TITLE.view(At("laws", "-letter").play().state, seat)
    return WORDS.results(TITLE.redact_all(happened, seat), view, seat)


def test_ones_own_rolls_skipped_lines_and_money_are_told_and_nobody_elses() -> None:
    events: list[Event] = [
        thrown("mountain", "arrest", "roux", "C", (1, 2)),
        thrown("mountain", "arrest", "roux", "A", (6, 5)),
        Paid("mountain", 100, "arrest"),
        Paid("mountain", 200, "plot"),
        thrown("gironde", "plot", "nantes", "A", (6, 6)),
        thrown("mountain", "plot", "paris by danton", "B", (3, 3), (4, 3)),
        Skipped("mountain", "plot lyon by marat", "Marat is not in Lyon", "R-ACT-37"),
        FameChanged("mountain", -1, 8, "ACT"),
        Income("mountain", 350),
    ]
    assert results("mountain", *events) == [
        "arrest of Roux: success (🎲 6+5)",
        "plot for Paris: in part, neutral (🎲 4+3)",
        "Plot for Lyon by Marat: skipped (Marat is not in Lyon)",
        "Fame −1 (now 8: action)",
        "paid 300 ₶",
        "income 350 ₶",
    ]
    # Another's line that was skipped is a secret, and so is what was on its form.
    assert results("gironde", *events) == ["plot for Nantes: success (🎲 6+6)"]


def test_a_line_that_stands_there_again_in_case_the_first_fails_is_not_missed() -> None:
    done = thrown("mountain", "arrest", "roux", "A", (6, 5))
    once = Skipped("mountain", "arrest roux", "Roux is in prison", "R-ACT-20")
    assert results("mountain", done, once) == ["arrest of Roux: success (🎲 6+5)"]
    assert results("mountain", once, once) == ["Arrest Roux: skipped (Roux is in prison)"]


def test_two_who_plot_for_the_same_region_are_named() -> None:
    events = [thrown("mountain", "plot", f"paris by {who}", "C", (1, 2)) for who in ("danton", "marat")]
    assert results("mountain", *events) == [
        "plot for Paris, by Danton: failed (🎲 1+2)",
        "plot for Paris, by Marat: failed (🎲 1+2)",
    ]


def test_what_befell_a_current_is_told_with_who_gained_by_it() -> None:
    events: list[Event] = [
        ControlChanged("lille", "gironde", "ACT", "mountain"),
        ControlChanged("caen", "mountain", "ACT", "gironde"),
        RevoltBegun("nevers", None, "EVENT", "mountain"),
        PersonMoved("marat", "prison", "mountain", "ACT", "arrest"),
    ]
    assert results("mountain", *events) == [
        "you lose Lille to the Gironde (action)",
        "Caen is yours",
        "you lose Nevers (event)",
        "Marat is in prison (action)",
    ]
    assert results("gironde", *events) == ["Lille is yours", "you lose Caen to the Mountain (action)"]


def test_a_loss_is_told_with_the_roll_or_the_event_that_brought_it() -> None:
    assert results(
        "mountain",
        RowCame("legislative-economy-4", "Grain riots", (3, 4), [], 7),
        RevoltBegun("nevers", None, "EVENT", "mountain"),
        thrown("gironde", "plot", "lille", "B", (3, 4)),
        ControlChanged("lille", None, "ACT", "mountain"),
        thrown("government", "arrest", "marat", "A", (6, 4)),
        PersonMoved("marat", "prison", "mountain", "ACT", "arrest"),
    ) == [
        "you lose Nevers (event “Grain riots”)",
        "you lose Lille (plot by the Gironde)",
        "Marat is in prison (arrest by the Government)",
    ]
    # A roll before another step has nothing to do with it.
    late = [thrown("gironde", "plot", "lyon", "C", (1, 2)), FormShut("regions")]
    assert results("gironde", *late, ControlChanged("amiens", None, "ACT", "gironde"))[-1] == (
        "you lose Amiens (action)"
    )


def test_a_roll_that_succeeds_in_part_says_what_it_brought() -> None:
    convinced = thrown("mountain", "convince", "barras", "B", (3, 4))
    away = PersonMoved("barras", "away", "marais", "ACT", "convincing")
    assert results("mountain", convinced, away) == [
        "convincing Barras: in part, off the map for a turn (🎲 3+4)"
    ]
    assert results("mountain", convinced) == ["convincing Barras: in part, no effect (🎲 3+4)"]


def test_ones_own_vote_is_told_with_its_count_and_nobody_elses() -> None:
    cast = {"mountain": 1, "gironde": 0, "marais": None}
    counted = Counted("vote", "civic/gironde", cast, 1, 14)
    assert results("mountain", counted) == ["you on Civic law (Gironde): yes (1 for, 14 against)"]
    assert results("gironde", counted) == ["you on Civic law (Gironde): no (1 for, 14 against)"]
    assert results("royalist", counted) == []
    law = Purpose.of("law", "civic")
    roll = Thrown("gironde", law, 9, [("mountain", -1)], 8, [], [(3, 4)], 0, "B", "POL")
    assert results("mountain", roll) == ["you on Civic law: −1 to the roll"]
    assert results("gironde", roll) == ["roll for Civic law: in part, which is enough (🎲 3+4)"]


def test_who_ran_the_government_reads_what_it_did_until_it_changed() -> None:
    before = thrown("government", "arrest", "roux", "A", (6, 5))
    after = thrown("government", "arrest", "hebert", "C", (1, 5))
    # At this stage the Feuillant runs it.
    events = [
        before,
        Paid("government", 100, "arrest"),
        GovernmentChanged("feuillant", "REGIME", "gironde"),
        after,
    ]
    assert results("gironde", *events) == [
        "arrest of Roux: success (🎲 6+5)",
        "the Government paid 100 ₶",
    ]
    assert results("feuillant", *events) == ["arrest of Hébert: failed (🎲 1+5)"]


def test_a_law_is_told_once_by_what_became_of_it_last() -> None:
    proposed = Proposed("mountain", "civic", False)
    passed = LawPassed("civic", "mountain")
    assert results("mountain", proposed) == ["Civic law: proposed"]
    assert results("mountain", proposed, passed, LawInForce("civic", "mountain")) == ["Civic law: in force"]
    assert results("mountain", proposed, LawRejected("civic", "mountain", 0)) == ["Civic law: rejected"]
    assert results("mountain", proposed, passed, Vetoed("feuillant", "civic")) == ["Civic law: vetoed"]
    assert results("gironde", proposed, passed, Vetoed("feuillant", "civic")) == []


def test_a_veto_that_met_no_law_is_told_to_who_wrote_it_alone() -> None:
    veto = Answered("feuillant", "votes", "", "file veto all/marais yes ; veto customs no"), FormShut("votes")
    state = At("laws", "-letter").play().state

    def told(seat: str, *events: Event) -> list[str]:
        return WORDS.results(TITLE.redact_all([*veto, *events], seat), TITLE.view(state, seat), seat)

    passed = LawPassed("maximum", "marais"), LawInForce("maximum", "marais")
    nothing = (
        "Veto all laws of the Marais: nothing to veto (only Anti-Privilege and Anti-Clerical laws that pass)"
    )
    assert told("feuillant", *passed) == [nothing]
    assert told("marais", *passed) == ["Maximum of prices and wages: in force"]
    gironde = LawPassed("emigres", "gironde"), Vetoed("feuillant", "emigres")
    assert nothing in told("feuillant", *gironde)
    met = LawPassed("emigres", "marais"), Vetoed("feuillant", "emigres")
    assert told("feuillant", *met) == ["Measures against émigrés: vetoed"]


def test_a_panel_has_some_rows_for_it_and_counts_the_rest() -> None:
    phrases = [f"plot for Paris, by Danton: failed (🎲 1+{face % 6})" for face in range(30)]
    for number in (1, 2, 9, 30):
        shown = panel.Panel(
            "", [], "", Opening(), [], Stamp(1, 1, "mountain"), [], None, results=phrases[:number]
        )
        said = [each for each in panel_face.build(shown).walk_children() if isinstance(each, ui.TextDisplay)]
        (told,) = [each.content for each in said if each.content.startswith("**You")]
        assert layout.rows_of(told, layout.BROAD) <= panel_face.OWN_ROWS
        left = number - told.count("plot for")
        assert (f"{left} more on **My map**" in told) == (left > 0)


async def test_after_a_turns_actions_a_panel_and_its_map_say_what_became_of_them(life: Six) -> None:
    await life.gathers(rules="fast")
    first = text((await life.panel(life.of["gironde"])).message)
    assert "Wins under any regime but the Terror" in first
    assert "**You:**" not in first
    for _form in range(3):
        for seat in CURRENTS:
            await life.press(life.of[seat], await life.panel(life.of[seat]), "Submit")
    shown = await life.panel(life.of["gironde"])
    assert "**You:** " in text(shown.message)
    found = await panel.results(life.table.bot.campaigns, await life.table.campaign(), "gironde")
    whole = (await life.press(life.of["gironde"], shown, "My map")).response
    assert whole is not None
    listed = text(whole.message).lower()
    assert "**your last orders**" in listed
    assert len(found) > 2
    assert all(f"- {phrase.lower()}" in listed for phrase in found)


async def test_each_current_has_an_aim_of_its_own_where_seats_are_chosen(life: Six) -> None:
    aims = {seat: str(WORDS.seat_aims[seat]) for seat in SEATS}
    assert len({*aims.values()}) == len(SEATS)
    assert max(map(len, aims.values())) <= layout.DETAIL
    await life.slash(life.camille, "campaign new", game="revolution", images="never")
    card = life.newest("Take Royalist")
    assert all(aim in text(card) for aim in aims.values())
    await life.press(life.camille, card, "Take Royalist")
    lines = roster(TITLE, await life.table.campaign(), [])
    assert all(line.endswith(aims[seat]) for seat, line in zip(SEATS, lines, strict=True))
