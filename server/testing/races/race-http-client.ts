import { Agent, request } from "node:http";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { buildCallRequest, type CallResponse, type TestCallOptions } from "../request.ts";

/** Makes calls of the contract over keep-alive sockets, any number at once. */
export function createRaceHttpClient(appKey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  async function call<C extends Call>(
    origin: string,
    wanted: C,
    args: ArgsOf<C>,
    options: TestCallOptions = {},
  ): Promise<CallResponse<ResultOf<C>>> {
    const { method = "GET", url, query, headers, payload } = buildCallRequest(wanted, args, appKey, options);
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const body = payload === undefined ? "" : JSON.stringify(payload);
    return new Promise((resolve, reject) => {
      const sent = request(
        `${origin}${url as string}${search && `?${search}`}`,
        {
          method: method as string,
          agent,
          headers: {
            ...(headers as Record<string, string>),
            ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (part: string) => (text += part));
          answer.once("error", reject);
          answer.once("end", () => {
            const { code, message, data } = JSON.parse(text) as Pick<
              CallResponse<ResultOf<C>>,
              "code" | "message" | "data"
            >;
            resolve({ status: answer.statusCode ?? 0, code, message, data, headers: answer.headers });
          });
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }
  return { call, close: () => agent.destroy() };
}
