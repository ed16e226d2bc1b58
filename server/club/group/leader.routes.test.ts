import sharp from "sharp";
import { expect, test } from "vitest";
import { sql } from "kysely";
import { appointManager, changeGroupCover, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import { listNotifications } from "#contract/club/members.ts";
import { leaveGroup, listGroupMembers, reviewJoin, showGroup } from "#contract/club/club.ts";
import { openClub, type ClubTestPerson, remarkOf } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const { app, club } = await openClub();

async function scene() {
  const leader = await club.person({ nickname: "老周" });
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const member = await club.memberOf(groupId, { nickname: "阿澈" });
  return { leader, groupId, member };
}
const detail = async (groupId: string, { token }: ClubTestPerson) =>
  (await app.call(showGroup, { groupId }, { token })).data;
const rolesOf = async (groupId: string) =>
  (await app.call(listGroupMembers, { groupId })).data.list.map(({ id, role }) => [id, role]);
const linesOf = async (groupId: string) => {
  const { rows } = await sql<{ action: string; outcome: string }>`
    select action, outcome from audit_entry where about_id = ${groupId} or about_id like ${`${groupId}/%`} order by audit_id`.execute(
    app.context.db,
  );
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
};
const photo = () =>
  sharp({ create: { width: 900, height: 500, channels: 3, background: "#2a6f73" } })
    .jpeg()
    .toBuffer();

test("P12 P23 the leader edits the group's intro and rules as plain text; helpers and others cannot", async () => {
  const { leader, groupId, member } = await scene();
  await app.call(
    appointManager,
    { groupId, userId: member.memberId, manages: true },
    { token: leader.token },
  );
  const written = { groupId, intro: " 山脊与<b>晨雾</b> ", rules: "先问再转\r\n\r\n不发广告\u202e " };
  for (const token of [member.token, (await club.person()).token])
    expect((await app.call(editGroup, written, { token })).status).toBe(406);
  const { data } = await app.call(editGroup, written, { token: leader.token });
  expect(data).toEqual({ intro: "山脊与<b>晨雾</b>", rules: "先问再转\n\n不发广告" });
  expect(await detail(groupId, leader)).toMatchObject({ ...data, leads: true, manages: true });
  expect(await detail(groupId, member)).toMatchObject({ leads: false, manages: true });
  const unknown = await app.call(editGroup, { ...written, groupId: "1" }, { token: leader.token });
  expect(unknown.status).toBe(404);
  expect(await linesOf(groupId)).toEqual(["club.appoint appointed", "club.edit text"]);
});

test("P23 an empty intro and texts above the limit are refused at their field", async () => {
  const { leader, groupId } = await scene();
  const edit = async (intro: string, rules = "") =>
    (await app.call(editGroup, { groupId, intro, rules }, { token: leader.token })).status;
  expect([await edit("\u202e \n"), await edit("雾".repeat(61)), await edit("雾", "约".repeat(501))]).toEqual([
    601, 601, 601,
  ]);
  expect(await edit("雾".repeat(60), "约".repeat(500))).toBe(200);
});

test("P12 only the leader changes the cover, which has a public, permanent address", async () => {
  const { leader, groupId, member } = await scene();
  const before = (await detail(groupId, leader)).coverUrl;
  const picture = await photo();
  const refused = await app.call(changeGroupCover, { groupId }, { token: member.token, picture });
  expect(refused.status).toBe(406);
  const broken = Buffer.from("<svg onload=alert(1)>");
  expect(
    (await app.call(changeGroupCover, { groupId }, { token: leader.token, picture: broken })).status,
  ).toBe(415);
  const { coverUrl } = (await app.call(changeGroupCover, { groupId }, { token: leader.token, picture })).data;
  expect(coverUrl).not.toBe(before);
  expect((await app.call(showGroup, { groupId })).data.coverUrl).toBe(coverUrl);
  const shown = await app.app.inject({ url: coverUrl });
  expect([shown.statusCode, String(shown.headers["content-type"]).split("/")[0]]).toEqual([200, "image"]);
  expect(coverUrl).not.toContain("?");
  expect(await linesOf(groupId)).toEqual(["club.edit cover"]);
});

test("P23 the leader appoints and dismisses helpers, who are notified; people outside the group and the leader are refused", async () => {
  const { leader, groupId, member } = await scene();
  const { token } = leader;
  const appoint = (userId: string, manages: boolean) =>
    app.call(appointManager, { groupId, userId, manages }, { token });
  const since = (await app.call(listGroupMembers, { groupId })).data.list.map(({ joinedTime }) => joinedTime);
  expect((await appoint(member.memberId, true)).data).toEqual({ role: "manager" });
  expect((await appoint(member.memberId, true)).status).toBe(200);
  expect(await rolesOf(groupId)).toEqual([
    [leader.memberId, "leader"],
    [member.memberId, "manager"],
  ]);
  // The time of joining does not change.
  expect(
    (await app.call(listGroupMembers, { groupId })).data.list.map(({ joinedTime }) => joinedTime),
  ).toEqual(since);
  expect((await appoint(member.memberId, false)).data).toEqual({ role: "member" });
  expect((await detail(groupId, member)).manages).toBe(false);
  const told = (await app.call(listNotifications, { kind: "join" }, { token: member.token })).data.list;
  expect(told.map(({ outcome, actor }) => [outcome, actor.id])).toEqual([
    ["dismissed", leader.memberId],
    ["appointed", leader.memberId],
  ]);
  const stranger = await club.person();
  expect(remarkOf(await appoint(stranger.memberId, true))).toBe(clubMessages.notInGroup);
  expect(remarkOf(await appoint(leader.memberId, false))).toBe(clubMessages.alreadyLeader);
});

test("P23 a group is handed over once: the previous leader becomes a helper, can leave, and cannot hand it over again", async () => {
  const { leader, groupId, member } = await scene();
  const other = await club.memberOf(groupId);
  const handOver = (who: ClubTestPerson, to: ClubTestPerson) =>
    app.call(handOverGroup, { groupId, userId: to.memberId }, { token: who.token });
  expect((await handOver(member, other)).status).toBe(406);
  expect(remarkOf(await handOver(leader, leader))).toBe(clubMessages.alreadyLeader);
  expect(remarkOf(await handOver(leader, await club.person()))).toBe(clubMessages.notInGroup);
  // Two concurrent handovers result in one leader.
  const both = await Promise.all([handOver(leader, member), handOver(leader, other)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 406]);
  const roles = await rolesOf(groupId);
  expect(roles.filter(([, role]) => role === "leader")).toHaveLength(1);
  expect(roles).toContainEqual([leader.memberId, "manager"]);
  const [next] = [member, other].filter(({ memberId }) => roles[0]?.[0] === memberId);
  const told = (await app.call(listNotifications, { kind: "join" }, { token: next?.token ?? "" })).data.list;
  expect(told.map(({ outcome }) => outcome)).toContain("leads");
  expect((await app.call(leaveGroup, { groupId }, { token: leader.token })).data.standing).toBe("none");
  expect((await app.call(leaveGroup, { groupId }, { token: next?.token ?? "" })).status).toBe(633);
  expect((await linesOf(groupId)).filter((line) => line === "club.hand-over done")).toHaveLength(1);
});

test("P12 P23 each decision about a member and a group causes a notification, an unchanged role does not", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId], joinMode: "approval" });
  const who = await club.person();
  const joins = async ({ token }: ClubTestPerson) =>
    (await app.call(listNotifications, { kind: "join" }, { token })).data.list.map(
      ({ outcome, notificationId }) => [outcome, notificationId] as const,
    );
  const outcomes = async (person: ClubTestPerson) => (await joins(person)).map(([outcome]) => outcome);
  const review = (accepted: boolean) =>
    app.call(reviewJoin, { groupId, userId: who.memberId, accepted }, { token: leader.token });
  const appoint = (manages: boolean) =>
    app.call(appointManager, { groupId, userId: who.memberId, manages }, { token: leader.token });
  const asked: unknown[] = [];
  for (const accepted of [false, false, true]) {
    await club.join(who, groupId);
    asked.push((await joins(leader))[0]);
    await review(accepted);
  }
  // Each application replaces the notification of the earlier one.
  expect([new Set(asked.map(String)).size, await outcomes(leader)]).toEqual([3, ["asked"]]);
  expect(await outcomes(who)).toEqual(["accepted", "declined"]);
  for (const manages of [true, false, true]) await appoint(manages);
  expect(await outcomes(who)).toEqual(["appointed", "dismissed", "accepted", "declined"]);
  const before = await joins(who);
  await appoint(true);
  expect(await joins(who)).toEqual(before);
  await appoint(false);
  await app.call(leaveGroup, { groupId }, { token: who.token });
  await club.join(who, groupId);
  await review(true);
  expect((await outcomes(who))[0]).toBe("accepted");
});
