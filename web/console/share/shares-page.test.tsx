import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ShareRow } from "#contract/console/content/shares.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { SharesPage } from "./shares-page.tsx";

afterEach(() => vi.restoreAllMocks());

const share = (over: Partial<ShareRow> = {}): ShareRow => ({
  shareId: "1571000000000000100/21",
  activityId: "1571000000000000100",
  activityTitle: "莫干山晨雾试驾",
  nickname: "山间来信",
  mobile: "139****6650",
  createdTime: "2026-11-26T10:04:00+08:00",
  opens: 1204,
  helps: 31,
  signUps: 18,
  leads: 2,
  helpers: 44,
  ...over,
});
const rows = [share(), share({ shareId: "1571000000000000100/22", nickname: "一路向北", helpers: 3 })];
const answers: Readonly<Record<string, unknown>> = {
  shares: { rows, next: null, count: 2, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
  "shares/sums": {
    links: 2,
    sharers: 2,
    opens: 2408,
    helps: 62,
    signUps: 36,
    leads: 4,
    asOf: "2026-11-27T14:22:00+08:00",
  },
  "shares/helpers": {
    share: rows[0],
    helpers: [{ kind: "signUp", name: "欧**", time: "2026-11-26T12:00:00+08:00" }],
  },
  views: { views: [] },
};
const serve = () =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    return path in answers
      ? { code: "00", data: answers[path] }
      : Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });

test("CO29 the ranking, its sums and one sharer have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<SharesPage />, { at: "/shares" });
  await expect.element(page.getByText("2,408")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /山间来信/ }).click();
  await expect.element(page.getByText("欧**")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("the list and its sums take the filter of the address", async () => {
  const sent = serve();
  showInConsole(<SharesPage />, { at: "/shares?activity=1571000000000000100&days=2026-11-01..2026-11-27" });
  await expect.element(page.getByRole("button", { name: /一路向北/ })).toBeVisible();
  const filter = { activityId: "1571000000000000100", from: "2026-11-01", to: "2026-11-27" };
  const bodies = sent.filter(({ url }) => /shares(?:\/sums)?$/.test(url.pathname)).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  for (const body of bodies) expect(body).toMatchObject({ filter });
});
