import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showKocProgram, showKocStatus } from "#contract/koc/koc.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { sampleKocProgram } from "../testing/samples/sample-koc.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const run = (...args: string[]) => runCommand(app, ["koc", ...args]);

test(
  "W10 M06 an operator lists applications, accepts one and declines one, each once and with an audit entry",
  async () => {
    const activityId = "1720000000000000001";
    const now = app.context.clock.now();
    await app.modules.activities.addActivities([sampleActivity(now, { activityId, activityType: "online" })]);
    await app.modules.kocs.add([sampleKocProgram(now, { activity_id: activityId, taken: 2 })]);
    const people = [
      await app.login("13155550076", { nickname: "老周" }),
      await app.login("13155550077"),
    ] as const;
    for (const { userId } of people)
      await sql`insert into koc (activity_id, user_id, status, applied_time)
        values (${activityId}, ${userId}, 1, ${new Date(now)})`.execute(app.context.db);
    const [one, other] = people.map(({ userId }) => `${activityId}/${userId}`) as [string, string];
    const listed = await run("list", activityId);
    expect(listed.said).toContain("helped by 0 of 3  莫干山晨雾试驾  老周  131****0076");
    expect(listed.said).not.toContain("13155550076");
    expect((await run("list", "1720000000000000002")).said).toBe("none");
    expect(await run("accept", one)).toEqual({ isDone: true, said: `accepted  ${one}` });
    expect(await run("decline", "--reason", "名额有限", one, other)).toEqual({
      isDone: false,
      said: `not in review  ${one}\ndeclined  ${other}`,
    });
    expect((await run("list", "all")).said).toBe("none");
    const standings = people.map(
      async ({ token }) => (await app.call(showKocStatus, { activityId }, { token })).data,
    );
    expect(await Promise.all(standings)).toMatchObject([{ status: 2 }, { status: 3, reason: "名额有限" }]);
    app.clearCaches();
    expect((await app.call(showKocProgram, { activityId })).data.remaining).toBe(9);
    const { rows } = await sql<{ line: string }>`
      select host || ' ' || action || ' ' || outcome || ' ' || about_id as line from audit_entry where action = 'koc.review' order by audit_id`.execute(
      app.context.db,
    );
    expect(rows.map(({ line }) => line)).toEqual([
      `command koc.review accepted ${one}`,
      `command koc.review declined ${other}`,
    ]);
    for (const wrong of [["list"], ["accept"], ["accept", "1"], ["accept", "--reason", "x", one], []])
      expect((await run(...wrong)).said).toMatch(/^usage: /);
  },
  COMMAND_TIMEOUT,
);
