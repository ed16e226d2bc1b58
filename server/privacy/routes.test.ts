import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import {
  fullPersonActivities,
  createFullPerson,
  fullPersonSettings,
} from "../testing/erasure/full-person.ts";
import { privacyMessages } from "./messages.ts";

let app: TestApp;
let she: Awaited<ReturnType<typeof createFullPerson>>;
beforeAll(async () => {
  app = await testApp({ settings: fullPersonSettings });
  she = await createFullPerson(app);
});
afterAll(() => app.close());

const ask = (token: string) => app.call(exportPersonalData, {}, { token });

test("MA98 an export contains a person's own data decrypted", async () => {
  const { data } = await ask(she.token);
  const text = JSON.stringify(data);
  const { mobile, name, nickname, vin, openId, anonymousId, ticketCode, remark } = she.traces;
  for (const found of [mobile, name, nickname, vin, openId, anonymousId, ticketCode, remark])
    expect(text).toContain(found);
  for (const written of [she.texts.title, she.texts.article, she.texts.comment, she.texts.complaint])
    expect(text).toContain(written);
  const signUps = data.sections.find((section) => section.name === "signup")?.rows ?? [];
  expect(signUps.map((row) => String(row["activity_id"])).toSorted()).toEqual(
    [
      fullPersonActivities.OPEN,
      fullPersonActivities.PAST,
      fullPersonActivities.SEALED,
      fullPersonActivities.CONTEST,
    ].toSorted(),
  );
  expect(signUps[0]).toMatchObject({ name, mobile });
  const [order] = data.sections.find((section) => section.name === "mall_order")?.rows ?? [];
  expect(String(order?.["order_recipient"])).toContain(she.traces["recipientMobile"]);
  for (const trace of [
    "recipient",
    "detail",
    "orderRemark",
    "noteOfOrder",
    "caseText",
    "trackingNo",
    "nodeText",
  ])
    expect(text).toContain(she.traces[trace]);
  for (const table of ["order_line", "payment", "refund", "after_sale_unit", "shipment", "address"])
    expect(data.sections.find((section) => section.name === table)?.rows.length).toBeGreaterThan(0);
  // Texts that others wrote about the person are theirs.
  expect(text).not.toContain(she.texts.complainedOf);
  expect(text).not.toMatch(/~[a-z0-9]+\.[\w-]{20}/);
});

test("an export contains no server secrets: no hash of a password, token or code, no lookup key", async () => {
  const { rows } = await sql<{ secret: string }>`
    select password_hash as secret from identity_account where account_id = ${she.accountId}
    union all select mobile_key from identity_account where account_id = ${she.accountId}
    union all select token_hash from user_session where user_id = ${she.userId}
    union all select code_hash from sms_request union all select code_hash from sealed_code`.execute(
    app.context.db,
  );
  const text = JSON.stringify((await ask(she.token)).data);
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter(({ secret }) => text.includes(secret))).toEqual([]);
});

test("an export contains URLs that show the pictures", async () => {
  const { data } = await ask(she.token);
  const pictures = data.sections.find(({ name }) => name === "picture_upload")?.rows ?? [];
  expect(pictures).toHaveLength(5);
  for (const { url } of pictures)
    expect((await app.app.inject({ url: String(url) })).headers["content-type"]).toMatch(/^image\//);
});

test("an export contains nothing of other people, and a visitor gets none", async () => {
  const other = await app.login("13800001111");
  const { status, data } = await ask(other.token);
  expect(status).toBe(200);
  const text = JSON.stringify(data);
  for (const trace of Object.values(she.traces)) expect(text).not.toContain(trace);
  expect((await app.call(exportPersonalData, {})).status).toBe(401);
});

/** Lists a person's export entries in the audit log, in order. */
async function exportLines(userId: string) {
  const { rows } = await sql<{ outcome: string }>`select actor_id, host, outcome from audit_entry
    where action = 'personal-data.export' and about_id = ${userId} order by at_time, audit_id`.execute(
    app.context.db,
  );
  return rows;
}

test("five exports a day are allowed, also concurrently; each has audit entries for request and delivery", async () => {
  const { token, userId } = await app.login(null);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(token)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, message }) => [status, message])).toEqual([[429, privacyMessages.tooMany]]);
  const lines = await exportLines(userId);
  expect(lines.map(({ outcome }) => outcome)).toEqual(Array(5).fill(["asked", "done"]).flat());
  expect(lines[0]).toEqual({ actor_id: userId, host: "pc", outcome: "asked" });
});

test("failed exports count towards the daily limit", async () => {
  const { token, userId } = await app.login(null);
  const { db } = app.context;
  await sql`alter table maintenance rename to maintenance_away`.execute(db);
  const failed = [];
  for (let at = 0; at < 5; at++) failed.push((await ask(token)).status);
  await sql`alter table maintenance_away rename to maintenance`.execute(db);
  expect(failed).toEqual([500, 500, 500, 500, 500]);
  expect((await ask(token)).status).toBe(429);
  expect((await exportLines(userId)).map(({ outcome }) => outcome)).toEqual(Array(5).fill("asked"));
});
