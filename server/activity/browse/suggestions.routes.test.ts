import { afterAll, beforeAll, expect, test } from "vitest";
import { listSuggestions } from "#contract/activity/suggestions.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const now = app.context.clock.now();
  const dealer = (id: string, name: string, address: string, cityCode: string, status = "BC500001") => ({
    id,
    code: `SG${id}`,
    name,
    status,
    address,
    phone: "1",
    cityCode,
    longitude: 120,
    latitude: 30,
    provinceCode: `${cityCode.slice(0, 2)}0000`,
  });
  await app.modules.organisations.add([
    dealer("61", "青岚中心·余杭未来", "余杭区文一西路 1 号", "330100", "BC500002"),
    dealer("62", "青岚空间·未来城", "雁塔区 2 号", "610100"),
    dealer("63", "青嵐臺灣館", "後海路 3 號", "440300"),
  ]);
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId: "641", title: "未来之夜", cityCode: "610100", provinceCode: "610000" }),
    sampleActivity(now, {
      activityId: "642",
      title: "100%_未来",
      cityCode: "330100",
      provinceCode: "330000",
    }),
    sampleActivity(now, {
      activityId: "644",
      title: "山野髮妝發佈會 (A)",
      address: "廣場旁",
      cityCode: "110100",
    }),
    sampleActivity(now, { activityId: "643", title: "未来已过", signUpEndTime: now - 1, endTime: now - 1 }),
  ]);
  await app.modules.activities.addSeries([
    { seriesCode: "weilai", seriesName: "未来号", imageUrl: "/a", position: 1 },
  ]);
});
afterAll(() => app.close());

const found = async (keyword: string, cityCode?: string): Promise<string[]> =>
  (await app.call(listSuggestions, { keyword, ...(cityCode !== undefined && { cityCode }) })).data.list.map(
    ({ kind, id }) => `${kind} ${id}`,
  );

test("K29 suggests activities, dealers and series, those of the city first, nothing that is over", async () => {
  expect(await found("未来", "330100")).toEqual([
    "offline 642",
    "offline 641",
    "dealer 61",
    "dealer 62",
    "series weilai",
  ]);
  expect((await found("未来", "610100")).slice(0, 3)).toEqual(["offline 641", "offline 642", "dealer 62"]);
});
test("K29 K14 a trial dealer has its suffix", async () => {
  const { list } = (await app.call(listSuggestions, { keyword: "余杭未来" })).data;
  expect(list).toEqual([
    { kind: "dealer", id: "61", title: "青岚中心·余杭未来（试营业）", note: "余杭区文一西路 1 号" },
  ]);
});
test.each([
  ["余杭", "district 330110"],
  ["余杭县", "district 330110"],
  ["yuhang", "district 330110"],
  ["yu hang", "district 330110"],
  ["YH", "district 330110"],
  ["pudong", "district 310115"],
  ["浦东区", "district 310115"],
])("K29 %s finds the district, with any suffix, in pinyin or by initials", async (keyword, expected) => {
  const cityCode = expected.endsWith("310115") ? "310100" : "330100";
  expect((await found(keyword, cityCode))[0]).toBe(expected);
});
test("J19 K29 traditional characters find what is written in simplified ones", async () => {
  expect(await found("未來", "330100")).toEqual(await found("未来", "330100"));
  expect(await found("未來號")).toEqual(["series weilai"]);
  for (const keyword of ["餘杭", "餘杭區", "餘杭縣"])
    expect([keyword, (await found(keyword, "330100"))[0]]).toEqual([keyword, "district 330110"]);
  expect(await found("餘杭縣", "330100")).toContain("dealer 61");
});
test.each(["发布会", "發佈會", "发佈", "髮妝", "发妆", "广场旁", "会 (a)"])(
  "J19 %s finds what is written in traditional characters",
  async (keyword) => expect(await found(keyword)).toEqual(["offline 644"]),
);
test("J19 dealers with a traditional name or address are found in simplified characters", async () => {
  for (const keyword of ["台湾馆", "青岚台湾", "后海路 3 号"])
    expect(await found(keyword)).toEqual(["dealer 63"]);
  expect(await found("发.布")).toEqual([]);
});
test("K29 a district with another suffix finds the dealers there", async () => {
  expect(await found("余杭县", "330100")).toContain("dealer 61");
});
test.each(["%", "_", "' or 1=1 --", "\\", "\u200b", " "])("K29 %j is text", async (keyword) => {
  const answer = await app.call(listSuggestions, { keyword });
  expect(answer.status).toBe(200);
  expect(answer.data.list.map(({ id }) => id)).toEqual(keyword === "%" || keyword === "_" ? ["642"] : []);
});
test("K29 a text that is too long is refused", async () => {
  expect((await app.call(listSuggestions, { keyword: "长".repeat(101) })).status).toBe(601);
});
