import Fastify from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { testApp } from "../../testing/app.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { recordStatements } from "../../testing/database/record-statements.ts";
import { commandLineActor, writeAuditEntry, type AuditAction } from "./audit-log.ts";
import { createAuditLogStream } from "./audit-log-stream.ts";

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const HOUR = 3_600_000;
let now = Date.parse("2026-11-24T03:30:00Z");
/** A process whose log level is "warn". @returns its log lines so far, and a function that polls once */
function process() {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line.trim());
  const { log } = Fastify({ logger: { level: "warn", stream: { write } } });
  const look = createAuditLogStream({ db: opened.db, clock: { now: () => now }, log });
  const told = () => lines.map((line) => /"about":"audit",(.*),"msg"/.exec(line)?.[1]);
  return { look, told };
}
const act = (action: AuditAction, kind: string, id: string, ago = 0, outcome = "done") =>
  writeAuditEntry(opened.db, {
    by: commandLineActor,
    action,
    about: { kind, id },
    outcome,
    now: new Date(now - ago),
  });

test("Z05 actions that a restored backup lacks are logged once by each process, with ids only", async () => {
  await act("account.lock", "user", "101", 25 * HOUR);
  await act("personal-data.erase", "user", "102", 23 * HOUR);
  await act("check-in", "sign-up", "103");
  const [first, second] = [process(), process()];
  await first.look();
  const erased =
    '"at":"2026-11-23T04:30:00.000Z","action":"personal-data.erase","kind":"user","id":"102","outcome":"done"';
  expect(first.told()).toEqual([erased]);

  now += 20 * 60_000;
  await first.look();
  await act("account.lock", "user", "104");
  // Its transaction took longer than the time between two polls.
  await first.look();
  await act("staff-link.revoke", "staff-link", "105", 30_000, "check-in");
  await first.look();
  await first.look();
  await second.look();
  const [revoked, locked] = [
    '"at":"2026-11-24T03:49:30.000Z","action":"staff-link.revoke","kind":"staff-link","id":"105","outcome":"check-in"',
    '"at":"2026-11-24T03:50:00.000Z","action":"account.lock","kind":"user","id":"104","outcome":"done"',
  ];
  expect(first.told()).toEqual([erased, locked, revoked]);
  expect(second.told()).toEqual([erased, revoked, locked]);
});

test.each([
  ["warn", true],
  ["error", false],
])("Z05 a server with log level %s polls the audit log: %s", async (level, isLooking) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await testApp({ settings: { LOG_LEVEL: level } });
  onTestFinished(() => server.close());
  const texts = await recordStatements(server.context.db.getExecutor(), async () => {
    vi.advanceTimersByTime(10_000);
    // A poll sends its statement before this one.
    await sql`select 1`.execute(server.context.db);
  });
  expect(texts.some((text) => text.includes("from audit_entry"))).toBe(isLooking);
});
