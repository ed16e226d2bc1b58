import { sql, type RawBuilder } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import { findBroken, readPaths } from "../../order/model/test-properties.ts";
import { hasTransition } from "../../order/rules/order-machine.ts";

/**
 * Properties of payments, refunds and the ledger that hold at any moment, each as a statement that finds what breaks it.
 * P1: sums of the ledger; P5: units sold; P6, P7: refunds; P11: one settlement of each payment; P12: what `suspense` holds;
 * P15: orders, payments and the ledger see the same money.
 */
const properties: Readonly<Record<string, RawBuilder<{ about: string }>>> = {
  P1: sql`select txn_id as about from ledger_entry group by txn_id having sum(fen) <> 0`,
  P5: sql`select k.sku_id as about from sku_stock k where
    (select coalesce(sum(l.qty - l.cancelled_qty), 0) from order_line l join mall_order o using (order_id)
      where l.sku_id = k.sku_id and o.state <> 'cancelled')
    > (select coalesce(sum(e.on_hand), 0) from stock_entry e
      where e.sku_id = k.sku_id and e.cause in ('put', 'adjust', 'return', 'scrap'))`,
  P6: sql`select p.payment_id as about from payment p join mall_order o using (order_id)
    where p.paid_fen > 0 and (p.is_surplus or o.state = 'cancelled') and p.paid_fen <> (
      select coalesce(sum(r.amount_fen), 0) from refund r where r.payment_id = p.payment_id)`,
  P7: sql`select p.payment_id as about from payment p where
    p.refunded_fen <> (select coalesce(sum(r.amount_fen), 0) from refund r
      where r.payment_id = p.payment_id and r.state = 'success')
    or p.refunding_fen <> (select coalesce(sum(r.amount_fen), 0) from refund r
      where r.payment_id = p.payment_id and r.state in ('waiting', 'due', 'sent', 'abnormal'))`,
  P11: sql`select p.payment_id as about from payment p where
    (p.state = 'paid')::int <> (select count(*) from ledger_entry e
      where e.payment_id = p.payment_id and e.refund_id is null and e.account = 'channel')
    or (p.state = 'paid') <> (p.paid_fen > 0)`,
  P12: sql`select p.payment_id as about from payment p where p.is_surplus
    and -(p.paid_fen - p.refunded_fen) <> (select coalesce(sum(e.fen), 0) from ledger_entry e
      where e.payment_id = p.payment_id and e.account = 'suspense')`,
  P15: sql`select o.order_id as about from mall_order o where
    o.paid_fen <> (select coalesce(sum(p.paid_fen), 0) from payment p where p.order_id = o.order_id and not p.is_surplus)
    or o.paid_fen + (select coalesce(sum(p.paid_fen), 0) from payment p where p.order_id = o.order_id and p.is_surplus)
      - (select coalesce(sum(p.refunded_fen), 0) from payment p where p.order_id = o.order_id)
      <> (select coalesce(sum(e.fen), 0) from ledger_entry e where e.order_id = o.order_id and e.account = 'channel')`,
};

/** Finds orders whose events are no path of the machine that leads to their state (P10). */
async function findBrokenPaths(db: Database): Promise<string[]> {
  const isStep = (from: string | null, to: string): boolean =>
    from === null ? to === "pending" : hasTransition(from as OrderState, to as OrderState);
  return (await readPaths(db)).flatMap(({ order_id, state, path }) => {
    const isPath = path.every(
      ({ from, to }, at) => from === (at === 0 ? null : path[at - 1]?.to) && isStep(from, to),
    );
    return isPath && path.at(-1)?.to === state ? [] : [`P10 ${order_id}`];
  });
}

/** Computes the properties of the mall on the whole database. @returns what breaks one: "P4 <id>" */
export async function findBrokenProperties(db: Database): Promise<string[]> {
  const broken = [...(await findBroken(db)), ...(await findBrokenPaths(db))];
  for (const [name, statement] of Object.entries(properties)) {
    const { rows } = await statement.execute(db);
    broken.push(...rows.map(({ about }) => `${name} ${about}`));
  }
  return broken;
}

/** Counts closing orders, and refunds that have not ended. */
export async function countUnfinished(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from mall_order where state = 'closing')::int
      + (select count(*) from refund where state in ('due', 'sent', 'abnormal'))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Money that the channels hold by the ledger, fen; nothing of it may be in suspense once all refunds have succeeded. */
export async function readBalances(db: Database): Promise<{ channel: number; suspense: number }> {
  const { rows } = await sql<{ channel: number; suspense: number }>`
    select coalesce(sum(fen) filter (where account = 'channel'), 0)::int as channel,
      coalesce(sum(fen) filter (where account = 'suspense'), 0)::int as suspense from ledger_entry`.execute(
    db,
  );
  return rows[0] ?? { channel: 0, suspense: 0 };
}
