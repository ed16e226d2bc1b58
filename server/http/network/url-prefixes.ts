import type { CallBase } from "#contract/core/call.ts";
import type { Config } from "../../config.ts";

const pathOf = (base: string | null, fallback: string): string =>
  base === null ? fallback : new URL(base).pathname;

/** Path prefixes of the calls of each base, by the configured base URLs (contract section 1). */
export const urlPrefixes = (
  config: Pick<Config, "apiBase" | "passBase" | "securityBase">,
): Record<CallBase, string> => ({
  api: pathOf(config.apiBase, "/mall-api/"),
  pass: pathOf(config.passBase, "/pass/"),
  security: pathOf(config.securityBase, "/security/"),
});
