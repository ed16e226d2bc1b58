import { afterAll, beforeAll, expect, test } from "vitest";
import { getLastMaintenanceOrg, listActivityUserSeries } from "#contract/car/car.ts";
import { makerPaths } from "#contract/maker/maker.ts";
import { makerSettings, sendMakerCall } from "../testing/maker-call.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
const activityId = "1000000000000009001";
const [owner, other] = ["13400000001", "13400000002"];
const dealer = (id: string) => ({
  id,
  code: `D${id}`,
  name: "青岚服务·闵行",
  status: "BC500001",
  address: "都市路 1 号",
  phone: "021-55500000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.1,
});
beforeAll(async () => {
  app = await testApp({ settings: makerSettings });
  await app.modules.activities.addSeries([
    { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/a.svg", position: 1 },
    { seriesCode: "zhiwei", seriesName: "知微", imageUrl: "/b.svg", position: 2 },
  ]);
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, seriesCodes: ["yuanshan", "wangye"] }),
  ]);
  await app.modules.organisations.add([dealer("11"), dealer("12")]);
  await app.modules.sessions.setOwner(owner, true, ["yuanshan", "zhiwei"]);
});
afterAll(() => app.close());

test("U23 lists the series of the caller's own cars that the activity is for", async () => {
  const series = async (mobile: string) =>
    (await app.call(listActivityUserSeries, { activityId }, { token: (await app.login(mobile)).token })).data;
  expect(await series(owner)).toEqual([{ seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/a.svg" }]);
  expect(await series(other)).toEqual([]);
  expect((await app.call(listActivityUserSeries, { activityId })).status).toBe(401);
  const { token } = await app.login(owner);
  expect((await app.call(listActivityUserSeries, { activityId: "404" }, { token })).status).toBe(404);
});

test("U28 returns the last workshop of the caller's own car; null without a car or a mobile", async () => {
  const now = app.context.clock.now();
  const records = [
    { recordId: "RO-2", mobile: owner, dealerCode: "D12", servedTime: new Date(now - 1_000).toISOString() },
    { recordId: "RO-1", mobile: owner, dealerCode: "D11", servedTime: new Date(now - 9_000).toISOString() },
  ];
  await sendMakerCall(app, makerPaths.maintenance, { records });
  const last = async (mobile: string | null) =>
    (await app.call(getLastMaintenanceOrg, {}, { token: (await app.login(mobile)).token })).data;
  expect(await last(owner)).toMatchObject({ id: "12", name: "青岚服务·闵行" });
  expect([await last(other), await last(null)]).toEqual([null, null]);
  expect((await app.call(getLastMaintenanceOrg, {})).status).toBe(401);
});
