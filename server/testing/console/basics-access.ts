import {
  addConsoleDealer,
  disableConsoleDealer,
  listConsoleDealers,
  listDealerPlaces,
  listDealerVersions,
  restoreDealerVersion,
  saveConsoleDealer,
  showConsoleDealer,
  showDealerOutline,
} from "#contract/console/basics/dealers.ts";
import {
  addConsoleSeries,
  listConsoleSeries,
  listSeriesVersions,
  orderConsoleSeries,
  saveConsoleSeries,
} from "#contract/console/basics/series.ts";
import type { TestApp } from "../app.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { accessRow, type AccessRow } from "./access-row.ts";
import type { ConsoleThings, Place } from "./things.ts";

const atDealer = (things: ConsoleThings, place: Place) => ({ dealerId: things[place].dealerId });
const dealer = { scope: "record", reads: "dealer" } as const;
let dealerCount = 0;
/** Adds a dealer whose changes disturb no other row. @returns its id */
async function addDealer(app: TestApp): Promise<string> {
  const id = `29${String(10 + dealerCount++)}`;
  await app.modules.organisations.add(sampleDealers(id));
  return id;
}
const fields = (code: string) => ({
  code,
  name: "新门店",
  status: "BC500001",
  address: "龙腾大道 1 号",
  phone: "021-55501234",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.2,
});
const series = (code: string) => ({
  seriesCode: code,
  seriesName: "新车系",
  imageUrl: "https://img.example/s.webp",
});
const addSeriesTo = (app: TestApp, code: string) =>
  app.modules.activities.addSeries([{ ...series(code), position: 90 }]);

/** Access of the calls about dealers and series. */
export const basicsAccess: readonly AccessRow[] = [
  accessRow({
    call: listConsoleDealers,
    scope: "list",
    reads: "dealer",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ dealerId }) => dealerId === things[place].dealerId),
  }),
  accessRow({ ...dealer, call: showConsoleDealer, args: atDealer }),
  accessRow({ ...dealer, call: listDealerVersions, args: atDealer }),
  accessRow({ call: listDealerPlaces, scope: "none", args: () => ({}) }),
  accessRow({
    call: showDealerOutline,
    scope: "none",
    args: () => ({ cityCode: "310100", longitude: 121.4, latitude: 31.2 }),
  }),
  accessRow({
    ...dealer,
    call: saveConsoleDealer,
    // A name that the catalogue file refuses.
    args: (things, place) => ({ ...atDealer(things, place), basedOn: 1, changes: { name: "" } }),
    succeeds: async ({ app }) => ({
      dealerId: await addDealer(app),
      basedOn: 1,
      changes: { name: "改名门店" },
    }),
  }),
  accessRow({
    call: addConsoleDealer,
    scope: "none",
    scopeShownIn: "server/catalogue/basics/dealers.routes.test.ts",
    args: () => ({ fields: { ...fields("X1"), name: "" } }),
    succeeds: () => ({ fields: fields(`ADD-${dealerCount++}`) }),
  }),
  accessRow({
    ...dealer,
    call: disableConsoleDealer,
    args: (things, place) => ({ ...atDealer(things, place), isDisabled: false }),
    succeeds: async ({ app }) => ({ dealerId: await addDealer(app), isDisabled: true }),
  }),
  accessRow({
    call: restoreDealerVersion,
    scope: "none",
    scopeShownIn: "server/catalogue/basics/dealers.routes.test.ts",
    auditShownIn: "server/catalogue/basics/dealers.routes.test.ts",
    args: (things, place) => ({ ...atDealer(things, place), revision: 99, basedOn: 1 }),
  }),
  accessRow({ call: listConsoleSeries, scope: "none", args: () => ({}) }),
  accessRow({ call: listSeriesVersions, scope: "none", args: () => ({ seriesCode: "none" }) }),
  accessRow({
    call: saveConsoleSeries,
    scope: "none",
    scopeShownIn: "server/catalogue/basics/series.routes.test.ts",
    args: () => ({ seriesCode: "none", basedOn: 1, changes: {} }),
    succeeds: async ({ app }) => {
      await addSeriesTo(app, "acc1");
      return { seriesCode: "acc1", basedOn: 1, changes: { seriesName: "改名" } };
    },
  }),
  accessRow({
    call: addConsoleSeries,
    scope: "none",
    scopeShownIn: "server/catalogue/basics/series.routes.test.ts",
    args: () => ({ ...series("acc2"), seriesName: "" }),
    succeeds: () => series("acc2"),
  }),
  accessRow({
    call: orderConsoleSeries,
    scope: "none",
    scopeShownIn: "server/catalogue/basics/series.routes.test.ts",
    auditShownIn: "server/catalogue/basics/series.routes.test.ts",
    args: () => ({ seriesCodes: ["none"] }),
  }),
];
