"""All that is counted and timed for Prometheus; `bot.app.port` shows it.

A label has few values, all of them the program's own: no id, no name, nothing that a person has written.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from prometheus_client.process_collector import ProcessCollector

# When each series began is of no use here, and would be every third line.
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
"""The metrics of this process, which has one bot."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds."""
NAMED = (400, 401, 403, 404, 429)
"""Refusals of Discord that are counted each by itself."""

ProcessCollector(registry=REGISTRY)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"tocsin_{name}", about, labels, registry=REGISTRY)


def _gauge(name: str, about: str, *labels: str) -> Gauge:
    return Gauge(f"tocsin_{name}", about, labels, registry=REGISTRY)


def _histogram(name: str, about: str, *labels: str) -> Histogram:
    return Histogram(f"tocsin_{name}", about, labels, registry=REGISTRY, buckets=BUCKETS)


ACTIONS = _counter("actions", "Actions of people that were accepted.", "game")
ENTRIES = _counter("entries", "Journal entries, with those that follow by themselves.", "game")
INTERACTIONS = _histogram("interaction_seconds", "From an interaction's arrival to the end of it.", "kind")
INCIDENTS = _counter("incidents", "Unexpected errors; the log has each under its number.")
MESSAGES = _counter("messages", "Tries to send a message of the outbox.", "result")
PICTURES = _counter(
    "pictures", "Maps that were drawn or kept from before, failed, or would have waited too long.", "result"
)
JOBS = _counter(
    "jobs", "Maps and films for which drawers were asked: made, failed, or left to the bot itself.", "result"
)
REQUESTS = _counter("discord_requests", "Requests to Discord, by its answer.", "status")
RETRIES = _counter("transaction_retries", "Transactions that ran again after a deadlock with others.")

_STAGES = _histogram("stage_seconds", "Parts of the work.", "stage")
ACKNOWLEDGE = _STAGES.labels("acknowledge")
"""Telling Discord that an answer is coming."""
READ = _STAGES.labels("read")
"""A transaction that reads, with its wait for a turn."""
WRITE = _STAGES.labels("write")
"""A transaction that writes, with its wait for a turn."""
PICTURE = _STAGES.labels("picture")
"""A map that is not kept, from the wish to the picture."""
POST = _STAGES.labels("post")
"""Making and sending one message of the outbox, with its map."""
TOLD = _STAGES.labels("told")
"""The time from the moment when a message is due until Discord has it."""
REQUEST = _STAGES.labels("request")
"""One request to Discord."""
SWEEP = _STAGES.labels("sweep")
"""A sweep."""
LATE = _STAGES.labels("late")
"""How late the event loop wakes up whoever asks for it once a second."""

BUILD = _gauge("build_info", "Always 1; the label says which version runs.", "version")
READY = _gauge("ready", "1 while the bot serves people.")
CONNECTED = _gauge("connected", "1 while Discord's gateway is connected.")
SERVERS = _gauge("servers", "Servers that the bot is on.")
OPEN_INTERACTIONS = _gauge("interactions_open", "Interactions under way.")
OUTBOX_DUE = _gauge("outbox_due", "Messages that could be sent now.")
OUTBOX_AGE = _gauge("outbox_age_seconds", "How long the oldest of them has been due.")
SHUT = _gauge("discord_paused", "1 while nothing is sent because Discord fails or refuses too much.")
SWEEP_AGE = _gauge("sweep_age_seconds", "Time since a sweep has ended.")
PICTURES_WAITING = _gauge("pictures_waiting", "Maps that wait to be drawn.")
PICTURES_DRAWING = _gauge("pictures_drawing", "Maps that are being drawn.")
DRAWERS = _gauge("drawers", "Drawers that live and run this program.")
JOBS_WAITING = _gauge("jobs_waiting", "Jobs of all bots that no drawer has taken yet.")
JOBS_AGE = _gauge("jobs_age_seconds", "How long the oldest of them has waited.")
THINKING = _gauge("thinking", "Decisions that automatic seats are looking for.")
LEASE = _gauge("lease_held", "1 while this process is the one that may run on the database.")


def committed(game: str, by_a_person: bool, entries: int) -> None:
    """Count what one commit has written."""
    ACTIONS.labels(game).inc(by_a_person)
    ENTRIES.labels(game).inc(entries)


def told_status(status: int) -> str:
    """The label for one of Discord's answers."""
    return str(status) if status in NAMED else f"{status // 100}xx"


def trace() -> aiohttp.TraceConfig:
    """Counts and times each request of a session."""

    async def begun(_session: Any, context: SimpleNamespace, _params: Any) -> None:
        context.begun = asyncio.get_running_loop().time()

    async def ended(_session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        REQUEST.observe(asyncio.get_running_loop().time() - context.begun)
        REQUESTS.labels(told_status(params.response.status)).inc()

    async def failed(_session: Any, _context: Any, _params: Any) -> None:
        REQUESTS.labels("none").inc()

    traced = aiohttp.TraceConfig()
    traced.on_request_start.append(begun)
    traced.on_request_end.append(ended)
    traced.on_request_exception.append(failed)
    return traced
