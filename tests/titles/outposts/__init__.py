"""*Outposts*: two seats, secret commitments, hidden stacks, interrupts, a pool of incidents."""

from __future__ import annotations


def install() -> None:
    """Let the bot tell and draw the title as it does its own; to do it again changes nothing."""
    # The rules are used without the bot and its libraries too.
    from bot import games
    from render import facade
    from tests.titles.outposts import picture, words

    games.register("outposts", words.OutpostsPresenter)
    facade.register("outposts", facade.Artist(picture.draw, picture.alt))
