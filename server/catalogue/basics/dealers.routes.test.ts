import fc from "fast-check";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import {
  addConsoleDealer,
  dealerFieldNames,
  disableConsoleDealer,
  listConsoleDealers,
  listDealerPlaces,
  listDealerVersions,
  restoreDealerVersion,
  saveConsoleDealer,
  showConsoleDealer,
  showDealerOutline,
  type DealerFields,
} from "#contract/console/basics/dealers.ts";
import { searchConsole } from "#contract/console/search.ts";
import { everyScope } from "#contract/console/scope.ts";
import { listDealers, showOrganisation } from "#contract/organisation/organisation.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { checkCatalogue, importCatalogue } from "../index.ts";
import { basicsMessages as messages } from "./messages.ts";

const app = await openApp();
const beside = await openApp({ beside: app });
const hq = await loginOperator(app, "hq-admin", everyScope, { name: "顾总部" });
const colleague = await loginOperator(app, "hq-staff", everyScope, { name: "王运营" });
const region = await loginOperator(app, "region", {
  ...everyScope,
  sponsorLevel1: ["107002"],
  sponsorLevel2: ["VWSA400000"],
});

let dealers = 0;
async function addDealer(over: Partial<DealerFields> = {}): Promise<string> {
  const id = `74${String(100 + dealers++)}`;
  const [sample] = sampleDealers(id);
  if (!sample) throw new Error("a dealer");
  await app.modules.organisations.add([{ ...sample, ...over }]);
  return id;
}
const show = async (dealerId: string, operator: TestOperator = hq) =>
  (await callAsOperator(app, operator, showConsoleDealer, { dealerId })).data;
const save = (
  dealerId: string,
  basedOn: number,
  changes: Partial<DealerFields>,
  operator: TestOperator = hq,
) => callAsOperator(app, operator, saveConsoleDealer, { dealerId, basedOn, changes });
const versionsOf = async (dealerId: string) =>
  (await callAsOperator(app, hq, listDealerVersions, { dealerId })).data.versions;
const auditOf = async (dealerId: string): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || host as line from audit_entry
      where about_kind = 'dealer' and about_id = ${dealerId} order by audit_id`.execute(app.context.db)
  ).rows.map(({ line }) => line);

test("CO88 a change of a dealer is a version with its fields old → new, and visitors see it in every process", async () => {
  const dealerId = await addDealer();
  const before = (await app.call(showOrganisation, { id: dealerId })).data.name;
  await beside.call(showOrganisation, { id: dealerId });
  const saved = await save(dealerId, 1, { name: "青岚中心·外滩", status: "BC500002" });
  expect(saved.data).toEqual({ revision: 2, merged: [], mergedBy: null });
  await vi.waitFor(
    async () =>
      expect((await beside.call(showOrganisation, { id: dealerId })).data).toMatchObject({
        name: "青岚中心·外滩",
        status: "BC500002",
      }),
    { timeout: 1_000 },
  );
  const [last, first] = await versionsOf(dealerId);
  expect(last).toMatchObject({ revision: 2, by: "顾总部", door: "console", restored: [] });
  expect(last?.changes).toEqual(expect.arrayContaining([{ field: "name", before, after: "青岚中心·外滩" }]));
  expect(first).toMatchObject({ revision: 1, changes: [] });
  expect(await auditOf(dealerId)).toEqual(["dealer.change console"]);
});

test("CO86 fields that only one side changed are merged; where both did, nothing is written and who and which is said", async () => {
  const dealerId = await addDealer();
  await save(dealerId, 1, { phone: "021-60001111" }, colleague);
  const merged = await save(dealerId, 1, { address: "中山东一路 1 号" });
  expect(merged.data).toEqual({ revision: 3, merged: ["phone"], mergedBy: "王运营" });
  const clash = await save(dealerId, 1, { phone: "021-60002222", code: `NEW-${dealerId}` });
  expect([clash.status, clash.data]).toMatchObject([409, { by: "顾总部", fields: ["phone"] }]);
  expect((await show(dealerId)).fields).toMatchObject({ phone: "021-60001111", address: "中山东一路 1 号" });
  // The same value is no conflict.
  expect((await save(dealerId, 1, { phone: "021-60001111" })).code).toBe("00");
});

test("CO86 of two who save the same field at once, one is told who was first", async () => {
  const dealerId = await addDealer();
  const answers = await Promise.all([
    save(dealerId, 1, { name: "甲" }),
    save(dealerId, 1, { name: "乙" }, colleague),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await show(dealerId)).revision).toBe(2);
});

test("CO43 what the catalogue file refuses, the console refuses, at the same fields", async () => {
  const dealerId = await addDealer();
  const { fields } = await show(dealerId);
  const other = await addDealer();
  const cases: Partial<DealerFields>[] = [
    { name: "" },
    { name: "长".repeat(61) },
    { code: "" },
    { address: "一行\n两行" },
    { provinceCode: "31" },
    { longitude: 190 },
    { latitude: -91 },
    { code: (await show(other)).fields.code },
  ];
  const context = { ...app.context, by: commandLineActor };
  for (const changes of cases) {
    const answer = await save(dealerId, 1, changes);
    const [field = ""] = Object.keys(changes);
    expect([field, answer.status]).toEqual([field, 601]);
    expect(
      Object.keys((answer as unknown as { data: { fields?: object } }).data?.fields ?? { [field]: "" }),
    ).toContain(field);
    await expect(
      checkCatalogue(context, { dealers: [{ id: dealerId, ...fields, ...changes }] }, "/"),
    ).rejects.toThrow(`dealers.0.${field}`);
  }
  expect((await show(dealerId)).revision).toBe(1);
  expect(await auditOf(dealerId)).toEqual([]);
});

test("CO88 a file's change of a dealer is a version too, and raises the revision", async () => {
  const dealerId = await addDealer();
  const { fields } = await show(dealerId);
  const context = { ...app.context, by: commandLineActor };
  const entry = { id: dealerId, ...fields, phone: "021-61110000" };
  await importCatalogue(context, { dealers: [entry] }, "/");
  expect(await versionsOf(dealerId)).toMatchObject([
    { revision: 2, door: "command", by: null, changes: [{ field: "phone", after: "021-61110000" }] },
    { revision: 1 },
  ]);
  await importCatalogue(context, { dealers: [entry] }, "/");
  expect((await show(dealerId)).revision).toBe(2);
});

const text = fc.string({ unit: fc.constantFrom("岚", "海", "A", "7", "·"), minLength: 1, maxLength: 12 });
const fieldsOf = fc.record(
  { name: text, address: text, phone: text, longitude: fc.integer({ min: 73, max: 135 }) },
  { requiredKeys: [] },
);
test("CO88 after any changes, restoring a version gives equal content as a new version", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fieldsOf, { minLength: 1, maxLength: 4 }), fc.nat(), async (all, pick) => {
      const dealerId = await addDealer();
      const seen = new Map<number, DealerFields>([[1, (await show(dealerId)).fields]]);
      for (const changes of all) {
        const { revision } = await show(dealerId);
        await save(dealerId, revision, changes);
        const now = await show(dealerId);
        seen.set(now.revision, now.fields);
      }
      const versions = await versionsOf(dealerId);
      if (versions.length === 0) return;
      const { revision } = versions[pick % versions.length] ?? { revision: 1 };
      const { revision: basedOn } = await show(dealerId);
      const answer = await callAsOperator(app, hq, restoreDealerVersion, { dealerId, revision, basedOn });
      expect(answer.code).toBe("00");
      const { fields } = await show(dealerId);
      for (const name of dealerFieldNames) expect(fields[name]).toEqual(seen.get(revision)?.[name]);
      expect(answer.data.revision).toBe(answer.data.outcome === "same" ? basedOn : basedOn + 1);
    }),
    { numRuns: 12 },
  );
});

test("CO88 what today's rules refuse is not restored, and a change since is a conflict", async () => {
  const dealerId = await addDealer();
  const { code } = (await show(dealerId)).fields;
  await save(dealerId, 1, { code: `${code}-NEW` });
  await addDealer({ code });
  const restore = (basedOn: number) =>
    callAsOperator(app, hq, restoreDealerVersion, { dealerId, revision: 1, basedOn });
  expect((await restore(2)).status).toBe(601);
  expect((await restore(1)).status).toBe(409);
  expect((await show(dealerId)).revision).toBe(2);
  const unknown = await callAsOperator(app, hq, restoreDealerVersion, { dealerId, revision: 77, basedOn: 2 });
  expect([unknown.status, unknown.message]).toEqual([404, messages.unknownVersion]);
  const lines = await auditOf(dealerId);
  await save(dealerId, 2, { code: `${code}-X` });
  const again = await callAsOperator(app, hq, restoreDealerVersion, { dealerId, revision: 2, basedOn: 3 });
  expect(again.code).toBe("00");
  expect((await auditOf(dealerId)).slice(lines.length)).toEqual([
    "dealer.change console",
    "dealer.restore console",
  ]);
});

test("a disabled dealer is offered to nobody, in every process, until it is enabled again; its page stays", async () => {
  const [dealerId, other] = [await addDealer(), await addDealer()];
  const activityId = "7400000000000000001";
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, dealerIds: [dealerId, other] }),
  ]);
  const offered = async () =>
    (await beside.call(listDealers, { activityId })).data.map(({ id }) => id).toSorted();
  expect(await offered()).toEqual([dealerId, other]);
  const disable = (isDisabled: boolean) =>
    callAsOperator(app, hq, disableConsoleDealer, { dealerId, isDisabled });
  expect((await disable(true)).data.revision).toBe(2);
  await vi.waitFor(async () => expect(await offered()).toEqual([other]), { timeout: 1_000 });
  expect((await disable(true)).message).toBe(messages.alreadyDisabled);
  expect((await show(dealerId)).state).toBe("disabled");
  expect((await app.call(showOrganisation, { id: dealerId })).code).toBe("00");
  expect((await disable(false)).code).toBe("00");
  await vi.waitFor(async () => expect(await offered()).toEqual([dealerId, other]), { timeout: 1_000 });
  expect(await auditOf(dealerId)).toEqual(["dealer.disable console", "dealer.enable console"]);
});

test("CO09 a region adds, changes and moves dealers within its provinces alone", async () => {
  const far = await addDealer({ provinceCode: "440000", cityCode: "440100" });
  const near = await addDealer({ provinceCode: "310000", cityCode: "310100" });
  const list = async (operator: TestOperator) =>
    (await callAsOperator(app, operator, listConsoleDealers, { filter: { keyword: far } })).data.rows;
  expect([(await list(hq)).length, (await list(region)).length]).toEqual([1, 0]);
  expect((await save(far, 1, { name: "改名" }, region)).status).toBe(404);
  expect((await save(near, 1, { name: "改名" }, region)).code).toBe("00");
  const away = await save(near, 2, { provinceCode: "440000", cityCode: "440100" }, region);
  expect(away.status).toBe(601);
  expect((await show(near)).fields.provinceCode).toBe("310000");
  const { fields } = await show(far);
  const add = (code: string, over: Partial<DealerFields>) =>
    callAsOperator(app, region, addConsoleDealer, { fields: { ...fields, code, ...over } });
  expect((await add("REG-1", {})).status).toBe(601);
  const added = await add("REG-1", { provinceCode: "310000", cityCode: "310100" });
  expect(added.code).toBe("00");
  expect(await auditOf(added.data.dealerId)).toEqual(["dealer.add console"]);
  const restored = await callAsOperator(app, region, restoreDealerVersion, {
    dealerId: far,
    revision: 1,
    basedOn: 1,
  });
  expect(restored.status).toBe(404);
  const wrongCity = await save(near, 2, { cityCode: "440100" });
  expect(JSON.stringify(wrongCity)).toContain(messages.cityOfOtherProvince);
});

test("dealers are found by region, state, and a part of name, code or address", async () => {
  const dealerId = await addDealer({
    name: "星河湾体验店",
    status: "BC500002",
    provinceCode: "610000",
    cityCode: "610100",
  });
  const found = async (filter: object) =>
    (await callAsOperator(app, hq, listConsoleDealers, { filter })).data.rows.map((row) => row.dealerId);
  for (const filter of [
    { keyword: "星河湾" },
    { regions: ["VWSA900000"] },
    { keyword: dealerId, states: ["trial"] },
  ])
    expect(await found(filter)).toEqual([dealerId]);
  expect(await found({ keyword: "星河湾", states: ["open"] })).toEqual([]);
  const searched = async (operator: TestOperator) =>
    (await callAsOperator(app, operator, searchConsole, { text: "星河湾" })).data.groups.flatMap(
      ({ kind, hits }) => (kind === "dealer" ? hits.map(({ id }) => id) : []),
    );
  expect([await searched(hq), await searched(region)]).toEqual([[dealerId], []]);
});

test("a pasted point is turned into the product's coordinates, and says in which city it lies", async () => {
  const point = { cityCode: "310100", longitude: 121.4737, latitude: 31.2304 };
  const outline = async (system: "wgs84" | "gcj02" | "bd09") =>
    (await callAsOperator(app, hq, showDealerOutline, { ...point, system })).data;
  const plain = await outline("wgs84");
  expect(plain).toMatchObject({
    point: { longitude: 121.4737, latitude: 31.2304 },
    cityOfPoint: { code: "310100" },
  });
  expect(plain.rings.length).toBeGreaterThan(0);
  const turned = await outline("gcj02");
  expect(turned.point.longitude).toBeLessThan(121.4737);
  expect(Math.abs(turned.point.longitude - 121.4737)).toBeGreaterThan(0.002);
  expect(Math.abs((await outline("bd09")).point.longitude - 121.4737)).toBeGreaterThan(0.008);
  const { provinces } = (await callAsOperator(app, hq, listDealerPlaces, {})).data;
  expect(provinces.find(({ code }) => code === "310000")).toMatchObject({
    region: "VWSA400000",
    cities: [{ code: "310100" }],
  });
});
