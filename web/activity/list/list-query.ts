import { limits } from "#contract/core/limits.ts";
import { locationArgs, type NearbyArgs, type SearchLocation } from "../api.ts";

/** What a list's address may ask for (requirement K21); everything else in it is left alone. */
export type ListQuery = {
  status?: 1 | 2 | 3;
  businessType?: 1 | 2 | 3 | 4;
  activityType?: "localoffline" | "online";
  seriesCode?: string;
  keyword?: string;
  weekend?: "1";
  sort?: "distance" | "time";
};
export type QueryName = keyof ListQuery;

const patterns: Record<QueryName, RegExp> = {
  status: /^[123]$/,
  businessType: /^[1-4]$/,
  activityType: /^(localoffline|online)$/,
  seriesCode: /^[a-z0-9-]{1,20}$/,
  keyword: /\S/,
  weekend: /^1$/,
  sort: /^(distance|time)$/,
};
const names = Object.keys(patterns) as QueryName[];
/** A longer value counts as absent. */
const longest = 100;

/** Reads an address; a value that means nothing counts as absent, so that no address can fail. */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const query: Record<string, unknown> = {};
  for (const name of names) {
    const given = parameters.get(name) ?? "";
    // The server's page does not know longer ones either.
    const value = given.length > longest ? "" : given.trim().slice(0, limits.maxKeywordLength);
    if (!patterns[name].test(value)) continue;
    query[name] = name === "status" || name === "businessType" ? Number(value) : value;
  }
  return query as ListQuery;
}

/**
 * The part of an address that the server renders from, in a fixed order: what else stands in
 * it (utm_* …) the server has never seen, so hydration must not show it either.
 */
export function canonicalParameters(parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(parseListQuery(parameters))) kept.set(name, String(value));
  for (const name of ["provinceCode", "cityCode"]) {
    const code = parameters.get(name) ?? "";
    if (/^[1-9]\d{5}$/.test(code)) kept.set(name, code);
  }
  return kept;
}

/** Changes to a query: undefined takes a condition away. */
export type QueryChange = { [Name in QueryName]?: ListQuery[Name] | undefined };

/** A query with changes made. */
export const withQueryChange = (query: ListQuery, change: QueryChange): ListQuery =>
  Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== undefined));

/**
 * The address with changed conditions, ours first in a fixed order, all other parameters
 * (utm_*, cityCode …) after them as they were, and where to go on, if told. "" or "?…".
 */
export function listAddress(parameters: URLSearchParams, change: QueryChange, cursor?: string): string {
  const wanted = withQueryChange(parseListQuery(parameters), change);
  const written = new URLSearchParams();
  for (const name of names) if (wanted[name] !== undefined) written.set(name, String(wanted[name]));
  for (const [name, value] of parameters)
    if (!names.includes(name as QueryName) && name !== "cursor") written.append(name, value);
  if (cursor !== undefined) written.set("cursor", cursor);
  const text = written.toString();
  return text === "" ? "" : `?${text}`;
}

/** Hidden fields that make a GET form keep the rest of the address. */
export const hiddenFields = (parameters: URLSearchParams, left: readonly string[]): [string, string][] =>
  [...parameters].filter(([name, value]) => value !== "" && name !== "cursor" && !left.includes(name));

/** The call's arguments for a query seen from a place. */
export const listArgs = (query: ListQuery, place: SearchLocation): NearbyArgs => ({
  ...locationArgs(place, query.sort === "distance"),
  ...query,
});

/** One text per list: lists are kept under it. */
export const listKey = (query: ListQuery, place: SearchLocation): string =>
  JSON.stringify([names.map((name) => query[name] ?? null), searchLocationKey(place)]);

/** One text per place; points closer than about 100 m are one. */
export const searchLocationKey = ({
  cityCode,
  provinceCode,
  longitude,
  latitude,
  isExact,
}: SearchLocation): string =>
  [cityCode, provinceCode, isExact ? `${longitude?.toFixed(3)},${latitude?.toFixed(3)}` : ""].join(" ");
