import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { operatorRoleNames } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../app.ts";
import { callAsOperator, loginOperator } from "../operator.ts";
import type { AccessRow } from "./access-row.ts";
import { accessTable } from "./access-table.ts";
import { addConsoleThings, type ConsoleThings } from "./things.ts";

const app = await openApp({ settings: { LOG_LEVEL: "debug" } });
const { db, log } = app.context;
let things: ConsoleThings;
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
beforeAll(async () => {
  takeLog();
  things = await addConsoleThings(app);
});

/** A whole mobile, not a part of a longer number. */
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
/** Answers that give a whole mobile: those that are shown once and counted, and a person's own copy. */
const mayShowMobile = ({ call }: AccessRow): boolean => call.isShownOnce === true;
const rows = accessTable.map((row) => [row.call.name, row] as const);
const everyone = async () => {
  const more = operatorRoleNames.map((role) => ({ role }));
  return loginOperator(app, "hq-admin", everyScope, { more, name: "甄操作" });
};

describe("CO99 no answer holds a whole mobile", () => {
  test.for(rows.filter(([, row]) => !mayShowMobile(row)))("%s", async ([, row]) => {
    const operator = await everyone();
    const answers: unknown[] = [];
    for (const place of ["ownRegion", "ownDealer"] as const)
      answers.push((await callAsOperator(app, operator, row.call, row.args(things, place))).data);
    const args = await row.succeeds?.({ app, things }, operator);
    if (args !== undefined) answers.push((await callAsOperator(app, operator, row.call, args)).data);
    expect(JSON.stringify(answers).match(MOBILE)).toBeNull();
  });
  test("but reveals, which prove that the test sees mobiles", async () => {
    const operator = await everyone();
    const reveals = accessTable.filter((row) => mayShowMobile(row) && /^reveal/.test(row.call.name));
    expect(reveals.length).toBeGreaterThan(0);
    for (const row of reveals) {
      const args = await row.succeeds?.({ app, things }, operator);
      if (args === undefined) continue;
      const { data } = await callAsOperator(app, operator, row.call, args);
      expect([row.call.name, JSON.stringify(data).match(MOBILE)?.length]).not.toEqual([
        row.call.name,
        undefined,
      ]);
    }
  });
});

/** Names and typed texts of the arguments: everything in Chinese. */
const HAN = /\p{Script=Han}/u;
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return HAN.test(value) || /^1[3-9]\d{9}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test("CO101 no name, mobile or typed text stands in audit entries, logs or events of any call", async () => {
  const operator = await everyone();
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
  // Entries hold ids and fixed words: nothing in Chinese, whoever wrote it.
  expect(written.filter((line) => HAN.test(line) || line.match(MOBILE) !== null)).toEqual([]);
  const { rows: events } = await sql`select from tracked_event limit 1`.execute(db);
  expect(events).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  const log101 = logged.join("");
  expect([...texts].filter((text) => log101.includes(text))).toEqual([]);
  expect(log101.match(MOBILE)).toBeNull();
});
