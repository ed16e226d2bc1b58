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
type Heard = { key: string; signature: string; body: string };
let app: TestApp;
let outside: Server;
let heard: Heard[];
/** What the outside system answers, in turn; 200 afterwards. */
let answers: number[];
let system: CouponSystem;
beforeAll(async () => {
  outside = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[name] ?? "");
      heard.push({ key: header("idempotency-key"), signature: header("x-signature"), body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/issued`;
  app = await testApp({ settings: { COUPON_SYSTEM_URL: url, COUPON_SYSTEM_SECRET: secret } });
  // Deliveries are the tests' own: on a slow machine a round of the server's would come between.
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
  heard = [];
  answers = [];
  await sql`delete from coupon_delivery`.execute(app.context.db);
});
afterEach(() => app.context.clock.set(null));

let people = 0;
async function issue(): Promise<{ couponId: string; code: string }> {
  const { token } = await app.login(`136${String(10_000_000 + people++)}`);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: ACTIVITY }, { token });
  const { data } = await app.call(sendBenefit, { id: ACTIVITY }, { token, captchaVerifyId });
  if (!data.coupon) throw new Error(`no coupon: ${data.result}`);
  return data.coupon;
}
const later = (ms: number) => app.context.clock.set(app.context.clock.now() + ms);
const due = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from coupon_delivery`.execute(app.context.db)).rows[0]?.n,
  );

test("M10 the outside system is told of a coupon, signed, with no mobile in it", async () => {
  const { couponId, code } = await issue();
  expect(await deliverDueCoupons(app.context, system)).toBe(1);
  expect(heard).toHaveLength(1);
  const [one] = heard as [Heard];
  expect(one.key).toBe(couponId);
  expect(one.signature).toBe(signHmac(secret, one.body));
  expect(JSON.parse(one.body)).toMatchObject({ couponId, code, openId: expect.any(String) as string });
  expect(one.body).not.toMatch(/136\d{8}/);
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 0]);
});

test("M16 what it did not take is told again, later and later, under the same key", async () => {
  await issue();
  answers = [500, 503];
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([0, 1]);
  expect(await deliverDueCoupons(app.context, system)).toBe(0); // not due yet
  later(deliveryRetryDelay(1));
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  later(deliveryRetryDelay(2));
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
  expect(new Set(heard.map(({ key }) => key)).size).toBe(1);
  expect(heard).toHaveLength(3);
});

test("409 means that it has it already", async () => {
  await issue();
  answers = [409];
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
});

test("M16 two processes at once tell it once", async () => {
  await issue();
  const took = await Promise.all([
    deliverDueCoupons(app.context, system),
    deliverDueCoupons(app.context, system),
  ]);
  expect([took.reduce((sum, one) => sum + one, 0), heard.length]).toEqual([1, 1]);
});

test("M16 a process that dies on the way leaves it to the next one, after its lease", async () => {
  await issue();
  const isTakenUp = new Promise<void>((resolve) => {
    // It hears of the coupon and never comes back.
    void deliverDueCoupons(app.context, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  await isTakenUp;
  expect(await deliverDueCoupons(app.context, system)).toBe(0);
  later(61_000);
  expect([await deliverDueCoupons(app.context, system), await due()]).toEqual([1, 0]);
});

/** So many coupons more that are due, of the same person. */
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

test("M16 one run tells of all that is due, ten at a time, each once, also where others run beside it", async () => {
  await issueMany(130);
  const told: string[] = [];
  let [atOnce, most] = [0, 0];
  const slow: CouponSystem = async ({ couponId }) => {
    told.push(couponId);
    most = Math.max(most, ++atOnce);
    await setTimeout(5);
    atOnce--;
  };
  expect([await deliverDueCoupons(app.context, slow), await due()]).toEqual([130, 0]);
  expect([told.length, new Set(told).size, most]).toEqual([130, 130, 10]);
  await issueMany(30);
  const took = await Promise.all([
    deliverDueCoupons(app.context, slow),
    deliverDueCoupons(app.context, slow),
  ]);
  expect([took.reduce((sum, one) => sum + one, 0), new Set(told).size]).toEqual([30, 160]);
});

test("M16 a system that takes nothing is told of one batch, and one that ends takes up no more", async () => {
  await issueMany(120);
  let asked = 0;
  const none: CouponSystem = () => {
    asked++;
    return Promise.reject(new Error("away"));
  };
  expect([await deliverDueCoupons(app.context, none), asked]).toEqual([0, 50]);
  let isEnding = false;
  const last: CouponSystem = () => {
    isEnding = true;
    return Promise.resolve();
  };
  expect(await deliverDueCoupons(app.context, last, () => isEnding)).toBe(50);
  expect(await due()).toBe(70);
});

test("M16 a process that stood still leaves alone what is another's by now", async () => {
  await issueMany(12);
  const [isStanding, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const standing = deliverDueCoupons(app.context, async () => {
    if (++asked === 10) isStanding.resolve();
    await mayGoOn.promise;
    throw new Error("too late");
  });
  await isStanding.promise;
  later(61_000);
  // Another one takes them up, and is not done with two of them.
  void deliverDueCoupons(app.context, ({ couponId }) =>
    /-[23]$/.test(couponId) ? new Promise<void>(() => {}) : Promise.resolve(),
  );
  await vi.waitUntil(async () => (await due()) === 2);
  mayGoOn.resolve();
  expect([await standing, asked]).toEqual([0, 10]);
  // Theirs until their lease is over, whatever the first one found.
  later(deliveryRetryDelay(1));
  expect([await deliverDueCoupons(app.context, system), heard.length, await due()]).toEqual([0, 0, 2]);
});

/** The process is killed between sending and marking; a second one sends again. @returns how many coupons an outside system counts that knows each by its key */
async function killedBeforeMarking(send: CouponSystem): Promise<number> {
  await issue();
  const isSent = new Promise<void>((resolve, reject) => {
    void deliverDueCoupons(app.context, async (coupon) => {
      await send(coupon).then(resolve, reject);
      // It took the coupon; whoever told it is no more.
      return new Promise(() => {});
    });
  });
  await isSent;
  expect([heard.length, await due()]).toEqual([1, 1]);
  later(61_000);
  expect([await deliverDueCoupons(app.context, send), await due()]).toEqual([1, 0]);
  expect(heard).toHaveLength(2);
  return new Set(heard.map(({ key }) => key)).size;
}
test("M16 killed between sending and marking: sent again under the same key, which counts once", async () => {
  expect(await killedBeforeMarking(system)).toBe(1);
});
test("M16 without the coupon's own key the same would count twice", async () => {
  expect(await killedBeforeMarking((coupon) => system({ ...coupon, couponId: newId() }))).toBe(2);
});
