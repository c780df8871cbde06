"""What is told when something is refused, or when the answer itself is."""

from __future__ import annotations

from bot.desk.refusals import sentence
from engines.core.errors import IllegalAction
from tests.support.table import Table, text, whispered


def test_a_refusal_is_its_sentence_its_case_and_what_is_legal() -> None:
    error = IllegalAction("It cannot be", case="7.2", choices=("end", "naval"))
    assert sentence(error) == "It cannot be (7.2). You can now: `end`, `naval`."


def test_a_refusal_formats_nothing_that_was_typed() -> None:
    assert sentence(IllegalAction("'**x**' is no space")) == r"'\*\*x\*\*' is no space."


WEBHOOK = "/webhooks/*"


async def test_an_answer_that_can_not_be_edited_is_sent_as_a_message_of_its_own(table: Table) -> None:
    await table.new()
    table.env.inject_error("PATCH", WEBHOOK, status=400, times=None)
    result = await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]
    assert "Political action" in whispered(result)
    assert table.take_errors() == []


async def test_an_answer_that_can_not_be_sent_at_all_is_told_in_the_channel_without_its_words(
    table: Table,
) -> None:
    await table.new()
    table.env.inject_error("PATCH", WEBHOOK, status=400, times=None)
    table.env.inject_error("POST", WEBHOOK, status=400, times=None)
    await table.camille.slash(table.channel, "campaign view")
    told = text(table.channel.history()[-1])
    assert told.startswith(f"<@{table.camille.id}>, Discord rejected my answer.")
    assert "Government" not in told
    table.incidents.take()
    assert table.take_errors() == []
