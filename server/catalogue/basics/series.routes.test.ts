import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { listSeries } from "#contract/activity/activity.ts";
import {
  addConsoleSeries,
  listConsoleSeries,
  listSeriesVersions,
  orderConsoleSeries,
  saveConsoleSeries,
  type SeriesFields,
} from "#contract/console/basics/series.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { basicsMessages as messages } from "./messages.ts";

const app = await openApp();
const beside = await openApp({ beside: app });
const hq = await loginOperator(app, "hq-admin", everyScope, { name: "顾总部" });
const colleague = await loginOperator(app, "hq-staff", everyScope, { name: "王运营" });
const finance = await loginOperator(app, "finance");
const PICTURE = "https://img.example/series.webp";

const add = (seriesCode: string) =>
  callAsOperator(app, hq, addConsoleSeries, {
    seriesCode,
    seriesName: `车系 ${seriesCode}`,
    imageUrl: PICTURE,
  });
const all = async () => (await callAsOperator(app, hq, listConsoleSeries, {})).data.series;
const codes = async () => (await all()).map(({ seriesCode }) => seriesCode);
const shown = async () => (await beside.call(listSeries, {})).data.map(({ seriesCode }) => seriesCode);
const save = (
  seriesCode: string,
  basedOn: number,
  changes: Partial<SeriesFields>,
  operator: TestOperator = hq,
) => callAsOperator(app, operator, saveConsoleSeries, { seriesCode, basedOn, changes });
const order = (seriesCodes: string[]) => callAsOperator(app, hq, orderConsoleSeries, { seriesCodes });
for (const code of ["s1", "s2", "s3"]) await add(code);

test("series are put in an order that visitors see in every process; another set of series is refused", async () => {
  const wanted = (await codes()).toReversed();
  const countAudit = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_entry`.execute(app.context.db);
    return rows[0]?.count ?? 0;
  };
  await shown();
  const before = await countAudit();
  expect((await order(wanted)).code).toBe("00");
  expect((await countAudit()) - before).toBe(1);
  await vi.waitFor(async () => expect(await shown()).toEqual(wanted), { timeout: 1_000 });
  const [first = "", ...rest] = wanted;
  for (const wrong of [rest, [first, ...rest.slice(1), first], [...wanted, "another"]])
    expect((await order(wrong)).code).toBe("LIST_CHANGED");
  expect(await codes()).toEqual(wanted);
});

test("of two orders at once one holds as a whole", async () => {
  const one = await codes();
  const other = one.toReversed();
  await Promise.all([order(one), order(other)]);
  expect([one, other]).toContainEqual(await codes());
});

test("a hidden series is offered to nobody until it is shown again", async () => {
  const { revision } = (await all()).find(({ seriesCode }) => seriesCode === "s2") ?? { revision: 0 };
  const hidden = await save("s2", revision, { isHidden: true });
  expect(hidden.code).toBe("00");
  await vi.waitFor(async () => expect(await shown()).not.toContain("s2"), { timeout: 1_000 });
  expect((await all()).find(({ seriesCode }) => seriesCode === "s2")?.isHidden).toBe(true);
  await save("s2", hidden.data.revision, { isHidden: false });
  await vi.waitFor(async () => expect(await shown()).toContain("s2"), { timeout: 1_000 });
});

test("CO86 CO88 changes of a series are versions, merged by field, refused where both changed one", async () => {
  await add("s4");
  expect((await save("s4", 1, { seriesName: "远山" }, colleague)).data.revision).toBe(2);
  const picture = "https://img.example/other.webp";
  expect((await save("s4", 1, { imageUrl: picture })).data).toEqual({
    revision: 3,
    merged: ["seriesName"],
    mergedBy: "王运营",
  });
  expect((await save("s4", 1, { seriesName: "近水" })).status).toBe(409);
  const { versions } = (await callAsOperator(app, hq, listSeriesVersions, { seriesCode: "s4" })).data;
  expect(versions.map(({ by, changes }) => [by, changes.map(({ field }) => field)])).toEqual([
    ["顾总部", ["imageUrl"]],
    ["王运营", ["seriesName"]],
    ["顾总部", []],
  ]);
});

test("what the catalogue file refuses of a series is refused at its field; only who may write does", async () => {
  const { revision } = (await all())[0] ?? { revision: 0 };
  for (const changes of [{ seriesName: "" }, { imageUrl: "nowhere" }])
    expect((await save("s1", revision, changes)).status).toBe(601);
  const taken = await add("s1");
  expect([taken.status, JSON.stringify(taken)]).toEqual([601, expect.stringContaining(messages.takenSeries)]);
  expect((await save("none", 1, { seriesName: "无" })).status).toBe(404);
  expect((await save("s1", revision, { seriesName: "改" }, finance)).status).toBe(406);
});
