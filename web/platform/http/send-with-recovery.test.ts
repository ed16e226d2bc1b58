import { describe, expect, it, vi } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { refusals } from "#contract/core/errors.ts";
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { setSite } from "../environment/site.ts";
import {
  emptyList,
  logIn,
  recoveryFixture,
  refuse,
  signUpForm,
  userInfo,
} from "../testing/recovery-fixture.ts";
import { siteForTests } from "../testing/test-site.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

vi.mock("../navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
}));

const fixture = recoveryFixture(siteForTests);

describe("requests", () => {
  it("T01, T03, T05 sends to the API base, with cookies and the token", async () => {
    logIn("t1");
    fixture.answers = [emptyList];
    await sendWithRecovery(listNearby, { cityCode: "310100", keyword: "试驾 & 山" });
    const [request] = fixture.requests;
    expect(request?.url.href).toBe(
      `${location.origin}/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?cityCode=310100&keyword=%E8%AF%95%E9%A9%BE+%26+%E5%B1%B1`,
    );
    expect(vi.mocked(fetch).mock.calls[0]?.[1]?.credentials).toBe("include");
    expect(request?.headers["X-Access-Token"]).toBe("t1");
  });
  it("U03 sends WeChat's code in a header, not in the address", async () => {
    fixture.answers = [{ data: { accessToken: "t", userInfo } }];
    await sendWithRecovery(wechatSessions, { code: "021AbC" });
    const [request] = fixture.requests;
    expect(request?.url.search).toBe("");
    expect(request?.headers["X-Authorization-Code"]).toBe("021AbC");
  });
  it("T06, T07 sends identity and captcha calls to their own hosts, where configured", async () => {
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
    expect(fixture.requests.map(({ url }) => `${url.origin}/${url.pathname.split("/")[1]}/`)).toEqual([
      "https://pass.qinglan.example/p/",
      "https://guard.qinglan.example/s/",
      "https://api.qinglan.example/mall-api/",
    ]);
  });
  it("T05 sends a visitor's call without a token", async () => {
    fixture.answers = [emptyList];
    await sendWithRecovery(listNearby, {});
    expect(fixture.requests[0]?.headers["X-Access-Token"]).toBeUndefined();
  });
  it("K19 parses integers beyond 2^53 exactly, others as numbers", async () => {
    fixture.answers = [
      { body: '{"code":"00","data":{"list":[],"nextCursor":null,"total":12,"x":9007199254740993}}' },
    ];
    expect((await sendWithRecovery(listNearby, {})).total).toBe(12);
    fixture.answers = [{ body: '{"code":"00","data":{"sxToken":9007199254740993,"userInfo":{}}}' }];
    await expect(
      sendWithRecovery(tokenLogin, { accessToken: "a" }, { isSilent: true }),
    ).rejects.toMatchObject({
      refusal: "other",
    });
  });
  it.each(["0", "01", "200", ""])("T04 code %j is not a success", async (code) => {
    fixture.answers = [{ code }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ status: 200 });
  });
});

describe("refusals without recovery", () => {
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
    fixture.answers = [{ code: String(answer.status), ...answer }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ message: text });
    expect(fixture.toasts()).toEqual([text]);
  });
  it("V28 shows the offline message without a network", async () => {
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ refusal: "offline" });
    expect(fixture.toasts()).toEqual([refusals.offline.message]);
  });
  it("T02, V10 gives up after 30 s without an answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.mocked(fetch).mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    const refused = sendWithRecovery(listNearby, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(fixture.toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await refused).toMatchObject({ refusal: "timeout" });
    expect(fixture.toasts()).toEqual(["活动太火爆了，请稍后再试"]);
  });
  it("a silent call shows nothing", async () => {
    fixture.answers = [refuse(500)];
    await expect(sendWithRecovery(listNearby, {}, { isSilent: true })).rejects.toMatchObject({
      refusal: "internal",
    });
    expect(fixture.raised).toEqual([]);
  });
  it("L12 does not repeat messages at the form's fields as a toast", async () => {
    fixture.answers = [{ ...refuse(601), data: { fields: { name: "请填写姓名" } } }];
    await expect(sendWithRecovery(listNearby, {})).rejects.toMatchObject({ fields: { name: "请填写姓名" } });
    expect(fixture.toasts()).toEqual([]);
  });
});

describe("the captcha", () => {
  const needed = { ...refuse(633), headers: { captcha_verify: "true" } };
  it("N06, O03, O05, O06 633 opens it, then the same request is sent again with its id", async () => {
    logIn("t1");
    fixture.person = (each) => each.kind === "captcha" && each.answer("solved");
    fixture.answers = [needed, { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } }];
    await sendWithRecovery(signUp, signUpForm, { idempotencyKey: "k" });
    const [first, second] = fixture.requests;
    expect(fixture.raisedOf("captcha")).toMatchObject([{ args: { action: "signup", activityId: "7" } }]);
    expect(second?.body).toEqual(first?.body);
    expect([first, second].map((each) => each?.headers["X-Captcha-Verify-Id"])).toEqual([
      undefined,
      "solved",
    ]);
    expect([first, second].map((each) => each?.headers["Idempotency-Key"])).toEqual(["k", "k"]);
  });
  it("O06 after it is cancelled nothing is shown and nothing sent", async () => {
    fixture.person = (each) => each.kind === "captcha" && each.answer(null);
    fixture.answers = [needed];
    await expect(sendWithRecovery(signUp, signUpForm)).rejects.toMatchObject({ refusal: "captchaRequired" });
    expect([fixture.requests.length, fixture.toasts()]).toEqual([1, []]);
  });
  it("L03 signed calls carry mobile, time, a fresh nonce and their signature", async () => {
    fixture.answers = [refuse(500), refuse(500)];
    for (let times = 0; times < 2; times++)
      await sendWithRecovery(signUp, signUpForm, { isSilent: true }).catch(() => {});
    const nonces = fixture.requests.map(({ headers }) => headers["MA-Activity-Nonce"]);
    expect(fixture.requests[0]?.headers).toMatchObject({ "MA-Activity-Mobile": "13800138000" });
    expect(fixture.requests[0]?.headers["MA-Activity-Signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(nonces).size).toBe(2);
  });
  it("a signed call refused for a wrong phone clock is sent again with the server's time", async () => {
    fixture.answers = [
      { ...refuse(406), headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } },
      { data: { signUpId: "1", ticketCode: "2", status: "confirmed" } },
    ];
    await sendWithRecovery(signUp, signUpForm);
    const [first = 0, second = 0] = fixture.requests.map(({ headers }) =>
      Number(headers["MA-Activity-Timestamp"]),
    );
    expect(second - first).toBeGreaterThan(3_500_000);
    fixture.answers = [{ ...emptyList, headers: { date: new Date().toUTCString() } }];
    await sendWithRecovery(listNearby, {});
  });
});

it("puts an id into the path, and leaves out undefined arguments", async () => {
  fixture.answers = [refuse(404)];
  await sendWithRecovery(
    showNearby,
    { id: "9007199254740993", preview: undefined },
    { isSilent: true },
  ).catch(() => {});
  expect(fixture.requests[0]?.url.href).toMatch(/\/nearby\/9007199254740993$/);
});
