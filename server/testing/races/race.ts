import { sql } from "kysely";
import type { Answer } from "../request.ts";
import type { Field } from "./field.ts";
import type { Person } from "./people.ts";
import type { Opening } from "./unguarded.ts";

/** How many take part, how often each posts at once, and how much there is of what they want. */
export type Size = { readonly people: number; readonly posts: number; readonly places: number };
/** What came out, by name; counts. */
export type Figures = Readonly<Record<string, number>>;
export type Race = {
  /** With the requirement's ids. */
  readonly name: string;
  /** What makes it exact. */
  readonly guard: string;
  /** How that is taken out. */
  readonly opening: Opening;
  /** A size of its own where the usual one says nothing. */
  readonly size?: (usual: Size) => Size;
  /** What must come out. */
  exact(size: Size): Figures;
  run(field: Field, size: Size): Promise<Figures>;
};

/** Nothing but transactions, and with them the locks. */
export const locksOut: Opening = {};

/**
 * All at once, each to the one server or the other. `each` is told who, the how many-th post of theirs, and the server.
 * @param isOneServers a person's posts all go to the same server: then a unique key of persons is no guard of another thing
 */
export async function burst<T>(
  people: readonly Person[],
  posts: number,
  each: (person: Person, post: number, server: number) => Promise<T>,
  isOneServers = false,
): Promise<T[]> {
  return Promise.all(
    people.flatMap((person, at) =>
      Array.from({ length: posts }, (_none, post) => each(person, post, isOneServers ? at : at + post)),
    ),
  );
}

/** Answers that are a server's own fault. */
export const faults = (answers: readonly Answer<unknown>[]): number =>
  answers.filter(({ status }) => status >= 500 && status < 600).length;
export const succeeded = <D>(answers: readonly Answer<D>[]): D[] =>
  answers.flatMap(({ code, data }) => (code === "00" ? [data] : []));

type Where = Readonly<Record<string, string>>;
const matching = (where: Where) =>
  sql.join(
    Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
/** How many rows a table has of something. */
export async function rowsOf({ db }: Field, table: string, where: Where): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${matching(where)}`.execute(db);
  return rows[0]?.n ?? 0;
}
/** A number that stands in one row. */
export async function counterOf({ db }: Field, table: string, column: string, where: Where): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ${sql.ref(column)} as n from ${sql.table(table)} where ${matching(where)}`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}
/** Passes for each post of each person, in the order of `burst`'s numbers. */
export async function passesFor(
  field: Field,
  people: readonly Person[],
  posts: number,
  purpose: Parameters<Field["passes"]>[0][number],
): Promise<(person: Person, post: number) => string> {
  const wanted = people.flatMap(({ userId }) =>
    Array.from({ length: posts }, () => ({ ...purpose, userId })),
  );
  const ids = await field.passes(wanted);
  const first = new Map(people.map(({ userId }, at) => [userId, at * posts]));
  return ({ userId }, post) => ids[(first.get(userId) ?? 0) + post] ?? "";
}
