import { sql, type RawBuilder } from "kysely";
import type { DeliveryCause, ListedBenefitState } from "#contract/console/benefits.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope } from "../../database/statements/operator-scope.ts";
import { countLimit, type listQuery } from "../../http/console/list-query.ts";
import type { BenefitRow } from "../tables.ts";
import { couponInScope } from "./coupon-store.ts";

type ListRow = { readonly sort_key: string; readonly row_id: string };
/** Columns of a page's statement (`listQuery`). */
type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;
type Found<R> = { readonly rows: readonly R[]; readonly counted: number };

async function readPage<R extends ListRow>(
  db: Database,
  { key, order, after, limit }: PageQuery,
  { columns, id, from }: { columns: RawBuilder<unknown>; id: RawBuilder<unknown>; from: RawBuilder<unknown> },
): Promise<Found<R>> {
  const { rows } = await sql<R>`select ${columns}, ${id} as row_id, ${key} as sort_key ${from} and ${after}
    order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${countLimit()}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

export type ListedBenefitRow = ListRow &
  BenefitRow & { title: string; used: number; state: ListedBenefitState };
/** The state of benefit b, as `benefitStateAt`. */
const stateAt = (now: Date) => sql`case when b.from_time > ${now} then 'soon'
  when least(b.to_time, coalesce(b.valid_to, b.to_time)) <= ${now} then 'over'
  when b.stock <= b.sent then 'soldOut' else 'open' end`;

/** Lists benefits of the activities in scope; coupons are counted for the page's rows only. */
export const listBenefitRows = (
  db: Database,
  scopes: readonly GrantScope[],
  { states, keyword }: { states?: ListedBenefitState[] | undefined; keyword?: string | undefined },
  page: PageQuery & { readonly asOf: Date },
): Promise<Found<ListedBenefitRow>> =>
  readPage(db, page, {
    columns: sql`b.*, a.title, ${stateAt(page.asOf)} as state, (select count(*)::int from coupon c
      where c.benefit_id = b.benefit_id and c.used_time is not null) as used`,
    id: sql`b.benefit_id`,
    from: sql`from benefit b join activity a on a.activity_id = b.activity_id
      where ${activityInScope(scopes, "a")}
        and (${states === undefined} or ${stateAt(page.asOf)} = any(${states ?? []}::text[]))
        and (${keyword ?? null}::text is null or strpos(lower(b.name || ' ' || a.title), lower(${keyword ?? null}::text)) > 0)`,
  });

export type FailingDeliveryRow = ListRow & {
  coupon_id: string;
  name: string;
  title: string;
  event: "issued" | "expired";
  failed_cause: DeliveryCause;
  failed_status: number | null;
  failed_time: Date;
  due_time: Date;
  tries: number;
};
type Causes = readonly DeliveryCause[] | undefined;
const failing = (
  scopes: readonly GrantScope[],
  causes?: Causes,
): RawBuilder<unknown> => sql`from coupon_delivery d
  join coupon c on c.coupon_id = d.coupon_id join benefit b on b.benefit_id = c.benefit_id
  join activity a on a.activity_id = b.activity_id
  where d.failed_time is not null and ${couponInScope(scopes)}
    and (${causes === undefined} or d.failed_cause = any(${[...(causes ?? [])]}::text[]))`;

/** Lists failing deliveries in scope. */
export const listDeliveryRows = (
  db: Database,
  scopes: readonly GrantScope[],
  causes: Causes,
  page: PageQuery,
): Promise<Found<FailingDeliveryRow>> =>
  readPage(db, page, {
    columns: sql`d.*, b.name, a.title`,
    id: sql`d.coupon_id`,
    from: failing(scopes, causes),
  });

/** Ids of the failing deliveries in scope among the named ones. */
export async function findFailing(
  db: Database,
  scopes: readonly GrantScope[],
  couponIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ coupon_id: string }>`
    select d.coupon_id ${failing(scopes)} and d.coupon_id = any(${[...couponIds]}::text[])`.execute(db);
  return new Set(rows.map(({ coupon_id }) => coupon_id));
}

/** Makes deliveries due, each only with the number of attempts that is given. @returns how many */
export async function retryNow(
  db: Database,
  deliveries: readonly { readonly couponId: string; readonly tries: number }[],
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update coupon_delivery d set due_time = least(d.due_time, ${now})
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as i("couponId" text, tries int)
    where d.coupon_id = i."couponId" and d.tries = i.tries and d.failed_time is not null
    returning d.coupon_id`.execute(db);
  return rows.length;
}

/** Makes all failing deliveries in scope due. @returns how many */
export async function retryAllNow(
  db: Database,
  scopes: readonly GrantScope[],
  causes: Causes,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update coupon_delivery due set due_time = least(due.due_time, ${now})
    from (select d.coupon_id ${failing(scopes, causes)}) f where due.coupon_id = f.coupon_id
    returning due.coupon_id`.execute(db);
  return rows.length;
}
