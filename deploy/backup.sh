#!/bin/sh
# One backup of an installation, taken while it runs: the database and the pictures. Settings are those of
# the server (.env): DATABASE_URL (past a pooler: BACKUP_DATABASE_URL), DATA_DIR; and
#   BACKUP_DIR    where backups go: a folder each, named by its time in UTC, with the database and all pictures; best
#                 on a disk of its own, since a full one stops the database
#   BACKUP_KEYS_DIR  where the keys of personal data go, if they are kept in DATA_DIR: another place than
#                 BACKUP_DIR, since a backup beside its keys is as good as plain
#   BACKUP_KEEP   days after which one is deleted, 14 unless told
# A folder without ".partial" at its end is whole: it was read back before it got its name.
set -eu
# Left to the database beside it where it is on the same disk, KB.
SPARE=524288
: "${BACKUP_DIR:?where backups go}"
DATA_DIR=${DATA_DIR:-./data}
url=${BACKUP_DATABASE_URL:-${DATABASE_URL:-}}
. "$(dirname "$0")/database-address.sh"
name=marque-$(date -u +%Y%m%dT%H%M%SZ)
work=$BACKUP_DIR/$name.partial
umask 077
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

# The database first: a picture is stored before a row names it, so that none is missing.
if [ -n "$url" ]; then
  pg_dump --format=custom --compress=6 --no-owner --no-privileges --file="$work/database.dump" "$url"
  pg_restore --list "$work/database.dump" >/dev/null
else
  # The embedded database is its process's: asked by SIGUSR2, it writes a copy of itself.
  copy=$DATA_DIR/backup/pglite.tar.gz
  rm -f "$copy"
  kill -USR2 "${MARQUE_PID:?of the running server, whose embedded database writes the copy}"
  tries=0
  until [ -e "$copy" ]; do
    tries=$((tries + 1))
    [ "$tries" -le 600 ] || { echo "backup: the server wrote no copy within a minute" >&2; exit 1; }
    sleep 0.1
  done
  mv "$copy" "$work/pglite.tar.gz"
  tar -tzf "$work/pglite.tar.gz" >/dev/null
fi
# Pictures in a bucket are the bucket's to keep. 1 says that some came or went meanwhile: each is renamed
# into its place whole and never changed, so that those that stayed are right. All else is 2.
if [ -d "$DATA_DIR/media/originals" ]; then
  needed=$(du -sk "$DATA_DIR/media/originals" | cut -f1)
  free=$(df -Pk "$work" | awk 'NR == 2 { print $4 }')
  if [ "$free" -lt $((needed + SPARE)) ]; then
    echo "backup: $BACKUP_DIR has $((free / 1024)) MB left, and pictures are $((needed / 1024)) MB: make room, or lower BACKUP_KEEP" >&2
    exit 1
  fi
  tar -C "$DATA_DIR/media" --warning=no-file-changed --warning=no-file-removed --exclude='*.tmp' \
    -cf "$work/pictures.tar" originals || [ $? -eq 1 ]
  tar -tf "$work/pictures.tar" >/dev/null
fi
(cd "$work" && sha256sum -- * >SHA256SUMS)
sync "$work" 2>/dev/null || sync
if [ -e "$DATA_DIR/data-keys.json" ]; then
  if [ -n "${BACKUP_KEYS_DIR:-}" ]; then
    mkdir -p "$BACKUP_KEYS_DIR"
    cp -p "$DATA_DIR/data-keys.json" "$BACKUP_KEYS_DIR/$name.json"
  else
    echo "backup: it opens with $DATA_DIR/data-keys.json alone, which is not in it: set BACKUP_KEYS_DIR" >&2
  fi
fi
mv "$work" "$BACKUP_DIR/$name"
trap - EXIT
find "$BACKUP_DIR" -maxdepth 1 -name 'marque-*' -type d -mtime "+${BACKUP_KEEP:-14}" -exec rm -rf {} +
echo "$BACKUP_DIR/$name"
