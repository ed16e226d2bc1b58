import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { sql } from "kysely";
import { afterAll, afterEach, expect, test } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import {
  deleteArticle,
  editArticle,
  listArticles,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { listNotifications } from "#contract/club/members.ts";
import { blockFromGroup, leaveGroup } from "#contract/club/club.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { watchContentChanges } from "../../testing/watch-content-changes.ts";
import { newId } from "../../core/ids.ts";
import { openClub, type ClubTestPerson, remarkOf } from "../test-club.ts";
import { RATE_LIMIT_WINDOW, memberRateLimits } from "../rate-limits.ts";
import { clubMessages } from "../messages.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "words.txt");
writeFileSync(file, "代办黄牛\n");
const { app, club } = await openClub({ CLUB_WORDS_FILE: file });
afterEach(() => app.context.clock.set(null));

type Editing = Partial<ArgsOf<typeof editArticle>>;
const show = async (articleId: string, who?: ClubTestPerson) =>
  (await app.call(showArticle, { articleId }, who ? { token: who.token } : {})).data;
/** Edits the revision that the author sees now, unless `change` has another one. */
async function edit(who: ClubTestPerson, articleId: string, change: Editing = {}, idempotencyKey = newId()) {
  // An invisible article has no data.
  const seen = (await show(articleId, who)) as { revision: number } | null;
  const args = { articleId, revision: seen?.revision ?? 0, content: "改过", ...change };
  return app.call(editArticle, args, { token: who.token, idempotencyKey });
}
async function scene() {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const author = await club.memberOf(groupId, { nickname: "林晓岚" });
  return { leader, groupId, author, articleId: await club.articleOf(author, groupId, "<p>雾</p>") };
}
const upload = async (who: ClubTestPerson) => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  return (await app.call(uploadPicture, {}, { token: who.token, picture })).data.pictureId;
};
const isStored = async (pictureId: string) => {
  await app.modules.uploads.deleteUnused();
  const { rows } = await sql`select 1 from picture_upload where picture_id = ${pictureId}`.execute(
    app.context.db,
  );
  return rows.length === 1;
};

test("P12 P20 an author edits the title and text of their article; it keeps its place in the feed", async () => {
  const { author, groupId, articleId } = await scene();
  const later = await club.articleOf(author, groupId);
  expect(await show(articleId, author)).toMatchObject({ editedTime: null, revision: 0, pictureIds: [] });
  app.context.clock.set(Date.parse("2026-11-21T10:00:00+08:00"));
  const { data, status } = await edit(author, articleId, {
    title: " 莫干山的\u202e雾 ",
    content: '<img src=x onerror="alert(1)"><script>alert(2)</script>第一行\n第二行 <3',
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    articleId,
    title: "莫干山的 雾",
    content: "<p>第一行</p><p>第二行 &lt;3</p>",
    editedTime: "2026-11-21T10:00:00+08:00",
    own: true,
  });
  app.context.clock.set(null);
  const shown = await show(articleId);
  expect(shown).toMatchObject({ title: data.title, editedTime: data.editedTime, revision: 1 });
  // Only the author sees picture ids.
  expect(shown.pictureIds).toEqual([]);
  const feed = (await app.call(listArticles, { groupId })).data.list;
  expect(feed.map((one) => [one.articleId, one.editedTime === null])).toEqual([
    [later, true],
    [articleId, false],
  ]);
});

test("P12 articles of others, and hidden, deleted and unknown ones, cannot be edited", async () => {
  const { leader, author, articleId } = await scene();
  expect((await edit(leader, articleId)).status).toBe(406);
  expect((await edit(author, "7")).status).toBe(404);
  const kept = { kind: "article", targetId: articleId } as const;
  await app.call(moderate, { ...kept, action: "hide" }, { token: leader.token });
  for (const who of [author, leader]) expect((await edit(who, articleId)).status).toBe(404);
  await app.call(moderate, { ...kept, action: "show" }, { token: leader.token });
  expect((await edit(author, articleId)).status).toBe(200);
  await app.call(deleteArticle, { articleId }, { token: author.token });
  expect((await edit(author, articleId)).status).toBe(404);
  const { rows } =
    await sql`select 1 from club_article where article_id = ${articleId} and content like '%改过%'
    and revision = 1`.execute(app.context.db);
  expect(rows).toHaveLength(1);
});

test("P23 members who left the group, were removed or are barred cannot edit", async () => {
  const { leader, author, groupId, articleId } = await scene();
  await app.call(leaveGroup, { groupId }, { token: author.token });
  expect(remarkOf(await edit(author, articleId))).toBe(clubMessages.notJoined);
  await club.join(author, groupId);
  const block = { groupId, userId: author.memberId };
  await app.call(blockFromGroup, { ...block, blocked: true }, { token: leader.token });
  expect(remarkOf(await edit(author, articleId))).toBe(clubMessages.blocked);
  await app.call(blockFromGroup, { ...block, blocked: false }, { token: leader.token });
  await club.join(author, groupId);
  const bar = (time: Date | null) =>
    sql`update club_member set barred_time = ${time} where member_id = ${author.memberId}`.execute(
      app.context.db,
    );
  await bar(new Date(app.context.clock.now()));
  expect(remarkOf(await edit(author, articleId))).toBe(clubMessages.barred);
  await bar(null);
  expect((await show(articleId)).content).toBe("<p>雾</p>");
  expect((await edit(author, articleId)).status).toBe(200);
});

test("P12 an edit is validated as a new article: empty, too long, forbidden words, pictures of others", async () => {
  const { author, articleId, leader } = await scene();
  const fieldsOf = async (change: Editing) => {
    const answer = await edit(author, articleId, change);
    return [answer.status, (answer.data as unknown as { fields: Record<string, string> }).fields];
  };
  const { maxArticleLength: most, maxPictures } = clubLimits;
  expect(await fieldsOf({ content: "<p> \u200b </p>" })).toEqual([601, { content: clubMessages.empty }]);
  expect(await fieldsOf({ content: "字".repeat(most + 1) })).toEqual([
    601,
    { content: clubMessages.tooLong(most) },
  ]);
  expect(await fieldsOf({ title: "题".repeat(41) })).toEqual([601, { title: "标题最多 40 个字" }]);
  expect(await fieldsOf({ content: "代办 黄牛" })).toEqual([601, { content: clubMessages.forbiddenWord }]);
  expect(await fieldsOf({ title: "代办黄牛" })).toEqual([601, { title: clubMessages.forbiddenWord }]);
  for (const foreign of [await upload(leader), "1", "/media/cover-1.svg", "../x"])
    expect(await fieldsOf({ pictureIds: [foreign] })).toEqual([
      601,
      { pictureIds: clubMessages.pictureExpired },
    ]);
  const many = Array.from({ length: maxPictures + 1 }, (_, at) => String(at));
  expect((await fieldsOf({ pictureIds: many }))[0]).toBe(601);
  expect(await show(articleId, author)).toMatchObject({
    content: "<p>雾</p>",
    revision: 0,
    editedTime: null,
  });
});

test("P12 requests with the same key are one edit; an old revision or another body is refused without effect", async () => {
  const { author, articleId } = await scene();
  const key = newId();
  const first = { revision: 0, content: "第一次" };
  const [one, again] = await Promise.all([
    edit(author, articleId, first, key),
    edit(author, articleId, first, key),
  ]);
  expect([one.status, again.status]).toEqual([200, 200]);
  expect((await edit(author, articleId, first, key)).data.content).toBe("<p>第一次</p>");
  expect((await edit(author, articleId, { ...first, content: "另一个" }, key)).status).toBe(409);
  const stale = await edit(author, articleId, { revision: 0, content: "别处" });
  expect([stale.status, stale.message]).toEqual([409, clubMessages.editedElsewhere]);
  expect((await edit(author, articleId, { content: "第二次" })).status).toBe(200);
  // A late repetition of the first request is refused.
  expect((await edit(author, articleId, first, key)).status).toBe(409);
  expect(await show(articleId)).toMatchObject({ content: "<p>第二次</p>", revision: 2 });
  // An edit with the same content changes nothing.
  const { editedTime } = await show(articleId);
  expect((await edit(author, articleId, { content: "第二次" })).status).toBe(200);
  expect(await show(articleId)).toMatchObject({ revision: 2, editedTime });
});

test("P19 P20 only newly mentioned members are notified; mentions keep the name of the first mention", async () => {
  const { author, groupId } = await scene();
  const [zhou, che] = [
    await club.memberOf(groupId, { nickname: "老周" }),
    await club.memberOf(groupId, { nickname: "阿澈" }),
  ];
  const at = (who: ClubTestPerson) => `<at data-id="${who.memberId}">x</at>`;
  const told = async (who: ClubTestPerson) =>
    (await app.call(listNotifications, { kind: "mention" }, { token: who.token })).data.list.length;
  const articleId = await club.articleOf(author, groupId, `谢谢${at(zhou)}`);
  expect([await told(zhou), await told(che)]).toEqual([1, 0]);
  await sql`update club_member set display_name = '周师傅' where member_id = ${zhou.memberId}`.execute(
    app.context.db,
  );
  const { data } = await edit(author, articleId, { content: `谢谢${at(zhou)}和${at(che)}` });
  expect(data.mentions).toMatchObject([
    { id: zhou.memberId, displayName: "老周", newestDisplayName: "周师傅" },
    { id: che.memberId, displayName: "阿澈" },
  ]);
  expect([await told(zhou), await told(che)]).toEqual([1, 1]);
});

test("P12 an edit keeps and adds pictures in their order; pictures that no article uses are deleted", async () => {
  const { author, groupId } = await scene();
  const [one, two, three] = [await upload(author), await upload(author), await upload(author)];
  const made = await club.write(author, { groupId, content: "图", pictureIds: [one, two] });
  const { articleId } = made.data;
  await club.write(author, { groupId, content: "同一张图", pictureIds: [two] });
  expect((await show(articleId, author)).pictureIds).toEqual([one, two]);
  const key = newId();
  const change = { revision: 0, content: "", pictureIds: [three] };
  expect((await edit(author, articleId, change, key)).data.images).toHaveLength(1);
  expect((await edit(author, articleId, change, key)).status).toBe(200);
  expect((await show(articleId, author)).pictureIds).toEqual([three]);
  expect([await isStored(one), await isStored(two), await isStored(three)]).toEqual([false, true, true]);
  // A refused edit releases only the newly claimed picture.
  const four = await upload(author);
  const late = await edit(author, articleId, { revision: 0, content: "", pictureIds: [four, three] });
  expect(late.status).toBe(409);
  expect(await isStored(three)).toBe(true);
  await sql`update club_article set images = array['/media/cover-1.svg'] || images where article_id = ${articleId}`.execute(
    app.context.db,
  );
  const { data } = await edit(author, articleId, { pictureIds: [three, "/media/cover-1.svg"] });
  expect(data.images[1]).toBe("/media/cover-1.svg");
});

test("P12 P23 an edit increases the version and notifies every process", async () => {
  const { author, articleId } = await scene();
  const version = async () => (await app.call(showArticleCounts, { articleId })).data.version;
  const before = await version();
  const watching = await watchContentChanges(app.context);
  try {
    await edit(author, articleId);
    await expect
      .poll(() => watching.told.filter(({ topic }) => topic === "club").length, { timeout: 60_000 })
      .toBe(1);
  } finally {
    watching.stop();
  }
  expect(await version()).toBe(before + 1);
});

test("P12 edits count towards the rate limit of articles", async () => {
  const paced = await openClub({ RATE_LIMITS: "on" });
  const start = paced.app.context.clock.now();
  paced.app.context.clock.set(start - (start % RATE_LIMIT_WINDOW) + 1_000);
  const groupId = await paced.club.group();
  const author = await paced.club.memberOf(groupId);
  const articleId = await paced.club.articleOf(author, groupId);
  const statuses: number[] = [];
  for (let revision = 0; revision < memberRateLimits.article; revision++) {
    const args = { articleId, revision, content: `第 ${revision} 次` };
    statuses.push((await paced.app.call(editArticle, args, { token: author.token })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: memberRateLimits.article - 1 }, () => 200), 429]);
});
