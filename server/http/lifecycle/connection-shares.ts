import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../config.ts";
import { mayHold } from "../../core/fair-queue.ts";
import { createProxyCheck } from "../fast-path/client-address.ts";
import { limitedNetwork } from "../network/limited-network.ts";
import { MAX_CONNECTIONS } from "./connection-timeouts.ts";

/**
 * Closes connections of a network beyond its share of all connections (core/fair-queue.ts), so that the rest stays free
 * for others. A trusted proxy is no network of its own: it limits its clients itself (deploy/nginx/marque.conf).
 * @param total connections of this process
 */
export function shareConnections(
  server: Server,
  config: Pick<Config, "rateLimits" | "isProduction" | "trustProxy">,
  total = MAX_CONNECTIONS,
): void {
  const isProxy = createProxyCheck(config.trustProxy);
  const own = new Map<string, number>();
  let open = 0;
  const release = (network: string): void => {
    const remaining = (own.get(network) ?? 1) - 1;
    if (remaining > 0) own.set(network, remaining);
    else own.delete(network);
  };
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const network = isProxy(address, 0) ? null : limitedNetwork(address, config);
    const count = network === null ? 0 : (own.get(network) ?? 0);
    if (network !== null && !mayHold(count, total - open)) return void socket.destroy();
    open++;
    if (network !== null) own.set(network, count + 1);
    socket.once("close", () => {
      open--;
      if (network !== null) release(network);
    });
  });
}
