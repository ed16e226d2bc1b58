import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { trackStreamClients, openEventStream } from "../../server/http/pipeline/event-stream.ts";
import { mergeSaleSeconds } from "./timeline.ts";
import type { SaleStore } from "./store.ts";

type StreamSubscriber = { readonly activityId: string; readonly out: ServerResponse };
/** Maximum number of watchers in a process. */
const MAX_WATCHERS = 50;
/**
 * Number of the latest seconds that are sent repeatedly, because another process may write its counts later.
 */
const RESENT_SECONDS = 4;
/** Rounds of one second between comment lines, which keep proxies from closing an idle stream. */
const HEARTBEAT = 15;
/** ms */
const RETRY = 2_000;

/**
 * Streams a sale to its watchers in this process. `event: seconds` has the points of the last seconds,
 * `event: crowd` the state of the simulated crowd.
 */
export function createSaleEventStream(app: FastifyInstance, store: SaleStore, crowdState: () => object) {
  const { watchers, add } = trackStreamClients<StreamSubscriber>(app);
  let rounds = 0;
  let lastCrowd = "";
  return {
    /** @throws Refusal "tooMany" */
    watch(reply: FastifyReply, activityId: string): FastifyReply {
      if (watchers.size >= MAX_WATCHERS) throw new Refusal("tooMany");
      const watcher = { activityId, out: openEventStream(reply, RETRY) };
      watcher.out.write(`event: crowd\ndata: ${JSON.stringify(crowdState())}\n\n`);
      add(watcher);
      return reply;
    },
    /** @param second the last completed one */
    async round(second: number): Promise<void> {
      if (watchers.size === 0) return;
      const crowd = JSON.stringify(crowdState());
      const hasChanged = crowd !== lastCrowd;
      lastCrowd = crowd;
      const isBeat = ++rounds % HEARTBEAT === 0;
      for (const [activityId, all] of Map.groupBy(watchers, (watcher) => watcher.activityId)) {
        const points = mergeSaleSeconds(await store.seconds(activityId, second - RESENT_SECONDS, second));
        const lines = [
          points.length > 0 ? `event: seconds\ndata: ${JSON.stringify(points)}\n\n` : "",
          hasChanged ? `event: crowd\ndata: ${crowd}\n\n` : "",
          isBeat ? ": \n\n" : "",
        ].join("");
        if (lines !== "") for (const { out } of all) out.write(lines);
      }
    },
  };
}
