import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { readRefusal } from "#contract/core/errors.ts";
import { buildCallRequest, type TestCallOptions } from "../../server/testing/request.ts";

/** The app key of a product that was started without one (contract section 11). */
const DEMO_APP_KEY = "marque-demo-app-key";

/**
 * Returns a client that makes calls of the contract over HTTP against a running product.
 * @param ownHeaders added to every request
 * @throws Refusal
 */
export const contractClient =
  (origin: string, options: TestCallOptions = {}, ownHeaders: Readonly<Record<string, string>> = {}) =>
  async <C extends Call>(call: C, args: ArgsOf<C>): Promise<ResultOf<C>> => {
    const { method, url, query, headers, payload } = buildCallRequest(call, args, DEMO_APP_KEY, options);
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const answer = await fetch(`${origin}${url as string}${search && `?${search}`}`, {
      method: method as string,
      headers: {
        ...(headers as Record<string, string>),
        ...ownHeaders,
        ...(payload !== undefined && !Buffer.isBuffer(payload) && { "content-type": "application/json" }),
      },
      ...(payload !== undefined && {
        body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : JSON.stringify(payload),
      }),
    });
    const body = (await answer.json()) as { code: string; message: string; data: unknown };
    if (answer.status !== 200 || body.code !== "00")
      throw readRefusal(answer.status, body, (name) => answer.headers.get(name));
    return body.data as ResultOf<C>;
  };
