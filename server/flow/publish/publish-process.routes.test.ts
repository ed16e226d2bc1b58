import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import {
  flowFixture,
  invitedNode,
  ownerNode,
  signUpStep,
  type FlowFixture,
  type ProcessNodes,
} from "../test-processes.ts";

let app: TestApp;
let world: FlowFixture;
beforeAll(async () => {
  app = await testApp({ settings: { TASK_LINK_ORIGINS: "https://owners.example.com" } });
  world = flowFixture(app);
});
afterAll(() => app.close());

describe("publishing", () => {
  test("an invalid process is refused with a message per path, and nothing is stored", async () => {
    const id = await world.open(null);
    const problemsOf = async (nodes: ProcessNodes) =>
      app.modules.flow.publish({ activityId: id, process: { nodes } }).catch((error: unknown) => error);
    expect(
      await problemsOf([
        { ...ownerNode, after: ["signup"] },
        { ...signUpStep, after: ["owner"] },
      ]),
    ).toMatchObject({
      refusal: "invalid",
      fields: { "nodes.0.after": "节点 owner 与自己的前置节点形成环" },
    });
    expect(
      await problemsOf([
        { ...ownerNode, taskLink: "https://evil.example/x" },
        { ...ownerNode, nodeKey: "b", taskLink: "javascript:alert(1)" },
        { ...ownerNode, nodeKey: "c", taskLink: "//evil.example" },
        { ...ownerNode, nodeKey: "d", taskLink: "https://owners.example.com/certify" },
        { kind: "step", nodeKey: "e", name: "先报名", activityId: "404" },
        { kind: "series", nodeKey: "f", name: "车系", codes: ["nosuch"] },
        signUpStep,
      ]),
    ).toMatchObject({
      fields: {
        "nodes.0.taskLink": "任务链接只能指向本站或已允许的地址",
        "nodes.1.taskLink": "任务链接只能指向本站或已允许的地址",
        "nodes.2.taskLink": "任务链接只能指向本站或已允许的地址",
        "nodes.4.activityId": "前置活动不存在或未发布",
        "nodes.5.codes": "没有车系 nosuch",
      },
    });
    expect(await problemsOf([ownerNode])).toMatchObject({ fields: { nodes: "流程中没有活动的节点 signup" } });
    const unknown = app.modules.flow.publish({ activityId: "404", process: { nodes: [signUpStep] } });
    await expect(unknown).rejects.toMatchObject({ refusal: "notFound" });
    const { rows } = await sql`select 1 from flow_process where activity_id = ${id}`.execute(app.context.db);
    expect(rows).toEqual([]);
  });
  test("a key of another activity is refused", async () => {
    const first = await world.open([ownerNode]);
    const second = await world.open(null, { processKey: world.keyOf(first) });
    await expect(world.publish(second, [ownerNode])).rejects.toMatchObject({
      fields: { processKey: "流程编号已被其他活动使用" },
    });
    expect((await world.tryAs(first, world.nextMobile())).status).toBe(613);
  });
  test("a new version applies to the next request", async () => {
    const id = await world.open([ownerNode]);
    const mobile = world.nextMobile();
    expect((await world.tryAs(id, mobile)).status).toBe(613);
    expect(await world.publish(id, [invitedNode])).toMatchObject({ version: 2 });
    expect((await world.tryAs(id, mobile)).status).toBe(612);
    await world.publish(id, []);
    expect((await world.tryAs(id, mobile)).headers["captcha_verify"]).toBe("true");
  });
  test("eight publications at once create eight complete versions", async () => {
    const id = await world.open(null);
    const versions = await Promise.all(Array.from({ length: 8 }, () => world.publish(id, [ownerNode])));
    expect(versions.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const key = versions[0]?.processKey ?? "";
    const { rows } = await sql`select version from flow_definition where process_key = ${key}`.execute(
      app.context.db,
    );
    expect(rows.length).toBe(8);
  });
});
