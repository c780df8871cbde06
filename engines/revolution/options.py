"""The readings that a campaign may choose, and how many of the steps are asked for at once.

Each reading is named in `data/revolution/cases.md` at the line that adopts it or leaves it.
"""

from __future__ import annotations

from engines.core.setting import Option

OPTIONS: tuple[Option, ...] = (
    Option("letter", "The letter of the sequence", "SEQ", False, "Each step is asked for by itself."),
    Option(
        "fast",
        "Three forms a turn",
        "SEQ",
        False,
        "After the talk: the plan, all actions, and all votes with the war.",
        excludes=("letter",),
    ),
    Option(
        "sealed-steps",
        "Sealed objectives and placement",
        "SEQ",
        False,
        "By the letter too, objectives and placement are given secretly and shown together (A-70).",
    ),
    Option(
        "open-votes", "Open votes", "POL", False, "Votes are cast in turn order, and each is seen (A-22)."
    ),
    Option("private-cash", "Private cash", "SEQ", False, "A purse and a gift are their own seats' (A-65)."),
    Option(
        "terror-from-convention",
        "The Terror out of two wars",
        "REGIME",
        False,
        "From the Convention it takes foreign and civil war, and no threat to Paris (A-06).",
    ),
    Option(
        "double-count-12",
        "Regions counted twice",
        "REGIME",
        False,
        "For the twelve, a region of the Royalist that the Coalition holds counts twice (A-08).",
    ),
    Option(
        "election-host-halves",
        "Halves for the hosts",
        "REGIME",
        True,
        "Under the Legislative the rounded-down halves of hidden Currents sit with their hosts (A-14).",
    ),
    Option(
        "sc-full-deputies",
        "A deputy for each Sans-Culotte region",
        "REGIME",
        False,
        "By the Convention's formula the Sans-Culotte has one for each region, not for two (A-15).",
    ),
    Option(
        "g-half-round",
        "The Gironde's half rounded up",
        "REGIME",
        True,
        "Its share of Feuillant regions is rounded up (A-16).",
    ),
    Option(
        "terror-new-election",
        "An election for the Terror",
        "REGIME",
        False,
        "The Terror elects at once when it follows the Legislative (A-17).",
    ),
    Option(
        "combat-losses", "All armies lost", "MIL", True, "A side that loses, loses all its armies (A-53)."
    ),
    Option(
        "kidnap-roll-outside-legislative",
        "The King is always rolled for",
        "KING",
        False,
        "He is kidnapped by a roll under every regime (A-60).",
    ),
    Option("bankruptcy-limit", "Bankrupt once", "ECON", True, "Once a game, not once a turn (A-63)."),
    Option(
        "gov-laws-in-legislative",
        "Government laws under the Legislative",
        "POL",
        False,
        "Under the Legislative the Government too proposes up to three, free (A-28).",
    ),
    Option(
        "lawmaker-bonus",
        "The lawmakers' laws",
        "REGIME",
        True,
        "Robespierre and Saint-Just help a law each, not all laws (A-25).",
    ),
    Option(
        "track-bonus-on-law-rolls",
        "Bonuses on law rolls",
        "POL",
        True,
        "What a track adds to Fame counts for one's own law roll too (A-24).",
    ),
    Option(
        "coalition-in-war",
        "The Coalition moves by events",
        "MIL",
        True,
        "In foreign war events move its marker; else it is locked (A-33).",
    ),
    Option(
        "conscription",
        "Conscription once",
        "POL",
        True,
        "Once a game and in peace too; else in war only, and again (A-30).",
    ),
    Option(
        "trial-needs-roll",
        "The trial is proposed",
        "KING",
        True,
        "Where laws are rolled for, the King's trial has to pass like one (A-66).",
    ),
    Option("quiberon-entry", "Either landing", "MIL", True, "Brest or Nantes is enough for Quiberon (A-13)."),
    Option(
        "catholic-adjacent-threat",
        "Catholic armies threaten from next door",
        "REGIME",
        True,
        "One beside Paris is a threat, as the Coalition's are (A-07).",
    ),
    Option(
        "commune-suppress-open",
        "Anybody may put the Commune down",
        "ACT",
        True,
        "Else those alone who may raise it (A-49).",
    ),
    Option("dijon-hot", "Dijon is hot", "ACT", True, "It is one of fourteen hot regions (A-73)."),
    Option(
        "law-objective-anyone",
        "Anybody's law",
        "FAME",
        False,
        "A law as an objective may be anybody's, not the declarer's own (A-76).",
    ),
    Option(
        "terror-b-prison",
        "The Terror lets nobody flee",
        "ACT",
        False,
        "Under the Terror an arrest that half succeeds imprisons too (A-77).",
    ),
    Option(
        "influence-named",
        "Named helpers alone",
        "ACT",
        False,
        "Those help who are named, and they are spent (A-43).",
    ),
    Option(
        "regime-armies-need-war",
        "Armies wait for war",
        "REGIME",
        True,
        "Those that a regime brings come in foreign war alone (A-11).",
    ),
    Option(
        "leg-politics-4",
        "Robespierre against the war",
        "EVENT",
        False,
        "His speech lowers the Coalition, against the rulebook's word (A-71).",
    ),
)
