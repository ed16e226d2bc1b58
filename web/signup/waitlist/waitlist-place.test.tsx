import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { currentSession } from "../../platform/session/session.ts";
import { activityId, fakeSend } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";
import { useTicket } from "../ticket/use-ticket.ts";
import { WaitlistView } from "./waitlist-view.tsx";

const waiting = (over: Partial<WaitlistEntry>): WaitlistEntry => ({
  signUpId: "1",
  state: "waiting",
  position: 2,
  offerUntil: null,
  title: "莫干山晨雾试驾",
  coverUrl: "data:,",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T10:00:00+08:00",
  dealerName: null,
  address: "龙腾大道 2555 号",
  ...over,
});

/** Renders a waitlist entry; requests are answered by `answer`. */
function showPlace(answer: () => WaitlistEntry | null) {
  const { send, sent } = fakeSend({
    showSignUp: () => {
      const now = answer();
      return { signed: false, signUpId: "1", ticketCode: null, status: null, ticket: null, waiting: now };
    },
  });
  const Place = () => {
    const { waiting: now } = useTicket({
      activityId,
      first: null,
      firstWaiting: waiting({}),
      firstOf: "open-1",
      openId: "open-1",
      send,
    });
    return now && <WaitlistView {...{ activityId, waiting: now }} onChanged={() => {}} onAgain={() => {}} />;
  };
  currentSession.save({
    accessToken: "token",
    userInfo: { openId: "open-1", mobile: null, nickname: "n", avatar: null, vip: false, owner: false },
  });
  show(<Place />);
  return sent;
}

test("L18 a shown waitlist entry updates to an offered seat when the page is visible again, and by polling", async () => {
  let now = waiting({});
  const sent = showPlace(() => now);
  await expect.element(page.getByText("候补第 2 位")).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  now = waiting({ position: 1 });
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("候补第 1 位")).toBeVisible();
  now = waiting({ state: "offered", position: 0, offerUntil: "2099-11-28T08:30:00+08:00" });
  await expect.element(page.getByRole("button", { name: "确认参加" })).toBeVisible();
});

test("L18 an expired entry stops polling", async () => {
  const sent = showPlace(() => waiting({ state: "expired", position: 0 }));
  await expect.element(page.getByText("候补已结束")).toBeVisible();
  const before = sent.length;
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByRole("button", { name: "重新加入候补" })).toBeVisible();
  expect(sent).toHaveLength(before);
});

test("W10 an entry of a cancelled activity shows the reason and a link to others, and can be neither left nor renewed", async () => {
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  showPlace(() => waiting({ state: "expired", position: 0, calledOff }));
  await expect.element(page.getByText("取消原因：因暴雨天气")).toBeVisible();
  await expect.element(page.getByText("活动已取消")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "看看其他活动" })).toHaveAttribute("href", "/list");
  expect(page.getByRole("button").elements()).toEqual([]);
});
