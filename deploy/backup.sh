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
target=$folder/tocsin-$(date -u +%Y%m%dT%H%M%SZ).db
tocsin backup "$target"

# Names sort by time. Only names that this script gives are ever removed.
set -- "$folder"/tocsin-[0-9]*T[0-9]*Z.db
while [ $# -gt "$keep" ]; do
    rm -- "$1"
    shift
done
