"""The readings that a campaign may choose, and how many of the steps share a form.

Each reading is named in `data/revolution/cases.md` at the line that adopts it or leaves it.
"""

from __future__ import annotations

from data.catalogue import marked
from engines.core.setting import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "letter",
        marked("The letter of the sequence"),
        "SEQ",
        False,
        marked("Each step is asked for by itself."),
    ),
    Option(
        "fast",
        marked("Three forms a turn"),
        "SEQ",
        False,
        marked("After the negotiation: the plan, all actions, and all votes with the war."),
        excludes=("letter",),
        together=True,
    ),
    Option(
        "sealed-steps",
        marked("Sealed objectives and placement"),
        "SEQ",
        False,
        marked("By the letter too, objectives and placement are given secretly and shown together (A-70)."),
    ),
    Option(
        "open-votes",
        marked("Open votes"),
        "POL",
        False,
        marked("Votes are cast in turn order, and each is seen (A-22)."),
    ),
    Option(
        "private-cash",
        marked("Private cash"),
        "SEQ",
        False,
        marked("A purse and a gift are their own seats' (A-65)."),
    ),
    Option(
        "terror-from-convention",
        marked("The Terror out of two wars"),
        "REGIME",
        False,
        marked("From the Convention it takes foreign and civil war, and no threat to Paris (A-06)."),
    ),
    Option(
        "double-count-12",
        marked("Regions counted twice"),
        "REGIME",
        False,
        marked("For the twelve, a region of the Royalist that the Coalition holds counts twice (A-08)."),
    ),
    Option(
        "election-host-halves",
        marked("Halves for the hosts"),
        "REGIME",
        True,
        marked(
            "Under the Legislative the rounded-down halves of hidden Currents sit with their hosts (A-14)."
        ),
    ),
    Option(
        "sc-full-deputies",
        marked("A deputy for each Sans-Culotte region"),
        "REGIME",
        False,
        marked("By the Convention's formula the Sans-Culotte has one for each region, not for two (A-15)."),
    ),
    Option(
        "g-half-round",
        marked("The Gironde's half rounded up"),
        "REGIME",
        True,
        marked("Its share of Feuillant regions is rounded up (A-16)."),
    ),
    Option(
        "terror-new-election",
        marked("An election for the Terror"),
        "REGIME",
        False,
        marked("The Terror elects at once when it follows the Legislative (A-17)."),
    ),
    Option(
        "combat-losses",
        marked("All armies lost"),
        "MIL",
        True,
        marked("A side that loses, loses all its armies (A-53)."),
    ),
    Option(
        "kidnap-roll-outside-legislative",
        marked("The King is always rolled for"),
        "KING",
        False,
        marked("He is kidnapped by a roll under every regime (A-60)."),
    ),
    Option(
        "bankruptcy-limit",
        marked("Bankrupt once"),
        "ECON",
        True,
        marked("Once a game, not once a turn (A-63)."),
    ),
    Option(
        "gov-laws-in-legislative",
        marked("Government laws under the Legislative"),
        "POL",
        False,
        marked("Under the Legislative the Government too proposes up to three, free (A-28)."),
    ),
    Option(
        "lawmaker-bonus",
        marked("The lawmakers' laws"),
        "REGIME",
        True,
        marked("Robespierre and Saint-Just help a law each, not all laws (A-25)."),
    ),
    Option(
        "track-bonus-on-law-rolls",
        marked("Bonuses on law rolls"),
        "POL",
        True,
        marked("What a track adds to Fame counts for one's own law roll too (A-24)."),
    ),
    Option(
        "coalition-in-war",
        marked("The Coalition moves in war"),
        "MIL",
        True,
        marked("In foreign war events, the King and new regimes move its marker; else it is locked (A-33)."),
    ),
    Option(
        "conscription",
        marked("Conscription once"),
        "POL",
        True,
        marked("Once a game and in peace too; else in war only, and again (A-30)."),
    ),
    Option(
        "trial-needs-roll",
        marked("The trial is proposed"),
        "KING",
        True,
        marked("Where laws are rolled for, the King's trial has to pass like one (A-66)."),
    ),
    Option(
        "quiberon-entry",
        marked("Either landing"),
        "MIL",
        True,
        marked("Brest or Nantes is enough for Quiberon (A-13)."),
    ),
    Option(
        "catholic-adjacent-threat",
        marked("Catholic armies threaten from next door"),
        "REGIME",
        True,
        marked("One beside Paris is a threat, as the Coalition's are (A-07)."),
    ),
    Option(
        "commune-suppress-open",
        marked("Anybody may put the Commune down"),
        "ACT",
        True,
        marked("Else those alone who may raise it (A-49)."),
    ),
    Option(
        "dijon-hot", marked("Dijon is hot"), "ACT", True, marked("It is one of fourteen hot regions (A-73).")
    ),
    Option(
        "law-objective-anyone",
        marked("Anybody's law"),
        "FAME",
        False,
        marked("A law as an objective may be anybody's, not the declarer's own (A-76)."),
    ),
    Option(
        "terror-b-prison",
        marked("The Terror lets nobody flee"),
        "ACT",
        False,
        marked("Under the Terror an arrest that half succeeds imprisons too (A-77)."),
    ),
    Option(
        "influence-named",
        marked("Named helpers alone"),
        "ACT",
        False,
        marked("Those help who are named, and they are spent (A-43)."),
    ),
    Option(
        "regime-armies-need-war",
        marked("Armies wait for war"),
        "REGIME",
        True,
        marked("Those that a regime brings come in foreign war alone (A-11)."),
    ),
    Option(
        "leg-politics-4",
        marked("Robespierre against the war"),
        "EVENT",
        False,
        marked("His speech lowers the Coalition, against the rulebook's word (A-71)."),
    ),
    Option(
        "generals-act-on",
        marked("Generals act and lead"),
        "MIL",
        False,
        marked("A general who has acted in the turn raises and leads armies all the same (A-97)."),
        later=True,
    ),
    Option(
        "tie-asked",
        marked("Ties are asked for"),
        "POL",
        False,
        marked("The Current that breaks a tie chooses how, even against its own deputies' vote (A-110)."),
        later=True,
    ),
    Option(
        "own-objectives",
        marked("Objectives by one's own action"),
        "FAME",
        False,
        marked("No objective is met by another Current's deed; harder for the Sans-Culotte (A-111)."),
        later=True,
    ),
)
