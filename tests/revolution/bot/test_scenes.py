"""Each vote, combat and great day has a post and a picture of its own, and is a line on the turn's card."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from msgspec.structs import replace

import render
from bot.games.revolution.presenter import RevolutionPresenter
from bot.games.shown import Scene
from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.core.events import ChapterBegun, Event, PhaseBegun
from engines.revolution.events import (
    CommuneEnded,
    CommuneRaised,
    ControlChanged,
    Deposed,
    FameChanged,
    FormShut,
    PersonMoved,
    RowCame,
    Settled,
    Thrown,
)
from engines.revolution.politics.events import (
    Counted,
    DeputiesTurned,
    Elected,
    GovernmentChanged,
    Judged,
    KingTried,
    LawInForce,
    LawPassed,
    LawRejected,
    RegimeInstalled,
    TieBroken,
)
from engines.revolution.purposes import Purpose
from engines.revolution.title import Revolution
from engines.revolution.war.events import (
    ArmyGone,
    CapitalMoved,
    CoalitionHolds,
    CombatRolled,
    Fought,
    KingMoved,
)
from tests.revolution.render.samples import START, WAR

TITLE = Revolution()
WORDS = RevolutionPresenter(TITLE)
HELD = {"royalist": 2, "feuillant": 10, "marais": 4, "gironde": 6, "mountain": 2, "sans-culotte": 2}
LAW = Counted("vote", "maximum/gironde", {"gironde": 1, "feuillant": 0}, 6, 6, held=HELD)
FOUGHT = Fought("lille", False, "revolutionary", 1, 1, 9, [], 9, "A", ("regular-lille", "coburg"))


@lru_cache(maxsize=1)
def turns() -> list[list[Event]]:
    """A game of six automatic players as all may know it, turn by turn."""
    dice, chooser = Dice("scenes"), random.Random("scenes")
    step = TITLE.setup("historical", TITLE.chosen({}), dice)
    found: list[list[Event]] = []
    while True:
        for event in TITLE.redact_all(step.events, None):
            found += [[]] if isinstance(event, ChapterBegun) or not found else []
            found[-1].append(event)
        owed = TITLE.decisions(step.state)
        if not owed:
            return found
        action = TITLE.suggest(step.state, owed[0].seat, chooser)
        assert action is not None
        step = TITLE.apply(step.state, owed[0].seat, action, dice)


def count(events: list[Event], *kinds: type[Event]) -> int:
    return sum(isinstance(event, kinds) for event in events)


def one(*events: Event) -> Scene:
    (scene,) = WORDS.scenes(events)
    return scene


def test_every_vote_and_every_combat_of_a_game_has_its_post_and_few_enough() -> None:
    most = len(TITLE.seats) * 4
    for turn in turns():
        told = WORDS.scenes(turn)
        votes = [event for event in turn if isinstance(event, Counted) and event.kind != "verdict"]
        cast = len(votes) + count(turn, Deposed)
        assert sum(scene.title.startswith(("The Assembly", "The trial")) for scene in told) == cast
        assert sum(scene.title.startswith("Combat in") for scene in told) == count(turn, Fought)
        assert len(told) < most
        assert all(scene.lines and scene.over for scene in told), told
        assert bool(told) == WORDS.is_scene(None, turn)  # type: ignore[arg-type]
        card = WORDS.on_card(turn).lines
        headlines = [headline for scene in told for headline in scene.headlines]
        # Under later regimes the Government rolls for the prisoners, and nobody votes on them.
        tried = {event.subject for event in turn if isinstance(event, Counted) and event.kind == "verdict"}
        judged = [event for event in turn if isinstance(event, Judged) and event.person in tried]
        assert sum(each.about == "vote" for each in headlines) == len(votes) + len(judged)
        assert all(each.lines()[0] in card for each in headlines if each.about in ("vote", "fight"))
        assert len(card) <= len(WORDS.tell(turn))


def test_a_vote_is_told_with_what_comes_of_it_and_no_more() -> None:
    before, after = FameChanged("gironde", 1, 9, "POL"), PhaseBegun("justice", "JUSTICE")
    shut = FormShut("vote", "maximum/gironde")
    tie, lost = TieBroken("feuillant", "maximum", False), LawRejected("maximum", "gironde", 0)
    scene = one(before, shut, LAW, tie, lost, after, before)
    assert scene.title == "The Assembly votes: Maximum of prices and wages (Gironde)"
    assert list(scene.events or ()) == [LAW, tie, lost]
    assert "6 for, 6 against" in scene.lines[0]
    said = [line for line in WORDS.on_card([shut, LAW, tie, lost]).lines if "FormShut" not in line]
    assert said[-1] == "🗳️ **The Assembly rejects Maximum of prices and wages (Gironde), 6 to 6.**"
    assert scene.headlines[0].told == "The Feuillant broke the tie."
    judged = [Counted("verdict", who, {"marais": 1}, 4, 0, held=HELD) for who in ("roux", "marat")]
    scene = one(judged[0], Judged("roux", "prison"), FormShut("verdict", "marat"), judged[1])
    assert scene.title == "Justice: the prisoners are judged"


def test_each_verdict_is_a_line_on_the_card_that_its_post_tells_in_full() -> None:
    tried: list[Event] = []
    for who, guilty, innocent, sentence in (("roux", 11, 12, "free"), ("marat", 15, 8, "prison")):
        tried += [Counted("verdict", who, {"marais": 1}, guilty, innocent, held=HELD), Judged(who, sentence)]
    assert WORDS.on_card(tried).lines == [
        "🗳️ **Roux goes free, 11 to 12.**",
        "🗳️ **Marat stays in prison, 15 to 8.**",
    ]
    assert len(one(*tried).lines) > len(tried)
    assert WORDS.on_card(tried[:1]).lines == WORDS.tell(tried[:1])


def test_a_verdict_that_is_rolled_is_a_headline_without_votes() -> None:
    rolled = [Judged("roux", "dead"), Judged("marat", "prison"), Judged("danton", "free")]
    assert [(each.title, each.winner) for each in WORDS.headlines(rolled)] == [
        ("Roux goes to the guillotine", "yes"),
        ("Marat stays in prison", "yes"),
        ("Danton goes free", "no"),
    ]


def test_what_dice_decide_on_laws_and_lives_is_a_headline_too() -> None:
    events = [
        LawPassed("civic", "gironde"),
        LawInForce("civic", "gironde"),
        LawRejected("civic", "marais", 0),
        Elected({"royalist": 0, "marais": 11, "gironde": 8}),
        PersonMoved("la-fayette", "dead", "feuillant", "EVENT", "massacre"),
        Judged("marat", "dead"),
        PersonMoved("marat", "dead", "mountain", "JUSTICE"),
        CoalitionHolds("metz", on=True),
        CoalitionHolds("nantes", on=False),
        ArmyGone("volunteer-1", "amiens", "unpaid", "MIL"),
    ]
    assert [(each.title, each.winner) for each in WORDS.headlines(events)] == [
        ("Civic law (Gironde) is in force", "yes"),
        ("Civic law (Marais) fails", "no"),
        ("The election: Marais 11, Gironde 8", "marais"),
        ("La Fayette dies", ""),
        ("Marat goes to the guillotine", "yes"),
        ("The Coalition takes Metz", "allied"),
        ("The Coalition loses Nantes", ""),
        ("1st Volunteers lost in Amiens", ""),
    ]


def test_a_combat_says_what_was_rolled_and_that_the_commune_is_lost() -> None:
    fought = Fought("paris", False, "revolutionary", 1, 1, 4, [], 4, "C", ("brunswick",))
    ended = CommuneEnded(None, "MIL")
    (headline,) = WORDS.headlines([CombatRolled("paris", False, "revolutionary", (3, 1)), fought, ended])
    assert headline.title == "The Coalition beats the Revolution in Paris"
    assert headline.told.endswith(
        "Lost: The Commune. The Revolution attacked and rolled 4; 9 or more wins, less than 6 loses."
    )


def test_a_spectator_reads_by_which_roll_or_event_something_came_about() -> None:
    raised = Thrown(
        "gironde", Purpose.of("raise", "laclos"), 14, [("influence", 2)], 5, [1, 6], [(1, 6)], 0, "B", "ACT"
    )
    law = Thrown(
        "mountain", Purpose.of("law", "civic"), 17, [("gironde", 3)], 9, [4, 4], [(4, 4)], 0, "A", "POL"
    )
    melts = RowCame("legislative-counter-revolution-11", "An army melts away", (6, 3), [], 11)
    events = [
        *(raised, CommuneRaised("gironde", "ACT"), PhaseBegun("politics", "POL")),
        *(
            law,
            LawPassed("civic", "mountain"),
            LawInForce("civic", "mountain"),
            PhaseBegun("events", "EVENT"),
        ),
        *(melts, ArmyGone("regular-lille", "lille", "event", "EVENT"), PhaseBegun("combat", "MIL")),
        CoalitionHolds("dijon", True, ("wurmser",)),
    ]
    assert [(each.title, each.told) for each in WORDS.headlines(events)] == [
        (
            "The Commune rises",
            f"The Gironde leads it{CHANGES} The Gironde rolled 1+6 on Fame 14 +2 (influence).",
        ),
        ("Civic law (Mountain) is in force", "The Mountain rolled 4+4 on Fame 17 +3 (Gironde)."),
        ("Army of Lille lost in Lille", "The event: An army melts away."),
        ("The Coalition takes Dijon", "Its army there: Wurmser."),
    ]


def test_a_vote_says_how_many_deputies_each_has_and_whose_vote_with_another() -> None:
    assert WORDS.tell([LAW])[-1] == "-# yes: Gironde 6 · no: Feuillant 10"
    turned = DeputiesTurned("gironde", "marais", 3)
    assert [(each.title, each.winner) for each in WORDS.headlines([turned])] == [
        ("3 deputies of the Marais vote with the Gironde this turn", "gironde")
    ]
    assert WORDS.headlines([DeputiesTurned("gironde", "marais", 0)]) == []
    critics = Counted("critics", "", {"gironde": -1}, 7, 19, held=HELD)
    (fallen,) = WORDS.headlines([critics, GovernmentChanged("gironde", "REGIME")])
    assert (fallen.title, fallen.told) == (
        "The Government falls, 7 for and 19 against",
        "The Gironde governs.",
    )


LEADS = CommuneRaised("mountain", "ACT", "gironde")
CHANGES = ", and alone can change the regime now, if France is in danger."


def test_a_great_day_says_who_leads_or_governs_after_it() -> None:
    days: dict[str, Event] = {
        f"The Mountain leads it{CHANGES}": CommuneRaised("mountain", "ACT"),
        "The Feuillant leads it.": CommuneRaised("feuillant", "ACT"),
        "Nobody leads it.": CommuneRaised(None, "EVENT"),
        f"The Mountain leads it{CHANGES} The Gironde loses Paris.": LEADS,
        "Nobody leads it. The Gironde loses Paris.": CommuneRaised(None, "EVENT", "gironde"),
        "The Mountain controls Paris.": CommuneEnded("mountain", "ACT"),
        "Nobody controls Paris.": CommuneEnded(None, "MIL"),
        "The Gironde governs.": RegimeInstalled("convention", "gironde", None),
        "The capital is Tours now.": CapitalMoved("tours"),
        **{
            f"{why} The Gironde governs.": RegimeInstalled("convention", "gironde", None, "mountain", id)
            for id, why in {
                "army": "The Mountain led the Commune and chose it while an enemy army was in or "
                "next to Paris.",
                "regions": "The Mountain led the Commune and chose it while Royalist and Coalition "
                "held 12 regions or more.",
                "war": "The Mountain led the Commune and chose it while there was war abroad and at home.",
                "rejected": "The Mountain chose it when laws had been rejected often enough.",
            }.items()
        },
    }
    assert {told: one(event).headlines[0].told for told, event in days.items()} == {
        told: told for told in days
    }


def test_an_objective_that_is_met_is_a_headline_and_one_that_is_not_is_none() -> None:
    events = [Settled("government", "arrest", "roux", True), Settled("mountain", "raise", "", True)]
    missed = Settled("gironde", "raise", "", False)
    assert [each.title for each in WORDS.headlines([*events, missed])] == [
        "The Government meets its objective: to arrest Roux",
        "The Mountain meets its objective: to raise the Commune",
    ]


def test_a_turn_ends_with_the_points_of_all_and_the_regions_in_other_hands() -> None:
    began = TITLE.view(TITLE.setup(TITLE.scenarios[0].id, {}, Dice("end")).state, None)
    regions = began.regions | {
        "lille": replace(began.regions["lille"], control="marais"),
        "paris": replace(began.regions["paris"], control=None),
    }
    assert [began.regions[id].control == regions[id].control for id in ("lille", "paris")] == [False, False]
    points, camps, changed, burning = WORDS.closing(began, replace(began, regions=regions))
    assert all(f"{WORDS.names.head(seat)} {score}" in points for seat, score in began.score.items())
    was = [WORDS.names.name(began.regions[id].control or "") for id in ("lille", "paris")]
    assert changed == (
        f"**Regions that changed** {WORDS.names.head('marais')}: Lille (was {was[0]}) · "
        f"**Neutral**: Paris (was {was[1]})"
    )
    assert WORDS.closing(began, began) == [points, camps, burning]
    assert burning == "**In revolt** Bourges"
    calm = {id: replace(seen, revolt=False) for id, seen in began.regions.items()}
    assert WORDS.closing(began, replace(began, regions=calm)) == [points, camps]


def test_a_turn_ends_with_the_camp_that_most_of_the_five_would_vote_for() -> None:
    began = TITLE.view(TITLE.setup(TITLE.scenarios[0].id, {}, Dice("end")).state, None)
    for points, votes in ((0, "3 of 5 vote for Reaction"), (99, "3 of 5 vote for Revolution")):
        score = {seat: points * (seat != "royalist") for seat in SEATS}
        assert WORDS.closing(began, replace(began, score=score))[1].endswith(f"{votes}.")
    throne = replace(began, score=began.score | {"royalist": 99})
    assert not any("vote for" in line for line in WORDS.closing(began, throne)), "He wins without a vote."


@pytest.mark.case("R-WIN-09")
def test_the_end_tells_the_points_of_all_and_the_vote_that_decided() -> None:
    state = TITLE.setup(TITLE.scenarios[0].id, {}, Dice("end")).state
    outcome = TITLE.known_outcome(state, None)
    points, why = WORDS.aftermath(outcome, TITLE.view(state, None), [])
    view = TITLE.view(state, None)
    assert points.startswith("**Points** ")
    assert all(f"{WORDS.names.head(seat)} {score}" in points for seat, score in view.score.items())
    enough = TITLE.box.tables.enough
    camp = next(side for seat, side in TITLE.box.camp.items() if seat == outcome.winner)
    votes = [(view.score[seat] >= enough) == (TITLE.box.camp[seat] == camp) for seat in SEATS[1:]]
    assert f"{sum(votes)} of 5 vote for {camp.title()}" in why
    assert f"{WORDS.names.who(outcome.winner or '')} wins with it" in why


@pytest.mark.case("R-REGIME-10")
def test_a_vote_on_the_government_says_what_came_of_it() -> None:
    for against, outcome in ((12, "falls"), (6, "stays")):
        (line, *_said) = WORDS.tell(
            [Counted("critics", "", {"feuillant": 1, "gironde": -1}, 6, against, held=HELD)]
        )
        assert line == f"🗳️ **The Government** {outcome}: 6 for, {against} against (R-REGIME-10)"


def test_a_combat_is_told_with_its_dice_and_who_is_lost_in_it() -> None:
    rolled = CombatRolled("lille", False, "revolutionary", (5, 4))
    assert not one(rolled).over
    gone = ArmyGone("coburg", "lille", "combat", "MIL")
    elsewhere = ControlChanged("metz", "marais", "MIL")
    scene = one(rolled, FOUGHT, gone, elsewhere)
    assert list(scene.events or ()) == [rolled, FOUGHT, gone]
    battle = scene.close.battle
    assert battle is not None
    assert (battle.dice, battle.told) == ((5, 4), "Army of Lille against Coburg: the attacker wins.")
    assert [(force.name, force.lost) for force in battle.forces] == [
        ("The Revolution", ""),
        ("The Coalition", "Lost: Coburg"),
    ]


def test_great_days_have_their_titles() -> None:
    fallen = CapitalMoved("tours"), KingMoved("tours", "capital", "KING")
    days: dict[str, tuple[Event, ...]] = {
        "A new regime: Terror": (RegimeInstalled("terror", "mountain", None),),
        "Paris has fallen": fallen,
        "The Government is back in Paris": (CapitalMoved("paris"),),
        "The flight of the King": (KingMoved("metz", "kidnapped", "KING"),),
        "The King is taken again": (KingMoved("metz", "recaptured", "KING"),),
        "The Commune rises": (CommuneRaised("mountain", "ACT"),),
        "The trial of the King": (Counted("vote", "king", {"marais": 1}, 4, 0), KingTried(guilty=True)),
    }
    assert {title: one(*events).title for title, events in days.items()} == {title: title for title in days}
    assert WORDS.on_card(fallen).lines == WORDS.tell(fallen)


def test_pictures_of_them_say_in_words_who_voted_how_and_who_fought() -> None:
    law = one(LAW, LawPassed("maximum", "gironde"), LawInForce("maximum", "gironde"))
    drawn = render.picture(
        "revolution", START, TITLE.data, WORDS.moves(law.events or ()), width=400, close=law.close
    )
    assert drawn.alt.startswith("Maximum of prices and wages (Gironde): rejected, 6 to 6. For: Gironde 6.")
    assert "Against: Feuillant 10." in drawn.alt
    fight = one(FOUGHT)
    drawn = render.picture("revolution", WAR, TITLE.data, WORDS.moves([FOUGHT]), width=400, close=fight.close)
    assert drawn.alt.startswith("Combat in Lille. Army of Lille against Coburg: the attacker wins.")
