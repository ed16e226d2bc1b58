// More people than seats, all at once, and more requests than the server can answer, on PostgreSQL. Run after
// a build:
// node bench/signup/rush.ts one run of 10,000 people for 500 seats over 200 connections, and one overload of
// five times the peak rate
//   RUNS=20 node bench/signup/rush.ts     20 runs of the first
import { startProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import {
  failedCount,
  flood,
  prepareSignUps,
  formatStatuses,
  countSignUps,
  type BenchServer,
} from "./crowd.ts";
import { compareToMinimum } from "../measure/statistics.ts";

const RUNS = Number(process.env["RUNS"] ?? 1);
const PEOPLE = Number(process.env["PEOPLE"] ?? 10_000);
const SEATS = 500;
const OVERLOAD_FACTOR = 5;
/** Number of waiting people under overload; each has one request in progress. */
const CROWD = 2_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function rush(place: BenchServer, run: number): Promise<void> {
  const { id, requests } = await prepareSignUps(place, PEOPLE, SEATS);
  const answers = await flood(place.origin, requests, 200);
  const seats = await countSignUps(place.db, id);
  const isRight = seats === SEATS && failedCount(answers) === 0;
  if (!isRight) process.exitCode = 1;
  say(
    `${isRight ? "ok  " : "FAIL"} run ${run}: ${seats} of ${SEATS} seats for ${PEOPLE} people, ${formatStatuses(answers)}, ${answers.seconds.toFixed(1)} s`,
  );
}

/** Rate of sign-ups at the server's own speed, and under an overload of five times that rate. */
async function overload(place: BenchServer): Promise<void> {
  const rateOf = async (connections: number, rate: number): Promise<number> => {
    const { id, requests } = await prepareSignUps(place, PEOPLE, null);
    const { seconds } = await flood(place.origin, requests, connections, rate);
    return (await countSignUps(place.db, id)) / seconds;
  };
  // The first run warms up the code.
  await rateOf(256, Infinity);
  const peak = await rateOf(256, Infinity);
  const crowded = await rateOf(CROWD, OVERLOAD_FACTOR * peak);
  say(
    `${peak.toFixed(0)} sign-ups/s at the peak, ${crowded.toFixed(0)}/s with ${OVERLOAD_FACTOR} times as many`,
  );
  say(compareToMinimum("sign-ups under overload, relative to the peak", crowded / peak, 0.9, "×"));
}

const cluster = await startPostgres(findPostgres() ?? "");
const url = cluster.url("postgres");
const settings = {
  ...dataKeySettings,
  DEMO_DATA: "0",
  SIMULATORS: "0",
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
};
const product = await startProduct({ ...settings, DATABASE_URL: url });
const { db } = await connectDatabase({ url }, testKeyring());
try {
  for (let run = 1; run <= RUNS; run++) await rush({ db, origin: product.origin }, run);
  await overload({ db, origin: product.origin });
} finally {
  await db.destroy();
  await product.stop();
  await cluster.stop();
}
