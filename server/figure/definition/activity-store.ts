import { sql, type RawBuilder } from "kysely";
import type { Period } from "./period.ts";
import { firstCall, NO_AMOUNT, NO_SUBJECT, source, within, type RowSource } from "./source-store.ts";

const seatSession = sql`left join activity_session n on n.activity_id = s.activity_id and n.session_id = s.session_id`;
const utmSource = (channel: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${channel} ->> 'utm_source', '')`;

/** Columns of a sign-up s with its session n. */
const signUpColumns = (
  time: RawBuilder<unknown>,
  isCounted: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> =>
  sql`s.signup_id as row_id, s.signup_id as open_id, ${time} as time, s.activity_id,
    coalesce(n.dealer_id, s.dealer_id) as dealer_id, ${utmSource(sql`s.channel`)} as channel, s.user_id,
    s.created_time as seen_time, ${NO_SUBJECT}, ${isCounted} as is_counted, ${NO_AMOUNT}`;

/** Sign-ups that were confirmed at the moment: those that stand, and those that were cancelled later. */
const confirmed = (period: Period): RawBuilder<unknown> => sql`(
  select signup_id, activity_id, user_id, session_id, dealer_id, channel, created_time from signup
  where status = 'confirmed' and ${within(sql`created_time`, period)}
  union all
  select signup_id, activity_id, user_id, session_id, dealer_id, channel, created_time from signup_cancelled
  where cancelled_time > ${period.asOf} and ${within(sql`created_time`, period)})`;

const signUps = source(
  "guest",
  (period) => sql`
  select ${signUpColumns(sql`s.created_time`)} from ${confirmed(period)} s ${seatSession}`,
);
const shared = source(
  "guest",
  (period) => sql`
  select ${signUpColumns(sql`s.created_time`)} from ${confirmed(period)} s ${seatSession}
  where s.channel ->> 'from' is not null`,
);
const cancellations = source(
  "guest",
  (period) => sql`
  select ${signUpColumns(sql`s.cancelled_time`)} from signup_cancelled s ${seatSession}
  where ${within(sql`s.cancelled_time`, period)}`,
);
const arrivals = source(
  "guest",
  (period) => sql`
  select ${signUpColumns(sql`s.checked_in_time`)} from signup s ${seatSession}
  where ${within(sql`s.checked_in_time`, period)}`,
);

const begins = sql`coalesce(n.start_time, e.start_time)`;
/** Activities of which a session, or the activity itself, begins in the period. */
const beginning = (period: Period): RawBuilder<unknown> => sql`
  (select activity_id from activity_session where ${within(sql`start_time`, period)}
    union select activity_id from activity where ${within(sql`start_time`, period)})`;
const arrivalRate = source(
  "guest",
  (period) => sql`
  select ${signUpColumns(begins, sql`coalesce(s.checked_in_time <= ${period.asOf}, false)`)}
  from signup s join activity e on e.activity_id = s.activity_id ${seatSession}
  where s.activity_id in ${beginning(period)} and s.status = 'confirmed' and e.activity_type = 'localoffline'
    and ${within(begins, period)}
    and (e.called_off_time is null or e.called_off_time > ${begins})`,
);

/** Those who wait now; the range of days does not matter. */
const waiting = source(
  "guest",
  ({ asOf }) => sql`
  select s.signup_id as row_id, s.signup_id as open_id, s.joined_time as time, s.activity_id,
    coalesce(n.dealer_id, s.dealer_id) as dealer_id, ${utmSource(sql`s.channel`)} as channel, s.user_id,
    s.joined_time as seen_time, ${NO_SUBJECT}, true as is_counted, ${NO_AMOUNT}
  from waitlist s ${seatSession} where s.state = 'waiting' and s.joined_time <= ${asOf}`,
  { isByDay: false },
);

const leadColumns = (isCounted: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`l.lead_id as row_id, l.lead_id as open_id, l.created_time as time, l.activity_id, l.dealer_id,
    ${utmSource(sql`l.last_touch`)} as channel, l.user_id, l.created_time as seen_time, ${NO_SUBJECT},
    ${isCounted} as is_counted, ${amount} as amount`;
/** Leads that were not withdrawn at the moment. */
const standingLeads = (period: Period): RawBuilder<unknown> =>
  sql`(l.withdrawn_time is null or l.withdrawn_time > ${period.asOf}) and ${within(sql`l.created_time`, period)}`;
const leads = source(
  "lead",
  (period) => sql`
  select ${leadColumns(sql`true`, sql`null::float8`)} from lead l where ${standingLeads(period)}`,
);
const firstContact = source(
  "lead",
  (period) => sql`
  select ${leadColumns(sql`true`, sql`greatest(extract(epoch from f.time - l.created_time) / 3600, 0)::float8`)}
  from lead l cross join lateral (select ${firstCall} as time) f
  where ${standingLeads(period)} and f.time <= ${period.asOf}`,
  { isMade: false },
);
const overdueRate = source(
  "lead",
  (period) => sql`
  select ${leadColumns(sql`coalesce(f.time > o.due, true)`, sql`null::float8`)}
  from lead l cross join lateral (select ${firstCall} as time) f
  join unnest(${period.dues.map(({ day }) => day)}::date[], ${period.dues.map(({ due }) => due.toISOString())}::timestamptz[]) as o (day, due)
    on o.day = (l.created_time at time zone 'Asia/Shanghai')::date
  where ${standingLeads(period)} and o.due <= ${period.asOf}`,
  { isMade: false },
);

/** Dealer of a coupon c of benefit b: that of the holder's seat; null: they have none. */
const seatDealer = sql`(select coalesce(p.dealer_id, u.dealer_id) from signup u
  left join activity_session p on p.activity_id = u.activity_id and p.session_id = u.session_id
  where u.activity_id = b.activity_id and u.user_id = c.user_id)`;
const coupons = (time: RawBuilder<unknown>) =>
  source(
    "coupon",
    (period) => sql`
    select c.coupon_id as row_id, null::text as open_id, ${time} as time, b.activity_id, ${seatDealer} as dealer_id,
      ${utmSource(sql`c.channel`)} as channel, c.user_id, c.created_time as seen_time, b.name as subject,
      true as is_counted, ${NO_AMOUNT}
    from coupon c join benefit b on b.benefit_id = c.benefit_id where ${within(time, period)}`,
    // The dealer follows the holder's seat, which comes and goes.
    { scope: "coupon", isMade: false },
  );

const kocs = (time: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  source(
    "koc",
    (period) => sql`
    select k.activity_id || '/' || k.user_id as row_id, k.activity_id || '/' || k.user_id as open_id, ${time} as time,
      k.activity_id, e.dealer_id, '' as channel, k.user_id, k.applied_time as seen_time, ${NO_SUBJECT},
      true as is_counted, ${NO_AMOUNT}
    from koc k join activity e on e.activity_id = k.activity_id where ${which} and ${within(time, period)}`,
  );

/** Rows of the figures of activities. */
export const activitySources = {
  signUps,
  cancellations,
  waiting,
  arrivals,
  arrivalRate,
  shared,
  leads,
  firstContact,
  overdueRate,
  couponsSent: coupons(sql`c.created_time`),
  couponsRedeemed: coupons(sql`c.used_time`),
  kocApplied: kocs(sql`k.applied_time`, sql`true`),
  kocAccepted: kocs(sql`k.reviewed_time`, sql`k.status = 2`),
} as const satisfies Readonly<Record<string, RowSource>>;
