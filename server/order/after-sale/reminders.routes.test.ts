import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { paidSteps } from "../testing/paid-steps.ts";
import { decideCase } from "./decide.ts";

const HOUR = 3_600_000;
type Line = { readonly level: "warn" | "error"; readonly caseNo: string; readonly message: string };
let app: TestApp;
/** Another process of the same installation. */
let other: TestApp;
const lines: Line[] = [];
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ beside: app });
  for (const { context, modules } of [app, other]) {
    // The test works by itself, and no timer does.
    modules.orders.close();
    for (const level of ["warn", "error"] as const)
      context.log[level] = ((fields: { caseNo?: string }, message: string) =>
        void lines.push({ level, caseNo: fields.caseNo ?? "", message })) as typeof context.log.warn;
  }
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(() => {
  for (const { context } of [app, other]) context.clock.set(null);
});
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, lineIds, asked } = paidSteps(() => app);

/** A case about goods that were sent, which waits for an operator. */
async function waitingCase() {
  const [who, sku] = [await person(), await skuOf()];
  const id = await placed(who, sku);
  await pay(id);
  await ship(id);
  const [lineId = ""] = await lineIds(who, id);
  return asked(who, { orderId: id, kind: "return", units: [{ lineId, qty: 1 }], reason: "damaged" });
}
/** Lets both processes look at the deadlines some time after now. */
async function workAfter(start: number, ms: number): Promise<void> {
  for (const { context } of [app, other]) context.clock.set(start + ms);
  await Promise.all([app, other].map(({ modules }) => modules.orders.workDeadlines()));
}
const about = (caseNo: string) =>
  lines.filter((line) => line.caseNo === caseNo).map(({ level, message }) => `${level} ${message}`);
const reminder = "warn after-sale case waits for a decision";
const alarm = "error after-sale case not decided for two days";

test("MA77 operators are reminded of a case after 24 h and alarmed after 48 h, once over two processes", async () => {
  const start = app.context.clock.now();
  const { caseNo, afterSaleId } = await waitingCase();
  await workAfter(start, 23 * HOUR);
  expect(about(caseNo)).toEqual([]);
  await workAfter(start, 24 * HOUR + 60_000);
  expect(about(caseNo)).toEqual([reminder]);
  await workAfter(start, 47 * HOUR);
  expect(about(caseNo)).toEqual([reminder]);
  await workAfter(start, 48 * HOUR + 60_000);
  expect(about(caseNo)).toEqual([reminder, alarm]);
  await workAfter(start, 100 * HOUR);
  expect(about(caseNo)).toEqual([reminder, alarm]);
  const { rows } = await sql`
    select state, due_time from after_sale where after_sale_id = ${afterSaleId}`.execute(app.context.db);
  expect(rows).toEqual([{ state: "asked", due_time: null }]);
});

test("MA77 a server that was down for two days alarms at once; a decided case is not reminded of", async () => {
  const start = app.context.clock.now();
  const [late, decided] = [await waitingCase(), await waitingCase()];
  const now = new Date(app.context.clock.now());
  const declined = { isAgreed: false, reason: "与描述相符" } as const;
  const operator = { by: commandLineActor, name: "ops-1", now };
  await decideCase(app.context.db, decided.caseNo, declined, operator, app.modules.payments);
  await workAfter(start, 50 * HOUR);
  expect(about(late.caseNo)).toEqual([alarm]);
  expect(about(decided.caseNo)).toEqual([]);
});
