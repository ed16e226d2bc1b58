import { subscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { listNearby } from "#contract/activity/activity.ts";
import { locatePoint } from "#contract/location/location.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import type { FuzzResponse } from "../../testing/fuzz/response-checks.ts";
import type { FuzzRequest } from "../../testing/fuzz/requests.ts";
import { runFuzz } from "../../testing/fuzz/run.ts";
import { createFuzzTarget, type FuzzTarget } from "../../testing/fuzz/target.ts";

let app: TestApp;
let world: FuzzTarget;
/** Hosts that the server asked for something while it was asked. */
const asked = new Set<string>();
subscribe("undici:request:create", (message) => {
  asked.add(new URL(String((message as { request: { origin: unknown } }).request.origin)).hostname);
});
subscribe("http.client.request.start", (message) => {
  asked.add((message as { request: { host: string } }).request.host);
});
/** What was answered with success, by call. */
const answers = new Map<string, unknown[]>();
function kept({ call }: FuzzRequest, landed: FuzzResponse): FuzzResponse {
  if (call === null || landed.status !== 200 || landed.body === "") return landed;
  const body = JSON.parse(landed.body) as { code: unknown };
  if (body.code === (call.success ?? "00")) keep(call.name, body);
  return landed;
}
const keep = (name: string, body: unknown) => void answers.set(name, [...(answers.get(name) ?? []), body]);
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off", SIMULATORS: "1" }, extend: addSimulators });
  const sending = await createFuzzTarget(app);
  world = { ...sending, send: async (shot) => kept(shot, await sending.send(shot)) };
});
afterAll(async () => {
  world.close();
  await app.close();
});

/** All of them once, whichever test asks first: the other judges the same answers, tried again too. */
let sending: ReturnType<typeof runFuzz> | undefined;
// bench/inputs sends many more, and holds each answer to a second.
const sendAll = () => (sending ??= runFuzz(world, 20, 7, 60_000));

test(
  "T10 Z09 whatever is sent: no 5xx, no hang, no markup back, no stack, no way to a foreign host and no question to one",
  { timeout: 180_000 },
  async () => {
    const { faults, statuses, sent, resent, slowest } = await sendAll();
    // A machine that stands still makes some wait; it is told of, for whoever wonders.
    process.stdout.write(
      `${[`slowest: ${slowest.name} ${slowest.ms.toFixed(0)} ms`, ...resent].join("\n")}\n`,
    );
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(2_000);
    // Itself as its provider and as WeChat's stand-in, whatever addresses it was sent.
    expect([...asked]).toEqual(["127.0.0.1"]);
    // Requests that are all refused at the door would show nothing: most calls are done at times, writing ones too.
    const isDone = (name: string) => statuses.get(name)?.has(200) === true;
    expect([...statuses.keys()].filter(isDone).length).toBeGreaterThan(45);
    const writing = ["sendBenefit", "operateLink", "enrollKoc"];
    expect(writing.filter((name) => !isDone(name))).toEqual([]);
  },
);

type Published = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: {
              readonly 200: {
                readonly content: { readonly "application/json": { readonly schema: boolean } };
              };
            };
          }
        >
      >
    >
  >;
};
test(
  "U40 every call is published, and every answer to the requests above is as the published schema says",
  { timeout: 180_000 },
  async () => {
    const { paths } = (await app.app.inject({ url: "/mall-api/openapi.json" })).json<Published>();
    const schemas = new Map(
      Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId, responses }) => [
          operationId,
          fromJSONSchema(responses[200].content["application/json"].schema),
        ]),
      ),
    );
    const calls = await contractCalls();
    expect(calls.map(({ name }) => name).filter((name) => !schemas.has(name))).toEqual([]);
    await sendAll();
    // Of a first try, nothing: each try makes up the number by itself.
    const own = new Map([...answers].map(([name, bodies]) => [name, [...bodies]]));
    const judge = (name: string, body: unknown) => void own.set(name, [...(own.get(name) ?? []), body]);
    // Most requests above are refused, as they should be: points all over the country make up the number.
    for (let at = 0; at < 300; at++) {
      const point = { longitude: 75 + ((at * 37) % 600) / 10, latitude: 20 + ((at * 53) % 300) / 10 };
      judge("locatePoint", await app.call(locatePoint, point));
      judge("listNearby", await app.call(listNearby, { ...point, size: 1 + (at % 50) }));
    }
    const wrong: string[] = [];
    let judged = 0;
    for (const [name, bodies] of own) {
      const schema = schemas.get(name);
      // What a schema promises is missed where it is not there.
      if (schema?.safeParse({ code: "00", message: "" }).success) wrong.push(`${name} takes anything`);
      for (const body of bodies) {
        judged++;
        const { error } = schema?.safeParse(body) ?? {};
        if (error) wrong.push(`${name} ${error.message.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(1_000);
  },
);
