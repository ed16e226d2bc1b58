import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { defaultPlace } from "#contract/core/limits.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { recordStatements } from "../../testing/database/record-statements.ts";
import { createEngine, type Engine } from "./engine.ts";
import { flowStore } from "../store.ts";
import { flowFixture, type FlowFixture } from "../test-processes.ts";

let app: TestApp;
let world: FlowFixture;
let engine: Engine;
beforeAll(async () => {
  app = await testApp();
  world = flowFixture(app);
  engine = createEngine(app.context, flowStore(app.context.db), {
    placeOfAddress: () => defaultPlace,
    bindLink: () => "/",
    ownerLink: () => "/",
  });
});
afterAll(() => app.close());

const owner = { kind: "owner" as const, nodeKey: "owner", name: "认证车主", isRequired: false };
const gold = { kind: "field" as const, nodeKey: "level", name: "等级", field: "level", oneOf: ["金卡"] };

describe("a request during a publication", () => {
  const caller = { user: null, address: "127.0.0.1", captchaVerifyId: null };
  const keysOf = async (
    activity: NonNullable<Awaited<ReturnType<ReturnType<typeof flowStore>["findActivity"]>>>,
  ) =>
    (await engine.explain({ activity, action: "signup", caller })).judged
      .map(({ node }) => node.nodeKey)
      .filter((key) => !key.startsWith("base-"));

  test("is evaluated by the version that it began with; the next request by the new one", async () => {
    const store = flowStore(app.context.db);
    const id = await world.open([owner]);
    const begun = await store.findActivity(id);
    await world.publish(id, [gold]);
    const next = await store.findActivity(id);
    if (!begun || !next) throw new Error("the activity is there");
    // Evaluates in alternating order, so that a cached path of the other version would be noticed.
    expect(await keysOf(next)).toEqual(["level"]);
    expect(await keysOf(begun)).toEqual(["owner"]);
    expect(await keysOf(next)).toEqual(["level"]);
  });
});

/** Counts the statements of `run` without those for sessions, which depend on the session cache. */
async function statementsDuring(run: () => Promise<unknown>): Promise<number> {
  // All executors, of transactions too, share the class that runs a statement.
  let prototype: object = app.context.db.getExecutor();
  while (!Object.hasOwn(prototype, "executeQuery")) prototype = Object.getPrototypeOf(prototype) as object;
  const statements = await recordStatements(prototype as ReturnType<typeof app.context.db.getExecutor>, run);
  return statements.filter((text) => !text.includes("user_session")).length;
}

describe("the cost of a process for the sign-up", () => {
  /** Counts the statements of one person's whole sign-up, from the request to the ticket. */
  async function statementsOf(activityId: string): Promise<number> {
    const mobile = world.nextMobile();
    await app.modules.flow.setField({ mobile, field: "level", value: "金卡" });
    const { token } = await app.login(mobile);
    const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
    const body = { id: activityId, name: "林晓岚", mobile, consent: true as const };
    let code = "";
    const count = await statementsDuring(async () => {
      ({ code } = await app.call(signUp, body, { token, captchaVerifyId }));
    });
    expect(code).toBe("00");
    return count;
  }
  test("no additional statement without lookups, one with them; the first use of a version reads the definition", async () => {
    const [plain, simple, withLookup] = [
      await world.open(null),
      await world.open([owner]),
      await world.open([owner, gold]),
    ];
    const without = await statementsOf(plain);
    expect(await statementsOf(simple)).toBe(without + 1);
    expect(await statementsOf(simple)).toBe(without);
    await statementsOf(withLookup);
    expect(await statementsOf(withLookup)).toBe(without + 1);
    await world.publish(simple, [owner]);
    expect(await statementsOf(simple)).toBe(without + 1);
    expect(await statementsOf(simple)).toBe(without);
  });
});
