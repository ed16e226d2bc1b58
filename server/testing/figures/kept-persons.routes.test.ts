import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { showConsoleFunnel, showFigures } from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { checkDays, makeDueDays } from "../../figure/index.ts";
import { createPartitions } from "../../tracking/storage/partition-store.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator } from "../operator.ts";
import { addSceneActivities, addScenePeople, sceneDay } from "./figure-scene.ts";

const app = await openApp();
const { db, clock } = app.context;
beforeAll(async () => {
  clock.set(Date.parse(`${toShanghaiDate(new Date())}T12:00:00+08:00`));
  await addSceneActivities(app);
  await addScenePeople(app);
});

test("persons stay counted beyond their events, also when their day is counted again", async () => {
  await makeDueDays(app.context);
  const operator = await loginOperator(app, "hq-admin");
  const range = { from: sceneDay(app, 6), to: sceneDay(app, 3) };
  const visitors = async () => {
    const args = { range, filter: {}, figures: ["visitors" as const] };
    return (await callAsOperator(app, operator, showFigures, args)).data.figures[0]?.value;
  };
  const value = await visitors();
  expect(value).toBeGreaterThan(0);
  const funnel = async () =>
    (await callAsOperator(app, operator, showConsoleFunnel, { range, filter: {}, by: "host" })).data.rows;
  const rows = await funnel();
  const partitions = createPartitions(db, 2);
  expect(await partitions.maintain(clock.now())).toContain(sceneDay(app, 3));
  await sql`insert into figure_change (day, part) values (${sceneDay(app, 3)}, 'events'), (${sceneDay(app, 3)}, 'facts')`.execute(
    db,
  );
  expect(await makeDueDays(app.context)).toContain(sceneDay(app, 3));
  expect(await visitors()).toBe(value);
  expect(await funnel()).toEqual(rows);
  expect(await checkDays(app.context)).toEqual([]);
});
