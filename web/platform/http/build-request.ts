import type { CallBase, Call } from "#contract/core/call.ts";
import { currentSite } from "../environment/site.ts";

const defaultBase: Readonly<Record<CallBase, string>> = {
  api: "/mall-api/",
  pass: "/pass/",
  security: "/security/",
};

/** Full URL of a base: the configured one, or a path on the page's own origin (contract section 1). */
export function baseUrl(base: CallBase): string {
  const { apiBase, passBase, securityBase } = currentSite();
  const configured = { api: apiBase, pass: passBase, security: securityBase }[base];
  return configured ?? new URL(defaultBase[base], location.origin).href;
}

type Values = Readonly<Record<string, unknown>>;
/** Text of an argument in an address. The contract allows only texts, numbers and booleans there. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
const asQuery = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, textOf(value)]],
    ),
  ).toString();

/**
 * Builds the address, headers and body of a call from its arguments. What may be sent in a header is, since addresses end
 * up in logs.
 */
export function buildRequest(
  call: Call,
  args: Values,
): { url: string; headers: Readonly<Record<string, string>>; body: string | null } {
  const rest: Record<string, unknown> = { ...args };
  const path = call.paths[0].replace(/:(\w+)/g, (_whole, name: string) => {
    const value = textOf(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const inHeaders: Record<string, string> = {};
  for (const [name, header] of Object.entries(call.headerArguments ?? {})) {
    // A header holds ASCII only; codes and tokens do.
    const value = textOf(rest[name]);
    if (!/^[!-~]+$/.test(value)) continue;
    inHeaders[header] = value;
    delete rest[name];
  }
  const hasBody = call.body === undefined && (call.method === "POST" || call.method === "PUT");
  const inQuery = hasBody
    ? Object.fromEntries(Object.entries(rest).filter(([name]) => call.query?.includes(name)))
    : rest;
  const query = asQuery(inQuery);
  for (const name of Object.keys(inQuery)) delete rest[name];
  // Sends no body when all arguments are in the address (requirement M14).
  const isEmpty = call.query !== undefined && Object.keys(rest).length === 0;
  return {
    url: baseUrl(call.base) + path + (query && `?${query}`),
    headers: inHeaders,
    body: hasBody && !isEmpty ? JSON.stringify(rest) : null,
  };
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes as hex. Uses getRandomValues, which exists on plain-http hosts too. */
export const randomHex = (bytes: number): string => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/** A UUID v4. crypto.randomUUID is missing on plain-http hosts. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
