#!/bin/sh
# Brings a backup back: restore.sh FOLDER. The server is stopped; DATABASE_URL names an EMPTY database, or,
# for the embedded one, DATA_DIR holds none yet. Anything else is left as it is, and said. BACKUP_KEYS_DIR
# is where the backup put the keys of personal data. What was erased, locked, ended or revoked since the backup is as
# it was then: docs/operation.md "After a restore".
set -eu
from=${1:?usage: restore.sh FOLDER_OF_THE_BACKUP}
DATA_DIR=${DATA_DIR:-./data}
url=${BACKUP_DATABASE_URL:-${DATABASE_URL:-}}
. "$(dirname "$0")/database-address.sh"
fail() { echo "restore: $1" >&2; exit 1; }

(cd "$from" && sha256sum --quiet --check SHA256SUMS) || fail "the backup is damaged"
if [ -e "$DATA_DIR/media/originals" ]; then fail "$DATA_DIR holds pictures already"; fi
if [ -e "$from/database.dump" ]; then
  [ -n "$url" ] || fail "DATABASE_URL names no database"
  tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$url" \
    --command="select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')")
  [ "$tables" = 0 ] || fail "the database is not empty: $tables tables"
  pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$url" "$from/database.dump"
  # Until it is counted, PostgreSQL plans as for empty tables. What is not ours it does not count, and need not say so.
  psql --no-psqlrc --quiet --dbname="$url" --command="set client_min_messages = error" --command="analyze" ||
    echo "restore: the database was not analyzed; it is slow until it has done so itself" >&2
else
  [ ! -e "$DATA_DIR/pglite" ] || fail "$DATA_DIR holds a database already"
  mkdir -p "$DATA_DIR/pglite"
  tar -C "$DATA_DIR/pglite" -xzf "$from/pglite.tar.gz"
fi
if [ -e "$from/pictures.tar" ]; then
  mkdir -p "$DATA_DIR/media"
  tar -C "$DATA_DIR/media" -xf "$from/pictures.tar"
fi
keys=${BACKUP_KEYS_DIR:-}/$(basename "$from").json
if [ -n "${BACKUP_KEYS_DIR:-}" ] && [ -e "$keys" ] && [ ! -e "$DATA_DIR/data-keys.json" ]; then
  mkdir -p "$DATA_DIR"
  cp -p "$keys" "$DATA_DIR/data-keys.json"
fi
# Started by root: the folder is the product's user's, to whom root's files in it would be closed.
if [ "$(id -u)" = 0 ]; then
  for put in pglite media data-keys.json; do
    [ ! -e "$DATA_DIR/$put" ] || chown -R --reference="$DATA_DIR" "$DATA_DIR/$put"
  done
fi
if [ -z "${DATA_KEYS:-}" ] && [ ! -e "$DATA_DIR/data-keys.json" ]; then
  echo "restore: before the start put the keys that it was sealed by into $DATA_DIR/data-keys.json" >&2
fi
echo "restored from $from; now see docs/operation.md, \"After a restore\""
