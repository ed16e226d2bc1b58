import { sql } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import { findBroken, readPaths } from "../../order/model/test-properties.ts";
import { hasTransition } from "../../order/rules/order-machine.ts";

/** Finds orders whose events are no path of the machine that leads to their state (P10). */
async function findBrokenPaths(db: Database): Promise<string[]> {
  const isStep = (from: string | null, to: string): boolean =>
    from === null ? to === "pending" : hasTransition(from as OrderState, to as OrderState);
  return (await readPaths(db, "")).flatMap(({ order_id, state, path }) => {
    const isPath = path.every(
      ({ from, to }, at) => from === (at === 0 ? null : path[at - 1]?.to) && isStep(from, to),
    );
    return isPath && path.at(-1)?.to === state ? [] : [`P10 ${order_id}`];
  });
}

/** Computes the properties of the mall on the whole database. @returns what breaks one: "P4 <id>" */
export const findBrokenProperties = async (db: Database): Promise<string[]> => [
  ...(await findBroken(db)),
  ...(await findBrokenPaths(db)),
];

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
