import { formatDateTime } from "#contract/core/date-text.ts";
import type { NewActivity } from "../../server/activity/index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Activity for a simulated crowd: it requires only name and mobile, and is in a city that no list of the demo
 * shows.
 * @param opensTime by the server's clock, ms
 */
export function drillActivity(activityId: string, seats: number, opensTime: number): NewActivity {
  const coverUrl = "/media/cover.svg";
  return {
    activityId,
    title: `开抢演练 ${formatDateTime(opensTime)} · ${seats} 席`,
    subtitle: "环境实验室的模拟活动",
    coverUrl,
    activityType: "localoffline",
    businessType: 1,
    sponsorLevel1: "107002",
    sponsorLevel2: null,
    sec: "lab",
    processKey: "lab",
    nodeKey: "lab",
    startTime: opensTime + 7 * DAY,
    endTime: opensTime + 7 * DAY + 4 * HOUR,
    signUpStartTime: opensTime,
    signUpEndTime: opensTime + DAY,
    provinceCode: "540000",
    cityCode: "540600",
    address: "环境实验室",
    longitude: 92.06,
    latitude: 31.48,
    quota: seats,
    taken: 0,
    seriesCodes: [],
    tags: [],
    fee: "免费",
    dealerId: null,
    dealerIds: [],
    content: "<p>由环境实验室的开抢现场生成，报名的都是模拟人。</p>",
    agenda: [],
    form: [],
    benefits: [],
    rules: "",
    share: { title: "开抢演练", desc: "环境实验室", imgUrl: coverUrl },
    pageType: "signup",
    asks: { series: false, dealer: false, session: false },
    blocks: [],
    sessions: [],
  };
}
