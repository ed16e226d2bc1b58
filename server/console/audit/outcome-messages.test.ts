import { expect, test } from "vitest";
import { wordsOfOutcome } from "./outcome-messages.ts";

test.each([
  ["order.close", "refunded", "已退款"],
  ["complaint.decide", "remove", "删除"],
  ["maker.vip", "3 stored, 1 refused", "3 条已保存，1 条被拒绝"],
  ["seal.issue", "8 codes", "8 个邀请码"],
  ["banner.order", "place 2", "移到第 2 位"],
  ["activity.restore", "version 14", "第 14 版"],
  ["activity.plan", "publish at 2026-11-30T01:30:00.000Z", "上线 · 11.30 09:30"],
  ["draft.save", "title, startTime", "活动标题、开始时间"],
  ["stock.adjust", "-4", "-4 件"],
  ["stock.adjust", "12", "+12 件"],
  ["people.export", "16 × 9 and more", null],
  ["draft.save", "title, somethingElse", null],
] as const)("CO102 the outcome of %s is shown in words: %s", (action, outcome, words) => {
  expect(wordsOfOutcome({ action, outcome })).toBe(words);
});
