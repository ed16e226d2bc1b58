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
/** Gives each login of these tests a new page. */
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
type AppRequest = { key: string; data: Record<string, unknown>; callbackId: string };
type AppAnswer = { data: unknown } | { error: { code: string; message: string } } | "silent";

let appRequests: AppRequest[];
/** The fake app's answer of each handler. */
let app: Record<string, (call: AppRequest) => AppAnswer>;
let sent: FakeRequest[];
let answers: FakeEnvelope[];
let raised: RaisedChallenge[];
const notLoggedIn = () => ({ error: { code: "PF0001", message: "not logged in" } });
const token = (sxToken: string) => () => ({ data: { sxToken } });
const keys = () =>
  appRequests.map(({ key, data }) => (key === "goToNativePage" ? `${key} ${String(data["page"])}` : key));
const toasts = () => raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));
const exchanges = () => sent.filter(({ name }) => name === "token-login").map(({ body }) => body);
/** Opens a page of the app. */
const open = () => createPageLogin().begin(true);

beforeEach(() => {
  setSite(siteForTests);
  resetNativePort();
  localStorage.clear();
  sessionStorage.clear();
  currentSession.clear();
  [appRequests, answers, raised] = [[], [], []];
  app = { getSxToken: notLoggedIn, setValue: () => ({ data: null }) };
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
    "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 QinglanApp/3.2.0",
  );
  Object.assign(window, {
    QinglanBridge: {
      postMessage(text: string) {
        const call = JSON.parse(text) as AppRequest;
        appRequests.push(call);
        const reply = app[call.key]?.(call) ?? "silent";
        if (reply === "silent") return;
        const { QinglanBridgeCallback: answer } = window as unknown as {
          QinglanBridgeCallback(text: string): void;
        };
        const { callbackId } = call;
        setTimeout(() => answer(JSON.stringify({ callbackId, error: null, data: null, ...reply })));
      },
    },
  });
  vi.mocked(reloadPage).mockReset();
  onChallenge((each) => {
    if (each.kind !== "login") return raised.push(each);
    // Handles a login challenge as web/app/challenge/load-challenge.tsx does.
    return logInThroughHost(each.args.reason).then((isLoggedIn) => each.answer(isLoggedIn ?? false));
  });
  sent = fakeServer(() => answers.shift() ?? null);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, "QinglanBridge");
});

describe("opening a page in the maker's app", () => {
  it("B10, G01, G03, H01, W05, D17 exchanges the app's token and hands the session to the app, once", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    await open();
    expect(exchanges()).toEqual([{ accessToken: "app-1" }]);
    expect([currentSession.token(), currentSession.user()]).toEqual(["session", userInfo]);
    await vi.waitFor(() => expect(keys()).toEqual(["getSxToken", "setValue"]));
    expect(appRequests[1]?.data).toEqual({ key: "sxToken", value: "session" });
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("app-1");
  });
  it("does not exchange the same token again, but exchanges another one", async () => {
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
  it("G02, V22 PF0001: a visitor, without a message", async () => {
    await open();
    expect([currentSession.user(), raised, sent]).toEqual([null, [], []]);
  });
  it("a logout in the app ends the session here", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    await open();
    app["getSxToken"] = notLoggedIn;
    await open();
    expect([currentSession.user(), raised]).toEqual([null, []]);
  });
  it("G10 a silent app: after a timeout the page is a visitor's", async () => {
    app["getSxToken"] = () => "silent";
    await open();
    expect([currentSession.user(), raised]).toEqual([null, []]);
  });
  it("H02 40102: the app renews its token; when that is refused too, a message is shown", async () => {
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
  it("H03 three retries, then a message", async () => {
    app["getSxToken"] = token("app-1");
    await open();
    expect([exchanges().length, toasts()]).toEqual([4, ["登录失败，请稍后重试"]]);
  });
});

describe("requesting a login", () => {
  it("G08 opens the app's login, and reloads the page 100 ms after it", async () => {
    app["goToNativePage"] = () => ({ data: { result: true } });
    const before = performance.now();
    expect(await logInThroughHost("signUp")).toBe(false);
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
    expect(performance.now() - before).toBeGreaterThanOrEqual(100);
    expect([keys(), raised]).toEqual([["getSxToken", "goToNativePage login"], []]);
  });
  it("a closed app login changes nothing", async () => {
    app["goToNativePage"] = () => ({ data: { result: false } });
    expect(await logInThroughHost("plain")).toBe(false);
    expect([vi.mocked(reloadPage).mock.calls, raised]).toEqual([[], []]);
  });
  it("a person who is logged in to the app sees no login screen", async () => {
    app["getSxToken"] = token("app-1");
    answers = [ok];
    expect(await logInThroughHost("plain")).toBe(true);
    expect(keys()).not.toContain("goToNativePage login");
  });
  it("an app without a login screen: the login sheet is shown", async () => {
    app["goToNativePage"] = () => ({ error: { code: "E0003", message: "no such handler" } });
    expect(await logInThroughHost("signUp")).toBeNull();
  });
});

it("H05, H08 a refused session: the app's token is renewed and exchanged once for all calls, without a message", async () => {
  currentSession.save({ accessToken: "outlived", userInfo });
  app["refreshSxToken"] = token("new");
  answers = [ok];
  const again = await Promise.all(Array.from({ length: 10 }, () => relogin("outlived")));
  expect([new Set(again), currentSession.token(), raised]).toEqual([new Set([true]), "session", []]);
  expect(exchanges()).toEqual([{ accessToken: "new" }]);
});
it("G07 logout: first in the app, then on the server, then of the local data", async () => {
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
