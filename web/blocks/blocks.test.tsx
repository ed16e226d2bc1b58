import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import { Blocks } from "./blocks.tsx";

const dot = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
let root: Root | null = null;
function show(...blocks: PageBlock[]): HTMLElement {
  root?.unmount();
  document.body.innerHTML = '<main id="root"></main>';
  const host = document.getElementById("root");
  if (!host) throw new Error("no host");
  root = createRoot(host);
  render(root, blocks);
  return host;
}
function render(on: Root, blocks: PageBlock[]): void {
  const serverTime = "2026-11-21T10:00:00+08:00";
  const [startTime, endTime] = ["2026-11-20T10:00:00+08:00", "2026-11-28T10:00:00+08:00"];
  const element = (
    <Blocks activity={{ blocks, startTime, endTime, serverTime }} form={<p>表单</p>} coupons={<p>券</p>} />
  );
  on.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}
afterEach(() => root?.unmount());

const evil = `<img src=x onerror="document.title='hacked'"><b>粗</b>`;
const gallery: PageBlock = {
  kind: "gallery",
  title: "三十天",
  pictures: [
    { url: dot, alt: "进山的清晨", caption: "第 12 天" },
    { url: `${dot}#2`, alt: "海边的营地", caption: "" },
  ],
};
const video: PageBlock = {
  kind: "video",
  title: "看一眼",
  url: "/none.mp4",
  posterUrl: dot,
  label: "两分钟试驾",
};
const every: PageBlock[] = [
  { kind: "hero", url: dot, title: evil, subtitle: evil },
  { kind: "text", title: evil, html: "<p>正文</p>" },
  gallery,
  { kind: "agenda", title: "安排", items: [{ time: "10:00", title: evil, remark: evil }] },
  video,
  { kind: "form", title: evil, remark: evil },
  { kind: "coupon", title: "领券", remark: "" },
  { kind: "map", title: "在哪里", name: evil, address: evil, longitude: 121.4, latitude: 31.2 },
  { kind: "faq", title: "常问", items: [{ question: evil, answer: evil }] },
  { kind: "countdown", title: "距截止", until: "end" },
  { kind: "people", title: "评委", people: [{ name: evil, role: evil, remark: evil }] },
];

test("L14 V27 every block shows the operator's texts as text; axe finds no violations", async () => {
  const host = show(...every);
  await expect.element(page.getByRole("heading", { name: evil }).first()).toBeVisible();
  expect(host.textContent.split(evil).length - 1).toBe(14);
  expect(host.querySelectorAll("b b, p > b, [onerror]").length).toBe(0);
  expect(document.title).not.toBe("hacked");
  const { violations } = await axe.run(host, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
});

test("a picture opens large, is changed by key and button, and the focus returns", async () => {
  show(gallery);
  const small = page.getByRole("button", { name: "放大查看：进山的清晨" });
  await small.click();
  const large = page.getByRole("dialog", { name: "三十天" });
  await expect.element(large.getByText("1 / 2")).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(large.getByRole("img", { name: "海边的营地" })).toBeVisible();
  await large.getByRole("button", { name: "下一张" }).click();
  await expect.element(large.getByText("1 / 2")).toBeVisible();
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "page-has-heading-one": { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(large).not.toBeInTheDocument();
  await vi.waitFor(() => expect(document.activeElement).toBe(small.element()));
});

test("a video is loaded on demand; a missing one shows an error with a retry", async () => {
  const host = show(video);
  expect(host.querySelector("video")).toBeNull();
  await page.getByRole("button", { name: "播放视频：两分钟试驾" }).click();
  await expect.element(page.getByRole("alert").getByText("视频暂时无法播放")).toBeVisible();
  await page.getByRole("button", { name: "重试" }).click();
  await expect.element(page.getByRole("alert").getByText("视频暂时无法播放")).toBeVisible();
});

test("K22 a countdown ends by the server's clock", async () => {
  show({ kind: "countdown", title: "距开始", until: "start" });
  await expect.element(page.getByText("时间已到")).toBeVisible();
});

test("W10 a countdown in the composer restarts when another end is chosen", async () => {
  const block = { kind: "countdown", title: "距开始" } as const;
  show({ ...block, until: "start" });
  await expect.element(page.getByText("时间已到")).toBeVisible();
  if (root) render(root, [{ ...block, until: "end" }]);
  await expect.element(page.getByRole("timer")).toBeVisible();
  await expect.element(page.getByText("时间已到")).not.toBeInTheDocument();
});
