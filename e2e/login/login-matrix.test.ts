import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { containsSecret } from "../../server/testing/contains-secret.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch } from "../testing/chromium.ts";
import { storedEvents } from "../testing/tracking-events.ts";
import type { HostKind } from "../testing/hosts.ts";
import { loginCases, missingAfterLogin, type LoginCase } from "../testing/login-matrix/cases.ts";
import { hostEnvironments, prepareRun, type HostEnvironment } from "../testing/login-matrix/run.ts";
import { runWithConcurrency, resultTable, type CaseCell } from "../testing/login-matrix/result-table.ts";
import { findLeaks } from "../testing/login-matrix/traces.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";
import { testSuite } from "../../scripts/test/suites.ts";

/**
 * The quick suite runs two cases in each host, with the fast path on; the full one every case, with it on and
 * off.
 */
const cases = testSuite === "quick" ? loginCases.slice(0, 2) : loginCases;
const fastPathSettings = testSuite === "quick" ? ["on"] : ["on", "off"];

/** Maximum page loads of a login: more are a redirect loop, or close to one. */
const MAX_NAVIGATIONS = 3;
/** Concurrent contexts of the browser. */
const CONCURRENCY = 3;

/** Hosts by the script that only they may load. */
const hostsOfScript = {
  "weixin-js-sdk": ["wechat", "wechat-mini"],
  "call-native": ["app-android", "app-ios"],
  native: ["app-android", "app-ios"],
} as const satisfies Readonly<Record<string, readonly HostKind[]>>;

describe.each(fastPathSettings)("FAST_PATH=%s", (fastPath) => {
  let product: RunningProduct;
  let browser: Browser;
  const cells = new Map<string, CaseCell>();
  const leaks: string[] = [];
  const secrets = new Set<string>();
  const scripts = new Map<HostEnvironment, Set<string>>(hostEnvironments.map((one) => [one, new Set()]));
  const keyOf = (environment: HostEnvironment, { name }: LoginCase): string => `${environment.name}: ${name}`;

  async function runOnce(
    environment: HostEnvironment,
    one: LoginCase,
    activityId: string,
  ): Promise<CaseCell> {
    const runOptions = one.runOptions?.(environment.loginMethod) ?? {};
    const run = await prepareRun(browser, product.origin, activityId, environment, runOptions);
    try {
      const { seen, navigations } = await one.run(run);
      const missing = await missingAfterLogin(run);
      const own = run.traces.secrets();
      for (const secret of own) secrets.add(secret);
      for (const name of run.traces.scripts()) scripts.get(environment)?.add(name);
      for (const trace of await run.traces.left())
        leaks.push(...findLeaks(trace, own).map((leak) => `${keyOf(environment, one)}: ${leak}`));
      return { seen, navigations, missing };
    } finally {
      await run.visit.context.close();
    }
  }

  const isAsExpected = (environment: HostEnvironment, one: LoginCase, cell: CaseCell): boolean =>
    cell.seen.kind === one.expected(environment.loginMethod) &&
    cell.navigations <= MAX_NAVIGATIONS &&
    cell.missing.length === 0;

  /**
   * Runs a case again if it fails: a loaded machine may answer a real browser too late. A second failure
   * counts.
   */
  async function runCase(environment: HostEnvironment, one: LoginCase, activityId: string): Promise<void> {
    const attempt = () =>
      runOnce(environment, one, activityId).catch((error: unknown): CaseCell => ({
        seen: { kind: "unknown", text: String(error).split("\n")[0] ?? "" },
        navigations: 0,
        missing: [],
      }));
    const first = await attempt();
    const cell = isAsExpected(environment, one, first) ? first : await attempt();
    cells.set(keyOf(environment, one), cell);
  }

  beforeAll(async () => {
    // Writes every log line, so that all of them are checked for secrets.
    product = await startProduct(
      { LOG_LEVEL: "debug", RATE_LIMITS: "off", FAST_PATH: fastPath },
      inject("filled"),
    );
    browser = await launch();
    const { activityId } = await findActivity(product.origin, activityFilters.plain);
    const all = hostEnvironments.flatMap((environment) =>
      cases.map((one) => () => runCase(environment, one, activityId)),
    );
    const started = performance.now();
    await runWithConcurrency(all, CONCURRENCY);
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(
      `\n${resultTable(hostEnvironments, cases, (row, column) => cells.get(keyOf(row, column)))}`,
    );
    process.stdout.write([`${all.length} cases in ${seconds} s`, ...leaks, "\n"].join("\n"));
  }, 900_000);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  describe.each(hostEnvironments)("B10 B11 B12 E18 F09 F23 L21 login: $name", (environment) => {
    test.each(cases)("$name", (one) => {
      const cell = cells.get(keyOf(environment, one));
      // Compares the whole object, so that a failure shows the screen's text too.
      expect(cell?.seen).toEqual(expect.objectContaining({ kind: one.expected(environment.loginMethod) }));
      // A failed login must show a message.
      const words = cell && "text" in cell.seen ? cell.seen.text : "";
      expect(words).toMatch(cell?.seen.kind === "loggedIn" ? /^1\d\d\*{4}\d{4}$/ : /\p{Script=Han}{4,}/u);
      expect(cell?.navigations).toBeLessThanOrEqual(MAX_NAVIGATIONS);
      expect(cell?.missing).toEqual([]);
    });
  });

  test.each(hostEnvironments)(
    "R18 E19 $name: loads no other host's SDK or bridge, and nothing from elsewhere",
    (environment) => {
      const loaded = [...(scripts.get(environment) ?? [])];
      expect(loaded).toContain("login");
      expect(loaded.filter((name) => name.startsWith("http"))).toEqual([]);
      const own = Object.entries(hostsOfScript).filter(([, kinds]) =>
        kinds.some((kind) => kind === environment.kind),
      );
      expect(loaded.filter((name) => name in hostsOfScript).sort()).toEqual(own.map(([name]) => name).sort());
    },
  );

  describe("I07 X16 no run leaves a secret behind", () => {
    test("the runs had secrets: tokens, codes, numbers", () => {
      expect(secrets.size).toBeGreaterThan(hostEnvironments.length * cases.length);
    });

    test("in no referrer, history entry, URL or storage, except the session's own keys", () => {
      expect(leaks).toEqual([]);
    });

    test("in no log line of the server", () => {
      const log = product.output();
      expect(log).toContain("/third/sessions-code");
      expect([...secrets].filter((secret) => containsSecret(log, secret))).toEqual([]);
      expect(log.match(/[?&](?:code|tk|access_token)=[^&\s"]+/g)).toBeNull();
    });

    test("in no tracked event", async () => {
      const events = await storedEvents(product.origin);
      expect(events.length).toBeGreaterThan(hostEnvironments.length);
      const text = JSON.stringify(events);
      expect([...secrets].filter((secret) => containsSecret(text, secret))).toEqual([]);
      expect(text.match(/[?&](?:code|tk|access_token|state)=[^&\s"]+/g)).toBeNull();
    });
  });
});
