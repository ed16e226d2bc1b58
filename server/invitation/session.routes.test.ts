import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { acceptInvitationCode, showInvitationCode } from "#contract/invitation/invitation.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { invitationMessages } from "./messages.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DEALER = "1921";
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(sampleDealers(DEALER));
});
afterEach(() => app.context.clock.set(null));
afterAll(() => app.close());

const now = () => app.context.clock.now();
let made = 0;
/** Issues a code valid for 30 days to a session that begins in an hour, of an activity that lasts a week. */
async function invite(dealerId: string | null = null) {
  const activityId = `192000000000000${String(1000 + made++)}`;
  const [startTime, endTime] = [now() + HOUR, now() + 2 * HOUR];
  await app.modules.activities.addActivities([
    sampleActivity(now(), {
      activityId,
      address: "滨江步道",
      startTime: now(),
      endTime: now() + 7 * DAY,
      dealerIds: [DEALER],
      sessions: [{ sessionId: "7", dealerId, startTime, endTime, quota: 5, taken: 0 }],
      asks: { series: false, dealer: false, session: true },
    }),
  ]);
  const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId: null, sessionId: "7" };
  const sec = await app.modules.invitations.issue(plain, now() + 30 * DAY);
  return { invitation: { activityId, sec }, startTime, endTime };
}
let people = 0;
const person = () => app.login(`137${String(40_000_000 + people++)}`);
/** Reads the invitation's state and expiry, and accepts it. */
async function outcome(invitation: { activityId: string; sec: string }) {
  const { state } = (await app.call(showInvitationCode, invitation)).data;
  const { token } = await person();
  const { status, headers } = await app.call(acceptInvitationCode, invitation, { token });
  return { state, status, remark: decodeURIComponent(String(headers["flow_branch_remark"])) };
}
const over = { state: "expired", status: 633, remark: invitationMessages.expired };

test("M13 an invitation to a session shows its times and place and expires when it begins", async () => {
  const { invitation, startTime, endTime } = await invite(DEALER);
  expect((await app.call(showInvitationCode, invitation)).data).toMatchObject({
    state: "open",
    startTime: toShanghaiIso(new Date(startTime)),
    endTime: toShanghaiIso(new Date(endTime)),
    expiresTime: toShanghaiIso(new Date(startTime)),
    dealerName: `门店 ${DEALER}`,
    address: `龙腾大道 ${DEALER} 号`,
  });
  const elsewhere = (await app.call(showInvitationCode, (await invite()).invitation)).data;
  expect([elsewhere.dealerName, elsewhere.address]).toEqual([null, "滨江步道"]);
});

test("M13 M14 an invitation expires when its session begins; an accepted one keeps its seat", async () => {
  const [late, used] = [await invite(), await invite()];
  const { token } = await person();
  const applied = await app.call(acceptInvitationCode, used.invitation, { token });
  app.context.clock.set(late.startTime + 2 * HOUR);
  expect(await outcome(late.invitation)).toEqual(over);
  expect((await app.call(acceptInvitationCode, used.invitation, { token })).data).toEqual(applied.data);
});

test("M13 M14 an invitation expires when its session is removed", async () => {
  const { invitation } = await invite();
  await sql`delete from activity_session where activity_id = ${invitation.activityId}`.execute(
    app.context.db,
  );
  expect(await outcome(invitation)).toEqual(over);
});
