-- Stores tracked events: what server/tracking/storage/store.ts says of `insert`. A function, since each session
-- keeps its plan: planning the statement anew took as long as storing thirty events.
create function track_events(input_rows jsonb, aside_id text, at_time timestamptz) returns int
language plpgsql as $$
declare
  made_count int;
begin
  with input as (
    select distinct on (day, event_key) *
    from jsonb_to_recordset(input_rows) as r (
      day date, event_key uuid, project text, type text, event text, event_time float8, received_time float8,
      distinct_id text, login_id text, anonymous_id text, original_id text, activity_id text, properties jsonb, wire jsonb
    )
  ), made as (
    insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, login_id,
      anonymous_id, activity_id, properties)
    select day, event_key, project, type, event, to_timestamp(event_time / 1000), to_timestamp(received_time / 1000),
      distinct_id, login_id, anonymous_id, activity_id, properties
    from input order by day, event_key
    on conflict (day, event_key) do nothing
    returning day, event_key
  ), known as (
    insert into tracked_identity (project, anonymous_id, login_id, created_time)
    select distinct on (project, coalesce(original_id, anonymous_id)) project, coalesce(original_id, anonymous_id),
      coalesce(login_id, distinct_id), to_timestamp(received_time / 1000)
    from input
    where type = 'track_signup' and coalesce(original_id, anonymous_id) is not null
    order by project, coalesce(original_id, anonymous_id), event_time
    on conflict (project, anonymous_id) do nothing
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
