import { expect, test } from "vitest";
import { shownQuota, shownStatus } from "./status.ts";

const online = "online" as const;
const offline = "localoffline" as const;

test("K09 K10 K11 labels of list A for online and list B for offline activities", () => {
  const told = (activityType: typeof online | typeof offline) =>
    ([1, 2, 3] as const).map((status) => shownStatus({ activityType, status, remaining: null }).label);
  expect(told(online)).toEqual(["未开始", "进行中", "已结束"]);
  expect(told(offline)).toEqual(["未开始", "报名中", "已结束"]);
});

test("an open activity without seats is full; a closed or future one is not", () => {
  expect(shownStatus({ activityType: offline, status: 2, remaining: 0 })).toEqual({
    kind: "full",
    label: "名额已满",
  });
  expect(shownStatus({ activityType: offline, status: 1, remaining: 0 }).kind).toBe("soon");
  expect(shownStatus({ activityType: offline, status: 3, remaining: 0 }).kind).toBe("ended");
  expect(shownStatus({ activityType: offline, status: 2, remaining: 1 }).kind).toBe("live");
});

test("a quota is hot from 85 %; a single seat is never rounded away", () => {
  expect(shownQuota({ quota: null, remaining: null })).toBeNull();
  expect(shownQuota({ quota: 100, remaining: 16 })).toEqual({ percent: 84, isHot: false, remaining: 16 });
  expect(shownQuota({ quota: 100, remaining: 15 })).toEqual({ percent: 85, isHot: true, remaining: 15 });
  expect(shownQuota({ quota: 1000, remaining: 1 })?.percent).toBe(99);
  expect(shownQuota({ quota: 1000, remaining: 999 })?.percent).toBe(1);
  expect(shownQuota({ quota: 20, remaining: 0 })).toEqual({ percent: 100, isHot: true, remaining: 0 });
  expect(shownQuota({ quota: 20, remaining: 30 })).toEqual({ percent: 0, isHot: false, remaining: 20 });
});
