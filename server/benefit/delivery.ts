import { sql } from "kysely";
import pLimit from "p-limit";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import { signHmac } from "../core/secrets.ts";

/** What an outside coupon system is told of one coupon; times ISO 8601, UTC. */
export type DeliveredCoupon = {
  readonly couponId: string;
  readonly code: string;
  readonly benefitId: string;
  readonly openId: string;
  readonly validFrom: string;
  readonly validTo: string;
};
/** Takes one coupon, or throws; the same `couponId` may come again and must count once. */
export type CouponSystem = (coupon: DeliveredCoupon) => Promise<void>;

/** An answer later than this counts as none, ms. */
const RESPONSE_TIMEOUT = 10_000;
/** So many are told of at once. */
const CONCURRENCY = 10;
/** So many are taken up together: as many as are told of in time, however late each answer. */
const BATCH_SIZE = 50;
/** How long a delivery belongs to the process that took it up, ms: longer than a batch can last. */
const LEASE_DURATION = (BATCH_SIZE / CONCURRENCY + 1) * RESPONSE_TIMEOUT;
/** From one try to the next, ms: doubling from five seconds to an hour. */
export const deliveryRetryDelay = (tries: number): number =>
  Math.min(3_600_000, 5_000 * 2 ** Math.min(tries, 20));

/**
 * The outside coupon system over HTTP: POST of the coupon as JSON, `Idempotency-Key` its id, and
 * `X-Signature`, base64url HMAC-SHA-256 of the body under the shared secret. 2xx and 409 mean taken.
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
        "idempotency-key": coupon.couponId,
        "x-signature": signHmac(secret, body),
      },
      redirect: "error",
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    });
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 409) throw new Error(`the coupon system answered ${answer.status}`);
  };

type DueRow = {
  coupon_id: string;
  tries: number;
  code: string;
  benefit_id: string;
  open_id: string;
  valid_from: Date;
  valid_to: Date;
};

/** Takes up what is due, so that no other process does before the lease is over. */
async function leaseDueCoupons(db: Database, now: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as (
      select coupon_id from coupon_delivery where due_time <= ${new Date(now)}
      order by due_time limit ${BATCH_SIZE} for update skip locked
    ), taken as (
      update coupon_delivery d set due_time = ${new Date(now + LEASE_DURATION)}, tries = d.tries + 1
      from due where d.coupon_id = due.coupon_id returning d.coupon_id, d.tries
    )
    select t.coupon_id, t.tries, c.code, c.benefit_id, u.open_id, c.valid_from, c.valid_to
    from taken t join coupon c on c.coupon_id = t.coupon_id join app_user u on u.user_id = c.user_id`.execute(
    db,
  );
  return rows;
}

/** @returns whether it was taken */
async function deliver({ db, clock, log }: AppContext, system: CouponSystem, row: DueRow): Promise<boolean> {
  try {
    await system({
      couponId: row.coupon_id,
      code: row.code,
      benefitId: row.benefit_id,
      openId: row.open_id,
      validFrom: row.valid_from.toISOString(),
      validTo: row.valid_to.toISOString(),
    });
    await sql`delete from coupon_delivery where coupon_id = ${row.coupon_id}`.execute(db);
    return true;
  } catch (error) {
    log.warn({ err: error, couponId: row.coupon_id, tries: row.tries }, "a coupon was not delivered");
    const due = new Date(clock.now() + deliveryRetryDelay(row.tries));
    // Where another process has taken it up since, it is that one's.
    await sql`update coupon_delivery set due_time = ${due}
      where coupon_id = ${row.coupon_id} and tries = ${row.tries}`.execute(db);
    return false;
  }
}

/**
 * Tells the outside system of every coupon that it has not taken yet: the outbox was written with
 * the coupon, so none is forgotten, and the system knows each by its id, so none counts twice. Goes on as long
 * as whole batches are due, and any of one was taken.
 * @param isEnding takes up nothing more once true
 * @returns how many it took
 */
export async function deliverDueCoupons(
  context: AppContext,
  system: CouponSystem,
  isEnding: () => boolean = () => false,
): Promise<number> {
  const atOnce = pLimit(CONCURRENCY);
  let all = 0;
  while (!isEnding()) {
    const begun = context.clock.now();
    const rows = await leaseDueCoupons(context.db, begun);
    // A process that stood still meanwhile leaves what would last beyond its lease to whoever takes it up next.
    const isOurs = (): boolean => context.clock.now() <= begun + LEASE_DURATION - RESPONSE_TIMEOUT;
    const told = await Promise.all(
      rows.map((row) => atOnce(async () => isOurs() && (await deliver(context, system, row)))),
    );
    const taken = told.filter(Boolean).length;
    all += taken;
    if (rows.length < BATCH_SIZE || taken === 0) break;
  }
  return all;
}
