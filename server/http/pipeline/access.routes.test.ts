import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import type { Call } from "#contract/core/call.ts";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { applyJoinGroup } from "#contract/club/club.ts";
import { addComment, publishArticle, showArticle } from "#contract/club/articles.ts";
import { showMember } from "#contract/club/members.ts";
import { enrollKoc } from "#contract/koc/koc.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { applyAsOwner } from "#contract/owner/owner.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { endSession, showUser } from "#contract/session/session.ts";
import { operateLink } from "#contract/share/share.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { callAccess, type ForeignResources } from "../../testing/call-access.ts";
import { testApp, type CallResponse, type TestCallOptions, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { sampleGroup } from "../../testing/samples/sample-group.ts";
import { sampleKocProgram } from "../../testing/samples/sample-koc.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { containsSecret } from "../../testing/contains-secret.ts";
import { testVin } from "../../testing/samples/sample-vin.ts";

const MOBILE = "13700000001";
const NAME = "甄小心";
const [OPEN, FULL, ELSEWHERE] = [
  "1700000000000000001",
  "1700000000000000002",
  "1700000000000000003",
] as const;
const BENEFIT = `9${OPEN.slice(1)}`;
/** A grey JPEG that is large enough. */
let photo: Buffer;
let app: TestApp;
let calls: readonly Call[];
let foreign: ForeignResources;
let first: { token: string; userId: string };
/** What the first member used for their own calls: no use to others. */
let used: { captchaVerifyId: string; idempotencyKey: string };
const tokens = new Map<string, string | undefined>();

beforeAll(async () => {
  app = await testApp({
    settings: {
      SIMULATORS: "1",
      // Never answers: the application stays in review.
      OWNER_REVIEW_URL: "http://127.0.0.1:9/",
      OWNER_REVIEW_SECRET: "a secret of both sides",
    },
    extend: addSimulators,
  });
  calls = await contractCalls();
  const { default: sharp } = await import("sharp");
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
  await furnish();
  await enter();
  foreign = await belongings();
});
afterAll(() => app.close());

async function furnish(): Promise<void> {
  const now = app.context.clock.now();
  const { activities, benefits, kocs } = app.modules;
  await activities.addSeries([{ seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/y", position: 1 }]);
  await activities.addActivities([
    sampleActivity(now, { activityId: OPEN }),
    sampleActivity(now, { activityId: FULL, quota: 1, taken: 1 }),
    sampleActivity(now, { activityId: ELSEWHERE }),
  ]);
  await benefits.add([sampleBenefit(now, { activity_id: OPEN })]);
  await kocs.add([sampleKocProgram(now, { activity_id: OPEN })]);
}
async function enter(): Promise<void> {
  first = await app.login(MOBILE, { nickname: "甲", owner: true });
  const gone = await app.login("13700000009");
  await app.call(endSession, {}, { token: gone.token });
  tokens.set("visitor", undefined);
  tokens.set("logged out", gone.token);
  tokens.set("made up", "A".repeat(43));
  tokens.set("without a mobile", (await app.login(null)).token);
  tokens.set("another member", (await app.login("13700000002")).token);
  tokens.set("verified owner", (await app.login("13700000003", { owner: true })).token);
}
const must = <D>(answer: CallResponse<D>): D => {
  if (answer.code !== "00")
    throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
/** Everything that somebody can have, for the first member. */
async function belongings(): Promise<ForeignResources> {
  const { token } = first;
  const idempotencyKey = randomUUID();
  const solve = (action: "signup" | "lead" | "koc" | "link" | "benefit", activityId: string) =>
    app.solveCaptcha({ action, activityId }, { token });
  const form = { name: NAME, mobile: MOBILE, consent: true as const };
  const captchaVerifyId = await solve("signup", OPEN);
  used = { captchaVerifyId, idempotencyKey };
  const { signUpId } = must(await app.call(signUp, { ...form, id: OPEN }, { token, ...used }));
  const waiting = await solve("signup", FULL);
  must(await app.call(signUp, { ...form, id: FULL, waitlist: true }, { token, captchaVerifyId: waiting }));
  const lead = { ...form, id: OPEN, provinceCode: "310000", cityCode: "310100" };
  must(await app.call(leaveLead, lead, { token, captchaVerifyId: await solve("lead", OPEN) }));
  const sent = must(
    await app.call(sendBenefit, { id: BENEFIT }, { token, captchaVerifyId: await solve("benefit", BENEFIT) }),
  );
  must(await app.call(enrollKoc, { id: OPEN }, { token, captchaVerifyId: await solve("koc", OPEN) }));
  const link = { id: OPEN, op: "share" as const };
  must(await app.call(operateLink, link, { token, captchaVerifyId: await solve("link", OPEN) }));
  const { pictureId } = must(await app.call(uploadPicture, {}, { token, picture: photo }));
  const vin = testVin("83K7");
  must(await app.call(applyAsOwner, { vin, seriesCode: "yuanshan", pictureId, consent: true }, { token }));
  const challenge = must(await app.call(createCaptcha, { action: "signup", activityId: OPEN }, { token }));
  return {
    activityId: OPEN,
    fullActivityId: FULL,
    benefitId: BENEFIT,
    signUpId,
    mobile: MOBILE,
    pictureId,
    vin,
    uid: await begunLogin(),
    link: await app.modules.checkIns.addLink({ activityId: ELSEWHERE }),
    couponCode: sent.coupon?.code ?? "",
    challengeId: challenge.challengeId,
    ...(await clubLife(token)),
  };
}
/** What the first member has in the car club. */
async function clubLife(token: string) {
  const group = sampleGroup(app.context.clock.now(), { places: 100 });
  const { groupId } = group;
  await app.modules.club.add({ members: [], groups: [group], articles: [], comments: [], follows: [] });
  must(await app.call(applyJoinGroup, { groupId }, { token }));
  const article = { groupId, content: "<p>雾</p>" };
  const { articleId } = must(
    await app.call(publishArticle, article, { token, idempotencyKey: randomUUID() }),
  );
  const { comment } = must(await app.call(addComment, { articleId, content: "<p>山</p>" }, { token }));
  const { id: memberId } = must(await app.call(showMember, {}, { token }));
  return { groupId, articleId, commentId: comment.commentId, memberId };
}
/** The uid of a login that has begun in the first member's browser. */
async function begunLogin(): Promise<string> {
  const origin = await app.listen();
  const query = {
    client_id: app.context.config.brand.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${origin}/marketing/area/activity/`,
  };
  const { headers } = await app.app.inject({
    url: "/pass/auth",
    query,
    headers: { host: new URL(origin).host },
  });
  const [, uid] = /interaction\/([\w-]+)/.exec(String(headers.location)) ?? [];
  if (uid === undefined) throw new Error(`no login: ${String(headers.location)}`);
  return uid;
}

const entryOf = (call: Call) => {
  const entry = callAccess[call.name];
  if (!entry) throw new Error(`${call.name} has no entry in server/testing/call-access.ts`);
  return entry;
};
const make = (call: Call, token: string | undefined, options: TestCallOptions = {}) =>
  app.call(call, entryOf(call).args(foreign) as never, {
    ...(token !== undefined && { token }),
    ...(call.body === "picture" && { picture: photo }),
    ...options,
  });
/** Whether somebody was let through the door, whatever was said behind it. */
const isLetIn = ({ status, code }: CallResponse<unknown>): boolean =>
  status !== 401 && code !== "MOBILE_REQUIRED";
const writes = (call: Call) => call.method !== "GET" || call.captcha !== undefined;

test("T08 deny by default: every call says who may make it, here a second time", () => {
  const declared = Object.fromEntries(calls.map(({ name, audience: who }) => [name, who]));
  expect(
    Object.fromEntries(Object.entries(callAccess).map(([name, { audience: who }]) => [name, who])),
  ).toEqual(declared);
  // What belongs to its caller needs to know who that is.
  const open = Object.entries(callAccess).filter(
    ([, { audience: who, about }]) => about === "own" && who === "anyone",
  );
  expect(open).toEqual([]);
});

/** After these their caller is nobody: each has a test of its own. */
const ending: ReadonlySet<string> = new Set([endSession.name, erasePersonalData.name]);
test("T08 every role is let in where it may be, and nowhere else", async () => {
  const may = {
    anyone: [...tokens.keys()],
    user: ["without a mobile", "another member", "verified owner"],
    userWithMobile: ["another member", "verified owner"],
  };
  const wrong: string[] = [];
  for (const [role, token] of tokens)
    for (const call of calls.filter(({ name }) => !ending.has(name))) {
      const answer = await make(call, token);
      const { audience: who, asksMobile } = entryOf(call);
      const expected = may[asksMobile ? "userWithMobile" : who].includes(role);
      if (isLetIn(answer) !== expected || answer.status >= 650)
        wrong.push(`${role}: ${call.name} ${answer.status} ${answer.code}`);
    }
  expect(wrong).toEqual([]);
  for (const call of [endSession, erasePersonalData]) expect((await make(call, undefined)).status).toBe(401);
});

test("O07 nobody sees or changes what is another's: not by its ids, keys, passes or logins", async () => {
  const reading = calls.filter((call) => entryOf(call).about === "own" && !writes(call));
  const seen = async () => {
    const answers = await Promise.all(reading.map((call) => make(call, first.token)));
    return Object.fromEntries(answers.map(({ code, data }, at) => [reading[at]?.name, { code, data }]));
  };
  // The addresses of private pictures change by the minute, and others may join a group.
  const steady = (answers: object) =>
    JSON.parse(
      JSON.stringify(answers).replaceAll(/(?<=expires=)\d+&signature=[\w-]+|(?<="members":)\d+/g, "0"),
    ) as object;
  const before = await seen();
  const ticket = must(await app.call(showSignUp, { activityId: OPEN }, { token: first.token }));
  const whole = JSON.stringify(before);
  const secrets = [
    foreign.signUpId,
    ticket.ticketCode ?? "",
    ticket.ticket?.key ?? "",
    NAME,
    foreign.vin.slice(-4),
    ...[...whole.matchAll(/"(?:leadId|couponId|code|couponCode)":"([^"]{6,})"/g)].map(([, id]) => id ?? ""),
  ];
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(whole, `the first member sees ${secret}`).toContain(secret);
  // The link itself is good, for another activity.
  const ofTheLink = ["openCheckIn", "checkIn", "undoCheckIn", "redeemCoupon", "undoRedeem"];
  const wrong: string[] = [];
  // Whoever logs out is nobody for the calls after.
  const others = calls.filter(({ name }) => !ending.has(name));
  for (const [role, token] of tokens)
    for (const call of others) {
      const { data, message, status, code } = await make(call, token, used);
      const shown = JSON.stringify(data) + message;
      // Their own call tells them what they sent; an error repeats nothing.
      for (const secret of secrets)
        if (containsSecret(shown, secret)) wrong.push(`${role}: ${call.name} shows ${secret}`);
      if (entryOf(call).about === "bearer" && code === "00" && !ofTheLink.includes(call.name))
        wrong.push(`${role}: ${call.name} is done for one without the secret (${status})`);
    }
  expect(wrong).toEqual([]);
  expect(steady(await seen())).toEqual(steady(before));
  const { comments } = must(await app.call(showArticle, { articleId: foreign.articleId, pageSize: 10 }));
  expect(comments).toBe(1);
});

test("L19 staff's link is for its own activity: another's guests are unknown to it, and revoked it is nothing", async () => {
  const answer = await make(calls.find(({ name }) => name === "checkIn") as Call, undefined);
  expect(answer.data).toEqual({ result: "unknown", guest: null });
  const link = await app.modules.checkIns.addLink({ activityId: OPEN });
  expect(must(await app.call(openCheckIn, { link })).guests.map(({ signUpId }) => signUpId)).toContain(
    foreign.signUpId,
  );
  const [made] = await app.modules.checkIns.listLinks();
  await app.modules.checkIns.revokeLink(made?.linkId ?? "");
  expect((await app.call(openCheckIn, { link })).status).toBe(404);
});

const mobileOf: Readonly<Record<string, string>> = {
  "first member": MOBILE,
  "another member": "13700000002",
  "verified owner": "13700000003",
};
/** Mobiles of eleven digits that stand by themselves: ids and keys hold any digits. */
const wholeMobiles = (shown: string): string[] => shown.match(/(?<![\w-])1[3-9]\d{9}(?![\w-])/g) ?? [];
test("O07 no answer holds a whole mobile but of one's own account; staff greet guests by name, their number is masked", async () => {
  const link = await app.modules.checkIns.addLink({ activityId: OPEN });
  const staffs = JSON.stringify(must(await app.call(openCheckIn, { link })));
  expect([staffs.includes(NAME), staffs.includes("137****0001")]).toEqual([true, true]);
  const wrong: string[] = [];
  const ofOwnAccount: readonly string[] = [showUser.name, exportPersonalData.name];
  for (const [role, token] of [...tokens, ["first member", first.token] as const])
    // What the first member has must stand for the other tests: their own writes would end it.
    for (const call of calls.filter(({ name }) => !ending.has(name))) {
      if (token === first.token && writes(call)) continue;
      const args = { ...entryOf(call).args(foreign), ...(call.name === "openCheckIn" && { link }) };
      const { data, message } = await app.call(call, args as never, token === undefined ? {} : { token });
      const own = ofOwnAccount.includes(call.name) ? mobileOf[role] : undefined;
      const found = wholeMobiles(JSON.stringify(data) + message).filter((mobile) => mobile !== own);
      if (found.length > 0) wrong.push(`${role}: ${call.name} shows ${found.join(", ")}`);
    }
  expect(wrong).toEqual([]);
  expect(wholeMobiles(JSON.stringify((await make(showUser, first.token)).data))).toContain(MOBILE);
});
