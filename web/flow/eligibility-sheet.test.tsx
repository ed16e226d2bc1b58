import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { FlowNodeState } from "#contract/flow/flow.ts";
import { onChallenge, type RaisedChallenge } from "../platform/http/challenges.ts";
import { startMobileBindingOrToast } from "../platform/login/bind-mobile.ts";
import { currentSession } from "../platform/session/session.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer, type FakeRequest } from "../platform/testing/fake-server.ts";
import { EligibilitySheet } from "./eligibility-sheet.tsx";

vi.mock("../platform/login/bind-mobile.ts", () => ({
  startMobileBindingOrToast: vi.fn<() => Promise<boolean>>(),
}));

const site = { brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" };
const base = `${location.origin}/marketing/area/activity/`;
const node = (over: Partial<FlowNodeState>): FlowNodeState => ({
  nodeKey: "a",
  kind: "owner",
  name: "认证车主",
  pass: false,
  state: "fail",
  isRequired: true,
  remark: "仅限认证车主参加",
  ...over,
});
const passed = node({
  nodeKey: "p",
  kind: "window",
  name: "报名时间",
  pass: true,
  state: "pass",
  remark: "报名进行中",
});

let root: Root;
let requests: FakeRequest[];
let nodes: FlowNodeState[];
/** Status with which the next request is refused. */
let failingStatus: number | null;
const onClose = vi.fn<() => void>();
const raised: RaisedChallenge[] = [];

beforeEach(() => {
  setSite(site);
  currentSession.clear();
  history.replaceState(null, "", "?processKey=QLP1&nodeKey=signup");
  [failingStatus, raised.length] = [null, 0];
  onClose.mockClear();
  vi.mocked(startMobileBindingOrToast).mockReset();
  onChallenge((each) => void raised.push(each));
  requests = fakeServer(() => {
    const data = { pass: nodes.every(({ pass }) => pass), nodes };
    if (failingStatus === null) return { code: "00", message: "", data };
    const response = Response.json({ code: String(failingStatus), message: "", data: null });
    Object.defineProperty(response, "status", { value: failingStatus });
    return response;
  });
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
  history.replaceState(null, "", location.pathname);
});
/** Opens the sheet with these conditions. */
function open(...given: FlowNodeState[]): void {
  nodes = given;
  const sheet = <EligibilitySheet activityId="7" phone="400-800-0000" onClose={onClose} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: sheet }])} />);
}
const sheet = (name: string) => page.getByRole("dialog", { name });
const row = (text: string) => page.getByRole("listitem").filter({ hasText: text });

describe("why the user may not take part", () => {
  test("N11 every condition with its state, the user's value and the next step; C24 requested with the keys of the address", async () => {
    open(passed, node({ value: "你的账号：未认证车主", next: "到门店完成认证" }));
    await expect.element(sheet("为什么不能参加")).toBeVisible();
    await expect.element(row("报名时间")).toHaveTextContent("报名时间已满足报名进行中");
    await expect
      .element(row("认证车主"))
      .toHaveTextContent("认证车主未满足仅限认证车主参加你的账号：未认证车主下一步到门店完成认证");
    await expect.element(page.getByText("有 1 项条件还没有满足")).toBeVisible();
    const [request] = requests;
    expect(request?.url.pathname).toBe(
      "/mall-api/cop-ma-flow-engine/api/v1/flow/engine/deployment/exec/check_detail",
    );
    expect(request?.url.search).toBe("?activityId=7&processKey=QLP1&nodeKey=signup");
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
  test("all conditions met; a condition that does not decide is marked as such", async () => {
    open(passed, node({ isRequired: false, pass: true, state: "pass" }));
    await expect.element(sheet("参与条件")).toBeVisible();
    await expect.element(page.getByText("条件都已满足，可以参加")).toBeVisible();
    await expect.element(row("认证车主")).toMatchTextContent(/不影响参加/);
  });
  test("a visitor logs in within the sheet, and the conditions are reloaded", async () => {
    const login = node({ nodeKey: "l", kind: "login", name: "登录", remark: "登录后才能参加", next: "登录" });
    open(login, node({ state: "unknown", remark: "登录后可查看" }));
    await expect.element(page.getByText("登录后可查看你是否符合条件")).toBeVisible();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    expect(raised).toMatchObject([{ kind: "login" }]);
    nodes = [passed];
    const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
    currentSession.save({ accessToken: "t", userInfo });
    await expect.element(page.getByText("条件都已满足，可以参加")).toBeVisible();
  });
  test("I01 a user without a mobile is led to binding one", async () => {
    open(node({ kind: "mobile", name: "手机号", next: "绑定手机号", taskLink: `${base}?bind=mobile` }));
    await page.getByRole("button", { name: "绑定手机号" }).click();
    expect(vi.mocked(startMobileBindingOrToast)).toHaveBeenCalledTimes(1);
  });
  test("W07 V07 text for a 612 node failure, V12 for 603, and a retry button", async () => {
    failingStatus = 612;
    open(passed);
    await expect.element(page.getByRole("alert")).toHaveTextContent("无权限参与");
    failingStatus = 603;
    await page.getByRole("button", { name: "重试" }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("查询异常");
    failingStatus = null;
    await page.getByRole("button", { name: "重试" }).click();
    await expect.element(page.getByText("条件都已满足，可以参加")).toBeVisible();
  });
  test("V27 texts are displayed as text", async () => {
    open(node({ remark: "<img src=x onerror=alert(1)>", value: "<b>粗</b>" }));
    await expect.element(row("认证车主")).toMatchTextContent(/<img src=x onerror=alert\(1\)><b>粗<\/b>$/);
  });
});

describe("N09 the next step is a link only to permitted destinations", () => {
  test("within the app by its router; closes the sheet", async () => {
    open(node({ next: "去报名", taskLink: `${base}online/2?from=a` }));
    const link = page.getByRole("link", { name: "去报名" });
    await expect.element(link).toHaveAttribute("href", "/online/2?from=a");
    await link.click();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
  test("to another page of the site, or of the operator's list", async () => {
    setSite({ ...site, taskLinkOrigins: ["https://owners.example"] });
    open(
      node({ nodeKey: "a", next: "看看账号", taskLink: `${location.origin}/pass/` }),
      node({ nodeKey: "b", next: "去认证", taskLink: "https://owners.example/certify" }),
    );
    await expect
      .element(page.getByRole("link", { name: "看看账号" }))
      .toHaveAttribute("href", `${location.origin}/pass/`);
    await expect
      .element(page.getByRole("link", { name: "去认证" }))
      .toHaveAttribute("href", "https://owners.example/certify");
  });
  test.each([
    "javascript:alert(1)",
    "//evil.example/x",
    "https://evil.example/",
    "/\\evil.example",
    "data:text/html,x",
  ])("never to %s: only its text is displayed", async (taskLink) => {
    open(node({ next: "去完成任务", taskLink }));
    await expect.element(row("认证车主")).toMatchTextContent(/下一步去完成任务$/);
    await expect.element(page.getByRole("link", { name: "去完成任务" })).not.toBeInTheDocument();
  });
});
