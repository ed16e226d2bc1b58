import sharp from "sharp";
import { expect, test } from "vitest";
import { applyJoinGroup } from "#contract/club/club.ts";
import {
  addComment,
  deleteArticle,
  likeArticle,
  listArticles,
  publishArticle,
  renewPictures,
  showArticle,
} from "#contract/club/articles.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { blockMember, listNotifications } from "#contract/club/members.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { newId } from "../../core/ids.ts";
import { countOf, countStatements, openClub, type ClubTestPerson } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const { app, club } = await openClub();
const show = async (articleId: string, who?: ClubTestPerson) =>
  app.call(showArticle, { articleId }, who ? { token: who.token } : {});
const samplePhoto = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
const comment = (who: ClubTestPerson, articleId: string, content: string, replyTo?: string) =>
  app.call(addComment, { articleId, content, ...(replyTo && { replyTo }) }, { token: who.token });

test("P01 P12 an article is published, read, listed in the feeds of group, author and everybody, and deleted", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId, { nickname: "林晓岚" });
  const made = await app.call(
    publishArticle,
    { groupId, title: " 莫干山的雾 ", content: "凌晨四点出发\n\n没人说话 <3", cityCode: "330500" },
    { token: who.token },
  );
  expect(made.data).toMatchObject({
    title: "莫干山的雾",
    content: "<p>凌晨四点出发</p><p>没人说话 &lt;3</p>",
    place: "湖州",
    author: { id: who.memberId, displayName: "林晓岚", owner: true },
    own: true,
    likes: 0,
  });
  const { articleId } = made.data;
  for (const feed of [{ groupId }, { userId: who.memberId }, {}])
    expect((await app.call(listArticles, feed)).data.list[0]?.articleId).toBe(articleId);
  const shown = (await show(articleId)).data;
  expect(shown).toMatchObject({ own: false, group: { groupId, articles: 1 }, commentPage: { list: [] } });
  const stranger = await club.person();
  const remove = (token: string) => app.call(deleteArticle, { articleId }, { token });
  expect((await remove(stranger.token)).status).toBe(406);
  for (const _turn of [1, 2]) expect((await remove(who.token)).status).toBe(200);
  expect([(await show(articleId)).status, (await show(articleId)).message]).toEqual([
    404,
    clubMessages.noArticle,
  ]);
  expect((await app.call(listArticles, { groupId })).data.list).toEqual([]);
  expect(await countOf(app, "club_group", `group_id = '${groupId}' and articles = 0`)).toBe(1);
  expect((await app.call(likeArticle, { articleId }, { token: who.token })).status).toBe(404);
});

test("the pages of a feed are stable while others publish, and contain each article once", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const before: string[] = [];
  for (let made = 0; made < 7; made++) before.unshift(await club.articleOf(who, groupId));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(cursor);
    seen.push(...page.data.list.map(({ articleId }) => articleId));
    cursor = page.data.nextCursor;
    await club.articleOf(who, groupId);
  } while (cursor !== null);
  expect(seen).toEqual(before);
  expect((await app.call(listArticles, { cursor: "xxxx" })).status).toBe(601);
  function list(from: string | null) {
    return app.call(listArticles, { groupId, pageSize: 3, ...(from && { cursor: from }) });
  }
});

test("the feeds of followed groups and of a city contain only their articles", async () => {
  const city = { provinceCode: "460000", cityCode: "460100", cityName: "海口" };
  const [mine, other] = [await club.group(city), await club.group()];
  const [reader, writer] = [await club.memberOf(mine), await club.memberOf(other)];
  await app.call(applyJoinGroup, { groupId: mine }, { token: writer.token });
  const [inMine, inOther] = [await club.articleOf(writer, mine), await club.articleOf(writer, other)];
  const ids = async (args: object, who?: ClubTestPerson) =>
    (await app.call(listArticles, args, who ? { token: who.token } : {})).data.list.map(
      ({ articleId }) => articleId,
    );
  expect(await ids({ scope: "following" }, reader)).toEqual([inMine]);
  expect(await ids({ scope: "following" })).toEqual([]);
  expect(await ids({ scope: "city", cityCode: "460100" })).toEqual([inMine]);
  expect((await ids({})).slice(0, 2)).toEqual([inOther, inMine]);
});

test("the same Idempotency-Key returns the same article and comment; another body with it is refused", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const key = newId();
  const [one, again] = [
    await club.publish(who, groupId, "一样", key),
    await club.publish(who, groupId, "一样", key),
  ];
  expect(again.data.articleId).toBe(one.data.articleId);
  const other = async () => {
    const { status, data } = await club.publish(who, groupId, "不一样", key);
    return [status, data];
  };
  expect(await other()).toEqual([409, { articleId: one.data.articleId }]);
  expect(await countOf(app, "club_article", `group_id = '${groupId}'`)).toBe(1);
  const { articleId } = one.data;
  const add = (content: string) =>
    app.call(addComment, { articleId, content }, { token: who.token, idempotencyKey: key });
  expect((await add("好")).data.comment.commentId).toBe((await add("好")).data.comment.commentId);
  expect((await add("坏")).status).toBe(409);
  expect((await show(articleId)).data.comments).toBe(1);
  await app.call(deleteArticle, { articleId }, { token: who.token });
  expect(await other()).toEqual([409, null]);
});

test("articles are validated: empty, too long, pictures of others; only members of the group can write", async () => {
  const groupId = await club.group();
  const [who, stranger] = [await club.memberOf(groupId), await club.person()];
  const fieldsOf = async (args: object) => {
    const answer = await app.call(publishArticle, { groupId, content: "文", ...args }, { token: who.token });
    return [answer.status, (answer.data as unknown as { fields: Record<string, string> }).fields];
  };
  expect(await fieldsOf({ content: "<p> \u200b </p>" })).toEqual([601, { content: clubMessages.empty }]);
  for (const one of ["\u3164", "\u2800", "\u115f\u034f", "\ufe0f", "\u0301", "\uffa0"])
    expect(await fieldsOf({ content: `<p>${one}</p><p>${one}</p>` })).toEqual([
      601,
      { content: clubMessages.empty },
    ]);
  const most = clubLimits.maxArticleLength;
  expect(await fieldsOf({ content: "字".repeat(most + 1) })).toEqual([
    601,
    { content: clubMessages.tooLong(most) },
  ]);
  expect(await fieldsOf({ title: "题".repeat(41) })).toEqual([601, { title: "标题最多 40 个字" }]);
  expect(await fieldsOf({ pictureIds: ["1"] })).toEqual([601, { pictureIds: clubMessages.pictureExpired }]);
  const refused = await club.publish(stranger, groupId);
  expect(decodeURIComponent(String(refused.headers["flow_branch_remark"]))).toBe(clubMessages.notJoined);
  expect((await comment(stranger, await club.articleOf(who, groupId), "我")).status).toBe(633);
  expect((await club.publish(who, "7")).status).toBe(404);
});

test("uploaded pictures are visible while the article is shown, and deleted with it", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const uploaded = await app.call(uploadPicture, {}, { token: who.token, picture: await samplePhoto() });
  const { pictureId } = uploaded.data;
  const made = await app.call(
    publishArticle,
    { groupId, content: "", pictureIds: [pictureId] },
    { token: who.token },
  );
  const { articleId, images } = made.data;
  expect((await app.app.inject({ url: images[0] ?? "" })).statusCode).toBe(200);
  await app.modules.uploads.deleteUnused();
  expect((await show(articleId)).data.images).toHaveLength(1);
  const renewed = async (token?: string) =>
    (await app.call(renewPictures, { articleIds: `${articleId},7` }, token === undefined ? {} : { token }))
      .data.list;
  const start = app.context.clock.now();
  app.context.clock.set(start + 11 * 60_000);
  expect((await app.app.inject({ url: images[0] ?? "" })).statusCode).not.toBe(200);
  const [again] = await renewed();
  expect([again?.articleId, again?.images.length]).toEqual([articleId, 1]);
  expect((await app.app.inject({ url: again?.images[0] ?? "" })).statusCode).toBe(200);
  app.context.clock.set(start);
  const blocked = await club.person();
  await app.call(blockMember, { userId: blocked.memberId }, { token: who.token });
  expect(await renewed(blocked.token)).toEqual([]);
  await app.call(deleteArticle, { articleId }, { token: who.token });
  expect(await renewed()).toEqual([]);
  await app.modules.uploads.deleteUnused();
  expect((await app.app.inject({ url: images[0] ?? "" })).statusCode).toBe(404);
});

test("P02 P22 a second like does not count; a like can be undone; the author is notified once", async () => {
  const groupId = await club.group();
  const [who, reader] = [await club.memberOf(groupId), await club.person({ owner: false, nickname: "读者" })];
  const articleId = await club.articleOf(who, groupId);
  const like = async (liked?: boolean) =>
    (
      await app.call(
        likeArticle,
        { articleId, ...(liked !== undefined && { liked }) },
        { token: reader.token },
      )
    ).data;
  expect([await like(), await like(true)]).toEqual(Array(2).fill({ liked: true, likes: 1 }));
  expect((await show(articleId, reader)).data).toMatchObject({ liked: true, likes: 1 });
  const notices = async () => (await app.call(listNotifications, {}, { token: who.token })).data.list;
  expect(await notices()).toMatchObject([
    { kind: "like", actor: { displayName: "读者" }, article: { articleId } },
  ]);
  expect([await like(false), await like(false)]).toEqual(Array(2).fill({ liked: false, likes: 0 }));
  expect(await notices()).toEqual([]);
  expect((await app.call(likeArticle, { articleId })).status).toBe(401);
});

test("an article's page takes six statements, with any number of comments, mentions and pictures", async () => {
  const groupId = await club.group();
  const [who, other] = [await club.memberOf(groupId), await club.memberOf(groupId)];
  const articleId = await club.articleOf(who, groupId, `<at data-id="${other.memberId}">x</at>`);
  for (let made = 0; made < 4; made++)
    await comment(other, articleId, `<at data-id="${who.memberId}">x</at> ${made}`);
  expect(await countStatements(app, () => show(articleId, other))).toBe(6);
});
