import { afterAll, beforeAll, expect, test } from "vitest";
import { listOperators } from "#contract/console/operators.ts";
import { operatorRoleNames, operatorRoles } from "#contract/console/rights.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { sessionOf } from "../../server/testing/console/built-in-operator.ts";
import { callAsOperator } from "../../server/testing/operator.ts";
import { addSimulators } from "../index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
});
afterAll(() => app.close());

const choose = (role: string) =>
  app.app.inject({
    method: "POST",
    url: "/lab/console",
    query: { role },
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("CO28 /lab/console logs in as each of the roles, again and again as the same operator", async () => {
  const page = await app.app.inject("/lab/console");
  for (const role of operatorRoleNames) expect(page.body).toContain(operatorRoles[role]);
  for (const role of operatorRoleNames) {
    const answer = await choose(role);
    expect([answer.statusCode, answer.headers["location"]]).toEqual([303, "/console/"]);
    const session = sessionOf({ cookies: answer.cookies as { name: string; value: string }[] });
    const { data } = await callAsOperator(app, session, showOperatorSession, {});
    expect(data.grants.map((grant) => grant.role)).toEqual([role]);
    await choose(role);
  }
  const sysadmin = sessionOf({
    cookies: (await choose("sysadmin")).cookies as { name: string; value: string }[],
  });
  const { operators } = (await callAsOperator(app, sysadmin, listOperators, {})).data;
  expect(operators).toHaveLength(operatorRoleNames.length);
});

test("CO28 an unknown role is refused, and without simulators there is no such page", async () => {
  for (const role of ["owner", "", "__proto__"]) {
    const answer = await choose(role);
    expect([role, answer.statusCode, answer.cookies]).toEqual([role, 601, []]);
  }
  const plain = await testApp();
  try {
    for (const method of ["GET", "POST"] as const)
      expect((await plain.app.inject({ method, url: "/lab/console?role=sysadmin" })).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});
