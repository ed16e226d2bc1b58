import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { setSite } from "../../platform/environment/site.ts";
import { activityId } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";
import { violations } from "../../ui/testing/show.tsx";
import { ticketCodeAt } from "./ticket-code.tsx";
import type { Ticket } from "./ticket-record.ts";
import { TicketView } from "./ticket-view.tsx";

const ticket: Ticket = {
  activityId,
  activityType: "localoffline",
  ticketCode: "64C9 MATK 6N46",
  status: "confirmed",
  title: "莫干山<b>晨雾</b>试驾",
  coverUrl: "data:,",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T10:00:00+08:00",
  address: "龙腾大道 2555 号",
  longitude: 121.46,
  latitude: 31.18,
  dealerName: "青岚中心·徐汇滨江（试营业）",
  seriesName: "远山",
  name: "林𠮷岚🙂<script>",
  mobile: "138****5678",
  createdTime: "2026-11-20T12:00:00+08:00",
  signUpId: "15",
  key: "k",
};
setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
const showTicket = (over: Partial<Ticket> = {}, isNew = false, isOfflineCopy = false) =>
  show(
    <TicketView
      ticket={{ ...ticket, ...over }}
      detail={`/offline/${activityId}`}
      {...{ isNew, isOfflineCopy }}
      onAcknowledged={() => {}}
    />,
  );

test("L07 K14 L13 L14 a ticket shows the sign-up as text, with the number masked", async () => {
  showTicket();
  const article = page.getByRole("article", { name: "报名凭证" });
  for (const text of [
    ticket.title,
    "11月28日 周六 08:30 – 10:00",
    "138****5678",
    "青岚中心·徐汇滨江（试营业） · 龙腾大道 2555 号",
    "远山",
    "64C9 MATK 6N46",
  ])
    await expect.element(article.getByText(text)).toBeVisible();
  expect(article.element().textContent).toContain(ticket.name);
  await expect.element(page.getByRole("img", { name: "报名凭证二维码" })).toBeVisible();
  await expect.element(page.getByText("每 60 秒自动更新", { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("L07 the ticket of an online activity has no place, unless a dealer hosts it", async () => {
  showTicket({ activityType: "online", dealerName: null, address: "线上活动" });
  await expect.element(page.getByText("参与时请向工作人员出示", { exact: false })).toBeVisible();
  expect(page.getByRole("link", { name: "导航" }).elements()).toHaveLength(0);
  showTicket({ activityType: "online" });
  await expect.element(page.getByRole("link", { name: "导航" })).toBeVisible();
});

test("L20 the calendar file has the session's times and is downloaded as a file", async () => {
  const blobs: Blob[] = [];
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "#";
  });
  showTicket();
  await page.getByRole("button", { name: "加入日历" }).click();
  expect(made).toHaveBeenCalledTimes(1);
  const text = await blobs[0]?.text();
  expect(text).toContain("DTSTART;TZID=Asia/Shanghai:20261128T083000\r\n");
  expect(text).toContain(`UID:sign-up-${activityId}@${demoBrand.domain}\r\n`);
  made.mockRestore();
});

test("W10 a cancelled activity shows the reason instead of the code; its calendar file cancels the event", async () => {
  const blobs: Blob[] = [];
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "#";
  });
  showTicket({ calledOff: { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" } });
  const article = page.getByRole("article", { name: "报名凭证" });
  await expect.element(article.getByText("活动已取消")).toBeVisible();
  await expect.element(article.getByText("取消原因：因暴雨天气")).toBeVisible();
  for (const gone of [article.getByText("64C9 MATK 6N46"), page.getByRole("img", { name: "报名凭证二维码" })])
    expect(gone.elements()).toHaveLength(0);
  expect(page.getByRole("link", { name: "导航" }).elements()).toHaveLength(0);
  expect(page.getByRole("button", { name: "转发" }).elements()).toHaveLength(0);
  await expect
    .element(page.getByRole("link", { name: "看看其他活动" }))
    .toHaveAttribute("href", "/list?activityType=localoffline");
  await page.getByRole("button", { name: "从日历中取消" }).click();
  const event = await blobs[0]?.text();
  for (const line of ["STATUS:CANCELLED\r\n", "SUMMARY:【已取消】", "DESCRIPTION:取消原因：因暴雨天气"])
    expect(event).toContain(line);
  expect(await violations()).toEqual([]);
  made.mockRestore();
});

test("navigation leads to the ticket's own place", async () => {
  showTicket();
  const link = page.getByRole("link", { name: "导航" });
  await expect.element(link).toBeVisible();
  const href = link.element().getAttribute("href");
  expect(new URL(href ?? "").searchParams.get("position")).toBe("121.46,31.18");
});

test("a new sign-up is shown and announced", async () => {
  showTicket({}, true);
  await expect.element(page.getByRole("status")).toHaveTextContent("报名成功");
  await expect.poll(() => document.activeElement).toBe(page.getByRole("article").element());
});

test("without a network the stored ticket is marked as such", async () => {
  showTicket({}, false, true);
  await expect.element(page.getByRole("status")).toHaveTextContent("网络不可用，显示的是上次保存的凭证。");
});

test("a waitlist entry has no code", async () => {
  showTicket({ status: "waitlisted" }, true);
  await expect.element(page.getByRole("status")).toHaveTextContent("已加入候补");
  await expect.element(page.getByRole("img", { name: "报名凭证二维码" })).not.toBeInTheDocument();
});

test("L19 the code changes each minute and is made with the ticket's own key; a ticket without a key has none", async () => {
  const shown = () => page.getByRole("img", { name: "报名凭证二维码" }).element().getAttribute("src");
  const at = (time: string) => {
    vi.setSystemTime(time);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-11-28T08:00:00+08:00");
  showTicket();
  await vi.waitFor(shown);
  const first = shown();
  at("2026-11-28T08:00:59+08:00");
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(shown()).toBe(first);
  at("2026-11-28T08:01:00+08:00");
  await vi.waitFor(() => expect(shown()).not.toBe(first));
  vi.useRealTimers();
  const step = 29_000_000;
  expect(ticketCodeAt("15", "k", step)).toMatch(/^MQ1\.15\.29000000\.[0-9a-f]{20}$/);
  expect(ticketCodeAt("15", "other", step)).not.toBe(ticketCodeAt("15", "k", step));
  showTicket({ key: undefined });
  await expect.element(page.getByText("二维码在联网后显示", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "报名凭证二维码" })).not.toBeInTheDocument();
});
