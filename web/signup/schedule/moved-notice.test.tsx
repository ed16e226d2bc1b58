import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { MovedNotice } from "./moved-notice.tsx";

let root: Root | null = null;
beforeEach(() => setSite(siteForTests));
afterEach(() => {
  root?.unmount();
  vi.restoreAllMocks();
});

function show(onAcknowledged: (() => void) | null): void {
  document.body.innerHTML = '<main id="root"></main>';
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(
    <MovedNotice
      activityId="7"
      moved={{
        changeId: "12",
        startTime: "2026-12-31T21:30:00+08:00",
        endTime: "2027-01-01T00:30:00+08:00",
      }}
      startTime="2027-01-02T14:00:00+08:00"
      endTime="2027-01-02T16:00:00+08:00"
      onAcknowledged={onAcknowledged}
    />,
  );
}

test("L28 both times are shown; the button acknowledges the change that was read", async () => {
  const requests = fakeServer(() => ({ code: "00", data: { acknowledged: true } }));
  const acknowledged = vi.fn<() => void>();
  show(acknowledged);
  const status = page.getByRole("status");
  await expect.element(status).toMatchTextContent(/原定 2026年12月31日 周四 21:30 – 次日 00:30/);
  await expect.element(status).toMatchTextContent(/现为 1月2日 周六 14:00 – 16:00/);
  await page.getByRole("button", { name: "知道了" }).click();
  await expect.poll(() => acknowledged.mock.calls.length).toBe(1);
  expect(requests.map(({ method, url, body }) => [method, url.pathname.split("/").slice(-2), body])).toEqual([
    ["POST", ["schedule", "7"], { changeId: "12" }],
  ]);
});

test("L28 an offline copy shows the change without the button", async () => {
  show(null);
  await expect.element(page.getByText("时间有变")).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});
