import { cutCharacters } from "#contract/core/characters.ts";
import { limits } from "#contract/core/limits.ts";
import { locationArgs, type NearbyArgs, type SearchLocation } from "../api.ts";

/** Fragment that opens the search field: by CSS before the script runs, by state afterwards. */
export const searchFragment = "search";

/** Conditions in a list's address (requirement K21); other parameters are left alone. */
export type ListQuery = {
  status?: 1 | 2 | 3;
  businessType?: 1 | 2 | 3 | 4;
  activityType?: "localoffline" | "online";
  seriesCode?: string;
  keyword?: string;
  districtCode?: string;
  weekend?: "1";
  sort?: "distance" | "time";
};
export type QueryName = keyof ListQuery;

/** Code of a division of GB/T 2260. */
const codePattern = /^[1-9]\d{5}$/;
const patterns: Record<QueryName, RegExp> = {
  status: /^[123]$/,
  businessType: /^[1-4]$/,
  activityType: /^(localoffline|online)$/,
  seriesCode: /^[a-z0-9-]{1,20}$/,
  keyword: /\S/,
  districtCode: codePattern,
  weekend: /^1$/,
  sort: /^(distance|time)$/,
};
const names = Object.keys(patterns) as QueryName[];
/** Maximum length of a raw value; longer ones are ignored. */
const MAX_VALUE_LENGTH = 100;

/** Reads an address; invalid values are ignored, so that no address can fail. */
export function parseListQuery(parameters: URLSearchParams): ListQuery {
  const query: Record<string, unknown> = {};
  for (const name of names) {
    const raw = parameters.get(name) ?? "";
    // The server ignores longer ones as well.
    const value = raw.length > MAX_VALUE_LENGTH ? "" : cutCharacters(raw.trim(), limits.maxKeywordLength);
    if (!patterns[name].test(value)) continue;
    query[name] = name === "status" || name === "businessType" ? Number(value) : value;
  }
  return query as ListQuery;
}

/**
 * Parameters that the server renders from, in a fixed order: it never sees the others (utm_* …), so hydration
 * must not show them either.
 */
export function canonicalParameters(parameters: URLSearchParams): URLSearchParams {
  const canonical = new URLSearchParams();
  for (const [name, value] of Object.entries(parseListQuery(parameters))) canonical.set(name, String(value));
  for (const name of ["provinceCode", "cityCode"]) {
    const code = parameters.get(name) ?? "";
    if (codePattern.test(code)) canonical.set(name, code);
  }
  return canonical;
}

/** Changes to a query: undefined removes a condition. */
export type QueryChange = { [Name in QueryName]?: ListQuery[Name] | undefined };

/** Query with the changes applied. */
export const withQueryChange = (query: ListQuery, change: QueryChange): ListQuery =>
  Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== undefined));

/**
 * Address with changed conditions: ours first in a fixed order, then all other parameters (utm_*, cityCode …)
 * unchanged, then the cursor, if given. "" or "?…".
 */
export function listAddress(parameters: URLSearchParams, change: QueryChange, cursor?: string): string {
  const wanted = withQueryChange(parseListQuery(parameters), change);
  const result = new URLSearchParams();
  for (const name of names) if (wanted[name] !== undefined) result.set(name, String(wanted[name]));
  for (const [name, value] of parameters)
    if (!names.includes(name as QueryName) && name !== "cursor") result.append(name, value);
  if (cursor !== undefined) result.set("cursor", cursor);
  const text = result.toString();
  return text === "" ? "" : `?${text}`;
}

/** Hidden fields that keep the rest of the address in a GET form. */
export const hiddenFields = (parameters: URLSearchParams, left: readonly string[]): [string, string][] =>
  [...parameters].filter(([name, value]) => value !== "" && name !== "cursor" && !left.includes(name));

/** Call arguments for a query at a location. */
export const listArgs = (query: ListQuery, place: SearchLocation): NearbyArgs => ({
  ...locationArgs(place, query.sort === "distance"),
  ...query,
});

/** Cache key of a list. */
export const listKey = (query: ListQuery, place: SearchLocation): string =>
  JSON.stringify([names.map((name) => query[name] ?? null), searchLocationKey(place)]);

/** Key of a location; points within about 100 m share one. */
export const searchLocationKey = ({
  cityCode,
  provinceCode,
  longitude,
  latitude,
  isExact,
}: SearchLocation): string =>
  [cityCode, provinceCode, isExact ? `${longitude?.toFixed(3)},${latitude?.toFixed(3)}` : ""].join(" ");
