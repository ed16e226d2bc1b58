-- The mall's funnel (requirement MA108): a row per step that a person reached. Submitted and paid are the server's own
-- records with their order; host and city are those of the person's last event in the mall on the day of the order.
-- Count distinct persons or orders by whatever is wanted; filter by day first.
create view mall_funnel as
with step_event (event, step) as (values
  ('product_viewed', 'product'), ('cart_added', 'cart'), ('checkout_started', 'checkout')
)
select e.day, coalesce(e.properties ->> 'product_id', '') as product_id, '' as order_id,
  coalesce(e.properties ->> 'utm_source', e.properties ->> '$latest_utm_source', '') as channel,
  coalesce(e.properties ->> 'platform_type', '') as host,
  coalesce(e.properties ->> 'city_code', '') as city_code,
  s.step, coalesce(e.login_id, i.login_id, e.distinct_id) as person
from tracked_event e
join step_event s on s.event = e.event
left join tracked_identity i on i.project = e.project and i.anonymous_id = e.distinct_id
where e.type = 'track'
union all
select u.day, '', u.order_id, u.channel, coalesce(seen.host, ''), coalesce(seen.city_code, ''), u.step, u.person
from (
  select (o.time at time zone 'Asia/Shanghai')::date as day, o.order_id,
    coalesce(o.channel ->> 'utm_source', '') as channel, o.step, a.open_id as person,
    (o.created_time at time zone 'Asia/Shanghai')::date as ordered_day
  from (
    select order_id, user_id, channel, created_time, created_time as time, 'submitted' as step from mall_order
    union all select order_id, user_id, channel, created_time, paid_time, 'paid' from mall_order
      where paid_time is not null
  ) o join app_user a on a.user_id = o.user_id
) u
left join (
  select distinct on (day, login_id) day, login_id,
    properties ->> 'platform_type' as host, properties ->> 'city_code' as city_code
  from tracked_event
  where login_id is not null
    and event in ('product_viewed', 'cart_added', 'checkout_started', 'order_submitted', 'pay_started')
  order by day, login_id, event_time desc
) seen on seen.day = u.ordered_day and seen.login_id = u.person;

-- Finds the orders of a shared link when its person is erased.
create index mall_order_sharer on mall_order ((channel ->> 'from')) where channel ->> 'from' is not null;
