import { afterAll, beforeAll, expect, test } from "vitest";
import { sendSms } from "#contract/identity/identity.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { randomUUID as newUuid } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { signUpWriter } from "../index.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let activityCount = 0;
/** Adds an activity. */
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `100000000000000${String(1000 + activityCount++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, ...over }),
  ]);
  return activityId;
}
let mobileCount = 0;
const nextMobile = (): string => `139${String(10_000_000 + mobileCount++)}`;
const form = (id: string, mobile: string) => ({ id, name: "林晓岚", mobile, consent: true as const });

async function signUpAs(id: string, mobile: string, over: object = {}, key?: string) {
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
  return app.call(
    signUp,
    { ...form(id, mobile), ...over },
    { token, captchaVerifyId, ...(key !== undefined && { idempotencyKey: key }) },
  );
}

test("U30 U35 L02 L06 W03 a sign-up with a solved captcha succeeds, and isSign reports it", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  expect((await app.call(showSignUp, { activityId: id }, { token })).data).toMatchObject({
    signed: false,
    ticket: null,
  });
  const answer = await signUpAs(id, mobile);
  expect([answer.status, answer.code, answer.data.status]).toEqual([200, "00", "confirmed"]);
  const state = (await app.call(showSignUp, { activityId: id }, { token })).data;
  expect(state).toMatchObject({
    signed: true,
    signUpId: answer.data.signUpId,
    ticketCode: answer.data.ticketCode,
  });
  expect(state.ticket?.mobile).toBe(`139****${mobile.slice(-4)}`);
});

test("L01 a sign-up without a captcha is refused with 633 and captcha_verify, and nothing is written", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const answer = await app.call(signUp, form(id, mobile), { token });
  expect([answer.status, answer.code, answer.headers["captcha_verify"]]).toEqual([633, "633", "true"]);
  expect((await app.call(showSignUp, { activityId: id }, { token })).data.signed).toBe(false);
});

test("L03 T08 missing, wrong, foreign, outdated and repeated signing headers are refused with 406", async () => {
  const id = await open();
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const tries: Record<string, string>[] = [
    { "MA-Activity-Signature": "" },
    { "MA-Activity-Signature": "0".repeat(64) },
    { "MA-Activity-Mobile": "13700000000" },
    { "MA-Activity-Timestamp": String(app.context.clock.now() - 301_000) },
    { "MA-Activity-Nonce": "short" },
  ];
  for (const headers of tries)
    expect((await app.call(signUp, form(id, mobile), { token, headers })).status).toBe(406);
  // The signing key is public in the app, so a valid signature authorises nothing.
  expect((await app.call(signUp, form(id, mobile))).status).toBe(401);
});

test("L04 K15 W01 W02 a visitor gets 401; a user without a mobile gets 602 for an offline activity only", async () => {
  const id = await open();
  expect((await app.call(signUp, form(id, "13900000001"))).status).toBe(401);
  const { token } = await app.login(null);
  const body = { ...form(id, "13900000001"), smsCode: "246810" };
  const refused = await app.call(signUp, body, { token });
  expect([refused.status, refused.code]).toEqual([602, "MOBILE_REQUIRED"]);
  expect(decodeURIComponent(String(refused.headers["task_link"]))).toContain("/marketing/area/activity/");
  const online = await open({ activityType: "online" });
  expect((await app.call(signUp, { ...body, id: online }, { token })).status).toBe(633);
});

test("L09 not started, ended and full activities have their own refusal texts", async () => {
  const now = app.context.clock.now();
  const remarks = await Promise.all(
    [
      { signUpStartTime: now + 60_000, signUpEndTime: now + 120_000 },
      { signUpStartTime: now - 120_000, signUpEndTime: now - 60_000 },
      { quota: 3, taken: 3 },
    ].map(async (over) => {
      const id = await open(over);
      const mobile = nextMobile();
      const { token } = await app.login(mobile);
      const answer = await app.call(signUp, form(id, mobile), { token });
      expect(answer.status).toBe(633);
      expect(answer.headers["captcha_verify"]).toBeUndefined();
      return decodeURIComponent(String(answer.headers["flow_branch_remark"]));
    }),
  );
  expect(remarks).toEqual([expect.stringContaining("报名尚未开始"), "报名已结束", "名额已满"]);
});

test("L10 two people race for the last seat over HTTP: exactly one gets it", async () => {
  const id = await open({ quota: 5, taken: 4 });
  const answers = await Promise.all([signUpAs(id, nextMobile()), signUpAs(id, nextMobile())]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 633]);
});

/** Lets two writers, as in two processes, race for the last seats. */
async function raceOfTwoWriters(isLocked: boolean): Promise<number> {
  const id = await open({ quota: 10 });
  const users = await Promise.all(
    Array.from({ length: 24 }, async () => (await app.login(nextMobile())).userId),
  );
  const options = { isLocked, beforeWrite: () => setTimeout(20) };
  const [even, odd] = [signUpWriter(app.context.db, options), signUpWriter(app.context.db, options)];
  const written = await Promise.all(
    users.map((userId, at) => (at % 2 ? odd : even).add(id, sampleSignUp(userId))),
  );
  return written.filter(({ row }) => row !== null).length;
}
test("L10 two processes cannot oversell ten seats", async () => {
  expect(await raceOfTwoWriters(true)).toBe(10);
});
test("L10 without the lock the same race oversells", async () => {
  // On a busy machine one writer may be through before the other begins.
  let written = 0;
  for (let attempt = 0; attempt < 10 && written <= 10; attempt++) written = await raceOfTwoWriters(false);
  expect(written).toBeGreaterThan(10);
});

test("L11 parallel requests of a person, with and without an idempotency key, get one record and one answer", async () => {
  for (const key of [newUuid(), undefined]) {
    const id = await open({ quota: 5 });
    const mobile = nextMobile();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUpAs(id, mobile, {}, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.signUpId)).size).toBe(1);
    expect(
      (await app.call(showSignUp, { activityId: id }, { token: (await app.login(mobile)).token })).data
        .signed,
    ).toBe(true);
  }
});

/** Sends two parallel taps with one captcha pass, each to a process, and compares the answers. */
async function twoTaps(here: TestApp, there: TestApp) {
  const id = await open({ quota: 5 });
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
  const tap = (at: TestApp) => at.call(signUp, form(id, mobile), { token, captchaVerifyId });
  const [first, second] = await Promise.all([tap(here), tap(there)]);
  return {
    statuses: [first.status, second.status],
    isSame: first.data.signUpId === second.data.signUpId && first.data.ticketCode === second.data.ticketCode,
  };
}
const both = { statuses: [200, 200], isSame: true };
test("L11 two parallel taps with one captcha pass get the same answer", async () => {
  expect(await twoTaps(app, app)).toEqual(both);
});
test("L11 two parallel taps with another mobile need its SMS code once and get the same answer", async () => {
  const id = await open({ quota: 5 });
  const [bound, other] = [nextMobile(), nextMobile()];
  const { token } = await app.login(bound);
  const toSend = await app.solveCaptcha({ action: "sms", mobile: other });
  await app.call(sendSms, { mobile: other, scene: "signup", captchaVerifyId: toSend });
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
  // Pass and code are spent before anything is written, so only the mutex gives the second tap the first one's seat.
  const tap = () => app.call(signUp, { ...form(id, other), smsCode: "246810" }, { token, captchaVerifyId });
  const [first, second] = await Promise.all([tap(), tap()]);
  expect([first.status, second.status, second.data]).toEqual([200, 200, first.data]);
});
test("L11 two parallel taps in two processes get the same answer", async () => {
  // PGlite serves one process only.
  const there = app.context.databaseKind === "postgres" ? await testApp({ beside: app }) : app;
  try {
    for (let time = 0; time < 5; time++) expect(await twoTaps(app, there)).toEqual(both);
  } finally {
    if (there !== app) await there.close();
  }
});

test("L11 the same idempotency key with another body gets 409; without a key the first answer is repeated, even when full", async () => {
  const id = await open({ quota: 1 });
  const mobile = nextMobile();
  const key = newUuid();
  const first = await signUpAs(id, mobile, {}, key);
  const { token } = await app.login(mobile);
  const repeat = await app.call(signUp, form(id, mobile), { token, idempotencyKey: key });
  expect([repeat.status, repeat.data.ticketCode]).toEqual([200, first.data.ticketCode]);
  expect(
    (await app.call(signUp, { ...form(id, mobile), name: "别人" }, { token, idempotencyKey: key })).status,
  ).toBe(409);
  expect((await app.call(signUp, form(id, mobile), { token })).data.signUpId).toBe(first.data.signUpId);
});

test("O07 a captcha pass is valid for its own person and activity only", async () => {
  const [id, other] = [await open(), await open()];
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
  expect((await app.call(signUp, form(other, mobile), { token, captchaVerifyId })).status).toBe(633);
  const stranger = nextMobile();
  const strangerToken = (await app.login(stranger)).token;
  expect((await app.call(signUp, form(id, stranger), { token: strangerToken, captchaVerifyId })).status).toBe(
    633,
  );
});

test("L12 every field is validated, with a message per field", async () => {
  const id = await open({
    asks: { series: true, dealer: true, session: true },
    form: [
      {
        key: "size",
        label: "衣服尺码",
        kind: "select",
        required: true,
        options: ["M", "L"],
        placeholder: "",
      },
    ],
  });
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  const refused = async (over: object): Promise<Record<string, string>> => {
    const answer = await app.call(signUp, { ...form(id, mobile), ...over } as never, { token });
    expect([answer.status, answer.message]).toEqual([601, "参数校验失败"]);
    return (answer.data as unknown as { fields: Record<string, string> }).fields;
  };
  expect(await refused({})).toEqual({
    seriesCode: "请选择意向车系",
    dealerId: "请选择门店",
    sessionId: "请选择场次",
    "answers.size": "请选择衣服尺码",
  });
  expect(await refused({ name: " \u200b", consent: false })).toEqual({
    name: "请填写姓名",
    consent: "请先阅读并同意",
  });
  expect(await refused({ name: "很".repeat(41) })).toEqual({ name: "姓名最多 40 个字" });
  expect(await refused({ answers: { size: "XXL" } })).toMatchObject({ "answers.size": "请选择衣服尺码" });
});

test("L13 L14 names are returned unchanged, markup as text", async () => {
  for (const name of [
    "👨‍👩‍👧 林",
    "𠮷野家",
    "مرحبا",
    "a\u200db",
    "<img src=x onerror=alert(1)>",
    "'; drop table signup; --",
  ]) {
    const id = await open();
    const mobile = nextMobile();
    await signUpAs(id, mobile, { name });
    const { token } = await app.login(mobile);
    expect((await app.call(showSignUp, { activityId: id }, { token })).data.ticket?.name).toBe(name);
  }
});

test("a mobile other than the bound one needs an SMS code", async () => {
  const id = await open();
  const answer = await signUpAs(id, nextMobile(), { mobile: "13711112222" });
  expect([answer.status, answer.data]).toEqual([601, { fields: { smsCode: "请填写短信验证码" } }]);
});

test("an invalid id, body or text never causes 500", async () => {
  const { token } = await app.login(nextMobile());
  for (const id of ["abc", "0", "9".repeat(19), "1".repeat(40)])
    expect([404, 601, 406]).toContain((await app.call(signUp, form(id, "13900000000"), { token })).status);
  expect((await app.call(signUp, { ...form("1", "13900000000"), name: "\ud83d" }, { token })).status).toBe(
    400,
  );
  expect((await app.call(signUp, { ...form("1", "13900000000"), name: "a\u0000" }, { token })).status).toBe(
    400,
  );
});
