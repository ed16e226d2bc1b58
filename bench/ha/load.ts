// People who sign up and order at a rate, each under one idempotency key until there is an answer; then every
// acknowledgement is compared with the primary.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { signUp } from "#contract/signup/signup.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { readChannels } from "../../e2e/testing/faults/mall-testbed.ts";
import { Shopper, type ShopUnderFaults } from "../../e2e/testing/faults/shopper.ts";
import { activitySeed } from "../../server/activity/import/seed-store.ts";
import { newId } from "../../server/core/ids.ts";
import type { Acknowledged } from "../../server/testing/mall/shop-database.ts";
import { addPasses, addPeople, type RacePerson } from "../../server/testing/races/race-people.ts";
import { sampleActivity } from "../../server/testing/samples/sample-activity.ts";
import { addBuyers, type Buyer } from "../../server/testing/samples/sample-buyers.ts";
import { addSampleProduct } from "../../server/testing/samples/sample-mall.ts";
import type { ClusterInstallation } from "./installation.ts";

const PRICE = 9_900;
/** Arrivals a second. */
export const RATES = { signUps: 20, orders: 10 } as const;
/** Every third order is paid. */
const PAID_EACH = 3;
/** Pause of a client between two attempts, and the time after the last arrival at which it gives up, ms. */
const [PAUSE, RETRY_TIMEOUT] = [500, 90_000];
const temporaryRefusals: readonly string[] = ["internal", "busy", "unreachable", "timeout"];

/** Answers to the people of one run. */
export type LoadRecord = {
  /** Times of all acknowledgements since the start, ms. */
  readonly times: number[];
  /** Ids told to each person: more than one id is a doubled record. */
  readonly signUps: Map<string, Set<string>>;
  readonly orders: Map<string, Set<string>>;
  readonly facts: Acknowledged[];
  /** Attempts that were refused or not answered, by message. */
  readonly errors: Map<string, number>;
  /** People without an answer, and payments without an outcome. */
  readonly unanswered: string[];
};
type Prepared = {
  readonly activityId: string;
  readonly skuId: string;
  readonly people: readonly RacePerson[];
  readonly passes: readonly string[];
  readonly buyers: readonly Buyer[];
};

/** Adds an activity with a seat for each person, a SKU with a unit for each buyer, and the people. */
async function prepare({ db }: ClusterInstallation, seconds: number): Promise<Prepared> {
  const activityId = newId();
  const [signUps, orders] = [RATES.signUps * seconds, RATES.orders * seconds];
  await activitySeed(db).addActivities([sampleActivity(Date.now(), { activityId, quota: signUps })]);
  const [sku] = await addSampleProduct(db, { stock: [orders], priceFen: PRICE });
  const people = await addPeople(db, signUps);
  const purposes = people.map(({ userId }) => ({ action: "signup" as const, activityId, userId }));
  const passes = await addPasses(db, purposes);
  return { activityId, skuId: sku?.skuId ?? "", people, passes, buyers: await addBuyers(db, orders) };
}

/** Repeats an attempt, as the page does, until it is answered. @returns null if the client gave up */
async function untilAnswered(
  record: LoadRecord,
  deadline: number,
  attempt: () => Promise<string>,
): Promise<string | null> {
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      const message = error instanceof Refusal ? `${error.refusal} ${error.message}` : "no answer";
      record.errors.set(message, (record.errors.get(message) ?? 0) + 1);
      const isFinal = error instanceof Refusal && !temporaryRefusals.includes(error.refusal);
      if (isFinal || Date.now() > deadline) {
        record.unanswered.push(message);
        return null;
      }
      await setTimeout(PAUSE * (0.5 + Math.random()));
    }
}
const tell = (told: Map<string, Set<string>>, person: string, id: string): void =>
  void told.set(person, (told.get(person) ?? new Set()).add(id));

/** Pays an order at the simulated cashier. */
async function pay(
  installation: ClusterInstallation,
  buyer: Buyer,
  orderId: string,
): Promise<Acknowledged[]> {
  const { shop, origin } = installation;
  const findAttempt = async (id: string): Promise<string | null> => {
    for (;;)
      try {
        return await shop.findAttempt(id);
      } catch {
        await setTimeout(PAUSE);
      }
  };
  const place: ShopUnderFaults = {
    origins: [origin],
    database: { ...shop, findAttempt },
    askDesk: () => Promise.reject(new Error("no desk")),
  };
  const shopper = new Shopper(place, buyer);
  await shopper.startPayment(orderId);
  await shopper.payAtCashier(orderId);
  await shopper.awaitPayment(orderId);
  return [...shopper.acknowledged];
}

/** Result of one run. */
export type LoadOutcome = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Longest time without an acknowledgement, s. */
  readonly gap: number;
  readonly errors: ReadonlyMap<string, number>;
  /** Broken properties of seats, stock, orders and ledger, and people without an answer. */
  readonly faults: readonly string[];
};

/** Compares the answers with the rows of the primary. */
async function judge(
  installation: ClusterInstallation,
  { activityId, skuId }: Prepared,
  record: LoadRecord,
): Promise<LoadOutcome> {
  const { db, shop, origin } = installation;
  type Row = { userId: string; id: string };
  const { rows: signUps } = await sql<Row>`
    select user_id as "userId", signup_id as id from signup where activity_id = ${activityId}`.execute(db);
  const { rows: orders } = await sql<Row>`
    select o.user_id as "userId", o.order_id as id from mall_order o join order_line l using (order_id)
    where l.sku_id = ${skuId}`.execute(db);
  const { rows: seats } = await sql<{ taken: number }>`
    select taken from activity where activity_id = ${activityId}`.execute(db);
  let [lost, doubled] = [0, 0];
  const both = [
    [record.signUps, signUps],
    [record.orders, orders],
  ] as const;
  for (const [told, rows] of both) {
    const ids = new Set(rows.map(({ id }) => id));
    for (const own of told.values()) {
      lost += [...own].filter((id) => !ids.has(id)).length;
      doubled += own.size - 1;
    }
    doubled += rows.length - new Set(rows.map(({ userId }) => userId)).size;
  }
  const paidLost = await shop.findLost(record.facts);
  const faults = [...record.unanswered, ...(await shop.findBroken())];
  const taken = seats[0]?.taken ?? 0;
  if (taken !== signUps.length) faults.push(`${taken} seats taken by ${signUps.length} sign-ups`);
  const { channel, suspense } = await shop.readBalances();
  const paid = await readChannels(origin);
  if (channel !== paid || suspense !== 0)
    faults.push(`the ledger has ${channel} fen, the channels ${paid}, in suspense ${suspense}`);
  const times = record.times.toSorted((one, other) => one - other);
  const gap = Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? 0))) / 1_000;
  return {
    acknowledged: times.length,
    lost: lost + paidLost.length,
    doubled,
    gap,
    errors: record.errors,
    faults,
  };
}

/** Repeats reading during the last seconds of a failover. */
async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await read();
    } catch (error) {
      if (tries === 30) throw error;
      await setTimeout(1_000);
    }
}

/** Lets people arrive for so many seconds while `fault` happens. @param fault is called at the start */
export async function runUnderLoad(
  installation: ClusterInstallation,
  seconds: number,
  fault: () => Promise<void>,
): Promise<LoadOutcome> {
  const { origin } = installation;
  const prepared = await prepare(installation, seconds);
  const { activityId, skuId, people, passes, buyers } = prepared;
  const record: LoadRecord = {
    times: [],
    signUps: new Map(),
    orders: new Map(),
    facts: [],
    errors: new Map(),
    unanswered: [],
  };
  const start = Date.now();
  const deadline = start + seconds * 1_000 + RETRY_TIMEOUT;
  const arrival = (at: number, rate: number): Promise<void> =>
    setTimeout(Math.max(0, start + (at / rate) * 1_000 - Date.now()));
  const signUpOf = async (person: RacePerson, at: number): Promise<void> => {
    await arrival(at, RATES.signUps);
    const { token, mobile, userId } = person;
    const options = { token, captchaVerifyId: passes[at] ?? "", idempotencyKey: randomUUID() };
    const form = { id: activityId, name: "林晓岚", mobile, consent: true as const };
    const id = await untilAnswered(
      record,
      deadline,
      async () => (await contractClient(origin, options)(signUp, form)).signUpId,
    );
    if (id === null) return;
    record.times.push(Date.now() - start);
    tell(record.signUps, userId, id);
  };
  const orderOf = async (buyer: Buyer, at: number): Promise<void> => {
    await arrival(at, RATES.orders);
    const { token, userId, addressId } = buyer;
    const options = { token, idempotencyKey: randomUUID() };
    const wanted = { lines: [{ skuId, qty: 1 }], delivery: "express" as const, addressId, payableFen: PRICE };
    const id = await untilAnswered(
      record,
      deadline,
      async () => (await contractClient(origin, options)(placeOrder, wanted)).orderId,
    );
    if (id === null) return;
    record.times.push(Date.now() - start);
    tell(record.orders, userId, id);
    if (at % PAID_EACH !== 0) return;
    try {
      record.facts.push(...(await pay(installation, buyer, id)));
      record.times.push(Date.now() - start);
    } catch (error) {
      record.unanswered.push(`payment: ${String(error)}`);
    }
  };
  await Promise.all([fault(), ...people.map(signUpOf), ...buyers.map(orderOf)]);
  await installation.cluster.settle();
  return untilRead(() => judge(installation, prepared, record));
}
