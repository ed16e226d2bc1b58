-- All behaviour events may be stored in ClickHouse (EVENTS_CLICKHOUSE_URL). PostgreSQL then keeps a digest of those that
-- are counted together with its own records, as rows of tracked_event (server/tracking/clickhouse/rows.ts).

-- Keeps the digest rows of a batch, and returns the numbers of the rows that name an erased person, of whom nothing is
-- stored. A row of the digest stands for several events: it has the time of the last one, since the host and city of a
-- person are those of the last event, and is known since the first one.
create function digest_events(input_rows jsonb) returns int[] language plpgsql as $$
declare
  refused int[];
begin
  -- An erasure waits for writers, and later writers see it.
  perform pg_advisory_xact_lock_shared(7201502);
  select coalesce(array_agg(r.n), '{}') into refused
  from jsonb_to_recordset(input_rows) as r (n int, ids text[])
  where exists (select from unnest(r.ids) as named
    join erased_identity e on e.id_hash = sha256(convert_to(named, 'UTF8')));
  insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, login_id,
    activity_id, properties)
  select distinct on (day, event_key) day, event_key, project, type, event, to_timestamp(event_time / 1000),
    to_timestamp(received_time / 1000), distinct_id, login_id, activity_id, properties
  from jsonb_to_recordset(input_rows) as r (n int, day date, event_key uuid, project text, type text, event text,
    event_time float8, received_time float8, distinct_id text, login_id text, activity_id text, properties jsonb)
  where event_key is not null and n <> all(refused)
  order by day, event_key, event_time desc
  on conflict (day, event_key) do update set event_time = excluded.event_time
    where tracked_event.event_time < excluded.event_time and excluded.login_id is not null;
  return refused;
end
$$;

-- Queues events that ClickHouse has stored for forwarding, once for each batch, without those of erased people.
create function queue_events(input_rows jsonb, aside_id text, at_time timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7201502);
  insert into tracking_outbox (outbox_id, project, events, tries, next_time, created_time)
  select aside_id || '-' || project, project, jsonb_agg(wire order by event_time)::text, 0, at_time, at_time
  from jsonb_to_recordset(input_rows) as r (project text, event_time float8, ids text[], wire jsonb)
  where wire is not null and not exists (select from unnest(r.ids) as named
    join erased_identity e on e.id_hash = sha256(convert_to(named, 'UTF8')))
  group by project
  on conflict (outbox_id) do nothing;
end
$$;

-- When the person's events in ClickHouse were deleted last; null: not yet.
alter table event_removal add column swept_time timestamptz;
