import { expect, test } from "vitest";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/club/complaints.ts";
import { addComment, likeArticle, listArticles, showArticle } from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { followUser, reportContent } from "#contract/club/members.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { complaintsStore } from "./complaints-store.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";
import { countStatements, openClub, type ClubTestPerson, remarkOf } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const { app, club } = await openClub();
const link = await app.modules.club.complaintLinks.seed();

type Kind = "article" | "comment" | "member";
const by = "客服小陈";
const complain = (who: ClubTestPerson, kind: Kind, targetId: string, detail = "") =>
  app.call(reportContent, { kind, targetId, reason: "abuse", detail }, { token: who.token });
const waiting = async () => (await app.call(openComplaints, { link })).data;
const decided = async () => (await app.call(openComplaints, { link, decided: true })).data.list;
const of = async (targetId: string) => (await waiting()).list.find((one) => one.targetId === targetId);
/** Decides the open complaints about one target. */
async function decide(targetId: string, decision: ComplaintDecision) {
  const complaint = await of(targetId);
  if (!complaint) throw new Error("nobody complains of it");
  const { kind, newestId } = complaint;
  return app.call(decideComplaint, { link, by, kind, targetId, newestId, decision });
}
/** An article with a comment, their author, and a reader who complains. */
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const [author, reader] = [await club.memberOf(groupId, { nickname: "老周" }), await club.memberOf(groupId)];
  const articleId = await club.articleOf(author, groupId, "<p>加我微信</p>");
  const { data } = await app.call(addComment, { articleId, content: "包过" }, { token: author.token });
  return { groupId, leader, author, reader, articleId, commentId: data.comment.commentId };
}

test("P23 complaints about an article, a comment and a person are listed with their explanations, with few statements a page", async () => {
  const { groupId, author, reader, articleId, commentId } = await scene();
  const other = await club.memberOf(groupId);
  await complain(reader, "article", articleId, "到处发");
  await complain(other, "article", articleId, "<b>又来</b>");
  await complain(reader, "comment", commentId);
  await complain(reader, "member", author.memberId, "冒充客服");
  const ids = [author.memberId, commentId, articleId];
  const { list, waiting: count } = await waiting();
  const [person, comment, article] = list.filter(({ targetId }) => ids.includes(targetId));
  expect([person, comment, article].map((one) => one?.targetId)).toEqual(ids);
  expect(count).toBe(list.length);
  expect(article).toMatchObject({
    targetId: articleId,
    count: 2,
    status: "shown",
    person: { id: author.memberId, displayName: "老周" },
    article: { content: "<p>加我微信</p>" },
    comment: null,
    decided: null,
    reports: [
      { reporter: { id: other.memberId }, reason: "abuse", detail: "<b>又来</b>" },
      { detail: "到处发" },
    ],
  });
  expect(comment).toMatchObject({ comment: { articleId, content: "包过" }, article: null, count: 1 });
  expect(person).toMatchObject({
    person: { id: author.memberId },
    barred: false,
    reports: [{ detail: "冒充客服" }],
  });
  expect(await countStatements(app, waiting)).toBeLessThanOrEqual(8);
  const first = (await app.call(openComplaints, { link, pageSize: 2 })).data;
  const rest = (await app.call(openComplaints, { link, cursor: first.nextCursor ?? "" })).data;
  expect([...first.list, ...rest.list]).toEqual(list);
});

test("P23 hide: hidden for everybody at once, a leader cannot show it again, and a changed decision restores it", async () => {
  const { groupId, leader, reader, articleId, commentId } = await scene();
  await complain(reader, "comment", commentId);
  expect((await decide(commentId, "hide")).data.complaint).toMatchObject({
    status: "hidden",
    decided: { decision: "hide", by },
  });
  expect((await app.call(showArticle, { articleId })).data).toMatchObject({
    comments: 0,
    commentPage: { list: [] },
  });
  await complain(reader, "article", articleId);
  const { data } = await decide(articleId, "hide");
  expect((await app.call(showArticle, { articleId })).status).toBe(404);
  expect((await app.call(listArticles, { groupId })).data.list).toEqual([]);
  const show = { kind: "article", targetId: articleId, action: "show" } as const;
  expect((await app.call(moderate, show, { token: leader.token })).status).toBe(406);
  expect(await of(articleId)).toBeUndefined();
  const { newestId } = data.complaint;
  const back = {
    link,
    by,
    kind: "article",
    targetId: articleId,
    newestId,
    decision: "reject",
    again: true,
  } as const;
  expect((await app.call(decideComplaint, back)).data.complaint.status).toBe("shown");
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
  expect(await app.modules.club.repairCounters()).toBe(0);
});

test("P23 reject: content that five complaints had hidden is shown again, and the count restarts", async () => {
  const { groupId, articleId } = await scene();
  for (let each = 0; each < REPORTS_TO_HIDE; each++)
    await complain(await club.memberOf(groupId), "article", articleId);
  expect(await of(articleId)).toMatchObject({ count: REPORTS_TO_HIDE, status: "hidden" });
  await decide(articleId, "reject");
  await complain(await club.memberOf(groupId), "article", articleId);
  expect(await of(articleId)).toMatchObject({ count: 1, status: "shown" });
});

test("P23 bar: a barred member can read but not write, comment, like, follow, complain or join, until they are unbarred", async () => {
  const { groupId, author, reader, articleId } = await scene();
  await complain(reader, "member", author.memberId);
  const { data } = await decide(author.memberId, "bar");
  expect(data.complaint).toMatchObject({ barred: true, decided: { decision: "bar" } });
  const { token } = author;
  const open = await club.group();
  const tries = () =>
    Promise.all([
      club.publish(author, groupId),
      app.call(addComment, { articleId, content: "还是我" }, { token }),
      app.call(likeArticle, { articleId }, { token }),
      app.call(followUser, { userId: reader.memberId }, { token }),
      complain(author, "member", reader.memberId),
      club.join(author, open),
    ]);
  for (const answer of await tries())
    expect([answer.status, remarkOf(answer)]).toEqual([633, clubMessages.barred]);
  expect((await app.call(showArticle, { articleId }, { token })).status).toBe(200);
  const { newestId, kind, targetId } = data.complaint;
  await app.call(decideComplaint, { link, by, kind, targetId, newestId, decision: "unbar", again: true });
  for (const answer of await tries()) expect(answer.status).toBe(200);
  expect((await decided()).find((one) => one.targetId === targetId)).toMatchObject({ barred: false });
  const hidden = await app.call(decideComplaint, {
    link,
    by,
    kind,
    targetId,
    newestId,
    decision: "hide",
    again: true,
  });
  expect(hidden.status).toBe(601);
});

test("of two operators who decide at once the second is notified, and later complaints stay open; without the guard both would decide", async () => {
  const { groupId, reader, articleId } = await scene();
  await complain(reader, "article", articleId);
  const seen = await of(articleId);
  await complain(await club.memberOf(groupId), "article", articleId, "后来的");
  const args = { link, by, kind: "article", targetId: articleId, newestId: seen?.newestId ?? "" } as const;
  const both = await Promise.all(
    (["hide", "reject"] as const).map((decision) => app.call(decideComplaint, { ...args, decision })),
  );
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(both.find(({ status }) => status === 409)?.message).toBe(clubMessages.decidedMeanwhile);
  expect(await of(articleId)).toMatchObject({ count: 1, reports: [{ detail: "后来的" }] });
  const store = complaintsStore(app.context.db);
  const now = new Date(app.context.clock.now());
  const late = { ...args, actor: operatorActor, decision: "hide", now, isAgain: false } as const;
  expect(await store.settle(late)).toBe(false);
  expect(await store.settle(late, { isGuarded: false })).toBe(true);
});

test("unknown, expired and revoked links answer 404 and decide nothing", async () => {
  const { reader, articleId } = await scene();
  await complain(reader, "article", articleId);
  const links = app.modules.club.complaintLinks;
  const revoked = await links.seed();
  const before = await links.list();
  expect(JSON.stringify(before)).not.toContain(revoked);
  for (const { linkId } of before.slice(0, 1)) await links.revoke(linkId);
  for (const token of [revoked, await links.seed(0), "A".repeat(43)]) {
    const wish = {
      link: token,
      by,
      kind: "article",
      targetId: articleId,
      newestId: "9",
      decision: "hide",
    } as const;
    const answers = [await app.call(openComplaints, { link: token }), await app.call(decideComplaint, wish)];
    for (const { status, message } of answers)
      expect([status, message]).toEqual([404, clubMessages.linkExpired]);
  }
  expect(await of(articleId)).toMatchObject({ status: "shown" });
});
