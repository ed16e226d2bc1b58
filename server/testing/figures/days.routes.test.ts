import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { FigureName } from "#contract/console/figure-terms.ts";
import { showFigures } from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { checkDays, makeDueDays } from "../../figure/index.ts";
import { eraseUser } from "../../privacy/erase-user.ts";
import { openApp } from "../app.ts";
import { linkBrowser, newBrowser } from "../link-browser.ts";
import { callAsOperator, loginOperator } from "../operator.ts";
import { addSceneActivities, addScenePeople, sceneActivities, sceneDay } from "./figure-scene.ts";
import { addPastEvents } from "./past-events.ts";

const DAY = 86_400_000;
const app = await openApp();
const { db, clock } = app.context;
const NOON = Date.parse(`${toShanghaiDate(new Date())}T12:00:00+08:00`);
let guests: Awaited<ReturnType<typeof addScenePeople>>;
beforeAll(async () => {
  clock.set(NOON);
  await addSceneActivities(app);
  guests = await addScenePeople(app);
});
afterEach(() => clock.set(NOON));
/** A figure of days, as an operator of headquarters reads it. */
const read = async (figure: FigureName, from = 6, to = 0) => {
  const range = { from: sceneDay(app, from), to: sceneDay(app, to) };
  // A new session, since tests move the clock by days.
  const operator = await loginOperator(app, "hq-admin");
  const { figures } = (
    await callAsOperator(app, operator, showFigures, { range, filter: {}, figures: [figure] })
  ).data;
  const [found] = figures;
  if (!found) throw new Error(figure);
  return found;
};
async function warningsOf(run: () => Promise<unknown>): Promise<unknown[]> {
  const lines: unknown[] = [];
  const { warn } = app.context.log;
  app.context.log.warn = ((...given: unknown[]) => void lines.push(given)) as typeof warn;
  await run();
  app.context.log.warn = warn;
  return lines;
}
const visit = (id: string, daysAgo: number, received: Date | null = null) =>
  addPastEvents(
    app,
    [
      {
        event: "$pageview",
        distinctId: id,
        loginId: null,
        activityId: sceneActivities[0].activityId,
        time: new Date(clock.now() - daysAgo * DAY),
        properties: { platform_type: "pc" },
      },
    ],
    received,
  );

/** Lets the check run again, which other tests have run on later days. */
const forgetChecks = () => sql`update figure_made set checked_time = null, corrected_time = null`.execute(db);

test("CO81 the nightly check finds a day that was changed by hand, marks and corrects it until the next check", async () => {
  await forgetChecks();
  await makeDueDays(app.context);
  await checkDays(app.context);
  const signUps = await read("signUps");
  const visitors = await read("visitors", 1, 1);
  expect(signUps.isChecking).toBe(false);
  await sql`update figure_day set row_count = row_count + 2
    where day = ${sceneDay(app, 2)}::date and figure = 'signUps'`.execute(db);
  await sql`delete from funnel_day where day = ${sceneDay(app, 1)}::date and person = (
    select min(person) from funnel_day where day = ${sceneDay(app, 1)}::date and step = 'page_view')`.execute(
    db,
  );
  expect((await read("signUps")).value).toBeGreaterThan(signUps.value ?? 0);
  expect((await read("visitors", 1, 1)).value).toBeLessThan(visitors.value ?? 0);
  // Checked once a night.
  expect(await checkDays(app.context)).toEqual([]);
  clock.set(clock.now() + DAY);
  await makeDueDays(app.context);
  const lines = await warningsOf(async () =>
    expect((await checkDays(app.context)).toSorted()).toEqual([sceneDay(app, 3), sceneDay(app, 2)]),
  );
  expect(JSON.stringify(lines)).toContain("figures of a day corrected");
  expect(lines).toHaveLength(2);
  expect(await read("signUps", 7, 1)).toMatchObject({ value: signUps.value, isChecking: true });
  expect(await read("visitors", 2, 2)).toMatchObject({ value: visitors.value, isChecking: true });
  clock.set(clock.now() + DAY);
  await makeDueDays(app.context);
  expect(await checkDays(app.context)).toEqual([]);
  expect((await read("signUps", 8, 2)).isChecking).toBe(false);
});

test("CO83 an erasure keeps the counts of sign-ups, takes back leads and visits, and makes the days again", async () => {
  await makeDueDays(app.context);
  const values = async () =>
    Promise.all(
      (["signUps", "leads", "visitors"] as const).map(async (figure) => (await read(figure)).value ?? 0),
    );
  const [signUps = 0, leads = 0, visitors = 0] = await values();
  const guest = guests.find(({ number }) => number === 2);
  if (!guest) throw new Error("no guest");
  const count = async () =>
    (await sql`select 1 from funnel_day where person = ${guest.openId}`.execute(db)).rows.length;
  expect(await count()).toBeGreaterThan(0);
  const after = { deleteDueFiles: () => Promise.resolve(), eventTimeout: 60_000 };
  await eraseUser(app.context, after, guest.userId, operatorActor);
  expect(await count()).toBe(0);
  // Sign-ups are kept for the counts without the person.
  expect(await values()).toEqual([signUps, leads - 1, visitors - 1]);
  expect((await makeDueDays(app.context)).length).toBeGreaterThan(0);
  expect(await values()).toEqual([signUps, leads - 1, visitors - 1]);
  expect(await count()).toBe(0);
  await forgetChecks();
  expect(await checkDays(app.context)).toEqual([]);
});

test("events that come late count once the day is made again", async () => {
  await makeDueDays(app.context);
  const { value } = await read("visitors", 2, 2);
  // Received after the day was counted.
  await sql`update figure_made set made_time = ${new Date(NOON - 3_600_000)}`.execute(db);
  await visit("late-visitor", 2, new Date(NOON - 1_800_000));
  expect((await read("visitors", 2, 2)).value).toBe(value);
  expect(await makeDueDays(app.context)).toEqual([sceneDay(app, 2)]);
  expect((await read("visitors", 2, 2)).value).toBe((value ?? 0) + 1);
  expect(await makeDueDays(app.context)).toEqual([]);
});

test("a browser that turns out to be somebody's is one person with them, on past days too", async () => {
  const browser = newBrowser();
  const { token, openId } = await app.login("13900000077");
  await visit(browser.anonymousId, 2);
  await visit(openId, 1);
  await sql`delete from figure_made where part = 'events'`.execute(db);
  await makeDueDays(app.context);
  const { value } = await read("visitors", 2, 1);
  await linkBrowser(app, token, browser);
  await makeDueDays(app.context);
  expect((await read("visitors", 2, 1)).value).toBe((value ?? 0) - 1);
});

test("a change that is committed while its day is counted stays noted, and the day is counted once more", async () => {
  await makeDueDays(app.context);
  const before = (await read("arrivals")).value ?? 0;
  const takeBack = sql`update signup set checked_in_time = null where signup_id = (
    select signup_id from signup where checked_in_time < ${new Date(clock.now() - DAY)} limit 1)`;
  const day = sceneDay(app, 2);
  let counted: readonly string[] = [day];
  if (app.databaseKind === "postgres") {
    await sql`insert into figure_change (day, part) values (${day}, 'facts')`.execute(db);
    await db.transaction().execute(async (transaction) => {
      await takeBack.execute(transaction);
      // Counts the day while the change is not committed.
      counted = await makeDueDays(app.context);
    });
  } else await takeBack.execute(db);
  expect(counted).toContain(day);
  expect((await read("arrivals")).value).toBe(before - 1);
  expect((await makeDueDays(app.context)).length).toBeGreaterThan(0);
  expect((await read("arrivals")).value).toBe(before - 1);
});
