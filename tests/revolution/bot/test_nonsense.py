"""Nonsense that is typed, form by form: each gets a sentence that says what is wrong, and changes nothing."""

from __future__ import annotations

from typing import Any

from engines.core.record import digest
from engines.revolution.title import Revolution
from tests.revolution.bot.six import Six

TITLE = Revolution()
F, G, M, R = "feuillant", "gironde", "mountain", "royalist"
Case = tuple[str, str, dict[str, Any], str]
"""Who types what, and what the answer says."""
NONSENSE: dict[str, list[Case]] = {
    "talk": [
        (G, "arrest", {"person": "marat"}, "too early: it belongs to the form 'people'"),
        (G, "commune raise", {}, "belongs to the form 'regions'"),
        (G, "law vote", {"question": "civic yes"}, "belongs to the form 'votes'"),
        (G, "form keep", {"roll": "2"}, "belongs to the form 'people'"),
        (R, "declare alliance", {"current": "sans-culotte"}, "never allies with the Sans-Culotte (R-SEQ-07)"),
        (G, "declare alliance", {"current": "gironde"}, "It takes another Current"),
        (G, "declare alliance", {"current": "napoleon"}, "'napoleon' is none of royalist, feuillant"),
        (G, "declare common", {"current": R, "law": "jacobin", "by": G}, "none of economic, anti-privilege"),
        (M, "declare common", {"current": R, "law": "economic", "by": R}, "never allies with the Royalist"),
        (G, "declare common", {"current": "marais", "law": "economic", "by": M}, "One of the two proposes"),
        (M, "event decide", {"event": "legislative-commune-4 yes"}, "Government's, which the Feuillant runs"),
        (G, "event sacrifice", {"army": "grande-armee"}, "'grande-armee' is not an army"),
        (G, "give", {"to": G, "assignats": 100}, "You have that money already"),
        (G, "give", {"to": "marais", "assignats": 99999}, "You have 1400 assignats, 98599 fewer than that"),
        (R, "give", {"to": M, "assignats": 50}, "No money passes between the Royalist and the Mountain"),
        (G, "talk", {"seat": G}, "You can't talk to yourself."),
        (R, "talk", {"seat": R}, "You can't talk to yourself."),
        (G, "form drop", {"line": 9}, "There is no line 9 on the form"),
    ],
    "plan": [
        (G, "declare alliance", {"current": M}, "too late: the form 'talk' is closed this turn"),
        (G, "talk", {"seat": M}, "Private talk is for the beginning of a turn"),
        (G, "plan objective", {"what": "plot atlantis"}, "'atlantis' is not a region"),
        (G, "plan objective", {"what": "arrest roux"}, "An objective is one of convince, revolt"),
        (G, "plan objective", {"what": "convince louis"}, "You can't win Louis XVI over"),
        (G, "plan purpose", {"what": "arrest roux"}, "objective of the Government is the Feuillant's"),
        (F, "plan purpose", {"what": "law economic"}, "a law only where it proposes laws (R-FAME-04)"),
        (F, "plan purpose", {"what": "arrest barnave"}, "can't arrest Barnave this turn"),
        (G, "plan place", {"person": "marat", "region": "lyon"}, "Marat is not yours to place"),
        (G, "plan place", {"person": "brissot", "region": "vienna"}, "'vienna' is not a region"),
        (F, "plan place", {"person": "barnave", "region": "metz"}, "has somebody in Paris (R-SEQ-12)"),
    ],
    "people": [
        (G, "arrest", {"person": "marat"}, "Government alone arrests, which the Feuillant runs (R-ACT-15)"),
        (F, "arrest", {"person": "marat", "rolls": "0"}, "'0' is no number of rolls: 1 to 99"),
        (F, "arrest", {"person": "marat", "rolls": "lots"}, "'lots' is no number of rolls"),
        (F, "arrest", {"person": "nobody"}, "'nobody' is not a personality"),
        (F, "arrest", {"person": "brissot"}, "Brissot may not be arrested under the Legislative (R-ACT-18)"),
        (F, "remove", {"person": "marat"}, "Who sits in the Assembly removes nobody"),
        (M, "remove", {"person": "brissot"}, "Brissot is in Paris, which is not yours (R-ACT-26)"),
        (R, "convince", {"person": "robespierre"}, "Robespierre listens to the Mountain alone (R-ACT-32)"),
        (G, "convince", {"person": "brissot"}, "Brissot is yours already"),
        (M, "convince", {"person": "barere", "rolls": "99"}, "9550 are missing (R-ACT-10)"),
    ],
    "regions": [
        (G, "plot", {"region": "lyon", "by": "brissot"}, "Brissot is not in Lyon"),
        (G, "plot", {"region": "bordeaux"}, "Bordeaux is yours already"),
        (G, "plot", {"region": "lyon", "by": "robespierre"}, "Robespierre is not yours"),
        (F, "revolt", {"region": "metz"}, "Who sits in the Assembly raises no revolt (R-ACT-45)"),
        (
            G,
            "pacify",
            {"region": "bourges"},
            "Government pacifies, which the Feuillant runs; suppress is yours",
        ),
        (F, "pacify", {"region": "lyon"}, "Lyon is not in revolt"),
        (R, "commune raise", {}, "raised by the Gironde, the Mountain or the Sans-Culotte alone"),
        (G, "commune quell", {}, "The Commune is not raised"),
        (G, "commune install", {"regime": "terror"}, "The Terror is for the Mountain or the Sans-Culotte"),
        (G, "plot", {"region": "lyon", "rolls": "50"}, "₶ short and the last actions are skipped (R-ACT-10)"),
    ],
    "politics": [
        (G, "turn", {"whose": "mountain by brissot"}, "You turn deputies of the Marais alone"),
        (M, "royal", {"how": "without"}, "None but the Feuillant and the Royalist ever holds the King"),
        (
            M,
            "law propose",
            {"law": "civic"},
            "laws are proposed by the Feuillant, the Gironde and the Marais",
        ),
        (G, "law propose", {"law": "trial"}, "can't be proposed under the Legislative (R-KING-13)"),
        (G, "law propose", {"law": "magna-carta"}, "'magna-carta' is not a law"),
        (F, "law decree", {"law": "civic"}, "The Government proposes no laws of its own here"),
    ],
    "votes": [
        (G, "law vote", {"question": "emigres yes"}, "Measures against émigrés is not before the Assembly"),
        (G, "law vote", {"question": "maybe"}, "'vote' wants a question, and yes or no: vote civic yes"),
        (G, "law veto", {"law": "civic yes"}, "The King is in the hands of the Feuillant (R-POL-28)"),
        (G, "law thermidor", {"answer": "yes"}, "Thermidor is for the Marais to install"),
        (G, "law verdict", {"person": "barnave guilty"}, "Barnave is not judged this turn"),
        (G, "declare stand", {"stand": "revolt"}, "or neutral is wanted"),
        (G, "war land", {"army": "coburg in paris"}, "The Royalist places the Coalition's armies"),
        (G, "war muster", {"army": "army-retz by charette"}, "The Royalist alone raises Catholic Royal"),
        (G, "war kidnap", {"answer": "yes"}, "The Royalist alone kidnaps the King"),
    ],
    "war": [
        (
            G,
            "law vote",
            {"question": "civic yes"},
            "'vote civic yes' comes too late: the form 'votes' is closed",
        ),
        (
            F,
            "law vote",
            {"question": "civic yes"},
            "'vote civic yes' comes too late: the form 'votes' is closed",
        ),
        (G, "war march", {"way": "regular-metz along metz > paris"}, "The game waits for the Feuillant"),
        (F, "war march", {"way": "regular-metz along metz > marseille"}, "Metz does not border on Marseille"),
        (F, "war march", {"way": "coburg along lille > paris"}, "Coburg is none of the Government's armies"),
        (F, "war disband", {"army": "coburg"}, "none of the armies that you pay for"),
        (F, "war carnot", {"region": "metz +1"}, "Carnot commands for the Government, under the Terror"),
        (G, "form hand-in", {}, "You have no form to fill in now."),
        (G, "form clear", {}, "You have no form to fill in now."),
    ],
}


async def test_nonsense_gets_a_sentence_that_says_what_is_wrong_and_changes_nothing(life: Six) -> None:
    assert sum(map(len, NONSENSE.values())) >= 50
    await life.gathers()
    for form, cases in NONSENSE.items():
        before = digest(await life.state())
        if form != "war":
            await life.clears(*{seat for seat, *_ in cases})
        for seat, command, options, told in cases:
            answer = await life.types(life.of[seat], f"revolution {command}", **options)
            assert told in answer, (form, seat, command, options, answer[-400:])
        assert digest(await life.state()) == before, form
        for seat in await life.owing() if form != "war" else ():
            await life.files(seat)
    # What was typed may have stood on a form with its doubt; none of it was ever done.
    assert "plot for Bordeaux" not in life.told()
