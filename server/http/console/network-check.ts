import { isIP } from "node:net";
import type { Config } from "../../config.ts";

/** Creates the function that tells whether an address may reach the console (CONSOLE_NETWORKS). */
export const createNetworkCheck =
  ({ consoleNetworks }: Pick<Config, "consoleNetworks">) =>
  (address: string): boolean => {
    if (consoleNetworks === null) return true;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%", 1)[0] ?? "";
    const version = isIP(plain);
    return version !== 0 && consoleNetworks.check(plain, version === 4 ? "ipv4" : "ipv6");
  };
