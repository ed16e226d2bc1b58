import { beforeAll, describe, expect, it } from "vitest";
import { activityDetail, type ActivityDetail } from "#contract/activity/activity.ts";
import { pageBlocks } from "#contract/blocks/blocks.ts";
import { featuredIds } from "../index.ts";
import { fillInMemory, mockUpDay, titlesWhere, type Filled } from "../test-fill.ts";
import { toShanghaiIso, type NewActivity } from "../../server/activity/index.ts";

let filled: Filled;
beforeAll(async () => {
  filled = await fillInMemory(mockUpDay);
});
const offline = () => filled.activities.filter(({ activityType }) => activityType === "localoffline");
const online = () => filled.activities.filter(({ activityType }) => activityType === "online");
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const shanghaiDate = (moment: number): Date => new Date(moment + 8 * 3_600_000);

/** As the contract shows it; what depends on the asker is made up. */
const shown = (one: NewActivity): ActivityDetail => ({
  ...one,
  blocks: pageBlocks.parse(one.blocks),
  activityMode: one.activityType === "online" ? "online" : "offline",
  status: 1,
  distance: null,
  remaining: one.quota === null ? null : one.quota - one.taken,
  dealerName: null,
  dealerStatus: null,
  dealers: [],
  hasCoupons: false,
  waiting: 0,
  serverTime: toShanghaiIso(mockUpDay),
  startTime: toShanghaiIso(one.startTime),
  endTime: toShanghaiIso(one.endTime),
  signUpStartTime: toShanghaiIso(one.signUpStartTime),
  signUpEndTime: toShanghaiIso(one.signUpEndTime),
});

describe("activities of the demo brand", () => {
  it("K01 K02 are more than 340 offline in 60 cities, and 60 online", () => {
    expect(offline().length).toBeGreaterThan(340);
    expect(new Set(offline().map(({ cityCode }) => cityCode)).size).toBeGreaterThanOrEqual(60);
    expect(online().length).toBeGreaterThanOrEqual(60);
  });

  it("M12 some give coupons to everyone, some to owners and some to who is signed up; none is gone already", () => {
    const { benefits } = filled;
    expect(new Set(benefits.map(({ audience }) => audience))).toEqual(
      new Set(["everyone", "owners", "signedUp"]),
    );
    const given = new Set(filled.activities.map(({ activityId }) => activityId));
    expect(benefits.filter((one) => !given.has(one.activity_id))).toEqual([]);
    expect(benefits.filter(({ stock, sent }) => stock === null || sent >= stock)).toEqual([]);
    expect(
      benefits.some((one) => one.from_time.getTime() <= mockUpDay && one.to_time.getTime() > mockUpDay),
    ).toBe(true);
  });

  it("K08 K19 have unique ids of 19 digits, in order of time, below the server's own", () => {
    const ids = [
      ...filled.activities.map(({ activityId }) => activityId),
      ...filled.activities.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId)),
      ...filled.dealers.map(({ id }) => id),
      ...filled.banners.map(({ id }) => id),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^1000000000000\d{6}$/.test(id))).toEqual([]);
    // After the featured ones, ids follow the weeks, counted from a Monday.
    const monday = Date.parse("2026-01-05T00:00:00+08:00");
    const weeks = offline()
      .slice(Object.keys(featuredIds).length)
      .map(({ startTime }) => Math.floor((startTime - monday) / (7 * 86_400_000)));
    expect(weeks).toEqual(weeks.toSorted((one, other) => one - other));
  });

  it("fit the contract", () =>
    expect(titlesWhere(filled.activities, (one) => !activityDetail.safeParse(shown(one)).success)).toEqual(
      [],
    ));

  it("K03 K04 K05 cover all business types, both sponsors and all eight regions, online and offline", () => {
    for (const list of [offline(), online()]) {
      expect(new Set(list.map(({ businessType }) => businessType))).toEqual(new Set([1, 2, 3, 4]));
      expect(new Set(list.map(({ sponsorLevel1 }) => sponsorLevel1))).toEqual(new Set(["107001", "107002"]));
      expect(new Set(list.map(({ sponsorLevel2 }) => sponsorLevel2)).size).toBe(9);
    }
    const isOdd = ({ sponsorLevel1, sponsorLevel2 }: NewActivity) =>
      (sponsorLevel1 === "107001") !== (sponsorLevel2 === null);
    expect(titlesWhere(filled.activities, isOdd)).toEqual([]);
    expect(new Set(filled.activities.map(({ pageType }) => pageType))).toEqual(
      new Set(["signup", "lead", "landing", "localOfflineLead"]),
    );
  });

  it("tell at least 25 ideas, and no two are the same", () => {
    expect(new Set(offline().map(({ benefits }) => benefits[0]?.benefitId)).size).toBeGreaterThanOrEqual(25);
    expect(new Set(filled.activities.map(({ title }) => title)).size).toBe(filled.activities.length);
    expect(new Set(filled.activities.map(({ content }) => content)).size).toBe(filled.activities.length);
  });

  it("count seats that add up", () => {
    const isOver = ({ quota, taken, sessions }: NewActivity) =>
      taken < 0 || (quota !== null && taken > quota) || sessions.some((one) => one.taken > one.quota);
    const isOff = ({ quota, taken, sessions }: NewActivity) =>
      sessions.length > 0 &&
      (sum(sessions.map((one) => one.quota)) !== quota || sum(sessions.map((one) => one.taken)) !== taken);
    expect(titlesWhere(filled.activities, isOver)).toEqual([]);
    expect(titlesWhere(filled.activities, isOff)).toEqual([]);
  });

  it("have sessions within their time, and dealers that there are", () => {
    const dealers = new Set(filled.dealers.map(({ id }) => id));
    const isOutside = ({ startTime, endTime, sessions }: NewActivity) =>
      sessions.some(
        (one) => one.startTime < startTime || one.endTime > endTime || one.endTime <= one.startTime,
      );
    const isOfNobody = ({ dealerId, dealerIds, sessions }: NewActivity) =>
      dealerIds.length === 0 ||
      [dealerId, ...sessions.map((one) => one.dealerId)].some(
        (id) => id !== null && !dealerIds.includes(id),
      ) ||
      dealerIds.some((id) => !dealers.has(id));
    const asksWrong = ({ asks, dealerIds, sessions }: NewActivity) =>
      asks.session !== sessions.length > 0 || (asks.dealer && dealerIds.length < 2);
    for (const fault of [isOutside, isOfNobody, asksWrong]) expect(titlesWhere(offline(), fault)).toEqual([]);
  });

  it("are held on weekends, sign-up before them, the agenda from their beginning", () => {
    const isOnWorkday = ({ startTime }: NewActivity) => ![6, 0].includes(shanghaiDate(startTime).getUTCDay());
    const isDisordered = (one: NewActivity) =>
      one.endTime <= one.startTime ||
      one.signUpStartTime >= Math.min(one.startTime, one.signUpEndTime) ||
      one.signUpEndTime >= one.endTime;
    const agendaIsOff = ({ agenda, startTime }: NewActivity) => {
      const times = agenda.map(({ time }) => time);
      return (
        times[0] !== shanghaiDate(startTime).toISOString().slice(11, 16) ||
        times.some((time, at) => at > 0 && time <= (times[at - 1] ?? ""))
      );
    };
    for (const fault of [isOnWorkday, isDisordered, agendaIsOff])
      expect(titlesWhere(offline(), fault)).toEqual([]);
  });

  it("W10 nobody signs up for what is over, and no coupon ends before its giving out does", () => {
    const isLate = (one: NewActivity) => one.signUpEndTime > one.endTime;
    expect(titlesWhere(filled.activities, isLate)).toEqual([]);
    const ends = filled.benefits.map((one) => one.valid_to !== null && one.valid_to < one.to_time);
    expect(ends).not.toContain(true);
  });

  it("are the same at every first start at the same time", async () => {
    expect(await fillInMemory(mockUpDay)).toEqual(filled);
  });

  it("keep their ids and cities whenever the first start is", async () => {
    const other = await fillInMemory(Date.parse("2027-07-01T00:00:00Z"));
    const inCity = ({ activities }: Filled) =>
      activities.map(({ activityId, cityCode }) => activityId + cityCode);
    expect(inCity(other)).toEqual(inCity(filled));
  });
});
