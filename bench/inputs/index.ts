// Fuzzes all calls of the contract and all other endpoints of a listening server. Failures are printed with
// the request that caused them. Run after a build: node bench/inputs/index.ts [each] [seed]
import { PGlite } from "@electric-sql/pglite";
import { addSimulators } from "../../simulator/index.ts";
import { testApp } from "../../server/testing/app.ts";
import { runFuzz } from "../../server/testing/fuzz/run.ts";
import { createFuzzTarget } from "../../server/testing/fuzz/target.ts";
import { compareToMaximum } from "../measure/statistics.ts";

/** Limit for a response; longer counts as a hang, ms. */
const SLOW = 1_000;
const [each = 1_200, seed = 1] = process.argv.slice(2).map(Number);
const pglite = await PGlite.create();
const app = await testApp({
  settings: { RATE_LIMITS: "off", SIMULATORS: "1", LOG_LEVEL: "error" },
  extend: addSimulators,
  pages: "production",
  database: { source: { pglite }, remove: () => Promise.resolve() },
});
const world = await createFuzzTarget(app, true);
const { sent, faults, slowest, statuses } = await runFuzz(world, each, seed, SLOW);
for (const [name, counts] of statuses)
  process.stdout.write(
    `${name.padEnd(50)} ${[...counts].map(([status, count]) => `${status}: ${count}`).join(", ")}\n`,
  );
const neverSucceeded = [...statuses].filter(([, counts]) => !counts.has(200)).map(([name]) => name);
process.stdout.write(`never succeeded: ${neverSucceeded.join(", ")}\n`);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${sent} requests, slowest ${Math.round(slowest.ms)} ms (${slowest.name})\n`);
process.stdout.write(`${compareToMaximum("kinds of failures", faults.length, 0, "")}\n`);
world.close();
await app.close();
