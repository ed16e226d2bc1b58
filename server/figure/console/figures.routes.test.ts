import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { FigureName } from "#contract/console/figure-terms.ts";
import { listFigureChoices, listTodos, showLiveFigures } from "#contract/console/figure-live.ts";
import {
  groupFigures,
  listFigureRows,
  showConsoleFunnel,
  showFigures,
  showFigureTrend,
  type FigureFilter,
} from "#contract/console/figures.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { makeDueDays } from "../index.ts";
import {
  addSceneActivities,
  addScenePeople,
  sceneActivities,
  sceneDay,
} from "../../testing/figures/figure-scene.ts";

const app = await openApp();
const scopes = {
  everything: everyScope,
  dealer: { ...everyScope, dealers: ["2001"] },
} as const satisfies Readonly<Record<string, GrantScope>>;
type ScopeName = keyof typeof scopes;
const operators = new Map<ScopeName, TestOperator>();
const [ONE] = sceneActivities;
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
test("CO80 sums over days, dealers, channels and the like equal the whole, the unknown a row of its own", async () => {
  const additive = (["signUps", "leads", "couponsSent", "kocApplied", "arrivals"] as const).slice();
  const { figures } = await figuresOf("everything", {});
  const whole = (figure: FigureName) => figures.find((one) => one.figure === figure)?.value;
  for (const by of ["dealer", "businessType", "channel", "host", "city", "activity", "region"] as const) {
    const { rows, total, rest } = (
      await callAsOperator(app, as("everything"), groupFigures, {
        range: range(),
        filter: {},
        by,
        figures: additive,
        limit: 2,
      })
    ).data;
    for (const figure of additive) {
      const sum = rows.reduce((added, { values }) => added + (values[figure]?.value ?? 0), 0);
      expect([by, figure, sum + (rest.values[figure]?.value ?? 0)]).toEqual([by, figure, whole(figure)]);
      expect(total[figure]?.value).toBe(whole(figure));
    }
  }
  const byDealer = await callAsOperator(app, as("everything"), groupFigures, {
    range: range(),
    filter: {},
    by: "dealer",
    figures: ["signUps"],
  });
  expect(byDealer.data.rows.at(-1)?.group).toBe("");
  const { series } = (
    await callAsOperator(app, as("everything"), showFigureTrend, {
      range: range(),
      filter: {},
      figures: additive,
    })
  ).data;
  for (const { figure, points, previous } of series) {
    expect(points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(whole(figure));
    expect([points.length, previous?.length]).toEqual([7, 7]);
  }
});

test("CO80 persons are counted once over the range; by their first channel they add up", async () => {
  const { figures } = await figuresOf("everything", {});
  const visitors = figures.find(({ figure }) => figure === "visitors")?.value ?? 0;
  expect(visitors).toBe(18);
  const args = { range: range(), filter: {}, figures: ["visitors" as const] };
  const trend = (await callAsOperator(app, as("everything"), showFigureTrend, args)).data;
  const days = trend.series[0]?.points.reduce((sum, { value }) => sum + (value ?? 0), 0) ?? 0;
  expect(days).toBeGreaterThan(visitors);
  const channels = (await callAsOperator(app, as("everything"), groupFigures, { ...args, by: "channel" }))
    .data;
  expect(channels.rows.reduce((sum, { values }) => sum + (values.visitors?.value ?? 0), 0)).toBe(visitors);
  const funnel = (
    await callAsOperator(app, as("everything"), showConsoleFunnel, {
      range: range(),
      filter: {},
      by: "all",
    })
  ).data;
  expect(funnel.rows[0]?.people).toMatchObject({ page_view: visitors, submitted: 18 });
});

test("CO82 the rate of arrivals leaves out sessions that have not begun, and is nothing without any", async () => {
  const { activityId } = ONE;
  const rate = async () =>
    (await figuresOf("everything", { activityId })).figures.find(({ figure }) => figure === "arrivalRate");
  expect((await rate())?.rows).toBeGreaterThan(0);
  const { db, clock } = app.context;
  await sql`update activity set start_time = ${new Date(clock.now() + 3_600_000)}
    where activity_id = ${activityId}`.execute(db);
  expect(await rate()).toMatchObject({ value: null, rows: 0, counted: 0 });
  await sql`update activity set start_time = ${new Date(clock.now() - 3 * 86_400_000)}
    where activity_id = ${activityId}`.execute(db);
  expect((await rate())?.rows).toBeGreaterThan(0);
});

test("a change of a past day counts at once, before the day is counted again", async () => {
  await makeDueDays(app.context);
  const value = async (figure: FigureName) =>
    (await figuresOf("everything", {})).figures.find((one) => one.figure === figure)?.value;
  const before = await value("arrivals");
  await sql`update signup set checked_in_time = null where signup_id in (
    select signup_id from signup where checked_in_time < ${new Date(app.context.clock.now() - 86_400_000)} limit 1)`.execute(
    app.context.db,
  );
  expect(await value("arrivals")).toBe((before ?? 0) - 1);
  expect((await makeDueDays(app.context)).length).toBeGreaterThan(0);
  expect(await value("arrivals")).toBe((before ?? 0) - 1);
});

test("figures are those of the caller's scope and rights; live numbers, things to do and choices too", async () => {
  const dealer = await figuresOf("dealer", {});
  const everything = await figuresOf("everything", {});
  const of = (data: typeof dealer, figure: FigureName) =>
    data.figures.find((one) => one.figure === figure)?.value ?? 0;
  expect(of(dealer, "signUps")).toBeGreaterThan(0);
  expect(of(dealer, "signUps")).toBeLessThan(of(everything, "signUps"));
  const moderator = await loginOperator(app, "moderator");
  const club = (await callAsOperator(app, moderator, showFigures, { range: range(), filter: {} })).data;
  expect(club.figures.map(({ figure }) => figure)).toEqual([
    "clubArticles",
    "clubComplaints",
    "clubDecisions",
  ]);
  const rows = await callAsOperator(app, moderator, listFigureRows, {
    filter: { figure: "signUps", range: range() },
  });
  expect(rows.status).toBe(406);
  const live = (await callAsOperator(app, as("dealer"), showLiveFigures, {})).data;
  const allLive = (await callAsOperator(app, as("everything"), showLiveFigures, {})).data;
  expect(live.values.signUps).toBeLessThan(allLive.values.signUps ?? 0);
  const todos = (await callAsOperator(app, as("everything"), listTodos, {})).data.todos;
  expect(todos.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["overdueLeads", "kocReviews"]));
  const finance = await loginOperator(app, "finance");
  expect((await callAsOperator(app, finance, listTodos, {})).data.todos).toEqual([]);
  const choices = (await callAsOperator(app, as("dealer"), listFigureChoices, {})).data;
  expect(choices.dealers.map(({ dealerId }) => dealerId)).toEqual(["2001"]);
  expect(choices.activities.map(({ activityId }) => activityId).toSorted()).toEqual(
    sceneActivities.slice(0, 2).map(({ activityId }) => activityId),
  );
});

test("a range that is none is refused with words", async () => {
  const { from } = range();
  for (const [wrong, field] of [
    [{ from, to: "2026-02-30" }, "to"],
    [{ from, to: sceneDay(app, 9) }, "to"],
    [{ from: "2020-01-01", to: from }, "to"],
  ] as const) {
    const answer = await callAsOperator(app, as("everything"), showFigures, { range: wrong, filter: {} });
    expect(answer.code).toBe("601");
    expect(JSON.stringify(answer)).toContain(field);
  }
});
