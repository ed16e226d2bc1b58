import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrderState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addSampleCoupons, addSampleProduct } from "../../testing/samples/sample-mall.ts";
import { closingWorker } from "../life/closing.ts";
import { readDetail } from "../life/list-routes.ts";
import { presentSummary } from "../life/present.ts";
import { listOrdersOf } from "../life/store.ts";
import { orderWriter } from "../place/writer.ts";
import type { AttemptsOutcome } from "../ports.ts";
import { hasTransition } from "../rules/order-machine.ts";
import { commandNames, runCommand, tradeOf, type Command } from "./test-commands.ts";
import { closeAttempt } from "./test-payments.ts";
import { findBroken, readPaths } from "./test-properties.ts";
import type { Model, World } from "./test-world.ts";

/**
 * Sequences and commands of each; MODEL_RUNS and MODEL_COMMANDS make a long run of sequences of that length, which
 * MODEL_SECONDS limits.
 */
const runs = Number(process.env["MODEL_RUNS"] ?? 20);
const longest = Number(process.env["MODEL_COMMANDS"] ?? 40);
const shortest = process.env["MODEL_COMMANDS"] === undefined ? 10 : longest;
const time = Number(process.env["MODEL_SECONDS"] ?? 0) * 1_000;

let app: TestApp;
const activityId = newId();
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId })]);
});
afterAll(() => app.close());

/** A channel that answers as the command says: "paid" settles the open attempt first, "closed" closes it. */
async function answered(orderId: string, answer: AttemptsOutcome): Promise<AttemptsOutcome> {
  const { db } = app.context;
  const { rows } = await sql<{ paymentId: string; outTradeNo: string; amountFen: number }>`
    select payment_id as "paymentId", out_trade_no as "outTradeNo", amount_fen as "amountFen" from payment
    where order_id = ${orderId} and state = 'open'`.execute(db);
  const [attempt] = rows;
  if (!attempt) return "closed";
  if (answer === "closed") await closeAttempt({ db }, attempt.paymentId);
  if (answer === "paid")
    await app.modules.payments.settle("wechat", tradeOf({ ...attempt, state: "open" }, new Date()));
  return answer;
}

async function newWorld(): Promise<{ world: World; model: Model }> {
  const { db } = app.context;
  const stock = [6, 4, 9];
  const skus = await addSampleProduct(db, { stock, buyMost: 6 });
  const users = (await addPeople(db, 3)).map(({ userId }) => userId);
  const coupons = await addSampleCoupons(db, activityId, users, { use: "amount", offFen: 0, fromFen: 0 });
  const finishClosing = async (orderId: string, answer: AttemptsOutcome): Promise<void> => {
    await sql`update mall_order set close_due_time = now() - interval '1 s' where order_id = ${orderId}`.execute(
      db,
    );
    const payments = {
      ...app.modules.payments,
      closeAttempts: (id: string) => answered(id, answer),
    };
    const ports = { payments, soldOut: app.modules.mall.soldOut, captchaPassOf: () => null };
    await closingWorker(app.context, ports).work(orderId);
  };
  return {
    world: {
      db,
      writer: orderWriter(db),
      users,
      skus,
      coupons,
      most: 6,
      now: () => new Date(),
      payments: app.modules.payments,
      finishClosing,
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
  const time = now().getTime();
  for (const [user, userId] of users.entries()) {
    const listed = await listOrdersOf(db, userId, { tab: "all", before: null, most: 100 });
    expect(listed).toHaveLength(orders.filter((order) => order.user === user).length);
    for (const row of listed) {
      const summary = presentSummary(row, time);
      const detail = await readDetail(db, userId, row.order_id, time);
      for (const [name, value] of Object.entries(summary)) expect(detail).toHaveProperty(name, value);
      const known = orders.find(({ orderId }) => orderId === row.order_id);
      const paid = known?.payments.find(({ state }) => state === "paid")?.amountFen ?? 0;
      const refunded = refunds.filter(
        ({ orderId, cause, isDone }) => orderId === row.order_id && cause !== "surplus" && isDone,
      );
      expect([detail.paidFen, detail.refundedFen]).toEqual([
        paid,
        refunded.reduce((sum, { amountFen }) => sum + amountFen, 0),
      ]);
    }
  }
}

test(
  "MA103 random commands: the store is as the model says, and every property holds",
  { timeout: 0 },
  async ({ annotate }) => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: shortest, maxLength: longest }), async (sequence) => {
        const from = newId();
        const { world, model } = await newWorld();
        for (const one of sequence) await runCommand(world, model, one);
        expect(await findBroken(world.db, from)).toEqual([]);
        await checkPaths(world, model, from);
        await checkReaders(world, model);
        done++;
      }),
      { numRuns: runs, endOnFailure: true, ...(time > 0 && { interruptAfterTimeLimit: time }) },
    );
    await annotate(`${done} sequences of ${shortest} to ${longest} commands`);
  },
);
