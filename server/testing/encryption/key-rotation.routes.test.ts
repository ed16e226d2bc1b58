import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendSms } from "#contract/identity/identity.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { openKeyring } from "../../database/encryption/data-keys.ts";
import { addDataKey } from "../../database/encryption/key-file.ts";
import { reEncrypt } from "../../database/encryption/re-encrypt.ts";
import { testApp, type TestApp } from "../app.ts";
import { dumpRows, linesContaining } from "./dump-rows.ts";
import { sampleActivity } from "../samples/sample-activity.ts";

/** An installation whose settings name no keys: they are in a file that its processes share. */
const dataDir = mkdtempSync(join(tmpdir(), "marque-key-change-"));
const settings = { DATA_KEYS: undefined, DATA_LOOKUP_KEY: undefined, DATA_DIR: dataDir };
const [early, late] = ["1000000000000086001", "1000000000000086002"];
let older: TestApp;
let newer: TestApp | undefined;
beforeAll(async () => {
  older = await testApp({ settings });
  const now = older.context.clock.now();
  await older.modules.activities.addActivities([
    sampleActivity(now, { activityId: early }),
    sampleActivity(now, { activityId: late }),
  ]);
});
afterAll(async () => {
  await newer?.close();
  await older.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const mobile = "13712345678";
async function take(at: TestApp, token: string, id: string): Promise<number> {
  const captchaVerifyId = await at.solveCaptcha({ action: "signup", activityId: id }, { token });
  const form = { id, name: "欧阳密", mobile, consent: true } as const;
  return (await at.call(signUp, form, { token, captchaVerifyId })).status;
}
async function sends(at: TestApp): Promise<number> {
  const captchaVerifyId = await at.solveCaptcha({ action: "sms", mobile });
  return (await at.call(sendSms, { mobile, scene: "login", captchaVerifyId })).status;
}
const ticketOf = async (at: TestApp, token: string, activityId: string) =>
  (await at.call(showSignUp, { activityId }, { token })).data.ticket;
const sealedBy = async (key: string): Promise<number> =>
  linesContaining(await dumpRows(older.context.db), [`~${key}:`]).length;

test("Z03 during a key rotation older and newer processes run side by side and decrypt each other's rows", async () => {
  const { token } = await older.login(mobile);
  expect(await take(older, token, early)).toBe(200);
  expect(addDataKey(dataDir)).toBe("k2");
  newer = await testApp({ beside: older, settings });
  await reEncrypt(newer.context.db, openKeyring({ dataKeys: null, dataDir }));
  expect(await sealedBy("k1")).toBe(0);
  const { rows } = await sql`select 1 from server_secret where value not like '~k2:%'`.execute(
    older.context.db,
  );
  expect(rows).toEqual([]);

  expect(await sends(older)).toBe(200);
  expect(await ticketOf(older, token, early)).toMatchObject({ name: "欧阳密", mobile: "137****5678" });
  expect(await take(older, token, late)).toBe(200);
  expect(await sealedBy("k1")).toBeGreaterThan(0);
  expect(await ticketOf(newer, token, late)).toMatchObject({ name: "欧阳密" });
  for (const one of [older, newer])
    expect((await one.call(listOwnSignUps, {}, { token })).data).toMatchObject([{}, {}]);
});
