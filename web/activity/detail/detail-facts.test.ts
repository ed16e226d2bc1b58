import { expect, test } from "vitest";
import { trialStatus } from "#contract/core/limits.ts";
import {
  dealerName,
  hostingDealer,
  ruleLines,
  seatsFact,
  seriesFact,
  sponsorTag,
  timeFact,
} from "./detail-facts.ts";

const series = [
  { seriesCode: "zhuguang", seriesName: "逐光", imageUrl: "" },
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "" },
  { seriesCode: "xingyun", seriesName: "行云", imageUrl: "" },
];
const dealer = {
  id: "1",
  code: "D1",
  name: "青岚中心·徐汇滨江",
  status: "BC500001",
  address: "龙腾大道 2555 号",
  phone: "021-0000-0000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.46,
  latitude: 31.18,
};

test("K12 time: a day with its hours, or several days", () => {
  expect(timeFact({ startTime: "2026-11-28T08:30:00+08:00", endTime: "2026-11-28T12:00:00+08:00" })).toEqual({
    label: "活动时间",
    value: "11月28日 周六",
    remark: "08:30 – 12:00",
  });
  expect(
    timeFact({ startTime: "2026-11-28T08:30:00+08:00", endTime: "2026-12-06T12:00:00+08:00" }),
  ).toMatchObject({ value: "11月28日 周六 08:30", remark: "至 12月6日 周日 12:00" });
  expect(
    timeFact({ startTime: "2026-12-31T20:00:00+08:00", endTime: "2027-01-01T02:00:00+08:00" }),
  ).toMatchObject({ value: "2026年12月31日 周四", remark: "20:00 – 次日 02:00" });
});

test("seats: the quota and the number taken", () => {
  expect(seatsFact({ quota: 50, remaining: 4 })).toEqual({
    label: "活动名额",
    value: "50 席",
    remark: "已报名 46 人",
  });
  expect(seatsFact({ quota: 50, remaining: 50 }).remark).toBeNull();
  // The first session has begun: its free seats count neither as taken nor as left.
  expect(seatsFact({ quota: 30, remaining: 0, taken: 24 }).remark).toBe("已报名 24 人");
  expect(seatsFact({ quota: null, remaining: null }).value).toBe("不限名额");
});

test("series by name; unknown codes are left out, and all series have a text of their own", () => {
  const drive = { seriesCodes: ["xingyun", "gone", "yuanshan"], businessType: 1 } as const;
  expect(seriesFact({ ...drive, seriesCodes: [...drive.seriesCodes] }, series)).toEqual({
    label: "体验车系",
    value: "行云、远山",
    remark: null,
  });
  expect(
    seriesFact({ seriesCodes: ["xingyun", "yuanshan", "zhuguang"], businessType: 1 }, series).value,
  ).toBe("全系车型");
  expect(seriesFact({ seriesCodes: [], businessType: 2 }, series)).toMatchObject({
    label: "适用车系",
    value: "全系车型",
  });
});

test("sponsor: headquarters, or a region by its code with and without prefix", () => {
  const regional = { sponsorLevel1: "107002", activityType: "localoffline" } as const;
  expect(sponsorTag({ ...regional, sponsorLevel2: "VWSA400000" })).toBe("华东区 · 线下");
  expect(sponsorTag({ ...regional, sponsorLevel2: "400000" })).toBe("华东区 · 线下");
  expect(sponsorTag({ ...regional, sponsorLevel2: "VWSA100000" })).toBe("北区 · 线下");
  expect(sponsorTag({ ...regional, sponsorLevel2: "nonsense" })).toBe("总部 · 线下");
  expect(sponsorTag({ sponsorLevel1: "107001", sponsorLevel2: null, activityType: "online" })).toBe(
    "总部 · 线上",
  );
});

test("K14 the host is the named dealer; its trial suffix is separate and appears once", () => {
  const other = { ...dealer, id: "2", name: "青岚空间·嘉里城" };
  expect(hostingDealer({ dealers: [other, dealer], dealerName: dealer.name })).toBe(dealer);
  expect(hostingDealer({ dealers: [other, dealer], dealerName: null })).toBe(other);
  expect(hostingDealer({ dealers: [], dealerName: null })).toBeNull();
  expect(dealerName({ ...dealer, status: trialStatus })).toEqual({ name: dealer.name, trial: "（试营业）" });
  expect(dealerName(dealer)).toEqual({ name: dealer.name, trial: null });
});

test("rules: one per line, numbered by the page", () => {
  expect(ruleLines("1. 需持驾照\n\n 2、每人一席 \n10) 遇雨改期\n3 人成组")).toEqual([
    "需持驾照",
    "每人一席",
    "遇雨改期",
    "3 人成组",
  ]);
});
