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
/** Each wish of these tests is a page's first. */
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
const left = () => vi.mocked(replaceLocation).mock.calls.map(([address]) => new URL(address));
let raised: RaisedChallenge[];
let sent: FakeRequest[];
let answers: FakeEnvelope[];
const toasts = () => raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));

const be = (markers: string) =>
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
/** WeChat's redirect page sends the browser back. */
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
  be("NetType/WIFI");
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", home);
});

describe("in WeChat's browser", () => {
  const ask = () => createPageLogin().requestLogin("login");
  it("B11, E01, E02, E12 leaves for WeChat, with everything remembered; not before it is wished for", async () => {
    history.replaceState(null, "", `${location.pathname}?utm_source=%E4%B8%AD#h`);
    const page = location.href;
    await createPageLogin().begin(true);
    expect(left()).toEqual([]);
    await ask();
    const [address] = left();
    expect(address?.searchParams.get("scope")).toBe("snsapi_userinfo");
    expect(new URL(address?.searchParams.get("redirect_uri") ?? "").searchParams.get("url")).toBe(
      page.replace("#h", ""),
    );
    expect(address?.searchParams.get("state")).toBe(stored("state"));
    expect([stored("goBackUrl"), stored("toSSO"), stored("getCodeFlag")]).toEqual([page, "wechat", null]);
  });
  it.each([
    ["E04, E05, D07, D15, W04 a real user", real, "1"],
    ["E06, D07, D15, W04 a virtual one", virtual, "2"],
  ])("%s: one exchange, wxAuthFlag, the deep link back", async (_row, answer, flag) => {
    history.replaceState(null, "", `${location.pathname}?a=1#h`);
    const page = location.href;
    await ask();
    answers = [answer];
    await load(`?a=1&code=good&state=${stored("state")}`);
    expect(sent.map(({ method, name, url }) => [method, name, url.search])).toEqual([
      ["GET", "wechat-sessions", "?code=good"],
    ]);
    expect([currentSession.token(), stored("wxAuthFlag"), location.href]).toEqual(["session", flag, page]);
    expect(Object.keys(sessionStorage)).toEqual(["vw_mall.wxAuthFlag"]);
    expect(postToHost).not.toHaveBeenCalled();
  });
  it("D08, E08, E11, E18, V23 a spent code: authorized again once, with the retry flag", async () => {
    await ask();
    answers = [spent];
    await comeBack("spent");
    expect([left().length, stored("getCodeFlag"), stored("wxAuthFlag")]).toEqual([2, "1", null]);
    answers = [real];
    await comeBack("good");
    expect([currentSession.token(), stored("getCodeFlag"), stored("wxAuthFlag")]).toEqual([
      "session",
      null,
      "1",
    ]);
  });
  it("D07, E09, E15, E18, V24 always spent: no third redirect, flag 3, and the failure is told", async () => {
    await ask();
    answers = [spent, spent];
    await comeBack("spent");
    await comeBack("spent");
    expect([left().length, stored("wxAuthFlag"), currentSession.token()]).toEqual([2, "3", null]);
    expect(toasts()).toEqual(["微信登录失败，请稍后重试"]);
  });
  it("E10 marked already: a page's load skips the flow; a wish begins it anew", async () => {
    sessionStorage.setItem("vw_mall.wxAuthFlag", "3");
    await load("?code=x&state=1");
    expect([sent, left()]).toEqual([[], []]);
    await ask();
    expect([left().length, stored("wxAuthFlag")]).toEqual([1, null]);
  });
  it("F26 a code that this tab never asked for is not exchanged", async () => {
    await comeBack("attacker", "1");
    expect([sent, left(), currentSession.token()]).toEqual([[], [], null]);
  });
  it("who refuses at WeChat is back as a visitor, without a word", async () => {
    await ask();
    await load(`?state=${stored("state")}`);
    expect([sent, left().length, raised, stored("wxAuthFlag")]).toEqual([[], 1, [], "3"]);
  });
});

describe("in WeChat's mini-program", () => {
  beforeEach(() => be("NetType/WIFI miniProgram/wx0123456789abcdef"));
  const scope = () => left().at(-1)?.searchParams.get("scope");

  it("E01, E13, E07 whoever is not known yet is looked for silently; the host is told", async () => {
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
    expect([left().length, toasts()]).toEqual([2, ["微信登录失败，请稍后重试"]]);
  });
  it("Back from WeChat's page leads no second time there", async () => {
    await load("");
    await load("");
    await load("");
    expect(left()).toHaveLength(1);
  });
  it("E14 whom both know is asked for who they are", async () => {
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
  ])("E16 %s the host's own login page opens", async (_what, wish) => {
    void wish();
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    expect(left()).toEqual([]);
  });
  it("back from it, whoever has no mobile yet is looked for again, silently", async () => {
    const wished = createPageLogin().requestLogin("login");
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    // The promise of the host's answer has to be through before the touch.
    await new Promise((resolve) => setTimeout(resolve));
    dispatchEvent(new PointerEvent("pointerdown"));
    await wished;
    expect(scope()).toBe("snsapi_base");
  });
  it("a host that opens none: the sheet", async () => {
    vi.mocked(goToHostLogin).mockResolvedValue(false);
    expect(await logInThroughHost("plain")).toBeNull();
  });
  it("H07 a refused session: cleared, and the host's login page", async () => {
    currentSession.save({ accessToken: "outlived", userInfo });
    void createPageLogin().renewLogin();
    await vi.waitFor(() => expect(goToHostLogin).toHaveBeenCalledTimes(1));
    expect([currentSession.token(), currentSession.user()]).toEqual([null, null]);
  });
  it("whoever logged out is not logged in again by itself; the host is told", async () => {
    currentSession.save({ accessToken: "session", userInfo });
    answers = [{ code: "00", data: null }];
    await createPageLogin().logOut();
    await load("");
    expect([left(), currentSession.user()]).toEqual([[], null]);
    expect(vi.mocked(postToHost).mock.calls).toEqual([[{ isLogin: false }]]);
  });
});
