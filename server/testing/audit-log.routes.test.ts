import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormField } from "#contract/activity/activity.ts";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn, openCheckIn, redeemCoupon, undoCheckIn, undoRedeem } from "#contract/check-in/check-in.ts";
import { blockFromGroup } from "#contract/club/club.ts";
import { moderate } from "#contract/club/moderation.ts";
import { decideComplaint } from "#contract/club/complaints.ts";
import { reportContent } from "#contract/club/members.ts";
import { cancelPlan, planBlocks, saveBlocks } from "#contract/compose/compose.ts";
import { openQuestions, saveQuestions } from "#contract/compose/questions.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { testClub } from "../club/test-club.ts";
import {
  withAuditEntry,
  purgeAuditLog,
  systemActor,
  type AuditActor,
} from "../database/shared-tables/audit-log.ts";
import { reEncrypt } from "../database/encryption/re-encrypt.ts";
import { newId } from "../core/ids.ts";
import { ownerStore } from "../owner/store.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "./app.ts";
import { testKeyring } from "./encryption/test-keyring.ts";
import { sampleBenefit } from "./samples/sample-benefit.ts";
import { sampleKocProgram } from "./samples/sample-koc.ts";
import { sampleSignUp } from "./samples/sample-sign-up.ts";
import { planStore } from "../compose/plan-store.ts";
import { sampleActivity } from "./samples/sample-activity.ts";
import { testVin } from "./samples/sample-vin.ts";

const activityId = "1440000000000000001";
const [mobile, name] = ["13877776666", "欧阳审"];
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addSeries([
    { seriesCode: "e7", seriesName: "E7", imageUrl: "/e7", position: 1 },
  ]);
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
});
afterAll(() => app.close());

const now = () => new Date(app.context.clock.now());
/** Audit entries about an object, in order: actor, host, action and outcome. */
async function linesAbout(aboutId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', actor_kind, actor_id, host, action, about_kind, outcome) as line from audit_entry
    where about_id = ${aboutId} order by at_time, audit_id`.execute(app.context.db);
  return rows.map(({ line }) => line);
}
let people = 0;
async function kocApplication(): Promise<{ userId: string; about: string }> {
  const { userId } = await app.login(`137${String(10_000_000 + people++)}`);
  await app.modules.kocs.add([
    sampleKocProgram(app.context.clock.now(), { activity_id: activityId, taken: 5 }),
  ]);
  await sql`insert into koc (activity_id, user_id, status, applied_time) values (${activityId}, ${userId}, 1, ${now()})`.execute(
    app.context.db,
  );
  return { userId, about: `${activityId}/${userId}` };
}

test("16.3.2 a KOC review has one entry, that of the first reviewer", async () => {
  const { userId, about } = await kocApplication();
  const verdict = { activityId, userId, reason: name };
  expect(await app.modules.kocs.review({ ...verdict, status: 3 })).toBe(true);
  expect(await app.modules.kocs.review({ ...verdict, status: 2 })).toBe(false);
  expect(await linesAbout(about)).toEqual(["operator server koc.review koc declined"]);
});

test("16.3.2 a decision of the maker's system about an owner has one entry", async () => {
  const store = ownerStore(app.context.db);
  const { userId } = await app.login(mobile);
  const apply = async (): Promise<string> => {
    const application_id = newId();
    const more = { series_code: "e7", picture_id: null, consent_version: "1", created_time: now() };
    await store.add({ application_id, user_id: userId, mobile, vin: testVin(), ...more });
    return application_id;
  };
  const declined = await apply();
  await store.decline(declined, name, now());
  await store.decline(declined, name, now());
  const accepted = await apply();
  expect(await store.accept(accepted, now())).toBe(true);
  expect(await store.accept(accepted, now())).toBe(false);
  expect(await linesAbout(declined)).toEqual(["system server owner.review owner-application declined"]);
  expect(await linesAbout(accepted)).toEqual(["system server owner.review owner-application accepted"]);
});

test("16.3.2 a check-in records the staff's link and host, never the name that they enter", async () => {
  const { userId, token } = await app.login(mobile);
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { name, mobile }));
  const { signUpId } = (await app.call(showSignUp, { activityId }, { token })).data;
  const link = await app.modules.checkIns.addLink({ activityId });
  const [made] = await app.modules.checkIns.listLinks();
  const headers = { "user-agent": "Mozilla/5.0 (iPhone) MicroMessenger/8.0" };
  const args = { link, by: name, signUpId: signUpId ?? "" };
  for (const result of ["done", "already"])
    expect((await app.call(checkIn, args, { headers })).data.result).toBe(result);
  const { checkedInTime } = (await app.call(openCheckIn, { link })).data.guests[0] ?? {};
  const undo = { link, signUpId: signUpId ?? "", checkedInTime: checkedInTime ?? "" };
  for (const result of ["done", "open"])
    expect((await app.call(undoCheckIn, undo, { headers })).data.result).toBe(result);
  expect(await linesAbout(signUpId ?? "")).toEqual([
    `staff ${made?.linkId} wechat check-in sign-up picked`,
    `staff ${made?.linkId} wechat check-in.undo sign-up done`,
  ]);
});

test("16.3.2 redeeming a coupon and undoing it record the staff's link once, never the name that they enter", async () => {
  const { token } = await app.login(mobile);
  await app.modules.benefits.add([sampleBenefit(app.context.clock.now(), { activity_id: activityId })]);
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId }, { token });
  const { coupon } = (await app.call(sendBenefit, { id: activityId }, { token, captchaVerifyId })).data;
  const link = await app.modules.checkIns.addLink({ activityId });
  const [made] = await app.modules.checkIns.listLinks();
  const headers = { "user-agent": "Mozilla/5.0 (iPhone) MicroMessenger/8.0" };
  const args = { link, by: name, code: coupon?.code ?? "" };
  for (const result of ["done", "already"])
    expect((await app.call(redeemCoupon, args, { headers })).data.result).toBe(result);
  const used = (await app.call(checkIn, args)).data.coupon;
  const undo = { link, code: args.code, usedTime: used?.usedTime ?? "" };
  for (const result of ["done", "open"])
    expect((await app.call(undoRedeem, undo, { headers })).data.result).toBe(result);
  expect(await linesAbout(coupon?.couponId ?? "")).toEqual([
    `staff ${made?.linkId} wechat coupon.redeem coupon done`,
    `staff ${made?.linkId} wechat coupon.undo coupon done`,
  ]);
});

test("16.3.2 changes of a form's questions or a page's blocks record the link, never the name; a conflicting change has no entry", async () => {
  const online = "1440000000000000009";
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId: online, activityType: "online", form: [] }),
  ]);
  const link = await app.modules.compose.addLink({ activityId: online });
  const [made] = await app.modules.compose.links();
  const { revision } = (await app.call(openQuestions, { link })).data;
  const question: FormField = {
    key: "q1",
    label: "车龄",
    kind: "text",
    required: false,
    options: [],
    placeholder: "",
  };
  const wish = { link, by: name, revision, questions: [question] };
  for (const status of [200, 409]) expect((await app.call(saveQuestions, wish)).status).toBe(status);
  expect(await linesAbout(online)).toEqual([`staff ${made?.linkId} pc form.change activity 1 questions`]);
  // The same for the blocks of its page.
  const page = { link, by: name, basedOn: 0, blocks: [] };
  for (const status of [200, 409]) expect((await app.call(saveBlocks, page)).status).toBe(status);
  expect((await linesAbout(online)).at(-1)).toBe(`staff ${made?.linkId} pc page.change activity version 1`);
  expect(await linesAbout(online)).toHaveLength(2);
  // A plan that is made, cancelled, and made again until the system publishes it.
  const soon = app.context.clock.now() + 3_600_000;
  const publishTime = new Date(soon).toISOString();
  const plan = { ...page, basedOn: 1, replaces: null, publishTime };
  const { planned } = (await app.call(planBlocks, plan)).data;
  for (const status of [200, 409])
    expect((await app.call(cancelPlan, { link, revision: planned?.revision ?? "" })).status).toBe(status);
  expect((await app.call(planBlocks, plan)).status).toBe(200);
  expect(await planStore(app.context.db).publishNext(new Date(soon))).toBe(true);
  const planning = `staff ${made?.linkId} pc page.plan activity`;
  expect((await linesAbout(online)).slice(2)).toEqual([
    `${planning} planned for ${publishTime}`,
    `${planning} cancelled`,
    `${planning} planned for ${publishTime}`,
    "system server page.change activity version 2",
  ]);
});

test("16.3.2 staff links of each kind are created, and revoked once", async () => {
  const { checkIns, compose: composing, club: community, leads } = app.modules;
  await checkIns.addLink({ activityId });
  await composing.addLink({ activityId });
  await leads.desk.addLink({ activityId });
  await community.complaintLinks.seed();
  const kinds = [
    ["check-in", checkIns.listLinks, checkIns.revokeLink],
    ["compose", composing.links, composing.revoke],
    ["leads", leads.desk.links, leads.desk.revoke],
    ["complaints", community.complaintLinks.list, community.complaintLinks.revoke],
  ] as const;
  for (const [kind, list, revoke] of kinds) {
    const [made] = await list();
    for (const _ of [1, 2]) await revoke(made?.linkId ?? "");
    expect(await linesAbout(made?.linkId ?? "")).toEqual([
      `operator server staff-link.make staff-link ${kind}`,
      `operator server staff-link.revoke staff-link ${kind}`,
    ]);
  }
});

test("16.3.2 moderation is recorded: by group leaders, by complaints, by operators", async () => {
  const club = testClub(app);
  const groupId = await club.group();
  const [leader, author, reader] = [
    await club.memberOf(groupId),
    await club.memberOf(groupId),
    await club.memberOf(groupId),
  ];
  await sql`update club_membership set role = 2 where group_id = ${groupId} and member_id = ${leader.memberId}`.execute(
    app.context.db,
  );
  const articleId = await club.articleOf(author, groupId);
  const { token } = leader;
  const target = { kind: "article", targetId: articleId } as const;
  for (const action of ["feature", "hide", "show"] as const)
    expect((await app.call(moderate, { ...target, action }, { token })).status).toBe(200);
  expect((await app.call(moderate, { ...target, action: "hide" }, { token: author.token })).status).toBe(406);
  await app.call(reportContent, { ...target, reason: "spam", detail: name }, { token: reader.token });
  const link = await app.modules.club.complaintLinks.seed();
  const [made] = await app.modules.club.complaintLinks.list();
  const { rows } = await sql<{ id: string }>`
    select report_id as id from club_report where target_id = ${articleId}`.execute(app.context.db);
  const wish = { link, by: name, ...target, newestId: rows[0]?.id ?? "", decision: "hide" } as const;
  for (const status of [200, 409]) expect((await app.call(decideComplaint, wish)).status).toBe(status);
  const by = `user ${leader.userId} pc club.moderate article`;
  expect(await linesAbout(articleId)).toEqual([
    `${by} feature`,
    `${by} hide`,
    `${by} show`,
    `staff ${made?.linkId} pc complaint.decide article hide`,
  ]);
  const block = { groupId, userId: reader.memberId, blocked: true, reason: name };
  expect((await app.call(blockFromGroup, block, { token })).status).toBe(200);
  expect(await linesAbout(`${groupId}/${reader.memberId}`)).toEqual([
    `user ${leader.userId} pc club.block club-member blocked`,
  ]);
});

test("16.3.2 data keys: registration and re-encryption are recorded", async () => {
  await sql`update app_user set mobile = ${mobile} where user_id = ${(await app.login(mobile)).userId}`.execute(
    app.context.db,
  );
  expect((await reEncrypt(app.context.db, testKeyring())).done).toBeGreaterThan(0);
  const lines = await linesAbout("t1");
  expect(lines[0]).toBe("system server data-key.note data-key done");
  expect(lines.at(-1)).toMatch(/^system server data-key\.reseal data-key \d+ texts$/);
});

test("an action and its audit entry are written together or not at all", async () => {
  const { userId, about } = await kocApplication();
  const nobody = { ...systemActor, kind: "nobody" } as unknown as AuditActor;
  const broken = {
    by: nobody,
    action: "koc.review",
    about: { kind: "koc", id: about },
    outcome: "",
  } as const;
  const accept = withAuditEntry(
    app.context.db,
    (db) => sql`update koc set status = 2 where user_id = ${userId}`.execute(db),
    () => ({ ...broken, now: now() }),
  );
  await expect(accept).rejects.toThrow("audit_entry_actor_kind_check");
  const { rows } = await sql`select status from koc where user_id = ${userId}`.execute(app.context.db);
  expect([rows, await linesAbout(about)]).toEqual([[{ status: 1 }], []]);
});

test("the audit log is append-only; only expired entries are deleted", async () => {
  const { db } = app.context;
  const count = async () => (await sql`select 1 from audit_entry`.execute(db)).rows.length;
  await app.modules.club.complaintLinks.seed();
  const before = await count();
  for (const act of [
    sql`update audit_entry set outcome = 'other'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
  ])
    await expect(act.execute(db)).rejects.toThrow("append-only");
  const line = {
    by: systemActor,
    action: "check-in",
    about: { kind: "test", id: "old" },
    outcome: "",
  } as const;
  await withAuditEntry(
    db,
    () => Promise.resolve(null),
    () => ({ ...line, now: new Date(0) }),
  );
  expect(await purgeAuditLog(db, new Date(1))).toBe(1);
  expect(await count()).toBe(before);
  await expect(sql`delete from audit_entry`.execute(db)).rejects.toThrow("append-only");
});

test("16.2.5 no entry contains a name, a mobile or a secret", async () => {
  const link = await app.modules.club.complaintLinks.seed();
  const { rows } = await sql<{ line: string }>`select e::text as line from audit_entry e`.execute(
    app.context.db,
  );
  const lines = rows.map(({ line }) => line).join("\n");
  expect(lines).toContain("staff-link.make");
  for (const text of [name, mobile, link]) expect(lines).not.toContain(text);
});
