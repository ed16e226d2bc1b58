import { expect, test } from "vitest";
import { moderate } from "#contract/club/moderation.ts";
import { appointManager, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import { leaveGroup, reviewJoin, showGroup } from "#contract/club/club.ts";
import { openClub, remarkOf, type ClubTestPerson } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const { app, club } = await openClub();
const ended = clubMessages.verificationEnded;

/** Logs a person in again whose verification ends or is back. */
async function setOwner({ userId }: ClubTestPerson, owner: boolean): Promise<void> {
  const row = await app.context.db
    .withTables<{ app_user: { user_id: string; mobile: string } }>()
    .selectFrom("app_user")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await app.modules.sessions.setOwner(row.mobile, owner);
  app.clearCaches();
}

test("P05 P12 a member whose verification has ended reads and leaves, and writes again once it is back", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const member = await club.memberOf(groupId);
  await club.articleOf(member, groupId);
  await setOwner(member, false);
  expect(remarkOf(await club.publish(member, groupId))).toBe(ended);
  const shown = await app.call(showGroup, { groupId }, { token: member.token });
  expect([shown.status, shown.data.standing]).toEqual([200, "joined"]);
  await setOwner(member, true);
  expect((await club.publish(member, groupId)).status).toBe(200);
  await setOwner(member, false);
  expect((await app.call(leaveGroup, { groupId }, { token: member.token })).status).toBe(200);
});

test("P12 P23 a leader whose verification has ended only hands the group over", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const member = await club.memberOf(groupId);
  const articleId = await club.articleOf(member, groupId);
  await setOwner(leader, false);
  const by = { token: leader.token };
  const userId = member.memberId;
  const refused = [
    await app.call(editGroup, { groupId, intro: "山", rules: "" }, by),
    await app.call(appointManager, { groupId, userId, manages: true }, by),
    await app.call(reviewJoin, { groupId, userId, accepted: true }, by),
    await app.call(moderate, { kind: "article", targetId: articleId, action: "hide" }, by),
  ];
  expect(refused.map(remarkOf)).toEqual([ended, ended, ended, ended]);
  expect((await app.call(handOverGroup, { groupId, userId }, by)).status).toBe(200);
});
