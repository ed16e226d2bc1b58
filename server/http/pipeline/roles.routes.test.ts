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

/** Something for each argument that stands in a path; who may call is judged before what is asked. */
const anything = { id: "1", mobile: "13800138000" };
const statusAs = async (call: Call, token?: string) => {
  const answer = await app.call(call, anything, token === undefined ? {} : { token });
  return `${call.name} ${answer.status} ${answer.code}`;
};

test("W01 W02 W09 every call: a visitor and a person without a mobile get no further than it declares", async () => {
  expect(declared.length).toBeGreaterThan(100);
  const { token } = await app.login(null);
  const found = { visitor: [] as string[], unbound: [] as string[] };
  for (const call of declared) {
    if (call.audience !== "anyone") found.visitor.push(await statusAs(call));
    if (call.audience === "userWithMobile") found.unbound.push(await statusAs(call, token));
  }
  const kept = declared.filter(({ audience: who }) => who !== "anyone");
  expect(found.visitor).toEqual(kept.map(({ name }) => `${name} 401 401`));
  const bound = declared.filter(({ audience: who }) => who === "userWithMobile");
  expect(found.unbound).toEqual(bound.map(({ name }) => `${name} 602 MOBILE_REQUIRED`));
});

test("W09 a token of nobody, an ended one and a cut one open nothing", async () => {
  const { token } = await app.login("13800138001");
  for (const wrong of ["x".repeat(43), token.slice(1), `${token}x`])
    for (const call of declared.filter(({ audience: who, method }) => who !== "anyone" && method === "GET"))
      expect(await statusAs(call, wrong)).toBe(`${call.name} 401 401`);
});
