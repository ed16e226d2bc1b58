import "../../ui/styles/tokens.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { DeskLead } from "#contract/lead/desk.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import LeadDesk from "./lead-desk.tsx";

const time = "2026-11-24T08:30:00+08:00";
const leadOf = (leadId: string, name: string, over: Partial<DeskLead> = {}): DeskLead => ({
  leadId,
  name,
  mobile: `139****${leadId.padStart(4, "0")}`,
  cityName: "杭州",
  dealerName: "青岚中心 滨江",
  seriesName: "行云",
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
let leads: DeskLead[];
let requests: FakeRequest[];
function answer({ name, body }: FakeRequest): Response {
  const args = body as Record<string, string | null>;
  if (name === "open")
    return responseOf({
      data: {
        title: "冬季试驾",
        dealerName: "青岚中心 滨江",
        expiresTime: "2026-12-24T08:30:00+08:00",
        waiting: leads.length,
        total: leads.length,
        calls: 1,
        overdue: 1,
        testDrives: 1,
        leads,
        nextCursor: null,
      },
    });
  const at = leads.findIndex(({ leadId }) => leadId === args["leadId"]);
  const lead = leads[at] as DeskLead;
  const note = { noteId: "7", text: String(args["text"]), by: String(args["by"]), time };
  const changed =
    name === "note"
      ? { ...lead, notes: [...lead.notes, note] }
      : { ...lead, nextCallTime: args["nextCallTime"] ?? null };
  leads = leads.with(at, changed);
  return responseOf({ data: { isDone: true, lead: changed } });
}
beforeEach(async () => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  sessionStorage.clear();
  requests = fakeServer(answer);
  document.body.innerHTML = "<div id=root></div>";
  await page.viewport(1280, 800);
});
afterEach(async () => {
  root.unmount();
  vi.restoreAllMocks();
  await page.viewport(390, 844);
});
async function open(): Promise<void> {
  root = createRoot(document.getElementById("root") ?? document.body);
  const router = createMemoryRouter([{ path: "*", element: <LeadDesk link={"b".repeat(43)} /> }]);
  root.render(<RouterProvider router={router} />);
  await page.getByRole("textbox", { name: /你的称呼/ }).fill("小周");
  await page.getByRole("button", { name: "开始跟进" }).click();
}
const sent = (name: string) => requests.filter((one) => one.name === name).map(({ body }) => body);
const names = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.querySelector("button")?.textContent);

test("W11 a wide window shows a table under the desk's own header; overdue calls are marked, columns sort", async () => {
  leads = [
    leadOf("1", "方远", { nextCallTime: "2020-03-04T10:00:00+08:00" }),
    leadOf("2", "<i>郭宁</i>", { result: "reached", testDriveTime: "2026-12-05T14:00:00+08:00" }),
    leadOf("3", "夏雨", { updatedTime: "2026-11-20T08:30:00+08:00" }),
  ];
  await open();
  await expect.element(page.getByRole("table", { name: "预约名单" })).toBeVisible();
  await expect.element(page.getByText(/应联系，已过时间$/)).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "已约试驾" })).toBeVisible();
  expect(page.getByRole("navigation").elements()).toEqual([]);
  await expect.element(page.getByRole("banner").getByText("青岚中心 滨江")).toBeVisible();
  await expect.element(page.getByRole("banner").getByText("小周")).toBeVisible();
  await page.getByRole("button", { name: "预约时间" }).click();
  await page.getByRole("button", { name: "预约时间" }).click();
  expect(names()[0]).toBe("夏雨");
  const { violations } = await axe.run("main", { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test("W10 the chosen lead takes a note and the next call, in Shanghai's time", async () => {
  leads = [leadOf("4", "贺兰")];
  await open();
  await page.getByRole("button", { name: "贺兰" }).click();
  await page.getByRole("textbox", { name: "添加备注" }).fill(" 想要白色 ");
  await page.getByRole("button", { name: "添加", exact: true }).click();
  await expect.element(page.getByText(/^小周 /)).toBeVisible();
  expect(sent("note")).toMatchObject([{ leadId: "4", by: "小周", text: " 想要白色 " }]);
  await page.getByText("回电和试驾").click();
  await page.getByLabelText("下次联系").fill("2031-02-03T15:30");
  await page.getByRole("button", { name: "保存下次联系时间" }).click();
  await expect
    .poll(() => sent("plan"))
    .toMatchObject([{ leadId: "4", nextCallTime: "2031-02-03T15:30:00+08:00", seen: null }]);
  await expect.element(page.getByText(/再联系$/)).toBeVisible();
});
