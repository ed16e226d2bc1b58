import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";

/** waiting: its bill is still to be fetched; read: it is to be compared; open: it does not match; clean: it matches. */
export type BillDayState = "waiting" | "read" | "open" | "clean";
/** A day of a channel that this process works on until its lease ends. */
export type LeasedDay = {
  readonly way: PaymentWay;
  /** YYYY-MM-DD in Shanghai. */
  readonly day: string;
  readonly state: BillDayState;
  /** Looks so far, with this one. */
  readonly tries: number;
};

/**
 * Adds the days of a channel up to yesterday whose bills are to be fetched: those after the last one, or since the first
 * payment; at least yesterday.
 * @param yesterday YYYY-MM-DD in Shanghai
 * @param oldest first day of which the channel still has a bill
 */
export async function addDays(
  db: Database,
  way: PaymentWay,
  { yesterday, oldest }: { readonly yesterday: string; readonly oldest: string },
): Promise<void> {
  await sql`
    with first as (
      select greatest(${oldest}::date, coalesce(
        (select max(day) + 1 from bill_day where way = ${way}),
        least(${yesterday}::date, (select (min(created_time) at time zone 'Asia/Shanghai')::date from payment where way = ${way})),
        ${yesterday}::date)) as day
    )
    insert into bill_day (way, day, state, due_time)
    select ${way}, day + n, 'waiting', (day + n + time '10:30') at time zone 'Asia/Shanghai' + interval '1 day'
    from first, generate_series(0, ${yesterday}::date - day) as n
    on conflict (way, day) do nothing`.execute(db);
}

/** Takes a day that is due, the oldest first, so that no other process takes it before `lease`. */
export async function leaseDay(db: Database, now: Date, lease: Date): Promise<LeasedDay | null> {
  const { rows } = await sql<LeasedDay>`
    with due as (
      select way, day from bill_day where state <> 'clean' and due_time <= ${now}
      order by due_time, day limit 1 for update skip locked
    )
    update bill_day d set due_time = ${lease}, tries = d.tries + 1 from due where d.way = due.way and d.day = due.day
    returning d.way, d.day::text as day, d.state, d.tries`.execute(db);
  return rows[0] ?? null;
}

/** Schedules the next look at a day after a failure. */
export async function postponeDay(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
  { due, problem }: { readonly due: Date; readonly problem: string },
): Promise<void> {
  await sql`update bill_day set due_time = ${due}, problem = ${problem}
    where way = ${way} and day = ${day}::date and state <> 'clean'`.execute(db);
}

/** Makes a day due at once; its bill is fetched again. @returns false if there is no such day */
export async function refetchDay(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update bill_day set state = 'waiting', due_time = ${now}, tries = 0 where way = ${way} and day = ${day}::date
    returning 1`.execute(db);
  return rows.length === 1;
}

/** A day as operators see it. */
export type BillDay = {
  readonly way: PaymentWay;
  readonly day: string;
  readonly state: BillDayState;
  readonly problem: string;
  /** Differences that are open. */
  readonly open: number;
};
/** Lists the last days of all channels, the newest first. */
export async function listDays(db: Database, most: number): Promise<BillDay[]> {
  const { rows } = await sql<BillDay>`
    select d.way, d.day::text as day, d.state, d.problem, (select count(*) from difference f
      where f.way = d.way and f.day = d.day and f.state = 'open')::int as open
    from bill_day d order by d.day desc, d.way limit ${most}`.execute(db);
  return rows;
}

/** Locks a day for its comparison. @returns its state; null: there is no such day */
export async function lockDay(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
): Promise<BillDayState | null> {
  const { rows } = await sql<{ state: BillDayState }>`
    select state from bill_day where way = ${way} and day = ${day}::date for update`.execute(db);
  return rows[0]?.state ?? null;
}

/** Records how a locked day compares. */
export async function setDayState(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
  { state, problem, due }: { readonly state: BillDayState; readonly problem: string; readonly due: Date },
): Promise<void> {
  await sql`update bill_day set state = ${state}, problem = ${problem}, due_time = ${due}
    where way = ${way} and day = ${day}::date`.execute(db);
}
