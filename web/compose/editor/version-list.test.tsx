import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Composition } from "#contract/compose/compose.ts";
import { VersionList } from "./version-list.tsx";

const savedTime = "2026-11-22T10:00:00+08:00";
const composition: Composition = {
  activityId: "1000000000000000001",
  title: "先享官计划",
  isPublished: true,
  startTime: savedTime,
  endTime: savedTime,
  serverTime: savedTime,
  expiresTime: savedTime,
  version: 2,
  blocks: [],
  versions: [
    { version: 2, savedBy: "<b>小陈</b>", savedTime, blockCount: 9 },
    { version: 1, savedBy: "小李", savedTime, blockCount: 7 },
    { version: 0, savedBy: null, savedTime, blockCount: 4 },
  ],
  pictures: [],
  planned: null,
};
let root: Root;
afterEach(async () => {
  root.unmount();
  await page.viewport(414, 896);
});
async function open(width: number) {
  await page.viewport(width, 800);
  document.body.innerHTML = "<main id=root></main>";
  const onLoad = vi.fn<(version: number) => void>();
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<VersionList {...{ composition, onLoad }} />);
  await page.getByText("历史版本").click();
  return onLoad;
}

test("W11 a wide window shows the versions as a table; each but the current one can be loaded", async () => {
  const onLoad = await open(1280);
  await expect.element(page.getByRole("table", { name: "历史版本" })).toBeVisible();
  const cells = page
    .getByRole("row")
    .elements()
    .map((row) => row.textContent);
  expect(cells[1]).toBe("第 2 版11月22日 周日 10:00<b>小陈</b>9当前");
  expect(cells[3]).toContain("编辑之前");
  await page.getByRole("button", { name: "载入原始版本" }).click();
  expect(onLoad.mock.calls).toEqual([[0]]);
  const { violations } = await axe.run("main", { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test("W11 a narrow window shows the versions as a list", async () => {
  const onLoad = await open(390);
  expect(page.getByRole("table").elements()).toEqual([]);
  expect(page.getByRole("listitem").elements()).toHaveLength(3);
  await page.getByRole("button", { name: "载入第 1 版" }).click();
  expect(onLoad.mock.calls).toEqual([[1]]);
});
