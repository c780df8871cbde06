"""The buttons that start a campaign with one click: those of the greeting, and those of a summary for
another game."""

from __future__ import annotations

from typing import Any

from bot.desk.desk import Desk
from bot.errors import NotSeatedError
from bot.interactions.campaign import begin_in, chosen_game
from bot.interactions.host import Button, Control, Interaction, Select, host_of
from bot.posts import greeting
from bot.seats.lobby import Lobby
from bot.seats.named import seat_named
from bot.seats.open_lobby import kept
from bot.surface import custom_ids
from data.catalogue import alone, aloud
from data.sentences import _l
from engines.core.contract import AnyTitle


class Beginning(Control[Any], template=r"t1:no-beginning"):
    """Starts a campaign; the greeting stays for the channel's next one."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        title, wish = self.wish(desk)
        rooms = host_of(interaction).rooms
        await begin_in(interaction, title, None if rooms is None else rooms.of(title.id), **wish)

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        """The game, and the arguments of `begin`."""
        raise NotImplementedError


class Alone(Beginning, Button, template=custom_ids.NEW_ALONE):
    """Starts a solitaire game."""

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        return chosen_game(desk, self.fields["title"]), {}


class Stepped(Beginning, Select, template=r"t1:no-step"):
    """Starts a game with a chosen setting; if only the game is chosen, it asks for the setting."""

    def picked(self) -> tuple[str, str]:
        """The game and the chosen setting; the setting is empty if only the game was chosen."""
        game, _space, chosen = self.item.values[0].partition(" ")
        return game, chosen

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        game, chosen = self.picked()
        if chosen:
            await super().pressed(desk, interaction)
            return
        view = greeting.further(self.item.custom_id, chosen_game(desk, game))
        await interaction.followup.send(view=view, ephemeral=True)


class Together(Stepped, template=custom_ids.NEW_PRESET):
    """Starts a game for one player with a scenario and rules that go well together."""

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        game, preset = self.picked()
        return chosen_game(desk, game), {"scenario": preset}


class Against(Stepped, template=custom_ids.NEW_AGAINST):
    """Starts a game against the automatic player."""

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        game, chosen = self.picked()
        title = chosen_game(desk, game)
        side, _space, scenario = chosen.partition(" ")
        automatic = frozenset(title.seats) - {seat_named(title, side)}
        return title, {"automatic": automatic, **({"scenario": scenario} if scenario else {})}


class Open(Beginning, Select, template=custom_ids.NEW_OPEN):
    """Opens a lobby."""

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        game, _space, scenario = self.item.values[0].partition(" ")
        return chosen_game(desk, game), {"lobby": True, **({"scenario": scenario} if scenario else {})}


class OwnAgainst(Button, template=custom_ids.OWN_AGAINST):
    """Asks for the side in the game that the channel is named after."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        view = greeting.further(custom_ids.NEW_AGAINST, chosen_game(desk, self.fields["title"]))
        await interaction.followup.send(view=view, ephemeral=True)


class OwnLobby(Beginning, Button, template=custom_ids.OWN_OPEN):
    """Opens a lobby for the game that the channel is named after, and asks for its scenario before."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        title, _wish = self.wish(desk)
        if len(title.scenarios) > 1:
            view = greeting.further(custom_ids.NEW_OPEN, title)
            await interaction.followup.send(view=view, ephemeral=True)
        else:
            await super().pressed(desk, interaction)

    def wish(self, desk: Desk) -> tuple[AnyTitle, dict[str, Any]]:
        return chosen_game(desk, self.fields["title"]), {"lobby": True}


class Anew(Button, template=custom_ids.NEW_ANEW):
    """Starts a finished game once more: for one person at once, for several in a lobby.

    If another of them has opened the lobby, the person who presses takes the seat that is reserved for them.
    """

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        # If two people press in the same moment, the second finds the seat that the first reserved for them.
        async with desk.campaigns.writing(self.campaign, wait=True):
            with alone():
                return await self._begun(desk, interaction)

    async def _begun(self, desk: Desk, interaction: Interaction) -> str | None:
        over = await desk.board(self.campaign)
        title = chosen_game(desk, over.title)
        user_id = interaction.user.id
        seats = {seat: sitting.owner_id or sitting.user_id for seat, sitting in over.seating.items()}
        people = {user for user in seats.values() if user is not None}
        if user_id not in people:
            raise NotSeatedError(
                _l(
                    "Only its players may play it again here. `/help` in another channel starts a game "
                    "of your own."
                )
            )
        lobby = Lobby(desk.campaigns)
        opened = await desk.campaigns.store.running_in(over.channel_id)
        if opened is not None and opened.status == "lobby" and opened.title == over.title:
            own = [seat for seat, sitting in opened.seating.items() if sitting.reserved_for == user_id]
            taken = [await lobby.take(opened.id, user_id, seat) for seat in own if seat not in opened.seats]
            if taken:
                desk.outbox.kick()
                return " ".join(taken)
        single = len(people) == 1
        # The seats are reserved in the transaction that opens the lobby: a crash never leaves it without
        # them.
        others = {seat: user for seat, user in seats.items() if user not in (None, user_id)}
        with aloud():
            reserving = [kept(title, user_id, seat, user) for seat, user in others.items()]
        await begin_in(
            interaction,
            title,
            over.channel_id,
            scenario=over.scenario,
            chosen=over.options,
            images=over.images,
            theme=over.theme,
            clock=over.clock,
            language=over.language,
            private=over.private,
            several=over.several or len(people) < sum(user is not None for user in seats.values()),
            lobby=not single,
            automatic=frozenset(seat for seat in seats if seats[seat] != user_id)
            if single
            else frozenset(over.automatic),
            strengths={name: sitting.strength for name, sitting in over.seating.items()},
            taken={} if single else {seat: user_id for seat, user in seats.items() if user == user_id},
            reserved=others,
            say=reserving,
        )
        return None


CONTROLS = (Alone, Together, Against, Open, OwnAgainst, OwnLobby, Anew)
