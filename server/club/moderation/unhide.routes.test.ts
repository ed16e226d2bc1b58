import { afterEach, expect, test } from "vitest";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/club/complaints.ts";
import {
  addComment,
  deleteArticle,
  editArticle,
  likeArticle,
  listArticles,
  listComments,
  showArticle,
} from "#contract/club/articles.ts";
import { listHiddenContent, moderate } from "#contract/club/moderation.ts";
import { requestModerationReview, listNotifications, reportContent } from "#contract/club/members.ts";
import { blockFromGroup, reviewJoin } from "#contract/club/club.ts";
import { appointManager } from "#contract/club/group-leader.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";
import { countOf, openClub, type ClubTestPerson, remarkOf } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const { app, club } = await openClub();
const link = await app.modules.club.complaintLinks.seed();
afterEach(() => app.context.clock.set(null));

type Kind = "article" | "comment";
const decide = (
  who: ClubTestPerson,
  kind: Kind,
  targetId: string,
  action: "hide" | "show" | "feature",
  reason = "",
) => app.call(moderate, { kind, targetId, action, reason }, { token: who.token });
async function complain(groupId: string, kind: Kind, targetId: string, people = 1): Promise<void> {
  for (let made = 0; made < people; made++) {
    const { token } = await club.memberOf(groupId);
    await app.call(reportContent, { kind, targetId, reason: "spam" }, { token });
  }
}
const waitingFor = async (targetId: string) =>
  (await app.call(openComplaints, { link })).data.list.find((one) => one.targetId === targetId);
async function operatorsDecide(targetId: string, decision: ComplaintDecision) {
  const complaint = await waitingFor(targetId);
  if (!complaint) throw new Error("nothing waits");
  const { kind, newestId } = complaint;
  return app.call(decideComplaint, { link, by: "客服小陈", kind, targetId, newestId, decision });
}
const reviewOf = async ({ token }: ClubTestPerson) =>
  (await app.call(listNotifications, { kind: "moderation" }, { token })).data.list[0]?.moderation?.review;
/** A group with its leader and a helper, and a member's article with a comment. */
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [helper, author] = [await club.memberOf(groupId), await club.memberOf(groupId, { nickname: "老周" })];
  await app.call(
    appointManager,
    { groupId, userId: helper.memberId, manages: true },
    { token: leader.token },
  );
  const articleId = await club.articleOf(author, groupId, "<p>加我微信</p>");
  const { data } = await app.call(addComment, { articleId, content: "包过" }, { token: author.token });
  return { groupId, leader, helper, author, articleId, commentId: data.comment.commentId };
}

test(
  "P23 a leader cannot show their own content again that complaints have hidden; a helper can, and operators can still decide",
  { timeout: 180_000 },
  async () => {
    const { groupId, leader, helper } = await scene();
    const own = await club.articleOf(leader, groupId);
    const said = await app.call(addComment, { articleId: own, content: "我自己" }, { token: leader.token });
    const ownComment = said.data.comment.commentId;
    await complain(groupId, "article", own, REPORTS_TO_HIDE);
    await complain(groupId, "comment", ownComment, REPORTS_TO_HIDE);
    // Hiding it as a leader does not replace the stricter hider.
    await decide(leader, "article", own, "hide");
    for (const [kind, id] of [
      ["article", own],
      ["comment", ownComment],
    ] as const) {
      expect(remarkOf(await decide(leader, kind, id, "show"))).toBe(clubMessages.ownHidden);
      expect(await waitingFor(id)).toMatchObject({ count: REPORTS_TO_HIDE, status: "hidden" });
      expect((await decide(helper, kind, id, "show")).status).toBe(200);
      expect(await waitingFor(id)).toMatchObject({ count: REPORTS_TO_HIDE, status: "shown" });
    }
    // The count restarts after the review.
    await complain(groupId, "article", own, REPORTS_TO_HIDE - 1);
    expect((await app.call(showArticle, { articleId: own })).status).toBe(200);
    await complain(groupId, "article", own);
    expect((await app.call(showArticle, { articleId: own })).status).toBe(404);
    expect(await app.modules.club.repairCounters()).toBe(0);
  },
);

test.each(["leaders", "operators"] as const)(
  "P12 P23 after %s have shown an article again and its author has edited it, the same people can complain once more",
  async (who) => {
    const { groupId, leader, author, articleId } = await scene();
    const people: ClubTestPerson[] = [];
    while (people.length < REPORTS_TO_HIDE) people.push(await club.memberOf(groupId));
    const all = async () => {
      for (const { token } of people) {
        const about = { kind: "article", targetId: articleId, reason: "abuse" } as const;
        await app.call(reportContent, about, { token });
      }
      return (await app.call(showArticle, { articleId })).status;
    };
    expect(await all()).toBe(404);
    await (who === "leaders"
      ? decide(leader, "article", articleId, "show")
      : operatorsDecide(articleId, "reject"));
    expect(await all()).toBe(200);
    app.context.clock.set(app.context.clock.now() + 60_000);
    const edit = { articleId, revision: 0, content: "更难听的" };
    expect((await app.call(editArticle, edit, { token: author.token })).status).toBe(200);
    expect(await all()).toBe(404);
    expect(await waitingFor(articleId)).toMatchObject({ count: REPORTS_TO_HIDE, status: "hidden" });
    // A decision about the current text stays.
    await operatorsDecide(articleId, "reject");
    expect(await all()).toBe(200);
    expect(await waitingFor(articleId)).toBeUndefined();
  },
);

test("P23 a leader can show their own content again that they have hidden themselves", async () => {
  const { groupId, leader } = await scene();
  const own = await club.articleOf(leader, groupId);
  await decide(leader, "article", own, "hide");
  expect((await decide(leader, "article", own, "show")).status).toBe(200);
});

test("P23 showing content that is shown changes nothing: its complaints still count and stay open", async () => {
  const { groupId, leader, articleId } = await scene();
  await complain(groupId, "article", articleId, REPORTS_TO_HIDE - 1);
  const lines = () => countOf(app, "audit_entry", `about_id = '${articleId}'`);
  const before = await lines();
  expect((await decide(leader, "article", articleId, "show")).status).toBe(200);
  expect(await lines()).toBe(before);
  expect(await waitingFor(articleId)).toMatchObject({ count: REPORTS_TO_HIDE - 1 });
  await complain(groupId, "article", articleId);
  expect((await app.call(showArticle, { articleId })).status).toBe(404);
});

test("P23 a review request stays open for operators, whatever the leader does in the meantime", async () => {
  const { leader, author, articleId } = await scene();
  await decide(leader, "article", articleId, "hide");
  const asked = { kind: "article", targetId: articleId, detail: "没有广告" } as const;
  await app.call(requestModerationReview, asked, { token: author.token });
  await decide(leader, "article", articleId, "show");
  await decide(leader, "article", articleId, "hide");
  expect(await reviewOf(author)).toBe("waiting");
  expect(await waitingFor(articleId)).toMatchObject({ reports: [{ reason: "review", detail: "没有广告" }] });
  await operatorsDecide(articleId, "hide");
  expect(await reviewOf(author)).toBe("decided");
});

test("P23 a barred leader can neither hide, show, feature, admit nor remove", async () => {
  const { groupId, leader, author, articleId, commentId } = await scene();
  const approval = await club.group({ memberIds: [leader.memberId], joinMode: "approval" });
  const waiting = await club.person();
  await club.join(waiting, approval);
  const { token } = leader;
  const reader = await club.memberOf(groupId);
  const about = { kind: "member", targetId: leader.memberId, reason: "abuse" } as const;
  await app.call(reportContent, about, { token: reader.token });
  await operatorsDecide(leader.memberId, "bar");
  const tries = await Promise.all([
    decide(leader, "article", articleId, "hide"),
    decide(leader, "comment", commentId, "hide"),
    decide(leader, "article", articleId, "feature"),
    app.call(reviewJoin, { groupId: approval, userId: waiting.memberId, accepted: true }, { token }),
    app.call(blockFromGroup, { groupId, userId: author.memberId, blocked: true }, { token }),
  ]);
  for (const answer of tries) expect([answer.status, remarkOf(answer)]).toEqual([633, clubMessages.barred]);
  // A member who is not the leader gets the refusal for that.
  expect((await decide(author, "article", articleId, "hide")).status).toBe(406);
});

test("P23 the author can read their hidden article with the reason, and delete it; nobody else can read it, and nobody can like or comment on it", async () => {
  const { leader, author, articleId, commentId, groupId } = await scene();
  await decide(leader, "article", articleId, "hide", " 重复发布 ");
  const page = (who?: ClubTestPerson) =>
    app.call(showArticle, { articleId }, who ? { token: who.token } : {});
  const { data } = await page(author);
  expect(data).toMatchObject({
    content: "<p>加我微信</p>",
    own: true,
    hidden: { by: "leaders", reason: null, explanation: "重复发布", review: "none" },
  });
  expect((await app.call(listComments, { articleId }, { token: author.token })).data.list).toMatchObject([
    { commentId },
  ]);
  for (const who of [undefined, leader, await club.memberOf(groupId)])
    expect((await page(who)).status).toBe(404);
  const { token } = author;
  expect((await app.call(likeArticle, { articleId }, { token })).status).toBe(404);
  expect((await app.call(addComment, { articleId, content: "在吗" }, { token })).status).toBe(404);
  expect((await app.call(listArticles, { userId: author.memberId }, { token })).data.list).toEqual([]);
  await app.call(requestModerationReview, { kind: "article", targetId: articleId }, { token });
  expect((await page(author)).data.hidden?.review).toBe("waiting");
  expect((await app.call(deleteArticle, { articleId }, { token })).status).toBe(200);
  expect((await page(author)).status).toBe(404);
});

test("P23 the author reads the most frequent reason of the complaints that have hidden their article, and none if it is shown", async () => {
  const { author, articleId, groupId, leader } = await scene();
  const hidden = async () =>
    (await app.call(showArticle, { articleId }, { token: author.token })).data.hidden;
  expect(await hidden()).toBeUndefined();
  await complain(groupId, "article", articleId, REPORTS_TO_HIDE);
  expect(await hidden()).toEqual({ by: "complaints", reason: "spam", explanation: "", review: "none" });
  await decide(leader, "article", articleId, "show");
  expect(await hidden()).toBeUndefined();
  const own = await club.articleOf(leader, groupId);
  await decide(leader, "article", own, "hide");
  expect(
    (await app.call(showArticle, { articleId: own }, { token: leader.token })).data.hidden,
  ).toMatchObject({
    by: "leaders",
    reason: null,
  });
});

test("P23 content that operators have hidden stays hidden by operators when they unbar its author", async () => {
  const { groupId, leader, articleId } = await scene();
  await complain(groupId, "article", articleId);
  const { data } = await operatorsDecide(articleId, "bar");
  const { newestId } = data.complaint;
  const again = {
    link,
    by: "客服小陈",
    kind: "article",
    targetId: articleId,
    newestId,
    again: true,
  } as const;
  await app.call(decideComplaint, { ...again, decision: "unbar" });
  expect((await decide(leader, "article", articleId, "show")).status).toBe(406);
  expect((await app.call(listHiddenContent, { groupId }, { token: leader.token })).data.list).toMatchObject([
    { targetId: articleId, byOperators: true },
  ]);
  await app.call(decideComplaint, { ...again, decision: "reject" });
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
});
