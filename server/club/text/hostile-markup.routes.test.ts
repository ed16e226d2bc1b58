import { expect, test } from "vitest";
import { clubLimits } from "#contract/club/limits.ts";
import { decideComplaint, openComplaints } from "#contract/club/complaints.ts";
import { addComment, listArticles, showArticle } from "#contract/club/articles.ts";
import { listNotifications, reportContent, searchMembers, showMember } from "#contract/club/members.ts";
import { applyJoinGroup, listGroupMembers, listGroups, showGroup } from "#contract/club/club.ts";
import { openClub } from "../test-club.ts";
import { publicXssVectors, xssVectors } from "../../testing/fuzz/xss-vectors.ts";

const { app, club } = await openClub();

/** Allowed output: text without angle brackets, and these tags. */
const SHOWN = /^(?:[^<>]|<\/?(?:p|strong|em)>|<br \/>|<at data-id="\d{1,19}">@|<\/at>)*$/;
/** All vectors in as few texts as possible, without NUL, because a NUL refuses the whole request. */
function packed(most: number): string[] {
  const texts: string[] = [];
  for (const vector of xssVectors.map((one) => one.replaceAll("\0", ""))) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + vector.length < most)
      texts[texts.length - 1] = `${last} ${vector}`;
    else texts.push(vector);
  }
  return texts;
}
/** Every string in a result, at any depth. */
const textsOf = (data: unknown): string[] =>
  typeof data === "string"
    ? [data]
    : typeof data === "object" && data
      ? Object.values(data).flatMap(textsOf)
      : [];
const short = publicXssVectors.filter(
  (vector) => vector.length <= clubLimits.maxTitleLength && !/[\p{Cc}\u2028\u202e]/u.test(vector),
);
const attack = (at: number): string => short[at % short.length] ?? "";

test("L14 P21 every text field of the club returns only allowed markup, and all other input as text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const leader = await club.person({ nickname: "<svg onload=alert(1)>" });
  const rules = xssVectors.join(" ").replaceAll("\0", "");
  const texts = { name: attack(1), intro: attack(2), rules };
  const groupId = await club.group({ ...texts, joinMode: "approval", memberIds: [leader.memberId] });
  const hostile = await club.person({ nickname: name });
  const { token } = leader;
  const found = (await app.call(showGroup, { groupId }, { token })).data;
  expect(found).toMatchObject(texts);
  const reason = xssVectors[0] ?? "";
  await app.call(applyJoinGroup, { groupId, reason }, { token: hostile.token });
  const waiting = (await app.call(listGroupMembers, { groupId, waiting: "1" }, { token })).data.list;
  expect(waiting).toMatchObject([{ displayName: name, reason }]);

  const mention = `<at data-id="${hostile.memberId}">${name}</at>`;
  const bodies = packed(4_000);
  // Uses each short vector as a title too.
  while (bodies.length < short.length) bodies.push(attack(bodies.length));
  for (const [at, content] of bodies.entries()) {
    const written = { groupId, title: attack(at), content: `${mention}${content}` };
    const { data, ...rest } = await club.write(leader, written);
    expect([rest.status, rest.message, written.title]).toEqual([200, "成功", written.title]);
    expect(data.title).toBe(attack(at).trim());
  }
  const list = (await app.call(listArticles, { groupId, pageSize: 50 })).data.list;
  expect(list).toHaveLength(bodies.length);
  const articleId = list[0]?.articleId ?? "";
  for (const content of packed(clubLimits.maxCommentLength)) {
    const answer = await app.call(addComment, { articleId, content: `${mention}${content}` }, { token });
    expect(answer.status).toBe(200);
    expect(answer.data.comment.content).toMatch(SHOWN);
  }
  for (const { content } of list) expect(content).toMatch(SHOWN);
  const shown = (await app.call(showArticle, { articleId, pageSize: 50 })).data;
  for (const { content } of shown.commentPage.list) expect(content).toMatch(SHOWN);
  expect(shown.content).toContain(
    `<at data-id="${hostile.memberId}">@&lt;img src=x onerror=alert(1)&gt;</at>`,
  );
  expect(shown.mentions[0]?.newestDisplayName).toBe(name);

  const detail = xssVectors.slice(3, 6).join("").slice(0, clubLimits.maxReasonLength);
  const complaint = { kind: "article", targetId: articleId, reason: "other", detail } as const;
  await app.call(reportContent, complaint, { token: hostile.token });
  const link = await app.modules.club.complaintLinks.seed();
  const [one] = (await app.call(openComplaints, { link })).data.list;
  expect(one?.reports).toMatchObject([{ detail, reporter: { displayName: name } }]);
  const { newestId = "" } = one ?? {};
  const wish = {
    link,
    by: name,
    kind: "article",
    targetId: articleId,
    newestId,
    decision: "reject",
  } as const;
  expect((await app.call(decideComplaint, wish)).data.complaint.decided?.by).toBe(name);

  const told = (await app.call(listNotifications, { pageSize: 50 }, { token: hostile.token })).data;
  expect(told.list.length).toBeGreaterThan(0);
  // Excerpts are plain text, which the client escapes.
  expect(textsOf(told).filter((text) => /<(?:at|p|br)\b/.test(text))).toEqual([]);
  expect((await app.call(showMember, { userId: hostile.memberId })).data.displayName).toBe(name);
  for (const keyword of short.slice(0, 5).map((vector) => vector.slice(0, clubLimits.maxKeywordLength))) {
    expect((await app.call(listGroups, { keyword })).status).toBe(200);
    expect((await app.call(searchMembers, { keyword }, { token })).status).toBe(200);
  }
  const raw = await app.app.inject({ url: `/mall-api/community/article/pulse?articleId=${articleId}` });
  expect([raw.headers["content-type"], raw.headers["x-content-type-options"]]).toEqual([
    "application/json; charset=utf-8",
    "nosniff",
  ]);
});
