import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  cancelExport,
  fetchExport,
  readExportPart,
  remakeExport,
  showExportChoices,
} from "#contract/console/export/exports.ts";
import { listGuests } from "#contract/console/guests.ts";
import { changeGrants } from "#contract/console/operators.ts";
import { everyScope } from "#contract/console/scope.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { eraseUser } from "../../privacy/erase-user.ts";
import { signUpWriter } from "../../signup/index.ts";
import { testGuests, testScopes, type TestGuests } from "../../signup/console/test-guests.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
import { openApp, testApp, type TestApp } from "../app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../operator.ts";
import { claimExport, failExport, renewExport } from "../../export/console/making-store.ts";
import { csvRows, testExports } from "./test-exports.ts";

const app = await openApp();
const { db, clock } = app.context;
const { ask, rowOf, download, fileOf, auditOf } = testExports(app);
let guests: TestGuests;
/** A second process of the installation. */
let other: TestApp;
let hq: TestOperator;
let east: TestOperator;
beforeAll(async () => {
  other = await testApp({ beside: app });
  // Files are made when a test says so.
  for (const { console: parts } of [app, other]) parts.exports.close();
  guests = await testGuests(app);
  hq = await loginOperator(app, "hq-admin", testScopes.hq);
  east = await loginOperator(app, "region", testScopes.east);
});
afterEach(() => {
  clock.set(null);
  other.context.clock.set(null);
});
afterAll(() => other.close());

test("CO09 CO98 a file has the rows of the list for that operator, and nothing of another scope", async () => {
  const activityId = await guests.addActivity();
  await guests.addGuest(activityId, "1", { name: "东一" });
  await guests.addGuest(activityId, "3", { name: "南三" });
  const filter = { activityId };
  const names = async (operator: TestOperator): Promise<string[]> =>
    csvRows(await fileOf(operator, { filter, columns: ["name"] })).toSorted();
  expect(await names(hq)).toEqual(["东一", "南三"].toSorted());
  expect(await names(east)).toEqual(["东一"]);
  // A grant without the right to export does not widen the file.
  const both = await loginOperator(app, "region", testScopes.east, {
    more: [{ role: "dealer", scope: testScopes.southDealer }],
  });
  const shown = await callAsOperator(app, both, listGuests, { filter });
  expect(shown.data.rows).toHaveLength(2);
  expect(await names(both)).toEqual(["东一"]);
  const unknown = await ask(hq, { filter: { activityId: "not an id" } });
  expect(unknown.code).not.toBe("00");
});

test("CO98 asked, made and fetched are three audit lines; mobiles are masked", async () => {
  const activityId = await guests.addActivity();
  const { mobile } = await guests.addGuest(activityId, "1", { name: "林晓岚" });
  const { data } = await ask(hq, { filter: { activityId } });
  await app.console.exports.run();
  const file = await download(hq, data.exportId);
  expect(csvRows(file)).toEqual([`林晓岚,${mobile.slice(0, 3)}****${mobile.slice(-4)}`]);
  expect(await auditOf(data.exportId)).toEqual([
    "export.make guests masked asked",
    "export.make guests made 1 rows",
    "export.make fetched",
  ]);
  expect(await rowOf(hq, data.exportId)).toMatchObject({
    state: "ready",
    rowCount: 1,
    expected: 1,
    isFull: false,
    bytes: file.length,
    fetchedTime: expect.any(String),
  });
});

test("CO98 a file is its operator's: others read 404, and cannot stop or repeat it", async () => {
  const activityId = await guests.addActivity();
  const { exportId } = (await ask(hq, { filter: { activityId } })).data;
  await app.console.exports.run();
  const stranger = await loginOperator(app, "hq-admin");
  for (const call of [fetchExport, cancelExport, remakeExport])
    expect((await callAsOperator(app, stranger, call, { exportId })).status).toBe(404);
  await callAsOperator(app, hq, fetchExport, { exportId });
  const part = { exportId, part: 1 };
  expect((await callAsOperator(app, stranger, readExportPart, part)).status).toBe(404);
  expect((await callAsOperator(app, hq, readExportPart, part)).status).toBe(200);
  // Without a fetch, which has its line in the audit log, no part is read.
  clock.set(clock.now() + 601_000);
  expect((await callAsOperator(app, hq, readExportPart, part)).status).toBe(404);
});

test("CO98 whole mobiles need the right, a recent second factor, and 500 rows at most", async () => {
  const activityId = await guests.addActivity({ quota: 2_000, sessions: [] });
  const { mobile } = await guests.addGuest(activityId, null, { name: "陈屿" });
  const full = { filter: { activityId }, isFull: true };
  expect((await ask(east, full)).status).toBe(406);
  const stolen = await loginOperator(app, "hq-admin", everyScope, { isSteppedUp: false });
  expect((await ask(stolen, full)).code).toBe("STEP_UP");
  expect((await ask(hq, { ...full, list: "activities", columns: ["id"], filter: {} })).code).not.toBe("00");
  expect(csvRows(await fileOf(hq, full))).toEqual([`陈屿,${mobile}`]);
  const people = Array.from({ length: 500 }, (_none, at) => `full${at}`);
  await sql`insert into app_user (user_id, open_id, idp_id, nickname, created_time, updated_time)
    select 'full' || at, 'fo' || at, 'fi' || at, '', now(), now() from generate_series(0, 499) as at`.execute(
    db,
  );
  const writer = signUpWriter(db);
  await Promise.all(people.map((userId) => writer.add(activityId, sampleSignUp(userId, {}))));
  const refused = await ask(hq, full);
  expect([refused.code, refused.message]).toEqual([
    "STATE_CHANGED",
    "含完整手机号的文件最多 500 行，超过需要审批，请缩小筛选范围或导出脱敏文件",
  ]);
  expect(csvRows(await fileOf(hq, { filter: { activityId } }))).toHaveLength(501);
});

test("CO98 the file is gone after 24 hours, and when it is deleted", async () => {
  const activityId = await guests.addActivity();
  await guests.addGuest(activityId, "1");
  const [kept, removed] = [
    (await ask(hq, { filter: { activityId } })).data.exportId,
    (await ask(hq, { filter: { activityId } })).data.exportId,
  ];
  await app.console.exports.run();
  const partsOf = async (exportId: string): Promise<number> => {
    const { rows } = await sql`select from export_part where export_id = ${exportId}`.execute(db);
    return rows.length;
  };
  expect([await partsOf(kept), await partsOf(removed)]).toEqual([1, 1]);
  expect((await callAsOperator(app, hq, cancelExport, { exportId: removed })).code).toBe("00");
  expect([await partsOf(removed), (await rowOf(hq, removed)).state]).toEqual([0, "ended"]);
  expect((await callAsOperator(app, hq, cancelExport, { exportId: removed })).code).toBe("STATE_CHANGED");
  clock.set(clock.now() + 24 * 3_600_000 + 1_000);
  const { token } = await app.console.operators.openSession(hq.operatorId);
  const later = { ...hq, token };
  expect((await rowOf(later, kept)).state).toBe("ended");
  expect((await callAsOperator(app, later, fetchExport, { exportId: kept })).code).toBe("STATE_CHANGED");
  await app.console.exports.purge();
  expect(await partsOf(kept)).toBe(0);
});

test("CO98 a file ends with the erasure of a person in it; one that is being made begins anew without them", async () => {
  const activityId = await guests.addActivity();
  const gone = await guests.addGuest(activityId, "1", { name: "走开了" });
  await guests.addGuest(activityId, "1", { name: "留下的" });
  const wanted = { filter: { activityId }, columns: ["name"] };
  const elsewhere = await guests.addActivity();
  await guests.addGuest(elsewhere, "1", { name: "别处的" });
  const ready = (await ask(hq, wanted)).data.exportId;
  const untouched = (await ask(hq, { ...wanted, filter: { activityId: elsewhere } })).data.exportId;
  await app.console.exports.run();
  const followUp = { deleteDueFiles: () => Promise.resolve(), eventTimeout: 0 };
  expect(await eraseUser(app.context, followUp, gone.userId, operatorActor)).toBe(true);
  expect((await rowOf(hq, ready)).state).toBe("ended");
  expect((await rowOf(hq, untouched)).state).toBe("ready");
  expect((await callAsOperator(app, hq, fetchExport, { exportId: ready })).code).toBe("STATE_CHANGED");
  const again = (await callAsOperator(app, hq, remakeExport, { exportId: ready })).data.exportId;
  await app.console.exports.run();
  const names = csvRows(await download(hq, again));
  expect(names).toContain("留下的");
  expect(names).not.toContain("走开了");
});

test("CO98 a request that names a person is deleted with the person's erasure, and else with its file", async () => {
  const activityId = await guests.addActivity();
  const gone = await guests.addGuest(activityId, "1", { name: "指名者" });
  const ids = [
    (await ask(hq, { filter: { activityId }, keyword: "指名" })).data.exportId,
    (await ask(hq, { filter: { activityId }, keyword: "查无" })).data.exportId,
    (await ask(hq, { filter: { activityId, mobile: "13900009999" } })).data.exportId,
    (await ask(hq, { filter: { activityId } })).data.exportId,
  ];
  await app.console.exports.run();
  const left = async (): Promise<boolean[]> => {
    const { rows } = await sql<{ export_id: string }>`select export_id from export_job`.execute(db);
    return ids.map((id) => rows.some(({ export_id }) => export_id === id));
  };
  const followUp = { deleteDueFiles: () => Promise.resolve(), eventTimeout: 0 };
  expect(await eraseUser(app.context, followUp, gone.userId, operatorActor)).toBe(true);
  expect(await left()).toEqual([false, true, true, true]);
  await app.console.exports.purge();
  expect(await left()).toEqual([false, true, true, true]);
  clock.set(clock.now() + 24 * 3_600_000 + 1_000);
  await app.console.exports.purge();
  expect(await left()).toEqual([false, false, false, true]);
});

test("CO98 a file goes on in another process when its own has ended, and an ended attempt changes nothing", async () => {
  const activityId = await guests.addActivity();
  await guests.addGuest(activityId, "1", { name: "林晓岚" });
  // Those that other tests left waiting come first.
  await app.console.exports.run();
  const now = clock.now();
  const wanted = { filter: { activityId }, columns: ["name"] };
  const { exportId } = (await ask(hq, wanted)).data;
  // Claimed by a process that is killed right afterwards.
  const ended = await claimExport(db, new Date(now + 1_000), new Date(now + 60_000));
  if (ended === null) throw new Error("no file is due");
  await other.console.exports.run();
  expect((await rowOf(hq, exportId)).state).toBe("waiting");
  other.context.clock.set(now + 61_000);
  await other.console.exports.run();
  expect((await rowOf(hq, exportId)).state).toBe("ready");
  expect(await renewExport(db, ended, 7, new Date(now + 120_000))).toBe(false);
  expect(await failExport(db, ended, "internal", new Date(now))).toBe(false);
  expect(csvRows(await download(hq, exportId))).toEqual(["林晓岚"]);
});

test("CO98 two processes make each file once", async () => {
  const activityId = await guests.addActivity();
  const operator = await loginOperator(app, "hq-admin");
  const ids: string[] = [];
  for (let at = 0; at < 4; at++) ids.push((await ask(operator, { filter: { activityId } })).data.exportId);
  await Promise.all([app.console.exports.run(), other.console.exports.run()]);
  for (const exportId of ids)
    expect((await auditOf(exportId)).filter((line) => line.includes("made"))).toHaveLength(1);
});

test("CO98 five files of an operator may be under way, also when more are asked for at once", async () => {
  const operator = await loginOperator(app, "hq-admin");
  const askThere = testExports(other).ask;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_none, at) =>
      (at % 2 === 0 ? ask : askThere)(operator, { filter: { activityId: "1" } }),
    ),
  );
  expect(answers.filter((answer) => answer.code === "00")).toHaveLength(5);
  const refused = answers.find((answer) => answer.code !== "00");
  expect(refused?.message).toBe("最多同时生成 5 个文件，请等待完成或取消后再试");
  await app.console.exports.run();
  expect((await ask(operator, { filter: { activityId: "1" } })).code).toBe("00");
});

test("CO25 CO98 a lost right ends a file: before it is made, and before it is fetched", async () => {
  const operator = await loginOperator(app, "hq-admin", everyScope, { more: [{ role: "finance" }] });
  const activityId = await guests.addActivity();
  const ready = (await ask(operator, { filter: { activityId } })).data.exportId;
  await app.console.exports.run();
  const sysadmin = await loginOperator(app, "sysadmin");
  const grants = [{ role: "finance" as const, scope: everyScope }];
  const changed = await callAsOperator(app, sysadmin, changeGrants, {
    operatorId: operator.operatorId,
    basedOn: 2,
    grants,
  });
  expect(changed.code).toBe("00");
  expect((await callAsOperator(app, operator, fetchExport, { exportId: ready })).status).toBe(406);
  expect((await callAsOperator(app, operator, remakeExport, { exportId: ready })).status).toBe(406);
});

test("CO98 the columns of the last file are kept, in the list's order", async () => {
  const operator = await loginOperator(app, "hq-staff");
  const choices = async () =>
    (await callAsOperator(app, operator, showExportChoices, { list: "guests" })).data;
  expect(await choices()).toMatchObject({ chosen: null, mayBeFull: false });
  await ask(operator, { columns: ["state", "name"], format: "xlsx" });
  expect((await choices()).chosen).toEqual({ columns: ["state", "name"], format: "xlsx" });
  expect((await callAsOperator(app, hq, showExportChoices, { list: "guests" })).data.mayBeFull).toBe(true);
  const finance = await loginOperator(app, "finance");
  expect((await callAsOperator(app, finance, showExportChoices, { list: "guests" })).status).toBe(406);
  expect((await ask(operator, { columns: ["nothing"] })).code).not.toBe("00");
});
