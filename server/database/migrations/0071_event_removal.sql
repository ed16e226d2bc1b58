-- Erased people's events that are still to be deleted: a half year of everybody's is looked through for
-- them day by day, after the erasure itself was committed (server/tracking/storage/event-removal-store.ts).
create table event_removal (
  removal_id text primary key,
  -- Public id and browsers' own ones; they go with the row, as soon as no event has them any more.
  ids text[] not null,
  -- Days of `tracked_event` that are yet to be looked through.
  days date[] not null,
  noted_time timestamptz not null,
  -- Whoever works on it, and until when it is theirs alone.
  held_by text,
  held_until timestamptz
);
-- Whose browsers were somebody's: a row per login, so that this costs events nothing.
create index tracked_identity_login on tracked_identity (login_id);
