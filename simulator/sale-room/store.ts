import { sql } from "kysely";
import type { AppContext } from "../../server/core/app-context.ts";
import type { SecondCounts } from "./recorder.ts";

/** One activity's second in one process. */
export type SecondRow = {
  readonly activityId: string;
  /** Since the epoch. */
  readonly second: number;
  /** Which server process counted. */
  readonly process: string;
  /** null: without a limit, or not known. */
  readonly quota: number | null;
  readonly taken: number | null;
  readonly figures: SecondCounts;
};
/** One sale: seconds of an activity without a long gap. */
export type SaleRow = {
  readonly activityId: string;
  readonly title: string | null;
  readonly from: number;
  readonly to: number;
  readonly arrived: number;
  readonly accepted: number;
};

/** Rows that are kept: some five and a half hours of one process's sign-ups. */
const KEPT = 20_000;
/** Seconds of one answer. */
export const SECONDS_MOST = 3_600;
/** A pause of so many seconds ends a sale. */
const GAP = 20;

const listed = sql<SaleRow>`
  with marked as (
    select activity_id, second, figures,
      case when second - lag(second) over w <= ${sql.lit(GAP)} then 0 else 1 end as begins
    from lab_sale_second window w as (partition by activity_id order by second)
  ), grouped as (
    select *, sum(begins) over (partition by activity_id order by second rows unbounded preceding) as sale
    from marked
  )
  select g.activity_id as "activityId", a.title, min(second)::float8 as "from", max(second)::float8 as "to",
    sum((figures ->> 'arrived')::int)::int as arrived,
    sum(coalesce((figures -> 'ended' ->> 'accepted')::int, 0))::int as accepted
  from grouped g left join activity a on a.activity_id = g.activity_id
  group by g.activity_id, a.title, sale order by max(second) desc limit 30`;

/**
 * The recorded seconds, in a table of the lab's own that no migration of the product makes: a
 * database without simulators has none.
 */
export function saleStore({ db }: Pick<AppContext, "db">) {
  let made: Promise<unknown> | null = null;
  const make = async (): Promise<void> => {
    await sql`
      create table if not exists lab_sale_second (
        activity_id text not null, second bigint not null, process text not null,
        quota integer, taken integer, figures jsonb not null,
        primary key (activity_id, second, process))`.execute(db);
    await sql`create index if not exists lab_sale_second_age on lab_sale_second (second)`.execute(db);
  };
  /** Two processes that make it at once may hinder each other; then it is there. */
  const ready = async (): Promise<void> => {
    made ??= make().catch(make);
    await made.catch((error: unknown) => {
      made = null;
      throw error;
    });
  };
  return {
    /** Keeps seconds, with the seats as they stand; a second that is kept already is replaced. */
    async add(rows: readonly Pick<SecondRow, "activityId" | "second" | "process" | "figures">[]) {
      await ready();
      await sql`
        insert into lab_sale_second (activity_id, second, process, quota, taken, figures)
        select i."activityId", i.second, i.process, coalesce(a.quota, s.quota), case when a.quota is null then s.taken else a.taken end, i.figures
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i("activityId" text, second bigint, process text, figures jsonb)
        left join activity a on a.activity_id = i."activityId"
        left join lateral (
          select sum(quota)::int as quota, sum(taken)::int as taken from activity_session t where t.activity_id = i."activityId"
        ) s on true
        on conflict (activity_id, second, process) do update
          set quota = excluded.quota, taken = excluded.taken, figures = excluded.figures`.execute(db);
    },
    /** An activity's seconds, from the first to the last that is asked for, both counted. */
    async seconds(activityId: string, from: number, to: number): Promise<SecondRow[]> {
      await ready();
      const { rows } = await sql<SecondRow>`
        select activity_id as "activityId", second::float8 as second, process, quota, taken, figures from lab_sale_second
        where activity_id = ${activityId} and second between ${from}::bigint and ${Math.min(to, from + SECONDS_MOST - 1)}::bigint
        order by second, process`.execute(db);
      return rows;
    },
    /** The last sales, the newest first. */
    async sales(): Promise<SaleRow[]> {
      await ready();
      return (await listed.execute(db)).rows;
    },
    /** What is beyond the most that is kept goes, the oldest first. */
    async purge(kept = KEPT): Promise<void> {
      await ready();
      await sql`
        delete from lab_sale_second where second <= (
          select second from lab_sale_second order by second desc offset ${kept} limit 1)`.execute(db);
    },
  };
}
export type SaleStore = ReturnType<typeof saleStore>;
