import { parseArgs } from "node:util";
import { exitWithError } from "../../server/config.ts";

/**
 * Parses a command's arguments; exits with its usage on an unknown option.
 * @param names options, each with a text as its value
 */
export function parseArguments<N extends string>(
  usage: string,
  names: readonly N[],
): { values: { readonly [name in N]?: string | undefined }; positionals: string[] } {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { values: values as { readonly [name in N]?: string | undefined }, positionals };
  } catch {
    return exitWithError(usage);
  }
}
