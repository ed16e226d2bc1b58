import type { CallBase, Call } from "#contract/core/call.ts";
import { currentSite } from "../environment/site.ts";

const defaultBase: Readonly<Record<CallBase, string>> = {
  api: "/mall-api/",
  pass: "/pass/",
  security: "/security/",
};

/** A base as a full URL: configured, else on the page's own origin (contract section 1). */
export function baseUrl(base: CallBase): string {
  const { apiBase, passBase, securityBase } = currentSite();
  const configured = { api: apiBase, pass: passBase, security: securityBase }[base];
  return configured ?? new URL(defaultBase[base], location.origin).href;
}

type Values = Readonly<Record<string, unknown>>;
/** Arguments in an address are texts, numbers or booleans; the contract has no others there. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
const asQuery = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, textOf(value)]],
    ),
  ).toString();

/** The address and body of a call: path arguments, query, JSON. */
export function buildRequest(call: Call, args: Values): { url: string; body: string | null } {
  const rest: Record<string, unknown> = { ...args };
  const path = call.paths[0].replace(/:(\w+)/g, (_whole, name: string) => {
    const value = textOf(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const hasBody = call.body === undefined && (call.method === "POST" || call.method === "PUT");
  const inQuery = hasBody
    ? Object.fromEntries(Object.entries(rest).filter(([name]) => call.query?.includes(name)))
    : rest;
  const query = asQuery(inQuery);
  for (const name of Object.keys(inQuery)) delete rest[name];
  // Where everything stands in the address, nothing is sent beside it (requirement M14).
  const isEmpty = call.query !== undefined && Object.keys(rest).length === 0;
  return {
    url: baseUrl(call.base) + path + (query && `?${query}`),
    body: hasBody && !isEmpty ? JSON.stringify(rest) : null,
  };
}
