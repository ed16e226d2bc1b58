import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { FigureName } from "#contract/console/figure-terms.ts";
import {
  listFigureRows,
  showConsoleFunnel,
  showFigures,
  type FigureFilter,
} from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { makeDueDays } from "../../figure/index.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../operator.ts";
import { addSceneActivities, addScenePeople, sceneActivities, sceneDay } from "./figure-scene.ts";
import { addPastEvents } from "./past-events.ts";

const app = await openApp();
const { db, clock } = app.context;
const [ONE, TWO] = sceneActivities;
const HOUR = 3_600_000;
let operator: TestOperator;
beforeAll(async () => {
  clock.set(Date.parse(`${toShanghaiDate(new Date())}T12:00:00+08:00`));
  await addSceneActivities(app);
  await addScenePeople(app);
  // The whole range but today is counted.
  await makeDueDays(app.context);
  operator = await loginOperator(app, "hq-admin");
});
const range = () => ({ from: sceneDay(app, 6), to: sceneDay(app, 0) });

/** Reads a figure, which is the number of its rows whatever is kept of past days (requirement CO78). */
async function read(figure: FigureName, filter: FigureFilter = {}) {
  const args = { range: range(), filter, figures: [figure] };
  const { figures } = (await callAsOperator(app, operator, showFigures, args)).data;
  const { rows = -1, counted = -1 } = figures[0] ?? {};
  const list = (
    await callAsOperator(app, operator, listFigureRows, { filter: { figure, range: range(), ...filter } })
  ).data;
  expect([rows, counted]).toEqual([list.count, list.rows.filter(({ isCounted }) => isCounted).length]);
  return { rows, counted };
}
const funnel = async () =>
  (await callAsOperator(app, operator, showConsoleFunnel, { range: range(), filter: {}, by: "all" })).data
    .rows[0]?.people;
const comes = (person: string, event: string, activityId: string = ONE.activityId) =>
  addPastEvents(app, [
    {
      event,
      distinctId: person,
      loginId: null,
      activityId,
      time: new Date(clock.now() - HOUR),
      properties: { platform_type: "wechat", action: "signup" },
    },
  ]);
/** A person of a past day who is in the funnel with one step but not with another. */
async function personWith(step: string, without: string): Promise<string> {
  const { rows } = await sql<{ visitor: string }>`
    select min(f.person) as visitor from funnel_day f where f.step = ${step}
      and not exists (select from funnel_day o where o.person = f.person and o.step = ${without})`.execute(
    db,
  );
  return rows[0]?.visitor ?? "";
}

test("CO84 persons of today are counted beside the kept count of past days, each once", async () => {
  const visitors = await read("visitors");
  const before = await funnel();
  const known = await personWith("page_view", "sign_up_tapped");
  await comes(known, "$pageview");
  expect(await read("visitors")).toEqual(visitors);
  await comes("today-alone", "$pageview");
  expect((await read("visitors")).rows).toBe(visitors.rows + 1);
  // Known by another activity: new to this one.
  const ofTwo = await read("visitors", { activityId: TWO.activityId });
  await comes("today-alone", "$pageview", TWO.activityId);
  expect((await read("visitors", { activityId: TWO.activityId })).rows).toBe(ofTwo.rows + 1);
  expect((await read("visitors")).rows).toBe(visitors.rows + 1);
  expect((await funnel())?.page_view).toBe((before?.page_view ?? 0) + 1);
});

test("CO84 a rate counts who did one step on a past day and the other today", async () => {
  const rate = await read("captchaRate");
  const tapped = await personWith("sign_up_tapped", "captcha_solved");
  expect(tapped).not.toBe("");
  await comes(tapped, "captcha_solved");
  expect(await read("captchaRate")).toEqual({ rows: rate.rows, counted: rate.counted + 1 });
  await comes(tapped, "sign_up_tapped");
  expect(await read("captchaRate")).toEqual({ rows: rate.rows, counted: rate.counted + 1 });
  // Solved without a tap: in none of the rows until they tap.
  await comes("solved-alone", "captcha_solved");
  expect(await read("captchaRate")).toEqual({ rows: rate.rows, counted: rate.counted + 1 });
});

test("CO84 what is kept of past days is counted again as soon as one of its rows changes", async () => {
  const visitors = await read("visitors");
  const signUps = await read("signUps");
  const person = await personWith("page_view", "captcha_solved");
  await sql`delete from tracked_event where distinct_id = ${person}`.execute(db);
  await sql`delete from funnel_day where person = ${person}`.execute(db);
  expect((await read("visitors")).rows).toBe(visitors.rows - 1);
  const { rows } = await sql<{ signup_id: string }>`
    select min(signup_id) as signup_id from signup where created_time < ${new Date(clock.now() - 48 * HOUR)}`.execute(
    db,
  );
  await sql`delete from signup where signup_id = ${rows[0]?.signup_id}`.execute(db);
  expect((await read("signUps")).rows).toBe(signUps.rows - 1);
  await makeDueDays(app.context);
  expect((await read("signUps")).rows).toBe(signUps.rows - 1);
});

test("CO84 a filter by what activities are follows their change at once", async () => {
  const types = async () => {
    const [one, two] = [
      await read("visitors", { businessType: 1 }),
      await read("visitors", { businessType: 4 }),
    ];
    const signUps = await read("signUps", { businessType: 4 });
    return { one: one.rows, two: two.rows, signUps: signUps.rows };
  };
  const before = await types();
  expect(before.one).toBeGreaterThan(0);
  await sql`update activity set business_type = 4 where activity_id = ${ONE.activityId}`.execute(db);
  const after = await types();
  expect(after.one).toBeLessThan(before.one);
  expect(after.two).toBeGreaterThan(before.two);
  expect(after.signUps).toBeGreaterThan(before.signUps);
});
