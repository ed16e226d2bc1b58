import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { showCampaign } from "#contract/activity/activity.ts";
import { leaveLead, listLocalDealers, listOwnLeads, showLead, withdrawLead } from "#contract/lead/lead.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import type { LeadRow } from "./tables.ts";
import { leadMessages } from "./messages.ts";

let app: TestApp;
const DAY = 86_400_000;
const dealer = (id: string, cityCode: string, longitude: number): Organisation => ({
  id,
  code: `D${id}`,
  name: `青岚中心 ${id}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-00000000",
  provinceCode: `${cityCode.slice(0, 2)}0000`,
  cityCode,
  longitude,
  latitude: 31.2,
});
const dealers = [
  dealer("501", "310100", 121.4),
  dealer("502", "310100", 121.6),
  dealer("503", "330100", 120.2),
];
beforeAll(async () => {
  app = await testApp();
  const now = app.context.clock.now();
  await app.modules.organisations.add(dealers);
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId: "1000000000000030001", dealerId: "501", dealerIds: ["501", "503"] }),
    // Ended, so its dealer is not listed.
    sampleActivity(now, {
      activityId: "1000000000000030002",
      dealerId: "502",
      dealerIds: ["502"],
      signUpStartTime: now - 9 * DAY,
      signUpEndTime: now - DAY,
    }),
  ]);
});
afterAll(() => app.close());

let made = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `100000000000003${String(1000 + made++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId,
      activityType: "online",
      pageType: "lead",
      startTime: now - DAY,
      endTime: now + DAY,
      ...over,
    }),
  ]);
  return activityId;
}
let people = 0;
const nextMobile = (): string => `135${String(10_000_000 + people++)}`;
const form = (id: string, mobile: string) => ({
  id,
  name: "林晓岚",
  mobile,
  provinceCode: "310000",
  cityCode: "310100",
  consent: true as const,
});
async function leave(token: string, args: ArgsOf<typeof leaveLead>, key?: string) {
  const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId: args.id }, { token });
  return app.call(leaveLead, args, {
    token,
    captchaVerifyId,
    ...(key !== undefined && { idempotencyKey: key }),
  });
}
const rowsOf = async (id: string): Promise<LeadRow[]> =>
  (
    await sql<LeadRow>`select * from lead where activity_id = ${id} order by created_time`.execute(
      app.context.db,
    )
  ).rows;

test("M01 M03 M18 M20 U36 a lead is stored with the version of the consent, the channel and a dealer", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const channel = {
    utm_source: "wx",
    utm_medium: "m",
    utm_campaign: "c",
    utm_term: "t",
    utm_content: "x",
    mz_ca: "1",
    mz_sp: "2",
    global_id: "g",
    from: "koc",
  };
  const answer = await leave(token, { ...form(id, mobile), channel });
  expect([answer.status, answer.code]).toEqual([200, "00"]);
  const [row, ...others] = await rowsOf(id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    lead_id: answer.data.leadId,
    mobile,
    consent_version: leadConsent.version,
    first_touch: channel,
    last_touch: channel,
    dealer_id: "501",
  });
  expect((await app.call(showCampaign, { activityId: id })).data).toMatchObject({
    participants: 1,
    quota: 50,
  });
  const shown = (await app.call(showLead, { id }, { token })).data;
  expect(shown).toMatchObject({
    leadId: answer.data.leadId,
    name: "林晓岚",
    mobile: `135****${mobile.slice(-4)}`,
    dealerName: "青岚中心 501",
  });
});

test("M02 without a captcha: 633 with captcha_verify, and nothing is stored", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const answer = await app.call(leaveLead, form(id, mobile), { token });
  expect([answer.status, answer.headers["captcha_verify"]]).toEqual([633, "true"]);
  expect(await rowsOf(id)).toEqual([]);
});

test("M03 unsigned, or signed for another mobile: 406; a visitor: 401", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  expect((await app.call(leaveLead, form(id, mobile), { token, isUnsigned: true })).status).toBe(406);
  const headers = { "MA-Activity-Mobile": "13900000000" };
  expect((await app.call(leaveLead, form(id, mobile), { token, headers })).status).toBe(406);
  expect((await app.call(leaveLead, form(id, mobile))).status).toBe(401);
  expect((await app.call(showLead, { id })).status).toBe(401);
});

test("M19 M20 a second lead with the same mobile updates the first one, which keeps its first touch", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const first = await leave(token, { ...form(id, mobile), channel: { utm_source: "first" } });
  const second = await leave(token, {
    ...form(id, mobile),
    name: "陈屿",
    channel: { utm_source: "second" },
  });
  expect(second.data.leadId).toBe(first.data.leadId);
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    name: "陈屿",
    first_touch: { utm_source: "first" },
    last_touch: { utm_source: "second" },
  });
});

test("M19 thirty concurrent leads of three mobiles are three leads", async () => {
  const id = await open();
  const mobiles = [nextMobile(), nextMobile(), nextMobile()];
  const logins = await Promise.all(mobiles.map(async (mobile) => ({ mobile, ...(await app.login(mobile)) })));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => logins)
      .flat()
      .map(({ mobile, token }) => leave(token, form(id, mobile))),
  );
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["00"]));
  expect(new Set(answers.map(({ data }) => data.leadId)).size).toBe(3);
  expect(await rowsOf(id)).toHaveLength(3);
});

test("a repeated idempotency key returns the same response without a captcha, and 409 with another body", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const idempotencyKey = randomUUID();
  const first = await leave(token, form(id, mobile), idempotencyKey);
  const again = await app.call(leaveLead, form(id, mobile), { token, idempotencyKey });
  expect(again.data.leadId).toBe(first.data.leadId);
  const other = { ...form(id, mobile), name: "另一个人" };
  expect((await app.call(leaveLead, other, { token, idempotencyKey })).status).toBe(409);
});

test("K15 L09 refuses before the start and after the end, offline without a mobile, and invalid forms with their fields", async () => {
  const now = app.context.clock.now();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const remark = async (over: object) => {
    const answer = await app.call(leaveLead, form(await open(over), mobile), { token });
    return decodeURIComponent(String(answer.headers["flow_branch_remark"]));
  };
  expect(await remark({ startTime: now + DAY, endTime: now + 2 * DAY })).toBe(leadMessages.notStarted);
  expect(await remark({ startTime: now - 2 * DAY, endTime: now - DAY })).toBe(leadMessages.ended);
  const withoutMobile = await app.login(null);
  const offline = await open({ activityType: "localoffline" });
  const refused = await app.call(leaveLead, form(offline, mobile), { token: withoutMobile.token });
  expect(refused.code).toBe("MOBILE_REQUIRED");
  const question = {
    key: "when",
    label: "时间",
    kind: "select" as const,
    required: true,
    options: ["a"],
    placeholder: "",
  };
  const faulty = {
    ...form(await open({ form: [question] }), mobile),
    answers: { other: "1" },
    dealerId: "999",
    seriesCode: "none",
    consentVersion: "old",
  };
  const invalid = await app.call(leaveLead, faulty, { token });
  expect(invalid.status).toBe(601);
  expect((invalid.data as unknown as { fields: object }).fields).toEqual({
    dealerId: leadMessages.dealer,
    seriesCode: leadMessages.series,
    consent: leadMessages.consentOld,
    "answers.other": leadMessages.noSuchQuestion,
    "answers.when": "请选择时间",
  });
  expect((await app.call(leaveLead, form("404", mobile), { token })).status).toBe(404);
});

test("M18 a lead without consent is refused; a withdrawn lead is erased and can be left again", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const unticked = { ...form(id, mobile), consent: false as unknown as true };
  expect((await app.call(leaveLead, unticked, { token })).status).toBe(601);
  const first = await leave(token, form(id, mobile));
  const stranger = await app.login(nextMobile());
  expect((await app.call(withdrawLead, { id }, { token: stranger.token })).data.withdrawn).toBe(false);
  expect((await app.call(showLead, { id }, { token: stranger.token })).data).toBeNull();
  expect((await app.call(withdrawLead, { id }, { token })).data.withdrawn).toBe(true);
  const [row] = await rowsOf(id);
  expect([row?.name, row?.mobile, row?.answers]).toEqual([undefined, undefined, undefined]);
  expect((await app.call(showLead, { id }, { token })).data).toBeNull();
  expect((await leave(token, form(id, mobile))).data.leadId).not.toBe(first.data.leadId);
});

test("M18 lists a person's own leads, newest first and masked, without withdrawn ones", async () => {
  const [first, second] = [await open(), await open()];
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  await leave(token, form(first, mobile));
  await leave(token, form(second, mobile));
  await leave((await app.login(nextMobile())).token, form(first, nextMobile()));
  const { data } = await app.call(listOwnLeads, {}, { token });
  expect(data.map(({ activityId }) => activityId)).toEqual([second, first]);
  expect(data[0]).toMatchObject({
    title: "莫干山晨雾试驾",
    mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
  });
  await app.call(withdrawLead, { id: second }, { token });
  expect((await app.call(listOwnLeads, {}, { token })).data.map(({ activityId }) => activityId)).toEqual([
    first,
  ]);
  expect((await app.call(listOwnLeads, {})).status).toBe(401);
});

test("a person may leave a limited number of mobiles", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  for (let count = 0; count < 5; count++)
    expect((await leave(token, form(id, nextMobile()))).code).toBe("00");
  const refused = await leave(token, form(id, nextMobile()));
  expect(decodeURIComponent(String(refused.headers["flow_branch_remark"]))).toBe(leadMessages.tooMany);
});

test("M04 U24 dealers with a local offline activity, nearest first", async () => {
  const ids = async (args: object) => (await app.call(listLocalDealers, args)).data.map(({ id }) => id);
  expect(await ids({})).toEqual(["501", "503"]);
  expect(await ids({ cityCode: "330100" })).toEqual(["503"]);
  expect(await ids({ longitude: 120.2, latitude: 31.2 })).toEqual(["503", "501"]);
  const [near] = (await app.call(listLocalDealers, { longitude: 120.2, latitude: 31.2 })).data;
  expect(near?.distance).toBe(0);
});
