import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, expect, test } from "vitest";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/club/complaints.ts";
import { changeGroupCover, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import { listNotifications, reportContent } from "#contract/club/members.ts";
import { showGroup } from "#contract/club/club.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { closeGroup } from "../group/group-admin-store.ts";
import { RATE_LIMIT_WINDOW, memberRateLimits } from "../rate-limits.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";
import { openClub, type ClubTestPerson, remarkOf } from "../test-club.ts";
import { clubMessages } from "../messages.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-group-words-"));
writeFileSync(join(folder, "words.txt"), "加微信\n");
afterAll(() => rmSync(folder, { recursive: true }));
const { app, club } = await openClub({ CLUB_WORDS_FILE: join(folder, "words.txt") });
afterEach(() => app.context.clock.set(null));
await app.modules.activities.addSeries([
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/media/yuanshan.svg", position: 1 },
  { seriesCode: "qinglan", seriesName: "青岚", imageUrl: "/media/qinglan.svg", position: 2 },
]);
const link = await app.modules.club.complaintLinks.seed();
const by = "客服小陈";
const texts = { name: "雾都车友会", intro: "低价代办", rules: "先交钱\n再进群", coverUrl: "/media/bad.svg" };

async function scene(seriesCodes: string[] = []) {
  const leader = await club.person({ nickname: "老周" });
  const groupId = await club.group({ ...texts, memberIds: [leader.memberId], seriesCodes });
  return { leader, groupId, stranger: await club.person({ owner: false }) };
}
const complain = ({ token }: ClubTestPerson, targetId: string, detail = "") =>
  app.call(reportContent, { kind: "group", targetId, reason: "false", detail }, { token });
const listOf = async (decided = false) => (await app.call(openComplaints, { link, decided })).data.list;
const of = async (groupId: string) => (await listOf()).find(({ targetId }) => targetId === groupId);
async function decide(groupId: string, decision: ComplaintDecision) {
  const newestId = (await of(groupId))?.newestId ?? "1";
  return app.call(decideComplaint, { link, by, kind: "group", targetId: groupId, newestId, decision });
}
const shown = async (groupId: string) => (await app.call(showGroup, { groupId })).data;
const toldOf = async ({ token }: ClubTestPerson) =>
  (await app.call(listNotifications, { kind: "moderation" }, { token })).data.list;

test("P23 every user can complain about a group's texts and cover once; its leader cannot, and a visitor must log in", async () => {
  const { leader, groupId, stranger } = await scene();
  const member = await club.memberOf(groupId);
  expect((await complain(stranger, groupId, "收钱不办事")).status).toBe(200);
  expect((await complain(member, groupId)).status).toBe(200);
  expect((await complain(stranger, groupId, "又一次")).status).toBe(200);
  const own = await complain(leader, groupId);
  expect([own.status, remarkOf(own)]).toEqual([633, clubMessages.ownGroup]);
  const visitor = await app.call(reportContent, { kind: "group", targetId: groupId, reason: "false" });
  expect(visitor.status).toBe(401);
  expect((await complain(stranger, "1")).status).toBe(404);
  expect(await of(groupId)).toMatchObject({
    kind: "group",
    count: 2,
    status: "shown",
    person: { id: leader.memberId, displayName: "老周" },
    group: { groupId, ...texts },
    article: null,
    comment: null,
    decided: null,
    reports: [
      { reporter: { id: member.memberId }, reason: "false", detail: "" },
      { reporter: { id: stranger.memberId }, reason: "false", detail: "收钱不办事" },
    ],
  });
});

test("P23 a group stays visible until operators decide, however many complain; a rejected complaint changes nothing and notifies nobody", async () => {
  const { leader, groupId } = await scene();
  for (let each = 0; each <= REPORTS_TO_HIDE; each++) await complain(await club.person(), groupId);
  expect(await shown(groupId)).toMatchObject(texts);
  const { data } = await decide(groupId, "reject");
  expect(data.complaint).toMatchObject({ group: texts, decided: { decision: "reject", by } });
  expect(await of(groupId)).toBeUndefined();
  expect(await shown(groupId)).toMatchObject(texts);
  expect(await toldOf(leader)).toEqual([]);
});

test("P23 clearing a group removes its texts, restores its series' cover, and notifies the current leader of the reason", async () => {
  const { leader, groupId, stranger } = await scene(["qinglan"]);
  const heir = await club.person({ nickname: "阿澈" });
  await sql`insert into club_membership (group_id, member_id, status, role, since)
    values (${groupId}, ${heir.memberId}, 2, 0, ${new Date(app.context.clock.now())})`.execute(
    app.context.db,
  );
  await app.call(handOverGroup, { groupId, userId: heir.memberId }, { token: leader.token });
  await complain(stranger, groupId);
  const cleared = {
    name: texts.name,
    intro: clubMessages.neutralIntro,
    rules: "",
    coverUrl: "/media/qinglan.svg",
  };
  const { data } = await decide(groupId, "clear");
  expect(data.complaint).toMatchObject({ group: cleared, decided: { decision: "clear", by } });
  expect(await shown(groupId)).toMatchObject({ ...cleared, rules: "" });
  expect(await toldOf(heir)).toMatchObject([
    {
      outcome: "hidden",
      actor: { id: heir.memberId },
      article: null,
      comment: null,
      group: { groupId, name: texts.name },
      moderation: { by: "operators", reason: "false", explanation: "", review: "none" },
      read: false,
    },
  ]);
  expect(await toldOf(leader)).toEqual([]);
  const { rows } = await sql<{ line: string }>`select action || ' ' || outcome as line from audit_entry
    where about_kind = 'group' and about_id = ${groupId}`.execute(app.context.db);
  expect(rows).toEqual([{ line: "complaint.decide clear" }]);
});

test("P23 a cleared cover that the leader has uploaded is deleted in every size; a cover that another group uses stays", async () => {
  const { leader, groupId, stranger } = await scene();
  const other = await scene();
  const send = async (to: typeof other, picture: Buffer) =>
    (await app.call(changeGroupCover, { groupId: to.groupId }, { token: to.leader.token, picture })).data
      .coverUrl;
  const statuses = async (url: string) =>
    Promise.all(
      [url, `${url}?x-oss-process=image/resize,w_240`].map(
        async (one) => (await app.app.inject({ url: one })).statusCode,
      ),
    );
  const photo = (background: string) =>
    sharp({ create: { width: 900, height: 500, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const [own, shared] = [await photo("#2a6f73"), await photo("#733a2a")];
  const cover = await send({ leader, groupId, stranger }, own);
  expect(await statuses(cover)).toEqual([200, 200]);
  await complain(stranger, groupId);
  await decide(groupId, "clear");
  expect(await statuses(cover)).toEqual([404, 404]);
  const both = await send({ leader, groupId, stranger }, shared);
  expect(await send(other, shared)).toBe(both);
  await complain(stranger, groupId);
  await decide(groupId, "clear");
  expect(await statuses(both)).toEqual([200, 200]);
});

test("P23 a decision whose cover cannot be deleted changes nothing and can be repeated", async () => {
  const { leader, groupId, stranger } = await scene();
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: "#6f2a73" } })
    .jpeg()
    .toBuffer();
  const { coverUrl } = (await app.call(changeGroupCover, { groupId }, { token: leader.token, picture })).data;
  const file = join(app.context.config.dataDir, "media", "originals", coverUrl.replace("/media/", ""));
  rmSync(file);
  mkdirSync(join(file, "in-the-way"), { recursive: true });
  await complain(stranger, groupId);
  expect((await decide(groupId, "clear")).status).not.toBe(200);
  expect(await of(groupId)).toMatchObject({ decided: null, group: { intro: texts.intro, coverUrl } });
  rmSync(file, { recursive: true });
  writeFileSync(file, picture);
  expect((await decide(groupId, "clear")).data.complaint.group).toMatchObject({
    intro: clubMessages.neutralIntro,
  });
  expect(existsSync(file)).toBe(false);
});

test("P23 members can complain once more after the leader has edited the texts; an edit without a change does not count", async () => {
  const { leader, groupId, stranger } = await scene();
  await complain(stranger, groupId);
  await decide(groupId, "clear");
  await complain(stranger, groupId);
  expect(await of(groupId)).toBeUndefined();
  const edit = (intro: string) => {
    app.context.clock.set(app.context.clock.now() + 60_000);
    return app.call(editGroup, { groupId, intro }, { token: leader.token });
  };
  await edit(clubMessages.neutralIntro);
  await complain(stranger, groupId);
  expect(await of(groupId)).toBeUndefined();
  await edit(texts.intro);
  await complain(stranger, groupId, "又写了");
  expect(await of(groupId)).toMatchObject({ count: 1, reports: [{ detail: "又写了" }] });
});

test("P23 decisions for articles and people are refused for groups, and vice versa", async () => {
  const { leader, groupId, stranger } = await scene();
  await complain(stranger, groupId);
  for (const decision of ["hide", "bar", "unbar"] as const)
    expect((await decide(groupId, decision)).status).toBe(601);
  expect(await of(groupId)).toMatchObject({ decided: null });
  const articleId = await club.articleOf(leader, groupId);
  for (const [kind, targetId] of [
    ["article", articleId],
    ["member", leader.memberId],
  ] as const) {
    await app.call(reportContent, { kind, targetId, reason: "spam" }, { token: stranger.token });
    const newestId = (await of(targetId))?.newestId ?? "1";
    const wish = { link, by, kind, targetId, newestId, decision: "clear" } as const;
    expect((await app.call(decideComplaint, wish)).status).toBe(601);
  }
});

test("P23 complaints about a group without a leader can be decided; closing a group settles its complaints and keeps its decisions", async () => {
  const { groupId, stranger } = await scene();
  await sql`delete from club_membership where group_id = ${groupId}`.execute(app.context.db);
  await complain(stranger, groupId);
  expect(await of(groupId)).toMatchObject({ person: null, barred: false, group: { groupId } });
  expect((await decide(groupId, "clear")).data.complaint.group).toMatchObject({
    intro: clubMessages.neutralIntro,
  });
  await complain(await club.person(), groupId);
  expect(await of(groupId)).toMatchObject({ count: 1 });
  await closeGroup({ db: app.context.db, clock: app.context.clock, by: commandLineActor }, groupId);
  expect(await of(groupId)).toBeUndefined();
  expect((await complain(await club.person(), groupId)).status).toBe(404);
  const decided = (await listOf(true)).find(({ targetId }) => targetId === groupId);
  expect(decided).toMatchObject({ status: "deleted", decided: { decision: "clear" } });
  const { newestId = "1" } = decided ?? {};
  const wish = { link, by, kind: "group", targetId: groupId, newestId, decision: "clear" } as const;
  expect((await app.call(decideComplaint, { ...wish, again: true })).status).toBe(404);
});

test("P23 a group's intro and rules are checked for forbidden words, and count towards the rate limit of articles", async () => {
  const { leader, groupId } = await scene();
  for (const [field, written] of [
    ["intro", { intro: "加 微 信", rules: "" }],
    ["rules", { intro: "雾", rules: "请\n加\n微信" }],
  ] as const) {
    const answer = await app.call(editGroup, { groupId, ...written }, { token: leader.token });
    expect([answer.status, answer.data]).toEqual([601, { fields: { [field]: clubMessages.forbiddenWord } }]);
  }
  expect(await shown(groupId)).toMatchObject({ intro: texts.intro, rules: texts.rules });
  const paced = await openClub({ RATE_LIMITS: "on" });
  const start = paced.app.context.clock.now();
  paced.app.context.clock.set(start - (start % RATE_LIMIT_WINDOW) + 1_000);
  const writer = await paced.club.person();
  const own = await paced.club.group({ memberIds: [writer.memberId] });
  const statuses: number[] = [];
  for (let turn = 0; turn <= memberRateLimits.article; turn++) {
    const written = { groupId: own, intro: `雾 ${turn}` };
    statuses.push((await paced.app.call(editGroup, written, { token: writer.token })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: memberRateLimits.article }, () => 200), 429]);
});
