import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import {
  askOwnerReviewAgain,
  countOwnerApplications,
  decideOwnerApplications,
  declineReasons,
  findOwnerApplications,
  listOwnerApplications,
  revealOwnerApplication,
  showOwnerApplication,
  type OwnerDecision,
  type OwnerFilter,
} from "#contract/console/club/owners.ts";
import { updateCarInfo } from "#contract/owner/owner.ts";
import { maskVin } from "#contract/owner/vin.ts";
import { openApp, type TestApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { addOwnerApplication } from "../../testing/samples/sample-owner.ts";
import { testVin } from "../../testing/samples/sample-vin.ts";
import { ownerMessages } from "../messages.ts";
import { ownerStore } from "../store.ts";

const { console: messages } = ownerMessages;
/** Status with which the maker's system answers; 200: under review. */
let answers = 200;
const maker = createServer((_request, response) => {
  response.writeHead(answers, { "content-type": "application/json" }).end('{"status":"review"}');
});
await new Promise<void>((resolve) => maker.listen(0, "127.0.0.1", resolve));
afterAll(() => void maker.close());
const url = `http://127.0.0.1:${(maker.address() as AddressInfo).port}/owners`;
const system = { OWNER_REVIEW_URL: url, OWNER_REVIEW_SECRET: "a secret of both sides" };
const bySystem = await openApp({ settings: system });
const byHand = await openApp({ settings: { OWNER_REVIEW: "console" } });
const admin = await loginOperator(byHand, "hq-admin", undefined, { name: "周管理" });
const colleague = await loginOperator(byHand, "hq-admin", undefined, { name: "吴管理" });

let people = 0;
const nextMobile = (): string => `1379988${String(1_000 + people++)}`;
const accept: OwnerDecision = { kind: "accept" };
const decline: OwnerDecision = { kind: "decline", reason: "blurred" };
const decide = (who: TestOperator, ids: string[], decision: OwnerDecision, app: TestApp = byHand) =>
  callAsOperator(app, who, decideOwnerApplications, { applicationIds: ids, decision });
const auditOf = async (app: TestApp, applicationId: string): Promise<string[]> =>
  (
    await sql<{ line: string }>`select actor_kind || ' ' || action || ' ' || outcome as line from audit_entry
      where about_kind = 'owner-application' and about_id = ${applicationId} order by audit_id`.execute(
      app.context.db,
    )
  ).rows.map(({ line }) => line);
const stateOf = async (app: TestApp, token: string) => (await app.call(updateCarInfo, {}, { token })).data;

test("CO75 without OWNER_REVIEW=console nobody decides by hand; the page does not offer it", async () => {
  const operator = await loginOperator(bySystem, "hq-admin");
  const { applicationId, token } = await addOwnerApplication(bySystem, nextMobile());
  const refused = await decide(operator, [applicationId], accept, bySystem);
  expect([refused.status, refused.message]).toEqual([404, messages.notByHand]);
  expect((await stateOf(bySystem, token)).application?.status).toBe("review");
  const counts = (await callAsOperator(bySystem, operator, countOwnerApplications, {})).data;
  expect(counts).toMatchObject({ isByHand: false, isAsked: true });
  const shown = (await callAsOperator(byHand, admin, countOwnerApplications, {})).data;
  expect(shown).toMatchObject({ isByHand: true, isAsked: false });
});

test("CO75 by hand: accepted means verified at once, declined tells the reason; each is one audit line", async () => {
  const one = await addOwnerApplication(byHand, nextMobile());
  const other = await addOwnerApplication(byHand, nextMobile());
  expect((await decide(admin, [one.applicationId], accept)).data).toEqual({ decided: 1, undecided: [] });
  expect(await stateOf(byHand, one.token)).toMatchObject({
    isOwner: true,
    application: { status: "accepted" },
    cars: [{ vin: maskVin(one.vin) }],
  });
  expect((await decide(admin, [other.applicationId], decline)).code).toBe("00");
  expect(await stateOf(byHand, other.token)).toMatchObject({
    isOwner: false,
    application: { status: "declined", reason: declineReasons.blurred },
  });
  expect(await auditOf(byHand, one.applicationId)).toEqual(["operator owner.review accepted"]);
  expect(await auditOf(byHand, other.applicationId)).toEqual(["operator owner.review declined"]);
  const { application } = (
    await callAsOperator(byHand, admin, showOwnerApplication, { applicationId: other.applicationId })
  ).data;
  expect(application).toMatchObject({ decidedBy: "周管理", state: "declined" });
});

test("of two who decide an application at once one decides and the other one is told; without the guard both would", async () => {
  const { applicationId, token } = await addOwnerApplication(byHand, nextMobile());
  const both = await Promise.all([
    decide(admin, [applicationId], accept),
    decide(colleague, [applicationId], decline),
  ]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(both.find(({ code }) => code !== "00")?.message).toBe(messages.decided);
  const isAccepted = both[0]?.code === "00";
  expect((await stateOf(byHand, token)).isOwner).toBe(isAccepted);
  expect(await auditOf(byHand, applicationId)).toHaveLength(1);
  // The guard out: as if the application were still under review for the one who comes second.
  await sql`update owner_application set status = 1 where application_id = ${applicationId}`.execute(
    byHand.context.db,
  );
  const again = await ownerStore(byHand.context.db).decline(applicationId, "again", new Date());
  expect(again).toBe(true);
  expect(await auditOf(byHand, applicationId)).toHaveLength(2);
});

test("a car is verified for one account: of two applications for it one is accepted, the other one says why not", async () => {
  const vin = testVin();
  const [one, other] = [
    await addOwnerApplication(byHand, nextMobile(), { vin }),
    await addOwnerApplication(byHand, nextMobile(), { vin }),
  ];
  const both = await Promise.all([
    decide(admin, [one.applicationId], accept),
    decide(colleague, [other.applicationId], accept),
  ]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(both.find(({ code }) => code !== "00")?.message).toBe(messages.taken);
  const open = both[0]?.code === "00" ? other : one;
  const shown = await callAsOperator(byHand, admin, showOwnerApplication, {
    applicationId: open.applicationId,
  });
  expect(shown.data).toMatchObject({ isTaken: true, application: { state: "review" } });
});

test("the maker's answer stands with the application; asking again asks at once", async () => {
  const operator = await loginOperator(bySystem, "hq-admin");
  const { applicationId } = await addOwnerApplication(bySystem, nextMobile());
  const shown = async () =>
    (await callAsOperator(bySystem, operator, showOwnerApplication, { applicationId })).data.application;
  answers = 502;
  await bySystem.modules.owners.review();
  expect(await shown()).toMatchObject({ answer: "failed", answerCause: "502", tries: 1 });
  const failed = (
    await callAsOperator(bySystem, operator, listOwnerApplications, { filter: { answer: "failed" } })
  ).data;
  expect(failed.rows.map((row) => row.applicationId)).toContain(applicationId);
  answers = 200;
  await bySystem.modules.owners.review();
  expect((await shown()).tries).toBe(1);
  await sql`update owner_application set asked_time = asked_time - interval '1 second'
    where application_id = ${applicationId}`.execute(bySystem.context.db);
  const asked = await callAsOperator(bySystem, operator, askOwnerReviewAgain, {
    applicationIds: [applicationId, "1"],
  });
  expect(asked.data).toEqual({ asked: 1, left: 1 });
  expect(await auditOf(bySystem, applicationId)).toEqual(["operator owner.ask-again done"]);
  await bySystem.modules.owners.review();
  expect(await shown()).toMatchObject({ answer: "review", answerCause: null, state: "review" });
  const nobody = await callAsOperator(byHand, admin, askOwnerReviewAgain, { applicationIds: ["1"] });
  expect([nobody.code, nobody.message]).toEqual(["STATE_CHANGED", messages.nobodyAsked]);
});

test("lists mask name, mobile and chassis number; a reveal shows the number and counts like a mobile", async () => {
  const { applicationId, mobile, vin } = await addOwnerApplication(byHand, nextMobile(), {
    since: byHand.context.clock.now() - 25 * 3_600_000,
  });
  const list = async (filter: OwnerFilter) =>
    (await callAsOperator(byHand, admin, listOwnerApplications, { filter })).data.rows;
  const row = (await list({ state: "review", isOverdue: true })).find(
    (each) => each.applicationId === applicationId,
  );
  expect(row).toMatchObject({ vin: maskVin(vin), isOverdue: true, hasPicture: false, tries: 0 });
  expect(JSON.stringify(row)).not.toContain(mobile);
  const revealed = await callAsOperator(byHand, admin, revealOwnerApplication, {
    applicationId,
    purpose: "verify",
  });
  expect(revealed.data).toEqual({ vin, pictureUrl: null, seconds: 60 });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from person_reveal
    where operator_id = ${admin.operatorId} and about_id = ${applicationId}`.execute(byHand.context.db);
  expect(rows[0]?.count).toBe(1);
  expect(await auditOf(byHand, applicationId)).toEqual(["operator owner.reveal verify"]);
});

test("customer service finds applications by a whole number; auditors count them, and see none", async () => {
  const { applicationId, mobile, vin } = await addOwnerApplication(byHand, nextMobile());
  const service = await loginOperator(byHand, "service");
  for (const number of [mobile, ` ${vin.toLowerCase()} `]) {
    const found = await callAsOperator(byHand, service, findOwnerApplications, { number });
    expect(found.data.applications.map((row) => row.applicationId)).toEqual([applicationId]);
  }
  const short = await callAsOperator(byHand, service, findOwnerApplications, { number: "1379988" });
  expect(short.status).toBe(601);
  expect((await callAsOperator(byHand, service, listOwnerApplications, { filter: {} })).status).toBe(406);
  const auditor = await loginOperator(byHand, "auditor");
  expect((await callAsOperator(byHand, auditor, countOwnerApplications, {})).data.review).toBeGreaterThan(0);
  expect((await callAsOperator(byHand, auditor, showOwnerApplication, { applicationId })).status).toBe(406);
});
