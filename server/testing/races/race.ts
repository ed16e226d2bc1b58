import { sql } from "kysely";
import type { CallResponse } from "../request.ts";
import type { RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import type { GuardRemoval } from "./guard-removal.ts";

/** How many take part, how often each posts at once, and how much there is of what they want. */
export type RaceSize = { readonly people: number; readonly posts: number; readonly places: number };
/** What came out, by name; counts. */
export type RaceCounts = Readonly<Record<string, number>>;
export type Race = {
  /** With the requirement's ids. */
  readonly name: string;
  /** What makes it exact. */
  readonly guard: string;
  /** How that is taken out. */
  readonly guardRemoval: GuardRemoval;
  /** A size of its own where the usual one says nothing. */
  readonly size?: (usual: RaceSize) => RaceSize;
  /** What must come out. */
  exact(size: RaceSize): RaceCounts;
  run(field: RaceEnvironment, size: RaceSize): Promise<RaceCounts>;
};

/** Nothing but transactions, and with them the locks. */
export const withoutLocks: GuardRemoval = {};

/**
 * All at once, each to the one server or the other. `each` is told who, the how many-th post of theirs, and the server.
 * @param isOneServers a person's posts all go to the same server: then a unique key of persons is no guard of another thing
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

/** Answers that are a server's own fault. */
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
/** How many rows a table has of something. */
export async function countRows({ db }: RaceEnvironment, table: string, where: Where): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${matching(where)}`.execute(db);
  return rows[0]?.n ?? 0;
}
/** A number that stands in one row. */
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
/** Passes for each post of each person, in the order of `burst`'s numbers. */
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
