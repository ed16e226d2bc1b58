import { ChannelSilent } from "./channel.ts";

/** Time-out of one request to a channel, ms. */
export const REQUEST_TIMEOUT = 10_000;
/** Largest answer to a call, bytes; bills have their own limit. */
const MAX_ANSWER = 1_000_000;

export type ChannelAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
};
type ChannelRequest = {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** ms. */
  readonly timeout?: number;
  /** Bytes. */
  readonly maxAnswer?: number;
};

/** Reads a body. @throws ChannelSilent if it is larger than `limit` bytes */
async function readBody(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw new ChannelSilent("the answer is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Sends one request and reads the whole answer, of any status.
 * @throws ChannelSilent without an answer in time; its message names no parameter
 */
export async function exchange(url: string, request: ChannelRequest): Promise<ChannelAnswer> {
  const { method, headers, body, timeout = REQUEST_TIMEOUT, maxAnswer = MAX_ANSWER } = request;
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await readBody(response, maxAnswer),
    };
  } catch (error) {
    if (error instanceof ChannelSilent) throw error;
    throw new ChannelSilent(error instanceof Error ? error.name : "no answer", { cause: error });
  }
}
/** The longest beginning of a text that takes at most `bytes` bytes in UTF-8, without half a character. */
export function cutToBytes(text: string, bytes: number): string {
  let size = 0;
  let kept = "";
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
