"""The static layer: the country and the frames of the panels. Drawn once and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.geo import atlas
from render.paper import blend, compass, frigate, neatline
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName
from render.vendee import furniture, ground, keys
from render.vendee.layout import COMPASS, DRESS, KEY, PERIOD, SHEET, SHIP, TELL
from render.vendee.names import overlap
from render.vendee.plan import Plan, chart, plan

OVERSAMPLING = 2


# Ten MiB each at 1600 pixels, so 80 at most: the whole map in both themes, before and after la Gâtine has
# risen, and four more, which are close-ups or other widths.
@lru_cache(maxsize=8)
def base(encoded: bytes, name: ThemeName, width: int, around: str | None, gatine: bool) -> Image.Image:
    """The sheet without anything that moves, RGB; treat it as read-only.

    :param encoded: the chart, as `plan.key` gives it.
    """
    theme, layout, drawn = THEMES[name], plan(encoded, around), chart(encoded)
    unit = width / SHEET
    size = (width, round(layout.frame.bottom * unit))
    large = Image.new("RGB", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), theme.paper)
    pen = Pen(large, unit * OVERSAMPLING)
    ground.draw(large, pen.unit, layout, drawn, theme, gatine=gatine)
    if around is None:
        compass(pen, COMPASS, 52, theme)
        frigate(pen, SHIP, 76, blend(theme.sea, theme.ink, 0.7), blend(theme.sea, theme.disc, 0.8))
    furniture.frames(pen, layout.frame, theme, whole=around is None)
    keys.country(pen, layout.frame, drawn, theme, gatine=gatine)
    neatline(pen, (8, 8, SHEET - 8, layout.frame.bottom - 8), theme)
    sheet = large.reduce(OVERSAMPLING)
    fine = Pen(sheet, unit)
    _countries(fine, layout, theme, whole=around is None)
    keys.words(fine, layout.frame, theme, gatine=gatine)
    keys.dress(fine, layout.frame, drawn, theme)
    keys.tell(fine, layout.frame, drawn, theme)
    if around is None:
        furniture.lettering(fine, drawn, theme)
    return sheet


def _countries(pen: Pen, layout: Plan, theme: Theme, *, whole: bool) -> None:
    """What lies round about; a close-up has only what it shows whole and clear of the areas' names."""
    left, top, right, bottom = layout.frame.map
    for feature in atlas(PERIOD).of("country", "sea"):
        words = feature.properties
        x, y = layout.frame.projection.xy(feature.rings[0][0])
        size = words.size * (1.0 if whole else 1.3)
        half = pen.length(words.text, "italic", size, words.spacing) / 2 + 12
        box: Box = (x - half, y - size, x + half, y + size)
        if not (left < box[0] and box[2] < right and top < box[1] and box[3] < bottom):
            continue
        if whole and any(overlap(box, panel) for panel in (KEY, DRESS, TELL)):
            continue
        if any(overlap(box, label.box) for label in layout.labels.values()):
            continue
        land = words.kind == "country"
        ink = theme.faded if land else theme.water
        pen.text((x, y), words.text, "title" if land else "italic", size, ink, spacing=words.spacing)
