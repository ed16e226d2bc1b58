import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  checkInvitationGuests,
  countInvitationCodes,
  issueInvitationCodes,
  listInvitationCodes,
  MAX_ISSUED_CODES,
  revokeInvitationCodes,
  type InvitationFilter,
} from "#contract/console/basics/invitations.ts";
import { everyScope } from "#contract/console/scope.ts";
import { acceptInvitationCode, showInvitationCode } from "#contract/invitation/invitation.ts";
import { sha256 } from "../../core/secrets.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { invitationMessages } from "../messages.ts";
import { invitationStore } from "../store.ts";
import { revokeUnusedCodes } from "./list-store.ts";

const { console: messages } = invitationMessages;
const app = await openApp();
const beside = await openApp({ beside: app });
const [DEALER, ELSEWHERE] = ["7301", "7302"];
const MINUTE = 60_000;
const hq = await loginOperator(app, "hq-admin", everyScope, { name: "顾总部" });
const other = await loginOperator(app, "region", {
  ...everyScope,
  sponsorLevel1: ["107002"],
  sponsorLevel2: ["VWSA500000"],
});
await app.modules.organisations.add(sampleDealers(DEALER, ELSEWHERE));

const now = () => app.context.clock.now();
let activities = 0;
async function addActivity(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `730000000000000${String(1000 + activities++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(now(), { activityId, sponsorLevel1: "107001", dealerIds: [DEALER], ...over }),
  ]);
  return activityId;
}
let mobiles = 0;
const person = () => app.login(`1370073${String(1000 + mobiles++)}`);
type Parts = { dealerId?: string | null; sessionId?: string | null; days?: number };
const batch = (
  activityId: string,
  guests: string,
  { dealerId = null, sessionId = null, days = 7 }: Parts = {},
) => ({
  activityId,
  guests,
  dealerId,
  sessionId,
  days,
});
const issue = (activityId: string, guests: string, count: number, parts: Parts = {}) =>
  callAsOperator(app, hq, issueInvitationCodes, { ...batch(activityId, guests, parts), count });
const list = async (filter: InvitationFilter, operator: TestOperator = hq) =>
  (await callAsOperator(app, operator, listInvitationCodes, { filter })).data.rows;
const revoke = (ids: string[], operator: TestOperator = hq) =>
  callAsOperator(app, operator, revokeInvitationCodes, { selection: { ids } });
const secOf = (url: string): string => new URL(url).searchParams.get("sec") ?? "";
const countOf = async (activityId: string): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from sealed_code where activity_id = ${activityId}`.execute(
      app.context.db,
    )
  ).rows[0]?.count ?? 0;

test("CO72 a dry run names each faulty row and writes nothing; then a code is issued for each other row", async () => {
  const activityId = await addActivity();
  const guests = "林晓岚 13800001234\n13800001299\n周远";
  const tried = await callAsOperator(app, hq, checkInvitationGuests, batch(activityId, guests));
  expect(tried.data).toEqual({ count: 2, faults: [{ row: 2, fault: "请填写姓名" }] });
  expect(await countOf(activityId)).toBe(0);
  expect((await issue(activityId, guests, 3)).code).toBe("LIST_CHANGED");
  expect(await countOf(activityId)).toBe(0);
  const { codes } = (await issue(activityId, guests, 2)).data;
  expect(codes.map(({ name, mobile }) => [name, mobile])).toEqual([
    ["林晓岚", "13800001234"],
    ["周远", ""],
  ]);
  const { token } = await person();
  const sec = secOf(codes[0]?.url ?? "");
  expect((await beside.call(acceptInvitationCode, { activityId, sec }, { token })).code).toBe("00");
});

test("CO72 no list shows a code, its hash or a typed mobile again", async () => {
  const activityId = await addActivity();
  const { codes } = (await issue(activityId, "欧阳静 13800004321", 1)).data;
  const sec = secOf(codes[0]?.url ?? "");
  const rows = await list({ activityId });
  expect(rows).toMatchObject([
    { guest: "欧阳静", state: "unused", issuedBy: "顾总部", door: "console", usedTime: null },
  ]);
  const shown = JSON.stringify(rows);
  for (const secret of [sec, sha256(sec), "13800004321"]) expect(shown).not.toContain(secret);
  const { rows: stored } = await sql<{ text: string }>`
    select row_to_json(c)::text as text from sealed_code c where c.activity_id = ${activityId}`.execute(
    app.context.db,
  );
  expect(stored[0]?.text).not.toContain("4321");
  const again = await callAsOperator(
    app,
    hq,
    issueInvitationCodes,
    { ...batch(activityId, "王芳"), count: 1 },
    { idempotencyKey: "7d0c7d0e-0000-4000-8000-000000000072" },
  );
  expect(again.code).toBe("00");
});

test("CO72 unused codes are revoked at once in every process; used, expired and revoked ones are left", async () => {
  const activityId = await addActivity();
  const { codes } = (await issue(activityId, "甲\n乙\n丙", 3)).data;
  const secs = codes.map(({ url }) => secOf(url));
  const { token } = await person();
  await app.call(acceptInvitationCode, { activityId, sec: secs[0] ?? "" }, { token });
  const ids = (await list({ activityId })).map(({ invitationId }) => invitationId);
  expect((await revoke(ids)).data).toEqual({ revoked: 2, left: 1 });
  expect((await revoke(ids)).message).toBe(messages.ended);
  const states = (await list({ activityId })).map(({ state }) => state).toSorted();
  expect(states).toEqual(["revoked", "revoked", "used"]);
  for (const sec of secs.slice(1)) {
    expect((await beside.call(showInvitationCode, { activityId, sec })).message).toBe(
      invitationMessages.unknown,
    );
    const { token: late } = await person();
    expect((await beside.call(acceptInvitationCode, { activityId, sec }, { token: late })).status).not.toBe(
      200,
    );
  }
  // The guest who has used a code keeps the seat, and may repeat the call.
  const own = await app.call(acceptInvitationCode, { activityId, sec: secs[0] ?? "" }, { token });
  expect(own.code).toBe("00");
  const { data } = await callAsOperator(app, hq, countInvitationCodes, { activityId });
  expect(data).toEqual({ unused: 0, used: 1, expired: 0, revoked: 2 });
});

/** Lets a guest and an operator have the same code at once. @returns who got it: both is the fault */
async function race(isGuarded: boolean): Promise<{ isUsed: boolean; isRevoked: boolean }> {
  const activityId = await addActivity();
  const { codes } = (await issue(activityId, "林晓岚", 1)).data;
  const hash = sha256(secOf(codes[0]?.url ?? ""));
  const [row] = await list({ activityId });
  const { userId } = await person();
  const at = new Date(now());
  const [isUsed, revoked] = await Promise.all([
    invitationStore(app.context.db).consume(hash, userId, at, { isGuarded }),
    revokeUnusedCodes(beside.context.db, [row?.invitationId ?? ""], { by: null, now: at }, { isGuarded }),
  ]);
  return { isUsed, isRevoked: revoked === 1 };
}
test("CO72 of a guest who uses a code and an operator who revokes it, one succeeds", async () => {
  for (let round = 0; round < 8; round++) {
    const { isUsed, isRevoked } = await race(true);
    expect(isUsed !== isRevoked).toBe(true);
  }
});
test("CO72 without the guard in both statements a code is used and revoked", async () => {
  expect(await race(false)).toEqual({ isUsed: true, isRevoked: true });
});

test("CO72 a code of a session that has begun or was removed is expired, and is not counted as unused", async () => {
  const session = {
    sessionId: "7",
    dealerId: null,
    startTime: now() + 10 * MINUTE,
    endTime: now() + 20 * MINUTE,
  };
  const activityId = await addActivity({
    sessions: [{ ...session, quota: 5, taken: 0 }],
    asks: { series: false, dealer: false, session: true },
  });
  const refused = await issue(activityId, "林晓岚", 1);
  expect(JSON.stringify(refused)).toContain(messages.needsSession);
  await issue(activityId, "林晓岚", 1, { sessionId: "7" });
  const states = async () => (await list({ activityId })).map(({ state }) => state);
  expect(await states()).toEqual(["unused"]);
  try {
    app.context.clock.set(now() + 15 * MINUTE);
    expect(await states()).toEqual(["expired"]);
  } finally {
    app.context.clock.set(null);
  }
  await sql`delete from activity_session where activity_id = ${activityId}`.execute(app.context.db);
  expect(await states()).toEqual(["expired"]);
  expect(await list({ activityId, states: ["unused"] })).toEqual([]);
});

test("CO09 CO72 codes of others' activities are not listed, issued or revoked", async () => {
  const activityId = await addActivity();
  await issue(activityId, "林晓岚", 1);
  const [row] = await list({ activityId });
  expect(await list({ activityId }, other)).toEqual([]);
  expect((await revoke([row?.invitationId ?? ""], other)).status).toBe(404);
  const args = { ...batch(activityId, "周远"), count: 1 };
  expect((await callAsOperator(app, other, issueInvitationCodes, args)).status).toBe(404);
  expect((await list({ activityId, states: ["unused"] })).length).toBe(1);
  expect(await countOf(activityId)).toBe(1);
});

test("CO72 a batch has at most 500 guests, of a dealer of the activity", async () => {
  const activityId = await addActivity();
  const many = Array.from({ length: MAX_ISSUED_CODES + 1 }, (_, at) => `客人${at}`).join("\n");
  const tooMany = await callAsOperator(app, hq, checkInvitationGuests, batch(activityId, many));
  expect(JSON.stringify(tooMany)).toContain(messages.tooMany(MAX_ISSUED_CODES));
  const stray = await issue(activityId, "林晓岚", 1, { dealerId: ELSEWHERE });
  expect(JSON.stringify(stray)).toContain(messages.noDealer);
  expect(JSON.stringify(await issue(activityId, " \n", 1))).toContain(messages.noGuests);
});
