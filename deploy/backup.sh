#!/bin/sh
# Copies the database into a folder, checks the copy, and keeps the newest of them.
# The bot may run meanwhile. Usage: backup.sh FOLDER [HOW_MANY_TO_KEEP]
set -eu

folder=${1:?"usage: backup.sh FOLDER [HOW_MANY_TO_KEEP]"}
keep=${2-30}
case $keep in
    '' | *[!0-9]* | 0) echo "backup.sh: how many to keep is a number from 1, not '$keep'" >&2; exit 2 ;;
esac

umask 077
mkdir -p "$folder"
target=$folder/tocsin-$(date -u +%Y%m%dT%H%M%SZ)
case ${TOCSIN_DATABASE-} in
    postgresql://*)
        kind=dump
        trap 'rm -f -- "$target.part"' EXIT
        pg_dump --format=custom --no-unlogged-table-data --file="$target.part" "$TOCSIN_DATABASE"
        pg_restore --file=/dev/null "$target.part"
        mv -- "$target.part" "$target.dump"
        echo "$target.dump is a whole copy."
        ;;
    *)
        kind=db
        tocsin backup "$target.db"
        ;;
esac

# Names sort by time. Only names that this script gives are ever removed.
set -- "$folder"/tocsin-[0-9]*T[0-9]*Z.$kind
while [ $# -gt "$keep" ]; do
    rm -- "$1"
    shift
done
