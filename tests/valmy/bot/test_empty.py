"""Who recovers is asked of a side that has nobody to recover, and answers itself after a while."""

from __future__ import annotations

from functools import partial

from bot.campaigns.forced import only_answer
from bot.campaigns.opening import silence
from bot.clock.notation import read
from bot.games.registry import presenter_of
from bot.pauses.empty import LEAST, MOST
from engines.core.game import Game
from engines.valmy.actions import END, NO_BID, PASS
from engines.valmy.state import State
from tests.support.bot_fixtures import Tables
from tests.support.duel import opened
from tests.support.life import create
from tests.support.table import text
from tests.support.watched import Watched, beginning
from tests.valmy.bot.campaign import TITLE
from tests.valmy.bot.test_plans import begun


async def test_a_side_with_nobody_to_recover_is_asked_and_answers_after_a_time(closed_table: Tables) -> None:
    game = Game(TITLE, seed="recovery")
    while game.decisions[0].kind != "recovery":
        seat, state = game.decisions[0].seat, game.state
        assert isinstance(state, State)
        legal = TITLE.legal_actions(state, seat)
        game.act(seat, next((action for action in (PASS, NO_BID) if action in legal), legal[0]))
    (group,) = presenter_of(TITLE).groups(game.state, game.decisions[0].seat)
    assert [choice.reason for choice in group.choices] == [
        "You can't do this; asked anyway, to keep that secret"
    ]
    table = await closed_table(partial(create, titles=[beginning(TITLE, game.state)]))
    await table.start()
    watched = Watched(table, TITLE, None)
    await watched.begin(game.state)
    before = len(await table.actions())
    seat = game.decisions[0].seat
    assert not game.decisions[0].interrupt
    panel = await opened(table, watched.players[seat])
    assert "-# Otherwise it answers itself in a few minutes." in text(panel.message).splitlines()
    # Without a clock the public is told the same, whether there is a choice or not.
    assert silence(TITLE, game.state, read("none"), [seat]) == "Otherwise the game may wait."
    assert silence(TITLE, game.state, read("none"), [seat], itself=False) == "Otherwise the game waits."
    await table.sweep()
    await table.sweep(LEAST.total_seconds() - 60)
    assert len(await table.actions()) == before, "at once would tell that nobody could"
    await table.sweep((MOST - LEAST).total_seconds() + 60)
    assert await table.actions() == [TITLE.notation(END)]


def test_how_to_deploy_is_never_answered_for_a_player_who_could_deploy_otherwise() -> None:
    state = begun()
    (decision,) = TITLE.decisions(state)
    assert (decision.kind, decision.interrupt) == ("deployment", True)
    assert len(TITLE.legal_actions(state, decision.seat)) == 1
    assert only_answer(TITLE, state, decision) is None
