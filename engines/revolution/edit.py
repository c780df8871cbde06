"""The moderator's edits: money, Fame, tracks, regions, people, armies and deputies."""

from __future__ import annotations

from data.catalogue import _, marked
from data.revolution.tables import SEATS, TRACKS
from engines.core.contract import EditForm
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Edited
from engines.revolution.box import GOVERNMENT, KING, Box, as_seat
from engines.revolution.state import State, put_army, put_person, put_region

_NOBODY = "nobody"
_OFF = "off"
_REVOLT = ("calm", "revolt")
_STATES = ("free", "prison", "dead")
_PURSES = tuple(str(amount) for amount in range(0, 5001, 50))
_TWENTY = tuple(map(str, range(1, 21)))
_DEPUTIES = tuple(map(str, range(27)))

FORMS = (
    EditForm("cash", "cash WHO AMOUNT", marked("Let a Current, or the Government, have so many assignats.")),
    EditForm("fame", "fame WHO NUMBER", marked("Set the Fame of a Current, or the Government's.")),
    EditForm("track", "track TRACK NUMBER", marked("Set a track; what it would bring does not follow.")),
    EditForm("control", "control REGION WHO", marked("Let a Current control a region, or nobody.")),
    EditForm("unrest", "unrest REGION STATE", marked("Let a region be calm or in revolt.")),
    EditForm("person", "person PERSON REGION", marked("Put somebody into a region, or off the map.")),
    EditForm("fate", "fate PERSON STATE", marked("Let somebody be free, in prison or dead.")),
    EditForm("current", "current PERSON WHO", marked("Let somebody belong to a Current that may have him.")),
    EditForm("army", "army ARMY REGION", marked("Put an army into a region, or off the map.")),
    EditForm("deputies", "deputies WHO NUMBER", marked("Let a Current have so many deputies.")),
)


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed."""
    people = tuple(id for id in box.person if id != KING)
    actors, regions = (*SEATS, GOVERNMENT), tuple(box.region)
    places = {
        "cash": (actors, _PURSES),
        "fame": (actors, _TWENTY),
        "track": (TRACKS, _TWENTY),
        "control": (regions, (*SEATS, _NOBODY)),
        "unrest": (regions, _REVOLT),
        "person": (people, (*regions, _OFF)),
        "fate": (tuple(box.person), _STATES),
        "current": (tuple(box.person), SEATS),
        "army": (tuple(box.army), (*regions, _OFF)),
        "deputies": (SEATS, _DEPUTIES),
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


def edit(box: Box, state: State, words: tuple[str, ...]) -> Edited:
    """Carry out an edit on the state itself, without its consequences by the rules.

    :raises IllegalAction: it is impossible.
    """
    match words:
        case ("cash", who, amount):
            state.purses[who] = int(amount)
        case ("fame", who, number):
            state.fame[who] = int(number)
        case ("track", track, number):
            state.tracks[next(known for known in TRACKS if known == track)] = int(number)
        case ("control", region, who):
            put_region(state, region, control=None if who == _NOBODY else as_seat(who))
        case ("unrest", region, unrest):
            put_region(state, region, revolt=unrest == "revolt")
        case ("person", id, region):
            if state.people[id].state != "free" and region != _OFF:
                raise IllegalAction(_("{name} is not free to be placed", name=box.person[id].name))
            put_person(state, id, region=None if region == _OFF else region)
        case ("fate", id, fate):
            at = state.people[id].region if fate == "free" else None
            put_person(state, id, state=fate, region=at)
        case ("current", id, who):
            if as_seat(who) not in box.faces[id]:
                raise IllegalAction(_("{name} is never {who}'s", name=box.person[id].name, who=box.name(who)))
            put_person(state, id, current=as_seat(who))
        case ("army", id, region):
            put_army(state, id, region=None if region == _OFF else region, gone=False)
        case ("deputies", who, number):
            state.deputies[who] = int(number)
    return Edited(" ".join(words))
