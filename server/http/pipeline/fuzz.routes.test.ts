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
let target: FuzzTarget;
/** Hosts to which the server sent requests during the test. */
const requestedHosts = new Set<string>();
subscribe("undici:request:create", (message) => {
  requestedHosts.add(new URL(String((message as { request: { origin: unknown } }).request.origin)).hostname);
});
subscribe("http.client.request.start", (message) => {
  requestedHosts.add((message as { request: { host: string } }).request.host);
});
/** Bodies of successful responses, by call. */
const successes = new Map<string, unknown[]>();
function recordSuccess({ call }: FuzzRequest, response: FuzzResponse): FuzzResponse {
  if (call === null || response.status !== 200 || response.body === "") return response;
  const body = JSON.parse(response.body) as { code: unknown };
  if (body.code === (call.success ?? "00"))
    successes.set(call.name, [...(successes.get(call.name) ?? []), body]);
  return response;
}
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off", SIMULATORS: "1" }, extend: addSimulators });
  const fuzzTarget = await createFuzzTarget(app);
  const { send } = fuzzTarget;
  target = { ...fuzzTarget, send: async (request) => recordSuccess(request, await send(request)) };
});
afterAll(async () => {
  target.close();
  await app.close();
});

/** Sends all requests once; both tests check the same responses. */
let run: ReturnType<typeof runFuzz> | undefined;
/** Requests of each call and route; bench/inputs sends many more, and requires each response within a second. */
const EACH = process.env["TEST_SUITE"] === "quick" ? 8 : 20;
const sendAll = () => (run ??= runFuzz(target, EACH, 7, 60_000));

test(
  "T10 Z09 fuzzed requests cause no 5xx, hang, reflected markup, stack trace, redirect or request to a foreign host",
  { timeout: 180_000 },
  async () => {
    const { faults, statuses, sent, resent, slowest } = await sendAll();
    // Printed, because a busy machine makes some requests slow.
    process.stdout.write(
      `${[`slowest: ${slowest.name} ${slowest.ms.toFixed(0)} ms`, ...resent].join("\n")}\n`,
    );
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(100 * EACH);
    // The server is its own identity provider and WeChat simulator.
    expect([...requestedHosts]).toEqual(["127.0.0.1"]);
    // The test proves something only if many calls succeed sometimes, writes too.
    const hasSucceeded = (name: string) => statuses.get(name)?.has(200) === true;
    expect([...statuses.keys()].filter(hasSucceeded).length).toBeGreaterThan(45);
    const writes = ["sendBenefit", "operateLink", "enrollKoc"];
    expect(writes.filter((name) => !hasSucceeded(name))).toEqual([]);
  },
);

type JSONSchema = Exclude<Parameters<typeof fromJSONSchema>[0], boolean>;
type OpenApiDocument = {
  readonly components: { readonly schemas: NonNullable<JSONSchema["$defs"]> };
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
                readonly content: { readonly "application/json": { readonly schema: JSONSchema } };
              };
            };
          }
        >
      >
    >
  >;
};
test(
  "U40 every call is in the OpenAPI document, and every successful response above is valid by its schema",
  { timeout: 180_000 },
  async () => {
    const text = (await app.app.inject({ url: "/mall-api/openapi.json" })).body;
    const { paths, components } = JSON.parse(
      text.replaceAll("#/components/schemas/", "#/$defs/"),
    ) as OpenApiDocument;
    const declared = new Map(
      Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId, responses }) => [
          operationId,
          responses[200].content["application/json"].schema,
        ]),
      ),
    );
    const calls = await contractCalls();
    expect(calls.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
    await sendAll();
    // A copy, so that a retry of this test does not count its own responses.
    const bodiesOf = new Map([...successes].map(([name, bodies]) => [name, [...bodies]]));
    const add = (name: string, body: unknown) =>
      void bodiesOf.set(name, [...(bodiesOf.get(name) ?? []), body]);
    // Most requests above are refused, so points all over the country add more successful responses.
    for (let index = 0; index < 300; index++) {
      const point = {
        longitude: 75 + ((index * 37) % 600) / 10,
        latitude: 20 + ((index * 53) % 300) / 10,
      };
      add("locatePoint", await app.call(locatePoint, point));
      add("listNearby", await app.call(listNearby, { ...point, size: 1 + (index % 50) }));
    }
    const wrong: string[] = [];
    let validated = 0;
    for (const [name, bodies] of bodiesOf) {
      const schema = fromJSONSchema({ ...declared.get(name), $defs: components.schemas });
      // A schema must refuse an envelope without data.
      if (schema.safeParse({ code: "00", message: "" }).success) wrong.push(`${name} accepts anything`);
      for (const body of bodies) {
        validated++;
        const { error } = schema.safeParse(body);
        if (error) wrong.push(`${name} ${error.message.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    // The points alone are 600.
    expect(validated).toBeGreaterThan(600 + 20 * EACH);
  },
);
