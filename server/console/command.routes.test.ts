import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showOperatorInvite } from "#contract/console/operators.ts";
import { systemActor, writeAuditEntry } from "../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { callAsOperator } from "../testing/operator.ts";
import { sealClosedDays, writeDay } from "./audit/seal.ts";

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

test(
  "CO103 a downloaded day and the whole table are checked by command",
  async () => {
    const { db } = app.context;
    const day = "2021-05-04";
    const start = Date.parse(`${day}T00:00:00+08:00`);
    for (const id of ["1", "2", "3"])
      await writeAuditEntry(db, {
        by: systemActor,
        action: "check-in",
        about: { kind: "sign-up", id },
        outcome: "done",
        now: new Date(start + Number(id)),
      });
    expect(await sealClosedDays(db, start + 27 * 3_600_000)).toBe(1);
    const { text } = (await writeDay(db, day, 0)) ?? { text: "" };
    const file = join(app.context.config.dataDir, "day.jsonl");
    const check = (...args: string[]) => runCommand(app, ["audit", "check", ...args]);

    writeFileSync(file, text);
    expect(await check(file)).toMatchObject({ isDone: true });
    expect((await check(file)).said).toMatch(
      /unchanged, 3 lines, seal [0-9a-f]{64}\n.*is that of the database/,
    );
    expect(await check()).toEqual({ isDone: true, said: "unchanged" });

    writeFileSync(file, text.replace('"aboutId":"2"', '"aboutId":"9"'));
    const changed = await check(file);
    expect([changed.isDone, changed.said]).toEqual([false, expect.stringContaining("line 2: altered")]);
    await sql`alter table audit_entry disable trigger all`.execute(db);
    await sql`update audit_entry set outcome = 'other' where about_id = '3'`.execute(db);
    await sql`alter table audit_entry enable trigger all`.execute(db);
    const table = await check();
    expect([table.isDone, table.said]).toEqual([
      false,
      expect.stringContaining(`${day}: changed\n  line 3: altered`),
    ]);
  },
  COMMAND_TIMEOUT,
);
