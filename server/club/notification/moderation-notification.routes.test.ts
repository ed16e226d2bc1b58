import { expect, test } from "vitest";
import { addComment, deleteArticle, showArticle } from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/club/complaints.ts";
import {
  requestModerationReview,
  listNotifications,
  readNotifications,
  reportContent,
} from "#contract/club/members.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";
import { openClub, type ClubTestPerson } from "../test-club.ts";

const { app, club } = await openClub();
const link = await app.modules.club.complaintLinks.seed();

async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ name: "雾都车友会", memberIds: [leader.memberId] });
  const author = await club.memberOf(groupId, { nickname: "老周" });
  const articleId = await club.articleOf(author, groupId, "<p>加我微信</p>");
  const { data } = await app.call(addComment, { articleId, content: "包过" }, { token: author.token });
  return { groupId, leader, author, articleId, commentId: data.comment.commentId };
}
const toldOf = async ({ token }: ClubTestPerson) =>
  (await app.call(listNotifications, { kind: "moderation" }, { token })).data;
const decide = (
  who: ClubTestPerson,
  kind: "article" | "comment",
  targetId: string,
  action: "hide" | "show",
  reason = "",
) => app.call(moderate, { kind, targetId, action, reason }, { token: who.token });
const waitingFor = async (targetId: string) =>
  (await app.call(openComplaints, { link })).data.list.find((one) => one.targetId === targetId);
async function operatorsDecide(targetId: string, decision: ComplaintDecision) {
  const complaint = await waitingFor(targetId);
  if (!complaint) throw new Error("nothing waits");
  const { kind, newestId } = complaint;
  return app.call(decideComplaint, { link, by: "客服小陈", kind, targetId, newestId, decision });
}

test("P23 an author is notified once when a leader hides their article, with the reason, and once when it is shown again", async () => {
  const { leader, author, articleId, commentId } = await scene();
  await decide(leader, "article", articleId, "hide", " 重复发布 ");
  const { list, unread } = await toldOf(author);
  expect(unread).toBeGreaterThanOrEqual(1);
  expect(list).toMatchObject([
    {
      kind: "moderation",
      outcome: "hidden",
      // The leader is not named.
      actor: { id: author.memberId },
      article: { articleId, title: "加我微信", imageUrl: null },
      comment: null,
      group: { name: "雾都车友会" },
      moderation: { by: "leaders", reason: null, explanation: "重复发布", review: "none" },
      read: false,
    },
  ]);
  await app.call(readNotifications, { until: list[0]?.notificationId ?? "" }, { token: author.token });
  await decide(leader, "article", articleId, "hide");
  expect((await toldOf(author)).list).toMatchObject([{ read: true }]);
  await decide(leader, "article", articleId, "show");
  expect((await toldOf(author)).list).toMatchObject([
    { outcome: "shown", article: { articleId }, read: false },
  ]);
  expect((await app.call(showArticle, { articleId }, { token: author.token })).status).toBe(200);

  await decide(leader, "comment", commentId, "hide", "广告");
  expect((await toldOf(author)).list).toMatchObject([
    { outcome: "hidden", comment: { commentId, text: "包过" }, moderation: { explanation: "广告" } },
    { outcome: "shown" },
  ]);
  expect((await toldOf(leader)).list).toEqual([]);
  // Deleting the article deletes its notifications.
  await app.call(deleteArticle, { articleId }, { token: author.token });
  expect((await toldOf(author)).list).toEqual([]);
});

test("P23 hiding one's own content causes no notification", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const articleId = await club.articleOf(leader, groupId);
  await decide(leader, "article", articleId, "hide");
  expect((await toldOf(leader)).list).toEqual([]);
});

test("P23 an author is notified of the most frequent reason of complaints, and can request one review, which operators decide", async () => {
  const { author, groupId, articleId, leader } = await scene();
  const ask = (detail: string, who = author) =>
    app.call(requestModerationReview, { kind: "article", targetId: articleId, detail }, { token: who.token });
  // A review of content that is not hidden is refused.
  expect((await ask("")).status).toBe(404);
  for (let place = 0; place < REPORTS_TO_HIDE; place++) {
    const reader = await club.memberOf(groupId);
    await app.call(
      reportContent,
      { kind: "article", targetId: articleId, reason: place === 0 ? "other" : "spam" },
      { token: reader.token },
    );
  }
  expect((await toldOf(author)).list).toMatchObject([
    { outcome: "hidden", moderation: { by: "complaints", reason: "spam", explanation: "", review: "none" } },
  ]);
  // Only the author can request it.
  expect((await ask("", leader)).status).toBe(404);
  expect((await ask("只是<b>路书</b>")).status).toBe(200);
  expect((await ask("再说一遍")).status).toBe(200);
  expect(await waitingFor(articleId)).toMatchObject({ count: REPORTS_TO_HIDE, status: "hidden" });
  expect((await waitingFor(articleId))?.reports.filter(({ reason }) => reason === "review")).toMatchObject([
    { detail: "只是<b>路书</b>", reporter: { id: author.memberId } },
  ]);
  expect((await toldOf(author)).list).toMatchObject([{ moderation: { review: "waiting" } }]);
  await operatorsDecide(articleId, "reject");
  expect((await toldOf(author)).list).toMatchObject([
    { outcome: "shown", moderation: { by: "operators", review: "decided" } },
  ]);
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
});

test("P23 a review request for content that a leader has hidden is open without complaints; barred authors can request one too", async () => {
  const { author, leader, commentId } = await scene();
  await decide(leader, "comment", commentId, "hide");
  const asked = { kind: "comment", targetId: commentId, detail: "没有广告" } as const;
  expect((await app.call(requestModerationReview, asked, { token: author.token })).status).toBe(200);
  expect(await waitingFor(commentId)).toMatchObject({ count: 0, reports: [{ reason: "review" }] });
  await operatorsDecide(commentId, "bar");
  expect((await toldOf(author)).list).toMatchObject([
    { outcome: "hidden", moderation: { by: "operators", reason: null, review: "decided" } },
  ]);
  const { articleId } = await scene();
  expect(
    (
      await app.call(
        requestModerationReview,
        { ...asked, kind: "article", targetId: articleId },
        { token: author.token },
      )
    ).status,
  ).toBe(404);
  expect((await app.call(requestModerationReview, asked, { token: author.token })).status).toBe(200);
});

test("P23 rejected complaints about content that was never hidden notify nobody", async () => {
  const { author, groupId, articleId } = await scene();
  const reader = await club.memberOf(groupId);
  await app.call(
    reportContent,
    { kind: "article", targetId: articleId, reason: "spam" },
    { token: reader.token },
  );
  await operatorsDecide(articleId, "reject");
  expect((await toldOf(author)).list).toEqual([]);
});
