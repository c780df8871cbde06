"""A panel as a message: what fits a phone's screen, and what is cut if there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from math import ceil
from textwrap import shorten

import discord
from discord import ui
from PIL import Image

from bot.desk import spots
from bot.desk.panel import NEWS_LINES, Panel, only
from bot.games.shown import Choice, Does, Form, Group
from bot.games.wording import lower
from bot.posts.card.face import BROAD as WIDE
from bot.posts.card.face import BUTTONS, FRAME, TONES, TYPED, high, is_list, most_rows, room_for_rows, rows
from bot.surface import custom_ids, layout
from data.catalogue import Plural, _
from data.nouns import clauses, labelled, listed

NEWS, LAST = 1200, 300
"""Characters of the events after a press, and fewest of them; the turn card has the others."""
BELOW, LEAST = 20, 3
"""Rows of text that a phone of 850 pixels shows below a square map, and the fewest of them for the events."""
ACROSS = 12.5
"""How many of these rows are as high as the map is wide."""
HEADING = 2
"""Rows of text that a heading takes, of those that a phone shows below a map."""
CONTROLS = 2
"""Rows of text that are as high as a row of controls."""
NAMED = 24
"""Letters for the names of lists in the label of the choice that opens them, on a phone."""
ANSWERS = 4
"""Most buttons of a question below which the text says what each leads to."""
REASONS = (400, layout.DETAIL)
"""Most characters of what an answer leads to, and most if there is little room."""
WRITING, WHOLE = 700, 1800
"""Characters of the form that is being filled in, and of one of which each part has to be read."""
MORE = 60
"""Characters for the note on what a form has no room for, and the breaks around it."""
BEGUN = 4
"""Fewest rows beside a map of a form that is being filled in."""
SMALLER = 6, 5
"""Rows of small print that are as high as rows of text."""
ABOVE = 8
"""Rows of the events of the last press above a map with a form below it."""
UNSEEN = Plural("-# And {n} more line on **My map**.", "-# And {n} more lines on **My map**.")
"""Where to read the rest of the form that is being filled in."""
RESULTS_AND_MORE = Plural(
    "**You:** {said}; {n} more on **My map**.", "**You:** {said}; {n} more on **My map**."
)
"""What became of the seat's own orders, with more of it than there is room for."""
LISTS = Plural("{n} list: {lists}", "{n} lists: {lists}")
MORE_LISTS = Plural("{n} more list: {lists}", "{n} more lists: {lists}")
"""Labels of a list of lists: of all there are, and of those that have no room beside the others."""
OWN_ROWS = 5
"""Most rows of what became of the seat's own orders; the view behind **My map** has the rest."""
LESSON = 600
"""Characters of a step of a lesson."""


def build(panel: Panel, picture: spots.Map | None = None) -> ui.LayoutView:
    """The message of a panel, within Discord's limits of components and characters."""
    marks = {} if picture is None else spots.marks(picture.places, panel.placed)
    panel = panel._replace(
        groups=spots.numbered(panel.groups, marks),
        writing=[*panel.writing, *spots.marked(panel.placed, marks)],
    )
    view = ui.LayoutView(timeout=None)
    news: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("")
    written: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("")
    box = _box(panel, picture, news, written)
    view.add_item(box)
    stamp = panel.stamp
    # Two buttons, the select of seats, forms and the text below are added to the choices.
    taken = (
        9
        + (min(len(panel.forms), layout.PER_ROW) + 1 if panel.forms else 0)
        + bool(panel.usual)
        + panel.talks
    )
    most = most_rows(beside_map=panel.close is not None, writing=bool(panel.writing))
    fitting = partial(rows, stamp=stamp, surface="panel", room=room_for_rows(view) - taken, most=most)
    choices = fitting(panel.groups)
    hint = _elsewhere(panel) + "".join(f"\n-# {line}" for line in panel.barred)
    hint += "".join(f"\n-# 📋 {layout.cut(line, layout.DETAIL)}" for line in panel.plans)
    hint += "".join(f"\n-# 📝 {layout.cut(line, layout.DETAIL)}" for line in panel.notes)
    if panel.usual:
        hint += f"\n-# {panel.usual}"
    forms = [opens(form, stamp) for form in panel.forms[: layout.PER_ROW]]
    foot = _foot(panel)
    # The last sentence is never cut; a note on earlier lines is one row.
    least = max(LEAST, layout.rows_of(_news(panel, LEAST), layout.BROAD) - 1) if panel.news else 0
    # A player who is asked out of turn does not expect it, and has to see the question with its heading.
    headed = HEADING + layout.rows_of(panel.opening.text, layout.BROAD) if panel.usual else 0
    taught = layout.rows_of(panel.lesson.said().content, layout.BROAD) if panel.lesson else 0
    # Above a form's map there is room for more text than a phone shows with it.
    account = layout.rows_of(_results(panel), layout.BROAD) if panel.results and not panel.writing else 0
    room = _room(picture, least=-LEAST if panel.writing else 0) - headed - taught - account
    # The form stands below the map, the events of the last press above it.
    besides = layout.rows_of(_written(panel), layout.BROAD) if panel.writing else least
    left = room - _taken(hint, choices.shown, [*forms, *foot]) - besides
    if panel.close is not None and not (panel.inside or panel.lesson):
        # If folded lists are not enough, buttons in several rows become a list too.
        for fewer in range(most, 0, -1):
            if left < 0:
                choices = fitting(_folded(panel.groups, -left, fewer), most=fewer)
                left = room - _taken(hint, choices.shown, [*forms, *foot]) - besides
    weighed = [] if panel.lesson else [_weighed(panel.groups, choices.shown, each) for each in REASONS]
    hint += next(
        (text for text in weighed if panel.close is None or layout.rows_of(text.strip()) <= left), ""
    )
    note = "" if choices.complete else _rest(panel.forms)
    left = room - _taken(hint, choices.shown, [*forms, *foot])
    written.content = _written(panel, left)
    spare = layout.TEXT - _letters(box) - len(note) - 100 - (LESSON if panel.lesson else 0)
    news.content = _news(panel, left, min(NEWS, max(spare - len(hint), LAST)))
    # Each of its lines has its break before it.
    below = (layout.cut(hint, max(spare - len(news.content), 1)) + note)[1:]
    if below:
        view.add_item(ui.TextDisplay(below))
    if panel.lesson is not None:
        view.add_item(panel.lesson.said())
        for row in panel.lesson.way_back():
            view.add_item(row)
    for row in choices.shown:
        view.add_item(row)
    _stand(view, choices.shown, forms, foot)
    if len(panel.places) > 1:
        view.add_item(_places(panel))
    # As on the card: its custom ids hold all its data, so discord.py need not keep it.
    view.stop()
    return view


def _weighed(groups: Sequence[Group], shown: Sequence[ui.ActionRow[ui.LayoutView]], most: int) -> str:
    """What each answer leads to, if a few buttons are the only answers; a list says it in its entries.

    A group with reasons, such as events, is always a list, and stands beside the answers.

    :param most: characters of each.
    """
    parts = [part for row in shown for part in row.children]
    buttons = {part.label for part in parts if isinstance(part, ui.Button)}
    answers = [
        choice
        for group in groups
        for choice in group.choices
        if layout.cut(choice.label, layout.LABEL) in buttons
    ]
    lists = sum(isinstance(part, ui.Select) for part in parts)
    if len(answers) > ANSWERS or lists > sum(group.weighed for group in groups):
        return ""
    return "".join(
        f"\n-# {labelled(f'**{answer.label}**', layout.cut(answer.reason, most))}"
        for answer in answers
        if answer.reason and answer.reason not in answer.label
    )


def _rest(forms: Sequence[Form]) -> str:
    """Where to find the choices that do not fit."""
    if not forms:
        return f"\n{TYPED}"
    labels = listed(f"**{form.label.removesuffix(' …')}**" for form in forms)
    return _("\n-# More choices are behind {labels}; you can also type them with `/play`.", labels=labels)


def _foot(panel: Panel) -> list[ui.Button[ui.LayoutView]]:
    """The buttons below every panel."""
    stamp = panel.stamp
    foot: list[ui.Button[ui.LayoutView]] = [
        ui.Button(
            style=TONES["secondary"],
            label=_("My map"),
            custom_id=custom_ids.view(stamp.campaign, stamp.seat),
        ),
        ui.Button(
            style=TONES["secondary"],
            label=_("Back to all choices") if panel.inside else _("Look again"),
            custom_id=custom_ids.again(stamp.campaign, stamp.seat),
        ),
    ]
    if panel.talks:
        foot.append(
            ui.Button(
                style=TONES["secondary"],
                label=_("Talk to …"),
                emoji="🤫",
                custom_id=custom_ids.talk(stamp.campaign, stamp.seat),
            )
        )
    if panel.usual:
        foot.append(
            ui.Button(
                style=TONES["success"],
                label=_("Usual orders"),
                custom_id=custom_ids.usual(stamp.campaign, stamp.seat),
            )
        )
    return foot


def _letters(box: ui.Container[ui.LayoutView]) -> int:
    """Characters that the box says so far."""
    return sum(len(each.content) for each in box.walk_children() if isinstance(each, ui.TextDisplay))


def _news(panel: Panel, left: int, limit: int = NEWS) -> str:
    """The events of the last press; beside a map only as many as a phone shows with map and controls."""
    if panel.close is None:
        return layout.last_lines(panel.news, limit, most=NEWS_LINES)
    if panel.writing:
        return layout.last_lines(
            panel.news, limit, most=ABOVE - OWN_ROWS * bool(panel.results), broad=layout.BROAD
        )
    return layout.last_lines(panel.news, limit, most=max(left, LEAST), broad=layout.BROAD, small=False)


def _written(panel: Panel, left: int | None = None) -> str:
    """The form that the player is filling in, as far as there is room.

    :param left: rows that a phone shows below the map beside the controls.
    """
    whole = "\n".join(panel.writing)
    below = None if panel.close is None else left
    text = _in_room(panel.writing, below, 0 if panel.brief else panel.needed)
    if left is None or text == whole or not panel.brief:
        return text
    return _in_room(panel.brief, below, panel.needed)


def _in_room(lines: Sequence[str], left: int | None, needed: int = 0) -> str:
    """The lines that a panel has room for.

    :param left: rows that a phone shows below a map; None where there is no map.
    :param needed: lines, from the first on, that are shown however little room there is.
    """
    # Only what has to be read takes more than its share of the message.
    read = "\n".join(lines[:needed])
    limit = min(max(WRITING, len(read) + MORE), WHOLE)
    if left is None:
        return layout.first_lines(lines, limit, more=UNSEEN)
    if all(line.startswith(layout.SMALL) for line in lines):
        left = left * SMALLER[0] // SMALLER[1]
    most = max(left, BEGUN, layout.rows_of(read, layout.BROAD) + (needed < len(lines)))
    return layout.first_lines(lines, limit, most=most, broad=layout.BROAD, more=UNSEEN)


def _room(picture: discord.File | None, *, least: int = 0) -> int:
    """Rows of text that a phone shows below a map: fewer below a high one.

    :param least: fewest rows that a map takes beyond a square one; negative if each row counts.
    """
    if picture is None:
        return BELOW
    with Image.open(BytesIO(picture.fp.read())) as map_:
        width, height = map_.size
    picture.reset()
    return BELOW - max(least, ceil((height / width - 1) * ACROSS))


def _taken(
    below: str, shown: Sequence[ui.ActionRow[ui.LayoutView]], foot: Sequence[ui.Button[ui.LayoutView]]
) -> int:
    """Rows of text that the hints and the controls take."""
    taken = layout.rows_of(below, layout.BROAD)
    above = [row.children for row in shown]
    # The foot joins a row of one button, as it does in `_stand`.
    joined = above.pop() if above and len(above[-1]) == 1 and isinstance(above[-1][0], ui.Button) else []
    for row in (*above, [*joined, *foot]):
        labels = [button.label or "" for button in row if isinstance(button, ui.Button)]
        taken += CONTROLS * (high(labels) if labels else 1)
        # A label that is wider than a phone runs on in its button.
        taken += sum(len(label) + FRAME > WIDE for label in labels)
    return taken


def _folded(groups: Sequence[Group], over: int, most: int = BUTTONS) -> list[Group]:
    """The last lists folded into one, as many as make the panel that many rows lower.

    The first of them, which is the likeliest, stays open if a phone has room for its name beside the names of
    the others; those are opened from below its choices.

    :param most: most rows of buttons that a group has.
    """
    lists = [group for group in groups if is_list(group, most)]
    folded = lists[-1 - ceil(over / CONTROLS) :]
    if len(folded) < 2:
        return list(groups)
    first, *others = folded
    rest = ", ".join(lower(group.prompt) for group in others)
    several = LISTS if len(folded) == len(lists) else MORE_LISTS
    if len(first.choices) + len(others) <= layout.PER_SELECT and len(f"{first.prompt}{rest}") <= NAMED:
        prompt, ways = several(len(folded), lists=f"{lower(first.prompt)}, {rest}"), first.choices
        more = Group(first.id, prompt, [*ways, *map(_inside, others)], first.weighed)
    else:
        # A phone would cut the label within a word; the list has the names that the label leaves out.
        names = shorten(", ".join(lower(group.prompt) for group in folded), NAMED, placeholder="")
        prompt = several(len(folded), lists=names)
        more = Group("more", prompt, [*map(_inside, folded)])
    kept = [more if group is first else group for group in groups]
    return [group for group in kept if group not in folded]


def _inside(group: Group) -> Choice:
    """The choice that opens a folded list."""
    labels = ", ".join(each.label for each in group.choices)
    return Choice(only(group.id), f"{group.prompt} …", labels, does=Does.OPEN)


def _stand(
    view: ui.LayoutView,
    shown: Sequence[ui.ActionRow[ui.LayoutView]],
    forms: Sequence[ui.Button[ui.LayoutView]],
    foot: Sequence[ui.Button[ui.LayoutView]],
) -> None:
    """Put forms and foot below the rows of choices, in as few rows as possible."""
    last = shown[-1].children if shown else []
    if len(forms) + len(foot) > layout.PER_ROW:
        view.add_item(ui.ActionRow(*forms))
        view.add_item(ui.ActionRow(*foot))
    elif len(last) == 1 and isinstance(last[0], ui.Button) and len(forms) + len(foot) < layout.PER_ROW:
        # A row for one button would take height that the map needs on a phone.
        for button in (*forms, *foot):
            shown[-1].add_item(button)
    else:
        view.add_item(ui.ActionRow(*forms, *foot))


def _results(panel: Panel) -> str:
    """What became of the seat's own orders, as much as fits its rows; at least one phrase."""
    for shown in range(len(panel.results), 0, -1):
        said, more = clauses(panel.results[:shown]), len(panel.results) - shown
        text = RESULTS_AND_MORE(more, said=said) if more else _("**You:** {said}.", said=said)
        if shown == 1 or layout.rows_of(text, layout.BROAD) <= OWN_ROWS:
            return text
    return ""


def _box(
    panel: Panel,
    picture: discord.File | None,
    news: ui.TextDisplay[ui.LayoutView],
    written: ui.TextDisplay[ui.LayoutView],
) -> ui.Container[ui.LayoutView]:
    """The box above the controls."""
    box: ui.Container[ui.LayoutView] = ui.Container()
    box.add_item(ui.TextDisplay(panel.heading))
    if panel.opening.text:
        box.add_item(ui.TextDisplay(panel.opening.text))
    if panel.results:
        box.add_item(ui.TextDisplay(_results(panel)))
    if panel.close is None and panel.standing:
        box.add_item(ui.TextDisplay(panel.standing))
    elif panel.score:
        # The map shows the rest; a player who wants it as text finds it beside the map.
        box.add_item(ui.TextDisplay(panel.score))
    # The events of a press stand near the next press; with a form they are long, and the player needs the map
    # to fill it in.
    shown = [] if picture is None else [layout.gallery(picture, "")]
    results = [news] if panel.news else []
    for part in (*results, *shown) if panel.writing else (*shown, *results):
        box.add_item(part)
    if panel.writing:
        box.add_item(written)
    return box


def opens(form: Form, stamp: custom_ids.Stamp) -> ui.Button[ui.LayoutView]:
    """The button that opens a form."""
    return ui.Button(
        style=TONES["secondary"],
        label=layout.cut(form.label, layout.LABEL),
        custom_id=custom_ids.form(stamp, form.id),
    )


def _elsewhere(panel: Panel) -> str:
    """A line about other seats of the same player that owe a decision."""
    names = [f"**{place.name}**" for place in panel.places if place.owes and place.seat != panel.stamp.seat]
    return (
        _("\nYou also have a decision as {names}: choose that seat below.", names=listed(names))
        if names
        else ""
    )


def _places(panel: Panel) -> ui.ActionRow[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=layout.cut(place.name, layout.DETAIL),
            value=place.seat,
            description=_("Has a decision to make") if place.owes else _("Has nothing to decide"),
            default=place.seat == panel.stamp.seat,
        )
        for place in panel.places[: layout.PER_SELECT]
    ]
    return layout.select(custom_ids.look(panel.stamp.campaign), options, _("Another seat of yours …"))
