import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import {
  addComment,
  listArticles,
  likeArticle,
  publishArticle,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { listNotifications, reportContent } from "#contract/club/members.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";
import { countOf, openClub } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "words.txt");
writeFileSync(file, "加微信\n  \n代办\n");
const { app, club } = await openClub({ CLUB_WORDS_FILE: file });

test("P23 forbidden words are refused at their field in titles, texts and comments, however they are spaced", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const { token } = who;
  const faults = async (args: { title?: string; content: string }) => {
    const answer = await app.call(publishArticle, { groupId, ...args }, { token });
    return [answer.status, (answer.data as unknown as { fields: object }).fields];
  };
  expect(await faults({ title: "年检代 办", content: "雾" })).toEqual([
    601,
    { title: clubMessages.forbiddenWord },
  ]);
  expect(await faults({ content: "<p>加 微·信</p>" })).toEqual([
    601,
    { content: clubMessages.forbiddenWord },
  ]);
  expect(await countOf(app, "club_article", `group_id = '${groupId}'`)).toBe(0);
  const articleId = await club.articleOf(who, groupId, "<p>微信里说过了</p>");
  const comment = (content: string) => app.call(addComment, { articleId, content }, { token });
  const refused = await comment("加<strong>微</strong>信");
  expect([refused.status, (refused.data as unknown as { fields: object }).fields]).toEqual([
    601,
    { content: clubMessages.forbiddenWord },
  ]);
  expect((await comment("下次见")).data.comments).toBe(1);
});

test("P23 five complaints hide an article from every feed, its page, its counters, notifications and pictures", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const author = await club.memberOf(groupId);
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  const uploaded = await app.call(uploadPicture, {}, { token: author.token, picture });
  const { pictureId } = uploaded.data;
  const made = await app.call(
    publishArticle,
    { groupId, content: "雾", pictureIds: [pictureId] },
    { token: author.token },
  );
  const { articleId, images } = made.data;
  const fan = await club.person();
  await app.call(likeArticle, { articleId }, { token: fan.token });
  const told = async () =>
    (await app.call(listNotifications, {}, { token: author.token })).data.list
      .filter(({ article }) => article?.articleId === articleId)
      .map(({ kind }) => kind);
  const feeds = async () => {
    const found: boolean[] = [];
    for (const feed of [{}, { groupId }, { userId: author.memberId }])
      found.push(
        (await app.call(listArticles, feed)).data.list.some((article) => article.articleId === articleId),
      );
    return found;
  };
  const renewed = async () => (await app.call(renewPictures, { articleIds: articleId })).data.list.length;
  const page = async () => [
    (await app.call(showArticle, { articleId })).status,
    (await app.call(showArticleCounts, { articleId })).status,
  ];
  expect([await feeds(), await page(), await renewed(), await told()]).toEqual([
    [true, true, true],
    [200, 200],
    1,
    ["like"],
  ]);
  for (let turn = 0; turn < REPORTS_TO_HIDE; turn++) {
    const { token } = await club.memberOf(groupId);
    await app.call(reportContent, { kind: "article", targetId: articleId, reason: "spam" }, { token });
  }
  expect([await feeds(), await page(), await renewed(), await told()]).toEqual([
    [false, false, false],
    [404, 404],
    0,
    // Only the moderation notification of its author remains.
    ["moderation"],
  ]);
  const start = app.context.clock.now();
  app.context.clock.set(start + 11 * 60_000);
  expect((await app.app.inject({ url: images[0] ?? "" })).statusCode).not.toBe(200);
  app.context.clock.set(start);
  // The leader has reviewed it: the article and its picture are visible again.
  const show = { kind: "article", targetId: articleId, action: "show" } as const;
  expect((await app.call(moderate, show, { token: leader.token })).status).toBe(200);
  expect([await feeds(), await page(), await renewed()]).toEqual([[true, true, true], [200, 200], 1]);
});

test("a leader hides, shows and features content; enough complaints hide it until it is reviewed", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const { commentId } = (await app.call(addComment, { articleId, content: "广告" }, { token: who.token }))
    .data.comment;
  const act = (
    token: string,
    kind: "article" | "comment",
    action: "hide" | "show" | "feature" | "unfeature",
  ) => app.call(moderate, { kind, targetId: kind === "article" ? articleId : commentId, action }, { token });
  expect((await act(who.token, "article", "hide")).status).toBe(406);
  await act(leader.token, "comment", "hide");
  expect((await app.call(showArticle, { articleId })).data).toMatchObject({
    comments: 0,
    commentPage: { list: [] },
  });
  await act(leader.token, "comment", "show");
  await act(leader.token, "article", "feature");
  expect((await app.call(listArticles, { groupId, featured: "1" })).data.list).toMatchObject([
    { comments: 1 },
  ]);
  await act(leader.token, "article", "hide");
  expect((await app.call(showArticle, { articleId })).status).toBe(404);
  await act(leader.token, "article", "show");
  const complain = async (kind: "article" | "member" = "article") => {
    const { token } = await club.person({ owner: false });
    const targetId = kind === "article" ? articleId : who.memberId;
    for (const _turn of [1, 2]) await app.call(reportContent, { kind, targetId, reason: "spam" }, { token });
  };
  for (let made = 1; made < REPORTS_TO_HIDE; made++) await complain();
  await complain("member");
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
  await complain();
  expect((await app.call(showArticle, { articleId })).status).toBe(404);
  await act(leader.token, "article", "show");
  await complain();
  expect((await app.call(showArticle, { articleId })).status).toBe(200);
  const { token } = who;
  expect(
    (await app.call(reportContent, { kind: "article", targetId: "7", reason: "spam" }, { token })).status,
  ).toBe(404);
});
