import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

/** Returns PUBLIC_ORIGIN if it is set, else http://host:port of the listening server. */
export function createPublicOrigin(app: FastifyInstance, config: Config): () => string {
  const listeningOrigin = (): string => {
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
    return `http://${host}:${port}`;
  };
  // Cached once the server listens, because every call needs it.
  let cached: string | null = null;
  return () => {
    if (cached === null && app.server.listening) cached = listeningOrigin();
    return config.publicOrigin ?? cached ?? listeningOrigin();
  };
}
