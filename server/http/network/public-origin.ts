import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

/** The public origin, else http://host:port of the listening server, for a machine without an address of its own. */
export function createPublicOrigin(app: FastifyInstance, config: Config): () => string {
  const listening = (): string => {
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
    return `http://${host}:${port}`;
  };
  // Asked for by every call; it never changes once the server listens.
  let known: string | null = null;
  return () => {
    if (known === null && app.server.listening) known = listening();
    return config.publicOrigin ?? known ?? listening();
  };
}
