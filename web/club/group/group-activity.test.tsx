import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { ClubActivity } from "#contract/club/shapes.ts";
import { GroupScreen } from "./group-screen.tsx";
import { groupDetail } from "../testing/samples.ts";
import { show, resetClub } from "../testing/show.tsx";

const activityFor = (over: Partial<ClubActivity>): ClubActivity => ({
  activityId: "1",
  activityMode: "offline",
  title: "莫干山晨雾试驾",
  coverUrl: "/media/a.svg",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T12:00:00+08:00",
  status: 2,
  remaining: 4,
  ...over,
});
let unmount = () => {};
beforeEach(() => resetClub());
afterEach(() => unmount());

it("P12 a group's activities show their start; running online ones show their end", async () => {
  const weeks = {
    startTime: "2026-09-24T10:00:00+08:00",
    endTime: "2026-12-09T22:00:00+08:00",
    remaining: null,
  };
  const activities = [
    activityFor({}),
    activityFor({ activityId: "2", activityMode: "online", title: "旧车线上估价", ...weeks }),
    activityFor({ activityId: "3", activityMode: "online", title: "冬季检测礼券", ...weeks, status: 1 }),
  ];
  const group = groupDetail({ activities });
  const data = { screen: "group", tab: "activities", group, feed: group.feed } as const;
  ({ unmount } = show(<GroupScreen shown={data} isOwn={false} path="group/101/activities" />));
  await expect
    .element(page.getByRole("link", { name: /莫干山晨雾试驾.*周六 08:30 · 剩 4 席/ }))
    .toBeVisible();
  const running = page.getByRole("link", { name: /旧车线上估价.*12月9日 截止/ });
  await expect.element(running).toBeVisible();
  expect(running.element().textContent).not.toContain("10:00");
  await expect.element(page.getByRole("link", { name: /冬季检测礼券.*周四 10:00/ })).toBeVisible();
});
