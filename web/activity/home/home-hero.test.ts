import { expect, test } from "vitest";
import { introductionText } from "./home-hero.tsx";

test("number of open activities, with the nearest distance only from the person's own point", () => {
  expect(introductionText({ count: 12, nearest: 2_400 }, "上海")).toBe(
    "附近有 12 场活动正在报名，最近的 2.4km",
  );
  expect(introductionText({ count: 12, nearest: null }, "上海")).toBe("上海有 12 场活动正在报名");
  expect(introductionText({ count: 0, nearest: null }, "上海")).toBe("上海近期暂无可报名的活动");
});
