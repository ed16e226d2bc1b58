import { describe, expect, it } from "vitest";
import { flowProcess } from "#contract/flow/process.ts";
import { graphProblems, pathTo } from "./process-graph.ts";
import { processOf } from "./test-facts.ts";

const owner = (nodeKey: string, ...after: string[]) => ({
  kind: "owner" as const,
  nodeKey,
  name: "认证车主",
  after,
});
const keys = (path: ReturnType<typeof pathTo>) => path?.map(({ nodeKey }) => nodeKey) ?? null;

describe("pathTo", () => {
  it("N07 has the ancestors of a node in topological order, else as listed, and no other nodes", () => {
    const process = processOf(
      owner("last", "left", "right"),
      owner("right", "first"),
      owner("aside", "first"),
      owner("left", "first"),
      owner("first"),
    );
    expect(keys(pathTo(process, "last"))).toEqual(["first", "right", "left", "last"]);
    expect(keys(pathTo(process, "aside"))).toEqual(["first", "aside"]);
    expect(keys(pathTo(process, "none"))).toBe(null);
  });
});

describe("graphProblems", () => {
  it("finds none in a tree, a diamond and a single node", () => {
    expect(graphProblems(processOf(owner("a")))).toEqual({});
    expect(
      graphProblems(processOf(owner("a"), owner("b", "a"), owner("c", "a"), owner("d", "b", "c"))),
    ).toEqual({});
  });
  it("reports cycles at the nodes of the cycle, not at nodes after it", () => {
    expect(
      graphProblems(processOf(owner("self", "self"), owner("a", "b"), owner("b", "a"), owner("c", "b"))),
    ).toEqual({
      "nodes.0.after": "节点 self 与自己的前置节点形成环",
      "nodes.1.after": "节点 a 与自己的前置节点形成环",
      "nodes.2.after": "节点 b 与自己的前置节点形成环",
    });
  });
  it("reports repeated, unknown and reserved keys", () => {
    expect(
      graphProblems(processOf(owner("a"), owner("a"), owner("b", "ghost"), owner("base-quota"))),
    ).toEqual({
      "nodes.1.nodeKey": "节点编号 a 重复",
      "nodes.2.after": "前置节点 ghost 不存在",
      "nodes.3.nodeKey": "base- 开头的编号由系统使用",
    });
  });
  it("reports conditions that can never hold or check nothing", () => {
    const from = "2026-11-28T10:00:00+08:00";
    expect(
      graphProblems(
        processOf(
          { kind: "window", nodeKey: "w", name: "时间", from, to: from },
          { kind: "field", nodeKey: "f", name: "等级", field: "level" },
          { ...owner("t"), answer: "task" },
          { kind: "step", nodeKey: "s", name: "先报名", answer: "task" },
        ),
      ),
    ).toEqual({
      "nodes.0.to": "结束时间应晚于开始时间",
      "nodes.1.oneOf": "请填写取值或下限",
      "nodes.2.taskLink": "以任务拒绝时需要任务链接",
    });
  });
  it.each([
    ["no nodes", { nodes: [] }],
    ["an unknown kind", { nodes: [{ kind: "horoscope", nodeKey: "a", name: "星座" }] }],
    [
      "a time without zone",
      { nodes: [{ kind: "window", nodeKey: "a", name: "时间", from: "2026-11-28T10:00" }] },
    ],
    ["an invalid key", { nodes: [owner("1 2")] }],
    ["an unknown region", { nodes: [{ kind: "region", nodeKey: "a", name: "华东", codes: ["VWSA000000"] }] }],
    ["fifty-one nodes", { nodes: Array.from({ length: 51 }, (_, at) => owner(`n${at}`)) }],
  ])("a process with %s is invalid", (_name, process) => {
    expect(flowProcess.safeParse(process).success).toBe(false);
  });
});
