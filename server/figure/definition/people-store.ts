import { sql, type RawBuilder } from "kysely";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import { within } from "./source-store.ts";
import type { Period } from "./period.ts";

/** Days whose persons are read from funnel_day, and those that are counted from events and sign-ups. */
export type FunnelDays = {
  /** Of the steps that events say. */
  readonly madeEvents: readonly string[];
  readonly openEvents: readonly string[];
  /** Of the steps that the server knows. */
  readonly madeFacts: readonly string[];
  readonly openFacts: Period;
  /** Moment as of which events are counted. */
  readonly asOf: Date;
};
const eventSteps = ["page_view", "detail", "sign_up_tapped", "captcha_solved"];
const factSteps = ["submitted", "checked_in"];
const dates = (days: readonly string[]): RawBuilder<unknown> => sql`any(${[...days]}::date[])`;
const steps = (names: readonly string[]): RawBuilder<unknown> => sql`any(${[...names]}::text[])`;

/** Rows day, step, activity_id, channel, host, city_code, person of the steps of events, of open days. */
export const openEventRows = (
  days: readonly string[],
  names: readonly string[],
  asOf: Date,
): RawBuilder<unknown> =>
  sql`select day, step, activity_id, channel, host, city_code, person from activity_funnel
    where day = ${dates(days)} and step = ${steps(names)} and known_time <= ${asOf}`;

/** Rows day, step 'seen' or 'mallSeen', activity_id, host, city_code, person: where people were last seen on open days. */
export const openSeenRows = (days: readonly string[], asOf: Date): RawBuilder<unknown> => sql`
  select * from (select distinct on (e.day, e.activity_id, e.login_id) e.day, 'seen' as step, e.activity_id,
    coalesce(e.properties ->> 'platform_type', '') as host, coalesce(e.properties ->> 'city_code', '') as city_code,
    e.login_id as person
  from tracked_event e
  where e.day = ${dates(days)} and e.login_id is not null and e.activity_id is not null and e.received_time <= ${asOf}
  order by e.day, e.activity_id, e.login_id, e.event_time desc) about_activities
  union all
  select * from (select distinct on (e.day, e.login_id) e.day, 'mallSeen', '',
    coalesce(e.properties ->> 'platform_type', ''), coalesce(e.properties ->> 'city_code', ''), e.login_id
  from tracked_event e
  where e.day = ${dates(days)} and e.login_id is not null and e.received_time <= ${asOf}
    and e.event in ('product_viewed', 'cart_added', 'checkout_started', 'order_submitted', 'pay_started')
  order by e.day, e.login_id, e.event_time desc) in_the_mall`;

/** SQL expressions of a row: the day, activity and person of whom the host and city are looked for. */
type SeenOf = Readonly<Record<"step" | "day" | "activity" | "person", RawBuilder<unknown>>>;
/** Joins p (host, city_code): where the person was last seen that day about the activity; '' unknown. */
export function placeJoin(
  { openEvents, asOf }: Pick<FunnelDays, "openEvents" | "asOf">,
  { step, day, activity, person }: SeenOf,
): RawBuilder<unknown> {
  const known = sql`left join lateral (select k.host, k.city_code from funnel_day k
    where k.step = ${step} and k.day = ${day} and k.activity_id = ${activity} and k.person = ${person}
      and k.day <> all(${[...openEvents]}::date[]) limit 1) k on true`;
  const place = (host: RawBuilder<unknown>, city: RawBuilder<unknown>) =>
    sql`cross join lateral (select coalesce(${host}, '') as host, coalesce(${city}, '') as city_code) p`;
  if (openEvents.length === 0) return sql`${known} ${place(sql`k.host`, sql`k.city_code`)}`;
  return sql`${known} left join (${openSeenRows(openEvents, asOf)}) w
      on w.step = ${step} and w.day = ${day} and w.activity_id = ${activity} and w.person = ${person}
    ${place(sql`coalesce(w.host, k.host)`, sql`coalesce(w.city_code, k.city_code)`)}`;
}

/** Rows of the steps that the server knows, in a period: signed up (also cancelled), and came. */
export const openFactRows = (
  period: Period,
  seen: Pick<FunnelDays, "openEvents" | "asOf">,
): RawBuilder<unknown> => {
  const taken = sql`select activity_id, user_id, channel, created_time`;
  return sql`
    select f.day, f.step, f.activity_id, f.channel, p.host, p.city_code, f.person
    from (
      select (s.time at time zone 'Asia/Shanghai')::date as day, s.step, s.activity_id,
        coalesce(s.channel ->> 'utm_source', '') as channel, u.open_id as person,
        (s.created_time at time zone 'Asia/Shanghai')::date as signed_day
      from (
        ${taken}, created_time as time, 'submitted' as step from signup where ${within(sql`created_time`, period)}
        union all ${taken}, created_time, 'submitted' from signup_cancelled where ${within(sql`created_time`, period)}
        union all ${taken}, checked_in_time, 'checked_in' from signup where ${within(sql`checked_in_time`, period)}
      ) s join app_user u on u.user_id = s.user_id
    ) f ${placeJoin(seen, {
      step: sql`'seen'`,
      day: sql`f.signed_day`,
      activity: sql`f.activity_id`,
      person: sql`f.person`,
    })}`;
};

/** Rows x of the funnel as a subquery, restricted to some steps. */
export function funnelRows(
  days: FunnelDays,
  wanted: readonly FunnelStep[] = funnelSteps,
): RawBuilder<unknown> {
  const events = wanted.filter((step) => eventSteps.includes(step));
  const facts = wanted.filter((step) => factSteps.includes(step));
  const made = (names: readonly string[], of: readonly string[]) =>
    sql`select day, step, activity_id, channel, host, city_code, person from funnel_day
      where step = ${steps(names)} and day = ${dates(of)}`;
  const hasSameDays =
    events.length > 0 && facts.length > 0 && String(days.madeEvents) === String(days.madeFacts);
  const parts: RawBuilder<unknown>[] = [];
  // One statement, which can be answered from an index.
  if (hasSameDays && days.madeEvents.length > 0) parts.push(made(wanted, days.madeEvents));
  if (events.length > 0) {
    if (!hasSameDays && days.madeEvents.length > 0) parts.push(made(events, days.madeEvents));
    if (days.openEvents.length > 0) parts.push(openEventRows(days.openEvents, events, days.asOf));
  }
  if (facts.length > 0) {
    if (!hasSameDays && days.madeFacts.length > 0) parts.push(made(facts, days.madeFacts));
    if (days.openFacts.spans.length > 0)
      parts.push(
        sql`select * from (${openFactRows(days.openFacts, days)}) known where step = ${steps(facts)}`,
      );
  }
  return sql`(${parts.length === 0 ? made([], []) : sql.join(parts, sql` union all `)})`;
}
