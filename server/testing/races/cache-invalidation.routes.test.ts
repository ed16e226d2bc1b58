import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { signUp } from "#contract/signup/signup.ts";
import type { ContentChange } from "../../http/cache/cache-invalidation.ts";
import { SoldOutCache } from "../../signup/register/sold-out-cache.ts";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import { watchContentChanges } from "../watch-content-changes.ts";
import { openRaceEnvironment, type RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import type { RaceDatabaseSource } from "./guard-removal.ts";

let database: TestDatabaseSource;
let field: RaceEnvironment;
beforeAll(async () => {
  database = await testDatabase();
  field = await openRaceEnvironment(database.source as RaceDatabaseSource, true);
});
afterAll(async () => {
  await field.close();
  await database.remove();
});
const patiently = { timeout: 60_000 };

async function signUpAs(server: number, id: string, person: RacePerson) {
  const [captchaVerifyId = ""] = await field.passes([
    { action: "signup", activityId: id, userId: person.userId },
  ]);
  const { token, mobile } = person;
  const options = { token, captchaVerifyId, idempotencyKey: randomUUID() };
  return field.call(server, signUp, { id, name: "林晓岚", mobile, consent: true }, options);
}

test("Z03 every process is notified of changed content and freed seats, but not of counters", async () => {
  const id = await field.open({ quota: 2 });
  const watching = await Promise.all(field.servers.map(({ context }) => watchContentChanges(context)));
  const seats = (changes: readonly ContentChange[]) =>
    changes.filter((one) => one.topic === "seats" && one.activityId === id);
  try {
    for (const statement of ["taken = 1", "taken = 2", "taken = 1", "title = '换了名字'"])
      await sql`update activity set ${sql.raw(statement)} where activity_id = ${id}`.execute(field.db);
    for (const { told: changes } of watching) {
      await expect.poll(() => changes, patiently).toContainEqual({ topic: "seats", activityId: id });
      await expect.poll(() => changes, patiently).toContainEqual({ topic: "content" });
      expect(seats(changes)).toHaveLength(1);
    }
  } finally {
    for (const one of watching) one.stop();
  }
});

test("Z03 both processes show data that changed through one of them", async () => {
  const id = await field.open();
  const title = async (server: number) => (await field.call(server, showNearby, { id })).data.title;
  expect(await Promise.all([title(0), title(1)])).toEqual(["莫干山晨雾试驾", "莫干山晨雾试驾"]);
  await sql`update activity set title = '换了名字' where activity_id = ${id}`.execute(field.db);
  for (const server of [0, 1]) await expect.poll(() => title(server), patiently).toBe("换了名字");
});

test("L10 L11 both servers refuse once sold out, people with a seat keep it, and a freed seat is given", async () => {
  const id = await field.open({ quota: 1 });
  const [first, second, third] = (await field.people(3)) as [RacePerson, RacePerson, RacePerson];
  const own = await signUpAs(0, id, first);
  expect(own.status).toBe(200);
  for (const server of [0, 1, 0, 1]) {
    expect((await signUpAs(server, id, second)).status).toBe(633);
    expect((await signUpAs(server, id, first)).data).toEqual(own.data);
  }
  expect((await field.call(0, cancelSignUp, { id }, { token: first.token })).data.cancelled).toBe(true);
  await expect.poll(async () => (await signUpAs(1, id, third)).status, patiently).toBe(200);
  expect((await signUpAs(0, id, second)).status).toBe(633);
});

test("L10 the sold-out cache only concerns people without a seat, and is invalidated by a freed seat", async () => {
  const id = await field.open({ quota: 1 });
  const [holder, other] = (await field.people(2)) as [RacePerson, RacePerson];
  await signUpAs(0, id, holder);
  const soldOut = new SoldOutCache(field.db);
  const full = new Refusal("flowBranch");
  await expect
    .poll(async () => {
      await soldOut.load(id, full);
      return [soldOut.refusalOf(id, other.userId), soldOut.refusalOf(id, holder.userId)];
    }, patiently)
    .toEqual([full, null]);
  soldOut.invalidate(id);
  expect(soldOut.refusalOf(id, other.userId)).toBeNull();
  const open = await field.open({ quota: 1 });
  await soldOut.load(open, full);
  expect(soldOut.refusalOf(open, other.userId)).toBeNull();
});
