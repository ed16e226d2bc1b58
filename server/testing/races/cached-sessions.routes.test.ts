import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession } from "#contract/session/session.ts";
import { sha256 } from "../../core/secrets.ts";
import { openCachedPeople, patiently, type CachedPeople } from "./cached-people.ts";
import type { RacePerson } from "./race-people.ts";

let people: CachedPeople;
beforeAll(async () => {
  people = await openCachedPeople();
});
afterAll(() => people.close());

test("L10 a session that ends is removed from that server's cache at once, and soon from the others", async () => {
  const person = await people.someone();
  await people.field.call(0, endSession, {}, { token: person.token });
  expect(people.known(0, person)).toBeUndefined();
  expect(await people.ask(0, person)).toBe(401);
  await expect.poll(() => people.ask(1, person), patiently).toBe(401);
});

test("L10 deleted sessions, one or many, are soon removed from every server's cache", async () => {
  for (const most of [1, 30]) {
    // One after another: thirty requests at once could delay a slow server's polling by half a second.
    const all: RacePerson[] = [];
    while (all.length < most) all.push(await people.someone());
    const ids = all.map(({ userId }) => userId);
    await sql`delete from user_session where user_id = any(${ids})`.execute(people.field.db);
    for (const server of [0, 1])
      for (const person of all) await expect.poll(() => people.ask(server, person), patiently).toBe(401);
  }
});

test("L10 every server soon notices a locked person, a new owner and a changed mobile", async () => {
  const person = await people.someone();
  const set = (what: string) =>
    sql`update app_user set ${sql.raw(what)} where user_id = ${person.userId}`.execute(people.field.db);
  await set("owner = true, series_codes = '{aurora}'");
  for (const server of [0, 1] as const)
    await expect
      .poll(async () => [await people.ask(server, person), people.known(server, person)?.owner], patiently)
      .toEqual([633, true]);
  await set("mobile = null, mobile_key = null");
  for (const server of [0, 1]) await expect.poll(() => people.ask(server, person), patiently).toBe(602);
  await set("locked_time = now()");
  for (const server of [0, 1]) await expect.poll(() => people.ask(server, person), patiently).toBe(401);
});

test("L10 N04 a person without a mobile is not cached, so that binding one takes effect at once", async () => {
  const person = await people.someone();
  await sql`update app_user set mobile = null, mobile_key = null where user_id = ${person.userId}`.execute(
    people.field.db,
  );
  await expect.poll(() => people.ask(0, person), patiently).toBe(602);
  expect(people.known(0, person)).toBeUndefined();
});

test("L10 a session that is moved to another user is soon that user's on every server", async () => {
  const [one, other] = [await people.someone(), await people.someone()];
  await sql`update user_session set user_id = ${other.userId} where user_id = ${one.userId}`.execute(
    people.field.db,
  );
  const moved = { ...one, mobile: other.mobile };
  for (const server of [0, 1] as const)
    await expect
      .poll(async () => [await people.ask(server, moved), people.known(server, one)?.user_id], patiently)
      .toEqual([633, other.userId]);
});

test("L10 a new name, a use or a re-encrypted mobile does not invalidate a cached session", async () => {
  const person = await people.someone();
  await sql`update app_user set nickname = '新名字', mobile = mobile || '' where user_id = ${person.userId}`.execute(
    people.field.db,
  );
  await sql`update user_session set used_time = now() where user_id = ${person.userId}`.execute(
    people.field.db,
  );
  const { rows } = await sql`
    select 1 from content_change where topic = 'session ' || left(${sha256(person.token)}, 16)`.execute(
    people.field.db,
  );
  expect(rows).toEqual([]);
});
