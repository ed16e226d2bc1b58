import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getLastMaintenanceOrg } from "#contract/car/car.ts";
import { makerPaths, type MakerRecordResult } from "#contract/maker/maker.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { makerSettings, sendMakerCall } from "../testing/maker-call.ts";
import { testVin } from "../testing/samples/sample-vin.ts";

const previous = "the one of last year, still valid";
const path = makerPaths.maintenance;
const dealer = (id: string) => ({
  id,
  code: `SH-${id}`,
  name: `服务中心 ${id}`,
  status: "BC500001",
  address: "沪太路 9 号",
  phone: "021-55500000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.1,
});
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { ...makerSettings, MAKER_SYSTEMS_PREVIOUS_SECRET: previous } });
  await app.modules.activities.addSeries([
    { seriesCode: "e7", seriesName: "E7", imageUrl: "/e.svg", position: 1 },
  ]);
  await app.modules.organisations.add([dealer("71"), dealer("72")]);
});
afterAll(() => app.close());

type Answer = { readonly results: readonly MakerRecordResult[] };
const at = (ago: number): string => new Date(app.context.clock.now() - ago).toISOString();
const report = (records: readonly unknown[], options?: Parameters<typeof sendMakerCall>[3]) =>
  sendMakerCall<Answer>(app, path, { records }, options);
const outcomes = async (records: readonly unknown[]) =>
  (await report(records)).data.results.map(({ result, fault, field }) => [result, fault, field]);
const lastOf = async (mobile: string) => {
  const { token } = await app.login(mobile);
  return (await app.call(getLastMaintenanceOrg, {}, { token })).data?.id ?? null;
};
const stored = async (mobile: string): Promise<string[]> => {
  const { rows } = await sql<{ record_id: string }>`select record_id from maintenance
    where mobile_key = ${lookupKeyParameter(mobile)} order by record_id`.execute(app.context.db);
  return rows.map(({ record_id }) => record_id);
};

test("U64 a workshop's report is stored once, corrected by its id, and answered by the newest visit", async () => {
  const [mobile, other] = ["13522110041", "13522110042"];
  const first = { recordId: "WO:88/1", mobile, dealerCode: "SH-71", servedTime: at(86_400_000) };
  const older = { recordId: "WO:88/2", mobile, dealerCode: "SH-72", servedTime: at(172_800_000) };
  expect(await outcomes([first, older])).toEqual(
    [["stored"], ["stored"]].map(([one]) => [one, undefined, undefined]),
  );
  expect(await lastOf(mobile)).toBe("71");
  expect((await outcomes([older, first])).map(([result]) => result)).toEqual(["unchanged", "unchanged"]);
  // Two cars may be served at the same moment.
  expect((await outcomes([{ ...first, recordId: "WO:88/3" }])).map(([result]) => result)).toEqual(["stored"]);
  expect(await stored(mobile)).toEqual(["WO:88/1", "WO:88/2", "WO:88/3"]);
  expect((await outcomes([{ ...first, mobile: other }])).map(([result]) => result)).toEqual(["updated"]);
  expect([await stored(mobile), await stored(other)]).toEqual([["WO:88/2", "WO:88/3"], ["WO:88/1"]]);
});

test("U64 each record has its own fault, and the others are stored", async () => {
  const mobile = "13522110043";
  const good = { mobile, dealerCode: "SH-72", servedTime: at(60_000) };
  expect(
    await outcomes([
      { ...good, recordId: "F1", mobile: "1352211004" },
      { ...good, recordId: "F2", dealerCode: "SH-73" },
      { ...good, recordId: "F3", servedTime: at(-3_600_000) },
      { ...good, recordId: "F4", mobile: null, vin: "LJLEV5A16R1017778" },
      { ...good, recordId: "F5", mobile: null, vin: testVin("77K1") },
      { ...good, recordId: "F6" },
      { ...good, recordId: "F6", dealerCode: "SH-71" },
      { ...good, recordId: "F7", servedTime: "2026-11-01 10:00" },
      { ...good, recordId: "F8", servedTime: "0000-01-01T00:00:00Z" },
      { recordId: "F9", dealerCode: "SH-72", servedTime: at(0) },
      { ...good, recordId: "F 10" },
      "no record",
      null,
    ]),
  ).toEqual([
    ["refused", "invalid", "mobile"],
    ["refused", "unknownDealer", undefined],
    ["refused", "futureTime", undefined],
    ["refused", "invalid", "vin"],
    ["refused", "unknownCar", undefined],
    ["stored", undefined, undefined],
    ["refused", "repeated", undefined],
    ["refused", "invalid", "servedTime"],
    ["refused", "invalid", "servedTime"],
    ["refused", "invalid", "mobile"],
    ["refused", "invalid", "recordId"],
    ["refused", "invalid", undefined],
    ["refused", "invalid", undefined],
  ]);
  expect(await stored(mobile)).toEqual(["F6"]);
  const { rows } = await sql<{ outcome: string }>`select outcome from audit_entry
    where action = 'maker.maintenance' order by audit_id desc limit 1`.execute(app.context.db);
  expect(rows).toEqual([{ outcome: "12 refused, 1 stored" }]);
});

test("U64 a verified car is found by its VIN alone", async () => {
  const [mobile, vin] = ["13522110044", testVin("77K2")];
  const { userId } = await app.login(mobile);
  await sql`insert into owner_application (application_id, user_id, mobile, mobile_key, vin, vin_key, series_code,
      consent_version, status, created_time)
    values ('7700', ${userId}, 'x', ${lookupKeyParameter(mobile)}, 'x', ${lookupKeyParameter(vin)}, 'e7', '1', 2, now())`.execute(
    app.context.db,
  );
  const record = { recordId: "V1", vin: vin.toLowerCase(), dealerCode: "SH-71", servedTime: at(0) };
  expect((await outcomes([record])).map(([result]) => result)).toEqual(["stored"]);
  expect(await lastOf(mobile)).toBe("71");
});

test("U64 only a signature of the sent bytes with a known secret and a current time is accepted", async () => {
  const mobile = "13522110045";
  const records = [{ recordId: "S1", mobile, dealerCode: "SH-71", servedTime: at(0) }];
  const now = app.context.clock.now();
  const text = JSON.stringify({ records });
  const statusOf = async (options: Parameters<typeof sendMakerCall>[3]) =>
    (await report(records, options)).status;
  expect(await statusOf({ secret: "somebody else's secret" })).toBe(406);
  expect(await statusOf({ sentBody: `${text} ` })).toBe(406);
  expect(await statusOf({ timestamp: String(now - 301_000) })).toBe(406);
  expect(await statusOf({ timestamp: String(now + 301_000) })).toBe(406);
  expect(await statusOf({ timestamp: new Date(now).toISOString() })).toBe(406);
  expect(await stored(mobile)).toEqual([]);
  const timestamp = String(now - 290_000);
  expect(await statusOf({ timestamp, secret: previous })).toBe(200);
  expect((await report(records, { timestamp, secret: previous })).message).toContain("已经处理过");
  expect(await stored(mobile)).toEqual(["S1"]);
});

test("U64 of the same request sent ten times at once, one is processed", async () => {
  const mobile = "13522110046";
  const records = [{ recordId: "R1", mobile, dealerCode: "SH-72", servedTime: at(0) }];
  const timestamp = String(app.context.clock.now() - 777);
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(records, { timestamp })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(406)]);
});

test("U64 bodies that are no list of 1 to 500 records are refused as a whole", async () => {
  const send = async (body: unknown, options?: Parameters<typeof sendMakerCall>[3]) =>
    (await sendMakerCall(app, path, body, options)).status;
  expect(await send("{")).toBe(400);
  expect(await send({ records: [] })).toBe(601);
  expect(await send({ record: {} })).toBe(601);
  expect(await send([])).toBe(601);
  expect(await send({ records: Array(501).fill({}) })).toBe(601);
  expect(await send({ records: Array(500).fill({}) })).toBe(200);
  // GBK instead of UTF-8.
  expect(await send("{}", { sentBody: Buffer.from([0x7b, 0xc7, 0xe0, 0x7d]) })).toBe(400);
  const get = await app.app.inject({ url: `/mall-api/${path}` });
  expect([get.statusCode, get.headers["allow"]]).toEqual([405, "POST"]);
});

test("U64 without a secret the calls do not exist", async () => {
  const without = await testApp();
  const { status } = await sendMakerCall(without, path, { records: [{}] });
  await without.close();
  expect(status).toBe(404);
});
