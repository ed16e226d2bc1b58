import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { figureNames, figureTerms, type FigureName } from "#contract/console/figure-terms.ts";
import { listFigureRows, showFigures, type FigureFilter } from "#contract/console/figures.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { readLeadDueTimes } from "../../lead/index.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { figureRows, makeDueDays } from "../index.ts";
import {
  addSceneActivities,
  addScenePeople,
  sceneActivities,
  sceneDay,
} from "../../testing/figures/figure-scene.ts";

const app = await openApp();
const scopes = {
  everything: everyScope,
  region: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA400000"] },
  dealer: { ...everyScope, dealers: ["2001"] },
  businessType: { ...everyScope, businessType: [2] },
} as const satisfies Readonly<Record<string, GrantScope>>;
type ScopeName = keyof typeof scopes;
const operators = new Map<ScopeName, TestOperator>();
const [ONE] = sceneActivities;
const filters: Readonly<Record<string, FigureFilter>> = {
  none: {},
  activity: { activityId: ONE.activityId },
  dealer: { dealerId: "2001" },
  noDealer: { dealerId: "" },
  region: { region: "VWSA500000" },
  channel: { channel: "feed" },
  noChannel: { channel: "" },
  host: { host: "wechat" },
  city: { cityCode: "440100" },
  businessType: { businessType: 1 },
  several: { channel: "抖音", businessType: 1, host: "appIos" },
};
const range = () => ({ from: sceneDay(app, 6), to: sceneDay(app, 0) });

beforeAll(async () => {
  // Noon, so that the day does not change during the test.
  app.context.clock.set(Date.parse(`${toShanghaiDate(new Date())}T12:00:00+08:00`));
  await addSceneActivities(app);
  await addScenePeople(app);
  for (const name of Object.keys(scopes) as ScopeName[])
    operators.set(name, await loginOperator(app, "hq-admin", scopes[name]));
});
const as = (name: ScopeName): TestOperator => {
  const found = operators.get(name);
  if (!found) throw new Error(name);
  return found;
};
const figuresOf = async (name: ScopeName, filter: FigureFilter) =>
  (await callAsOperator(app, as(name), showFigures, { range: range(), filter })).data;
const rowsOf = async (name: ScopeName, figure: FigureName, filter: FigureFilter, asOf: string) =>
  (
    await callAsOperator(app, as(name), listFigureRows, {
      filter: { figure, range: range(), ...filter },
      asOf,
    })
  ).data;
const exportedOf = async (name: ScopeName, figure: FigureName, filter: FigureFilter, asOf: string) => {
  const grants = [{ role: "hq-admin" as const, scope: scopes[name], rights: new Map() }];
  const operator = { grants: grants.map((grant) => ({ ...grant, rights: allRights })) };
  const ports = { readLeadDueTimes: () => readLeadDueTimes(app.context.db) };
  const query = { figure, range: range(), filter, asOf: new Date(asOf) };
  let count = 0;
  for await (const rows of figureRows(app.context, ports, operator, query)) count += rows.length;
  return count;
};
const allRights = new Map([
  ["figure.read", "list"],
  ["mall.read", "list"],
  ["club.read", "list"],
] as const);

/** Every figure × filter of a scope: its number is that of its rows, and of those that an export writes. */
async function expectRowsOfFigures(name: ScopeName): Promise<void> {
  for (const [filterName, filter] of Object.entries(filters)) {
    const { figures, asOf } = await figuresOf(name, filter);
    for (const { figure, value, rows, counted } of figures) {
      const where = `${name} ${filterName} ${figure}`;
      const list = await rowsOf(name, figure, filter, asOf);
      expect([where, list.count]).toEqual([where, rows]);
      expect([where, list.rows.filter(({ isCounted }) => isCounted).length]).toEqual([where, counted]);
      const { kind } = figureTerms[figure];
      const number = kind === "count" || kind === "persons" ? value : rows;
      expect([where, number]).toEqual([where, rows]);
    }
  }
}
const scopeNames = Object.keys(scopes) as ScopeName[];

describe("CO78 each figure × filter × scope", () => {
  test.each(scopeNames)(
    "is the number of its rows, counted from the facts: %s",
    { timeout: 60_000 },
    expectRowsOfFigures,
  );
  test("is the same of past days that were counted before", async () => {
    const before = await figuresOf("everything", {});
    await makeDueDays(app.context);
    const { rows: made } = await sql<{ day: string }>`select day::text as day from figure_made`.execute(
      app.context.db,
    );
    expect(made.map(({ day }) => day)).toContain(sceneDay(app, 1));
    expect(made.map(({ day }) => day)).not.toContain(sceneDay(app, 0));
    const { figures } = await figuresOf("everything", {});
    expect(figures).toEqual(before.figures);
    expect(figures.find(({ figure }) => figure === "signUps")?.value).toBe(18);
  });
  test.each(scopeNames)(
    "is the number of its rows, of past days that were counted before: %s",
    { timeout: 60_000 },
    expectRowsOfFigures,
  );
  test("is the number of rows that an export writes", async () => {
    for (const figure of figureNames) {
      const { asOf } = await figuresOf("region", {});
      const list = await rowsOf("region", figure, { channel: "feed" }, asOf);
      expect([figure, await exportedOf("region", figure, { channel: "feed" }, asOf)]).toEqual([
        figure,
        list.count,
      ]);
    }
  });
});
