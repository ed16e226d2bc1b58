import { beforeAll, describe, expect, it } from "vitest";
import type { NewActivity } from "../../server/activity/index.ts";
import { featuredIds } from "../index.ts";
import { fillInMemory, mockUpDay, type Filled } from "../test-fill.ts";

let filled: Filled;
beforeAll(async () => {
  filled = await fillInMemory(mockUpDay);
});
function featured(name: string): NewActivity {
  const found = filled.activities.find(({ activityId }) => activityId === featuredIds[name]);
  if (!found) throw new Error(`no ${name}`);
  return found;
}
const shanghai = (text: string): number => Date.parse(`${text}+08:00`);
const seatsLeft = ({ sessions }: NewActivity): number[] => sessions.map(({ quota, taken }) => quota - taken);

describe("featured activities in Shanghai", () => {
  it("has the dawn drive with four seats left on the Saturday after next", () => {
    const dawn = featured("dawnDrive");
    expect(dawn).toMatchObject({
      title: "莫干山晨雾试驾 · 青岚远山首批体验",
      cityCode: "310100",
      quota: 50,
      taken: 46,
    });
    expect(dawn.startTime).toBe(shanghai("2026-11-28T08:30:00"));
    expect(seatsLeft(dawn)).toEqual([0, 4]);
  });

  it("has the camp, and the track day whose sign-up opens on a Monday", () => {
    expect(featured("lakeCamp").title).toBe("淀山湖车尾露营夜，带上家人和一首歌");
    expect(featured("lakeCamp").endTime).toBe(shanghai("2026-12-06T09:00:00"));
    expect(featured("trackDay").signUpStartTime).toBe(shanghai("2026-11-30T10:00:00"));
  });

  it("has a full one, one without limit, one with a long title, and a dealer with a rare character", () => {
    expect(featured("careClass")).toMatchObject({
      title: "爱车养护讲堂：冬季电池这样用",
      quota: 60,
      taken: 60,
    });
    expect(seatsLeft(featured("careClass"))).toEqual([0, 0]);
    expect(featured("bootMarket")).toMatchObject({ quota: null, sessions: [] });
    expect(featured("longTitle").title.length).toBeGreaterThan(45);
    const rare = filled.dealers.find(({ name }) => name.includes("𠮷"));
    expect(rare).toBeDefined();
    expect(featured("rareName").dealerId).toBe(rare?.id);
  });

  it("has the online activities of the mock-ups", () => {
    const titles = filled.activities.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["行云先享官招募 200 位", "冬季检测礼券", "夜路摄影征集"]));
  });

  it("U18 has a dozen open ones, the dawn drive nearest at 2.4 km", () => {
    const metres = ({ longitude, latitude }: NewActivity): number =>
      Math.hypot((longitude - 121.48) * 95_200, (latitude - 31.22) * 111_200);
    const open = filled.activities.filter(
      ({ activityType, cityCode, signUpStartTime, signUpEndTime }) =>
        activityType === "localoffline" &&
        cityCode === "310100" &&
        signUpStartTime <= mockUpDay &&
        mockUpDay < signUpEndTime,
    );
    expect(open.length).toBeGreaterThanOrEqual(12);
    const [nearest] = open.toSorted((one, other) => metres(one) - metres(other));
    expect(nearest?.activityId).toBe(featuredIds["dawnDrive"]);
    expect(Math.round(metres(featured("dawnDrive")) / 100)).toBe(24);
  });
});
