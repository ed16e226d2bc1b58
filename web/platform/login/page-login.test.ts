import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { consumeLanding } from "../navigation/address.ts";
import { onChallenge } from "../http/challenges.ts";
import { replaceLocation } from "../navigation/leave-page.ts";
import { siteForTests } from "../testing/test-site.ts";
import { fakeServer, type FakeEnvelope, type FakeRequest } from "../testing/fake-server.ts";
import { setSite } from "../environment/site.ts";
import type { LoginPurpose } from "./login-state.ts";
import { loginSecrets } from "./login-secrets.ts";
import { createPageLogin } from "./page-login.ts";
import { currentSession } from "../session/session.ts";
import { lockLogin, whenLoginSettled } from "./login-lock.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
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
const redirects = () => vi.mocked(replaceLocation).mock.calls.map(([address]) => new URL(address));
let toasts: string[];
let sent: FakeRequest[];
/** Answers of the server to the exchanges, in order. */
let answers: FakeEnvelope[];
/** Status of the provider's answer to the check; null for no answer. */
let providerStatus: number | null;
const accepted = { code: "00", data: { accessToken: "token", userInfo } };
const refused = { code: "01", message: "授权已失效" };
const failed = "登录失败，请稍后重试";

/** Sets the address of the current page. */
const setAddress = (rest: string) => history.replaceState(null, "", location.pathname + rest);
/** Redirects to the provider from a new page. */
const goToProvider = (purpose: LoginPurpose = "login") => createPageLogin().requestLogin(purpose);
/** Loads a page: reads the address first, then ends or begins the login. */
async function load(search: string): Promise<void> {
  setAddress(search);
  const page = createPageLogin();
  page.receiveLanding(consumeLanding());
  await page.begin(true);
}
/** Returns from the provider with these parameters. */
function comeBack(parameters: Record<string, string>): Promise<void> {
  const returnTo = new URL(stored("redirect_uri") ?? location.href);
  for (const [name, value] of Object.entries(parameters)) returnTo.searchParams.set(name, value);
  return load(returnTo.search);
}

beforeEach(() => {
  setSite(siteForTests);
  sessionStorage.clear();
  currentSession.clear();
  Object.assign(loginSecrets, { code: null, token: null, tk: null, session: null, refusal: null });
  // A page that was left for the provider is gone; in a test it is still the same.
  lockLogin()();
  [toasts, answers, providerStatus] = [[], [], 400];
  vi.mocked(replaceLocation).mockClear();
  onChallenge((raised) => raised.kind === "toast" && toasts.push(raised.args.text));
  sent = [];
  fakeServer((request) => {
    if (request.method === "HEAD")
      return providerStatus === null ? null : new Response(null, { status: providerStatus });
    sent.push(request);
    return answers.shift() ?? null;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  history.replaceState(null, "", home);
});

describe("redirecting to the provider", () => {
  it("F01, F02, F05, D09–D14 replaces this page, with everything stored", async () => {
    setAddress("?a=1&a=2&utm_source=%E4%B8%AD#map");
    const page = location.href;
    const before = Date.now();
    await goToProvider();
    const [address] = redirects();
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
    await goToProvider();
    const verifier = stored(`verifier.${stored("state")}`) ?? "";
    const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))));
    expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
    expect(redirects()[0]?.searchParams.get("code_challenge")).toBe(
      hash.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
    );
  });
  it("without a network the page stays", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect((await goToProvider()).state).toEqual({ status: "failed", failure: "offline" });
    expect(redirects()).toEqual([]);
  });
  it.each([502, null])("does not redirect to a provider that answers %s", async (status) => {
    providerStatus = status;
    expect((await goToProvider()).state).toEqual({ status: "failed", failure: "providerDown" });
    expect([redirects(), Object.keys(sessionStorage)]).toEqual([[], []]);
  });
  it.each(["setItem", "getItem"] as const)(
    "D19 stays on the page with a storage whose %s fails",
    async (name) => {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException("no", "SecurityError");
      });
      expect((await goToProvider()).state).toEqual({ status: "failed", failure: "storageBlocked" });
      expect(redirects()).toEqual([]);
    },
  );
});

describe("returning from the provider", () => {
  it("F07, F11, F13, F23, D01, G04, G06 exchanges the code once and restores the deep link exactly", async () => {
    setAddress("?a=1&b&a=2&q=%20+#map");
    const page = location.href;
    await goToProvider();
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
    expect([currentSession.token(), currentSession.user()]).toEqual(["token", userInfo]);
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(redirects()).toHaveLength(1);
  });
  it("C27, G05, I02 exchanges a binding's code with its login type", async () => {
    await goToProvider("bindMobile");
    answers = [accepted];
    await comeBack({ code: "good", state: stored("state") ?? "" });
    expect(sent[0]?.body).toMatchObject({ loginType: "bindMobile" });
    expect(currentSession.user()?.mobile).toBe("13800138000");
  });
  it("F06, F08 another state: no exchange, redirects to the provider again", async () => {
    await goToProvider();
    await comeBack({ code: "foreign", state: "1" });
    expect([sent, redirects().length, stored("SSOLoginFlag")]).toEqual([[], 2, "2"]);
    expect(currentSession.token()).toBeNull();
  });
  it("F09, F10 the second failure is final, and a message is shown", async () => {
    await goToProvider();
    await comeBack({ code: "foreign", state: "1" });
    answers = [refused];
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    expect([redirects().length, toasts]).toEqual([2, [failed]]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it("F09, G06 a refused code stores no session and redirects to the provider again, once", async () => {
    await goToProvider();
    answers = [refused, refused];
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    await comeBack({ code: "spent", state: stored("state") ?? "" });
    expect([sent.length, redirects().length, toasts]).toEqual([2, 2, [failed]]);
    expect([currentSession.token(), currentSession.user()]).toEqual([null, null]);
  });
  it("a reload during the exchange redirects to the provider, which knows the person by now", async () => {
    await goToProvider();
    setAddress(`?code=good&state=${stored("state")}`);
    createPageLogin().receiveLanding(consumeLanding());
    // The code is lost with the page that held it.
    loginSecrets.code = null;
    await load("");
    expect([sent, redirects().length, stored("SSOLoginFlag")]).toEqual([[], 2, "2"]);
    answers = [accepted];
    await comeBack({ code: "another", state: stored("state") ?? "" });
    expect(currentSession.token()).toBe("token");
  });
  it("a reload that aborts the exchange is not a lost network: nothing is removed and no message shown", async () => {
    await goToProvider();
    let end: (response: Response) => void = () => {};
    vi.mocked(fetch).mockImplementationOnce(
      () => new Promise((_resolve, reject) => (end = reject as typeof end)),
    );
    void comeBack({ code: "good", state: stored("state") ?? "" });
    await vi.waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2));
    dispatchEvent(new Event("beforeunload"));
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    end(new TypeError("aborted") as unknown as Response);
    // The page waits whether it is left.
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect([stored("toSSO"), stored("returned"), toasts]).toEqual(["login", "1", []]);
    await load("");
    expect([redirects().length, stored("SSOLoginFlag")]).toEqual([2, "2"]);
  });
  it("F01 Back from the provider: a visitor as before, and nothing stored", async () => {
    await goToProvider();
    await load("");
    expect([sent, redirects().length, toasts, Object.keys(sessionStorage)]).toEqual([[], 1, [], []]);
  });
  it("without a network the page is not left for an empty one", async () => {
    await goToProvider();
    await comeBack({ code: "good", state: stored("state") ?? "" });
    expect([redirects().length, toasts]).toEqual([1, [failed]]);
  });
  it.each([
    ["a code and a state", { code: "attacker", state: "1" }],
    ["a code alone", { code: "attacker" }],
    ["an error", { error: "access_denied" }],
    ["a state", { state: "1" }],
  ])("F26 %s that this tab did not request has no effect", async (_what, parameters) => {
    await comeBack(parameters);
    expect([sent, redirects(), toasts, currentSession.token()]).toEqual([[], [], [], null]);
    await whenLoginSettled();
  });
  it("a person who gives up is back at the same address, as a visitor", async () => {
    setAddress("?a=1#h");
    const page = location.href;
    await goToProvider();
    await comeBack({ error: "access_denied", error_description: "no", state: stored("state") ?? "" });
    expect([location.href, sent, redirects().length, toasts]).toEqual([page, [], 1, []]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it("whenLoginSettled resolves after the session is saved", async () => {
    await goToProvider();
    answers = [accepted];
    setAddress(`?code=good&state=${stored("state")}`);
    const page = createPageLogin();
    page.receiveLanding(consumeLanding());
    const userThen = whenLoginSettled().then(() => currentSession.user()?.openId);
    await page.begin(true);
    expect(await userThen).toBe("o1");
  });
});

describe("a link's tk", () => {
  it("C21 logs its bearer in, and is stored nowhere", async () => {
    answers = [accepted];
    await load("?a=1&tk=sealed");
    expect(sent.map(({ url, body }) => [url.pathname.split("/").at(-1), url.search, body])).toEqual([
      ["tk-sessions", "", { tk: "sealed" }],
    ]);
    expect([location.search, currentSession.user()?.openId]).toEqual(["?a=1", "o1"]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("sealed");
  });
  it.each([{ code: "40102" }, { code: "409" }, null])("C22 answered %o: no message", async (answer) => {
    if (answer) answers = [answer];
    await load("?tk=bad");
    expect([currentSession.token(), toasts, location.search]).toEqual([null, [], ""]);
  });
});
