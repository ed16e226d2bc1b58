import "../../ui/styles/tokens.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { DeskLead, LeadDeskPage } from "#contract/lead/desk.ts";
import { onChallenge, type RaisedChallenge } from "../../platform/http/challenges.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import LeadDesk from "./lead-desk.tsx";

const link = "a".repeat(43);
const time = "2026-11-24T08:30:00+08:00";
const leadOf = (number: number, over: Partial<DeskLead> = {}): DeskLead => ({
  leadId: String(number),
  name: `客人${number}`,
  mobile: `138****${String(number).padStart(4, "0")}`,
  cityName: "上海",
  dealerName: "青岚中心 徐汇",
  seriesName: "远山",
  answers: [],
  source: null,
  updatedTime: time,
  revealedBy: null,
  revealedTime: null,
  result: null,
  contactedBy: null,
  contactedTime: null,
  nextCallTime: null,
  testDriveTime: null,
  notes: [],
  others: [],
  ...over,
});
let root: Root;
let stop: () => void;
let raised: RaisedChallenge[];
let requests: FakeRequest[];
/** Leads on the server. */
let leads: DeskLead[];
/** Full number of the lead to be called. */
let mobile: string;
/** Failure of the next request; null: none. */
let failing: Parameters<typeof responseOf>[0] | null;
let pageSize = 20;

function answer({ name, body }: FakeRequest): Response {
  const args = (body ?? {}) as Record<string, string | boolean | undefined>;
  if (failing !== null) return responseOf(failing);
  if (name === "open") {
    const isWaiting = ({ result }: DeskLead) => result === null || result === "missed";
    const all = leads.filter((lead) => args["view"] !== "waiting" || isWaiting(lead));
    const found = all.filter((lead) => lead.name.includes(String(args["keyword"])));
    const from = Number(args["cursor"] ?? 0);
    const data: LeadDeskPage = {
      title: "冬季试驾",
      dealerName: null,
      expiresTime: "2026-12-24T08:30:00+08:00",
      waiting: leads.filter(isWaiting).length,
      total: leads.length,
      calls: 0,
      overdue: 0,
      testDrives: 0,
      leads: found.slice(from, from + pageSize),
      nextCursor: found.length > from + pageSize ? String(from + pageSize) : null,
    };
    return responseOf({ data });
  }
  const at = leads.findIndex(({ leadId }) => leadId === args["leadId"]);
  const lead = leads[at];
  if (lead === undefined) return responseOf({ status: 404, code: "404", message: "这条预约已撤回或已删除" });
  const by = String(args["by"]);
  const isSeen =
    name !== "mark" ||
    (args["updatedTime"] === lead.updatedTime && args["contactedTime"] === lead.contactedTime);
  if (!isSeen) return responseOf({ data: { isDone: false, lead } });
  const change: Partial<DeskLead> =
    name === "reveal"
      ? { revealedBy: by, revealedTime: time }
      : name === "mark"
        ? { result: args["result"] as DeskLead["result"], contactedBy: by, contactedTime: time }
        : { result: null, contactedBy: null, contactedTime: null };
  leads = leads.with(at, { ...lead, ...change });
  return responseOf({ data: { mobile, isDone: true, lead: leads[at] } });
}
beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  sessionStorage.clear();
  [raised, leads, failing, pageSize, mobile] = [[], [], null, 20, "13800000001"];
  stop = onChallenge((one) => void raised.push(one));
  requests = fakeServer(answer);
  document.body.innerHTML = "<div id=root></div>";
});
afterEach(() => {
  root.unmount();
  stop();
  vi.restoreAllMocks();
});
/** Opens the page as a user who has given their name. */
async function open(given: string | null = link): Promise<void> {
  root = createRoot(document.getElementById("root") ?? document.body);
  const router = createMemoryRouter([{ path: "*", element: <LeadDesk link={given} /> }]);
  root.render(<RouterProvider router={router} />);
  if (given === null) return;
  await page.getByRole("textbox", { name: /你的称呼/ }).fill("小李");
  await page.getByRole("button", { name: "开始跟进" }).click();
}
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sent = (name: string) => requests.filter((one) => one.name === name).map(({ body }) => body);
const toasts = () => raised.flatMap((one) => (one.kind === "toast" ? [one.args.text] : []));

test("M01 a lead's number is revealed on request, to be dialled; its answers and facts are displayed", async () => {
  leads = [leadOf(1, { answers: [{ label: "方便的时间", answer: "<b>周末</b>" }], source: "wx" })];
  await open();
  await expect.element(page.getByText("待联系 1 / 共 1")).toBeVisible();
  await expect.element(page.getByText("138****0001 · 远山 · 上海 · 青岚中心 徐汇")).toBeVisible();
  await expect.element(page.getByText("<b>周末</b>")).toBeVisible();
  await expect.element(page.getByText(/预约 · 来源 wx$/)).toBeVisible();
  await button("拨打 客人1 的电话").click();
  const dial = page.getByRole("link", { name: "拨打 13800000001" });
  await expect.element(dial).toHaveAttribute("href", "tel:13800000001");
  await expect.element(dial).toHaveFocus();
  await expect.element(page.getByText(/^小李 .* 查看了号码$/)).toBeVisible();
  expect(sent("reveal")).toEqual([{ link, by: "小李", leadId: "1" }]);
  const { violations } = await axe.run("#root", { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test("M19 leads of other people with the same number are shown with the entry, which is marked once", async () => {
  const other = { leadId: "8", seriesName: "海岸", source: "koc", updatedTime: time };
  const answers = [{ label: "方便的时间", answer: "<i>晚上</i>" }];
  leads = [leadOf(9, { name: "后来的", others: [{ ...other, name: "先来的", answers }] })];
  await open();
  const others = page.getByRole("region", { name: "同一号码还有 1 条预约" });
  await expect.element(others.getByText("先来的 · 海岸")).toBeVisible();
  await expect.element(others.getByText("<i>晚上</i>")).toBeVisible();
  await button("把 后来的 标记为已联系").click();
  await expect.element(page.getByText("待联系 0 / 共 1")).toBeVisible();
  expect(sent("mark")).toHaveLength(1);
});

test("W10 the noted outcome of a call stays visible with its undo, and the lead waits no more", async () => {
  leads = [leadOf(1), leadOf(2)];
  await open();
  await button("把 客人1 标记为已联系").click();
  await expect.element(page.getByText("待联系 1 / 共 2")).toBeVisible();
  await expect.element(page.getByText(/^小李 .* 标记$/)).toBeVisible();
  await button("撤销 客人1 的标记").click();
  await expect.element(page.getByText("待联系 2 / 共 2")).toBeVisible();
  expect(toasts()).toEqual(["已撤销"]);
  expect(sent("unmark")).toEqual([{ link, leadId: "1", contactedTime: time }]);
  // Not reached: the lead is called again, and can be marked again.
  await button("把 客人2 标记为未接通").click();
  await expect.element(page.getByText(/^小李 .* 标记$/)).toBeVisible();
  await expect.element(page.getByText("待联系 2 / 共 2")).toBeVisible();
  await button("把 客人2 标记为无意向").click();
  await expect.element(page.getByText("待联系 1 / 共 2")).toBeVisible();
  await button("刷新").click();
  await expect.element(page.getByText("没有新的预约")).toBeVisible();
  await expect.poll(() => page.getByText("客人2", { exact: true }).elements()).toEqual([]);
  await page.getByRole("radio", { name: "全部" }).click({ force: true });
  await expect.element(page.getByText("客人2", { exact: true })).toBeVisible();
});

test("W10 M19 after the user changed their lead, the old number is neither dialled nor accepted for a mark", async () => {
  leads = [leadOf(1)];
  await open();
  await button("拨打 客人1 的电话").click();
  await expect.element(page.getByRole("link", { name: "拨打 13800000001" })).toBeVisible();
  // Corrected by the user, which this page does not know yet.
  const updatedTime = "2026-11-24T09:30:00+08:00";
  [leads, mobile] = [[leadOf(1, { mobile: "138****0002", updatedTime })], "13800000002"];
  await button("把 客人1 标记为无意向").click();
  await expect.poll(toasts).toEqual(["这条预约刚刚有变化，没有标记，请看过再标记"]);
  expect(sent("mark")).toMatchObject([{ updatedTime: time, contactedTime: null }]);
  await expect.element(page.getByText(/^138\*{4}0002/)).toBeVisible();
  await expect.element(page.getByText("待联系 1 / 共 1")).toBeVisible();
  expect(page.getByRole("link", { name: /^拨打/ }).elements()).toEqual([]);
  await button("拨打 客人1 的电话").click();
  const dial = page.getByRole("link", { name: "拨打 13800000002" });
  await expect.element(dial).toHaveAttribute("href", "tel:13800000002");
  await button("把 客人1 标记为无意向").click();
  await expect.element(page.getByText("待联系 0 / 共 1")).toBeVisible();
});

test("W10 new leads appear after a reload; further pages stay, withdrawn leads disappear", async () => {
  pageSize = 2;
  leads = [1, 2, 3, 4].map((number) => leadOf(number));
  await open();
  const names = () =>
    page
      .getByRole("heading", { level: 3 })
      .elements()
      .map((one) => one.textContent);
  // The second page may have been requested already: its trigger is near the end of the first one.
  await expect.poll(() => names().slice(0, 2)).toEqual(["客人1", "客人2"]);
  const toEnd = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    return names().length;
  };
  await expect.poll(toEnd).toBe(4);
  // One arrived, and one of the second page was withdrawn: it disappears when staff try to call it.
  leads = [leadOf(5), ...leads.filter(({ leadId }) => leadId !== "3")];
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("新增 1 条预约")).toBeVisible();
  expect(names()).toEqual(["客人5", "客人1", "客人2", "客人3", "客人4"]);
  await button("拨打 客人3 的电话").click();
  await expect.poll(names).toEqual(["客人5", "客人1", "客人2", "客人4"]);
  expect(toasts()).toEqual(["这条预约已撤回或已删除"]);
});

test("W10 a search is sent to the server; no match, no leads and a failed load are shown", async () => {
  leads = [leadOf(1), leadOf(2)];
  await open();
  await page.getByRole("searchbox").fill("客人2");
  await expect.poll(() => page.getByRole("listitem").elements().length).toBe(1);
  await page.getByRole("searchbox").fill("没有这个人");
  await expect.element(page.getByText("没有符合的人")).toBeVisible();
  await page.getByRole("searchbox").fill("");
  failing = { status: 503, code: "503", message: "活动太火爆了，请稍后再试" };
  await page.getByRole("radio", { name: "全部" }).click({ force: true });
  await expect.element(button("重试")).toBeVisible();
  [failing, leads] = [null, []];
  await button("重试").click();
  await expect.element(page.getByText("还没有人预约")).toBeVisible();
});

test("W10 an expired link is reported without filter and search; so is one without its secret", async () => {
  failing = { status: 404, code: "404", message: "跟进链接已失效，请向主办方要新的链接" };
  await open();
  await expect.element(page.getByText("跟进链接已失效，请向主办方要新的链接")).toBeVisible();
  await expect.poll(() => page.getByRole("searchbox").elements()).toEqual([]);
  expect(button("重试").elements()).toEqual([]);
  root.unmount();
  await open(null);
  await expect.element(page.getByText("链接不完整")).toBeVisible();
});
