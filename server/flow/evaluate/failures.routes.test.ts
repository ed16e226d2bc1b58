import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkFlowDetail, showFlowStatus } from "#contract/flow/flow.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { flowFixture, invitedNode, levelNode, ownerNode, type FlowFixture } from "../test-processes.ts";

let app: TestApp;
let world: FlowFixture;
beforeAll(async () => {
  app = await testApp();
  world = flowFixture(app);
});
afterAll(() => app.close());

describe("processes that cannot be evaluated have their own codes", () => {
  const answerFor = async (id: string, mobile = world.nextMobile()) => {
    const { status, code, message } = await world.tryAs(id, mobile);
    return [status, code, message];
  };
  test("V12 603 a missing definition, V13 604 an invalid definition", async () => {
    const { db } = app.context;
    const missing = await world.open([ownerNode]);
    await sql`delete from flow_definition where process_key = ${world.keyOf(missing)}`.execute(db);
    expect(await answerFor(missing)).toEqual([603, "603", "查询异常"]);
    for (const broken of ['{"nodes": []}', '{"nodes": [{"kind": "horoscope"}]}', '"text"']) {
      const id = await world.open([ownerNode]);
      await sql`update flow_definition set definition = ${broken}::jsonb where process_key = ${world.keyOf(id)}`.execute(
        db,
      );
      expect(await answerFor(id)).toEqual([604, "604", "查询异常"]);
    }
  });
  test("V14 605 a failing source of facts, only for processes that need it", async () => {
    const [asking, other] = [await world.open([invitedNode]), await world.open([ownerNode])];
    await sql`alter table person_field rename to person_field_away`.execute(app.context.db);
    try {
      expect(await answerFor(asking)).toEqual([605, "605", "查询异常"]);
      expect((await answerFor(other))[0]).toBe(613);
    } finally {
      await sql`alter table person_field_away rename to person_field`.execute(app.context.db);
    }
    expect((await answerFor(asking))[0]).toBe(612);
  });
  test("V17 608 a fact that is not a number, V18 609 a process that is not enabled", async () => {
    const mobile = world.nextMobile();
    await app.modules.flow.setField({ mobile, field: "level", value: "金卡" });
    expect(await answerFor(await world.open([levelNode]), mobile)).toEqual([608, "608", "执行异常"]);
    expect(await answerFor(await world.open([ownerNode], {}, false))).toEqual([609, "609", "流程未启用"]);
  });
  test("V19 610 a step whose activity is unpublished", async () => {
    const first = await world.open(null);
    const id = await world.open([{ kind: "step", nodeKey: "class", name: "安全课", activityId: first }]);
    await sql`update activity set is_published = false where activity_id = ${first}`.execute(app.context.db);
    expect(await answerFor(id)).toEqual([610, "610", "任务异常"]);
  });
  test("V19 W10 a person who did the step before its activity was unpublished may go on", async () => {
    const first = await world.open(null, { title: "赛道安全课", activityType: "online" });
    const id = await world.open([{ kind: "step", nodeKey: "class", name: "安全课", activityId: first }]);
    const mobile = world.nextMobile();
    expect((await world.signUpAs(first, mobile)).code).toBe("00");
    await sql`update activity set is_published = false where activity_id = ${first}`.execute(app.context.db);
    const { token } = await app.login(mobile);
    expect((await app.call(showFlowStatus, { activityId: id }, { token })).data).toEqual({ status: "pass" });
    const { nodes } = (await app.call(checkFlowDetail, { activityId: id }, { token })).data;
    expect(nodes.find(({ nodeKey }) => nodeKey === "class")).toMatchObject({
      pass: true,
      remark: "已报名《赛道安全课》",
    });
    expect((await world.signUpAs(id, mobile)).code).toBe("00");
  });
  test("V21 700 an unexpected error", async () => {
    const id = await world.open([{ ...ownerNode, taskLink: "/mine" }]);
    const broken = vi.spyOn(URL, "parse").mockImplementation(() => {
      throw new Error("unexpected");
    });
    try {
      expect(await answerFor(id)).toEqual([700, "700", "系统异常"]);
    } finally {
      broken.mockRestore();
    }
    expect((await world.tryAs(id, world.nextMobile())).status).toBe(613);
  });
});
