#!/bin/sh
# Puts a backup in the place of the database. The bot must be stopped: while it runs, this refuses.
# The backup is examined first, and the present database is kept beside the new one.
# Usage: TOCSIN_DATABASE=FILE restore.sh BACKUP
set -eu

backup=${1:?"usage: TOCSIN_DATABASE=FILE restore.sh BACKUP"}
: "${TOCSIN_DATABASE:?"set TOCSIN_DATABASE to the database that is to be replaced"}"

umask 077
exec tocsin restore "$backup"
