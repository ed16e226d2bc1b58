/**
 * The five environments and their selection by a page's host (specification sections 3 and 4, requirements
 * A01–A15).
 */
export const environmentNames = ["dev", "test", "pre", "uat", "prod"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** Configuration cached in local storage, under one key per environment. */
export type EnvironmentConfiguration = {
  readonly apiBaseUrl: string;
  readonly officialWxRedirect: string;
  readonly officialWxAppid: string;
  readonly clientId: string;
  readonly oneIdCustomeUaa: string;
  readonly oneIdCustomeUaaRegistry: string;
  readonly sessionCodeApi: string;
  readonly wechatSessionsApi: string;
  readonly idpidApi: string;
  readonly tokenLoginApi: string;
};

/**
 * Selects the environment for a page's host. The rules are tried in the listed order, on the lower-cased host
 * name without port and without the dot of a full name (requirement A08). Production is the one host, not every host that
 * begins with its name (decision 8).
 * @param host host of the page, with or without port
 * @param domain domain of the brand, for example "qinglan.example"
 */
export function environmentOf(host: string, domain: string): EnvironmentName {
  const name = host.toLowerCase().replace(/\.?(:\d+)?$/, "");
  if (name.includes("test") || name.includes("-qa")) return "test";
  if (name.includes("uat-") || name.startsWith("m1")) return "uat";
  if (name.includes("pre-")) return "pre";
  if (name === `m.${domain.toLowerCase()}`) return "prod";
  return "dev";
}
