import type { CallBase, Call } from "#contract/core/call.ts";
import type { EnvironmentConfiguration } from "#contract/core/environments.ts";
import { sessionPaths } from "#contract/session/session-paths.ts";
import { keptConfiguration, siteBase } from "../environment/kept-configuration.ts";

/** Full URL of a base: the API's from the stored configuration of the environment, otherwise the page's (contract section 1). */
export const baseUrl = (base: CallBase): string =>
  (base === "api" ? keptConfiguration()?.apiBaseUrl : undefined) ?? siteBase(base);

/** Login calls whose full addresses are in the environment's configuration (requirement A10). */
const configuredAddresses: Readonly<Record<string, keyof EnvironmentConfiguration>> = {
  [sessionPaths.tokenLogin]: "tokenLoginApi",
  [sessionPaths.sessionsCode]: "sessionCodeApi",
  [sessionPaths.wechatSessions]: "wechatSessionsApi",
  [sessionPaths.users]: "idpidApi",
};
function addressOf({ base }: Call, path: string): string {
  const key = base === "api" ? configuredAddresses[path] : undefined;
  return (key && keptConfiguration()?.[key]) ?? baseUrl(base) + path;
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
    url: addressOf(call, path) + (query && `?${query}`),
    headers: inHeaders,
    body: hasBody && !isEmpty ? JSON.stringify(rest) : null,
  };
}
