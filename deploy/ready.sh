#!/bin/sh
# Says what /ready of the bot in this container answers; status 0 if it serves people or stands by.
# Usage: TOCSIN_PORT=PORT ready.sh
set -eu

: "${TOCSIN_PORT:?"set TOCSIN_PORT to the bot's port"}"

exec python -c '
import http.client, os, sys

asked = http.client.HTTPConnection("127.0.0.1", int(os.environ["TOCSIN_PORT"]), timeout=5)
try:
    asked.request("GET", "/ready")
    said = asked.getresponse().read().decode().strip()
except OSError as error:
    sys.exit(f"ready.sh: the bot does not answer: {error}")
print(said)
sys.exit(said not in ("ready", "it stands by"))
'
