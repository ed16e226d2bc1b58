import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  checkAuditDay,
  downloadAuditDay,
  listAuditChoices,
  listAuditEntries,
  listAuditSeals,
  type AuditFilter,
} from "#contract/console/watch/audit.ts";
import { checkSealFile } from "#contract/console/watch/audit-seal.ts";
import { saveView } from "#contract/console/views.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import { purgeAuditLog, systemActor, writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { auditActionWords } from "./messages.ts";
import { sealClosedDays } from "./seal.ts";

const app = await openApp();
const { db, clock } = app.context;
const auditor = await loginOperator(app, "auditor", undefined, { name: "孙审计" });
const DAY = 86_400_000;

const list = async (filter: AuditFilter, by: TestOperator = auditor) =>
  (await callAsOperator(app, by, listAuditEntries, { filter })).data;
const saveOne = (by: TestOperator) =>
  callAsOperator(app, by, saveView, { page: "guests", name: "待处理", state: { query: "?a=1" } });
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
/** Adds an entry of a moment. */
const addAt = (time: number, id: string) =>
  writeAuditEntry(db, {
    by: systemActor,
    action: "check-in",
    about: { kind: "sign-up", id },
    outcome: "done",
    now: new Date(time),
  });
const check = async (day: string) => (await callAsOperator(app, auditor, checkAuditDay, { day })).data;
/** Changes a table behind the product's back, as the owner of the database can. */
async function tamper(change: ReturnType<typeof sql>, table = "audit_entry"): Promise<void> {
  await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
  await change.execute(db);
  await sql`alter table ${sql.table(table)} enable trigger all`.execute(db);
}

test("an act of an operator is listed with its words, its request, and the operator's name", async () => {
  const staff = await loginOperator(app, "hq-staff", undefined, { name: "周运营" });
  const { viewId } = (await saveOne(staff)).data;
  const { rows } = await list({ operatorIds: [staff.operatorId], actions: ["view.save"] });
  expect(rows).toMatchObject([
    {
      actorName: "周运营",
      door: "console",
      actionName: "保存视图",
      aboutName: "视图",
      aboutId: viewId,
      host: "console",
    },
  ]);
  const [{ requestId } = { requestId: null }] = rows;
  expect(requestId).not.toBeNull();
  expect((await list({ find: requestId ?? "" })).rows.map(({ aboutId }) => aboutId)).toEqual([viewId]);
  expect((await list({ find: viewId, aboutKind: "user" })).rows).toEqual([]);
  expect((await list({ operatorIds: [staff.operatorId], doors: ["command"] })).count).toBe(0);
  const { operators, actions } = (await callAsOperator(app, auditor, listAuditChoices, {})).data;
  expect(operators).toContainEqual({ operatorId: staff.operatorId, name: "周运营" });
  expect(actions).toContainEqual({ action: "view.save", name: "保存视图" });
});

test("every action has Chinese words of its own", () => {
  const words = Object.values(auditActionWords);
  expect(words.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  expect(words.filter((text, at) => words.indexOf(text) !== at)).toEqual([]);
});

test("entries are found by day in Shanghai, in pages that follow one another", async () => {
  const time = midnight("2023-05-04");
  for (let at = 0; at < 60; at++) await addAt(time + at * 1_000, `paged-${at}`);
  await addAt(time - 1, "paged-before");
  await addAt(time + DAY, "paged-after");
  const filter = { from: "2023-05-04", to: "2023-05-04" };
  const first = await list(filter);
  expect([first.rows.length, first.count]).toEqual([50, 60]);
  const next = await callAsOperator(app, auditor, listAuditEntries, { filter, cursor: first.next ?? "" });
  const ids = [...first.rows, ...next.data.rows].map(({ aboutId }) => aboutId);
  expect(ids).toEqual(Array.from({ length: 60 }, (_, at) => `paged-${59 - at}`));
});

test("opening the list is an entry, once in ten minutes and not for each page", async () => {
  const reader = await loginOperator(app, "auditor");
  const opened = async () =>
    (await list({ operatorIds: [reader.operatorId], actions: ["audit.read"] })).rows.length;
  await list({}, reader);
  await list({ find: "17000" }, reader);
  expect(await opened()).toBe(1);
  clock.set(clock.now() + 601_000);
  await list({}, reader);
  expect(await opened()).toBe(2);
  clock.set(null);
});

const days = ["2021-05-03", "2021-05-04", "2021-05-05"] as const;
const seals = async () => (await callAsOperator(app, auditor, listAuditSeals, {})).data;
/** Writes a minute of entries on the 4th, one each on the days beside it, and closes all three days. */
async function sealThreeDays(): Promise<void> {
  for (let at = 0; at < 60; at++) await addAt(midnight(days[1]) + at * 1_000, `sealed-${at}`);
  await addAt(midnight(days[1]) - 1, "sealed-before");
  await addAt(midnight(days[2]), "sealed-after");
  // Not yet closed: the 5th ended an hour ago.
  expect(await sealClosedDays(db, midnight("2021-05-06") + 3_600_000)).toBe(2);
  await addAt(midnight(days[1]) + 5_000_000, "late");
  const again = midnight("2021-05-06") + 3 * 3_600_000;
  const counts = await Promise.all([sealClosedDays(db, again), sealClosedDays(db, again)]);
  expect(counts.toSorted()).toEqual([0, 1]);
}

test("CO103 closed days are sealed once, a late entry with the next day; every change of the table shows", async () => {
  await sealThreeDays();
  const before = await seals();
  expect(before.seals.map(({ day, lines }) => [day, lines])).toEqual([
    [days[2], 2],
    [days[1], 60],
    [days[0], 1],
  ]);
  const [third, second, first] = before.seals;
  expect([before.unbrokenDays, first?.previous, third?.previous]).toEqual([3, "", second?.seal]);
  for (const day of days)
    expect(await check(day)).toMatchObject({ isChained: true, faults: [], faultCount: 0 });

  const { text, next } = (await callAsOperator(app, auditor, downloadAuditDay, { day: days[1] })).data;
  expect(next).toBeNull();
  const { head, faults } = checkSealFile(text, sha256);
  expect([head?.day, head?.lines, head?.seal, faults]).toEqual([days[1], 60, second?.seal, []]);
  expect(checkSealFile(text.replace('"sealed-7"', '"sealed-8"'), sha256).faults).toMatchObject([
    { kind: "altered", line: 8 },
  ]);
  const { rows } = await list({ operatorIds: [auditor.operatorId], actions: ["audit.download"] });
  expect(rows.map(({ outcome }) => outcome)).toEqual([days[1]]);
  expect((await callAsOperator(app, auditor, checkAuditDay, { day: "2020-01-01" })).status).toBe(404);

  const faultsOf = async () => (await check(days[1])).faults.map(({ kind, line }) => `${kind} ${line}`);
  await tamper(sql`update audit_entry set outcome = 'other' where about_id = 'sealed-3'`);
  expect(await faultsOf()).toEqual(["altered 4"]);
  await tamper(sql`delete from audit_entry where about_id = 'sealed-3'`);
  expect(await faultsOf()).toEqual(["missing 4"]);
  await tamper(sql`insert into audit_entry (audit_id, at_time, actor_kind, action, about_kind, host, outcome)
    values (${newId()}, ${new Date(midnight(days[1]) + 9_500)}, 'system', 'check-in', 'sign-up', 'server', 'done')`);
  expect(await faultsOf()).toEqual(["missing 4", "added 10"]);
  await tamper(
    sql`delete from audit_line_seal where day = ${days[1]}::date and line_no = 4`,
    "audit_line_seal",
  );
  expect(await check(days[1])).toMatchObject({ isChained: false });
  await expect(sql`delete from audit_line_seal`.execute(db)).rejects.toThrow("append-only");
  await expect(sql`update audit_day_seal set seal = ''`.execute(db)).rejects.toThrow("append-only");

  // After the time for which entries are kept the seals stay and follow one another.
  await purgeAuditLog(db, new Date(midnight(days[2])));
  const after = await seals();
  expect(after.seals.map(({ day, isKept }) => [day, isKept])).toEqual([
    [days[2], true],
    [days[1], false],
    [days[0], false],
  ]);
  expect(after.unbrokenDays).toBe(3);
  expect(await check(days[2])).toMatchObject({ isChained: true, faults: [] });
  expect([(await list({ find: "late" })).count, (await list({ find: "sealed-30" })).count]).toEqual([1, 0]);
});
