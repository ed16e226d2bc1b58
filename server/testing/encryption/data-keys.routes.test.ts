import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadPicture } from "#contract/picture/picture.ts";
import { showUser } from "#contract/session/session.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { couponWriter } from "../../benefit/index.ts";
import { complaintsStore } from "../../club/moderation/complaints-store.ts";
import { formQuestionStore } from "../../compose/question-store.ts";
import { planStore } from "../../compose/plan-store.ts";
import { composeStore } from "../../compose/store.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { generateDataKey } from "../../database/encryption/key-file.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { encryptedColumns } from "../../database/encryption/encryption-bindings.ts";
import { reEncrypt } from "../../database/encryption/re-encrypt.ts";
import { Keyring } from "../../database/encryption/keyring.ts";
import { providerKeyStore } from "../../identity/provider/key-store.ts";
import { newId } from "../../core/ids.ts";
import { leadDeskStore } from "../../lead/desk/store.ts";
import { leadWriter } from "../../lead/writer-store.ts";
import { ownerStore } from "../../owner/store.ts";
import { newReadableCode } from "../../core/secrets.ts";
import { invitationStore } from "../../invitation/store.ts";
import { signUpWriter, createWaitlist } from "../../signup/index.ts";
import { credentialStore } from "../../wechat/store.ts";
import { testApp, type TestApp } from "../app.ts";
import { addFurtherRows } from "./further-rows.ts";
import { addOperatorRows } from "./operator-rows.ts";
import { parseTestDataKeys } from "./test-keyring.ts";
import { shop } from "../erasure/full-shopper.ts";
import { dumpRows, linesContaining } from "./dump-rows.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { testVin } from "../samples/sample-vin.ts";

const [a, b] = [`a:${generateDataKey()}`, `b:${generateDataKey()}`];
const [mobile, vin, name] = ["13712345678", testVin(), "欧阳密"];
const [seats, queue] = ["1000000000000070001", "1000000000000070002"];
let first: TestApp;
const idpId = newId();
let account: string;
/** Further servers on the same database; they close before the first one. */
const others: TestApp[] = [];
let person: { userId: string; token: string };
beforeAll(async () => {
  first = await testApp({ settings: { DATA_KEYS: a } });
  person = await fill(first);
});
afterAll(async () => {
  for (const one of others) await one.close();
  await first.close();
});
const beside = async (settings: Record<string, string>): Promise<TestApp> => {
  const one = await testApp({ beside: first, settings });
  others.push(one);
  return one;
};

/** A person with a row in every table of personal texts. */
async function fill(app: TestApp) {
  const { context, modules } = app;
  const { db, clock } = context;
  const now = new Date(clock.now());
  await modules.activities.addSeries([{ seriesCode: "e7", seriesName: "E7", imageUrl: "/e7", position: 1 }]);
  await modules.activities.addActivities([
    sampleActivity(clock.now(), { activityId: seats }),
    sampleActivity(clock.now(), { activityId: queue, quota: 0 }),
  ]);
  const userId = await modules.sessions.upsertProviderPerson({ idpId, mobile, nickname: "某人" });
  const token = (await modules.sessions.openFor(userId))?.accessToken ?? "";
  const one = { userId, token };
  account = (await modules.identity.addAccount({ mobile, nickname: "某人" })).accountId;
  const wish = sampleSignUp(one.userId, { name, mobile, answers: { remark: name }, created_time: now });
  expect((await signUpWriter(db).add(seats, wish)).seat).toBe("seat");
  await createWaitlist(db).join(queue, { ...wish, signup_id: newId(), ticket_code: newId() }, clock.now());
  await leadWriter(db).add(seats, {
    mobile,
    name,
    answers: {},
    lead_id: newId(),
    user_id: one.userId,
    dealer_id: null,
    province_code: "310000",
    city_code: "310100",
    series_code: null,
    body_hash: "h",
    consent_version: "1",
    consent_time: now,
    created_time: now,
    idempotency_key: null,
    own_key: null,
    changed_lead_id: null,
    last_touch: { time: now.toISOString() },
  });
  await ownerStore(db).add({
    application_id: newId(),
    user_id: one.userId,
    mobile,
    vin,
    series_code: "e7",
    picture_id: null,
    consent_version: "1",
    created_time: now,
  });
  await invitationStore(db).add({
    code_hash: newId(),
    invitation_id: newId(),
    issued_by: null,
    issued_door: null,
    activity_id: seats,
    guest: name,
    series_code: null,
    dealer_id: null,
    session_id: null,
    created_time: now,
    expires_time: now,
  });
  await modules.flow.setField({ mobile, field: "score", value: name });
  await providerKeyStore(db).add("another", 1, name, clock.now());
  await credentialStore(db, "wx1").save("jsapi_ticket", name, clock.now());
  await nameOperators(db, now);
  await db
    .withTables<{ signup: { user_id: string; checked_in_by: unknown } }>()
    .updateTable("signup")
    .set({ checked_in_by: encryptedText(name, "checkin", wish.signup_id) })
    .where("user_id", "=", one.userId)
    .execute();
  await redeemOne(one.userId, { context, modules });
  await callOne({ context, modules });
  await addOperatorRows(app, name, wish.signup_id);
  await addFurtherRows(app, name, { userId, activityId: seats });
  return one;
}
/** A coupon that a dealer's staff redeemed, with the name that they entered. */
async function redeemOne(
  userId: string,
  { context, modules }: Pick<TestApp, "context" | "modules">,
): Promise<void> {
  const { db, clock } = context;
  const now = new Date(clock.now());
  const benefit = sampleBenefit(clock.now(), { activity_id: seats });
  await modules.benefits.add([benefit]);
  const code = newReadableCode();
  await couponWriter(db, { isLocked: true, isDelivered: false }).add(benefit.benefit_id, {
    user_id: userId,
    coupon_id: newId(),
    code,
    valid_from: now,
    valid_to: new Date(clock.now() + 86_400_000),
    channel: {},
    idempotency_key: null,
    created_time: now,
  });
  const wish = { activityId: seats, code, by: name, actor: operatorActor };
  expect((await modules.benefits.redemption.redeem(wish, clock.now()))?.isDone).toBe(true);
}
/** A lead that a dealer's staff called, with the name that they entered. */
async function callOne({ context, modules }: Pick<TestApp, "context" | "modules">): Promise<void> {
  const store = leadDeskStore(context.db);
  const now = new Date(context.clock.now());
  const { rows } = await sql<{ lead_id: string; activity_id: string }>`
    select lead_id, activity_id from lead`.execute(context.db);
  const { lead_id: leadId = "", activity_id: activityId = "" } = rows[0] ?? {};
  const link = await store.openLink(await modules.leads.desk.addLink({ activityId }), now);
  if (link === null) throw new Error("the link opens nothing");
  const acting = { by: name, actor: operatorActor, now };
  expect(await store.reveal(link, leadId, acting)).toBe(true);
  expect(await store.mark(link, { leadId, result: "reached", testDrive: null, expected: {} }, acting)).toBe(
    true,
  );
  expect(await store.addNote(link, { leadId, key: "1", text: "周末再联系" }, acting)).toBe(true);
}
/** Operators compose a page and decide a complaint, with the names that they entered. */
async function nameOperators(db: Database, now: Date): Promise<void> {
  const version = { activityId: queue, basedOn: 0, blocks: [], by: name, actor: operatorActor, now };
  expect(await composeStore(db).save(version, { isGuarded: true })).toBe(1);
  const plan = { ...version, basedOn: 1, replaces: null, publishTime: new Date(now.getTime() + 86_400_000) };
  expect(await planStore(db).put(plan)).toBe(true);
  const { revision = "" } = (await formQuestionStore(db).read(queue)) ?? {};
  const asked = { activityId: queue, revision, questions: [], by: name, actor: operatorActor, now };
  expect(await formQuestionStore(db).replace(asked)).toMatchObject({ saved_by: name });
  await sql`insert into club_member (member_id, display_name, created_time) values ('1', '某人', ${now})`.execute(
    db,
  );
  await sql`insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time)
    values ('1', '1', 'article', '7', 'spam', '', ${now})`.execute(db);
  const settling = { kind: "article", targetId: "7", newestId: "1", decision: "reject", by: name } as const;
  expect(await complaintsStore(db).settle({ ...settling, actor: operatorActor, now, isAgain: false })).toBe(
    true,
  );
}
const sealedBy = async ({ context }: TestApp, key: string): Promise<number> =>
  linesContaining(await dumpRows(context.db), [`~${key}:`]).length;

/** A picture of the person, encrypted with a secret that a data key encrypts. */
async function uploaded(): Promise<string> {
  const blue = sharp({ create: { width: 300, height: 200, channels: 3, background: "#2060a0" } });
  const picture = await blue.jpeg().toBuffer();
  return (await first.call(uploadPicture, {}, { token: person.token, picture })).data.pictureId;
}
async function shows({ app, modules }: TestApp, pictureId: string): Promise<boolean> {
  const { statusCode, rawPayload } = await app.inject({
    url: (await modules.uploads.urlOf(pictureId)) ?? "",
  });
  return statusCode === 200 && (await sharp(rawPayload).metadata()).width === 300;
}

const ticketOf = async (app: TestApp) =>
  (await app.call(showSignUp, { activityId: seats }, { token: person.token })).data.ticket;
const ticket = { name, mobile: "137****5678" };

async function holdsNothingPlain(ofMall: Readonly<Record<string, string>>): Promise<void> {
  const lines = await dumpRows(first.context.db);
  const encrypted = ["recipient", "recipientMobile", "detail", "orderRemark", "noteOfOrder", "caseText"];
  const texts = encrypted.map((trace) => ofMall[trace] ?? "missing");
  expect(linesContaining(lines, [mobile, vin, name, ...texts])).toEqual([]);
  const tables = new Set(linesContaining(lines, ["~a:"]).map((line) => line.split(" ", 1)[0]));
  expect(tables).toEqual(new Set(encryptedColumns.map(({ table }) => table)));
}
async function startsWithTheRightKeysAlone(): Promise<void> {
  await expect(beside({ DATA_KEYS: b })).rejects.toThrow(
    /^DATA_KEYS lacks the key a, which encrypts rows of this database/,
  );
  const another = beside({ DATA_KEYS: `a:${generateDataKey()}` });
  await expect(another).rejects.toThrow(/^DATA_KEYS: a is not the key/);
  const lookup = beside({ DATA_KEYS: a, DATA_LOOKUP_KEY: generateDataKey() });
  await expect(lookup).rejects.toThrow(/^DATA_LOOKUP_KEY: lookup is not the key/);
}
/** Changes a row between the job's read and its write: the change must stay. */
async function losesNoChange(): Promise<void> {
  const { db } = first.context;
  const keyring = new Keyring(parseTestDataKeys(`${a},${b}`));
  const users = db.withTables<{ app_user: { user_id: string; idp_id: string; mobile: unknown } }>();
  const changed = "13712340000";
  const changing: Promise<unknown>[] = [];
  const seal = keyring.encrypt.bind(keyring);
  keyring.encrypt = (text, ...place) => {
    if (text === mobile && changing.length === 0) {
      const change = users.updateTable("app_user").set({ mobile: encryptedText(changed, "user", idpId) });
      changing.push(change.where("user_id", "=", person.userId).execute());
    }
    return seal(text, ...place);
  };
  await reEncrypt(db, keyring);
  await Promise.all(changing);
  const row = users.selectFrom("app_user").select(["idp_id", "mobile"]).where("user_id", "=", person.userId);
  expect([changing.length, (await row.executeTakeFirst())?.mobile]).toEqual([1, changed]);
}

test("personal data is encrypted; keys rotate while rows stay readable and findable; a wrong key prevents the start", async () => {
  const pictureId = await uploaded();
  await holdsNothingPlain(await shop(first, person));
  const { dataDir: DATA_DIR } = first.context.config;
  const second = await beside({ DATA_KEYS: `${b},${a}`, DATA_DIR });
  await startsWithTheRightKeysAlone();
  expect(await ticketOf(second)).toMatchObject(ticket);
  expect((await second.modules.identity.addAccount({ mobile, nickname: "x" })).accountId).toBe(account);
  await second.modules.identity.addAccount({ mobile: "13787654321", nickname: "x" });
  expect(await sealedBy(second, "b")).toBeGreaterThan(0);
  expect(await sealedBy(second, "a")).toBeGreaterThan(0);

  const keyring = new Keyring(parseTestDataKeys(`${b},${a}`));
  expect((await reEncrypt(second.context.db, keyring)).done).toBeGreaterThanOrEqual(encryptedColumns.length);
  expect(await sealedBy(second, "a")).toBe(0);
  expect(await reEncrypt(second.context.db, keyring)).toEqual({ done: 0, broken: 0 });
  expect(await ticketOf(second)).toMatchObject(ticket);
  // The old key is not needed any more.
  const third = await beside({ DATA_KEYS: b, DATA_DIR });
  expect(await ticketOf(third)).toMatchObject(ticket);
  expect(await shows(third, pictureId)).toBe(true);
  const { accountId } = await third.modules.identity.addAccount({ mobile, nickname: "x" });
  expect(accountId).toBe(account);
  const isOwner = async () => (await third.call(showUser, {}, { token: person.token })).data.owner;
  expect(await isOwner()).toBe(false);
  await third.modules.sessions.setOwner(mobile, true);
  expect(await isOwner()).toBe(true);
  await losesNoChange();
});
