import { makerHeaders } from "#contract/maker/maker.ts";
import { signHmac } from "../core/secrets.ts";
import { TEST_URL_PREFIXES, type CallResponse } from "./request.ts";
import type { TestApp } from "./app.ts";

/** Settings of an installation with systems of the maker. */
export const makerSettings = { MAKER_SYSTEMS_SECRET: "both sides know this one 5172" };

type MakerCallOptions = {
  readonly secret?: string;
  /** Of the signature; default: the server's time. */
  readonly timestamp?: string;
  /** Sent instead of the signed body. */
  readonly sentBody?: string | Buffer;
  readonly address?: string;
};

/** Headers of a signed call. */
const makerSignature = (secret: string, timestamp: string, body: string): Record<string, string> => ({
  "content-type": "application/json",
  [makerHeaders.timestamp]: timestamp,
  [makerHeaders.signature]: signHmac(secret, `${timestamp}.${body}`),
});

/** Makes a signed call of the maker's systems over HTTP. @param body a text, or what becomes JSON */
export async function sendMakerCall<D>(
  { app, context }: Pick<TestApp, "app" | "context">,
  path: string,
  body: unknown,
  options: MakerCallOptions = {},
): Promise<CallResponse<D>> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { secret = makerSettings.MAKER_SYSTEMS_SECRET, timestamp = String(context.clock.now()) } = options;
  const answer = await app.inject({
    method: "POST",
    url: TEST_URL_PREFIXES.api + path,
    headers: makerSignature(secret, timestamp, text),
    payload: options.sentBody ?? text,
    ...(options.address !== undefined && { remoteAddress: options.address }),
  });
  const { code, message, data } = answer.json<{ code: string; message: string; data: D }>();
  return { status: answer.statusCode, code, message, data, headers: answer.headers };
}
