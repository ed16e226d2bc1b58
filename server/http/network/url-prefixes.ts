import type { CallBase } from "#contract/core/call.ts";
import type { Config } from "../../config.ts";

const pathOf = (base: string | null, otherwise: string): string =>
  base === null ? otherwise : new URL(base).pathname;

/** Where each base's calls are mounted: the paths of the configured bases (contract section 1). */
export const urlPrefixes = (
  config: Pick<Config, "apiBase" | "passBase" | "securityBase">,
): Record<CallBase, string> => ({
  api: pathOf(config.apiBase, "/mall-api/"),
  pass: pathOf(config.passBase, "/pass/"),
  security: pathOf(config.securityBase, "/security/"),
});
