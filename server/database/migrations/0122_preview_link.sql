-- Links that show a draft to people without an account; the token stands in the link alone.
create table preview_link (
  link_id text primary key,
  token_hash text not null unique,
  activity_id text not null references activity (activity_id),
  created_time timestamptz not null,
  expires_time timestamptz not null,
  revoked_time timestamptz
);
create index preview_link_activity on preview_link (activity_id, created_time);
