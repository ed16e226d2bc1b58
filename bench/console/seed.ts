import { sql } from "kysely";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { encryptedRows } from "../../server/database/encryption/encrypted-columns.ts";

/** Numbers of rows of an installation that has been used for a year. */
export type ConsoleSize = {
  readonly activities: number;
  readonly guests: number;
  readonly leads: number;
  readonly orders: number;
  /** Days with behaviour events before today, and events of each. */
  readonly days: number;
  readonly eventsPerDay: number;
};
/** Size that the requirements name, or the part of it that SCALE says. */
export function consoleSize(scale = Number(process.env["SCALE"] ?? 1)): ConsoleSize {
  const part = (number: number) => Math.ceil(number * scale);
  return {
    activities: part(5_000),
    guests: part(100_000),
    leads: part(40_000),
    orders: part(100_000),
    days: 180,
    eventsPerDay: part(3_000),
  };
}
const DAY = 86_400_000;
const BATCH = 10_000;
/** Ids of each kind are numbered from here, so that a row can be named without being read. */
const FIRST = 10n ** 18n;
export const rowId = (number: number): string => String(FIRST + BigInt(number));
const id = (number: string) => sql.raw(`(${FIRST} + (${number}))::text`);
const DEALERS = 300;
/** Provinces with their capital's city code; dealers and activities are spread over them. */
const places = ["310000:310100", "110000:110100", "440000:440100", "510000:510100", "330000:330100"];
const placeArray = sql.raw(`array[${places.map((place) => `'${place}'`).join(",")}]`);
const province = (number: string) => sql`split_part((${placeArray})[1 + (${sql.raw(number)}) % 5], ':', 1)`;
const city = (number: string) => sql`split_part((${placeArray})[1 + (${sql.raw(number)}) % 5], ':', 2)`;
const source = (number: string) =>
  sql.raw(`(array['wechat','search','friend','dealer','',null])[1 + (${number}) % 6]`);
/** Activity of a guest: skewed, so that some have thousands of guests and many have a few. */
const activityOf = (guest: number, activities: number): number =>
  Math.floor((((guest * 7_919) % 100_003) ** 2 / 100_003 ** 2) * activities);

async function addDealersAndActivities(db: Database, { activities, days }: ConsoleSize): Promise<void> {
  await sql`
    insert into organisation (organisation_id, code, name, status, address, phone, province_code, city_code, longitude, latitude)
    select ${id("n")}, 'D' || n, '体验中心 ' || n, '1', '龙腾大道 ' || n || ' 号', '', ${province("n")}, ${city("n")}, 121, 31
    from generate_series(0, ${DEALERS - 1}::int) n`.execute(db);
  await sql`
    insert into activity (activity_id, title, subtitle, cover_url, activity_type, business_type, sponsor_level1,
      sponsor_level2, sec, process_key, node_key, start_time, end_time, sign_up_start_time, sign_up_end_time, open_time,
      close_time, province_code, city_code, address, longitude, latitude, cell, quota, series_codes, tags, fee, content,
      agenda, form, benefits, rules, share, page_type, asks)
    select ${id("n")}, '金秋山路试驾 ' || n, '', '/media/cover.svg',
      case when n % 9 = 0 then 'online' else 'localoffline' end, 1 + n % 4,
      case when n % 3 = 0 then '107001' else '107002' end,
      case when n % 3 = 0 then null else (array['VWSA400000', 'VWSA100000', 'VWSA200000'])[1 + n % 3] end,
      '', '', '', start, start + interval '6 hours', start - interval '30 days', start, start - interval '30 days',
      start + interval '6 hours', ${province("n")}, ${city("n")}, '龙腾大道 ' || n || ' 号', 121, 31, n % 1000, 20000,
      array['yuanshan'], array['周末'], '免费', '<p>文</p>', '[]', '[]', '[]', '', '{}',
      case when n % 5 = 1 then 'lead' else 'signup' end, '{"session": true}'
    from (select n, now() + (n % ${days + 60}::int - ${days}::int) * interval '1 day' as start
      from generate_series(0, ${activities - 1}::int) n) n`.execute(db);
  await sql`
    insert into activity_session (activity_id, session_id, dealer_id, start_time, end_time, quota)
    select a.activity_id, n::text, ${id("n * 37 % 300")}, a.start_time + n * interval '1 hour', a.start_time + (n + 1) * interval '1 hour', 5000
    from activity a, generate_series(1, 4) n`.execute(db);
}

async function addPeople(db: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at);
    const rows = encryptedRows(people, (number, keyring) => {
      const mobile = mobileOf(number);
      return {
        user_id: rowId(number),
        idp_id: mobile,
        mobile: keyring.encrypt(mobile, "user", mobile),
        mobile_key: keyring.lookup(mobile),
      };
    });
    await sql`
      insert into app_user (user_id, idp_id, open_id, mobile, mobile_key, nickname, created_time, updated_time)
      select user_id, idp_id, 'o' || user_id, mobile, mobile_key, '参加者', now(), now()
      from jsonb_to_recordset(${rows}::jsonb) as i(user_id text, idp_id text, mobile text, mobile_key text)`.execute(
      db,
    );
  }
}
const mobileOf = (number: number): string => `137${String(number).padStart(8, "0")}`;
const surnames = ["林", "王", "陈", "赵", "欧阳"];
const nameOf = (number: number): string => `${surnames[number % 5] ?? ""}晓${number % 97}`;
const personOf = (number: number): string =>
  JSON.stringify({ name: nameOf(number), mobile: mobileOf(number), answers: [], body_hash: "h" });

/** Adds sign-ups: a third of those whose session is over came. */
async function addGuests(db: Database, { guests, activities }: ConsoleSize): Promise<void> {
  for (let from = 0; from < guests; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, guests - from) }, (_, at) => from + at);
    const rows = encryptedRows(numbers, (number, keyring) => ({
      n: number,
      activity_id: rowId(activityOf(number, activities)),
      user_id: rowId(number),
      person: keyring.encrypt(personOf(number), "signup", rowId(number)),
      mobile_key: keyring.lookup(mobileOf(number)),
    }));
    await sql`
      insert into signup (activity_id, user_id, signup_id, ticket_code, status, series_code, dealer_id, session_id, channel,
        created_time, checked_in_time, checked_in_way, person, mobile_key)
      select i.activity_id, i.user_id, ${id("n")}, 'T' || n, 'confirmed', 'yuanshan', s.dealer_id, s.session_id,
        jsonb_strip_nulls(jsonb_build_object('utm_source', ${source("n")})), least(now(), s.start_time) - (n % 20) * interval '1 hour',
        case when s.start_time < now() and n % 3 = 0 then s.start_time end,
        case when s.start_time < now() and n % 3 = 0 then 'scan' end, i.person, i.mobile_key
      from jsonb_to_recordset(${rows}::jsonb) as i(n int, activity_id text, user_id text, person text, mobile_key text)
      join activity_session s on s.activity_id = i.activity_id and s.session_id = (1 + n % 4)::text`.execute(
      db,
    );
  }
  // In the order of time, as people sign up: ranges of time are found by that order.
  await sql`create temporary table in_order as select * from signup order by created_time`.execute(db);
  await sql`delete from signup`.execute(db);
  await sql`insert into signup select * from in_order`.execute(db);
  await sql`drop table in_order`.execute(db);
  await sql`
    update activity_session s set taken = t.taken from (select activity_id, session_id, count(*)::int as taken from signup
      group by 1, 2) t where t.activity_id = s.activity_id and t.session_id = s.session_id`.execute(db);
  await sql`
    update activity a set taken = t.taken from (select activity_id, count(*)::int as taken from signup group by 1) t
    where t.activity_id = a.activity_id`.execute(db);
}

/** Adds leads of the last 90 days; half of them were called. */
async function addLeads(db: Database, { leads, activities }: ConsoleSize): Promise<void> {
  for (let from = 0; from < leads; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, leads - from) }, (_, at) => from + at);
    const rows = encryptedRows(numbers, (number, keyring) => {
      const activityId = rowId(activityOf(number, activities));
      const key = keyring.lookup(mobileOf(number));
      return {
        n: number,
        activity_id: activityId,
        user_id: rowId(number),
        person: keyring.encrypt(personOf(number), "lead", activityId, key),
        mobile_key: key,
      };
    });
    await sql`
      insert into lead (activity_id, lead_id, user_id, province_code, city_code, dealer_id, series_code, consent_version,
        consent_time, first_touch, last_touch, created_time, updated_time, person, mobile_key, number_key, contact_result, contacted_time)
      select activity_id, ${id("n")}, user_id, ${province("n")}, ${city("n")}, ${id("n % 300")}, 'yuanshan', '1', made, touch, touch, made,
        made, person, mobile_key, mobile_key, case when n % 2 = 0 then 'reached' end, case when n % 2 = 0 then made + interval '2 hours' end
      from (select i.*, now() - (n % 129600) * interval '1 minute' as made,
          jsonb_strip_nulls(jsonb_build_object('utm_source', ${source("n")})) as touch
        from jsonb_to_recordset(${rows}::jsonb) as i(n int, activity_id text, user_id text, person text, mobile_key text)) i`.execute(
      db,
    );
  }
}

/** Adds orders of one line each, in all states, over a year. */
async function addOrders(db: Database, { orders, guests }: ConsoleSize): Promise<void> {
  await sql`
    with category as (insert into mall_category values ('c', null, '精品', '', 0)),
    freight as (insert into freight values ('f', '包邮', '[]')),
    product as (
      insert into product (product_id, kind, category_id, title, title_pinyin, subtitle, cover_url, images, content, options,
        tags, services, series_codes, state, freight_id, created_time, changed_time)
      select ${id("n")}, 'goods', 'c', '车载香氛 ' || n, '', '', '/media/cover.svg', '[]', '', '[]', '[]', '[]', '[]', 'on', 'f', now(), now()
      from generate_series(0, 499) n),
    sku as (insert into sku (sku_id, product_id, place, option_values, price_fen, weight_g)
      select ${id("n")}, ${id("n")}, 0, '[]', 19900, 300 from generate_series(0, 499) n)
    insert into sku_stock select ${id("n")}, 1000, 0 from generate_series(0, 499) n`.execute(db);
  await sql`
    insert into mall_order (order_id, order_no, user_id, kind, state, delivery, goods_fen, freight_fen, payable_fen, paid_fen,
      refunded_fen, pay_before, province_code, city_code, dealer_id, channel, idempotency_key, body_hash, created_time, paid_time)
    select ${id("n")}, 'M' || lpad(n::text, 12, '0'), ${id(`n % ${guests}`)}, 'goods', state, case when n % 10 = 0 then 'pickup' else 'express' end,
      19900, 0, 19900, case when is_paid then 19900 else 0 end, case when state = 'refunded' then 19900 else 0 end, made + interval '30 minutes',
      ${province("n")}, ${city("n")}, case when n % 10 = 0 then ${id("n % 300")} end, jsonb_strip_nulls(jsonb_build_object('utm_source', ${source("n")})), n::text, 'h', made,
      case when is_paid then made + interval '3 minutes' end
    from (select n, made, state, state not in ('pending', 'cancelled') as is_paid from (select n, now() - (${orders}::int - n) * interval '5 minutes' as made,
      (array['paid','shipping','done','done','done','done','cancelled','refunded','done','ready'])[1 + n % 10] as state
      from generate_series(0, ${orders - 1}::int) n) o) n`.execute(db);
  await sql`
    insert into order_line (line_id, order_id, position, sku_id, snapshot, qty, price_fen, net_fen, shipped_qty)
    select order_id, order_id, 0, ${id("n % 500")}, jsonb_build_object('productId', ${id("n % 500")}, 'title', '车载香氛', 'coverUrl', '/media/cover.svg',
      'options', '[]'::jsonb, 'services', '[]'::jsonb), 1, 19900, 19900, case when state in ('shipping', 'done') then 1 else 0 end
    from (select order_id, state, row_number() over (order by order_id) as n from mall_order) o`.execute(db);
}

/** Adds behaviour events of past days and of today: page views and taps of people on activities. */
async function addEvents(
  db: Database,
  { days, eventsPerDay, activities, guests }: ConsoleSize,
): Promise<void> {
  const today = Date.now();
  for (let ago = 0; ago <= days; ago++) {
    const day = toShanghaiDate(today - ago * DAY);
    const partition = `tracked_event_${day.replaceAll("-", "")}`;
    await sql`
      create table if not exists ${sql.table(partition)} partition of tracked_event
        for values from (${sql.lit(day)}) to (${sql.lit(toShanghaiDate(today - (ago - 1) * DAY))})`.execute(
      db,
    );
    await sql`
      insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, login_id, activity_id, properties)
      select ${day}::date, gen_random_uuid(), 'marque', 'track',
        (array['$pageview', '$pageview', 'activity_viewed', 'activity_viewed', 'sign_up_tapped'])[1 + n % 5],
        least(${day}::date + interval '2 hours', now()), least(${day}::date + interval '2 hours', now()), 'v' || person, case when person % 4 = 0 then 'o' || ${id("person")} end,
        ${id(`person * 31 % ${activities}`)}, jsonb_build_object('utm_source', (array['wechat', 'search', 'friend', ''])[1 + person % 4],
          'platform_type', (array['H5', 'MiniProgram', 'App'])[1 + person % 3], 'city_code', ${city("person")})
      from (select n, (n * 7919 + ${ago}::int * 104729) % ${guests}::int as person from generate_series(0, ${eventsPerDay - 1}::int) n) n`.execute(
      db,
    );
  }
}

/**
 * Fills an empty, migrated database without triggers and foreign key checks.
 * @param report is called after each step with its duration in seconds
 */
export function fillConsole(
  db: Database,
  size: ConsoleSize,
  report: (step: string, seconds: number) => void,
): Promise<void> {
  const steps: Readonly<Record<string, (one: Database) => Promise<void>>> = {
    activities: (one) => addDealersAndActivities(one, size),
    people: (one) => addPeople(one, size.guests),
    guests: (one) => addGuests(one, size),
    leads: (one) => addLeads(one, size),
    orders: (one) => addOrders(one, size),
    events: (one) => addEvents(one, size),
    statistics: async (one) => void (await sql`analyze`.execute(one)),
  };
  return db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    for (const [step, run] of Object.entries(steps)) {
      const started = performance.now();
      await run(one);
      report(step, (performance.now() - started) / 1_000);
    }
    await sql`set session_replication_role = origin`.execute(one);
  });
}
