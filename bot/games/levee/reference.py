"""The quick reference of *Levée en Masse*."""

from __future__ import annotations

from bot.games.wording import spoken
from data.catalogue import N_, _, retold
from data.levee.schema import ARMIES, KIT, Place
from data.nouns import clauses
from engines.levee.box import Box
from engines.levee.options import OPTIONS
from render import Table

SEQUENCE = (
    (
        "1",
        N_(
            "The headline is revealed and carried out: armies advance or retreat, tracks move, Paris "
            "may riot."
        ),
    ),
    ("2", N_("French Army: its modifier is set from the card and from who reigns.")),
    ("3", N_("Actions: as many as the card has, in any order, each rolled at once.")),
    ("4", N_("Housekeeping: fall of Paris, disorder, conquest, modifiers back to 0.")),
)
FRENCH_ARMY = (
    (N_("Military modifier of the card"), N_("as printed")),
    (N_("Republic reigns, alone at the top"), "+1"),
    (N_("Despotism reigns, or nobody"), "0"),
    (N_("Monarchy reigns"), "−1"),
    (N_("Together"), N_("−2 to +2")),
)
HOUSEKEEPING = (
    ("8.1", N_("An army in Paris: the game ends at once.")),
    ("8.2", N_("Disorder in Paris: Republic −1.")),
    ("8.3", N_("An army in a liberated space: its Liberation marker goes back to the Holding Box.")),
    ("8.4", N_("The French Army and all modifiers of the card are back to 0.")),
)
POINTS = (
    (N_("The Republic's box"), "× 3"),
    (N_("Each liberated space"), N_("+ its number")),
    (N_("Despotism's box"), "× −4"),
    (N_("Monarchy's box"), "× −5"),
    (N_("Each red card not yet drawn"), "−1"),
    (N_("Each army on the map, and disorder in Paris"), "−1"),
    (N_("Each army on a space with a red border"), N_("−3 more")),
    (N_("Each army on a space with an orange border"), N_("−1 more")),
)
LEVELS = (
    (N_("1 or more"), N_("Republican triumph")),
    (N_("−7 to 0"), N_("Substantive victory")),
    (N_("−15 to −8"), N_("Minor victory")),
    (N_("−25 to −16"), N_("Minor defeat")),
    (N_("−26 or less"), N_("Substantive defeat")),
    (N_("Paris falls once a red card was played"), N_("by points, Minor defeat at best")),
    (N_("Paris falls, no red card played"), N_("Decisive defeat")),
    (N_("Paris falls, a blue card left"), N_("Crushing defeat")),
)
NAPOLEON = (
    (N_("Sent"), N_("at no cost, from the Holding Box against any army on the map")),
    (
        N_("With his army"),
        N_("+1 to the French Army's attacks on it, wherever it goes; −1 to every political action"),
    ),
    (
        N_("Recalled"),
        N_("before any other action, from an army in box 4 or 5; he can be sent again next turn"),
    ),
    (
        N_("His army is taken off the map"),
        N_("he is back in the Holding Box, not to be sent again this turn"),
    ),
)
DECISIVE = (
    (N_("Natural 6"), N_("success; the army one condition worse; the single highest track +1")),
    (N_("Natural 5 or 6, against Napoleon's army"), N_("the same, but Despotism +1 instead")),
    (
        N_("Natural 1"),
        N_("failure; a second die of the army's box or less lets it advance 1; the highest track −1"),
    ),
    (N_("Disorganized or routed"), N_("an order to advance makes it one condition better instead")),
    (N_("In box 5"), N_("may be attacked; a victory makes it one condition worse")),
)


def reference(box: Box) -> list[Table]:
    """Sequence, actions, modifiers and points, with the values of the pack."""
    values = " · ".join(f"{box.power(army)} {box.battle_value[army]}" for army in ARMIES)
    liberation = "/".join(str(value) for value in sorted(set(box.marker_value.values())))
    return [
        Table(_("Sequence of a turn"), "4.0", (), spoken(SEQUENCE)),
        Table(
            _("Actions"),
            "7",
            (_("action"), _("beats, with a die"), _("counts"), _("success")),
            (
                (
                    _("Political"),
                    _("the marker's box"),
                    _("political modifiers"),
                    _("Republic +1, or Monarchy or Despotism −1"),
                ),
                (
                    _("Military"),
                    _("the army's battle value"),
                    _("French Army, modifiers of army and space"),
                    _("back 1"),
                ),
                (
                    _("Naval"),
                    _("{navy} (Royal Navy)", navy=box.navy),
                    _("naval modifiers"),
                    _("British at sea back 1, in boxes 1 and 2 back 2"),
                ),
                (
                    _("Liberation"),
                    _("{liberation} (the marker)", liberation=liberation),
                    _("liberation modifiers"),
                    _("a marker on a round French space"),
                ),
                (
                    _("Restore Order"),
                    _("{disorder} (disorder)", disorder=box.disorder),
                    _("its modifiers"),
                    _("disorder leaves Paris; no roll if the Republic reigns in 3 or 4"),
                ),
            ),
        ),
        Table(_("Battle values"), "7.2", (), ((_("Armies"), values),)),
        Table(
            _("Any roll"),
            "7.0",
            (),
            (
                (_("Succeeds"), _("the modified die is higher, or a natural 6")),
                (_("Fails"), _("the modified die is equal or lower, or a natural 1")),
                (_("In Paris"), _("the first attack on each army is free every turn")),
                (
                    _("A Liberation marker defends"),
                    _("an army that advances into its space stays out on the marker's value or less"),
                ),
            ),
        ),
        Table(_("French Army"), "6", (_("what"), _("modifier")), spoken(FRENCH_ARMY)),
        Table(_("Housekeeping"), "8", (), spoken(HOUSEKEEPING)),
        Table(_("Victory points"), "9.3", (), spoken(POINTS)),
        Table(_("Result"), "9", (_("points"), _("result")), spoken(LEVELS)),
        *_of_the_kit(box),
        Table(
            _("Optional rules"),
            "10",
            (),
            tuple((f"{retold(rule.name)} ({rule.case})", retold(rule.summary)) for rule in OPTIONS),
        ),
        Table(_("Decisive Outcomes"), "10.6", (), spoken(DECISIVE)),
    ]


def _of_the_kit(box: Box) -> list[Table]:
    """The Expansion Kit's additions to the map; empty where the pack has none."""
    if not box.kit:
        return []
    entries: dict[str, list[str]] = {}
    for card in box.cards.values():
        for special in card.special:
            if isinstance(special, Place):
                space = box.name(box.at[special.unit][special.box])
                entries.setdefault(special.unit, []).append(
                    _("{space} ({box}), card {number}", space=space, box=special.box, number=card.number)
                )
    rows = [
        (
            box.power(unit),
            f"[{value}]" if unit in box.stationary else str(value),
            clauses(entries.get(unit, [])),
            _("never moves, and is removed when beaten")
            if unit in box.stationary
            else _("marches like any army"),
        )
        for unit, value in box.battle_value.items()
        if unit in KIT
    ]
    return [
        Table(
            _("Expansion Kit: units"), "X-5.0", (_("unit"), _("value"), _("enters"), _("then")), tuple(rows)
        ),
        Table(_("Expansion Kit: Napoleon"), "X-5.N", (), spoken(NAPOLEON)),
    ]
