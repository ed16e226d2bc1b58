import { Server as NetServer } from "node:net";
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { FastPath } from "../fast-path/fast-path.ts";

/** How long connections that nothing comes on are waited for, ms. */
const DRAIN_TIMEOUT = 5_000;
const POLL_INTERVAL = 50;

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/**
 * Takes no new connections and lets the others end, each with its next answer. Closing at once would
 * end those on which a request is on its way; another process takes what comes anew (requirement Z03).
 */
export async function drainConnections(server: Server, fastPath: FastPath): Promise<void> {
  fastPath.isEnding = true;
  const until = performance.now() + DRAIN_TIMEOUT;
  // That of HTTP ends every connection that is waiting, too.
  NetServer.prototype.close.call(server);
  while (performance.now() < until && (await countConnections(server)) > 0) await setTimeout(POLL_INTERVAL);
}
