-- Figures of the console. Past days are counted once (figure_day), and the persons of each step of the funnel are kept
-- also beyond the events (funnel_day); today, and a day that changed since, is counted from the facts.

-- As before (0023_check_in), with the time since which each row is known, so that a moment can be counted.
create or replace view activity_funnel as
with step_event (event, step) as (values
  ('$pageview', 'page_view'), ('activity_viewed', 'detail'), ('sign_up_tapped', 'sign_up_tapped'),
  ('captcha_solved', 'captcha_solved')
)
select e.day, coalesce(e.activity_id, '') as activity_id,
  coalesce(e.properties ->> 'utm_source', e.properties ->> '$latest_utm_source', '') as channel,
  coalesce(e.properties ->> 'platform_type', '') as host,
  coalesce(e.properties ->> 'city_code', '') as city_code,
  s.step, coalesce(e.login_id, i.login_id, e.distinct_id) as person, e.received_time as known_time
from tracked_event e
join step_event s on s.event = e.event
left join tracked_identity i on i.project = e.project and i.anonymous_id = e.distinct_id
where e.type = 'track' and (e.event <> 'captcha_solved' or e.properties ->> 'action' = 'signup')
union all
select u.day, u.activity_id, u.channel, coalesce(seen.host, ''), coalesce(seen.city_code, ''), u.step, u.person, u.time
from (
  select (s.time at time zone 'Asia/Shanghai')::date as day, s.activity_id,
    coalesce(s.channel ->> 'utm_source', '') as channel, s.step, a.open_id as person, s.time,
    (s.created_time at time zone 'Asia/Shanghai')::date as signed_day
  from (
    select activity_id, user_id, channel, created_time, created_time as time, 'submitted' as step from signup
    union all select activity_id, user_id, channel, created_time, created_time, 'submitted' from signup_cancelled
    union all select activity_id, user_id, channel, created_time, checked_in_time, 'checked_in' from signup
      where checked_in_time is not null
  ) s join app_user a on a.user_id = s.user_id
) u
left join (
  select distinct on (day, activity_id, login_id) day, activity_id, login_id,
    properties ->> 'platform_type' as host, properties ->> 'city_code' as city_code
  from tracked_event where login_id is not null and activity_id is not null
  order by day, activity_id, login_id, event_time desc
) seen on seen.day = u.signed_day and seen.activity_id = u.activity_id and seen.login_id = u.person;

-- Numbers that add up, by day; '' is unknown. Titles, regions and business types are those of today.
create table figure_day (
  day date not null,
  figure text not null,
  activity_id text not null,
  dealer_id text not null,
  channel text not null,
  row_count int not null,
  -- Rows that count, of a rate.
  counted int not null,
  -- Units or fen.
  amount bigint not null,
  primary key (figure, day, activity_id, dealer_id, channel)
);
create index figure_day_day on figure_day (day);

-- Persons by step of the funnel and day, and where they were last seen on it ('seen': about an activity, 'mallSeen').
create table funnel_day (
  day date not null,
  step text not null,
  activity_id text not null,
  channel text not null,
  host text not null,
  city_code text not null,
  person text not null,
  primary key (step, day, activity_id, person, channel, host, city_code)
);
create index funnel_day_person on funnel_day (person);
create index funnel_day_day on funnel_day (day);

-- Days that were counted. 'facts': figure_day, and the steps that the server knows; 'events': the other steps.
create table figure_made (
  day date not null,
  part text not null check (part in ('facts', 'events')),
  made_time timestamptz not null,
  checked_time timestamptz,
  -- The check found another number than that of the facts, and corrected it; null: the last check did not.
  corrected_time timestamptz,
  primary key (day, part)
);
-- Changes of past days since; such a day is counted from the facts until it was counted again. Without a key, so that two
-- who change the same day do not wait for each other.
create table figure_change (
  change_id bigint generated always as identity,
  day date not null,
  part text not null check (part in ('facts', 'events'))
);
create index figure_change_day on figure_change (day, part);

create function note_figure_days(variadic times timestamptz[]) returns void language sql as $$
  insert into figure_change (day, part)
  select distinct (t at time zone 'Asia/Shanghai')::date, 'facts' from unnest(times) t where t is not null;
$$;

-- New rows are of today and change no past day, so that a crowd's sign-ups cost nothing here.
create function note_removed_sign_ups() returns trigger language plpgsql as $$
begin
  insert into figure_change (day, part)
  select distinct (t at time zone 'Asia/Shanghai')::date, 'facts'
  from gone g join activity a on a.activity_id = g.activity_id
  left join activity_session n on n.activity_id = g.activity_id and n.session_id = g.session_id,
    unnest(array[g.created_time, g.checked_in_time, coalesce(n.start_time, a.start_time)]) t where t is not null;
  return null;
end;
$$;
create trigger signup_figure_removed after delete on signup
  referencing old table as gone for each statement execute function note_removed_sign_ups();

create function note_changed_sign_up() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.created_time, new.created_time, old.checked_in_time, new.checked_in_time, (
    select coalesce(n.start_time, a.start_time) from activity a left join activity_session n
      on n.activity_id = a.activity_id and n.session_id = old.session_id where a.activity_id = old.activity_id), (
    select coalesce(n.start_time, a.start_time) from activity a left join activity_session n
      on n.activity_id = a.activity_id and n.session_id = new.session_id where a.activity_id = new.activity_id));
  return null;
end;
$$;
create trigger signup_figure_changed after update of user_id, status, dealer_id, session_id, channel, created_time, checked_in_time on signup
  for each row when ((old.user_id, old.status, old.dealer_id, old.session_id, old.channel, old.created_time, old.checked_in_time)
    is distinct from (new.user_id, new.status, new.dealer_id, new.session_id, new.channel, new.created_time, new.checked_in_time))
  execute function note_changed_sign_up();

create function note_cancelled_sign_up() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.created_time, old.cancelled_time);
  return null;
end;
$$;
create trigger signup_cancelled_figure after update or delete on signup_cancelled for each row
  execute function note_cancelled_sign_up();

create function note_changed_lead() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.created_time);
  return null;
end;
$$;
create trigger lead_figure_removed after delete on lead for each row execute function note_changed_lead();
create trigger lead_figure_changed after update of withdrawn_time, dealer_id, last_touch on lead
  for each row when ((old.withdrawn_time, old.dealer_id, old.last_touch) is distinct from (new.withdrawn_time, new.dealer_id, new.last_touch))
  execute function note_changed_lead();

create function note_changed_coupon() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.created_time, old.used_time);
  if tg_op = 'UPDATE' then perform note_figure_days(new.used_time); end if;
  return null;
end;
$$;
create trigger coupon_figure_removed after delete on coupon for each row execute function note_changed_coupon();
create trigger coupon_figure_changed after update of user_id, used_time, channel on coupon
  for each row when ((old.user_id, old.used_time, old.channel) is distinct from (new.user_id, new.used_time, new.channel))
  execute function note_changed_coupon();

create function note_changed_koc() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.applied_time, old.reviewed_time);
  if tg_op = 'UPDATE' then perform note_figure_days(new.applied_time, new.reviewed_time); end if;
  return null;
end;
$$;
create trigger koc_figure after update or delete on koc for each row execute function note_changed_koc();

create function note_changed_order() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.created_time, old.paid_time, new.paid_time);
  return null;
end;
$$;
create trigger mall_order_figure after update of user_id, paid_time, paid_fen, dealer_id, channel on mall_order
  for each row when ((old.user_id, old.paid_time, old.paid_fen, old.dealer_id, old.channel)
    is distinct from (new.user_id, new.paid_time, new.paid_fen, new.dealer_id, new.channel))
  execute function note_changed_order();
create function note_changed_refund() returns trigger language plpgsql as $$
begin
  perform note_figure_days(old.success_time, new.success_time);
  return null;
end;
$$;
create trigger refund_figure after update of state, success_time, amount_fen on refund
  for each row when ((old.state, old.success_time, old.amount_fen) is distinct from (new.state, new.success_time, new.amount_fen))
  execute function note_changed_refund();

-- Another time or dealer of a session, another time, dealer or cancellation of an activity: all days of its sign-ups.
create function note_changed_activity() returns trigger language plpgsql as $$
begin
  insert into figure_change (day, part)
  select distinct (t at time zone 'Asia/Shanghai')::date, 'facts'
  from (
    select unnest(array[s.created_time, s.checked_in_time]) as t from signup s where s.activity_id = new.activity_id
    union all select unnest(array[s.created_time, s.cancelled_time]) from signup_cancelled s where s.activity_id = new.activity_id
    union all select k.applied_time from koc k where k.activity_id = new.activity_id
    union all select k.reviewed_time from koc k where k.activity_id = new.activity_id
    union all select unnest(array[c.created_time, c.used_time]) from coupon c join benefit b on b.benefit_id = c.benefit_id
      where b.activity_id = new.activity_id
    union all select n.start_time from activity_session n where n.activity_id = new.activity_id
    union all select unnest(array[old.start_time, new.start_time])
  ) changed where t is not null;
  return null;
end;
$$;
create trigger activity_session_figure after update of start_time, dealer_id on activity_session
  for each row when ((old.start_time, old.dealer_id) is distinct from (new.start_time, new.dealer_id))
  execute function note_changed_activity();
create trigger activity_figure after update of start_time, dealer_id, called_off_time, activity_type on activity
  for each row when ((old.start_time, old.dealer_id, old.called_off_time, old.activity_type)
    is distinct from (new.start_time, new.dealer_id, new.called_off_time, new.activity_type))
  execute function note_changed_activity();

-- Ranges of time in tables that grow in the order of time: an index of a few pages, which costs inserts next to nothing.
create index signup_created on signup using brin (created_time);
create index signup_checked_in on signup (checked_in_time) where checked_in_time is not null;
create index signup_cancelled_time on signup_cancelled (cancelled_time);
create index lead_created on lead using brin (created_time);
create index coupon_created on coupon using brin (created_time);
create index coupon_used on coupon (used_time) where used_time is not null;
create index koc_reviewed on koc (reviewed_time) where status = 2;
create index mall_order_created on mall_order using brin (created_time);
create index mall_order_paid on mall_order (paid_time) where paid_time is not null;
create index refund_success on refund (success_time) where state = 'success';
create index tracked_identity_time on tracked_identity using brin (created_time);
