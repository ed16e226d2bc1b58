import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callBridge, pendingCallCount } from "./call.ts";
import { enterSimulatedApp, leaveSimulatedApp } from "../testing/simulated-app.ts";

/** An app that answers by hand. */
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
const say = (answer: unknown): void =>
  (window as unknown as { QinglanBridgeCallback(answer: unknown): void }).QinglanBridgeCallback(answer);

/** What the app does next: answers a call (again), answers nobody, or says something unreadable about a call. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("answer" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("refuse" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("mangle" as const), at: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("stranger" as const), at: fc.nat(40) }) },
);

it("R25, R26 in whatever order answers come, repeated, foreign, refused or unreadable: each caller hears its own, once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 40 }),
      async (count, steps) => {
        posted = [];
        const heard: string[][] = Array.from({ length: count }, () => []);
        for (let n = 0; n < count; n++)
          callBridge(
            "getValue",
            { n },
            (error, data) => heard[n]?.push(error ? error.code : String((data as { n: number }).n)),
            { silence: 60_000 },
          );
        while (posted.length < count) await Promise.resolve();
        /** The first word about a call is the one that counts. */
        const expected: (string | undefined)[] = [];
        for (const { does, at } of steps) {
          const { callbackId, data } = posted[at % count] ?? { callbackId: "", data: { n: 0 } };
          if (does === "stranger")
            say(JSON.stringify({ callbackId: `cb_0_${at}`, error: null, data: { n: -1 } }));
          if (does === "mangle") say(`{"callbackId":"${callbackId}","data`);
          if (does === "refuse")
            say(JSON.stringify({ callbackId, error: { code: `E${data.n}`, message: "" }, data: null }));
          if (does === "answer") say(JSON.stringify({ callbackId, error: null, data }));
          if (does !== "stranger")
            expected[data.n] ??= { answer: String(data.n), refuse: `E${data.n}`, mangle: "E0004" }[does];
        }
        await Promise.resolve();
        const waiting = pendingCallCount();
        expect(heard.map(([first]) => first)).toEqual(
          Array.from({ length: count }, (_none, n) => expected[n]),
        );
        expect(heard.every(({ length }) => length <= 1)).toBe(true);
        expect(waiting).toBe(heard.filter(({ length }) => length === 0).length);
        for (const { callbackId } of posted) say(JSON.stringify({ callbackId, error: null, data: { n: 0 } }));
        expect(pendingCallCount()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
