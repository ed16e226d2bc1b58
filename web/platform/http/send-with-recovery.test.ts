import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { refusals } from "#contract/core/errors.ts";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { showUser, tokenLogin } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSession } from "../session/session.ts";
import { setSite } from "../environment/site.ts";
import { fakeServer, responseOf, type FakeAnswer, type FakeRequest } from "../testing/fake-server.ts";
import { onChallenge, type RaisedChallenge } from "./challenges.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
}));

const refuse = (status: number, code = String(status)): FakeAnswer => ({ status, code, message: "" });
const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
const me = { data: { ...userInfo, idpId: "1" } };
const page = { data: { list: [], nextCursor: null } };
const form = { id: "7", name: "林晓岚", mobile: "13800138000", consent: true as const };

let requests: FakeRequest[];
let answers: FakeAnswer[];
let raised: RaisedChallenge[];
/** What the person does about a challenge. */
let person: (raised: RaisedChallenge) => void;
const toasts = () => raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : []));
const asked = (kind: RaisedChallenge["kind"]) => raised.filter((each) => each.kind === kind);

beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  currentSession.clear();
  [answers, raised] = [[], []];
  person = () => {};
  vi.mocked(assignLocation).mockClear();
  onChallenge((each) => {
    raised.push(each);
    person(each);
  });
  requests = fakeServer(() => {
    const answer = answers.shift();
    return answer === undefined ? null : responseOf(answer);
  });
});
afterEach(() => vi.restoreAllMocks());
const logIn = (token: string) => currentSession.save({ accessToken: token, userInfo });

describe("requests", () => {
  it("T01, T03, T05 go to the API base, with cookies and the token", async () => {
    logIn("t1");
    answers = [page];
    await sendWithRecovery(listNearby, { cityCode: "310100", keyword: "试驾 & 山" });
    const [request] = requests;
    expect(request?.url.href).toBe(
      `${location.origin}/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?cityCode=310100&keyword=%E8%AF%95%E9%A9%BE+%26+%E5%B1%B1`,
    );
    expect(vi.mocked(fetch).mock.calls[0]?.[1]?.credentials).toBe("include");
    expect(request?.headers["X-Access-Token"]).toBe("t1");
  });
  it("T06, T07 identity and captcha have hosts of their own, where there are such", async () => {
    setSite({
      brand: demoBrand,
      apiBase: "https://api.qinglan.example/mall-api/",
      passBase: "https://pass.qinglan.example/p/",
      securityBase: "https://guard.qinglan.example/s/",
      appKey: "key",
    });
    const mobile = "13800138000";
    const calls = [
      () => sendWithRecovery(sendSms, { mobile, scene: "login", captchaVerifyId: "c" }, { isSilent: true }),
      () => sendWithRecovery(createCaptcha, { action: "sms", mobile }, { isSilent: true }),
      () => sendWithRecovery(listNearby, {}, { isSilent: true }),
    ];
    for (const call of calls) await call().catch(() => {});
    expect(requests.map(({ url }) => `${url.origin}/${url.pathname.split("/")[1]}/`)).toEqual([
      "https://pass.qinglan.example/p/",
      "https://guard.qinglan.example/s/",
      "https://api.qinglan.example/mall-api/",
    ]);
  });
  it("T05 a visitor's have no token", async () => {
    answers = [page];
    await sendWithRecovery(listNearby, {});
    expect(requests[0]?.headers["X-Access-Token"]).toBeUndefined();
  });
  it("K19 integers beyond 2^53 are read digit for digit, others as they are", async () => {
    answers = [
      { body: '{"code":"00","data":{"list":[],"nextCursor":null,"total":12,"x":9007199254740993}}' },
    ];
    expect((await sendWithRecovery(listNearby, {})).total).toBe(12);
    answers = [{ body: '{"code":"00","data":{"sxToken":9007199254740993,"userInfo":{}}}' }];
    await expect(
      sendWithRecovery(tokenLogin, { accessToken: "a" }, { isSilent: true }),
    ).rejects.toMatchObject({
      refusal: "other",
    });
  });
  it.each(["0", "01", "200", ""])("T04 code %j is no success", async (code) => {
    answers = [{ code }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ status: 200 });
  });
});

describe("refusals that nothing mends", () => {
  it.each([
    ["V05", { status: 406, message: "stack" }, "您没有权限进行该操作"],
    ["V06", { status: 500, message: "数据库在休息" }, "数据库在休息"],
    ["V06", { status: 500, message: "" }, "服务异常，请稍后重试"],
    ["V07", { status: 612 }, "无权限"],
    ["V08", { status: 633, headers: { flow_branch_remark: encodeURIComponent("请先到店") } }, "请先到店"],
    ["V09", { status: 418, message: "茶壶" }, "茶壶"],
    ["V09", { status: 418, message: "" }, "发生异常错误，请稍后重试"],
    ["V10", { status: 500, message: "read timeout" }, "活动太火爆了，请稍后再试"],
    ["V20", { status: 613, message: "" }, "抱歉，你当前没有活动资格~"],
    ["V27", { status: 500, message: "<img src=x onerror=alert(1)>" }, "服务异常，请稍后重试"],
    ["V29", { status: 502, body: "<html>Bad gateway</html>" }, refusals.other.message],
    ["V07", { status: 612, message: "no" }, "无权限"],
    ["V11", { status: 601, message: "" }, "参数校验失败"],
    ["V12", { status: 603, message: "" }, "查询异常"],
    ["V15", { status: 606, message: "" }, "执行异常"],
    ["V18", { status: 609, message: "" }, "流程未启用"],
    ["V19", { status: 610, message: "" }, "任务异常"],
    ["V21", { status: 700, message: "" }, "系统异常"],
    [
      "V27",
      { status: 633, message: "", headers: { flow_branch_remark: encodeURIComponent("<b>x</b>") } },
      refusals.flowBranch.message,
    ],
    [
      "N10",
      { status: 633, message: "", headers: { flow_branch_remark: "%E4%" } },
      refusals.flowBranch.message,
    ],
  ] as const)("%s %o is shown and thrown", async (_row, answer, text) => {
    answers = [{ code: String(answer.status), ...answer }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ message: text });
    expect(toasts()).toEqual([text]);
  });
  it("V28 no network has words of its own", async () => {
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "offline" });
    expect(toasts()).toEqual([refusals.offline.message]);
  });
  it("T02, V10 a server silent for 30 s is given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.mocked(fetch).mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    const refused = sendWithRecovery(listNearby, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await refused).toMatchObject({ refusal: "timeout" });
    expect(toasts()).toEqual(["活动太火爆了，请稍后再试"]);
  });
  it("a silent call shows nothing", async () => {
    answers = [refuse(500)];
    await expect(sendWithRecovery(listNearby, {}, { isSilent: true })).rejects.toMatchObject({
      refusal: "internal",
    });
    expect(raised).toEqual([]);
  });
  it("L12 what stands at the form's fields is not said twice", async () => {
    answers = [{ ...refuse(601), data: { fields: { name: "请填写姓名" } } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ fields: { name: "请填写姓名" } });
    expect(toasts()).toEqual([]);
  });
});

describe("re-login", () => {
  const logsIn = (each: RaisedChallenge) => {
    if (each.kind !== "login") return;
    logIn("t2");
    each.answer(true);
  };
  it.each([401, 611])("H05, H06 %i: login, then the same request again", async (status) => {
    logIn("t1");
    person = logsIn;
    answers = [refuse(status), me];
    expect((await sendWithRecovery(showUser, {})).idpId).toBe("1");
    expect(requests.map(({ url, method, headers }) => [url, method, headers["X-Access-Token"]])).toEqual([
      [requests[0]?.url, "GET", "t1"],
      [requests[0]?.url, "GET", "t2"],
    ]);
    expect(asked("login")).toMatchObject([{ args: { reason: "expired" } }]);
  });
  it("H08 ten refused at once: one login", async () => {
    logIn("t1");
    person = (each) => void setTimeout(() => logsIn(each));
    answers = [...Array<FakeAnswer>(10).fill(refuse(401)), ...Array<FakeAnswer>(10).fill(me)];
    await Promise.all(Array.from({ length: 10 }, () => sendWithRecovery(showUser, {})));
    expect([asked("login").length, requests.length]).toEqual([1, 20]);
  });
  it("H08 a refusal that comes after somebody has logged in asks for no login", async () => {
    logIn("t1");
    let answerLate: (response: Response) => void = () => {};
    vi.mocked(fetch).mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
    const late = sendWithRecovery(showUser, {});
    await vi.waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalled());
    logIn("t2");
    answers = [me];
    answerLate(responseOf(refuse(401)));
    await late;
    expect([asked("login"), currentSession.token()]).toEqual([[], "t2"]);
  });
  it("H09 a second refusal is told", async () => {
    person = logsIn;
    answers = [refuse(401), refuse(401)];
    await expect(sendWithRecovery(showUser, {})).rejects.toMatchObject({ status: 401 });
    expect([asked("login").length, toasts()]).toEqual([1, ["请先登录"]]);
  });
  it("who gives the login up keeps the refusal", async () => {
    person = (each) => each.kind === "login" && each.answer(false);
    answers = [refuse(401)];
    await expect(sendWithRecovery(showUser, {})).rejects.toMatchObject({ status: 401 });
  });
  it.each([401, 611])(
    "U07 H08 %i for what nobody waits for: told once that they are logged in no more",
    async (status) => {
      logIn("t1");
      answers = Array<FakeAnswer>(3).fill(refuse(status));
      const calls = Array.from({ length: 3 }, () => sendWithRecovery(showUser, {}, { isSilent: true }));
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: "rejected", reason: { status } });
      expect([currentSession.token(), raised.length, toasts()]).toEqual([
        null,
        1,
        ["登录已失效，请重新登录"],
      ]);
      expect(requests).toHaveLength(3);
    },
  );
  it("H08 one that nobody waits for is sent again where somebody has logged in meanwhile", async () => {
    logIn("t1");
    person = (each) => void setTimeout(() => logsIn(each));
    answers = [refuse(401), refuse(401), me, me];
    const [waited, unseen] = [
      sendWithRecovery(showUser, {}),
      sendWithRecovery(showUser, {}, { isSilent: true }),
    ];
    expect([(await waited).idpId, (await unseen).idpId]).toEqual(["1", "1"]);
    expect([asked("login").length, requests.length, toasts()]).toEqual([1, 4, []]);
  });
  it("W01 what anyone may read is read as a visitor with an outlived token, silently too", async () => {
    logIn("t1");
    answers = [refuse(611), page];
    await sendWithRecovery(listNearby, {}, { isSilent: true });
    expect(requests.map(({ headers }) => headers["X-Access-Token"])).toEqual(["t1", undefined]);
    expect([currentSession.token(), raised]).toEqual([null, []]);
  });
});

describe("the slider", () => {
  const needed = { ...refuse(633), headers: { captcha_verify: "true" } };
  it("N06, O03, O05, O06 633 opens it, then the same request goes again with its id", async () => {
    logIn("t1");
    person = (each) => each.kind === "captcha" && each.answer("solved");
    answers = [needed, { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } }];
    await sendWithRecovery(signUp, form, { idempotencyKey: "k" });
    const [first, second] = requests;
    expect(asked("captcha")).toMatchObject([{ args: { action: "signup", activityId: "7" } }]);
    expect(second?.body).toEqual(first?.body);
    expect([first, second].map((each) => each?.headers["X-Captcha-Verify-Id"])).toEqual([
      undefined,
      "solved",
    ]);
    expect([first, second].map((each) => each?.headers["Idempotency-Key"])).toEqual(["k", "k"]);
  });
  it("O06 given up, nothing is said and nothing sent", async () => {
    person = (each) => each.kind === "captcha" && each.answer(null);
    answers = [needed];
    await expect(sendWithRecovery(signUp, form)).rejects.toMatchObject({ refusal: "captchaRequired" });
    expect([requests.length, toasts()]).toEqual([1, []]);
  });
  it("L03 signed calls carry mobile, time, a fresh nonce and their hash", async () => {
    answers = [refuse(500), refuse(500)];
    for (let times = 0; times < 2; times++)
      await sendWithRecovery(signUp, form, { isSilent: true }).catch(() => {});
    const nonces = requests.map(({ headers }) => headers["MA-Activity-Nonce"]);
    expect(requests[0]?.headers).toMatchObject({ "MA-Activity-Mobile": "13800138000" });
    expect(requests[0]?.headers["MA-Activity-Signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(nonces).size).toBe(2);
  });
  it("a signed call refused for the phone's clock goes again by the server's", async () => {
    answers = [
      { ...refuse(406), headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } },
      { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } },
    ];
    await sendWithRecovery(signUp, form);
    const [first = 0, second = 0] = requests.map(({ headers }) => Number(headers["MA-Activity-Timestamp"]));
    expect(second - first).toBeGreaterThan(3_500_000);
    answers = [{ ...page, headers: { date: new Date().toUTCString() } }];
    await sendWithRecovery(listNearby, {});
  });
});

it("an id goes into the path, what is undefined nowhere", async () => {
  answers = [refuse(404)];
  await sendWithRecovery(
    showNearby,
    { id: "9007199254740993", preview: undefined },
    { isSilent: true },
  ).catch(() => {});
  expect(requests[0]?.url.href).toMatch(/\/nearby\/9007199254740993$/);
});
