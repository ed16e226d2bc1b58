import { expect, test } from "vitest";
import { addComment, likeArticle, listArticles, listComments, showArticle } from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { blockMember, followUser, listNotifications, readNotifications } from "#contract/club/members.ts";
import {
  blockFromGroup,
  listGroupMembers,
  listGroupsOfUser,
  reviewJoin,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();

const block = (who: ClubTestPerson, { memberId: userId }: ClubTestPerson, blocked = true) =>
  app.call(blockMember, { userId, blocked }, { token: who.token });
const comment = async (who: ClubTestPerson, articleId: string, replyTo?: string) =>
  (
    await app.call(
      addComment,
      { articleId, content: "同路", ...(replyTo !== undefined && { replyTo }) },
      { token: who.token },
    )
  ).data.comment.commentId;
const feedOf = async (groupId: string, { token }: ClubTestPerson) =>
  (await app.call(listArticles, { groupId }, { token })).data.list.map(({ articleId }) => articleId);
const commentsOf = async (articleId: string, { token }: ClubTestPerson) =>
  (await app.call(listComments, { articleId }, { token })).data.list;
const people = async (groupId: string, { token }: ClubTestPerson, which: "waiting" | "blocked" | "in") =>
  (
    await app.call(listGroupMembers, { groupId, ...(which !== "in" && { [which]: "1" }) }, { token })
  ).data.list.map(({ id }) => id);
const noticesOf = async ({ token }: ClubTestPerson) =>
  (await app.call(listNotifications, {}, { token })).data;

test("P23 a leader still sees the articles, comments and membership of a member who has blocked them; the block applies to everybody else", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [member, other, third] = [
    await club.memberOf(groupId),
    await club.memberOf(groupId),
    await club.memberOf(groupId),
  ];
  await block(member, leader);
  await block(member, other);
  const articleId = await club.articleOf(member, groupId, "<p>加我微信</p>");
  const commentId = await comment(member, articleId);
  const shared = await club.articleOf(third, groupId);
  const below = await comment(member, shared);
  const answer = await comment(third, shared, below);
  expect([await feedOf(groupId, leader), await feedOf(groupId, other)]).toEqual([
    [shared, articleId],
    [shared],
  ]);
  const page = await app.call(showArticle, { articleId }, { token: leader.token });
  expect([page.status, page.data.manages]).toEqual([200, true]);
  expect(page.data.commentPage.list.map((one) => one.commentId)).toEqual([commentId]);
  expect((await app.call(showArticle, { articleId }, { token: other.token })).status).toBe(404);
  expect((await commentsOf(articleId, leader)).map((one) => one.commentId)).toEqual([commentId]);
  expect((await commentsOf(shared, leader)).map(({ replyTo }) => replyTo?.id)).toEqual([
    undefined,
    member.memberId,
  ]);
  expect((await commentsOf(shared, other)).map((one) => one.commentId)).toEqual([answer]);
  expect(await people(groupId, leader, "in")).toContain(member.memberId);
  expect(await people(groupId, other, "in")).not.toContain(member.memberId);
  const first = (await app.call(showGroup, { groupId }, { token: leader.token })).data.people;
  expect(first.map(({ id }) => id)).toContain(member.memberId);
  // Apart from moderation the block applies to the leader too: no like, and no other feed.
  expect((await app.call(likeArticle, { articleId }, { token: leader.token })).status).toBe(404);
  expect(
    (await app.call(listArticles, { userId: member.memberId }, { token: leader.token })).data.list,
  ).toEqual([]);
  const hide = { kind: "article", targetId: articleId, action: "hide" } as const;
  expect((await app.call(moderate, hide, { token: leader.token })).status).toBe(200);
  // The leader's own block hides the member's articles from them.
  await block(leader, third);
  expect(await feedOf(groupId, leader)).toEqual([]);
});

test("P06 P23 an applicant is listed and notified of the decision even if one of the two has blocked the other", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId], joinMode: "approval" });
  const [one, other] = [await club.person(), await club.person()];
  await block(one, leader);
  await block(leader, other);
  for (const who of [one, other]) expect((await club.join(who, groupId)).data.standing).toBe("review");
  const { waiting } = (await app.call(showGroup, { groupId }, { token: leader.token })).data;
  expect([waiting, (await people(groupId, leader, "waiting")).toSorted()]).toEqual([
    2,
    [one.memberId, other.memberId].toSorted(),
  ]);
  expect((await noticesOf(leader)).list.map(({ outcome, actor }) => [outcome, actor.id])).toEqual([
    ["asked", one.memberId],
  ]);
  const accept = { groupId, userId: other.memberId, accepted: true };
  expect((await app.call(reviewJoin, accept, { token: leader.token })).data.waiting).toBe(1);
  expect((await noticesOf(other)).list.map(({ outcome }) => outcome)).toEqual(["accepted"]);
});

test("P09 P23 a removed member whom the leader has also blocked is in the group's list of blocked people, and can join again", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const member = await club.memberOf(groupId);
  const set = (blocked: boolean) =>
    app.call(blockFromGroup, { groupId, userId: member.memberId, blocked }, { token: leader.token });
  await set(true);
  await block(leader, member);
  expect(await people(groupId, leader, "blocked")).toEqual([member.memberId]);
  await set(false);
  expect((await club.join(member, groupId)).data.standing).toBe("joined");
});

test("P23 notifications about blocked people are neither listed nor counted as unread, on both sides of the block", async () => {
  const groupId = await club.group();
  const [who, fan, writer] = [
    await club.memberOf(groupId),
    await club.memberOf(groupId),
    await club.memberOf(groupId),
  ];
  const unread = async () => [
    (await noticesOf(who)).unread,
    (await app.call(showMemberIdentity, {}, { token: who.token })).data.unread,
    (await noticesOf(who)).list.filter(({ read }) => !read).length,
  ];
  const articleId = await club.articleOf(writer, groupId);
  await app.call(followUser, { userId: who.memberId }, { token: writer.token });
  const own = await comment(who, articleId);
  await comment(fan, articleId, own);
  await app.call(followUser, { userId: who.memberId }, { token: fan.token });
  expect(await unread()).toEqual([3, 3, 3]);
  await block(fan, who);
  expect(await unread()).toEqual([1, 1, 1]);
  await block(fan, who, false);
  expect(await unread()).toEqual([2, 2, 2]);
  // Notifications below an article that is not visible are hidden too, because they contain its title.
  await block(who, writer);
  expect(await unread()).toEqual([0, 0, 0]);
  await block(who, writer, false);
  const [newest] = (await noticesOf(who)).list;
  const read = { until: newest?.notificationId ?? "" };
  expect((await app.call(readNotifications, read, { token: who.token })).data.unread).toBe(0);
  // Actions during a block cause no notification, not even after the block ends.
  const article = await club.articleOf(who, groupId);
  await block(fan, who);
  await app.call(
    addComment,
    { articleId, content: `<at data-id="${who.memberId}">谁</at>` },
    { token: fan.token },
  );
  await block(fan, who, false);
  expect(await unread()).toEqual([0, 0, 0]);
  await comment(fan, article);
  expect(await unread()).toEqual([1, 1, 1]);
});

test("P23 an author is notified of the moderation of their comment below a blocked author's article, without its title", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [who, writer] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  const articleId = await club.articleOf(writer, groupId, "<p>山里的雾</p>");
  const commentId = await comment(who, articleId);
  await block(writer, who);
  const hide = { kind: "comment", targetId: commentId, action: "hide", reason: "广告" } as const;
  await app.call(moderate, hide, { token: leader.token });
  expect((await noticesOf(who)).list).toMatchObject([
    { kind: "moderation", article: { articleId, title: "", imageUrl: null }, comment: { text: "同路" } },
  ]);
});

test("P08 P23 the groups of a member are visible to everybody who can see their page", async () => {
  const groupId = await club.group();
  const [who, other] = [await club.memberOf(groupId), await club.person()];
  const groups = (viewer?: ClubTestPerson, userId = who.memberId) =>
    app.call(listGroupsOfUser, { userId }, viewer ? { token: viewer.token } : {});
  expect((await groups(other)).data.list.map((group) => group.groupId)).toEqual([groupId]);
  await block(who, other);
  expect([(await groups(other)).status, (await groups(other, "7")).status]).toEqual([404, 404]);
  expect((await groups()).data.list).toHaveLength(1);
  await block(who, other, false);
  await block(other, who);
  expect((await groups(other)).data).toEqual({ list: [], nextCursor: null });
});

test("P23 nobody can reply to a comment that a block hides; the leader can, and the blocking author is not notified", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [who, other, writer] = [
    await club.memberOf(groupId),
    await club.memberOf(groupId),
    await club.memberOf(groupId),
  ];
  const articleId = await club.articleOf(writer, groupId);
  const [own, others] = [await comment(who, articleId), await comment(other, articleId)];
  const answer = async ({ token }: ClubTestPerson, replyTo: string) =>
    (await app.call(addComment, { articleId, content: "是吗", replyTo }, { token })).status;
  await block(who, other);
  await block(who, leader);
  expect([await answer(other, own), await answer(who, others)]).toEqual([404, 404]);
  expect([await answer(leader, own), await answer(writer, own)]).toEqual([200, 200]);
  expect((await noticesOf(who)).list.map(({ actor }) => actor.id)).toEqual([writer.memberId]);
  await block(who, leader, false);
  await block(who, other, false);
  expect((await noticesOf(who)).list).toHaveLength(1);
  expect([await answer(other, own), await answer(who, others)]).toEqual([200, 200]);
});

test("P23 a reply to a blocked member does not name them", async () => {
  const groupId = await club.group();
  const [who, asked, answers] = [
    await club.memberOf(groupId),
    await club.memberOf(groupId),
    await club.memberOf(groupId),
  ];
  const articleId = await club.articleOf(answers, groupId);
  await comment(answers, articleId, await comment(asked, articleId));
  const replied = async (viewer: ClubTestPerson) =>
    (await commentsOf(articleId, viewer)).map(({ replyTo }) => replyTo?.id);
  expect(await replied(who)).toEqual([undefined, asked.memberId]);
  await block(who, asked);
  expect(await replied(who)).toEqual([undefined]);
  expect(await replied(answers)).toEqual([undefined, asked.memberId]);
});
