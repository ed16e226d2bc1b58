import { sql } from "kysely";
import type { AppContext } from "../../server/core/app-context.ts";
import type { SecondCounts } from "./recorder.ts";

/** Counts of one activity, second and process. */
export type SecondRow = {
  readonly activityId: string;
  /** Seconds since the epoch. */
  readonly second: number;
  /** Server process that counted. */
  readonly process: string;
  /** null: no limit, or unknown. */
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

/** Maximum number of stored rows: some five and a half hours of one process's sign-ups. */
const MAX_ROWS = 20_000;
/** Maximum number of seconds in a response. */
const MAX_SECONDS = 3_600;
/** Pause in seconds that ends a sale. */
const GAP = 20;

const salesQuery = sql<SaleRow>`
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
 * Recorded seconds, in a table of the lab that is not created by a migration: a database without simulators
 * does not have it.
 */
export function saleStore({ db }: Pick<AppContext, "db">) {
  let created: Promise<unknown> | null = null;
  const createTable = async (): Promise<void> => {
    await sql`
      create table if not exists lab_sale_second (
        activity_id text not null, second bigint not null, process text not null,
        quota integer, taken integer, figures jsonb not null,
        primary key (activity_id, second, process))`.execute(db);
    await sql`create index if not exists lab_sale_second_age on lab_sale_second (second)`.execute(db);
  };
  /** Creates the table once; retries if another process creates it at the same time. */
  const ready = async (): Promise<void> => {
    created ??= createTable().catch(createTable);
    await created.catch((error: unknown) => {
      created = null;
      throw error;
    });
  };
  return {
    /** Stores seconds with the current seats; an already stored second is replaced. */
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
    /** Seconds of an activity within a range, inclusive. */
    async seconds(activityId: string, from: number, to: number): Promise<SecondRow[]> {
      await ready();
      const { rows } = await sql<SecondRow>`
        select activity_id as "activityId", second::float8 as second, process, quota, taken, figures from lab_sale_second
        where activity_id = ${activityId} and second between ${from}::bigint and ${Math.min(to, from + MAX_SECONDS - 1)}::bigint
        order by second, process`.execute(db);
      return rows;
    },
    /** Latest sales, newest first. */
    async sales(): Promise<SaleRow[]> {
      await ready();
      return (await salesQuery.execute(db)).rows;
    },
    /** Deletes the oldest rows beyond the limit. */
    async purge(maxRows = MAX_ROWS): Promise<void> {
      await ready();
      await sql`
        delete from lab_sale_second where second <= (
          select second from lab_sale_second order by second desc offset ${maxRows} limit 1)`.execute(db);
    },
  };
}
export type SaleStore = ReturnType<typeof saleStore>;
