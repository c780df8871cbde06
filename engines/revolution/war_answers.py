"""The answers of a seat about armies, combat and the King on the road (steps 11 to 13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from data.catalogue import N_
from engines.core.declared import Field
from engines.revolution import fields as f
from engines.revolution.fields import Answer
from engines.revolution.words import Words


class Land(Answer, frozen=True, tag="land"):
    """Where a Coalition army lands (R-MIL-08)."""

    question = "land"
    named = True
    wants: ClassVar = N_("an army and where: land quiberon in nantes")
    army: Annotated[str, Field(f.ARMY, about=N_("Which, and where"))]
    region: Annotated[str, Field(f.REGION, "in")]


class Muster(Answer, frozen=True, tag="muster"):
    """Raise a Catholic Royal army (R-MIL-12)."""

    question = "muster"
    wants: ClassVar = N_("an army and by whom: muster army-retz by charette")
    army: Annotated[str, Field(f.ARMY, about=N_("Which, and by which general"))]
    general: f.General


class Levy(Answer, frozen=True, tag="levy"):
    """Place volunteers (R-MIL-16)."""

    question = "levy"
    wants: ClassVar = N_("where: levy metz")
    region: f.Somewhere


class Disband(Answer, frozen=True, tag="disband"):
    """Leave an army unpaid (R-MIL-17)."""

    question = "disband"
    wants: ClassVar = N_("an army: disband volunteer-1")
    army: f.Army


class Advance(Answer, frozen=True, tag="advance"):
    """Move a Catholic Royal army (R-MIL-26)."""

    question = "advance"
    wants: ClassVar = N_("an army and its way: advance army-retz along nantes > angers")
    army: Annotated[str, Field(f.ARMY, about=N_("Army along region > region led by general"), option="way")]
    path: tuple[str, ...]
    general: str | None = None
    king: bool = False
    """Whether the kidnapped King goes along (R-KING-10)."""

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Advance:
        """A path, or only its end; perhaps with a general, and with the King."""
        wants = N_("An army and its way are wanted: advance army-retz along nantes > angers")
        army, path = f.way(texts["army"], wants)
        path, king, _rest = f"{path} ".partition(" with the king ")
        path, led, general = path.partition(" led by ")
        leader = words.person(general.strip()) if led else None
        return cls(words.army(army), words.path(path.strip()), leader, bool(king))

    def written(self) -> str:
        """`army-retz along nantes > angers led by charette with the king`."""
        led = f" led by {self.general}" if self.general else ""
        king = " with the king" if self.king else ""
        return f"{self.army} along {' > '.join(self.path)}{led}{king}"


class Escort(Answer, frozen=True, tag="escort"):
    """Whether the kidnapped King goes along (R-KING-10)."""

    question = "escort"
    named = True
    wants: ClassVar = N_("an army, and yes or no: escort coburg yes")
    army: f.ArmyAndYes
    yes: f.Yes


class March(Answer, frozen=True, tag="march"):
    """March an army of the Government (R-MIL-27)."""

    question = "march"
    wants: ClassVar = N_("an army and its way: march regular-metz along metz > paris")
    army: Annotated[str, Field(f.ARMY, about=N_("Army along region > region"), option="way")]
    path: tuple[str, ...]
    box: bool = False

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> March:
        """A path, or only its end."""
        wants = N_("An army and its way are wanted: march regular-metz along metz > paris")
        army, path = f.way(texts["army"], wants)
        path, box, _rest = f"{path} ".partition(" box ")
        return cls(words.army(army), words.path(path.strip()), bool(box))

    def written(self) -> str:
        """`regular-metz along metz > paris box`."""
        return f"{self.army} along {' > '.join(self.path)}" + " box" * self.box


class Pin(Answer, frozen=True, tag="pin"):
    """Hold the enemy in a region (R-MIL-28)."""

    question = "pin"
    named = True
    wants: ClassVar = N_("where, and yes or no: pin metz yes")
    region: f.EachAndYes
    yes: f.Yes


class Hide(Answer, frozen=True, tag="hide"):
    """Refuse combat (R-MIL-36)."""

    question = "hide"
    named = True
    wants: ClassVar = N_("where, and yes or no: hide cholet yes")
    region: f.EachAndYes
    yes: f.Yes


class Wish(Answer, frozen=True, tag="wish"):
    """Whether your side wants to fight (R-MIL-31)."""

    question = "wish"
    named = True
    wants: ClassVar = N_("where, and yes or no: wish metz yes")
    region: f.EachAndYes
    yes: f.Yes


class Shift(Answer, frozen=True, tag="shift"):
    """Shift a roll, one for each army more (R-MIL-32)."""

    question = "shift"
    named = True
    wants: ClassVar = N_("where, and by how much: shift metz +1")
    region: f.EachAndNumber
    by: f.By


class Carry(Answer, frozen=True, tag="carnot"):
    """Let Carnot shift a roll (R-REGIME-39)."""

    question = "carnot"
    named = True
    wants: ClassVar = N_("where, and by how much: carnot metz +1")
    region: f.EachAndNumber
    by: f.By


class Spare(Answer, frozen=True, tag="spare"):
    """What is saved if a fight for Paris is lost (R-MIL-38)."""

    question = "spare"
    wants: ClassVar = N_("commune or armies")
    commune: Annotated[bool, Field(f.flag("commune", "armies"), about=N_("Commune or armies"), option="what")]


class Kidnap(Answer, frozen=True, tag="kidnap"):
    """Try to kidnap the King (R-KING-07)."""

    question = "kidnap"
    wants: ClassVar = N_("yes or no")
    yes: f.YesAlone


class Capital(Answer, frozen=True, tag="capital"):
    """Where the Government goes (R-MIL-47)."""

    question = "capital"
    wants: ClassVar = N_("a region: capital orleans")
    region: f.Somewhere
