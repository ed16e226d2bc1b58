import { createHash, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { activitySignatureText, headers as names } from "#contract/core/headers.ts";
import type { VirtualUser, CrowdWorkerInput } from "./virtual-users.ts";

// A thread of its own: thousands of thumbs, each a real request over a real socket.

const { origins, path, appKey, thumbs, opensAt, clockAhead } = workerData as CrowdWorkerInput;
/** Sockets of the whole crowd; a phone has one, but this machine's are few. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const LIMIT = 30_000;
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
/** One tap; whatever comes of it is an answer, a broken connection too. */
function tap(thumb: VirtualUser, at: number): Promise<void> {
  const body = JSON.stringify({ name: thumb.name, mobile: thumb.mobile, consent: true });
  const url = new URL(path, origins[at % origins.length]);
  tally.sent++;
  return new Promise((resolve) => {
    const done = (): void => {
      tally.answered++;
      resolve();
    };
    const sent = request(
      url,
      { method: "POST", agent, headers: headersOf(thumb), timeout: LIMIT },
      (answer) => answer.on("error", done).on("end", done).resume(),
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", done);
    sent.end(body);
  });
}

const taps = thumbs
  .flatMap((thumb, at) => thumb.delays.map((delay) => ({ thumb, at, due: opensAt + delay })))
  .toSorted((one, other) => one.due - other.due);
const told = setInterval(() => parentPort?.postMessage({ ...tally, isDone: false }), 250);
const running: Promise<void>[] = [];
for (const { thumb, at, due } of taps) {
  const wait = due - Date.now();
  if (wait > 0) await setTimeout(wait);
  running.push(tap(thumb, at));
}
await Promise.all(running);
clearInterval(told);
agent.destroy();
parentPort?.postMessage({ ...tally, isDone: true });
