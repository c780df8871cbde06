"""The position of *Levée en Masse*: tracks, Armies, liberation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.games.levee.names import marker_name
from bot.games.wording import level, place
from data.catalogue import _
from data.levee.schema import KIT, MARKERS, Unit
from data.levee.texts import CONDITIONS
from data.nouns import counted, labelled
from engines.levee.box import HOLDING, Box
from engines.levee.view import View
from render import Series


def standing(box: Box, view: View) -> list[str]:
    """Tracks, Armies, liberation: the board in text."""
    tracks = " · ".join(f"{marker_name(marker)} {place(value)}" for marker, value in view.tracks.items())
    reign = (
        _("{reigning} reigns", reigning=marker_name(view.reigning)) if view.reigning else _("nobody reigns")
    )
    lines = [
        _("**Government** {tracks}: {reign}", tracks=tracks, reign=reign),
        _("**French Army** {french_army}", french_army=level(view.french_army)),
    ]
    places = []
    for army, at in view.armies.items():
        if at.space is None and cast(Unit, army) in KIT:
            # It has not arrived yet, or has left for good; the story says when.
            continue
        where = f"{box.name(at.space)} ({at.box})" if at.space else _("off the map")
        turned = _(", held back") if at.rotated else ""
        turned += f", {CONDITIONS[at.condition]}" if at.condition else ""
        turned += _(", fought by Napoleon") if at.napoleon else ""
        places.append(labelled(box.power(cast(Unit, army)), f"{where}{turned}"))
    lines.append(_("**Armies** ") + " · ".join(places))
    free = ", ".join(f"{box.name(space)} (+{at.box})" for space, at in view.liberation.spaces.items())
    markers = [_("{holding} in the Holding Box", holding=view.liberation.holding)]
    if view.liberation.out_of_play:
        markers.append(_("{out_of_play} not yet granted", out_of_play=view.liberation.out_of_play))
    if view.liberation.spent:
        markers.append(_("{spent} given up for good", spent=view.liberation.spent))
    lines.append(
        _("**Liberated** {free} · markers: {markers}", free=free or _("nothing"), markers=", ".join(markers))
    )
    if view.napoleon == HOLDING:
        lines.append(_("**Napoleon** is in the Holding Box"))
    if view.extra:
        lines.append(
            _(
                "**Given up for order in Paris** {attacks} inside France",
                attacks=counted(view.extra, "attack"),
            )
        )
    lines.append(_("**Paris** is in Disorder") if view.disorder else _("**Paris** is in order"))
    return lines


def series(views: Sequence[View]) -> list[Series]:
    """The government, the nearest Army and the liberated spaces, turn by turn."""
    tracks = [Series(marker_name(marker), [view.tracks[marker] for view in views]) for marker in MARKERS]
    boxes = [[at.box for at in view.armies.values() if at.box is not None] for view in views]
    return [
        *tracks,
        Series(_("Nearest Army, boxes from Paris"), [min(at, default=None) for at in boxes]),
        Series(_("Liberated spaces"), [len(view.liberation.spaces) for view in views]),
    ]
