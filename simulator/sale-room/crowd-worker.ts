import { createHash, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { activitySignatureText, headers as names } from "#contract/core/headers.ts";
import type { VirtualUser, CrowdWorkerInput } from "./virtual-users.ts";

// Worker thread of the simulated crowd: thousands of taps, each a real request over a real socket.

const { origins, path, appKey, users, opensAt, clockAhead } = workerData as CrowdWorkerInput;
/**
 * Connection pool of the whole crowd; a phone would have one each, but this machine's sockets are limited.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const REQUEST_TIMEOUT = 30_000;
const tally = { sent: 0, answered: 0 };

function headersOf({ token, mobile, pass, key }: VirtualUser): Record<string, string> {
  const timestamp = String(Date.now() + clockAhead);
  const nonce = randomUUID();
  const text = activitySignatureText(appKey, mobile, timestamp, nonce);
  return {
    "content-type": "application/json",
    [names.accessToken]: token,
    [names.idempotencyKey]: key,
    [names.activityMobile]: mobile,
    [names.activityTimestamp]: timestamp,
    [names.activityNonce]: nonce,
    [names.activitySignature]: createHash("sha256").update(text).digest("hex"),
    ...(pass !== null && { [names.captchaVerifyId]: pass }),
  };
}
/** One tap; every outcome counts as answered, including a broken connection. */
function tap(user: VirtualUser, at: number): Promise<void> {
  const body = JSON.stringify({ name: user.name, mobile: user.mobile, consent: true });
  const url = new URL(path, origins[at % origins.length]);
  tally.sent++;
  return new Promise((resolve) => {
    const done = (): void => {
      tally.answered++;
      resolve();
    };
    const sent = request(
      url,
      { method: "POST", agent, headers: headersOf(user), timeout: REQUEST_TIMEOUT },
      (answer) => answer.on("error", done).on("end", done).resume(),
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", done);
    sent.end(body);
  });
}

const taps = users
  .flatMap((user, at) => user.delays.map((delay) => ({ user, at, due: opensAt + delay })))
  .toSorted((one, other) => one.due - other.due);
const progress = setInterval(() => parentPort?.postMessage({ ...tally, isDone: false }), 250);
const running: Promise<void>[] = [];
for (const { user, at, due } of taps) {
  const wait = due - Date.now();
  if (wait > 0) await setTimeout(wait);
  running.push(tap(user, at));
}
await Promise.all(running);
clearInterval(progress);
agent.destroy();
parentPort?.postMessage({ ...tally, isDone: true });
