import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import sharp from "sharp";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { showMember } from "#contract/club/members.ts";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { enrollKoc } from "#contract/koc/koc.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { markLead, noteLead, revealLead } from "#contract/lead/desk.ts";
import { applyAsOwner } from "#contract/owner/owner.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { acceptInvitationCode } from "#contract/invitation/invitation.ts";
import { operateLink } from "#contract/share/share.ts";
import { signUp } from "#contract/signup/signup.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { accountHolder } from "../../core/account-holder.ts";
import { systemActor } from "../../database/shared-tables/audit-log.ts";
import { sha256 } from "../../core/secrets.ts";
import { insertGuestNote } from "../../signup/console/guest-detail-store.ts";
import { sampleForm, sampleEvent, sendForm } from "../../tracking/test-client.ts";
import { linkBrowser } from "../link-browser.ts";
import type { TestApp } from "../app.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { testVin } from "../samples/sample-vin.ts";
import { askForCopy, exportPerson } from "./full-requester.ts";
import { actInContest, CONTEST } from "./full-contestant.ts";
import { shop } from "./full-shopper.ts";
import { actInClub, requireSuccess } from "./full-club-member.ts";

/** Settings that allow everything to a person; the reviewer never answers. */
export const fullPersonSettings = {
  OWNER_REVIEW_URL: "http://127.0.0.1:9/",
  OWNER_REVIEW_SECRET: "a secret of both sides",
};

const DAY = 86_400_000;
const [OPEN, FULL, GIVEN_UP, SEALED, PAST] = [1, 2, 3, 4, 5].map(
  (n) => `18200000000000000${String(10 + n)}`,
) as [string, string, string, string, string];
const BENEFIT = `9${OPEN.slice(1)}`;

/** Texts that a full search after an erasure must not find. */
type PersonTraces = Readonly<Record<string, string>>;
export type FullPerson = {
  readonly token: string;
  readonly userId: string;
  readonly openId: string;
  readonly mobile: string;
  readonly accountId: string;
  readonly memberId: string;
  /** Their browser's id before the login. */
  readonly anonymousId: string;
  readonly traces: PersonTraces;
};
/** Activities that the person takes part in. */
export const fullPersonActivities = { OPEN, FULL, GIVEN_UP, SEALED, PAST, BENEFIT, CONTEST } as const;

async function furnish({ context, modules }: TestApp): Promise<void> {
  const now = context.clock.now();
  await modules.activities.addSeries([
    { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/y", position: 1 },
  ]);
  await modules.activities.addActivities([
    ...[OPEN, GIVEN_UP, SEALED, PAST].map((activityId) => sampleActivity(now, { activityId })),
    sampleActivity(now, { activityId: FULL, quota: 1, taken: 1 }),
  ]);
  await modules.benefits.add([sampleBenefit(now, { activity_id: OPEN, per_person: 2 })]);
  await modules.kocs.add([sampleKocProgram(now, { activity_id: OPEN })]);
}

/**
 * Creates sign-ups of every kind, a lead, coupons, a KOC application, a share link and an invitation code.
 */
async function takePart(app: TestApp, who: { token: string; userId: string }, mobile: string, name: string) {
  const { token } = who;
  const { db, clock } = app.context;
  type Purpose = "signup" | "lead" | "koc" | "link" | "benefit";
  const solved = async (action: Purpose, activityId: string) => ({
    token,
    captchaVerifyId: await app.solveCaptcha({ action, activityId }, { token }),
    idempotencyKey: randomUUID(),
  });
  const form = { name, mobile, consent: true as const };
  const open = { ...form, id: OPEN, channel: { utm_source: "wechat", utm_campaign: "whole-campaign" } };
  const { signUpId, ticketCode } = requireSuccess(await app.call(signUp, open, await solved("signup", OPEN)));
  for (const id of [GIVEN_UP, PAST])
    requireSuccess(await app.call(signUp, { ...form, id }, await solved("signup", id)));
  requireSuccess(await app.call(cancelSignUp, { id: GIVEN_UP }, { token }));
  // A past activity: its seat stays counted after the erasure.
  await sql`update activity set start_time = ${new Date(clock.now() - 2 * DAY)}, end_time = ${new Date(clock.now() - DAY)}
    where activity_id = ${PAST}`.execute(db);
  const wait = { ...form, id: FULL, waitlist: true };
  requireSuccess(await app.call(signUp, wait, await solved("signup", FULL)));
  const lead = { ...form, id: OPEN, provinceCode: "310000", cityCode: "310100" };
  const { leadId } = requireSuccess(await app.call(leaveLead, lead, await solved("lead", OPEN)));
  const link = await app.modules.leads.desk.addLink({ activityId: OPEN });
  requireSuccess(await app.call(revealLead, { link, by: "小李", leadId }));
  requireSuccess(await app.call(markLead, { link, by: "小李", leadId, result: "missed" }));
  const note = { link, by: "小李", leadId, key: crypto.randomUUID(), text: "周末再联系" };
  requireSuccess(await app.call(noteLead, note));
  await sql`insert into signup_event (event_id, activity_id, user_id, kind, operator_id, at_time)
    values (${newId()}, ${OPEN}, ${who.userId}, 'moved', '1', ${new Date(clock.now())})`.execute(db);
  const noted = {
    operatorId: "1",
    by: "王运营",
    key: randomUUID(),
    text: "希望靠前",
    now: new Date(clock.now()),
  };
  const guest = { signup_id: signUpId, activity_id: OPEN, user_id: who.userId };
  await insertGuestNote(db, guest, noted);
  for (const _ of [1, 2])
    requireSuccess(await app.call(sendBenefit, { id: BENEFIT }, await solved("benefit", BENEFIT)));
  await sql`update coupon set used_time = ${new Date(clock.now())} where user_id = ${who.userId} and number = 1`.execute(
    db,
  );
  const { rows: coupons } = await sql<{ coupon_id: string; code: string; number: number }>`
    select coupon_id, code, number from coupon where user_id = ${who.userId} order by number`.execute(db);
  await sql`insert into coupon_delivery (coupon_id, due_time) values (${coupons[1]?.coupon_id}, ${new Date(clock.now() + DAY)})
    on conflict do nothing`.execute(db);
  requireSuccess(await app.call(enrollKoc, { id: OPEN }, await solved("koc", OPEN)));
  requireSuccess(await app.call(operateLink, { id: OPEN, op: "share" }, await solved("link", OPEN)));
  const plain = { activityId: SEALED, name, seriesCode: null, dealerId: null, sessionId: null };
  const sec = await app.modules.invitations.issue(plain, clock.now() + DAY);
  requireSuccess(await app.call(acceptInvitationCode, { activityId: SEALED, sec }, { token }));
  const { rows: links } = await sql<{ reference: string }>`
    select reference from share_link where user_id = ${who.userId}`.execute(db);
  return {
    signUpId,
    ticketCode: ticketCode ?? "",
    openCoupon: coupons[1]?.code ?? "",
    shareReference: links[0]?.reference ?? "",
  };
}

/** Creates rows of every kind of login. */
async function logIns(app: TestApp, userId: string, accountId: string, mobile: string): Promise<void> {
  const { db, clock } = app.context;
  const [now, later] = [new Date(clock.now()), new Date(clock.now() + DAY)];
  const payload = JSON.stringify({ accountId, kind: "Session" });
  await sql`insert into wechat_identity (app_id, open_id, union_id, is_virtual, user_id, created_time, seen_time)
    values ('wx1', ${`wechat-${accountId}`}, ${`union-${accountId}`}, false, ${userId}, ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into oidc_payload (model, id, payload, account_id, expires_time)
    values ('Session', ${newId()}, ${payload}, ${accountId}, ${later})`.execute(db);
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  requireSuccess(await app.call(sendSms, { mobile, scene: "login" }, { captchaVerifyId }));
  await app.call(createCaptcha, { action: "sms", mobile });
  // Counters of the club's rate limits, which are not written with limits off.
  await sql`insert into club_pace (member_id, kind, from_time, count)
    select member_id, 'whole', ${now}, 1 from club_member where user_id = ${userId}`.execute(db);
  await sql`insert into sms_outbox (sms_id, mobile_key, scene, code, sent_time)
    values (${newId()}, ${lookupKeyParameter(mobile)}, 'login', '000000', ${now})`.execute(db);
  // Written by the release before.
  await sql`insert into sms_code (mobile_key, scene, salt, code_hash, tries, spent, sent_time, expires_time)
    values (${lookupKeyParameter(mobile)}, 'login', 's', 'h', 0, false, ${now}, ${later})`.execute(db);
  for (const holder of [mobile, accountHolder(accountId)])
    await sql`insert into verified_device (holder_key, device_key, used_time)
      values (${lookupKeyParameter(holder)}, ${lookupKeyParameter("device d")}, ${now})`.execute(db);
}

/** Creates the person's car, with the picture of its licence, and two more pictures. */
async function drive(app: TestApp, token: string, mobile: string) {
  const { modules, context } = app;
  const photo = (colour: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
  const upload = async (colour: string) =>
    requireSuccess(await app.call(uploadPicture, {}, { token, picture: await photo(colour) })).pictureId;
  const [licence, ofArticle] = [await upload("#2060a0"), await upload("#a06020")];
  await upload("#20a060");
  const vin = testVin("83K7");
  requireSuccess(
    await app.call(
      applyAsOwner,
      { vin, seriesCode: "yuanshan", pictureId: licence, consent: true },
      { token },
    ),
  );
  await modules.sessions.setOwner(mobile, true, ["yuanshan"]);
  await modules.flow.setField({ mobile, field: "score", value: "独一无二的备注" });
  await sql`insert into organisation (organisation_id, code, name, status, address, phone, province_code, city_code, longitude, latitude)
    values ('501', '501', '店', 'x', 'x', 'x', '310000', '310100', 121, 31) on conflict do nothing`.execute(
    context.db,
  );
  const servedTime = new Date(context.clock.now()).toISOString();
  const visit = { recordId: "RO-501", mobile, dealerCode: "501", servedTime };
  await modules.maker.reportVip([{ mobile, vip: true, level: "星钻" }], { by: systemActor, request: null });
  await modules.maker.reportMaintenance([visit], { by: systemActor, request: null });
  return { vin, ofArticle };
}

/** Sends behaviour events before and after the login. @returns the browser's own id */
async function browse(app: TestApp, openId: string, token: string): Promise<string> {
  const { modules, context } = app;
  const anonymousId = await linkBrowser(app, token);
  const events = [
    sampleEvent({ distinct_id: anonymousId, anonymous_id: anonymousId }),
    sampleEvent({
      type: "track_signup",
      event: "$SignUp",
      distinct_id: openId,
      original_id: anonymousId,
      anonymous_id: anonymousId,
      login_id: openId,
    }),
    sampleEvent({ distinct_id: openId, login_id: openId, anonymous_id: anonymousId }),
  ];
  await sendForm(app, sampleForm.list(events));
  await modules.tracking.lastEvents(10);
  const now = new Date(context.clock.now());
  await sql`insert into tracking_outbox (outbox_id, project, events, tries, next_time, created_time)
    values (${newId()}, 'dianshang', ${JSON.stringify(events)}, 0, ${new Date(now.getTime() + DAY)}, ${now})`.execute(
    context.db,
  );
  const day = toShanghaiDate(new Date(app.context.clock.now() - DAY));
  await sql`insert into funnel_day (day, step, activity_id, channel, host, city_code, person)
    values (${day}, 'page_view', '', '', '', '', ${openId}), (${day}, 'detail', '', '', '', '', ${anonymousId})`.execute(
    app.context.db,
  );
  return anonymousId;
}

/**
 * A person who has used everything that the product offers, so that each table of personal data has a row.
 */
export async function createFullPerson(
  app: TestApp,
): Promise<FullPerson & Awaited<ReturnType<typeof actInClub>>> {
  await furnish(app);
  const [mobile, name, nickname] = ["13987651234", "欧阳独一", "独一昵称"];
  const { modules, context } = app;
  const { accountId } = await modules.identity.addAccount({
    mobile,
    nickname,
    password: "whole-2026",
    userName: "whole-user",
  });
  const userId = await modules.sessions.upsertProviderPerson({ idpId: accountId, mobile, nickname });
  const session = await modules.sessions.openFor(userId);
  if (session === null) throw new Error("no session");
  const { accessToken: token, userInfo } = session;
  await modules.sessions.setProfile(userId, { nickname, avatar: "/media/whole-avatar.jpg" });
  const part = await takePart(app, { token, userId }, mobile, name);
  await askForCopy(app, userId);
  await exportPerson(app, userId, name);
  const { vin, ofArticle } = await drive(app, token, mobile);
  const inContest = await actInContest(app, { token, userId, mobile, name });
  const inMall = await shop(app, { token, userId });
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from picture_upload where user_id = ${userId} order by picture_id`.execute(context.db);
  const { id: memberId } = requireSuccess(await app.call(showMember, {}, { token }));
  const life = await actInClub(app, { token, userId, memberId }, { pictureId: ofArticle, activityId: OPEN });
  await logIns(app, userId, accountId, mobile);
  const { openId } = userInfo;
  const anonymousId = await browse(app, openId, token);
  const pictures = Object.fromEntries(rows.map(({ storage_key }, at) => [`picture ${at}`, storage_key]));
  const { texts, ...rest } = life;
  const traces = {
    mobile,
    name,
    nickname,
    vin,
    tokenHash: sha256(token),
    mobileHash: sha256(mobile),
    openId,
    accountId,
    anonymousId,
    ...part,
    ...inContest,
    ...inMall,
    ...texts,
    ...pictures,
    remark: "独一无二的备注",
    userName: "whole-user",
    avatar: "whole-avatar",
    campaign: "whole-campaign",
  };
  return { token, userId, openId, mobile, accountId, memberId, anonymousId, traces, texts, ...rest };
}
