import { Server as NetServer } from "node:net";
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { FastPath } from "../fast-path/fast-path.ts";

/** Maximum wait for idle connections, ms. */
const DRAIN_TIMEOUT = 5_000;
const POLL_INTERVAL = 50;

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/**
 * Accepts no new connections and closes each open one after its next response, because closing at once would drop
 * requests that are on their way. Another process accepts new connections meanwhile (requirement Z03).
 */
export async function drainConnections(server: Server, fastPath: FastPath): Promise<void> {
  fastPath.isShuttingDown = true;
  const deadline = performance.now() + DRAIN_TIMEOUT;
  // Stops listening only; `close` of the HTTP server would close idle connections too.
  NetServer.prototype.close.call(server);
  while (performance.now() < deadline && (await countConnections(server)) > 0)
    await setTimeout(POLL_INTERVAL);
}
