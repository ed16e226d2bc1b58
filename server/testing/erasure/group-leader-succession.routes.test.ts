import { sql } from "kysely";
import { expect, test } from "vitest";
import { addComment } from "#contract/club/articles.ts";
import { listHiddenContent, moderate } from "#contract/club/moderation.ts";
import { decideComplaint, openComplaints } from "#contract/club/complaints.ts";
import { appointManager, handOverGroup } from "#contract/club/group-leader.ts";
import { listNotifications, reportContent } from "#contract/club/members.ts";
import { leaveGroup, listGroupMembers, showGroup } from "#contract/club/club.ts";
import { openClub, type ClubTestPerson } from "../../club/test-club.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { eraseUser } from "../../privacy/erase-user.ts";

const { app, club } = await openClub();

const erase = ({ userId }: ClubTestPerson) =>
  eraseUser(
    app.context,
    { deleteDueFiles: () => Promise.resolve(), eventTimeout: 60_000 },
    userId,
    operatorActor,
  );
const rolesOf = async (groupId: string) =>
  (await app.call(listGroupMembers, { groupId })).data.list.map(({ id, role }) => [id, role]);
const toldOf = async ({ token }: ClubTestPerson) =>
  (await app.call(listNotifications, { kind: "join" }, { token })).data.list;
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [first, second] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  return { leader, groupId, first, second };
}

test("P23 after the leader's erasure a group is led by a manager, then by the member of longest standing, then by nobody", async () => {
  const { leader, groupId, first, second } = await scene();
  const appoint = { groupId, userId: second.memberId, manages: true };
  expect((await app.call(appointManager, appoint, { token: leader.token })).status).toBe(200);
  await erase(leader);
  expect(await rolesOf(groupId)).toEqual([
    [second.memberId, "leader"],
    [first.memberId, "member"],
  ]);
  expect((await app.call(showGroup, { groupId }, { token: second.token })).data).toMatchObject({
    leads: true,
    members: 2,
  });
  // A new leader cannot just leave the group either.
  expect((await app.call(leaveGroup, { groupId }, { token: second.token })).status).toBe(633);
  expect(await toldOf(second)).toMatchObject([
    { outcome: "leads", inherited: true, actor: { id: second.memberId }, group: { groupId }, read: false },
  ]);
  await erase(second);
  expect(await rolesOf(groupId)).toEqual([[first.memberId, "leader"]]);
  expect(await toldOf(first)).toMatchObject([{ outcome: "leads", inherited: true }]);
  await erase(first);
  expect(await rolesOf(groupId)).toEqual([]);
});

test("P23 a person who has left a group does not inherit it", async () => {
  const { leader, groupId, first, second } = await scene();
  await app.call(leaveGroup, { groupId }, { token: first.token });
  await erase(leader);
  expect(await rolesOf(groupId)).toEqual([[second.memberId, "leader"]]);
});

test("P23 merging two users transfers the leadership", async () => {
  const { leader, groupId, first, second } = await scene();
  await app.context.db
    .transaction()
    .execute((db) => app.modules.club.mergeUsers(db, leader.userId, first.userId));
  expect(await rolesOf(groupId)).toEqual([
    [first.memberId, "leader"],
    [second.memberId, "member"],
  ]);
});

test("P23 a person who was given a group by its leader is not notified of an inheritance", async () => {
  const { leader, groupId, first } = await scene();
  await app.call(handOverGroup, { groupId, userId: first.memberId }, { token: leader.token });
  const [told] = await toldOf(first);
  expect([told?.outcome, told?.inherited, told?.actor.id]).toEqual(["leads", undefined, leader.memberId]);
});

test("P23 a complaint about a group loses its text with the leader's erasure, and concerns the new leader", async () => {
  const { leader, groupId, first, second } = await scene();
  const report = { kind: "group", targetId: groupId, reason: "false", detail: "群主老周收钱不办事" } as const;
  await app.call(reportContent, report, { token: second.token });
  await erase(leader);
  const link = await app.modules.club.complaintLinks.seed();
  const { list } = (await app.call(openComplaints, { link })).data;
  expect(list.filter(({ targetId }) => targetId === groupId)).toMatchObject([
    { count: 1, person: { id: first.memberId }, reports: [{ reason: "false", detail: "" }] },
  ]);
});

test("P23 content hidden by operators stays hidden after the reporter's erasure, and can be decided again", async () => {
  const { leader, groupId, first, second } = await scene();
  const articleId = await club.articleOf(first, groupId, "<p>加我微信</p>");
  const said = await app.call(addComment, { articleId, content: "包过" }, { token: first.token });
  const { commentId } = said.data.comment;
  const link = await app.modules.club.complaintLinks.seed();
  const by = "客服小陈";
  const decided: { kind: "article" | "comment"; targetId: string; newestId: string }[] = [];
  for (const [kind, targetId] of [
    ["comment", commentId],
    ["article", articleId],
  ] as const) {
    await app.call(
      reportContent,
      { kind, targetId, reason: "spam", detail: "到处发" },
      { token: second.token },
    );
    const waiting = (await app.call(openComplaints, { link })).data.list;
    const newestId = waiting.find((one) => one.targetId === targetId)?.newestId ?? "";
    await app.call(decideComplaint, { link, by, kind, targetId, newestId, decision: "hide" });
    decided.push({ kind, targetId, newestId });
  }
  await erase(second);
  const list = (await app.call(openComplaints, { link, decided: true })).data.list;
  expect(list.map(({ targetId, count, reports }) => [targetId, count, reports])).toEqual([
    [articleId, 1, []],
    [commentId, 1, []],
  ]);
  const hidden = (await app.call(listHiddenContent, { groupId }, { token: leader.token })).data.list;
  expect(hidden.map(({ byOperators }) => byOperators)).toEqual([true, true]);
  for (const { kind, targetId, newestId } of decided) {
    const show = { kind, targetId, action: "show" } as const;
    expect((await app.call(moderate, show, { token: leader.token })).status).toBe(406);
    const back = { link, by, kind, targetId, newestId, decision: "reject", again: true } as const;
    expect((await app.call(decideComplaint, back)).data.complaint.status).toBe("shown");
  }
});

test("P23 merging two users keeps a bar of either, with the earlier time", async () => {
  const { leader, groupId, first, second } = await scene();
  const bar = (who: ClubTestPerson, time: string | null) =>
    sql`update club_member set barred_time = ${time}::timestamptz where member_id = ${who.memberId}`.execute(
      app.context.db,
    );
  const barredOf = async ({ memberId }: ClubTestPerson) => {
    const { rows } = await sql<{ barred_time: Date | null }>`
      select barred_time from club_member where member_id = ${memberId}`.execute(app.context.db);
    return rows[0]?.barred_time?.toISOString() ?? null;
  };
  const move = (from: ClubTestPerson, to: ClubTestPerson) =>
    app.context.db.transaction().execute((db) => app.modules.club.mergeUsers(db, from.userId, to.userId));
  await bar(first, "2026-11-20T09:00:00.000Z");
  await move(first, second);
  expect(await barredOf(second)).toBe("2026-11-20T09:00:00.000Z");
  expect((await club.publish(second, groupId)).status).toBe(633);
  await bar(leader, "2026-11-21T09:00:00.000Z");
  await move(leader, second);
  expect(await barredOf(second)).toBe("2026-11-20T09:00:00.000Z");
  const [free, other] = [await club.person(), await club.person()];
  await move(free, other);
  expect(await barredOf(other)).toBeNull();
});
