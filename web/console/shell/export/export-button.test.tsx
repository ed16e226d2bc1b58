import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ExportChoices } from "#contract/console/export/exports.ts";
import { fakeServer, type FakeEnvelope, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ExportButton } from "./export-button.tsx";

afterEach(() => vi.restoreAllMocks());

const choices: ExportChoices = {
  columns: [
    { id: "id", label: "报名号", isMobile: false },
    { id: "name", label: "姓名", isMobile: false },
    { id: "mobile", label: "手机号", isMobile: true },
  ],
  chosen: { columns: ["name", "mobile"], format: "csv" },
  mayBeFull: true,
};
function serve(
  make: FakeEnvelope = { code: "00", data: { exportId: "1575000000000000001" } },
): FakeRequest[] {
  return fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path === "exports/choices") return { code: "00", data: choices };
    if (path === "exports/make") return make;
    return {
      code: "00",
      data: { rows: [], next: null, count: 0, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
    };
  });
}
const show = (count: number, rights?: Parameters<typeof showInConsole>[1]) =>
  showInConsole(
    <ExportButton
      list="guests"
      exported={{ filter: { activityId: "1" }, keyword: null }}
      words={[{ label: "活动", value: "莫干山晨雾试驾", isTyped: false }]}
      found={{ count, isCountExact: true }}
    />,
    rights,
  );
const open = () => page.getByRole("button", { name: "导出", exact: true }).click();
const start = () => page.getByRole("button", { name: "开始导出" });

test("CO98 the dialog begins with the last columns and sends filter, words and choice; axe finds nothing", async () => {
  const sent = serve();
  show(46);
  await open();
  await expect.element(page.getByText("符合当前筛选的 46 条")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("checkbox", { name: "报名号" }).click();
  await page.getByRole("button", { name: "完整号码" }).click();
  await start().click();
  await expect.element(page.getByText("正在生成")).toBeVisible();
  expect(sent.find(({ url }) => url.pathname.endsWith("exports/make"))?.body).toEqual({
    list: "guests",
    filter: { activityId: "1" },
    columns: ["id", "name", "mobile"],
    format: "csv",
    isFull: true,
    filterWords: [{ label: "活动", value: "莫干山晨雾试驾" }],
  });
});

test("CO98 without columns or rows nothing is asked for, and a refusal is read in the dialog", async () => {
  serve({ code: "STATE_CHANGED", message: "含完整手机号的文件最多 500 行", data: null });
  show(46);
  await open();
  await page.getByRole("button", { name: "清空" }).click();
  await expect.element(start()).toBeDisabled();
  await page.getByRole("button", { name: "全选" }).click();
  await start().click();
  await expect.element(page.getByText("含完整手机号的文件最多 500 行")).toBeVisible();
  show(0);
  await open();
  await expect.element(page.getByText("当前筛选没有记录，无需导出")).toBeVisible();
  await expect.element(start()).toBeDisabled();
});

test("CO13 operators without the right to export have no button", async () => {
  serve();
  show(46, { rights: ["signup.read"] });
  await expect.element(page.getByRole("button", { name: "导出", exact: true })).not.toBeInTheDocument();
});
