import { expect, test } from "vitest";
import { summariseStatement } from "./statement-summary.ts";

test.each([
  ["select * from signup where mobile = '13900139000'", "select signup"],
  ['insert into "activity_session" (a) values ($1)', "insert activity_session"],
  ["\n  with made as (insert into tracked_event select 1) select count(*) from made", "insert tracked_event"],
  [
    "with a as (select 1 from activity for update), b as (insert into signup select 1) select 1 from b",
    "insert signup",
  ],
  ["select 1 from activity where a = $1 for no key update of activity", "select activity"],
  ["update app_user set name = $1", "update app_user"],
  [
    "with a as (delete from pass where 1 = 1 returning 1), b as (insert into signup (x) select 1 on conflict do update set x = 2) update activity set y = 1",
    "delete pass insert signup update activity",
  ],
  ["delete from coupon where a = 'from x'", "delete coupon"],
  ["select a from unnest($1::text[]) as asked(id) join coupon c on c.id = asked.id", "select coupon"],
  ["select pg_advisory_xact_lock($1)", "select"],
  ["begin", "begin"],
  ["commit", "commit"],
  ["", "statement"],
])("HA24 the span of %j is named %j", (text, name) => expect(summariseStatement(text)).toBe(name));

test("HA24 no value of a statement is in its summary", () => {
  expect(summariseStatement("select 1 where x in ('from zhangsan')")).toBe("select");
});
