import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { trackStreamClients, openEventStream } from "../../server/http/pipeline/event-stream.ts";
import { mergeSaleSeconds } from "./timeline.ts";
import type { SaleStore } from "./store.ts";

type StreamSubscriber = { readonly activityId: string; readonly out: ServerResponse };
/** Of a process. */
const MOST = 50;
/** The last so many seconds are told again and again: another process may write its own a little later. */
const TOLD_AGAIN = 4;
/** Rounds, of a second each, until a line for proxies that end what is silent. */
const HEARTBEAT = 15;
/** ms */
const RETRY = 2_000;

/**
 * Whoever watches a sale in this process. `event: seconds` brings points of the last seconds, `event: crowd`
 * how the simulated crowd stands.
 */
export function createSaleEventStream(app: FastifyInstance, store: SaleStore, crowdState: () => object) {
  const { watchers, add } = trackStreamClients<StreamSubscriber>(app);
  let rounds = 0;
  let lastCrowd = "";
  return {
    /** @throws Refusal "tooMany" */
    watch(reply: FastifyReply, activityId: string): FastifyReply {
      if (watchers.size >= MOST) throw new Refusal("tooMany");
      const watcher = { activityId, out: openEventStream(reply, RETRY) };
      watcher.out.write(`event: crowd\ndata: ${JSON.stringify(crowdState())}\n\n`);
      add(watcher);
      return reply;
    },
    /** @param second the last that is over */
    async round(second: number): Promise<void> {
      if (watchers.size === 0) return;
      const crowd = JSON.stringify(crowdState());
      const isNews = crowd !== lastCrowd;
      lastCrowd = crowd;
      const isBeat = ++rounds % HEARTBEAT === 0;
      for (const [activityId, all] of Map.groupBy(watchers, (watcher) => watcher.activityId)) {
        const points = mergeSaleSeconds(await store.seconds(activityId, second - TOLD_AGAIN, second));
        const lines = [
          points.length > 0 ? `event: seconds\ndata: ${JSON.stringify(points)}\n\n` : "",
          isNews ? `event: crowd\ndata: ${crowd}\n\n` : "",
          isBeat ? ": \n\n" : "",
        ].join("");
        if (lines !== "") for (const { out } of all) out.write(lines);
      }
    },
  };
}
