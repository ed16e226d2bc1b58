import { expect, test } from "vitest";
import { describeStatement } from "./statement-description.ts";

test.each([
  ["select * from signup where mobile = '13900139000'", "select signup"],
  ['insert into "activity_session" (a) values ($1)', "insert activity_session"],
  ["\n  with made as (insert into tracked_event select 1) select count(*) from made", "insert tracked_event"],
  ["update app_user set name = $1", "update app_user"],
  ["delete from coupon where a = 'from x'", "delete coupon"],
  ["select pg_advisory_xact_lock($1)", "select"],
  ["begin", "begin"],
  ["commit", "commit"],
  ["", "statement"],
])("HA24 the span of %j is named %j", (text, name) => expect(describeStatement(text).name).toBe(name));

test("HA24 no value of a statement is in its description", () => {
  const { operation, table, name } = describeStatement("select 1 where x in ('from 13900139000')");
  expect([operation, table, name]).toEqual(["select", null, "select"]);
});
