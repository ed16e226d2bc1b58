import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoizedServerSecret } from "../../database/shared-tables/server-secret.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { Spool } from "../spool/spool.ts";
import { metricValue, sampleEvent, sampleForm, sendForm, visitorEvents } from "../test-client.ts";
import { copiesStore } from "./copies-store.ts";
import { framesCipher } from "./frames-cipher.ts";
import { SpoolCopies } from "./spool-copies.ts";

/** Bucket that nobody reads. */
const bucket = {
  PICTURE_BUCKET_URL: "http://127.0.0.1:9/pictures/",
  PICTURE_BUCKET_REGION: "oss-cn-shanghai",
  PICTURE_BUCKET_KEY_ID: "id",
  PICTURE_BUCKET_SECRET: "secret",
};
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = mkdtempSync(join(tmpdir(), "marque-lost-"));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const copiesLeft = async (): Promise<number> =>
  (await sql`select from event_spool`.execute(app.context.db)).rows.length;

test("HA12 events that a lost machine had accepted are stored once by another one", async () => {
  const { context } = app;
  const log = { warn: () => {}, error: () => {} } as never;
  const cipher = framesCipher(memoizedServerSecret(context, "event-spool"));
  const copies = new SpoolCopies({
    store: copiesStore(context.db),
    cipher,
    // Without a lease: a machine that is gone.
    holder: randomUUID(),
    log,
  });
  const spool = new Spool({ root: folder, isAlone: false, now: Date.now, log, onWritten: () => {}, copies });
  const events = Array.from({ length: 40 }, () => sampleEvent());
  const accept = (form: string, isDurable: boolean): Promise<boolean> =>
    new Promise((resolve) => spool.add({ body: Buffer.from(form), project: "App" }, isDurable, resolve));
  const accepted = await Promise.all([
    ...events.slice(0, 20).map((event) => accept(sampleForm.data(event), false)),
    accept(sampleForm.list(events.slice(20)), true),
  ]);
  expect(new Set(accepted)).toEqual(new Set([true]));
  // One of them was stored before the machine was lost.
  expect(await sendForm(app, sampleForm.data(events[0]), { project: "App" })).toBe(200);
  expect(await visitorEvents(app, events[0]?.["distinct_id"])).toHaveLength(1);

  const other = await testApp({ beside: app, settings: bucket });
  for (const { distinct_id } of events)
    await expect.poll(() => visitorEvents(other, distinct_id)).toHaveLength(1);
  expect(await metricValue(other, "duplicate")).toBe(1);
  await expect.poll(copiesLeft).toBe(0);
  await other.close();
});

test("HA12 with a bucket an event is copied before its answer, and the copy is deleted when it is stored", async () => {
  const other = await testApp({ beside: app, settings: bucket });
  await sql`create table copied as select 0 as number`.execute(app.context.db);
  await sql`create function count_copies() returns trigger language plpgsql as $$
    begin update copied set number = number + 1; return new; end $$`.execute(app.context.db);
  await sql`create trigger count_copies after insert on event_spool for each row
    execute function count_copies()`.execute(app.context.db);
  const event = sampleEvent();
  expect(await sendForm(other, sampleForm.data(event))).toBe(200);
  const { rows } = await sql<{ number: number }>`select number from copied`.execute(app.context.db);
  expect(rows[0]?.number).toBe(1);
  expect(await visitorEvents(other, event["distinct_id"])).toHaveLength(1);
  await expect.poll(copiesLeft).toBe(0);
  await other.close();
});
