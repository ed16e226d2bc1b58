import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn } from "#contract/check-in/check-in.ts";
import { applyJoinGroup } from "#contract/club/club.ts";
import { planBlocks, saveBlocks } from "#contract/compose/compose.ts";
import type { Call } from "#contract/core/call.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { showOrder } from "#contract/order/order.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { listSessions } from "#contract/session/active-sessions.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type CallResponse, type TestApp } from "../app.ts";
import { contractCalls } from "../contract-calls.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { sampleGroup } from "../samples/sample-group.ts";
import { samplePhoto } from "../samples/sample-photo.ts";
import { testVin } from "../samples/sample-vin.ts";
import { addMallRows, mallProbes } from "./mall-probes.ts";
import { scopeTable } from "./scope-table.ts";

const [NORTH, SOUTH] = ["1961", "1962"] as const;
const [OFFLINE, ONLINE, OTHER] = [
  "1960000000000000001",
  "1960000000000000002",
  "1960000000000000003",
] as const;
const BENEFIT = `9${OFFLINE.slice(1)}`;
const by = "小李";
const time = "2026-11-27T10:00:00+08:00";
let app: TestApp;
let calls: ReadonlyMap<string, Call>;
/** Rows of the second dealer, the second page and the second person. */
let theirs: Awaited<ReturnType<typeof rowsOfOthers>>;
let inMall: Awaited<ReturnType<typeof addMallRows>>;
/** The asking side: links of the first dealer and page, and the session of the first person. */
let mine: { checkIn: string; leads: string; compose: string; token: string; groupId: string };

const dataOf = <D>({ code, message, data }: CallResponse<D>): D => {
  if (code !== "00") throw new Error(`${code} ${message}`);
  return data;
};
beforeAll(async () => {
  app = await testApp({
    settings: { OWNER_REVIEW_URL: "http://127.0.0.1:9/", OWNER_REVIEW_SECRET: "a secret of both sides" },
  });
  calls = new Map((await contractCalls()).map((call) => [call.name, call]));
  const { modules, context } = app;
  const now = context.clock.now();
  await modules.organisations.add(sampleDealers(NORTH, SOUTH));
  await modules.activities.addSeries([
    { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/y", position: 1 },
  ]);
  const online = { activityType: "online", startTime: now - 1_000 } as const;
  await modules.activities.addActivities([
    sampleActivity(now, {
      activityId: OFFLINE,
      dealerIds: [NORTH, SOUTH],
      asks: { series: false, dealer: true, session: false },
    }),
    sampleActivity(now, { activityId: ONLINE, processKey: "SCA", ...online }),
    sampleActivity(now, { activityId: OTHER, processKey: "SCB", ...online }),
  ]);
  await modules.benefits.add([sampleBenefit(now, { activity_id: OFFLINE, benefit_id: BENEFIT })]);
  const group = sampleGroup(now, { places: 10 });
  await modules.club.add({ members: [], groups: [group], articles: [], comments: [], follows: [] });
  theirs = await rowsOfOthers();
  inMall = await addMallRows(app, "13711110003", SOUTH);
  const { token } = await app.login("13711110002", { owner: true });
  dataOf(await app.call(applyJoinGroup, { groupId: group.groupId }, { token }));
  mine = {
    token,
    groupId: group.groupId,
    checkIn: await modules.checkIns.addLink({ activityId: OFFLINE, dealerId: NORTH }),
    leads: await modules.leads.desk.addLink({ activityId: OFFLINE, dealerId: NORTH }),
    compose: await modules.compose.addLink({ activityId: ONLINE }),
  };
});
afterAll(() => app.close());

/** A guest and a lead of the second dealer, a coupon, sessions and a picture of the second person, a saved and planned page. */
async function rowsOfOthers() {
  const mobile = "13711110001";
  const { token } = await app.login(mobile, { owner: true });
  const pass = async (action: "signup" | "lead" | "benefit", activityId: string) => ({
    token,
    captchaVerifyId: await app.solveCaptcha({ action, activityId }, { token }),
  });
  const person = { id: OFFLINE, name: "南店客人", mobile, consent: true as const, dealerId: SOUTH };
  const { signUpId } = dataOf(await app.call(signUp, person, await pass("signup", OFFLINE)));
  const place = { provinceCode: "310000", cityCode: "310100" };
  const { leadId } = dataOf(await app.call(leaveLead, { ...person, ...place }, await pass("lead", OFFLINE)));
  const { coupon } = dataOf(await app.call(sendBenefit, { id: BENEFIT }, await pass("benefit", BENEFIT)));
  const { pictureId } = dataOf(await app.call(uploadPicture, {}, { token, picture: await samplePhoto() }));
  const [session] = dataOf(await app.call(listSessions, {}, { token }));
  const link = await app.modules.compose.addLink({ activityId: OTHER });
  const blocks = [{ kind: "faq", items: [{ question: "能退吗", answer: "能" }] }];
  dataOf(await app.call(saveBlocks, { link, by, basedOn: 0, blocks }));
  const publishTime = new Date(app.context.clock.now() + 86_400_000).toISOString();
  const plan = { link, by, basedOn: 1, replaces: null, blocks, publishTime };
  const revision = dataOf(await app.call(planBlocks, plan)).planned?.revision ?? "";
  const sessionId = session?.sessionId ?? "";
  return {
    signUpId,
    leadId,
    couponId: coupon?.couponId ?? "",
    code: coupon?.code ?? "",
    pictureId,
    sessionId,
    revision,
  };
}

/** Arguments with the row of somebody else, and with one that does not exist. */
type Probe = () => readonly [theirs: object, missing: object];
const ofLead =
  (args: object): Probe =>
  () => [
    { link: mine.leads, ...args, leadId: theirs.leadId },
    { link: mine.leads, ...args, leadId: "1" },
  ];
const ofGuest =
  (args: object): Probe =>
  () => [
    { link: mine.checkIn, ...args, signUpId: theirs.signUpId },
    { link: mine.checkIn, ...args, signUpId: "1" },
  ];
/** A coupon is valid at every dealer of its activity, so the asking link is that of another activity. */
const ofCoupon =
  (args: object): Probe =>
  () => [
    { link: otherActivitysLink, ...args, code: theirs.code },
    { link: otherActivitysLink, ...args, code: "0000 0000 0000" },
  ];
let otherActivitysLink: string;
beforeAll(async () => {
  otherActivitysLink = await app.modules.checkIns.addLink({ activityId: OTHER });
});
const ofPicture =
  (args: () => object, name: "pictureId" | "pictureIds"): Probe =>
  () => {
    const as = (id: string) => ({ ...args(), [name]: name === "pictureIds" ? [id] : id });
    return [as(theirs.pictureId), as("1")];
  };
const listed = scopeTable.filter((row) => row.by === "id").map(({ call }) => call);
const probes: Readonly<Record<string, Probe>> = {
  ...Object.fromEntries(
    Object.entries(mallProbes(() => ({ ...inMall, link: mine.checkIn }))).filter(([name]) =>
      listed.includes(name),
    ),
  ),
  changeProfile: () => [{ avatar: { pictureId: theirs.pictureId } }, { avatar: { pictureId: "1" } }],
  checkIn: ofGuest({ by }),
  undoCheckIn: ofGuest({ checkedInTime: time }),
  redeemCoupon: ofCoupon({ by }),
  undoRedeem: ofCoupon({ usedTime: time }),
  revealLead: ofLead({ by }),
  markLead: ofLead({ by, result: "reached" }),
  unmarkLead: ofLead({ contactedTime: time }),
  noteLead: ofLead({ by, key: crypto.randomUUID(), text: "已报价" }),
  planLeadCall: ofLead({ nextCallTime: null, seen: null }),
  showBlocksVersion: () => [
    { link: mine.compose, version: 1 },
    { link: mine.compose, version: 77 },
  ],
  cancelPlan: () => [
    { link: mine.compose, revision: theirs.revision },
    { link: mine.compose, revision: "1" },
  ],
  withdrawLead: () => [
    { id: OFFLINE, leadId: theirs.leadId },
    { id: OFFLINE, leadId: "1" },
  ],
  listCoupons: () => [{ couponId: theirs.couponId }, { couponId: "1" }],
  endSessions: () => [{ sessionId: theirs.sessionId }, { sessionId: "00000000-0000-4000-8000-000000000000" }],
  applyAsOwner: ofPicture(
    () => ({ vin: testVin("61K2"), seriesCode: "yuanshan", consent: true }),
    "pictureId",
  ),
  publishArticle: ofPicture(() => ({ groupId: mine.groupId, content: "<p>雾</p>" }), "pictureIds"),
};

test("T08 every call by id in the list has a probe", () => {
  expect(Object.keys(probes).toSorted()).toEqual(listed.toSorted());
});

test.each(Object.keys(probes))(
  "T08 %s answers somebody else's row as one that does not exist",
  async (name) => {
    const call = calls.get(name);
    const pair = probes[name]?.() ?? [{}, {}];
    if (call === undefined) throw new Error(`there is no call ${name}`);
    const [their, missing] = await Promise.all(
      pair.map(async (args) => {
        const options = { token: mine.token, idempotencyKey: crypto.randomUUID() };
        const { status, code, message, data } = await app.call(call, args as never, {
          ...options,
          ...(call.captcha === "order" && {
            captchaVerifyId: await app.solveCaptcha({ action: "order" }, { token: mine.token }),
          }),
        });
        return { status, code, message, data };
      }),
    );
    expect(their).toEqual(missing);
    const shown = JSON.stringify(their);
    const secrets = ["南店客人", theirs.signUpId, theirs.leadId, theirs.couponId, ...inMall.secrets];
    for (const secret of secrets) expect(shown).not.toContain(secret);
  },
);

test("T08 the owners' own calls reach the rows that the probes ask for", async () => {
  const link = await app.modules.checkIns.addLink({ activityId: OFFLINE, dealerId: SOUTH });
  const { data } = await app.call(checkIn, { link, by, signUpId: theirs.signUpId });
  expect(data).toMatchObject({ result: "done", guest: { name: "南店客人" } });
  expect(Object.values(theirs).every((id) => id !== "")).toBe(true);
  const order = await app.call(showOrder, { id: inMall.orderId }, { token: inMall.token });
  expect(order.data).toMatchObject({ orderId: inMall.orderId, pickupCode: inMall.pickupCode });
});
