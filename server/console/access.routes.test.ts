import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { OperatorCall } from "#contract/console/operator-call.ts";
import { operatorRoleNames, rightReaches, type OperatorRole } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { listOperators } from "#contract/console/operators.ts";
import { showUser } from "#contract/session/session.ts";
import { openApp } from "../testing/app.ts";
import type { AccessRow } from "../testing/console/access-row.ts";
import { accessTable } from "../testing/console/access-table.ts";
import { addSampleCalls, sampleAccess } from "../testing/console/sample-calls.ts";
import {
  addConsoleThings,
  places,
  testScopes,
  type ConsoleThings,
  type Place,
} from "../testing/console/things.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../testing/operator.ts";
import { rightsOfRole } from "./rights.ts";

const app = await openApp({ extend: addSampleCalls });
let things: ConsoleThings;
/** Operators of each role: with an unlimited scope, and with that of each place. */
const operators = new Map<string, TestOperator>();
let withoutGrants: TestOperator;
const operatorOf = (role: OperatorRole, place: Place | "everything" = "everything"): TestOperator => {
  const found = operators.get(`${role} ${place}`);
  if (!found) throw new Error(`no operator ${role} ${place}`);
  return found;
};

beforeAll(async () => {
  things = await addConsoleThings(app);
  for (const role of operatorRoleNames) {
    operators.set(`${role} everything`, await loginOperator(app, role));
    for (const place of places)
      operators.set(`${role} ${place}`, await loginOperator(app, role, testScopes[place]));
  }
  const operatorId = await app.console.operators.seed({ name: "无授权", grants: [] });
  const session = await app.console.operators.openSession(operatorId);
  withoutGrants = { operatorId, name: "无授权", ...session };
});

const rows = accessTable.map((row) => [row.call.name, row] as const);
const needsRight = rows.filter(([, { call }]) => call.right !== "self" && call.right !== "anyone");
/** Whether a role has the right of a call with the reach that the call needs, by the table in code. */
function mayCall(role: OperatorRole, { right, reach = "list" }: OperatorCall): boolean {
  if (right === "anyone" || right === "self") return true;
  const held = rightsOfRole[role][right];
  return held !== undefined && rightReaches.indexOf(held) >= rightReaches.indexOf(reach);
}
const callRow = (operator: TestOperator | null, { call, args }: AccessRow, place: Place = "ownRegion") =>
  callAsOperator(app, operator, call, args(things, place));
const countAudit = async (): Promise<number> => {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry`.execute(app.context.db);
  return found[0]?.count ?? 0;
};

test("CO08 every registered call has a row of the access table, and every row a call", () => {
  const registered = app.console.calls.registeredCalls.map(({ name }) => name).toSorted();
  const listed = [...accessTable, ...sampleAccess].map(({ call }) => call.name).toSorted();
  expect(listed).toEqual(registered);
});

describe("CO08 a call is refused", () => {
  test.for(rows)("%s without a session", async ([, row]) => {
    const { status } = await callRow(null, row);
    expect(status === 401).toBe(row.call.right !== "anyone");
  });
  test.for(needsRight)("%s for operators without its right, and for no others", async ([, row]) => {
    for (const role of operatorRoleNames) {
      const { status, code } = await callRow(operatorOf(role), row);
      expect([role, status === 406 && code === "406"]).toEqual([role, !mayCall(role, row.call)]);
    }
    expect((await callRow(withoutGrants, row)).status).toBe(406);
  });
  test.for(rows)("%s with arguments that no page sends", async ([, { call }]) => {
    const more = operatorRoleNames.map((role) => ({ role }));
    const { token } = await loginOperator(app, "hq-admin", everyScope, { more });
    for (const payload of [
      "[]",
      "null",
      '"x"',
      `{"a":${"[".repeat(60)}${"]".repeat(60)}}`,
      '{"id":{"$ne":1}}',
    ]) {
      const answer = await app.app.inject({
        method: "POST",
        url: `/console-api/${call.path}`,
        headers: { origin: app.context.origin(), "x-console": "1", "content-type": "application/json" },
        cookies: { marque_console: token },
        payload,
      });
      expect([payload, answer.statusCode < 500 || answer.statusCode >= 600]).toEqual([payload, true]);
    }
  });
});

type Scoped = NonNullable<AccessRow["reads"]>;
/** Places that an operator reaches: in a region by the sponsor, at a dealer by the dealer. */
const reach: Readonly<Record<Scoped, Readonly<Record<Place, readonly Place[]>>>> = {
  // Everybody reads headquarters' activities; a dealer those that take place there.
  activity: {
    ownRegion: ["ownRegion", "ownDealer", "otherDealer"],
    otherRegion: ["otherRegion", "ownDealer", "otherDealer"],
    ownDealer: ["ownRegion", "ownDealer"],
    otherDealer: ["otherRegion", "otherDealer"],
  },
  ownActivity: {
    ownRegion: ["ownRegion"],
    otherRegion: ["otherRegion"],
    ownDealer: [],
    otherDealer: [],
  },
  person: {
    ownRegion: ["ownRegion", "ownDealer"],
    otherRegion: ["otherRegion", "otherDealer"],
    ownDealer: ["ownRegion", "ownDealer"],
    otherDealer: ["otherRegion", "otherDealer"],
  },
  dealer: {
    ownRegion: ["ownRegion", "ownDealer"],
    otherRegion: ["otherRegion", "otherDealer"],
    ownDealer: ["ownRegion", "ownDealer"],
    otherDealer: ["otherRegion", "otherDealer"],
  },
};

/** One role of each kind that differs in the reach of a call's right, or in seeing names: scopes do not depend on the rest. */
function distinctRoles(call: OperatorCall): OperatorRole[] {
  const { right } = call;
  const kindOf = (role: OperatorRole): string => {
    const held = right === "self" || right === "anyone" ? "" : rightsOfRole[role][right];
    return `${held} ${rightsOfRole[role]["person.name"]}`;
  };
  const able = operatorRoleNames.filter((role) => mayCall(role, call));
  return [...new Map(able.map((role) => [kindOf(role), role])).values()];
}

describe("CO09 CO10 CO11 a thing out of scope does not exist", () => {
  const scoped = [...sampleAccess, ...accessTable]
    .filter(({ scope }) => scope !== "none")
    .map((row) => [row.call.name, row] as const);
  test.for(scoped)("%s", async ([name, row]) => {
    if (row.reads === undefined) throw new Error(`${name} has a scope, and its row does not say of what`);
    const roles = distinctRoles(row.call);
    const shown: unknown[] = [];
    const expected: unknown[] = [];
    for (const role of roles)
      for (const from of places)
        for (const place of places) {
          const answer = await callRow(operatorOf(role, from), row, place);
          const isShown =
            row.scope === "record"
              ? answer.status !== 404
              : answer.code === "00" && (row.shows?.(answer.data, things, place) ?? false);
          shown.push({ role, from, place, isShown });
          expected.push({ role, from, place, isShown: reach[row.reads][from].includes(place) });
        }
    expect(roles.length).toBeGreaterThan(0);
    expect(shown).toEqual(expected);
  });
});

test.for(needsRight.filter(([, { call }]) => call.stepUp))(
  "CO26 %s needs a second factor of the last five minutes",
  async ([, row]) => {
    for (const role of operatorRoleNames.filter((one) => mayCall(one, row.call))) {
      const stolen = await loginOperator(app, role, everyScope, { isSteppedUp: false });
      const answer = await callRow(stolen, row);
      expect([answer.status, answer.code]).toEqual([406, "STEP_UP"]);
      expect((await callRow(operatorOf(role), row)).code).not.toBe("STEP_UP");
    }
  },
);

describe("CO102 the audit log", () => {
  const writes = rows.filter(([, { call }]) => call.kind === "write");
  test.for(writes.filter(([, { auditShownIn }]) => auditShownIn === undefined))(
    "has exactly one line of %s, and none of a refused one",
    async ([name, row]) => {
      const { succeeds } = row;
      if (!succeeds) throw new Error(`${name} is a write without arguments that succeed`);
      const more = operatorRoleNames.map((role) => ({ role }));
      const operator = await loginOperator(app, "hq-admin", everyScope, { more });
      const args = await succeeds({ app, things }, operator);
      const before = await countAudit();
      expect(await callAsOperator(app, operator, row.call, args)).toMatchObject({ code: "00" });
      const { rows: lines } = await sql<{ actor_kind: string; actor_id: string; host: string }>`
        select actor_kind, actor_id, host from audit_entry order by audit_id desc
        limit ${(await countAudit()) - before}`.execute(app.context.db);
      expect(lines).toEqual([{ actor_kind: "operator", actor_id: operator.operatorId, host: "console" }]);
      const refused = await countAudit();
      await callAsOperator(app, row.call.right === "self" ? null : withoutGrants, row.call, args);
      await callRow(operator, row);
      expect(await countAudit()).toBe(refused);
    },
  );
});

test("CO27 a shopper's token opens no call of the console, and an operator's cookie no shopper's call", async () => {
  const { token } = await app.login("13700000009");
  const shopper = await callAsOperator(
    app,
    null,
    listOperators,
    {},
    { headers: { "x-access-token": token } },
  );
  expect(shopper.status).toBe(401);
  const asCookie = await callAsOperator(app, { token }, listOperators, {});
  expect(asCookie.status).toBe(401);
  const operator = operatorOf("hq-admin");
  for (const headers of [
    { cookie: `marque_console=${operator.token}` },
    { "x-access-token": operator.token },
  ])
    expect((await app.call(showUser, {}, { headers })).code).not.toBe("00");
});
