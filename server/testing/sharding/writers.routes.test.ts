import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase } from "../../database/connection/database.ts";
import { prepareForSharding } from "../../database/sharding/prepare.ts";
import { testApp, type TestApp } from "../app.ts";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import { activityWriters } from "./activity-writers.ts";
import { personWriters } from "./person-writers.ts";
import { writers, writingFiles } from "./writer-files.ts";
import { clearNotes, clearPeople, readNotes, type Notes, type WriterCase } from "./writer-case.ts";

let database: TestDatabaseSource;
/** On a database with triggers, and on one without. */
let withTriggers: TestApp;
let prepared: TestApp;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = await connectDatabase(database.source);
  const outcome = await prepareForSharding(db);
  await db.destroy();
  if (outcome !== "done") throw new Error("the database was not prepared");
  withTriggers = await testApp();
  prepared = await testApp({ database });
});
afterAll(async () => {
  await withTriggers?.close();
  await prepared?.close();
});

async function notesOf(app: TestApp, arrange: WriterCase): Promise<Notes> {
  await clearPeople(app);
  const write = await arrange(app);
  await clearNotes(app);
  await write();
  return readNotes(app);
}

const cases = { ...activityWriters, ...personWriters };
/** Notes that differ. The store does not count the sessions when it ends all of them. */
const otherNotes: Readonly<Record<string, Partial<Notes>>> = { "all sessions end": { topics: ["sessions"] } };

describe("HA43 a write has the same consequences without the triggers of distributed tables:", () => {
  test.each(Object.entries(cases))("%s", async (name, arrange) => {
    const expected = await notesOf(withTriggers, arrange);
    expect(await notesOf(prepared, arrange)).toEqual({ ...expected, ...otherNotes[name] });
  });
});

test("HA43 every statement that writes one of these tables is known, with the case that shows its consequences", () => {
  const counts = Object.entries(writers).map(([file, [count]]) => [file, count]);
  expect(writingFiles()).toEqual(Object.fromEntries(counts));
  const named = Object.values(writers).flatMap(([, ...names]) => names);
  expect(named.filter((name) => !name.startsWith("reason: ") && !(name in cases))).toEqual([]);
});
