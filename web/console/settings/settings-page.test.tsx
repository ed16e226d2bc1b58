import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ConsoleSettingsView } from "#contract/console/watch/settings.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { SettingsPage } from "./settings-page.tsx";

afterEach(() => vi.restoreAllMocks());

const year = new Date().getFullYear();
const view: ConsoleSettingsView = {
  settings: [
    { name: "sessionIdle", value: 30, variable: "CONSOLE_IDLE_MINUTES" },
    { name: "sessionTotal", value: 720, variable: "CONSOLE_SESSION_MINUTES" },
    { name: "refundSum", value: 200_000, variable: "MALL_SECOND_EYES_FEN" },
    { name: "answerDays", value: 15, variable: null },
  ],
  days: [
    { day: `${year}-01-01`, isWorking: false },
    { day: `${year}-01-04`, isWorking: true },
  ],
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => ({ code: "00", data: url.pathname.endsWith("/settings") ? view : {} }));

test("settings tell their value and where it is set, without findings of axe in both themes", async () => {
  serve();
  showInConsole(<SettingsPage />, { at: "/system/settings" });
  await expect.element(page.getByText("12 小时")).toBeVisible();
  await expect.element(page.getByText("¥2,000")).toBeVisible();
  await expect.element(page.getByText("环境变量 MALL_SECOND_EYES_FEN")).toBeVisible();
  await expect.element(page.getByText("产品内置").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO61 a day of the calendar is added and removed; a year without days is marked", async () => {
  const sent = serve();
  showInConsole(<SettingsPage />, { at: "/system/settings" });
  await page.getByRole("button", { name: `移除 ${year}-01-04` }).click();
  await page.getByRole("textbox", { name: "日期：日期" }).fill(`${year}-05-01`);
  await page.getByRole("button", { name: "添加" }).click();
  await vi.waitFor(() =>
    expect(sent.filter(({ url }) => url.pathname.endsWith("/sla/save")).map(({ body }) => body)).toEqual([
      { days: [{ day: `${year}-01-04`, isWorking: null }] },
      { days: [{ day: `${year}-05-01`, isWorking: false }] },
    ]),
  );
  await page.getByRole("button", { name: String(year + 1) }).click();
  await expect.element(page.getByText(new RegExp(`${year + 1} 年的节假日还没有录入`))).toBeVisible();
});

test("CO29 without the right the page says which one is needed", async () => {
  serve();
  showInConsole(<SettingsPage />, { at: "/system/settings", rights: ["health.read"] });
  await expect.element(page.getByText(/可请主管申请/)).toBeVisible();
});
