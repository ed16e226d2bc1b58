import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { allEvents, visitorEvents, metricValue, sampleForm, sampleEvent, sendForm } from "../test-client.ts";
import { chanceOf, hostileBody, hostileKinds } from "./test-hostile.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SENSORS_URL: "http://127.0.0.1:9/sa" } });
});
afterAll(() => app.close());
const LARGEST = 256 * 1024;

test("X15 whatever is sent, the next good event is stored and nothing breaks", async () => {
  const chance = chanceOf(Number(process.env["TEST_SEED"] ?? 1));
  const bodies = [
    ...Object.values(hostileKinds).map((make) => make(chance)),
    ...Array.from({ length: 80 }, () => hostileBody(chance)),
  ];
  const statuses = await Promise.all(bodies.map((body) => sendForm(app, body)));
  expect(statuses).toEqual(bodies.map((body) => (Buffer.byteLength(body) > LARGEST ? 413 : 200)));
  const good = sampleEvent();
  await sendForm(app, sampleForm.data(good));
  expect(await visitorEvents(app, good["distinct_id"])).toHaveLength(1);
  // The thread lived through it, and the database took every row that the rules let pass.
  expect(await metricValue(app, "failed")).toBe(0);
  expect(await metricValue(app, "overflow")).toBe(0);
  for (const { properties, distinct_id, event } of await allEvents(app)) {
    expect(Object.keys(properties).length).toBeLessThanOrEqual(150);
    expect(JSON.stringify([properties, distinct_id, event])).not.toMatch(/\\u0000|\\ud[89a-f]/);
  }
});
