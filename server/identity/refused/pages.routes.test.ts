import { afterAll, beforeAll } from "vitest";
import type { Call } from "#contract/core/call.ts";
import {
  bindMobileOnPage,
  loginWithPassword,
  loginWithSms,
  register,
  showInteraction,
} from "#contract/identity/identity.ts";
import type { BrowserAnswer, TestBrowser } from "../test-browser.ts";
import { home, siteSmsCode, startProviderSite, type Parameters, type ProviderSite } from "./test-site.ts";
import { testRefusals, type RefusalCase, type RefusalOutcome } from "./test-table.ts";

let site: ProviderSite;
const mobile = "13300000005";
const password = "Shanlu-2026";
beforeAll(async () => {
  site = await startProviderSite();
  await site.server.identity.addAccount({ mobile: null, userName: "someone", password, nickname: "有人" });
  await site.server.identity.addAccount({ mobile: "13300000006", nickname: "别人" });
});
afterAll(() => site.server.close());

type Page = { by: TestBrowser; uid: string };
const open = async (changes: Parameters = {}, by = site.browser()): Promise<Page> => ({
  by,
  uid: await site.open(by, changes),
});
/** Sends a valid login by SMS code with some changes. */
const byCode = async ({ by, uid }: Page, changes: object = {}): Promise<BrowserAnswer> => {
  await site.sendCode(mobile);
  return by.send(home, loginWithSms, { uid, mobile, smsCode: siteSmsCode, consent: true, ...changes });
};
const bodyOf = () => JSON.stringify({ mobile, smsCode: siteSmsCode, consent: true });
const post = (
  { by, uid }: Page,
  headers: Record<string, string>,
  body = bodyOf(),
  name = "sms",
): Promise<BrowserAnswer> =>
  by.request(`${home}/pass/interaction/${uid}/${name}`, { method: "POST", body, headers });
const json = { "content-type": "application/json" };
const wrong = (name: string, expected: RefusalOutcome, send: () => Promise<BrowserAnswer>): RefusalCase => ({
  name,
  send,
  expected,
});
const notFound: RefusalOutcome = [404, "404"];
const invalid: RefusalOutcome = [601, "601"];

const calls: readonly (readonly [string, Call, object])[] = [
  ["reading it", showInteraction, {}],
  ["logging in by code", loginWithSms, { mobile, smsCode: siteSmsCode, consent: true }],
  ["logging in by password", loginWithPassword, { account: "someone", password, consent: true }],
  ["registering", register, { mobile, smsCode: siteSmsCode, password, consent: true }],
  ["binding", bindMobileOnPage, { mobile, smsCode: siteSmsCode, consent: true }],
];
testRefusals("a login in progress: another browser", home, [
  ...calls.map(([name, call, args]) =>
    wrong(`${name} without its cookie`, notFound, async () => {
      const { uid } = await open();
      await site.sendCode(mobile);
      return site.browser().send(home, call, { ...args, uid });
    }),
  ),
  wrong("with the cookie of another login", notFound, async () => {
    const [mine, other] = [await open(), await open()];
    return byCode({ by: mine.by, uid: other.uid });
  }),
  wrong("with a forged cookie", notFound, async () => {
    const { uid } = await open();
    const cookie = `__Secure-pass_interaction=${uid}; __Secure-pass_interaction.sig=${"a".repeat(27)}`;
    return post({ by: site.browser(), uid }, { ...json, cookie });
  }),
  wrong("with the cookie and no signature", notFound, async () => {
    const { uid } = await open();
    return post({ by: site.browser(), uid }, { ...json, cookie: `__Secure-pass_interaction=${uid}` });
  }),
  wrong("an unknown uid", notFound, () => byCode({ by: site.browser(), uid: "made-up-interaction" })),
  wrong("after an hour", notFound, async () => {
    const page = await open();
    site.server.context.clock.set(Date.now() + 3_601_000);
    try {
      return await byCode(page);
    } finally {
      site.server.context.clock.set(null);
    }
  }),
  wrong("continuing in another browser", [400, "invalid_request"], async () => {
    const page = await open();
    await byCode(page);
    return site.browser().request(`${home}/pass/auth/${page.uid}`);
  }),
  wrong("continuing before a login leads back to the page", [303, ""], async () => {
    const { by, uid } = await open();
    return by.request(`${home}/pass/auth/${uid}`);
  }),
  wrong("continuing a second time", [400, "invalid_request"], async () => {
    const page = await open();
    await byCode(page);
    await page.by.request(`${home}/pass/auth/${page.uid}`);
    return page.by.request(`${home}/pass/auth/${page.uid}`);
  }),
  wrong("logging in on a finished page", notFound, async () => {
    const page = await open();
    await byCode(page);
    await page.by.request(`${home}/pass/auth/${page.uid}`);
    return byCode(page);
  }),
]);

testRefusals("a login in progress: forged from another site (CSRF)", home, [
  wrong("from a foreign origin", [406, "406"], async () =>
    post(await open(), { ...json, origin: "https://evil.example" }),
  ),
  wrong("from another host of the domain", [406, "406"], async () =>
    post(await open(), { ...json, origin: "https://shop.qinglan.example" }),
  ),
  wrong("from our host without https", [406, "406"], async () =>
    post(await open(), { ...json, origin: "http://m.qinglan.example" }),
  ),
  wrong("from a frame without origin", [406, "406"], async () =>
    post(await open(), { ...json, origin: "null" }),
  ),
  wrong("as a form", [415, "415"], async () =>
    post(
      await open(),
      { "content-type": "application/x-www-form-urlencoded" },
      new URLSearchParams({ mobile, smsCode: siteSmsCode, consent: "true" }).toString(),
    ),
  ),
  wrong("as a form with files", [415, "415"], async () =>
    post(await open(), { "content-type": "multipart/form-data; boundary=x" }, "--x--"),
  ),
  wrong("as plain text with JSON in it", [415, "415"], async () =>
    post(await open(), { "content-type": "text/plain" }),
  ),
  wrong("without a type", [415, "415"], async () => post(await open(), {})),
  wrong("by GET", [405, "405"], async () => {
    const { by, uid } = await open();
    return by.request(
      `${home}/pass/interaction/${uid}/sms?mobile=${mobile}&smsCode=${siteSmsCode}&consent=true`,
    );
  }),
]);

testRefusals("a login in progress: the request", home, [
  wrong("a wrong code", [200, "SMS_CODE_WRONG"], async () => byCode(await open(), { smsCode: "000000" })),
  wrong("a code too short", invalid, async () => byCode(await open(), { smsCode: "24681" })),
  wrong("a code as a number", invalid, async () => byCode(await open(), { smsCode: 246810 })),
  wrong("a code as a list", invalid, async () => byCode(await open(), { smsCode: [siteSmsCode] })),
  wrong("a code for another number", [200, "SMS_CODE_WRONG"], async () =>
    byCode(await open(), { mobile: "13300000007" }),
  ),
  wrong("a code for binding", [200, "SMS_CODE_WRONG"], async () => {
    const { by, uid } = await open();
    await site.sendCode("13300000008", "bind");
    return by.send(home, loginWithSms, { uid, mobile: "13300000008", smsCode: siteSmsCode, consent: true });
  }),
  wrong("a code for a sign-up", [200, "SMS_CODE_WRONG"], async () => {
    const { by, uid } = await open();
    await site.sendCode("13300000008", "signup");
    return by.send(home, loginWithSms, { uid, mobile: "13300000008", smsCode: siteSmsCode, consent: true });
  }),
  wrong("a code that was used", [200, "SMS_CODE_WRONG"], async () => {
    const { by, uid } = await open();
    await byCode(await open());
    return by.send(home, loginWithSms, { uid, mobile, smsCode: siteSmsCode, consent: true });
  }),
  wrong("no consent", invalid, async () => byCode(await open(), { consent: false })),
  wrong("consent as text", invalid, async () => byCode(await open(), { consent: "true" })),
  wrong("a list for a body", [400, "400"], async () => post(await open(), json, "[]")),
  wrong("broken JSON", [400, "400"], async () => post(await open(), json, "{")),
  wrong("JSON with __proto__", [400, "400"], async () =>
    post(await open(), json, `{"__proto__": {"consent": true}, "mobile": "${mobile}"}`),
  ),
  wrong("300,000 characters", [413, "413"], async () =>
    post(await open(), json, JSON.stringify({ mobile: "1".repeat(300_000) })),
  ),
  wrong("a password where password login is not offered", [406, "406"], async () => {
    const { by, uid } = await open();
    return by.send(home, loginWithPassword, { uid, account: "someone", password, consent: true });
  }),
  wrong("a wrong password", [200, "PASSWORD_WRONG"], async () => {
    const { by, uid } = await open({ showPwdLogin: "true" });
    return by.send(home, loginWithPassword, {
      uid,
      account: "someone",
      password: "wrong2026",
      consent: true,
    });
  }),
  wrong("a password for an account that has none", [200, "PASSWORD_WRONG"], async () => {
    const { by, uid } = await open({ showPwdLogin: "true" });
    return by.send(home, loginWithPassword, { uid, account: "13300000006", password, consent: true });
  }),
  wrong("SQL for an account", [200, "PASSWORD_WRONG"], async () => {
    const { by, uid } = await open({ showPwdLogin: "true" });
    const account = "' or 1=1 --";
    return by.send(home, loginWithPassword, { uid, account, password, consent: true });
  }),
  wrong("registering a number that has an account", [200, "MOBILE_TAKEN"], async () => {
    const { by, uid } = await open({ prompt: "create" });
    await site.sendCode("13300000006");
    const args = { mobile: "13300000006", smsCode: siteSmsCode, password, consent: true };
    return by.send(home, register, { uid, ...args });
  }),
  wrong("registering with a weak password", invalid, async () => {
    const { by, uid } = await open({ prompt: "create" });
    return by.send(home, register, {
      uid,
      mobile,
      smsCode: siteSmsCode,
      password: "12345678",
      consent: true,
    });
  }),
  wrong("binding without a login", notFound, async () => {
    const { by, uid } = await open();
    await site.sendCode("13300000009", "bind");
    return by.send(home, bindMobileOnPage, {
      uid,
      mobile: "13300000009",
      smsCode: siteSmsCode,
      consent: true,
    });
  }),
]);
