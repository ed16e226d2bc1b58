import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import {
  addComment,
  listArticles,
  likeArticle,
  moderate,
  publishArticle,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
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

test("P23 what the configured list forbids is refused at its field: in a title, a text, a comment, however it is spaced; nothing is written", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const { token } = who;
  const faults = async (args: { title?: string; content: string }) => {
    const answer = await app.call(publishArticle, { groupId, ...args }, { token });
    return [answer.status, (answer.data as unknown as { fields: object }).fields];
  };
  expect(await faults({ title: "年检代 办", content: "雾" })).toEqual([601, { title: clubMessages.badWord }]);
  expect(await faults({ content: "<p>加 微·信</p>" })).toEqual([601, { content: clubMessages.badWord }]);
  expect(await countOf(app, "club_article", `group_id = '${groupId}'`)).toBe(0);
  const articleId = await club.articleOf(who, groupId, "<p>微信里说过了</p>");
  const comment = (content: string) => app.call(addComment, { articleId, content }, { token });
  const refused = await comment("加<strong>微</strong>信");
  expect([refused.status, (refused.data as unknown as { fields: object }).fields]).toEqual([
    601,
    { content: clubMessages.badWord },
  ]);
  expect((await comment("下次见")).data.comments).toBe(1);
});

test("P23 reported by five, an article is gone: from every feed, its page, its pulse, what people are told, and its pictures", async () => {
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
    // That it is gone is all that its author is told of it.
    ["moderation"],
  ]);
  const start = app.context.clock.now();
  app.context.clock.set(start + 11 * 60_000);
  expect((await app.app.inject({ url: images[0] ?? "" })).statusCode).not.toBe(200);
  app.context.clock.set(start);
  // Whoever leads the group has looked: it is back, with its picture.
  const show = { kind: "article", targetId: articleId, action: "show" } as const;
  expect((await app.call(moderate, show, { token: leader.token })).status).toBe(200);
  expect([await feeds(), await page(), await renewed()]).toEqual([[true, true, true], [200, 200], 1]);
});
