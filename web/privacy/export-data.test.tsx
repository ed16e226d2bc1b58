import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer } from "../platform/testing/fake-server.ts";
import { siteForTests } from "../platform/testing/test-site.ts";
import { ExportData } from "./export-data.tsx";

let root: Root;
let sent: string[];
let toasts: string[];
let saved: string[];
beforeEach(() => {
  setSite(siteForTests);
  [sent, toasts, saved] = [[], [], []];
  onChallenge((raised) => raised.kind === "toast" && toasts.push(raised.args.text));
  fakeServer(({ name }) => {
    sent.push(name);
    return { code: "00", data: { createdTime: "2026-11-20 12:00:00", sections: [] } };
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  root = createRoot(document.body.appendChild(document.createElement("main")));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});
/** Renders the section in a browser with this user agent. */
function showIn(userAgent: string): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <ExportData /> }])} />);
}
const phone = "Mozilla/5.0 (Linux; Android 14; V2) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";

it("a browser saves the file and shows a confirmation", async () => {
  showIn(phone);
  await page.getByRole("button", { name: "导出并下载" }).click();
  await expect.element(page.getByText("文件已交给浏览器下载", { exact: false })).toBeVisible();
  expect([saved, sent.length]).toEqual([["个人信息-2026-11-20.json"], 1]);
});

it.each([
  ["WeChat", "MicroMessenger/8.0.50"],
  ["the maker's app", `${siteForTests.brand.appMarker}/3.2.0`],
])(
  "%s cannot save the file: no export is requested, the page's address is offered to copy",
  async (_who, host) => {
    showIn(`${phone} ${host}`);
    await expect.element(page.getByText("这里保存不了文件", { exact: false })).toBeVisible();
    expect(page.getByRole("button", { name: "导出并下载" }).elements()).toEqual([]);
    const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await page.getByRole("button", { name: "复制本页地址" }).click();
    await vi.waitFor(() => expect(toasts).toEqual(["已复制，请到浏览器中打开"]));
    expect([copied.mock.calls, sent]).toEqual([[[`${location.origin}/mine/account`]], []]);
  },
);
