import { expect, test } from "vitest";
import { fault, faultCodeOf, wordFault, type FaultCode } from "../../core/faults.ts";
import { commandFaults } from "../messages.ts";
import { CatalogueError, parseCatalogue } from "../rules.ts";
import { activityFaults } from "./judge.ts";
import { consoleFaults } from "./messages.ts";

/** Faults of a catalogue with one activity. */
function faultsOf(activity: object): CatalogueError {
  try {
    parseCatalogue({ activities: [activity] });
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
  throw new Error("the activity has no faults");
}

test("CO44 every fault has words for the command and for the console, in their languages", () => {
  expect(Object.keys(consoleFaults).toSorted()).toEqual(Object.keys(commandFaults).toSorted());
  for (const code of Object.keys(commandFaults) as FaultCode[]) {
    const text = (fault as (code: FaultCode, ...values: unknown[]) => string)(code, "9", "9");
    expect(faultCodeOf(text)).toBe(code);
    expect(wordFault(text, commandFaults)).not.toMatch(/\p{Script=Han}/u);
    expect(wordFault(text, consoleFaults)).toMatch(/\p{Script=Han}/u);
  }
});

test("CO44 the command and the console say the same faults at the same places", () => {
  const error = faultsOf({
    activityId: "8001",
    title: "",
    subtitle: "字".repeat(101),
    coverUrl: "cover.svg",
    activityType: "localoffline",
    businessType: 7,
    startTime: "2036-01-02 10:00",
    cityCode: "310100",
    provinceCode: "330000",
    quota: -1,
    unknown: 1,
  });
  expect(activityFaults(error.faults)).toMatchObject({
    title: "请填写",
    subtitle: "最多 100 个字",
    coverUrl: "请选择图片，或填写 https:// 地址",
    businessType: "只能是 1, 2, 3, 4 之一",
    startTime: "请选择日期和时间",
    address: "请填写",
    quota: "至少 0",
    unknown: "没有这一项",
  });
  expect(error.problems).toMatchObject({
    "activities.0.title": "must not be empty",
    "activities.0.subtitle": "must be at most 100 characters long",
    "activities.0.businessType": "must be one of 1, 2, 3, 4",
    "activities.0.address": "is missing",
    "activities.0.unknown": "is unknown",
  });
  expect(Object.keys(error.problems)).toEqual(Object.keys(error.faults));
});

test("CO44 a text that is no fault stays as it is", () => {
  expect(wordFault("题目编号不能重复", commandFaults)).toBe("题目编号不能重复");
  expect(faultCodeOf("题目编号不能重复")).toBeNull();
});
