-- Running server processes; each writes its row every ten seconds and deletes it when it stops, so that the row of one that
-- was killed or hangs grows old. By the database's clock.
create table process_heartbeat (
  process_id uuid primary key,
  -- As in its ids (process_number); another process may have it later.
  number integer not null,
  host text not null,
  pid integer not null,
  -- SERVE: all, public, console.
  role text not null,
  version text not null,
  started_time timestamptz not null,
  seen_time timestamptz not null,
  -- 99th percentile since the last row, ms.
  loop_delay real not null,
  memory_bytes bigint not null,
  -- Of the file system with DATA_DIR; null: unknown.
  disk_free bigint,
  disk_size bigint,
  -- Last backup that deploy/backup.sh noted in DATA_DIR.
  backup_time timestamptz,
  -- Last runs of periodic tasks by name: at, failed (contract/console/watch/health.ts).
  tasks jsonb not null
);
create index process_heartbeat_seen on process_heartbeat (seen_time);

-- Sign-up attempts of all processes by outcome, in slots of five minutes; a day.
create table sign_up_outcome (
  slot timestamptz not null,
  outcome text not null,
  count integer not null,
  primary key (slot, outcome)
);
