import { describe, expect, it } from "vitest";
import { statusAt, activityStatusWindow, type NewActivity } from "../../server/activity/index.ts";
import { DAY } from "../calendar.ts";
import { readPlaces } from "../location/places.ts";
import { fillInMemory, mockUpDay, titlesWhere } from "../test-fill.ts";

const bigCities = readPlaces()
  .cities.filter(({ size }) => size === "metropolis")
  .map(({ code }) => code);
const everyStatus = new Set([1, 2, 3]);

const statusesOf = (activities: readonly NewActivity[], now: number): Set<number> =>
  new Set(
    activities.map((one) => {
      const { open, close } = activityStatusWindow(one);
      return statusAt(open, close, now);
    }),
  );
/** Days within 60 days of the first start on which a status is missing. */
const incompleteDays = (activities: readonly NewActivity[], now: number): number[] =>
  Array.from({ length: 61 }, (_, day) => day).filter(
    (day) => statusesOf(activities, now + day * DAY).size < everyStatus.size,
  );
const seatsOf = (activities: readonly NewActivity[], now: number): Set<string> =>
  new Set(
    activities
      .filter((one) => one.signUpStartTime <= now && now < one.signUpEndTime && one.quota !== null)
      .map(({ quota, taken }) => {
        const share = taken / (quota ?? 1);
        if (share === 1) return "full";
        return share >= 0.85 ? "nearly full" : "free";
      }),
  );

// Each weekday, the turn of a day, of a month and of a year, summer and the new year's holidays.
const firstStarts = [
  mockUpDay,
  ...[1, 2, 3, 4, 5, 6].map((days) => mockUpDay + days * DAY),
  Date.parse("2026-12-31T23:59:59+08:00"),
  Date.parse("2027-02-06T00:00:00+08:00"),
  Date.parse("2027-05-02T15:59:59Z"),
  Date.parse("2027-07-18T22:30:00+08:00"),
  Date.parse("2028-02-29T12:00:00+08:00"),
];

describe.each(firstStarts.map((now) => [new Date(now).toISOString(), now] as const))(
  "first start at %s",
  (_, now) => {
    it("K09 K10 both lists have all statuses on every day for 60 days", async () => {
      const { activities } = await fillInMemory(now);
      for (const type of ["online", "localoffline"] as const) {
        const list = activities.filter(({ activityType }) => activityType === type);
        expect(statusesOf(list, now)).toEqual(everyStatus);
        expect(incompleteDays(list, now)).toEqual([]);
      }
    });

    it("M01 M05 online activities of each page type are upcoming, open and over", async () => {
      const { activities } = await fillInMemory(now);
      for (const type of ["signup", "lead", "landing", "localOfflineLead"] as const) {
        const list = activities.filter(
          ({ activityType, pageType, isDraft }) =>
            activityType === "online" && pageType === type && isDraft !== true,
        );
        expect([type, statusesOf(list, now)]).toEqual([type, everyStatus]);
      }
    });

    it("every large city has all statuses for 60 days, and free, nearly full and full activities at first", async () => {
      const { activities } = await fillInMemory(now);
      const isHere = (code: string) => (one: NewActivity) =>
        one.activityType === "localoffline" && one.cityCode === code;
      const incomplete = bigCities.filter((code) => {
        const list = activities.filter(isHere(code));
        return incompleteDays(list, now).length > 0 || seatsOf(list, now).size < 3;
      });
      expect(incomplete).toEqual([]);
    });

    it("activities have sign-ups only after opening", async () => {
      const { activities } = await fillInMemory(now);
      const isInvalid = ({ activityType, signUpStartTime, taken }: NewActivity) =>
        signUpStartTime > now ? taken > 0 : activityType === "localoffline" && taken === 0;
      expect(titlesWhere(activities, isInvalid)).toEqual([]);
    });
  },
);
