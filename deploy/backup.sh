#!/bin/sh
# Creates one backup of a running installation: the database and the pictures. The settings are those of
# the server (.env): DATABASE_URL (without a pooler: BACKUP_DATABASE_URL), DATA_DIR; and
#   BACKUP_DIR       folder of the backups: one folder for each, named by its time in UTC, with the database and all
#                    pictures; best on a separate disk, because a full disk stops the database
#   BACKUP_KEYS_DIR  folder for the keys of personal data, if they are stored in DATA_DIR: not beside BACKUP_DIR,
#                    because a backup together with its keys is not protected
#   BACKUP_KEEP      days after which a backup is deleted, default 14
# A folder whose name does not end in ".partial" is complete: it was read back before it was renamed.
set -eu
# Space that is left for the database if it is on the same disk, KB.
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

# Copies the database first: a picture is stored before a row names it, so no named picture is missing.
if [ -n "$url" ]; then
  pg_dump --format=custom --compress=6 --no-owner --no-privileges --file="$work/database.dump" "$url"
  pg_restore --list "$work/database.dump" >/dev/null
else
  # Only its own process can open the embedded database: at SIGUSR2 it writes a copy.
  copy=$DATA_DIR/backup/pglite.tar.gz
  rm -f "$copy"
  kill -USR2 "${MARQUE_PID:?process id of the running server, which writes the copy of the embedded database}"
  tries=0
  until [ -e "$copy" ]; do
    tries=$((tries + 1))
    [ "$tries" -le 600 ] || { echo "backup: the server wrote no copy within a minute" >&2; exit 1; }
    sleep 0.1
  done
  mv "$copy" "$work/pglite.tar.gz"
  tar -tzf "$work/pglite.tar.gz" >/dev/null
fi
# Pictures in a bucket are backed up by the bucket. Status 1 of tar says that some were added or deleted meanwhile: each
# is renamed into its place when complete and never changed, so the remaining ones are correct. Errors are status 2.
if [ -d "$DATA_DIR/media/originals" ]; then
  needed=$(du -sk "$DATA_DIR/media/originals" | cut -f1)
  free=$(df -Pk "$work" | awk 'NR == 2 { print $4 }')
  if [ "$free" -lt $((needed + SPARE)) ]; then
    echo "backup: $BACKUP_DIR has $((free / 1024)) MB left, and pictures are $((needed / 1024)) MB: free space, or lower BACKUP_KEEP" >&2
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
    echo "backup: it can be decrypted only with $DATA_DIR/data-keys.json, which is not part of it: set BACKUP_KEYS_DIR" >&2
  fi
fi
mv "$work" "$BACKUP_DIR/$name"
trap - EXIT
# The console's page of the system's health shows this time.
note=$DATA_DIR/last-backup.json
{ printf '{"time":"%s"}\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$note.partial" && mv "$note.partial" "$note"; } ||
  echo "backup: $note cannot be written: the console does not show this backup" >&2
find "$BACKUP_DIR" -maxdepth 1 -name 'marque-*' -type d -mtime "+${BACKUP_KEEP:-14}" -exec rm -rf {} +
echo "$BACKUP_DIR/$name"
