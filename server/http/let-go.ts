import { Server as NetServer } from "node:net";
import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { HotAnswers } from "./hot-answers.ts";

/** How long connections that nothing comes on are waited for, ms. */
const PATIENCE = 5_000;
const LOOK = 50;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/**
 * Takes no new connections and lets the others end, each with its next answer. Closing at once would
 * end those on which a request is on its way; another process takes what comes anew (requirement Z03).
 */
export async function letGo(server: Server, hot: HotAnswers): Promise<void> {
  hot.isEnding = true;
  const until = performance.now() + PATIENCE;
  // That of HTTP ends every connection that is waiting, too.
  NetServer.prototype.close.call(server);
  while (performance.now() < until && (await connectionsOf(server)) > 0) await setTimeout(LOOK);
}
