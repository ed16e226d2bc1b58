import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ActivitySeats } from "#contract/console/activity/sessions.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { SessionsGrid } from "./sessions-grid.tsx";

afterEach(() => vi.restoreAllMocks());

const at = (hour: string) => `2026-12-05T${hour}:00:00+08:00`;
const session = (sessionId: string, hour: string, quota: number, taken: number) => ({
  sessionId,
  dealerId: "2001",
  startTime: at(hour),
  endTime: at(String(Number(hour) + 1)),
  quota,
  taken,
  waiting: 2,
  canWrite: true,
});
const seats: ActivitySeats = {
  title: "冬季电池免费检测周",
  revision: 3,
  startTime: at("08"),
  endTime: at("18"),
  quota: 30,
  taken: 20,
  waiting: 4,
  sessionSum: 24,
  canWrite: true,
  sessions: [session("1", "09", 12, 12), session("2", "10", 12, 8)],
  dealers: [{ id: "2001", name: "徐汇滨江", status: "BC500002" }],
  asOf: at("08"),
};
const offers = [1, 2].map((minute) => ({
  sessionId: "1",
  name: "张**",
  mobile: "139****4402",
  joinedTime: `2026-11-24T09:0${minute}:00+08:00`,
  untilTime: at("09"),
}));
const answer = ({ name }: FakeRequest): Response =>
  responseOf({ data: { revision: 3, quota: 30, sessionSum: 26, offers: name === "check" ? offers : [] } });
const cell = (hour: string) => page.getByRole("textbox", { name: `${hour}:00 徐汇滨江 名额` });

test("CO53 a quota below what is taken is marked and cannot be saved; the sessions' sum is pointed out", async () => {
  fakeServer(answer);
  showInConsole(<SessionsGrid activityId="1" seats={seats} />);
  await expect.element(page.getByText("场次合计 24，活动总名额 30。多出的 6 席不会开放报名。")).toBeVisible();
  await cell("10").fill("7");
  await expect.element(page.getByText("不能小于 8")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "保存" })).toBeDisabled();
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
});

test("CO54 before saving a raised quota the page names who will be offered a seat, masked, and saves with what was seen", async () => {
  const requests = fakeServer(answer);
  showInConsole(<SessionsGrid activityId="1" seats={seats} />);
  await cell("09").fill("14");
  await page.getByRole("button", { name: "保存并发出 2 个席位" }).click();
  await expect
    .poll(() => requests.find(({ name }) => name === "save")?.body)
    .toMatchObject({
      activityId: "1",
      changed: [{ sessionId: "1", was: { quota: 12 }, value: { quota: 14, dealerId: "2001" } }],
    });
  expect(requests.some(({ body }) => JSON.stringify(body).includes("139"))).toBe(false);
});

test("CO53 Ctrl D fills down, and a table is pasted from a cell on", async () => {
  fakeServer(answer);
  showInConsole(<SessionsGrid activityId="1" seats={seats} />);
  await cell("09").fill("15");
  await userEvent.keyboard("{Control>}d{/Control}");
  await expect.element(cell("10")).toHaveValue("15");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", "16\n17\n");
  cell("09")
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(cell("09")).toHaveValue("16");
  await expect.element(cell("10")).toHaveValue("17");
});
