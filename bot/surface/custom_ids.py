"""Custom ids of controls, within Discord's hundred characters: campaign, version, seat, action."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, Self

import msgspec

from engines.core.strength import STRENGTHS, Strength

LIMIT = 100

Surface = Literal["card", "panel"]
"""The place of a control: on the public turn card, or on the private panel of one seat."""

ROW = r"\d{1,9}"
"""Number of a row: a PostgreSQL server takes none of 2**31 or more."""
USER = r"[1-8]?\d{1,18}"
"""Id of a person: no database takes one of 2**63 or more."""
_CAMPAIGN = rf"(?P<campaign>{ROW})"
_VERSION = r"(?P<version>\d{1,9})"
_SEAT = r"(?P<seat>[a-z0-9-]{1,32})"
_STAMP = rf"{_CAMPAIGN}:{_VERSION}:{_SEAT}"
_ACTION = r"(?P<action>[a-z0-9 !>:,.'-]{1,48})"
_GROUP = r"(?P<group>[a-z-]{1,24})"
PRESS = rf"t1:act:{_STAMP}:{_ACTION}"
PICK = rf"t1:pick:{_STAMP}:{_GROUP}"
TAKE = rf"t1:take:{_STAMP}:{_ACTION}"
CHOOSE = rf"t1:choose:{_STAMP}:{_GROUP}"
PLAY = rf"t1:play:{_CAMPAIGN}"
VIEW = rf"t1:view:{_CAMPAIGN}(?::{_SEAT})?"
BEFORE = rf"t1:before:{_CAMPAIGN}:(?P<chapter>\d{{1,4}}):(?P<page>\d{{1,3}})"
AGAIN = rf"t1:again:{_CAMPAIGN}:{_SEAT}"
LOOK = rf"t1:look:{_CAMPAIGN}"
TALK = rf"t1:talk:{_CAMPAIGN}:{_SEAT}"
TALK_WITH = rf"t1:talk-with:{_CAMPAIGN}:{_SEAT}"
_BETWEEN = r"(?P<one>[a-z0-9-]{1,32}):(?P<other>[a-z0-9-]{1,32})"
DEAL = rf"t1:deal:{_CAMPAIGN}:{_BETWEEN}"
DEALT = rf"t1:dealt:{_CAMPAIGN}:{_BETWEEN}"
HEED = rf"t1:heed:{_STAMP}:{_ACTION}"
AIDE = rf"t1:aide:{_STAMP}"
HINT = rf"t1:hint:{_CAMPAIGN}"
FOLLOW = rf"t1:follow:{_CAMPAIGN}(?::(?P<stop>stop))?"
STOP_FILM = r"t1:stop-film:(?P<token>[0-9a-f]{8})"
REVIEW = rf"t1:review:{_CAMPAIGN}"
REVIEWED = rf"t1:reviewed:{_CAMPAIGN}"
GO = rf"t1:go:{_CAMPAIGN}:(?P<proposal>{ROW})"
LOBBY_SEAT = rf"t1:lobby-seat:{_CAMPAIGN}:{_VERSION}:{_SEAT}"
LOBBY_LOT = rf"t1:lobby-lot:{_CAMPAIGN}:{_VERSION}"
LOBBY_OBJECT = rf"t1:lobby-object:{_CAMPAIGN}:{_VERSION}:(?P<rule>[a-z0-9-]{{1,32}})"
LOBBY_LEAVE = rf"t1:lobby-leave:{_CAMPAIGN}:{_VERSION}"
LOBBY_AUTOMATE = rf"t1:lobby-automate:{_CAMPAIGN}:{_VERSION}"
LOBBY_BEGIN = rf"t1:lobby-begin:{_CAMPAIGN}:{_VERSION}(?::(?P<empty>automatic|vacant))?"
NEW_PRESET = r"t1:new-preset"
NEW_AGAINST = r"t1:new-against"
NEW_OPEN = r"t1:new-open"
NEW_SEEK = r"t1:new-seek"
_TITLE = r"(?P<title>[a-z0-9-]{1,31})"
NEW_ALONE = rf"t1:new-alone:{_TITLE}"
OWN_AGAINST = rf"{NEW_AGAINST}:{_TITLE}"
OWN_OPEN = rf"{NEW_OPEN}:{_TITLE}"
SEEK = rf"t1:seek:{_TITLE}"
SEEK_STOP = rf"t1:seek-no:{_TITLE}"
HEAR = rf"t1:hear:{_TITLE}"
SUITS = rf"t1:suits:{_CAMPAIGN}:(?P<answer>yes|no)"
NEW_ANEW = rf"t1:new-anew:{_CAMPAIGN}"
NEW_LESSON = r"t1:learn"
OWN_LESSON = rf"{NEW_LESSON}:{_TITLE}"
LESSON_BACK = rf"t1:lesson-back:{_CAMPAIGN}:{_VERSION}"
SIT = rf"t1:sit:{_CAMPAIGN}:{_SEAT}"
DECLINE = rf"t1:sit-no:{_CAMPAIGN}:{_SEAT}"
RESIGN = rf"t1:resign:{_CAMPAIGN}:{_SEAT}"
MUTE = rf"t1:mute:{_CAMPAIGN}:(?P<seq>{ROW}):{_SEAT}"
ORDERS = rf"t1:orders:{_CAMPAIGN}:{_SEAT}:(?P<set>[a-z-]{{1,24}}):(?P<replace>[01])"
USUAL = rf"t1:usual:{_CAMPAIGN}:{_SEAT}"
_FORM = r"(?P<form>[a-z0-9-]{1,24})"
FORM = rf"t1:form:{_STAMP}:{_FORM}"
FILLED = rf"t1:filled:{_STAMP}:{_FORM}(?::(?P<about>[0-9a-z]{{1,8}}))?"
CONFIRM = rf"t1:do:(?P<proposal>{ROW})"
REQUEST = rf"t1:undo:(?P<answer>agree|refuse|withdraw):(?P<request>{ROW})"

ANY_SEAT = "-"
"""Stands for any seat, which a person who draws lots accepts; no seat has this id."""
FREE = "free "
"""Goes before a seat that is taken back from the automatic player."""
_AUTOMATED = rf"(?:(?P<free>{FREE})|(?P<strength>{'|'.join(STRENGTHS)})\s)?{_SEAT}"

_BUTTON: Mapping[Surface | Literal["advice"], str] = {"card": "act", "panel": "take", "advice": "heed"}
_SELECT: Mapping[Surface, str] = {"card": "pick", "panel": "choose"}


class Stamp(NamedTuple):
    """The board that a control belongs to."""

    campaign: int
    version: int
    seat: str

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Stamp:
        """The stamp from the named parts of a custom id."""
        return cls(int(fields["campaign"]), int(fields["version"]), fields["seat"])


def press(stamp: Stamp, action: str, surface: Surface | Literal["advice"] = "card") -> str:
    """Custom id of a button that takes one action; a button beside advice then shows the next advice."""
    return f"t1:{_BUTTON[surface]}:{stamp.campaign}:{stamp.version}:{stamp.seat}:{action}"


def carries(stamp: Stamp, action: str, surface: Surface | Literal["advice"] = "card") -> bool:
    """Whether a button's id can hold an action; a select's value has more room."""
    return re.fullmatch(_ACTION, action) is not None and len(press(stamp, action, surface)) <= LIMIT


def taken(custom_id: str) -> str:
    """The action of a button on a panel; empty of another control."""
    button = re.fullmatch(TAKE, custom_id)
    return button["action"] if button else ""


def pick(stamp: Stamp, group: str, surface: Surface = "card") -> str:
    """Custom id of a select whose values are actions."""
    return f"t1:{_SELECT[surface]}:{stamp.campaign}:{stamp.version}:{stamp.seat}:{group}"


def form(stamp: Stamp, id: str) -> str:
    """Custom id of the button that opens a form."""
    return f"t1:form:{stamp.campaign}:{stamp.version}:{stamp.seat}:{id}"


def filled(stamp: Stamp, id: str, about: str = "") -> str:
    """Custom id of a form that is filled in; `about` tells it from the same form for another thing."""
    return ":".join(
        ["t1:filled", str(stamp.campaign), str(stamp.version), stamp.seat, id, *([about] if about else [])]
    )


def stop_film(token: str) -> str:
    """Custom id of the button that stops the making of a film or page."""
    return f"t1:stop-film:{token}"


def play(campaign: int) -> str:
    """Custom id of the button that opens the presser's own panel."""
    return f"t1:play:{campaign}"


def view(campaign: int, seat: str | None = None) -> str:
    """Custom id of the button that shows a seat's view; without a seat, the view of the presser's seat."""
    return f"t1:view:{campaign}" if seat is None else f"t1:view:{campaign}:{seat}"


def before(campaign: int, chapter: int, page: int = 0) -> str:
    """Custom id of the button that shows one person the events of a chapter, from its end back."""
    return f"t1:before:{campaign}:{chapter}:{page}"


def again(campaign: int, seat: str) -> str:
    """Custom id of the button that updates a seat's panel."""
    return f"t1:again:{campaign}:{seat}"


def look(campaign: int) -> str:
    """Custom id of the select that turns a panel to another seat of the same person."""
    return f"t1:look:{campaign}"


def talk(campaign: int, seat: str) -> str:
    """Custom id of the button that asks whom a seat wants to talk to."""
    return f"t1:talk:{campaign}:{seat}"


def talk_with(campaign: int, seat: str) -> str:
    """Custom id of the select of those whom a seat wants to talk to."""
    return f"t1:talk-with:{campaign}:{seat}"


def deal(campaign: int, one: str, other: str) -> str:
    """Custom id of the button by which one of two seats offers the other a deal."""
    return f"t1:deal:{campaign}:{one}:{other}"


def dealt(campaign: int, payer: str, payee: str) -> str:
    """Custom id of the form in which a seat writes a deal for another."""
    return f"t1:dealt:{campaign}:{payer}:{payee}"


def aide(stamp: Stamp) -> str:
    """Custom id of the button that lets the adviser play the turn."""
    return f"t1:aide:{stamp.campaign}:{stamp.version}:{stamp.seat}"


def hint(campaign: int) -> str:
    """Custom id of the button that shows the advice."""
    return f"t1:hint:{campaign}"


def follow(campaign: int, *, stop: bool = False) -> str:
    """Custom id of the button by which a person follows a campaign, or stops it."""
    return f"t1:follow:{campaign}" + (":stop" if stop else "")


def review(campaign: int) -> str:
    """Custom id of the button that shows a review."""
    return f"t1:review:{campaign}"


def reviewed(campaign: int) -> str:
    """Custom id of the select of whose decisions a review tells; its values are seats and `ANY_SEAT`."""
    return f"t1:reviewed:{campaign}"


def go(campaign: int, proposal: int) -> str:
    """Custom id of the button that takes an action after its preview."""
    return f"t1:go:{campaign}:{proposal}"


def seek(title: str) -> str:
    """Custom id of a button that puts its person on the waiting list of a game."""
    return f"t1:seek:{title}"


def seek_stop(title: str) -> str:
    """Custom id of a button that takes its person off the waiting list of a game."""
    return f"t1:seek-no:{title}"


def hear(title: str) -> str:
    """Custom id of a button that gives its person the role of a game, or takes it."""
    return f"t1:hear:{title}"


def suits(campaign: int, answer: Literal["yes", "no"]) -> str:
    """Custom id of a button that answers whether a lobby still suits its person."""
    return f"t1:suits:{campaign}:{answer}"


def lobby_seat(campaign: int, version: int, seat: str) -> str:
    """Custom id of the button of a seat in a lobby."""
    return f"t1:lobby-seat:{campaign}:{version}:{seat}"


def lobby_lot(campaign: int, version: int) -> str:
    """Custom id of the select for the drawing of lots; its values are seats and `ANY_SEAT`."""
    return f"t1:lobby-lot:{campaign}:{version}"


def lobby_leave(campaign: int, version: int) -> str:
    """Custom id of the button that leaves a lobby."""
    return f"t1:lobby-leave:{campaign}:{version}"


def lobby_object(campaign: int, version: int, rule: str) -> str:
    """Custom id of the button by which somebody objects to a rule of a lobby."""
    return f"t1:lobby-object:{campaign}:{version}:{rule}"


class Automated(NamedTuple):
    """What is chosen from the select that gives the automatic player a seat."""

    seat: str
    strength: Strength | None
    free: bool

    @classmethod
    def read(cls, value: str) -> Self:
        """A seat alone, or after `FREE` or a strength."""
        chosen = re.fullmatch(_AUTOMATED, value)
        assert chosen
        return cls(chosen["seat"], msgspec.convert(chosen["strength"], Strength | None), bool(chosen["free"]))


def at_strength(strength: Strength, seat: str) -> str:
    """The value by which the automatic player gets a seat at a strength."""
    return f"{strength} {seat}"


def lobby_automate(campaign: int, version: int) -> str:
    """Custom id of the select that gives the automatic player a seat, or after `FREE` takes it back."""
    return f"t1:lobby-automate:{campaign}:{version}"


def lobby_begin(campaign: int, version: int, empty: Literal["automatic", "vacant"] | None = None) -> str:
    """Custom id of the button that starts a lobby's campaign.

    :param empty: what free seats become; None if the press has to ask.
    """
    return f"t1:lobby-begin:{campaign}:{version}" + (f":{empty}" if empty else "")


def new_alone(title: str) -> str:
    """Custom id of the button that starts a solitaire game."""
    return f"t1:new-alone:{title}"


def own(choice: str, title: str) -> str:
    """Custom id of the button that makes a choice of the greeting for one game.

    :param choice: `NEW_AGAINST`, `NEW_OPEN` or `NEW_LESSON`.
    """
    return f"{choice}:{title}"


def new_anew(campaign: int) -> str:
    """Custom id of the button that starts a finished game once more."""
    return f"t1:new-anew:{campaign}"


def lesson_back(campaign: int, version: int) -> str:
    """Custom id of the button that takes back the actions that the lesson did not ask for."""
    return f"t1:lesson-back:{campaign}:{version}"


def sit(campaign: int, seat: str) -> str:
    """Custom id of the button that accepts a seat that was offered."""
    return f"t1:sit:{campaign}:{seat}"


def decline(campaign: int, seat: str) -> str:
    """Custom id of the button that declines an offered seat."""
    return f"t1:sit-no:{campaign}:{seat}"


def resign(campaign: int, seat: str) -> str:
    """Custom id of the button that confirms that a seat is left."""
    return f"t1:resign:{campaign}:{seat}"


def mute(campaign: int, seq: int, seat: str) -> str:
    """Custom id of the button that mutes a seat's reminders.

    :param seq: the last journal entry when it was posted.
    """
    return f"t1:mute:{campaign}:{seq}:{seat}"


def usual(campaign: int, seat: str) -> str:
    """Custom id of the button that shows a seat the usual standing orders, with a button to give them."""
    return f"t1:usual:{campaign}:{seat}"


def orders(campaign: int, seat: str, chosen: str, *, replace: bool) -> str:
    """Custom id of the button that gives a seat a set of standing orders.

    :param chosen: id of the set.
    :param replace: the set replaces the seat's own orders.
    """
    return f"t1:orders:{campaign}:{seat}:{chosen}:{replace:d}"


def confirm(proposal: int) -> str:
    """Custom id of the second press, which carries a proposal out."""
    return f"t1:do:{proposal}"


def request(answer: Literal["agree", "refuse", "withdraw"], request: int) -> str:
    """Custom id of a button that answers a request for consent."""
    return f"t1:undo:{answer}:{request}"
