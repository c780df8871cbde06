"""The turn card: one message per chapter, edited as the turn goes on, replaced by the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

import discord
from discord import ui

from bot.campaigns.opening import Opening
from bot.games.shown import Choice, Does, Group, Heading
from bot.games.wording import in_history
from bot.surface import custom_ids, layout
from data.catalogue import N_, _

TYPED = N_("-# There are more choices than fit: `/play` takes any of them.")
TONES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
BUTTONS = 2
"""Most rows on a phone for the buttons of one group beside a panel's map; a wider group becomes a list."""
SELECT_FROM = 5
"""A group with more choices than this is a select, not a row of buttons."""
PLACEHOLDER = 150
LATEST, LATEST_LINES = 1000, 12
"""Most characters and lines of the events of the last action."""
HISTORY = 2000
"""Most characters of a chapter's history: each edit of a moderator is a sentence of it."""
BEFORE_LINES = 5
"""Most lines about the end of the chapter before; that chapter's card has all of them."""


BROAD, FRAME = 40, 4
"""Letters that buttons in a row have room for on a phone, and letters that the frame of a button takes."""
LINES, LETTERS = 25, 1200
"""Most lines of text on a card, and letters of its story, the last events and the end of a chapter, so that
long lines end on a telephone too; older lines fold behind a button."""
EARLIER = N_("Earlier")
FOLDED = N_("-# Earlier lines: press **Earlier**.")


class Guide(NamedTuple):
    """The text for a learner, above the controls: what to do next."""

    text: str
    back: str = ""
    """Custom id of the button that takes back actions off the lesson's course; empty if there are none."""

    def said(self) -> ui.TextDisplay[ui.LayoutView]:
        """The text."""
        return ui.TextDisplay(self.text)

    def way_back(self) -> list[ui.ActionRow[ui.LayoutView]]:
        """The button for a learner who went another way."""
        button: ui.Button[ui.LayoutView] = ui.Button(
            style=TONES["secondary"], label=_("Take it back for the lesson"), custom_id=self.back
        )
        return [ui.ActionRow(button)] if self.back else []


class Face(NamedTuple):
    """The content of a card."""

    heading: Heading
    story: list[str]
    due: str
    """The seats that have decided and those that have not, where several decide; empty otherwise."""
    groups: list[Group]
    stamp: custom_ids.Stamp | None
    """The board that the controls belong to; None on an old card."""
    ending: list[str]
    """How the game or a chapter ended, line by line; empty while it goes on."""
    opening: Opening = Opening()
    """What the card says first."""
    latest: Sequence[str] = ()
    """The events of the last action: below the map, near the buttons that were pressed."""
    rules: str = ""
    """The parts of scenario and optional rules that are not as usual."""
    balance: str = ""
    """The score so far in a line; empty if there is none."""
    lesson: Guide | None = None
    """A learner's next step."""
    advised: bool = False
    """The game has an adviser, with a button that asks it."""
    earlier: str = ""
    """Custom id of the button that shows the lines that did not fit."""
    folded: bool = False
    """Whether older posts have a part of the chapter, or lines of the chapter before were left out."""
    summed_up: bool = False
    """The story is the headlines of a finished chapter: their small print is dropped first."""
    private: int | None = None
    """The campaign, if every player has a private panel; None if the card has the controls."""
    follow: str = ""
    """Custom id of the button by which a spectator follows the campaign."""
    elsewhere: N_ = FOLDED
    """Where the lines are that do not fit."""


def build(leaf: Face, picture: layout.Media | None) -> ui.LayoutView:
    """The message of a card, within Discord's limits of components and characters."""
    heading = leaf.heading
    line = [f"-# {text}" for text in (heading.line, leaf.rules, leaf.balance) if text]
    text = [in_history(heading.text)] if heading.text else []
    first = [leaf.opening.text] if leaf.opening.text else []
    top = "\n".join([f"## {heading.title}", *first, *line, *text])
    ending = "\n".join(leaf.ending)
    latest = layout.last_lines(leaf.latest, LATEST, most=LATEST_LINES, elsewhere=leaf.elsewhere)
    taught = leaf.lesson.text if leaf.lesson else ""
    others = [top, leaf.due, ending, latest, taught]
    room = min(LETTERS - len(latest) - len(ending), layout.TEXT - sum(map(len, others)) - 100)
    lines = LINES - sum(text.count("\n") + 1 for text in others if text)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=heading.colour)
    box.add_item(ui.TextDisplay(top))
    fitted = layout.sparing if leaf.summed_up else layout.last_lines
    story = fitted(leaf.story, room, most=lines, elsewhere=leaf.elsewhere)
    if story:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(story))
    if picture is not None:
        box.add_item(layout.gallery(picture, _("Map of {title}", title=heading.title)))
    if latest:
        box.add_item(ui.TextDisplay(latest))
    if ending:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(ending))
    if leaf.due:
        box.add_item(ui.TextDisplay(leaf.due))
    if leaf.lesson is not None:
        box.add_item(leaf.lesson.said())
    controls: list[ui.ActionRow[ui.LayoutView]] = [] if leaf.lesson is None else leaf.lesson.way_back()
    if leaf.stamp is not None:
        choices = rows(leaf.groups, leaf.stamp, room=layout.COMPONENTS - 8 - len(box.children))
        controls += choices.shown
        if not choices.complete:
            box.add_item(ui.TextDisplay(str(TYPED)))
        if leaf.advised and leaf.lesson is None:
            _add(controls, _("Hint"), custom_ids.hint(leaf.stamp.campaign))
    if leaf.private is not None:
        controls.append(doors(leaf.private))
    folded = leaf.folded or (story, latest) != ("\n".join(leaf.story), "\n".join(leaf.latest))
    if leaf.earlier and folded:
        _add(controls, str(EARLIER), leaf.earlier)
    if leaf.follow:
        _add(controls, _("Follow"), leaf.follow)
    return layout.message(box, *controls)


def _add(controls: list[ui.ActionRow[ui.LayoutView]], label: str, custom_id: str) -> None:
    """Put a button beside the last ones."""
    last = controls[-1].children if controls else []
    if not last or len(last) == layout.PER_ROW or not isinstance(last[0], ui.Button):
        controls.append(ui.ActionRow())
    controls[-1].add_item(ui.Button(style=TONES["secondary"], label=label, custom_id=custom_id))


def retired(lines: Sequence[str], colour: int, earlier: str) -> ui.LayoutView:
    """The rest of a card that was posted again: its first lines.

    :param earlier: custom id of the button that shows the lines that do not fit.
    """
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=colour)
    shown = layout.last_lines(lines, layout.TEXT - 100, most=LINES, elsewhere=FOLDED)
    box.add_item(ui.TextDisplay(shown))
    controls: list[ui.ActionRow[ui.LayoutView]] = []
    if shown != "\n".join(lines):
        _add(controls, str(EARLIER), earlier)
    return layout.message(box, *controls)


def retracted() -> ui.LayoutView:
    """The rest of a card whose turn was taken back."""
    return layout.question(_("↩️ *This turn was taken back. See the card below.*"))


class Rows(NamedTuple):
    """Choices as rows of controls."""

    shown: list[ui.ActionRow[ui.LayoutView]]
    complete: bool
    """Whether every choice is among them; any other can still be typed."""


def room_for_rows(view: ui.LayoutView) -> int:
    """Components that a message still has room for."""
    return layout.COMPONENTS - view.total_children_count


def rows(
    groups: Sequence[Group],
    stamp: custom_ids.Stamp,
    *,
    surface: custom_ids.Surface = "card",
    room: int = layout.COMPONENTS,
    most: int = layout.PER_ROW,
) -> Rows:
    """Small groups as buttons, neighbouring groups of one choice in one row; large groups as selects.

    :param most: most rows on a phone for the buttons of one group; a wider group is a select.

    :param room: most components, rows included. If they are too many, rows of buttons become selects, the
        widest first; if they still are, the largest group is left out.
    """
    made: list[list[ui.ActionRow[ui.LayoutView]]] = []
    wide: dict[int, Group] = {}
    shared: list[Choice] = []
    complete = True

    def share() -> None:
        starts = range(0, len(shared), layout.PER_ROW)
        made.append([_buttons(shared[start : start + layout.PER_ROW], stamp, surface) for start in starts])
        shared.clear()

    for group in groups:
        choices = _typable(group)
        complete = complete and len(choices) == len(group.choices)
        listed = shown_as_list(group, stamp, surface, most)
        if len(choices) == 1 and not listed:
            shared.extend(choices)
            continue
        share()
        if listed:
            made.append(_selects(group._replace(choices=choices), stamp, surface))
        elif choices:
            wide[len(made)] = group._replace(choices=choices)
            made.append([_buttons(choices, stamp, surface)])
    share()
    while sum(1 + len(row.children) for parts in made for row in parts) > room:
        if wide:
            at = max(wide, key=lambda at: len(wide[at].choices))
            made[at] = _selects(wide.pop(at), stamp, surface)
        else:
            max(made, key=len).pop()
            complete = False
    return Rows([row for parts in made for row in parts], complete)


def most_rows(*, beside_map: bool, writing: bool) -> int:
    """Most rows on a phone for the buttons of one group.

    :param writing: a form stands between the map and the buttons.
    """
    if not beside_map:
        return layout.PER_ROW
    return 1 if writing else BUTTONS


def shown_as_list(group: Group, stamp: custom_ids.Stamp, surface: custom_ids.Surface, most: int) -> bool:
    """Whether a group is shown as a list; a single choice is a button if a button's id can hold it.

    :param most: most rows on a phone for its buttons.
    """
    choices = _typable(group)
    if not all(custom_ids.carries(stamp, choice.control, surface) for choice in choices):
        return True
    return (len(choices) > 1 or _weighed(group)) and is_list(group, most)


def _typable(group: Group) -> list[Choice]:
    """The choices that fit into a list."""
    return [choice for choice in group.choices if len(choice.control) <= layout.DETAIL]


def is_list(group: Group, most: int) -> bool:
    """Whether a group of choices is shown as a list; the choices that hand a form in are always buttons.

    :param most: most rows on a phone for its buttons.
    """
    if any(choice.does in (Does.HAND_IN, Does.FINISH) for choice in group.choices):
        return False
    return len(group.choices) > SELECT_FROM or _weighed(group) or high(map(_label, group.choices)) > most


def _weighed(group: Group) -> bool:
    """A choice that opens a list needs its prompt, one with a reason needs the reason: both are lists."""
    return group.weighed or any(choice.does is Does.OPEN for choice in group.choices)


def high(labels: Iterable[str]) -> int:
    """Rows on a phone that buttons in a row take."""
    taken, left = 0, 0
    for label in labels:
        wide = len(label) + FRAME
        if wide > left:
            taken, left = taken + 1, BROAD
        left -= wide
    return taken


def _label(choice: Choice) -> str:
    return layout.cut(choice.label, layout.LABEL)


def _buttons(
    choices: Sequence[Choice], stamp: custom_ids.Stamp, surface: custom_ids.Surface
) -> ui.ActionRow[ui.LayoutView]:
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for choice in choices:
        row.add_item(
            ui.Button(
                style=TONES[choice.tone],
                label=_label(choice),
                custom_id=custom_ids.press(stamp, choice.control, surface),
            )
        )
    return row


def _selects(
    group: Group, stamp: custom_ids.Stamp, surface: custom_ids.Surface
) -> list[ui.ActionRow[ui.LayoutView]]:
    made: list[ui.ActionRow[ui.LayoutView]] = []
    starts = range(0, len(group.choices), layout.PER_SELECT)
    for start, part in zip(starts, ascii_lowercase, strict=False):
        choices = group.choices[start : start + layout.PER_SELECT]
        span = (
            _(" ({label} to {label_2})", label=choices[0].label, label_2=choices[-1].label)
            if len(starts) > 1
            else ""
        )
        options = [
            discord.SelectOption(
                label=layout.cut(choice.label, layout.DETAIL),
                value=choice.control,
                description=layout.cut(choice.reason, layout.DETAIL) or None,
            )
            for choice in choices
        ]
        custom_id = custom_ids.pick(stamp, group.id if part == "a" else f"{group.id}-{part}", surface)
        made.append(layout.select(custom_id, options, layout.cut(f"{group.prompt}{span} …", PLACEHOLDER)))
    return made


def doors(campaign: int) -> ui.ActionRow[ui.LayoutView]:
    """The buttons on the public card that open private views."""
    return ui.ActionRow(
        ui.Button(style=TONES["primary"], label=_("Play"), custom_id=custom_ids.play(campaign)),
        ui.Button(style=TONES["secondary"], label=_("My view"), custom_id=custom_ids.view(campaign)),
    )
