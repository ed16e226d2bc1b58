import { afterAll, beforeAll, expect, test } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { listLocalDealers } from "#contract/lead/lead.ts";
import { listDealers, showOrganisation } from "#contract/organisation/organisation.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const SUZHOU = { provinceCode: "320000", cityCode: "320500" };
const KUNSHAN = "320583";
const WUZHONG = "320506";
let app: TestApp;
const dealer = (id: string, address: string) => ({
  id,
  code: `DP${id}`,
  name: `青岚中心·${id}`,
  status: "BC500001",
  address,
  phone: "0512-55501234",
  ...SUZHOU,
  longitude: 120.6,
  latitude: 31.3,
});

beforeAll(async () => {
  app = await testApp();
  const now = app.context.clock.now();
  await app.modules.organisations.add([
    dealer("71", "苏州市昆山市前进西路 88 号"),
    dealer("72", "吴中区太湖东路 9 号"),
    dealer("73", "工业园区星湖街 1 号"),
  ]);
  const activity = (activityId: string, over: object) =>
    sampleActivity(now, { activityId, title: `活动 ${activityId}`, ...SUZHOU, ...over });
  await app.modules.activities.addActivities([
    activity("801", { address: "昆山 · 周庄古镇北门" }),
    activity("802", { address: "吴中区昆山路 3 号" }),
    activity("803", { address: "全市", dealerId: "73", dealerIds: ["71", "73"] }),
    activity("804", {
      address: "吴中区太湖东路 9 号",
      dealerId: "72",
      dealerIds: ["72"],
      pageType: "localOfflineLead",
    }),
    activity("805", { address: "昆山市", activityType: "online" }),
    activity("806", { address: "昆山市震川路 1 号", cityCode: "310100", provinceCode: "310000" }),
  ]);
});
afterAll(() => app.close());

const idsOf = async (args: ArgsOf<typeof listNearby>): Promise<string[]> =>
  (await app.call(listNearby, { size: 50, ...args })).data.list.map(({ activityId }) => activityId).sort();

test("J18 a district narrows the list to what takes place there, or at a dealer there, in its own city only", async () => {
  expect(await idsOf({ cityCode: "320500", districtCode: KUNSHAN })).toEqual(["801", "803"]);
  expect(await idsOf({ cityCode: "320500", districtCode: WUZHONG })).toEqual(["802", "804"]);
  const { data } = await app.call(listNearby, { districtCode: KUNSHAN, counted: "1", size: 1 });
  expect([data.districtName, data.total]).toEqual(["昆山市", 2]);
});

test("J18 a district of another city than the caller's counts; an unknown one is ignored", async () => {
  expect(await idsOf({ cityCode: "310100", districtCode: KUNSHAN })).toEqual(["801", "803"]);
  const all = await idsOf({ cityCode: "320500" });
  expect(await idsOf({ cityCode: "320500", districtCode: "999999" })).toEqual(all);
  expect((await app.call(listNearby, { districtCode: "3205%3" })).status).toBe(601);
});

test("J18 a district narrows the dealers to choose from, unless it has none", async () => {
  const dealersOf = async (districtCode: string) =>
    (await app.call(listDealers, { activityId: "803", districtCode })).data.map(({ id }) => id);
  expect([await dealersOf(KUNSHAN), await dealersOf("320581")]).toEqual([["71"], ["71", "73"]]);
  const local = (await app.call(listLocalDealers, { cityCode: "320500", districtCode: WUZHONG })).data;
  expect(local.map(({ id }) => id)).toEqual(["72"]);
});

test("K28 a dealer's activities are those that it holds or takes part in, and its leads", async () => {
  expect(await idsOf({ dealerId: "71" })).toEqual(["803"]);
  expect(await idsOf({ dealerId: "73" })).toEqual(["803"]);
  expect(await idsOf({ dealerId: "72", byLead: "1" })).toEqual(["804"]);
  expect(await idsOf({ dealerId: "73", byLead: "1" })).toEqual([]);
});

test("K28 a dealer has the distance from the caller's point", async () => {
  expect((await app.call(showOrganisation, { id: "71" })).data.distance).toBeNull();
  const near = await app.call(showOrganisation, { id: "71", longitude: 120.6, latitude: 31.31 });
  expect(near.data.distance).toBeGreaterThan(1_000);
  expect(near.data.distance).toBeLessThan(1_200);
});
