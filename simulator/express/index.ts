import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Product } from "../../server/app.ts";
import { handleTestHook } from "../test-hooks.ts";

/** Nodes of a track, with kuaidi100's number of the state. */
const nodeTexts = {
  collected: ["1", "【上海市】快件已被揽收"],
  moving: ["0", "【杭州市】快件在运输途中"],
  delivering: ["5", "【宁波市】快递员正在派件"],
  signed: ["3", "【宁波市】快件已签收"],
  problem: ["2", "【宁波市】联系不上收件人"],
  refused: ["14", "【宁波市】收件人拒收"],
  returned: ["4", "【上海市】快件已退回发件人"],
} as const;
const nodeName = z.enum(["collected", "moving", "delivering", "signed", "problem", "refused", "returned"]);
type Node = { readonly name: z.output<typeof nodeName>; readonly time: number };
type Subscription = {
  readonly company: string;
  readonly number: string;
  readonly callback: string;
  readonly salt: string;
  readonly nodes: readonly Node[];
};
const action = z.object({
  trackingNo: z.string(),
  nodes: z.array(nodeName).check(z.minLength(1), z.maxLength(20)),
  /** Order of the reports, one for each node: the last first, or each two times. */
  how: z._default(z.enum(["inOrder", "outOfOrder", "twice"]), "inOrder"),
});
const subscribe = z.object({
  company: z.string().check(z.minLength(1)),
  number: z.string().check(z.regex(/^[A-Za-z0-9]{6,32}$/)),
  key: z.string(),
  parameters: z.object({ callbackurl: z.string(), salt: z.string() }),
});

/** The simulator's subscriptions, which survive a restart. */
function subscriptionsIn(dataDir: string) {
  const file = join(dataDir, "simulated-express.json");
  const read = (): Record<string, Subscription> => {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Record<string, Subscription>;
    } catch {
      return {};
    }
  };
  return {
    of: (number: string): Subscription | undefined => read()[number],
    put(one: Subscription): void {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, JSON.stringify({ ...read(), [one.number]: one }));
    },
  };
}
const localTime = (time: number): string => toShanghaiIso(time).slice(0, 19).replace("T", " ");
/** The track as kuaidi100 has it, newest first. */
function resultOf({ company, number }: Subscription, nodes: readonly Node[]): object {
  const data = nodes.map(({ name, time }) => ({
    context: nodeTexts[name][1],
    time: localTime(time),
    ftime: localTime(time),
    areaName: nodeTexts[name][1].slice(1, 4),
  }));
  const last = nodes.at(-1);
  return {
    message: "ok",
    com: company,
    nu: number,
    ischeck: last?.name === "signed" ? "1" : "0",
    state: last ? nodeTexts[last.name][0] : "0",
    status: "200",
    data: data.toReversed(),
  };
}
async function report(one: Subscription, nodes: readonly Node[]): Promise<boolean> {
  const param = JSON.stringify({ status: "polling", message: "", lastResult: resultOf(one, nodes) });
  const sign = createHash("md5")
    .update(param + one.salt)
    .digest("hex")
    .toUpperCase();
  try {
    const answer = await fetch(one.callback, {
      method: "POST",
      body: new URLSearchParams({ param, sign }),
      signal: AbortSignal.timeout(5_000),
    });
    const { result } = (await answer.json()) as { result?: boolean };
    return result === true;
  } catch {
    return false;
  }
}

/** The simulated kuaidi100: /sim/express/poll, /sim/express/poll/query.do, and POST /sim/express/act. */
export function addExpress({ app, context }: Product): void {
  const subscriptions = subscriptionsIn(context.config.dataDir);
  const answer = (returnCode: string, message: string) => ({
    result: returnCode === "200",
    returnCode,
    message,
  });
  app.register((scope: FastifyInstance, _options, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post("/sim/express/poll", (request, reply) => {
      const { param = "" } = request.body as { param?: string };
      const { success, data } = subscribe.safeParse(JSON.parse(param || "{}"));
      if (!success) return reply.send(answer("701", "参数不正确"));
      if (data.key !== context.config.express?.key) return reply.send(answer("600", "不是合法的订阅者"));
      const known = subscriptions.of(data.number);
      if (known) return reply.send(answer("501", "重复订阅"));
      const { callbackurl: callback, salt } = data.parameters;
      subscriptions.put({ company: data.company, number: data.number, callback, salt, nodes: [] });
      return reply.send(answer("200", "提交成功"));
    });
    scope.post("/sim/express/poll/query.do", (request, reply) => {
      const { param = "", sign = "", customer = "" } = request.body as Record<string, string>;
      const { express } = context.config;
      const expected = createHash("md5").update(`${param}${express?.key}${express?.customer}`).digest("hex");
      if (customer !== express?.customer || sign.toLowerCase() !== expected)
        return reply.send({ result: false, returnCode: "503", message: "验证签名失败" });
      const { num = "" } = JSON.parse(param) as { num?: string };
      const found = subscriptions.of(num);
      return found && found.nodes.length > 0
        ? reply.send(resultOf(found, found.nodes))
        : reply.send({ result: false, returnCode: "500", message: "查询无结果" });
    });
    done();
  });
  app.post("/sim/express/act", (request, reply) =>
    handleTestHook(request, reply, action, async ({ trackingNo, nodes: names, how }) => {
      const found = subscriptions.of(trackingNo);
      if (!found) throw new Refusal("notFound", { message: "没有订阅这个单号" });
      const start = context.clock.now();
      const nodes = [...found.nodes, ...names.map((name, at) => ({ name, time: start + at * 1_000 }))];
      subscriptions.put({ ...found, nodes });
      const inOrder = names.map((_name, at) => nodes.slice(0, found.nodes.length + at + 1));
      const orders = {
        inOrder,
        outOfOrder: inOrder.toReversed(),
        twice: inOrder.flatMap((part) => [part, part]),
      };
      const acknowledged: boolean[] = [];
      for (const part of orders[how]) acknowledged.push(await report(found, part));
      return { acknowledged };
    }),
  );
}
