import { sql } from "kysely";
import type { CallResponse } from "../request.ts";
import type { RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import type { GuardRemoval } from "./guard-removal.ts";

/** Number of people, simultaneous requests of each, and available places. */
export type RaceSize = { readonly people: number; readonly posts: number; readonly places: number };
/** Counted results, by name. */
export type RaceCounts = Readonly<Record<string, number>>;
export type Race = {
  /** Starts with the requirement's ids. */
  readonly name: string;
  /** Mechanism that keeps the result exact. */
  readonly guard: string;
  /** Removal of that mechanism. */
  readonly guardRemoval: GuardRemoval;
  /** Another size, if the usual one proves nothing. */
  readonly size?: (usual: RaceSize) => RaceSize;
  /** Expected results. */
  exact(size: RaceSize): RaceCounts;
  run(field: RaceEnvironment, size: RaceSize): Promise<RaceCounts>;
};

/** Removes transactions only, and with them the locks. */
export const withoutLocks: GuardRemoval = {};

/**
 * Sends all requests at once, alternating between the servers. `each` receives the person, the number of
 * their request, and the server.
 * @param isOneServers sends all requests of a person to the same server, so that a unique key of persons does
 * not hide a missing guard
 */
export async function burst<T>(
  people: readonly RacePerson[],
  posts: number,
  each: (person: RacePerson, post: number, server: number) => Promise<T>,
  isOneServers = false,
): Promise<T[]> {
  return Promise.all(
    people.flatMap((person, at) =>
      Array.from({ length: posts }, (_none, post) => each(person, post, isOneServers ? at : at + post)),
    ),
  );
}

/** Number of answers with a server error. */
export const countServerErrors = (answers: readonly CallResponse<unknown>[]): number =>
  answers.filter(({ status }) => status >= 500 && status < 600).length;
export const successfulData = <D>(answers: readonly CallResponse<D>[]): D[] =>
  answers.flatMap(({ code, data }) => (code === "00" ? [data] : []));

type Where = Readonly<Record<string, string>>;
const matching = (where: Where) =>
  sql.join(
    Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
/** Number of matching rows. */
export async function countRows({ db }: RaceEnvironment, table: string, where: Where): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${matching(where)}`.execute(db);
  return rows[0]?.n ?? 0;
}
/** Value of a numeric column in one row. */
export async function readCounter(
  { db }: RaceEnvironment,
  table: string,
  column: string,
  where: Where,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ${sql.ref(column)} as n from ${sql.table(table)} where ${matching(where)}`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}
/** Passes for each request of each person, by the numbers of `burst`. */
export async function passesFor(
  field: RaceEnvironment,
  people: readonly RacePerson[],
  posts: number,
  purpose: Parameters<RaceEnvironment["passes"]>[0][number],
): Promise<(person: RacePerson, post: number) => string> {
  const wanted = people.flatMap(({ userId }) =>
    Array.from({ length: posts }, () => ({ ...purpose, userId })),
  );
  const ids = await field.passes(wanted);
  const first = new Map(people.map(({ userId }, at) => [userId, at * posts]));
  return ({ userId }, post) => ids[(first.get(userId) ?? 0) + post] ?? "";
}
