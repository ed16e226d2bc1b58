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
import { markPaid } from "../life/paid-store.ts";
import { lockOrder } from "../order-store.ts";
import { orderWriter } from "../place/writer.ts";
import type { AttemptsOutcome } from "../ports.ts";
import { hasTransition } from "../rules/order-machine.ts";
import { commandNames, runCommand, type Command } from "./test-commands.ts";
import { findBroken, readPaths } from "./test-properties.ts";
import type { Model, World } from "./test-world.ts";

/** Sequences and commands of each; MODEL_RUNS and MODEL_COMMANDS make a long run. */
const runs = Number(process.env["MODEL_RUNS"] ?? 20);
const longest = Number(process.env["MODEL_COMMANDS"] ?? 40);

let app: TestApp;
const activityId = newId();
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId })]);
});
afterAll(() => app.close());

/** A channel that answers as the command says; "paid" settles the payment first. */
async function answered(orderId: string, answer: AttemptsOutcome): Promise<AttemptsOutcome> {
  await app.context.db.transaction().execute(async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order || answer === "unknown") return;
    const state = answer === "paid" ? "paid" : "closed";
    await sql`update payment set state = ${state}, paid_fen = case when ${state} = 'paid' then amount_fen else 0 end
      where order_id = ${orderId}`.execute(db);
    if (answer === "paid")
      await markPaid(db, order, { paidFen: order.payable_fen, by: "channel", now: new Date() });
  });
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
      closeAttempts: (id: string) => answered(id, answer),
      requestRefund: () => Promise.resolve(),
      bookRevenue: () => Promise.resolve(),
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
      finishClosing,
    },
    model: { free: [...stock], bought: [0, 0, 0], coupons: ["free", "free", "free"], orders: [] },
  };
}

const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(...commandNames),
  seed: fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)),
});

test(
  "MA103 random commands: the store is as the model says, and every property holds",
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: longest }), async (sequence) => {
        const { world, model } = await newWorld();
        for (const one of sequence) await runCommand(world, model, one);
        expect(await findBroken(world.db)).toEqual([]);
        const paths = new Map((await readPaths(world.db)).map((path) => [path.order_id, path]));
        for (const { orderId, state } of model.orders) {
          const found = paths.get(orderId);
          expect([orderId, found?.state]).toEqual([orderId, state]);
          const steps = found?.path ?? [];
          steps.forEach(({ from, to }, at) => {
            expect(from).toBe(at === 0 ? null : steps[at - 1]?.to);
            expect(
              from === null ? to === "pending" : hasTransition(from as OrderState, to as OrderState),
            ).toBe(true);
          });
          expect(steps.at(-1)?.to).toBe(state);
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
  },
);
