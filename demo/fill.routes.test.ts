import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBanners, listNearby, listSeries, showNearby } from "#contract/activity.ts";
import { listDealers } from "#contract/organisation.ts";
import { testApp, type TestApp } from "../server/testing/app.ts";
import type { NewActivity } from "../server/activity/index.ts";
import { featuredIds, fillDemo, type DemoDoors, type NewPerson } from "./index.ts";
import { mockUpDay } from "./test-fill.ts";

let app: TestApp;
let doors: DemoDoors;
const given: NewActivity[] = [];
const people: NewPerson[] = [];

beforeAll(async () => {
  app = await testApp();
  app.kit.clock.set(mockUpDay);
  const { activities, images, organisations } = app.doors;
  doors = {
    isEmpty: () => activities.isEmpty(),
    putPicture: (name, bytes) => images.put(bytes, name),
    addOrganisations: (rows) => organisations.add(rows),
    addSeries: (rows) => activities.addSeries(rows),
    addActivities: (rows) => (given.push(...rows), activities.addActivities(rows)),
    addBenefits: (rows) => app.doors.benefits.add(rows),
    addBanners: (rows) => activities.addBanners(rows),
    addPeople: (rows) => (people.push(...rows), Promise.resolve()),
  };
  await fillDemo(doors, mockUpDay);
});
afterAll(() => app.close());

const ok = <T>({ code, data }: { code: string; data: T }): T => {
  expect(code).toBe("00");
  return data;
};

describe("the demo brand in a database", () => {
  it("fills an empty one, and only an empty one", async () => {
    expect(given.length).toBeGreaterThan(400);
    const before = given.length;
    expect(await fillDemo(doors, mockUpDay)).toEqual({ activities: 0, dealers: 0 });
    expect(given.length).toBe(before);
    expect(people.map(({ owner }) => owner)).toContain(true);
  });

  it("U18 lists what is near, the mock-up's drive first", async () => {
    const at = {
      longitude: 121.48,
      latitude: 31.22,
      cityCode: "310100",
      activityType: "localoffline" as const,
    };
    const page = ok(await app.call(listNearby, { ...at, status: 2, counted: "1" }));
    expect(page.total).toBeGreaterThanOrEqual(12);
    const [nearest] = page.list;
    expect(nearest).toMatchObject({
      activityId: featuredIds["dawnDrive"],
      remaining: 4,
      dealerStatus: "BC500002",
    });
    expect(Math.round((nearest?.distance ?? 0) / 100)).toBe(24);
  });

  it("L14 shows every text as it was written: the sanitiser finds nothing to take out", async () => {
    const changed: string[] = [];
    for (const { activityId, content, title } of given.filter((_, at) => at % 9 === 0)) {
      const shown = ok(await app.call(showNearby, { id: activityId }));
      if (shown.content !== content) changed.push(title);
    }
    expect(changed).toEqual([]);
  });

  it("U25 U26 U29 answers dealers, series and banners", async () => {
    const multi = given.find(({ asks }) => asks.dealer);
    expect(ok(await app.call(listDealers, { activityId: multi?.activityId ?? "" }))).toHaveLength(
      multi?.dealerIds.length ?? -1,
    );
    expect(ok(await app.call(listSeries, {})).map(({ seriesCode }) => seriesCode)).toEqual([
      "yuanshan",
      "xingyun",
      "zhuguang",
      "xiaocheng",
      "wangye",
      "zhiwei",
    ]);
    const banners = ok(await app.call(listBanners, { position: "index", cityCode: "310100" }));
    expect(banners.length).toBeGreaterThanOrEqual(3);
    for (const { imageUrl } of banners.slice(0, 1)) {
      const picture = await app.app.inject({ url: imageUrl });
      expect(picture.statusCode).toBe(200);
    }
  });
});
