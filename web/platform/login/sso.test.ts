import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { demoBrand } from "#contract/demo-brand.ts";
import { takeLanding } from "../address.ts";
import { onChallenge } from "../http/challenges.ts";
import { goInstead } from "../leave.ts";
import { setSite } from "../site.ts";
import { fakeServer, type Envelope, type FakeRequest } from "../testing/fake-server.ts";
import { session } from "./session.ts";
import { holdLogin, loginSettled } from "./settled.ts";
import { finishReturn, goToProvider, receiveReturn } from "./sso.ts";

vi.mock("../leave.ts", () => ({
  goInstead: vi.fn<(address: string) => void>(),
  goOn: vi.fn<(address: string) => void>(),
}));

const userInfo = {
  openId: "o1",
  mobile: "13800138000",
  nickname: "n",
  avatar: null,
  vip: false,
  owner: false,
};
const home = location.href;
const stored = (name: string) => sessionStorage.getItem(`vw_mall.${name}`);
const left = () => vi.mocked(goInstead).mock.calls.map(([address]) => new URL(address));
let toasts: string[];
let sent: FakeRequest[];
/** What the server answers to the exchanges, in order. */
let answers: Envelope[];
const accepted = { code: "00", data: { accessToken: "token", userInfo } };
const refused = { code: "01", message: "授权已失效" };

/** The page that somebody is on. */
const at = (rest: string) => history.replaceState(null, "", location.pathname + rest);
/** The provider sends the browser back with these parameters. */
async function comeBack(parameters: Record<string, string>): Promise<void> {
  const returnTo = new URL(stored("redirect_uri") ?? location.href);
  for (const [name, value] of Object.entries(parameters)) returnTo.searchParams.set(name, value);
  at(returnTo.search);
  receiveReturn(takeLanding());
  await finishReturn();
}

beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  sessionStorage.clear();
  session.clear();
  // A page that left for the provider is gone; here it is the same one still.
  holdLogin()();
  toasts = [];
  answers = [];
  vi.mocked(goInstead).mockClear();
  onChallenge((raised) => raised.kind === "toast" && toasts.push(raised.ask.text));
  sent = fakeServer(() => answers.shift() ?? null);
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", home);
});

describe("leaving for the provider", () => {
  it("F01, F02, F05, D09–D14 in this page's place, with everything remembered", async () => {
    at("?a=1&a=2&utm_source=%E4%B8%AD#map");
    const page = location.href;
    const before = Date.now();
    await goToProvider("login");
    const [address] = left();
    const redirectUri = `${page.replace("#map", "")}&loginType=SSO`;
    expect(address?.searchParams.get("redirect_uri")).toBe(redirectUri);
    expect(address?.searchParams.get("state")).toBe(stored("state"));
    expect(Number(stored("state"))).toBeGreaterThanOrEqual(before);
    expect(Number(stored("state"))).toBeLessThanOrEqual(Date.now());
    expect({ goBackUrl: stored("goBackUrl"), redirect_uri: stored("redirect_uri") }).toEqual({
      goBackUrl: page,
      redirect_uri: redirectUri,
    });
    expect([stored("toSSO"), stored("SSOLoginFlag"), stored("redirect_SSO")]).toEqual([
      "login",
      "1",
      `${location.origin}/pass/auth`,
    ]);
    expect(Object.keys(sessionStorage).every((key) => key.startsWith("vw_mall."))).toBe(true);
  });
  it("F25 the challenge is the verifier's hash", async () => {
    await goToProvider("login");
    const verifier = stored(`verifier.${stored("state")}`) ?? "";
    const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))));
    expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
    expect(left()[0]?.searchParams.get("code_challenge")).toBe(
      hash.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
    );
  });
  it("without a network the page stays", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await expect(goToProvider("login")).rejects.toMatchObject({ refusal: "offline" });
    expect(left()).toEqual([]);
  });
});

describe("coming back", () => {
  it("F07, F11, F13, F23, D01 the code is exchanged once and the deep link is back, letter for letter", async () => {
    at("?a=1&b&a=2&q=%20+#map");
    const page = location.href;
    await goToProvider("login");
    const [state, verifier] = [stored("state") ?? "", stored(`verifier.${stored("state")}`)];
    const redirectUri = stored("redirect_uri");
    answers = [accepted];
    await comeBack({ code: "good", state, iss: "http://x" });
    expect(location.href).toBe(page);
    expect(sent.map(({ url, method, body }) => [method, url.pathname + url.search, body])).toEqual([
      [
        "POST",
        "/mall-api/cop-marketing-base/api/v1/vip/third/sessions-code?clientId=qinglan-marketing",
        { code: "good", redirectUri, loginType: "SSO", codeVerifier: verifier },
      ],
    ]);
    expect([session.token(), session.user()]).toEqual(["token", userInfo]);
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(left()).toHaveLength(1);
  });
  it("G05, I02 a binding's return says what it is", async () => {
    await goToProvider("bindMobile");
    answers = [accepted];
    await comeBack({ code: "good", state: stored("state") ?? "" });
    expect(sent[0]?.body).toMatchObject({ loginType: "bindMobile" });
    expect(session.user()?.mobile).toBe("13800138000");
  });
  it("F06, F08 another state: no exchange, the provider is asked again", async () => {
    await goToProvider("login");
    await comeBack({ code: "foreign", state: "1" });
    expect([sent, left().length, stored("SSOLoginFlag")]).toEqual([[], 2, "2"]);
    expect(session.token()).toBeNull();
  });
  it("F09, F10 a second failure is the end, and is told", async () => {
    await goToProvider("login");
    await comeBack({ code: "foreign", state: "1" });
    answers = [refused];
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    expect([left().length, toasts]).toEqual([2, ["登录失败，请稍后重试"]]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it("F09 a refused code asks the provider again, once", async () => {
    await goToProvider("login");
    answers = [refused, refused];
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    expect([sent.length, left().length, toasts]).toEqual([2, 2, ["登录失败，请稍后重试"]]);
  });
  it("without a network nothing is left for an empty page", async () => {
    await goToProvider("login");
    await comeBack({ code: "good", state: stored("state") ?? "" });
    expect([left().length, toasts]).toEqual([1, ["登录失败，请稍后重试"]]);
  });
  it.each([
    ["a code and a state", { code: "attacker", state: "1" }],
    ["a code alone", { code: "attacker" }],
    ["an error", { error: "access_denied" }],
  ])("F26 %s that this tab never asked for does nothing", async (_what, parameters) => {
    await comeBack(parameters);
    expect([sent, left(), toasts, session.token()]).toEqual([[], [], [], null]);
    await loginSettled();
  });
  it("somebody who gives up is back where they were, as a visitor", async () => {
    at("?a=1#h");
    const page = location.href;
    await goToProvider("login");
    await comeBack({ error: "access_denied", error_description: "no", state: stored("state") ?? "" });
    expect([location.href, sent, left().length, toasts]).toEqual([page, [], 1, []]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it("whoever waits for the login is told when it is settled", async () => {
    await goToProvider("login");
    answers = [accepted];
    const state = stored("state") ?? "";
    at(`?code=good&state=${state}`);
    receiveReturn(takeLanding());
    const userThen = loginSettled().then(() => session.user()?.openId);
    await finishReturn();
    expect(await userThen).toBe("o1");
  });
});
