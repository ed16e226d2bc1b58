import pLimit from "p-limit";
import type { Config } from "../config.ts";
import type { AppContext } from "../core/app-context.ts";
import { signHmac } from "../core/secrets.ts";
import {
  deleteDelivery,
  leaseDueDeliveries,
  rescheduleDelivery,
  type DeliveryFailure,
  type DueDelivery,
} from "./delivery-store.ts";
import { queueExpiredCoupons } from "./expiry-store.ts";

/** The notification of an outside coupon system about one coupon; times ISO 8601, UTC. */
type DeliveredCoupon = {
  /** expired: the coupon has ended unused, at `validTo`. */
  readonly event: "issued" | "expired";
  readonly couponId: string;
  readonly code: string;
  readonly benefitId: string;
  readonly openId: string;
  readonly validFrom: string;
  readonly validTo: string;
};
/** Accepts one event of a coupon, or throws. The same event of a `couponId` may come again and must count once. */
export type CouponSystem = (coupon: DeliveredCoupon) => Promise<void>;

/** Time after which a request fails, ms. */
const RESPONSE_TIMEOUT = 10_000;
/** Requests at a time. */
const CONCURRENCY = 10;
/** Deliveries that are leased together; small enough that all end in time even if every request times out. */
const BATCH_SIZE = 50;
/** Time for which deliveries belong to the process that leased them, ms: longer than a batch can take. */
const LEASE_DURATION = (BATCH_SIZE / CONCURRENCY + 1) * RESPONSE_TIMEOUT;
/** Delay before the next attempt, ms: doubles from five seconds to an hour. */
export const deliveryRetryDelay = (tries: number): number =>
  Math.min(3_600_000, 5_000 * 2 ** Math.min(tries, 20));

/**
 * An outside coupon system over HTTP: POST of the coupon as JSON, `Idempotency-Key` its id, with `-expired` for its end,
 * and `X-Signature`, base64url HMAC-SHA-256 of the body under the shared secret. 2xx and 409 mean accepted.
 */
export const httpCouponSystem =
  ({ url, secret }: NonNullable<Config["couponSystem"]>): CouponSystem =>
  async (coupon) => {
    const body = JSON.stringify(coupon);
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "idempotency-key": coupon.event === "expired" ? `${coupon.couponId}-expired` : coupon.couponId,
        "x-signature": signHmac(secret, body),
      },
      redirect: "error",
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    });
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 409) throw new RefusedDelivery(answer.status);
  };

/** An answer that does not accept the coupon. */
class RefusedDelivery extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the coupon system answered ${status}`);
    this.status = status;
  }
}
function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof RefusedDelivery) return { cause: "status", status: error.status };
  const isLate = error instanceof DOMException && error.name === "TimeoutError";
  return { cause: isLate ? "timeout" : "unreachable", status: null };
}

/** Delivers one coupon, or schedules the next attempt. @returns whether it was accepted */
async function deliver(
  { db, clock, log }: AppContext,
  system: CouponSystem,
  row: DueDelivery,
): Promise<boolean> {
  try {
    await system({
      event: row.event,
      couponId: row.coupon_id,
      code: row.code,
      benefitId: row.benefit_id,
      openId: row.open_id,
      validFrom: row.valid_from.toISOString(),
      validTo: row.valid_to.toISOString(),
    });
    await deleteDelivery(db, row.coupon_id);
    return true;
  } catch (error) {
    log.warn({ err: error, couponId: row.coupon_id, tries: row.tries }, "coupon delivery failed, retrying");
    const now = clock.now();
    await rescheduleDelivery(db, row, {
      due: new Date(now + deliveryRetryDelay(row.tries)),
      now: new Date(now),
      failure: failureOf(error),
    });
    return false;
  }
}

/**
 * Delivers all due coupons, and the ends of unused ones, to the outside system. Deliveries are written in the transaction of the coupon, so none is
 * lost, and the system identifies each by its id, so none counts twice. Continues as long as whole batches are due and
 * at least one coupon of a batch was accepted.
 * @param isEnding leases no more batches once it returns true
 * @returns the number of accepted coupons
 */
export async function deliverDueCoupons(
  context: AppContext,
  system: CouponSystem,
  isEnding: () => boolean = () => false,
): Promise<number> {
  const limit = pLimit(CONCURRENCY);
  await queueExpiredCoupons(context.db, context.clock.now());
  let total = 0;
  while (!isEnding()) {
    const begun = context.clock.now();
    const until = new Date(begun + LEASE_DURATION);
    const rows = await leaseDueDeliveries(context.db, { now: new Date(begun), until, most: BATCH_SIZE });
    // After a long pause of the process, deliveries that could outlast the lease are left to the next process.
    const isLeaseSafe = (): boolean => context.clock.now() <= begun + LEASE_DURATION - RESPONSE_TIMEOUT;
    const results = await Promise.all(
      rows.map((row) => limit(async () => isLeaseSafe() && (await deliver(context, system, row)))),
    );
    const accepted = results.filter(Boolean).length;
    total += accepted;
    if (rows.length < BATCH_SIZE || accepted === 0) break;
  }
  return total;
}
