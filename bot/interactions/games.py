"""The slash commands of a game: a sub-command for each of its verbs, and its look-ups."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from keyword import iskeyword
from typing import Any, Generic, Literal, NamedTuple, Optional, TypeVar

import msgspec
from discord import app_commands

from bot.campaigns import guards, standing_orders
from bot.desk import panel
from bot.desk.desk import Desk, Typed
from bot.errors import PoliteError, StaleError
from bot.games.parts import completion
from bot.games.parts.asked import Asked
from bot.games.registry import presenter_of
from bot.interactions import talk
from bot.interactions.board import THEMES
from bot.interactions.host import HEAVY, Choices, Command, Interaction, answering, desk_of
from bot.store import Campaign, StoreError, Theme
from bot.surface import layout
from data.catalogue import N_
from engines.core import declared
from engines.core.notation import Alone
from render import WHOLE, CloseUp

Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Text = app_commands.Range[str, 1, 100]
LongText = app_commands.Range[str, 1, 300]


class Field(NamedTuple):
    """An option of a command."""

    name: str
    about: str
    complete: Complete | None = None
    kind: Any = Text
    keyword: str | None = None
    """The option may be left out; if it is typed, this keyword goes before it."""
    choices: list[app_commands.Choice[str]] | None = None

    @property
    def parameter(self) -> inspect.Parameter:
        """The parameter of the command's function; a Python keyword such as `with` gets an underscore."""
        name = f"{self.name}_" if iskeyword(self.name) else self.name
        asks = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=self.kind)
        if self.keyword is None:
            return asks
        # discord.py can't read an option's type with `|`.
        return asks.replace(default=None, annotation=Optional[self.kind])  # noqa: UP045


Q = TypeVar("Q", bound=Asked[Any])
Offers = Callable[[Q, Any, str], Iterable[completion.Offer]]


class SeatContext(Generic[Q]):
    """The person who types, with what their seat is asked.

    :param make: gets the presenter, the state, the seat, and the text of the option `with`, if it was typed.
    """

    def __init__(self, title_id: str, make: Callable[[Any, Any, str, str | None], Q]) -> None:
        self._title_id = title_id
        self.make = make

    def of(self, desk: Desk, campaign: Campaign, seat: str, who: str | None = None) -> Q:
        """The context of a seat of a campaign, whether or not it is asked something."""
        words = presenter_of(desk.campaigns.title_of(campaign))
        return self.make(words, desk.campaigns.state_of(campaign), seat, who)

    async def sitting(self, interaction: Interaction) -> Q | None:
        """The caller's seat; None if they have none, or the channel plays another game."""
        desk = desk_of(interaction)
        seat = await desk.asked(interaction, title_id=self._title_id)
        return None if seat is None else self.of(desk, *seat, getattr(interaction.namespace, "with", None))

    async def asked(self, interaction: Interaction) -> Q | None:
        """What the caller's seat is asked; None if it is asked nothing, or the channel plays another game."""
        here = await self.sitting(interaction)
        return here if here is not None and here.is_asked else None

    def completes(self, offers: Offers[Q], ahead: Callable[[Q], Q] | None = None) -> Complete:
        """An autocomplete of what a seat is offered, as in `Completion`."""
        return Completion(self, offers, ahead).complete

    def legal(self, *kinds: type, whole: bool = False) -> Complete:
        """Autocomplete of the legal actions of some kinds."""
        return self.completes(lambda here, _, typed: here.actions(kinds, typed, whole=whole))

    def values(self, kind: type[msgspec.Struct], name: str) -> Complete:
        """Autocomplete of one field of a declared verb."""
        return self.completes(lambda here, options, typed: here.values(kind, name, options, typed))

    def meaning(self, made: Callable[[Q], msgspec.Struct]) -> Typed:
        """An action that is made of typed options in the context of the seat that typed them."""
        return lambda words, state, seat: made(self.make(words, state, seat, None))

    def forecast(self, about: str, *fields: Field) -> Command:
        """A forecast that only the caller sees; it works also while another seat is asked."""

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> None:
            desk = desk_of(interaction)
            campaign = await desk.board_of(interaction, self._title_id)
            if campaign.status != "running":
                raise StaleError(guards.OVER)
            seat = desk.own_seat(campaign, interaction.user.id)
            plan = await standing_orders.of_seat(desk.campaigns, campaign, seat)
            # A forecast may play out many battles; it must not hold up the other answers.
            lines, close = await asyncio.to_thread(self.of(desk, campaign, seat).forecast, typed, plan)
            await desk.screens.show_lines(interaction, campaign, seat, lines, close)

        return command("forecast", about, run, *fields, heavy=True)


class Completion(Generic[Q]):
    """What a seat is offered while its player types; a seat that is asked nothing is offered nothing.

    :param offers: also gets the text of the other options.
    :param ahead: what the seat can plan; with it, the seat gets offers also while another seat is asked.
    """

    def __init__(
        self, seats: SeatContext[Q], offers: Offers[Q], ahead: Callable[[Q], Q] | None = None
    ) -> None:
        self.seats = seats
        self._offers = offers
        self._ahead = ahead

    def offered(self, here: Q, options: Any, typed: str) -> Choices:
        """The offers, which depend only on what the seat is asked and on the typed text."""
        if self._ahead is not None:
            return completion.fitting(self._offers(self._ahead(here), options, typed))
        return completion.fitting(self._offers(here, options, typed)) if here.is_asked else []

    async def complete(self, interaction: Interaction, current: str) -> Choices:
        """Discord's autocomplete."""
        here = await self.seats.sitting(interaction)
        return [] if here is None else self.offered(here, interaction.namespace, current)


class ViewContext(NamedTuple):
    """What the person who looks something up may know: the view of their seat, or the public view."""

    campaign: Campaign
    words: Any
    """The presenter of the game."""
    state: Any
    seat: str | None
    view: Any


class Commands:
    """Makes the commands of one game.

    :param elsewhere: the answer to a look-up in a channel of another game, if it has a text of its own.
    """

    def __init__(self, title_id: str, *, elsewhere: str | N_ = "") -> None:
        self._title_id = title_id
        self._elsewhere = elsewhere

    def said(self, alone: Alone) -> Command:
        """The command of a word that is an action by itself."""
        name = alone.command or alone.word
        return self.choice(name, str(alone.about), name)

    def choice(self, name: str, about: str, *words: str, option: str = "choice", asks: str = "") -> Command:
        """The command of actions by one word: one alone without an option, several as those of an option.

        :param asks: the description of the option.
        """
        fields = [Field(option, asks, kind=Literal[words])] if len(words) > 1 else []

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
            return await self.act(interaction, str(typed[option]) if fields else words[0])

        return command(name, about, run, *fields)

    def whole(self, name: str, about: str, field: Field) -> Command:
        """The command of actions that are typed whole in its only option."""

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
            return await self.act(interaction, str(typed[field.name]))

        return command(name, about, run, field)

    def declared(
        self,
        kind: type[msgspec.Struct],
        seats: SeatContext[Any],
        *,
        name: str = "",
        completes: Mapping[str, Complete] | None = None,
    ) -> Command:
        """The sub-command of a declared verb: its fields are the options, its docstring is the description.

        A verb without fields is a word that stands alone.

        :param name: the command's name, if it is not the verb's word.
        :param completes: autocompletes of options, by name. By default an only option completes the legal
            actions of the verb, several complete the values of their fields.
        """
        if not kind.__struct_fields__:
            return self.choice(name or declared.word(kind), declared.about(kind), declared.word(kind))
        options, known = declared.options(kind), completes or {}

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
            values = {each.field: value for each in options if (value := typed[each.name]) not in (None, "")}
            return await self.act(interaction, seats.meaning(lambda here: here.filled(kind, values)))

        def complete(option: declared.Option) -> Complete | None:
            if option.declared.kind.known or option.declared.kind.between:
                return None
            whole = seats.legal(kind) if len(options) == 1 else seats.values(kind, option.field)
            return known.get(option.name, whole)

        fields = [
            Field(
                each.name,
                str(each.declared.about),
                complete(each),
                _asked(each.declared.kind),
                keyword=None if each.required else each.declared.lead,
                choices=[
                    app_commands.Choice(name=shown, value=word) for shown, word in each.declared.kind.known
                ],
            )
            for each in options
        ]
        return command(name or declared.word(kind), declared.about(kind), run, *fields)

    async def act(self, interaction: Interaction, action: Typed) -> str | None:
        """Take an action that was typed in options."""
        return await desk_of(interaction).type(interaction, action, title_id=self._title_id)

    def targets(self, verb: str) -> Complete:
        """Autocomplete of one verb: its legal targets, each with its chance."""

        async def complete(interaction: Interaction, current: str) -> Choices:
            choices = await desk_of(interaction).choices(interaction, verb, title_id=self._title_id)
            return completion.actions(choices, current, verb)

        return complete

    async def eyes(self, interaction: Interaction) -> ViewContext:
        """The campaign of the channel, with the view of the person who asks.

        :raises PoliteError: there is no campaign, or it is of another game.
        """
        desk = desk_of(interaction)
        if self._elsewhere and (await desk.board_here(interaction)).title != self._title_id:
            raise PoliteError(str(self._elsewhere))
        campaign = await desk.board_of(interaction, self._title_id)
        title, user_id = desk.campaigns.title_of(campaign), interaction.user.id
        seat = panel.viewer_of(desk.campaigns, campaign, user_id)
        state = desk.campaigns.state_of(campaign)
        return ViewContext(campaign, presenter_of(title), state, seat, title.view(state, seat))

    def look_up(
        self,
        name: str,
        about: str,
        tell: Callable[..., list[str]],
        *fields: Field,
        boxed: bool = True,
        close: CloseUp = WHOLE,
    ) -> Command:
        """A command that shows the caller lines about something, in private.

        :param tell: makes the lines from the context and the typed options.
        :param boxed: whether the lines come in a box, or as plain text.
        :param close: the part of the map, or the sheet, that is shown with them; `WHOLE` shows none.
        """

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
            eyes = await self.eyes(interaction)
            lines = tell(eyes, *typed.values())
            if not boxed:
                return layout.last_lines(lines, layout.REPLY)
            screens = desk_of(interaction).screens
            await screens.show_lines(interaction, eyes.campaign, eyes.seat, lines, close)
            return None

        return command(name, about, run, *fields, heavy=close != WHOLE)

    def talk(self) -> Command:
        """The command that opens a private room for the named seats, while the phase allows talk."""

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> str | None:
            named = [seat for seat in typed.values() if seat is not None]
            return await talk.asked(desk_of(interaction), interaction, named, self._title_id)

        return command(
            "talk",
            "Open a private room to talk in, at the beginning of a turn.",
            run,
            Field("seat", "Whom you want to talk to", talk.partners),
            Field("and", "Who else is in the room", talk.partners, keyword=""),
            Field("also", "Who else is in the room", talk.partners, keyword=""),
        )

    def names(self, ids: Callable[[Any], Iterable[str]], fold: completion.Fold) -> Complete:
        """Autocomplete of ids by their names, as in `Names`."""
        return Names(self, ids, fold).complete

    def map(self, areas: Complete, meant: Callable[[Any, str], str]) -> Command:
        """The map, or a close-up of it.

        :param meant: gives the area for the typed text, from the presenter.
        """

        async def run(interaction: Interaction, typed: Mapping[str, Any]) -> None:
            eyes, around = await self.eyes(interaction), typed["around"]
            close = WHOLE if around is None else CloseUp(meant(eyes.words, around))
            theme = msgspec.convert(typed["theme"] or eyes.campaign.theme, Theme)
            picture = await desk_of(interaction).maps.of(eyes.campaign, eyes.seat, theme, close)
            await interaction.edit_original_response(attachments=[layout.attachment(picture)])

        return command(
            "map",
            "The map as your seat knows it, or a close-up of it, for you alone.",
            run,
            Field(
                "around", "The area in the middle of a close-up; the whole map by default", areas, keyword=""
            ),
            Field(
                "theme", "Colours of the map: the campaign's by default", kind=str, keyword="", choices=THEMES
            ),
            heavy=True,
        )


class Names:
    """Autocomplete of ids of the game's box by their names; every seat gets the same choices.

    :param ids: gives the ids from the box of the game.
    """

    def __init__(
        self, commands: Commands, ids: Callable[[Any], Iterable[str]], fold: completion.Fold
    ) -> None:
        self.ids = ids
        self._commands = commands
        self._fold = fold

    async def complete(self, interaction: Interaction, current: str) -> Choices:
        """Discord's autocomplete."""
        try:
            words = (await self._commands.eyes(interaction)).words
        except (PoliteError, StoreError):
            return []
        names = ((id, words.names.name(id)) for id in self.ids(words.title.box))
        return completion.named(names, current, self._fold)


def command(
    name: str,
    about: str,
    run: Callable[[Interaction, Mapping[str, Any]], Awaitable[str | None]],
    *fields: Field,
    heavy: bool = False,
) -> Command:
    """A slash command whose options are given as values.

    :param heavy: whether the command costs so much that each person may use it only rarely.
    :param run: gets the typed text by field name, None for an option that was left out; returns the answer.
    """
    fields_of = {field.parameter.name: field for field in fields}

    @answering()
    async def callback(interaction: Interaction, /, **typed: Any) -> str | None:
        return await run(interaction, {fields_of[name].name: value for name, value in typed.items()})

    # discord.py reads the options of a command from the signature of its function.
    asks = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY)
    made: Any = callback
    made.__signature__ = inspect.Signature([asks, *(field.parameter for field in fields)])
    described = {name: field.about for name, field in fields_of.items()}
    renamed = {name: field.name for name, field in fields_of.items() if name != field.name}
    completed = {name: field.complete for name, field in fields_of.items() if field.complete}
    chosen = {name: field.choices for name, field in fields_of.items() if field.choices}
    for decorate in (
        app_commands.describe(**described),
        app_commands.rename(**renamed),
        app_commands.autocomplete(**completed),
        app_commands.choices(**chosen),
    ):
        made = decorate(made)
    return app_commands.Command(
        name=name, description=about, callback=made, extras=dict(HEAVY) if heavy else {}
    )


def _asked(kind: declared.Kind) -> Any:
    """The type of the option for a kind of value."""
    if kind.between is not None:
        return app_commands.Range[int, kind.between[0], kind.between[1]]
    return app_commands.Range[str, 1, kind.longest] if kind.longest and not kind.known else str
