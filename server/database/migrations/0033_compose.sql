-- What operators compose pages of: every saved version, and the links by which they may.
alter table activity add column blocks_version integer not null default 0;

create table blocks_version (
  activity_id text not null references activity,
  version integer not null,
  blocks jsonb not null,
  -- As the operator named themselves; null: how the page was before anybody saved it.
  saved_by text,
  saved_time timestamptz not null,
  primary key (activity_id, version)
);

create table compose_link (
  link_id text primary key,
  token_hash text not null unique,
  activity_id text not null references activity,
  created_time timestamptz not null,
  expires_time timestamptz not null,
  revoked_time timestamptz
);
