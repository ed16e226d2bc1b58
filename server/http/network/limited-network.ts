import type { Config } from "../../config.ts";
import { isLoopbackAddress, networkPrefix } from "./ip-network.ts";

/**
 * The network whose share an address uses; null: it has no limits. Outside production all clients may share the
 * machine's own address.
 */
export const limitedNetwork = (
  address: string,
  { rateLimits, isProduction }: Pick<Config, "rateLimits" | "isProduction">,
): string | null =>
  !rateLimits || (!isProduction && isLoopbackAddress(address)) ? null : networkPrefix(address);
