"""What somebody asks for with a new campaign, and the game set up for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.campaigns import journal
from bot.store import Begun, Images, Message, Theme
from data.catalogue import english
from engines import packs
from engines.core.contract import AnyTitle
from engines.core.dice import Dice, commitment


class Wish(NamedTuple):
    """What somebody asks for with a new campaign."""

    guild_id: int
    channel_id: int
    user_id: int
    title: str
    scenario: str | None = None
    options: Mapping[str, bool] = {}
    images: Images = "every-action"
    theme: Theme = "light"
    clock: str = "none"
    """As `bot.clock.notation` writes it."""
    private: bool = False
    lobby: bool = False
    """Whether people take seats first; otherwise whoever asks has them all, and it begins at once."""
    several: bool = False
    """Whether one person may take several seats of the lobby."""
    automatic: frozenset[str] = frozenset()
    """Seats that the automatic player has."""
    taken: Mapping[str, int] = {}
    """Who has a seat of the lobby from the first, by seat."""
    reserved: Mapping[str, int] = {}
    """For whom alone others of its seats are kept, by seat."""
    say: Sequence[Message] = ()
    """What is said beside the first card."""
    seed: str | None = None

    def holder(self, seat: str) -> int | None:
        """Who sits in a seat when the campaign is made."""
        if self.lobby:
            return self.taken.get(seat)
        return None if seat in self.automatic else self.user_id


def set_up(
    title: AnyTitle, scenario: str, options: Mapping[str, bool], user_id: int, seed: str | None = None
) -> Begun:
    """A game set up, with a new seed unless one is given.

    :raises EngineError: scenario or option unknown.
    """
    seed = seed or secrets.token_hex(16)
    dice = Dice(seed)
    with english():
        step = title.setup(scenario, options, dice)
    chapter, _ = title.chapter(step.state)
    return Begun(
        title=title.id,
        pack=title.pack,
        whole=packs.whole(title),
        seed=seed,
        commitment=commitment(seed),
        state=msgspec.json.encode(step.state),
        dice_counter=dice.counter,
        setup=journal.entry(0, step, (chapter, chapter), draws=dice.take(), user_id=user_id),
    )
