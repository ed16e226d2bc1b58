import { expect, test } from "vitest";
import { appointManager } from "#contract/community-leading.ts";
import { leaveGroup, listGroupMembers, showGroup } from "#contract/community.ts";
import { openClub, type Person } from "../community/test-club.ts";
import { eraseUser } from "../rights/erasing.ts";

const { app, club } = await openClub();

const erase = ({ userId }: Person) =>
  eraseUser(app.kit, () => Promise.resolve(), userId, { kind: "operator", id: "tests", host: "tests" });
const rolesOf = async (groupId: string) =>
  (await app.call(listGroupMembers, { groupId })).data.list.map(({ id, role }) => [id, role]);
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [first, second] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  return { leader, groupId, first, second };
}

test("P23 a group whose leader is erased is led by who has helped to, then by who has been in it for longest, then by nobody", async () => {
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
  // It is theirs like any other: they cannot just leave it.
  expect((await app.call(leaveGroup, { groupId }, { token: second.token })).status).toBe(633);
  await erase(second);
  expect(await rolesOf(groupId)).toEqual([[first.memberId, "leader"]]);
  await erase(first);
  expect(await rolesOf(groupId)).toEqual([]);
});

test("P23 who has left a group inherits it no more", async () => {
  const { leader, groupId, first, second } = await scene();
  await app.call(leaveGroup, { groupId }, { token: first.token });
  await erase(leader);
  expect(await rolesOf(groupId)).toEqual([[second.memberId, "leader"]]);
});

test("P23 two users who turn out to be one: what the one led the other leads on", async () => {
  const { leader, groupId, first, second } = await scene();
  await app.kit.db.transaction().execute((db) => app.doors.community.move(db, leader.userId, first.userId));
  expect(await rolesOf(groupId)).toEqual([
    [first.memberId, "leader"],
    [second.memberId, "member"],
  ]);
});
