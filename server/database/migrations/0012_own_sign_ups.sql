-- Sign-ups that were given up: what they were for. Name, mobile and answers are gone with the seat.
create table signup_cancelled (
  signup_id text primary key,
  activity_id text not null references activity (activity_id),
  user_id text not null references app_user (user_id),
  dealer_id text,
  session_id text,
  channel jsonb not null,
  created_time timestamptz not null,
  cancelled_time timestamptz not null
);
create index signup_cancelled_user on signup_cancelled (user_id, created_time);

-- As before (0008), but whoever cancels has signed up all the same.
create or replace view activity_funnel as
with step_event (event, step) as (values
  ('$pageview', 'page_view'), ('activity_viewed', 'detail'), ('sign_up_tapped', 'sign_up_tapped'),
  ('captcha_solved', 'captcha_solved'), ('activity_checked_in', 'checked_in')
)
select e.day, coalesce(e.activity_id, '') as activity_id,
  coalesce(e.properties ->> 'utm_source', e.properties ->> '$latest_utm_source', '') as channel,
  coalesce(e.properties ->> 'platform_type', '') as host,
  coalesce(e.properties ->> 'city_code', '') as city_code,
  s.step, coalesce(e.login_id, i.login_id, e.distinct_id) as person
from tracked_event e
join step_event s on s.event = e.event
left join tracked_identity i on i.project = e.project and i.anonymous_id = e.distinct_id
where e.type = 'track' and (e.event <> 'captcha_solved' or e.properties ->> 'action' = 'signup')
union all
select u.day, u.activity_id, u.channel, coalesce(seen.host, ''), coalesce(seen.city_code, ''), 'submitted', u.person
from (
  select (s.created_time at time zone 'Asia/Shanghai')::date as day, s.activity_id,
    coalesce(s.channel ->> 'utm_source', '') as channel, a.open_id as person
  from (
    select activity_id, user_id, channel, created_time from signup
    union all select activity_id, user_id, channel, created_time from signup_cancelled
  ) s join app_user a on a.user_id = s.user_id
) u
left join (
  select distinct on (day, activity_id, login_id) day, activity_id, login_id,
    properties ->> 'platform_type' as host, properties ->> 'city_code' as city_code
  from tracked_event where login_id is not null and activity_id is not null
  order by day, activity_id, login_id, event_time desc
) seen on seen.day = u.day and seen.activity_id = u.activity_id and seen.login_id = u.person;
