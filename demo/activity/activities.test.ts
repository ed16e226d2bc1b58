import { beforeAll, describe, expect, it } from "vitest";
import { activityDetail, type ActivityDetail } from "#contract/activity/activity.ts";
import { pageBlocks } from "#contract/blocks/blocks.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { featuredIds } from "../index.ts";
import { fillInMemory, mockUpDay, titlesWhere, type Filled } from "../test-fill.ts";
import { type NewActivity } from "../../server/activity/index.ts";

let filled: Filled;
beforeAll(async () => {
  filled = await fillInMemory(mockUpDay);
});
const offline = () => filled.activities.filter(({ activityType }) => activityType === "localoffline");
const online = () => filled.activities.filter(({ activityType }) => activityType === "online");
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const shanghaiDate = (moment: number): Date => new Date(moment + 8 * 3_600_000);

/** An activity as the contract shows it; fields that depend on the caller have fixed values. */
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
  it("K01 K02 has more than 340 offline activities in 60 cities, and 60 online ones", () => {
    expect(offline().length).toBeGreaterThan(340);
    expect(new Set(offline().map(({ cityCode }) => cityCode)).size).toBeGreaterThanOrEqual(60);
    expect(online().length).toBeGreaterThanOrEqual(60);
  });

  it("M12 has coupons for everyone, for owners and for people who signed up, none sold out", () => {
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

  it("K08 K19 has unique ids of 19 digits, ordered by time, below the server's", () => {
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

  it("satisfies the contract's schema", () =>
    expect(titlesWhere(filled.activities, (one) => !activityDetail.safeParse(shown(one)).success)).toEqual(
      [],
    ));

  it("K03 K04 K05 covers all business types, both sponsors and all eight regions, online and offline", () => {
    for (const list of [offline(), online()]) {
      expect(new Set(list.map(({ businessType }) => businessType))).toEqual(new Set([1, 2, 3, 4]));
      expect(new Set(list.map(({ sponsorLevel1 }) => sponsorLevel1))).toEqual(new Set(["107001", "107002"]));
      expect(new Set(list.map(({ sponsorLevel2 }) => sponsorLevel2)).size).toBe(9);
    }
    const isInvalid = ({ sponsorLevel1, sponsorLevel2 }: NewActivity) =>
      (sponsorLevel1 === "107001") !== (sponsorLevel2 === null);
    expect(titlesWhere(filled.activities, isInvalid)).toEqual([]);
    expect(new Set(filled.activities.map(({ pageType }) => pageType))).toEqual(
      new Set(["signup", "lead", "landing", "localOfflineLead"]),
    );
  });

  it("has at least 25 concepts and no duplicates", () => {
    expect(new Set(offline().map(({ benefits }) => benefits[0]?.benefitId)).size).toBeGreaterThanOrEqual(25);
    expect(new Set(filled.activities.map(({ title }) => title)).size).toBe(filled.activities.length);
    expect(new Set(filled.activities.map(({ content }) => content)).size).toBe(filled.activities.length);
  });

  it("has consistent seat counts", () => {
    const isOver = ({ quota, taken, sessions }: NewActivity) =>
      taken < 0 || (quota !== null && taken > quota) || sessions.some((one) => one.taken > one.quota);
    const isOff = ({ quota, taken, sessions }: NewActivity) =>
      sessions.length > 0 &&
      (sum(sessions.map((one) => one.quota)) !== quota || sum(sessions.map((one) => one.taken)) !== taken);
    expect(titlesWhere(filled.activities, isOver)).toEqual([]);
    expect(titlesWhere(filled.activities, isOff)).toEqual([]);
  });

  it("has sessions within the activity's time, and existing dealers", () => {
    const dealers = new Set(filled.dealers.map(({ id }) => id));
    const isOutside = ({ startTime, endTime, sessions }: NewActivity) =>
      sessions.some(
        (one) => one.startTime < startTime || one.endTime > endTime || one.endTime <= one.startTime,
      );
    const hasUnknownDealer = ({ dealerId, dealerIds, sessions }: NewActivity) =>
      dealerIds.length === 0 ||
      [dealerId, ...sessions.map((one) => one.dealerId)].some(
        (id) => id !== null && !dealerIds.includes(id),
      ) ||
      dealerIds.some((id) => !dealers.has(id));
    const asksWrong = ({ asks, dealerIds, sessions }: NewActivity) =>
      asks.session !== sessions.length > 0 || (asks.dealer && dealerIds.length < 2);
    for (const fault of [isOutside, hasUnknownDealer, asksWrong])
      expect(titlesWhere(offline(), fault)).toEqual([]);
  });

  it("has offline activities on weekends, with sign-up before and an agenda from the start", () => {
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

  it("W10 ends sign-up by the activity's end, and coupons are valid until they are no longer given", () => {
    const isLate = (one: NewActivity) => one.signUpEndTime > one.endTime;
    expect(titlesWhere(filled.activities, isLate)).toEqual([]);
    const ends = filled.benefits.map((one) => one.valid_to !== null && one.valid_to < one.to_time);
    expect(ends).not.toContain(true);
  });

  it("is identical for the same time of the first start", async () => {
    expect(await fillInMemory(mockUpDay)).toEqual(filled);
  });

  it("has the same ids and cities for any time of the first start", async () => {
    const other = await fillInMemory(Date.parse("2027-07-01T00:00:00Z"));
    const inCity = ({ activities }: Filled) =>
      activities.map(({ activityId, cityCode }) => activityId + cityCode);
    expect(inCity(other)).toEqual(inCity(filled));
  });
});
