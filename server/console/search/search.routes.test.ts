import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { searchConsole, type SearchKind } from "#contract/console/search.ts";
import { openApp } from "../../testing/app.ts";
import { addConsoleThings, testScopes, type ConsoleThings } from "../../testing/console/things.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";

const app = await openApp();
let things: ConsoleThings;
let hq: TestOperator;
let region: TestOperator;
beforeAll(async () => {
  things = await addConsoleThings(app);
  hq = await loginOperator(app, "hq-admin");
  region = await loginOperator(app, "region", testScopes.ownRegion);
});
/** Ids of what is found, by kind. */
async function found(operator: TestOperator, text: string): Promise<Partial<Record<SearchKind, string[]>>> {
  const { groups } = (await callAsOperator(app, operator, searchConsole, { text })).data;
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]));
}

test("CO34 a person is found by mobile and sign-up number, an order and a coupon by theirs", async () => {
  const thing = things.ownRegion;
  expect(await found(hq, thing.mobile)).toMatchObject({ guest: [thing.signUpId], lead: [thing.leadId] });
  expect(await found(hq, thing.signUpId)).toEqual({ guest: [thing.signUpId] });
  expect(await found(hq, thing.orderNo)).toEqual({ order: [thing.orderId] });
  expect(await found(hq, thing.orderNo.toLowerCase())).toEqual({ order: [thing.orderId] });
  expect(await found(hq, thing.couponCode)).toMatchObject({ coupon: [thing.couponId] });
  expect(await found(hq, thing.activityId)).toMatchObject({ activity: [thing.activityId] });
});

test("CO09 CO34 what is out of scope is not found, by number or name", async () => {
  const { otherRegion, ownRegion } = things;
  for (const text of [otherRegion.mobile, otherRegion.signUpId, otherRegion.couponCode, "活动 otherRegion"])
    expect(await found(region, text)).toEqual({});
  expect(await found(region, ownRegion.mobile)).toMatchObject({ guest: [ownRegion.signUpId] });
  expect(await found(region, "活动 ownRegion")).toEqual({ activity: [ownRegion.activityId] });
});

test("CO13 CO34 each kind needs its own right", async () => {
  const { mobile, orderNo } = things.ownRegion;
  const sysadmin = await loginOperator(app, "sysadmin", undefined, { name: "秦系统" });
  expect(await found(sysadmin, mobile)).toEqual({});
  expect(await found(sysadmin, "活动")).toEqual({});
  expect(await found(sysadmin, "秦系统")).toEqual({ operator: [sysadmin.operatorId] });
  expect(await found(hq, "秦系统")).toEqual({});
  const auditor = await loginOperator(app, "auditor");
  expect(await found(auditor, mobile)).not.toHaveProperty("guest");
  expect(await found(auditor, orderNo)).toHaveProperty("order");
  const service = await loginOperator(app, "service");
  expect(await found(service, mobile)).toMatchObject({ guest: [things.ownRegion.signUpId] });
});

test("CO34 CO101 the number stands in no audit line, and the answer masks it", async () => {
  const { mobile } = things.ownRegion;
  const answer = await callAsOperator(app, hq, searchConsole, { text: mobile });
  expect(JSON.stringify(answer.data)).not.toContain(mobile);
  expect(JSON.stringify(answer.data)).toContain(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
  const { rows } = await sql`select from audit_entry a where strpos(a::text, ${mobile}) > 0`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
});

test("a text that is nothing is refused, and a long title is found by its part", async () => {
  expect((await callAsOperator(app, hq, searchConsole, { text: "  " })).code).not.toBe("00");
  const { groups } = (await callAsOperator(app, hq, searchConsole, { text: "活动" })).data;
  expect(groups.find(({ kind }) => kind === "activity")?.hits).toHaveLength(4);
});
