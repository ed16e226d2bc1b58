import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onChallenge, type RaisedChallenge } from "../http/challenges.ts";
import { resetNativePort } from "../bridge/native-port.ts";
import { reloadPage } from "../navigation/leave-page.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer, type FakeEnvelope, type FakeRequest } from "../testing/fake-server.ts";
import { siteForTests } from "../testing/test-site.ts";
import { logInThroughHost } from "../login/log-in-through-host.ts";
import { createPageLogin } from "../login/page-login.ts";
import { relogin } from "../login/relogin.ts";
import { currentSession } from "../session/session.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));
/** Each login of these tests is a page's first. */
vi.mock("../login/login.ts", async () => {
  const { createPageLogin: create, loginFailureMessage } = await import("../login/page-login.ts");
  const page = () => create();
  return {
    loginFailureMessage,
    requestLogin: (...args: Parameters<ReturnType<typeof create>["requestLogin"]>) =>
      page().requestLogin(...args),
    renewLogin: () => page().renewLogin(),
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
const ok: FakeEnvelope = { code: "00", data: { sxToken: "session", userInfo } };
type Asked = { key: string; data: Record<string, unknown>; callbackId: string };
type Said = { data: unknown } | { error: { code: string; message: string } } | "silent";

let asked: Asked[];
/** What the app answers to each handler. */
let app: Record<string, (call: Asked) => Said>;
let sent: FakeRequest[];
let answers: FakeEnvelope[];
let raised: RaisedChallenge[];
const nobody = () => ({ error: { code: "PF0001", message: "not logged in" } });
const token = (sxToken: string) => () => ({ data: { sxToken } });
const keys = () =>
  asked.map(({ key, data }) => (key === "goToNativePage" ? `${key} ${String(data["page"])}` : key));
const toasts = () => raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));
const exchanges = () => sent.filter(({ name }) => name === "token-login").map(({ body }) => body);
/** A page of the app is opened. */
const open = () => createPageLogin().begin(true);

beforeEach(() => {
  setSite(siteForTests);
  resetNativePort();
  localStorage.clear();
  sessionStorage.clear();
  currentSession.clear();
  [asked, answers, raised] = [[], [], []];
  app = { getSxToken: nobody, setValue: () => ({ data: null }) };
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
    "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 QinglanApp/3.2.0",
  );
  Object.assign(window, {
    QinglanBridge: {
      postMessage(text: string) {
        const call = JSON.parse(text) as Asked;
        asked.push(call);
        const said = app[call.key]?.(call) ?? "silent";
        if (said === "silent") return;
        const { QinglanBridgeCallback: answer } = window as unknown as {
          QinglanBridgeCallback(text: string): void;
        };
        const { callbackId } = call;
        setTimeout(() => answer(JSON.stringify({ callbackId, error: null, data: null, ...said })));
      },
    },
  });
  vi.mocked(reloadPage).mockReset();
  onChallenge((each) => {
    if (each.kind !== "login") return raised.push(each);
    // As web/app/challenge/load-challenge.tsx does it.
    return logInThroughHost(each.args.reason).then((isLoggedIn) => each.answer(isLoggedIn ?? false));
  });
  sent = fakeServer(() => answers.shift() ?? null);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, "QinglanBridge");
});

describe("a page is opened in the maker's app", () => {
  it("B10, G01, G03, H01, W05, D17 the app's token is exchanged; the session is handed to the app, once", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    await open();
    expect(exchanges()).toEqual([{ accessToken: "app-1" }]);
    expect([currentSession.token(), currentSession.user()]).toEqual(["session", userInfo]);
    await vi.waitFor(() => expect(keys()).toEqual(["getSxToken", "setValue"]));
    expect(asked[1]?.data).toEqual({ key: "sxToken", value: "session" });
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("app-1");
  });
  it("the same token is not exchanged again, another one is", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    await open();
    await open();
    expect(exchanges()).toHaveLength(1);
    app["getSxToken"] = token("app-2");
    answers = [ok];
    await open();
    expect(exchanges()).toHaveLength(2);
  });
  it("G02, V22 PF0001: a visitor, and nobody is told anything", async () => {
    await open();
    expect([currentSession.user(), raised, sent]).toEqual([null, [], []]);
  });
  it("whoever logged out of the app is logged out here", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    await open();
    app["getSxToken"] = nobody;
    await open();
    expect([currentSession.user(), raised]).toEqual([null, []]);
  });
  it("G10 an app that stays silent: after a bounded time the page is a visitor's", async () => {
    app["getSxToken"] = () => "silent";
    await open();
    expect([currentSession.user(), raised]).toEqual([null, []]);
  });
  it("H02 40102: the app renews its token; when that is refused too, the person is told", async () => {
    app["getSxToken"] = token("old");
    app["refreshSxToken"] = token("new");
    answers = [{ code: "40102" }, ok];
    await open();
    expect([exchanges(), currentSession.token()]).toEqual([
      [{ accessToken: "old" }, { accessToken: "new" }],
      "session",
    ]);
    currentSession.clear();
    answers = [{ code: "40102" }, { code: "40102" }];
    await open();
    expect([currentSession.user(), toasts()]).toEqual([null, ["登录已失效，请重新登录"]]);
  });
  it("H03 three retries, then the person is told", async () => {
    app["getSxToken"] = token("app-1");
    await open();
    expect([exchanges().length, toasts()]).toEqual([4, ["登录失败，请稍后重试"]]);
  });
});

describe("somebody wants to log in", () => {
  it("G08 the app's login opens; after it the page is loaded anew, 100 ms later", async () => {
    app["goToNativePage"] = () => ({ data: { result: true } });
    const before = performance.now();
    expect(await logInThroughHost("signUp")).toBe(false);
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
    expect(performance.now() - before).toBeGreaterThanOrEqual(100);
    expect([keys(), raised]).toEqual([["getSxToken", "goToNativePage login"], []]);
  });
  it("closed again, the page stays as it is", async () => {
    app["goToNativePage"] = () => ({ data: { result: false } });
    expect(await logInThroughHost("plain")).toBe(false);
    expect([vi.mocked(reloadPage).mock.calls, raised]).toEqual([[], []]);
  });
  it("who is logged in to the app already needs no login screen", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    expect(await logInThroughHost("plain")).toBe(true);
    expect(keys()).not.toContain("goToNativePage login");
  });
  it("an app without a login screen: the sheet", async () => {
    app["goToNativePage"] = () => ({ error: { code: "E0003", message: "no such handler" } });
    expect(await logInThroughHost("signUp")).toBeNull();
  });
});

it("H05, H08 a refused session: the app's token is renewed and exchanged once for all, without a word", async () => {
  currentSession.save({ accessToken: "outlived", userInfo });
  app["refreshSxToken"] = token("new");
  answers = [ok];
  const again = await Promise.all(Array.from({ length: 10 }, () => relogin("outlived")));
  expect([new Set(again), currentSession.token(), raised]).toEqual([new Set([true]), "session", []]);
  expect(exchanges()).toEqual([{ accessToken: "new" }]);
});
it("G07 logging out: the app first, then the server, then what is kept here", async () => {
  app["getSxToken"] = token("app-1");
  app["goToNativePage"] = () => {
    expect(currentSession.token()).toBe("session");
    return { data: { result: true } };
  };
  answers = [ok, { code: "00", data: null }];
  await open();
  await createPageLogin().logOut();
  expect(keys()).toContain("goToNativePage logout");
  expect(sent.at(-1)).toMatchObject({ method: "DELETE", name: "sessions" });
  expect([localStorage.length, sessionStorage.length, currentSession.user()]).toEqual([0, 0, null]);
});
