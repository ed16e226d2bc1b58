import { sql } from "kysely";
import { expect, test } from "vitest";
import { listNotifications, showMember } from "#contract/club/members.ts";
import { listComplaints, undoComplaintDecisions } from "#contract/console/club/complaints.ts";
import { showClubFigures } from "#contract/console/club/figures.ts";
import { findClubMember, liftClubBar, listBarredMembers } from "#contract/console/club/members.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { addComplaint } from "../../testing/samples/sample-complaint.ts";
import { clubMessages } from "../messages.ts";
import { remarkOf } from "../test-club.ts";
import { openModeration } from "./test-moderation.ts";

const { console: messages } = clubMessages;
const { app, club, moderator, colleague, decide, rowOf, statusOf, scene } = await openModeration();
const HOUR = 3_600_000;

test("a bar ends by itself; the author reads the reason and its end, and a lifted bar is lifted once", async () => {
  const target = await scene();
  const { author, groupId } = target;
  const missing = await decide(moderator, target, "bar", { reason: undefined });
  expect([missing.status, missing.code]).toEqual([601, "601"]);
  expect((await decide(moderator, target, "bar", { days: 3 })).code).toBe("00");
  expect(await statusOf(target.articleId)).toBe(404);
  const refused = await club.publish(author, groupId);
  expect([refused.status, remarkOf(refused)]).toEqual([633, expect.stringMatching(/停用至 \d+\.\d\d /)]);
  const notices = (await app.call(listNotifications, {}, { token: author.token })).data.list;
  expect(notices.find(({ kind }) => kind === "moderation")).toMatchObject({
    outcome: "hidden",
    moderation: { by: "operators", reason: "spam" },
  });
  const barred = (await callAsOperator(app, moderator, listBarredMembers, { filter: { reason: "spam" } }))
    .data.rows;
  const row = barred.find(({ person }) => person.memberId === author.memberId);
  expect(row).toMatchObject({ by: "审核员小林", bars: 1, person: { name: "周**" } });
  const lift = { memberId: author.memberId, basedOn: row?.since ?? "" };
  const both = await Promise.all(
    [moderator, colleague].map((who) => callAsOperator(app, who, liftClubBar, lift)),
  );
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect((await club.publish(author, groupId)).status).toBe(200);
  await decide(moderator, target, "bar", { days: 1, isAgain: true });
  expect((await club.publish(author, groupId)).status).toBe(633);
  await sql`update club_member set barred_until = ${new Date(app.context.clock.now() - 1)}
    where member_id = ${author.memberId}`.execute(app.context.db);
  expect((await club.publish(author, groupId)).status).toBe(200);
});

test("removed content is gone for good, its author is told, and the decision can be taken back for ten minutes", async () => {
  const target = await scene();
  const removed = await decide(moderator, target, "remove", { reason: "illegal" });
  const decisionId = removed.data.decided[0]?.decisionId ?? "";
  expect(await statusOf(target.articleId)).toBe(404);
  const noticesOf = async () =>
    (await app.call(listNotifications, {}, { token: target.author.token })).data.list.filter(
      ({ kind }) => kind === "moderation",
    );
  expect(await noticesOf()).toMatchObject([{ outcome: "removed", moderation: { reason: "illegal" } }]);
  const undo = (who: TestOperator) =>
    callAsOperator(app, who, undoComplaintDecisions, { decisionIds: [decisionId] });
  const other = await undo(colleague);
  expect([other.code, other.message]).toEqual(["STATE_CHANGED", messages.undoLate]);
  expect((await undo(moderator)).data).toEqual({ undone: 1, left: 0 });
  expect(await statusOf(target.articleId)).toBe(200);
  expect(await noticesOf()).toEqual([]);
  expect(await rowOf(target.complaintId)).toMatchObject({ status: "shown", decided: null });
  expect((await undo(moderator)).code).toBe("STATE_CHANGED");
  expect(await app.modules.club.repairCounters()).toBe(0);
  const again = (await decide(moderator, target, "hide")).data.decided[0]?.decisionId ?? "";
  await sql`update club_decision set decided_time = decided_time - interval '11 minutes'
    where decision_id = ${again}`.execute(app.context.db);
  const late = await callAsOperator(app, moderator, undoComplaintDecisions, { decisionIds: [again] });
  expect(late.code).toBe("STATE_CHANGED");
});

test("a changed decision is taken back to the earlier one", async () => {
  const target = await scene();
  await decide(colleague, target, "hide");
  const changed = await decide(moderator, target, "reject", { isAgain: true });
  expect(await statusOf(target.articleId)).toBe(200);
  const decisionIds = changed.data.decided.map(({ decisionId }) => decisionId);
  expect((await callAsOperator(app, moderator, undoComplaintDecisions, { decisionIds })).code).toBe("00");
  expect(await statusOf(target.articleId)).toBe(404);
  expect(await rowOf(target.complaintId, { state: "decided" })).toMatchObject({
    decided: { decision: "hide", by: "审核员小吴" },
  });
});

test("figures count each moderator's decisions without those taken back, and what was reversed", async () => {
  const [fast, late] = await Promise.all(
    ["审核员快", "审核员慢"].map((name) => loginOperator(app, "moderator", undefined, { name })),
  );
  if (!fast || !late) throw new Error("two operators");
  const now = app.context.clock.now();
  await decide(fast, await addComplaint(app, now - 10 * 60_000), "hide");
  const kept = await addComplaint(app, now - 30 * 60_000);
  await decide(fast, kept, "reject");
  await decide(late, kept, "remove", { isAgain: true });
  await decide(late, await addComplaint(app, now - 26 * HOUR), "hide");
  const undone = await decide(late, await addComplaint(app), "hide");
  await callAsOperator(app, late, undoComplaintDecisions, {
    decisionIds: undone.data.decided.map(({ decisionId }) => decisionId),
  });
  const auditor = await loginOperator(app, "auditor");
  const { data } = await callAsOperator(app, auditor, showClubFigures, { days: 7 });
  const of = (name: string) => data.moderators.find((one) => one.name === name);
  expect(of("审核员快")).toMatchObject({
    decided: 2,
    hidden: 1,
    rejected: 1,
    medianMinutes: 20,
    reversed: 1,
    late: 0,
  });
  expect(of("审核员慢")).toMatchObject({ decided: 2, hidden: 1, removed: 1, late: 1, reversed: 0 });
  expect(data.total.decided).toBe(data.moderators.reduce((sum, { decided }) => sum + decided, 0));
});

test("customer service finds one member by a whole mobile, and no list", async () => {
  const service = await loginOperator(app, "service");
  const mobile = "13466600001";
  const { token } = await app.login(mobile, { nickname: "周行远" });
  const memberId = (await app.call(showMember, {}, { token })).data.id;
  const found = await callAsOperator(app, service, findClubMember, { mobile });
  expect(found.data.record).toMatchObject({ person: { memberId, name: "周行远" } });
  expect(
    (await callAsOperator(app, service, findClubMember, { mobile: "13911112222" })).data.record,
  ).toBeNull();
  expect((await callAsOperator(app, service, listComplaints, { filter: {} })).status).toBe(406);
});
