import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import type { Product } from "../server/app.ts";
import { LAB_NAME } from "./lab/origins.ts";
import { handleTestHook } from "./test-hooks.ts";

const modes = z.enum(["online", "offline", "slow", "failing"]);
type NetworkMode = z.output<typeof modes>;
const networkSetting = z.object({
  /** Name of a simulated host: wechat.lab.localhost. */
  host: z.string().check(z.endsWith(`.${LAB_NAME}`), z.maxLength(60)),
  mode: modes,
});

/** Delay per request on a slow phone connection; ms. */
const SLOW = 1_500;

/**
 * POST /sim/network: sets the network condition of a simulated host. offline: no response to anything;
 * failing: none to every second request; slow: each response is delayed. The connection really breaks, so the
 * page sees the same errors as in a tunnel. The lab's own files are not affected.
 * @returns whether any network is not online
 */
export function addNetworkConditions({ app }: Product): () => boolean {
  const networks = new Map<string, { mode: NetworkMode; requests: number }>();
  app.addHook("onRequest", async (request, reply) => {
    const network = networks.get(request.hostname);
    if (!network || /^\/(sim|lab)(\/|$)/.test(request.url)) return;
    network.requests++;
    if (network.mode === "slow") await setTimeout(SLOW);
    if (network.mode === "offline" || (network.mode === "failing" && network.requests % 2 === 0)) {
      reply.hijack();
      request.raw.socket.destroy();
    }
  });
  app.post("/sim/network", (request, reply) =>
    handleTestHook(request, reply, networkSetting, ({ host, mode }) => {
      if (mode === "online") networks.delete(host);
      else networks.set(host, { mode, requests: 0 });
      return Promise.resolve({ broken: networks.size });
    }),
  );
  return () => networks.size > 0;
}
