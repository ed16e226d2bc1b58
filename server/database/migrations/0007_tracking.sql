-- What people did, by the day it happened (Shanghai). Partitions are made ahead and dropped by
-- age while the server runs (server/tracking/storage/partition-store.ts); nothing else ever deletes here.
create table tracked_event (
  day date not null,
  -- Of what makes an event the same one when it is sent again.
  event_key uuid not null,
  project text not null,
  type text not null,
  event text not null,
  event_time timestamptz not null,
  received_time timestamptz not null,
  distinct_id text not null,
  login_id text,
  anonymous_id text,
  activity_id text,
  properties jsonb not null,
  primary key (day, event_key)
) partition by range (day);
create index tracked_event_received on tracked_event (received_time);
-- Whom an anonymous visitor turned out to be: one row per login that a client told of.
create table tracked_identity (
  project text not null,
  anonymous_id text not null,
  login_id text not null,
  created_time timestamptz not null,
  primary key (project, anonymous_id)
);
create index tracked_identity_created on tracked_identity (created_time);
-- Events that are still to be handed to a Sensors server, some hundred a row.
create table tracking_outbox (
  outbox_id text primary key,
  project text not null,
  -- The events as JSON text, as they are sent.
  events text not null,
  tries int not null,
  next_time timestamptz not null,
  created_time timestamptz not null
);
create index tracking_outbox_next on tracking_outbox (next_time);
