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
import type { ForeignResources } from "../../testing/call-access-kinds.ts";
import { callAccess, OWN_ADDRESS_MOBILE } from "../../testing/call-access.ts";
import { testApp, type CallResponse, type TestCallOptions, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { sampleGroup } from "../../testing/samples/sample-group.ts";
import { samplePhoto } from "../../testing/samples/sample-photo.ts";
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
let photo: Buffer;
let app: TestApp;
let calls: readonly Call[];
let foreign: ForeignResources;
let owner: { token: string; userId: string };
/** The captcha pass and the key of the owner's own calls, which must not work for others. */
let usedOptions: { captchaVerifyId: string; idempotencyKey: string };
const tokens = new Map<string, string | undefined>();

beforeAll(async () => {
  app = await testApp({
    settings: {
      SIMULATORS: "1",
      // Does not answer, so that the application stays in review.
      OWNER_REVIEW_URL: "http://127.0.0.1:9/",
      OWNER_REVIEW_SECRET: "a secret of both sides",
    },
    extend: addSimulators,
  });
  calls = await contractCalls();
  photo = await samplePhoto();
  await addContent();
  await logInRoles();
  foreign = await createResources();
});
afterAll(() => app.close());

async function addContent(): Promise<void> {
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
async function logInRoles(): Promise<void> {
  owner = await app.login(MOBILE, { nickname: "甲", owner: true });
  const ended = await app.login("13700000009");
  await app.call(endSession, {}, { token: ended.token });
  tokens.set("visitor", undefined);
  tokens.set("logged out", ended.token);
  tokens.set("forged token", "A".repeat(43));
  tokens.set("without a mobile", (await app.login(null)).token);
  tokens.set("another member", (await app.login("13700000002")).token);
  tokens.set("verified owner", (await app.login("13700000003", { owner: true })).token);
}
const dataOf = <D>({ code, message, data }: CallResponse<D>): D => {
  if (code !== "00") throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
  return data;
};
/** Creates one resource of every kind for the owner. */
async function createResources(): Promise<ForeignResources> {
  const { token } = owner;
  const idempotencyKey = randomUUID();
  const solve = (action: "signup" | "lead" | "koc" | "link" | "benefit", activityId: string) =>
    app.solveCaptcha({ action, activityId }, { token });
  const form = { name: NAME, mobile: MOBILE, consent: true as const };
  const captchaVerifyId = await solve("signup", OPEN);
  usedOptions = { captchaVerifyId, idempotencyKey };
  const { signUpId } = dataOf(await app.call(signUp, { ...form, id: OPEN }, { token, ...usedOptions }));
  const waitlistPass = { token, captchaVerifyId: await solve("signup", FULL) };
  dataOf(await app.call(signUp, { ...form, id: FULL, waitlist: true }, waitlistPass));
  const lead = { ...form, id: OPEN, provinceCode: "310000", cityCode: "310100" };
  dataOf(await app.call(leaveLead, lead, { token, captchaVerifyId: await solve("lead", OPEN) }));
  const sent = dataOf(
    await app.call(sendBenefit, { id: BENEFIT }, { token, captchaVerifyId: await solve("benefit", BENEFIT) }),
  );
  dataOf(await app.call(enrollKoc, { id: OPEN }, { token, captchaVerifyId: await solve("koc", OPEN) }));
  const link = { id: OPEN, op: "share" as const };
  dataOf(await app.call(operateLink, link, { token, captchaVerifyId: await solve("link", OPEN) }));
  const { pictureId } = dataOf(await app.call(uploadPicture, {}, { token, picture: photo }));
  const vin = testVin("83K7");
  dataOf(await app.call(applyAsOwner, { vin, seriesCode: "yuanshan", pictureId, consent: true }, { token }));
  const challenge = dataOf(await app.call(createCaptcha, { action: "signup", activityId: OPEN }, { token }));
  return {
    activityId: OPEN,
    fullActivityId: FULL,
    benefitId: BENEFIT,
    signUpId,
    mobile: MOBILE,
    pictureId,
    vin,
    uid: await beginLogin(),
    link: await newLink(),
    couponCode: sent.coupon?.code ?? "",
    challengeId: challenge.challengeId,
    ...(await createClubResources(token)),
  };
}
/** Creates the owner's resources in the car club. */
async function createClubResources(token: string) {
  const group = sampleGroup(app.context.clock.now(), { places: 100 });
  const { groupId } = group;
  await app.modules.club.add({ members: [], groups: [group], articles: [], comments: [], follows: [] });
  dataOf(await app.call(applyJoinGroup, { groupId }, { token }));
  const article = { groupId, content: "<p>雾</p>" };
  const { articleId } = dataOf(
    await app.call(publishArticle, article, { token, idempotencyKey: randomUUID() }),
  );
  const { comment } = dataOf(await app.call(addComment, { articleId, content: "<p>山</p>" }, { token }));
  const { id: memberId } = dataOf(await app.call(showMember, {}, { token }));
  return { groupId, articleId, commentId: comment.commentId, memberId };
}
/** Begins a login in the owner's browser. @returns its uid */
async function beginLogin(): Promise<string> {
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

/** Creates a new link, since attempts that find nothing count. */
const newLink = () => app.modules.checkIns.addLink({ activityId: ELSEWHERE });
const entryOf = (call: Call) => {
  const entry = callAccess[call.name];
  if (!entry) throw new Error(`${call.name} has no entry in server/testing/call-access.ts`);
  return entry;
};
const send = (call: Call, token: string | undefined, options: TestCallOptions = {}) =>
  app.call(call, entryOf(call).args(foreign) as never, {
    ...(token !== undefined && { token }),
    ...(call.body === "picture" && { picture: photo }),
    ...options,
  });
/** Whether the role of the caller was accepted, whatever the handler answered. */
const isAuthorised = ({ status, code }: CallResponse<unknown>): boolean =>
  status !== 401 && code !== "MOBILE_REQUIRED";
const isWrite = (call: Call) => call.method !== "GET" || call.captcha !== undefined;

test("T08 deny by default: the allowed roles of every call are those of the authorisation matrix", () => {
  const declared = Object.fromEntries(calls.map(({ name, audience }) => [name, audience]));
  expect(
    Object.fromEntries(Object.entries(callAccess).map(([name, { audience }]) => [name, audience])),
  ).toEqual(declared);
  // Calls about the caller's own resources need a session.
  const open = Object.entries(callAccess).filter(
    ([, { audience, about }]) => about === "own" && audience === "anyone",
  );
  expect(open).toEqual([]);
});

/** Calls that end the session of their caller; they have separate tests. */
const sessionEndingCalls: ReadonlySet<string> = new Set([endSession.name, erasePersonalData.name]);
test("T08 every call accepts exactly the roles that it allows", async () => {
  const allowedRoles = {
    anyone: [...tokens.keys()],
    user: ["without a mobile", "another member", "verified owner"],
    userWithMobile: ["another member", "verified owner"],
  };
  const wrong: string[] = [];
  for (const [role, token] of tokens) {
    foreign = { ...foreign, link: await newLink() };
    for (const call of calls.filter(({ name }) => !sessionEndingCalls.has(name))) {
      const response = await send(call, token);
      const { audience, asksMobile } = entryOf(call);
      const expected = allowedRoles[asksMobile ? "userWithMobile" : audience].includes(role);
      if (isAuthorised(response) !== expected || response.status >= 650)
        wrong.push(`${role}: ${call.name} ${response.status} ${response.code}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const call of [endSession, erasePersonalData]) expect((await send(call, undefined)).status).toBe(401);
});

test("O07 no user can read or change another user's resources by their ids, keys, passes or logins", async () => {
  const reads = calls.filter((call) => entryOf(call).about === "own" && !isWrite(call));
  const readAll = async () => {
    const responses = await Promise.all(reads.map((call) => send(call, owner.token)));
    return Object.fromEntries(responses.map(({ code, data }, index) => [reads[index]?.name, { code, data }]));
  };
  // Signed URLs of private pictures change every minute, and others may join a group.
  const withoutVariables = (responses: object) =>
    JSON.parse(
      JSON.stringify(responses).replaceAll(/(?<=expires=)\d+&signature=[\w-]+|(?<="members":)\d+/g, "0"),
    ) as object;
  const before = await readAll();
  const ticket = dataOf(await app.call(showSignUp, { activityId: OPEN }, { token: owner.token }));
  const ownText = JSON.stringify(before);
  const secrets = [
    foreign.signUpId,
    ticket.ticketCode ?? "",
    ticket.ticket?.key ?? "",
    NAME,
    foreign.vin.slice(-4),
    ...[...ownText.matchAll(/"(?:leadId|couponId|code|couponCode)":"([^"]{6,})"/g)].map(([, id]) => id ?? ""),
  ];
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(ownText, `the owner sees ${secret}`).toContain(secret);
  // Calls by the staff link succeed: it is valid, for another activity.
  const staffLinkCalls = "openCheckIn checkIn undoCheckIn redeemCoupon undoRedeem handOverPickup".split(" ");
  const wrong: string[] = [];
  const remainingCalls = calls.filter(({ name }) => !sessionEndingCalls.has(name));
  for (const [role, token] of tokens) {
    foreign = { ...foreign, link: await newLink() };
    for (const call of remainingCalls) {
      const { data, message, status, code } = await send(call, token, usedOptions);
      const shown = JSON.stringify(data) + message;
      for (const secret of secrets)
        if (containsSecret(shown, secret)) wrong.push(`${role}: ${call.name} shows ${secret}`);
      if (entryOf(call).about === "bearer" && code === "00" && !staffLinkCalls.includes(call.name))
        wrong.push(`${role}: ${call.name} succeeds without the secret (${status})`);
    }
  }
  expect(wrong).toEqual([]);
  expect(withoutVariables(await readAll())).toEqual(withoutVariables(before));
  const { comments } = dataOf(await app.call(showArticle, { articleId: foreign.articleId, pageSize: 10 }));
  expect(comments).toBe(1);
});

test("L19 a staff link works for the guests of its activity only, and not after it is revoked", async () => {
  foreign = { ...foreign, link: await newLink() };
  const response = await send(calls.find(({ name }) => name === "checkIn") as Call, undefined);
  expect(response.data).toEqual({ result: "unknown", guest: null });
  const link = await app.modules.checkIns.addLink({ activityId: OPEN });
  expect(dataOf(await app.call(openCheckIn, { link })).guests.map(({ signUpId }) => signUpId)).toContain(
    foreign.signUpId,
  );
  const [created] = await app.modules.checkIns.listLinks();
  await app.modules.checkIns.revokeLink(created?.linkId ?? "");
  expect((await app.call(openCheckIn, { link })).status).toBe(404);
});

const mobileOf: Readonly<Record<string, string>> = {
  owner: MOBILE,
  "another member": "13700000002",
  "verified owner": "13700000003",
};
/** Finds mobiles of 11 digits with no letter or digit beside them, since ids and keys contain any digits. */
const findMobiles = (shown: string): string[] => shown.match(/(?<![\w-])1[3-9]\d{9}(?![\w-])/g) ?? [];
test("O07 no response has an unmasked mobile, except that of the caller's own account; staff see names and masked mobiles", async () => {
  const link = await app.modules.checkIns.addLink({ activityId: OPEN });
  const shownToStaff = JSON.stringify(dataOf(await app.call(openCheckIn, { link })));
  expect([shownToStaff.includes(NAME), shownToStaff.includes("137****0001")]).toEqual([true, true]);
  const wrong: string[] = [];
  const accountCalls = [showUser.name, exportPersonalData.name, "addAddress", "listAddresses"];
  for (const [role, token] of [...tokens, ["owner", owner.token] as const])
    for (const call of calls.filter(({ name }) => !sessionEndingCalls.has(name))) {
      if (token === owner.token && isWrite(call)) continue; // Writes would remove the resources.
      const args = { ...entryOf(call).args(foreign), ...(call.name === "openCheckIn" && { link }) };
      const { data, message } = await app.call(call, args as never, token === undefined ? {} : { token });
      const own = accountCalls.includes(call.name) ? [mobileOf[role], OWN_ADDRESS_MOBILE] : [];
      const mobiles = findMobiles(JSON.stringify(data) + message).filter((mobile) => !own.includes(mobile));
      if (mobiles.length > 0) wrong.push(`${role}: ${call.name} shows ${mobiles.join(", ")}`);
    }
  expect(wrong).toEqual([]);
  expect(findMobiles(JSON.stringify((await send(showUser, owner.token)).data))).toContain(MOBILE);
});
