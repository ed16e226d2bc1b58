-- What cached answers are made of has changed: each process looks here several times a second. Rows are only
-- added, so that nobody waits for anybody; they go after some minutes.
create table content_change (
  change_id uuid primary key default gen_random_uuid(),
  -- 'content', or 'seats <activity>': a full one has a seat again.
  topic text not null,
  changed_time timestamptz not null default clock_timestamp()
);
create index content_change_time on content_change (changed_time);

create function tell_content() returns trigger language plpgsql as $$
begin
  insert into content_change (topic) values ('content');
  return null;
end;
$$;
create function tell_seats() returns trigger language plpgsql as $$
begin
  insert into content_change (topic) values ('seats ' || new.activity_id);
  return null;
end;
$$;

-- Counters are no content: they change with every sign-up, and answers that show them are old after a second.
create trigger activity_told after insert or delete or update of
  title, subtitle, cover_url, activity_type, business_type, sponsor_level1, sponsor_level2, sec, process_key,
  node_key, start_time, end_time, sign_up_start_time, sign_up_end_time, open_time, close_time, province_code,
  city_code, address, longitude, latitude, cell, quota, series_codes, tags, fee, dealer_id, content, agenda,
  form, benefits, rules, share, page_type, asks, is_published, blocks, blocks_version
  on activity
  for each statement execute function tell_content();
create trigger activity_session_told after insert or delete or update of dealer_id, start_time, end_time, quota
  on activity_session for each statement execute function tell_content();
create trigger activity_dealer_told after insert or delete or update on activity_dealer
  for each statement execute function tell_content();
create trigger organisation_told after insert or delete or update on organisation
  for each statement execute function tell_content();
create trigger series_told after insert or delete or update on series
  for each statement execute function tell_content();
create trigger banner_told after insert or delete or update on banner
  for each statement execute function tell_content();
create trigger flow_process_told after insert or delete or update on flow_process
  for each statement execute function tell_content();

create trigger activity_seat_freed after update of taken, quota on activity for each row
  when (old.quota is not null and old.taken >= old.quota and (new.quota is null or new.taken < new.quota))
  execute function tell_seats();
create trigger activity_session_seat_freed after update of taken, quota on activity_session for each row
  when (old.taken >= old.quota and new.taken < new.quota)
  execute function tell_seats();
