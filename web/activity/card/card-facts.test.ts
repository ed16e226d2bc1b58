import { expect, test } from "vitest";
import { trialStatus } from "#contract/core/limits.ts";
import { detailPath, cardNote, shownPlace } from "./card-facts.ts";
import { exampleActivity } from "../testing/activities.ts";
import * as textCss from "../../ui/styles/text.module.css";

test("C04 C07 K19 offline and online activities have separate paths, with ids digit for digit", () => {
  const activityId = "9007199254740993123";
  expect(detailPath(exampleActivity({ activityId }))).toBe(`/offline/${activityId}`);
  expect(detailPath(exampleActivity({ activityId, activityType: "online" }))).toBe(`/online/${activityId}`);
});

test("K14 the trial suffix is separate and appears once; without a dealer the address is shown", () => {
  const place = (dealerName: string | null, dealerStatus: string | null) =>
    shownPlace(exampleActivity({ dealerName, dealerStatus }));
  expect(place("青岚服务·闵行", trialStatus)).toEqual({ name: "青岚服务·闵行", trial: "（试营业）" });
  expect(place("青岚服务·闵行（试营业）", trialStatus)).toEqual({
    name: "青岚服务·闵行",
    trial: "（试营业）",
  });
  expect(place("青岚中心", "BC500001")).toEqual({ name: "青岚中心", trial: null });
  expect(place(null, null)).toEqual({ name: "青浦 · 淀山湖营地", trial: null });
  expect(shownPlace(exampleActivity({ activityType: "online" })).name).toBe("线上活动");
});

test("fact at a card's edge: seats, opening, price, end", () => {
  const note = (over: Parameters<typeof exampleActivity>[0]) => cardNote(exampleActivity(over)).text;
  expect(note({})).toBe("剩 10 席");
  expect(cardNote(exampleActivity({ remaining: 4 }))).toEqual({ text: "仅剩 4 席", tone: textCss.accent });
  expect(note({ remaining: 0 })).toBe("名额已满");
  expect(note({ quota: null, remaining: null, fee: "¥168" })).toBe("¥168");
  expect(note({ status: 1 })).toBe("11.20 10:00 开放报名");
  expect(note({ status: 1, quota: null, remaining: null })).toBe("11.20 10:00 开始");
  expect(note({ status: 1, activityType: "online", quota: null, remaining: null })).toBe("11.28 08:30 开始");
  expect(note({ status: 3 })).toBe("查看详情");
});
