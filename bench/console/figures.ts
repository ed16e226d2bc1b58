// The console's board over 5,000 activities and 180 days, on PostgreSQL. Run after a build:
//   node bench/console/figures.ts
//   SCALE=0.1 RUNS=5 node bench/console/figures.ts     a tenth of the rows
// Prints p50 of each call of 数据看板 and of all of them at once, as the page sends them (requirement CO84), and the
// first of each, which counts what is kept of past days afterwards.
import { listTodos, showLiveFigures } from "#contract/console/figure-live.ts";
import { groupFigures, showConsoleFunnel, showFigures, showFigureTrend } from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { createClock } from "../../server/core/clock.ts";
import { makeDueDays } from "../../server/figure/index.ts";
import { compareToMaximum, median } from "../measure/statistics.ts";
import { say, withShop } from "../mall/shop.ts";
import { addOperator, callConsole } from "./operator.ts";
import { consoleSize, fillConsole } from "./seed.ts";

const RUNS = Number(process.env["RUNS"] ?? 15);
const DAYS = 180;
/** Longest median of the board, ms. */
const BOARD = 500;
const DAY = 86_400_000;

type Run = (origin: string, cookie: string) => Promise<unknown>;
const range = { from: toShanghaiDate(Date.now() - (DAYS - 1) * DAY), to: toShanghaiDate(Date.now()) };
const base = { range, filter: {} };
const calls: Readonly<Record<string, Run>> = {
  figures: (origin, cookie) => callConsole(origin, cookie, showFigures, base),
  trend: (origin, cookie) =>
    callConsole(origin, cookie, showFigureTrend, {
      ...base,
      figures: ["visitors", "signUps", "arrivalRate", "firstContact", "captchaRate", "arrivals"],
    }),
  funnel: (origin, cookie) => callConsole(origin, cookie, showConsoleFunnel, { ...base, by: "all" }),
  "business types": (origin, cookie) =>
    callConsole(origin, cookie, groupFigures, {
      ...base,
      by: "businessType",
      figures: ["signUps", "arrivals"],
    }),
  dealers: (origin, cookie) =>
    callConsole(origin, cookie, groupFigures, {
      ...base,
      by: "dealer",
      figures: ["arrivals", "arrivalRate"],
      limit: 6,
    }),
  "things to do": (origin, cookie) => callConsole(origin, cookie, listTodos, {}),
  live: (origin, cookie) => callConsole(origin, cookie, showLiveFigures, {}),
};
const measured: Readonly<Record<string, Run>> = {
  ...calls,
  "the whole board": (origin, cookie) => Promise.all(Object.values(calls).map((run) => run(origin, cookie))),
};

await withShop({}, async ({ origin, db }) => {
  await fillConsole(db, consoleSize(), (step, seconds) => say(`${step}: ${seconds.toFixed(1)} s`));
  const started = performance.now();
  const context = { db, clock: createClock() };
  const days = await makeDueDays(context, DAYS + 1);
  say(`${days.length} past days counted: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  const cookie = await addOperator(db);
  for (const [what, run] of Object.entries(measured)) {
    const cold = performance.now();
    await run(origin, cookie);
    say(`${what}: first ${(performance.now() - cold).toFixed(0)} ms`);
    const times: number[] = [];
    for (let count = 0; count < RUNS; count++) {
      const begun = performance.now();
      await run(origin, cookie);
      times.push(performance.now() - begun);
    }
    say(compareToMaximum(what, median(times), BOARD, "ms"));
  }
});
