import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showGroup, showMemberIdentity } from "#contract/club/club.ts";
import { addComment, likeArticle, likeComment, listArticles, showArticle } from "#contract/club/articles.ts";
import {
  blockMember,
  followUser,
  listNotifications,
  readNotifications,
  searchMembers,
  showMember,
} from "#contract/club/members.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { RATE_LIMIT_WINDOW, memberRateLimits } from "../rate-limits.ts";
import { countStatements, testClub, type ClubTestPerson } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

let app: TestApp;
/** A second server on the same database, with rate limits. */
let limited: TestApp;
let club: ReturnType<typeof testClub>;
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
  limited = await testApp({ beside: app });
  club = testClub(app);
});
afterAll(async () => {
  await limited.close();
  await app.close();
});
const at = (id: string, text = "谁") => `<at data-id="${id}">${text}</at>`;
const rename = (who: ClubTestPerson, nickname: string) =>
  sql`update app_user set nickname = ${nickname} where user_id = ${who.userId}`.execute(app.context.db);

test("P03 P24 following is a GET that a cookie or a link alone cannot trigger; it is idempotent and notifies the followed member", async () => {
  const [who, other] = [await club.person(), await club.person({ nickname: "粉丝" })];
  const follow = async (follow?: "0" | "1") =>
    (await app.call(followUser, { userId: who.memberId, ...(follow && { follow }) }, { token: other.token }))
      .data;
  const url = `/mall-api/community/group/doFollowUserById?userId=${who.memberId}`;
  for (const headers of [{}, { cookie: `X-Access-Token=${other.token}` }, { "x-access-token": other.token }])
    expect((await app.app.inject({ url, headers })).statusCode).not.toBe(200);
  expect((await app.call(showMember, { userId: who.memberId })).data.followers).toBe(0);
  expect([await follow(), await follow("1")]).toEqual(Array(2).fill({ followed: true, followers: 1 }));
  expect((await app.call(showMember, { userId: who.memberId }, { token: other.token })).data.followed).toBe(
    true,
  );
  expect((await app.call(showMember, {}, { token: other.token })).data.following).toBe(1);
  expect((await app.call(listNotifications, { kind: "follow" }, { token: who.token })).data).toMatchObject({
    list: [{ kind: "follow", actor: { displayName: "粉丝" }, read: false }],
    unread: 1,
  });
  expect([await follow("0"), await follow("0")]).toEqual(Array(2).fill({ followed: false, followers: 0 }));
  const self = await app.call(followUser, { userId: who.memberId }, { token: who.token });
  expect(decodeURIComponent(String(self.headers["flow_branch_remark"]))).toBe(clubMessages.notYourself);
  expect((await app.call(followUser, { userId: "7" }, { token: who.token })).status).toBe(404);
  expect((await app.call(showMember, {})).status).toBe(401);
});

test("P19 P20 P21 mentions have the original and the current name; deleted accounts are shown as such", async () => {
  const groupId = await club.group();
  const names = ["林晓岚", "👩‍👩‍👧 家", "محمد علي", '<b>&"', "𠮷野家"];
  const people = await Promise.all(names.map((nickname) => club.person({ nickname })));
  const who = await club.memberOf(groupId);
  const text = people.map(({ memberId }) => at(memberId, "<img src=x onerror=alert(1)>假名")).join(" ");
  const made = (await club.publish(who, groupId, `<p>谢谢 ${text} ${at("42", "没有的人")}</p>`)).data;
  expect(made.mentions).toEqual(
    people.map(({ memberId }, turn) => ({
      id: memberId,
      displayName: names[turn],
      newestDisplayName: names[turn],
    })),
  );
  expect(made.content).not.toMatch(/img|假名|data-id="42"/);
  expect(made.content).toContain("没有的人");
  expect(made.content).toContain("@&lt;b&gt;&amp;&quot;</at>");
  const [one, gone] = people;
  if (!one || !gone) throw new Error("nobody");
  await rename(one, "岚");
  await sql`delete from user_session where user_id = ${gone.userId}`.execute(app.context.db);
  await sql`delete from app_user where user_id = ${gone.userId}`.execute(app.context.db);
  const shown = (await app.call(showArticle, { articleId: made.articleId })).data;
  expect(shown.mentions[0]).toEqual({ id: one.memberId, displayName: "林晓岚", newestDisplayName: "岚" });
  expect(shown.content).toContain(`<at data-id="${one.memberId}">@岚</at>`);
  expect(shown.mentions[1]?.newestDisplayName).toBe(clubMessages.deletedUser);
  expect(shown.content).toContain(`<at data-id="${gone.memberId}">@${clubMessages.deletedUser}</at>`);
  expect((await app.call(listNotifications, {}, { token: one.token })).data.list).toMatchObject([
    { kind: "mention", article: { articleId: made.articleId, title: expect.stringContaining("@岚") } },
  ]);
});

test("a new name is shown in articles, comments and on the member's page", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId, { nickname: "旧名" });
  const articleId = await club.articleOf(who, groupId);
  await app.call(addComment, { articleId, content: "我" }, { token: who.token });
  await rename(who, "新名");
  const shown = (await app.call(showArticle, { articleId })).data;
  expect([shown.author.displayName, shown.commentPage.list[0]?.author.displayName]).toEqual(["新名", "新名"]);
  expect((await app.call(showMember, { userId: who.memberId })).data.displayName).toBe("新名");
});

test("members are found for a mention by a part of the name, pinyin or initials, members of the group first", async () => {
  const groupId = await club.group();
  const far = await club.person({ nickname: "欧阳 青禾" });
  const near = await club.memberOf(groupId, { nickname: "小欧阳" });
  await app.modules.club.updateSearchKeys();
  const find = async (keyword: string) =>
    (await app.call(searchMembers, { keyword, groupId }, { token: near.token })).data.list.map(
      ({ id }) => id,
    );
  for (const keyword of ["欧阳", "阳", "OuYang", "ouyang", "oy"])
    expect([keyword, ...(await find(keyword))]).toEqual([keyword, near.memberId, far.memberId]);
  for (const keyword of ["青禾", "qinghe", "qh", "oyqh", "ＱＩＮＧ"])
    expect([keyword, ...(await find(keyword))]).toEqual([keyword, far.memberId]);
  expect(await find("%")).toEqual([]);
  await rename(far, "改名了");
  await app.modules.club.updateSearchKeys();
  expect([await find("青禾"), await find("gaiming")]).toEqual([[], [far.memberId]]);
  await app.call(followUser, { userId: far.memberId }, { token: near.token });
  expect(await find("")).toEqual([far.memberId]);
});

test("P23 blocked members neither see, follow nor mention each other until they are unblocked", async () => {
  const groupId = await club.group();
  const [who, other] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  await app.call(followUser, { userId: other.memberId }, { token: who.token });
  const [own, foreign] = [await club.articleOf(who, groupId), await club.articleOf(other, groupId)];
  const said = await app.call(addComment, { articleId: own, content: "我自己说" }, { token: who.token });
  const { commentId } = said.data.comment;
  const block = (blocked: boolean) =>
    app.call(blockMember, { userId: other.memberId, blocked }, { token: who.token });
  for (const _turn of [1, 2]) expect((await block(true)).data).toEqual({ blocked: true });
  const seen = async ({ token }: ClubTestPerson) =>
    (await app.call(listArticles, { groupId }, { token })).data.list.map(({ articleId }) => articleId);
  expect([await seen(who), await seen(other)]).toEqual([[own], [foreign]]);
  expect((await app.call(showArticle, { articleId: own }, { token: other.token })).status).toBe(404);
  expect((await app.call(addComment, { articleId: own, content: "哈" }, { token: other.token })).status).toBe(
    404,
  );
  expect((await app.call(showMember, { userId: who.memberId }, { token: other.token })).status).toBe(404);
  const page = (await app.call(showMember, { userId: other.memberId }, { token: who.token })).data;
  expect(page).toMatchObject({ blocked: true, followers: 0, feed: { list: [] } });
  expect((await app.call(likeArticle, { articleId: own }, { token: other.token })).status).toBe(404);
  expect((await app.call(likeComment, { commentId }, { token: other.token })).status).toBe(404);
  expect((await app.call(showArticle, { articleId: own }, { token: who.token })).data.likes).toBe(0);
  expect((await app.call(listNotifications, {}, { token: who.token })).data.list).toEqual([]);
  await block(false);
  expect(await seen(who)).toEqual([foreign, own]);
});

test("notifications are marked as read up to one of them, filtered by kind, and listed in pages", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const { token } = who;
  const others = await Promise.all(Array.from({ length: 3 }, () => club.memberOf(groupId)));
  for (const other of others) await app.call(likeArticle, { articleId }, { token: other.token });
  const content = `好 ${at(who.memberId)}`;
  await app.call(addComment, { articleId, content }, { token: others[0]?.token ?? "" });
  const first = (await app.call(listNotifications, { pageSize: 2 }, { token })).data;
  expect([first.list.length, first.list[0]?.kind, first.unread]).toEqual([2, "comment", 4]);
  expect(first.list[0]?.comment?.text).toMatch(/^好 @/);
  const rest = (await app.call(listNotifications, { cursor: first.nextCursor ?? "" }, { token })).data;
  expect([rest.list.length, rest.nextCursor]).toEqual([2, null]);
  const until = rest.list[0]?.notificationId ?? "";
  expect((await app.call(readNotifications, { until }, { token })).data.unread).toBe(2);
  expect((await app.call(showMemberIdentity, {}, { token })).data.unread).toBe(2);
  expect((await app.call(listNotifications, { kind: "like" }, { token })).data.list).toHaveLength(3);
  expect(await countStatements(app, () => app.call(listNotifications, {}, { token }))).toBe(4);
});

test("articles above the rate limit are refused with the time to wait", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const there = testClub(limited);
  const start = limited.context.clock.now();
  limited.context.clock.set(start - (start % RATE_LIMIT_WINDOW) + 1_000);
  for (let made = 0; made < memberRateLimits.article; made++) await there.articleOf(who, groupId);
  /** Remaining seconds of the window, which decrease during the requests. */
  const left = () =>
    Math.ceil((RATE_LIMIT_WINDOW - (limited.context.clock.now() % RATE_LIMIT_WINDOW)) / 1_000);
  const most = left();
  const refused = await there.publish(who, groupId);
  expect([refused.status, refused.message]).toEqual([429, clubMessages.tooMany]);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(most);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(left());
  limited.context.clock.set(limited.context.clock.now() + RATE_LIMIT_WINDOW);
  expect((await there.publish(who, groupId)).status).toBe(200);
});

test("merging a WeChat user with an account leaves one member with the content of both and exact counters", async () => {
  const groupId = await club.group();
  const [kept, reader] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  const from = newId();
  await app.modules.sessions.addUser(from, { nickname: "微信的我", avatar: null });
  const session = await app.modules.sessions.openFor(from);
  const token = session?.accessToken ?? "";
  await sql`update app_user set owner = true where user_id = ${from}`.execute(app.context.db);
  const { id: memberId } = (await app.call(showMember, {}, { token })).data;
  const gone = { token, userId: from, memberId };
  await club.join(gone, groupId);
  const articleId = await club.articleOf(gone, groupId);
  const mention = await club.articleOf(reader, groupId, at(memberId));
  for (const one of [gone, kept]) {
    await app.call(likeArticle, { articleId: mention }, { token: one.token });
    await app.call(followUser, { userId: reader.memberId }, { token: one.token });
  }
  const { rows } = await sql<{ idp_id: string; mobile: string }>`
    select idp_id, mobile from app_user where user_id = ${kept.userId}`.execute(app.context.db);
  const [person] = rows;
  await app.modules.sessions.bindMobile(token, {
    idpId: person?.idp_id ?? "",
    mobile: person?.mobile ?? "",
    nickname: "是我",
  });
  expect((await app.call(showArticle, { articleId })).data.author).toMatchObject({ id: kept.memberId });
  const named = (await app.call(showArticle, { articleId: mention })).data;
  expect(named).toMatchObject({ likes: 1, mentions: [{ id: kept.memberId, newestDisplayName: "是我" }] });
  expect(named.author.id).toBe(reader.memberId);
  expect((await app.call(showMember, { userId: reader.memberId })).data.followers).toBe(1);
  expect((await app.call(showMember, { userId: memberId })).data).toMatchObject({
    id: kept.memberId,
    articles: 1,
  });
  expect((await app.call(showGroup, { groupId })).data.members).toBe(2);
  expect(await app.modules.club.repairCounters()).toBe(0);
});
