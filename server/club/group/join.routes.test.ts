import { expect, test } from "vitest";
import {
  applyJoinGroup,
  blockFromGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  leaveGroup,
  listGroupMembers,
  reviewJoin,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import { addComment } from "#contract/club/articles.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { refusals } from "#contract/core/errors.ts";
import { clubMessages } from "../messages.ts";
import { countOf, openClub, remarkOf } from "../test-club.ts";

const { app, club } = await openClub();
await app.modules.activities.addSeries([
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/media/a.svg", position: 0 },
]);

test("P13 P15 unverified users are refused with the exact message; P14 an owner joins, once", async () => {
  const groupId = await club.group();
  const stranger = await club.person({ owner: false });
  const refused = await club.join(stranger, groupId);
  expect([refused.status, refused.code, refused.message]).toEqual([
    200,
    "NOT_OWNER",
    "您还不是认证车主，请先完成认证之后再加入",
  ]);
  expect(refusals.notOwner.message).toBe(refused.message);
  expect(await countOf(app, "club_membership", `group_id = '${groupId}'`)).toBe(0);
  const owner = await club.person();
  for (const _turn of [1, 2])
    expect((await club.join(owner, groupId)).data).toEqual({ standing: "joined", members: 1 });
  expect((await app.call(applyJoinGroup, { groupId })).status).toBe(401);
});

test("P05 P06 full groups, too many groups and groups of another series are refused with a message; checkJoinGroupNum has the counts", async () => {
  const small = await club.group({ places: 1 });
  const [one, other] = [await club.person(), await club.person()];
  await club.join(one, small);
  const room = await app.call(checkJoinGroupNum, { groupId: small }, { token: other.token });
  expect(room.data).toEqual({
    canJoin: false,
    members: 1,
    places: 1,
    joinedGroups: 0,
    groupsMost: clubLimits.maxGroups,
  });
  expect(remarkOf(await club.join(other, small))).toBe(clubMessages.groupFull);
  const ofSeries = await club.group({ seriesCodes: ["yuanshan"] });
  expect(remarkOf(await club.join(other, ofSeries))).toBe("仅限认证远山车主加入");
  for (let made = 0; made < clubLimits.maxGroups; made++) await club.join(other, await club.group());
  expect(remarkOf(await club.join(other, await club.group()))).toBe(clubMessages.tooManyGroups);
});

test("P23 leaving and joining again keep the count exact; blocked people can neither join nor write", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const who = await club.memberOf(groupId);
  const options = { token: who.token };
  expect((await app.call(leaveGroup, { groupId }, options)).data).toEqual({ standing: "none", members: 1 });
  expect((await app.call(leaveGroup, { groupId }, options)).data.members).toBe(1);
  expect((await club.join(who, groupId)).data.members).toBe(2);
  const articleId = await club.articleOf(who, groupId);
  expect(remarkOf(await app.call(leaveGroup, { groupId }, { token: leader.token }))).toBe(
    clubMessages.leaderCannotLeave,
  );
  const block = { groupId, userId: who.memberId, blocked: true, reason: "广告" };
  expect((await app.call(blockFromGroup, block, options)).status).toBe(406);
  expect((await app.call(blockFromGroup, block, { token: leader.token })).data).toEqual({ blocked: true });
  expect((await app.call(checkGroupBlock, { groupId }, options)).data).toEqual({
    blocked: true,
    reason: "广告",
  });
  expect(remarkOf(await club.join(who, groupId))).toBe(clubMessages.blocked);
  expect(remarkOf(await club.publish(who, groupId))).toBe(clubMessages.blocked);
  expect(remarkOf(await app.call(addComment, { articleId, content: "在吗" }, options))).toBe(
    clubMessages.blocked,
  );
  expect((await app.call(showGroup, { groupId }, options)).data).toMatchObject({
    members: 1,
    standing: "blocked",
    blockedReason: "广告",
  });
  await app.call(blockFromGroup, { ...block, blocked: false }, { token: leader.token });
  expect((await club.join(who, groupId)).data).toEqual({ standing: "joined", members: 2 });
});

test("P06 applications to a group with approval wait, are accepted or declined, and the applicant is notified", async () => {
  const leader = await club.person();
  const groupId = await club.group({ joinMode: "approval", memberIds: [leader.memberId], places: 2 });
  const [one, other] = [await club.person(), await club.person()];
  for (const who of [one, other])
    expect((await club.join(who, groupId)).data).toEqual({ standing: "review", members: 1 });
  const page = await app.call(showGroup, { groupId }, { token: leader.token });
  expect(page.data).toMatchObject({ manages: true, waiting: 2, members: 1 });
  const waiting = { groupId, waiting: "1" as const };
  expect((await app.call(listGroupMembers, waiting, { token: one.token })).data.list).toEqual([]);
  expect((await app.call(listGroupMembers, waiting, { token: leader.token })).data.list).toHaveLength(2);
  const decide = (who: { memberId: string }, accepted: boolean) =>
    app.call(reviewJoin, { groupId, userId: who.memberId, accepted }, { token: leader.token });
  expect((await decide(one, true)).data).toEqual({ standing: "joined", waiting: 1 });
  expect(remarkOf(await decide(one, true))).toBe(clubMessages.alreadyReviewed);
  expect(remarkOf(await decide(other, true))).toBe(clubMessages.groupFull);
  expect((await decide(other, false)).data).toEqual({ standing: "none", waiting: 0 });
  expect((await app.call(showMemberIdentity, {}, { token: one.token })).data.unread).toBe(1);
});

test("P06 applications are listed in their order, in pages", async () => {
  const leader = await club.person();
  const groupId = await club.group({ joinMode: "approval", memberIds: [leader.memberId] });
  // Applied in another order than created; the last two at the same time.
  const [second, first, third, fourth] = [
    await club.person(),
    await club.person(),
    await club.person(),
    await club.person(),
  ];
  for (const who of [first, second, third]) {
    app.context.clock.set(app.context.clock.now() + 1);
    await club.join(who, groupId);
  }
  await club.join(fourth, groupId);
  const page = async (cursor?: string) =>
    (
      await app.call(
        listGroupMembers,
        { groupId, waiting: "1", pageSize: 1, ...(cursor !== undefined && { cursor }) },
        { token: leader.token },
      )
    ).data;
  const seen: string[] = [];
  let next: string | null | undefined;
  do {
    const { list, nextCursor } = await page(next ?? undefined);
    seen.push(...list.map(({ id }) => id));
    next = nextCursor;
  } while (next !== null);
  expect(seen).toEqual([first, second, third, fourth].map(({ memberId }) => memberId));
});
