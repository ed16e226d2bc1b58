import { describe, expect, test } from "vitest";
import { listSeries } from "#contract/activity/activity.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import { openApp, testApp, type TestApp } from "../testing/app.ts";
import { BatchWriter, countWaitingInputs } from "../database/batching/batch-writer.ts";
import { callAsOperator, loginOperator, type OperatorCallOptions } from "../testing/operator.ts";

const app = await openApp();
const me = (session: { token: string } | null, options: OperatorCallOptions = {}, of: TestApp = app) =>
  callAsOperator(of, session, showOperatorSession, {}, options);

describe("CO05 the console is served", () => {
  const withSettings = async (
    settings: Readonly<Record<string, string>>,
    run: (other: TestApp) => Promise<void>,
  ): Promise<void> => {
    const other = await testApp({ settings });
    try {
      await run(other);
    } finally {
      await other.close();
    }
  };
  const statusOfMe = async (of: TestApp, address?: string): Promise<number> =>
    (await me(null, address === undefined ? {} : { address }, of)).status;
  const shoppersCall = (of: TestApp) => of.call(listSeries, {});

  test.for([{ CONSOLE: "off" }, { SERVE: "public" }])("not with %o", async (settings) => {
    await withSettings(settings, async (other) => {
      expect(await statusOfMe(other)).toBe(404);
      expect((await other.app.inject("/console/")).statusCode).toBe(404);
      expect((await other.app.inject("/console-api/openapi.json")).statusCode).toBe(404);
      expect((await shoppersCall(other)).code).toBe("00");
    });
  });
  test("alone with SERVE=console: no shopper's call, but health", async () => {
    await withSettings({ SERVE: "console" }, async (other) => {
      expect(await statusOfMe(other)).toBe(401);
      expect((await shoppersCall(other)).status).toBe(404);
      expect((await other.app.inject("/healthz")).statusCode).toBe(200);
      for (const url of ["/mall-api/openapi.json", "/sitemap.xml", "/marketing/area/activity/"])
        expect([url, (await other.app.inject(url)).statusCode]).toEqual([url, 404]);
    });
  });
  test("to the networks of CONSOLE_NETWORKS only; others read 404", async () => {
    await withSettings({ CONSOLE_NETWORKS: "10.0.0.0/8, fd00::/8, 192.0.2.7" }, async (other) => {
      for (const [address, status] of [
        ["10.1.2.3", 401],
        ["::ffff:10.1.2.3", 401],
        ["fd00::1", 401],
        ["192.0.2.7", 401],
        ["192.0.2.8", 404],
        ["127.0.0.1", 404],
        ["2001:db8::1", 404],
      ] as const) {
        expect([address, await statusOfMe(other, address)]).toEqual([address, status]);
        const document = await other.app.inject({ url: "/console-api/openapi.json", remoteAddress: address });
        expect([address, document.statusCode]).toEqual([address, status]);
      }
    });
  });
});

describe("beside a rush", () => {
  /** Holds the first input of a batch writer, so that the others wait as sign-ups do. */
  async function withWaitingInputs(count: number, run: () => Promise<void>): Promise<void> {
    const held = Promise.withResolvers<void>();
    const writer = new BatchWriter<number, number>(async (_key, inputs) => {
      await held.promise;
      return [...inputs];
    });
    const first = writer.add("key", 0);
    await expect.poll(countWaitingInputs).toBe(0);
    const others = Array.from({ length: count }, (_none, number) => writer.add("key", number));
    try {
      await run();
    } finally {
      held.resolve();
      await Promise.all([first, ...others]);
    }
  }
  test("calls of the console are refused 503 first, and answered again after it", async () => {
    const session = await loginOperator(app, "hq-admin");
    await withWaitingInputs(51, async () => {
      const refused = await me(session);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
      expect((await app.call(listSeries, {})).code).toBe("00");
    });
    expect((await me(session)).code).toBe("00");
    await withWaitingInputs(50, async () => {
      expect((await me(session)).code).toBe("00");
    });
  });
});

test("CO07 the console's contract is shown to operators, and the public one names none of its calls", async () => {
  const url = "/console-api/openapi.json";
  expect((await app.app.inject(url)).statusCode).toBe(401);
  const { token } = await loginOperator(app, "auditor");
  const shown = await app.app.inject({ url, cookies: { marque_console: token } });
  const { paths } = shown.json<{ paths: object }>();
  expect(Object.keys(paths)).toContain("/console-api/session/me");
  const open = await app.app.inject("/mall-api/openapi.json");
  expect(open.statusCode).toBe(200);
  expect(open.body).not.toContain("console-api");
});
