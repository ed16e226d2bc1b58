import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { openChannelShop } from "../../testing/mall/channel-shop.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { addSampleCoupons, addSampleProduct } from "../../testing/samples/sample-mall.ts";
import { readDetail } from "../life/list-routes.ts";
import { presentSummary } from "../life/present.ts";
import { listOrdersOf } from "../life/store.ts";
import { orderWriter } from "../place/writer.ts";
import { hasTransition } from "../rules/order-machine.ts";
import { commandNames, runCommand, type Command } from "./test-commands.ts";
import { checkMoney, compareAll, drain } from "./test-end.ts";
import { findBroken, readPaths } from "./test-properties.ts";
import { DAY, type Model, type World } from "./test-world.ts";

/**
 * Sequences and commands of each; MODEL_RUNS and MODEL_COMMANDS make a long run of sequences of that length, which
 * MODEL_SECONDS limits. MODEL_SEED repeats the run that reported it.
 */
const runs = Number(process.env["MODEL_RUNS"] ?? 20);
const longest = Number(process.env["MODEL_COMMANDS"] ?? 40);
const shortest = process.env["MODEL_COMMANDS"] === undefined ? 10 : longest;
const time = Number(process.env["MODEL_SECONDS"] ?? 0) * 1_000;
const seed = process.env["MODEL_SEED"];

const DEALER = "2971";
const SECOND_EYES = 20_000;
/** Units of the product that a person may buy. */
const MOST = 12;
let app: TestApp;
const activityId = newId();
beforeAll(async () => {
  app = await testApp({ settings: { MALL_SECOND_EYES_FEN: String(SECOND_EYES) } });
  // Only commands work off what is due, at the time of the sequence.
  app.modules.orders.close();
  app.modules.payments.close();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId })]);
  await app.modules.organisations.add(sampleDealers(DEALER));
});
afterAll(() => app.close());

async function newWorld(): Promise<{ world: World; model: Model }> {
  const { db, clock } = app.context;
  // Each sequence has days of its own, whose bills are compared.
  clock.set(startOfShanghaiDay(clock.now()) + 2 * DAY + DAY / 3);
  const [stock, now] = [[14, 9, 20], clock.now()];
  const skus = await addSampleProduct(db, { stock, buyMost: MOST, now });
  const users = (await addPeople(db, 3)).map(({ userId }) => userId);
  const terms = { use: "amount", offFen: 0, fromFen: 0 };
  const coupons = await addSampleCoupons(db, activityId, users, terms, now + 2_000 * DAY);
  return {
    world: {
      db,
      writer: orderWriter(db),
      users,
      skus,
      coupons,
      dealerId: DEALER,
      most: MOST,
      secondEyesFen: SECOND_EYES,
      now: () => new Date(clock.now()),
      wait: (ms) => clock.set(clock.now() + ms),
      shop: openChannelShop(app.context, app.modules.mall.soldOut),
    },
    model: {
      free: [...stock],
      bought: [0, 0, 0],
      coupons: ["free", "free", "free"],
      orders: [],
      refunds: [],
    },
  };
}

const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(...commandNames),
  seed: fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)),
});

/** The paths of events are allowed ones, and end where the model is (P10). */
async function checkPaths({ db }: World, { orders }: Model, from: string): Promise<void> {
  const paths = new Map((await readPaths(db, from)).map((path) => [path.order_id, path]));
  for (const { orderId, state } of orders) {
    const found = paths.get(orderId);
    expect([orderId, found?.state]).toEqual([orderId, state]);
    const steps = found?.path ?? [];
    steps.forEach(({ from: before, to }, at) => {
      expect(before).toBe(at === 0 ? null : steps[at - 1]?.to);
      expect(before === null ? to === "pending" : hasTransition(before as OrderState, to as OrderState)).toBe(
        true,
      );
    });
    expect(steps.at(-1)?.to).toBe(state);
  }
}
/** Lists and pages show the same money, which is that of the model (P15). */
async function checkReaders({ db, users, now }: World, { orders, refunds }: Model): Promise<void> {
  const at = now().getTime();
  for (const [user, userId] of users.entries()) {
    const listed = await listOrdersOf(db, userId, { tab: "all", before: null, most: 100 });
    expect(listed).toHaveLength(orders.filter((order) => order.user === user).length);
    for (const row of listed) {
      const summary = presentSummary(row, at);
      const detail = await readDetail(db, userId, row.order_id, at);
      for (const [name, value] of Object.entries(summary)) expect(detail).toHaveProperty(name, value);
      const known = orders.find(({ orderId }) => orderId === row.order_id);
      const paid = known?.payments.find(({ state }) => state === "paid")?.amountFen ?? 0;
      const refunded = refunds.filter(
        ({ order, cause, state }) =>
          order.orderId === row.order_id && cause !== "surplus" && state === "done",
      );
      expect([detail.paidFen, detail.refundedFen]).toEqual([
        paid,
        refunded.reduce((sum, { amountFen }) => sum + amountFen, 0),
      ]);
    }
  }
}
/** Counts of what the sequences did: a test that reaches nothing proves nothing. */
const reached = {
  orders: 0,
  parcels: 0,
  handedOver: 0,
  cases: 0,
  returns: 0,
  refunds: 0,
  offline: 0,
  surplus: 0,
};
function countReached({ orders, refunds }: Model): void {
  const cases = orders.flatMap((order) => order.cases);
  reached.orders += orders.length;
  reached.parcels += orders.flatMap(({ parcels }) => parcels).length;
  reached.handedOver += orders.filter(
    ({ delivery, state }) => delivery === "pickup" && state === "done",
  ).length;
  reached.cases += cases.length;
  reached.returns += cases.filter(({ kind, state }) => kind === "return" && state === "done").length;
  reached.refunds += refunds.length;
  reached.offline += refunds.filter(({ isOffline }) => isOffline).length;
  reached.surplus += refunds.filter(({ cause }) => cause === "surplus").length;
}
/** Everything that has to hold at any moment. */
async function checkAll(world: World, model: Model, from: string): Promise<void> {
  expect(await findBroken(world.db, from)).toEqual([]);
  await checkPaths(world, model, from);
  await checkReaders(world, model);
  await compareAll(world, model);
}

test(
  "MA103 MA64 MA71 MA73 MA74 random commands and faults of channels: the store is as the model says, every property holds",
  { timeout: 0 },
  async ({ annotate }) => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: shortest, maxLength: longest, size: "max" }),
        async (sequence) => {
          const from = newId();
          const { world, model } = await newWorld();
          for (const one of sequence) await runCommand(world, model, one);
          await checkAll(world, model, from);
          await drain(world, model);
          await checkMoney(world, model);
          await checkAll(world, model, from);
          countReached(model);
          done++;
        },
      ),
      {
        numRuns: runs,
        endOnFailure: true,
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(time > 0 && { interruptAfterTimeLimit: time }),
      },
    );
    await annotate(`${done} sequences of ${shortest} to ${longest} commands: ${JSON.stringify(reached)}`);
    expect([reached.parcels, reached.cases, reached.refunds]).not.toContain(0);
  },
);
