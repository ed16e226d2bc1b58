import { sql, type RawBuilder } from "kysely";
import { passStatementParts } from "../../captcha/index.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import type { Database } from "../../database/connection/database.ts";
import { acceptedIds, acceptedIdsOrNull, prepared } from "../../database/statements/prepared-statements.ts";
import { spendNonces } from "../../http/security/nonce-store.ts";
import type { NewOrder, StoredOrder } from "./new-order.ts";
import { limitKey, requestKey, type Counters } from "./rules.ts";

const storedColumns = sql.raw(
  "o.order_id, o.order_no, o.user_id, o.state, o.payable_fen, o.pay_before, o.idempotency_key, o.body_hash",
);
const keyColumns: Readonly<Record<string, UnnestColumn<NewOrder>>> = {
  user_id: { type: "text", of: (order) => order.user_id },
  key: { type: "text", of: (order) => order.idempotency_key },
};

/** Finds the orders that the requests have placed before, by `requestKey`. */
export async function findPlaced(
  db: Database,
  orders: readonly NewOrder[],
): Promise<Map<string, StoredOrder>> {
  const { rows } = await sql<StoredOrder>`
    select ${storedColumns} from ${unnestRows(orders, keyColumns)} cross join lateral (
      select * from mall_order m where m.user_id = i.user_id and m.idempotency_key = i.key offset 0) o ${prepared}`.execute(
    db,
  );
  return new Map(rows.map((row) => [requestKey(row), row]));
}

type LimitOf = { readonly userId: string; readonly about: string };
const limitColumns: Readonly<Record<string, UnnestColumn<LimitOf>>> = {
  user_id: { type: "text", of: ({ userId }) => userId },
  about: { type: "text", of: ({ about }) => about },
};
const limitsOf = (orders: readonly NewOrder[]): LimitOf[] => [
  ...new Map(
    orders.flatMap(({ user_id, limits }) =>
      limits.map(({ about }) => [limitKey(user_id, about), { userId: user_id, about }] as const),
    ),
  ).values(),
];

/**
 * Locks the SKUs of a batch in the order of their ids, which is the first lock of every writer of orders.
 * @param lock empty for the tests that prove that it is needed
 */
async function lockStock(
  db: Database,
  orders: readonly NewOrder[],
  lock: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const skuIds = [...new Set(orders.flatMap(({ lines }) => lines.map(({ sku_id }) => sku_id)))].sort();
  const { rows } = await sql<{ sku_id: string; free: number }>`
    select sku_id, on_hand - reserved as free from sku_stock where sku_id = any(${skuIds}::text[])
    order by sku_id ${lock} ${prepared}`.execute(db);
  return new Map(rows.map(({ sku_id, free }) => [sku_id, free]));
}

/** @returns the coupons that can be used at the time of the batch's first order, with their person */
async function lockCoupons(
  db: Database,
  orders: readonly NewOrder[],
  lock: RawBuilder<unknown>,
): Promise<Map<string, string>> {
  const couponIds = [...new Set(orders.flatMap(({ coupon_id }) => coupon_id ?? []))].sort();
  const [order] = orders;
  if (couponIds.length === 0 || !order) return new Map();
  const { rows } = await sql<{ coupon_id: string; user_id: string; is_free: boolean }>`
    select coupon_id, user_id,
      used_time is null and order_id is null and valid_to > ${order.created_time}::timestamptz as is_free
    from coupon where coupon_id = any(${couponIds}::text[]) order by coupon_id ${lock} ${prepared}`.execute(
    db,
  );
  return new Map(rows.flatMap(({ coupon_id, user_id, is_free }) => (is_free ? [[coupon_id, user_id]] : [])));
}

/**
 * Locks what people have bought of limited products. Orders of other SKUs of a product, and so under another lock, count
 * too; a person's first purchase has no row yet, which is added for the lock.
 */
async function lockProductCounts(
  db: Database,
  orders: readonly NewOrder[],
  lock: RawBuilder<unknown>,
): Promise<void> {
  const ofProducts = limitsOf(orders).filter(({ about }) => about.startsWith("product "));
  if (ofProducts.length === 0) return;
  await sql`
    insert into bought_count (user_id, about, units)
    select user_id, about, 0 from ${unnestRows(ofProducts, limitColumns)} order by user_id, about
    on conflict do nothing ${prepared}`.execute(db);
  await sql`
    select b.units from ${unnestRows(ofProducts, limitColumns)}
      join bought_count b on b.user_id = i.user_id and b.about = i.about
    order by b.user_id, b.about ${lock === noLock ? noLock : sql`for no key update of b`} ${prepared}`.execute(
    db,
  );
}

const tokenColumns: Readonly<Record<string, UnnestColumn<NewOrder>>> = {
  user_id: { type: "text", of: (order) => order.user_id },
  nonce_hash: { type: "text", of: ({ tokens }) => tokens?.nonce?.hash },
  pass_hash: { type: "text", of: ({ tokens }) => tokens?.pass.hash },
  pass_key: { type: "text", of: ({ tokens }) => tokens?.pass.key },
};
/** Tokens of a batch after they were spent: the orders whose tokens do not hold, and those whose tokens were presented. */
type SpentTokens = Pick<Counters, "tokenFaults"> & { readonly presented: readonly NewOrder[] };

/** The first order of each person and nonce; the statement takes no duplicates. */
function firstOfEach(orders: readonly NewOrder[]): NewOrder[] {
  const byUser = new Map<string, NewOrder>();
  const nonces = new Set<string>();
  for (const order of orders) {
    const nonce = order.tokens?.nonce?.hash;
    const isKnown = byUser.has(order.user_id) || (nonce !== undefined && nonces.has(nonce));
    if (order.tokens === null || isKnown) continue;
    byUser.set(order.user_id, order);
    if (nonce !== undefined) nonces.add(nonce);
  }
  return [...byUser.values()];
}

/**
 * Spends the tokens of a batch in its transaction, as the statement of sign-ups does. A person's second order of a batch
 * keeps its tokens and is refused as without a pass, unless it repeats the first one.
 */
async function spendTokens(db: Database, orders: readonly NewOrder[]): Promise<SpentTokens> {
  const distinct = firstOfEach(orders);
  const [first] = distinct;
  if (!first?.tokens) return { tokenFaults: new Map(), presented: [] };
  const expires = first.tokens.nonce?.expiresAt ?? new Date(0);
  const nonces = distinct.flatMap(({ tokens }) => tokens?.nonce ?? []);
  const { rows } = await sql<{ nonces: string[] | null; passes: string[] | null }>`
    with input as materialized (select * from ${unnestRows(distinct, tokenColumns)}),
    fresh as (${spendNonces(sql`input`, expires)}),
    asked as materialized (
      select * from input where nonce_hash is null or nonce_hash in (select nonce_hash from fresh)
    ), ${passStatementParts(sql`asked`, { action: "order", activityId: null }, first.tokens.presentedAt)}
    select (select ${acceptedIdsOrNull("nonce_hash", nonces.length)} from fresh) as nonces,
      (select ${acceptedIdsOrNull("user_id", distinct.length)} from pass_held) as passes ${prepared}`.execute(
    db,
  );
  const [found] = rows;
  const fresh = acceptedIds(found?.nonces ?? null);
  const held = acceptedIds(found?.passes ?? null);
  const presented = new Set(distinct);
  const faultOf = (order: NewOrder): "nonceUsed" | "passUsed" | null => {
    const { tokens, user_id } = order;
    if (tokens === null) return null;
    if (!presented.has(order)) return "passUsed";
    if (tokens.nonce && !fresh.has(tokens.nonce.hash)) return "nonceUsed";
    return held.has(user_id) ? null : "passUsed";
  };
  const faults = orders.flatMap((order) => {
    const fault = faultOf(order);
    return fault === null ? [] : [[order, fault] as const];
  });
  return { tokenFaults: new Map(faults), presented: distinct };
}

type FactRow =
  | (StoredOrder & { readonly kind: "order" })
  | { readonly kind: "rush"; readonly rush_id: string; readonly units: number }
  | { readonly kind: "bought"; readonly user_id: string; readonly about: string; readonly units: number };
const rushFacts = (rushIds: readonly string[]): RawBuilder<unknown> => sql`
  union all select 'rush', null, null, null, null, null, null, null, null, rush_id, null, quota - taken
  from rush where rush_id = any(${rushIds}::text[])`;
const boughtFacts = (limits: readonly LimitOf[]): RawBuilder<unknown> => sql`
  union all select 'bought', null, null, b.user_id, null, null, null, null, null, null, b.about, b.units
  from ${unnestRows(limits, limitColumns)} cross join lateral (
    select * from bought_count c where c.user_id = i.user_id and c.about = i.about offset 0) b`;
/**
 * Reads in one statement, under the locks, which orders exist, what is left of the rushes, and what people have bought. A
 * rush is of one SKU, which everyone has locked who takes from it.
 */
async function readFacts(
  db: Database,
  orders: readonly NewOrder[],
): Promise<Pick<Counters, "known" | "rushFree" | "bought">> {
  const limits = limitsOf(orders);
  const rushIds = [...new Set(orders.flatMap(({ rush_id }) => rush_id ?? []))];
  const { rows } = await sql<FactRow>`
    select 'order' as kind, ${storedColumns}, null as rush_id, null as about, null::int as units
    from ${unnestRows(orders, keyColumns)} cross join lateral (
      select * from mall_order m where m.user_id = i.user_id and m.idempotency_key = i.key offset 0) o
    ${rushIds.length > 0 ? rushFacts(rushIds) : sql``} ${limits.length > 0 ? boughtFacts(limits) : sql``} ${prepared}`.execute(
    db,
  );
  const known = new Map<string, StoredOrder>();
  const [rushFree, bought] = [new Map<string, number>(), new Map<string, number>()];
  for (const row of rows)
    if (row.kind === "order") known.set(requestKey(row), row);
    else if (row.kind === "rush") rushFree.set(row.rush_id, row.units);
    else bought.set(limitKey(row.user_id, row.about), row.units);
  return { known, rushFree, bought };
}

const noLock = sql``;
/**
 * Locks everything that a batch takes from, in the order SKU, coupon, counts, and reads it. Statements after a lock see
 * what other processes committed before it was given.
 * @param db a transaction
 */
export async function lockCounters(
  db: Database,
  orders: readonly NewOrder[],
  { isGuarded }: { readonly isGuarded: boolean },
): Promise<Counters & Pick<SpentTokens, "presented">> {
  const lock = isGuarded ? sql`for no key update` : noLock;
  const free = await lockStock(db, orders, lock);
  const coupons = await lockCoupons(db, orders, lock);
  await lockProductCounts(db, orders, lock);
  const facts = await readFacts(db, orders);
  return { free, coupons, ...facts, ...(await spendTokens(db, orders)) };
}
