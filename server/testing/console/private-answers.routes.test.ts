import { beforeAll, describe, expect, test } from "vitest";
import { operatorRoleNames } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator } from "../operator.ts";
import type { AccessRow } from "./access-row.ts";
import { accessTable } from "./access-table.ts";
import { addConsoleThings, type ConsoleThings } from "./things.ts";

const app = await openApp();
let things: ConsoleThings;
beforeAll(async () => {
  things = await addConsoleThings(app);
});

/** A whole mobile, not a part of a longer number. */
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
/** Answers that give a whole mobile: those that are shown once and counted, and a person's own copy. */
const mayShowMobile = ({ call }: AccessRow): boolean => call.isShownOnce === true;
const rows = accessTable.map((row) => [row.call.name, row] as const);
const everyone = async () => {
  const more = operatorRoleNames.map((role) => ({ role }));
  return loginOperator(app, "hq-admin", everyScope, { more, name: "甄操作" });
};

describe("CO99 no answer holds a whole mobile", () => {
  test.for(rows.filter(([, row]) => !mayShowMobile(row)))("%s", async ([, row]) => {
    const operator = await everyone();
    const answers: unknown[] = [];
    for (const place of ["ownRegion", "ownDealer"] as const)
      answers.push((await callAsOperator(app, operator, row.call, row.args(things, place))).data);
    const args = await row.succeeds?.({ app, things }, operator);
    if (args !== undefined) answers.push((await callAsOperator(app, operator, row.call, args)).data);
    expect(JSON.stringify(answers).match(MOBILE)).toBeNull();
  });
  test("but reveals, which prove that the test sees mobiles", async () => {
    const operator = await everyone();
    const shown: string[] = [];
    for (const row of accessTable.filter((one) => mayShowMobile(one) && one.call.name.startsWith("reveal"))) {
      const args = await row.succeeds?.({ app, things }, operator);
      if (args === undefined) continue;
      const { data } = await callAsOperator(app, operator, row.call, args);
      if (JSON.stringify(data).match(MOBILE) !== null) shown.push(row.call.name);
    }
    expect(shown.length).toBeGreaterThan(1);
  });
});
