import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listActivityUserSeries } from "#contract/car/car.ts";
import { listBenefits, sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn } from "#contract/check-in/check-in.ts";
import { checkFlowDetail } from "#contract/flow/flow.ts";
import { enrollKoc, showKocProgram } from "#contract/koc/koc.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { acceptInvitationCode, showInvitationCode } from "#contract/invitation/invitation.ts";
import { operateLink } from "#contract/share/share.ts";
import { listDates, showSignUp, signUp } from "#contract/signup/signup.ts";
import { acceptOffer } from "#contract/signup/waitlist.ts";
import { createSelfService } from "../../signup/index.ts";
import { testWaitlist } from "../waitlist/test-waitlist.ts";
import { testApp, type TestApp } from "../app.ts";
import { cancelActivityNow } from "./cancel-activity.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";

const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const { now, open, seated, waits, stateOf, seats } = testWaitlist(() => app);
const message = "活动已取消：因暴雨天气";
const filled = { name: "林晓岚", mobile: "13112345678", consent: true as const };

/** An activity with all its offers, an invitation code, and a logged-in person. */
async function whole() {
  const activityId = await open({ quota: 9 });
  const benefit = sampleBenefit(now(), { activity_id: activityId });
  await app.modules.benefits.add([benefit]);
  await app.modules.kocs.add([sampleKocProgram(now(), { activity_id: activityId })]);
  const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId: null, sessionId: null };
  const sec = await app.modules.invitations.issue(plain, now() + HOUR);
  const { token } = await app.login(filled.mobile);
  return { activityId, benefitId: benefit.benefit_id, sec, token };
}

/** Answers of each of its calls to a person who takes no part in it. */
async function answersOf({ activityId, benefitId, sec, token }: Awaited<ReturnType<typeof whole>>) {
  const id = activityId;
  const as = { token };
  const lead = { ...filled, id, provinceCode: "310000", cityCode: "310100" };
  return Promise.all([
    app.call(showKocProgram, { activityId }),
    app.call(enrollKoc, { id }, as),
    app.call(showInvitationCode, { activityId, sec }),
    app.call(acceptInvitationCode, { activityId, sec }, as),
    app.call(listBenefits, { activityId }),
    app.call(sendBenefit, { id }, as),
    app.call(sendBenefit, { id: benefitId }, as),
    app.call(showSignUp, { activityId }, as),
    app.call(signUp, { ...filled, id }, as),
    app.call(listDates, { activityId }),
    app.call(leaveLead, lead, as),
    app.call(listActivityUserSeries, { activityId }, as),
    app.call(operateLink, { id, op: "share" }, as),
    app.call(operateLink, { id, op: "open", from: "A".repeat(17) }, as),
    app.call(operateLink, { id, op: "claim", from: "A".repeat(17) }, as),
  ]);
}

test("W10 C31 every call about a cancelled activity is refused with the reason and changes nothing", async () => {
  const asked = await whole();
  await cancelActivityNow(app, asked.activityId);
  app.clearCaches();
  const answers = await answersOf(asked);
  const calledOff = { reason: "因暴雨天气", time: expect.stringMatching(/\+08:00$/) };
  expect(answers.map(({ status, message: said, data }) => ({ status, message: said, data }))).toEqual(
    answers.map(() => ({ status: 404, message, data: { calledOff } })),
  );
  expect(await seats(asked.activityId)).toMatchObject({ taken: 0, held: 0 });
  const poster = await app.app.inject({ url: `/poster/${asked.activityId}` });
  expect([poster.statusCode, poster.json<{ message: string }>().message]).toEqual([404, message]);
});

test("W10 every call about a withdrawn activity answers 404 with its own message", async () => {
  const asked = await whole();
  await sql`update activity set is_published = false where activity_id = ${asked.activityId}`.execute(
    app.context.db,
  );
  app.clearCaches();
  for (const { status, message: said, data } of await answersOf(asked)) {
    expect([status, said.includes("取消"), data]).toEqual([404, false, null]);
    expect(said).toMatch(/不存在|没有/);
  }
});

test("W10 L18 L19 after a cancellation no offer can be accepted and no ticket number checked in", async () => {
  const activityId = await open({ quota: 2 });
  const [holder, leaving] = [await seated(activityId), await seated(activityId)];
  const offered = await waits(activityId);
  await createSelfService(app.context.db).cancel(activityId, leaving.userId, now());
  expect(await stateOf(activityId, offered)).toMatchObject({ state: "offered" });
  const { ticketCode } = (await app.call(showSignUp, { activityId }, { token: holder.token })).data;
  const link = await app.modules.checkIns.addLink({ activityId });
  await cancelActivityNow(app, activityId);
  const accepted = await app.call(acceptOffer, { id: activityId }, { token: offered.token });
  expect([accepted.status, accepted.message]).toEqual([633, message]);
  const typed = await app.call(checkIn, { link, by: "小李", code: ticketCode ?? "" });
  expect([typed.status, typed.message]).toEqual([633, message]);
  expect(await stateOf(activityId, offered)).toMatchObject({ signed: false });
});

test("W10 I03 a sign-up for a cancelled activity still satisfies a process that requires it; nobody else passes", async () => {
  const [first, next] = [
    await open({ quota: 9 }),
    await open({ quota: 9, processKey: "P7", nodeKey: "signup" }),
  ];
  const before = { kind: "step" as const, nodeKey: "before", name: "先报名", activityId: first };
  const last = { kind: "step" as const, nodeKey: "signup", name: "报名", after: ["before"] };
  await app.modules.flow.publish({ activityId: next, process: { nodes: [before, last] } });
  const [holder, other] = [await seated(first), await app.login("13112345679")];
  await cancelActivityNow(app, first);
  const stateFor = async (token: string) =>
    (await app.call(checkFlowDetail, { activityId: next }, { token })).data.nodes.find(
      ({ nodeKey }) => nodeKey === "before",
    )?.state;
  expect([await stateFor(holder.token), await stateFor(other.token)]).toEqual(["pass", "fail"]);
});
