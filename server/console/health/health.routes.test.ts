import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { periodicTasks, queueNames, showHealth } from "#contract/console/watch/health.ts";
import { listSettings } from "#contract/console/watch/settings.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { heartbeatStore } from "./heartbeat-store.ts";

const app = await openApp({ settings: { TK_KEY: "a".repeat(43), CONSOLE_IDLE_MINUTES: "20" } });
const { db, clock, config } = app.context;
const sysadmin = await loginOperator(app, "sysadmin");
const health = async () => (await callAsOperator(app, sysadmin, showHealth, {})).data;

test("CO104 a process is listed while it works, grows stale when it is killed, and is gone when it stops", async () => {
  const heartbeat = startHeartbeat(app.context);
  await heartbeat.beat();
  const own = async () => (await health()).processes.filter(({ pid }) => pid === process.pid);
  const before = await own();
  expect(before.length).toBeGreaterThan(0);
  for (const running of before)
    expect(running).toMatchObject({
      isStale: false,
      role: "all",
      version: expect.stringMatching(/^\d+\.\d+/) as string,
    });
  await sql`
    insert into process_heartbeat (process_id, number, host, pid, role, version, started_time, seen_time, loop_delay, memory_bytes, tasks)
    values (gen_random_uuid(), 7, 'marque-3', 4711, 'public', '0.1.0', now() - interval '1 hour',
      clock_timestamp() - interval '23 seconds', 0, 0, '{}')`.execute(db);
  const killed = (await health()).processes.find(({ pid }) => pid === 4711);
  expect(killed).toMatchObject({ host: "marque-3", isStale: true });
  expect(killed?.age).toBeGreaterThanOrEqual(23);
  await heartbeat.stop();
  expect((await own()).length).toBe(before.length - 1);
});

test("CO104 every queue tells its count and oldest age, and one above its limit is marked", async () => {
  const hour = 3_600_000;
  const old = new Date(clock.now() - 2 * hour);
  await sql`insert into tracking_outbox (outbox_id, project, events, tries, next_time, created_time)
    values ('1', 'p', '[]', 3, ${old}, ${old})`.execute(db);
  await sql`insert into picture_removal (storage_key, due_time) values ('k', ${old})`.execute(db);
  const { queues } = await health();
  expect(queues.map(({ name }) => name)).toEqual(queueNames);
  const find = (name: string) => queues.find((queue) => queue.name === name);
  expect(find("trackingForward")).toMatchObject({ count: 1, isOver: true, table: "tracking_outbox" });
  expect(find("trackingForward")?.age).toBeGreaterThanOrEqual(7_200);
  expect(find("pictureRemoval")).toMatchObject({ count: 1, isOver: false });
  expect(find("job")).toMatchObject({ count: 0, age: null, isOver: false });
});

test("CO104 sign-up attempts of all processes are added up in slots of the last hour", async () => {
  const store = heartbeatStore(db);
  const beat = {
    processId: crypto.randomUUID(),
    host: "h",
    pid: 1,
    role: "public",
    version: "1",
    started: new Date(),
    loopDelay: 0,
    memoryBytes: 1,
    diskFree: 1,
    diskSize: 100,
    backupTime: null,
    tasks: {},
  } as const;
  await store.write(beat, [{ outcome: "accepted", count: 3 }]);
  await store.write({ ...beat, processId: crypto.randomUUID() }, [
    { outcome: "accepted", count: 4 },
    { outcome: "full", count: 1 },
  ]);
  const { signUps, disks } = await health();
  expect(signUps.length).toBe(12);
  const sums = new Map<string, number>();
  for (const { outcome, count } of signUps.flatMap(({ outcomes }) => outcomes))
    sums.set(outcome, (sums.get(outcome) ?? 0) + count);
  expect([sums.get("accepted"), sums.get("full")]).toEqual([7, 1]);
  expect(disks).toContainEqual({ host: "h", freeBytes: 1, sizeBytes: 100 });
});

test("HA07 the last run of a task is shown whichever process ran it, and a process's own one while it works", async () => {
  await sql`insert into periodic_task (name, run_time, has_failed, seconds)
    values ('club.counters', clock_timestamp() - interval '90 seconds', true, 3)`.execute(db);
  await sql`
    insert into process_heartbeat (process_id, number, host, pid, role, version, started_time, seen_time, loop_delay, memory_bytes, tasks)
    values (gen_random_uuid(), 8, 'marque-4', 4712, 'public', '0.1.0', now() - interval '1 hour', clock_timestamp(), 0, 0,
      ${JSON.stringify({ "data-key.re-encrypt": { at: Date.now() - 7_000, hasFailed: false } })}::jsonb)`.execute(
    db,
  );
  const find = async (wanted: string) => (await health()).tasks.find(({ name }) => name === wanted);
  const counters = await find("club.counters");
  expect(counters).toMatchObject({ isFailing: true, limit: periodicTasks["club.counters"] });
  expect(counters?.age).toBeGreaterThanOrEqual(90);
  expect((await find("data-key.re-encrypt"))?.age).toBeGreaterThanOrEqual(7);
  await sql`update process_heartbeat set seen_time = now() - interval '1 minute' where pid = 4712`.execute(
    db,
  );
  expect(await find("data-key.re-encrypt")).toMatchObject({ age: null });
});

test("CO104 the backup's note in DATA_DIR is shown with its age", async () => {
  const time = new Date(Date.now() - 30 * 3_600_000);
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(join(config.dataDir, "last-backup.json"), JSON.stringify({ time: time.toISOString() }));
  const heartbeat = startHeartbeat(app.context);
  await heartbeat.beat();
  const { backup, tasks, database } = await health();
  expect(backup?.age).toBeGreaterThanOrEqual(30 * 3_600);
  expect(tasks.map(({ name }) => name)).toContain("audit.seal");
  expect(database.sizeBytes).toBeGreaterThan(1_000_000);
  await heartbeat.stop();
});

test("CO104 no secret is shown: of settings that may be one only whether they are set", async () => {
  const { settings } = await health();
  const find = (name: string) => settings.find((setting) => setting.name === name);
  expect(find("TK_KEY")).toEqual({ name: "TK_KEY", isSet: true, value: null });
  expect(find("CONSOLE_IDLE_MINUTES")).toEqual({ name: "CONSOLE_IDLE_MINUTES", isSet: true, value: "20" });
  expect(find("PROCESSES")).toEqual({ name: "PROCESSES", isSet: false, value: "1" });
  expect(find("DATABASE_URL")?.value).toBeNull();
  const text = JSON.stringify(await health());
  for (const secret of ["a".repeat(43), config.appKey]) expect(text).not.toContain(secret);
  expect(find("OIDC_CLIENT_SECRET")).toEqual({ name: "OIDC_CLIENT_SECRET", isSet: false, value: null });
});

test("the settings tell their value and where it is set, and the days of the calendar", async () => {
  const { settings, days } = (await callAsOperator(app, sysadmin, listSettings, {})).data;
  expect(settings).toContainEqual({ name: "sessionIdle", value: 20, variable: "CONSOLE_IDLE_MINUTES" });
  expect(settings).toContainEqual({ name: "stepUp", value: 5, variable: null });
  expect(days).toContainEqual({ day: "2026-10-10", isWorking: true });
});
