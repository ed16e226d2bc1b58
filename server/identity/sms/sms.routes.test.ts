import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { quickLogin, sendSms } from "#contract/identity/identity.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { containsSecret } from "../../testing/contains-secret.ts";
import { TestBrowser } from "../test-browser.ts";
import { visitor } from "../../http/pipeline/caller.ts";
import { jsonOf, fetchSmsCode, requestUserInfo } from "../test-login.ts";
import { rowCountOf, startIdentity, type TestServer } from "../test-server.ts";

let server: TestServer;
let now: number;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());
beforeEach(() => {
  // Starts each test 25 hours later, so that no limit of the previous one applies.
  now = (now ?? Date.now()) + 25 * 3_600_000;
  server.context.clock.set(now);
});
const later = (ms: number) => server.context.clock.set((now += ms));

const send = (mobile: string, more: Partial<ArgsOf<typeof sendSms>> = {}) =>
  new TestBrowser().send(server.origin, sendSms, {
    mobile,
    scene: "login",
    captchaVerifyId: "solved",
    ...more,
  });
const quick = (mobile: string, code: string) =>
  new TestBrowser().send(server.origin, quickLogin, { mobile, smsCode: code });
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

test("F19 no SMS is sent without a captcha pass for that mobile", async () => {
  for (const captchaVerifyId of ["", "bad"]) {
    const answer = await send("13900000001", { captchaVerifyId });
    expect([answer.status, answer.headers.get("captcha_verify")]).toEqual([633, "true"]);
  }
  expect(await server.identity.lastSmsCode("13900000001")).toBeNull();
  expect(jsonOf(await send("13900000001"))).toMatchObject({
    code: "00",
    data: { expiresIn: 300, resendIn: 60 },
  });
  expect(server.spent.at(-1)).toBe("13900000001");
});

test("F19 the captcha pass can also be in its header", async () => {
  const headers = { "content-type": "application/json", "x-captcha-verify-id": "solved" };
  const answer = await new TestBrowser().request(`${server.origin}/pass/${sendSms.paths[0]}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ mobile: "13900000002", scene: "login" }),
  });
  expect(answer.code).toBe("00");
});

test("F20 quickLogin returns an access token whose userinfo has the mobile; a new mobile gets one account", async () => {
  const accounts = await rowCountOf(server, "identity_account");
  const tokens = [];
  for (let time = 0; time < 2; time++) {
    const answer = await quick("13900000003", await fetchSmsCode(server, "13900000003"));
    expect(answer.data).toMatchObject({ expires_in: 3600 });
    tokens.push(answer.data["access_token"]);
    later(61_000);
  }
  const [one, other] = await Promise.all(
    tokens.map(async (token) => jsonOf(await requestUserInfo(server, token))),
  );
  expect(one).toMatchObject({
    mobile: "13900000003",
    phone_number: "+8613900000003",
    nickname: "青岚用户0003",
  });
  expect(other?.["sub"]).toBe(one?.["sub"]);
  expect(await rowCountOf(server, "identity_account")).toBe(accounts + 1);
});

test("F22 five wrong tries lock the code, even for the correct one; a new code works", async () => {
  const mobile = "13900000004";
  const code = await fetchSmsCode(server, mobile);
  const answers = [];
  for (let time = 0; time < 5; time++) answers.push(await quick(mobile, wrong(code)));
  expect(answers.map((answer) => answer.code)).toEqual([
    ...Array<string>(4).fill("SMS_CODE_WRONG"),
    "SMS_CODE_LOCKED",
  ]);
  expect(answers[0]?.message).toBe("验证码不正确，还可尝试 4 次");
  expect((await quick(mobile, code)).code).toBe("SMS_CODE_LOCKED");
  later(61_000);
  expect((await quick(mobile, await fetchSmsCode(server, mobile))).code).toBe("00");
});

test("F22 a code is valid for 5 min, for one use, for its scene and its mobile", async () => {
  const mobile = "13900000005";
  const old = await fetchSmsCode(server, mobile);
  later(300_000);
  expect((await quick(mobile, old)).code).toBe("SMS_CODE_WRONG");
  const bind = await fetchSmsCode(server, mobile, "bind");
  expect((await quick(mobile, bind)).code).toBe("SMS_CODE_WRONG");
  later(61_000);
  const code = await fetchSmsCode(server, mobile);
  expect((await quick("13900000006", code)).code).toBe("SMS_CODE_WRONG");
  expect((await quick(mobile, code)).code).toBe("00");
  expect((await quick(mobile, code)).code).toBe("SMS_CODE_WRONG");
});

test("F22 of thirty parallel requests with the correct code one succeeds", async () => {
  const mobile = "13900000007";
  const code = await fetchSmsCode(server, mobile);
  const answers = await Promise.all(Array.from({ length: 30 }, () => quick(mobile, code)));
  expect(answers.filter((answer) => answer.code === "00")).toHaveLength(1);
});

/** Verifies without HTTP, so that all calls read the code before the first one consumes it. */
const atOnce = (mobile: string, code: string) =>
  Promise.all(Array.from({ length: 30 }, () => server.identity.verifySms(mobile, "signup", code, visitor)));

test("F22 of thirty parallel verifications of the correct code one succeeds", async () => {
  const mobile = "13900000019";
  const verdicts = await atOnce(mobile, await fetchSmsCode(server, mobile, "signup"));
  expect(verdicts.filter((verdict) => verdict === "ok")).toHaveLength(1);
});

test("F22 of thirty parallel wrong guesses five are evaluated", async () => {
  const mobile = "13900000008";
  const code = await fetchSmsCode(server, mobile, "signup");
  const verdicts = await atOnce(mobile, wrong(code));
  expect(verdicts.filter((verdict) => verdict === "wrong")).toHaveLength(4);
  const { rows } = await sql<{
    tries: number;
  }>`select network_tries as tries from sms_request where mobile_key = ${lookupKeyParameter(mobile)}`.execute(
    server.context.db,
  );
  expect(rows[0]?.tries).toBe(5);
  expect(await server.identity.verifySms(mobile, "signup", code, visitor)).toBe("locked");
});

test("F22 a second SMS within 60 s is refused with the seconds to wait", async () => {
  const mobile = "13900000009";
  expect((await send(mobile)).code).toBe("00");
  later(20_000);
  const soon = await send(mobile, { scene: "bind" });
  expect([soon.status, soon.headers.get("retry-after")]).toEqual([429, "40"]);
  later(40_000);
  expect((await send(mobile)).code).toBe("00");
});

test("F22 of parallel requests for one mobile one SMS is sent", async () => {
  const before = await rowCountOf(server, "sms_outbox");
  const answers = await Promise.all(Array.from({ length: 10 }, () => send("13900000010")));
  expect(answers.filter((answer) => answer.code === "00")).toHaveLength(1);
  expect((await rowCountOf(server, "sms_outbox")) - before).toBe(1);
});

test("F22 a mobile gets ten SMS a day, and more after a day", async () => {
  const mobile = "13900000011";
  for (let time = 0; time < 10; time++) {
    expect((await send(mobile)).code).toBe("00");
    later(61_000);
  }
  const eleventh = await send(mobile);
  expect([eleventh.status, eleventh.headers.get("retry-after")]).toEqual([429, String(86_400 - 610)]);
  expect((await send("13900000012")).code).toBe("00");
  later(86_400_000);
  expect((await send(mobile)).code).toBe("00");
});

test("F22 known and unknown mobiles get the same responses", async () => {
  await server.identity.addAccount({ mobile: "13900000013", nickname: "known" });
  const answers = async (mobile: string) => {
    const sent = await send(mobile);
    const guess = await quick(mobile, wrong((await server.identity.lastSmsCode(mobile)) ?? ""));
    return [sent.text, guess.text];
  };
  expect(await answers("13900000014")).toEqual(await answers("13900000013"));
});

test("setting the clock back does not lock a mobile", async () => {
  const mobile = "13900000015";
  later(30 * 86_400_000);
  expect((await send(mobile)).code).toBe("00");
  later(-30 * 86_400_000);
  expect((await send(mobile)).code).toBe("00");
});

test("I07 a code is stored only as a hash with the installation's secret", async () => {
  const code = await fetchSmsCode(server, "13900000016");
  const { rows } =
    await sql<object>`select * from sms_request where mobile_key = ${lookupKeyParameter("13900000016")}`.execute(
      server.context.db,
    );
  expect(rows).toHaveLength(1);
  expect(containsSecret(JSON.stringify(rows), code)).toBe(false);
});

test("verifySms verifies codes of sign-ups once and for their scene only", async () => {
  const mobile = "13900000017";
  const code = await fetchSmsCode(server, mobile, "signup");
  expect(await server.identity.verifySms(mobile, "login", code, visitor)).toBe("wrong");
  expect(await server.identity.verifySms(mobile, "signup", wrong(code), visitor)).toBe("wrong");
  expect(await server.identity.verifySms(mobile, "signup", code, visitor)).toBe("ok");
  expect(await server.identity.verifySms(mobile, "signup", code, visitor)).toBe("wrong");
});

test("invalid arguments are refused with their fields", async () => {
  const answer = await send("12345");
  expect([answer.status, answer.data]).toEqual([601, { fields: { mobile: "手机号不正确" } }]);
  expect((await send("13900000018", { scene: "other" as "login" })).status).toBe(601);
});
