import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callBridge, pendingCallCount } from "./call.ts";
import { enterSimulatedApp, leaveSimulatedApp } from "../testing/simulated-app.ts";

/** An app whose answers the test controls. */
let posted: { callbackId: string; data: { n: number } }[];
beforeEach(() => {
  enterSimulatedApp("app-android", { bridge: "never" });
  posted = [];
  Object.assign(window, {
    QinglanBridge: {
      postMessage: (text: string) => void posted.push(JSON.parse(text) as (typeof posted)[number]),
    },
  });
});
afterEach(leaveSimulatedApp);
const sendAnswer = (answer: unknown): void =>
  (window as unknown as { QinglanBridgeCallback(answer: unknown): void }).QinglanBridgeCallback(answer);

/**
 * Next action of the app: an answer (also a repeated one), an answer to an unknown call, or an unreadable
 * answer.
 */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ action: fc.constant("answer" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("refuse" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("mangle" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant("stranger" as const), at: fc.nat(40) }) },
);

it("R25, R26 answers in any order, repeated, for unknown calls, refusing or unreadable: each caller gets its own, once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 40 }),
      async (count, steps) => {
        posted = [];
        const received: string[][] = Array.from({ length: count }, () => []);
        for (let n = 0; n < count; n++)
          callBridge(
            "getValue",
            { n },
            (error, data) => received[n]?.push(error ? error.code : String((data as { n: number }).n)),
            { silence: 60_000 },
          );
        while (posted.length < count) await Promise.resolve();
        /** The first answer of a call is the expected one. */
        const expected: (string | undefined)[] = [];
        for (const { action, at } of steps) {
          const { callbackId, data } = posted[at % count] ?? { callbackId: "", data: { n: 0 } };
          if (action === "stranger")
            sendAnswer(JSON.stringify({ callbackId: `cb_0_${at}`, error: null, data: { n: -1 } }));
          if (action === "mangle") sendAnswer(`{"callbackId":"${callbackId}","data`);
          if (action === "refuse")
            sendAnswer(
              JSON.stringify({ callbackId, error: { code: `E${data.n}`, message: "" }, data: null }),
            );
          if (action === "answer") sendAnswer(JSON.stringify({ callbackId, error: null, data }));
          if (action !== "stranger")
            expected[data.n] ??= { answer: String(data.n), refuse: `E${data.n}`, mangle: "E0004" }[action];
        }
        await Promise.resolve();
        const waiting = pendingCallCount();
        expect(received.map(([first]) => first)).toEqual(
          Array.from({ length: count }, (_none, n) => expected[n]),
        );
        expect(received.every(({ length }) => length <= 1)).toBe(true);
        expect(waiting).toBe(received.filter(({ length }) => length === 0).length);
        for (const { callbackId } of posted)
          sendAnswer(JSON.stringify({ callbackId, error: null, data: { n: 0 } }));
        expect(pendingCallCount()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
