import { fastify, type FastifyInstance, type InjectOptions } from "fastify";

type InProcessRequest = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal | undefined;
};
export type InProcessFetch = (url: string, request: InProcessRequest) => Promise<Response>;

/**
 * `fetch` from this server to itself, without the network; the origin of the URL is ignored. By its public origin a
 * request would go through the proxy, which needs a route and a trusted certificate, and would count for one client.
 */
export function createInProcessFetch(app: FastifyInstance): InProcessFetch {
  // `app.inject` fails once the server closes, but logins that have arrived before are still answered and need it. So a
  // second instance, which never closes, injects the requests and passes them to the routes of the first one.
  const injector = fastify();
  injector.addHook("onRequest", (request, reply) => {
    reply.hijack();
    app.routing(request.raw, reply.raw);
  });
  return async (url, { method, headers, body, signal }) => {
    const { host, pathname, search } = new URL(url);
    const { statusCode, rawPayload, ...response } = await injector.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: pathname + search,
      headers: { ...headers, host },
      payload: await new Response(body).text(),
      ...(signal && { signal }),
    });
    const responseHeaders = Object.entries(response.headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, String(value)]),
    );
    return new Response(rawPayload.length === 0 ? null : Uint8Array.from(rawPayload), {
      status: statusCode,
      headers: responseHeaders,
    });
  };
}
