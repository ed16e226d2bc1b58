import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import type { Product } from "../server/app.ts";
import { LAB_NAME } from "./lab/origins.ts";
import { handleTestHook } from "./test-hooks.ts";

const modes = z.enum(["online", "offline", "slow", "failing"]);
type NetworkMode = z.output<typeof modes>;
const order = z.object({
  /** A simulated host's name: wechat.lab.localhost. */
  host: z.string().check(z.endsWith(`.${LAB_NAME}`), z.maxLength(60)),
  mode: modes,
});

/** Of a phone with one bar, per request; ms. */
const SLOW = 1_500;

/**
 * POST /sim/network: how the network of a simulated host is. offline: no answer to anything;
 * failing: none to every other request; slow: each answer comes late. The connection really
 * breaks: the page sees what it would see in a tunnel. The lab's own files always arrive.
 * @returns whether any network is not as it should be
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
    handleTestHook(request, reply, order, ({ host, mode }) => {
      if (mode === "online") networks.delete(host);
      else networks.set(host, { mode, requests: 0 });
      return Promise.resolve({ broken: networks.size });
    }),
  );
  return () => networks.size > 0;
}
