"""Phase 6: the Committee of Public Safety tries generals who did nothing (2.6)."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from data.catalogue import _, marked, retold
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import BLUE_ARMIES, Army
from engines.core.decisions import Decision
from engines.core.odds import two_dice
from engines.core.orders import names
from engines.core.refusals import Refusal
from engines.vendee.actions import Action
from engines.vendee.actions import Spare as SpareAction
from engines.vendee.box import Box
from engines.vendee.events import Spared, Tried
from engines.vendee.frames import Committee
from engines.vendee.handler import Handler
from engines.vendee.purposes import Purpose
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, generals_on_map, in_zone, points_in


def complied(box: Box, state: State, general: str) -> bool:
    """Whether he fought Royalists this turn, or stands with combat points in a zone (V-2.6-b)."""
    area = state.officers[general].area
    assert area is not None
    return general in state.fought or (in_zone(box, state, area) and points_in(state, area, "republican") > 0)


def sit(ctx: Resolution) -> None:
    """The accused, by army; the only one of an army is left in peace (V-2.6-c, e)."""
    box, state = ctx.box, ctx.state
    accused: dict[Army, tuple[str, ...]] = {}
    for army in BLUE_ARMIES:
        idle = tuple(
            general
            for general in generals_on_map(box, state, "republican")
            if state.officers[general].army == army and not complied(box, state, general)
        )
        if len(idle) == 1:
            ctx.say(Spared(idle[0], army))
        elif idle:
            accused[army] = idle
    denounced = tuple(id for id, officer in state.officers.items() if officer.fate == "tribunal")
    ctx.push(Committee(accused, denounced))


class Trials(Handler[Committee]):
    """Republicans spare one general of each army (2.6)."""

    def asks(self, box: Box, state: State, frame: Committee) -> Decision:
        names = listed(retold(box.army[army].name) for army in frame.accused)
        prompt = (
            _("Spare one general of each accused army")
            if len(frame.accused) > 1
            else _("Spare one general of {names}", names=names)
        )
        return Decision("republican", "committee", prompt, "2.6")

    def legal(self, box: Box, state: State, frame: Committee) -> list[Action]:
        return [SpareAction(general) for accused in frame.accused.values() for general in accused]

    def refusal(self, box: Box, state: State, frame: Committee, action: Action) -> Refusal | None:
        if not isinstance(action, SpareAction):
            return out_of_place(_("whom the Committee spares, as in spare menou"))
        if not any(action.general in accused for accused in frame.accused.values()):
            return Refusal(
                "V-2.6-c",
                _l("You can't spare {general}: he is not on trial", general=box.name(action.general)),
            )
        return None

    def act(self, ctx: Resolution, frame: Committee, action: Action) -> None:
        """The others of his army are tried."""
        assert isinstance(action, SpareAction)
        army, accused = next((army, them) for army, them in frame.accused.items() if action.general in them)
        ctx.say(Spared(action.general, army))
        ctx.replace(
            replace(
                frame,
                accused={other: them for other, them in frame.accused.items() if other != army},
                tried=(*frame.tried, *(general for general in accused if general != action.general)),
            )
        )

    def go_on(self, ctx: Resolution, frame: Committee) -> bool:
        """Hold the trials when all choices are made (V-2.6-d)."""
        if frame.accused:
            return True
        ctx.pop()
        for general in frame.tried:
            _try(ctx, general)
        return False

    def fallback(self, box: Box, state: State, frame: Committee) -> Action | None:
        """The one most likely to be condemned: noble, neutral, sans-culotte; then the best ratings (I-22)."""
        accused = next(iter(frame.accused.values()))
        ranks = {"noble": 2, "neutral": 1, "sans-culotte": 0, None: 0}

        def worth(id: str) -> tuple[int, int]:
            general = box.general[id]
            return ranks[general.status], general.strategic + general.tactical

        return SpareAction(max(accused, key=worth))

    def ordered(self, box: Box, state: State, frame: Committee, order: str) -> Action | None:
        """Names in order of preference: `spare menou, canclaux …`; else the default."""
        for general in names(order.removeprefix("spare ")):
            if any(general in accused for accused in frame.accused.values()):
                return SpareAction(general)
        return self.fallback(box, state, frame)


def acquittal(box: Box, general: str) -> Fraction:
    """The chance of a general to be acquitted, should he be tried (V-2.6-d)."""
    needed = box.charts.tables.committee.saved - sum(_terms(box, general).values())
    return two_dice().chance(lambda faces: sum(faces) >= needed)


def _terms(box: Box, general: str) -> dict[str, int]:
    table = box.charts.tables.committee
    match box.general[general].status:
        case "noble":
            return {marked("Noble"): table.noble}
        case "sans-culotte":
            return {marked("Sans-culotte"): table.sans_culotte}
        case _:
            return {}


def _try(ctx: Resolution, general: str) -> None:
    box, state = ctx.box, ctx.state
    saved = box.charts.tables.committee.saved
    acquitted = ctx.dice_pair(Purpose.of("trial", general), saved, "2.6", _terms(box, general))
    ctx.say(Tried(general, acquitted))
    if not acquitted:
        ctx.send_off(general, "removed", "2.6")
    elif state.officers[general].fate == "tribunal":
        ctx.send_off(general, "arriving", "2.6", state.turn + 1)
