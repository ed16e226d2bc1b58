import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "../../ui/form/field.module.css";
import * as composeCss from "../compose.module.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { Composition } from "#contract/compose/compose.ts";
import { composeDraft } from "../drafts.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import type { BlockDraft } from "./block-fields.ts";
import { linkedPage, type ComposedPage } from "../api.ts";
import { Editor } from "./editor.tsx";

const moment = "2026-11-22T10:00:00+08:00";
const text = (html: string): BlockDraft => ({ kind: "text", html });
const countdown = (title: string): BlockDraft => ({ kind: "countdown", title, until: "start" });
let stored: readonly BlockDraft[];
let version: number;
let planned: Composition["planned"];
/** Revisions that the plans replaced. */
let replaced: (string | null)[];
let saved: (readonly BlockDraft[])[];
/** Resolves when the server may answer a save request. */
let mayAnswer: Promise<void>;
/** Number of previews that the server still answers. */
let previewsLeft: number;
const composition = () => ({
  activityId: "1000000000000000001",
  title: "先享官计划",
  isPublished: true,
  startTime: moment,
  endTime: moment,
  serverTime: moment,
  expiresTime: moment,
  version,
  blocks: stored,
  versions: [],
  pictures: [],
  planned,
});
const blocksOf = ({ body }: FakeRequest) => (body as { blocks: readonly BlockDraft[] }).blocks;
/** Refuses a first block without a title. */
const faultsOf = (request: FakeRequest): Record<string, string> =>
  blocksOf(request)[0]?.["title"] === "" ? { "blocks.0.title": "请填写文字" } : {};
/** Plan that the server stores for a request. */
function planOf({ body }: FakeRequest): Composition["planned"] {
  const { by, basedOn, blocks, publishTime, replaces } = body as Parameters<ComposedPage["setPlan"]>[0] & {
    by: string;
  };
  replaced.push(replaces);
  const plannedBlocks = blocks as NonNullable<Composition["planned"]>["blocks"];
  return { revision: "7", plannedBy: by, plannedTime: moment, basedOn, blocks: plannedBlocks, publishTime };
}
async function answer(request: FakeRequest): Promise<Response> {
  const path = request.url.pathname;
  if (path.endsWith("/open")) return Response.json({ code: "00", data: composition() });
  if (path.endsWith("/preview") && previewsLeft-- <= 0) return new Response(null, { status: 502 });
  if (path.endsWith("/preview"))
    return Response.json({
      code: "00",
      data: { blocks: blocksOf(request), faults: faultsOf(request) },
    });
  if (path.endsWith("/cancel")) {
    planned = null;
    return Response.json({ code: "00", data: composition() });
  }
  if (path.endsWith("/plan")) {
    planned = planOf(request);
    await mayAnswer;
    return Response.json({ code: "00", data: composition() });
  }
  saved.push(blocksOf(request));
  await mayAnswer;
  const fields = faultsOf(request);
  if (Object.keys(fields).length > 0)
    return responseOf({ status: 601, code: "601", message: "参数校验失败", data: { fields } });
  stored = blocksOf(request);
  version++;
  return Response.json({ code: "00", data: composition() });
}
let root: Root;
async function show(): Promise<void> {
  document.body.innerHTML = "<main id=root></main>";
  const element = (
    <Editor page={linkedPage("A".repeat(43), "小陈")} onChangeName={() => {}} showBlocks={() => null} />
  );
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByRole("heading", { name: "先享官计划" })).toBeVisible();
}
beforeEach(async () => {
  localStorage.clear();
  composeDraft.remove(composition().activityId);
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  [stored, version, saved, mayAnswer] = [
    [countdown("甲"), text("<p>集合时间</p>")],
    1,
    [],
    Promise.resolve(),
  ];
  [planned, replaced, previewsLeft] = [null, [], Infinity];
  fakeServer(answer);
  await page.viewport(390, 844);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});
const order = () =>
  [...document.querySelectorAll(`.${composeCss.block}`)].map(
    (one) => one.getAttribute("aria-label")?.split("：")[1],
  );
const save = () => page.getByRole("button", { name: "保存并更新页面" }).click();
const title = () => page.getByRole("textbox", { name: "标题" });

test("W10 changes during a save request stay unsaved, and open blocks stay open", async () => {
  await show();
  let answerNow = (): void => {};
  mayAnswer = new Promise((resolve) => (answerNow = resolve));
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("第一");
  await save();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  await title().fill("第二");
  answerNow();
  await expect.element(page.getByText("已保存，页面已更新")).toBeVisible();
  await expect.element(title()).toHaveValue("第二");
  await expect.element(page.getByText(/有未更新到页面的修改/)).toBeVisible();
  await save();
  await vi.waitFor(() => expect(saved[1]?.[0]?.["title"]).toBe("第二"));
  await expect.element(page.getByText(/有未更新到页面的修改/)).not.toBeInTheDocument();
});

test("W10 a change is stored on this device, which is shown, and restored on the next visit", async () => {
  await show();
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("在写");
  await expect.element(page.getByText(/已存在本机 \d\d:\d\d/)).toBeVisible();
  root.unmount();
  await show();
  await expect.element(page.getByText("已恢复上次未保存的内容。")).toBeVisible();
  await expect.element(page.getByText("在写")).toBeVisible();
  root.unmount();
  // A full storage is reported.
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  localStorage.clear();
  await show();
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("再写");
  await expect.element(page.getByText("这台设备存不下草稿，请尽快保存")).toBeVisible();
});

test("W10 the result of saving is in the viewport, and the first invalid field has the focus", async () => {
  stored = [countdown("甲"), ...Array.from({ length: 12 }, () => text("<p>集合时间</p>"))];
  await show();
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("");
  scrollTo(0, document.documentElement.scrollHeight);
  await save();
  const refused = page.getByText("有 1 处需要修改，已在下方标出");
  await expect.element(refused).toBeInViewport();
  await expect.element(title()).toHaveFocus();
  await expect.element(title()).toBeInViewport();
  await title().fill("乙");
  scrollTo(0, document.documentElement.scrollHeight);
  await save();
  await expect.element(page.getByText("已保存，页面已更新")).toBeInViewport();
});

test("W10 an invalid field is marked and focused although previews fail", async () => {
  previewsLeft = 1;
  await show();
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await vi.waitFor(() => expect(previewsLeft).toBe(0));
  await title().fill("");
  await save();
  await expect.element(title()).toHaveAttribute("aria-invalid", "true");
  await expect.element(title()).toHaveFocus();
});

test("W10 steps can be undone and redone, in formatted text, too", async () => {
  await show();
  await page.getByRole("button", { name: "下移第 1 块：倒计时" }).click();
  expect(order()).toEqual(["图文", "倒计时"]);
  await page.getByRole("button", { name: /^图文/ }).click();
  const rich = page.getByRole("textbox", { name: "正文" });
  await rich.click();
  await userEvent.keyboard("{End}：十点");
  await expect.element(rich).toHaveTextContent("集合时间：十点");
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => rich.element().textContent).toBe("集合时间");
  await page.getByRole("button", { name: "撤销" }).click();
  expect(order()).toEqual(["倒计时", "图文"]);
  await expect.element(page.getByRole("button", { name: "撤销" })).toBeDisabled();
  await page.getByRole("button", { name: "重做" }).click();
  await page.getByRole("button", { name: "重做" }).click();
  expect(order()).toEqual(["图文", "倒计时"]);
  await expect.element(rich).toHaveTextContent("集合时间：十点");
});

test("W10 blocks are reordered by dragging, by arrow keys and by buttons", async () => {
  await show();
  const grip = page.getByRole("button", { name: /^拖动排序：第 1 块/ });
  const handle = grip.element();
  const last = document.querySelectorAll(`.${composeCss.block}`)[1]?.getBoundingClientRect();
  const at = (type: string, clientY: number) =>
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: 20, clientY });
  handle.dispatchEvent(at("pointerdown", 100));
  expect(document.querySelector("[data-dragged]")).not.toBeNull();
  handle.dispatchEvent(at("pointermove", (last?.bottom ?? 0) + 5));
  await expect.poll(order).toEqual(["图文", "倒计时"]);
  handle.dispatchEvent(at("pointerup", 0));
  handle.dispatchEvent(at("pointermove", 0));
  expect([order(), document.querySelector("[data-dragged]")]).toEqual([["图文", "倒计时"], null]);
  page
    .getByRole("button", { name: /^拖动排序：第 2 块/ })
    .element()
    .focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(order).toEqual(["倒计时", "图文"]);
  // The handle of the same block still has the focus.
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(order).toEqual(["图文", "倒计时"]);
});

test("W10 selected words become a link, which can be changed and removed", async () => {
  await show();
  await page.getByRole("button", { name: /^图文/ }).click();
  const rich = page.getByRole("textbox", { name: "正文" });
  const element = rich.element() as HTMLElement;
  const link = () => page.getByRole("button", { name: "链接", exact: true }).click();
  element.focus();
  getSelection()?.selectAllChildren(element.querySelector("p") ?? element);
  await link();
  const address = page.getByRole("textbox", { name: "链接地址" });
  await address.fill("javascript:alert(1)");
  await page.getByRole("button", { name: "加上链接" }).click();
  await expect.element(page.getByText("地址应以 https://、/ 或 tel: 开头")).toBeVisible();
  await address.fill("https://m.qinglan.example/a");
  await page.getByRole("button", { name: "加上链接" }).click();
  expect(element.querySelector("a")?.getAttribute("href")).toBe("https://m.qinglan.example/a");
  await save();
  await vi.waitFor(() =>
    expect(saved[0]?.[1]?.["html"]).toContain('<a href="https://m.qinglan.example/a">集合时间</a>'),
  );
  getSelection()?.collapse(element.querySelector("a")?.firstChild ?? null, 2);
  await link();
  await page.getByRole("button", { name: "去掉链接" }).click();
  expect(element.querySelector("a")).toBeNull();
});

test("W10 planning uses the time of Shanghai and leaves no unsaved changes; the plan can be changed", async () => {
  await show();
  await page.getByText("定时更新", { exact: true }).click();
  const time = page.getByLabelText("更新时间");
  const button = page.getByRole("button", { name: "定时更新页面" });
  await expect.element(button).toBeDisabled();
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("开售");
  await time.fill("2026-11-25T10:00");
  await button.click();
  await expect.element(page.getByText("已定时，11月25日 周三 10:00 更新到页面；此前页面不变")).toBeVisible();
  expect(planned).toMatchObject({ publishTime: "2026-11-25T10:00:00+08:00", basedOn: 1, plannedBy: "小陈" });
  expect([saved, planned?.blocks[0]]).toEqual([[], { kind: "countdown", title: "开售", until: "start" }]);
  // The editor shows the saved page without a draft.
  await expect.element(page.getByText(/有未更新到页面的修改/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "保存并更新页面" })).toBeDisabled();
  await expect.element(page.getByText("小陈 准备的内容，共 2 块。")).toBeVisible();
  await page.getByRole("button", { name: "载入修改" }).click();
  await expect.element(page.getByText("开售")).toBeVisible();
  await page.getByRole("button", { name: "换成现在的内容和时间" }).click();
  await vi.waitFor(() => expect(replaced).toEqual([null, "7"]));
});

test("W10 changes during a plan request stay unsaved and are stored on the device", async () => {
  await show();
  let answerNow = (): void => {};
  mayAnswer = new Promise((resolve) => (answerNow = resolve));
  await page.getByRole("button", { name: /^倒计时/ }).click();
  await title().fill("第一");
  await page.getByText("定时更新", { exact: true }).click();
  await page.getByLabelText("更新时间").fill("2026-11-25T10:00");
  await page.getByRole("button", { name: "定时更新页面" }).click();
  await vi.waitFor(() => expect(planned?.blocks[0]).toMatchObject({ title: "第一" }));
  await title().fill("第二");
  answerNow();
  await expect.element(page.getByText(/^已定时，11月25日/)).toBeVisible();
  await expect.element(title()).toHaveValue("第二");
  await expect.element(page.getByText(/有未更新到页面的修改/)).toBeVisible();
  expect(Object.values(localStorage).join()).toContain("第二");
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.element(title()).not.toHaveValue("第二");
});
