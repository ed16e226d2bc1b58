// Measures the cost of observing a sign-up: the same empty sign-up without an observer, with /metrics only
// (as in production), and with the sale room's recorder:
//   node bench/signup/sale-recorder.ts
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import {
  countWhileQueued,
  observeSignUp,
  SignUpMetrics,
  type SignUpSuccess,
} from "../../server/signup/register/observer.ts";
import { SaleRecorder } from "../../simulator/index.ts";

const ROUNDS = 300_000;
const done: SignUpSuccess<number> = { outcome: "accepted", result: 1 };
const empty = (): Promise<SignUpSuccess<number>> => Promise.resolve(done);
const attempts = Array.from({ length: 1_000 }, () => ({ activityId: "1", requestId: randomUUID() }));

async function bare(): Promise<void> {
  for (let at = 0; at < ROUNDS; at++) await Promise.resolve((await empty()).result);
}
async function observed(counts: SignUpMetrics, recorder: SaleRecorder | null): Promise<void> {
  for (let at = 0; at < ROUNDS; at++) {
    const attempt = attempts[at % attempts.length] ?? { activityId: "", requestId: "" };
    await observeSignUp(counts, attempt, () => countWhileQueued(counts, attempt.activityId, empty()));
    recorder?.answered(attempt.requestId, attempt.activityId, 200, at % 300);
  }
}
async function nanoseconds(run: () => Promise<void>): Promise<number> {
  let best = Infinity;
  for (let time = 0; time < 5; time++) {
    const started = performance.now();
    await run();
    best = Math.min(best, ((performance.now() - started) * 1e6) / ROUNDS);
  }
  return best;
}

const counts = new SignUpMetrics(new Registry());
const without = await nanoseconds(bare);
const metrics = await nanoseconds(() => observed(counts, null));
const recorder = new SaleRecorder();
counts.secondaryObserver = recorder;
const recorded = await nanoseconds(() => observed(counts, recorder));
const shown = (ns: number): string => `${Math.round(ns)} ns`;
process.stdout.write(
  `a sign-up without an observer ${shown(without)}; counted for /metrics ${shown(metrics - without)} more; recorded for the lab ${shown(recorded - without)} more\n`,
);
