-- Links of browsers with people are written by the server for a request with a session
-- (server/tracking/visitor/store.ts), no longer by events, which anybody can send.
-- The existing links came from events and cannot be told from false ones.
delete from tracked_identity;

create or replace function track_events(input_rows jsonb, aside_id text, at_time timestamptz) returns int
language plpgsql as $$
declare
  made_count int;
begin
  -- An erasure waits for writers, and later writers see it.
  perform pg_advisory_xact_lock_shared(7201502);
  with input as (
    select distinct on (day, event_key) *
    from jsonb_to_recordset(input_rows) as r (
      day date, event_key uuid, project text, type text, event text, event_time float8, received_time float8,
      distinct_id text, login_id text, anonymous_id text, original_id text, activity_id text, properties jsonb, wire jsonb
    )
    where not exists (select from erased_identity) or not exists (
      select from unnest(array[r.distinct_id, r.login_id, r.anonymous_id, r.original_id]) as named
      join erased_identity e on e.id_hash = sha256(convert_to(named, 'UTF8')))
  ), made as (
    insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, login_id,
      anonymous_id, activity_id, properties)
    select day, event_key, project, type, event, to_timestamp(event_time / 1000), to_timestamp(received_time / 1000),
      distinct_id, login_id, anonymous_id, activity_id, properties
    from input order by day, event_key
    on conflict (day, event_key) do nothing
    returning day, event_key
  ), aside as (
    insert into tracking_outbox (outbox_id, project, events, tries, next_time, created_time)
    select aside_id || '-' || project, project, jsonb_agg(wire order by event_time)::text, 0, at_time, at_time
    from input join made using (day, event_key)
    where aside_id is not null and wire is not null
    group by project
  )
  select count(*)::int into made_count from made;
  return made_count;
end
$$;
