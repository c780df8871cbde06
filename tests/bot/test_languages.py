"""Another language: what people read comes from the catalogue, in the server's language or in their own."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po
from PIL import Image

import engines
from bot.clock import notation
from bot.games.registry import presenter_of
from bot.games.wording import tabled
from bot.pauses import by_hand
from bot.posts import summary
from bot.replays import films, pages
from bot.replays.storyboard import storyboard
from data import catalogue
from data.catalogue import FOLDER, N_, Plural, _, english, ngettext, speaking
from data.games import GAMES
from data.language import Language
from data.sentences import _l, rendered
from data.valmy.texts import ARMS
from engines.core.dice import Dice
from engines.core.errors import IllegalAction
from engines.core.game import Game, applied
from engines.core.refusals import Refusal
from engines.core.title import BoxTitle
from render import CloseUp, RenderError, has_key, key, picture
from render.facade import artist_of
from render.pen import Pen
from render.reports.layers import Recorder
from render.reports.webpage import Reel, webpage
from tests.architecture.catalogue import ids_of
from tests.support.depth import depth
from tests.support.fixture import fixture_of
from tests.support.table import Table, controls, said, text

KEPT = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|\[|\]\([^)]*\)")
"""What a translation leaves as it is: names of parts, commands, mentions, links."""
WHOLE = {"valmy": 500}
"""A game is followed so many actions; the others end before, or nearly."""
TURNS = depth(1, 5)
"""A campaign is followed so many; automatic players think long in some games."""
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćďéƒǧħíĵķľḿńóṕɋŕśťúṽŵẋýžÁɃĆĎÉƑǦĦÍĴĶĽḾŃÓṔɊŔŚŤÚṼŴẊÝŽ",
)


@cache
def accented(message: str) -> str:
    """A message in a language that nobody speaks and everybody can read."""
    parts, end = list[str](), 0
    for kept in KEPT.finditer(message):
        parts += [message[end : kept.start()].translate(LETTERS), kept[0]]
        end = kept.end()
    return "".join([*parts, message[end:].translate(LETTERS)])


@cache
def known() -> frozenset[str]:
    """All messages, by the files of French: a law says that the code has the same, and reads it for long."""
    found = set[str]()
    for file in (FOLDER / "fr").glob("*.po"):
        with file.open("rb") as source:
            found.update(id for message in read_po(source) for id in ids_of(message.id) if id)
    return frozenset(found)


class Accented(Language):
    """All messages accented, and nothing else: what is no message of the catalogue stays as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.known = known()

    def gettext(self, message: str) -> str:
        return accented(message) if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other language is to be spoken, it is that one."""
    made = Accented()
    monkeypatch.setattr(catalogue, "translations", lambda language: made if language else None)


def plain_words(text: str) -> set[str]:
    """Words of a text that no message has told; what can be typed is not among them."""
    return set(re.findall(r"(?<![\w/<@:é])[A-Za-z]{3,}(?!\w)", KEPT.sub(" ", text)))


def names(game: str) -> set[str]:
    """What a game is called, and who made it: that is not translated."""
    title = engines.find(game)
    known = [title.name, *title.designers, title.publisher]
    return {"nonsense", *re.findall(r"\w+", " ".join(known))}


def untold(told: list[str], game: str) -> set[str]:
    """Lines with words that no message has told, but for the game's own names; cases are cited by letters."""
    # A counter in a key has any letters, one of Valmy its arm in short; a general's name may be cut short.
    known = ("Abc", *(short for arms in ARMS.values() for short in arms), *names(game))
    return {
        line
        for line in "\n".join(told).splitlines()
        for word in plain_words(line)
        if not word.isupper() and not any(name.casefold().startswith(word.casefold()) for name in known)
    }


async def played(table: Table, game: str, turns: int) -> list[str]:
    """What is said of a game that Camille plays as the automatic player would, who has the other seats."""
    camille, channel, title = table.camille, table.channel, engines.find(game)
    side = {"side": title.seats[0]} if len(title.seats) > 1 else {}
    told = [said(await camille.slash(channel, "campaign new", game=game, images="never", **side))]
    await table.bot.outbox.drain()
    for turn in range(turns):
        state = table.bot.campaigns.state_of(await table.campaign())
        action = title.suggest(state, title.seats[0], Random(turn))
        typed = "nonsense" if action is None else title.notation(action)
        told.append(said(await camille.slash(channel, "play", action=typed)))
    told.append(said(await camille.slash(channel, "play", action="nonsense")))
    return told


@pytest.mark.deep(seconds=8)
@pytest.mark.parametrize("game", GAMES)
async def test_a_campaign_is_told_in_another_language_but_for_names(
    another_language: None, table: Table, game: str
) -> None:
    camille, channel = table.camille, table.channel
    told = await played(table, game, 12 if game == "levee" else TURNS)
    looked = [(name, more) for name, more in fixture_of(game).look_ups]
    told += [said(await camille.slash(channel, name, **more)) for name, more in looked]
    commands = "status", "deadline", "undo", "pause", "resume", "undo"
    told += [said(await camille.slash(channel, f"campaign {name}")) for name in commands]
    told += [said(await camille.slash(channel, name)) for name in ("settings", "my games", "seat list")]
    await table.bot.outbox.drain()
    told += [text(card) for card in table.cards()]
    told += [label for card in table.cards() for label, *_ids in controls(card)]
    assert untold(told, game) == set()
    # What is kept speaks no language.
    await table.verify()
    kept = " ".join(repr(row.events) for row in await table.bot.store.journal(1))
    assert not set(accented("bfghkmopqtwx")) & set(kept)
    if game == "levee":
        assert any(accented("end the turn") in each for each in told)
        assert "attack on" in kept or "raise Republic" in kept or "lower" in kept


@pytest.mark.deep(seconds=8)
@pytest.mark.parametrize("game", GAMES)
async def test_pictures_films_and_pages_are_told_in_another_language_but_for_names(
    another_language: None, monkeypatch: pytest.MonkeyPatch, table: Table, game: str
) -> None:
    told: list[str] = []
    written = Pen.text

    def noted(pen: Pen, at: Any, words: str, *args: Any, **named: Any) -> None:
        told.append(words)
        written(pen, at, words, *args, **named)

    await played(table, game, 12 if game == "levee" else TURNS)
    campaign = await table.campaign()
    title, rows = table.bot.campaigns.title_of(campaign), await table.bot.store.journal(campaign.id)
    monkeypatch.setattr(Pen, "text", noted)
    with speaking("fr"):
        ending = summary.looked_back(title, campaign, rows)
        beats = storyboard(title, ending.replay, None, 6)
        for seat in (None, title.seats[0]):
            view = title.view(beats[-1].state, seat)
            for sheet in (None, *artist_of(game).sheets):
                with suppress(RenderError):
                    made = picture(
                        game, view, title.data, beats[-1].moves, width=400, close=CloseUp(sheet=sheet)
                    )
                    told.append(made.alt)
        if has_key(game):
            told.append(key(game, title.data, width=400).alt)
        told.append(summary.drawn(ending).alt)
        for beat in beats:
            caption = films.captioned(title, beat)
            told += [caption.heading, caption.text, caption.score, caption.throw]
        told.append(films.described(title, beats))
        about = pages.about(title, campaign, ending.replay, {})
        reel = Reel(str(pages.PUBLIC), [pages.scene(title, beat, None) for beat in beats])
        maps = Recorder()
        maps.add(lambda _theme: Image.new("RGB", (16, 16)))
        page = webpage(title.name, about.result, about.lines, [reel], maps.finished()).decode()
    page = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    told += re.findall(r'(?:title|aria-label|data-\w+)="([^"]*)"', page)
    told.append(html.unescape(re.sub(r"<[^>]+>", " ", page)))
    assert untold(told, game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_refusals_are_told_in_another_language_by_one_run_of_the_rules(
    another_language: None, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    title, chance = engines.find(game), Random(11)
    played, runs = Game(title, seed="refused"), list[str]()
    assert isinstance(title, BoxTitle)
    kind = type(title)
    judged = kind.refusal

    def counted(title: Any, state: Any, seat: str, action: Any) -> Refusal | None:
        runs.append(seat)
        return judged(title, state, seat, action)

    seen = dict[str, Any]()
    while len(played.journal) < 60 and len(played.decisions):
        seat = played.decisions[0].seat
        legal = title.legal_actions(played.state, seat)
        seen |= {title.notation(action): action for action in chance.sample(legal, min(8, len(legal)))}
        after = title.suggest(played.state, seat, chance) or legal[0]
        played.act(seat, after)
    seat, told = title.seats[0], list[str]()
    monkeypatch.setattr(kind, "refusal", counted)
    with speaking("fr"):
        for action in seen.values():
            runs.clear()
            try:
                applied(title, played.state, seat, action, Dice("refused"))
            except IllegalAction as refused:
                told.append(refused.message)
                assert runs == [seat]
    assert len(told) > 5
    # What is quoted is typed so.
    assert untold([re.sub("'.*?'", "", refusal) for refusal in told], game) == set()


def test_numbers_and_constants_are_told_in_the_language_of_the_moment(another_language: None) -> None:
    late, many = N_("{n} min"), Plural("{n} step", "{n} steps")

    def told() -> tuple[str, ...]:
        here = _("turn {number}, {name}", number=3, name="Varennes")
        return late(n=2), many(1), many(2), ngettext("{n} unit", "{n} units", 2), here, _("No such text.")

    assert told() == ("2 min", "1 step", "2 steps", "2 units", "turn 3, Varennes", "No such text.")
    with speaking("fr"):
        assert told() == ("2 ḿíń", "1 śťéṕ", "2 śťéṕś", "2 úńíťś", "ťúŕń 3, Varennes", "No such text.")
    assert str(late) == "{n} min"


def test_what_an_event_keeps_is_told_with_the_names_and_numbers_in_it(another_language: None) -> None:
    entry = _l("{army} against free {space}", army="Austria", space="Brussels")
    source = _l("{source} {value:+d}", source="Republic reigns", value=1)
    with speaking("fr"):
        assert str(entry) == accented("Austria against free Brussels")
        assert str(source) == f"{accented('Republic reigns')} +1"
        assert rendered("Draw Sabers!") == accented("Draw Sabers!")
    assert (str(entry), str(source)) == ("Austria against free Brussels", "Republic reigns +1")


def test_lengths_of_time_are_messages_with_their_unit(another_language: None) -> None:
    long = timedelta(days=2, hours=4, minutes=5)
    clocks = [notation.read(text) for text in ("48h", "90m interrupts 30m", "bank 4d +12h max 7d awake 2h")]
    assert (by_hand.length(long), by_hand.length(timedelta())) == ("2 d 4 h 5 min", "nothing")
    with speaking("fr"):
        told = [by_hand.length(long), *map(notation.words, clocks)]
    assert told[0] == "2 ď 4 ħ 5 ḿíń"
    assert {word for line in told for word in plain_words(line)} == set()


def test_a_language_without_texts_is_english() -> None:
    with speaking("tlh"):
        assert _("The campaign is over.") == "The campaign is over."


async def test_pictures_and_films_are_in_the_language_of_whoever_asks(
    another_language: None, table: Table
) -> None:
    await table.new()
    await table.bot.campaigns.take(1, table.camille.id, "end")
    campaign, pictures = await table.campaign(), table.bot.pictures
    title = table.bot.campaigns.title_of(campaign)
    view = title.view(table.bot.campaigns.state_of(campaign), None)
    with english():
        plain = await pictures.draw(title, view, width=200)
    with speaking("fr"):
        other = await pictures.draw(title, view, width=200)
    assert plain.alt.startswith("Map of")
    assert other.alt.startswith(accented("Map of"))
    assert plain.data != other.data

    async def tell(done: int, of: int, token: str) -> None:
        """Nobody is told how far it is."""

    with speaking("fr"):
        film = await table.bot.films.make(campaign, width=200, limit=2**23, tell=tell)
    # A process of its own makes it, which knows the real French alone.
    assert film.alt.startswith("Carte animée de")


def offered(words: Any, state: Any, seat: str) -> list[str]:
    """What a seat is offered, and what it can know of its own."""
    view = words.title.view(state, seat)
    told = [*words.standing(view, seat), *words.private(view, seat), words.own(view, seat)]
    told += words.barred(state, seat)
    groups = words.groups(state, seat)
    told += [group.prompt for group in groups]
    choices = [*words.choices(state, seat)[:20], *(choice for group in groups for choice in group.choices)]
    return [*told, *(text for choice in choices for text in (choice.label, choice.reason))]


@pytest.mark.parametrize("game", GAMES)
def test_quick_references_are_told_in_another_language(another_language: None, game: str) -> None:
    with speaking("fr"):
        told = [tabled(table) for table in presenter_of(engines.find(game)).reference()]
    # Results of a table of combats are cited as they are printed.
    assert untold([re.sub(r"\b[AD]rs\b", "", table) for table in told], game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_in_another_language_but_for_names(another_language: None, game: str) -> None:
    title, chance = engines.find(game), Random(4)
    played, told = Game(title, seed="words"), list[str]()
    for turn in range(WHOLE.get(game, 1000)):
        if played.outcome is not None:
            break
        seat = played.decisions[0].seat
        action = title.suggest(played.state, seat, chance) if turn % 2 else None
        events = played.act(seat, action or chance.choice(title.legal_actions(played.state, seat)))
        with speaking("fr"):
            words = presenter_of(title)
            told += [*words.tell(events), *(asked.prompt for asked in words.title.decisions(played.state))]
            told += offered(words, played.state, seat) if turn % 160 == 0 else []
            stands = title.provisional_outcome(played.state)
            told += [] if stands is None else words.verdict(stands)
        # What a game comes to is a value: each reader is told it in their own language.
        assert stands == title.provisional_outcome(played.state)
    assert untold(told, game) == set()
