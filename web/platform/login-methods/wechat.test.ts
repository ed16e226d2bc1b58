import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consumeLanding } from "../navigation/address.ts";
import { onChallenge, type RaisedChallenge } from "../http/challenges.ts";
import { replaceLocation } from "../navigation/leave-page.ts";
import { goToHostLogin, postToHost } from "../mini-program/index.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer, type FakeEnvelope, type FakeRequest } from "../testing/fake-server.ts";
import { siteForTests } from "../testing/test-site.ts";
import { logInThroughHost } from "../login/log-in-through-host.ts";
import { createPageLogin } from "../login/page-login.ts";
import { currentSession } from "../session/session.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));
vi.mock("../mini-program/index.ts", () => ({
  postToHost: vi.fn<(message: { isLogin: boolean }) => Promise<void>>(),
  goToHostLogin: vi.fn<() => Promise<boolean>>(),
}));
/** Gives each login request of these tests a new page. */
vi.mock("../login/login.ts", async () => {
  const { createPageLogin: create, loginFailureMessage } = await import("../login/page-login.ts");
  return {
    loginFailureMessage,
    requestLogin: (...args: Parameters<ReturnType<typeof create>["requestLogin"]>) =>
      create().requestLogin(...args),
  };
});

const userInfo = {
  openId: "o1",
  mobile: "13800138000",
  nickname: "n",
  avatar: null,
  vip: false,
  owner: false,
};
const real: FakeEnvelope = { code: "00", data: { accessToken: "session", userInfo } };
const virtual: FakeEnvelope = {
  code: "00",
  data: { accessToken: "session", userInfo: { ...userInfo, mobile: null } },
};
const spent: FakeEnvelope = { code: "01", message: "授权已失效" };
const home = location.href;
const stored = (name: string) => sessionStorage.getItem(`vw_mall.${name}`);
const redirects = () => vi.mocked(replaceLocation).mock.calls.map(([address]) => new URL(address));
let raised: RaisedChallenge[];
let sent: FakeRequest[];
let answers: FakeEnvelope[];
/** Texts of questions, such as the offer to log in again. */
const questions = () => raised.flatMap((each) => (each.kind === "dialog" ? [each.args.text] : []));

const setHostMarkers = (markers: string) =>
  vi
    .spyOn(navigator, "userAgent", "get")
    .mockReturnValue(
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.53 ${markers}`,
    );
async function load(search: string): Promise<void> {
  history.replaceState(null, "", location.pathname + search);
  const page = createPageLogin();
  page.receiveLanding(consumeLanding());
  await page.begin(true);
}
/** Returns from WeChat's redirect page. */
const codeHeader = "X-Authorization-Code";
const comeBack = (code: string, state = stored("state") ?? "") => load(`?code=${code}&state=${state}`);

beforeEach(() => {
  setSite({ ...siteForTests, wechatAuthorize: "https://open.weixin.example/connect/oauth2/authorize" });
  sessionStorage.clear();
  currentSession.clear();
  [raised, answers] = [[], []];
  vi.mocked(replaceLocation).mockReset();
  vi.mocked(goToHostLogin).mockReset().mockResolvedValue(true);
  vi.mocked(postToHost).mockReset();
  onChallenge((each) => raised.push(each));
  sent = fakeServer(() => answers.shift() ?? null);
  setHostMarkers("NetType/WIFI");
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", home);
});

describe("in WeChat's browser", () => {
  const requestLogin = () => createPageLogin().requestLogin("login");
  it("B11, E01, E02, E12 redirects to WeChat with everything stored, but only on request", async () => {
    history.replaceState(null, "", `${location.pathname}?utm_source=%E4%B8%AD#h`);
    const page = location.href;
    await createPageLogin().begin(true);
    expect(redirects()).toEqual([]);
    await requestLogin();
    const [address] = redirects();
    expect(address?.searchParams.get("scope")).toBe("snsapi_userinfo");
    expect(new URL(address?.searchParams.get("redirect_uri") ?? "").searchParams.get("url")).toBe(
      page.replace("#h", ""),
    );
    expect(address?.searchParams.get("state")).toBe(stored("state"));
    // The specification's timestamp first, then what nobody can guess, in WeChat's alphabet.
    expect(stored("state")).toMatch(/^\d{13}r[0-9a-f]{32}$/);
    expect(Math.abs(Number(stored("state")?.slice(0, 13)) - Date.now())).toBeLessThan(60_000);
    expect([stored("goBackUrl"), stored("toSSO"), stored("getCodeFlag")]).toEqual([page, "wechat", null]);
  });
  it("D11 two redirects of one moment have different states, and the time alone is not accepted", async () => {
    const states = [];
    vi.spyOn(Date, "now").mockReturnValue(1_795_000_000_000);
    for (let time = 0; time < 2; time++) {
      await createPageLogin().requestLogin("login");
      states.push(stored("state"));
    }
    expect(new Set(states).size).toBe(2);
    await load(`?code=attacker&state=1795000000000`);
    expect(sent.map(({ headers }) => headers[codeHeader])).not.toContain("attacker");
  });
  it.each([
    ["E04, E05, D07, D15, W04 a real user", real, "1"],
    ["E06, D07, D15, W04 a virtual one", virtual, "2"],
  ])("%s: one exchange, wxAuthFlag, the deep link is restored", async (_row, answer, flag) => {
    history.replaceState(null, "", `${location.pathname}?a=1#h`);
    const page = location.href;
    await requestLogin();
    answers = [answer];
    await load(`?a=1&code=good&state=${stored("state")}`);
    expect(
      sent.map(({ method, name, url, headers }) => [method, name, url.search, headers[codeHeader]]),
    ).toEqual([["GET", "wechat-sessions", "", "good"]]);
    expect([currentSession.token(), stored("wxAuthFlag"), location.href]).toEqual(["session", flag, page]);
    expect(Object.keys(sessionStorage)).toEqual(["vw_mall.wxAuthFlag"]);
    expect(postToHost).not.toHaveBeenCalled();
  });
  it("D08, E08, E11, E18, V23 a used code: authorized again once, with the retry flag", async () => {
    await requestLogin();
    answers = [spent];
    await comeBack("spent");
    expect([redirects().length, stored("getCodeFlag"), stored("wxAuthFlag")]).toEqual([2, "1", null]);
    answers = [real];
    await comeBack("good");
    expect([currentSession.token(), stored("getCodeFlag"), stored("wxAuthFlag")]).toEqual([
      "session",
      null,
      "1",
    ]);
  });
  it("D07, E09, E15, E18, V24 always a used code: no third redirect, flag 3, and a message", async () => {
    await requestLogin();
    answers = [spent, spent];
    await comeBack("spent");
    await comeBack("spent");
    expect([redirects().length, stored("wxAuthFlag"), currentSession.token()]).toEqual([2, "3", null]);
    await vi.waitFor(() => expect(questions()).toEqual(["微信登录失败，请稍后重试"]));
    expect(raised).toMatchObject([{ args: { confirm: "重新登录", cancel: "暂不登录" } }]);
  });
  it("E10 with a flag, a page load skips the flow; a login request starts it again", async () => {
    sessionStorage.setItem("vw_mall.wxAuthFlag", "3");
    await load("?code=x&state=1");
    expect([sent, redirects()]).toEqual([[], []]);
    await requestLogin();
    expect([redirects().length, stored("wxAuthFlag")]).toEqual([1, null]);
  });
  it("F26 a code that this tab did not request is not exchanged", async () => {
    await comeBack("attacker", "1");
    expect([sent, redirects(), currentSession.token()]).toEqual([[], [], null]);
  });
  it("a person who refuses at WeChat returns as a visitor, without a message", async () => {
    await requestLogin();
    await load(`?state=${stored("state")}`);
    expect([sent, redirects().length, raised, stored("wxAuthFlag")]).toEqual([[], 1, [], "3"]);
  });
});

describe("in WeChat's mini-program", () => {
  beforeEach(() => setHostMarkers("NetType/WIFI miniProgram/wx0123456789abcdef"));
  const scope = () => redirects().at(-1)?.searchParams.get("scope");

  it("E01, E13, E07 an unknown person is looked up silently; the host is notified", async () => {
    await load("?isLogin=true");
    expect(scope()).toBe("snsapi_base");
    answers = [real];
    await load(`?isLogin=true&code=good&state=${stored("state")}`);
    await vi.waitFor(() => expect(vi.mocked(postToHost).mock.calls).toEqual([[{ isLogin: true }]]));
    expect([currentSession.token(), stored("wxAuthFlag")]).toEqual(["session", "1"]);
  });
  it("E09 once a visit: a second page does not try again", async () => {
    await load("");
    answers = [spent, spent];
    await comeBack("spent");
    await comeBack("spent");
    await load("");
    await vi.waitFor(() => expect(questions()).toEqual(["微信登录失败，请稍后重试"]));
    expect(redirects()).toHaveLength(2);
  });
  it("Back from WeChat's page does not redirect there again", async () => {
    await load("");
    await load("");
    await load("");
    expect(redirects()).toHaveLength(1);
  });
  it("E14 with a login on both sides the person is asked for consent", async () => {
    currentSession.save({ accessToken: "session", userInfo: { ...userInfo, mobile: null } });
    await load("?isLogin=true");
    void createPageLogin().requestLogin("login", "wechat");
    await vi.waitFor(() => expect(scope()).toBe("snsapi_userinfo"));
  });
  it("E13 isLogin not true: silently", async () => {
    currentSession.save({ accessToken: "session", userInfo });
    await load("?isLogin=false");
    void createPageLogin().requestLogin("login", "wechat");
    await vi.waitFor(() => expect(scope()).toBe("snsapi_base"));
  });
  it.each([
    ["without a token", () => createPageLogin().requestLogin("login")],
    ["without a mobile", () => createPageLogin().requestLogin("bindMobile")],
  ])("E16 %s the host's own login page opens", async (_what, request) => {
    void request();
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    expect(redirects()).toEqual([]);
  });
  it("back from it, a person without a mobile is looked up again, silently", async () => {
    const loginDone = createPageLogin().requestLogin("login");
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    // Lets the promise of the host's answer resolve before the touch.
    await new Promise((resolve) => setTimeout(resolve));
    dispatchEvent(new PointerEvent("pointerdown"));
    await loginDone;
    expect(scope()).toBe("snsapi_base");
  });
  it("a host without a login page: the login sheet is shown", async () => {
    vi.mocked(goToHostLogin).mockResolvedValue(false);
    expect(await logInThroughHost("plain")).toBeNull();
  });
  it("H07 a refused session: cleared, and the host's login page opens", async () => {
    currentSession.save({ accessToken: "outlived", userInfo });
    void createPageLogin().renewLogin();
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    expect([currentSession.token(), currentSession.user()]).toEqual([null, null]);
  });
  it("after a logout nobody is logged in again automatically; the host is notified", async () => {
    currentSession.save({ accessToken: "session", userInfo });
    answers = [{ code: "00", data: null }];
    await createPageLogin().logOut();
    await load("");
    expect([redirects(), currentSession.user()]).toEqual([[], null]);
    expect(vi.mocked(postToHost).mock.calls).toEqual([[{ isLogin: false }]]);
  });
});
