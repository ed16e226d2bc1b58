// The console's lists over 100,000 guests, 5,000 activities and 100,000 orders, on PostgreSQL. Run after a build:
//   node bench/console/lists.ts
//   SCALE=0.1 RUNS=5 node bench/console/lists.ts     a tenth of the rows
// Prints p50 of one operator's first pages, filters and sorts (requirement CO32).
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { listGuests, searchGuests } from "#contract/console/guests.ts";
import { listLeads } from "#contract/console/leads.ts";
import { listMallOrders } from "#contract/console/mall/orders.ts";
import type { OperatorArgs, OperatorCall } from "#contract/console/operator-call.ts";
import { compareToMaximum, median } from "../measure/statistics.ts";
import { say, withShop } from "../mall/shop.ts";
import { addOperator, callConsole } from "./operator.ts";
import { consoleSize, fillConsole, rowId } from "./seed.ts";

const RUNS = Number(process.env["RUNS"] ?? 15);
/** Longest median of a first page and of a filtered or sorted one, ms. */
const [FIRST_PAGE, FILTERED] = [300, 500];

type Measured = { readonly what: string; readonly most: number; readonly run: Run };
type Run = (origin: string, cookie: string) => Promise<unknown>;
const casesOf = <C extends OperatorCall>(
  call: C,
  cases: Readonly<Record<string, OperatorArgs<C>>>,
): Measured[] =>
  Object.entries(cases).map(([what, args]) => ({
    what: `${call.name}, ${what}`,
    most: what === "first page" ? FIRST_PAGE : FILTERED,
    run: (origin, cookie) => callConsole(origin, cookie, call, args),
  }));

const measured: readonly Measured[] = [
  ...casesOf(listConsoleActivities, {
    "first page": { filter: {} },
    "by change": { filter: {}, sort: { by: "changedTime", isDescending: true } },
    "published of a kind": { filter: { states: ["published"], businessType: 2 } },
    "of a dealer": { filter: { dealerId: rowId(37) } },
    "by title": { filter: { text: "4321" } },
  }),
  ...casesOf(listGuests, {
    "first page": { filter: {} },
    "of an activity": { filter: { activityId: rowId(0) } },
    "of a dealer": { filter: { dealerId: rowId(37) } },
    "who came": { filter: { states: ["attended"] } },
    "still to come": { filter: { states: ["upcoming"] } },
    "of a source": { filter: { source: "friend" } },
    "by mobile": { filter: { mobile: "13700012345" } },
    "by session": { filter: {}, sort: { by: "session", isDescending: false } },
  }),
  ...casesOf(searchGuests, { "10,000 names": { filter: {}, keyword: "晓96" } }),
  ...casesOf(listLeads, {
    "first page": { filter: {} },
    "of a dealer": { filter: { dealerId: rowId(37) } },
    "without an operator": { filter: { states: ["unassigned"] } },
    overdue: { filter: { sla: "overdue" } },
    "by due time": { filter: {}, sort: { by: "due", isDescending: false } },
  }),
  ...casesOf(listMallOrders, {
    "first page": { filter: {} },
    "to be sent": { filter: { tab: "paid" } },
    problems: { filter: { tab: "problem" } },
    "a day": { filter: { from: "2026-11-01", to: "2026-11-01" } },
    "by number": { filter: { find: "M000000012345" } },
    "by amount": { filter: {}, sort: { by: "amount", isDescending: true } },
  }),
];

await withShop({}, async ({ origin, db }) => {
  await fillConsole(db, consoleSize(), (step, seconds) => say(`${step}: ${seconds.toFixed(1)} s`));
  const cookie = await addOperator(db);
  for (const { what, most, run } of measured) {
    await run(origin, cookie);
    const times: number[] = [];
    for (let count = 0; count < RUNS; count++) {
      const started = performance.now();
      await run(origin, cookie);
      times.push(performance.now() - started);
    }
    say(compareToMaximum(what, median(times), most, "ms"));
  }
});
