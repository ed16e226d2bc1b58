import type { NewOrder, OrderWriteResult, StoredOrder } from "./new-order.ts";

/** State of the rows that a batch has locked; every map is by the id that orders name. */
export type Counters = {
  /** Units of each SKU that are free. */
  readonly free: ReadonlyMap<string, number>;
  /** Units of each rush that are left of its quota. */
  readonly rushFree: ReadonlyMap<string, number>;
  /** Coupons that can be used now, with their person. */
  readonly coupons: ReadonlyMap<string, string>;
  /** Units by `limitKey`. */
  readonly bought: ReadonlyMap<string, number>;
  /** Orders that exist, by `requestKey`. */
  readonly known: ReadonlyMap<string, StoredOrder>;
  /** Orders whose nonce or captcha pass does not hold. */
  readonly tokenFaults: ReadonlyMap<NewOrder, "nonceUsed" | "passUsed">;
};

/** Key of a request: its person and Idempotency-Key. */
export const requestKey = (order: Pick<NewOrder, "user_id" | "idempotency_key">): string =>
  `${order.user_id} ${order.idempotency_key}`;
/** Key of a person's units of a product or rush. */
export const limitKey = (userId: string, about: string): string => `${userId} ${about}`;

/** "made": to be written. "same": as the earlier order of the batch with the same key. */
export type Decision =
  | { readonly kind: "made" }
  | { readonly kind: "same"; readonly at: number }
  | Exclude<OrderWriteResult, { readonly kind: "numberTaken" }>;
type StoredAnswer = Extract<OrderWriteResult, { readonly kind: "placed" | "conflict" }>;

export const storedAnswer = (stored: StoredOrder, order: Pick<NewOrder, "body_hash">): StoredAnswer =>
  stored.body_hash === order.body_hash
    ? { kind: "placed", order: stored, isNew: false }
    : { kind: "conflict" };

/** Counters that a batch takes from, order by order. */
class Remaining {
  readonly #counters: Counters;
  readonly #free: Map<string, number>;
  readonly #rushFree: Map<string, number>;
  readonly #coupons: Map<string, string>;
  readonly #bought: Map<string, number>;
  constructor(counters: Counters) {
    this.#counters = counters;
    this.#free = new Map(counters.free);
    this.#rushFree = new Map(counters.rushFree);
    this.#coupons = new Map(counters.coupons);
    this.#bought = new Map(counters.bought);
  }

  #tokenFault(order: NewOrder): Decision | null {
    const kind = this.#counters.tokenFaults.get(order);
    return kind === undefined ? null : { kind };
  }
  #limitFault({ user_id, limits }: NewOrder): Decision | null {
    for (const { about, units, most } of limits) {
      const bought = this.#bought.get(limitKey(user_id, about)) ?? 0;
      if (bought + units > most) return { kind: "limit", about, most, bought };
    }
    return null;
  }
  #stockFault({ lines, rush_id }: NewOrder): Decision | null {
    for (const { sku_id: skuId, qty } of lines) {
      const inStock = this.#free.get(skuId) ?? 0;
      const left = rush_id === null ? inStock : Math.min(inStock, this.#rushFree.get(rush_id) ?? 0);
      if (qty > left) return { kind: "short", skuId, left };
    }
    return null;
  }
  #couponFault({ coupon_id, user_id }: NewOrder): Decision | null {
    return coupon_id === null || this.#coupons.get(coupon_id) === user_id ? null : { kind: "coupon" };
  }

  /** @returns why the order cannot be written; null if all of it can */
  faultOf(order: NewOrder): Decision | null {
    return (
      this.#tokenFault(order) ??
      this.#limitFault(order) ??
      this.#stockFault(order) ??
      this.#couponFault(order)
    );
  }
  take({ user_id, lines, rush_id, coupon_id, limits }: NewOrder): void {
    for (const { sku_id, qty } of lines) {
      this.#free.set(sku_id, (this.#free.get(sku_id) ?? 0) - qty);
      if (rush_id !== null) this.#rushFree.set(rush_id, (this.#rushFree.get(rush_id) ?? 0) - qty);
    }
    if (coupon_id !== null) this.#coupons.delete(coupon_id);
    for (const { about, units } of limits) {
      const key = limitKey(user_id, about);
      this.#bought.set(key, (this.#bought.get(key) ?? 0) + units);
    }
  }
}

/**
 * Serves whole orders in order of arrival: all of an order's lines, its coupon and its limits, or none (requirements
 * MA20, MA21, MA24, MA33).
 * @returns one decision for each order
 */
export function giveOrders(orders: readonly NewOrder[], counters: Counters): Decision[] {
  const remaining = new Remaining(counters);
  const first = new Map<string, number>();
  return orders.map((order, at): Decision => {
    const key = requestKey(order);
    const stored = counters.known.get(key);
    if (stored) return storedAnswer(stored, order);
    const before = first.get(key);
    if (before !== undefined)
      return orders[before]?.body_hash === order.body_hash
        ? { kind: "same", at: before }
        : { kind: "conflict" };
    first.set(key, at);
    const fault = remaining.faultOf(order);
    if (fault) return fault;
    remaining.take(order);
    return { kind: "made" };
  });
}
