import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listComments, showArticle } from "#contract/club/articles.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { erasePersonalData } from "#contract/privacy/privacy.ts";
import { showUser } from "#contract/session/session.ts";
import type { Database } from "../../database/connection/database.ts";
import { erasePerson } from "../../privacy/erase-store.ts";
import { personalDataInventory } from "../../privacy/personal-data-inventory-store.ts";
import { findDataSubject } from "../../privacy/data-subject-store.ts";
import { removeEvents } from "../../tracking/storage/event-removal.ts";
import { visitorEvents, sampleForm, sampleEvent, sendForm } from "../../tracking/test-client.ts";
import { testApp, type TestApp } from "../app.ts";
import { testKeyring } from "../encryption/test-keyring.ts";
import { dumpRows, decryptAllTexts, linesContaining } from "../encryption/dump-rows.ts";
import { fullPersonActivities, createFullPerson, fullPersonSettings } from "./full-person.ts";

let app: TestApp;
let she: Awaited<ReturnType<typeof createFullPerson>>;
beforeAll(async () => {
  app = await testApp({ settings: { ...fullPersonSettings, RATE_LIMITS: "off" } });
  she = await createFullPerson(app);
  // Files are deleted by the erasure itself; the server's periodic job would interfere.
  app.modules.uploads.close();
});
afterAll(() => app.close());

const keyring = testKeyring();
/** Every row as stored, and every encrypted text decrypted. */
const openedRows = async (db: Database): Promise<string[]> => [
  ...(await dumpRows(db)),
  ...(await decryptAllTexts(db, keyring)),
];
/** Every file of the data directory: its name and its contents. */
function files(): string[] {
  const { dataDir } = app.context.config;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}\n${readFileSync(path, "latin1")}\n${readFileSync(path, "utf8")}`);
}
/** Traces that must not remain: the person's texts, names and secrets, and their lookup keys. */
const sought = (): string[] => [
  ...Object.values(she.traces),
  keyring.lookup(she.traces["mobile"] ?? ""),
  keyring.lookup(she.traces["vin"] ?? ""),
];
/**
 * Rows that contain a trace, or refer to the person by an id; rows that keep only an id by design are left
 * out.
 */
async function hits(db: Database): Promise<string[]> {
  const rows = await openedRows(db);
  const byId = rows.filter((row) => !/^(audit_entry|club_member|club_article|club_comment) /.test(row));
  return [...linesContaining(rows, sought()), ...linesContaining(byId, [she.userId, she.memberId])];
}
async function count(text: RawBuilder<{ n: number }>): Promise<number> {
  return (await text.execute(app.context.db)).rows[0]?.n ?? -1;
}

class Undone extends Error {}
/** Rows that an erasure without one table would leave; everything is rolled back. */
async function leftBy(
  skippedTable: (typeof personalDataInventory)[number]["table"] | undefined,
): Promise<string> {
  let found = "";
  const run = app.context.db.transaction().execute(async (db) => {
    const person = await findDataSubject(db, she.userId);
    if (person === null) throw new Error("no such person");
    await erasePerson(
      db,
      person,
      new Date(app.context.clock.now()),
      skippedTable === undefined ? {} : { skippedTable },
    );
    // Steps after the commit: removal of files and of events.
    await sql`delete from picture_removal`.execute(db);
    await removeEvents({ ...app.context, db });
    found = (await hits(db)).join("\n");
    throw new Undone();
  });
  // A foreign key rejects the erasure if another table needs the rows that were left.
  await run.catch((error: unknown) => {
    if (!(error instanceof Undone)) found = `refused: ${String(error)}`;
  });
  return found;
}

async function foundEverywhere(): Promise<void> {
  const all = [...(await openedRows(app.context.db)), ...files()];
  expect(sought().filter((trace) => linesContaining(all, [trace]).length === 0)).toEqual([]);
  expect(await leftBy(undefined)).toBe("");
  const unnoticed: string[] = [];
  for (const { table, erased } of personalDataInventory)
    if (erased !== "kept" && (await leftBy(table)) === "") unnoticed.push(table);
  // Notes are deleted with their lead, sessions with their user; SMS codes contain the lookup key, which is a trace.
  expect(unnoticed).toEqual(["lead_note", "user_session"]);
}

async function isNowhere(): Promise<void> {
  const { db } = app.context;
  const { token, mobile } = she;
  const seats = (id: string) =>
    count(sql<{ n: number }>`select taken as n from activity where activity_id = ${id}`);
  const places = () =>
    count(
      sql<{ n: number }>`select taken as n from koc_program where activity_id = ${fullPersonActivities.OPEN}`,
    );
  const before = {
    past: await seats(fullPersonActivities.PAST),
    open: await seats(fullPersonActivities.OPEN),
    koc: await places(),
  };
  const refused = await app.call(erasePersonalData, { smsCode: "111111", sure: true }, { token });
  expect(refused.code).toBe("SMS_CODE_WRONG");
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  expect((await app.call(sendSms, { mobile, scene: "erase", captchaVerifyId })).code).toBe("00");
  const done = await app.call(erasePersonalData, { smsCode: "246810", sure: true }, { token });
  expect([done.status, done.code]).toEqual([200, "00"]);

  expect(await hits(db)).toEqual([]);
  expect(linesContaining(files(), sought())).toEqual([]);
  const kept = linesContaining(await dumpRows(db), [she.userId]).map((row) => row.split(" ", 1)[0]);
  expect(new Set(kept)).toEqual(new Set(["audit_entry"]));
  expect((await app.call(showUser, {}, { token })).status).toBe(401);
  expect((await app.call(erasePersonalData, { smsCode: "246810", sure: true }, { token })).status).toBe(401);

  expect({
    past: await seats(fullPersonActivities.PAST),
    open: await seats(fullPersonActivities.OPEN),
    koc: await places(),
  }).toEqual({
    past: before.past,
    open: before.open - 1,
    koc: before.koc - 1,
  });
  expect(
    await count(
      sql<{
        n: number;
      }>`select count(*)::int as n from signup where activity_id = ${fullPersonActivities.PAST}`,
    ),
  ).toBe(1);
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from coupon where used_time is not null`),
  ).toBe(1);
  expect(await app.modules.club.repairCounters()).toBe(0);
  const { data } = await app.call(showArticle, { articleId: she.theirs, pageSize: 10 });
  expect(JSON.stringify(data)).toContain("已注销用户");
  expect((await app.call(listComments, { articleId: she.theirs })).data.list).toEqual([]);
  expect((await app.call(showArticle, { articleId: she.articleId, pageSize: 10 })).status).toBe(404);
}

async function lateEventsAreRefused(): Promise<void> {
  const { openId, anonymousId } = she;
  const late = [
    sampleEvent({ distinct_id: openId, login_id: openId }),
    sampleEvent({ distinct_id: anonymousId, anonymous_id: anonymousId }),
    sampleEvent({ type: "track_signup", event: "$SignUp", distinct_id: openId, original_id: anonymousId }),
  ];
  await sendForm(app, sampleForm.list([...late, sampleEvent({ distinct_id: "somebody-else" })]));
  expect(await visitorEvents(app, "somebody-else")).toHaveLength(1);
  expect(linesContaining(await openedRows(app.context.db), [openId, anonymousId])).toEqual([]);
}

test(
  "an erasure leaves no trace in any decrypted row or file; leaving out one table would be detected",
  { timeout: 180_000 },
  async () => {
    expect(await hits(app.context.db)).not.toEqual([]);
    await foundEverywhere();
    await isNowhere();
    await lateEventsAreRefused();
  },
);

test("a person without a mobile reauthenticates by a login within the last minutes", async () => {
  const { token, userId } = await app.login(null);
  const old = await app.login(null);
  await sql`update user_session set created_time = created_time - interval '11 minutes' where user_id = ${old.userId}`.execute(
    app.context.db,
  );
  expect((await app.call(erasePersonalData, { sure: true }, { token: old.token })).status).toBe(409);
  expect((await app.call(erasePersonalData, { sure: true }, { token })).code).toBe("00");
  const rows = linesContaining(await dumpRows(app.context.db), [userId]);
  expect(rows.map((row) => row.split(" ", 1)[0])).toEqual(["audit_entry"]);
});
