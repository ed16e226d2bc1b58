import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { encodeFrames } from "./frames.ts";
import { visitorEvents, metricValue, sampleForm, sampleEvent, sendForm } from "../test-client.ts";

let app: TestApp;
let dataDir: string;
const orphanEvents = Array.from({ length: 30 }, () => sampleEvent());
/** Creates the folder of a process that was killed long ago. */
function createOrphan(name: string, bytes: Buffer): void {
  const folder = join(dataDir, "tracking", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.events`), bytes);
  utimesSync(folder, 0, 0);
}
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "marque-killed-"));
  const bodies = orphanEvents.map((event) => ({
    body: Buffer.from(sampleForm.data(event)),
    project: "App" as const,
  }));
  // Events of the second folder are stored in part already, and its last write is incomplete.
  createOrphan("first", encodeFrames(bodies.slice(0, 20), Date.now()));
  createOrphan(
    "second",
    Buffer.concat([encodeFrames(bodies.slice(10), Date.now()), Buffer.from("MQE1 torn")]),
  );
  app = await testApp({ settings: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

test("X15 events that a killed process had accepted are stored once by the next one", async () => {
  for (const { distinct_id } of orphanEvents) expect(await visitorEvents(app, distinct_id)).toHaveLength(1);
  expect(await metricValue(app, "stored")).toBe(30);
  expect(await metricValue(app, "duplicate")).toBe(10);
});

test("X15 nothing stays on disk once it is stored and no more events arrive", async () => {
  const event = sampleEvent();
  expect(await sendForm(app, sampleForm.data(event))).toBe(200);
  expect(await visitorEvents(app, event["distinct_id"])).toHaveLength(1);
  const files = () =>
    readdirSync(join(dataDir, "tracking"), { recursive: true }).filter((name) =>
      String(name).endsWith(".events"),
    );
  await expect.poll(files).toEqual([]);
});
