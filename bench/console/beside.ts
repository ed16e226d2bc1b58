// 100 console lists a second beside a rush for seats, on PostgreSQL. Run after a build:
//   node bench/console/beside.ts
//   ROUNDS=10 PEOPLE=5000 RATE=50 node bench/console/beside.ts
// Rushes with and without lists alternate; prints the medians of their p99 and the ratio (requirement CO06).
import { setTimeout } from "node:timers/promises";
import { listGuests } from "#contract/console/guests.ts";
import { consoleHeader } from "#contract/console/headers.ts";
import { compareToMaximum, median, quantile } from "../measure/statistics.ts";
import { countSignUps, failedCount, flood, prepareSignUps, warmUpSessions } from "../signup/crowd.ts";
import { say, withShop } from "../mall/shop.ts";
import { addOperator } from "./operator.ts";
import { consoleSize, fillConsole } from "./seed.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 6);
const PEOPLE = Number(process.env["PEOPLE"] ?? 20_000);
/** Lists a second. */
const RATE = Number(process.env["RATE"] ?? 100);
const SEATS = 500;

/** Asks for lists at a rate until it is stopped. @returns numbers of answers by status */
function askForLists(origin: string, cookie: string): () => Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const running = new Set<Promise<void>>();
  let isStopped = false;
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${origin}/console-api/${listGuests.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, cookie, [consoleHeader]: "1" },
      body: '{"filter":{}}',
    });
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  };
  const asking = (async () => {
    const started = performance.now();
    for (let sent = 0; !isStopped; sent++) {
      const wait = started + (sent / RATE) * 1_000 - performance.now();
      if (wait > 0) await setTimeout(wait);
      const one = ask().finally(() => running.delete(one));
      running.add(one);
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    await Promise.all(running);
    return statuses;
  };
}

await withShop({}, async (shop) => {
  const { origin, db } = shop;
  await fillConsole(db, consoleSize(), () => {});
  const cookie = await addOperator(db);
  const rush = async (withLists: boolean): Promise<number> => {
    const people = await prepareSignUps(shop, PEOPLE, SEATS);
    await warmUpSessions(origin, people);
    const stop = withLists ? askForLists(origin, cookie) : null;
    const result = await flood(origin, people.requests, 200);
    const lists = await stop?.();
    const seats = await countSignUps(db, people.id);
    if (seats !== SEATS || failedCount(result) > 0) process.exitCode = 1;
    const answered = [...(lists ?? [])].map(([status, count]) => `${status} × ${count}`).join(", ");
    const p99 = quantile(result.times, 0.99);
    say(`${withLists ? "with lists" : "alone     "} p99 ${p99.toFixed(0)} ms, ${seats} seats ${answered}`);
    return p99;
  };
  for (const isWarmUp of [true, false, true]) await rush(isWarmUp);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await rush(false));
    beside.push(await rush(true));
  }
  say(compareToMaximum("CO06 p99 of the rush, relative to alone", median(beside) / median(alone), 1.05, "×"));
});
