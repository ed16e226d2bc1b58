import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { sha256 } from "../../core/secrets.ts";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import type { RaceDatabaseSource } from "./guard-removal.ts";
import { openRaceEnvironment, type RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";

/** Time for a change to reach another server, ms; a slow machine polls late. */
export const patiently = { timeout: 60_000 };

/** Two servers of one database, with people whose sessions both have cached. */
export type CachedPeople = {
  readonly field: RaceEnvironment;
  readonly database: TestDatabaseSource["source"];
  /** Sends a request of a crowd; without a pass it is refused and changes nothing. @returns the status */
  ask(server: number, person: RacePerson): Promise<number>;
  /** The cached session of a person. */
  known(server: 0 | 1, person: RacePerson): { user_id: string; owner: boolean } | undefined;
  /** A new person whose session both servers have cached. */
  someone(): Promise<RacePerson>;
  close(): Promise<void>;
};

export async function openCachedPeople(): Promise<CachedPeople> {
  const database = await testDatabase();
  const field = await openRaceEnvironment(database.source as RaceDatabaseSource, true);
  const id = await field.open();
  const ask: CachedPeople["ask"] = async (server, { token, mobile }) => {
    const options = { token, captchaVerifyId: "none", idempotencyKey: randomUUID() };
    return (await field.call(server, signUp, { id, name: "林晓岚", mobile, consent: true }, options)).status;
  };
  const known: CachedPeople["known"] = (server, { token }) =>
    field.servers[server].modules.sessions.cache.get(sha256(token));
  return {
    field,
    database: database.source,
    ask,
    known,
    async someone() {
      const [person] = (await field.people(1)) as [RacePerson];
      for (const server of [0, 1] as const)
        await expect
          .poll(async () => [await ask(server, person), known(server, person)?.user_id], patiently)
          .toEqual([633, person.userId]);
      return person;
    },
    async close() {
      await field.close();
      await database.remove();
    },
  };
}
