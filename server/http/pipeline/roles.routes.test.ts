import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "#contract/core/call.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";

let app: TestApp;
const declared: Call[] = [];
beforeAll(async () => {
  app = await testApp();
  declared.push(...(await contractCalls()));
});
afterAll(() => app.close());

/** Values for all path parameters; the role is checked before other arguments. */
const pathArguments = { id: "1", mobile: "13800138000" };
const statusAs = async (call: Call, token?: string) => {
  const response = await app.call(call, pathArguments, token === undefined ? {} : { token });
  return `${call.name} ${response.status} ${response.code}`;
};

test("W01 W02 W09 every call refuses visitors and users without a mobile as it declares", async () => {
  expect(declared.length).toBeGreaterThan(100);
  const { token } = await app.login(null);
  const statuses = { visitor: [] as string[], withoutMobile: [] as string[] };
  for (const call of declared) {
    if (call.audience !== "anyone") statuses.visitor.push(await statusAs(call));
    if (call.audience === "userWithMobile") statuses.withoutMobile.push(await statusAs(call, token));
  }
  const forUsers = declared.filter(({ audience }) => audience !== "anyone");
  expect(statuses.visitor).toEqual(forUsers.map(({ name }) => `${name} 401 401`));
  const forMobiles = declared.filter(({ audience }) => audience === "userWithMobile");
  expect(statuses.withoutMobile).toEqual(forMobiles.map(({ name }) => `${name} 602 MOBILE_REQUIRED`));
});

test("W09 forged, truncated and extended tokens are refused", async () => {
  const { token } = await app.login("13800138001");
  for (const wrong of ["x".repeat(43), token.slice(1), `${token}x`])
    for (const call of declared.filter(({ audience, method }) => audience !== "anyone" && method === "GET"))
      expect(await statusAs(call, wrong)).toBe(`${call.name} 401 401`);
});
