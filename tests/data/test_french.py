"""French: a name takes its article, is contracted, elided and agreed with; typography sets spaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import catalogue
from data.catalogue import N_, Plural, _, ngettext, speaking
from data.french import French, Noun, typeset
from data.language import Language
from data.nouns import several
from data.sentences import _l
from data.templates import Count, Formatter

GRAMMAR = French(
    {
        "république": Noun("f", small=False),
        "autriche": Noun("f", small=False),
        "royalistes": Noun("mp", small=False),
        "armée": Noun("f", small=True),
        "roi": Noun("m", small=True),
        "colonnes infernales": Noun("fp", small=True),
        "général": Noun("m", small=True),
    },
    mute=frozenset({"hoche le jeune"}),
)


THREE = several(["Nantes", "Le Mans", "Autriche"])


@pytest.mark.parametrize(
    ("name", "form", "told"),
    [
        ("Nantes", "de", "de Nantes"),
        ("Angers", "de", "d’Angers"),
        ("Hondschoote", "de", "de Hondschoote"),
        ("Yorck", "de", "de Yorck"),
        ("Yvetot", "de", "d’Yvetot"),
        ("Le Mans", "de", "du Mans"),
        ("Le Mans", "à", "au Mans"),
        ("Le Mans", "le", "Le Mans"),
        ("Les Herbiers", "de", "des Herbiers"),
        ("La Flèche", "de", "de La Flèche"),
        ("République", "le", "la République"),
        ("République", "Le", "La République"),
        ("République", "de", "de la République"),
        ("Autriche", "de", "de l’Autriche"),
        ("Autriche", "à", "à l’Autriche"),
        ("Royalistes", "de", "des Royalistes"),
        ("Royalistes", "à", "aux Royalistes"),
        ("Royalistes", "que", "que les Royalistes"),
        ("Angers", "que", "qu’Angers"),
        ("Armée du Nord", "de", "de l’armée du Nord"),
        ("Armée du Nord", "Le", "L’armée du Nord"),
        ("Général Kléber", "à", "au général Kléber"),
        ("**République**", "de", "de la **République**"),
        ("⛰️ **Royalistes**", "à", "aux ⛰️ **Royalistes**"),
        ("⚓ **République**", "à", "à la ⚓ **République**"),
        (THREE, "de", "de Nantes, du Mans and de l’Autriche"),
        (THREE, "Le", "Nantes, Le Mans and l’Autriche"),
        (THREE, "a|ont", "ont"),
        (several(["République", "Autriche"]), "battu|battue|battus|battues", "battues"),
        (several(["Autriche"]), "de", "de l’Autriche"),
        ("Roi", "De", "Du roi"),
        ("Royalistes", "a|ont", "ont"),
        ("République", "a|ont", "a"),
        ("Autriche", "battu|battue|battus|battues", "battue"),
        ("Colonnes infernales", "battu|battue|battus|battues", "battues"),
        ("Kléber", "battu|battue|battus|battues", "battu"),
        (1, "jour|jours", "jour"),
        (0, "jour|jours", "jour"),
        (3, "jour|jours", "jours"),
        (1, "er", "1er"),
        (2, "er", "2"),
        (3, "+d", "+3"),
        (0.583, ".1%", "58,3\u202f%"),
    ],
)
def test_a_name_has_the_form_that_a_text_asks_for(name: object, form: str, told: str) -> None:
    assert GRAMMAR.form(name, form) == told


@pytest.mark.parametrize(
    ("written", "set_as"),
    [
        ("L'armée s'arrête : qui va là ?", "L’armée s’arrête\u00a0: qui va là\u202f?"),
        ("« Vive le roi ! »", "«\u00a0Vive le roi\u202f!\u00a0»"),
        ("10 000 hommes, 58 %", "10\u202f000 hommes, 58\u202f%"),
        ("Tapez `move d'Ney : x ?` ; <t:1 : 2> {x : y}", "Tapez `move d'Ney : x ?`\u202f; <t:1 : 2> {x : y}"),
        ("{n} % de {m} : {k}", "{n}\u202f% de {m}\u00a0: {k}"),
        ("[voir](https://a.b/c?d='e') :30", "[voir](https://a.b/c?d='e') :30"),
    ],
)
def test_typography_is_set_and_what_is_typed_stays(written: str, set_as: str) -> None:
    assert typeset(written) == set_as


def test_texts_ask_for_forms_beside_the_kinds_of_their_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "{side} marches to {end:area}": "Marche {side:de} vers {end:area:le} : {side} {side:part|partent}",
        "{side} wins": "Victoire {side:de}",
        "republic": "République",
        "{names} and {last}": "{names} et {last}",
    }
    plurals = {("{n} day", "{n} days"): ("{n} jour", "{n:jour|jours} : {n}")}
    french = Language(texts, plurals, lambda n: int(n > 1), GRAMMAR)
    monkeypatch.setattr(catalogue, "translations", lambda _language: french)
    formatter = Formatter({"area": str.title, "side": _})
    march = N_("{side} marches to {end:area}")
    days = Count("n", Plural("{n} day", "{n} days"))
    with speaking("fr"):
        told = formatter.filled(march, side="republic", end="le mans")
        assert told == "Marche de la République vers Le Mans : République part"
        assert _("{side} wins", side="Royalistes") == "Victoire des Royalistes"
        assert formatter.filled(days, n=3) == "jours : 3"
        assert ngettext("{n} day", "{n} days", 1) == "1 jour"
        # Of several each has its form.
        told = formatter.filled(march, side=["republic", "republic"], end=("le mans", "nantes"))
        assert told == (
            "Marche de la République et de la République vers Le Mans et Nantes : "
            "République et République partent"
        )
        assert str(_l("{side} wins", side=("republic", "Royalistes"))) == (
            "Victoire de la République et des Royalistes"
        )
    assert formatter.filled(march, side="republic", end="le mans") == "republic marches to Le Mans"


def test_nouns_are_read_from_the_files_beside_the_texts(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(
        'mute = ["Haumont"]\n[f]\n"Republic" = "République"\n"box" = "case d\'attente"\n', "utf-8"
    )
    (tmp_path / "two.toml").write_text(
        '[mp]\n"Royalists" = "royalistes"\n[bare]\n"Bailly" = "Bailly"\n', "utf-8"
    )
    grammar = French.read(tmp_path)
    told = [
        grammar.form(name, "de")
        for name in ("République", "Royalistes", "Haumont", "Bailly", "Case d’attente")
    ]
    assert told == ["de la République", "des royalistes", "d’Haumont", "de Bailly", "de la case d’attente"]
