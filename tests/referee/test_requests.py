"""What each request is answered with."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.referee.talk import Talk

AFTER = {"ok", "events", "decisions", "outcome", "digest"}


def test_titles(talk: Talk) -> None:
    titles = {title["id"]: title for title in talk.done("titles")["titles"]}
    levee = titles["levee"]
    assert levee["name"] == "Levée en Masse"
    assert levee["seats"] == ["france"]
    scenarios = [
        f"{cards}{order}" for cards in ("base", "extended") for order in ("", "-puree", "-historical")
    ]
    assert [scenario["id"] for scenario in levee["scenarios"]] == scenarios
    options = {option["id"]: (option["case"], option["default"]) for option in levee["options"]}
    assert options.items() >= {"levee-en-masse": ("10.1", False), "spirit-of-89": ("10.2", False)}.items()
    assert not any(default for _, default in options.values())


def test_new(talk: Talk) -> None:
    reply = talk.done("new", title="levee", scenario="base", options={"spirit-of-89": True}, seed="any text")
    assert set(reply) == AFTER
    assert reply["outcome"] is None
    assert len(reply["digest"]) == 64
    (decision,) = reply["decisions"]
    assert set(decision) == {"seat", "kind", "prompt", "case", "interrupt"}
    assert (decision["seat"], decision["kind"], decision["interrupt"]) == ("france", "action", False)
    assert all(event["type"] for event in reply["events"])
    revealed = next(event for event in reply["events"] if event["type"] == "card-revealed")
    assert revealed["number"] == 1


def test_advice_is_given_best_first_where_a_title_has_an_adviser(talk: Talk) -> None:
    talk.done("new", title="levee", seed="advice")
    advice = talk.done("advise", seat="france")["advice"]
    assert all(set(each) == {"action", "expected", "reason"} for each in advice)
    assert [each["expected"] for each in advice] == sorted(
        (each["expected"] for each in advice), reverse=True
    )
    assert {each["action"] for each in advice} <= {*talk.done("legal", seat="france")["actions"]}
    talk.done("new", title="revolution", seed="advice")
    best = talk.done("advise", seat="marais")["advice"][0]
    assert 0 < best["expected"] < 1
    talk.done("act", seat="marais", action=best["action"])
    assert talk.done("advise", seat="marais")["advice"] == []
    talk.done("new", title="valmy", seed="advice")
    best = talk.done("advise", seat="french")["advice"][0]
    talk.done("act", seat="french", action=best["action"])


def test_a_title_without_an_adviser_says_so(talk: Talk) -> None:
    outposts = next(each for each in talk.done("titles")["titles"] if each["id"] == "outposts")
    talk.done("new", title="outposts")
    refused = talk.refused("advise", seat=outposts["seats"][0])
    assert refused["message"].endswith("has no adviser")


def test_new_needs_a_title_alone(talk: Talk) -> None:
    assert set(talk.done("new", title="levee")) == AFTER


def test_the_same_seed_gives_the_same_game() -> None:
    def digests(seed: str) -> list[str]:
        talk = Talk()
        return [talk.new(seed=seed)["digest"], *(talk.act("end")["digest"] for _ in range(2))]

    assert digests("one") == digests("one")
    assert digests("one") != digests("two")
    assert digests("") == digests("")


def test_without_a_seed_games_differ() -> None:
    records = [Talk(), Talk()]
    for talk in records:
        talk.done("new", title="levee")
    seeds = [talk.done("record")["record"]["seed"] for talk in records]
    assert seeds[0] != seeds[1]


def test_a_second_new_begins_again(playing: Talk) -> None:
    first = playing.state()
    playing.act("end")
    playing.new()
    assert playing.state() == first


def test_legal(playing: Talk) -> None:
    reply = playing.done("legal", seat="france")
    assert reply == {"ok": True, "actions": ["political monarchy", "political republic", "end"]}


def test_act(playing: Talk) -> None:
    playing.done("dice", faces=[4])
    reply = playing.act("political republic")
    assert set(reply) == AFTER
    (roll,) = (event for event in reply["events"] if event["type"] == "roll")
    assert {"purpose", "faces", "modifiers", "total", "needed", "success"} <= set(roll)
    assert roll["faces"] == [4]
    assert all(set(modifier) == {"label", "value"} for modifier in roll["modifiers"])
    assert roll["total"] == sum(roll["faces"]) + sum(modifier["value"] for modifier in roll["modifiers"])
    assert roll["success"] == (roll["total"] >= roll["needed"])


def test_every_listed_action_is_accepted(playing: Talk) -> None:
    state = playing.state()
    for action in playing.done("legal", seat="france")["actions"]:
        playing.done("load", title="levee", state=state)
        playing.act(action)


@pytest.mark.parametrize("seat", [None, "france"])
def test_view(playing: Talk, seat: str | None) -> None:
    view = playing.done("view", seat=seat)["view"]
    assert {"turn", "phase", "headline", "actions_left", "french_army", "disorder"} <= set(view)
    assert (view["turn"], view["phase"], view["headline"], view["actions_left"]) == (1, "actions", "1", 2)
    assert view["deck"] == {
        "colour": "blue",
        "left": 18,
        "colours": {"blue": 18, "white": 17, "red": 12},
    }
    assert set(view["tracks"]) == {"monarchy", "despotism", "republic"}
    assert view["reigning"] == "monarchy"
    assert set(view["armies"]) == {"britain", "prussia", "austria", "piedmont", "vendee"}
    britain = view["armies"]["britain"]
    assert britain["box"] == 5
    assert (britain["shape"], britain["border"], britain["rotated"]) == ("start", None, False)
    assert britain["battle_value"] == 3
    assert view["liberation"]["out_of_play"] == 2
    assert view["liberation"]["holding"] == 0
    assert view["liberation"]["spaces"] == {}


def test_view_of_an_army_off_the_map_and_a_liberated_space(playing: Talk) -> None:
    state = playing.state()
    state["boxes"]["vendee"] = None
    state["boxes"]["austria"] = 0
    state["markers"]["liberation-1"] = "savoy"
    playing.done("load", title="levee", state=state)
    view = playing.done("view", seat=None)["view"]
    assert view["armies"]["vendee"]["box"] is None
    assert (view["armies"]["austria"]["space"], view["armies"]["austria"]["shape"]) == ("paris", "paris")
    assert view["liberation"]["spaces"] == {"savoy": {"box": 3, "battle_value": 2}}
    assert view["liberation"]["out_of_play"] == 1


def test_the_view_without_a_seat_is_the_publics(playing: Talk) -> None:
    assert playing.done("view") == playing.done("view", seat=None)


def test_the_outcome_when_the_game_is_over(playing: Talk) -> None:
    state = playing.state()
    state |= {"colour": "red", "pile": [], "headline": "60"}
    playing.done("load", title="levee", state=state)
    reply = playing.act("end")
    assert reply["decisions"] == []
    outcome = reply["outcome"]
    assert {"winner", "level", "score", "case", "working"} <= set(outcome)
    assert sum(line["value"] for line in outcome["working"]) == outcome["score"]
    assert playing.done("legal", seat="france")["actions"] == []


def test_state_and_load(playing: Talk) -> None:
    digest = playing.act("end")["digest"]
    other = Talk()
    reply = other.done("load", title="levee", state=playing.state())
    assert set(reply) == AFTER
    assert (reply["digest"], reply["events"]) == (digest, [])
    assert other.everything()["view"] == playing.everything()["view"]
    assert other.everything()["legal"] == playing.everything()["legal"]


def test_load_leaves_the_order_of_keys_free(playing: Talk) -> None:
    digest = playing.act("end")["digest"]
    backwards = json.loads(json.dumps(playing.state()), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert playing.done("load", title="levee", state=backwards)["digest"] == digest


def test_faces_come_one_by_one_before_the_seeds_own(playing: Talk) -> None:
    playing.done("dice", faces=[1])
    playing.done("dice", faces=[6])
    faces = [playing.act("political republic")["events"] for _ in range(2)]
    rolled = [event["faces"] for events in faces for event in events if event["type"] == "roll"]
    assert rolled == [[1], [6]]


def test_faces_may_be_given_before_the_game(talk: Talk) -> None:
    assert talk.done("dice", faces=[6, 1]) == {"ok": True}
    talk.new()
    draws = [
        draw
        for action in ("political republic", "political republic")
        for draw in [event for event in talk.act(action)["events"] if event["type"] == "roll"]
    ]
    assert [roll["faces"] for roll in draws] == [[6], [1]]
    talk.new()
    assert talk.done("record")["record"]["journal"] == []


def test_faces_before_the_game_are_for_a_loaded_one_too(playing: Talk) -> None:
    other = Talk()
    other.done("dice", faces=[1])
    other.done("load", title="levee", state=playing.state())
    (roll,) = (event for event in other.act("political republic")["events"] if event["type"] == "roll")
    assert roll["faces"] == [1]


def headlines(talk: Talk, turns: int) -> list[str]:
    """The headlines of the next turns."""
    shown = []
    for _ in range(turns):
        talk.act("end")
        shown.append(talk.done("view")["view"]["headline"])
    return shown


def test_cards_come_off_the_deck_in_the_order_that_was_stacked(playing: Talk) -> None:
    assert playing.done("stack", deck="headlines", cards=["9", "5"]) == {"ok": True}
    playing.done("stack", deck="headlines", cards=["21"])
    assert headlines(playing, 3) == ["9", "5", "21"]


def test_cards_may_be_stacked_before_the_game(talk: Talk) -> None:
    talk.done("stack", deck="headlines", cards=["6"])
    talk.done("stack", deck="headlines", cards=["1"])
    talk.new()
    assert talk.done("view")["view"]["headline"] == "6"
    assert headlines(talk, 1) == ["1"]


def test_cards_before_the_game_are_for_a_loaded_one_too(playing: Talk) -> None:
    other = Talk()
    other.done("stack", deck="headlines", cards=["7"])
    other.done("load", title="levee", state=playing.state())
    assert headlines(other, 1) == ["7"]


def test_the_first_card_of_the_next_deck_can_be_stacked(playing: Talk) -> None:
    playing.done("load", title="levee", state=playing.state() | {"pile": [], "headline": "21"})
    playing.done("stack", deck="headlines", cards=["30"])
    assert headlines(playing, 1) == ["30"]


def test_a_whole_game_can_be_stacked_from_the_first_card(talk: Talk) -> None:
    blue = ["1", *map(str, range(18, 1, -1)), "21"]
    white = ["22", *(str(n) for n in range(43, 22, -1) if n not in (25, 28, 29, 32, 33, 37)), "45"]
    red = ["46", "48", "49", "51", *map(str, range(59, 52, -1)), "60"]
    talk.done("stack", deck="headlines", cards=blue)
    talk.done("stack", deck="headlines", cards=[*white, *red])
    talk.new()
    opened = talk.done("record")["record"]["opening"][0]["value"]
    boxes = dict.fromkeys(talk.state()["boxes"])
    talk.done("load", title="levee", state=talk.state() | {"boxes": boxes})
    talk.done("stack", deck="headlines", cards=[*blue[1:], *white, *red])
    assert [opened, *headlines(talk, 47)] == [*blue, *white, *red]
    assert talk.act("end")["outcome"]["case"] == "9.3"


@pytest.mark.parametrize("cards", [["1", "1"], ["1", "61"]])
def test_cards_that_cannot_follow_each_other_in_any_game_are_refused(talk: Talk, cards: list[str]) -> None:
    error = talk.refused("stack", deck="headlines", cards=cards)
    assert (error["kind"], repr(cards[1]) in error["message"]) == ("dice", True)


@pytest.mark.parametrize("cards", [["1", "22"], ["21", "22"], ["1", "19"]])
def test_cards_that_cannot_follow_each_other_in_this_game_are_refused_with_it(
    talk: Talk, cards: list[str]
) -> None:
    talk.done("stack", deck="headlines", cards=cards)
    error = talk.refused("new", title="levee")
    assert (error["kind"], cards[1] in error["message"]) == ("dice", True)
    talk.new()
    assert talk.done("record")["record"]["opening"] == []
    talk.done("stack", deck="headlines", cards=["6"])


def test_a_refused_set_up_keeps_what_was_laid_out(talk: Talk) -> None:
    talk.done("stack", deck="headlines", cards=["1", "9"])
    talk.refused("new", title="levee", scenario="1793")
    talk.new()
    assert headlines(talk, 1) == ["9"]


def test_record_and_replay(playing: Talk) -> None:
    playing.done("dice", faces=[6])
    playing.act("political republic")
    playing.done("stack", deck="headlines", cards=["9"])
    digest = playing.act("end")["digest"]
    record = playing.done("record")["record"]
    assert {"title", "scenario", "options", "seed", "journal"} <= set(record)
    assert (record["title"], record["scenario"], record["seed"]) == ("levee", "base", "any text")
    assert [entry["action"] for entry in record["journal"]] == ["political republic", "end"]
    assert Talk().done("replay", record=record) == {"ok": True, "digest": digest, "outcome": None}


def test_a_replay_leaves_the_game_alone(playing: Talk) -> None:
    record = playing.done("record")["record"]
    playing.act("end")
    before = playing.everything()
    playing.done("replay", record=record)
    assert playing.everything() == before


def test_a_record_of_a_loaded_state_replays(playing: Talk) -> None:
    other = Talk()
    other.done("load", title="levee", state=playing.state())
    digest = other.act("end")["digest"]
    assert Talk().done("replay", record=other.done("record")["record"])["digest"] == digest


def test_a_whole_game_replays_to_its_outcome(playing: Talk) -> None:
    outcome = None
    while outcome is None:
        outcome = playing.act("end")["outcome"]
    reply = Talk().done("replay", record=playing.done("record")["record"])
    assert reply["outcome"] == outcome


@pytest.mark.parametrize("seat", [None, "france"])
def test_render(playing: Talk, tmp_path: Path, seat: str | None) -> None:
    path = tmp_path / "map.png"
    reply = playing.done("render", seat=seat, path=str(path))
    assert set(reply) == {"ok", "size", "bytes", "alt"}
    data = path.read_bytes()
    assert reply["bytes"] == len(data)
    with Image.open(BytesIO(data)) as image:
        assert image.format == "PNG"
        assert list(image.size) == reply["size"]
    assert "Austria" in reply["alt"]
