-- Who may take part in an activity: its process, and every version of it ever published.
create table flow_process (
  process_key text primary key,
  activity_id text not null unique references activity (activity_id) on delete cascade,
  -- The version that new requests are judged by.
  version int not null,
  is_enabled boolean not null
);
-- A version never changes, so whoever has read one may keep it.
create table flow_definition (
  process_key text not null references flow_process (process_key) on delete cascade,
  version int not null,
  -- contract/flow/process.ts
  definition jsonb not null,
  created_time timestamptz not null,
  primary key (process_key, version)
);
-- Verified car owners by mobile, known before the person has ever logged in.
create table verified_owner (
  mobile text primary key,
  series_codes text[] not null
);
-- Series of the person's verified cars, beside app_user.owner.
alter table app_user add column series_codes text[] not null default '{}';
-- What the operator keeps about a person, for processes that ask for it.
create table person_field (
  mobile text not null,
  field text not null,
  value text not null,
  primary key (mobile, field)
);
