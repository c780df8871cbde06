"""The map that goes with the form of regions: where a Current may act, and how likely it is to succeed."""

from __future__ import annotations

from bot.games.revolution.close import close
from bot.games.revolution.labels import Labels
from bot.games.revolution.names import Names
from bot.games.revolution.presenter import RevolutionPresenter
from bot.games.wording import percent
from engines.revolution.actions import EMPTY, notation
from engines.revolution.answers import Plot
from engines.revolution.chances import prospect
from render import CloseUp
from render.revolution import BENCHES, GROUND, alt, draw
from tests.revolution.builder import BOX, TITLE, At


def test_regions_where_a_current_may_act_are_framed_with_its_chance() -> None:
    state = At("plots", "-letter").people("barnave nimes", "lameth lille", "brissot cahors").play().state
    found = close(Labels(Names(BOX), state, "feuillant"))
    reach = dict(found.reach)
    assert {"nimes", "lille"} <= set(reach)
    assert "cahors" not in reach
    plotted = prospect(BOX, state, "feuillant", Plot("nimes", "barnave"))
    assert plotted is not None
    assert int(reach["nimes"].removesuffix("%")) >= int((plotted.a + plotted.b) * 100)
    told = alt(TITLE.view(state, "feuillant"), TITLE.data, reach=reach)
    assert f"Nîmes {reach['nimes']}" in told


def test_a_region_of_the_form_has_the_chance_of_the_rolls_that_are_written() -> None:
    state = At("plots", "-letter").people("barnave nimes", "lameth lille").set(filed=[]).play().state
    words = RevolutionPresenter(TITLE)

    def reach(text: str) -> dict[str, str]:
        made = words.sheet(state, "feuillant", text, {})
        assert made is not None
        assert made.close is not None
        return dict(made.close.reach)

    bare, twice = reach(notation(EMPTY)), reach("file plot nimes by barnave x 2")
    plotted = prospect(BOX, state, "feuillant", Plot("nimes", "barnave", 2))
    assert plotted is not None
    assert twice == {**bare, "nimes": percent(plotted.a + plotted.b)}
    assert twice["nimes"] != bare["nimes"]


def test_a_form_without_rolls_in_regions_has_the_map_of_all_alone() -> None:
    state = At("talk", "-letter").people("barnave nimes").set(filed=[]).play().state
    assert close(Labels(Names(BOX), state, "feuillant")) == CloseUp(sheet=GROUND)


def test_votes_have_the_benches_and_war_has_the_ground_where_the_enemy_stands() -> None:
    at = At("laws", "-letter").army("brunswick metz").set(bills=["civic/gironde"], war=True).play().state
    for seat, found in {
        "marais": CloseUp(sheet=BENCHES),
        "royalist": CloseUp(reach=(("metz", ""),), sheet=GROUND),
    }.items():
        shown = close(Labels(Names(BOX), at, seat))
        assert shown == found
        view = TITLE.view(at, seat)
        high = [
            draw(view, TITLE.data, width=400, reach=dict(shown.reach), sheet=sheet).height
            for sheet in (shown.sheet, None)
        ]
        assert high[0] < 0.55 * high[1]
    benches = alt(TITLE.view(at, "marais"), TITLE.data, sheet=BENCHES)
    assert benches.startswith("Deputies: Royalist 2, ")


def test_regions_that_lie_apart_are_framed_on_the_map_alone() -> None:
    view = TITLE.view(At("plots", "-letter").play().state, None)
    near, apart = (
        draw(view, TITLE.data, width=400, reach=dict.fromkeys(reach, "9%"), sheet=GROUND).height
        for reach in (("paris", "rouen"), ("lille", "toulouse"))
    )
    assert near < apart < draw(view, TITLE.data, width=400).height
