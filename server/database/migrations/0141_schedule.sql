-- Guests' calendars and notices follow each change of what they signed up for. The triggers work in the transaction of the
-- change, whichever command or page makes it.
alter table activity add column calendar_version int not null default 0, add column calendar_time timestamptz;
alter table activity_session add column calendar_version int not null default 0, add column calendar_time timestamptz;
-- calendar_base keeps the sum of versions growing when the guest moves to another session, calendar_moves counts that;
-- schedule_seen is the last change of times that the guest has acknowledged.
alter table signup add column calendar_base int not null default 0, add column calendar_moves int not null default 0,
  add column calendar_time timestamptz, add column schedule_seen bigint not null default 0;
alter table waitlist add column schedule_seen bigint not null default 0;

-- Earlier times of sessions, and of activities as session ''.
create table schedule_change (
  change_id bigint generated always as identity primary key,
  activity_id text not null references activity (activity_id) on delete cascade,
  session_id text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  changed_time timestamptz not null default clock_timestamp()
);
create index schedule_change_of on schedule_change (activity_id, session_id, change_id);

-- The last change of an activity or of its sessions, at least now. Each change is a second later, since calendars compare
-- whole seconds.
create function last_calendar_time(id text) returns timestamptz language sql as $$
  select greatest(date_trunc('second', clock_timestamp()), max(calendar_time)) from (
    select calendar_time from activity where activity_id = id
    union all select calendar_time from activity_session where activity_id = id) known
$$;

create function note_activity_change() returns trigger language plpgsql as $$
begin
  new.calendar_version := old.calendar_version + 1;
  new.calendar_time := last_calendar_time(old.activity_id) + interval '1 second';
  if (old.start_time, old.end_time) is distinct from (new.start_time, new.end_time) then
    insert into schedule_change (activity_id, session_id, start_time, end_time)
    values (old.activity_id, '', old.start_time, old.end_time);
  end if;
  return new;
end;
$$;
create trigger activity_rescheduled before update of
  title, start_time, end_time, address, dealer_id, called_off_time, called_off_reason on activity for each row
  when ((old.title, old.start_time, old.end_time, old.address, old.dealer_id, old.called_off_time, old.called_off_reason)
    is distinct from
    (new.title, new.start_time, new.end_time, new.address, new.dealer_id, new.called_off_time, new.called_off_reason))
  execute function note_activity_change();

create function note_session_change() returns trigger language plpgsql as $$
begin
  new.calendar_version := old.calendar_version + 1;
  new.calendar_time := last_calendar_time(old.activity_id) + interval '1 second';
  if (old.start_time, old.end_time) is distinct from (new.start_time, new.end_time) then
    insert into schedule_change (activity_id, session_id, start_time, end_time)
    values (old.activity_id, old.session_id, old.start_time, old.end_time);
  end if;
  return new;
end;
$$;
create trigger activity_session_rescheduled before update of start_time, end_time, dealer_id on activity_session for each row
  when ((old.start_time, old.end_time, old.dealer_id) is distinct from (new.start_time, new.end_time, new.dealer_id))
  execute function note_session_change();
