import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openApp } from "../../testing/app.ts";

const folder = fileURLToPath(new URL("../../../deploy/monitoring/", import.meta.url));
const read = (name: string): string => readFileSync(folder + name, "utf8");
type Dashboard = {
  readonly templating: { readonly list: readonly { readonly query: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
};
const dashboard = JSON.parse(read("dashboard.json")) as Dashboard;
const dashboardQueries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alertQueries = Array.from(read("alerts.yml").matchAll(/^ +expr: (.+)$/gm), ([, expr = ""]) => expr);

/** Words of PromQL that are no metrics. */
const promql =
  /^(absent|avg|by|count|histogram_quantile|increase|label_values|max|min|on|or|rate|sum|time|topk|vector|le|instance)$/;
/** Names of the metrics in a query: words outside of labels, groupings, ranges and texts. */
const metricsIn = (query: string): string[] =>
  (
    query
      .replaceAll(/"[^"]*"/g, "")
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)/g, "")
      .match(/[a-z_][a-z0-9_]*/gi) ?? []
  ).filter((word) => !promql.test(word));

const app = await openApp();
/** Label names of each metric of a running server, by its name as Prometheus stores it. */
async function existing(): Promise<{ names: Set<string>; help: string }> {
  const { body } = await app.app.inject("/metrics");
  const types = Array.from(body.matchAll(/^# TYPE (\S+) (\w+)$/gm), ([, name = "", type]) => ({
    name,
    type,
  }));
  const names = types.flatMap(({ name, type }) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return { names: new Set([...names, "up"]), help: body };
}

test("HA25 HA26 every metric of the alert rules and of the dashboard exists", async () => {
  const { names } = await existing();
  const queries = [
    ...alertQueries,
    ...dashboardQueries,
    ...dashboard.templating.list.map(({ query }) => query),
  ];
  const used = new Set(queries.flatMap(metricsIn).filter((name) => name !== "prometheus"));
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !names.has(name))).toEqual([]);
});

test("HA26 each of the product's own metrics is on the dashboard, and its panels do not overlap", async () => {
  const { names } = await existing();
  const shown = new Set(dashboardQueries.flatMap(metricsIn));
  const base = (name: string): string => name.replace(/_(bucket|sum|count)$/, "");
  const shownBases = new Set([...shown].map(base));
  // In the responses of http_request_duration_seconds too.
  const left = new Set(["http_hot_calls_total", "up"]);
  const own = [...names].filter((name) => !/^(nodejs|process)_/.test(name) && !left.has(name));
  expect([...new Set(own.map(base))].filter((name) => !shownBases.has(name))).toEqual([]);
  const cells = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => ({ cell: `${x + (at % w)} ${y + Math.floor(at / w)}`, title })),
  );
  expect(new Set(cells.map(({ cell }) => cell)).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test("HA25 each alert rule has a severity, a summary, what to do, and a test in which it fires", () => {
  const rules = read("alerts.yml").split("- alert: ").slice(1);
  const tests = read("alerts.test.yml");
  expect(rules.length).toBe(alertQueries.length);
  for (const rule of rules) {
    const [name = ""] = rule.split("\n");
    expect(rule).toMatch(/severity: (page|ticket)/);
    expect(rule).toMatch(/summary: ".+"/);
    expect(rule).toMatch(/action: ".+"/);
    expect(tests).toMatch(new RegExp(`alertname="${name}"}', value: 1|alertname: ${name}\\n`));
  }
});

test("HA21 the metrics of pool, statements, batches, tasks, log and version have values", async () => {
  const { help } = await existing();
  const value = (line: string): number => Number(new RegExp(`^${line} (\\S+)$`, "m").exec(help)?.[1]);
  expect(value('marque_ready\\{process="1"\\}')).toBe(1);
  expect(value('marque_build_info\\{version="\\d+\\.\\d+\\.\\d+",serves="all",process="1"\\}')).toBe(1);
  expect(value('database_pool_connections\\{database="primary",state="idle",process="1"\\}')).toBeGreaterThan(
    0,
  );
  expect(value('log_lines_total\\{level="error",process="1"\\}')).toBeGreaterThanOrEqual(0);
  expect(value('database_batches_total\\{process="1"\\}')).toBeGreaterThanOrEqual(0);
  expect(value('periodic_task_runner\\{process="1"\\}')).toBe(1);
  expect(value('metrics_processes\\{state="answered"\\}')).toBe(1);
});
