/** The five environments and how a page's host selects one (specification sections 3 and 4, requirements A01–A15). */
export const environmentNames = ["dev", "test", "pre", "uat", "prod"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** What is cached in local storage under one key per environment. */
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
 * Which environment a page's host means. The rules are tried in the listed order, on the
 * host name alone, lower-cased, port ignored (requirement A08).
 * @param host of the page, with or without port
 * @param domain the brand's, for example "qinglan.example"
 */
export function environmentOf(host: string, domain: string): EnvironmentName {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  if (name.includes("test") || name.includes("-qa")) return "test";
  if (name.includes("uat-") || name.startsWith("m1")) return "uat";
  if (name.includes("pre-")) return "pre";
  if (name === `m.${domain.toLowerCase()}`) return "prod";
  return "dev";
}
