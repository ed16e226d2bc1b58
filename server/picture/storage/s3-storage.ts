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

/** Timeout until a response begins, or, if it is read completely, until it ends, ms. */
const REQUEST_TIMEOUT = 20_000;
/** Retries after a failed request or an overloaded store (aws4fetch waits in between). */
const RETRIES = 2;

/** Fails if the response is longer than announced. */
const limitBytes = (maxBytes: number): Transform => {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > maxBytes) done(new Error(`picture storage sent more than ${maxBytes} bytes`));
      else done(null, part);
    },
  });
};
/** Returns the response's body as a stream with its length. @throws Error if the length is missing or too large */
async function bodyOf(answer: Response): Promise<{ size: number; stream: Readable } | null> {
  if (answer.body === null) return null;
  const length = answer.headers.get("content-length");
  const size = Number(length);
  if (length === null || !(size <= MAX_ORIGINAL_BYTES)) {
    await answer.body.cancel();
    throw new Error(`picture storage announced an invalid length: ${length ?? "none"}`);
  }
  return { size, stream: Readable.fromWeb(answer.body) };
}

type Bucket = NonNullable<Config["pictureBucket"]>;
/** Creates functions that send signed requests to a bucket. */
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
  const request = (
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
  /** Builds an error from the response's status and code; it contains no personal data. */
  const failed = async (answer: Response, method: string): Promise<Error> => {
    const text = await answer.text().catch(() => "");
    const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1] ?? "";
    return new Error(`picture storage responded with ${answer.status} ${code} to ${method}`);
  };
  const read = async (key: string, signal: AbortSignal): Promise<Response | null> => {
    const answer = await request("GET", key, { signal });
    if (answer.ok) return answer;
    if (answer.status !== 404) throw await failed(answer, "GET");
    await answer.body?.cancel();
    return null;
  };
  return { request, read, failed };
}

/**
 * Stores pictures in a private bucket; clients get them from /media. Requests are signed with AWS Signature
 * Version 4, which OSS accepts, too. Reads are streamed, so that no picture is held in memory.
 * @param folder for temporary files of the decoder; left-over ones are deleted by the cache (file-cache.ts)
 */
export function s3Storage(bucket: Bucket, folder: string): PictureStorage {
  const { request, read, failed } = requestsTo(bucket);
  return {
    async put(key, bytes, type) {
      const answer = await request("PUT", key, { body: bytes, type });
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
        await pipeline(body.stream, limitBytes(body.size), createWriteStream(path));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async open(key) {
      // Limits the time until the response begins only, since a slow client may take longer for the body.
      const starting = new AbortController();
      const timer = setTimeout(() => starting.abort(), REQUEST_TIMEOUT);
      try {
        const answer = await read(key, starting.signal);
        return answer && (await bodyOf(answer));
      } finally {
        clearTimeout(timer);
      }
    },
    async has(key) {
      const answer = await request("HEAD", key);
      if (!answer.ok && answer.status !== 404) throw await failed(answer, "HEAD");
      return answer.ok;
    },
    async remove(key) {
      const answer = await request("DELETE", key);
      if (!answer.ok && answer.status !== 404) throw await failed(answer, "DELETE");
      await answer.body?.cancel();
    },
  };
}
