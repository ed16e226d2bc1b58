import { expect, test } from "vitest";
import {
  applyJoinGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  followGroup,
  leaveGroup,
  listGroupMembers,
  listGroups,
  listGroupsOfUser,
  blockFromGroup,
  reviewJoin,
  showActivityClub,
  showCarClub,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import { addComment, listArticles } from "#contract/club/articles.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { refusals } from "#contract/core/errors.ts";
import { newId } from "../core/ids.ts";
import type { TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { countOf, statementsOf, openClub } from "./test-club.ts";
import { clubMessages } from "./messages.ts";

const { app, club } = await openClub();
await app.modules.activities.addSeries([
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/media/a.svg", position: 0 },
]);
const remarkOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  decodeURIComponent(String(answer.headers["flow_branch_remark"]));

test("P10 member/identity answers the number 200: visitor, member, owner", async () => {
  const visitor = await app.call(showMemberIdentity, {});
  expect([visitor.status, visitor.code, visitor.data.identity]).toEqual([200, 200, "visitor"]);
  const { token } = await app.login("13300000001");
  expect((await app.call(showMemberIdentity, {}, { token })).data).toMatchObject({
    identity: "member",
    verifiedOwner: false,
    member: null,
  });
  const owner = await club.person();
  expect((await app.call(showMemberIdentity, {}, { token: owner.token })).data).toMatchObject({
    identity: "owner",
    verifiedOwner: true,
    member: { id: owner.memberId },
    unread: 0,
  });
});

test("P16 P17 P18 unsigned, wrongly signed, late, early, replayed, another's token: refused", async () => {
  const { token } = await club.person();
  const call = (more: Parameters<TestApp["call"]>[2]) => app.call(showMemberIdentity, {}, { token, ...more });
  expect((await call({ isUnsigned: true })).status).toBe(406);
  expect((await call({ headers: { "X-COP-Signature": "0".repeat(64) } })).status).toBe(406);
  expect((await call({ headers: { "X-COP-accessToken": "another" } })).status).toBe(406);
  for (const by of [-301_000, 301_000])
    expect((await call({ now: app.context.clock.now() + by })).status).toBe(406);
  const nonce = `nonce-${newId()}`;
  const timestamp = String(app.context.clock.now());
  const { createHash } = await import("node:crypto");
  const signature = createHash("sha256")
    .update(app.context.config.appKey + timestamp + nonce)
    .digest("hex");
  const headers = { "X-COP-Timestamp": timestamp, "X-COP-Nonce": nonce, "X-COP-Signature": signature };
  expect([(await call({ headers })).status, (await call({ headers })).status]).toEqual([200, 406]);
});

test("P13 P15 whoever is no verified owner is refused in the exact words; P14 an owner joins, once", async () => {
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

test("P05 P06 full groups, too many groups, groups of a series: said in words, counted by checkJoinGroupNum", async () => {
  const small = await club.group({ places: 1 });
  const [one, other] = [await club.person(), await club.person()];
  await club.join(one, small);
  const room = await app.call(checkJoinGroupNum, { groupId: small }, { token: other.token });
  expect(room.data).toEqual({
    canJoin: false,
    members: 1,
    places: 1,
    joinedGroups: 0,
    groupsMost: clubLimits.groupsMost,
  });
  expect(remarkOf(await club.join(other, small))).toBe(clubMessages.full);
  const ofSeries = await club.group({ seriesCodes: ["yuanshan"] });
  expect(remarkOf(await club.join(other, ofSeries))).toBe("仅限认证远山车主加入");
  for (let made = 0; made < clubLimits.groupsMost; made++) await club.join(other, await club.group());
  expect(remarkOf(await club.join(other, await club.group()))).toBe(clubMessages.tooManyGroups);
});

test("P23 leaving and joining again keep the count; whoever is blocked neither joins nor writes", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const who = await club.memberOf(groupId);
  const options = { token: who.token };
  expect((await app.call(leaveGroup, { groupId }, options)).data).toEqual({ standing: "none", members: 1 });
  expect((await app.call(leaveGroup, { groupId }, options)).data.members).toBe(1);
  expect((await club.join(who, groupId)).data.members).toBe(2);
  const articleId = await club.articleOf(who, groupId);
  expect(remarkOf(await app.call(leaveGroup, { groupId }, { token: leader.token }))).toBe(clubMessages.leads);
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

test("P06 a group with approval: who waits, is let in or not, and is told", async () => {
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
  expect(remarkOf(await decide(one, true))).toBe(clubMessages.notWaiting);
  expect(remarkOf(await decide(other, true))).toBe(clubMessages.full);
  expect((await decide(other, false)).data).toEqual({ standing: "none", waiting: 0 });
  expect((await app.call(showMemberIdentity, {}, { token: one.token })).data.unread).toBe(1);
});

test("P06 applications come in the order in which they were made, page after page", async () => {
  const leader = await club.person();
  const groupId = await club.group({ joinMode: "approval", memberIds: [leader.memberId] });
  // In another order than they came to the club; the last two at the same moment.
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

test("P04 P22 following a group is idempotent", async () => {
  const groupId = await club.group();
  const { token } = await club.person({ owner: false });
  for (const _turn of [1, 2])
    expect((await app.call(followGroup, { groupId }, { token })).data).toEqual({
      followed: true,
      followers: 1,
    });
  expect((await app.call(showGroup, { groupId }, { token })).data).toMatchObject({
    followed: true,
    joined: false,
  });
  for (const _turn of [1, 2])
    expect((await app.call(followGroup, { groupId, follow: false }, { token })).data.followers).toBe(0);
  expect((await app.call(followGroup, { groupId: "1" }, { token })).status).toBe(404);
});

test("P07 P08 the home shows own groups, near ones, and the feed; lists go on by their cursors", async () => {
  const near = { provinceCode: "350000", cityCode: "350100", cityName: "福州" };
  const [city, province] = [await club.group(near), await club.group({ ...near, cityCode: "350200" })];
  const who = await club.person();
  const mine: string[] = [];
  for (let made = 0; made < 3; made++) {
    mine.unshift(await club.group(near));
    app.context.clock.set(app.context.clock.now() + 1_000);
    await club.join(who, mine[0] ?? "");
  }
  await club.articleOf(who, mine[0] ?? "");
  const home = await app.call(showCarClub, { cityCode: "350100" }, { token: who.token });
  expect(home.data.mine.map(({ groupId }) => groupId)).toEqual(mine);
  expect(home.data.near.map(({ groupId }) => groupId)).toEqual([city, province]);
  expect(home.data.mine[0]).toMatchObject({ today: 1, articles: 1, joined: true });
  expect(home.data.feed.list[0]).toMatchObject({ own: true, groupId: mine[0] });
  const visitor = await app.call(showCarClub, {});
  expect([visitor.data.identity, visitor.data.mine]).toEqual(["visitor", []]);
  const first = await app.call(listGroupsOfUser, { pageSize: 2 }, { token: who.token });
  const { nextCursor } = first.data;
  const second = await app.call(
    listGroupsOfUser,
    { pageSize: 2, userId: who.memberId, cursor: nextCursor ?? "" },
    { token: who.token },
  );
  expect([...first.data.list, ...second.data.list].map(({ groupId }) => groupId)).toEqual(mine);
  expect(second.data.nextCursor).toBeNull();
  expect((await app.call(listGroupsOfUser, {})).status).toBe(401);
  const all = await app.call(listGroups, { cityCode: "350100", pageSize: 2, keyword: "远山" });
  const rest = await app.call(listGroups, {
    cityCode: "350100",
    pageSize: 9,
    cursor: all.data.nextCursor ?? "",
  });
  expect(new Set([...all.data.list, ...rest.data.list].map(({ groupId }) => groupId)).size).toBe(4);
});

test("an activity's club: the group of its series and city, and what was written of it", async () => {
  const activityId = "1000000000000007001";
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, provinceCode: "540000", cityCode: "540100" }),
  ]);
  const groupId = await club.group({
    seriesCodes: ["yuanshan"],
    provinceCode: "540000",
    cityCode: "540100",
    cityName: "拉萨",
  });
  expect((await app.call(showActivityClub, { activityId })).data.group?.groupId).toBe(groupId);
  expect((await app.call(showGroup, { groupId })).data.activities).toMatchObject([
    { activityId, remaining: 50 },
  ]);
  expect((await app.call(showActivityClub, { activityId: "7" })).status).toBe(404);
});

test("P12 of a group's activities comes first what begins or, under way, ends next", async () => {
  const now = app.context.clock.now();
  const day = 86_400_000;
  const place = { provinceCode: "630000", cityCode: "630100" };
  const at = (activityId: string, from: number, to: number) =>
    sampleActivity(now, {
      ...place,
      activityId,
      activityType: "online",
      startTime: now + from * day,
      endTime: now + to * day,
    });
  await app.modules.activities.addActivities([
    at("1000000000000007101", -90, 90),
    at("1000000000000007102", -9, 12),
    at("1000000000000007103", 5, 40),
    at("1000000000000007104", -30, 2),
  ]);
  const groupId = await club.group({ seriesCodes: ["yuanshan"], ...place, cityName: "西宁" });
  const { activities } = (await app.call(showGroup, { groupId })).data;
  expect(activities.map(({ activityId }) => activityId.slice(-1))).toEqual(["4", "3", "2", "1"]);
});

test("no screen asks more, however much it shows", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const home = () => app.call(showCarClub, { cityCode: "310100" }, { token: who.token });
  expect(await statementsOf(app, home)).toBeLessThanOrEqual(6);
  for (let made = 0; made < 5; made++) {
    const other = await club.memberOf(groupId);
    await club.articleOf(other, groupId, `<p>你好 <at data-id="${who.memberId}">x</at></p>`);
  }
  const counts = {
    home: await statementsOf(app, home),
    group: await statementsOf(app, () => app.call(showGroup, { groupId }, { token: who.token })),
    feed: await statementsOf(app, () => app.call(listArticles, { scope: "following" }, { token: who.token })),
  };
  expect(counts).toEqual({ home: 6, group: 6, feed: 3 });
});
