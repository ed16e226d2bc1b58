import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showOperatorInvite } from "#contract/console/operators.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { callAsOperator } from "../testing/operator.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const run = (...args: string[]) => runCommand(app, ["operator", ...args]);

test(
  "CO18 the first operator is invited by command, once, also by two commands at once",
  async () => {
    for (const args of [[], ["first"], ["first", "a b", "沈若谷"], ["second", "shen", "沈若谷"]])
      expect(await run(...args)).toEqual({
        isDone: false,
        said: "usage: npm run operator -- first LOGIN NAME",
      });
    const answers = await Promise.all([run("first", "Shen", "沈若谷"), run("first", "qian", "钱知行")]);
    expect(answers.filter(({ isDone }) => isDone)).toHaveLength(1);
    const link = answers.find(({ isDone }) => isDone)?.said ?? "";
    expect(link).toMatch(/^https:\/\/m\.qinglan\.example\/console\/invitation#[\w-]{43}$/);
    const token = new URL(link).hash.slice(1);
    expect((await callAsOperator(app, null, showOperatorInvite, { token })).code).toBe("00");
    expect(await run("first", "third", "何清和")).toEqual({
      isDone: false,
      said: "there are operators already: one of them invites others at /console/",
    });
    const { rows } = await sql`
      select g.role, (select count(*)::int from operator) as operators,
        (select string_agg(a.actor_kind || ' ' || a.host || ' ' || a.action, ',') from audit_entry a
          where a.about_kind = 'operator') as audit
      from operator_grant g`.execute(app.context.db);
    expect(rows).toEqual([{ role: "sysadmin", operators: 1, audit: "operator command operator.first" }]);
  },
  COMMAND_TIMEOUT,
);
