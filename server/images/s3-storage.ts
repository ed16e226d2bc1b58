import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.ts";
import type { PictureStorage } from "./storage.ts";

/** An answer later than this counts as none, ms. */
const PATIENCE = 20_000;
/** After the first try, where the store is busy or fails (aws4fetch waits in between). */
const RETRIES = 2;

/**
 * Pictures in a bucket, which stays private: people get them from /media. Requests are signed by
 * AWS signature version 4, which OSS takes too.
 */
export function s3Storage(bucket: NonNullable<Config["pictureBucket"]>): PictureStorage {
  const { url, region, keyId, secret } = bucket;
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    region,
    retries: RETRIES,
    initRetryMs: 200,
  });
  const ask = (method: string, key: string, init: { body?: Buffer; type?: string } = {}): Promise<Response> =>
    client.fetch(url + key, {
      method,
      ...(init.body && { body: new Uint8Array(init.body) }),
      ...(init.type !== undefined && { headers: { "content-type": init.type } }),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
  /** What a bucket says of itself stays in the log; keys name nobody. */
  const failed = async (answer: Response, doing: string): Promise<Error> => {
    const text = await answer.text().catch(() => "");
    const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1] ?? "";
    return new Error(`the picture store answered ${answer.status} ${code} to ${doing}`);
  };
  const read = async (key: string): Promise<Response | null> => {
    const answer = await ask("GET", key);
    if (answer.ok) return answer;
    if (answer.status !== 404) throw await failed(answer, "GET");
    await answer.body?.cancel();
    return null;
  };
  const get = async (key: string): Promise<Buffer | null> => {
    const answer = await read(key);
    return answer && Buffer.from(await answer.arrayBuffer());
  };
  return {
    async put(key, bytes, type) {
      const answer = await ask("PUT", key, { body: bytes, type });
      if (!answer.ok) throw await failed(answer, "PUT");
      await answer.body?.cancel();
    },
    get,
    source: get,
    async open(key) {
      const answer = await read(key);
      if (answer === null || answer.body === null) return null;
      return {
        size: Number(answer.headers.get("content-length")),
        stream: Readable.fromWeb(answer.body),
      };
    },
    async remove(key) {
      const answer = await ask("DELETE", key);
      if (!answer.ok && answer.status !== 404) throw await failed(answer, "DELETE");
      await answer.body?.cancel();
    },
  };
}
