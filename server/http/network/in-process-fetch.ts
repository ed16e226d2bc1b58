import { fastify, type FastifyInstance, type InjectOptions } from "fastify";

type InProcessRequest = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | undefined;
};
export type InProcessFetch = (url: string, asked: InProcessRequest) => Promise<Response>;

/**
 * `fetch` for what this very server answers, whichever origin an address names: the request stays in the process.
 * By the public address it would go out to the proxy and back, which needs a way there and a certificate that the
 * machine trusts, and which counts all of them as one client's.
 */
export function createInProcessFetch(app: FastifyInstance): InProcessFetch {
  // The framework takes no requests of this kind once it closes, though it still answers what has come, logins too:
  // they go in by a door of their own, which never closes.
  const door = fastify();
  door.addHook("onRequest", (request, reply) => {
    reply.hijack();
    app.routing(request.raw, reply.raw);
  });
  return async (url, { method, headers, body, signal }) => {
    const { host, pathname, search } = new URL(url);
    const { statusCode, rawPayload, ...answer } = await door.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: pathname + search,
      headers: { ...headers, host },
      payload: await new Response(body).text(),
      ...(signal && { signal }),
    });
    const sent = Object.entries(answer.headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    return new Response(rawPayload.length === 0 ? null : Uint8Array.from(rawPayload), {
      status: statusCode,
      headers: sent,
    });
  };
}
