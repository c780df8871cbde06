"""The settings of a new campaign, and the game set up for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.campaigns import journal
from bot.store import Begun, Images, Message, NewCampaign, Theme
from bot.store.lobbies import OpeningRow
from engines import packs
from engines.core.contract import AnyTitle
from engines.core.dice import Dice, commitment
from engines.core.strength import USUAL, Strength


class Wish(NamedTuple):
    """What a person asks for in a new campaign."""

    guild_id: int
    channel_id: int
    user_id: int
    title: str
    scenario: str | None = None
    options: Mapping[str, bool] = {}
    images: Images = "every-action"
    theme: Theme = "light"
    clock: str = "none"
    """The clock in the notation of `bot.clock.notation`."""
    language: str = ""
    """The language of what everybody reads of it; empty for the server's."""
    private: bool = False
    """Whether only invited people may take seats."""
    lobby: bool = False
    """Whether people take seats first; otherwise the person who asks has all seats, and it begins at once."""
    several: bool = False
    """Whether one person may take several seats of the lobby."""
    automatic: frozenset[str] = frozenset()
    """Seats of the automatic player."""
    strengths: Mapping[str, Strength] = {}
    """How well it plays them; the usual strength where none is given."""
    taken: Mapping[str, int] = {}
    """People who have a seat of the lobby from the beginning, by seat."""
    reserved: Mapping[str, int] = {}
    """People for whom other seats are reserved, by seat."""
    say: Sequence[Message] = ()
    """Messages beside the first card."""
    seed: str | None = None
    opening: OpeningRow | None = None
    """The opening that it comes from."""
    reliable: int | None = None
    """The share of decisions in time, in percent, that a place in its lobby takes."""

    @property
    def opponents(self) -> dict[str, Strength]:
        """The seats of the automatic player, and how well it plays them."""
        return {seat: self.strengths.get(seat, USUAL) for seat in self.automatic}

    def holder(self, seat: str) -> int | None:
        """The holder of a seat when the campaign is made."""
        if self.lobby:
            return self.taken.get(seat)
        return None if seat in self.automatic else self.user_id


def set_up(
    title: AnyTitle, scenario: str, options: Mapping[str, bool], user_id: int, seed: str | None = None
) -> Begun:
    """A game set up, with the given seed or a new one.

    :raises EngineError: scenario or option unknown.
    """
    seed = seed or secrets.token_hex(16)
    dice = Dice(seed)
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


def new_campaign(
    title: AnyTitle, scenario: str, options: dict[str, bool], wish: Wish, begun: Begun | None
) -> NewCampaign:
    """The campaign that a person asks for; without its set-up it is a lobby."""
    return NewCampaign(
        guild_id=wish.guild_id,
        channel_id=wish.channel_id,
        title=title.id,
        scenario=scenario,
        options=options,
        pack=title.pack,
        whole=None if begun is None else begun.whole,
        seed="" if begun is None else begun.seed,
        commitment="" if begun is None else begun.commitment,
        state=b"" if begun is None else begun.state,
        dice_counter=0 if begun is None else begun.dice_counter,
        status="lobby" if begun is None else "running",
        images=wish.images,
        theme=wish.theme,
        clock=wish.clock,
        language=wish.language,
        private=wish.private,
        several=wish.several,
        created_by=wish.user_id,
        seats={name: wish.holder(name) for name in title.seats},
        automatic=wish.opponents,
        reserved=wish.reserved,
        opening=wish.opening,
        reliable=wish.reliable,
    )
