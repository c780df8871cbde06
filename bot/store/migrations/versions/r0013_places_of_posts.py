"""Places of posts are values, and a chapter's scenes one note."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_meta = sa.table("meta", sa.column("key", sa.Text), sa.column("value", sa.Text))
_SCENE = re.compile(r"(?P<chapter>scene/\d+/\d+)/(?P<number>\d+)")
_POST = re.compile(r"(?P<channel>\d+)/(?P<message>\d+)(?:/(?P<tells>\w*)\+?(?P<asks>\w*)/(?P<phase>[\w-]+))?")


def upgrade() -> None:
    """Notes as `channel/message` and `channel/message/tells+asks/phase` become JSON."""
    if op.get_context().as_sql:
        # Steps are only written out for a new database, which has no notes.
        return
    connection = op.get_bind()
    chapters: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for key, value in connection.execute(sa.select(_meta.c.key, _meta.c.value)).all():
        post = _POST.fullmatch(value)
        if post is None:
            continue
        place: dict[str, Any] = {"channel": int(post["channel"]), "message": int(post["message"])}
        scene = _SCENE.fullmatch(key)
        if scene is None:
            new = json.dumps(place)
            connection.execute(_meta.update().where(_meta.c.key == key).values(value=new))
            continue
        shows = {name: post[name] for name in ("tells", "asks", "phase")}
        chapters[scene["chapter"]][int(scene["number"])] = place | shows
        connection.execute(_meta.delete().where(_meta.c.key == key))
    for key, posts in chapters.items():
        in_order = [posts[number] for number in sorted(posts)]
        connection.execute(_meta.insert().values(key=key, value=json.dumps(in_order)))
