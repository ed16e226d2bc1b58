import type { Base } from "#contract/call.ts";
import type { Config } from "../config.ts";

const pathOf = (base: string | null, otherwise: string): string =>
  base === null ? otherwise : new URL(base).pathname;

/** Where each base's calls are mounted: the paths of the configured bases (contract section 1). */
export const prefixesOf = (
  config: Pick<Config, "apiBase" | "passBase" | "securityBase">,
): Record<Base, string> => ({
  api: pathOf(config.apiBase, "/mall-api/"),
  pass: pathOf(config.passBase, "/pass/"),
  security: pathOf(config.securityBase, "/security/"),
});
