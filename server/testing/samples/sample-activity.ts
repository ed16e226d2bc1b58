import type { NewActivity } from "../../activity/index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * An activity for tests: offline, in Shanghai, open for sign-up at `now`, 50 seats, no questions; `over`
 * overrides fields.
 */
export function sampleActivity(now: number, over: Partial<NewActivity> = {}): NewActivity {
  return {
    activityId: "1000000000000000001",
    title: "莫干山晨雾试驾",
    subtitle: "首批体验",
    coverUrl: "/media/cover.svg",
    activityType: "localoffline",
    businessType: 1,
    sponsorLevel1: "107002",
    sponsorLevel2: "VWSA400000",
    sec: "s",
    processKey: "p",
    nodeKey: "n",
    startTime: now + 7 * DAY,
    endTime: now + 7 * DAY + 4 * HOUR,
    signUpStartTime: now - DAY,
    signUpEndTime: now + 5 * DAY,
    provinceCode: "310000",
    cityCode: "310100",
    address: "徐汇区龙腾大道 2555 号",
    longitude: 121.46,
    latitude: 31.18,
    quota: 50,
    taken: 0,
    seriesCodes: ["yuanshan"],
    tags: [],
    fee: "免费",
    dealerId: null,
    dealerIds: [],
    content: "<p>内容</p>",
    agenda: [],
    form: [],
    benefits: [],
    rules: "",
    share: { title: "t", desc: "d", imgUrl: "/media/cover.svg" },
    pageType: "signup",
    asks: { series: false, dealer: false, session: false },
    blocks: [],
    sessions: [],
    ...over,
  };
}
