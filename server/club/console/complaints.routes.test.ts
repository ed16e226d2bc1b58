import { sql } from "kysely";
import { expect, test } from "vitest";
import { decideComplaint, openComplaints } from "#contract/club/complaints.ts";
import {
  decideComplaints,
  listHiddenClubContent,
  showClubContent,
  showComplaint,
} from "#contract/console/club/complaints.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { addComplaint } from "../../testing/samples/sample-complaint.ts";
import { clubMessages } from "../messages.ts";
import { decideTarget } from "../moderation/decide.ts";
import { openModeration } from "./test-moderation.ts";

const { console: messages } = clubMessages;
const { app, moderator, colleague, decide, list, rowOf, statusOf, scene } = await openModeration();
const link = await app.modules.club.complaintLinks.seed();
const HOUR = 3_600_000;

test("CO73 complaints of both doors are one list: what one decides is decided at the other", async () => {
  const here = await scene();
  const there = await scene();
  const atLink = (await app.call(openComplaints, { link })).data.list.map(({ targetId }) => targetId);
  expect(atLink).toEqual(expect.arrayContaining([here.articleId, there.articleId]));
  expect((await decide(moderator, here, "hide")).code).toBe("00");
  const decided = (await app.call(openComplaints, { link, decided: true })).data.list;
  expect(decided.find(({ targetId }) => targetId === here.articleId)).toMatchObject({
    status: "hidden",
    decided: { decision: "hide", by: "审核员小林" },
  });
  await app.call(decideComplaint, {
    link,
    by: "客服小陈",
    kind: "article",
    targetId: there.articleId,
    newestId: there.newestId,
    decision: "reject",
  });
  expect(await rowOf(there.complaintId)).toBeUndefined();
  expect(await rowOf(there.complaintId, { state: "decided" })).toMatchObject({
    decided: { decision: "reject", by: "客服小陈" },
  });
  const late = await decide(moderator, there, "hide");
  expect([late.code, late.message]).toEqual(["STATE_CHANGED", messages.decided("客服小陈", "保留")]);
});

test("CO73 of two who decide at once one decides and the other one is told; without the guard both would", async () => {
  const target = await addComplaint(app);
  const both = await Promise.all([decide(moderator, target, "hide"), decide(colleague, target, "reject")]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  const first = both[0]?.code === "00" ? "审核员小林" : "审核员小吴";
  expect(both.find(({ code }) => code !== "00")?.message).toMatch(`${first} 已处理为`);
  const countDecisions = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from club_decision
        where target_id = ${target.articleId}`.execute(app.context.db)
    ).rows[0]?.count;
  expect(await countDecisions()).toBe(1);
  // The guard out: a decision that does not ask for open complaints is made a second time.
  const unguarded = await app.context.db.transaction().execute((transaction) =>
    decideTarget(
      { ports: { pictures: { removePublic: () => Promise.resolve() } } as never },
      transaction,
      {
        kind: "article",
        targetId: target.articleId,
        newestId: target.newestId,
        decision: "hide",
        reason: "spam",
        days: null,
        by: "另一位",
        operatorId: colleague.operatorId,
        actor: { kind: "operator", id: colleague.operatorId, host: "console" },
        now: new Date(app.context.clock.now()),
        isAgain: false,
      },
      { needsComplaints: false },
    ),
  );
  expect(unguarded).toMatchObject({ decisionId: expect.any(String) as string });
  expect(await countDecisions()).toBe(2);
});

test("the oldest complaint stands first; after 24 hours it is overdue, and filters find it", async () => {
  const now = app.context.clock.now();
  const [old, soon, fresh] = [
    await addComplaint(app, now - 25 * HOUR),
    await addComplaint(app, now - 22 * HOUR),
    await addComplaint(app, now - HOUR),
  ];
  const ids = [old, soon, fresh].map(({ complaintId }) => complaintId);
  const shown = (await list()).filter(({ complaintId }) => ids.includes(complaintId));
  expect(shown.map(({ complaintId, isOverdue }) => [complaintId, isOverdue])).toEqual([
    [old.complaintId, true],
    [soon.complaintId, false],
    [fresh.complaintId, false],
  ]);
  for (const [age, expected] of [
    ["overdue", old],
    ["soon", soon],
    ["fresh", fresh],
  ] as const) {
    const found = (await list({ age })).filter(({ complaintId }) => ids.includes(complaintId));
    expect(found.map(({ complaintId }) => complaintId)).toEqual([expected.complaintId]);
  }
  expect(await list({ groupId: old.groupId })).toHaveLength(1);
  expect(await list({ groupId: old.groupId, kind: "comment" })).toHaveLength(0);
  expect(await list({ groupId: old.groupId, reason: "abuse" })).toHaveLength(0);
  for (const { articleId } of [old, soon, fresh])
    await sql`delete from club_report where target_id = ${articleId}`.execute(app.context.db);
});

test("names are masked without person.name; the detail has the content, reasons and the author's record", async () => {
  const target = await scene();
  const show = (who: TestOperator) =>
    callAsOperator(app, who, showComplaint, { complaintId: target.complaintId });
  const { data } = await show(moderator);
  expect(data).toMatchObject({
    complaint: { kind: "article", count: 1, reason: "abuse", person: { name: "周**" }, status: "shown" },
    content: { text: "加我微信", articleId: target.articleId },
    reports: [{ reason: "abuse", detail: "到处发" }],
    record: { person: { memberId: target.author.memberId }, articles: 1, complaints: 1, bars: 0, bar: null },
    decisions: [],
  });
  expect(JSON.stringify(data)).not.toContain("周行远");
  const hq = await loginOperator(app, "hq-staff");
  expect((await show(hq)).data.complaint.person?.name).toBe("周行远");
  expect((await decide(hq, target, "hide")).status).toBe(406);
});

test("in bulk each complaint is decided by one operator; a filter that finds another number decides none", async () => {
  const targets = [await addComplaint(app), await addComplaint(app), await addComplaint(app)];
  const items = targets.map(({ complaintId, newestId }) => ({ complaintId, newestId }));
  const [first] = targets;
  if (!first) throw new Error("three targets");
  await decide(colleague, first, "reject");
  const bulk = { selection: { items }, decision: "hide", reason: "spam" } as const;
  const { data } = await callAsOperator(app, moderator, decideComplaints, bulk);
  expect(data.decided.map(({ complaintId }) => complaintId)).toEqual(
    items.slice(1).map(({ complaintId }) => complaintId),
  );
  expect(data.undecided).toEqual([{ complaintId: first.complaintId, cause: "decided" }]);
  const one = await addComplaint(app);
  const all = (count: number) =>
    callAsOperator(app, moderator, decideComplaints, {
      selection: { filter: { groupId: one.groupId }, count },
      decision: "reject",
    });
  expect((await all(2)).code).toBe("LIST_CHANGED");
  expect((await all(1)).data.decided).toHaveLength(1);
});

test("hidden content says by whom and why; showing it again rejects its complaints and tells a second operator", async () => {
  const target = await scene();
  await decide(colleague, target, "hide", { reason: "false" });
  const hidden = async () =>
    (await callAsOperator(app, moderator, listHiddenClubContent, { filter: { groupId: target.groupId } }))
      .data.rows;
  expect(await hidden()).toMatchObject([
    { complaintId: target.complaintId, by: "operators", operator: "审核员小吴", reason: "false" },
  ]);
  const show = (who: TestOperator) =>
    callAsOperator(app, who, showClubContent, { items: [target.complaintId] });
  const both = await Promise.all([show(moderator), show(colleague)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await hidden()).toEqual([]);
  expect(await statusOf(target.articleId)).toBe(200);
});
