import { beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { addComment, listComments, publishArticle, showArticle } from "#contract/club/articles.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { changeProfile, profileChangesPerDay } from "#contract/session/profile.ts";
import { showUser } from "#contract/session/session.ts";
import { operateLink, showShareInvitation } from "#contract/share/share.ts";
import { createCacheInvalidator } from "../http/cache/cache-invalidation.ts";
import { openClub } from "../club/test-club.ts";
import { sampleActivity } from "./samples/sample-activity.ts";
import { samplePhoto } from "./samples/sample-photo.ts";
import { watchContentChanges } from "./watch-content-changes.ts";

const { app, club } = await openClub({ RATE_LIMITS: "on" });
let photo: Buffer;
beforeAll(async () => {
  photo = await samplePhoto();
});

let people = 0;
const newMobile = (): string => `136${String(31_000_000 + people++)}`;
const person = async (nickname?: string) => {
  const mobile = newMobile();
  return { mobile, ...(await app.login(mobile, nickname === undefined ? {} : { nickname })) };
};
const change = (token: string, args: object) => app.call(changeProfile, args, { token });
const shown = async (token: string) => {
  const { nickname, avatar, ownNickname, ownAvatar } = (await app.call(showUser, {}, { token })).data;
  return { nickname, avatar, ownNickname, ownAvatar };
};
const upload = async (token: string) =>
  (await app.call(uploadPicture, {}, { token, picture: photo })).data.pictureId;
const seen = (url: string) => app.app.inject({ url });

test("I08 a chosen nickname stays over logins and the provider's comes back when it is cleared", async () => {
  const { token, mobile } = await person("青岚用户0042");
  const changed = await change(token, { nickname: "  山里\u202e的\u200b风 \n" });
  expect([changed.code, changed.data.nickname, changed.data.ownNickname]).toEqual(["00", "山里的风", true]);
  await app.login(mobile, { nickname: "青岚用户0043" });
  expect(await shown(token)).toMatchObject({ nickname: "山里的风", ownNickname: true });
  await change(token, { nickname: "山外的云" });
  expect((await change(token, { nickname: null })).data).toMatchObject({
    nickname: "青岚用户0043",
    ownNickname: false,
  });
  await app.login(mobile, { nickname: "供应方新名" });
  expect((await shown(token)).nickname).toBe("供应方新名");
});

test("I08 a drawing and an uploaded picture are shown to everybody; the former upload is deleted, and null takes both back", async () => {
  const { token, userId } = await person();
  const drawn = (await change(token, { avatar: { drawing: "lake" } })).data;
  expect([drawn.avatar, drawn.ownAvatar]).toEqual([`${WEB_BASE}avatars/lake.svg`, true]);

  const first = await upload(token);
  const { avatar } = (await change(token, { avatar: { pictureId: first } })).data;
  const url = avatar ?? "";
  app.context.clock.set(app.context.clock.now() + 3_600_000);
  const answer = await seen(`${url}&x-oss-process=image/resize,w_96/format,png`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
  // Neither without the signature, nor with that of a temporary address, nor for another picture.
  const { url: temporary } = (await app.call(uploadPicture, {}, { token, picture: photo })).data;
  const other = temporary.replace("/media/private/", "/media/person/");
  for (const wrong of [url.split("?", 1)[0] ?? "", other, `${url}0`])
    expect((await seen(wrong)).statusCode).toBe(404);

  const second = await upload(token);
  await change(token, { avatar: { pictureId: second } });
  await app.modules.uploads.deleteUnused();
  expect((await seen(url)).statusCode).toBe(404);
  const { avatar: kept } = await shown(token);
  // In use, however long ago it was uploaded.
  await sql`update picture_upload set used_time = used_time - interval '3 days' where user_id = ${userId}`.execute(
    app.context.db,
  );
  await app.modules.uploads.deleteUnused();
  expect((await seen(kept ?? "")).statusCode).toBe(200);
  app.context.clock.set(null);
  expect((await change(token, { avatar: null })).data).toMatchObject({ avatar: null, ownAvatar: false });
});

test.each([
  ["\u3164\u2800", "请填写昵称"],
  ["", "请填写昵称"],
  ["字".repeat(21), "最多 20 个字"],
])("I08 the nickname %j is refused: %s", async (nickname, message) => {
  const { token } = await person("原来的名字");
  const refused = await change(token, { nickname });
  expect([refused.status, refused.data]).toEqual([601, { fields: { nickname: message } }]);
  expect((await shown(token)).nickname).toBe("原来的名字");
});

test("I08 somebody else's upload, and one that does not exist, are refused alike", async () => {
  const [{ token }, other] = [await person(), await person()];
  const answers = [];
  for (const pictureId of [await upload(other.token), "1"])
    answers.push(await change(token, { avatar: { pictureId } }));
  for (const { status, data } of answers)
    expect([status, data]).toEqual([601, { fields: { avatar: "图片已过期，请重新上传" } }]);
  expect((await shown(token)).avatar).toBeNull();
});

test("I08 posts, comments and shared links show the new name at once, and every process is notified", async () => {
  const author = await club.person();
  const groupId = await club.group({ memberIds: [author.memberId] });
  const who = await club.memberOf(groupId);
  const { articleId } = (
    await app.call(publishArticle, { groupId, content: "<p>雾</p>", pictureIds: [] }, { token: who.token })
  ).data;
  await app.call(addComment, { articleId, content: "好" }, { token: who.token });
  const activityId = "7300000000000000001";
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  const captchaVerifyId = await app.solveCaptcha({ action: "link", activityId }, { token: who.token });
  const operation = { id: activityId, op: "share" } as const;
  const shared = await app.call(operateLink, operation, { token: who.token, captchaVerifyId });
  const from = new URL(shared.data.linkUrl).searchParams.get("from");
  const invitation = async () =>
    (await app.call(showShareInvitation, { activityId, from: from ?? "" })).data.nickname;
  await invitation();
  const watching = await watchContentChanges(app.context);
  try {
    await change(who.token, { nickname: "新的山民", avatar: { drawing: "snow" } });
    const article = (await app.call(showArticle, { articleId })).data;
    const comments = (await app.call(listComments, { articleId })).data;
    for (const { author: writer } of [article, ...comments.list])
      expect(writer).toMatchObject({ displayName: "新的山民", avatar: `${WEB_BASE}avatars/snow.svg` });
    await expect.poll(() => watching.told).toContainEqual({ topic: "people" });
    await expect.poll(invitation).toBe("新的山民");
  } finally {
    watching.stop();
  }
});

test("I08 a changed person clears the cached pages and answers that show people, and no others", () => {
  const forgotten: string[] = [];
  const page = { clear: () => forgotten.push("all"), invalidate: (name: string) => forgotten.push(name) };
  const sessions = { invalidate: () => forgotten.push("sessions"), confirmUpTo: () => {} };
  createCacheInvalidator(() => [page], { seats: () => {}, stock: () => {} }, sessions).onChange({
    topic: "people",
  });
  expect(forgotten).toEqual([`${WEB_BASE}club`, ...showShareInvitation.paths]);
});

test("I08 a person whom the club has barred cannot rename themselves", async () => {
  const who = await club.person();
  await sql`update club_member set barred_time = now() where user_id = ${who.userId}`.execute(app.context.db);
  expect((await change(who.token, { nickname: "换个名字" })).status).toBe(633);
});

test("I08 T10 parallel changes cannot exceed the changes of a day", async () => {
  const { token } = await person();
  const answers = await Promise.all(
    Array.from({ length: profileChangesPerDay + 6 }, (_, at) => change(token, { nickname: `名字${at}` })),
  );
  const codes = answers.map(({ status }) => status);
  expect([
    codes.filter((status) => status === 200).length,
    codes.filter((status) => status === 429).length,
  ]).toEqual([profileChangesPerDay, 6]);
});

test("I08 the export has the chosen name, and a WeChat user keeps it when they turn out to be somebody", async () => {
  const { sessions } = app.modules;
  const userId = "7300000000000000042";
  await sessions.addUser(userId, { nickname: "微信里的我", avatar: null });
  const { accessToken } = (await sessions.openFor(userId)) ?? { accessToken: "" };
  await change(accessToken, { nickname: "自己取的", avatar: { drawing: "dawn" } });
  await sessions.setProfile(userId, { nickname: "微信改名", avatar: "https://wx.example/a.jpg" });
  expect((await shown(accessToken)).nickname).toBe("自己取的");
  const { mobile } = await person("账号名");
  const idpId = await app.modules.identity.mintAccessToken(mobile).then(() => mobile);
  const { rows } = await sql<{
    idp_id: string;
  }>`select idp_id from app_user where nickname = '账号名'`.execute(app.context.db);
  await sessions.bindMobile(accessToken, { idpId: rows[0]?.idp_id ?? idpId, mobile, nickname: "账号名" });
  expect(await shown(accessToken)).toEqual({
    nickname: "自己取的",
    avatar: `${WEB_BASE}avatars/dawn.svg`,
    ownNickname: true,
    ownAvatar: true,
  });
  const { sections } = (await app.call(exportPersonalData, {}, { token: accessToken })).data;
  const account = sections.find(({ name }) => name === "app_user")?.rows ?? [];
  expect(account).toMatchObject([{ own_nickname: "自己取的", provider_nickname: "账号名" }]);
  expect((await change(accessToken, { nickname: null, avatar: null })).data).toMatchObject({
    nickname: "账号名",
    avatar: null,
  });
});
