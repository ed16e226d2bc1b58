import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { currentTrace, runForNetwork } from "../../core/caller-network.ts";
import { openApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

const ACTIVITY = "1000000000000007300";
const app = await openApp({ settings: { TRACEPARENT: "on" } });
await app.modules.activities.addActivities([
  sampleActivity(app.context.clock.now(), { activityId: ACTIVITY }),
]);

const traceparent = (trace: string, flags: string): string => `00-${trace}-00f067aa0ba902b7-${flags}`;
test("HA23 a sign-up with a sampled trace succeeds among others without", async () => {
  const mobiles = ["13800007301", "13800007302", "13800007303"];
  const trace = traceparent("d4".repeat(16), "01");
  const statuses = await Promise.all(
    mobiles.map(async (mobile, at) => {
      const { token } = await app.login(mobile);
      const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token });
      const form = { id: ACTIVITY, name: "林晓岚", mobile, consent: true as const };
      const headers = at === 1 ? { traceparent: trace } : {};
      return (await app.call(signUp, form, { token, captchaVerifyId, headers })).status;
    }),
  );
  expect(statuses).toEqual([200, 200, 200]);
});

test("HA23 calls to other systems pass the trace on, those without a trace pass nothing on", async () => {
  const received: unknown[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers["traceparent"]);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const trace = { traceparent: traceparent("e5".repeat(16), "00"), isSampled: false };
  try {
    await runForNetwork(null, () => fetch(url, { method: "POST", body: "{}" }), trace);
    await fetch(url);
    expect(received).toEqual([trace.traceparent, undefined]);
    expect(currentTrace()).toBeNull();
  } finally {
    other.close();
  }
});
