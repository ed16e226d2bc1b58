-- Who came: told by the dealer's staff, once.
alter table signup add column checked_in_time timestamptz;
alter table signup add column checked_in_by text;
-- scanned, typed or picked from the list
alter table signup add column checked_in_way text;

-- Links for the dealer's staff; the token stands in the link alone.
create table check_in_link (
  link_id text primary key,
  token_hash text not null unique,
  activity_id text not null references activity (activity_id),
  -- null: all of the activity's
  session_id text,
  dealer_id text references organisation (organisation_id),
  created_time timestamptz not null,
  expires_time timestamptz not null,
  revoked_time timestamptz
);
create index check_in_link_activity on check_in_link (activity_id, created_time);

-- As before (0012_own_sign_ups), but who came is what the server knows, as who signed up is.
create or replace view activity_funnel as
with step_event (event, step) as (values
  ('$pageview', 'page_view'), ('activity_viewed', 'detail'), ('sign_up_tapped', 'sign_up_tapped'),
  ('captcha_solved', 'captcha_solved')
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
select u.day, u.activity_id, u.channel, coalesce(seen.host, ''), coalesce(seen.city_code, ''), u.step, u.person
from (
  select (s.time at time zone 'Asia/Shanghai')::date as day, s.activity_id,
    coalesce(s.channel ->> 'utm_source', '') as channel, s.step, a.open_id as person,
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
