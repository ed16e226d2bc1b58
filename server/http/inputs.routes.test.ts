import { subscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSimulators } from "../../simulator/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sendInputs } from "../testing/inputs/run.ts";
import { inputWorld, type World } from "../testing/inputs/world.ts";

let app: TestApp;
let world: World;
/** Hosts that the server asked for something while it was asked. */
const asked = new Set<string>();
subscribe("undici:request:create", (message) => {
  asked.add(new URL(String((message as { request: { origin: unknown } }).request.origin)).hostname);
});
subscribe("http.client.request.start", (message) => {
  asked.add((message as { request: { host: string } }).request.host);
});
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off", SIMULATORS: "1" }, extend: addSimulators });
  world = await inputWorld(app);
});
afterAll(async () => {
  world.close();
  await app.close();
});

// bench/inputs sends many more, and holds each answer to a second.
test("T10 Z09 whatever is sent: no 5xx, no hang, no markup back, no stack, no way to a foreign host and no question to one", async () => {
  const { faults, statuses, sent } = await sendInputs(world, 20, 7, 20_000);
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(2_000);
  // Itself as its provider and as WeChat's stand-in, whatever addresses it was sent.
  expect([...asked]).toEqual(["127.0.0.1"]);
  // Requests that are all refused at the door would show nothing: most calls are done at times, writing ones too.
  const isDone = (name: string) => statuses.get(name)?.has(200) === true;
  expect([...statuses.keys()].filter(isDone).length).toBeGreaterThan(45);
  const writing = ["sendBenefit", "operateLink", "enrollKoc"];
  expect(writing.filter((name) => !isDone(name))).toEqual([]);
}, 120_000);
