"""`/vendee`: a sub-command for each kind of action, completed from the legal actions alone, and look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

import msgspec
from discord import app_commands

from bot import layout, panel, refusals, showing
from bot.commands import vendee_lore, vendee_offers
from bot.commands.asking import Interaction, desk_of
from bot.commands.starting import THEMES
from bot.commands.vendee_offers import TITLE, Offer, legal
from bot.desk import Desk
from bot.errors import PoliteError, StaleError
from bot.games import presenter, vendee_plans
from bot.games.vendee import VendeePresenter
from bot.games.vendee_names import Names
from bot.store import Campaign, StoreError, Theme
from engines.vendee.actions import notation
from engines.vendee.title import Vendee
from engines.vendee.view import View
from engines.vendee.words import fold
from render import WHOLE, CloseUp

Text = app_commands.Range[str, 1, 100]
Typed = app_commands.Range[str, 1, 300]


async def act(interaction: Interaction, *words: str | None) -> None:
    """Take an action that was typed in parts."""
    text = " ".join(word for word in words if word)
    await desk_of(interaction).type(interaction, text, title_id=TITLE)


async def refuse(interaction: Interaction, text: str) -> None:
    """Say what is missing."""

    async def handler() -> str:
        raise PoliteError(text)

    await desk_of(interaction).answer(interaction, handler)


class Eyes(NamedTuple):
    """What whoever looks something up may know: as their seat does, or as the public."""

    campaign: Campaign
    title: Vendee
    names: Names
    seat: str | None
    view: View


async def looked(desk: Desk, interaction: Interaction) -> Eyes:
    """The campaign of the channel with the eyes of whoever asks.

    :raises PoliteError: there is none, or it is of another game.
    """
    campaign = await desk.board_of(interaction, TITLE)
    title = desk.campaigns.title_of(campaign)
    words = presenter(title)
    assert isinstance(title, Vendee)
    assert isinstance(words, VendeePresenter)
    user_id = interaction.user.id
    seat = desk.campaigns.seat_of(campaign, user_id) if panel.held(campaign, user_id) else None
    return Eyes(campaign, title, words.names, seat, title.view(desk.campaigns.state_of(campaign), seat))


async def look_up(interaction: Interaction, tell: Callable[[Eyes], list[str]]) -> None:
    """Answer with lines, for whoever asks alone."""
    desk = desk_of(interaction)

    async def handler() -> None:
        eyes = await looked(desk, interaction)
        await showing.show_lines(desk, interaction, eyes.campaign, eyes.seat, tell(eyes), WHOLE)

    await desk.answer(interaction, handler)


async def areas(interaction: Interaction, current: str) -> list[Offer]:
    """Areas by name, whatever their accents."""
    return await _named(interaction, current, lambda title: title.box.ground.area)


async def generals(interaction: Interaction, current: str) -> list[Offer]:
    """Generals by name, whatever their accents."""
    return await _named(interaction, current, lambda title: title.box.general)


async def _named(
    interaction: Interaction, current: str, ids: Callable[[Vendee], Iterable[str]]
) -> list[Offer]:
    try:
        eyes = await looked(desk_of(interaction), interaction)
    except (PoliteError, StoreError):
        return []
    return vendee_offers.named(((id, eyes.names.name(id)) for id in ids(eyes.title)), current)


class CombatCommands(app_commands.Group):
    """Actions in a combat and after it."""

    def __init__(self) -> None:
        super().__init__(name="combat", description="What is done in a combat and after it.")

    @app_commands.command(name="guns")
    @app_commands.rename(with_="with")
    @app_commands.autocomplete(stack=vendee_offers.marches, with_=vendee_offers.marchers)
    @app_commands.describe(stack="The area that they march from", with_="Who marches; all by default")
    async def guns(self, interaction: Interaction, stack: Text, with_: Text | None = None) -> None:
        """March to the guns from next to the combat (4.2)."""
        await act(interaction, "guns", stack, with_ and f"with {with_}")

    @app_commands.command(name="withdraw")
    @app_commands.describe(areas="How many areas")
    async def withdraw(self, interaction: Interaction, areas: app_commands.Range[int, 1, 2]) -> None:
        """Withdraw from a combat for want of powder (4.3)."""
        await act(interaction, "withdraw", str(areas))

    @app_commands.command(name="lose")
    @app_commands.autocomplete(what=legal("lose"))
    @app_commands.describe(what="Combat points, or auto")
    async def lose(self, interaction: Interaction, what: Text) -> None:
        """Choose who is lost (4.1)."""
        await act(interaction, "lose", what)

    @app_commands.command(name="retreat")
    @app_commands.autocomplete(to=legal("retreat"))
    @app_commands.describe(to="The next area, or auto for the whole way")
    async def retreat(self, interaction: Interaction, to: Text) -> None:
        """Retreat after a combat (4.5)."""
        await act(interaction, "retreat", to)

    @app_commands.command(name="pursue")
    @app_commands.autocomplete(path=legal("pursue"))
    @app_commands.describe(path="Along which areas, and with whom")
    async def pursue(self, interaction: Interaction, path: Typed) -> None:
        """Follow the routed along their path (4.5)."""
        await act(interaction, "pursue", path)

    @app_commands.command(name="flee")
    @app_commands.autocomplete(to=legal("flee"))
    @app_commands.describe(to="The next area")
    async def flee(self, interaction: Interaction, to: Text) -> None:
        """Bring generals without escort to safety (3.7)."""
        await act(interaction, "flee", to)


class VendeeCommands(app_commands.Group):
    """Actions of *For God and For the King*."""

    def __init__(self) -> None:
        super().__init__(
            name="vendee",
            description="Play For God and For the King: one command for each kind of action.",
        )
        self.add_command(CombatCommands())

    @app_commands.command(name="place")
    @app_commands.autocomplete(what=vendee_offers.arrivals, where=vendee_offers.homes)
    @app_commands.describe(what="Combat points and generals, or auto for all the rest", where="The area")
    async def place(self, interaction: Interaction, what: Text, where: Text | None = None) -> None:
        """Place arrivals on the map (2.2)."""
        if where is None and fold(what) != "auto":
            told = f"Say in which area {layout.plain(what)} is to be placed, or place `auto`."
            await refuse(interaction, told)
        else:
            await act(interaction, "place", what, where)

    @app_commands.command(name="event")
    @app_commands.autocomplete(event=legal("event"))
    @app_commands.describe(event="The marker, and what it is played on where it says so")
    async def event(self, interaction: Interaction, event: Text) -> None:
        """Play an event marker (6)."""
        await act(interaction, "event", event)

    @app_commands.command(name="initiative")
    @app_commands.describe(choice="Who activates a stack first")
    async def initiative(self, interaction: Interaction, choice: Literal["begin", "yield"]) -> None:
        """Begin the operations, or yield to the other side (2.3)."""
        await act(interaction, choice)

    @app_commands.command(name="activate")
    @app_commands.rename(with_="with")
    @app_commands.autocomplete(stack=vendee_offers.starts, with_=vendee_offers.parts)
    @app_commands.describe(stack="The area of the stack", with_="Who of it; all by default")
    async def activate(self, interaction: Interaction, stack: Text, with_: Text | None = None) -> None:
        """Activate a stack or a part of it, and choose its steps one by one (2.4)."""
        await act(interaction, "activate", stack, with_ and f"with {with_}")

    @app_commands.command(name="move")
    @app_commands.rename(with_="with")
    @app_commands.autocomplete(path=vendee_offers.path, with_=vendee_offers.movers)
    @app_commands.describe(
        path="Areas with > between them, from where the stack is", with_="Who goes; all by default"
    )
    async def move(self, interaction: Interaction, path: Typed, with_: Text | None = None) -> None:
        """Go along a path; what it costs and meets is shown before it is done (3.2)."""
        here = await vendee_offers.asked(interaction)
        written = vendee_offers.march(path, with_) if here is None else here.march(path, with_)
        await act(interaction, written)

    @app_commands.command(name="drop")
    @app_commands.autocomplete(who=legal("drop"))
    @app_commands.describe(who="Combat points and generals")
    async def drop(self, interaction: Interaction, who: Text) -> None:
        """Leave counters of the active group where it is (3.2)."""
        await act(interaction, "drop", who)

    @app_commands.command(name="pick-up")
    @app_commands.autocomplete(who=legal("pick-up"))
    @app_commands.describe(who="Combat points and generals")
    async def pick_up(self, interaction: Interaction, who: Text) -> None:
        """Take counters along from where the active group is (3.2)."""
        await act(interaction, "pick-up", who)

    @app_commands.command(name="stop")
    async def stop(self, interaction: Interaction) -> None:
        """End the activation where the group is (3.2)."""
        await act(interaction, "stop")

    @app_commands.command(name="hand-over")
    async def hand_over(self, interaction: Interaction) -> None:
        """Let the other side activate a stack; it counts as a pass (2.4)."""
        await act(interaction, "hand over")

    @app_commands.command(name="preempt")
    @app_commands.autocomplete(stack=legal("preempt"))
    @app_commands.describe(stack="The area of your stack")
    async def preempt(self, interaction: Interaction, stack: Text) -> None:
        """Try to go first with a stack of yours, once a turn (2.4)."""
        await act(interaction, "preempt", stack)

    @app_commands.command(name="choose")
    @app_commands.autocomplete(what=legal("choose", "note", "land", "spare", "desert", "show", whole=True))
    @app_commands.describe(what="What the rules ask for, as it is offered")
    async def choose(self, interaction: Interaction, what: Text) -> None:
        """Choose an army, a port, a landing, who goes home, or who is spared."""
        await act(interaction, what)

    @app_commands.command(name="decline")
    async def decline(self, interaction: Interaction) -> None:
        """Decline what is offered: pre-emption, march, pursuit, an event."""
        await act(interaction, "decline")

    @app_commands.command(name="done")
    async def done(self, interaction: Interaction) -> None:
        """End your events or your placement (2.2)."""
        await act(interaction, "done")

    @app_commands.command(name="forecast")
    @app_commands.rename(with_="with")
    @app_commands.autocomplete(path=vendee_offers.plans, with_=vendee_offers.planners)
    @app_commands.describe(
        path="Areas with > between them, from where the stack is", with_="Who would go; all by default"
    )
    async def forecast(self, interaction: Interaction, path: Typed, with_: Text | None = None) -> None:
        """What a path or an attack would lead to, at any time, without doing it."""
        desk = desk_of(interaction)

        async def handler() -> None:
            campaign = await desk.board_of(interaction, TITLE)
            if campaign.status != "running":
                raise StaleError(refusals.OVER)
            seat = desk.own_seat(campaign, interaction.user.id)
            here = vendee_offers.seated(desk, campaign, seat)
            move = here.planned(path, with_)
            plan = vendee_plans.of(here.title, here.names, here.state, here.side, move)
            lines = [f"`{notation(move)}`", *plan.proviso, *plan.preview.lines, "-# Nothing is done."]
            await showing.show_lines(desk, interaction, campaign, seat, lines, plan.preview.close)

        await desk.answer(interaction, handler)

    @app_commands.command(name="map")
    @app_commands.choices(theme=THEMES)
    @app_commands.autocomplete(around=areas)
    @app_commands.describe(
        around="The area in the middle of a close-up; the whole map by default",
        theme="Colours of the map: the campaign's by default",
    )
    async def map(
        self, interaction: Interaction, around: Text | None = None, theme: str | None = None
    ) -> None:
        """The map as your seat knows it, or a close-up of it, for you alone."""
        desk = desk_of(interaction)

        async def handler() -> None:
            eyes = await looked(desk, interaction)
            close = WHOLE if around is None else CloseUp(eyes.title.words.area(fold(around)))
            chosen = msgspec.convert(theme or eyes.campaign.theme, Theme)
            picture = await desk.map(eyes.campaign, eyes.seat, chosen, close)
            await interaction.edit_original_response(attachments=[layout.attachment(picture)])

        await desk.answer(interaction, handler)

    @app_commands.command(name="general")
    @app_commands.autocomplete(name=generals)
    @app_commands.describe(name="The general")
    async def general(self, interaction: Interaction, name: Text) -> None:
        """A general: ratings, history, and where he is as far as you know."""
        await look_up(
            interaction,
            lambda eyes: vendee_lore.general(eyes.names, eyes.view, eyes.title.words.general(fold(name))),
        )

    @app_commands.command(name="area")
    @app_commands.autocomplete(name=areas)
    @app_commands.describe(name="The area")
    async def area(self, interaction: Interaction, name: Text) -> None:
        """An area: its ground, the ways out, and who stands there as far as you know."""
        await look_up(
            interaction,
            lambda eyes: vendee_lore.area(
                eyes.names, eyes.view, eyes.seat, eyes.title.words.area(fold(name))
            ),
        )

    @app_commands.command(name="events")
    async def events(self, interaction: Interaction) -> None:
        """The event markers: how many are left, what they do, when they may be played."""
        await look_up(interaction, lambda eyes: vendee_lore.events(eyes.names, eyes.view))
