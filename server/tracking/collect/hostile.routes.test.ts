import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { allEvents, visitorEvents, metricValue, sampleForm, sampleEvent, sendForm } from "../test-client.ts";
import { hostileBody, hostileKinds, seededRandom } from "./test-hostile.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SENSORS_URL: "http://127.0.0.1:9/sa" } });
});
afterAll(() => app.close());
const MAX_BODY = 256 * 1024;

test("X15 after hostile bodies the next valid event is stored and nothing fails", async () => {
  const random = seededRandom(Number(process.env["TEST_SEED"] ?? 1));
  const bodies = [
    ...Object.values(hostileKinds).map((make) => make(random)),
    ...Array.from({ length: 80 }, () => hostileBody(random)),
  ];
  const statuses = await Promise.all(bodies.map((body) => sendForm(app, body)));
  expect(statuses).toEqual(bodies.map((body) => (Buffer.byteLength(body) > MAX_BODY ? 413 : 200)));
  const good = sampleEvent();
  await sendForm(app, sampleForm.data(good));
  expect(await visitorEvents(app, good["distinct_id"])).toHaveLength(1);
  // The reader thread did not crash, and the database accepted every row that passed the rules.
  expect(await metricValue(app, "failed")).toBe(0);
  expect(await metricValue(app, "overflow")).toBe(0);
  for (const { properties, distinct_id, event } of await allEvents(app)) {
    expect(Object.keys(properties).length).toBeLessThanOrEqual(150);
    expect(JSON.stringify([properties, distinct_id, event])).not.toMatch(/\\u0000|\\ud[89a-f]/);
  }
});
