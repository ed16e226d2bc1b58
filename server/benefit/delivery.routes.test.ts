import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { newId } from "../core/ids.ts";
import { signHmac } from "../core/secrets.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { deliverDueCoupons, httpCouponSystem, deliveryRetryDelay, type CouponSystem } from "./delivery.ts";

const secret = "a-shared-secret-of-32-characters";
const ACTIVITY = "1000000000000009000";
const DAY = 86_400_000;
type ReceivedRequest = { key: string; signature: string; body: string };
let app: TestApp;
let outside: Server;
let received: ReceivedRequest[];
/** Next statuses of the outside system; 200 afterwards. */
let answers: number[];
let system: CouponSystem;
beforeAll(async () => {
  outside = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[name] ?? "");
      received.push({ key: header("idempotency-key"), signature: header("x-signature"), body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/issued`;
  app = await testApp({ settings: { COUPON_SYSTEM_URL: url, COUPON_SYSTEM_SECRET: secret } });
  // Stops the server's own deliveries, which could interfere on a slow machine.
  app.modules.benefits.close();
  system = httpCouponSystem({ url, secret });
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([sampleActivity(now, { activityId: ACTIVITY })]);
  await app.modules.benefits.add([sampleBenefit(now, { activity_id: ACTIVITY })]);
});
afterAll(async () => {
  await app.close();
  outside.close();
});
beforeEach(async () => {
  received = [];
  answers = [];
  await sql`delete from coupon_delivery`.execute(app.context.db);
});
afterEach(() => app.context.clock.set(null));

let mobileCount = 0;
async function issue(): Promise<{ couponId: string; code: string }> {
  const { token } = await app.login(`136${String(10_000_000 + mobileCount++)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: ACTIVITY }, { token });
  const { data } = await app.call(sendBenefit, { id: ACTIVITY }, { token, captchaVerifyId });
  if (!data.coupon) throw new Error(`no coupon: ${data.result}`);
  return data.coupon;
}
const later = (ms: number) => app.context.clock.set(app.context.clock.now() + ms);
const due = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from coupon_delivery`.execute(app.context.db);
  return rows[0]?.n;
};

test("M10 the outside system gets a coupon with a signature and without the mobile", async () => {
  const { couponId, code } = await issue();
  expect(await deliverDueCoupons(app.context, system)).toBe(1);
  expect(received).toHaveLength(1);
  const [one] = received as [ReceivedRequest];
  expect(one.key).toBe(couponId);
  expect(one.signature).toBe(signHmac(secret, one.body));
  expect(JSON.parse(one.body)).toMatchObject({ couponId, code, openId: expect.any(String) as string });
  expect(one.body).not.toMatch(/136\d{8}/);
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 0]);
});

test("M16 a refused delivery is retried with growing delays and the same key", async () => {
  await issue();
  answers = [500, 503];
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 1]);
  expect(await deliverDueCoupons(app.context, system)).toBe(0); // not due yet
  later(deliveryRetryDelay(1));
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  later(deliveryRetryDelay(2));
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  expect(received).toHaveLength(3);
});

const eventsOf = (couponId: string) =>
  received
    .map(({ key, body }) => ({ key, ...(JSON.parse(body) as { event: string; couponId: string }) }))
    .filter((one) => one.couponId === couponId)
    .map(({ key, event }) => [key, event]);
/** Moves a coupon's end to some ms before now. */
const end = (couponId: string, ago: number) =>
  sql`update coupon set valid_to = ${new Date(app.context.clock.now() - ago)} where coupon_id = ${couponId}`.execute(
    app.context.db,
  );

test("M24 the end of an unused coupon is told once, with a key of its own, after the coupon itself", async () => {
  const { couponId } = await issue();
  await end(couponId, 1_000);
  // Not before the outside system knows the coupon.
  answers = [500];
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  expect(eventsOf(couponId)).toEqual([[couponId, "issued"]]);
  later(deliveryRetryDelay(1));
  expect(await deliverDueCoupons(app.context, system)).toBe(1);
  answers = [503];
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 1]);
  later(deliveryRetryDelay(1));
  await Promise.all([deliverDueCoupons(app.context, system), deliverDueCoupons(app.context, system)]);
  later(DAY);
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 0]);
  const [issued, expired] = [
    [couponId, "issued"],
    [`${couponId}-expired`, "expired"],
  ];
  expect(eventsOf(couponId)).toEqual([issued, issued, expired, expired]);
});

test.each([
  ["used", sql`used_time = valid_to`, 0],
  ["held by an order", sql`order_id = 'o1'`, 0],
  ["ended long ago", sql`valid_to = valid_to - interval '8 days'`, 0],
  ["not ended", sql`valid_to = valid_to + interval '1 hour'`, 0],
  ["ended", sql`number = number`, 1],
])("M24 a coupon that is %s", async (_name, change, told) => {
  const { db } = app.context;
  const { couponId } = await issue();
  await deliverDueCoupons(app.context, system);
  await end(couponId, 1_000);
  await sql`alter table coupon drop constraint if exists coupon_order_id_fkey`.execute(db);
  await sql`update coupon set ${change} where coupon_id = ${couponId}`.execute(db);
  expect(await deliverDueCoupons(app.context, system)).toBe(told);
  await sql`update coupon set order_id = null, used_time = valid_to where coupon_id = ${couponId}`.execute(
    db,
  );
});

test("409 counts as accepted", async () => {
  await issue();
  answers = [409];
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
});

test("M16 two processes at once deliver a coupon once", async () => {
  await issue();
  const accepted = await Promise.all([
    deliverDueCoupons(app.context, system),
    deliverDueCoupons(app.context, system),
  ]);
  expect([accepted.reduce((sum, one) => sum + one, 0), received.length]).toEqual([1, 1]);
});

test("M16 after the crash of a process another one delivers the coupon when the lease is over", async () => {
  await issue();
  const isLeased = new Promise<void>((resolve) => {
    // The process gets the coupon and never finishes.
    void deliverDueCoupons(app.context, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  await isLeased;
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  later(61_000);
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
});

/** Issues `count` coupons of one person that are due. */
async function issueMany(count: number): Promise<void> {
  const { couponId } = await issue();
  const { db } = app.context;
  await sql`insert into coupon (benefit_id, user_id, number, coupon_id, code, valid_from, valid_to, channel, created_time)
    select benefit_id, user_id, n, coupon_id || '-' || n, code || '-' || n, valid_from, valid_to, channel, created_time
    from coupon, generate_series(2, ${count}::int) n where coupon_id = ${couponId}`.execute(db);
  await sql`insert into coupon_delivery (coupon_id, due_time)
    select c.coupon_id, d.due_time from coupon c, coupon_delivery d
    where d.coupon_id = ${couponId} and c.coupon_id like ${`${couponId}-%`}`.execute(db);
}

test("M16 one run delivers everything that is due, ten at a time, each once, also with parallel runs", async () => {
  await issueMany(130);
  const delivered: string[] = [];
  let [concurrent, most] = [0, 0];
  const slow: CouponSystem = async ({ couponId }) => {
    delivered.push(couponId);
    most = Math.max(most, ++concurrent);
    await setTimeout(5);
    concurrent--;
  };
  expect([await deliverDueCoupons(app.context, slow), await due()]).toEqual([130, 0]);
  expect([delivered.length, new Set(delivered).size, most]).toEqual([130, 130, 10]);
  await issueMany(30);
  const accepted = await Promise.all([
    deliverDueCoupons(app.context, slow),
    deliverDueCoupons(app.context, slow),
  ]);
  expect([accepted.reduce((sum, one) => sum + one, 0), new Set(delivered).size]).toEqual([30, 160]);
});

test("M16 a run stops after a batch without any success, and before a new batch when the process ends", async () => {
  await issueMany(120);
  let requests = 0;
  const unavailable: CouponSystem = () => {
    requests++;
    return Promise.reject(new Error("unavailable"));
  };
  expect([await deliverDueCoupons(app.context, unavailable), requests]).toEqual([0, 50]);
  let isEnding = false;
  const last: CouponSystem = () => {
    isEnding = true;
    return Promise.resolve();
  };
  expect(await deliverDueCoupons(app.context, last, () => isEnding)).toBe(50);
  expect(await due()).toBe(70);
});

test("M16 a process that hangs does not touch deliveries that another process has leased since", async () => {
  await issueMany(12);
  const [isHanging, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  const hanging = deliverDueCoupons(app.context, async () => {
    if (++requests === 10) isHanging.resolve();
    await mayContinue.promise;
    throw new Error("too late");
  });
  await isHanging.promise;
  later(61_000);
  // Another process leases them and has not finished two of them.
  void deliverDueCoupons(app.context, ({ couponId }) =>
    /-[23]$/.test(couponId) ? new Promise<void>(() => {}) : Promise.resolve(),
  );
  await vi.waitUntil(async () => (await due()) === 2);
  mayContinue.resolve();
  expect([await hanging, requests]).toEqual([0, 10]);
  // The failure in the first process must not reschedule deliveries that the other one has leased.
  later(deliveryRetryDelay(1));
  expect([await deliverDueCoupons(app.context, system), received.length, await due()]).toEqual([0, 0, 2]);
});

/**
 * Kills the process between sending and marking, so that another one sends again.
 * @returns the number of coupons that an outside system counts by their keys
 */
async function killedBeforeMarking(send: CouponSystem): Promise<number> {
  await issue();
  const isSent = new Promise<void>((resolve, reject) => {
    void deliverDueCoupons(app.context, async (coupon) => {
      await send(coupon).then(resolve, reject);
      // The system has accepted the coupon, but the process dies.
      return new Promise(() => {});
    });
  });
  await isSent;
  expect([received.length, await due()]).toEqual([1, 1]);
  later(61_000);
  expect([await deliverDueCoupons(app.context, send), await due()]).toEqual([1, 0]);
  expect(received).toHaveLength(2);
  return new Set(received.map(({ key }) => key)).size;
}
test("M16 a coupon sent again after a crash between sending and marking has the same key and counts once", async () => {
  expect(await killedBeforeMarking(system)).toBe(1);
});
test("M16 without the coupon's key it would count twice", async () => {
  expect(await killedBeforeMarking((coupon) => system({ ...coupon, couponId: newId() }))).toBe(2);
});
