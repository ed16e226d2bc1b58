import { expect, test } from "vitest";
import { blockFromGroup, listGroupMembers } from "#contract/club/club.ts";
import { decideComplaint, openComplaints } from "#contract/club/complaints.ts";
import {
  addComment,
  deleteArticle,
  listArticles,
  renewPictures,
  showArticle,
} from "#contract/club/articles.ts";
import { listHiddenContent, moderate } from "#contract/club/moderation.ts";
import { listNotifications, reportContent } from "#contract/club/members.ts";
import { countStatements, openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();

type Kind = "article" | "comment";
const hidden = (who: ClubTestPerson, groupId: string, more: { cursor?: string; pageSize?: number } = {}) =>
  app.call(listHiddenContent, { groupId, ...more }, { token: who.token });
const decide = (who: ClubTestPerson, kind: Kind, targetId: string, action: "hide" | "show") =>
  app.call(moderate, { kind, targetId, action }, { token: who.token });
const idsIn = async (who: ClubTestPerson, groupId: string) =>
  (await hidden(who, groupId)).data.list.map(({ kind, targetId }) => `${kind} ${targetId}`);
/** A group with its leader, and a member with an article and a comment on it. */
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const author = await club.memberOf(groupId, { nickname: "老周" });
  const articleId = await club.articleOf(author, groupId, "<p>加我微信</p>");
  const { data } = await app.call(addComment, { articleId, content: "包过" }, { token: author.token });
  return { groupId, leader, author, articleId, commentId: data.comment.commentId };
}

test("P23 a leader sees the group's hidden content, the newest first, and shows it again in the feed", async () => {
  const { groupId, leader, author, articleId, commentId } = await scene();
  expect(await idsIn(leader, groupId)).toEqual([]);
  await decide(leader, "comment", commentId, "hide");
  await decide(leader, "article", articleId, "hide");
  const { list, nextCursor } = (await hidden(leader, groupId)).data;
  expect(list).toMatchObject([
    {
      kind: "comment",
      targetId: commentId,
      article: null,
      comment: { articleId, content: "包过" },
      byOperators: false,
    },
    { kind: "article", targetId: articleId, comment: null, article: { content: "<p>加我微信</p>" } },
  ]);
  expect([list.length, nextCursor]).toEqual([2, null]);
  const first = (await hidden(leader, groupId, { pageSize: 1 })).data;
  expect(first.list.map(({ targetId }) => targetId)).toEqual([commentId]);
  const second = (await hidden(leader, groupId, { pageSize: 1, cursor: first.nextCursor ?? "" })).data;
  expect(second.list.map(({ targetId }) => targetId)).toEqual([articleId]);
  expect(second.nextCursor).toBeNull();
  expect((await app.call(listArticles, { groupId })).data.list).toEqual([]);
  for (const [kind, id] of [
    ["article", articleId],
    ["comment", commentId],
  ] as const)
    expect((await decide(leader, kind, id, "show")).status).toBe(200);
  expect(await idsIn(leader, groupId)).toEqual([]);
  const shown = (await app.call(showArticle, { articleId }, { token: author.token })).data;
  expect(shown.commentPage.list.map((one) => one.commentId)).toEqual([commentId]);
  expect((await app.call(listArticles, { groupId })).data.list).toHaveLength(1);
});

test("P23 the list of hidden content is refused to authors, members, strangers, other leaders and visitors, and omits deleted content", async () => {
  const { groupId, leader, author, articleId, commentId } = await scene();
  const [stranger, other] = [await club.person({ owner: false }), await club.person()];
  await club.group({ memberIds: [other.memberId] });
  await decide(leader, "article", articleId, "hide");
  await decide(leader, "comment", commentId, "hide");
  for (const who of [author, stranger, other]) {
    const answer = await hidden(who, groupId);
    expect([answer.status, JSON.stringify(answer.data)]).toEqual([406, "null"]);
  }
  expect((await app.call(listHiddenContent, { groupId })).status).toBe(401);
  expect((await hidden(leader, "7")).status).toBe(404);
  await app.call(deleteArticle, { articleId }, { token: author.token });
  expect(await idsIn(leader, groupId)).toEqual([]);
});

test("P23 pictures of hidden content are visible only to the group's leader and to the author", async () => {
  const { groupId, leader, author, articleId } = await scene();
  const [member, other] = [await club.memberOf(groupId), await club.person()];
  await club.group({ memberIds: [other.memberId] });
  const renewed = async ({ token }: ClubTestPerson) =>
    (await app.call(renewPictures, { articleIds: articleId }, { token })).data.list.map(
      (one) => one.articleId,
    );
  await decide(leader, "article", articleId, "hide");
  expect(await Promise.all([leader, author, member, other].map(renewed))).toEqual([
    [articleId],
    [articleId],
    [],
    [],
  ]);
  await app.call(deleteArticle, { articleId }, { token: author.token });
  expect(await renewed(leader)).toEqual([]);
});

test("P23 content that operators have hidden is marked, and a leader cannot show it again", async () => {
  const { groupId, leader, articleId } = await scene();
  const reader = await club.memberOf(groupId);
  await app.call(
    reportContent,
    { kind: "article", targetId: articleId, reason: "spam" },
    { token: reader.token },
  );
  const link = await app.modules.club.complaintLinks.seed();
  const [complaint] = (await app.call(openComplaints, { link })).data.list;
  await app.call(decideComplaint, {
    link,
    by: "客服小陈",
    kind: "article",
    targetId: articleId,
    newestId: complaint?.newestId ?? "",
    decision: "hide",
  });
  expect((await hidden(leader, groupId)).data.list).toMatchObject([
    { targetId: articleId, byOperators: true },
  ]);
  expect((await decide(leader, "article", articleId, "show")).status).toBe(406);
});

test("P23 the number of statements of a page does not depend on its size", async () => {
  const { groupId, leader, author, articleId } = await scene();
  await decide(leader, "article", articleId, "hide");
  const forOne = await countStatements(app, () => hidden(leader, groupId));
  for (let made = 0; made < 9; made++)
    await decide(leader, "article", await club.articleOf(author, groupId), "hide");
  const forTen = await countStatements(app, () => hidden(leader, groupId));
  expect((await hidden(leader, groupId)).data.list).toHaveLength(10);
  expect([forOne, forTen]).toEqual([4, 4]);
});

test("P09 P23 people blocked from a group are listed with the reason for its leader only, and can join again after unblocking", async () => {
  const { groupId, leader, author } = await scene();
  const set = (blocked: boolean) =>
    app.call(
      blockFromGroup,
      { groupId, userId: author.memberId, blocked, ...(blocked && { reason: "广告" }) },
      { token: leader.token },
    );
  const list = async (who: ClubTestPerson) =>
    (await app.call(listGroupMembers, { groupId, blocked: "1" }, { token: who.token })).data.list;
  expect((await set(true)).status).toBe(200);
  expect(await list(leader)).toMatchObject([{ id: author.memberId, displayName: "老周", reason: "广告" }]);
  expect(await list(author)).toEqual([]);
  expect((await set(false)).status).toBe(200);
  expect(await list(leader)).toEqual([]);
  expect((await club.join(author, groupId)).data.standing).toBe("joined");
});

test("P09 P23 removed members are notified each time, without the actor; people who were never members are not notified", async () => {
  const { groupId, leader, author } = await scene();
  const stranger = await club.person();
  const set = (who: ClubTestPerson, blocked: boolean) =>
    app.call(blockFromGroup, { groupId, userId: who.memberId, blocked }, { token: leader.token });
  const told = async ({ token }: ClubTestPerson) =>
    (await app.call(listNotifications, { kind: "join" }, { token })).data.list.filter(
      ({ outcome }) => outcome === "removed",
    );
  await set(stranger, true);
  expect(await told(stranger)).toEqual([]);
  await set(author, true);
  const [first, ...others] = await told(author);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ group: { groupId }, actor: { id: author.memberId }, read: false });
  // A second block causes no notification, because they were no member then.
  await set(author, true);
  expect(await told(author)).toEqual([first]);
  await set(author, false);
  await club.join(author, groupId);
  await set(author, true);
  const again = await told(author);
  expect(again).toHaveLength(1);
  expect(again).not.toEqual([first]);
});
