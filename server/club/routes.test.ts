import { expect, test } from "vitest";
import {
  followGroup,
  listGroups,
  listGroupsOfUser,
  showActivityClub,
  showCarClub,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import { listArticles } from "#contract/club/articles.ts";
import { newId } from "../core/ids.ts";
import type { TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { countStatements, openClub } from "./test-club.ts";

const { app, club } = await openClub();
await app.modules.activities.addSeries([
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/media/a.svg", position: 0 },
]);

test("P10 member/identity returns the code 200 as a number, for visitor, member and owner", async () => {
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

test("P16 P17 P18 unsigned, wrongly signed, late, early and replayed calls, and those of another token, are refused", async () => {
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

test("P07 P08 the home screen shows own groups, near groups and the feed; lists continue by their cursors", async () => {
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

test("the club of an activity is the group of its series and city", async () => {
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

test("P12 a group's activities are ordered by their start, or by their end after the start", async () => {
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

test("the number of statements of a screen does not depend on its content", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const home = () => app.call(showCarClub, { cityCode: "310100" }, { token: who.token });
  expect(await countStatements(app, home)).toBeLessThanOrEqual(6);
  for (let made = 0; made < 5; made++) {
    const other = await club.memberOf(groupId);
    await club.articleOf(other, groupId, `<p>你好 <at data-id="${who.memberId}">x</at></p>`);
  }
  const counts = {
    home: await countStatements(app, home),
    group: await countStatements(app, () => app.call(showGroup, { groupId }, { token: who.token })),
    feed: await countStatements(app, () =>
      app.call(listArticles, { scope: "following" }, { token: who.token }),
    ),
  };
  expect(counts).toEqual({ home: 6, group: 6, feed: 3 });
});
