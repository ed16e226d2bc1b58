#!/bin/sh
# Restores a backup: restore.sh FOLDER. The server must be stopped; DATABASE_URL names an EMPTY database, or, for the
# embedded one, DATA_DIR contains none yet. Otherwise the script changes nothing and says why. BACKUP_KEYS_DIR is the
# folder to which the backup copied the keys of personal data. Erasures, locks, ended sessions and revoked links since
# the backup are undone: docs/operation.md "After a restore".
set -eu
from=${1:?usage: restore.sh FOLDER_OF_THE_BACKUP}
DATA_DIR=${DATA_DIR:-./data}
url=${BACKUP_DATABASE_URL:-${DATABASE_URL:-}}
. "$(dirname "$0")/database-address.sh"
fail() { echo "restore: $1" >&2; exit 1; }

(cd "$from" && sha256sum --quiet --check SHA256SUMS) || fail "the backup is damaged"
if [ -e "$DATA_DIR/media/originals" ]; then fail "$DATA_DIR already contains pictures"; fi
if [ -e "$from/database.dump" ]; then
  [ -n "$url" ] || fail "DATABASE_URL is not set"
  tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$url" \
    --command="select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')")
  [ "$tables" = 0 ] || fail "the database is not empty: $tables tables"
  pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$url" "$from/database.dump"
  # Without statistics PostgreSQL plans as for empty tables. Warnings about tables of other owners are suppressed.
  psql --no-psqlrc --quiet --dbname="$url" --command="set client_min_messages = error" --command="analyze" ||
    echo "restore: the database was not analyzed; it is slow until autovacuum has done so" >&2
else
  [ ! -e "$DATA_DIR/pglite" ] || fail "$DATA_DIR already contains a database"
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
# If root runs this: the folder belongs to the product's user, who could not read files of root.
if [ "$(id -u)" = 0 ]; then
  for put in pglite media data-keys.json; do
    [ ! -e "$DATA_DIR/$put" ] || chown -R --reference="$DATA_DIR" "$DATA_DIR/$put"
  done
fi
if [ -z "${DATA_KEYS:-}" ] && [ ! -e "$DATA_DIR/data-keys.json" ]; then
  echo "restore: before the start, put the keys with which it was encrypted into $DATA_DIR/data-keys.json" >&2
fi
echo "restored from $from; now see docs/operation.md, \"After a restore\""
