import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { checkEventTable } from "./check-table.ts";
import { ClickhouseError, createClickhouseClient } from "./client.ts";
import { clickhouse } from "./statement.ts";
import { isRealClickhouse, TestClickhouse } from "./test-clickhouse.ts";

let server: TestClickhouse;
let url: string;
beforeEach(async () => {
  server = new TestClickhouse();
  url = await server.listen();
});
afterEach(() => server.close());

const configOf = (address: string) => readConfig({ EVENTS_CLICKHOUSE_URL: address });
function clientOf(address = url) {
  const settings = configOf(address).eventsClickhouse;
  if (settings === null) throw new Error("no settings");
  return createClickhouseClient(settings);
}
const lines: string[] = [];
const log = {
  warn: (fields: object, text: string) =>
    void lines.push(`${text} ${JSON.stringify(fields)} ${String(Object.values(fields)[0])}`),
  error: (fields: object, text: string) => void lines.push(`${text} ${JSON.stringify(fields)}`),
} as unknown as Parameters<typeof checkEventTable>[1];

test.each([
  "https://host:8443/",
  "https://host:8443",
  "clickhouse://host/db",
  "https://user:%zz@host/db",
  "https://host/a/b",
  "https://host/db?x=1",
])("HA19 the setting %s is refused without a word of it", (address) => {
  const refuse = () => configOf(address);
  expect(refuse).toThrow(/^EVENTS_CLICKHOUSE_URL must be https:\/\/user:password@host:8443\/database/);
});

test("HA19 user and password are sent in headers, not in the address", async () => {
  await clientOf().rows(clickhouse`SELECT name FROM system.columns`);
  const [{ headers, parameters } = { headers: {}, parameters: new URLSearchParams() }] = server.received;
  expect(headers).toMatchObject({ "x-clickhouse-user": "events", "x-clickhouse-key": "p@ss-word" });
  expect(parameters.get("database")).toBe(server.database);
  expect(parameters.toString()).not.toMatch(/ss-word/);
});

test("HA19 an error has ClickHouse's number and name, and neither data, address nor password", async () => {
  const old = "Code: 27, e.displayText() = DB::Exception: Cannot parse input: 13900139000 (at row 1)";
  const recent = "Code: 60. DB::Exception: Table 13900139000 does not exist. (UNKNOWN_TABLE) (version 25.8)";
  server.faults = [
    { status: 400, text: old },
    { status: 404, text: recent, code: 60 },
    { status: 502, text: "<html>13900139000" },
    "away",
  ];
  const errors: unknown[] = [];
  for (let at = 0; at < 4; at++)
    await clientOf()
      .run(clickhouse`SELECT 1`)
      .catch((error: unknown) => errors.push(error));
  expect(errors.every((error) => error instanceof ClickhouseError)).toBe(true);
  expect(errors.map((error) => (error as ClickhouseError).message)).toEqual([
    "ClickHouse error 27",
    "ClickHouse error 60 UNKNOWN_TABLE",
    "ClickHouse answered with status 502",
    "ClickHouse does not answer (UND_ERR_SOCKET)",
  ]);
  expect(JSON.stringify(errors)).not.toMatch(/ss-word|13900139000/);
});

test("HA19 the start accepts the table of deploy/ and refuses another one, naming what is missing", async () => {
  await checkEventTable(configOf(url), log, "only");
  if (isRealClickhouse) return;
  const starting = () => checkEventTable(configOf(url), log, "first");
  server.columns = server.columns.filter((name) => name !== "event_ms");
  await expect(starting()).rejects.toThrow(
    /^EVENTS_CLICKHOUSE_URL: .*has no column event_ms in tracked_event/,
  );
  server.columns = [];
  await expect(starting()).rejects.toThrow(
    /has no table tracked_event: apply deploy\/clickhouse\/tracked_event.sql/,
  );
  server.columns = new TestClickhouse().columns;
  server.engine = "MergeTree";
  await expect(starting()).rejects.toThrow(/needs a ReplacingMergeTree/);
  server.faults = [{ status: 403, text: "", code: 516 }];
  await expect(starting()).rejects.toThrow(/ClickHouse refuses the user or the password/);
  // A further process of a running server goes on.
  lines.length = 0;
  await checkEventTable(configOf(url), log, "further");
  expect(lines.join()).toMatch(/^event store not usable.*ReplacingMergeTree/);
});

test("HA19 the start goes on while ClickHouse is away", async () => {
  server.faults = ["away"];
  lines.length = 0;
  await checkEventTable(configOf(url), log, "only");
  expect(lines.join()).toMatch(/^event store unavailable/);
  expect(lines.join()).not.toMatch(/ss-word|127\.0\.0\.1/);
  await checkEventTable(readConfig({}), log, "only");
  expect(lines).toHaveLength(1);
});
