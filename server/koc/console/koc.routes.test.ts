import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  listKocApplications,
  reviewKocApplications,
  showKocApplication,
  type KocReviewArgs,
} from "#contract/console/koc/applications.ts";
import { showKocStatus } from "#contract/koc/koc.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { addKocApplication, sampleKocProgram } from "../../testing/samples/sample-koc.ts";
import { kocMessages } from "../messages.ts";

const { console: messages } = kocMessages;
const app = await openApp();
const hq = await loginOperator(app, "hq-admin");
const region = await loginOperator(app, "hq-staff");
let activityCount = 0;
let mobileCount = 0;
const nextMobile = (): string => `1370055${String(1_000 + mobileCount++)}`;

/** An activity with a programme and applications in review, oldest first. */
async function scene(places: number, applications: number) {
  const activityId = `195600000000000${String(1000 + activityCount++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, activityType: "online" })]);
  await app.modules.kocs.add([sampleKocProgram(now, { activity_id: activityId, places })]);
  const ids: string[] = [];
  for (let at = 0; at < applications; at++)
    ids.push(await addKocApplication(app, activityId, nextMobile(), new Date(now + at * 1_000)));
  return { activityId, ids };
}
type Decision = KocReviewArgs["decision"];
const decide = (operator: typeof hq, ids: string[], decision: Decision) =>
  callAsOperator(app, operator, reviewKocApplications, { selection: { ids }, decision });
const accept: Decision = { kind: "accept" };
const stateOf = async (kocId: string) =>
  (await callAsOperator(app, hq, showKocApplication, { kocId })).data.application.state;
const auditOf = async (activityId: string): Promise<string[]> =>
  (
    await sql<{ outcome: string }>`select outcome from audit_entry
      where about_kind = 'koc' and about_id like ${`${activityId}/%`} order by audit_id`.execute(
      app.context.db,
    )
  ).rows.map(({ outcome }) => outcome);

test("CO65 a bulk accept takes the first of the queue up to the places left, and names the others", async () => {
  const { activityId, ids } = await scene(5, 5);
  // As after a correction by hand: fewer places than applications in review.
  await sql`update koc_program set places = 3, taken = 3 where activity_id = ${activityId}`.execute(
    app.context.db,
  );
  const answer = await decide(hq, ids.toReversed(), accept);
  expect(answer.data.decided).toBe(3);
  expect(answer.data.undecided.map(({ kocId, cause }) => [kocId, cause])).toEqual(
    ids.slice(3).map((kocId) => [kocId, "noPlace"]),
  );
  expect(await Promise.all(ids.map(stateOf))).toEqual([
    "accepted",
    "accepted",
    "accepted",
    "waiting",
    "waiting",
  ]);
  const none = await decide(hq, ids.slice(3), accept);
  expect([none.code, none.message]).toEqual(["STATE_CHANGED", messages.noPlace]);
  expect(await auditOf(activityId)).toEqual(["accepted", "accepted", "accepted"]);
});

test("CO65 of two operators who decide the same applications at once each is decided by one", async () => {
  const { activityId, ids } = await scene(8, 4);
  const decline: Decision = { kind: "decline", reason: "名额有限" };
  const both = await Promise.all([decide(hq, ids, accept), decide(region, ids, decline)]);
  const decided = both.map(({ code, data }) => (code === "00" ? data.decided : 0));
  expect(decided.reduce((sum, count) => sum + count, 0)).toBe(4);
  expect(await auditOf(activityId)).toHaveLength(4);
  const states = await Promise.all(ids.map(stateOf));
  expect(states.filter((state) => state === "accepted")).toHaveLength(decided[0] ?? 0);
  const { rows } = await sql<{
    taken: number;
  }>`select taken from koc_program where activity_id = ${activityId}`.execute(app.context.db);
  expect(rows[0]?.taken).toBe(4 - (decided[1] ?? 0));
});

test("CO65 the applicant reads the reason; an application is decided once", async () => {
  const { activityId, ids } = await scene(4, 2);
  const [one = "", other = ""] = ids;
  expect((await decide(hq, [one], { kind: "decline", reason: " 资料不符 " })).data.decided).toBe(1);
  const again = await decide(region, [one], accept);
  expect([again.code, again.message]).toEqual(["STATE_CHANGED", messages.decided]);
  const mixed = await decide(region, [one, other], accept);
  expect(mixed.data).toMatchObject({ decided: 1, undecided: [{ kocId: one, cause: "decided" }] });
  const { token } = await app.login(`1370055${String(1_000 + mobileCount - 2)}`);
  const own = await app.call(showKocStatus, { activityId }, { token });
  expect(own.data).toMatchObject({ status: 3, reason: "资料不符" });
});

test("CO65 the queue has those with enough helpers first; all that a filter finds are decided if it finds as many", async () => {
  const { activityId, ids } = await scene(5, 3);
  const [, , last = ""] = ids;
  await sql`update koc_program set goal = 1 where activity_id = ${activityId}`.execute(app.context.db);
  const friend = await app.login(nextMobile());
  await sql`insert into share_help (activity_id, sharer_id, friend_id, op, created_time)
    values (${activityId}, ${last.split("/")[1]}, ${friend.userId}, 'claim', now())`.execute(app.context.db);
  const list = async (filter: object) =>
    (await callAsOperator(app, hq, listKocApplications, { filter: { activityId, ...filter } })).data;
  expect((await list({})).rows.map(({ kocId }) => kocId)).toEqual([last, ids[0], ids[1]]);
  expect((await list({ isReady: true })).rows).toMatchObject([{ kocId: last, helpers: 1, placesLeft: 5 }]);
  const shown = (await callAsOperator(app, hq, showKocApplication, { kocId: last })).data;
  expect(shown.evidence).toMatchObject([{ kind: "help", name: expect.stringMatching(/^.\*\*$/) as string }]);
  const all = (count: number) =>
    callAsOperator(app, hq, reviewKocApplications, {
      selection: { filter: { activityId, state: "waiting" }, count },
      decision: accept,
    });
  expect((await all(2)).code).toBe("LIST_CHANGED");
  expect((await all(3)).data).toEqual({ decided: 3, undecided: [] });
});
