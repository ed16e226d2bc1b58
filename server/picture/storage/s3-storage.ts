import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { Config } from "../../config.ts";
import { newId } from "../../core/ids.ts";
import { TEMPORARY_SUFFIX } from "./atomic-files.ts";
import { MAX_ORIGINAL_BYTES } from "./originals.ts";
import type { PictureStorage } from "./picture-storage.ts";

/** An answer that has not begun after this counts as none, and one that is awaited whole has ended by then, ms. */
const REQUEST_TIMEOUT = 20_000;
/** After the first try, where the store is busy or fails (aws4fetch waits in between). */
const RETRIES = 2;

/** Breaks off where more comes than was announced: nothing larger was ever kept by us. */
const atMost = (most: number): Transform => {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > most) done(new Error(`the picture store sent more than ${most} bytes`));
      else done(null, part);
    },
  });
};
/** An answer's body as it comes, and how long it is. @throws Error where it is too long, or does not say */
async function bodyOf(answer: Response): Promise<{ size: number; stream: Readable } | null> {
  if (answer.body === null) return null;
  const length = answer.headers.get("content-length");
  const size = Number(length);
  if (length === null || !(size <= MAX_ORIGINAL_BYTES)) {
    await answer.body.cancel();
    throw new Error(`the picture store announced ${length ?? "no number of"} bytes`);
  }
  return { size, stream: Readable.fromWeb(answer.body) };
}

type Bucket = NonNullable<Config["pictureBucket"]>;
/** Signed requests to a bucket, which keeps answers to itself but for what went wrong. */
function requestsTo(bucket: Bucket) {
  const { url, region, keyId, secret } = bucket;
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    region,
    retries: RETRIES,
    initRetryMs: 200,
  });
  const ask = (
    method: string,
    key: string,
    init: { body?: Buffer; type?: string; signal?: AbortSignal } = {},
  ): Promise<Response> =>
    client.fetch(url + key, {
      method,
      ...(init.body && { body: new Uint8Array(init.body) }),
      ...(init.type !== undefined && { headers: { "content-type": init.type } }),
      redirect: "error",
      signal: init.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT),
    });
  /** What a bucket says of itself stays in the log; keys name nobody. */
  const failed = async (answer: Response, doing: string): Promise<Error> => {
    const text = await answer.text().catch(() => "");
    const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1] ?? "";
    return new Error(`the picture store answered ${answer.status} ${code} to ${doing}`);
  };
  const read = async (key: string, signal: AbortSignal): Promise<Response | null> => {
    const answer = await ask("GET", key, { signal });
    if (answer.ok) return answer;
    if (answer.status !== 404) throw await failed(answer, "GET");
    await answer.body?.cancel();
    return null;
  };
  return { ask, read, failed };
}

/**
 * Pictures in a bucket, which stays private: people get them from /media. Requests are signed by
 * AWS signature version 4, which OSS takes too. What is read goes on as it comes: no picture is held whole.
 * @param folder for what a decoder is working on; unfinished files in it are deleted in time (file-cache.ts)
 */
export function s3Storage(bucket: Bucket, folder: string): PictureStorage {
  const { ask, read, failed } = requestsTo(bucket);
  return {
    async put(key, bytes, type) {
      const answer = await ask("PUT", key, { body: bytes, type });
      if (!answer.ok) throw await failed(answer, "PUT");
      await answer.body?.cancel();
    },
    async use(key, work) {
      const answer = await read(key, AbortSignal.timeout(REQUEST_TIMEOUT));
      const body = answer && (await bodyOf(answer));
      if (body === null) return null;
      const path = join(folder, `${newId()}${TEMPORARY_SUFFIX}`);
      try {
        await mkdir(folder, { recursive: true });
        await pipeline(body.stream, atMost(body.size), createWriteStream(path));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(key) {
      // Until it begins: a slow reader may take longer for the rest.
      const starting = new AbortController();
      const timer = setTimeout(() => starting.abort(), REQUEST_TIMEOUT);
      try {
        const answer = await read(key, starting.signal);
        return answer && (await bodyOf(answer));
      } finally {
        clearTimeout(timer);
      }
    },
    async remove(key) {
      const answer = await ask("DELETE", key);
      if (!answer.ok && answer.status !== 404) throw await failed(answer, "DELETE");
      await answer.body?.cancel();
    },
  };
}
