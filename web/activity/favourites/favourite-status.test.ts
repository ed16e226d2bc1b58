import { expect, test } from "vitest";
import { favouriteWithStatus, type FavouriteAnswer } from "./favourite-status.ts";

const now = Date.parse("2026-11-28T12:00:00+08:00");
const kept = {
  activityId: "1",
  activityType: "localoffline",
  title: "收藏时的标题",
  coverUrl: "/cover",
  startTime: "2026-12-05T08:30:00+08:00",
  endTime: "2026-12-05T12:00:00+08:00",
} as const;
const over = { ...kept, activityId: "2", endTime: "2026-11-28T11:59:59+08:00" };
const told: FavouriteAnswer = {
  asked: ["1", "2", "3"],
  found: [
    { ...kept, title: "现在的标题", status: 2, remaining: 0 },
    { ...over, status: 2, remaining: null },
  ],
};

test("a favourite shows the server's current data: title, full, ended, or no longer public", () => {
  expect(favouriteWithStatus(kept, told, now)).toMatchObject({
    shown: { title: "现在的标题" },
    status: { kind: "full", label: "名额已满" },
  });
  expect(favouriteWithStatus(over, told, now).status?.label).toBe("已结束");
  expect(favouriteWithStatus({ ...over, activityId: "3" }, told, now).status).toEqual({
    kind: "mute",
    label: "已下线",
  });
});

test("a favourite without an answer shows its stored data and ends by its stored dates", () => {
  const unasked = { ...kept, activityId: "9" };
  expect(favouriteWithStatus(unasked, told, now)).toEqual({ shown: unasked, status: null });
  expect(favouriteWithStatus({ ...over, activityId: "9" }, null, now).status?.label).toBe("已结束");
});
