"""The map that goes with the form of regions: where a Current may act, and how likely it is to succeed."""

from __future__ import annotations

from bot.games.revolution.close import close
from bot.games.revolution.labels import Labels
from bot.games.revolution.names import Names
from engines.revolution.answers import Plot
from engines.revolution.chances import prospect
from render import WHOLE
from render.revolution import alt
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


def test_a_form_without_rolls_in_regions_has_the_whole_map() -> None:
    state = At("talk", "-letter").people("barnave nimes").set(filed=[]).play().state
    assert close(Labels(Names(BOX), state, "feuillant")) == WHOLE
