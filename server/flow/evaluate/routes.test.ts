import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFlowDetail, showFlowStatus } from "#contract/flow/flow.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { containsSecret } from "../../testing/contains-secret.ts";
import {
  flowFixture,
  headerOf,
  invitedNode,
  levelNode,
  ownerNode,
  type FlowFixture,
} from "../test-processes.ts";

/** An IP address in Beijing; requests without one are local, which counts as Shanghai. */
const BEIJING = "202.106.0.20";

let app: TestApp;
let world: FlowFixture;
beforeAll(async () => {
  app = await testApp();
  world = flowFixture(app);
  await app.modules.activities.addSeries([
    { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "/media/a.svg", position: 1 },
    { seriesCode: "xingyun", seriesName: "行云", imageUrl: "/media/b.svg", position: 2 },
  ]);
});
afterAll(() => app.close());

const detailFor = async (activityId: string, token?: string, more: object = {}) =>
  (await app.call(checkFlowDetail, { activityId, ...more }, token === undefined ? {} : { token })).data;

describe("check_detail and flow/status", () => {
  test("N01 N11 U39 check_detail has every node with the person's value and the next step", async () => {
    const id = await world.open([ownerNode, { ...invitedNode, isRequired: false }]);
    const mobile = world.nextMobile();
    const { token } = await app.login(mobile);
    const detail = await detailFor(id, token);
    expect(detail.pass).toBe(false);
    expect(detail.nodes.map(({ nodeKey, pass }) => [nodeKey, pass])).toEqual([
      ["base-login", true],
      ["base-window", true],
      ["base-mobile", true],
      ["owner", false],
      ["invited", false],
      ["base-quota", true],
    ]);
    expect(detail.nodes[3]).toEqual({
      nodeKey: "owner",
      kind: "owner",
      name: "认证车主",
      pass: false,
      state: "fail",
      isRequired: true,
      remark: "仅限认证车主参加",
      value: "你的账号：未认证车主",
      next: "去认证",
      taskLink: `${app.context.origin()}/marketing/area/activity/mine/owner`,
    });
    await app.modules.sessions.setOwner(mobile, true);
    expect((await detailFor(id, token)).pass).toBe(true);
  });

  test("N02 U21 status and check_detail agree, for a visitor, before and after signing up", async () => {
    const id = await world.open([ownerNode]);
    const mobile = world.nextMobile();
    const status = async (token?: string) =>
      (await app.call(showFlowStatus, { activityId: id }, token === undefined ? {} : { token })).data;
    expect(await status()).toMatchObject({ status: "login", node: { nodeKey: "base-login" } });
    expect((await detailFor(id)).nodes.find(({ nodeKey }) => nodeKey === "owner")).toMatchObject({
      pass: false,
      state: "unknown",
      remark: "登录后可查看",
    });
    const { token } = await app.login(mobile);
    expect(await status(token)).toMatchObject({ status: "ineligible", remark: "仅限认证车主参加" });
    await app.modules.sessions.setOwner(mobile, true);
    expect(await status(token)).toEqual({ status: "pass" });
    expect((await world.signUpAs(id, mobile)).code).toBe("00");
    expect(await status(token)).toEqual({ status: "done" });
  });

  test("N03 an answer with 200 has the task's link in header task_link too", async () => {
    const first = await world.open(null, { title: "安全课", activityType: "online" });
    const id = await world.open([{ kind: "step", nodeKey: "class", name: "安全课", activityId: first }]);
    const { token } = await app.login(world.nextMobile());
    const link = `${app.context.origin()}/marketing/area/activity/online/${first}`;
    for (const call of [showFlowStatus, checkFlowDetail]) {
      const answer = await app.call(call, { activityId: id }, { token });
      expect([answer.status, headerOf(answer, "task_link")]).toEqual([200, link]);
    }
  });

  test("C24 N07 the keys of a request select process and node", async () => {
    const id = await world.open([ownerNode, { ...invitedNode, after: ["owner"] }]);
    const other = await world.open([ownerNode]);
    const { token } = await app.login(world.nextMobile());
    const keys = { processKey: world.keyOf(id), nodeKey: "owner" };
    const { nodes } = await detailFor(id, token, keys);
    expect(nodes.map(({ nodeKey }) => nodeKey)).not.toContain("invited");
    const answers = await Promise.all(
      [
        { activityId: id, processKey: world.keyOf(other) },
        { activityId: id, processKey: "NOSUCH" },
        { activityId: id, nodeKey: "nosuch" },
        { activityId: id, nodeKey: "no such" },
        { activityId: "1" },
        { activityId: other, nodeKey: "base-login" },
      ].map((args) => app.call(showFlowStatus, args, { token })),
    );
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      ["607", "执行异常"],
      ["603", "查询异常"],
      ["606", "执行异常"],
      ["601", "参数校验失败"],
      ["404", "活动不存在或已下线"],
      ["606", "执行异常"],
    ]);
  });

  test("N11 answers contain no values of other people", async () => {
    const id = await world.open([{ ...invitedNode, isRequired: false }, levelNode]);
    const [mine, theirs] = [world.nextMobile(), world.nextMobile()];
    const { flow, sessions } = app.modules;
    await sessions.setOwner(theirs, true, ["xingyun"]);
    await flow.setField({ mobile: theirs, field: "invitation", value: "别人的邀请" });
    await flow.setField({ mobile: theirs, field: "level", value: "987654" });
    await flow.setField({ mobile: mine, field: "level", value: "2" });
    const { token } = await app.login(mine);
    const answers = JSON.stringify([
      await detailFor(id, token),
      await detailFor(id),
      await world.tryAs(id, mine),
    ]);
    const hidden = ["别人的邀请", "987654", theirs, `${theirs.slice(0, 3)}****${theirs.slice(7)}`, mine];
    expect(hidden.filter((value) => containsSecret(answers, value))).toEqual([]);
    expect(answers).toContain("你的会员等级：2");
  });
});

describe("the sign-up enforces the process", () => {
  test("L05 W08 613 with the deciding node; V07 612 as a task", async () => {
    const refused = await world.tryAs(await world.open([ownerNode]), world.nextMobile());
    expect([refused.status, refused.code, refused.message]).toEqual([
      613,
      "613",
      "抱歉，你当前没有活动资格~",
    ]);
    expect(refused.data).toMatchObject({ nodeKey: "owner", remark: "仅限认证车主参加" });
    const forbidden = await world.tryAs(await world.open([invitedNode]), world.nextMobile());
    expect([forbidden.status, forbidden.message]).toEqual([612, "无权限参与"]);
  });
  test("V02 602 leads to the required step; after it the sign-up is open", async () => {
    const first = await world.open(null, { title: "赛道安全课", activityType: "online" });
    const id = await world.open([{ kind: "step", nodeKey: "class", name: "安全课", activityId: first }]);
    const mobile = world.nextMobile();
    const refused = await world.tryAs(id, mobile);
    expect([refused.status, refused.code, refused.message]).toEqual([602, "602", "请先报名《赛道安全课》"]);
    expect(headerOf(refused, "task_link")).toBe(
      `${app.context.origin()}/marketing/area/activity/online/${first}`,
    );
    expect((await world.signUpAs(first, mobile)).code).toBe("00");
    const slider = await world.tryAs(id, mobile);
    expect([slider.status, slider.headers["captcha_verify"]]).toEqual([633, "true"]);
  });
  test("N05 V08 633 with the process's remark; N08 the captcha first, with a remark", async () => {
    const branch = await world.tryAs(
      await world.open([{ ...ownerNode, answer: "branch", remark: "名单 11 月 28 日公布" }]),
      world.nextMobile(),
    );
    expect([branch.status, headerOf(branch, "flow_branch_remark")]).toEqual([633, "名单 11 月 28 日公布"]);
    const captcha = {
      kind: "captcha" as const,
      nodeKey: "check",
      name: "验证",
      remark: "验证后才能看到结果",
    };
    const slider = await world.tryAs(
      await world.open([captcha, { ...ownerNode, after: ["check"] }]),
      world.nextMobile(),
    );
    expect([slider.status, slider.headers["captcha_verify"], headerOf(slider, "flow_branch_remark")]).toEqual(
      [633, "true", "验证后才能看到结果"],
    );
  });
  test("series by verified cars, region by the caller's address, a window of its own", async () => {
    const id = await world.open([{ kind: "series", nodeKey: "car", name: "远山车主", codes: ["yuanshan"] }]);
    const mobile = world.nextMobile();
    await app.modules.sessions.setOwner(mobile, true, ["xingyun"]);
    expect((await world.tryAs(id, mobile)).data).toMatchObject({
      remark: "仅限远山车主参加",
      value: "你的车辆：行云",
    });
    await app.modules.sessions.setOwner(mobile, true, ["yuanshan"]);
    expect((await world.tryAs(id, mobile)).headers["captcha_verify"]).toBe("true");

    const east = await world.open([{ kind: "region", nodeKey: "east", name: "华东", codes: ["VWSA400000"] }]);
    expect((await world.tryAs(east, world.nextMobile())).headers["captcha_verify"]).toBe("true");
    expect((await world.tryAs(east, world.nextMobile(), BEIJING)).data).toMatchObject({
      remark: "仅限华东参加",
      value: "按网络判断，你在北京市",
    });

    const later = new Date(app.context.clock.now() + 3_600_000).toISOString();
    const window = await world.open([{ kind: "window", nodeKey: "early", name: "优先报名", from: later }]);
    expect(headerOf(await world.tryAs(window, world.nextMobile()), "flow_branch_remark")).toMatch(
      /^尚未开放，.+ 开放$/,
    );
  });
  test("a person who is marked as an owner before the first login is one", async () => {
    const mobile = world.nextMobile();
    await app.modules.sessions.setOwner(mobile, true, ["yuanshan"]);
    expect((await world.tryAs(await world.open([ownerNode]), mobile)).headers["captcha_verify"]).toBe("true");
    await app.modules.sessions.setOwner(mobile, false);
    expect((await world.tryAs(await world.open([ownerNode]), mobile)).status).toBe(613);
  });
});
