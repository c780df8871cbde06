#!/bin/sh
# Puts a backup in the place of the database. The bot must be stopped.
# The backup is examined first, and the present database is kept beside the new one.
# Usage: TOCSIN_DATABASE=FILE restore.sh BACKUP
set -eu

backup=${1:?"usage: TOCSIN_DATABASE=FILE restore.sh BACKUP"}
database=${TOCSIN_DATABASE:?"set TOCSIN_DATABASE to the database that is to be replaced"}
if [ ! -f "$backup" ]; then
    echo "restore.sh: there is no backup $backup" >&2
    exit 2
fi
if [ "$backup" -ef "$database" ]; then
    echo "restore.sh: $backup is the database itself" >&2
    exit 2
fi

umask 077
mkdir -p "$(dirname "$database")"
part=$database.restoring
trap 'rm -f "$part" "$part-wal" "$part-shm"' EXIT
cp -- "$backup" "$part"
if ! TOCSIN_DATABASE=$part tocsin doctor --offline; then
    echo "restore.sh: $backup can't be used; $database is as it was" >&2
    exit 1
fi

if [ -e "$database" ]; then
    kept=$database.before-$(date -u +%Y%m%dT%H%M%SZ)
    if [ -e "$kept" ]; then
        echo "restore.sh: $kept is there already; try again in a second" >&2
        exit 1
    fi
    # A second name, so that there is a database at every moment whatever stops this script.
    ln -- "$database" "$kept" 2>/dev/null || cp -p -- "$database" "$kept"
    # The log that SQLite keeps beside the file belongs to it: left behind, it would be played into the backup.
    for suffix in -wal -shm; do
        if [ -e "$database$suffix" ]; then
            mv -- "$database$suffix" "$kept$suffix"
        fi
    done
    echo "The database that was there is kept as $kept."
fi
mv -f -- "$part" "$database"
sync
echo "$database is restored from $backup."
