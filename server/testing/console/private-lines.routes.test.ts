import { sql } from "kysely";
import { expect, test } from "vitest";
import { operatorRoleNames } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator } from "../operator.ts";
import { accessTable } from "./access-table.ts";
import { addConsoleThings } from "./things.ts";

const app = await openApp({ settings: { LOG_LEVEL: "debug" } });
const { db, log } = app.context;
/** Lines of the server's log. */
const logged: string[] = [];

type LineWriter = { write: (line: string) => void };
/** Takes the log's lines instead of its file. */
function takeLog(): void {
  const found = Object.getOwnPropertySymbols(log).find(({ description }) => description === "pino.stream");
  const stream = found && (log as unknown as Record<symbol, LineWriter | undefined>)[found];
  if (!stream) throw new Error("the log has no stream");
  stream.write = (line) => void logged.push(line);
}
/** A whole mobile, not a part of a longer number. */
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
/** Names and typed texts of the arguments: everything in Chinese. */
const HAN = /\p{Script=Han}/u;
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return HAN.test(value) || /^1[3-9]\d{9}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test("CO101 no name, mobile or typed text stands in audit entries, logs or events of any call", async () => {
  takeLog();
  const things = await addConsoleThings(app);
  const more = operatorRoleNames.map((role) => ({ role }));
  const operator = await loginOperator(app, "hq-admin", everyScope, { more, name: "甄操作" });
  const texts = new Set<string>(["林晓岚", "甄操作"]);
  for (const row of accessTable) {
    const found: unknown[] = [row.args(things, "ownRegion")];
    const succeeds = await row.succeeds?.({ app, things }, operator);
    if (succeeds !== undefined) found.push(succeeds);
    for (const args of found) {
      for (const text of textsIn(args)) texts.add(text);
      await callAsOperator(app, operator, row.call, args as object);
    }
  }
  expect(texts.size).toBeGreaterThan(20);
  const { rows: entries } = await sql<{ line: string }>`select e::text as line from audit_entry e`.execute(
    db,
  );
  const written = entries.map(({ line }) => line);
  expect(written.length).toBeGreaterThan(40);
  // Entries hold ids and fixed words: nothing in Chinese.
  expect(written.filter((line) => HAN.test(line) || line.match(MOBILE) !== null)).toEqual([]);
  const { rows: events } = await sql`select from tracked_event limit 1`.execute(db);
  expect(events).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  const log101 = logged.join("");
  expect([...texts].filter((text) => log101.includes(text))).toEqual([]);
  expect(log101.match(MOBILE)).toBeNull();
});
